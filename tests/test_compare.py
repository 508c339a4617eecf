"""Comparisons of systems: every test and interval against scipy, or a twin that draws the same hashes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from examples import examples
from rankhouse._jinja import macros

COLUMNS = [
    *("measure", "metric", "k", "system", "baseline", "value", "baseline_value", "difference", "ci_low", "ci_high"),
    *("effect_size", "n_queries", "wins", "ties", "losses", "test", "p_value", "p_adjusted"),
]
TESTS = ("t", "wilcoxon", "sign", "randomisation", "bootstrap")
Values = Mapping[str, Sequence[float | None]]


def table(con: duckdb.DuckDBPyConnection, values: Values, name: str = "by_query") -> None:
    """Values by query of one measure; None is NULL."""
    rows = [
        (system, f"q{number}", "ndcg@10", "ndcg", 10, value)
        for system, those in values.items()
        for number, value in enumerate(those)
    ]
    con.execute(
        f"create or replace table {name} (system varchar, query_id varchar, measure varchar, metric varchar, k integer,"
        " value double)"
    )
    con.executemany(f"insert into {name} values (?, ?, ?, ?, ?, ?)", rows)


def asked(con: duckdb.DuckDBPyConnection, name: str = "by_query", **arguments: Any) -> list[dict[str, Any]]:
    result = con.execute(macros("duckdb").compare(name, **arguments))
    names = [column[0] for column in result.description]
    rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    return sorted(rows, key=lambda row: (row["system"], row["baseline"]))


def one(values: Values, **arguments: Any) -> dict[str, Any]:
    """The comparison of two systems, b against a."""
    con = duckdb.connect()
    table(con, values)
    (row,) = asked(con, **arguments)
    return row


GRID = [0.0, 0.25, 0.5, 0.75, 1.0]
PAIRS = st.one_of(
    st.lists(st.tuples(st.sampled_from(GRID), st.sampled_from(GRID)), min_size=1, max_size=70),
    st.lists(st.tuples(st.floats(0, 1, width=32), st.floats(0, 1, width=32)), min_size=1, max_size=70),
)


def p_of_t(d: np.ndarray) -> float | None:
    if not d.any():
        return 1.0
    return None if len(d) < 2 or (d == d[0]).all() else float(stats.ttest_1samp(d, 0).pvalue)


def p_of_wilcoxon(d: np.ndarray) -> float:
    kept = np.abs(d[d != 0])
    if not len(kept):
        return 1.0
    is_exact = len(d) <= 50 and len(kept) == len(d) and len(set(kept)) == len(kept)
    method = "exact" if is_exact else "asymptotic"
    return float(stats.wilcoxon(d, zero_method="wilcox", correction=False, method=method).pvalue)


def p_of_sign(d: np.ndarray) -> float:
    wins, losses = int((d > 0).sum()), int((d < 0).sum())
    return float(stats.binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def signs(query: str, repetitions: int, seed: int) -> np.ndarray:
    """A query's signs: bits of MD5 hashes, 104 repetitions each."""
    found = []
    for block in range(math.ceil(repetitions / 104)):
        digits = hashlib.md5(f"randomisation:{seed}:{query}:{block}".encode()).hexdigest()
        for half in (int(digits[:13], 16), int(digits[13:26], 16)):
            found.extend(1 if half >> bit & 1 else -1 for bit in range(52))
    return np.array(found[:repetitions])


def p_of_randomisation(d: np.ndarray, repetitions: int, seed: int) -> float:
    flipped = sum(signs(f"q{number}", repetitions, seed) * each for number, each in enumerate(d))
    reached = abs(d.sum()) - 1e-12 * np.abs(d).sum()
    return float((1 + (np.abs(flipped) >= reached).sum()) / (1 + repetitions))


