"""Inputs at the edge of what there is to measure: no query has anything relevant."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import pytest

import beyond
import rankhouse
import ratings
from oracle import truth_of
from rankhouse._rendering.jinja import macros
from tables import every_measure

MEASURES = [str(measure) for measure in every_measure(None, 3)]
WAYS = ["python", "dbt", "table macro"]
QUERIES = ["judged", "intersection", "run"]


@pytest.fixture
def con(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return registered


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("queries", QUERIES)
def test_without_a_relevant_item_every_measure_has_a_row(
    con: duckdb.DuckDBPyConnection, queries: str, way: str
) -> None:
    """Each way and each policy has every measure, in thirds: what they run is the same text."""
    part = (WAYS.index(way) + QUERIES.index(queries)) % 3
    asked = MEASURES[part::3]
    con.execute("create or replace table run as select 1 as query_id, unnest([1, 2]) as item_id, item_id / 2 as score")
    con.execute("create or replace table judgments as select 1 as query_id, unnest([1, 2]) as item_id, 0 as relevance")
    if way == "python":
        found = rankhouse.evaluate("run", "judgments", asked, queries=queries, con=con)
    elif way == "dbt":
        found = con.sql(str(macros("duckdb").metrics("main.run", "main.judgments", asked, queries=queries)))
    else:
        found = con.sql(f"from metrics('run', 'judgments', measures := {asked}, queries := '{queries}')")
    rows = found.project("measure, metric, value, n_queries, n_missing").fetchall()
    assert sorted(row[0] for row in rows) == sorted(asked)
    assert all((value is None) == (n_queries == 0) and n_missing == 0 for _, _, value, n_queries, n_missing in rows)
    counted = {metric for _, metric, _, n_queries, _ in rows if n_queries}
    if queries == "judged":
        assert counted <= {"silence"}
    else:
        metrics = {row[1] for row in rows}
        assert not counted & {"ndcg", "recall", "average_precision", "gmap", "f1", "r_precision", "q_measure"}
        assert counted >= metrics & {"precision", "hits", "dcg", "reciprocal_rank"}


TABLES = {
    "grades near the end of a double": ([1e308, 1e308, 0.0], [3.0, 2.0, 1.0]),
    "grades near both ends": ([1e308, -1e308, 1.0], [3.0, 2.0, 1.0]),
    "negative grades": ([1.0, -1e308, -1e308], [3.0, 2.0, 1.0]),
    "large grades": ([1e200, -1e200, 3.0], [1.0, 2.0, 3.0]),
    "small grades": ([1e-308, 0.0, 1e-308], [3.0, 2.0, 1.0]),
    "denormal grades": ([5e-324, 5e-324, 0.0], [3.0, 2.0, 1.0]),
    "the largest exponents": ([900.0, 1000.0, 999.0], [3.0, 2.0, 1.0]),
    "large scores": ([2.0, 0.0, 1.0], [1e308, -1e308, 0.0]),
    "denormal scores": ([2.0, 0.0, 1.0], [5e-324, 0.0, -0.0]),
    "infinite scores": ([2.0, 0.0, 1.0], [math.inf, -math.inf, math.inf]),
}
EXPONENTIAL = {
    measure["measure"]
    for measure in macros("duckdb").plan({"run": "run", "judgments": "judgments", "measures": MEASURES})["measures"]
    if measure["gain"].startswith("gain_exponential")
}


def is_finite(relation: duckdb.DuckDBPyRelation) -> bool:
    return not not_finite(relation)


def not_finite(relation: duckdb.DuckDBPyRelation) -> list[tuple[Any, ...]]:
    """The rows that have a figure which is NaN or infinite."""
    rows = relation.fetchall()
    assert rows
    return [row for row in rows if not all(math.isfinite(value) for value in row if isinstance(value, float))]


# 2 to the power of a grade is refused above 1000.
SMALL = [name for name, (grades, _) in TABLES.items() if max(grades) <= 1000]


@pytest.mark.parametrize("per_query", [False, True])
@pytest.mark.parametrize(
    ("names", "asked"),
    [(list(TABLES), [measure for measure in MEASURES if measure not in EXPONENTIAL]), (SMALL, sorted(EXPONENTIAL))],
    ids=["any grades", "grades to 1000"],
)
def test_no_figure_of_a_ranking_is_nan_or_infinite(
    con: duckdb.DuckDBPyConnection, names: list[str], asked: list[str], per_query: bool
) -> None:
    run, judgments = [], []
    for name in names:
        grades, scores = TABLES[name]
        for query in range(3):
            for item in range(3):
                run.append((name, query, item, scores[(item + query) % 3]))
                judgments.append((name, query, item, grades[item]))
    con.execute("create or replace table run (case_name text, query_id int, item_id int, score double)")
    con.execute("create or replace table judgments (case_name text, query_id int, item_id int, relevance double)")
    con.executemany("insert into run values (?, ?, ?, ?)", run)
    con.executemany("insert into judgments values (?, ?, ?, ?)", judgments)
    result = rankhouse.evaluate("run", "judgments", asked, by="case_name", per_query=per_query, con=con)
    counted = result.aggregate("case_name, count(distinct measure)").fetchall()
    of_queries = [truth_of(macros("duckdb").parse_measures([each])[0]["metric"]).of_queries for each in asked]
    of_none = {name: sum(bool(each and not each(TABLES[name][0])) for each in of_queries) for name in names}
    assert sorted(counted) == sorted((name, len(asked) - (of_none[name] if per_query else 0)) for name in names)
    assert not_finite(result) == []


@pytest.mark.parametrize("scores", [[1e-320, 1 - 1e-16, 0.5], [1.0, 0.0, 1.0], [1e-308, 0.5, 1.0]])
@pytest.mark.parametrize("labels", [[1, 0, 1], [0, 1, 0], [1, 1, 1]])
def test_no_figure_of_a_classifier_is(con: duckdb.DuckDBPyConnection, scores: list[float], labels: list[int]) -> None:
    con.execute("create or replace table predictions (score double, label int)")
    con.executemany("insert into predictions values (?, ?)", [*zip(scores, labels, strict=True)])
    every = [measure["name"] for measure in macros("duckdb").classification_catalogue()]
    assert is_finite(rankhouse.classifier_metrics("predictions", every, con=con))


@pytest.mark.parametrize(
    ("actual", "predicted"),
    [
        ([1e200, -1e200, 3.0], [0.0, 1.0, 2.0]),
        ([1e308, 1e308, 1e308], [-1e308, -1e308, -1e308]),
        ([1e-308, 0.0, 0.0], [0.0, 1e-200, 0.0]),
    ],
)
def test_no_figure_of_rating_error_is(
    con: duckdb.DuckDBPyConnection, actual: list[float], predicted: list[float]
) -> None:
    con.execute("create or replace table ratings (rating double, prediction double)")
    con.executemany("insert into ratings values (?, ?)", [*zip(actual, predicted, strict=True)])
    assert is_finite(rankhouse.rating_metrics("ratings", ratings.MEASURES, con=con))


@pytest.mark.parametrize("size", [1e-308, 1e-200, 1e50, 1e99])
def test_no_figure_of_recommendations_is(con: duckdb.DuckDBPyConnection, size: float) -> None:
    pairs = "select a.i as {}, b.i as {}, {} as {} from range(4) as a(i), range(4) as b(i)"
    for name, columns in {
        "run": ("query_id", "item_id", "-b.i", "score"),
        "baseline": ("query_id", "item_id", "b.i", "score"),
        "interactions": ("query_id", "item_id", "1", "n"),
        "judgments": ("query_id", "item_id", "b.i", "relevance"),
        "items": ("other", "item_id", "1", "n"),
        "features": ("item_id", "feature", f"{size} * (1 + a.i + b.i)", "weight"),
        "distances": ("item_id", "other_item_id", f"least({size}, 1) * (a.i <> b.i)::int", "distance"),
    }.items():
        con.execute(
            f"create or replace table {name} as " + pairs.format(columns[0], columns[1], columns[2], columns[3])
        )
    con.execute("create or replace table targets as select i as feature, 0.25 as target_share from range(4) as a(i)")
    inputs = ("items", "interactions", "judgments", "features", "distances", "baseline", "targets")
    asked = [str(measure) for measure in beyond.every_measure(None, 3)]
    result = rankhouse.recommendation_metrics(
        "run", asked, **{name: name for name in inputs}, columns={"weight": "weight"}, con=con, check="none"
    )
    assert len(result) == len(asked)
    assert not_finite(result) == []


@pytest.mark.parametrize("per_class", [False, True])
@pytest.mark.parametrize("score", [1e308, 5e-324])
@pytest.mark.parametrize("side", [5e307, 1e154, 1e-154, 1e-308])
def test_no_figure_of_detections_is(con: duckdb.DuckDBPyConnection, side: float, score: float, per_class: bool) -> None:
    corners = "x_min double, y_min double, x_max double, y_max double"
    con.execute(f"create or replace table detections (image_id int, class_id int, score double, {corners})")
    con.execute(f"create or replace table truth (image_id int, class_id int, {corners})")
    for image in range(3):
        con.execute("insert into detections values (?, 1, ?, ?, 0, ?, ?)", [image, score, -side * image, side, side])
        con.execute("insert into truth values (?, 1, 0, 0, ?, ?)", [image, side, side])
    # A box like any other, so that there is something to measure where the area of the others overflows.
    con.execute("insert into detections values (9, 1, 1, 0, 0, 1, 1); insert into truth values (9, 1, 0, 0, 1, 1)")
    result = rankhouse.detection_metrics(
        "detections", "truth", iou_thresholds=[0.5, 0.75], per_class=per_class, con=con
    )
    assert is_finite(result)
    assert all(0 <= row[result.columns.index("value")] <= 1 for row in result.fetchall())
