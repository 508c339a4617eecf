from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="pr_auc",
        latex=r"\text{AP} = \sum_{t} (\text{recall}_t - \text{recall}_{t-1}) \cdot \text{precision}_t",
        where=["$`t`$ runs over the distinct scores, highest first, each taken as the threshold"],
        example=Example(
            "pr_auc",
            by_hand="(1/1 + 2/3 + 3/4 + 4/6 + 5/7) / 5",
            why="the precision at the score of each positive; the two rows of score 0.4 are one step. By straight lines it is 0.7381, by Davis and Goadrich 0.7403.",
        ),
    ),
]
