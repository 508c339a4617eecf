"""A typical call of each public macro: its tables, its arguments and its truth, which every suite finds here.

tests/calls/<family>.py holds the CALLS of a family.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb

FOLDER = Path(__file__).parents[1] / "calls"
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Given:
    """A small table. The examples of commands find it as a file of this name."""

    name: str
    columns: str
    rows: Sequence[Row]

    @property
    def names(self) -> list[str]:
        return self.columns.split()

    def column(self, name: str) -> list[Any]:
        place = self.names.index(name)
        return [row[place] for row in self.rows]

    @property
    def dictionaries(self) -> list[dict[str, Any]]:
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]

    @property
    def kinds(self) -> dict[str, str]:
        """Each column with what its values are: text, double or bigint."""
        return {name: _kind(self.column(name)) for name in self.names}


def _kind(values: Sequence[Any]) -> str:
    if any(isinstance(value, str) for value in values):
        return "text"
    return "double" if any(isinstance(value, float) for value in values) else "bigint"


@dataclass(frozen=True, kw_only=True)
class TypicalCall:
    """A call that somebody might make, over tables that can be read, and what it gives.

    tables: by the argument that takes each.
    arguments: the others, as dbt takes them.
    keys: the columns that tell the rows of the answer apart.
    figures: the columns whose values are known.
    truth: those values by key, from the definition alone: brute force, another library, or arithmetic by hand.
    is_whole: whether the truth has every row of the answer.
    function: the function of Python, where it is not called like the macro; None where there is none over these tables.
    function_takes: what it takes besides.
    command: the words after `rankhouse`, where they are others than the name, the files and an option per argument;
        None where there is none over these tables.
    """

    macro: str
    tables: Mapping[str, Given] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    keys: str
    figures: str
    truth: Callable[[], Mapping[Row, Row]]
    is_whole: bool = True
    function: str | None = ""
    function_takes: Mapping[str, Any] = field(default_factory=dict)
    command: str | None = ""

    @property
    def given(self) -> dict[str, Any]:
        """All arguments, each table by its name."""
        return {argument: table.name for argument, table in self.tables.items()} | dict(self.arguments)


@cache
def typical_calls() -> dict[str, TypicalCall]:
    """The typical call of every macro, by its name."""
    modules = [import_module(f"calls.{path.stem}") for path in sorted(FOLDER.glob("*.py"))]
    calls = [call for module in modules for call in module.CALLS]
    found = {call.macro: call for call in calls}
    assert len(found) == len(calls), "a macro has two typical calls"
    return found


@cache
def given_tables() -> dict[str, Given]:
    """Every table of the typical calls, by its name."""
    tables = [table for call in typical_calls().values() for table in call.tables.values()]
    found = {table.name: table for table in tables}
    assert all(found[table.name] is table for table in tables), "two tables have one name"
    return found


def answered(call: TypicalCall, columns: Sequence[str], rows: Iterable[Row]) -> dict[Row, Row]:
    """The figures of an answer by key. Raises AssertionError where two rows have one key."""
    listed = list(rows)
    keys, figures = ([columns.index(name) for name in names.split()] for names in (call.keys, call.figures))
    found = {tuple(plain(row[at]) for at in keys): tuple(plain(row[at]) for at in figures) for row in listed}
    assert len(found) == len(listed), f"{call.macro} has rows twice"
    return found


def wanted(call: TypicalCall, found: Collection[Row]) -> dict[Row, Row]:
    """The truth, of whose rows an answer lacks none; neither has it others where the truth is whole."""
    known = {tuple(map(plain, key)): tuple(map(plain, row)) for key, row in call.truth().items()}
    missing, others = known.keys() - set(found), set(found) - known.keys()
    assert not missing, f"{call.macro} lacks {sorted(missing, key=repr)[:5]}, it has {sorted(others, key=repr)[:5]}"
    assert not (others and call.is_whole), f"{call.macro} has {sorted(others, key=repr)[:5]} besides"
    return known


def plain(value: Any) -> Any:
    """A number as Python's, a day as its text."""
    if value is None or isinstance(value, str):
        return value
    return str(value)[:10] if hasattr(value, "year") else float(value)


TYPES = {"text": "varchar", "double": "double", "bigint": "bigint"}


def create_tables(con: duckdb.DuckDBPyConnection, tables: Iterable[Given]) -> None:
    for table in tables:
        columns = ", ".join(f'"{name}" {TYPES[kind]}' for name, kind in table.kinds.items())
        cells = ", ".join(f"unnest(?::{TYPES[kind]}[])" for kind in table.kinds.values())
        con.execute(f"create or replace table {table.name} ({columns})")
        con.execute(f"insert into {table.name} select {cells}", [table.column(name) for name in table.names])
