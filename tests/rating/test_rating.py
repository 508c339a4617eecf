"""Rating error: against exact fractions and scikit-learn, through every way in; bad input; hostile names."""

from __future__ import annotations

import json
import math
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from rankhouse.cli import app
from ratings import MEASURES, exact, of_peers

LISTED = f"measures := {MEASURES}"


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    copy_macros(con)
    return con


def load(con: duckdb.DuckDBPyConnection, pairs: list[tuple[Any, ...]], name: str = "predictions") -> None:
    con.execute(f"create or replace table {name} (system varchar, rating double, prediction double)")
    if pairs:
        con.executemany(f"insert into {name} values (?, ?, ?)", [list(pair) for pair in pairs])


def by_way(con: duckdb.DuckDBPyConnection, way: str) -> dict[tuple[Any, str], tuple[Any, ...]]:
    """(system, measure) -> value, n_ratings, n_left_out, value_sum."""
    if way == "dbt":
        result = con.sql(macros("duckdb").rating_metrics("main.predictions", MEASURES, by=["system"]))
    elif way == "table macro":
        result = con.sql(f"from rating_metrics('predictions', {LISTED}, by := ['system'])")
    else:
        result = rankhouse.rating_metrics("predictions", MEASURES, by=["system"], con=con)
    assert result.columns == ["system", "measure", "value", "n_ratings", "n_left_out", "value_sum"]
    return {row[:2]: row[2:] for row in result.fetchall()}


def near(value: float | None) -> Any:
    return value if value is None else pytest.approx(value, rel=1e-12, abs=1e-12)


numbers = st.integers(-20, 20).map(lambda n: n / 4)
rows = st.lists(st.tuples(st.sampled_from(["a", "b", None]), numbers, numbers), min_size=1, max_size=30)


@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
@given(pairs=rows)
@examples(10)
def test_values_are_exact_in_every_group(
    con: duckdb.DuckDBPyConnection, way: str, pairs: list[tuple[str | None, float, float]]
) -> None:
    load(con, pairs)
    found = by_way(con, way)
    systems = {system for system, *_ in pairs}
    assert found.keys() == {(system, measure) for system in systems for measure in MEASURES}
    for system in systems:
        mine = [(actual, predicted) for group, actual, predicted in pairs if group == system]
        for measure, (value, value_sum) in exact(mine).items():
            assert found[system, measure] == (near(value), len(mine), 0, near(value_sum))


def test_aggregates_are_those_of_scikit_learn(con: duckdb.DuckDBPyConnection) -> None:
    generator = np.random.default_rng(3)
    ratings = generator.integers(1, 6, 500).astype(float)
    predictions = ratings + generator.normal(0, 1, 500)
    load(con, [("a", a, p) for a, p in zip(ratings.tolist(), predictions.tolist(), strict=True)])
    expected = list(of_peers(ratings, predictions).values())
    calls = ", ".join(f"{measure}(rating, prediction)" for measure in MEASURES)
    assert con.execute(f"select {calls} from predictions").fetchone() == pytest.approx(expected, rel=1e-12)
    portable = ", ".join(getattr(macros("duckdb"), measure)("rating", "prediction") for measure in MEASURES)
    assert con.execute(f"select {portable} from predictions").fetchone() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("measure", MEASURES)
