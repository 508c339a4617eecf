from __future__ import annotations

from fractions import Fraction

from rated import Rated
from truth import RatingTruth


def explained_variance(rated: Rated) -> Fraction | None:
    spread = rated.variance(rated.actual)
    return 1 - rated.variance(rated.errors) / spread if spread else None


TRUTHS = [
    RatingTruth(
        name="explained_variance", of_pairs=explained_variance, has_a_sum=False, peer="explained_variance_score"
    ),
]
