"""Comparisons of systems: every test and interval against scipy, or a twin that draws the same hashes."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

import rankhouse
from classifier_pairs import holm
from examples import examples
from rankhouse._rendering.jinja import macros

COLUMNS = [
    *("measure", "metric", "k", "system", "baseline", "value", "baseline_value", "difference", "ci_low", "ci_high"),
    *("effect_size", "n_queries", "wins", "ties", "losses", "test", "p_value", "p_adjusted"),
]
TESTS = ("t", "wilcoxon", "sign", "randomisation", "bootstrap")
Values = Mapping[str, Sequence[float | None]]
Cases = Sequence[tuple[np.ndarray, np.ndarray]]
"""Of two systems, a and b, the values by query."""


def table(con: duckdb.DuckDBPyConnection, *cases: Values) -> None:
    """Values by query of one measure, a group for each case; None is NULL."""
    rows = [
        (case, system, f"q{number}", value)
        for case, values in enumerate(cases)
        for system, those in values.items()
        for number, value in enumerate(those)
    ]
    con.execute(
        'create or replace table by_query as select unnest($1::integer[]) as "case", unnest($2::varchar[]) as system,'
        " unnest($3::varchar[]) as query_id, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k,"
        " unnest($4::double[]) as value",
        [list(column) for column in zip(*rows, strict=True)],
    )


def asked(con: duckdb.DuckDBPyConnection, name: str = "by_query", **arguments: Any) -> list[dict[str, Any]]:
    result = con.execute(macros("duckdb").compare(name, **arguments))
    names = [column[0] for column in result.description]
    rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    return sorted(rows, key=lambda row: (row["system"], row["baseline"]))


def one(values: Values, **arguments: Any) -> dict[str, Any]:
    """The comparison of two systems, b against a."""
    (row,) = each([values], **arguments)
    return row


def each(cases: Iterable[Values], **arguments: Any) -> list[dict[str, Any]]:
    """The same of several cases: groups of one call, whose statement costs more than all their rows."""
    listed = list(cases)
    with duckdb.connect() as con:
        table(con, *listed)
        rows = sorted(asked(con, by=["case"], **arguments), key=lambda row: row["case"])
    assert [row.pop("case") for row in rows] == list(range(len(listed)))
    return rows


GRID = [0.0, 0.25, 0.5, 0.75, 1.0]
PAIRS = st.one_of(
    st.lists(st.tuples(st.sampled_from(GRID), st.sampled_from(GRID)), min_size=1, max_size=70),
    st.lists(st.tuples(st.floats(0, 1, width=32), st.floats(0, 1, width=32)), min_size=1, max_size=70),
).map(lambda pairs: tuple(np.array(side, dtype=float) for side in zip(*pairs, strict=True)))
CASES = st.lists(PAIRS, min_size=15, max_size=15)


def drawn(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Without ties: up to 50 queries the signed-rank test is exact."""
    rng = np.random.default_rng(n)
    return rng.random(n), rng.random(n) + 0.1


def sides(cases: Cases) -> Iterator[Values]:
    return ({"a": a.tolist(), "b": b.tolist()} for a, b in cases)


def p_of_t(d: np.ndarray) -> float | None:
    if not d.any():
        return 1.0
    return None if len(d) < 2 or (d == d[0]).all() else float(stats.ttest_1samp(d, 0).pvalue)


def says_nothing(d: np.ndarray) -> bool:
    """Of a single query that differs no test says anything."""
    return len(d) == 1 and bool(d.any())


def p_of_wilcoxon(d: np.ndarray) -> float | None:
    """Scipy's, of differences whose sizes are whole numbers up to 2^40: to the last bit it would rank their noise."""
    if says_nothing(d):
        return None
    sizes = np.floor(np.abs(d) / (np.abs(d).max() or 1.0) * 2.0**40 + 0.5)
    # The smallest of all are a size too.
    sizes = np.sign(d) * np.maximum(sizes, 0.5)
    kept = np.abs(sizes[d != 0])
    if not len(kept):
        return 1.0
    is_exact = len(d) <= 50 and len(kept) == len(d) and len(set(kept)) == len(kept)
    method = "exact" if is_exact else "asymptotic"
    return float(stats.wilcoxon(sizes, zero_method="wilcox", correction=False, method=method).pvalue)


