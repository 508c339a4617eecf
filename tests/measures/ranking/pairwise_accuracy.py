from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, is_hit, unlike_pairs
from truth import Example, RankingTruth


def pairwise_accuracy(ranked: Ranked) -> Fraction | None:
    if not ranked.retrieved and ranked.relevant:
        return Fraction(0)
    return unlike_pairs([*map(is_hit, ranked.grades)])


TRUTHS = [
    RankingTruth(
        name="pairwise_accuracy",
        of_list=pairwise_accuracy,
        best_by_relevance=True,
        latex=r"\text{accuracy@}k = 1 - \frac{1}{P N} \sum_{i=1}^{k} h_i \, N_i",
        where=[
            "h",
            "$`P`$ and $`N`$ are the numbers of relevant and of other items among the first $`k`$, and $`N_i`$ that of the others above rank $`i`$",
        ],
        example=Example(
            "pairwise_accuracy@4",
            by_hand="1 - (1 + 1) / (2 * 2)",
            why="of the 4 pairs of a relevant item, b or c, and another one, a or d, two are out of order, a being above b and c.",
        ),
        formulas=[
            # Others above the hits: none, one and three; within the first four none and one, and two others.
            ("pairwise_accuracy", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "2 + 2"], 1 - 4 / 12),
            (
                "pairwise_accuracy",
                ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 1", "1 + 1", "3 + 1"],
                1 - 1 / 4,
            ),
            ("pairwise_accuracy", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 1", "1 - 1"], None),
        ],
    ),
]
