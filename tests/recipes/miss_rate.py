from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def miss_rate(ranked: Ranked) -> Fraction:
    return Fraction(ranked.depth - ranked.hits, ranked.depth)


TRUTHS = [
    RankingTruth(
        name="miss_rate",
        of_list=miss_rate,
        lower_is_better=True,
        latex=r"\text{miss rate@}k = 1 - \frac{1}{k} \sum_{i=1}^{k} h_i",
        where=["h"],
        example=Example("miss_rate@4", by_hand="(4 - 2) / 4", why="of the first 4 items a and d are not relevant."),
        formulas=[
            ("miss_rate", ["1 + 1", "2 + 3"], 0.6),
            ("miss_rate", ["1 - 1", "3 - 3"], None),
        ],
    ),
]
