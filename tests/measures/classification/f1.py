from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="f1",
        at_threshold=lambda at: at.by_peer("f1_score") if at.tp + at.fn else None,
        latex=r"F_1 = \frac{2 \, \text{TP}}{2 \, \text{TP} + \text{FP} + \text{FN}}",
        where=["counts"],
        example=Example("f1", by_hand="2 * 3 / (2 * 3 + 1 + 2)", why="precision is 3/4 and recall 3/5."),
    ),
]
