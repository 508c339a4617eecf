"""Learning curves by brute force: means as exact fractions, weights from hashlib, crossings by walking the curve."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import mean, stdev

import numpy as np

Point = float
Curve = dict[Point, dict[str, float]]
"""The values of a system: by point and user."""
E = sum(Fraction(1, math.factorial(k)) for k in range(40))
LIMITS = [round(sum(Fraction(1, math.factorial(k)) for k in range(n + 1)) / E * 2**24) for n in range(10)]
"""The probabilities of a Poisson(1) number of at most 0, 1, ..., 9, in 24 bits."""


def weight(user: object, repetition: int, seed: int) -> int:
    block, place = divmod(repetition - 1, 5)
    digits = hashlib.md5(f"resampling:{seed}:{user}:{block}".encode()).hexdigest()
    return sum(int(digits[6 * place : 6 * place + 6], 16) >= limit for limit in LIMITS)


def summary(values: Sequence[float]) -> tuple[float | None, int, float | None, float | None, float | None]:
    """value, n_queries, std_error, ci_low, ci_high."""
    if not values:
        return None, 0, None, None, None
    average = mean(map(Fraction, values))
    if len(values) == 1:
        return float(average), 1, None, None, None
    error = stdev(map(Fraction, values)) / math.sqrt(len(values))
    half = 1.959963984540054 * float(error)
    return float(average), len(values), float(error), float(average) - half, float(average) + half


def over_curve(curve: Curve, points: set[Point], n_users: int, keep: bool) -> tuple[float | int | None, ...]:
    """value, n_queries, n_incomplete, std_error, ci_low, ci_high; of n_users, some perhaps without any value."""
    by_user: dict[str, list[float]] = defaultdict(list)
    for at in curve.values():
        for user, value in at.items():
            by_user[user].append(value)
    counted = [float(mean(map(Fraction, v))) for v in by_user.values() if keep or len(v) == len(points)]
    value, n_queries, *others = summary(counted)
    return value, n_queries, n_users - sum(len(v) == len(points) for v in by_user.values()), *others


def crossings(differences: Mapping[Point, Fraction]) -> list[tuple[float, int]]:
    """Where the sign changes, with the sign after it."""
    found = []
    points = sorted(differences)
    ahead = [point for point in points if differences[point] != 0]
    for before, after in itertools.pairwise(ahead):
        left, right = differences[before], differences[after]
        if (left > 0) == (right > 0):
            continue
        if equal := [point for point in points if before < point < after]:
            crossing = (Fraction(equal[0]) + Fraction(equal[-1])) / 2
        else:
            crossing = Fraction(before) + (Fraction(after) - Fraction(before)) * abs(left) / (abs(left) + abs(right))
        found.append((float(crossing), 1 if right > 0 else -1))
    return found


def compared(
    own: Curve, other: Curve, repetitions: int, seed: int = 0, confidence: float = 0.95
) -> Iterator[tuple[float | int | None, ...]]:
    """crossing, ci_low, ci_high, who is ahead before and after (1: own, -1: other, 0: none), share, n_queries."""
    differences = {
        point: {user: Fraction(own[point][user]) - Fraction(other[point][user]) for user in own[point].keys() & users}
        for point, users in ((point, other[point].keys()) for point in own.keys() & other.keys())
    }
    differences = {point: by_user for point, by_user in differences.items() if by_user}
    users = sorted({user for by_user in differences.values() for user in by_user})
    if not users:
        return
    observed = {point: Fraction(mean(by_user.values())) for point, by_user in differences.items()}
    samples = []
    for repetition in range(1, repetitions + 1):
        weights = {user: weight(user, repetition, seed) for user in users}
        means = {}
        for point, by_user in differences.items():
            if total := sum(weights[user] for user in by_user):
                means[point] = sum(weights[user] * difference for user, difference in by_user.items()) / total
        samples.append(crossings(means))
    found = crossings(observed)
    for crossing, turn in found:
        nearest = [
            min(same, key=lambda one: (round(abs(one - crossing), 9), one))
            for same in ([at for at, sign in sample if sign == turn] for sample in samples)
            if same
        ]
        low = high = None
        if len(nearest) > 1:
            low, high = np.quantile(nearest, [(1 - confidence) / 2, (1 + confidence) / 2])
        yield crossing, low, high, -turn, turn, len(nearest) / repetitions, len(users)
    if not found:
        signs = {(value > 0) - (value < 0) for value in observed.values()} - {0}
        lead = signs.pop() if signs else 0
        yield None, None, None, lead, lead, sum(map(bool, samples)) / repetitions, len(users)
