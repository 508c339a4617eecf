"""Rating error of rows with weights: against scikit-learn's sample_weight and exact fractions, through every way in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.jinja import macros
from ratings import MEASURES, exact, of_peers

Row = tuple[float, float, float]  # rating, prediction, weight
COLUMNS = {"weight": "worth"}
WAYS = ("duckdb", "none", "table macro", "python")


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, rows: list[tuple[Any, ...]]) -> None:
    con.execute("create or replace table predictions (system varchar, rating double, prediction double, worth double)")
    con.executemany("insert into predictions values (?, ?, ?, ?)", [list(row) for row in rows])


def asked(con: duckdb.DuckDBPyConnection, way: str) -> dict[tuple[Any, str], tuple[Any, ...]]:
    """(system, measure) -> value, n_ratings, n_left_out, value_sum, weight_sum."""
    if way == "table macro":
        found = con.sql(f"from rating_metrics('predictions', {MEASURES}, by := ['system'], weight := 'worth')")
    elif way == "python":
        found = rankhouse.rating_metrics("predictions", MEASURES, by=["system"], columns=COLUMNS, con=con)
    else:
        sql = macros(way).rating_metrics("main.predictions", MEASURES, by=["system"], columns=COLUMNS)
        found = con.sql(str(sql))
    shown = ["system", "measure", "value", "n_ratings", "n_left_out", "value_sum", "weight_sum"]
    assert found.columns == shown
    return {row[:2]: row[2:] for row in found.fetchall()}


def near(value: float | None) -> Any:
    return value if value is None else pytest.approx(value, rel=1e-12, abs=1e-12)


NUMBERS = st.integers(-20, 20).map(lambda n: n / 4)
WEIGHTS = st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])
ROWS = st.lists(st.tuples(st.sampled_from(["a", None]), NUMBERS, NUMBERS, WEIGHTS), min_size=1, max_size=25)


@pytest.mark.parametrize("way", WAYS)
@given(rows=ROWS)
@examples(8)
def test_values_are_exact_in_every_group(con: duckdb.DuckDBPyConnection, way: str, rows: list[Any]) -> None:
    load(con, rows)
    found = asked(con, way)
    for system in {system for system, *_ in rows}:
        mine = [row[1:] for row in rows if row[0] == system]
        total = sum(weight for *_, weight in mine)
        for measure, (value, value_sum) in exact(mine).items():
            assert found[system, measure] == (near(value), len(mine), 0, near(value_sum), total)


def test_values_are_those_of_scikit_learn(con: duckdb.DuckDBPyConnection) -> None:
    generator = np.random.default_rng(3)
    ratings = generator.integers(1, 6, 500).astype(float)
    predictions = ratings + generator.normal(0, 1, 500)
    weights = generator.random(500)
    columns = (column.tolist() for column in (ratings, predictions, weights))
    load(con, [("a", *row) for row in zip(*columns, strict=True)])
    found = asked(con, "duckdb")
    for measure, expected in of_peers(ratings, predictions, weights).items():
        assert found["a", measure][0] == near(expected)


def test_weights_of_1_change_nothing(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [("a", a / 4, p / 4, 1.0) for a, p in zip(range(1, 30), range(60, 31, -1), strict=True)])
    plain = con.sql(str(macros("duckdb").rating_metrics("main.predictions", MEASURES, by=["system"])))
    expected = {row[:2]: (near(row[2]), *row[3:5], near(row[5]), 29) for row in plain.fetchall()}
    assert asked(con, "duckdb") == expected


@pytest.mark.parametrize("weight", [None, math.nan, -0.5, 1e300, math.inf])
def test_weights_that_are_none(con: duckdb.DuckDBPyConnection, weight: float | None) -> None:
    rows = [("a", 1.0, 2.0, 0.5), ("a", 3.0, 2.0, 2.0), ("a", 2.0, 4.0, 1.0)]
    load(con, [*rows, ("a", 5.0, 1.0, weight)])
    expected = exact([row[1:] for row in rows])
    for way in WAYS[:3]:
        found = asked(con, way)
        for measure, (value, value_sum) in expected.items():
            assert found["a", measure] == (near(value), 3, 1, near(value_sum), 3.5)
    messages = {
        None: "1 row has no weight \\(NULL",
        -0.5: "1 row has a weight below 0 in column 'worth'",
        1e300: "1 row has a weight of 1e300 or more in column 'worth', e.g. ",
        math.inf: "1 row has an infinite weight in column 'worth'",
    }
    message = messages.get(weight, "1 row has no weight \\(NULL or NaN in column 'worth'")
    with pytest.raises(rankhouse.InputError, match=message):
        asked(con, "python")
