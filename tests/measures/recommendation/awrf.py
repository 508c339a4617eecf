from __future__ import annotations

import math
from typing import Any

from beyond import Item, World
from shares import Shares, distribution, groups_of, js, shown, tv
from truth import Example, RecommendationTruth


def wanted(world: World, query: Any, target: str) -> Shares | None:
    featured = {row["item_id"] for row in world.features}
    match target:
        case "population":
            return distribution(world, [(item, 1) for item in featured])
        case "uniform":
            names = {name for item in featured for name in groups_of(world, item)}
            return dict.fromkeys(names, 1 / len(names)) if names else None
        case "relevant":
            relevant = [row["item_id"] for row in world.judgments if row["query_id"] == query and row["relevance"] > 0]
            return distribution(world, [(item, 1) for item in relevant])
        case _:
            return {row["feature"]: row["target_share"] for row in world.targets} or None


def awrf(
    world: World,
    query: Any,
    items: list[Item],
    _: int | None,
    target: str = "population",
    attention: str = "log2",
    divergence: str = "js",
    unit: str = "nats",
    p: float = 0.8,
) -> tuple[float | None, int]:
    found, unknown = shown(world, items, attention, p)
    aim = wanted(world, query, target)
    if found is None or aim is None:
        return None, unknown
    if divergence == "tv":
        return 1 - tv(found, aim), unknown
    return 1 - js(found, aim) / (math.log(2) if unit == "bits" else 1), unknown


SHOWN = r"\epsilon_u(g) = \frac{\sum_{r} a_r g(i_r)}{\sum_{r} a_r \sum_{h} h(i_r)}"

TRUTHS = [
    RecommendationTruth(
        name="awrf",
        of_list=awrf,
        options=[
            {},
            {"target": "uniform", "attention": "trec", "divergence": "tv"},
            {"target": "relevant", "attention": "rbp", "unit": "bits"},
            {"target": "given", "divergence": "tv"},
            {"attention": "rbp", "p": 0.5},
        ],
        latex=r"\text{AWRF@}k = \frac{1}{n} \sum_{u} (1 - \text{JS}(\epsilon_u, \epsilon^*)), \quad " + SHOWN,
        where=[
            "$`g(i_r)`$ is the share of group $`g`$ in the item at rank $`r`$, up to $`k`$",
            r"$`a_r = 1 / \log_2(r + 1)`$ is the attention there",
            r"$`\epsilon^*`$ is the target, by default the share of each group in all items",
            r"$`\text{JS}(p, q)`$ is the Jensen-Shannon divergence, the mean of those of $`p`$ and $`q`$ from their mean",
        ],
        example=Example(
            "awrf(divergence=tv)@1",
            by_hand="((1 - 1 / 4) + (1 - 1 / 4) + (1 - (1 - 3 / 8))) / 3",
            why="of four items half of a and all of b are drama, 3/8; half of a and all of d war, 3/8; c is comedy, 1/4. The lists of u1 and u2 show a first, half drama and half war, each 1/8 above its target; that of u3 shows b, drama.",
        ),
    ),
]
