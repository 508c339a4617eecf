from __future__ import annotations

from predicted import ratio
from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="fdr",
        at_threshold=lambda at: ratio(at.fp, at.tp + at.fp),
        latex=r"\text{FDR} = \frac{\text{FP}}{\text{TP} + \text{FP}}",
        where=["counts"],
        example=Example("fdr", by_hand="1 / 4", why="four rows are predicted positive, one of them is negative."),
    ),
]
