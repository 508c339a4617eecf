from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="precision",
        at_threshold=lambda at: at.by_peer("precision_score") if at.tp + at.fp else None,
        latex=r"\text{precision} = \frac{\text{TP}}{\text{TP} + \text{FP}}",
        where=["counts"],
        example=Example("precision", by_hand="3 / 4", why="four rows are predicted positive, three of them are."),
    ),
]
