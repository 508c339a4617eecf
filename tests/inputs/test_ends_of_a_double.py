"""No result has NaN or infinity, whatever stands in a numeric column of an input.

Each numeric column of each input of each macro takes a value at the ends of a double, in one row, in all, or with
signs that alternate: the answer is refused in words that name the column, or each of its numbers is finite or NULL.
What every measure says of such rows is in tests/ranking/test_extremes.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import duckdb
import pytest

from helpers.refusals import GOOD, Good
from rankhouse._rendering.jinja import macros
from typical import Given, create_tables, typical_calls

PACKAGE = macros("duckdb")
ENDS = [1e308, -1e308, 1e200, 1e160, 5e-324, 0.0, math.inf, math.nan]
PLACES = {
    "one row": "case when rowid = 0 then $value else {column} end",
    "all rows": "$value",
    "alternating signs": "case when rowid % 2 = 0 then 1 else -1 end * $value",
}


@dataclass(frozen=True)
class Call:
    """copied: columns of the answer that repeat what the input says, such as ids."""

    macro: str
    tables: dict[str, Given]
    arguments: dict[str, Any]
    copied: frozenset[str]

    @property
    def numeric(self) -> list[tuple[str, str]]:
        """The columns that hold numbers, each with its table; ids are none."""
        return [
            (table.name, name)
            for table in self.tables.values()
            for name, kind in table.kinds.items()
            if kind != "text" and name not in self.arguments.get("by", []) and not name.endswith("_id")
        ]

    @property
    def sql(self) -> str:
        names = {argument: table.name for argument, table in self.tables.items()}
        return str(getattr(PACKAGE, self.macro)(**names, **self.arguments))


COPIED = {
    "merge_ratings": "rating",  # by majority: one of the classes, which may be texts
    "correct_sampled": "n_items",  # of which catalogue a correction is
    "confidence_sequence": "first_different",  # one of the days
    "confusion_matrix": "label prediction",  # classes
    **dict.fromkeys(["sample_negatives", "sampled_ranks"], "relevance"),  # that of a judged item
    "split": "rated_at rating",  # rows are handed on as they are
    **dict.fromkeys(["roc_curve", "pr_curve", "lift"], "threshold"),  # one of the scores
}


def typical() -> dict[str, Call]:
    """`k` says which measure a row is of."""
    return {
        name: Call(
            name,
            dict(call.tables),
            dict(call.arguments),
            frozenset([*call.keys.split(), "k", *COPIED.get(name, "").split()]),
        )
        for name, call in typical_calls().items()
    }


def checked() -> dict[str, Call]:
    """With the options under which other columns are read."""
    calls = {}
    for name, good in GOOD.items():
        tables = {
            side: Given(f"{side}_given", " ".join(rows[0]), [tuple(row.values()) for row in rows])
            for side, rows in good.tables.items()
        }
        columns = {"columns": good.columns} if good.columns else {}
        calls[f"{name} of {good.macro}"] = Call(good.macro, tables, good.options | columns, copied_by(good))
    return calls


def copied_by(good: Good) -> frozenset[str]:
    """Merged by anything but a majority, ratings are no classes."""
    return frozenset() if good.options.get("method") else frozenset(COPIED.get(good.macro, "").split())


def weighted() -> dict[str, Call]:
    weight = {"columns": {"weight": "weight"}}
    exposure, recommended = typical()["group_exposure"], typical()["recommendation_metrics"]
    features = Given("weighed", "item_id feature weight", exposure.tables["features"].rows)
    return {
        "recommendation_metrics with weights": Call(
            "recommendation_metrics",
            {"run": recommended.tables["run"], "features": features},
            {"measures": ["intra_list_diversity@3", "awrf(target=uniform)@3"], "by": ["system"], **weight},
            recommended.copied,
        ),
        "group_exposure with weights": Call(
            "group_exposure", exposure.tables | {"features": features}, exposure.arguments | weight, exposure.copied
        ),
    }


LONG = {"detection_class_metrics", "explain", "explain_number", "input_problems", "query_metrics", "tie_audit"}
"""Macros with the formulas of others, and texts that take minutes to plan for all values."""

CALLS = {name: call for name, call in (typical() | checked() | weighted()).items() if call.numeric}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """A call is planned once for many values, so by no statistics of the values that stand there first."""
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute("set disabled_optimizers = 'statistics_propagation,compressed_materialization'")
        yield con


def faults(con: duckdb.DuckDBPyConnection, call: Call, ends: list[tuple[str, float]]) -> list[str]:
    """`ends`: the places and the values that each column takes."""
    create_tables(con, call.tables.values())
    for table, column in call.numeric:
        con.execute(f'alter table {table} alter "{column}" type double')
    con.execute(f"prepare asked as {call.sql}")
    found = []
    for table, column in call.numeric:
        kept = [row[0] for row in con.execute(f'select "{column}" from {table} order by rowid').fetchall()]
        for place, value in ends:
            given = PLACES[place].format(column=f'"{column}"')
            con.execute(f'update {table} set "{column}" = {given}', {"value": value})
            found += [f"{value} in {place} of {table}.{column}: {wrong}" for wrong in wrongs(con, call, column)]
            con.execute(f'update {table} set "{column}" = ($kept::double[])[rowid + 1]', {"kept": kept})
    con.execute("deallocate asked")
    return found


def wrongs(con: duckdb.DuckDBPyConnection, call: Call, column: str) -> list[str]:
    try:
        rows = con.execute("execute asked").fetchall()
    except duckdb.Error as error:
        is_refused = isinstance(error, duckdb.InvalidInputException) and column in str(error)
        return [] if is_refused else [str(error)]
    columns = [name for name, *_ in con.description or ()]
    numbers = [(name, value) for row in rows for name, value in zip(columns, row, strict=True)]
    own = call.copied | set(call.arguments.get("by", []))
    return sorted(
        {
            f"{name} is {value}"
            for name, value in numbers
            if isinstance(value, float) and not math.isfinite(value) and name not in own and not name.endswith("_id")
        }
    )


@pytest.mark.parametrize("name", [name for name in CALLS if name in typical_calls().keys() - LONG])
def test_a_number_in_a_result_is_finite(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """A large number in one row of each column."""
    assert faults(con, CALLS[name], [("one row", 1e200)]) == []


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [name for name in CALLS if name not in LONG])
def test_every_number_in_a_result_is_finite(con: duckdb.DuckDBPyConnection, name: str, place: str) -> None:
    assert faults(con, CALLS[name], [(place, value) for value in ENDS]) == []
