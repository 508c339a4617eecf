from __future__ import annotations

from typing import Any

from beyond import Item, World
from shares import distribution, js, kl, mixed, shown
from truth import Example, RecommendationTruth


def miscalibration(
    world: World,
    query: Any,
    items: list[Item],
    _: int | None,
    divergence: str = "kl",
    attention: str = "uniform",
    alpha: float = 0.01,
) -> tuple[float | None, int]:
    found, unknown = shown(world, items, attention)
    history = distribution(world, [(row["item_id"], 1) for row in world.interactions if row["query_id"] == query])
    if found is None or history is None:
        return None, unknown
    return js(history, found) if divergence == "js" else kl(history, mixed(history, found, alpha)), unknown


TRUTHS = [
    RecommendationTruth(
        name="miscalibration",
        of_list=miscalibration,
        options=[{}, {"divergence": "js", "attention": "log2"}, {"attention": "log2", "alpha": 0.5}],
        latex=r"C_{\text{KL}}\text{@}k = \frac{1}{n} \sum_{u} \sum_{g} p_u(g) \ln \frac{p_u(g)}{(1 - \alpha) q_u(g) + \alpha p_u(g)}",
        where=[
            "$`p_u(g)`$ is the share of feature $`g`$ in the history of user $`u`$",
            "$`q_u(g)`$ is its share in the first $`k`$ items of the user's list",
        ],
        example=Example(
            "miscalibration@1",
            by_hand="(2 * (3 / 4 * ln(3 / 4 / (0.99 / 2 + 0.01 * 3 / 4)) + 1 / 4 * ln(1 / 4 / (0.99 / 2 + 0.01 / 4))) + 1 / 2 * ln(1 / 2 / (0.99 + 0.005)) + 1 / 2 * ln(1 / 0.01)) / 3",
            why="u1 and u2 had a and b, 3/4 drama and 1/4 war, and are shown a, half and half; u3 had a, half drama and half war, and is shown b, drama.",
        ),
    ),
]
