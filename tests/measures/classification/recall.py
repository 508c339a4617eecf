from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="recall",
        latex=r"\text{recall} = \frac{\text{TP}}{\text{TP} + \text{FN}}",
        where=["counts"],
        example=Example("recall", by_hand="3 / 5", why="three of the five positives score at least 0.5."),
    ),
]
