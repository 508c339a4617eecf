from __future__ import annotations

from scipy import stats

from truth import AgreementTruth
from two_lists import TwoLists


def spearman(lists: TwoLists) -> float | None:
    return None if lists.tied_columns is None else float(stats.spearmanr(*lists.tied_columns).statistic)


TRUTHS = [
    AgreementTruth(name="spearman", of_lists=spearman, lowest=-1, reads_ties=True),
]
