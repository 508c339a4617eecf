from __future__ import annotations

from fractions import Fraction
from typing import Any

from beyond import Item, World, ranked
from truth import Example, RecommendationTruth


def serendipity(
    world: World, query: Any, items: list[Item], k: int | None, expected: str = "popular", denominator: str = "k"
) -> tuple[Fraction, int]:
    known = world.popularity()
    popular = sorted(known, key=lambda item: (known[item], item), reverse=True)
    expected_items = (popular if expected == "popular" else ranked(world.baseline).get(query, []))[:k]
    relevant = {row["item_id"] for row in world.judgments if row["query_id"] == query and row["relevance"] > 0}
    surprises = [item for item in items if item in relevant and item not in expected_items]
    return Fraction(len(surprises), len(items) if k is None or denominator == "retrieved" else k), 0


TRUTHS = [
    RecommendationTruth(
        name="serendipity",
        of_list=serendipity,
        options=[
            {},
            {"expected": "baseline"},
            {"denominator": "retrieved"},
            {"expected": "baseline", "denominator": "retrieved"},
        ],
        latex=r"\text{serendipity@}k = \frac{1}{n} \sum_{u} \frac{1}{k} \, | \{ i \in L_u : i \text{ relevant}, \; i \notin E_u \} |",
        where=[
            "L",
            "$`E_u`$ are the items expected for user $`u`$, by default the $`k`$ items with the most interactions",
        ],
        example=Example(
            "serendipity@2",
            by_hand="(0 / 2 + 1 / 2 + 1 / 2) / 3",
            why="a and b are the two most popular items, so b is no surprise to u1; c is one to u2, and x to u3.",
        ),
    ),
]
