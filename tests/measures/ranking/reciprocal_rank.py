from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def reciprocal_rank(ranked: Ranked) -> Fraction:
    return next((Fraction(1, rank) for rank in ranked.hit_ranks), Fraction(0))


TRUTHS = [
    RankingTruth(
        name="reciprocal_rank",
        of_list=reciprocal_rank,
        latex=r"\text{RR@}k = \frac{1}{\min \{ i \le k : h_i = 1 \}}",
        where=["h"],
        example=Example("reciprocal_rank", by_hand="1 / 2", why="the first relevant item, b, is at rank 2."),
        formulas=[
            ("reciprocal_rank", ["first_hit + 0", "item_rank + 1 - 1", "3 + 1"], 1),
            ("reciprocal_rank", ["case when hits_upto = 2 then hit else 0 end + 0", "item_rank + 0"], 1 / 3),
        ],
    ),
]
