"""search_health by brute force: each search asked of each measure; intervals by scipy."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from scipy import stats

Figures = tuple[float | None, int, float | None, float | None, float | None]


def of_search(measure: str, n_results: float, positions: Sequence[int]) -> Fraction | None:
    """None where the measure is not of the search."""
    if measure == "no_result":
        return Fraction(n_results == 0)
    if measure == "abandoned":
        return Fraction(not positions) if n_results > 0 else None
    if measure == "first_click":
        return Fraction(1, min(positions)) if positions else None
    if measure == "clicks":
        return Fraction(len(positions))
    return Fraction(any(position <= int(measure.removeprefix("success@")) for position in positions))


def health(
    measure: str, searches: Mapping[Any, float], clicks: Mapping[Any, Sequence[int]], clusters: Mapping[Any, Any] | None
) -> Figures:
    """value, n, std_error and the interval; clusters: None for a search of its own."""
    values = {
        search: value
        for search, n_results in searches.items()
        if (value := of_search(measure, n_results, clicks.get(search, ()))) is not None
    }
    n = len(values)
    if not n:
        return None, 0, None, None, None
    mean = sum(values.values(), start=Fraction(0)) / n
    sums = defaultdict[Any, Fraction](Fraction)
    for search, value in values.items():
        cluster = None if clusters is None else clusters[search]
        sums[("search", search) if cluster is None else ("cluster", cluster)] += value - mean
    if len(sums) < 2:
        return float(mean), n, None, None, None
    error = math.sqrt(sum(each * each for each in sums.values()) * Fraction(len(sums), len(sums) - 1)) / n
    half = float(stats.t.ppf(0.975, len(sums) - 1)) * error
    highest = math.inf if measure == "clicks" else 1.0
    return float(mean), n, error, max(float(mean) - half, 0.0), min(float(mean) + half, highest)
