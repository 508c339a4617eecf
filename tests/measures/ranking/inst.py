from __future__ import annotations

from scipy.special import polygamma

from ranked import Ranked, number, shares
from truth import Example, RankingTruth


def inst(ranked: Ranked, t: object = 1, max_rel: object = 1) -> float:
    """Rank by rank down the list; what is seen below it is a sum of 1 / x^2."""
    wish, n, k = number(t), len(ranked.grades), ranked.k
    seen, gained, reached, missing = 0.0, 0.0, 1.0, wish
    for rank, share in enumerate(shares(ranked.grades, max_rel), 1):
        seen, gained, missing = seen + reached, gained + share * reached, missing - share
        reached *= ((rank - 1 + wish + missing) / (rank + wish + missing)) ** 2
    below = n + wish + missing
    rest = polygamma(1, below) - (0 if k is None else polygamma(1, below + k - n))
    return float(gained / (seen + reached * below**2 * rest))


TRUTHS = [
    RankingTruth(
        name="inst",
        of_list=inst,
        best_by_relevance=True,
        options=[{}, {"max_rel": 3}, {"t": 2.5, "max_rel": 1.5}],
        latex=r"\text{INST} = \frac{\sum_{i} s_i V_i}{\sum_{i=1}^{\infty} V_i}, \quad V_1 = 1, \quad V_{i+1} = V_i \left( \frac{i - 1 + t + t_i}{i + t + t_i} \right)^2, \quad t_i = t - \sum_{j=1}^{i} s_j",
        where=["share", "$`t`$ is the number of relevant items that the reader wants"],
        example=Example(
            "inst@3",
            by_hand="((2/3)**2 + ((2/3) * (2/3))**2) / (1 + (2/3)**2 + ((2/3) * (2/3))**2)",
            why="b is seen with probability (2/3)^2, because nothing was gained at a; b is relevant, so the reader goes on to c with (2/3)^2. The reader sees a for certain.",
        ),
        formulas=[
            # One row for each rank, the next one being the row's own rank + 1; all ranks as likely to be seen as the last.
            (
                "inst",
                ["less + one", "hits_upto + 0", "1 - 0", "item_rank + 0", "item_rank + 1", "1 + 2", "2 + 1"],
                2 / (1 + sum(((rank - 1 + 6 - hits) / (rank + 6 - hits)) ** 2 for rank, hits in ((1, 1), (2, 1)))),
            ),
        ],
    ),
]
