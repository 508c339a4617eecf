from __future__ import annotations

import itertools
from fractions import Fraction

from scipy import stats

from truth import AgreementTruth
from two_lists import TwoLists


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def kendall_tau(lists: TwoLists) -> float | None:
    """Over all pairs of items."""
    if len(lists.pairs) < 2:
        return None
    signs = [sign(a[0] - b[0]) * sign(a[1] - b[1]) for a, b in itertools.combinations(lists.pairs, 2)]
    return float(Fraction(sum(signs), len(signs)))


def kendall_tau_b(lists: TwoLists) -> float | None:
    return None if lists.tied_columns is None else float(stats.kendalltau(*lists.tied_columns).statistic)


TRUTHS = [
    AgreementTruth(name="kendall_tau", of_lists=kendall_tau, lowest=-1),
    AgreementTruth(name="kendall_tau_b", of_lists=kendall_tau_b, lowest=-1, reads_ties=True),
]
