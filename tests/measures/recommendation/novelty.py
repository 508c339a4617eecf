from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="novelty",
        latex=r"\text{novelty@}k = \frac{1}{n} \sum_{u} \frac{1}{| L_u |} \sum_{i \in L_u} - \log_2 p_i",
        where=["L", "$`p_i`$ is the share of the users who have interacted with item $`i`$"],
        example=Example(
            "novelty@2",
            by_hand="((0 + 1) / 2 + (0 + 2) / 2 + (1 + 2) / 2) / 3",
            why="of four users all know a (0 bits), two know b (1 bit) and one knows c (2 bits); x counts as known to one.",
        ),
    ),
]
