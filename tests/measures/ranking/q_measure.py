from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import zip_longest

from ranked import Ranked, exact_sum, gain, is_hit
from truth import Example, RankingTruth


def q_measure(ranked: Ranked, gain: str = "linear", beta: object = 1) -> Fraction | None:
    if not ranked.relevant:
        return None
    weight, blended = Fraction(str(beta)), []
    hits, gains, ideal = 0, Fraction(0), Fraction(0)
    ideal_grades = ranked.judged[: len(ranked.grades)]
    for rank, (grade, best) in enumerate(zip_longest(ranked.grades, ideal_grades, fillvalue=0.0), 1):
        hits, gains, ideal = hits + is_hit(grade), gains + worth(grade, gain), ideal + worth(best, gain)
        if is_hit(grade):
            blended.append((hits + weight * gains) / (rank + weight * ideal))
    return exact_sum(blended) / ranked.relevant


@cache
def worth(grade: float, name: str) -> Fraction:
    return Fraction(gain(grade, name, "zero"))


TRUTHS = [
    RankingTruth(
        name="q_measure",
        of_list=q_measure,
        options=[{}, {"gain": "exponential"}, {"gain": "binary"}, {"beta": 0.25}],
        latex=r"\text{Q@}k = \frac{1}{R} \sum_{i=1}^{k} h_i \cdot \frac{H_i + \beta \, G_i}{i + \beta \, G^*_i}",
        where=[
            "h",
            "R",
            "$`H_i`$ is the number of hits down to rank $`i`$, $`G_i`$ the sum of the gains, by default the relevance, and $`G^*_i`$ that sum in the ideal order",
        ],
        example=Example(
            "q_measure",
            by_hand="((1 + 3) / (2 + 3 + 2) + (2 + 3 + 1) / (3 + 3 + 2 + 1)) / 3",
            why="at b one hit and gain 3 so far, at c two and 4; the best order b, f, c gains 3, 5 and 6. f was not returned.",
        ),
        formulas=[
            (
                "q_measure",
                ["less + one", "hits_upto + 0", "gain_upto + 0", "ideal_upto + 0", "item_rank + 0", "1 + 2"],
                (4 / 4 + 6 / 9 + 9 / 12) / 3,
            ),
            (
                "q_measure",
                [
                    "less + one",
                    "hits_upto + 0",
                    "gain_upto + 0",
                    "ideal_upto + 0",
                    "item_rank + 0",
                    "1 + 2",
                    "0.25 + 0.25",
                ],
                (2.5 / 2.5 + 4 / 6 + 6 / 9) / 3,
            ),
            ("q_measure", ["hit", "hits_upto", "gain_upto", "ideal_upto", "item_rank", "3 - 3"], None),
        ],
    ),
]
