"""Results on the terminal and in files."""

from __future__ import annotations

import csv
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import duckdb
from rich.console import Console
from rich.table import Table

from rankhouse._errors import InputError
from rankhouse._sql import quoted

SUFFIXES = {".csv": "csv", ".json": "json", ".parquet": "parquet", ".txt": "table"}


def choose_format(given: str | None, output: Path | None) -> str:
    """The format asked for, else that of the file's suffix, else a table."""
    if given == "parquet" and output is None:
        raise InputError("parquet goes into a file: add -o FILE.parquet")
    if given:
        return given
    if output is None:
        return "table"
    if output.suffix.lower() not in SUFFIXES:
        raise InputError(f"the format of {str(output)!r} is not clear from its name: add --format csv, json or parquet")
    return SUFFIXES[output.suffix.lower()]


def write(result: duckdb.DuckDBPyRelation, format: str, output: Path | None) -> None:  # noqa: A002
    """Print a relation, or write it to a file that appears whole or not at all. Numbers are rounded in tables only."""
    if format == "parquet":
        assert output is not None
        with _replacing(output) as path:
            result.write_parquet(str(path))
        return
    if output is None:
        _WRITERS[format](result, sys.stdout)
        return
    with _replacing(output) as path, path.open("w", newline="") as file:
        _WRITERS[format](result, file)


REPEATED = {"metric", "k", "value_sum"}
"""Columns that a person reads off the others; files have them."""


def _table(result: duckdb.DuckDBPyRelation, file: TextIO) -> None:
    first = result.columns.index("measure") if "measure" in result.columns else 0
    shown = [name for position, name in enumerate(result.columns) if position < first or name not in REPEATED]
    result = result.project(", ".join(map(quoted, shown)))
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    rows = result.fetchall()
    for index, (name, kind) in enumerate(zip(result.columns, result.types, strict=True)):
        wraps = any(len(str(row[index])) > 40 for row in rows)
        table.add_column(name, justify="left" if str(kind).startswith("VARCHAR") else "right", no_wrap=not wraps)
    for row in rows:
        table.add_row(*map(_shown, row))
    console = Console(file=file, highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 10_000
    console.print(table)


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _csv(result: duckdb.DuckDBPyRelation, file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(result.columns)
    writer.writerows(result.fetchall())


def _json(result: duckdb.DuckDBPyRelation, file: TextIO) -> None:
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.fetchall()]
    json.dump(rows, file, indent=2, default=str)
    file.write("\n")


_WRITERS = {"table": _table, "csv": _csv, "json": _json}


@contextmanager
def _replacing(output: Path) -> Iterator[Path]:
    """A file beside the output that takes its place when everything is written."""
    try:
        folder = tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}-")
    except OSError as error:
        raise InputError(f"cannot write {str(output)!r}: {error.strerror}") from error
    with folder as name:
        path = Path(name) / output.name
        yield path
        path.replace(output)
