from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, exact_sum, ratio
from truth import Example, RankingTruth


def context_precision(ranked: Ranked, verdicts: str = "ranked") -> Fraction | None:
    """The second and the third in words: how many of those returned are relevant, and whether any is."""
    if not ranked.relevant:
        return None
    if verdicts == "unordered":
        return ratio(ranked.hits, min(ranked.depth, ranked.retrieved))
    if verdicts == "joined":
        return Fraction(ranked.hits > 0)
    return exact_sum(ranked.precisions) / ranked.hits if ranked.hits else Fraction(0)


TRUTHS = [
    RankingTruth(
        name="context_precision",
        of_list=context_precision,
        options=[{}, {"verdicts": "unordered"}, {"verdicts": "joined"}],
        latex=r"\text{context precision@}k = \frac{\sum_{i=1}^{k} h_i \cdot \text{precision@}i}{\sum_{i=1}^{k} h_i}",
        where=["h"],
        example=Example(
            "context_precision",
            by_hand="(1/2 + 2/3) / 2",
            why="precision is 1/2 at b and 2/3 at c; f was not returned, and plays no part.",
        ),
        formulas=[
            ("context_precision", ["1.0 + 1.0", "1 + 2", "2 + 2"], 2 / 3),
            ("context_precision", ["1.0 + 1.0", "3 - 3", "2 + 2"], 0),
            ("context_precision", ["1.0 + 1.0", "1 + 2", "2 - 2"], None),
        ],
    ),
]
