from __future__ import annotations

from ranked import Ranked, number
from truth import Example, RankingTruth


def err(ranked: Ranked, max_grade: object = 4) -> float:
    highest, total, reader = number(max_grade), 0.0, 1.0
    for rank, grade in enumerate(ranked.grades, 1):
        stop = (2 ** min(max(grade, 0.0), highest) - 1) / 2**highest
        total += reader * stop / rank
        reader *= 1 - stop
    return total


TRUTHS = [
    RankingTruth(
        name="err",
        of_list=err,
        options=[{}, {"max_grade": 2}],
        latex=r"\text{ERR@}k = \sum_{i=1}^{k} \frac{s_i}{i} \prod_{j=1}^{i-1} (1 - s_j)",
        where=[
            r"$`s_i = (2^{\text{relevance}} - 1) / 2^G`$ is the probability that the item at rank $`i`$ satisfies the reader",
            "$`G`$ is the highest grade, the option `max_grade`",
        ],
        example=Example(
            "err@4",
            by_hand="(2**3 - 1) / 2**4 / 2 + (1 - (2**3 - 1) / 2**4) * (2**1 - 1) / 2**4 / 3",
            why="b satisfies the reader with probability 7/16, c with 1/16 when b has not.",
        ),
        formulas=[
            # A reader stops with probability 1/2 at each item, or never.
            ("err", ["0.25 + 0.25", "1.0 - 0.0", "item_rank + 0", "1 + 1"], 1 / 2 + 1 / 4),
            ("err", ["0.25 + 0.25", "1.0 - 1.0", "item_rank + 0"], 0),
            ("stop_probability", ["1 + 1"], 3 / 16),
            ("stop_probability", ["1 + 1", "1 + 2"], 3 / 8),
            ("stop_probability", ["1 - 2"], 0),
            ("stop_probability", ["4 + 5", "1 + 2"], 7 / 8),
        ],
    ),
]
