"""The measures once more, by hand and slowly: plain lists, exact fractions, every order of tied items enumerated.

Nothing here shares code or formulas with the package; tests compare the two.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from ranked import Grades, Item, Judgments, Places, Ranked, Run, is_hit
from truth import RankingTruth, spelled, truths

Row = dict[str, Any]  # column -> value
Group = tuple[object, ...]


@dataclass(frozen=True)
class Measure:
    """A measure, spelled as the package spells it: `options` are those that differ from their defaults, in order."""

    metric: str
    k: int | None = None
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return spelled(self.metric, dict(self.options), self.k)

    def value(self, run: Run, judgments: Judgments, ties: str = "item") -> float | None:
        return value(self.metric, run, judgments, self.k, ties, **dict(self.options))


def truth_of(metric: str) -> RankingTruth:
    found: RankingTruth = truths("ranking")[metric]
    return found


def value(
    metric: str, run: Run, judgments: Judgments, k: int | None = None, ties: str = "item", **options: object
) -> float | None:
    """A measure of one query; None where it is undefined. Averaged ties cost a permutation of each tied group."""
    truth = truth_of(metric)
    options = {name: choice for name, choice in options.items() if name != "weights"}
    if truth.of_scores and truth.has_a_rule_for_ties(options):
        return truth.of_scores(run, judgments, **options)
    judged = tuple(sorted(judgments.values(), reverse=True))
    depth = truth.reads(judged, k)
    lists = orders(frozenset(run.items()), frozenset(judgments.items()), ties == "item", depth)
    if truth.best_by_relevance and ties in ("best", "worst"):
        # The best and the worst order are those of the relevance, which need not be those of these measures.
        lists = Counter([by_relevance(run, judgments, ties)[:depth]])
        ties = "item"
    outcomes = {
        places: of_order(metric, Ranked(places, len(run), judged, k), tuple(options.items())) for places in lists
    }
    values = list(outcomes.values())
    if None in values:
        return None
    if ties in ("best", "worst"):
        is_turned = truth.lower_is_better or has_negative_ideal(metric, judged, k, options)
        highest = (ties == "best") != is_turned
        return truth.of_value(float((max if highest else min)(values)))  # type: ignore[type-var,arg-type]
    return truth.of_value(float(sum(outcomes[places] * n for places, n in lists.items()) / sum(lists.values())))  # type: ignore[operator]


def has_negative_ideal(metric: str, judged: Grades, k: int | None, options: Mapping[str, object]) -> bool:
    """Then the order with the most gain has the lowest quotient; it is the best one all the same."""
    if metric != "ndcg" or options.get("negative") != "keep":
        return False
    of_idcg = tuple((name, choice) for name, choice in options.items() if name != "ideal")
    ideal = of_order("idcg", Ranked((), 0, judged, k), of_idcg)
    return ideal is not None and ideal < 0


@lru_cache(maxsize=200_000)
def of_order(metric: str, ranked: Ranked, options: tuple[tuple[str, object], ...]) -> Fraction | float | None:
    of_list = truth_of(metric).of_list
    assert of_list is not None, metric
    found: Fraction | float | None = of_list(ranked, **dict(options))
    return found


def by_relevance(run: Run, judgments: Judgments, ties: str) -> Places:
    sign = -1 if ties == "best" else 1
    ranked = sorted(run, key=lambda item: (-run[item], sign * judgments.get(item, 0), sign * (item in judgments)))
    return tuple(judgments.get(item) for item in ranked)


@lru_cache(maxsize=10_000)
def orders(
    run: frozenset[tuple[Item, float]], judgments: frozenset[tuple[Item, float]], by_item: bool, depth: int | None
) -> Counter[Places]:
    """The grades of the first `depth` ranks in every order that the scores admit, with how many orders give them."""
    judged = dict(judgments)
    tied: defaultdict[float, list[Item]] = defaultdict(list)
    for item, score in run:
        tied[score].append(item)
    lists: Counter[Places] = Counter({(): 1})
    for score in sorted(tied, reverse=True):
        items = sorted(tied[score], reverse=True)  # type: ignore[type-var]
        arrangements = [tuple(items)] if by_item else permutations(items)
        choices = Counter(tuple(judged.get(item) for item in arrangement) for arrangement in arrangements)
        longer: Counter[Places] = Counter()
        for (above, n), (here, m) in product(lists.items(), choices.items()):
            longer[(above + here)[:depth]] += n * m
        lists = longer
    return lists


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

    def weight(self, measure: Measure) -> float:
        """How much the query counts in the measure's mean."""
        positives = sum(is_hit(self.judgments.get(item, 0)) for item in self.run)
        relevant = sum(map(is_hit, self.judgments.values()))
        weights = {"queries": 1, "positives": positives, "items": len(self.run), "relevant": relevant}
        weights["relevance"] = sum(
            grade for item, grade in self.judgments.items() if item in self.run and is_hit(grade)
        )
        grades = [max(self.judgments.get(item, 0.0), 0.0) for item in self.run]
        weights["pairs"] = sum(one != other for one, other in itertools.combinations(grades, 2))
        return weights[str(dict(measure.options).get("weights", "queries"))]

    def is_reported(self, queries: str) -> bool:
        """Whether a summary has a row for the unit's group, be it with no query that counts."""
        return queries == "run" or bool(self.judgments)

    def counts(self, queries: str, measure: Measure) -> bool:
        of_queries = truth_of(measure.metric).of_queries
        if of_queries:
            is_there = bool(self.run) or queries in ("judged", "all")
            return is_there and of_queries(list(self.judgments.values()))
        return {
            "judged": self.is_relevant,
            "all": bool(self.judgments),
            "run": bool(self.run),
            "intersection": bool(self.run) and bool(self.judgments),
        }[queries]


