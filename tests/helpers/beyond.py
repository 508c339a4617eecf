"""Measures of recommendations by brute force: the definitions over Python lists, in exact fractions where possible."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

Item = str | int
Row = dict[str, Any]
Lists = dict[Any, list[Item]]
DEFAULTS = {
    "catalogue_coverage": {},
    "novelty": {"probability": "users"},
    "average_popularity": {"normalisation": "none"},
    "serendipity": {"expected": "popular", "denominator": "k"},
    "intra_list_diversity": {"distance": "cosine"},
    "gini": {"among": "catalogue"},
    "entropy": {"normalisation": "none", "log_base": 2},
    "personalisation": {},
}
OTHERS: dict[str, list[dict[str, Any]]] = {
    "novelty": [{"probability": "interactions"}],
    "average_popularity": [{"normalisation": "interactions"}],
    "serendipity": [
        {"expected": "baseline"},
        {"denominator": "retrieved"},
        {"expected": "baseline", "denominator": "retrieved"},
    ],
    "intra_list_diversity": [{"distance": "jaccard"}, {"distance": "table"}],
    "gini": [{"among": "shown"}],
    "entropy": [{"normalisation": "catalogue"}, {"log_base": 10}],
}


@dataclass(frozen=True)
class Measure:
    metric: str
    k: int | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options)
        return self.metric + (f"({options})" if options else "") + (f"@{self.k}" if self.k is not None else "")

    @property
    def chosen(self) -> dict[str, Any]:
        return DEFAULTS[self.metric] | dict(self.options)


def every_measure(*cutoffs: int | None) -> list[Measure]:
    return [
        Measure(metric, k, tuple(options.items()))
        for metric in DEFAULTS
        for options in [{}, *OTHERS.get(metric, [])]
        for k in cutoffs
    ]


@dataclass
class World:
    """A run and what is known beside it, as rows; None where an input is not given."""

    run: list[Row]
    items: list[Row]
    interactions: list[Row]
    judgments: list[Row]
    features: list[Row]
    distances: list[Row]
    baseline: list[Row]
    by: list[str] = field(default_factory=list)

    @property
    def catalogue(self) -> set[Item]:
        return {row["item_id"] for row in self.items}

    def popularity(self) -> Counter[Item]:
        return Counter(row["item_id"] for row in self.interactions)

    def users(self, item: Item | None = None) -> int:
        return len({row["query_id"] for row in self.interactions if item is None or row["item_id"] == item})

    def vector(self, item: Item) -> dict[str, float]:
        return {row["feature"]: row["weight"] for row in self.features if row["item_id"] == item}


def ranked(rows: Sequence[Row]) -> Lists:
    """Each query's items: the highest score first, then the highest id."""
    lists: Lists = {}
    for row in sorted(rows, key=lambda row: (row["score"], row["item_id"]), reverse=True):
        lists.setdefault(row["query_id"], []).append(row["item_id"])
    return lists


def mean(values: Sequence[Any]) -> Any:
    return sum(values) / len(values) if values else None


def novelty(world: World, items: list[Item], probability: str) -> tuple[float | None, int]:
    known = world.popularity()
    if not known:
        return None, len(items)
    whole = world.users() if probability == "users" else known.total()
    parts = [world.users(item) if probability == "users" else known[item] for item in items]
    return mean([math.log2(Fraction(whole, part or 1)) for part in parts]), parts.count(0)


def average_popularity(world: World, items: list[Item], normalisation: str) -> tuple[Fraction | None, int]:
    known = world.popularity()
    whole = 1 if normalisation == "none" else known.total()
    unknown = sum(item not in known for item in items)
    return (mean([Fraction(known[item], whole) for item in items]) if whole else None), unknown


def serendipity(
    world: World, query: Any, items: list[Item], k: int | None, expected: str, denominator: str
) -> tuple[Fraction, int]:
    known = world.popularity()
    popular = sorted(known, key=lambda item: (known[item], item), reverse=True)
    expected_items = (popular if expected == "popular" else ranked(world.baseline).get(query, []))[:k]
    relevant = {row["item_id"] for row in world.judgments if row["query_id"] == query and row["relevance"] > 0}
    surprises = [item for item in items if item in relevant and item not in expected_items]
    return Fraction(len(surprises), len(items) if k is None or denominator == "retrieved" else k), 0


def cosine(world: World, left: Item, right: Item) -> float | None:
    a, b = world.vector(left), world.vector(right)
    lengths = math.hypot(*a.values()) * math.hypot(*b.values())
    return 1 - math.fsum(a[name] * b[name] for name in a.keys() & b.keys()) / lengths if lengths else None


