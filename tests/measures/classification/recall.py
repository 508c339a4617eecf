from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="recall",
        at_threshold=lambda at: at.by_peer("recall_score") if at.tp + at.fn else None,
        latex=r"\text{recall} = \frac{\text{TP}}{\text{TP} + \text{FN}}",
        where=["counts"],
        example=Example("recall", by_hand="3 / 5", why="three of the five positives score at least 0.5."),
    ),
]
