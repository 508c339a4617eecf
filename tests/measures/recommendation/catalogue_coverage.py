from __future__ import annotations

from fractions import Fraction

from beyond import Shown
from truth import Example, RecommendationTruth


def catalogue_coverage(shown: Shown) -> tuple[Fraction | None, int]:
    share = Fraction(sum(map(bool, shown.inside.values())), len(shown.inside)) if shown.inside and shown.lists else None
    return share, shown.outside


TRUTHS = [
    RecommendationTruth(
        name="catalogue_coverage",
        of_run=catalogue_coverage,
        latex=r"\text{coverage@}k = \frac{1}{| C |} \left| C \cap \bigcup_{u} L_u \right|",
        where=["L", "$`C`$ is the catalogue"],
        example=Example(
            "catalogue_coverage@2",
            by_hand="3 / 5",
            why="the first two places show a, b, c and x; three of the five items of the catalogue.",
        ),
    ),
]
