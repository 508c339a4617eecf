from __future__ import annotations

import math
from itertools import combinations

from beyond import Shown, mean
from truth import Example, RecommendationTruth


def personalisation(shown: Shown) -> tuple[float | None, int]:
    pairs = list(combinations(map(set, shown.lists.values()), 2))
    return (1 - mean([len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs]) if pairs else None), 0


TRUTHS = [
    RecommendationTruth(
        name="personalisation",
        of_run=personalisation,
        latex=r"\text{personalisation@}k = 1 - \frac{2}{n (n - 1)} \sum_{u < v} \frac{| L_u \cap L_v |}{\sqrt{| L_u | \, | L_v |}}",
        where=["L"],
        example=Example(
            "personalisation@2",
            by_hand="1 - (1 / 2 + 1 / 2 + 0 / 2) / 3",
            why="u1 and u2 share a, u1 and u3 share b, u2 and u3 nothing.",
        ),
    ),
]
