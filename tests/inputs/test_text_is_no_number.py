"""Text where a number belongs: every macro reads the number that it spells, or refuses it; none sorts it as text.

Each numeric column of each input of each macro is given as numbers whose texts the alphabet orders otherwise, 5 before
42 before 116, and then as these texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from inputs.test_ends_of_a_double import CALLS, LONG, Call
from typical import create_tables

SPREAD = ("37 * {column} + 5", "{column}")
"""Where a macro refuses such numbers, as shares or labels, those that it has."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        yield con


def answered(con: duckdb.DuckDBPyConnection, call: Call) -> list[str] | None:
    """The rows, or None where it is refused. A column that is handed on is compared as the number that it spells."""
    try:
        rows = con.execute(call.sql).fetchall()
    except duckdb.Error:
        return None
    return sorted(repr([plain(value) for value in row]) for row in rows)


def plain(value: Any) -> Any:
    try:
        return f"{float(value):.9g}"
    except (TypeError, ValueError):
        return value


def sorted_as_text(con: duckdb.DuckDBPyConnection, call: Call) -> list[str]:
    """The columns whose texts have another answer than the numbers that they spell."""
    create_tables(con, call.tables.values())
    wrong = []
    for table, column in call.numeric:
        con.execute(f"create or replace temp table kept as from {table}")
        for spread in SPREAD:
            number = spread.format(column=f'"{column}"')
            answers = []
            for kind in ("double", "varchar"):
                changed = f'select * replace (({number})::double::{kind} as "{column}") from kept'
                con.execute(f"create or replace table {table} as {changed}")
                answers.append(answered(con, call))
            known, found = answers
            if known is not None and found is not None and found != known:
                wrong.append(f"{table}.{column} as {number}: {found[:2]}, not {known[:2]}")
        con.execute(f"create or replace table {table} as from kept")
    return wrong


MOMENTS = {"split"}
"""Whose `rated_at` may be a date or a time as text."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in CALLS if name not in LONG | MOMENTS])
def test_no_macro_sorts_numbers_by_the_alphabet(con: duckdb.DuckDBPyConnection, name: str) -> None:
    assert sorted_as_text(con, CALLS[name]) == []
