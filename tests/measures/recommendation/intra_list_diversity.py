from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="intra_list_diversity",
        latex=r"\text{ILD@}k = \frac{1}{n} \sum_{u} \frac{2}{| L_u | (| L_u | - 1)} \sum_{\{ i, j \} \subset L_u} d(i, j)",
        where=["L", r"$`d(i, j)`$ is the distance of two items, by default $`1 - \cos(i, j)`$ of their features"],
        example=Example(
            "intra_list_diversity@2",
            by_hand="((1 - 1 / 2**0.5) + (1 - 0)) / 2",
            why="a and b share one feature of two and one; a and c share none. x has no features, so the list of u3 has no value.",
        ),
    ),
]
