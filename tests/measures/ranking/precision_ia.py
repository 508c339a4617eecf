from __future__ import annotations

from covered import Covered
from truth import Example, IntentTruth


def precision_ia(covered: Covered) -> float | None:
    if not covered.intents:
        return None
    assert covered.k is not None
    return float(sum(covered.weight(intent) * len(covered.hits(intent)) for intent in covered.intents) / covered.k)


TRUTHS = [
    IntentTruth(
        name="precision_ia",
        of_intents=precision_ia,
        latex=r"\text{P-IA@}k = \sum_{t} w_t \frac{1}{k} \left| \{ i \le k : t \in A_i \} \right|",
        where=["A", "w_intent"],
        example=Example(
            "precision_ia@5",
            by_hand="(2/5 + 2/5 + 0) / 3",
            why="two items are about the car, two about the animal, none about the band.",
        ),
        formulas=[
            ("precision_ia", ["hit + 0", "one + 0", "item_rank + 0", "1 + 1", "2 + 1"], 1 / 3),
            ("precision_ia", ["less + one", "1 + 1", "item_rank + 0", "1 + 1", "5 + 1"], 1 / 2),
        ],
    ),
]
