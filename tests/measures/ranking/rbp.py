from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def rbp(ranked: Ranked, p: object = 0.8) -> Fraction:
    stays = Fraction(str(p))
    return (1 - stays) * sum((stays ** (rank - 1) for rank in ranked.hit_ranks), start=Fraction(0))


TRUTHS = [
    RankingTruth(
        name="rbp",
        of_list=rbp,
        options=[{}, {"p": 0.5}],
        latex=r"\text{RBP@}k = (1 - p) \sum_{i=1}^{k} h_i \, p^{i-1}",
        where=["h", "$`p`$ is the probability that the reader goes on to the next item"],
        example=Example("rbp(p=0.5)@4", by_hand="(1 - 0.5) * (0.5**1 + 0.5**2)", why="b is at rank 2, c at rank 3."),
        formulas=[
            ("rbp", ["less + one", "item_rank + 0", "0.25 + 0.25", "2 + 1"], (1 + 1 / 4) / 2),
            ("rbp", ["less + one", "item_rank + 0"], 0.2 * (1 + 0.8**2 + 0.8**5)),
        ],
    ),
]
