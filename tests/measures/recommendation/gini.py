from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from beyond import Shown
from truth import Example, RecommendationTruth


def gini(shown: Shown, among: str = "catalogue") -> tuple[Fraction | None, int]:
    if among == "shown":
        return half_relative_difference(list(shown.places.values())), 0
    return half_relative_difference(list(shown.inside.values())), shown.outside


def half_relative_difference(exposures: Sequence[int]) -> Fraction | None:
    """Of all ordered pairs."""
    n, total = len(exposures), sum(exposures)
    differences = sum(abs(left - right) for left in exposures for right in exposures)
    return Fraction(differences, 2 * n * total) if total else None


TRUTHS = [
    RecommendationTruth(
        name="gini",
        of_run=gini,
        options=[{}, {"among": "shown"}],
        latex=r"\text{Gini@}k = \frac{\sum_{j=1}^{n} (2 j - n - 1) \, x_j}{n \sum_{j=1}^{n} x_j}",
        where=[
            r"$`x_1 \le x_2 \le \dots \le x_n`$ say how many lists show each of the $`n`$ items in their first $`k`$"
        ],
        example=Example(
            "gini@2",
            by_hand="(0 * 1 + 2 * 2 + 4 * 2) / (5 * 5)",
            why="the five items of the catalogue are shown 0, 0, 1, 2 and 2 times; 2 j - 6 is 0, 2 and 4 for the last three.",
        ),
    ),
]
