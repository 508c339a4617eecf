from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="balanced_accuracy",
        at_threshold=lambda at: at.by_peer("balanced_accuracy_score") if at.of.has_both_classes else None,
        latex=r"\text{balanced accuracy} = \frac{1}{2} \left( \frac{\text{TP}}{\text{TP} + \text{FN}} + \frac{\text{TN}}{\text{FP} + \text{TN}} \right)",
        where=["counts"],
        example=Example("balanced_accuracy", by_hand="(3/5 + 2/3) / 2", why="recall is 3/5, specificity 2/3."),
    ),
]
