"""What each measure of rating error is of some pairs, by its truth and by scikit-learn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sklearn import metrics as sk

from rated import Rated
from truth import RatingTruth, truths

TRUTHS: dict[str, RatingTruth] = truths("rating")
MEASURES = list(TRUTHS)


def exact(rows: Iterable[Sequence[float]]) -> dict[str, tuple[float | None, float | None]]:
    """Of each measure the value and the sum."""
    rated = Rated(rows)
    known: dict[str, tuple[float | None, float | None]] = {}
    for name, truth in TRUTHS.items():
        value = truth.of_pairs(rated) if rated.total else None
        if value is None:
            known[name] = None, None
        else:
            known[name] = truth.of_value(value), float(value * rated.total) if truth.has_a_sum else None
    return known


def of_peers(ratings: Any, predictions: Any, weights: Any = None) -> dict[str, float]:
    """By scikit-learn."""
    return {
        name: float(getattr(sk, truth.peer)(ratings, predictions, sample_weight=weights))
        for name, truth in TRUTHS.items()
    }
