"""Intervals of means: against scipy and twins that draw the same hashes, through every way in; what they promise."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from typer.testing import CliRunner

import rankhouse
from comparison.test_compare import bca, poisson_weights
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app

Row = tuple[Any, ...]
METHODS = ("t", "bootstrap", "bca", "wilson")
WAYS = ["dbt", "table macro", "python"]
FIGURES = ["measure", "metric", "k", "value", "n_queries", "std_dev", "ci_low", "ci_high", "method"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def known_interval(
    values: Mapping[str, float],
    method: str,
    confidence: float,
    repetitions: int,
    seed: int,
    lowest: float | None = None,
    highest: float | None = None,
) -> tuple[float | int | None, ...]:
    """value, n_queries, std_dev, ci_low, ci_high of values by query; ends of t within a range."""
    x = np.array(list(values.values()))
    n = len(x)
    if not n:
        return None, 0, None, None, None
    std_dev = None if n == 1 else 0.0 if (x == x[0]).all() else float(x.std(ddof=1))
    low = high = None
    if method == "wilson" and set(x) <= {0, 1}:
        found = stats.binomtest(int(x.sum()), n).proportion_ci(confidence, method="wilson")
        low, high = found.low, found.high
    elif method == "t" and n > 1:
        half = stats.t.ppf((1 + confidence) / 2, n - 1) * std_dev / math.sqrt(n)
        low, high = x.mean() - half, x.mean() + half
        low = low if lowest is None else max(low, lowest)
        high = high if highest is None else min(high, highest)
    elif method in ("bootstrap", "bca") and 2.0 ** (1 - n) <= 1 - confidence:
        weights = np.array([poisson_weights(query, repetitions, seed) for query in values])
        totals = weights.sum(axis=0)
        means = (weights * x[:, None]).sum(axis=0)[totals > 0] / totals[totals > 0]
        if len(means) > 1 and method == "bca":
            low, high = bca(x, means, confidence)
        elif len(means) > 1:
            low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(x.mean()), n, std_dev, low, high


def tabled(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    """Of system, query, measure, k and value."""
    con.execute(
        "create or replace table by_query"
        " (system varchar, query_id varchar, measure varchar, metric varchar default 'm', k integer, value double)"
    )
    con.execute(
        "insert into by_query (system, query_id, measure, k, value)"
        " select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::varchar[]), unnest($4::integer[]),"
        " unnest($5::double[])",
        [[row[place] for row in rows] for place in range(5)],
    )


def asked(con: duckdb.DuckDBPyConnection, way: str, **arguments: Any) -> list[Row]:
    if way == "dbt":
        return con.sql(str(macros("duckdb").mean_intervals("main.by_query", **arguments))).fetchall()
    if way == "python":
        return rankhouse.mean_intervals("by_query", **arguments, con=con).fetchall()
    given = "".join(f", {name} := {value!r}" for name, value in arguments.items())
    return con.sql(f"from mean_intervals('by_query'{given})").fetchall()


def close(found: Row, known: Row) -> None:
    assert [one is None for one in found] == [one is None for one in known], (found, known)
    for mine, theirs in zip(found, known, strict=True):
        assert mine == (
            theirs if isinstance(theirs, str) or theirs is None else pytest.approx(theirs, rel=1e-9, abs=1e-9)
        )


# Many values on a grid, whose means are at times the same, or of any size.
numbers = st.sampled_from([0.0, 0.25, 0.5, 1.0]) | st.floats(0, 1, width=32)
keys = st.tuples(
    st.sampled_from(["a", "b", None]), st.integers(0, 30).map("q{}".format), st.sampled_from(["m@5", "n@10", "o"])
)
tables = st.dictionaries(keys, numbers | st.none() | st.sampled_from([math.nan, math.inf]), min_size=20, max_size=90)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["t", "bootstrap", "bca"])
@given(
    table=tables,
    confidence=st.sampled_from([0.5, 0.8, 0.95, 0.999]),
    repetitions=st.sampled_from([1, 99, 600]),
    seed=st.integers(0, 9),
)
@examples(3)
def test_values_are_those_of_the_twin(
    con: duckdb.DuckDBPyConnection,
    way: str,
    method: str,
    table: dict[Row, float | None],
    confidence: float,
    repetitions: int,
    seed: int,
) -> None:
    ks = {"m@5": 5, "n@10": 10, "o": None}
    tabled(con, [(*key, ks[key[2]], value) for key, value in table.items()])
    arguments = {"method": method, "confidence": confidence, "repetitions": repetitions, "seed": seed}
    found = {row[:2]: row[2:] for row in asked(con, way, **arguments)}
    known: dict[Row, dict[str, float]] = {}
    for (system, query, measure), value in table.items():
        own = known.setdefault((system, measure), {})
        if value is not None and math.isfinite(value):
            own[query] = value
    assert found.keys() == known.keys()
    for (system, measure), own in known.items():
        figures = known_interval(own, method, confidence, repetitions, seed)
        close(found[system, measure], ("m", ks[measure], *figures, method))


@pytest.mark.parametrize("way", WAYS)
@given(hits=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=12, max_size=20), data=st.data())
@examples(4)
def test_wilson_is_that_of_scipy(
    con: duckdb.DuckDBPyConnection, way: str, hits: list[tuple[int, int]], data: st.DataObject
) -> None:
    confidence = data.draw(st.sampled_from([0.5, 0.9, 0.95, 0.9999]))
    rows: list[Row] = []
    known = {}
    for number, (n_hits, n_misses) in enumerate(hits):
        values = {f"q{place}": float(place < n_hits) for place in range(n_hits + n_misses)} or {"q0": None}
        rows += [(f"s{number}", query, "hit_rate@5", 5, value) for query, value in values.items()]
        counted = {query: value for query, value in values.items() if value is not None}
        known[f"s{number}"] = known_interval(counted, "wilson", confidence, 1, 0)
    tabled(con, rows)
    found = {row[0]: row[4:-1] for row in asked(con, way, method="wilson", confidence=confidence)}
    assert found.keys() == known.keys()
    for system, figures in known.items():
        mine = found[system]
        assert mine[:2] == figures[:2]
        within = [each if each is None else pytest.approx(each, rel=1e-12, abs=1e-12) for each in figures[2:]]
        assert list(mine[2:]) == within


def test_ends_that_are_exact(con: duckdb.DuckDBPyConnection) -> None:
    """Of hits alone the upper end is 1, of none the lower one 0: not nearly."""
    tabled(con, [(system, f"q{n}", "hit_rate@5", 5, value) for system, value in (("a", 0), ("b", 1)) for n in range(7)])
    rows = {row[0]: row for row in asked(con, "dbt", method="wilson")}
    assert rows["a"][7] == 0
    assert rows["b"][8] == 1
    assert rows["a"][8] == pytest.approx(1 - rows["b"][7], abs=1e-15)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_wilson_says_nothing_of_other_values(con: duckdb.DuckDBPyConnection, way: str) -> None:
    tabled(con, [("a", "q1", "ndcg", None, 0.5), ("a", "q2", "ndcg", None, 1), ("a", "q1", "hit_rate", None, 1)])
    found = {row[1]: row[-3:] for row in asked(con, way, method="wilson")}
    assert found["ndcg"] == (None, None, "wilson")
    assert found["hit_rate"] == (pytest.approx(stats.binomtest(1, 1).proportion_ci(method="wilson").low), 1, "wilson")


def test_t_is_that_of_scipy() -> None:
    rng = np.random.default_rng(0)
    con = duckdb.connect()
    for n in (2, 3, 10, 1000):
        x = rng.normal(5, 2, n)
        tabled(con, [("a", f"q{place}", "dcg", None, value) for place, value in enumerate(x.tolist())])
        ((*_, low, high, _),) = asked(con, "dbt", confidence=0.9)
        expected = stats.ttest_1samp(x, 0).confidence_interval(0.9)
        assert (max(low, 0), high) == pytest.approx((max(expected.low, 0), expected.high), rel=1e-11)


def test_the_bootstrap_is_near_that_of_scipy() -> None:
    rng = np.random.default_rng(3)
    x = rng.beta(1, 4, 200)
    con = duckdb.connect()
    tabled(con, [("a", f"q{place}", "ndcg", None, value) for place, value in enumerate(x.tolist())])
    for method, theirs in (("bootstrap", "percentile"), ("bca", "BCa")):
        ((*_, low, high, _),) = asked(con, "dbt", method=method)
        found = stats.bootstrap((x,), np.mean, method=theirs, rng=1).confidence_interval
        assert (low, high) == pytest.approx((found.low, found.high), abs=0.05 * x.std() / 3)


@pytest.mark.parametrize("method", ["t", "bootstrap", "bca"])
def test_intervals_stay_in_the_range(con: duckdb.DuckDBPyConnection, method: str) -> None:
    measures = {"ndcg@5": (0, 1), "dcg": (0, math.inf), "ndcg(negative=keep)@5": (-math.inf, math.inf)}
    tabled(con, [("a", f"q{n}", name, None, value) for name in measures for n, value in enumerate([0, 0, 1, 0, 0, 1])])
    for row in asked(con, "dbt", method=method):
        lowest, highest = measures[row[1]]
        low, high = (-0.2, 0.87) if method == "t" else (0.05, 0.6)
        assert lowest <= row[7] < row[8] <= highest
        assert row[7] <= max(low, lowest) and row[8] >= min(high, highest)


@pytest.mark.parametrize("method", METHODS)
def test_an_interval_holds_the_mean_as_often_as_it_says(method: str) -> None:
    """Of 300 samples of 60 queries; the share of 90 % has a standard deviation of 1.7 points."""
    rng = np.random.default_rng(5)
    x = rng.integers(0, 2, (300, 60)) if method == "wilson" else rng.beta(2, 3, (300, 60))
    con = duckdb.connect()
    samples = pa.table(  # noqa: F841 (read by the next line)
        {
            "system": np.repeat(np.arange(300), 60),
            "query_id": np.tile(np.arange(60), 300) + np.repeat(np.arange(300), 60) * 60,
            "measure": ["m"] * 18000,
            "metric": ["m"] * 18000,
            "k": [1] * 18000,
            "value": x.ravel().astype(float),
        }
    )
    con.execute("create table by_query as from samples")
    rows = asked(con, "dbt", method=method, confidence=0.9, repetitions=400)
    mean = 0.5 if method == "wilson" else 0.4
    assert 0.85 <= sum(row[7] <= mean <= row[8] for row in rows) / 300 <= 0.95


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("way", WAYS)
def test_no_rows(con: duckdb.DuckDBPyConnection, way: str, method: str) -> None:
    tabled(con, [])
    assert asked(con, way, method=method) == []


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_rows_of_one_query_move_together(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Two rows of a query have one weight, as if they were one with their sum twice."""
    values = {"q1": 0.1, "q2": 0.9, "q3": 0.4, "q4": 0.4, "q5": 0.8, "q6": 0.3}
    tabled(con, [("a", query, "m", None, value) for query, value in values.items() for _ in range(2)])
    ((*_, n, _, low, high, _),) = asked(con, way, method="bootstrap", repetitions=200)
    assert n == 12
    assert (low, high) == pytest.approx(known_interval(values, "bootstrap", 0.95, 200, 0)[3:])


