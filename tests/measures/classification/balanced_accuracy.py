from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="balanced_accuracy",
        latex=r"\text{balanced accuracy} = \frac{1}{2} \left( \frac{\text{TP}}{\text{TP} + \text{FN}} + \frac{\text{TN}}{\text{FP} + \text{TN}} \right)",
        where=["counts"],
        example=Example("balanced_accuracy", by_hand="(3/5 + 2/3) / 2", why="recall is 3/5, specificity 2/3."),
    ),
]
