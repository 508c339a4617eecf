"""Queries that hang together: errors against statsmodels, whole clusters drawn by a twin of the hashes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.api import OLS

import rankhouse
from comparison.test_compare import TESTS, p_of_sign, p_of_wilcoxon, poisson_weights, signs
from copied import copy_macros
from examples import examples
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

VALUES = [0.2, 0.4, 0.9, 1, 0, 0.5, 0.7, 0.3]
CLUSTERS = [0, 0, 1, 1, 1, 2, 2, 3]
FIGURES = ("value", "difference", "ci_low", "ci_high", "p_value", "n_queries", "n_clusters", "queries_needed")
WAYS = ["dbt", "table macro", "python"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def tabled(
    con: duckdb.DuckDBPyConnection, values: dict[str, Sequence[float | None]], clusters: Sequence[object]
) -> None:
    """Values of systems by query, q0 and so on."""
    rows = [
        (system, f"q{number}", None if cluster is None else str(cluster), value)
        for system, those in values.items()
        for number, (value, cluster) in enumerate(zip(those, clusters, strict=True))
    ]
    con.execute(
        "create or replace table by_query as select unnest($1::varchar[]) as system, unnest($2::varchar[]) as query_id,"
        " unnest($3::varchar[]) as user_id, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k,"
        " unnest($4::double[]) as value",
        [list(column) for column in zip(*rows, strict=True)],
    )


def asked(con: duckdb.DuckDBPyConnection, macro: str, way: str = "dbt", **arguments: Any) -> list[dict[str, Any]]:
    if way == "dbt":
        found = con.sql(str(getattr(macros("duckdb"), macro)("by_query", **arguments)))
    elif way == "python":
        answer = getattr(rankhouse, macro)("by_query", **arguments, con=con)
        found = getattr(answer, "details", answer)
    else:
        given = "".join(f", {name} := {value!r}" for name, value in arguments.items())
        found = con.sql(f"from {macro}('by_query'{given})")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def mean(
    con: duckdb.DuckDBPyConnection, values: Sequence[float | None], clusters: Sequence[object], **arguments: Any
) -> dict[str, Any]:
    tabled(con, {"a": values}, clusters)
    (row,) = asked(con, "mean_intervals", **{"cluster": "user_id", **arguments})
    return row


def error(values: Sequence[float], clusters: Sequence[object]) -> float:
    """Of statsmodels."""
    names = {cluster: place for place, cluster in enumerate(dict.fromkeys(clusters))}
    groups = [names[cluster] for cluster in clusters]
    return float(OLS(values, [1.0] * len(values)).fit(cov_type="cluster", cov_kwds={"groups": groups}).bse[0])


@pytest.mark.parametrize("way", WAYS)
def test_worked_numbers_of_a_mean(con: duckdb.DuckDBPyConnection, way: str) -> None:
    tabled(con, {"a": VALUES}, CLUSTERS)
    (row,) = asked(con, "mean_intervals", way, cluster="user_id")
    assert (row["n_queries"], row["n_clusters"], row["value"]) == (8, 4, 0.5)
    half = stats.t.ppf(0.975, 3) * 0.09128709291752769
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-12)
    assert list(row)[5:7] == ["n_queries", "n_clusters"]


clustered = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]) | st.floats(0, 1, width=32), st.sampled_from("uvwxyz")),
    min_size=3,
    max_size=40,
).filter(lambda rows: len({cluster for _, cluster in rows}) > 1 and len({value for value, _ in rows}) > 1)


@given(rows=clustered, confidence=st.sampled_from([0.5, 0.95]))
@examples(8)
def test_errors_of_means_are_those_of_statsmodels(
    con: duckdb.DuckDBPyConnection, rows: list[tuple[float, str]], confidence: float
) -> None:
    values, clusters = (list(side) for side in zip(*rows, strict=True))
    row = mean(con, values, clusters, confidence=confidence)
    half = stats.t.ppf((1 + confidence) / 2, len(set(clusters)) - 1) * error(values, clusters)
    low, high = max(0.0, row["value"] - half), min(1.0, row["value"] + half)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=1e-9)


def firsts(clusters: Sequence[object]) -> list[str]:
    """The first query of each query's cluster, by its bytes."""
    names = [f"q{number}" for number in range(len(clusters))]
    return [
        name if cluster is None else min(other for other, its in zip(names, clusters, strict=True) if its == cluster)
        for name, cluster in zip(names, clusters, strict=True)
    ]


