from __future__ import annotations

from measures.classification.best_f1 import by_score
from predicted import Predicted
from truth import ClassificationTruth, Example


def best_f1_threshold(of: Predicted) -> float | None:
    """The highest of several. Of rows with weights, equal ones may differ in their last digits."""
    found = by_score(of)
    return max((score for score, f1 in found.items() if f1 > max(found.values()) - 1e-12), default=None)


TRUTHS = [
    ClassificationTruth(
        name="best_f1_threshold",
        of_scores=best_f1_threshold,
        latex=r"\text{arg max}_{t} \; F_1(t)",
        where=["$`t`$ runs over the distinct scores, each taken as the threshold"],
        example=Example("best_f1_threshold", by_hand="0.3", why="F1 is 10/12 there, 8/11 at 0.4 and 10/13 at 0.2."),
    ),
]
