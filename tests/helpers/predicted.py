"""Predictions of a classifier as the truths of its measures read them: rows of a score, a label and a weight."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import sklearn.metrics

Row = Sequence[Any]


def ratio(numerator: float, denominator: float) -> float | None:
    return numerator / denominator if denominator else None


def by_peer(function: str, labels: Any, answers: Any, weights: Any, /, **options: Any) -> float:
    """What a function of sklearn.metrics gives, which also warns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(getattr(sklearn.metrics, function)(labels, answers, sample_weight=weights, **options))


class Predicted:
    """A row without a weight weighs 1. A weight of 0 is no row."""

    def __init__(self, rows: Iterable[Row]) -> None:
        weighed = [(*row, 1.0)[:3] for row in rows]
        self.rows = [row for row in weighed if row[2]]
        self.scores, self.labels, self.weights = ([row[place] for row in self.rows] for place in range(3))
        self.positives, self.negatives = (math.fsum(w for _, y, w in self.rows if y == label) for label in (1, 0))
        self.weight = math.fsum(self.weights)

    @property
    def has_both_classes(self) -> bool:
        return bool(self.positives and self.negatives)

    @property
    def are_probabilities(self) -> bool:
        return all(0 <= score <= 1 for score in self.scores)

    def at(self, threshold: float) -> Confusion:
        return Confusion(self, threshold)

    @cached_property
    def by_threshold(self) -> dict[float, Confusion]:
        """At each distinct score, the highest first."""
        return {score: self.at(score) for score in sorted(set(self.scores), reverse=True)}

    def by_peer(self, function: str, **options: Any) -> float:
        return by_peer(function, self.labels, self.scores, self.weights, **options)


class Confusion:
    """Rows from a threshold on are predicted positive."""

    def __init__(self, predicted: Predicted, threshold: float) -> None:
        self.of = predicted
        self.answers = [int(score >= threshold) for score in predicted.scores]

        def weight(answer: bool, label: int) -> float:
            return math.fsum(w for score, y, w in predicted.rows if (score >= threshold) == answer and y == label)

        self.cells = weight(True, 1), weight(True, 0), weight(False, 1), weight(False, 0)
        self.tp, self.fp, self.fn, self.tn = self.cells

    def by_peer(self, function: str, **options: Any) -> float:
        return by_peer(function, self.of.labels, self.answers, self.of.weights, **options)


def expected_positives(rows: Iterable[Row], depth: int) -> Fraction:
    """Positives among the first `depth` rows, tied rows in every order equally likely; all rows weigh the same."""
    total = Fraction(0)
    above = 0
    for _, group in itertools.groupby(sorted(rows, reverse=True), key=lambda row: row[0]):
        labels = [row[1] for row in group]
        taken = min(max(depth - above, 0), len(labels))
        total += Fraction(sum(labels) * taken, len(labels))
        above += len(labels)
    return total


def calibration_bins(rows: Sequence[Any], bins: int) -> list[list[Any]]:
    """Guo et al. (2017): bins of equal width, each with its upper edge."""
    return [
        [row for row in rows if (b - 1) / bins < row[0] <= b / bins or (b == 1 and row[0] == 0)]
        for b in range(1, bins + 1)
    ]