def test_python_gives_measures_in_the_order_of_their_cutoffs(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [("a", f"q{n}", f"ndcg@{k}", k, n / 10) for k in (20, 5, 100) for n in range(5)])
    found = rankhouse.mean_intervals("by_query", con=con)
    assert found.columns == ["system", *FIGURES]
    assert [row[1] for row in found.fetchall()] == ["ndcg@5", "ndcg@20", "ndcg@100"]


def test_what_evaluate_gives(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create or replace table run as select s as system, q as query_id, i as item_id, (i * q + s * i) % 7 as score"
        " from range(2) as systems(s), range(9) as queries(q), range(5) as items(i);"
        "create or replace table judgments as select q as query_id, q % 5 as item_id, 1 as relevance from range(9) t(q)"
    )
    asked_for, columns = ["ndcg@3", "hit_rate@2"], "system, measure, metric, k, value, n_queries"
    values = rankhouse.evaluate("run", "judgments", asked_for, by="system", per_query=True, con=con)
    means = rankhouse.evaluate("run", "judgments", asked_for, by="system", con=con)
    found = rankhouse.mean_intervals(values, con=con)
    assert sorted(found.select(columns).fetchall()) == sorted(means.select(columns).fetchall())
    for *_, value, n, _, low, high, _ in rankhouse.mean_intervals(
        values.filter("metric = 'hit_rate'"), method="wilson", con=con
    ).fetchall():
        expected = stats.binomtest(round(value * n), n).proportion_ci(method="wilson")
        assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "percentile"}, "method must be t | bootstrap | bca | wilson"),
        ({"method": "wilson"}, "1 of query_metrics are different, e.g. 0.5 of ndcg"),
        ({"by": []}, "1 queries with several values of one measure, e.g. ndcg for query_id 'q1'"),
        ({"by": "sytem"}, "did you mean 'system'"),
        ({"confidence": 95}, "confidence is a number above 0 and below 1"),
        ({"repetitions": 0}, "repetitions is a whole number of at least 1 and at most 10000"),
        ({"seed": 0.5}, "seed is a whole number"),
        ({"by": ["method"]}, "by names 'method', which is also a column of the result"),
        ({"columns": {"n_gifen": "n"}}, "did you mean 'n_given'"),
        ({"columns": {"value": "score"}}, "has no column 'score'"),
    ],
)
def test_what_is_refused(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    tabled(con, [("a", "q1", "ndcg", None, 0.5), ("b", "q1", "ndcg", None, 1)])
    with pytest.raises(InputError, match=message):
        rankhouse.mean_intervals("by_query", **arguments, con=con)


def test_other_names_and_the_command_line(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    tabled(con, [("a", f"q{n}", "ndcg@5", 5, n / 10) for n in range(9)])
    expected = rankhouse.mean_intervals("by_query", method="bca", repetitions=100, con=con).fetchall()
    path = tmp_path / "values.csv"
    con.execute(f"copy (select system, query_id as user, measure, metric, k, value as score from by_query) to '{path}'")
    names = {"query_id": "user", "value": "score"}
    found = rankhouse.mean_intervals(path, method="bca", repetitions=100, columns=names).fetchall()
    assert found == expected
    given = [
        "mean-intervals",
        str(path),
        "--by",
        "system",
        "--method",
        "bca",
        "--repetitions",
        "100",
        "--format",
        "csv",
    ]
    done = CliRunner().invoke(app, [*given, "--columns", "query_id=user", "--columns", "value=score"])
    assert done.exit_code == 0, done.output
    header, row = csv.reader(done.stdout.splitlines())
    assert header == ["system", *FIGURES]
    assert [float(row[place]) for place in (7, 8)] == pytest.approx(expected[0][7:9])
