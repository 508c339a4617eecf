from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def hits(ranked: Ranked) -> Fraction:
    return Fraction(ranked.hits)


TRUTHS = [
    RankingTruth(
        name="hits",
        of_list=hits,
        limits=lambda _, k: (0, k),
        latex=r"\text{hits@}k = \sum_{i=1}^{k} h_i",
        where=["h"],
        example=Example("hits@4", by_hand="1 + 1", why="b and c are relevant."),
        formulas=[
            ("hits", ["less + one", "item_rank + 0", "2 + 1"], 2),
            ("hits", ["less + one", "item_rank + 0"], 3),
        ],
    ),
]
