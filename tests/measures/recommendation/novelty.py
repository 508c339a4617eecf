from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from beyond import Item, World, mean
from truth import Example, RecommendationTruth


def novelty(
    world: World, _: Any, items: list[Item], k: int | None, probability: str = "users"
) -> tuple[float | None, int]:
    known = world.popularity()
    if not known:
        return None, len(items)
    whole = world.users() if probability == "users" else known.total()
    parts = [world.users(item) if probability == "users" else known[item] for item in items]
    return mean([math.log2(Fraction(whole, part or 1)) for part in parts]), parts.count(0)


TRUTHS = [
    RecommendationTruth(
        name="novelty",
        of_list=novelty,
        options=[{}, {"probability": "interactions"}],
        latex=r"\text{novelty@}k = \frac{1}{n} \sum_{u} \frac{1}{| L_u |} \sum_{i \in L_u} - \log_2 p_i",
        where=["L", "$`p_i`$ is the share of the users who have interacted with item $`i`$"],
        example=Example(
            "novelty@2",
            by_hand="((0 + 1) / 2 + (0 + 2) / 2 + (1 + 2) / 2) / 3",
            why="of four users all know a (0 bits), two know b (1 bit) and one knows c (2 bits); x counts as known to one.",
        ),
    ),
]