def drawn(values: Sequence[float], clusters: Sequence[object], repetitions: int, seed: int) -> np.ndarray:
    """The means of whole clusters drawn."""
    weights = np.array([poisson_weights(name, repetitions, seed) for name in firsts(clusters)])
    totals = weights.sum(axis=0)
    return (weights * np.array(values)[:, None]).sum(axis=0)[totals > 0] / totals[totals > 0]


def corrected(values: Sequence[float], clusters: Sequence[object], means: np.ndarray, confidence: float) -> np.ndarray:
    """BCa's ends, the acceleration from what each cluster adds to the deviations."""
    x, names = np.array(values), np.array(firsts(clusters))
    away = np.array([(x[names == name] - x.mean()).sum() for name in sorted(set(names))])
    skewed = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    near = 1e-12 * abs(x.mean())
    below = ((means < x.mean() - near).sum() + (np.abs(means - x.mean()) <= near).sum() / 2) / len(means)
    bias = stats.norm.ppf(np.clip(below, 0.5 / len(means), 1 - 0.5 / len(means)))
    z = stats.norm.ppf([(1 - confidence) / 2, (1 + confidence) / 2])
    return np.quantile(means, stats.norm.cdf(bias + (bias + z) / (1 - skewed * (bias + z))))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("method", ["bootstrap", "bca"])
def test_bootstraps_of_means_draw_whole_clusters(con: duckdb.DuckDBPyConnection, way: str, method: str) -> None:
    rng = np.random.default_rng(5)
    values, clusters = rng.random(30).round(3).tolist(), [f"u{number % 11}" for number in range(29)] + [None]
    tabled(con, {"a": values}, clusters)
    (row,) = asked(con, "mean_intervals", way, method=method, repetitions=400, seed=3, cluster="user_id")
    means = drawn(values, clusters, 400, 3)
    ends = np.quantile(means, [0.025, 0.975]) if method == "bootstrap" else corrected(values, clusters, means, 0.95)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(ends), abs=1e-9)
    assert row["n_clusters"] == 12


@pytest.mark.parametrize("method", ["t", "bootstrap", "bca"])
@given(rows=clustered, names=st.permutations("abcdef"))
@examples(3)
def test_names_of_clusters_of_means_change_nothing(
    con: duckdb.DuckDBPyConnection, method: str, rows: list[tuple[float, str]], names: list[str]
) -> None:
    values, clusters = (list(side) for side in zip(*rows, strict=True))
    given = {"method": method, "repetitions": 50}
    renamed = [names["uvwxyz".index(cluster)] for cluster in clusters]
    assert mean(con, values, renamed, **given) == pytest.approx(mean(con, values, clusters, **given))
    plain = mean(con, values, clusters, cluster=None, **given)
    for own in (range(len(values), 0, -1), [None] * len(values)):
        found = mean(con, values, list(own), **given)
        assert found.pop("n_clusters") == len(values)
        assert found == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("method", ["t", "bootstrap", "bca"])
def test_one_cluster_has_no_interval(con: duckdb.DuckDBPyConnection, method: str) -> None:
    row = mean(con, VALUES, ["all"] * 8, method=method, repetitions=50)
    assert (row["n_clusters"], row["ci_low"], row["ci_high"], row["value"]) == (1, None, None, 0.5)