def retrieved_alone(unit: Unit) -> Unit:
    """The unit with the judgments of the items that its run returned, and no other."""
    return replace(unit, judgments={item: grade for item, grade in unit.judgments.items() if item in unit.run})


def usable(rows: Iterable[Row], by: Sequence[str], number: str) -> list[Row]:
    """Rows with ids and a number, of which an item of a query has one."""
    kept = [row for row in rows if None not in (row["query_id"], row["item_id"], row[number])]
    kept = [row for row in kept if not math.isnan(row[number])]
    assert len({values(row, [*by, "query_id", "item_id"]) for row in kept}) == len(kept)
    return kept


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
        for measure in measures:
            if unit.counts(queries, measure):
                truth = truth_of(measure.metric)
                figure = measure.value(unit.run, unit.judgments, ties)
                has_rule = truth.lower_is_better or truth.of_queries
                if queries == "all" and not unit.is_relevant and not has_rule:
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
        counted = [
            (figure, unit.weight(measure))
            for unit in units
            if unit.group == group and (figure := found.get((group, unit.query, str(measure)))) is not None
        ]
        missing = sum(unit.is_missing for unit in units if unit.group == group)
        if truth_of(measure.metric).is_geometric:
            summary = summarised([(math.log(max(figure, 1e-5)), 1) for figure, _ in counted], missing)
            summary = exponential(summary)
        else:
            summary = summarised(counted, missing)
        summaries[group, str(measure)] = within(summary, *limits(measure))
    return summaries


def limits(measure: Measure) -> tuple[float | None, float | None]:
    """What a mean of it can be."""
    found = truth_of(measure.metric).limits
    return found(dict(measure.options), measure.k) if callable(found) else found


def within(summary: Summary, lowest: float | None, highest: float | None) -> Summary:
    """The same with an interval that stops where the measure does."""
    low, high = summary.ci_low, summary.ci_high
    if low is None or high is None:
        return summary
    return replace(
        summary,
        ci_low=low if lowest is None else max(low, lowest),
        ci_high=high if highest is None else min(high, highest),
    )


def summarised(counted: Sequence[tuple[float, int]], missing: int) -> Summary:
    """Of values with their weights."""
    total, n = sum(weight for _, weight in counted), len(counted)
    value_sum = math.fsum(figure * weight for figure, weight in counted) if counted else None
    mean = None if value_sum is None or not total else value_sum / total
    error = None
    if mean is not None and n > 1:
        spread = math.fsum((weight * (figure - mean)) ** 2 for figure, weight in counted)
        error = math.sqrt(spread * n / (n - 1)) / total
    half = None if error is None else statistics.NormalDist().inv_cdf(0.975) * error
    return Summary(
        value=mean,
        n_queries=n,
        n_missing=missing,
        value_sum=value_sum,
        std_error=error,
        ci_low=None if mean is None or half is None else mean - half,
        ci_high=None if mean is None or half is None else mean + half,
    )


def exponential(logarithms: Summary) -> Summary:
    """The summary of a geometric mean from that of the logarithms, whose sum stays as it is."""
    if logarithms.value is None:
        return logarithms
    mean = math.exp(logarithms.value)
    return replace(
        logarithms,
        value=mean,
        std_error=None if logarithms.std_error is None else mean * logarithms.std_error,
        ci_low=None if logarithms.ci_low is None else math.exp(logarithms.ci_low),
        ci_high=None if logarithms.ci_high is None else math.exp(logarithms.ci_high),
    )