def poisson_weights(query: str, repetitions: int, seed: int) -> np.ndarray:
    """A query's weights: quantiles of the Poisson(1) distribution at 24 bits of MD5 hashes, five repetitions each."""
    found = []
    for block in range(math.ceil(repetitions / 5)):
        digits = hashlib.md5(f"resampling:{seed}:{query}:{block}".encode()).hexdigest()
        found.extend(int(digits[6 * piece : 6 * piece + 6], 16) for piece in range(5))
    limits = np.round(stats.poisson.cdf(np.arange(12), 1) * 2**24)
    return np.searchsorted(limits, np.array(found[:repetitions]), side="right").astype(float)


def resampled_means(d: np.ndarray, repetitions: int, seed: int) -> np.ndarray:
    weights = np.array([poisson_weights(f"q{number}", repetitions, seed) for number in range(len(d))])
    totals = weights.sum(axis=0)
    return (weights * d[:, None]).sum(axis=0)[totals > 0] / totals[totals > 0]


def bca(d: np.ndarray, means: np.ndarray, confidence: float) -> tuple[float, float]:
    """Efron (1987), with the acceleration by the jackknife itself."""
    mean, near = d.mean(), 1e-12 * abs(d.mean())
    below = ((means < mean - near).sum() + (np.abs(means - mean) <= near).sum() / 2) / len(means)
    bias = stats.norm.ppf(np.clip(below, 0.5 / len(means), 1 - 0.5 / len(means)))
    left_out = np.array([np.delete(d, place).mean() for place in range(len(d))]) if len(d) > 1 else d
    away = left_out.mean() - left_out
    squares = (away**2).sum()
    skewed = (away**3).sum() / (6 * squares**1.5) if squares > 0 and d.std() > 1e-12 * abs(mean) else 0.0
    z = stats.norm.ppf([(1 - confidence) / 2, (1 + confidence) / 2])
    shares = stats.norm.cdf(bias + (bias + z) / (1 - skewed * (bias + z)))
    low, high = np.quantile(means, shares)
    return float(low), float(high)


@examples(40)
@given(pairs=PAIRS)
@pytest.mark.parametrize(("test", "twin"), [("t", p_of_t), ("wilcoxon", p_of_wilcoxon), ("sign", p_of_sign)])
def test_p_values_are_those_of_scipy(
    test: str, twin: Callable[[np.ndarray], float | None], pairs: list[tuple[float, float]]
) -> None:
    a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    row = one({"a": a.tolist(), "b": b.tolist()}, test=test)
    expected = twin(b - a)
    assert row["p_value"] == (None if expected is None else pytest.approx(expected, rel=1e-9))
    assert row["p_adjusted"] == row["p_value"]
    assert [row["wins"], row["ties"], row["losses"]] == [(b > a).sum(), (b == a).sum(), (b < a).sum()]