def test_equal_values_have_no_error(con: duckdb.DuckDBPyConnection) -> None:
    row = mean(con, [0.1] * 8, CLUSTERS)
    assert row["ci_low"] == row["ci_high"] == pytest.approx(0.1, abs=1e-15)


def test_queries_without_a_value_are_of_no_cluster(con: duckdb.DuckDBPyConnection) -> None:
    found = mean(con, [*VALUES, None, math.nan], [*CLUSTERS, 9, 0])
    assert found == pytest.approx(mean(con, VALUES, CLUSTERS))


@pytest.mark.parametrize("macro", ["mean_intervals", "compare"])
@pytest.mark.parametrize("way", WAYS)
def test_a_query_of_several_clusters_is_refused(con: duckdb.DuckDBPyConnection, macro: str, way: str) -> None:
    tabled(con, {"a": VALUES, "b": VALUES}, CLUSTERS)
    con.execute(
        "insert into by_query select * replace ('9' as user_id, 'map' as measure) from by_query where query_id = 'q1'"
    )
    said = "(is|are) in several clusters, e.g. query_id '?q1'?, user_id '?0'?, other user_id '?9'?; a query must belong"
    with pytest.raises((duckdb.Error, InputError), match=said):
        asked(con, macro, way, cluster="user_id")


def test_a_query_is_of_one_cluster_in_each_group(con: duckdb.DuckDBPyConnection) -> None:
    """Groups may have other queries of the same names; and a cluster that is known in one row is known."""
    tabled(con, {"a": VALUES}, CLUSTERS)
    con.execute(
        "insert into by_query select * replace ('b' as system, (query_id[2:]::int % 3)::varchar as user_id)"
        " from by_query"
    )
    con.execute("update by_query set user_id = null where query_id = 'q1' and system = 'b'")
    found = {row["system"]: row["ci_low"] for row in asked(con, "mean_intervals", cluster="user_id")}
    others = [place % 3 for place in range(8)]
    others[1] = 9
    for system, clusters in (("a", CLUSTERS), ("b", others)):
        assert found[system] == pytest.approx(mean(con, VALUES, clusters)["ci_low"], abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"method": "wilson", "cluster": "user_id"}, "wilson is for independent queries"),
        ({"cluster": "nobody"}, "cluster: query_metrics has no column 'nobody'"),
        ({"cluster": "system"}, "by and cluster both name the column 'system'"),
        ({"cluster": ["user_id"]}, "cluster"),
    ],
)
def test_what_a_mean_refuses(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], said: str) -> None:
    tabled(con, {"a": VALUES}, CLUSTERS)
    with pytest.raises(InputError, match=said):
        rankhouse.mean_intervals("by_query", **arguments, con=con)


def difference(
    con: duckdb.DuckDBPyConnection, d: Sequence[float], clusters: Sequence[object], **arguments: Any
) -> dict[str, Any]:
    """Of a system whose values are higher by `d` than the others, which are 0."""
    tabled(con, {"a": [0.0] * len(d), "b": d}, clusters)
    (row,) = asked(con, "compare", **{"cluster": "user_id", **arguments})
    return row


def totals(d: Sequence[float], clusters: Sequence[object]) -> tuple[dict[str, float], dict[str, int]]:
    """Sums and numbers of the differences by the first query of the cluster."""
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for name, each in zip(firsts(clusters), d, strict=True):
        sums[name] = sums.get(name, 0.0) + each
        counts[name] = counts.get(name, 0) + 1
    return sums, counts


many = st.lists(
    st.tuples(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5]) | st.floats(-1, 1, width=32), st.sampled_from("tuvwxyz")),
    min_size=8,
    max_size=40,
).filter(lambda rows: len({cluster for _, cluster in rows}) > 2 and error(*map(list, zip(*rows, strict=True))) > 1e-6)