def p_of_sign(d: np.ndarray) -> float | None:
    if says_nothing(d):
        return None
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


def p_of_randomisation(d: np.ndarray, repetitions: int, seed: int) -> float | None:
    if says_nothing(d):
        return None
    flipped = sum(signs(f"q{number}", repetitions, seed) * each for number, each in enumerate(d))
    reached = abs(d.sum()) - 1e-12 * np.abs(d).sum()
    return float((1 + (np.abs(flipped) >= reached).sum()) / (1 + repetitions))


POISSON = np.round(stats.poisson.cdf(np.arange(12), 1) * 2**24)


def poisson_weights(query: str, repetitions: int, seed: int) -> np.ndarray:
    """A query's weights: quantiles of the Poisson(1) distribution at 24 bits of MD5 hashes, five repetitions each."""
    found = []
    for block in range(math.ceil(repetitions / 5)):
        digits = hashlib.md5(f"resampling:{seed}:{query}:{block}".encode()).hexdigest()
        found.extend(int(digits[6 * piece : 6 * piece + 6], 16) for piece in range(5))
    return np.searchsorted(POISSON, np.array(found[:repetitions]), side="right").astype(float)


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


@pytest.mark.parametrize(("test", "twin"), [("t", p_of_t), ("wilcoxon", p_of_wilcoxon), ("sign", p_of_sign)])
@examples(4)
@example(cases=[drawn(n) for n in (2, 45, 50, 51, 70)])
@given(cases=CASES)
def test_p_values_are_those_of_scipy(test: str, twin: Callable[[np.ndarray], float | None], cases: Cases) -> None:
    rows = each(sides(cases), test=test)
    adjusted = holm({place: row["p_value"] for place, row in enumerate(rows)})
    for place, ((a, b), row) in enumerate(zip(cases, rows, strict=True)):
        expected = twin(b - a)
        assert row["p_value"] == (None if expected is None else pytest.approx(expected, rel=1e-9))
        assert row["p_adjusted"] == (None if expected is None else pytest.approx(adjusted[place], rel=1e-12))
        assert [row["wins"], row["ties"], row["losses"]] == [(b > a).sum(), (b == a).sum(), (b < a).sum()]


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
@examples(2)
@given(cases=CASES)
def test_means_interval_and_effect_size(confidence: float, cases: Cases) -> None:
    for (a, b), row in zip(cases, each(sides(cases), confidence=confidence), strict=True):
        d = b - a
        assert row["value"] == pytest.approx(b.mean(), abs=1e-12)
        assert row["baseline_value"] == pytest.approx(a.mean(), abs=1e-12)
        assert row["difference"] == pytest.approx(d.mean(), abs=1e-12)
        assert row["n_queries"] == len(d)
        if len(d) < 2:
            assert (row["ci_low"], row["ci_high"], row["std_dev"]) == (None, None, None)
            continue
        if (d == d[0]).all():
            assert row["ci_low"] == row["ci_high"] == pytest.approx(d[0], abs=1e-12)
            assert row["effect_size"] == (0 if d[0] == 0 else None)
            continue
        found = stats.ttest_1samp(d, 0).confidence_interval(confidence)
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((found.low, found.high), rel=1e-9, abs=1e-12)
        assert row["std_dev"] == pytest.approx(d.std(ddof=1), rel=1e-9)
        assert row["effect_size"] == pytest.approx(d.mean() / d.std(ddof=1), rel=1e-9, abs=1e-12)
        relative = pytest.approx(d.mean() / a.mean(), rel=1e-9, abs=1e-12) if a.any() else None
        assert row["relative_difference"] == relative


@pytest.mark.parametrize("repetitions", [1, 52, 53, 104, 1000])
@examples(2)
@given(cases=CASES, seed=st.integers(0, 10))
def test_randomisation_is_its_twin(repetitions: int, cases: Cases, seed: int) -> None:
    rows = each(sides(cases), test="randomisation", repetitions=repetitions, seed=seed)
    for (a, b), row in zip(cases, rows, strict=True):
        expected = p_of_randomisation(b - a, repetitions, seed)
        assert row["p_value"] == (None if expected is None else pytest.approx(expected, rel=1e-12))


