from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="best_f1_threshold",
        latex=r"\text{arg max}_{t} \; F_1(t)",
        where=["$`t`$ runs over the distinct scores, each taken as the threshold"],
        example=Example("best_f1_threshold", by_hand="0.3", why="F1 is 10/12 there, 8/11 at 0.4 and 10/13 at 0.2."),
    ),
]
