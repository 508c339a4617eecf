from __future__ import annotations

from fractions import Fraction

from covered import Covered
from truth import Example, IntentTruth


def map_ia(covered: Covered) -> float | None:
    if not covered.intents:
        return None
    return float(
        sum(
            covered.weight(intent) * Fraction(n, rank) / covered.relevant(intent)
            for intent in covered.intents
            for n, rank in enumerate(covered.hits(intent), 1)
        )
    )


TRUTHS = [
    IntentTruth(
        name="map_ia",
        of_intents=map_ia,
        latex=r"\text{MAP-IA} = \sum_{t} w_t \frac{1}{R_t} \sum_{i :\, t \in A_i} \frac{c_{t,i} + 1}{i}",
        where=["A", "c_above", "w_intent", "$`R_t`$ is the number of items that serve intent $`t`$, returned or not"],
        example=Example(
            "map_ia",
            by_hand="((1/2 + 2/3) / 2 + (1/3 + 2/5) / 2 + 0) / 3",
            why="the average precision is that of b and c for the car, of c and e for the animal, and 0 for the band.",
        ),
        formulas=[
            (
                "map_ia",
                ["hit + 0", "one + 0", "hits_upto - hit", "item_rank + 0", "2 + 2", "1 + 1"],
                (1 + 2 / 3 + 3 / 6) / 8,
            ),
            (
                "map_ia",
                ["less + one", "1 + 1", "hits_upto - hit", "item_rank + 0", "2 + 2", "1 + 1"],
                (1 + 2 / 3 + 3 / 6) / 4,
            ),
        ],
    ),
]
