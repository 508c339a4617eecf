from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="f1",
        latex=r"F_1 = \frac{2 \, \text{TP}}{2 \, \text{TP} + \text{FP} + \text{FN}}",
        where=["counts"],
        example=Example("f1", by_hand="2 * 3 / (2 * 3 + 1 + 2)", why="precision is 3/4 and recall 3/5."),
    ),
]
