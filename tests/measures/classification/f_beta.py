from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="f_beta",
        latex=r"F_\beta = \frac{(1 + \beta^2) \, \text{TP}}{(1 + \beta^2) \, \text{TP} + \text{FP} + \beta^2 \, \text{FN}}",
        where=["counts"],
        example=Example(
            "f_beta(beta=2)",
            by_hand="(1 + 2**2) * 3 / ((1 + 2**2) * 3 + 1 + 2**2 * 2)",
            why="recall, 3/5, weighs twice as much as precision, 3/4.",
        ),
    ),
]
