from __future__ import annotations

from predicted import ratio
from truth import ClassificationTruth, Example

TRUTHS = [
    ClassificationTruth(
        name="fnr",
        at_threshold=lambda at: ratio(at.fn, at.tp + at.fn),
        latex=r"\text{FNR} = \frac{\text{FN}}{\text{TP} + \text{FN}}",
        where=["counts"],
        example=Example("fnr", by_hand="2 / 5", why="two of the five positives score less than 0.5."),
    ),
]
