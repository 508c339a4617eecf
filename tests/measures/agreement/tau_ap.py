from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from truth import AgreementTruth, PublishedAgreement
from two_lists import Pairs, TwoLists


def tau_ap(lists: TwoLists) -> float | None:
    """Along the first list, the second one being right."""
    n = len(lists.pairs)
    if n < 2:
        return None
    along = sorted(lists.pairs)
    shares = [
        Fraction(sum(above[1] < pivot[1] for above in along[:place]), place)
        for place, pivot in enumerate(along)
        if place
    ]
    return float(2 * sum(shares) / (n - 1) - 1)


def tau_ap_b(lists: TwoLists) -> float | None:
    both = [_along(lists.tied_pairs), _along([(b, a) for a, b in lists.tied_pairs])]
    return None if None in both else float(sum(filter(None, both), Fraction(0)) / 2)


def _along(pairs: Pairs) -> Fraction | None:
    shares = []
    for pivot in pairs:
        above = [pair for pair in pairs if pair[0] < pivot[0]]
        if above:
            shares.append(Fraction(sum(pair[1] < pivot[1] for pair in above), len(above)))
    return 2 * sum(shares, Fraction(0)) / len(shares) - 1 if shares else None


# Tests and README of ircor, by the authors of tau_ap_b: x, y, both rounded, and the published values.
IRCOR: list[Any] = [
    (
        [0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992],
        [0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988],
        [0.9, 0.4, 0.9, 0.9, 0.7, 0.1, 0.2, 0.4, 0.5, 1],
        [0.8, 0.4, 0.8, 1, 0.7, 0.1, 0.4, 0.5, 0.6, 1],
        (0.8519, 0.8333, 0.7321),
    ),
    (
        [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
        [0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644],
        [0.3, 0.6, 0.2, 0.9, 0.6, 0.2, 0.7, 0.8, 0.7, 0.4],
        [0.3, 0.8, 0.7, 0.9, 0.1, 0.1, 0.5, 0.6, 1, 0.6],
        (0.2504, 0.2880, 0.297),
    ),
    (
        [0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445],
        [0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25],
        [0.2, 0.6, 0.9, 0.1, 0.5, 0.6, 0.8, 0.4, 1, 0.4],
        [0.8, 0.3, 0.3, 0.9, 0.6, 0.3, 0.2, 0.9, 0, 0.2],
        (-0.6971, -0.668, -0.7047),
    ),
]


def listed(scores: Sequence[float]) -> dict[str, float]:
    return {str(item): score for item, score in enumerate(scores)}


def published(name: str) -> Iterator[PublishedAgreement]:
    """x is right, and the estimate y is the system. It does not matter to tau_ap_b which one is the baseline."""
    for x, y, tied_x, tied_y, (strict, of_no_ties, of_ties) in IRCOR:
        if name == "tau_ap":
            yield PublishedAgreement(listed(y), listed(x), {}, strict, within=5e-5)
        else:
            yield PublishedAgreement(listed(y), listed(x), {}, of_no_ties, within=5e-5)
            yield PublishedAgreement(listed(tied_y), listed(tied_x), {}, of_ties, within=5e-5)
            yield PublishedAgreement(listed(tied_x), listed(tied_y), {}, of_ties, within=5e-5)


TRUTHS = [
    AgreementTruth(name="tau_ap", of_lists=tau_ap, lowest=-1, is_directed=True, published=[*published("tau_ap")]),
    AgreementTruth(name="tau_ap_b", of_lists=tau_ap_b, lowest=-1, reads_ties=True, published=[*published("tau_ap_b")]),
]
