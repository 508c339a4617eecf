from __future__ import annotations

from fractions import Fraction

from covered import Covered
from truth import Example, IntentTruth


def subtopic_recall(covered: Covered) -> Fraction | None:
    if not covered.intents:
        return None
    return Fraction(sum(bool(covered.hits(intent)) for intent in covered.intents), len(covered.intents))


TRUTHS = [
    IntentTruth(
        name="subtopic_recall",
        of_intents=subtopic_recall,
        latex=r"\text{subtopic recall@}k = \frac{1}{N} \left| \bigcup_{i=1}^{k} A_i \right|",
        where=["A", "N_intents"],
        example=Example(
            "subtopic_recall@5", by_hand="2 / 3", why="the car and the animal are served, the band is not."
        ),
        formulas=[
            ("subtopic_recall", ["hit + 0", "hits_upto - hit", "item_rank + 0", "1 + 1"], 1 / 2),
            ("subtopic_recall", ["less + one", "hits_upto - hit", "item_rank + 1", "1 + 1", "2 - 1"], 0),
        ],
    ),
]
