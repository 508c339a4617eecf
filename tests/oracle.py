"""The measures once more, by hand and slowly: plain lists, exact fractions, every order of tied items enumerated.

Nothing here shares code or formulas with the package; tests compare the two.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from typing import Any

Item = int | str
Run = Mapping[Item, float]  # item -> score
Judgments = Mapping[Item, float]  # item -> relevance
Grades = tuple[float, ...]  # relevance by rank
Row = dict[str, Any]  # column -> value
Group = tuple[object, ...]


@dataclass(frozen=True)
class Measure:
    """A measure, spelled as the package spells it: `options` are those that differ from their defaults, in order."""

    metric: str
    k: int | None = None
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options)
        return self.metric + (f"({options})" if options else "") + ("" if self.k is None else f"@{self.k}")

    def value(self, run: Run, judgments: Judgments, ties: str = "item") -> float | None:
        return value(self.metric, run, judgments, self.k, ties, **dict(self.options))


def value(
    metric: str, run: Run, judgments: Judgments, k: int | None = None, ties: str = "item", **options: object
) -> float | None:
    """A measure of one query; None where it is undefined. Averaged ties cost a permutation of each tied group."""
    if metric == "roc_auc":
        return auc(run, judgments)
    judged = tuple(sorted(judgments.values(), reverse=True))
    depth = sum(map(is_hit, judged)) if metric == "r_precision" else k
    outcomes = {
        grades: of_order(metric, grades, len(run), judged, k, tuple(options.items()))
        for grades in orders(frozenset(run.items()), frozenset(judgments.items()), ties == "item", depth)
    }
    values = list(outcomes.values())
    if None in values:
        return None
    if ties in ("best", "worst"):
        return float((max if ties == "best" else min)(values))  # type: ignore[type-var,arg-type]
    weights = orders(frozenset(run.items()), frozenset(judgments.items()), ties == "item", depth)
    return float(sum(outcomes[grades] * n for grades, n in weights.items()) / sum(weights.values()))  # type: ignore[operator]


@lru_cache(maxsize=10_000)
def orders(
    run: frozenset[tuple[Item, float]], judgments: frozenset[tuple[Item, float]], by_item: bool, depth: int | None
) -> Counter[Grades]:
    """The grades of the first `depth` ranks in every order that the scores admit, with how many orders give them."""
    judged = dict(judgments)
    tied: defaultdict[float, list[Item]] = defaultdict(list)
    for item, score in run:
        tied[score].append(item)
    lists: Counter[Grades] = Counter({(): 1})
    for score in sorted(tied, reverse=True):
        items = sorted(tied[score], reverse=True)  # type: ignore[type-var]
        arrangements = [tuple(items)] if by_item else permutations(items)
        choices = Counter(tuple(judged.get(item, 0) for item in arrangement) for arrangement in arrangements)
        longer: Counter[Grades] = Counter()
        for (above, n), (here, m) in product(lists.items(), choices.items()):
            longer[(above + here)[:depth]] += n * m
        lists = longer
    return lists


def is_hit(relevance: float) -> bool:
    return relevance > 0


def gain(relevance: float, name: str, negative: str) -> float:
    if name == "binary":
        return 1.0 if relevance > 0 else 0.0
    if relevance < 0 and negative == "zero":
        return 0.0
    return 2.0**relevance - 1 if name == "exponential" else float(relevance)


def auc(run: Run, judgments: Judgments) -> float | None:
    positives = [score for item, score in run.items() if is_hit(judgments.get(item, 0))]
    negatives = [score for item, score in run.items() if not is_hit(judgments.get(item, 0))]
    if not run and any(map(is_hit, judgments.values())):
        return 0.0
    if not positives or not negatives:
        return None
    wins = sum(
        Fraction(1) if p > n else Fraction(1, 2) if p == n else Fraction(0) for p in positives for n in negatives
    )
    return float(Fraction(wins) / (len(positives) * len(negatives)))


@lru_cache(maxsize=200_000)
def of_order(
    metric: str, top: Grades, retrieved: int, judged: Grades, k: int | None, options: tuple[tuple[str, object], ...]
) -> Fraction | float | None:
    """A measure of a list whose first k grades are `top`; `judged`: all grades of the query, descending."""
    chosen = dict(options)
    hits = sum(map(is_hit, top))
    relevant = sum(map(is_hit, judged))
    depth = retrieved if k is None else k

    if metric == "precision":
        if chosen.get("denominator") == "retrieved":
            depth = min(depth, retrieved)
        return Fraction(hits, depth) if depth else Fraction(0)
    if metric == "hit_rate":
        return Fraction(1 if hits else 0)
    if metric == "reciprocal_rank":
        return next((Fraction(1, rank) for rank, grade in enumerate(top, 1) if is_hit(grade)), Fraction(0))
    if metric == "cg":
        kind, negative = str(chosen.get("gain", "linear")), str(chosen.get("negative", "keep"))
        return math.fsum(gain(grade, kind, negative) for grade in top)
    if metric == "dcg":
        return dcg(top, chosen)
    if metric == "idcg":
        return dcg(judged[:k], chosen)
    if relevant == 0:
        return None
    if metric == "ndcg":
        ideal = dcg(judged[:k], chosen)
        return dcg(top, chosen) / ideal if ideal else None
    if metric == "recall":
        limited = chosen.get("denominator") == "min(k, relevant)" and k is not None
        return Fraction(hits, min(depth, relevant) if limited else relevant)
    if metric in ("f1", "f_beta"):
        if not hits:
            return Fraction(0)
        precision, recall = Fraction(hits, depth), Fraction(hits, relevant)
        weight = Fraction(str(chosen.get("beta", 1))) ** 2
        return (1 + weight) * precision * recall / (weight * precision + recall)
    if metric == "r_precision":
        return Fraction(hits, relevant)
    if metric == "average_precision":
        found = [rank for rank, grade in enumerate(top, 1) if is_hit(grade)]
        total = sum((Fraction(n, rank) for n, rank in enumerate(found, 1)), start=Fraction(0))
        divisor = {
            "relevant": relevant,
            "min(k, relevant)": relevant if k is None else min(k, relevant),
            "k": k,
            "hits": hits,
        }[str(chosen.get("denominator", "relevant"))]
        return total / divisor if divisor else Fraction(0)
    raise AssertionError(metric)


def dcg(grades: Grades, chosen: Mapping[str, object]) -> float:
    kind, negative = str(chosen.get("gain", "exponential")), str(chosen.get("negative", "zero"))
    base = float(str(chosen.get("log_base", 2)))
    return math.fsum(gain(grade, kind, negative) / math.log(rank + 1, base) for rank, grade in enumerate(grades, 1))


@dataclass(frozen=True)
class Unit:
    """One query in one group: what the run returned and what is known of it."""

    group: Group
    query: Item
    run: Run
    judgments: Judgments

    @property
    def is_relevant(self) -> bool:
        return any(map(is_hit, self.judgments.values()))

    @property
    def is_missing(self) -> bool:
        return self.is_relevant and not self.run

    def is_reported(self, queries: str) -> bool:
        """Whether a summary has a row for the unit's group, be it with no query that counts."""
        return {"judged": self.is_relevant, "run": True}.get(queries, bool(self.judgments))

    def counts(self, queries: str) -> bool:
        return {
            "judged": self.is_relevant,
            "all": bool(self.judgments),
            "run": bool(self.run),
            "intersection": bool(self.run) and bool(self.judgments),
        }[queries]