@examples(30)
@given(pairs=PAIRS, confidence=st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_means_interval_and_effect_size(pairs: list[tuple[float, float]], confidence: float) -> None:
    a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    d = b - a
    row = one({"a": a.tolist(), "b": b.tolist()}, confidence=confidence)
    assert row["value"] == pytest.approx(b.mean(), abs=1e-12)
    assert row["baseline_value"] == pytest.approx(a.mean(), abs=1e-12)
    assert row["difference"] == pytest.approx(d.mean(), abs=1e-12)
    assert row["n_queries"] == len(d)
    if len(d) < 2:
        assert (row["ci_low"], row["ci_high"], row["std_dev"]) == (None, None, None)
        return
    if (d == d[0]).all():
        assert row["ci_low"] == row["ci_high"] == pytest.approx(d[0], abs=1e-12)
        assert row["effect_size"] == (0 if d[0] == 0 else None)
        return
    found = stats.ttest_1samp(d, 0).confidence_interval(confidence)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((found.low, found.high), rel=1e-9, abs=1e-12)
    assert row["std_dev"] == pytest.approx(d.std(ddof=1), rel=1e-9)
    assert row["effect_size"] == pytest.approx(d.mean() / d.std(ddof=1), rel=1e-9, abs=1e-12)
    assert row["relative_difference"] == (pytest.approx(d.mean() / a.mean(), rel=1e-9, abs=1e-12) if a.any() else None)


@examples(15)
@given(pairs=PAIRS, repetitions=st.sampled_from([1, 52, 53, 104, 1000]), seed=st.integers(0, 10))
def test_randomisation_is_its_twin(pairs: list[tuple[float, float]], repetitions: int, seed: int) -> None:
    a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    row = one({"a": a.tolist(), "b": b.tolist()}, test="randomisation", repetitions=repetitions, seed=seed)
    assert row["p_value"] == pytest.approx(p_of_randomisation(b - a, repetitions, seed), rel=1e-12)


@examples(15)
@given(pairs=PAIRS, repetitions=st.sampled_from([5, 99, 600]), seed=st.integers(0, 10))
def test_bootstrap_is_its_twin(pairs: list[tuple[float, float]], repetitions: int, seed: int) -> None:
    a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    d = np.where(np.abs(b - a) <= 1e-12 * (np.abs(a) + np.abs(b)), 0, b - a)
    means = resampled_means(d, repetitions, seed)
    values = {"a": a.tolist(), "b": b.tolist()}
    row = one(values, test="bootstrap", repetitions=repetitions, seed=seed)
    if not len(means):
        assert (row["ci_low"], row["p_value"]) == (None, None)
        return
    smaller = min((means <= 1e-12 * abs(d.mean())).sum(), (means >= -1e-12 * abs(d.mean())).sum())
    assert row["p_value"] == pytest.approx(min(1.0, 2 * (1 + smaller) / (1 + len(means))), rel=1e-12)
    assert row["interval"] == "bca"
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(bca(d, means, 0.95), rel=1e-9, abs=1e-9)
    row = one(values, interval="percentile", repetitions=repetitions, seed=seed, confidence=0.8)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(np.quantile(means, [0.1, 0.9]), rel=1e-9, abs=1e-12)


def test_a_bootstrap_and_a_randomisation_are_near_those_of_scipy() -> None:
    rng = np.random.default_rng(1)
    a = rng.beta(2, 3, 200)
    b = np.clip(a + rng.exponential(0.05, 200) - 0.042, 0, 1)
    values, d = {"a": a.tolist(), "b": b.tolist()}, b - a
    row = one(values, test="randomisation")
    expected = stats.permutation_test((d,), lambda x, axis: x.mean(axis), permutation_type="samples", vectorized=True)
    assert row["p_value"] == pytest.approx(expected.pvalue, abs=0.02)
    for interval, method in (("percentile", "percentile"), ("bca", "BCa")):
        row = one(values, interval=interval)
        found = stats.bootstrap((d,), np.mean, method=method, rng=1).confidence_interval
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((found.low, found.high), abs=0.05 * d.std() / 3)


@pytest.mark.parametrize("test", TESTS)
def test_systems_that_are_equal(test: str) -> None:
    values = [0.1 * (number % 10) for number in range(40)]
    row = one({"a": values, "b": values}, test=test, repetitions=200)
    assert (row["difference"], row["p_value"], row["p_adjusted"], row["effect_size"]) == (0, 1, 1, 0)
    assert (row["ci_low"], row["ci_high"], row["ties"]) == (0, 0, 40)
    assert row["queries_needed"] is None
    assert not any(isinstance(value, float) and not math.isfinite(value) for value in row.values())


@pytest.mark.parametrize("test", TESTS)
def test_a_difference_in_the_last_digit_is_a_tie(test: str) -> None:
    values = [0.1 * (number % 10) for number in range(40)]
    row = one({"a": values, "b": [value * (1 + 2**-52) for value in values]}, test=test, repetitions=200)
    assert (row["difference"], row["p_value"], row["ties"]) == (0, 1, 40)


@pytest.mark.parametrize("test", TESTS)
def test_queries_that_one_side_lacks(test: str) -> None:
    """NULL, NaN and missing queries leave the pair, and are counted."""
    a: list[float | None] = [0.1, 0.5, 0.3, None, 0.9, float("nan"), 0.2]
    b: list[float | None] = [0.4, 0.6, None, 0.3, 0.8]
    row = one({"a": a, "b": b}, test=test, repetitions=100)
    kept = one({"a": [0.1, 0.5, None, None, 0.9], "b": [0.4, 0.6, None, None, 0.8]}, test=test, repetitions=100)
    assert {**row, "n_left_out": 0} == kept
    assert (row["n_queries"], row["n_left_out"]) == (3, 3)


def test_no_query_in_common() -> None:
    row = one({"a": [0.5, None], "b": [None, 0.5]})
    assert [row[name] for name in ("difference", "p_value", "ci_low", "effect_size")] == [None] * 4
    assert (row["n_queries"], row["wins"], row["n_left_out"]) == (0, 0, 2)


def test_a_query_with_several_values_is_left_out() -> None:
    con = duckdb.connect()
    table(con, {"a": [0.1, 0.2, 0.4], "b": [0.3, 0.2, 0.1]})
    con.execute("insert into by_query select * from by_query where system = 'a' and query_id = 'q0'")
    (row,) = asked(con)
    assert (row["n_queries"], row["n_left_out"]) == (2, 1)


def closed_testing(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values by their definition: a test falls with every set of tests that it is in."""
    places = range(len(p_values))
    sets = [each for size in range(1, len(p_values) + 1) for each in combinations(places, size)]
    return [
        max(min(1.0, len(each) * min(p_values[place] for place in each)) for each in sets if own in each)
        for own in places
    ]


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "benjamini_hochberg", "none"])
def test_adjusted_p_values(correction: str) -> None:
    rng = np.random.default_rng(3)
    base = rng.normal(size=30)
    con = duckdb.connect()
    shifts = {"a": 0, "b": 0.1, "c": 0.5, "d": 1}
    table(con, {name: (base + rng.normal(size=30) + shift).tolist() for name, shift in shifts.items()})
    rows = asked(con, correction=correction)
    p_values = [row["p_value"] for row in rows]
    expected = {
        "holm": closed_testing(p_values),
        "bonferroni": [min(1.0, len(p_values) * p) for p in p_values],
        "benjamini_hochberg": stats.false_discovery_control(p_values).tolist(),
        "none": p_values,
    }[correction]
    assert [row["p_adjusted"] for row in rows] == pytest.approx(expected, rel=1e-12)


def reach(n: int, confidence: float, power: float) -> float:
    return float((stats.t.ppf((1 + confidence) / 2, n - 1) + stats.t.ppf(power, n - 1)) / math.sqrt(n))


@pytest.mark.parametrize("n", [2, 5, 40, 300])
@pytest.mark.parametrize("shift", [0.02, 0.1, 0.4, 2.0])
@pytest.mark.parametrize(("confidence", "power"), [(0.95, 0.8), (0.99, 0.9), (0.8, 0.6)])
def test_what_a_comparison_could_have_seen(n: int, shift: float, confidence: float, power: float) -> None:
    rng = np.random.default_rng(n)
    a = rng.normal(size=n)
    b = a + rng.normal(size=n)
    b += shift - (b - a).mean()
    row = one({"a": a.tolist(), "b": b.tolist()}, confidence=confidence, power=power)
    spread = (b - a).std(ddof=1)
    assert row["detectable_difference"] == pytest.approx(reach(n, confidence, power) * spread, rel=1e-9)
    needed = row["queries_needed"]
    assert reach(needed, confidence, power) * spread <= shift * (1 + 1e-9)
    assert needed == 2 or reach(needed - 1, confidence, power) * spread > shift * (1 - 1e-9)


@pytest.mark.parametrize("test", TESTS)
def test_false_alarms_are_as_rare_as_promised(test: str) -> None:
    """1,000 comparisons of systems that do not differ, 5 % of which a test of 5 % calls different."""
    n_simulated, n = 1000, 40
    rng = np.random.default_rng(17)
    values = pd.DataFrame(
        {
            "simulation": np.repeat(np.arange(n_simulated), 2 * n),
            "system": np.tile(np.repeat(["a", "b"], n), n_simulated),
            "query_id": np.tile(np.arange(n), 2 * n_simulated),
            "value": rng.normal(size=2 * n * n_simulated),
        }
    ).assign(measure="ndcg@10", metric="ndcg", k=10)
    con = duckdb.connect()
    con.register("by_query", values)
    rows = asked(con, by=["simulation"], test=test, correction="none", repetitions=400)
    assert len(rows) == n_simulated
    alarms = sum(row["p_value"] < 0.05 for row in rows)
    # The sign test is discrete and stays below; the bootstrap's p-value is approximate, a little high at 40 queries.
    assert stats.binomtest(alarms, n_simulated, {"sign": 0.0385, "bootstrap": 0.055}.get(test, 0.05)).pvalue > 0.001


def test_intervals_hold_the_truth_as_often_as_promised() -> None:
    n_simulated, n = 1000, 60
    rng = np.random.default_rng(5)
    values = pd.DataFrame(
        {
            "simulation": np.repeat(np.arange(n_simulated), 2 * n),
            "system": np.tile(np.repeat(["a", "b"], n), n_simulated),
            "query_id": np.tile(np.arange(n), 2 * n_simulated),
            "value": rng.normal(size=2 * n * n_simulated),
        }
    ).assign(measure="ndcg@10", metric="ndcg", k=10)
    con = duckdb.connect()
    con.register("by_query", values)
    for interval in ("t", "percentile", "bca"):
        rows = asked(con, by=["simulation"], interval=interval, repetitions=400, confidence=0.9)
        held = sum(row["ci_low"] <= 0 <= row["ci_high"] for row in rows)
        assert held / n_simulated == pytest.approx(0.9, abs=0.03)


def test_groups_baselines_and_the_order_of_systems() -> None:
    con = duckdb.connect()
    table(con, {"a": [0.1, 0.2, 0.5], "b": [0.3, 0.2, 0.1], "c": [0.9, 0.8, 0.95]})
    pairs = [(row["system"], row["baseline"]) for row in asked(con)]
    assert pairs == [("b", "a"), ("c", "a"), ("c", "b")]
    assert [(row["system"], row["baseline"]) for row in asked(con, baseline="b")] == [("a", "b"), ("c", "b")]
    ordered = asked(con, systems=["c", "a"])
    assert [(row["system"], row["baseline"]) for row in ordered] == [("a", "c")]
    assert asked(con, baseline="nobody") == []
    con.execute("create table grouped as select *, null::varchar as country from by_query")
    con.execute("insert into grouped select * exclude (country), 'de' from grouped where query_id <> 'q2'")
    found = asked(con, "grouped", by=["country"])
    assert [row["country"] for row in found].count(None) == 3
    plain = {(row["system"], row["baseline"]): row["difference"] for row in asked(con)}
    for row in found:
        if row["country"] is None:
            assert row["difference"] == plain[row["system"], row["baseline"]]
        else:
            assert row["n_queries"] == 2


def test_more_measures_and_systems_than_one() -> None:
    con = duckdb.connect()
    con.execute(
        "create table by_query as select 's' || s as system, q as query_id, m as measure, m as metric, null::int as k,"
        " (hash(s, q, m) % 1000)::double as value from range(6) a(s), range(25) b(q), (values ('map'), ('mrr')) c(m)"
    )
    rows = asked(con, test="wilcoxon")
    assert len(rows) == 2 * 15
    values = con.execute("select system, measure, query_id, value from by_query").df()
    wide = values.pivot_table(index="query_id", columns=["measure", "system"], values="value")
    for row in rows:
        d = (wide[row["measure"], row["system"]] - wide[row["measure"], row["baseline"]]).to_numpy()
        assert row["p_value"] == pytest.approx(p_of_wilcoxon(d), rel=1e-9)
