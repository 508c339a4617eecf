from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="specificity",
        latex=r"\text{specificity} = \frac{\text{TN}}{\text{FP} + \text{TN}}",
        where=["counts"],
        example=Example("specificity", by_hand="2 / 3", why="two of the three negatives score less than 0.5."),
    ),
]
