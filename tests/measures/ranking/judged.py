from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, ratio
from truth import Example, RankingTruth


def judged(ranked: Ranked) -> Fraction:
    return ratio(sum(grade is not None for grade in ranked.places), min(ranked.depth, ranked.retrieved))


TRUTHS = [
    RankingTruth(
        name="judged",
        of_list=judged,
        best_by_relevance=True,
        latex=r"\text{judged@}k = \frac{1}{\min(k, n)} \sum_{i=1}^{\min(k, n)} j_i",
        where=[
            "$`j_i`$ is 1 when the item at rank $`i`$ has a judgment, and 0 otherwise",
            "$`n`$ is the number of items returned",
        ],
        example=Example("judged@4", by_hand="3 / 4", why="b, c and d have a judgment, a has none."),
    ),
]
