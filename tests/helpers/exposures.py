"""Expected exposure by its definition (Diaz et al., CIKM 2020), over Python dictionaries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

Grades = Mapping[Any, float]


def attention(ranking: Sequence[Any], grades: Grades, name: str, p: float, satisfaction: float) -> list[float]:
    """What each place of a ranking gets from a reader who goes down it."""
    found, goes_on = [], 1.0
    for rank, item in enumerate(ranking, 1):
        found.append(1 / math.log2(rank + 1) if name == "log2" else goes_on)
        goes_on *= p * (1 - satisfaction if name == "cascade" and grades.get(item, 0) > 0 else 1)
    return found


def exposure(rankings: Sequence[Sequence[Any]], grades: Grades, k: int | None, **reader: Any) -> dict[Any, float]:
    """The mean over rankings of what each item gets."""
    shares: dict[Any, list[float]] = {}
    for ranking in rankings:
        for item, seen in zip(ranking[:k], attention(ranking, grades, **reader), strict=False):
            shares.setdefault(item, []).append(seen / len(rankings))
    return {item: math.fsum(parts) for item, parts in shares.items()}


def target(grades: Grades, k: int | None, **reader: Any) -> dict[Any, float]:
    """What a system gives that shows all orders by relevance equally often: every order is tried."""
    relevant = [item for item, grade in grades.items() if grade > 0]
    best = sorted((grades[item] for item in relevant), reverse=True)
    orders = [order for order in permutations(relevant) if [grades[item] for item in order] == best]
    return exposure(orders, grades, k, **reader)


def of_query(
    rankings: Sequence[Sequence[Any]],
    grades: Grades,
    k: int | None = None,
    attention: str = "rbp",
    p: float = 0.5,
    satisfaction: float = 0.5,
) -> tuple[float, float, float]:
    """EE-L, EE-D and EE-R."""
    reader = {"name": attention, "p": p, "satisfaction": satisfaction}
    got, due = exposure(rankings, grades, k, **reader), target(grades, k, **reader)
    items = got.keys() | due.keys()
    return (
        math.fsum((got.get(item, 0) - due.get(item, 0)) ** 2 for item in items),
        math.fsum(one**2 for one in got.values()),
        math.fsum(one * due.get(item, 0) for item, one in got.items()),
    )
