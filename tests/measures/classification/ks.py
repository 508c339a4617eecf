from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="ks",
        latex=r"\text{KS} = \max_{t} | \text{TPR}_t - \text{FPR}_t |",
        where=["$`t`$ runs over the distinct scores, each taken as the threshold"],
        example=Example(
            "ks",
            by_hand="5/5 - 2/3",
            why="at the threshold 0.3 all positives and two of the three negatives are predicted positive.",
        ),
    ),
]