def usable(rows: Iterable[Row], by: Sequence[str], number: str) -> list[Row]:
    """Rows with ids and a number; of several for one item of a query, the one with the highest number."""
    best: dict[Group, Row] = {}
    for row in rows:
        figure = row[number]
        if row["query_id"] is None or row["item_id"] is None or figure is None or figure != figure:
            continue
        key = values(row, [*by, "query_id", "item_id"])
        if key not in best or figure > best[key][number]:
            best[key] = row
    return list(best.values())


def units(
    run: Iterable[Row],
    judgments: Iterable[Row],
    by: Sequence[str] = (),
    judgments_by: Sequence[str] = (),
    unjudged: str = "irrelevant",
) -> Iterator[Unit]:
    """Every judged query in every group of the run that it belongs to, then the returned queries without judgment."""
    shared = [name for name in by if name in judgments_by]
    outputs = [*by, *(name for name in judgments_by if name not in by)]
    run, judgments = usable(run, by, "score"), usable(judgments, judgments_by, "relevance")
    groups = {values(row, by) for row in run} if by else {()}
    if unjudged == "drop":
        known = {values(row, [*shared, "query_id", "item_id"]) for row in judgments}
        run = [row for row in run if values(row, [*shared, "query_id", "item_id"]) in known]
    lists = grouped(run, by, "score")
    labels = grouped(judgments, judgments_by, "relevance")
    judged = set()
    for (judged_group, query), relevances in labels.items():
        label = dict(zip(judgments_by, judged_group, strict=True))
        judged.add((values(label, shared), query))
        for group in groups:
            system = dict(zip(by, group, strict=True))
            if values(system, shared) == values(label, shared):
                yield Unit(values(label | system, outputs), query, lists.get((group, query), {}), relevances)
    for (group, query), scores in lists.items():
        system = dict(zip(by, group, strict=True))
        if (values(system, shared), query) not in judged:
            yield Unit(values(dict.fromkeys(outputs) | system, outputs), query, scores, {})


