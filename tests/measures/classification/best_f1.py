from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="best_f1",
        latex=r"\max_{t} F_1(t) = \max_{t} \frac{2 \, \text{TP}_t}{2 \, \text{TP}_t + \text{FP}_t + \text{FN}_t}",
        where=["$`t`$ runs over the distinct scores, each taken as the threshold"],
        example=Example(
            "best_f1",
            by_hand="2 * 5 / (2 * 5 + 2 + 0)",
            why="at the threshold 0.3 all five positives and two of the three negatives are predicted positive.",
        ),
    ),
]