def test_expressions_hold_together(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    load(con, [("a", 1.0, 2.0), ("a", 2.0, 4.0), ("a", 6.0, 5.0)])
    expected, _ = exact([(2.0, 3.0), (3.0, 5.0), (7.0, 6.0)])[measure]
    assert expected is not None
    for call in (
        f"{measure}(rating + 1, prediction + 1)",
        getattr(macros("duckdb"), measure)("rating + 1", "prediction + 1"),
    ):
        row = con.execute(f"select 2 / {call}, -{call}, 10 - {call} * 2 from predictions").fetchone()
        assert row == pytest.approx((2 / expected, -expected, 10 - expected * 2), rel=1e-12)


def test_undefined_values_are_null(con: duckdb.DuckDBPyConnection) -> None:
    # 0.1 three times: a mean that is off by a rounding error must not make a variance.
    load(con, [("same", 0.1, 0.2)] * 3 + [("one", 3.0, 1.0), ("none", None, 1.0), ("none", 2.0, None)])
    found = by_way(con, "dbt")
    assert found["same", "r2"][0] is None
    assert found["one", "r2"][0] is None
    assert [found[system, "explained_variance"][0] for system in ("same", "one")] == [None, None]
    assert found["one", "rmse"][0] == 2.0
    assert [found["none", measure] for measure in MEASURES] == [(None, 0, 2, None)] * len(MEASURES)


def test_a_rating_of_0_has_no_percentage_error(con: duckdb.DuckDBPyConnection) -> None:
    """scikit-learn divides by 2e-16 there. A rating of 0 that is not predicted is in no pair."""
    load(con, [("zero", 0.0, 0.0), ("zero", 2.0, 1.0), ("left out", 0.0, None), ("left out", -2.0, 1.0)])
    for way in ("dbt", "table macro"):
        found = by_way(con, way)
        assert found["zero", "mape"] == (None, 2, 0, None)
        assert found["left out", "mape"] == (1.5, 1, 1, 1.5)


def test_explained_variance_forgives_a_constant_error(con: duckdb.DuckDBPyConnection) -> None:
    """The example of scikit-learn's documentation, and the same shifted by two."""
    actual, predicted = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]
    load(con, [("a", a, p) for a, p in zip(actual, predicted, strict=True)])
    call = "select explained_variance(rating, prediction{}), mape(rating, prediction) from predictions"
    expected = pytest.approx((0.9571734475374732, 0.3273809523809524), rel=1e-12)
    assert con.execute(call.format("")).fetchone() == con.execute(call.format(" + 2")).fetchone() == expected


def test_pairs_without_two_finite_numbers_are_left_out_and_counted(con: duckdb.DuckDBPyConnection) -> None:
    odd = [(math.nan, 1.0), (1.0, math.nan), (math.inf, 1.0), (1.0, -math.inf), (math.inf, math.inf), (None, 2.0)]
    load(con, [("a", 1.0, 2.0), ("a", 2.0, 2.0), *(("a", *pair) for pair in odd)])
    expected = {measure: value for measure, (value, _) in exact([(1.0, 2.0), (2.0, 2.0)]).items()}
    for way in ("dbt", "table macro"):
        found = by_way(con, way)
        assert {measure: found["a", measure][0] for measure in MEASURES} == pytest.approx(expected)
        assert {found["a", measure][1:3] for measure in MEASURES} == {(2, len(odd))}
    calls = ", ".join(f"{measure}(rating, prediction)" for measure in MEASURES)
    assert con.execute(f"select {calls} from predictions").fetchone() == pytest.approx(tuple(expected.values()))


def test_an_empty_table_has_no_rows(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [])
    assert con.sql(macros("duckdb").rating_metrics("main.predictions")).fetchall() == []
    assert con.sql("from rating_metrics('predictions')").fetchall() == []


