from __future__ import annotations

from measures.ranking.average_precision import average_precision
from truth import Example, RankingTruth


def at_least(average_precision: float) -> float:
    """The mean is geometric, and a query without hits would make it 0."""
    return max(average_precision, 1e-5)


TRUTHS = [
    RankingTruth(
        name="gmap",
        of_list=average_precision,
        of_value=at_least,
        is_geometric=True,
        latex=r"\text{GMAP} = \exp \left( \frac{1}{n} \sum_{q=1}^{n} \ln \max ( \text{AP}_q, 10^{-5} ) \right)",
        where=[
            r"$`\text{AP}_q`$ is the [average precision](average_precision.md) of query $`q`$, and $`n`$ the number of queries"
        ],
        example=Example(
            "gmap",
            by_hand="(1/2 + 2/3) / 3",
            why="of a single query it is average precision; the mean of several is geometric.",
        ),
        formulas=[
            ("gmap", ["0.25 + 0.25"], 0.5),
            ("gmap", ["0.5 - 0.5"], 0.00001),
            ("gmap", ["null"], None),
        ],
    ),
]
