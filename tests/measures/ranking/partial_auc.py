from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ranked import Ranked, is_hit
from truth import Example, RankingTruth


def pairs_in_order(ranked: Ranked, insufficient: str, is_pap: bool) -> Fraction | None:
    """Pair by pair: relevant items, returned or not, and the first k others; what was not returned is the lowest."""
    grades, relevant, k = ranked.grades, ranked.relevant, ranked.k or 0
    if not relevant:
        return None
    positives = ranked.hit_ranks
    others = [rank for rank, grade in enumerate(grades, 1) if not is_hit(grade)]
    if insufficient == "exclude" and len(others) < k and len(positives) < relevant:
        return None
    positives = positives + [len(grades) + 2] * (relevant - len(positives))
    if is_pap:
        positives = positives[:k]
    if k > 1_000_000:
        # Others below the end of the list, too many to count one by one.
        pairs = sum(k - sum(other < rank for other in others) for rank in positives if rank <= len(grades))
    else:
        first = (others + [len(grades) + 1] * k)[:k]
        pairs = sum(rank < other for rank in positives for other in first)
    return Fraction(pairs, k * len(positives))


def partial_auc(ranked: Ranked, insufficient: str = "ignore") -> Fraction | None:
    return pairs_in_order(ranked, insufficient, is_pap=False)


def pap(ranked: Ranked, insufficient: str = "ignore") -> Fraction | None:
    return pairs_in_order(ranked, insufficient, is_pap=True)


def the_whole_list(judged: Sequence[float], k: int | None) -> None:
    """As far as the cutoff is counted in other items."""


TRUTHS = [
    RankingTruth(
        name="partial_auc",
        of_list=partial_auc,
        reads=the_whole_list,
        options=[{}, {"insufficient": "exclude"}],
        latex=r"\text{pAUC@}k = \frac{1}{k R} \sum_{i} h_i \cdot \max ( k - N_i, 0 )",
        where=[
            "h",
            "R",
            "$`N_i`$ is the number of items above rank $`i`$ that are not relevant",
            "$`k`$ is how many of these count",
        ],
        example=Example(
            "partial_auc@3",
            by_hand="(2 + 2) / (3 * 3)",
            why="of the first 3 others, which are a, d and e, two stand below b and two below c; f was not returned.",
        ),
        formulas=[
            ("partial_auc", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "2 + 2"], (4 + 3 + 1) / 12),
            ("partial_auc", ["less + one", "hits_upto + 0", "item_rank + 0", "1 - 1", "2 + 2"], None),
        ],
    ),
    RankingTruth(
        name="pap",
        of_list=pap,
        reads=the_whole_list,
        options=[{}, {"insufficient": "exclude"}],
        latex=r"\text{pAp@}k = \frac{1}{k \cdot \min (k, R)} \sum_{i \,:\, H_i \le k} h_i \cdot \max ( k - N_i, 0 )",
        where=[
            "h",
            "R",
            "$`H_i`$ and $`N_i`$ are the numbers of relevant items down to rank $`i`$ and of others above it",
            "$`k`$ is how many of either count",
        ],
        example=Example(
            "pap@2",
            by_hand="(1 + 1) / (2 * 2)",
            why="of the first 2 others, a and d, one stands below b and one below c, which are the first 2 relevant items.",
        ),
        formulas=[
            ("pap", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "1 + 1"], (2 + 1) / 4),
            ("pap", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "2 + 2"], (4 + 3 + 1) / 12),
        ],
    ),
]
