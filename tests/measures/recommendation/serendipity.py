from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="serendipity",
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