@given(rows=many, confidence=st.sampled_from([0.8, 0.95]))
@examples(8)
def test_t_and_its_power_are_those_of_statsmodels(
    con: duckdb.DuckDBPyConnection, rows: list[tuple[float, str]], confidence: float
) -> None:
    d, clusters = (list(side) for side in zip(*rows, strict=True))
    row = difference(con, d, clusters, confidence=confidence)
    n_clusters, wrong = len(set(clusters)), error(d, clusters)
    found = OLS(d, [1.0] * len(d)).fit(
        cov_type="cluster", cov_kwds={"groups": [ord(each) for each in clusters]}, use_t=True
    )
    assert (row["n_queries"], row["n_clusters"]) == (len(d), n_clusters)
    assert row["p_value"] == (pytest.approx(found.pvalues[0], rel=1e-8) if any(totals(d, clusters)[0].values()) else 1)
    ends = found.conf_int(1 - confidence)[0]
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(ends), abs=1e-9)
    reach = stats.t.ppf((1 + confidence) / 2, n_clusters - 1) + stats.t.ppf(0.8, n_clusters - 1)
    assert row["detectable_difference"] == pytest.approx(reach * wrong, rel=1e-9)
    assert (row["wins"], row["losses"]) == (sum(each > 0 for each in d), sum(each < 0 for each in d))


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@given(rows=many)
@examples(6)
def test_tests_of_ranks_and_signs_are_those_of_means_of_clusters(
    con: duckdb.DuckDBPyConnection, test: str, rows: list[tuple[float, str]]
) -> None:
    d, clusters = (list(side) for side in zip(*rows, strict=True))
    sums, counts = totals(d, clusters)
    sizes, _ = totals(list(map(abs, d)), clusters)
    # Where only rounding is left of a cluster, it is a tie.
    means = np.array([0.0 if abs(sums[name]) <= 1e-12 * sizes[name] else sums[name] / counts[name] for name in sums])
    expected = (p_of_wilcoxon if test == "wilcoxon" else p_of_sign)(means)
    assert difference(con, d, clusters, test=test)["p_value"] == pytest.approx(expected, rel=1e-9)


@given(rows=many, seed=st.integers(0, 5))
@examples(6)
def test_randomisation_flips_whole_clusters(
    con: duckdb.DuckDBPyConnection, rows: list[tuple[float, str]], seed: int
) -> None:
    d, clusters = (list(side) for side in zip(*rows, strict=True))
    sums, _ = totals(d, clusters)
    flipped = np.array([signs(name, 300, seed) * total for name, total in sums.items()]).sum(axis=0)
    near = 1e-12 * sum(map(abs, sums.values()))
    expected = (1 + (np.abs(flipped) >= abs(sum(sums.values())) - near).sum()) / 301
    row = difference(con, d, clusters, test="randomisation", repetitions=300, seed=seed)
    assert row["p_value"] == pytest.approx(expected, rel=1e-12)


