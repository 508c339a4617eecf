from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, ratio
from truth import Example, RankingTruth


def precision(ranked: Ranked, denominator: str = "k") -> Fraction:
    depth = min(ranked.depth, ranked.retrieved) if denominator == "retrieved" else ranked.depth
    return ratio(ranked.hits, depth)


TRUTHS = [
    RankingTruth(
        name="precision",
        of_list=precision,
        options=[{}, {"denominator": "retrieved"}],
        latex=r"\text{precision@}k = \frac{1}{k} \sum_{i=1}^{k} h_i",
        where=["h"],
        example=Example("precision@4", by_hand="2 / 4", why="b and c are relevant, among 4 items."),
        formulas=[
            ("precision", ["1 + 1", "2 + 3"], 0.4),
            ("precision", ["1 + 1", "3 - 3"], 0),
        ],
    ),
]
