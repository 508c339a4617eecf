from __future__ import annotations

from ranked import Ranked, number, shares
from truth import Example, RankingTruth


def bpm(ranked: Ranked, t: object = 1, max_rel: object = 1, hb: object = 0, gain_med: object = 0.5) -> float:
    """Rank by rank, those below the end of the list too as long as the wish falls there."""
    found, k = shares(ranked.grades, max_rel), ranked.k or 0
    eagerness, median = number(hb), number(gain_med)
    gained, wish = 0.0, number(t)
    for rank in range(1, k + 1):
        share = found[rank - 1] if rank <= len(found) else 0.0
        gained += share
        if gained >= wish - 1e-9:
            return gained / rank
        if rank > len(found) and not eagerness * median:
            break
        wish += eagerness * (share - median)
    return gained / k


TRUTHS = [
    RankingTruth(
        name="bpm",
        of_list=bpm,
        best_by_relevance=True,
        options=[
            {},
            {"t": 1.75, "max_rel": 3},
            {"hb": 1},
            {"t": 1.75, "max_rel": 3, "hb": 0.5, "gain_med": 0.25},
            {"max_rel": 3, "hb": 2, "gain_med": 0},
        ],
        latex=r"\text{BPM@}k = \frac{1}{m} \sum_{i=1}^{m} s_i, \quad m = \min \left( k, \min \{ r : \sum_{i=1}^{r} s_i \ge t \} \right)",
        where=[
            "share",
            "k",
            r"$`t`$ is the gain that is enough for the reader, at rank $`r`$ of the dynamic model $`t + h_b \sum_{i < r} (s_i - s_{\text{med}})`$ with the options `hb` and `gain_med`",
        ],
        example=Example(
            "bpm(t=2)@4", by_hand="(1 + 1) / 3", why="the gain is 2 at c, at rank 3, where the reader stops."
        ),
        formulas=[
            ("bpm", ["less + one", "hits_upto + 0", "item_rank + 0", "3 + 3"], 1),
            ("bpm", ["less + one", "hits_upto + 0", "item_rank + 0", "3 + 3", "1 + 1"], 2 / 3),
            ("bpm", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 3", "2 + 2"], 2 / 4),
            # The wish is 2, then 2.5, and 2 again at rank 3, where there are two hits; or 3, 3.75, 3.5, 4.25, 4, 3.75.
            (
                "dynamic_bpm",
                [
                    *("less + one", "hits_upto + 0", "item_rank + 0", "item_rank + 1"),
                    *("2 + 4", "1 + 1", "2 - 1", "0.25 + 0.25"),
                ],
                2 / 3,
            ),
            (
                "dynamic_bpm",
                [
                    *("less + one", "hits_upto + 0", "item_rank + 0", "item_rank + 1"),
                    *("2 + 4", "1 + 2", "2 - 1", "0.25 + 0.0"),
                ],
                3 / 6,
            ),
        ],
    ),
]
