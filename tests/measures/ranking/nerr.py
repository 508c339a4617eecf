from __future__ import annotations

import math
from collections.abc import Callable

from scipy.special import digamma, polygamma

from ranked import Ranked, number, shares
from truth import Example, RankingTruth


def nerr(
    ranked: Ranked, goes_on: Callable[[int], float], below: Callable[[int, float], float], max_rel: object
) -> float:
    """Rank by rank down the list, as cwl_eval does; below it the ways to go on alone.

    `goes_on`: the share that sees the next rank of those who do not leave at an item; `below`: the ranks that one sees
    who is at the rank after the list, of as many ranks as there may be.
    """
    seen, gained, reached = 0.0, 0.0, 1.0
    for rank, share in enumerate(shares(ranked.grades, max_rel), 1):
        seen, gained = seen + reached, gained + share * reached
        reached *= (1 - share) * goes_on(rank)
    n = len(ranked.grades)
    return float(gained / (seen + reached * below(n, math.inf if ranked.k is None else ranked.k - n)))


def nerr8(ranked: Ranked, max_rel: object = 1) -> float:
    return nerr(ranked, lambda _: 1.0, lambda _, ranks: ranks, max_rel)


def nerr9(ranked: Ranked, max_rel: object = 1) -> float:
    def below(n: int, ranks: float) -> float:
        return float((n + 1) * (digamma(n + ranks + 1) - digamma(n + 1)))

    return nerr(ranked, lambda rank: rank / (rank + 1), below, max_rel)


def nerr10(ranked: Ranked, p: object = 0.9, max_rel: object = 1) -> float:
    stays = number(p)
    return nerr(ranked, lambda _: stays, lambda _, ranks: (1 - stays**ranks) / (1 - stays), max_rel)


def nerr11(ranked: Ranked, t: object = 1, max_rel: object = 1) -> float:
    wish = 2 * number(t)

    def below(n: int, ranks: float) -> float:
        unseen = 0 if math.isinf(ranks) else polygamma(1, n + wish + ranks)
        return float((n + wish) ** 2 * (polygamma(1, n + wish) - unseen))

    return nerr(ranked, lambda rank: ((rank + wish - 1) / (rank + wish)) ** 2, below, max_rel)


TRUTHS = [
    RankingTruth(
        name="nerr8",
        of_list=nerr8,
        best_by_relevance=True,
        options=[{}, {"max_rel": 3}],
        latex=r"\text{NERR8@}k = \frac{\sum_{i=1}^{k} s_i V_i}{\sum_{i=1}^{k} V_i}, \quad V_1 = 1, \quad V_{i+1} = V_i (1 - s_i)",
        where=["share", "k"],
        example=Example(
            "nerr8(max_rel=4)@4",
            by_hand="(3/4 + 1/4 * 1/4) / (1 + 1 + 1/4 + 1/4 * 3/4)",
            why="all readers see a and b; b's share is 3/4, so that 1/4 of them go on to c, whose share is 1/4, and 3/4 of these to d.",
        ),
        formulas=[
            # One row for each rank, half of all readers leaving there; the lowest number that stays is half of them too.
            ("nerr8", ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "1 + 1"], (1 / 2 + 1 / 2) / ((1 + 2) / 2 + 2 / 2)),
        ],
    ),
    RankingTruth(
        name="nerr9",
        of_list=nerr9,
        best_by_relevance=True,
        options=[{}, {"max_rel": 3}],
        latex=r"\text{NERR9@}k = \frac{\sum_{i=1}^{k} s_i V_i}{\sum_{i=1}^{k} V_i}, \quad V_1 = 1, \quad V_{i+1} = V_i (1 - s_i) \frac{i}{i + 1}",
        where=["share", "k"],
        example=Example(
            "nerr9(max_rel=4)@4",
            by_hand="(3/4 * 1/2 + 1/4 * 1/4 * 1/3) / (1 + 1/2 + 1/4 * 1/3 + 1/4 * 3/4 * 1/4)",
            why="as in nerr8, and of all who come to rank i and do not leave at its item i / (i + 1) go on, which makes 1 / i over the ranks.",
        ),
        formulas=[
            (
                "nerr9",
                ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "1 + 1"],
                (1 / 2 + 1 / 4) / ((1 + 3 / 2) / 2 + 3 / 4),
            ),
            ("nerr9", ["0.25 + 0.25", "1.0 - 1.0", "item_rank + 0", "1 + 1"], 0),
        ],
    ),
    RankingTruth(
        name="nerr10",
        of_list=nerr10,
        best_by_relevance=True,
        options=[{}, {"p": 0.5}, {"p": 0.75, "max_rel": 3}],
        latex=r"\text{NERR10} = \frac{\sum_{i} s_i V_i}{\sum_{i=1}^{\infty} V_i}, \quad V_1 = 1, \quad V_{i+1} = V_i (1 - s_i) \, p",
        where=["share", "$`p`$ is the probability to go on from an item that gains nothing"],
        example=Example(
            "nerr10(p=0.5, max_rel=4)@4",
            by_hand="(3/4 * 1/2 + 1/4 * 1/4 * 1/4) / (1 + 1/2 + 1/4 * 1/4 + 1/4 * 3/4 * 1/8)",
            why="as in nerr8, and of all who do not leave at an item half go on.",
        ),
        formulas=[
            (
                "nerr10",
                ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "0.25 + 0.25", "1 + 1"],
                (1 / 2 + 1 / 4) / ((1 + 3 / 2) / 2 + 3 / 4),
            ),
            (
                "nerr10",
                ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "0.25 + 0.25"],
                sum(2.0**-rank for rank in range(1, 8)) / (sum(1 - 2.0**-rank for rank in range(1, 8)) + 1),
            ),
        ],
    ),
    RankingTruth(
        name="nerr11",
        of_list=nerr11,
        best_by_relevance=True,
        options=[{}, {"max_rel": 3}, {"t": 2.5, "max_rel": 1.5}],
        latex=r"\text{NERR11} = \frac{\sum_{i} s_i V_i}{\sum_{i=1}^{\infty} V_i}, \quad V_1 = 1, \quad V_{i+1} = V_i (1 - s_i) \left( \frac{i + 2t - 1}{i + 2t} \right)^2",
        where=["share", "$`t`$ is the number of relevant items that the reader wants"],
        example=Example(
            "nerr11(max_rel=4)@4",
            by_hand="(3/4 * (2/3)**2 + 1/4 * 1/4 * (2/4)**2) / (1 + (2/3)**2 + 1/4 * (2/4)**2 + 1/4 * 3/4 * (2/5)**2)",
            why="as in nerr8, and a reader to whom no item is enough sees rank i with probability (2 / (i + 1))^2.",
        ),
        formulas=[
            (
                "nerr11",
                ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "0.25 + 0.25", "1 + 1"],
                (1 / 2 + 1 / 8) / ((1 + 5 / 4) / 2 + 5 / 8),
            ),
            (
                "nerr11",
                ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0"],
                sum(1 / (rank + 1) ** 2 for rank in range(1, 8))
                / (sum(1 / (n + 1) ** 2 for rank in range(1, 8) for n in range(1, rank + 1)) + math.pi**2 / 6 - 1),
            ),
        ],
    ),
]
