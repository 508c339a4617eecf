from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def catalogue_accuracy(ranked: Ranked, n_items: object) -> Fraction | None:
    """Of each item in turn, places that no item fills among the wrong ones."""
    size, wrongly_out = int(str(n_items)), ranked.relevant - ranked.hits
    rightly_out = size - ranked.depth - wrongly_out
    return Fraction(ranked.hits + rightly_out, size) if rightly_out >= 0 else None


TRUTHS = [
    RankingTruth(
        name="catalogue_accuracy",
        of_list=catalogue_accuracy,
        options=[{"n_items": 20}, {"n_items": 5000}],
        latex=r"\text{accuracy@}k = \frac{\text{TP} + \text{TN}}{n} = 1 - \frac{k + R - 2 \sum_{i=1}^{k} h_i}{n}",
        where=[
            "h",
            "R",
            "$`n`$ is the number of items of the catalogue, the option `n_items`",
            "TP of them are relevant and among the first $`k`$, TN neither",
        ],
        example=Example(
            "catalogue_accuracy(n_items=20)@4",
            by_hand="(2 + 15) / 20",
            why="b and c are rightly among the first 4, and of the 16 items that are not all but f rightly.",
        ),
        formulas=[
            # Hits at ranks 1 and 3; the reader who wants one has it at rank 1, the one who wants four stops after 6 items.
            ("catalogue_accuracy", ["1 + 1", "1 + 2", "2 + 2", "5 + 5"], (2 + 5) / 10),
            ("catalogue_accuracy", ["1 + 1", "1 + 2", "2 + 2", "3 + 1"], None),
        ],
    ),
]
