"""Samples of items and ranks among them, drawn and counted one by one: what the SQL is compared with."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Pair = tuple[Any, Any]


def random_number(seed: str, *names: Any) -> float:
    """The first 52 bits of the MD5 hash."""
    text = ":".join([seed, *map(str, names)])
    return int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:13], 16) / 2**52


def negatives(
    catalogue: Mapping[Any, float], query: Any, taken: Collection[Any], n: int, by: str = "uniform", seed: int = 0
) -> set[Any]:
    """The negatives of a query: numbers of items as they are drawn, or the smallest keys of the whole catalogue."""
    items = sorted(catalogue, key=lambda item: str(item).encode())
    if by == "uniform":
        drawn: dict[Any, None] = {}
        for attempt in range(1, 2 * n + 41):
            item = items[math.floor(random_number(f"draw {seed}", query, attempt) * len(items))]
            if item not in taken:
                drawn[item] = None
        if len(drawn) >= n:
            return set(itertools.islice(drawn, n))

    def key(item: Any) -> tuple[float, bytes]:
        number = random_number(f"item {seed}", query, item)
        weighted = number if by == "uniform" else -math.log(1 - number) / catalogue[item]
        return weighted, str(item).encode()

    eligible = [item for item in items if item not in taken and (by == "uniform" or catalogue[item] > 0)]
    return set(sorted(eligible, key=key)[:n])


def sampled_rank(scores: Mapping[Any, float], item: Any, others: Iterable[Any]) -> int:
    """1 + the negatives above an item: of equal scores the higher id is above."""
    others = list(others)
    if item not in scores:
        return 1 + len(others)
    return 1 + sum(other in scores and (scores[other], other) > (scores[item], item) for other in others)


def probabilities(rank: int, n_items: int, n_negatives: int, replacement: bool) -> list[Fraction]:
    """Of each number of negatives above an item at this rank."""
    better, others = rank - 1, n_items - 1
    if replacement:
        share = Fraction(better, others)
        return [
            math.comb(n_negatives, above) * share**above * (1 - share) ** (n_negatives - above)
            for above in range(n_negatives + 1)
        ]
    ways = math.comb(others, n_negatives)
    return [
        Fraction(math.comb(better, above) * math.comb(others - better, n_negatives - above), ways)
        for above in range(n_negatives + 1)
    ]


def expected_value(
    metric: Callable[[int], Any], ranks: Sequence[int], n_items: int, n_negatives: int, replacement: bool
) -> Any:
    """The mean of a metric of sampled ranks."""
    means = [
        sum(p * metric(above + 1) for above, p in enumerate(probabilities(rank, n_items, n_negatives, replacement)))
        for rank in ranks
    ]
    return sum(means) / len(means)


def inclusion(weights: Mapping[Hashable, int], n: int) -> dict[Hashable, Fraction]:
    """How likely each item is among n drawn one after the other in proportion to their weights."""
    found: dict[Hashable, Fraction] = dict.fromkeys(weights, Fraction(0))
    for order in itertools.permutations(weights, n):
        left, chance = sum(weights.values()), Fraction(1)
        for item in order:
            chance *= Fraction(weights[item], left)
            left -= weights[item]
        for item in order:
            found[item] += chance
    return found
