"""What measures of recommendations by brute force have in common: the world that they look at, and their means."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from oracle import Measure
from rankhouse._rendering.jinja import macros
from truth import RecommendationTruth, truths

Item = str | int
Row = dict[str, Any]
Lists = dict[Any, list[Item]]


def truth_of(metric: str) -> RecommendationTruth:
    found: RecommendationTruth = truths("recommendation")[metric]
    return found


def every_measure(*cutoffs: int | None) -> list[Measure]:
    """Every measure with the options that it is tried with, at these cutoffs (None: of the whole list)."""
    return [
        Measure(declared["name"], k, tuple(options.items()))
        for declared in macros("duckdb").recommendation_catalogue()
        for options in truth_of(declared["name"]).options
        for k in cutoffs
    ]


@dataclass
class World:
    """A run and what is known beside it, as rows; None where an input is not given.

    exclude: pairs of a query and an item that leave all lists and the judgments.
    """

    run: list[Row]
    items: list[Row]
    interactions: list[Row]
    judgments: list[Row]
    features: list[Row]
    distances: list[Row]
    baseline: list[Row]
    targets: list[Row] = field(default_factory=list)
    by: list[str] = field(default_factory=list)
    exclude: list[Row] = field(default_factory=list)

    def left(self, rows: Sequence[Row]) -> list[Row]:
        gone = [(row["query_id"], row["item_id"]) for row in self.exclude]
        return [row for row in rows if (row["query_id"], row["item_id"]) not in gone]

    @property
    def catalogue(self) -> set[Item]:
        return {row["item_id"] for row in self.items}

    def popularity(self) -> Counter[Item]:
        return Counter(row["item_id"] for row in self.interactions)

    def users(self, item: Item | None = None) -> int:
        return len({row["query_id"] for row in self.interactions if item is None or row["item_id"] == item})

    def vector(self, item: Item) -> dict[str, float]:
        return {row["feature"]: row["weight"] for row in self.features if row["item_id"] == item}


@dataclass(frozen=True)
class Shown:
    """What all lists of a run show. inside: how often each item of the catalogue; outside: places of other items."""

    lists: Lists
    catalogue: frozenset[Item]

    @property
    def places(self) -> Counter[Item]:
        return Counter(item for items in self.lists.values() for item in items)

    @property
    def inside(self) -> dict[Item, int]:
        places = self.places
        return {item: places[item] for item in self.catalogue}

    @property
    def outside(self) -> int:
        return self.places.total() - sum(self.inside.values())


def ranked(rows: Sequence[Row]) -> Lists:
    """Each query's items: the highest score first, then the highest id."""
    lists: Lists = {}
    for row in sorted(rows, key=lambda row: (row["score"], row["item_id"]), reverse=True):
        lists.setdefault(row["query_id"], []).append(row["item_id"])
    return lists


def mean(values: Sequence[Any]) -> Any:
    return sum(values) / len(values) if values else None


def groups(world: World) -> Iterator[tuple[tuple[Any, ...], list[Row]]]:
    found: dict[tuple[Any, ...], list[Row]] = {} if world.by else {(): []}
    for row in world.run:
        found.setdefault(tuple(row[name] for name in world.by), []).append(row)
    yield from found.items()


def recommendation_metrics(world: World, measures: Sequence[Measure]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """(group, measure): value, n_queries, n_unknown, value_sum, std_error."""
    answers: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    left = replace(world, judgments=world.left(world.judgments), baseline=world.left(world.baseline))
    for group, rows in groups(world):
        for measure in measures:
            lists = {query: items[: measure.k] for query, items in ranked(world.left(rows)).items()}
            truth, options = truth_of(measure.metric), dict(measure.options)
            if truth.of_run:
                value, unknown = truth.of_run(Shown(lists, frozenset(world.catalogue)), **options)
                answers[*group, str(measure)] = (_float(value), len(lists), unknown, None, None)
                continue
            assert truth.of_list
            found = [truth.of_list(left, query, items, measure.k, **options) for query, items in lists.items()]
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
