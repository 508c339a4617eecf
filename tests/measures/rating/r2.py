from __future__ import annotations

from fractions import Fraction

from rated import Rated
from truth import RatingTruth


def r2(rated: Rated) -> Fraction | None:
    spread = rated.variance(rated.actual)
    return 1 - rated.mean(error**2 for error in rated.errors) / spread if spread else None


TRUTHS = [
    RatingTruth(name="r2", of_pairs=r2, has_a_sum=False, peer="r2_score"),
]
