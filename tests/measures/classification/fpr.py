from __future__ import annotations

from predicted import ratio
from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="fpr",
        at_threshold=lambda at: ratio(at.fp, at.fp + at.tn),
        latex=r"\text{FPR} = \frac{\text{FP}}{\text{FP} + \text{TN}}",
        where=["counts"],
        example=Example("fpr", by_hand="1 / 3", why="one of the three negatives scores at least 0.5."),
    ),
]
