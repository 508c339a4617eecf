from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="accuracy",
        latex=r"\text{accuracy} = \frac{\text{TP} + \text{TN}}{\text{TP} + \text{FP} + \text{FN} + \text{TN}}",
        where=["counts"],
        example=Example(
            "accuracy", by_hand="(3 + 2) / 8", why="three positives and two negatives are predicted right."
        ),
    ),
]