def values(row: Row, names: Iterable[str]) -> Group:
    return tuple(row[name] for name in names)


def grouped(rows: Iterable[Row], by: Sequence[str], number: str) -> dict[tuple[Group, Item], dict[Item, float]]:
    found: defaultdict[tuple[Group, Item], dict[Item, float]] = defaultdict(dict)
    for row in rows:
        found[values(row, by), row["query_id"]][row["item_id"]] = row[number]
    return found


PerQuery = dict[tuple[Group, Item, str], float | None]


def query_metrics(
    units: Iterable[Unit], measures: Sequence[Measure], ties: str = "item", queries: str = "judged"
) -> PerQuery:
    """The value of each measure for each query that the policy counts."""
    found: PerQuery = {}
    for unit in units:
        if unit.counts(queries):
            for measure in measures:
                figure = measure.value(unit.run, unit.judgments, ties)
                if queries == "all" and not unit.is_relevant:
                    figure = figure or 0.0
                found[unit.group, unit.query, str(measure)] = figure
    return found


@dataclass(frozen=True)
class Summary:
    value: float | None
    n_queries: int
    n_missing: int
    value_sum: float | None
    std_error: float | None
    ci_low: float | None
    ci_high: float | None


def metrics(
    units: Sequence[Unit], measures: Sequence[Measure], ties: str = "item", queries: str = "judged"
) -> dict[tuple[Group, str], Summary]:
    """The mean of each measure in each group, with its counts and its 95 % interval."""
    found = query_metrics(units, measures, ties, queries)
    summaries = {}
    for group, measure in product({unit.group for unit in units if unit.is_reported(queries)}, measures):
        figures = [
            figure
            for (place, _, name), figure in found.items()
            if place == group and name == str(measure) and figure is not None
        ]
        missing = sum(unit.is_missing for unit in units if unit.group == group)
        mean = statistics.mean(figures) if figures else None
        error = statistics.stdev(figures) / math.sqrt(len(figures)) if len(figures) > 1 else None
        half = None if error is None else statistics.NormalDist().inv_cdf(0.975) * error
        summaries[group, str(measure)] = Summary(
            value=mean,
            n_queries=len(figures),
            n_missing=missing,
            value_sum=math.fsum(figures) if figures else None,
            std_error=error,
            ci_low=None if mean is None or half is None else mean - half,
            ci_high=None if mean is None or half is None else mean + half,
        )
    return summaries
