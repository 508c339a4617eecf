from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, is_hit
from truth import Example, RankingTruth


def bpref(ranked: Ranked) -> Fraction | None:
    relevant, others = ranked.relevant, len(ranked.judged) - ranked.relevant
    if not relevant:
        return None
    total, above = Fraction(0), 0
    for grade in ranked.places:
        if grade is not None and is_hit(grade):
            total += 1 - (Fraction(min(above, relevant), min(relevant, others)) if others else 0)
        elif grade is not None:
            above += 1
    return total / relevant


TRUTHS = [
    RankingTruth(
        name="bpref",
        of_list=bpref,
        latex=r"\text{bpref} = \frac{1}{R} \sum_{i} h_i \left( 1 - \frac{\min(N_i, R)}{\min(N, R)} \right)",
        where=[
            "h",
            "R",
            "$`N`$ is the number of items judged not relevant, and $`N_i`$ how many of them stand above rank $`i`$",
        ],
        example=Example(
            "bpref",
            by_hand="(1 + 1 + 0) / 3",
            why="no item judged irrelevant stands above b or c, and f was not returned.",
        ),
        formulas=[
            # Judged not relevant: the items at ranks 4 and 7; R = 3, N = 2, and one of them stands above the last hit.
            ("bpref", ["less + one", "others_above + 0", "1 + 2", "1 + 1"], (1 + 1 + 1 / 2) / 3),
            ("bpref", ["less + one", "others_above + 0", "1 + 2", "1 - 1"], 1),
            ("bpref", ["less + one", "others_above + 0", "1 - 1", "1 + 1"], None),
        ],
    ),
]
