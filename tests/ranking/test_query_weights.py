"""Weights of queries: against the formulas over numpy, through every way in, from the evaluation to a decision."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

COLUMNS = {"weight": "traffic"}
WAYS = ["dbt", "table macro", "python"]
# (value, weight): the worked numbers of the formulas, by hand.
WORKED = [(0.2, 10.0), (0.4, 1.0), (0.9, 1.0), (1.0, 5.0), (0.0, 2.0), (0.5, 1.0)]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def known_mean(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float | None, float]:
    """The weighted mean, its standard error and n_effective, of queries with a weight above 0."""
    counted = np.array([(value, weight) for value, weight in zip(values, weights, strict=True) if weight > 0])
    x, w = counted[:, 0], counted[:, 1]
    n, mean = len(x), float((w * x).sum() / w.sum())
    error = math.sqrt(n / (n - 1) * ((w * (x - mean)) ** 2).sum()) / w.sum() if n > 1 else None
    return mean, error, float(w.sum() ** 2 / (w**2).sum())


def ranked_by_weight(con: duckdb.DuckDBPyConnection, queries: Sequence[tuple[float, float]]) -> None:
    """Ten items a query, of which the first `10 * value` are relevant: precision@10 is the value."""
    con.execute("create or replace table run as select 'q' || q as query_id, 'd' || d as item_id, -d::double as score"
                " from range($1) as queries(q), range(10) as items(d)", [len(queries)])  # fmt: skip
    con.execute(
        "create or replace table judgments as select 'q' || (place - 1) as query_id, 'd' || d as item_id,"
        " (d < round(10 * value))::int as relevance, weight as traffic from (select unnest($1::double[]) as value,"
        " unnest($2::double[]) as weight, generate_subscripts($1, 1) as place), range(11) as items(d)",
        [[value for value, _ in queries], [weight for _, weight in queries]],
    )
    con.execute("update judgments set relevance = 1 where item_id = 'd10'")


def means(con: duckdb.DuckDBPyConnection, way: str) -> list[tuple[Any, ...]]:
    if way == "python":
        found = rankhouse.evaluate("run", "judgments", "precision@10", columns=COLUMNS, con=con)
    elif way == "dbt":
        found = con.sql(macros("duckdb").metrics("run", "judgments", ["precision@10"], columns=COLUMNS))
    else:
        found = con.sql("from metrics('run', 'judgments', measures := ['precision@10'], weight := 'traffic')")
    return found.project("value, std_error, n_effective, n_queries, value_sum").fetchall()


@pytest.mark.parametrize("way", WAYS)
def test_six_queries_of_different_traffic(con: duckdb.DuckDBPyConnection, way: str) -> None:
    ranked_by_weight(con, WORKED)
    ((value, error, effective, n, total),) = means(con, way)
    assert (value, error, effective) == pytest.approx((0.44, 0.2092214, 3.030303), abs=1e-6)
    assert (n, total) == (6, pytest.approx(8.8))
    assert (value, error, effective) == pytest.approx(known_mean(*zip(*WORKED, strict=True)), abs=1e-12)


WEIGHTED = st.lists(
    st.tuples(st.integers(0, 10).map(lambda tenths: tenths / 10), st.sampled_from([0.0, 0.25, 1.0, 7.0, 1e6])),
    min_size=1,
    max_size=8,
).filter(lambda queries: any(weight for _, weight in queries))


@examples(12)
@given(queries=WEIGHTED, factor=st.sampled_from([0.125, 3.0]))
def test_any_weights_have_the_mean_of_the_formula(
    con: duckdb.DuckDBPyConnection, queries: list[tuple[float, float]], factor: float
) -> None:
    """And so have weights that are all multiplied, and queries of weight 0 that are not there."""
    expected = known_mean(*zip(*queries, strict=True))
    for each in (queries, [(v, factor * w) for v, w in queries], [(v, w) for v, w in queries if w]):
        ranked_by_weight(con, each)
        ((value, error, effective, n, _),) = means(con, "table macro")
        assert (value, effective) == pytest.approx((expected[0], expected[2]), abs=1e-9)
        assert error == (None if expected[1] is None else pytest.approx(expected[1], abs=1e-9))
        assert n == sum(w > 0 for _, w in each)


def test_equal_weights_are_none(con: duckdb.DuckDBPyConnection) -> None:
    ranked_by_weight(con, [(value, 3.0) for value, _ in WORKED])
    ((value, error, effective, n, _),) = means(con, "table macro")
    plain = con.sql("select value, std_error from metrics('run', 'judgments', measures := ['precision@10'])")
    assert (value, error) == pytest.approx(plain.fetchall()[0], abs=1e-12)
    assert (effective, n) == (pytest.approx(6), 6)


@pytest.mark.parametrize("cluster", [None, "user_id"])
def test_clusters_and_grouping_sets_have_the_same_weights(con: duckdb.DuckDBPyConnection, cluster: str | None) -> None:
    ranked_by_weight(con, WORKED)
    con.execute("alter table judgments add column user_id varchar")
    con.execute("update judgments set user_id = 'u' || (substr(query_id, 2)::int // 2)")
    con.execute("create or replace table run as select *, if(query_id < 'q3', 'eu', 'us') as market from run")
    more = "" if cluster is None else ", cluster := 'user_id'"
    found = con.sql(
        "select market, value, std_error, n_effective from metrics('run', 'judgments', measures := ['precision@10'],"
        f" weight := 'traffic', \"by\" := ['market'], queries := 'run', grouping_sets := [['market'], []]{more})"
    )
    rows = {market: (value, error, effective) for market, value, error, effective in found.fetchall()}
    for market, of_market in {"eu": WORKED[:3], "us": WORKED[3:], None: WORKED}.items():
        mean, error, effective = known_mean(*zip(*of_market, strict=True))
        assert (rows[market][0], rows[market][2]) == pytest.approx((mean, effective), abs=1e-12)
        if cluster is None:
            assert rows[market][1] == pytest.approx(error, abs=1e-12)
    if cluster is not None:
        mean, _, _ = known_mean(*zip(*WORKED, strict=True))
        sums = [sum(w * (x - mean) for x, w in WORKED[place : place + 2]) for place in (0, 2, 4)]
        clustered = math.sqrt(3 / 2 * sum(total**2 for total in sums)) / sum(w for _, w in WORKED)
        assert rows[None][1] == pytest.approx(clustered, abs=1e-12)


def test_values_by_query_keep_their_weights(con: duckdb.DuckDBPyConnection) -> None:
    ranked_by_weight(con, WORKED)
    found = rankhouse.evaluate("run", "judgments", "precision@10", columns=COLUMNS, per_query=True, con=con)
    assert found.columns[-1] == "weight"
    assert [row[-2:] for row in found.fetchall()] == [pytest.approx(each) for each in WORKED]
    asked = con.sql("from query_metrics('run', 'judgments', measures := ['precision@10'], weight := 'traffic')")
    assert sorted(row[-2:] for row in asked.fetchall()) == sorted(WORKED)
    with pytest.raises(InputError, match="weight"):
        rankhouse.evaluate("run", "judgments", columns=COLUMNS, by="weight", con=con)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("traffic = 3 where query_id = 'q1' and item_id = 'd0'", "query_id q1 has weights from 1.0 to 3.0"),
        ("traffic = -1 where query_id = 'q2'", "query_id q2 has no weight, or one below 0"),
        ("traffic = null where query_id = 'q2'", "q2|traffic"),
        ("traffic = 'nan'::double where query_id = 'q2'", "q2|traffic"),
        ("traffic = 'inf'::double where query_id = 'q2'", "q2|traffic"),
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_weight_is_refused(con: duckdb.DuckDBPyConnection, way: str, change: str, message: str) -> None:
    ranked_by_weight(con, WORKED)
    con.execute(f"update judgments set {change}")
    with pytest.raises(InputError if way == "python" else duckdb.InvalidInputException, match=message):
        means(con, way)


@pytest.mark.parametrize("way", ["table macro", "python"])
def test_a_text_is_no_weight(con: duckdb.DuckDBPyConnection, way: str) -> None:
    ranked_by_weight(con, WORKED)
    con.execute("alter table judgments alter column traffic type varchar")
    with pytest.raises((InputError, duckdb.Error), match="traffic"):
        means(con, way)


def test_others_take_no_weights(con: duckdb.DuckDBPyConnection) -> None:
    ranked_by_weight(con, WORKED)
    for refuses in (
        lambda: rankhouse.tie_audit("run", "judgments", columns=COLUMNS, con=con),
        lambda: rankhouse.explain("run", "judgments", columns=COLUMNS, con=con),
        lambda: macros("duckdb").tie_audit("run", "judgments", columns=COLUMNS),
    ):
        with pytest.raises(InputError, match="weight"):
            refuses()


# Values of two systems by query.


def by_query(con: duckdb.DuckDBPyConnection, rows: Sequence[tuple[float, float, float]]) -> None:
    con.execute(
        "create or replace table by_query as select 'q' || place as query_id, system, 'precision@10' as measure,"
        " 'precision' as metric, 10 as k, if(system = 'a', a, b) as value, w as traffic"
        " from (select unnest($1::double[]) as a, unnest($2::double[]) as b, unnest($3::double[]) as w,"
        " generate_subscripts($1, 1) as place), (values ('a'), ('b')) as systems(system)",
        [list(each) for each in zip(*rows, strict=True)],
    )


def known_difference(rows: Sequence[tuple[float, float, float]], confidence: float) -> tuple[float | None, ...]:
    """difference, ci_low, ci_high, p_value, n_effective of the weighted t-test."""
    kept = [(b - a, w) for a, b, w in rows if w > 0]
    mean, error, effective = known_mean(*zip(*kept, strict=True))
    if not any(d for d, _ in kept):
        return mean, 0.0 if len(kept) > 1 else None, 0.0 if len(kept) > 1 else None, 1.0, effective
    if error is None or error <= 1e-12:
        return mean, None, None, None, effective
    half = stats.t.ppf((1 + confidence) / 2, len(kept) - 1) * error
    return mean, mean - half, mean + half, 2 * stats.t.sf(abs(mean) / error, len(kept) - 1), effective


PAIRS = st.lists(
    st.tuples(*[st.integers(0, 8).map(lambda eighths: eighths / 8)] * 2, st.sampled_from([0.0, 0.5, 1.0, 20.0])),
    min_size=2,
    max_size=9,
).filter(lambda rows: len({(b - a) for a, b, w in rows if w}) > 1)


@pytest.mark.filterwarnings("ignore:.*below 30, a test")
@pytest.mark.filterwarnings("ignore:.*on one side only")
@pytest.mark.parametrize("way", WAYS)
@examples(8)
@given(rows=PAIRS)
def test_differences_are_weighted_alike(
    con: duckdb.DuckDBPyConnection, way: str, rows: list[tuple[float, float, float]]
) -> None:
    by_query(con, rows)
    if way == "python":
        found = rankhouse.compare("by_query", columns=COLUMNS, confidence=0.9, con=con).details
    elif way == "dbt":
        found = con.sql(macros("duckdb").compare("by_query", columns=COLUMNS, confidence=0.9))
    else:
        found = con.sql("from compare('by_query', weight := 'traffic', confidence := 0.9)")
    (figures,) = found.project("difference, ci_low, ci_high, p_value, n_effective").fetchall()
    assert figures == pytest.approx(known_difference(rows, 0.9), abs=1e-9)


def test_means_decisions_and_ranks_read_the_weights(con: duckdb.DuckDBPyConnection) -> None:
    """b is better for the many rare queries, and worse for the few frequent ones: the weights decide."""
    rows = [(0.5, 0.6, 1.0)] * 30 + [(0.5 + i / 1000, 0.3 + i / 500, 40.0) for i in range(40)]
    rows = [(a + i % 7 / 100, b + i % 5 / 100, w) for i, (a, b, w) in enumerate(rows)]
    by_query(con, rows)
    for system, values in (("a", [a for a, _, _ in rows]), ("b", [b for _, b, _ in rows])):
        mean, error, effective = known_mean(values, [w for *_, w in rows])
        found = rankhouse.mean_intervals("by_query", columns=COLUMNS, con=con).filter(f"system = '{system}'")
        half = stats.t.ppf(0.975, len(rows) - 1) * error
        (told,) = found.project("value, ci_low, ci_high, n_effective").fetchall()
        assert told == pytest.approx((mean, mean - half, mean + half, effective), abs=1e-12)
    ranks = rankhouse.system_ranks("by_query", columns=COLUMNS, con=con).project("system, rank, rank_low").fetchall()
    assert ranks == [("a", 1, 1), ("b", 2, 2)]
    decided = rankhouse.decision("by_query", baseline="a", columns=COLUMNS, con=con)
    assert decided.project("decision").fetchall() == [("do not ship",)]
    compared = rankhouse.compare("by_query", baseline="a", columns=COLUMNS, con=con)
    assert compared.verdict is not None
    assert compared.verdict.decision == "do not ship"
    assert "which weigh as" in str(compared)
    by_query(con, [(a, b, 1.0 if w == 40 else 40.0) for a, b, w in rows])
    decided = rankhouse.decision("by_query", baseline="a", columns=COLUMNS, con=con)
    assert decided.project("decision").fetchall() == [("ship",)]


@pytest.mark.filterwarnings("ignore:.*below 30, a test")
def test_runs_are_compared_with_their_weights(con: duckdb.DuckDBPyConnection) -> None:
    ranked_by_weight(con, WORKED)
    con.execute("create or replace table worse as select query_id, item_id, -score as score from run")
    compared = rankhouse.compare({"run": "run", "worse": "worse"}, "judgments", "precision@5", columns=COLUMNS, con=con)
    ((value,),) = compared.relation.project("baseline_value").fetchall()
    of_five = [(min(1.0, 2 * x), w) for x, w in WORKED]
    assert value == pytest.approx(known_mean(*zip(*of_five, strict=True))[0], abs=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda con: rankhouse.compare("by_query", columns=COLUMNS, test="wilcoxon", con=con),
            "wilcoxon takes no weights",
        ),
        (lambda con: rankhouse.mean_intervals("by_query", columns=COLUMNS, method="wilson", con=con), "wilson"),
        (lambda con: rankhouse.confidence_sequence("by_query", columns=COLUMNS, con=con), "weight"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*below 30, a test")
def test_where_weights_say_nothing_they_are_refused(con: duckdb.DuckDBPyConnection, call: Any, message: str) -> None:
    by_query(con, [(0.5, 0.6, 1.0), (0.25, 0.5, 2.0)])
    with pytest.raises(InputError, match=message):
        call(con)


@pytest.mark.parametrize(
    "function", [rankhouse.compare, rankhouse.mean_intervals, rankhouse.system_ranks, rankhouse.decision]
)
@pytest.mark.parametrize("weight", ["-1", "null", "'nan'::double"])
@pytest.mark.filterwarnings("ignore:.*below 30, a test")
def test_wrong_weights_of_values_are_refused(con: duckdb.DuckDBPyConnection, function: Any, weight: str) -> None:
    by_query(con, [(0.5, 0.6, 1.0), (0.25, 0.5, 2.0), (0.25, 0.75, 2.0)])
    con.execute(f"update by_query set traffic = {weight} where query_id = 'q2'")
    with pytest.raises(InputError, match="query_id q2 has no weight, or one below 0"):
        function("by_query", columns=COLUMNS, con=con)


@pytest.mark.filterwarnings("ignore:.*below 30, a test")
def test_a_query_weighs_the_same_in_all_systems(con: duckdb.DuckDBPyConnection) -> None:
    by_query(con, [(0.5, 0.6, 1.0), (0.25, 0.5, 2.0)])
    con.execute("update by_query set traffic = 3 where query_id = 'q2' and system = 'b'")
    arguments: Mapping[str, Any] = {"columns": COLUMNS, "con": con}
    for function in (rankhouse.compare, rankhouse.decision):
        with pytest.raises(InputError, match="query_id q2 has several weights"):
            function("by_query", **arguments)


@pytest.mark.filterwarnings("ignore:.*below 30, a test")
def test_a_report_has_the_weighted_means(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    ranked_by_weight(con, WORKED)
    con.execute("create or replace table worse as select query_id, item_id, -score as score from run")
    path = tmp_path / "report.html"
    runs = {"run": "run", "worse": "worse"}
    rankhouse.report(runs, "judgments", ["precision@5"], path, columns=COLUMNS, con=con)
    mean, _, effective = known_mean([min(1.0, 2 * x) for x, _ in WORKED], [w for _, w in WORKED])
    page = path.read_text()
    assert f">{mean:.2f}<" in page
    assert f"6 queries, which weigh as {effective:.0f} equal ones" in page
