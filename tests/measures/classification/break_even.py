from __future__ import annotations

from predicted import Predicted, expected_positives
from truth import ClassificationTruth, Example


def break_even(of: Predicted) -> float | None:
    positives = sum(of.labels)
    return float(expected_positives(of.rows, positives) / positives) if positives else None


TRUTHS = [
    ClassificationTruth(
        name="break_even",
        of_scores=break_even,
        takes_weights=False,
        latex=r"\text{break-even} = \text{precision} = \text{recall} \quad \text{where } \text{TP} + \text{FP} = P",
        where=[
            "$`P`$ is the number of positives: as many rows as that, those with the highest scores, are predicted positive"
        ],
        example=Example(
            "break_even",
            by_hand="(3 + 1/2) / 5",
            why="three of the five highest scores belong to positives; the fifth is one of two rows of score 0.4, and one of these is positive.",
        ),
    ),
]
