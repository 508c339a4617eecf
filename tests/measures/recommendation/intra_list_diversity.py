from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from beyond import Item, World, mean
from truth import Example, RecommendationTruth


def cosine(world: World, left: Item, right: Item) -> float | None:
    a, b = world.vector(left), world.vector(right)
    lengths = math.hypot(*a.values()) * math.hypot(*b.values())
    return 1 - math.fsum(a[name] * b[name] for name in a.keys() & b.keys()) / lengths if lengths else None


def jaccard(world: World, left: Item, right: Item) -> float | None:
    a, b = world.vector(left), world.vector(right)
    if not a or not b or min(*a.values(), *b.values()) < 0:
        return None
    names = a.keys() | b.keys()
    larger = math.fsum(max(a.get(name, 0), b.get(name, 0)) for name in names)
    return 1 - math.fsum(min(a.get(name, 0), b.get(name, 0)) for name in names) / larger if larger else None


def given(world: World, left: Item, right: Item) -> float | None:
    pair = {left, right}
    return mean([row["distance"] for row in world.distances if {row["item_id"], row["other_item_id"]} == pair])


DISTANCES: Mapping[str, Callable[[World, Item, Item], float | None]] = {
    "cosine": cosine,
    "jaccard": jaccard,
    "table": given,
}


def diversity(
    world: World, _: Any, items: list[Item], k: int | None, distance: str = "cosine"
) -> tuple[float | None, int]:
    found = [DISTANCES[distance](world, left, right) for left, right in combinations(items, 2)]
    return mean([one for one in found if one is not None]), found.count(None)


TRUTHS = [
    RecommendationTruth(
        name="intra_list_diversity",
        of_list=diversity,
        options=[{}, {"distance": "jaccard"}, {"distance": "table"}],
        latex=r"\text{ILD@}k = \frac{1}{n} \sum_{u} \frac{2}{| L_u | (| L_u | - 1)} \sum_{\{ i, j \} \subset L_u} d(i, j)",
        where=["L", r"$`d(i, j)`$ is the distance of two items, by default $`1 - \cos(i, j)`$ of their features"],
        example=Example(
            "intra_list_diversity@2",
            by_hand="((1 - 1 / 2**0.5) + (1 - 0)) / 2",
            why="a and b share one feature of two and one; a and c share none. x has no features, so the list of u3 has no value.",
        ),
    ),
]
