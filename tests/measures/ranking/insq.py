from __future__ import annotations

import math
import operator

from scipy.special import polygamma

from ranked import Ranked, number, shares
from truth import Example, RankingTruth


def insq(ranked: Ranked, t: object = 1, max_rel: object = 1) -> float:
    wish = 2 * number(t)
    weights = [(rank + wish - 1) ** -2 for rank in range(1, len(ranked.grades) + 1)]
    seen = polygamma(1, wish) - (0 if ranked.k is None else polygamma(1, wish + ranked.k))
    return float(math.fsum(map(operator.mul, shares(ranked.grades, max_rel), weights)) / seen)


TRUTHS = [
    RankingTruth(
        name="insq",
        of_list=insq,
        options=[{}, {"max_rel": 3}, {"t": 2.5, "max_rel": 1.5}],
        latex=r"\text{INSQ} = \frac{\sum_{i} s_i / (i + 2t - 1)^2}{\sum_{i=1}^{\infty} 1 / (i + 2t - 1)^2}",
        where=["share", "$`t`$ is the number of relevant items that the reader wants"],
        example=Example(
            "insq@4",
            by_hand="(1 / 3**2 + 1 / 4**2) / (1 / 2**2 + 1 / 3**2 + 1 / 4**2 + 1 / 5**2)",
            why="b and c are relevant, at ranks 2 and 3; the weight of rank i is 1 / (i + 1)^2. insq divides by pi^2 / 6 - 1, the sum over all ranks.",
        ),
        formulas=[
            ("insq", ["less + one", "item_rank + 0"], (1 / 4 + 1 / 16 + 1 / 49) / (math.pi**2 / 6 - 1)),
            (
                "insq",
                ["less + one", "item_rank + 0", "0.25 + 0.25", "1 + 3"],
                (1 + 1 / 9) / (1 + 1 / 4 + 1 / 9 + 1 / 16),
            ),
        ],
    ),
]
