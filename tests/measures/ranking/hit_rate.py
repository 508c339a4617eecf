from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def hit_rate(ranked: Ranked) -> Fraction:
    return Fraction(1 if ranked.hits else 0)


TRUTHS = [
    RankingTruth(
        name="hit_rate",
        of_list=hit_rate,
        latex=r"\text{hit rate@}k = \max_{1 \le i \le k} h_i",
        where=["h"],
        example=Example("hit_rate@4", by_hand="1", why="b is relevant and within the first 4. hit_rate@1 is 0."),
        formulas=[
            ("hit_rate", ["first_hit + 0", "item_rank - 1 + 1", "2 - 1"], 1),
        ],
    ),
]
