"""Classifiers compared by brute force, with weights too: DeLong's components over all pairs, McNemar's counts."""

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
Weights = Mapping[Any, Fraction]
"""By row of data; without them every row counts 1."""
HALF = Fraction(1, 2)


def each_one(rows: Iterable[Any]) -> Weights:
    return dict.fromkeys(rows, Fraction(1))


def components(scores: Scores, weights: Weights) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """V10 of the positives and V01 of the negatives: over the other class, the share that is in the right order."""
    by_label: dict[int, dict[Any, float]] = {1: {}, 0: {}}
    for row, (score, label) in scores.items():
        by_label[label][row] = score

    def psi(positive: float, negative: float) -> Fraction:
        return HALF if positive == negative else Fraction(positive > negative)

    positives, negatives = by_label[1], by_label[0]
    of_negatives = sum((weights[j] for j in negatives), Fraction(0))
    of_positives = sum((weights[i] for i in positives), Fraction(0))
    v10 = {
        i: sum((weights[j] * psi(x, y) for j, y in negatives.items()), Fraction(0)) / of_negatives
        for i, x in positives.items()
        if of_negatives
    }
    v01 = {
        j: sum((weights[i] * psi(x, y) for i, x in positives.items()), Fraction(0)) / of_positives
        for j, y in negatives.items()
        if of_positives
    }
    return {i: v10[i] for i in v10 if weights[i]}, {j: v01[j] for j in v01 if weights[j]}


def mean(values: Mapping[Any, Fraction], weights: Weights) -> Fraction:
    weighted = sum((weights[row] * value for row, value in values.items()), Fraction(0))
    return weighted / sum(weights[row] for row in values)


def variance_of_mean(values: Mapping[Any, Fraction], weights: Weights) -> Fraction | None:
    """Of the weighted mean of independent values; of equal weights the sample variance over n."""
    n, middle, of_all = len(values), mean(values, weights), sum(weights[row] for row in values)
    if n < 2:
        return None
    squares = sum(((weights[row] / of_all * (value - middle)) ** 2 for row, value in values.items()), Fraction(0))
    return squares * n / (n - 1)


def squared_error(v10: Mapping[Any, Fraction], v01: Mapping[Any, Fraction], weights: Weights) -> Fraction | None:
    of_positives, of_negatives = variance_of_mean(v10, weights), variance_of_mean(v01, weights)
    if of_positives is None or of_negatives is None:
        return None
    return of_positives + of_negatives


def root(square: Fraction) -> float:
    """Of a fraction that a float may be too coarse for."""
    return math.sqrt(square)


def worth(rows: Iterable[Any], weights: Weights) -> Fraction:
    """How many rows of one weight they are worth (Kish 1965)."""
    listed = [weights[row] for row in rows]
    return Fraction(sum(listed)) ** 2 / sum(weight**2 for weight in listed)


def interval(scores: Scores, confidence: float = 0.95, weights: Weights | None = None) -> Figures:
    """value, std_error, ci_low, ci_high, interval, n_positives, n_negatives."""
    weights = weights or each_one(scores)
    v10, v01 = components(scores, weights)
    n_positives = sum(label for _, label in scores.values())
    sizes = (n_positives, len(scores) - n_positives)
    if not v10 or not v01:
        return None, None, None, None, None, *sizes
    area = mean(v10, weights)
    square = squared_error(v10, v01, weights)
    error = None if square is None else root(square)
    if area in (0, 1):
        # Clopper and Pearson's bound of as many successes as trials, which may be a broken number.
        bound = stats.beta.ppf((1 - confidence) / 2, float(min(worth(v10, weights), worth(v01, weights))), 1)
        limits = (bound, 1.0) if area == 1 else (0.0, 1 - bound)
        return float(area), error, *limits, "exact", *sizes
    if error is None:
        return float(area), None, None, None, None, *sizes
    logit = stats.norm(math.log(area / (1 - area)), error / float(area * (1 - area))) if error else None
    low, high = (logit.interval(confidence)) if logit else (math.log(area / (1 - area)),) * 2
    return float(area), error, 1 / (1 + math.exp(-low)), 1 / (1 + math.exp(-high)), "logit", *sizes


def delong(own: Scores, other: Scores, confidence: float = 0.95, weights: Weights | None = None) -> Figures:
    """value, baseline_value, difference, ci_low, ci_high, wins, losses, p_value; both have the same rows."""
    weights = weights or each_one(own)
    (own_v10, own_v01), (other_v10, other_v01) = components(own, weights), components(other, weights)
    if not own_v10 or not own_v01:
        return (None,) * 8
    values = mean(own_v10, weights), mean(other_v10, weights)
    difference = values[0] - values[1]
    gaps = {i: own_v10[i] - other_v10[i] for i in own_v10}, {j: own_v01[j] - other_v01[j] for j in own_v01}
    square = squared_error(*gaps, weights)
    shown = (*map(float, values), float(difference))
    if not any(itertools.chain(*(gap.values() for gap in gaps))):
        return *shown, 0.0, 0.0, None, None, 1.0
    if not square:
        return *shown, None, None, None, None, None
    z = float(difference) / root(square)
    half = stats.norm.ppf((1 + confidence) / 2) * root(square)
    low, high = max(-1.0, float(difference) - half), min(1.0, float(difference) + half)
    return *shown, low, high, None, None, 2 * stats.norm.sf(abs(z))


