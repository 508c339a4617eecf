"""Agreement of two lists by brute force: prefix by prefix and pair by pair, in exact fractions.

A list is its scores by item. With ties it is read as groups of items, the highest score first.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

Scores = Mapping[str, float]
Groups = list[list[str]]
Places = dict[str, tuple[int, int]]
"""The first and the last rank of each item's group."""


def far(p: float) -> int:
    """A depth below which nothing counts any more: 1e-20 of the whole."""
    return math.ceil(-20 / math.log10(p))


def ranked(scores: Scores, k: int | None = None) -> list[str]:
    """The highest score first, ties by item id, descending."""
    return sorted(sorted(scores, reverse=True), key=lambda item: -scores[item])[:k]


def grouped(scores: Scores, k: int | None = None) -> Groups:
    return [list(group) for _, group in itertools.groupby(ranked(scores, k), key=lambda item: scores[item])]


def places(groups: Groups) -> Places:
    found: Places = {}
    for group in groups:
        first = len(found) + 1
        found |= dict.fromkeys(group, (first, first + len(group) - 1))
    return found


# Rank-biased overlap.


def series(agreement: Callable[[int], Fraction], p: float) -> float:
    """The definition: (1 - p) / p * the sum over all depths of the agreement times p^depth."""
    return (1 - p) / p * math.fsum(float(agreement(d)) * p**d for d in range(1, far(p)))


def bounds(one: Sequence[str], other: Sequence[str], p: float) -> tuple[float, float]:
    """The least and the most that RBO can be, of lists that are made as long as they go."""
    mine, theirs, depths = set(one), set(other), range(far(p))

    def of(first: Sequence[str], second: Sequence[str]) -> float:
        seen: list[set[str]] = [set(), set()]
        n_common = 0
        total = []
        for depth, (a, b) in enumerate(itertools.islice(zip(first, second, strict=False), len(depths)), 1):
            n_common += (a in seen[1]) + (b in seen[0]) + (a == b)
            seen[0].add(a)
            seen[1].add(b)
            total.append(n_common / depth * p**depth)
        return (1 - p) / p * math.fsum(total)

    disjoint = of(
        [*one, *(f"mine {n}" for n in depths)],
        [*other, *(f"theirs {n}" for n in depths)],
    )
    # Each list goes on with what it lacks of the other one, then both with the same.
    alike = [f"both {n}" for n in depths]
    ends = [item for item in other if item not in mine], [item for item in one if item not in theirs]
    return disjoint, of([*one, *ends[0], *alike], [*other, *ends[1], *alike])


def extrapolated(one: Sequence[str], other: Sequence[str], p: float) -> float:
    """RBO_EXT without ties: the agreement goes on as it was, in the shorter list from its end on."""
    short, long = sorted((one, other), key=len)
    s, n = len(short), len(long)

    def overlap(d: int) -> Fraction:
        return Fraction(len(set(short[:d]) & set(long[:d])))

    at_end = overlap(s) / s

    @cache
    def agreement(d: int) -> Fraction:
        return overlap(d) / d if d <= s else (overlap(d) + (d - s) * at_end) / d

    return series(lambda d: agreement(min(d, n)), p)


def tied_rbo(one: Groups, other: Groups, p: float, ties: str) -> dict[str, float]:
    """RBO^w, RBO^a, RBO^b as Corsi and Urbano define them: an item contributes to a prefix by a share of itself."""
    sides = [places(one), places(other)]
    short, long = sorted(sides, key=len)
    s, n = len(short), len(long)
    order = [item for group in (one if long is sides[0] else other) for item in group]

    def share(side: Places, item: str, d: int) -> Fraction:
        if item not in side or d < side[item][0]:
            return Fraction(0)
        first, last = side[item]
        return Fraction(1) if ties == "w" or d >= last else Fraction(d - first + 1, last - first + 1)

    def size(side: Places, d: int) -> float:
        """How much of a prefix there is, as two of them are multiplied or averaged."""
        if d > len(side):
            return float(d)
        shares = [share(side, item, d) for item in side]
        return float(sum(shares) if ties == "w" else sum(each * each for each in shares))

    def normed(overlap: float, d: int) -> float:
        if ties == "w":
            return 2 * overlap / (size(short, d) + size(long, d))
        return overlap / (d if ties == "a" else math.sqrt(size(short, d)) * math.sqrt(size(long, d)))

    def overlap(d: int) -> Fraction:
        return sum((share(short, item, d) * share(long, item, d) for item in short if item in long), Fraction(0))

    at_end = normed(float(overlap(s)), s)
    known: dict[str, list[float]] = {"ext": [], "min": [], "max": []}
    unseen = [item for item in order if item not in short]
    for d in range(1, n + 1):
        there = float(overlap(d))
        more, most = 0.0, 0.0
        if d > s:
            open_items = [share(long, item, d) for item in unseen if share(long, item, d)]
            more = (d - s) * at_end * float(sum(open_items) / len(open_items))
            most = float(sum(share(long, item, d) for item in unseen[: d - s]))
        for name, added in (("ext", more), ("min", 0.0), ("max", most)):
            known[name].append(normed(there + added, d))
    in_both = len(short.keys() & long.keys())
    full = n + s - in_both
    for d in range(n + 1, far(p)):
        known["ext"].append((in_both + (n - s) * at_end) / n)
        known["min"].append(in_both / d)
        known["max"].append(1.0 if d > full else (in_both + 2 * d - n - s) / d)
    found = {
        name: (1 - p) / p * math.fsum(each * p**d for d, each in enumerate(agreements, 1))
        for name, agreements in known.items()
    }
    return {"rbo": found["ext"], "rbo_min": found["min"], "rbo_residual": found["max"] - found["min"]}


def orders_of(groups: Groups) -> Iterator[list[str]]:
    """Every order of the tied items."""
    for order in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield [item for group in order for item in group]


# Correlations, over the items that both lists have.


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def common_places(one: Mapping[str, int], other: Mapping[str, int]) -> list[tuple[int, int]]:
    """Places in each list, from the top, ties with the same."""
    return [(one[item], other[item]) for item in one if item in other]


def kendall_tau(pairs: Sequence[tuple[int, int]]) -> float | None:
    n = len(pairs)
    if n < 2:
        return None
    signs = [sign(a[0] - b[0]) * sign(a[1] - b[1]) for a, b in itertools.combinations(pairs, 2)]
    return float(Fraction(sum(signs), len(signs)))


def tau_ap(pairs: Sequence[tuple[int, int]]) -> float | None:
    """Along the first list, the second one being right."""
    n = len(pairs)
    if n < 2:
        return None
    along = sorted(pairs)
    shares = [
        Fraction(sum(above[1] < pivot[1] for above in along[:place]), place)
        for place, pivot in enumerate(along)
        if place
    ]
    return float(2 * sum(shares) / (n - 1) - 1)


def tau_ap_b(pairs: Sequence[tuple[int, int]]) -> float | None:
    both = [_along(pairs), _along([(b, a) for a, b in pairs])]
    return None if None in both else float(sum(filter(None, both), Fraction(0)) / 2)


def _along(pairs: Sequence[tuple[int, int]]) -> Fraction | None:
    shares = []
    for pivot in pairs:
        above = [pair for pair in pairs if pair[0] < pivot[0]]
        if above:
            shares.append(Fraction(sum(pair[1] < pivot[1] for pair in above), len(above)))
    return 2 * sum(shares, Fraction(0)) / len(shares) - 1 if shares else None
