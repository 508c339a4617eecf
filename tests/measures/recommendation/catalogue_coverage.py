from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="catalogue_coverage",
        latex=r"\text{coverage@}k = \frac{1}{| C |} \left| C \cap \bigcup_{u} L_u \right|",
        where=["L", "$`C`$ is the catalogue"],
        example=Example(
            "catalogue_coverage@2",
            by_hand="3 / 5",
            why="the first two places show a, b, c and x; three of the five items of the catalogue.",
        ),
    ),
]