def test_hostile_names(con: duckdb.DuckDBPyConnection) -> None:
    names = ['ra"t;ing', "measure", "by_1", "rating"]
    con.execute(
        'create or replace table "it\'s; drop" ("ra""t;ing" double, measure double, by_1 varchar, rating varchar)'
    )
    con.execute("insert into \"it's; drop\" values (1, 2, 'x', 'y'), (3, 3, 'x', 'y'), (5, 1, null, 'y')")
    renamed = {"rating": names[0], "prediction": names[1]}
    expected = [(None, "y", "mae", 4.0), ("x", "y", "mae", 0.5)]
    dbt = macros("duckdb").rating_metrics('"it\'s; drop"', ["mae"], by=["by_1", "rating"], columns=renamed)
    python = rankhouse.rating_metrics("it's; drop", ["mae"], by=["by_1", "rating"], columns=renamed, con=con)
    table = con.sql(
        "from rating_metrics('\"it''s; drop\"', measures := ['mae'], by := ['by_1', 'rating'],"
        " rating := 'ra\"t;ing', prediction := 'measure')"
    )
    for result in (con.sql(dbt), python, table):
        assert result.columns[:4] == ["by_1", "rating", "measure", "value"]
        assert sorted((row[:4] for row in result.fetchall()), key=str) == sorted(expected, key=str)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"measures": ["rmsee"]}, "unknown measure of rating error 'rmsee': did you mean 'rmse'?"),
        ({"measures": []}, "measures must be a list such as"),
        ({"by": "nobody"}, "has no column 'nobody'"),
        ({"by": ["system", "system"]}, "by has the column 'system' twice"),
        ({"columns": {"ratng": "x"}}, "'ratng' is not one of the columns that are read: did you mean 'rating'?"),
        ({"columns": {"rating": "stars"}}, "has no column 'stars' (rating)"),
        ({"columns": {"rating": "system"}}, "rating must be a number, but column 'system' is VARCHAR"),
    ],
)
def test_wrong_arguments_are_refused(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    load(con, [("a", 1.0, 2.0)])
    with pytest.raises(rankhouse.InputError) as raised:
        rankhouse.rating_metrics("predictions", con=con, **arguments)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "predictions (a pyarrow Table) is empty"),
        ([(None, 1.0)], "1 row has no rating (NULL or NaN in column 'rating')"),
        ([(1.0, math.nan)], "1 row has no prediction (NULL or NaN in column 'prediction')"),
        ([(1.0, math.inf)], "1 row has an infinite prediction in column 'prediction'"),
    ],
)
def test_bad_rows_are_refused_in_python(rows: list[tuple[Any, Any]], message: str) -> None:
    schema = pa.schema([("rating", pa.float64()), ("prediction", pa.float64())])
    table = pa.Table.from_pylist([dict(zip(schema.names, row, strict=True)) for row in rows], schema=schema)
    with pytest.raises(rankhouse.InputError) as raised:
        rankhouse.rating_metrics(table)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("measures := ['rmsee']", "unknown measure of rating error 'rmsee': did you mean 'rmse'?"),
        ("measures := []", "measures must be a list such as ['mae', 'mape']"),
        ("by := ['sytem']", '"sytem" in REPLACE list not found in predictions\nCandidate bindings: "system"'),
    ],
)
def test_wrong_arguments_of_the_table_macro(con: duckdb.DuckDBPyConnection, arguments: str, message: str) -> None:
    load(con, [("a", 1.0, 2.0)])
    with pytest.raises(duckdb.Error) as raised:
        con.sql(f"from rating_metrics('predictions', {arguments})").fetchall()
    assert message in str(raised.value)


def test_a_table_named_like_a_step_is_refused() -> None:
    with pytest.raises(rankhouse.InputError, match="write the schema before the table's name"):
        macros("duckdb").rating_metrics("rankhouse_wide")


def test_command_line(tmp_path: Any) -> None:
    file = tmp_path / "predictions.csv"
    file.write_text("system,stars,guess\na,1,2\na,4,2\nb,3,3\n")
    renames = ["--columns", "rating=stars", "--columns", "prediction=guess"]
    done = CliRunner().invoke(
        app,
        ["rating-metrics", str(file), "-m", "mae", "-m", "rmse", "--by", "system", "--format", "json", *renames],
    )
    assert done.exit_code == 0, done.output
    found = {(row["system"], row["measure"]): row["value"] for row in json.loads(done.stdout)}
    assert found == {("a", "mae"): 1.5, ("a", "rmse"): pytest.approx(math.sqrt(2.5)), ("b", "mae"): 0, ("b", "rmse"): 0}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_renders(dialect: str) -> None:
    sql = macros(*DIALECTS[dialect]).rating_metrics("main.predictions", MEASURES, by=["system"])
    assert "rankhouse_wide" in sql
