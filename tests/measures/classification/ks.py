from __future__ import annotations

from predicted import Predicted
from truth import ClassificationTruth, Example


def ks(of: Predicted) -> float | None:
    if not of.has_both_classes:
        return None
    return max(abs(at.tp / of.positives - at.fp / of.negatives) for at in of.by_threshold.values())


TRUTHS = [
    ClassificationTruth(
        name="ks",
        of_scores=ks,
        latex=r"\text{KS} = \max_{t} | \text{TPR}_t - \text{FPR}_t |",
        where=["$`t`$ runs over the distinct scores, each taken as the threshold"],
        example=Example(
            "ks",
            by_hand="5/5 - 2/3",
            why="at the threshold 0.3 all positives and two of the three negatives are predicted positive.",
        ),
    ),
]
