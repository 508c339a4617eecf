"""Agreement of lists on an engine, against brute force in exact fractions and scipy."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from functools import cache
from typing import Any

from scipy import stats

import agreements
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from two_lists import TwoLists
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Session

COLUMNS = {"segment": TEXT, "day": BIGINT, "model": TEXT, "query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
BY = ["segment", "day"]
GROUPS = [("ü", 1), (None, 2)]
SYSTEMS = ["Z", "a", "ö"]
# Ids that a language sorts otherwise than their bytes.
ITEMS = ["a", "B", "c", "D", "ä", "_e", "f", "G"]
CUTOFFS = (None, 3)
LONG = 400
Key = tuple[Any, ...]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    lists, expected = drawn(), known()
    rows = [
        (*group, system, query, item, score)
        for (group, system, query), scores in lists.items()
        for item, score in scores.items()
    ]
    nothing = [("ü", 1, None, "q1", "a", 1.0), ("ü", 1, "a", "q1", None, 9.0), ("ü", 1, "a", "q1", "zz", None)]
    session.load("agreement_lists", COLUMNS, [*rows, *nothing])
    asked = list(dict.fromkeys(key[-1] for key in expected))
    arguments: dict[str, Any] = {"measures": asked, "system": "model", "by": BY}
    found = session.query(package.query_agreement("agreement_lists", **arguments))
    yield from compared(
        "query_agreement",
        expected,
        keyed([(*row[:6], *row[8:]) for row in map(tuple, found)], 6),
        lambda key: key[-1],
    )
    means: dict[Key, list[Any]] = {}
    averaged = ["overlap@3", "rbo(p=0.8)", "kendall_tau", "tau_ap@3"]
    for key, figures in expected.items():
        if key[3] == "Z" and key[5] in averaged:
            means.setdefault((*key[:4], key[5]), []).append(figures)
    # Few of them: planning is what takes the time on some engines.
    found = session.query(package.agreement("agreement_lists", averaged, "model", "Z", BY))
    yield from compared(
        "agreement",
        {key: mean(figures) for key, figures in means.items()},
        keyed([(*row[:5], *row[7:12]) for row in map(tuple, found)], 5),
    )
    if sample.is_whole():
        yield from long_lists(session, dialect)


def drawn() -> dict[Key, dict[str, float]]:
    """Lists by group, system and query: with ties, of different lengths, some missing."""
    chosen = random.Random(4)
    return {
        (group, system, query): {
            item: float(chosen.randrange(chosen.choice([3, 50]))) for item in chosen.sample(ITEMS, chosen.randint(1, 8))
        }
        for group in GROUPS
        for system in SYSTEMS
        for query in ("q1", "q2", "q'3", "q4")
        if chosen.random() < 0.85
    }


@cache
def known() -> dict[Key, tuple[Any, ...]]:
    """By group, both systems, query and measure; computed once for all engines of a process."""
    lists = drawn()
    expected: dict[Key, tuple[Any, ...]] = {}
    for group in GROUPS:
        for place, system in enumerate(SYSTEMS):
            for baseline in SYSTEMS[:place]:
                for query in sorted({key[2] for key in lists if key[0] == group and key[1] in (system, baseline)}):
                    sides = lists.get((group, system, query), {}), lists.get((group, baseline, query), {})
                    for k in CUTOFFS:
                        both = TwoLists(*sides, k)
                        sizes = *map(len, both.ranked), both.n_common
                        for measure, value in agreements.known(*sides, k).items():
                            expected[*group, system, baseline, query, measure] = (value, *sizes)
    return expected


def mean(figures: list[Any]) -> tuple[Any, ...]:
    """value, n_queries, n_missing, value_sum, std_error."""
    there = [row[0] for row in figures if row[0] is not None]
    n_missing = sum(0 in row[1:3] for row in figures)
    error = statistics.stdev(there) / math.sqrt(len(there)) if len(there) > 1 else None
    average = statistics.fmean(there) if there else None
    return average, len(there), n_missing, math.fsum(there) if there else None, error


def long_lists(session: Session, dialect: str) -> Iterator[Comparison]:
    """Past 128 places, and past the depth at which a weight is too small for some engines."""
    chosen = random.Random(9)
    one = {f"d{item:04}": float(chosen.randrange(10**6)) for item in range(LONG)}
    lists = {"old": one, "new": {item: score + chosen.randrange(10**6) for item, score in one.items()}}
    rows = [("s", 1, system, "q", item, score) for system, scores in lists.items() for item, score in scores.items()]
    session.load("long_lists", COLUMNS, rows)
    measures = ["kendall_tau", "kendall_tau_b", "spearman", "tau_ap", "rbo(p=0.1)", "rbo_residual(p=0.1)"]
    sql = macros(*DIALECTS[dialect]).query_agreement("long_lists", measures, "model", "old")
    tau = stats.kendalltau(list(lists["new"].values()), list(one.values())).statistic
    rho = stats.spearmanr(list(lists["new"].values()), list(one.values())).statistic
    both, truths = TwoLists(lists["new"], lists["old"]), agreements.TRUTHS
    known = [tau, tau, rho, truths["tau_ap"].of_lists(both)]
    known += [truths[name].of_lists(both, p=0.1) for name in ("rbo", "rbo_residual")]
    expected = {("new", "old", measure): (value,) for measure, value in zip(measures, known, strict=True)}
    found = [(row[0], row[1], row[3], row[6]) for row in map(tuple, session.query(sql))]
    yield from compared("query_agreement of long lists", expected, keyed(found, 3))
