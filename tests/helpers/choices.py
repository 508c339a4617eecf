"""The best of several variants and its value on folds that did not choose it, from the definitions alone."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from scipy import stats

from splits import drawn

Value = tuple[str, str, float | Fraction | None]
"""Variant, query and value."""


@dataclass(frozen=True)
class Choice:
    system: str | None
    value_chosen: float | None
    value_held_out: float | None
    optimism: float | None
    ci_low: float | None
    ci_high: float | None
    share_of_folds: float | None
    n_systems: int
    n_queries: int

    @property
    def figures(self) -> tuple[str | float | None, ...]:
        return tuple(self.__dict__.values())


def chosen(
    values: Iterable[Value],
    folds: int = 5,
    seed: int = 0,
    clusters: Mapping[str, str | None] | None = None,
    is_lower_better: bool = False,
) -> Choice:
    """clusters: of queries; one without is its own."""
    of_query: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for system, query, value in values:
        if value is not None:
            of_query[query][system] = Fraction(value)
    systems = sorted({system for found in of_query.values() for system in found})
    whole = {query: found for query, found in of_query.items() if len(found) == len(systems)}
    if not whole:
        return Choice(None, *[None] * 6, len(systems), 0)
    named = {query: (clusters or {}).get(query) for query in of_query}
    # The hash of a cluster is that of its first query.
    unit_of = {
        query: query if name is None else min(other for other, own in named.items() if own == name)
        for query, name in named.items()
    }
    fold_of = {query: int(drawn(seed, unit_of[query]) * folds) for query in whole}
    sign = -1 if is_lower_better else 1

    def best(queries: Iterable[str]) -> str:
        listed = list(queries)
        # max takes the first of equal ones.
        return max(systems, key=lambda system: sign * sum(whole[query][system] for query in listed))

    overall = best(whole)
    at_best = {query: whole[query][overall] for query in whole}
    value_chosen = float(statistics.mean(at_best.values()))
    taken = set(fold_of.values())
    if len(taken) == 1:
        return Choice(overall, value_chosen, *[None] * 5, len(systems), len(whole))
    picks = {fold: best(query for query in whole if fold_of[query] != fold) for fold in taken}
    held = {query: whole[query][picks[fold_of[query]]] for query in whole}
    differences = {query: sign * (at_best[query] - held[query]) for query in whole}
    optimism = float(statistics.mean(differences.values()))
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for query, difference in differences.items():
        sums[unit_of[query]] += difference - statistics.mean(differences.values())
    n = len(sums)
    error = sqrt(Fraction(n, n - 1) * sum(total**2 for total in sums.values())) / len(whole)
    half = float(stats.t.ppf(0.975, n - 1)) * error
    same = sum(pick == overall for pick in picks.values())
    return Choice(
        *(overall, value_chosen, float(statistics.mean(held.values())), optimism, optimism - half, optimism + half),
        *(same / len(taken), len(systems), len(whole)),
    )
