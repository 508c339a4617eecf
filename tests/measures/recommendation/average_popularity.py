from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="average_popularity",
        latex=r"\text{popularity@}k = \frac{1}{n} \sum_{u} \frac{1}{| L_u |} \sum_{i \in L_u} c_i",
        where=["L", "$`c_i`$ is the number of interactions of item $`i`$"],
        example=Example(
            "average_popularity@2",
            by_hand="((4 + 2) / 2 + (4 + 1) / 2 + (2 + 0) / 2) / 3",
            why="a has 4 interactions, b 2, c 1 and x none.",
        ),
    ),
]
