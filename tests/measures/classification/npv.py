from __future__ import annotations

from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="npv",
        at_threshold=lambda at: at.by_peer("precision_score", pos_label=0) if at.tn + at.fn else None,
        latex=r"\text{NPV} = \frac{\text{TN}}{\text{TN} + \text{FN}}",
        where=["counts"],
        example=Example("npv", by_hand="2 / 4", why="four rows are predicted negative, two of them are."),
    ),
]
