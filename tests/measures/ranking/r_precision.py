from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ranked import Ranked, is_hit
from truth import Example, RankingTruth


def r_precision(ranked: Ranked) -> Fraction | None:
    return Fraction(ranked.hits, ranked.relevant) if ranked.relevant else None


def number_of_relevant(judged: Sequence[float], k: int | None) -> int:
    return sum(map(is_hit, judged))


TRUTHS = [
    RankingTruth(
        name="r_precision",
        of_list=r_precision,
        reads=number_of_relevant,
        latex=r"\text{R-precision} = \text{precision@}R = \frac{1}{R} \sum_{i=1}^{R} h_i",
        where=["h", "R"],
        example=Example(
            "r_precision", by_hand="2 / 3", why="three items are relevant, and two of the first three are."
        ),
    ),
]