def jaccard(world: World, left: Item, right: Item) -> float | None:
    a, b = world.vector(left), world.vector(right)
    if not a or not b or min(*a.values(), *b.values()) < 0:
        return None
    names = a.keys() | b.keys()
    larger = math.fsum(max(a.get(name, 0), b.get(name, 0)) for name in names)
    return 1 - math.fsum(min(a.get(name, 0), b.get(name, 0)) for name in names) / larger if larger else None


def given(world: World, left: Item, right: Item) -> float | None:
    pair = {left, right}
    return mean([row["distance"] for row in world.distances if {row["item_id"], row["other_item_id"]} == pair])


DISTANCES: Mapping[str, Callable[[World, Item, Item], float | None]] = {
    "cosine": cosine,
    "jaccard": jaccard,
    "table": given,
}


def diversity(world: World, items: list[Item], distance: str) -> tuple[float | None, int]:
    found = [DISTANCES[distance](world, left, right) for left, right in combinations(items, 2)]
    return mean([one for one in found if one is not None]), found.count(None)


def gini(exposures: Sequence[int]) -> Fraction | None:
    """Half the relative mean difference of all ordered pairs."""
    n, total = len(exposures), sum(exposures)
    differences = sum(abs(left - right) for left in exposures for right in exposures)
    return Fraction(differences, 2 * n * total) if total else None


def entropy(exposures: Sequence[int], base: float) -> float | None:
    total = sum(exposures)
    shares = [Fraction(one, total) for one in exposures if one]
    return -math.fsum(share * math.log(share, base) for share in shares) if total else None


def personalisation(lists: Lists) -> float | None:
    pairs = list(combinations(map(set, lists.values()), 2))
    return 1 - mean([len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs]) if pairs else None


def over_lists(world: World, lists: Lists, measure: Measure) -> list[tuple[Any, int]]:
    """Each list's value, with what was not known."""
    chosen = measure.chosen
    match measure.metric:
        case "novelty":
            return [novelty(world, items, **chosen) for items in lists.values()]
        case "average_popularity":
            return [average_popularity(world, items, **chosen) for items in lists.values()]
        case "serendipity":
            return [serendipity(world, query, items, measure.k, **chosen) for query, items in lists.items()]
        case _:
            return [diversity(world, items, **chosen) for items in lists.values()]


def over_run(world: World, lists: Lists, measure: Measure) -> tuple[Any, int]:
    """The value of all lists together, with the places of items that are not in the catalogue."""
    chosen = measure.chosen
    shown = Counter(item for items in lists.values() for item in items)
    inside = {item: shown[item] for item in world.catalogue}
    outside = shown.total() - sum(inside.values())
    match measure.metric:
        case "catalogue_coverage":
            share = Fraction(sum(map(bool, inside.values())), len(inside)) if inside and lists else None
            return share, outside
        case "gini" if chosen["among"] == "catalogue":
            return gini(list(inside.values())), outside
        case "gini":
            return gini(list(shown.values())), 0
        case "entropy" if chosen["normalisation"] == "catalogue":
            return (entropy(list(inside.values()), len(inside)) if len(inside) > 1 else None), outside
        case "entropy":
            return entropy(list(shown.values()), chosen["log_base"]), 0
        case _:
            return personalisation(lists), 0


OVER_RUN = {"catalogue_coverage", "gini", "entropy", "personalisation"}


def groups(world: World) -> Iterator[tuple[tuple[Any, ...], list[Row]]]:
    found: dict[tuple[Any, ...], list[Row]] = {} if world.by else {(): []}
    for row in world.run:
        found.setdefault(tuple(row[name] for name in world.by), []).append(row)
    yield from found.items()


def recommendation_metrics(world: World, measures: Sequence[Measure]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """(group, measure): value, n_queries, n_unknown, value_sum, std_error."""
    answers: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for group, rows in groups(world):
        for measure in measures:
            lists = {query: items[: measure.k] for query, items in ranked(rows).items()}
            if measure.metric in OVER_RUN:
                value, unknown = over_run(world, lists, measure)
                answers[*group, str(measure)] = (_float(value), len(lists), unknown, None, None)
                continue
            found = over_lists(world, lists, measure)
            values = [value for value, _ in found if value is not None]
            error = statistics.stdev(map(float, values)) / math.sqrt(len(values)) if len(values) > 1 else None
            answers[*group, str(measure)] = (
                _float(mean(values)),
                len(values),
                sum(unknown for _, unknown in found),
                float(sum(values)) if values else None,
                error,
            )
    return answers


def _float(value: Any) -> float | None:
    return None if value is None else float(value)
