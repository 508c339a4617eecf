from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from beyond import Shown
from truth import Example, RecommendationTruth


def entropy(shown: Shown, normalisation: str = "none", log_base: float = 2) -> tuple[float | None, int]:
    if normalisation == "none":
        return of_exposures(list(shown.places.values()), log_base), 0
    n_items = len(shown.inside)
    return (of_exposures(list(shown.inside.values()), n_items) if n_items > 1 else None), shown.outside


def of_exposures(exposures: Sequence[int], base: float) -> float | None:
    total = sum(exposures)
    shares = [Fraction(one, total) for one in exposures if one]
    return -math.fsum(share * math.log(share, base) for share in shares) if total else None


TRUTHS = [
    RecommendationTruth(
        name="entropy",
        of_run=entropy,
        options=[{}, {"normalisation": "catalogue"}, {"log_base": 10}],
        latex=r"\text{entropy@}k = - \sum_{i} p_i \log_2 p_i",
        where=["$`p_i`$ is the share of item $`i`$ in all places of the first $`k`$"],
        example=Example(
            "entropy@2",
            by_hand="-(2 * (2 / 6) * log2(2 / 6) + 2 * (1 / 6) * log2(1 / 6))",
            why="of the six places a and b have two each, c and x one each.",
        ),
    ),
]
