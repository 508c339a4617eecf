from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="fpr",
        latex=r"\text{FPR} = \frac{\text{FP}}{\text{FP} + \text{TN}}",
        where=["counts"],
        example=Example("fpr", by_hand="1 / 3", why="one of the three negatives scores at least 0.5."),
    ),
]