def test_randomisation_is_near_all_flips_of_clusters(con: duckdb.DuckDBPyConnection) -> None:
    """Of seven clusters all 128 flips are as probable; those of 21 queries would say more than there is."""
    rng = np.random.default_rng(2)
    effects = rng.normal(0.25, 0.4, 7)
    d = [float(effects[place // 3] + 0.05 * rng.normal()) for place in range(21)]
    clusters = [place // 3 for place in range(21)]
    sums = np.array(d).reshape(7, 3).sum(axis=1)
    flips = np.array(list(product([-1, 1], repeat=7))) @ sums
    exact = (np.abs(flips) >= abs(sums.sum()) - 1e-9).mean()
    p = difference(con, d, clusters, test="randomisation")["p_value"]
    assert p == pytest.approx(exact, abs=0.02)
    plain = difference(con, d, clusters, test="randomisation", cluster=None)["p_value"]
    assert plain < exact / 3


@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_bootstraps_of_differences_draw_whole_clusters(con: duckdb.DuckDBPyConnection, interval: str) -> None:
    rng = np.random.default_rng(8)
    d, clusters = rng.normal(0.1, 0.3, 40).tolist(), [place % 9 for place in range(40)]
    row = difference(con, d, clusters, test="bootstrap", interval=interval, repetitions=500, seed=2)
    means = drawn(d, clusters, 500, 2)
    ends = np.quantile(means, [0.025, 0.975]) if interval == "percentile" else corrected(d, clusters, means, 0.95)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(ends), abs=1e-9)
    smaller = min((means <= 0).sum(), (means >= 0).sum())
    assert row["p_value"] == pytest.approx(min(1.0, 2 * (1 + smaller) / 501))


@pytest.mark.parametrize("test", TESTS)
@given(rows=many, names=st.permutations("abcdefg"))
@examples(3)
def test_names_of_clusters_of_differences_change_nothing(
    con: duckdb.DuckDBPyConnection, test: str, rows: list[tuple[float, str]], names: list[str]
) -> None:
    d, clusters = (list(side) for side in zip(*rows, strict=True))
    given = {"test": test, "repetitions": 60}
    renamed = [names["tuvwxyz".index(cluster)] for cluster in clusters]
    assert difference(con, d, renamed, **given) == difference(con, d, clusters, **given)
    plain = difference(con, d, clusters, cluster=None, **given)
    for own in (range(len(d), 0, -1), [None] * len(d)):
        found = difference(con, d, list(own), **given)
        assert found.pop("n_clusters") == len(d)
        for name, value in plain.items():
            assert found[name] == (pytest.approx(value, abs=1e-12) if isinstance(value, float) else value), name


@pytest.mark.parametrize("test", TESTS)
def test_one_cluster_says_nothing(con: duckdb.DuckDBPyConnection, test: str) -> None:
    row = difference(con, VALUES, ["all"] * 8, test=test, repetitions=60)
    assert (row["n_clusters"], row["p_value"], row["ci_low"], row["ci_high"]) == (1, None, None, None)
    assert (row["queries_needed"], row["detectable_difference"]) == (None, None)
    equal = difference(con, [0.0] * 8, ["all"] * 8, test=test, repetitions=60)
    assert equal["p_value"] == (None if test == "bootstrap" else 1)


def test_queries_needed_have_clusters_of_the_same_sizes(con: duckdb.DuckDBPyConnection) -> None:
    """Five copies of each query say as much as one: five times as many queries are needed."""
    rng = np.random.default_rng(6)
    d = rng.normal(0.1, 0.3, 40).tolist()
    alone = difference(con, d, range(40))
    copied = difference(con, [each for each in d for _ in range(5)], [place // 5 for place in range(200)])
    assert copied["queries_needed"] == 5 * alone["queries_needed"]
    for name in ("p_value", "ci_low", "ci_high", "detectable_difference"):
        assert copied[name] == pytest.approx(alone[name], rel=1e-9)


@pytest.mark.filterwarnings("ignore:.*below 30, a test")
@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_compares_clusters(con: duckdb.DuckDBPyConnection, way: str) -> None:
    tabled(con, {"a": [0.5] * 8, "b": VALUES}, CLUSTERS)
    (row,) = asked(con, "compare", way, cluster="user_id")
    (known,) = asked(con, "compare", cluster="user_id")
    assert row == known
    assert list(row).index("n_clusters") == list(row).index("n_queries") + 1


def run_and_judgments(con: duckdb.DuckDBPyConnection, n_users: int = 40) -> None:
    con.execute(
        "create or replace table judgments as select q as query_id, d as item_id, (hash(q, d) % 3)::int as relevance,"
        f" 'u' || q % {n_users} as user_id from range(120) as queries(q), range(6) as items(d)"
    )
    con.execute(
        "create or replace table run as select system, query_id, item_id,"
        " skill * relevance + hash(system, query_id, item_id) % 100 / 50 as score"
        " from judgments, (values ('a', 0.2), ('b', 0.4)) as systems(system, skill)"
    )


def test_clusters_of_judgments(con: duckdb.DuckDBPyConnection) -> None:
    """A comparison of runs takes the clusters of the judgments, or of a labelled run."""
    run_and_judgments(con)
    found = rankhouse.compare("run", "judgments", "ndcg@5", cluster="user_id", con=con)
    by_query = rankhouse.evaluate("run", "judgments", "ndcg@5", by="system", per_query=True, con=con)
    con.execute("drop table if exists by_query")
    by_query.project("*, 'u' || query_id % 40 as user_id").to_table("by_query")
    (known,) = asked(con, "compare", cluster="user_id")
    (row,) = found.rows()
    assert row == {name: pytest.approx(value) if isinstance(value, float) else value for name, value in known.items()}
    assert found.columns == list(known)[: len(found.columns)]
    assert "119 queries in 40 clusters." in found.to_markdown()
    labelled = con.sql("from run join judgments using (query_id, item_id)")
    by_labels = rankhouse.compare(labelled, measures="ndcg@5", cluster="user_id", con=con)
    runs = {name: con.sql(f"select * exclude system from run where system = '{name}'") for name in "ab"}
    judgments = con.table("judgments").df()
    by_runs = rankhouse.compare(runs, judgments, "ndcg@5", cluster="user_id", con=con)
    for other in (by_labels, by_runs):
        assert [other.rows()[0][name] for name in FIGURES] == pytest.approx([row[name] for name in FIGURES])


def test_few_clusters_are_few(con: duckdb.DuckDBPyConnection) -> None:
    run_and_judgments(con, 10)
    with pytest.warns(rankhouse.InputWarning, match="10 clusters; below 30, a test detects only large differences"):
        found = rankhouse.compare("run", "judgments", "ndcg@5", cluster="user_id", con=con)
    assert "10 clusters are too few to compare" in str(found.verdict)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"cluster": "nobody"}, "cluster: judgments has no column 'nobody'"),
        ({"cluster": "system"}, "cluster and system both name the column 'system'"),
        ({"cluster": "user_id", "by": "user_id"}, "by and cluster both name the column 'user_id'"),
        ({"cluster": ["user_id"]}, "cluster"),
    ],
)
def test_what_a_comparison_refuses(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], said: str) -> None:
    run_and_judgments(con)
    with pytest.raises(InputError, match=said):
        rankhouse.compare("run", "judgments", **arguments, con=con)


