from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="npv",
        latex=r"\text{NPV} = \frac{\text{TN}}{\text{TN} + \text{FN}}",
        where=["counts"],
        example=Example("npv", by_hand="2 / 4", why="four rows are predicted negative, two of them are."),
    ),
]
