"""Runs the code blocks of a documentation page, top to bottom, as one reader would.

A block of sql, jinja (a dbt model), python or console (`$ rankhouse ...`) is run; a ```text block right below it is
what it printed. `<!-- not run -->` above a block leaves it alone. Python finds no name that the page has not defined.
SQL runs on the page's `con` where Python has opened one, and before that in a shell that has the macros. All blocks
share one working directory, where the tables are also found as csv files.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

import duckdb
from jinja2 import Environment

from copied import copy_macros
from pasted import BLOCK
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted

WIDE = {"COLUMNS": "120"}
PRINTING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXECUTE)
TABLES = "select table_name from duckdb_tables() where not temporary"


def executed(page: str, con: duckdb.DuckDBPyConnection | None = None) -> str:
    """The page with every shown output replaced by what its block prints now. Raises what a block raises.

    con: a connection that has the macros, for pages that make nothing but tables: they are dropped in the end.
    """
    if con is None:
        with duckdb.connect() as own:
            copy_macros(own)
            return _executed(page, own)
    try:
        return _executed(page, con)
    finally:
        for (table,) in con.execute(TABLES).fetchall():
            con.execute(f"drop table {quoted(table)}")


def _executed(page: str, con: duckdb.DuckDBPyConnection) -> str:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        reader = _Reader(con)

        def run(block: re.Match[str]) -> str:
            if block["skip"]:
                return block.group()
            output = getattr(reader, block["language"])(block["code"])
            if not block["shown"]:
                return block.group()
            return f"```{block['language']}\n{block['code']}```\n\n```text\n{output.rstrip()}\n```"

        return BLOCK.sub(run, page)


class _Reader:
    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.shell = con
        self.names: dict[str, Any] = {}

    @property
    def con(self) -> duckdb.DuckDBPyConnection:
        """What the page's Python has opened as `con`, or the shell of a page that begins in SQL."""
        con: duckdb.DuckDBPyConnection = self.names.get("con", self.shell)
        return con

    def sql(self, code: str) -> str:
        answer = ""
        for statement in duckdb.extract_statements(code):
            self.con.execute(statement)
            answer = as_text(self.con) if statement.type in PRINTING else ""
        return answer

    def jinja(self, code: str) -> str:
        """A dbt model, its refs and sources being tables of the connection."""
        environment = Environment()
        relation = {"ref": lambda name: f'"{name}"', "source": lambda _, name: f'"{name}"'}
        return self.sql(
            environment.from_string(code).render(rankhouse=macros("duckdb"), config=lambda **_: "", **relation)
        )

    def python(self, code: str) -> str:
        printed = io.StringIO()
        # As wide as the console of a page, whatever the terminal that runs it.
        with contextlib.redirect_stdout(printed), mock.patch.dict(os.environ, WIDE):
            exec(compile(code, "<documentation>", "exec"), self.names)
        return printed.getvalue()

    def console(self, code: str) -> str:
        """The lines `$ rankhouse ...`, or `$ python -m rankhouse ...`; one that may fail ends in `; echo $?`.

        The tables are beside it as csv files.
        """
        for (table,) in self.con.execute(TABLES).fetchall():
            if not Path(f"{table}.csv").exists():
                self.con.execute(f"copy \"{table}\" to '{table}.csv'")
        printed = []
        for line in re.sub(r"\\\n\s*", "", code).splitlines():
            shows_status = line.endswith("; echo $?")
            _, program, *arguments = shlex.split(line.removesuffix("; echo $?"), comments=True)
            if [program, *arguments[:2]] == ["python", "-m", "rankhouse"]:
                program, arguments = "rankhouse", arguments[2:]
            if program != "rankhouse":
                raise ValueError(f"only rankhouse is run here, not {program}: {line}")
            status, shown, complaint = commanded(arguments)
            if status and not shows_status:
                raise RuntimeError(f"{line}\n{complaint}")
            printed.append(shown)
            if shows_status:
                printed.append(f"{complaint}{status}\n")
        return "".join(printed)


def commanded(arguments: list[str], width: int | None = None) -> tuple[int, str, str]:
    """Status, output and complaints of `rankhouse ...`; width: of the terminal, by default that of a page's console.

    In this process: to start one, and import the command line in it, takes longer than most commands.
    """
    from rankhouse.cli import main

    shown, complaint = io.StringIO(), io.StringIO()
    environment = {**WIDE, "NO_COLOR": "1", "TERM": "dumb"} | ({"COLUMNS": str(width)} if width else {})
    with (
        mock.patch.dict(os.environ, environment),
        mock.patch.object(sys, "argv", ["rankhouse", *arguments]),
        contextlib.redirect_stdout(shown),
        contextlib.redirect_stderr(complaint),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("default")
        try:
            main()
            status = 0
        except SystemExit as ended:
            status = int(ended.code or 0)
    return status, shown.getvalue(), complaint.getvalue()


def as_text(con: duckdb.DuckDBPyConnection) -> str:
    """The result as aligned text: a heading, a rule and the rows; numbers to four places, NULL for NULL."""
    rows = [tuple(map(_cell, row)) for row in con.fetchall()]
    heading = tuple(column[0] for column in con.description or ())
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    lines = [heading, tuple("-" * width for width in widths), *rows]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _cell(value: object) -> str:
    if value is None:
        return "NULL"
    return str(round(value, 4) if isinstance(value, float) else value)