@pytest.mark.parametrize("repetitions", [1, 5, 99, 600])
@examples(2)
@given(cases=CASES, seed=st.integers(0, 10))
def test_bootstrap_is_its_twin(repetitions: int, cases: Cases, seed: int) -> None:
    resampled = {"repetitions": repetitions, "seed": seed}
    rows = each(sides(cases), test="bootstrap", **resampled)
    by_percentiles = each(sides(cases), interval="percentile", confidence=0.8, **resampled)
    for (a, b), row, percentiles in zip(cases, rows, by_percentiles, strict=True):
        d = np.where(np.abs(b - a) <= 1e-12 * (np.abs(a) + np.abs(b)), 0, b - a)
        means = resampled_means(d, repetitions, seed)
        if not len(means) or not can_reach(len(d), 0.95):
            assert (row["ci_low"], row["ci_high"], row["p_value"], row["p_adjusted"]) == (None, None, None, None)
            assert (percentiles["ci_low"] is None) == (len(means) < 2 or not can_reach(len(d), 0.8))
            continue
        smaller = min((means <= 1e-12 * abs(d.mean())).sum(), (means >= -1e-12 * abs(d.mean())).sum())
        assert row["p_value"] == pytest.approx(min(1.0, 2 * (1 + smaller) / (1 + len(means))), rel=1e-12)
        assert row["interval"] == "bca"
        if len(means) == 1:
            assert [row["ci_low"], row["ci_high"], percentiles["ci_low"]] == [None, None, None]
            continue
        assert (row["ci_low"], row["ci_high"]) == pytest.approx(bca(d, means, 0.95), rel=1e-9, abs=1e-9)
        limits = pytest.approx(np.quantile(means, [0.1, 0.9]), rel=1e-9, abs=1e-12)
        assert (percentiles["ci_low"], percentiles["ci_high"]) == limits


def can_reach(n: int, confidence: float) -> bool:
    """Whether the smallest p-value of an exact sign test of n queries is small enough."""
    return bool(stats.binomtest(n, n).pvalue <= 1 - confidence)


@pytest.mark.parametrize("test", TESTS)
def test_what_says_nothing_is_none_of_the_corrected(test: str) -> None:
    """A group of one query and one of five, beside one of forty whose p-value stays as it is."""
    rng = np.random.default_rng(4)
    cases = [(a, a + 0.1 * rng.random(len(a)) - 0.03) for a in (rng.random(n) for n in (1, 5, 40))]
    alone, few, many = each(sides(cases), test=test)
    assert (alone["p_value"], alone["p_adjusted"], alone["n_queries"]) == (None, None, 1)
    assert (few["p_value"] is None) == (test == "bootstrap")
    n_tests = 1 if test == "bootstrap" else 2
    assert many["p_adjusted"] == pytest.approx(min(1.0, n_tests * many["p_value"]), rel=1e-12)
    assert few["interval"] == ("bca" if test == "bootstrap" else "t")
    assert (few["ci_low"] is None) == (test == "bootstrap")


@pytest.mark.parametrize("scale", [0.1, 1 / 3, 7.0, 1e-9])
def test_signed_ranks_do_not_depend_on_the_scale(scale: float) -> None:
    """Hits of ten as counts, tenths and thirds: noise in the last bit is no order."""
    rng = np.random.default_rng(11)
    a, b = (rng.integers(0, 11, 45).astype(float) for _ in range(2))
    expected = float(stats.wilcoxon(b - a, zero_method="wilcox", correction=False, method="asymptotic").pvalue)
    row = one({"a": (a * scale).tolist(), "b": (b * scale).tolist()}, test="wilcoxon")
    assert row["p_value"] == pytest.approx(expected, rel=1e-9)


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
def test_systems_that_are_equal_and_queries_that_one_side_lacks(test: str) -> None:
    """A difference in the last digit is a tie; NULL, NaN and missing queries leave the pair, and are counted."""
    values = [0.1 * (number % 10) for number in range(40)]
    cases: dict[str, Values] = {
        "equal": {"a": values, "b": values},
        "last digit": {"a": values, "b": [value * (1 + 2**-52) for value in values]},
        "lacking": {"a": [0.1, 0.5, 0.3, None, 0.9, float("nan"), 0.2], "b": [0.4, 0.6, None, 0.3, 0.8]},
        "kept": {"a": [0.1, 0.5, None, None, 0.9], "b": [0.4, 0.6, None, None, 0.8]},
    }
    found = dict(zip(cases, each(cases.values(), test=test, repetitions=200), strict=True))
    for name in ("equal", "last digit"):
        row = found[name]
        assert (row["difference"], row["p_value"], row["p_adjusted"], row["effect_size"]) == (0, 1, 1, 0), name
        assert (row["ci_low"], row["ci_high"], row["ties"]) == (0, 0, 40), name
        assert row["queries_needed"] is None, name
        assert not any(isinstance(value, float) and not math.isfinite(value) for value in row.values()), name
    row = found["lacking"]
    assert {**row, "n_left_out": 0} == found["kept"]
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
    assert row["p_adjusted"] == row["p_value"] < 1


