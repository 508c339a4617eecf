from __future__ import annotations

import math
import operator

from expressions import discount
from ranked import Ranked, shares
from truth import Example, Options, RankingTruth


def sdcg(ranked: Ranked, max_rel: object = 1) -> float:
    weights = [1 / math.log2(rank + 1) for rank in range(1, ranked.depth + 1)]
    return math.fsum(map(operator.mul, shares(ranked.grades, max_rel), weights)) / math.fsum(weights)


def has_a_near_ideal(options: Options, k: int) -> bool:
    """One of k items, each of which is added up."""
    return k <= 1000


TRUTHS = [
    RankingTruth(
        name="sdcg",
        of_list=sdcg,
        is_feasible=has_a_near_ideal,
        options=[{}, {"max_rel": 3}],
        latex=r"\text{SDCG@}k = \frac{\sum_{i=1}^{k} s_i / \log_2(i + 1)}{\sum_{i=1}^{k} 1 / \log_2(i + 1)}",
        where=["share", "k"],
        example=Example(
            "sdcg(max_rel=3)@4",
            by_hand="((3/3) / log2(3) + (1/3) / log2(4)) / (1 / log2(2) + 1 / log2(3) + 1 / log2(4) + 1 / log2(5))",
            why="b has the whole grade of 3, c a third of it, at ranks 2 and 3; best are four items of grade 3.",
        ),
        formulas=[
            ("sdcg", ["less + one", "item_rank + 0", "1 + 2"], (1 + discount(3)) / (1 + discount(2) + discount(3))),
            # The gain of the highest grade that the relevance reaches.
            ("share_of_grade", ["1 + 1", "3 + 1"], 0.5),
            ("share_of_grade", ["1 + 4", "3 + 1"], 1),
            ("share_of_grade", ["1 - 4"], 0),
        ],
    ),
]
