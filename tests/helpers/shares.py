"""Distributions over features, and how far apart they are, from their definitions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beyond import Item, World

Shares = dict[Any, float]
ATTENTION: Mapping[str, Callable[[int, float], float]] = {
    "uniform": lambda *_: 1,
    "log2": lambda rank, _: 1 / math.log2(rank + 1),
    "trec": lambda rank, _: 1 / math.log2(max(rank, 2)),
    "rbp": lambda rank, p: p ** (rank - 1),
}


def groups_of(world: World, item: Item) -> Shares:
    """An item's features, whose shares sum to 1; none where no weight is above 0."""
    positive = {name: weight for name, weight in world.vector(item).items() if weight > 0}
    return {name: weight / math.fsum(positive.values()) for name, weight in positive.items()}


def distribution(world: World, items: Sequence[tuple[Item, float]]) -> Shares | None:
    """The features of items that count as much as is said of each."""
    amounts: dict[Any, list[float]] = {}
    for item, counts in items:
        for name, share in groups_of(world, item).items():
            amounts.setdefault(name, []).append(counts * share)
    total = math.fsum(amount for parts in amounts.values() for amount in parts)
    return {name: math.fsum(parts) / total for name, parts in amounts.items()} if total else None


def shown(world: World, items: Sequence[Item], attention: str, p: float = 0.8) -> tuple[Shares | None, int]:
    """The features of a list, and how many of its items have none."""
    places = [(item, ATTENTION[attention](rank, p)) for rank, item in enumerate(items, 1)]
    return distribution(world, places), sum(not groups_of(world, item) for item in items)


def mixed(p: Shares, q: Shares, part: float) -> Shares:
    return {name: part * p.get(name, 0) + (1 - part) * q.get(name, 0) for name in p.keys() | q.keys()}


def kl(p: Shares, q: Shares) -> float:
    return math.fsum(share * math.log(share / q[name]) for name, share in p.items() if share)


def js(p: Shares, q: Shares) -> float:
    middle = mixed(p, q, 0.5)
    return kl(p, middle) / 2 + kl(q, middle) / 2


def tv(p: Shares, q: Shares) -> float:
    """The largest difference that a set of features can have."""
    return math.fsum(max(0, p.get(name, 0) - q.get(name, 0)) for name in p.keys() | q.keys())
