from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, unlike_pairs
from truth import Example, RankingTruth


def ordered_pair_accuracy(ranked: Ranked) -> Fraction | None:
    if not ranked.retrieved and ranked.relevant:
        return Fraction(0)
    return unlike_pairs([max(grade, 0.0) for grade in ranked.grades])


TRUTHS = [
    RankingTruth(
        name="ordered_pair_accuracy",
        of_list=ordered_pair_accuracy,
        best_by_relevance=True,
        options=[{}, {"weights": "pairs"}],
        latex=r"\text{OPA} = \frac{| \{ (i, j) : r_i > r_j, \; i < j \} |}{| \{ (i, j) : r_i > r_j \} |}",
        where=["$`r_i`$ is the relevance of the item at rank $`i`$"],
        example=Example(
            "ordered_pair_accuracy",
            by_hand="1 - (1 + 1) / (4 + 3)",
            why="four items have a lower grade than b and three a lower one than c; a, with grade 0, stands above both.",
        ),
        formulas=[
            ("ordered_pair_accuracy", ["1 + 1", "2 + 3"], 0.6),
            ("ordered_pair_accuracy", ["1 + 7", "2 + 3"], 0),
            ("ordered_pair_accuracy", ["1 - 1", "3 - 3"], None),
        ],
    ),
]
