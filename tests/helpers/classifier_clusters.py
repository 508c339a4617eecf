"""Classifiers on rows in clusters: Obuchowski's (1997) error of two areas as the paper prints it, and statsmodels'."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import stats
from statsmodels.api import WLS

Rows = list[tuple[str | None, int, tuple[float, float], float]]
"""Cluster, label, the scores of system b and of system a, and weight of each row of data."""


def obuchowski(rows: Rows, is_weighted: bool = False) -> tuple[float, float | None]:
    """The difference of two AUCs and its standard error: equations of Biometrics 53, p. 569, by clusters in fractions.

    With weights every V - A counts as much as its row, and M and N are sums of weights.
    """
    rows = [row for row in rows if not is_weighted or row[3] > 0]
    weight = [Fraction(row[3]) if is_weighted else Fraction(1) for row in rows]
    positives = [place for place, row in enumerate(rows) if row[1] == 1]
    negatives = [place for place, row in enumerate(rows) if row[1] == 0]
    m, n = sum(weight[i] for i in positives), sum(weight[j] for j in negatives)

    def psi(x: float, y: float) -> Fraction:
        return Fraction(1, 2) if x == y else Fraction(x > y)

    areas, of_positives, of_negatives = [], [], []
    for side in (0, 1):
        score = [row[2][side] for row in rows]
        v10 = {i: sum((weight[j] * psi(score[i], score[j]) for j in negatives), Fraction(0)) / n for i in positives}
        v01 = {j: sum((weight[i] * psi(score[i], score[j]) for i in positives), Fraction(0)) / m for j in negatives}
        area = sum(weight[i] * v10[i] for i in positives) / m
        areas.append(area)
        of_positives.append({i: weight[i] * (v10[i] - area) for i in positives})
        of_negatives.append({j: weight[j] * (v01[j] - area) for j in negatives})
    clusters = {row[0] for row in rows}

    def sums(parts: dict[int, Fraction]) -> dict[Any, Fraction]:
        found = {rows[place][0]: Fraction(0) for place in parts}
        for place, part in parts.items():
            found[rows[place][0]] += part
        return found

    def product(left: dict[Any, Fraction], right: dict[Any, Fraction], i: int) -> Fraction:
        return Fraction(i, i - 1) * sum((left[each] * right[each] for each in left.keys() & right.keys()), Fraction(0))

    x, y = [sums(parts) for parts in of_positives], [sums(parts) for parts in of_negatives]
    i10, i01, i = len(x[0]), len(y[0]), len(clusters)
    if min(i10, i01, i) < 2:
        return float(areas[0] - areas[1]), None

    def covariance(r: int, s: int) -> Fraction:
        s10, s01 = product(x[r], x[s], i10) / m, product(y[r], y[s], i01) / n
        s11 = product(x[r], y[s], i) + product(x[s], y[r], i)
        return s10 / m + s01 / n + s11 / (m * n)

    square = covariance(0, 0) + covariance(1, 1) - 2 * covariance(0, 1)
    return float(areas[0] - areas[1]), math.sqrt(square)


def normal(difference: float, error: float | None) -> tuple[float | None, float | None, float | None]:
    if not error:
        return None, None, None
    half = stats.norm.ppf(0.975) * error
    bounds = max(-1.0, difference - half), min(1.0, difference + half)
    return *bounds, 2 * float(stats.norm.sf(abs(difference) / error))


def of_decisions(rows: Rows, is_weighted: bool, cut: float = 0.25) -> tuple[Any, ...]:
    """difference, ci_low, ci_high and p_value by statsmodels: a weighted mean with the errors of clusters."""
    rows = [row for row in rows if not is_weighted or row[3] > 0]
    right = np.array([[float((score >= cut) == bool(row[1])) for score in row[2]] for row in rows])
    signs, names = right[:, 0] - right[:, 1], sorted({str(row[0]) for row in rows})
    weights = [row[3] if is_weighted else 1 for row in rows]
    difference = float(np.average(signs, weights=weights))
    totals = dict.fromkeys(names, 0.0)
    for row, sign, weight in zip(rows, signs, weights, strict=True):
        totals[str(row[0])] += weight * (sign - difference)
    if not signs.any():
        return difference, 0.0, 0.0, 1.0
    if len(names) < 2:
        return difference, None, None, None
    if max(map(abs, totals.values())) < 1e-12:
        return (difference, 0.0, 0.0, 1.0) if abs(difference) < 1e-12 else (difference, None, None, None)
    groups = [names.index(str(row[0])) for row in rows]
    fit = WLS(signs, np.ones(len(rows)), weights=weights).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}
    )
    # statsmodels has a factor (n - 1) / (n - 1) for one constant: only G / (G - 1) is left.
    half = stats.t.ppf(0.975, len(names) - 1) * fit.bse[0]
    p = 2 * stats.t.sf(abs(difference) / fit.bse[0], len(names) - 1)
    return difference, max(-1.0, difference - half), min(1.0, difference + half), float(p)
