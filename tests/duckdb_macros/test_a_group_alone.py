"""A group among others has the rows that it has alone: no step of a macro looks beyond its group."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from rankhouse._rendering.jinja import macros
from table_macro_calls import arguments, is_grouped, literal, parameters, relations_of, table_macros
from table_macro_tables import TABLES, registered_tables, typical_call
from table_macro_tables import Names as TableNames

POOLED = {
    "value_bounds": "an item that any group's list has is unjudged in all of them",
    "system_ranks": "the p-values of all groups are corrected together",
    "mean_over_curve": "the points of a curve are those that any group has",
}
"""Macros in which groups have something in common, and what."""
ACROSS = ("p_adjusted", "evaluated_at")
"""Columns that are of the whole call."""
UNGROUPED = ("human", "baseline", "items", "interactions", "features", "distances", "targets", "examination")
UNGROUPED += ("exclude", "candidates", "corrections")
"""Inputs that all groups share."""
TOGETHER = (
    ("rater_agreement", {"method": "cohen", "weights": "linear", "pairs": True}),
    ("rater_agreement", {"method": "cohen", "weights": "quadratic", "pairs": True}),
    ("rater_agreement", {"method": "gwet", "weights": "linear", "pairs": True}),
    ("rater_agreement", {"level": "ordinal", "pairs": True}),
    ("rater_agreement", {"level": "ratio", "pairs": True}),
    ("click_judgments", {"method": "ctr", "fit_prior": True, "examination": None}),
    ("click_judgments", {"method": "sdbn", "examination": None}),
    ("click_judgments", {"grades": 3}),
)
NAMES = [name for name in table_macros() if is_grouped(name) and name not in POOLED]


COPIES = 300
"""Of each row, in a group beside its own: above 1,024 units drawn one by one, and 256 places of a heap."""
IDS = ("query_id", "search_id", "slate_id", "user_id", "row_id", "image_id", "unit_id", "try_id")
"""What is told apart in the copies."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with registered_tables() as con:
        con.execute("create schema alone")
        yield con


@pytest.fixture(scope="module")
def crowded(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Each table among many copies of its groups: schema crowd."""
    con.execute("create schema crowd")
    for name in TABLES:
        types = dict(con.execute(f"select column_name, column_type from (describe {name})").fetchall())
        groups = ("n_given",) if name == "metrics" else ("system", "day")
        own = [column for column in groups if column in types and name not in UNGROUPED]
        # Of a day there is one row in a group.
        shift = "1000 * copy" if name == "metrics" else "100"
        moved = [beside(column, types[column], shift) for column in own[-1:]]
        moved += [beside(column, types[column], "1000 * copy") for column in IDS if column in types]
        copies = f"select * replace ({', '.join(moved)}) from {name}, range(1, {COPIES + 1}) as copies(copy)"
        copies = f"select * exclude (copy) from ({copies})"
        con.execute(f"create table crowd.{name} as from {name}" + (f" union all {copies}" if own else ""))
    return con


def beside(column: str, kind: str, shift: str) -> str:
    return f"{column} || '+' || ({shift}) as {column}" if kind == "VARCHAR" else f"{column} + ({shift}) as {column}"


def variants(name: str) -> Iterator[dict[str, Any]]:
    """One argument after the other at each of its choices."""
    yield {}
    for argument in parameters(name):
        spec = macros("duckdb").argument_of(name, argument)
        choices = [True, False] if spec.get("kind") == "flag" else spec.get("choices", [])
        yield from ({argument: choice} for choice in choices)


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_a_group_alone_is_the_group_among_others(con: duckdb.DuckDBPyConnection, name: str) -> None:
    compared = 0
    for variant in [*variants(name), *(more for each, more in TOGETHER if each == name)]:
        try:
            compared += compare(con, name, typical_call(name, TableNames()) | variant)
        except duckdb.InvalidInputException:
            # Arguments that do not go together.
            assert variant
    assert compared


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_a_group_alone_is_the_group_in_a_crowd(crowded: duckdb.DuckDBPyConnection, name: str) -> None:
    """A small group, and a large one beside it."""
    tables = {table: f"crowd.{table}" for table in relations_of(name)}
    for variant in [{}, *(more for each, more in TOGETHER if each == name)]:
        call = typical_call(name, TableNames()) | variant
        tables = {table: f"crowd.{table}" for table in relations_of(name) if call.get(table)}
        assert compare(crowded, name, call | tables, only_ends=True) == 2


def compare(con: duckdb.DuckDBPyConnection, name: str, call: dict[str, Any], only_ends: bool = False) -> int:
    """How many groups were compared; `only_ends`: the first and the last one."""
    columns, rows = answered(con, name, call)
    by = [column for column in call["by"] if column in columns]
    groups = {group_of(columns, by, row) for row in rows}
    known = sorted((group for group in groups if None not in group), key=repr)
    known = known[:: max(1, len(known) - 1)] if only_ends else known
    for group in known:
        tables = [table for table in relations_of(name) if call.get(table)]
        for table in tables:
            own = call.get("judgments_by", []) if table == "judgments" else call.get("ground_truth_by", by)
            own = by if table not in ("judgments", "ground_truth") else own
            own = call.get("run_by", []) if name == "click_estimates" and table == "run" else own
            kept = [
                f"{column} = {literal(value)}"
                for column, value in zip(by, group, strict=True)
                if column in TABLES[table] and column in own and table not in UNGROUPED
            ]
            con.execute(
                f"create or replace table alone.{table} as from {call[table]} where {' and '.join(['true', *kept])}"
            )
        _, alone = answered(con, name, call | {table: f"alone.{table}" for table in tables})
        assert plain(columns, [row for row in alone if group_of(columns, by, row) == group]) == plain(
            columns, [row for row in rows if group_of(columns, by, row) == group]
        ), (call, group)
    return len(known)


def answered(con: duckdb.DuckDBPyConnection, name: str, call: dict[str, Any]) -> tuple[list[str], list[Any]]:
    found = con.execute(f"from {name}({arguments(call)})")
    return [column[0] for column in found.description or ()], found.fetchall()


def group_of(columns: list[str], by: list[str], row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(row[columns.index(column)] for column in by)


def plain(columns: list[str], rows: list[Any]) -> list[str]:
    """With numbers to ten digits that count, which differ in their last ones by the order of sums."""
    return sorted(
        repr([rounded(value) for column, value in zip(columns, row, strict=True) if column not in ACROSS])
        for row in rows
    )


def rounded(value: Any) -> Any:
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    return float(f"{value:.10g}") if abs(value) > 1e-12 else 0.0
