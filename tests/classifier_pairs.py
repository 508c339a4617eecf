"""Classifiers compared by brute force: DeLong's structural components over all pairs, McNemar's counts."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scipy import stats

Scores = dict[Any, tuple[float, int]]
"""Score and label by row of data."""
Figures = tuple[Any, ...]
HALF = Fraction(1, 2)


def components(scores: Scores) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """V10 of the positives and V01 of the negatives: over the other class, the share that is in the right order."""
    by_label: dict[int, dict[Any, float]] = {1: {}, 0: {}}
    for row, (score, label) in scores.items():
        by_label[label][row] = score

    def psi(positive: float, negative: float) -> Fraction:
        return HALF if positive == negative else Fraction(positive > negative)

    positives, negatives = by_label[1], by_label[0]
    v10 = {i: sum(psi(x, y) for y in negatives.values()) / Fraction(len(negatives) or 1) for i, x in positives.items()}
    v01 = {j: sum(psi(x, y) for x in positives.values()) / Fraction(len(positives) or 1) for j, y in negatives.items()}
    return v10, v01


def variance(values: Sequence[Fraction]) -> Fraction | None:
    if len(values) < 2:
        return None
    mean = sum(values) / Fraction(len(values))
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def mean(values: Iterable[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def squared_error(v10: Sequence[Fraction], v01: Sequence[Fraction]) -> Fraction | None:
    of_positives, of_negatives = variance(v10), variance(v01)
    if of_positives is None or of_negatives is None:
        return None
    return of_positives / len(v10) + of_negatives / len(v01)


def root(square: Fraction) -> float:
    """Of a fraction that a float may be too coarse for."""
    return math.sqrt(square)


def interval(scores: Scores, confidence: float = 0.95) -> Figures:
    """value, std_error, ci_low, ci_high, interval, n_positives, n_negatives."""
    v10, v01 = components(scores)
    sizes = (len(v10), len(v01))
    if not v10 or not v01:
        return None, None, None, None, None, *sizes
    area = mean(v10.values())
    square = squared_error(list(v10.values()), list(v01.values()))
    error = None if square is None else root(square)
    if area in (0, 1):
        # Clopper and Pearson's bound of as many successes as trials.
        bound = stats.binomtest(min(sizes), min(sizes)).proportion_ci(confidence, "exact").low
        limits = (bound, 1.0) if area == 1 else (0.0, 1 - bound)
        return float(area), error, *limits, "exact", *sizes
    if error is None:
        return float(area), None, None, None, None, *sizes
    logit = stats.norm(math.log(area / (1 - area)), error / float(area * (1 - area))) if error else None
    low, high = (logit.interval(confidence)) if logit else (math.log(area / (1 - area)),) * 2
    return float(area), error, 1 / (1 + math.exp(-low)), 1 / (1 + math.exp(-high)), "logit", *sizes


def delong(own: Scores, other: Scores, confidence: float = 0.95) -> Figures:
    """value, baseline_value, difference, ci_low, ci_high, wins, losses, p_value; both have the same rows."""
    (own_v10, own_v01), (other_v10, other_v01) = components(own), components(other)
    if not own_v10 or not own_v01:
        return (None,) * 8
    values = mean(own_v10.values()), mean(other_v10.values())
    difference = values[0] - values[1]
    gaps = [own_v10[i] - other_v10[i] for i in own_v10], [own_v01[j] - other_v01[j] for j in own_v01]
    square = squared_error(*gaps)
    shown = (*map(float, values), float(difference))
    if not any(itertools.chain(*gaps)):
        return *shown, 0.0, 0.0, None, None, 1.0
    if not square:
        return *shown, None, None, None, None, None
    z = float(difference) / root(square)
    half = stats.norm.ppf((1 + confidence) / 2) * root(square)
    low, high = max(-1.0, float(difference) - half), min(1.0, float(difference) + half)
    return *shown, low, high, None, None, 2 * stats.norm.sf(abs(z))


def mcnemar(own: Scores, other: Scores, threshold: float = 0.5, confidence: float = 0.95) -> Figures:
    """The same; the interval is that of Bonett and Price."""
    right = [
        {row: (score >= threshold) == bool(label) for row, (score, label) in side.items()} for side in (own, other)
    ]
    n = len(own)
    if not n:
        return (None,) * 8
    wins = sum(right[0][row] and not right[1][row] for row in own)
    losses = sum(right[1][row] and not right[0][row] for row in own)
    values = [Fraction(sum(side.values()), n) for side in right]
    p_12, p_21 = Fraction(wins + 1, n + 2), Fraction(losses + 1, n + 2)
    half = stats.norm.ppf((1 + confidence) / 2) * root((p_12 + p_21 - (p_12 - p_21) ** 2) / (n + 2))
    low, high = max(-1.0, float(p_12 - p_21) - half), min(1.0, float(p_12 - p_21) + half)
    p = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    return *map(float, values), float(values[0] - values[1]), low, high, wins, losses, p


def holm(p_values: Mapping[Any, float | None]) -> dict[Any, float | None]:
    known = sorted(((p, key) for key, p in p_values.items() if p is not None), key=lambda pair: pair[0])
    adjusted: dict[Any, float | None] = dict.fromkeys(p_values)
    highest = 0.0
    for place, (p, key) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - place)))
        adjusted[key] = highest
    return adjusted


Given = tuple[Any, str | None, Any, float | None, Any]
"""group, system, row_id, score, label."""


def compared(
    rows: Iterable[Given], test: str = "delong", baseline: str | None = None, **more: Any
) -> dict[Any, Figures]:
    """By group, system and baseline: value, baseline_value, difference, ci_low, ci_high, n_rows, n_positives,
    n_left_out, wins, losses, p_value, p_adjusted (by Holm)."""
    given: Any = defaultdict(lambda: defaultdict(list))
    for group, system, row, score, label in rows:
        if system is not None:
            given[group][system].append((row, score, label))
    found = {}
    for group, systems in given.items():
        for own, other in itertools.product(sorted(systems), repeat=2):
            if (own != baseline and other == baseline) if baseline is not None else own > other:
                found[group, own, other] = _pair(systems[own], systems[other], test, more)
    adjusted = holm({key: figures[-1] for key, figures in found.items()})
    return {key: (*figures, adjusted[key]) for key, figures in found.items()}


def _pair(own: Sequence[Any], other: Sequence[Any], test: str, more: Mapping[str, Any]) -> Figures:
    sides = [
        [
            row
            for row in side
            if row[0] is not None and row[1] is not None and not math.isnan(row[1]) and row[2] in (0, 1)
        ]
        for side in (own, other)
    ]
    names = [[row for row, _, _ in side if row is not None] for side in (own, other)]
    scores = [{row: (score, int(label)) for row, score, label in side} for side in sides]
    common = scores[0].keys() & scores[1].keys()
    has_twice = any(len(set(listed)) < len(listed) for listed in names)
    if has_twice or any(scores[0][row][1] != scores[1][row][1] for row in common):
        return (None,) * 11
    first, second = ({row: side[row] for row in common} for side in scores)
    value, baseline_value, difference, low, high, wins, losses, p = (delong if test == "delong" else mcnemar)(
        first, second, **more
    )
    counts = (len(common), sum(label for _, label in first.values()), len(own) + len(other) - 2 * len(common))
    return value, baseline_value, difference, low, high, *counts, wins, losses, p