def mcnemar(
    own: Scores, other: Scores, threshold: float = 0.5, confidence: float = 0.95, weights: Weights | None = None
) -> Figures:
    """The same; the interval is that of Bonett and Price."""
    right = [
        {row: (score >= threshold) == bool(label) for row, (score, label) in side.items()} for side in (own, other)
    ]
    n = len(own)
    if not n:
        return (None,) * 8
    wins = sum(right[0][row] and not right[1][row] for row in own)
    losses = sum(right[1][row] and not right[0][row] for row in own)
    if weights is not None:
        return weighted_mcnemar(*right, weights, confidence, wins, losses)
    values = [Fraction(sum(side.values()), n) for side in right]
    p_12, p_21 = Fraction(wins + 1, n + 2), Fraction(losses + 1, n + 2)
    half = stats.norm.ppf((1 + confidence) / 2) * root((p_12 + p_21 - (p_12 - p_21) ** 2) / (n + 2))
    low, high = max(-1.0, float(p_12 - p_21) - half), min(1.0, float(p_12 - p_21) + half)
    p = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    return *map(float, values), float(values[0] - values[1]), low, high, wins, losses, p


def weighted_mcnemar(
    own: Mapping[Any, bool],
    other: Mapping[Any, bool],
    weights: Weights,
    confidence: float,
    wins: int,
    losses: int,
) -> Figures:
    """By the statistic of 1947; the interval is Bonett and Price's, with two rows more of the mean weight."""
    counted = [(weights[row], own[row] - other[row]) for row in own if weights[row]]
    if not counted:
        return None, None, None, None, None, wins, losses, None
    of_all = sum((weight for weight, _ in counted), Fraction(0))
    values = [sum((weights[row] for row in side if side[row]), Fraction(0)) / of_all for side in (own, other)]
    with_two = [*counted, (of_all / len(counted), 1), (of_all / len(counted), -1)]
    of_both = sum(weight for weight, _ in with_two)
    middle = sum(weight * sign for weight, sign in with_two) / of_both
    error = root(sum((weight * (sign - middle)) ** 2 for weight, sign in with_two) / of_both**2)
    half = stats.norm.ppf((1 + confidence) / 2) * error
    low, high = max(-1.0, float(middle) - half), min(1.0, float(middle) + half)
    square = sum((weight * sign) ** 2 for weight, sign in counted)
    z = float(sum(weight * sign for weight, sign in counted)) / root(square) if square else 0.0
    return *map(float, values), float(values[0] - values[1]), low, high, wins, losses, 2 * stats.norm.sf(abs(z))


def holm(p_values: Mapping[Any, float | None]) -> dict[Any, float | None]:
    known = sorted(((p, key) for key, p in p_values.items() if p is not None), key=lambda pair: pair[0])
    adjusted: dict[Any, float | None] = dict.fromkeys(p_values)
    highest = 0.0
    for place, (p, key) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - place)))
        adjusted[key] = highest
    return adjusted


Given = tuple[Any, ...]
"""group, system, row_id, score, label and, where rows have one, a weight."""


def compared(
    rows: Iterable[Given], test: str = "delong", baseline: str | None = None, **more: Any
) -> dict[Any, Figures]:
    """By group, system and baseline: value, baseline_value, difference, ci_low, ci_high, n_rows, n_positives,
    n_left_out, wins, losses, p_value, p_adjusted (by Holm)."""
    given: Any = defaultdict(lambda: defaultdict(list))
    for group, system, *row in rows:
        if system is not None:
            given[group][system].append(row)
    found = {}
    for group, systems in given.items():
        for own, other in itertools.product(sorted(systems), repeat=2):
            if (own != baseline and other == baseline) if baseline is not None else own > other:
                found[group, own, other] = _pair(systems[own], systems[other], test, more)
    adjusted = holm({key: figures[-1] for key, figures in found.items()})
    return {key: (*figures, adjusted[key]) for key, figures in found.items()}


def is_usable(score: float | None, label: Any, *weights: float | None) -> bool:
    """A row counts with a score, a label and, where rows have one, a weight from 0 up."""
    if any(weight is None or not 0 <= weight < math.inf for weight in weights):
        return False
    return score is not None and not math.isnan(score) and label in (0, 1)


def _pair(own: Sequence[Any], other: Sequence[Any], test: str, more: Mapping[str, Any]) -> Figures:
    sides = [[row for row in side if row[0] is not None and is_usable(*row[1:])] for side in (own, other)]
    names = [[row[0] for row in side if row[0] is not None] for side in (own, other)]
    scores = [{row: (score, int(label)) for row, score, label, *_ in side} for side in sides]
    weights = [{row: Fraction(weight) for row, _, _, *given in side for weight in given} for side in sides]
    common = scores[0].keys() & scores[1].keys()
    has_twice = any(len(set(listed)) < len(listed) for listed in names)
    if has_twice or any(scores[0][row][1] != scores[1][row][1] for row in common):
        return (None,) * 11
    if any(weights[0].get(row) != weights[1].get(row) for row in common):
        return (None,) * 11
    if any(weights):
        more = {**more, "weights": weights[0]}
    first, second = ({row: side[row] for row in common} for side in scores)
    value, baseline_value, difference, low, high, wins, losses, p = (delong if test == "delong" else mcnemar)(
        first, second, **more
    )
    counts = (len(common), sum(label for _, label in first.values()), len(own) + len(other) - 2 * len(common))
    return value, baseline_value, difference, low, high, *counts, wins, losses, p