def test_values_of_several_days_need_by(con: duckdb.DuckDBPyConnection) -> None:
    """Every row was NULL: no query had one value."""
    table(con, {"a": [0.1, 0.2, 0.4], "b": [0.3, 0.2, 0.1]})
    con.execute("create table of_days as select d as day, * from by_query, (values (1), (2)) t(d)")
    message = r"every query has several values of one measure and system, e.g. .* for query_id q0; add the column"
    rankhouse.register(con)
    for sql in (macros("duckdb").compare("of_days"), "from compare('of_days')"):
        with pytest.raises(duckdb.Error, match=message):
            con.execute(str(sql)).fetchall()
    assert len(con.execute("from compare('of_days', by := 'day')").fetchall()) == 2


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


def shifted(n: int, shift: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    a = rng.normal(size=n)
    b = a + rng.normal(size=n)
    return a, b + shift - (b - a).mean()


@pytest.mark.parametrize(("confidence", "power"), [(0.95, 0.8), (0.99, 0.9), (0.8, 0.6)])
def test_what_a_comparison_could_have_seen(confidence: float, power: float) -> None:
    named = list(product([2, 5, 40, 300], [0.02, 0.1, 0.4, 2.0]))
    cases = [shifted(n, shift) for n, shift in named]
    rows = each(sides(cases), confidence=confidence, power=power)
    wrong = {}
    for (n, shift), (a, b), row in zip(named, cases, rows, strict=True):
        spread = (b - a).std(ddof=1)
        seen, needed = row["detectable_difference"], row["queries_needed"]
        is_right = seen == pytest.approx(reach(n, confidence, power) * spread, rel=1e-9)
        is_enough = reach(needed, confidence, power) * spread <= shift * (1 + 1e-9)
        is_least = needed == 2 or reach(needed - 1, confidence, power) * spread > shift * (1 - 1e-9)
        if not (is_right and is_enough and is_least):
            wrong[n, shift] = (seen, needed)
    assert wrong == {}


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
    with pytest.raises(duckdb.Error, match="baseline 'nobody' is not one of the systems, which range from 'a' to 'c'"):
        asked(con, baseline="nobody")
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


def test_a_convention_without_the_share_of_judged_items() -> None:
    """Means and differences are those of its values by query."""
    run = {
        "system": [*("a",) * 80, *("b",) * 80],
        "query_id": [f"q{number // 2}" for number in range(80)] * 2,
        "item_id": [*("x", "y") * 40, *("y", "z") * 40],
        "score": [2.0, 1.0] * 80,
    }
    judgments = {"query_id": [f"q{number}" for number in range(40)], "item_id": ["x", "y"] * 20, "relevance": [1] * 40}
    con = duckdb.connect()
    with pytest.warns(rankhouse.InputWarning, match="judged@10 is"):
        compared = rankhouse.compare(run, judgments, "ndcg@10", convention="trec_eval", con=con)
    # Of a the judged item is first or second in turn, of b it is first in every second query.
    second = 1 / math.log2(3)
    assert [row["value"] for row in compared.rows()] == pytest.approx([0.5])
    assert [row["baseline_value"] for row in compared.rows()] == pytest.approx([(1 + second) / 2])
