from __future__ import annotations

from predicted import Confusion
from truth import ClassificationTruth, Example


def mcc(at: Confusion) -> float | None:
    is_defined = at.of.has_both_classes and at.tp + at.fp and at.fn + at.tn
    return at.by_peer("matthews_corrcoef") if is_defined else None


TRUTHS = [
    ClassificationTruth(
        name="mcc",
        at_threshold=mcc,
        latex=r"\text{MCC} = \frac{\text{TP} \cdot \text{TN} - \text{FP} \cdot \text{FN}}{\sqrt{(\text{TP} + \text{FP}) (\text{TP} + \text{FN}) (\text{TN} + \text{FP}) (\text{TN} + \text{FN})}}",
        where=["counts"],
        example=Example(
            "mcc",
            by_hand="(3 * 2 - 1 * 2) / ((3 + 1) * (3 + 2) * (2 + 1) * (2 + 2))**0.5",
            why="four rows are predicted positive and four negative, five are positive and three negative.",
        ),
    ),
]
