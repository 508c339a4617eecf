from __future__ import annotations

from truth import AgreementTruth
from two_lists import TwoLists


def overlap(lists: TwoLists, denominator: str = "longer") -> float:
    sizes = [len(items) for items in lists.ranked]
    return lists.n_common / (max(sizes) if denominator == "longer" else sum(sizes) - lists.n_common)


TRUTHS = [
    AgreementTruth(name="overlap", of_lists=overlap, options=[{}, {"denominator": "union"}]),
]
