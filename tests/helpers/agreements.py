"""What each measure of agreement is of two lists, by its truth."""

from __future__ import annotations

from collections.abc import Iterable

from truth import AgreementTruth, spelled, truths
from two_lists import Scores, TwoLists

TRUTHS: dict[str, AgreementTruth] = truths("agreement")
ASKED = {spelled(name, options): (truth, options) for name, truth in TRUTHS.items() for options in truth.options}
EVERY = list(ASKED)
CORRELATIONS = [name for name, truth in TRUTHS.items() if truth.lowest < 0]


def known(one: Scores, other: Scores, k: int | None = None, measures: Iterable[str] = EVERY) -> dict[str, float | None]:
    """By measure at a cutoff. None where one of the lists is empty."""
    lists = TwoLists(one, other, k) if one and other else None
    values = {}
    for name in measures:
        truth, options = ASKED[name]
        values[name if k is None else f"{name}@{k}"] = truth.of_lists(lists, **options) if lists else None
    return values
