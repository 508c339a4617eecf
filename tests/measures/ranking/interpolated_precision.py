from __future__ import annotations

import math
from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def interpolated_precision(ranked: Ranked, recall: object = 0, rounding: object = None) -> Fraction | None:
    return interpolated(ranked, Fraction(str(recall)), rounding) if ranked.relevant else None


def interpolated(ranked: Ranked, recall: Fraction, rounding: object) -> Fraction:
    """The highest precision at a hit by which the recall is reached, or the number of hits that `rounding` asks for."""
    needed = math.ceil(recall * ranked.relevant)
    if rounding is not None:
        # In doubles, as trec_eval does: 0.7 * 3 + 0.9 is less than 3.
        needed = math.floor(float(recall) * ranked.relevant + float(str(rounding)))
    return max((p for n, p in enumerate(ranked.precisions, 1) if n >= needed), default=Fraction(0))


TRUTHS = [
    RankingTruth(
        name="interpolated_precision",
        of_list=interpolated_precision,
        options=[
            {},
            {"recall": 0.1},
            {"recall": 0.5},
            {"recall": 1},
            {"recall": 0.7, "rounding": 0.9},
            {"recall": 0.3, "rounding": 0.5},
        ],
        latex=r"\text{IPrec}(r) = \max \{ \text{precision@}i : h_i = 1, \; \text{recall@}i \ge r \}",
        where=["h", "$`r`$ is the level of recall, the option `recall`"],
        example=Example(
            "interpolated_precision(recall=0.5)",
            by_hand="2 / 3",
            why="recall reaches 2/3 at c, where precision is 2/3; at b it is 1/3 only.",
        ),
        formulas=[
            ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2", "0.25 + 0.25"], 2 / 3),
            ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 2"], 1),
            ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "1 + 3", "1"], 0),
            ("interpolated_precision", ["less + one", "hits_upto + 0", "item_rank + 0", "3 - 3"], None),
        ],
    ),
]
