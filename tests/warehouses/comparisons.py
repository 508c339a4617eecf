"""Comparisons of systems on an engine, against scipy and twins that draw the same hashes in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import stats

from comparison.test_compare import (
    bca,
    can_reach,
    p_of_randomisation,
    p_of_sign,
    p_of_t,
    p_of_wilcoxon,
    resampled_means,
)
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Session

COLUMNS = {"segment": TEXT, "system": TEXT, "query_id": TEXT, "measure": TEXT, "metric": TEXT, "k": BIGINT}
COLUMNS |= {"value": DOUBLE}
REPETITIONS, SEED, CONFIDENCE = 130, 5, 0.9
PLANS = [("t", "t"), ("wilcoxon", "percentile"), ("randomisation", "bca"), ("sign", "t"), ("bootstrap", "percentile")]
SLOW = {"spark", "clickhouse"}
"""They merge common table expressions, and plan a comparison for 10 seconds and more."""
UNKNOWN_TO = "snowflake"
"""fakesnow has neither to_number() of hexadecimal digits nor a place that is computed in substr()."""
SIZES = {("ü", 10): 12, ("ü", None): 70, (None, 10): 2, (None, None): 33}
GRID = [0.0, 0.25, 0.5, 0.75, 1.0]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    if dialect == UNKNOWN_TO:
        return
    package = macros(*DIALECTS[dialect])
    chosen = random.Random(7)
    known: dict[tuple[str | None, int | None], dict[str, list[float]]] = {}
    for (segment, k), n in SIZES.items():
        # Ties within a system's values, and none.
        own = [chosen.choice(GRID) if k else chosen.random() for _ in range(n)]
        others = [chosen.choice(GRID) if k else chosen.random() for _ in range(n)]
        known[segment, k] = {"Z": own, "a": others, "ö": [value * 0.875 for value in own]}
    rows = [
        (segment, system, f"q{query}", measure(k), "ndcg", k, value)
        for (segment, k), systems in known.items()
        for system, those in systems.items()
        for query, value in enumerate(those)
    ]
    alone = [("ü", "Z", "alone", "ndcg@10", "ndcg", 10, 0.5), ("ü", "a", "alone", "ndcg@10", "ndcg", 10, None)]
    session.load("compared_values", COLUMNS, [*rows, *alone])
    for test, interval in sample.some(PLANS[:3] if dialect in SLOW else PLANS):
        sql = package.compare(
            "compared_values",
            by=["segment"],
            test=test,
            interval=interval,
            correction="none",
            confidence=CONFIDENCE,
            repetitions=REPETITIONS,
            seed=SEED,
        )
        # The by column, measure, system, baseline; then difference, interval, counts, p-value.
        found = [
            (row[0], row[1], row[4], row[5], *(row[place] for place in (8, 9, 10, 12, 13, 14, 15, 17)))
            for row in map(tuple, session.query(sql))
        ]
        expected = {
            (segment, measure(k), system, baseline): figures(systems[system], systems[baseline], test, interval)
            for (segment, k), systems in known.items()
            for system, baseline in (("a", "Z"), ("ö", "Z"), ("ö", "a"))
        }
        yield from compared(f"compare ({test}, {interval})", expected, keyed(found, 4))


def measure(k: int | None) -> str:
    return "ndcg" if k is None else f"ndcg@{k}"


def figures(system: Sequence[float], baseline: Sequence[float], test: str, interval: str) -> tuple[float | None, ...]:
    d = np.array(system) - np.array(baseline)
    means = resampled_means(d, REPETITIONS, SEED)
    is_resampled = can_reach(len(d), CONFIDENCE)
    smaller = min((means <= 0).sum(), (means >= 0).sum())
    p_value = {
        "t": lambda: p_of_t(d),
        "wilcoxon": lambda: p_of_wilcoxon(d),
        "sign": lambda: p_of_sign(d),
        "randomisation": lambda: p_of_randomisation(d, REPETITIONS, SEED),
        "bootstrap": lambda: min(1.0, 2 * (1 + smaller) / (1 + len(means))) if is_resampled else None,
    }[test]()
    low, high = {
        "t": lambda: student(d),
        "percentile": lambda: np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]),
        "bca": lambda: bca(d, means, CONFIDENCE),
    }[interval]()
    if interval != "t" and not is_resampled:
        low, high = None, None
    return d.mean(), low, high, len(d), (d > 0).sum(), (d == 0).sum(), (d < 0).sum(), p_value


def student(d: np.ndarray) -> tuple[float, float]:
    if (d == d[0]).all():
        return d[0], d[0]
    found = stats.ttest_1samp(d, 0).confidence_interval(CONFIDENCE)
    return found.low, found.high
