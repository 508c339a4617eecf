"""What the brute force of a measure over intents reads: a list in one order, and which intents its items serve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice
from math import log2

Intents = Mapping[str, float]  # intent -> relevance


@dataclass(frozen=True)
class Covered:
    """`places`: what each item of the list serves; `judged`: the same of each judged item; no `weights`: equal ones.

    `vital`: the intents that are vital nuggets.
    """

    places: Sequence[Intents]
    judged: Mapping[str, Intents]
    k: int | None = None
    weights: Intents | None = None
    vital: frozenset[str] = frozenset()

    @cached_property
    def intents(self) -> list[str]:
        """Those for which some item is relevant."""
        return sorted({intent for served in self.judged.values() for intent, grade in served.items() if grade > 0})

    @cached_property
    def listed(self) -> list[str]:
        """Those that have a judgment, whatever it says."""
        return sorted({intent for served in self.judged.values() for intent in served})

    def weight(self, intent: str) -> Fraction | float:
        return Fraction(1, len(self.intents)) if self.weights is None else self.weights[intent]

    @property
    def first(self) -> Sequence[Intents]:
        return self.places if self.k is None else self.places[: self.k]

    def hits(self, intent: str) -> list[int]:
        """The ranks of the items that serve an intent, down to the cutoff."""
        return [rank for rank, served in enumerate(self.first, 1) if served.get(intent, 0) > 0]

    def relevant(self, intent: str) -> int:
        return sum(served.get(intent, 0) > 0 for served in self.judged.values())

    def greedily(self, alpha: float) -> Covered:
        """The judged items: each place takes the one that adds most, of equal ones that of the highest id."""
        left, order, served = dict(self.judged), [], dict.fromkeys(self.intents, 0)

        def added(item: str) -> float:
            hits = [intent for intent, grade in left[item].items() if grade > 0]
            return round(sum(float(self.weight(intent)) * (1 - alpha) ** served[intent] for intent in hits), 10)

        for _ in islice(range(len(left)), self.k):
            best = max(left, key=lambda item: (added(item), item))
            order.append(left.pop(best))
            for intent in self.intents:
                served[intent] += order[-1].get(intent, 0) > 0
        return Covered(order, self.judged, self.k, self.weights)

    def best_sum(self, alpha: float, discounts: Sequence[float]) -> float:
        """The highest sum over intents of (1 - alpha)^(items above) by any order of the judged items."""
        hits = {item: [intent for intent in served if served[intent] > 0] for item, served in self.judged.items()}
        hits = {item: intents for item, intents in hits.items() if intents}
        depth = min(len(hits), len(discounts) if self.k is None else self.k)

        @cache
        def best_after(above: frozenset[str]) -> float:
            if len(above) == depth:
                return 0.0
            served = {intent: sum(intent in hits[item] for item in above) for intent in self.intents}
            return max(
                discounts[len(above)]
                * sum(float(self.weight(intent)) * (1 - alpha) ** served[intent] for intent in hits[item])
                + best_after(above | {item})
                for item in hits.keys() - above
            )

        return best_after(frozenset())


def cascade(covered: Covered, alpha: float, discounts: Sequence[float]) -> float | None:
    """The mean over the intents of (1 - alpha)^(items above of the intent), by the discounts of the ranks."""
    if not covered.intents:
        return None
    return sum(
        float(covered.weight(intent)) * (1 - alpha) ** above * discounts[rank - 1]
        for intent in covered.intents
        for above, rank in enumerate(covered.hits(intent))
    )


def logarithmic(n: int) -> list[float]:
    return [1 / log2(rank + 1) for rank in range(1, n + 1)]


def reciprocal(n: int) -> list[float]:
    return [1 / rank for rank in range(1, n + 1)]


def over_greedy(covered: Covered, alpha: float, discounts: Sequence[float]) -> float | None:
    value, ideal = (cascade(each, alpha, discounts) for each in (covered, covered.greedily(alpha)))
    # All weight may be that of intents that no item serves.
    return None if value is None or not ideal else value / ideal


def over_full(value: float | None, covered: Covered, alpha: float, discounts: Sequence[float]) -> float | None:
    """The mean over intents as a share of that of items that all serve all intents; at the first place as it is."""
    assert covered.k is not None
    if value is None:
        return None
    full = sum((1 - alpha) ** place * discounts[place] for place in range(covered.k))
    return value * len(covered.intents) if covered.k == 1 else value / full
