from __future__ import annotations

from predicted import Predicted
from truth import ClassificationTruth, Example


def by_score(of: Predicted) -> dict[float, float]:
    """F1 at every threshold."""
    cells = {score: at.cells for score, at in of.by_threshold.items()} if of.positives else {}
    return {score: 2 * tp / (2 * tp + fp + fn) for score, (tp, fp, fn, _) in cells.items()}


def best_f1(of: Predicted) -> float | None:
    return max(by_score(of).values(), default=None)


TRUTHS = [
    ClassificationTruth(
        name="best_f1",
        of_scores=best_f1,
        latex=r"\max_{t} F_1(t) = \max_{t} \frac{2 \, \text{TP}_t}{2 \, \text{TP}_t + \text{FP}_t + \text{FN}_t}",
        where=["$`t`$ runs over the distinct scores, each taken as the threshold"],
        example=Example(
            "best_f1",
            by_hand="2 * 5 / (2 * 5 + 2 + 0)",
            why="at the threshold 0.3 all five positives and two of the three negatives are predicted positive.",
        ),
    ),
]
