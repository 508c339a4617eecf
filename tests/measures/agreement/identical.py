from __future__ import annotations

from truth import AgreementTruth

TRUTHS = [
    AgreementTruth(name="identical", of_lists=lambda lists: float(lists.ranked[0] == lists.ranked[1])),
]
