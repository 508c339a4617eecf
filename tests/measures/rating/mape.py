from __future__ import annotations

from fractions import Fraction

from rated import Rated
from truth import RatingTruth


def mape(rated: Rated) -> Fraction | None:
    """scikit-learn divides by 2e-16 where a rating is 0."""
    if not all(rated.actual):
        return None
    return rated.mean(abs(error / actual) for error, actual in zip(rated.errors, rated.actual, strict=True))


TRUTHS = [
    RatingTruth(name="mape", of_pairs=mape, peer="mean_absolute_percentage_error"),
]
