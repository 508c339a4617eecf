from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="precision",
        latex=r"\text{precision} = \frac{\text{TP}}{\text{TP} + \text{FP}}",
        where=["counts"],
        example=Example("precision", by_hand="3 / 4", why="four rows are predicted positive, three of them are."),
    ),
]
