from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="entropy",
        latex=r"\text{entropy@}k = - \sum_{i} p_i \log_2 p_i",
        where=["$`p_i`$ is the share of item $`i`$ in all places of the first $`k`$"],
        example=Example(
            "entropy@2",
            by_hand="-(2 * (2 / 6) * log2(2 / 6) + 2 * (1 / 6) * log2(1 / 6))",
            why="of the six places a and b have two each, c and x one each.",
        ),
    ),
]
