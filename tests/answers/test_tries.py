"""`try_metrics` against all sets of k tries, in exact fractions, and its errors by cluster against their formula."""

from __future__ import annotations

import math
from fractions import Fraction

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.api import OLS

import rankhouse
from rankhouse import InputError
from truth import spelled, truths

Tries = dict[str, list[bool]]


def table(tries: Tries) -> dict[str, list[object]]:
    rows = [(query, number, passed) for query, outcomes in tries.items() for number, passed in enumerate(outcomes)]
    return {name: [row[place] for row in rows] for place, name in enumerate(("query_id", "try_id", "passed"))}


def by_query(tries: Tries, measures: list[str]) -> dict[tuple[str, str], float | None]:
    rows = rankhouse.try_metrics(table(tries), measures, per_query=True).fetchall()
    return {(row[0], row[1]): row[4] for row in rows}


@given(
    st.dictionaries(st.sampled_from("abcd"), st.lists(st.booleans(), min_size=1, max_size=8), min_size=1),
    st.integers(1, 6),
)
def test_values_are_those_of_all_sets_of_k_tries(tries: Tries, k: int) -> None:
    measures = {spelled(name, {}, None if name == "mean" else k): truth for name, truth in truths("tries").items()}
    found = by_query(tries, list(measures))
    for query, outcomes in tries.items():
        for measure, truth in measures.items():
            value = truth.of_tries(outcomes, k)
            assert found[query, measure] == (None if value is None else pytest.approx(float(value), abs=1e-12))
        # A user who tries more often passes more often once, and less often each time.
        for better, worse in (("pass@1", f"pass@{k}"), (f"pass_all@{k}", "pass_all@1")):
            pair = by_query(tries, [better, worse])
            if pair[query, better] is not None and pair[query, worse] is not None:
                assert pair[query, better] <= pair[query, worse] + 1e-12  # type: ignore[operator]


@pytest.mark.parametrize(
    ("n", "c", "k", "passes", "all_pass"),
    [(5, 2, 1, 0.4, 0.4), (5, 2, 3, 0.9, 0.0), (10, 7, 3, 119 / 120, 35 / 120), (200, 3, 100, None, 0.0)],
)
def test_worked_numbers(n: int, c: int, k: int, passes: float | None, all_pass: float) -> None:
    found = by_query({"q": [place < c for place in range(n)]}, [f"pass@{k}", f"pass_all@{k}"])
    expected = float(1 - Fraction(math.comb(n - c, k), math.comb(n, k))) if passes is None else passes
    assert found["q", f"pass@{k}"] == pytest.approx(expected, abs=1e-12)
    assert found["q", f"pass_all@{k}"] == pytest.approx(all_pass, abs=1e-12)


def test_a_thousand_tries_neither_overflow_nor_vanish() -> None:
    outcomes = [place % 2 == 0 for place in range(2000)]
    found = by_query({"q": outcomes}, ["pass@1000", "pass_all@10"])
    assert found["q", "pass@1000"] == 1
    expected = Fraction(math.comb(1000, 10), math.comb(2000, 10))
    assert found["q", "pass_all@10"] == pytest.approx(float(expected), rel=1e-12)


VALUES = [0.2, 0.4, 0.9, 1, 0, 0.5, 0.7, 0.3]
CLUSTERS = [0, 0, 1, 1, 1, 2, 2, 3]


def clustered(values: list[float], clusters: list[object]) -> dict[str, list[object]]:
    """Ten tries of each query, as many of which pass as its value says."""
    rows = [
        (query, number, number < round(10 * value), cluster)
        for query, (value, cluster) in enumerate(zip(values, clusters, strict=True))
        for number in range(10)
    ]
    names = ("query_id", "try_id", "passed", "document_id")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def summary(tries: object, **given: object) -> dict[str, object]:
    found = rankhouse.try_metrics(tries, ["mean"], **given)  # type: ignore[arg-type]
    (row,) = found.fetchall()
    return dict(zip(found.columns, row, strict=True))


def test_errors_by_cluster() -> None:
    tries = clustered(VALUES, CLUSTERS)
    plain, found = summary(tries), summary(tries, cluster="document_id")
    assert plain["std_error"] == pytest.approx(0.1224745, abs=1e-7)
    assert found["std_error"] == pytest.approx(0.0912871, abs=1e-7)
    assert (found["n_queries"], found["n_clusters"], found["value"]) == (8, 4, plain["value"])
    low, high = (found["value"] + sign * 1.959963984540054 * found["std_error"] for sign in (-1, 1))  # type: ignore[operator]
    assert (found["ci_low"], found["ci_high"]) == (pytest.approx(low), pytest.approx(high))


def test_statsmodels_agrees_on_errors_by_cluster() -> None:
    model = OLS(VALUES, [1.0] * len(VALUES))
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": CLUSTERS})
    assert summary(clustered(VALUES, CLUSTERS), cluster="document_id")["std_error"] == pytest.approx(fitted.bse[0])


def test_every_query_a_cluster_of_its_own_is_no_cluster() -> None:
    plain = summary(clustered(VALUES, CLUSTERS))
    for clusters in ([*range(8)], [None] * 8):
        found = summary(clustered(VALUES, clusters), cluster="document_id")
        assert found["n_clusters"] == 8
        assert found["std_error"] == pytest.approx(plain["std_error"])


def test_one_cluster_has_no_error() -> None:
    found = summary(clustered(VALUES, ["all"] * 8), cluster="document_id")
    assert (found["n_clusters"], found["std_error"], found["ci_low"], found["ci_high"]) == (1, None, None, None)
    assert found["value"] == 0.5


def test_queries_with_too_few_tries_are_counted() -> None:
    found = rankhouse.try_metrics(table({"a": [True], "b": [True, False], "c": [False]}), ["pass@2", "mean"])
    assert [row[4:6] for row in found.fetchall()] == [(1, 2), (3, 0)]
    none = rankhouse.try_metrics(table({"a": [True]}), ["pass@2"]).fetchall()
    assert [row[3:] for row in none] == [(None, 0, 1, None, None, None)]


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        (["pass"], "pass needs a number of tries, such as pass@3"),
        (["pass@1001"], "k must be at most 1000 tries, got 'pass@1001'"),
        (["mean@3"], "mean"),
        (["ndcg@10"], "ndcg"),
    ],
)
def test_wrong_measures(measures: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rankhouse.try_metrics(table({"a": [True]}), measures)


def test_a_cluster_is_of_means() -> None:
    with pytest.raises(InputError, match="cluster is for means over queries: leave out either cluster or per_query"):
        rankhouse.try_metrics(clustered(VALUES, CLUSTERS), per_query=True, cluster="document_id")


def test_a_group_alone_is_the_group_among_others(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create table tries as select agent, task as query_id, number as try_id, task // 3 as document_id,"
        " hash(agent, task, number) % 3 = 0 as passed"
        " from range(2) as agents(agent), range(20) as tasks(task), range(5) as numbers(number)"
    )
    given = {"measures": ["pass@2", "pass_all@2"], "cluster": "document_id", "con": con}
    together = rankhouse.try_metrics("tries", by="agent", **given).fetchall()
    for agent in (0, 1):
        alone = rankhouse.try_metrics(con.sql(f"from tries where agent = {agent}"), **given).fetchall()
        assert [row[1:] for row in together if row[0] == agent] == [pytest.approx(row) for row in alone]
