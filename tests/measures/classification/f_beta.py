from __future__ import annotations

from predicted import Confusion
from truth import ClassificationTruth, Example


def f_beta(at: Confusion, beta: float) -> float | None:
    return at.by_peer("fbeta_score", beta=beta) if at.tp + at.fn else None


TRUTHS = [
    ClassificationTruth(
        name="f_beta",
        at_threshold=f_beta,
        options=[{"beta": 2}],
        latex=r"F_\beta = \frac{(1 + \beta^2) \, \text{TP}}{(1 + \beta^2) \, \text{TP} + \text{FP} + \beta^2 \, \text{FN}}",
        where=["counts"],
        example=Example(
            "f_beta(beta=2)",
            by_hand="(1 + 2**2) * 3 / ((1 + 2**2) * 3 + 1 + 2**2 * 2)",
            why="recall, 3/5, weighs twice as much as precision, 3/4.",
        ),
    ),
]
