from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="fdr",
        latex=r"\text{FDR} = \frac{\text{FP}}{\text{TP} + \text{FP}}",
        where=["counts"],
        example=Example("fdr", by_hand="1 / 4", why="four rows are predicted positive, one of them is negative."),
    ),
]
