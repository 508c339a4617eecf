"""The rows that the formulas of rankings are tried over; see test_expressions.py and tests/measures/ranking."""

from __future__ import annotations

import math

# Hits at ranks 1, 3 and 6 of a list of seven, the third of which has a negative grade; R = 3.
GRADES = [3, 0, 1, -1, 0, 2, 0]
RANKED = """(
    select *, grade - 5 as low, 5 as high, hit - 1 as less, 1 as one
    from (values
        (3, 1, 1, 1, 1, 0, 3, 3),
        (0, 0, 1, 0, 2, 0, 3, 5),
        (1, 1, 2, 0, 3, 0, 4, 6),
        (-1, 0, 2, 0, 4, 0, 4, 6),
        (0, 0, 2, 0, 5, 1, 4, 6),
        (2, 1, 3, 0, 6, 1, 6, 6),
        (0, 0, 3, 0, 7, 1, 6, 6)
    ) as list(grade, hit, hits_upto, first_hit, item_rank, others_above, gain_upto, ideal_upto)
) as ranked"""


def discount(rank: int, base: float = 2) -> float:
    return 1 / math.log(rank + 1, base)


def cumulated(grades: list[int], k: int, base: float = 2) -> float:
    return sum(g * discount(rank, base) for rank, g in enumerate(grades[:k], 1))
