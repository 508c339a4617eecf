from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="specificity",
        at_threshold=lambda at: at.by_peer("recall_score", pos_label=0) if at.fp + at.tn else None,
        latex=r"\text{specificity} = \frac{\text{TN}}{\text{FP} + \text{TN}}",
        where=["counts"],
        example=Example("specificity", by_hand="2 / 3", why="two of the three negatives score less than 0.5."),
    ),
]
