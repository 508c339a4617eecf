from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="fnr",
        latex=r"\text{FNR} = \frac{\text{FN}}{\text{TP} + \text{FN}}",
        where=["counts"],
        example=Example("fnr", by_hand="2 / 5", why="two of the five positives score less than 0.5."),
    ),
]
