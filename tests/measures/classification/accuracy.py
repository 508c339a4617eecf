from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="accuracy",
        at_threshold=lambda at: at.by_peer("accuracy_score") if at.of.rows else None,
        latex=r"\text{accuracy} = \frac{\text{TP} + \text{TN}}{\text{TP} + \text{FP} + \text{FN} + \text{TN}}",
        where=["counts"],
        example=Example(
            "accuracy", by_hand="(3 + 2) / 8", why="three positives and two negatives are predicted right."
        ),
    ),
]
