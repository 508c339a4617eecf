from __future__ import annotations

from fractions import Fraction

from covered import Covered
from truth import Example, IntentTruth


def nugget_recall(
    covered: Covered, okay: object = 1, partial: object = "0.5", full_from: object = 1
) -> Fraction | None:
    if not covered.intents:
        return None
    support, total = Fraction(0), Fraction(0)
    for nugget in covered.listed:
        weight = Fraction(1) if nugget in covered.vital else Fraction(str(okay))
        best = max((served.get(nugget, 0) for served in covered.first), default=0)
        total += weight
        support += weight * (1 if best >= Fraction(str(full_from)) else Fraction(str(partial)) if best > 0 else 0)
    return support / total if total else Fraction(0)


TRUTHS = [
    IntentTruth(
        name="nugget_recall",
        of_intents=nugget_recall,
        options=[
            {},
            {"partial": 0},
            {"okay": 0},
            {"okay": 0, "partial": 0},
            {"okay": 0.5},
            {"full_from": 2},
            {"okay": 0.25, "partial": 0.75, "full_from": 3},
        ],
        latex=r"\text{nugget recall@}k = \frac{1}{\sum_t w_t} \sum_t w_t \max_{1 \le i \le k} u_{t,i}",
        where=["w_nugget", "u_support"],
        example=Example(
            "nugget_recall(full_from=2)@5",
            by_hand="(1 + 0.5 + 0) / 3",
            why="b supports the car in full, c and e the animal in part, and no item of the list the band.",
        ),
        formulas=[
            (
                "nugget_recall",
                ["less + one", "0.5 + 0", "hits_upto - hit", "0.5 + 0", "item_rank + 0", "1 + 1"],
                1 / 4,
            ),
        ],
    ),
]
