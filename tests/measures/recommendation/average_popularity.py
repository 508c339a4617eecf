from __future__ import annotations

from fractions import Fraction
from typing import Any

from beyond import Item, World, mean
from truth import Example, RecommendationTruth


def average_popularity(
    world: World, _: Any, items: list[Item], k: int | None, normalisation: str = "none"
) -> tuple[Fraction | None, int]:
    known = world.popularity()
    whole = 1 if normalisation == "none" else known.total()
    unknown = sum(item not in known for item in items)
    return (mean([Fraction(known[item], whole) for item in items]) if whole else None), unknown


TRUTHS = [
    RecommendationTruth(
        name="average_popularity",
        of_list=average_popularity,
        options=[{}, {"normalisation": "interactions"}],
        latex=r"\text{popularity@}k = \frac{1}{n} \sum_{u} \frac{1}{| L_u |} \sum_{i \in L_u} c_i",
        where=["L", "$`c_i`$ is the number of interactions of item $`i`$"],
        example=Example(
            "average_popularity@2",
            by_hand="((4 + 2) / 2 + (4 + 1) / 2 + (2 + 0) / 2) / 3",
            why="a has 4 interactions, b 2, c 1 and x none.",
        ),
    ),
]
