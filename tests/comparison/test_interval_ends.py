"""Intervals of means end where their measure does, in every way in; values, errors and counts know no such end."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal

HALF = 1.959963984540054
# Of two queries: one whose relevant item comes first, one without its relevant item, whose only item has grade -1.
# The second value is that of the latter; then the ends of the measure's range.
KNOWN: dict[str, tuple[float, float | None, float | None]] = {
    "ndcg@1": (0, 0, 1),
    "ndcg(gain=linear, ideal=constant)@1": (0, 0, None),
    "ndcg(gain=binary, ideal=constant)@1": (0, 0, 1),
    "ndcg(negative=keep)@1": (-0.5, None, None),
    "ndcg(gain=binary, negative=keep)@1": (0, 0, 1),
    "ndcg(negative=normalize)@1": (0, 0, 1),
    "hits@1": (0, 0, 1),
    "hits": (0, 0, None),
    "dcg@1": (0, 0, None),
    "dcg(negative=keep)@1": (-0.5, None, None),
    "cg@1": (-1, None, None),
    "cg(negative=zero)@1": (0, 0, None),
    "cg(gain=binary)@1": (0, 0, 1),
    "recall@1": (0, 0, 1),
    "recall(weights=relevant)@1": (0, 0, 1),
    "average_precision": (0, 0, 1),
}
MEASURES = list(KNOWN)


@pytest.fixture
def con(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    registered.execute(
        "create table run as from (values ('q', 'a', 2.0, 's'), ('r', 'x', 1.0, 's'))"
        " as listed(query_id, item_id, score, system);"
        "create table judgments as from (values ('q', 'a', 1), ('r', 'b', 1), ('r', 'x', -1))"
        " as judged(query_id, item_id, relevance)"
    )
    return registered


Found = list[tuple[Any, ...]]
COLUMNS = "measure, value, std_error, ci_low, ci_high"


def in_python(con: duckdb.DuckDBPyConnection, measures: list[str], **arguments: Any) -> Found:
    return rankhouse.evaluate("run", "judgments", measures, con=con, **arguments).select(COLUMNS).fetchall()


def in_dbt(con: duckdb.DuckDBPyConnection, measures: list[str], **arguments: Any) -> Found:
    sql = macros("duckdb").metrics("main.run", "main.judgments", measures=measures, **arguments)
    return con.sql(str(sql)).select(COLUMNS).fetchall()


def in_grouping_sets(con: duckdb.DuckDBPyConnection, measures: list[str]) -> Found:
    return in_dbt(con, measures, by=["system"], grouping_sets=[["system"]])


def of_a_table(con: duckdb.DuckDBPyConnection, measures: list[str]) -> Found:
    """As the incremental tables are summed up."""
    package = macros("duckdb")
    plan = package.plan({"run": "main.run", "judgments": "main.judgments", "measures": measures})
    con.execute(f"create table by_query as {package.query_metrics_of(plan, True)}")
    return con.sql(str(package.summary_of_table(plan, "main.by_query"))).select(COLUMNS).fetchall()


def by_table_macro(con: duckdb.DuckDBPyConnection, measures: list[str], convention: str | None = None) -> Found:
    asked = ", ".join(map(literal, measures))
    by = "null" if convention is None else literal(convention)
    return con.sql(
        f"select {COLUMNS} from metrics('run', 'judgments', measures := [{asked}], convention := {by})"
    ).fetchall()


def ends(values: list[float], lowest: float | None, highest: float | None) -> tuple[float, ...]:
    """value, std_error, ci_low, ci_high of two values."""
    mean, error = sum(values) / 2, abs(values[0] - values[1]) / 2
    low, high = mean - HALF * error, mean + HALF * error
    return mean, error, low if lowest is None else max(low, lowest), high if highest is None else min(high, highest)


@pytest.mark.parametrize("way", [in_python, in_dbt, in_grouping_sets, of_a_table, by_table_macro])
def test_ends_are_within_the_range(con: duckdb.DuckDBPyConnection, way: Callable[..., Found]) -> None:
    found = {measure: figures for measure, *figures in way(con, MEASURES)}
    assert found == {
        measure: pytest.approx(ends([1, value], lowest, highest), abs=1e-12)
        for measure, (value, lowest, highest) in KNOWN.items()
    }


@pytest.mark.parametrize("way", [in_python, in_dbt, by_table_macro])
def test_a_convention_may_lift_the_range(con: duckdb.DuckDBPyConnection, way: Callable[..., Found]) -> None:
    ((_, value, error, low, high),) = way(con, ["ndcg@1"], convention="torchmetrics")
    # The list of one item of grade -1 has none that is relevant, and counts 0 there.
    assert (value, error, low, high) == pytest.approx(ends([1, 0], None, None))


def test_geometric_means(con: duckdb.DuckDBPyConnection) -> None:
    for way in (in_python, in_dbt, in_grouping_sets, of_a_table, by_table_macro):
        ((_, value, error, low, high),) = way(con, ["gmap"])
        assert value == pytest.approx(math.sqrt(1e-5))
        assert (low, high) == (pytest.approx(value * math.exp(-HALF * error / value)), 1)
        con.execute("drop table if exists by_query")


# Of two lists: the values, and the ends of the range.
BEYOND: dict[str, tuple[list[float], float | None, float | None]] = {
    "intra_list_diversity(distance=jaccard)": ([0, 1], 0, 1),
    "intra_list_diversity": ([0, 1], 0, 1),
    "intra_list_diversity(distance=table)": ([0, 1], None, None),
    "serendipity(expected=baseline)": ([0, 1], 0, 1),
    "average_popularity": ([0, 1], 0, None),
    "average_popularity(normalisation=interactions)": ([0, 0.5], 0, 1),
    "novelty": ([1, 1], 0, None),
}


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("way", ["python", "dbt", "table macro"])
def test_measures_of_recommendations(con: duckdb.DuckDBPyConnection, way: str, is_weighted: bool) -> None:
    con.execute(
        "create table lists as from (values (1, 'a', 2), (1, 'b', 1), (2, 'c', 2), (2, 'd', 1))"
        " as listed(query_id, item_id, score);"
        "create table features as from (values ('a', 'f', 1), ('b', 'f', 1), ('c', 'f', 1), ('d', 'g', 1))"
        " as known(item_id, feature, times);"
        "create table distances as from (values ('a', 'b', 0), ('c', 'd', 1)) as t(item_id, other_item_id, distance);"
        "create table labels as from (values (2, 'c', 1), (2, 'd', 1)) as judged(query_id, item_id, relevance);"
        "create table past as from (values (8, 'c'), (9, 'd')) as known(query_id, item_id)"
    )
    # Of the second list's items both are relevant; the baseline has neither.
    con.execute("create table baseline as select distinct query_id, 'z' as item_id, 1 as score from lists")
    measures = list(BEYOND)
    inputs = {"features": "features", "distances": "distances", "interactions": "past"}
    inputs |= {"judgments": "labels", "baseline": "baseline"}
    columns = {"features.weight": "times"} if is_weighted else {}
    if way == "python":
        found = rankhouse.recommendation_metrics("lists", measures, **inputs, columns=columns, con=con)
    elif way == "dbt":
        tables = {name: f"main.{table}" for name, table in inputs.items()}
        found = con.sql(str(macros("duckdb").recommendation_metrics("main.lists", measures, columns=columns, **tables)))
    else:
        given = "".join(f", {name} := '{table}'" for name, table in inputs.items())
        asked = ", ".join(map(literal, measures))
        given += f", columns := map {columns}"
        found = con.sql(f"from recommendation_metrics('lists', measures := [{asked}]{given})")
    figures = {measure: row for measure, *row in found.select(COLUMNS).fetchall()}
    # Weights may be negative, and then cosine distances are up to 2.
    expected = BEYOND | ({"intra_list_diversity": ([0, 1], 0, 2)} if is_weighted else {})
    assert figures == {measure: pytest.approx(ends(*known), abs=1e-12) for measure, known in expected.items()}


# Learning curves: the range follows from the measure's name and the values.
CURVES: dict[str, tuple[list[float], float | None, float | None]] = {
    "ndcg@5": ([0, 1], 0, 1),
    "ndcg": ([0, 1], 0, 1),
    "ndcg(gain=linear)@5": ([0, 1], 0, 1),
    "ndcg(negative=keep)": ([0, 1], None, None),
    "ndcg(ideal=constant)@5": ([0, 1], 0, None),
    "ndcg(ideal=retrieved)@5": ([0, 1], 0, 1),
    "ndcg@1": ([-0.5, 1], None, 1),
    "ndcg@2": ([0, 1.5], 0, None),
    "dcg@5": ([0, 1], 0, None),
    "cg@5": ([0, 1], None, None),
    "recall@20": ([0, 1], 0, 1),
    "coverage_error": ([0, 1], 0, None),
    "my_ndcg": ([0, 1], None, None),
    "NDCG@5": ([0, 1], None, None),
    "": ([0, 1], None, None),
}


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize("name", ["learning_curve", "mean_over_curve"])
def test_learning_curves(con: duckdb.DuckDBPyConnection, way: str, name: str) -> None:
    con.execute(
        "create table by_query (query_id integer, system varchar, measure varchar, n_given integer, value double)"
    )
    rows = [(user, "s", name, 1, value) for name, (values, *_) in CURVES.items() for user, value in enumerate(values)]
    con.executemany("insert into by_query values (?, ?, ?, ?, ?)", rows)
    sql = getattr(macros("duckdb"), name)("main.by_query") if way == "dbt" else f"from {name}('by_query')"
    found = {measure: figures for measure, *figures in con.sql(str(sql)).select(COLUMNS).fetchall()}
    assert found == {name: pytest.approx(ends(*known), abs=1e-12) for name, known in CURVES.items()}


def test_a_point_of_a_curve_is_what_metrics_gives(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("alter table run add column n_given integer default 3")
    measures = ["ndcg@1", "dcg@1", "recall@1", "hits", "cg@1", "ndcg(negative=keep)@1", "average_precision"]
    curve = rankhouse.learning_curve("run", "judgments", measures, by=[], con=con)
    whole = rankhouse.evaluate("run", "judgments", measures, con=con)
    assert sorted(curve.select(COLUMNS).fetchall()) == sorted(whole.select(COLUMNS).fetchall())


def test_an_end_stays_where_the_mean_is_beyond() -> None:
    low, high = macros("duckdb").low_end("low", "value", "0"), macros("duckdb").high_end("high", "value", "1")
    known = [
        (-0.1, 0.5, 1.1, 0, 1),
        (-0.2, -0.1, 0.3, -0.2, 0.3),
        (0.9, 1.1, 1.3, 0.9, 1.3),
        (None, 0.5, None, None, None),
    ]
    for from_, value, to, *expected in known:
        sql = f"select {low}, {high} from (select ?::double as low, ?::double as value, ?::double as high)"
        # To its end: this connection is everybody's.
        assert duckdb.execute(sql, [from_, value, to]).fetchall() == [tuple(expected)]