@pytest.mark.thorough
def test_a_plain_test_loses_its_level_and_a_clustered_one_keeps_it(con: duckdb.DuckDBPyConnection) -> None:
    """1,000 comparisons of equal systems, whose queries have something of their user in common: 40 users of 5."""
    rng = np.random.default_rng(12)
    n, users, each = 1000, 40, 5
    d = (rng.normal(size=(n, users, 1)) + rng.normal(size=(n, users, each))).reshape(-1)
    place = np.arange(n * users * each)
    con.register("simulated", {"place": place, "d": d})
    con.execute(
        "create or replace table by_query as select place // 200 as case_id, system, place % 200 as query_id,"
        " place % 200 // 5 as user_id, 'm' as measure, 'm' as metric, null::int as k,"
        " case system when 'b' then d else 0 end as value from simulated, (values ('a'), ('b')) as systems(system)"
    )
    for test in ("t", "wilcoxon", "randomisation"):
        shares = {}
        for cluster in (None, "user_id"):
            given = {"by": ["case_id"], "test": test, "cluster": cluster, "repetitions": 199}
            rows = asked(con, "compare", **given)
            shares[cluster] = sum(row["p_value"] < 0.05 for row in rows) / n
        assert shares[None] > 0.2, test
        assert 0.03 < shares["user_id"] < 0.07, test
