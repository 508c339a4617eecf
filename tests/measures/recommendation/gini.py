from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="gini",
        latex=r"\text{Gini@}k = \frac{\sum_{j=1}^{n} (2 j - n - 1) \, x_j}{n \sum_{j=1}^{n} x_j}",
        where=[
            r"$`x_1 \le x_2 \le \dots \le x_n`$ say how many lists show each of the $`n`$ items in their first $`k`$"
        ],
        example=Example(
            "gini@2",
            by_hand="(0 * 1 + 2 * 2 + 4 * 2) / (5 * 5)",
            why="the five items of the catalogue are shown 0, 0, 1, 2 and 2 times; 2 j - 6 is 0, 2 and 4 for the last three.",
        ),
    ),
]
