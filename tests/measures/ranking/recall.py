from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def recall(ranked: Ranked, denominator: str = "relevant") -> Fraction | None:
    if not ranked.relevant:
        return None
    is_limited = denominator == "min(k, relevant)" and ranked.k is not None
    return Fraction(ranked.hits, min(ranked.depth, ranked.relevant) if is_limited else ranked.relevant)


TRUTHS = [
    RankingTruth(
        name="recall",
        of_list=recall,
        options=[{}, {"denominator": "min(k, relevant)"}, {"weights": "relevant"}],
        latex=r"\text{recall@}k = \frac{1}{R} \sum_{i=1}^{k} h_i",
        where=["h", "R"],
        example=Example("recall@4", by_hand="2 / 3", why="b and c of the three relevant items b, c and f."),
        formulas=[
            ("recall", ["1 + 1", "1 + 2"], 2 / 3),
            ("recall", ["1 + 1", "3 - 3"], None),
        ],
    ),
]
