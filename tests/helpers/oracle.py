"""The measures once more, by hand and slowly: plain lists, exact fractions, every order of tied items enumerated.

Nothing here shares code or formulas with the package; tests compare the two.
"""

from __future__ import annotations

import itertools
import math
import operator
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, permutations, product, zip_longest
from typing import Any

from scipy.special import digamma, polygamma

Item = int | str
Run = Mapping[Item, float]  # item -> score
Judgments = Mapping[Item, float]  # item -> relevance
Grades = tuple[float, ...]  # relevance by rank
Places = tuple[float | None, ...]  # relevance by rank, None where there is no judgment
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
        undefined = None if options.get("undefined", "null") == "null" else 0.5
        return auc(run, judgments, undefined, Fraction(str(options.get("partial", 1))))
    if options.get("interpolation") == "step":
        return area_in_steps(run, judgments)
    if metric in LABEL_RANKING:
        return LABEL_RANKING[metric](run, judgments)
    if metric == "gmap":
        average_precision = value("average_precision", run, judgments, k, ties)
        return None if average_precision is None else max(average_precision, 1e-5)
    judged = tuple(sorted(judgments.values(), reverse=True))
    depth = sum(map(is_hit, judged)) if metric == "r_precision" else k
    depth = None if metric in ("partial_auc", "pap") else depth
    lists = orders(frozenset(run.items()), frozenset(judgments.items()), ties == "item", depth)
    if metric in BY_RELEVANCE and ties in ("best", "worst"):
        # The best and the worst order are those of the relevance, which need not be those of these measures.
        lists = Counter([by_relevance(run, judgments, ties)[:depth]])
        ties = "item"
    outcomes = {places: of_order(metric, places, len(run), judged, k, tuple(options.items())) for places in lists}
    values = list(outcomes.values())
    if None in values:
        return None
    if ties in ("best", "worst"):
        is_turned = metric in LOSSES or has_negative_ideal(metric, judged[:k], options)
        highest = (ties == "best") != is_turned
        return float((max if highest else min)(values))  # type: ignore[type-var,arg-type]
    return float(sum(outcomes[places] * n for places, n in lists.items()) / sum(lists.values()))  # type: ignore[operator]


def has_negative_ideal(metric: str, judged: Grades, options: Mapping[str, object]) -> bool:
    """Then the order with the most gain has the lowest quotient; it is the best one all the same."""
    return metric == "ndcg" and options.get("negative") == "keep" and dcg(judged, options) < 0


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


def exact_sum(fractions: Sequence[Fraction]) -> Fraction:
    """By halves: a running sum of many drags a long denominator through every step."""
    if len(fractions) < 4:
        return sum(fractions, start=Fraction(0))
    middle = len(fractions) // 2
    return exact_sum(fractions[:middle]) + exact_sum(fractions[middle:])


def is_hit(relevance: float) -> bool:
    return relevance > 0


def gain(relevance: float, name: str, negative: str) -> float:
    if name == "binary":
        return 1.0 if relevance > 0 else 0.0
    if ":" in name:
        return next((worth for grade, worth in reversed(gain_map(name)) if relevance >= grade), 0.0)
    if relevance < 0 and negative == "zero":
        return 0.0
    return 2.0**relevance - 1 if name == "exponential" else float(relevance)


@cache
def gain_map(text: str) -> list[tuple[float, float]]:
    """`1:1/2:3`: (grade, gain), a grade's gain being that of the next lower one when it is not listed."""
    return [(float(pair.split(":")[0]), float(pair.split(":")[1])) for pair in text.split("/")]


def area_in_steps(run: Run, judgments: Judgments) -> float | None:
    """Precision after each distinct score, times the recall that it adds."""
    relevant = sum(map(is_hit, judgments.values()))
    if not relevant:
        return None
    area, hits, shown = Fraction(0), 0, 0
    for level in sorted(set(run.values()), reverse=True):
        tied = [item for item, score in run.items() if score == level]
        found = sum(is_hit(judgments.get(item, 0)) for item in tied)
        hits, shown = hits + found, shown + len(tied)
        area += Fraction(found, relevant) * Fraction(hits, shown)
    return float(area)


def relevant_labels(judgments: Judgments) -> list[Item]:
    return [item for item, grade in judgments.items() if is_hit(grade)]


def label_ranking_average_precision(run: Run, judgments: Judgments) -> float | None:
    shares = []
    for label in relevant_labels(judgments):
        above = [item for item in run if label in run and run[item] >= run[label]]
        hits = sum(is_hit(judgments.get(item, 0)) for item in above)
        shares.append(Fraction(hits, len(above)) if above else Fraction(0))
    return float(sum(shares, start=Fraction(0)) / len(shares)) if shares else None


def label_ranking_loss(run: Run, judgments: Judgments) -> float | None:
    if not run and relevant_labels(judgments):
        return 1.0
    positives = [score for item, score in run.items() if is_hit(judgments.get(item, 0))]
    negatives = [score for item, score in run.items() if not is_hit(judgments.get(item, 0))]
    wrong = sum(n >= p for p in positives for n in negatives)
    pairs = len(positives) * len(negatives)
    return float(Fraction(wrong, pairs)) if pairs else None


def coverage_error(run: Run, judgments: Judgments) -> float | None:
    labels = [label for label in relevant_labels(judgments) if label in run]
    if not labels:
        return None
    lowest = min(run[label] for label in labels)
    return float(sum(score >= lowest for score in run.values()))


NERR = ("nerr8", "nerr9", "nerr10", "nerr11")
BY_RELEVANCE = ("judged", "pairwise_accuracy", "inferred_average_precision", "bpm", "inst", *NERR)
BY_RELEVANCE += ("ordered_pair_accuracy",)
# Lower is better, so that 0 is no value for a query that cannot have one.
LOSSES = ("label_ranking_loss", "coverage_error", "average_relevance_position")
LABEL_RANKING = {
    "label_ranking_average_precision": label_ranking_average_precision,
    "label_ranking_loss": label_ranking_loss,
    "coverage_error": coverage_error,
}


def partial_auc(positives: list[float], negatives: list[float], limit: Fraction) -> Fraction:
    """The ROC curve point by point, cut at the limit and summed in trapezoids; then rescaled to 1/2 for chance."""
    curve = [(Fraction(0), Fraction(0))]
    for level in sorted({*positives, *negatives}, reverse=True):
        false_rate = Fraction(sum(score >= level for score in negatives), len(negatives))
        curve += [(false_rate, Fraction(sum(score >= level for score in positives), len(positives)))]
    area = Fraction(0)
    for (left, low), (right, high) in itertools.pairwise(curve):
        if left >= limit or left == right:
            continue
        if right > limit:
            right, high = limit, low + (high - low) * (limit - left) / (right - left)
        area += (right - left) * (low + high) / 2
    chance = limit * limit / 2
    return (1 + (area - chance) / (limit - chance)) / 2


def auc(run: Run, judgments: Judgments, undefined: float | None, limit: Fraction = Fraction(1)) -> float | None:
    positives = [score for item, score in run.items() if is_hit(judgments.get(item, 0))]
    negatives = [score for item, score in run.items() if not is_hit(judgments.get(item, 0))]
    if not run and any(map(is_hit, judgments.values())):
        return 0.0
    if not positives or not negatives:
        return undefined
    if limit != 1:
        return float(partial_auc(positives, negatives, limit))
    halves = sum(2 if p > n else 1 if p == n else 0 for p in positives for n in negatives)
    return float(Fraction(halves, 2 * len(positives) * len(negatives)))


@lru_cache(maxsize=200_000)
def of_order(
    metric: str, places: Places, retrieved: int, judged: Grades, k: int | None, options: tuple[tuple[str, object], ...]
) -> Fraction | float | None:
    """A measure of a list whose first k grades are `places`; `judged`: all grades of the query, descending."""
    chosen = dict(options)
    top = tuple(grade or 0 for grade in places)
    hits = sum(map(is_hit, top))
    relevant = sum(map(is_hit, judged))
    depth = retrieved if k is None else k

    if metric == "precision":
        if chosen.get("denominator") == "retrieved":
            depth = min(depth, retrieved)
        return Fraction(hits, depth) if depth else Fraction(0)
    if metric == "catalogue_accuracy":
        # Of each item in turn, places that no item fills among the wrong ones.
        size, wrongly_out = int(str(chosen["n_items"])), relevant - hits
        rightly_out = size - depth - wrongly_out
        return Fraction(hits + rightly_out, size) if rightly_out >= 0 else None
    if metric == "hits":
        return Fraction(hits)
    if metric == "set_precision":
        possible = min(retrieved, relevant) if chosen.get("relative") == "true" else retrieved
        return Fraction(hits, possible) if possible else Fraction(0)
    if metric in ("num_ret", "num_rel"):
        rel = float(str(chosen.get("rel", 0)))
        if rel:
            return Fraction(sum(grade >= rel for grade in (top if metric == "num_ret" else judged)))
        return Fraction(retrieved if metric == "num_ret" else relevant)
    if metric == "num_q":
        return Fraction(1)
    if metric == "judged":
        depth = min(depth, retrieved)
        return Fraction(sum(grade is not None for grade in places), depth) if depth else Fraction(0)
    if metric == "rbp":
        p = Fraction(str(chosen.get("p", 0.8)))
        return (1 - p) * sum((p ** (rank - 1) for rank, grade in enumerate(top, 1) if is_hit(grade)), start=Fraction(0))
    if metric == "err":
        return err(top, float(str(chosen.get("max_grade", 4))))
    if metric == "average_relevance_position":
        ranked = [(rank, Fraction(grade)) for rank, grade in enumerate(top, 1) if grade > 0]
        grades = sum((grade for _, grade in ranked), start=Fraction(0))
        return sum((rank * grade for rank, grade in ranked), start=Fraction(0)) / grades if ranked else None
    if metric == "sdcg":
        shares, weights = shares_of(top, chosen), [1 / math.log2(rank + 1) for rank in range(1, depth + 1)]
        return math.fsum(map(operator.mul, shares, weights)) / math.fsum(weights)
    if metric == "insq":
        t = float(str(chosen.get("t", 1)))
        weights = [(rank + 2 * t - 1) ** -2 for rank in range(1, len(top) + 1)]
        seen = polygamma(1, 2 * t) - (0 if k is None else polygamma(1, 2 * t + k))
        return float(math.fsum(map(operator.mul, shares_of(top, chosen), weights)) / seen)
    if metric == "bpm":
        hb, median = float(str(chosen.get("hb", 0))), float(str(chosen.get("gain_med", 0.5)))
        return bpm(shares_of(top, chosen), k or 0, float(str(chosen.get("t", 1))), hb, median)
    if metric == "inst":
        return inst(shares_of(top, chosen), k, float(str(chosen.get("t", 1))))
    if metric in NERR:
        return nerr(metric, shares_of(top, chosen), k, float(str(chosen.get("p", 0.9))), float(str(chosen.get("t", 1))))
    if metric == "pairwise_accuracy":
        if not retrieved and relevant:
            return Fraction(0)
        pairs = list(itertools.combinations(map(is_hit, top), 2))
        unlike = [above for above, below in pairs if above != below]
        return Fraction(sum(unlike), len(unlike)) if unlike else None
    if metric == "ordered_pair_accuracy":
        if not retrieved and relevant:
            return Fraction(0)
        grades = (max(grade, 0.0) for grade in top)
        unlike = [above > below for above, below in itertools.combinations(grades, 2) if above != below]
        return Fraction(sum(unlike), len(unlike)) if unlike else None
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
        if chosen.get("negative") == "normalize_judged":
            kept = chosen | {"negative": "keep"}
            if len({gain(grade, str(chosen.get("gain", "exponential")), "keep") for grade in judged}) == 1:
                return None
            best, worst = dcg(judged[:k], kept), dcg(judged[::-1][:k], kept)
            return (dcg(top, kept) - worst) / (best - worst)
        if chosen.get("negative") == "normalize":
            kept = chosen | {"negative": "keep"}
            best = dcg(tuple(grade for grade in judged if grade > 0)[:k], kept)
            worst = dcg(tuple(sorted(grade for grade in judged if grade < 0))[:k], kept)
            return (dcg(top, kept) - worst) / (best - worst)
        if chosen.get("ideal") == "retrieved" and not retrieved:
            return Fraction(0)
        best = {"k": judged[:k], "retrieved": judged[: min(depth, retrieved)], "all": judged}
        ideal = (
            dcg((1.0,) * depth, chosen | {"gain": "binary"})
            if chosen.get("ideal") == "constant"
            else dcg(best[str(chosen.get("ideal", "k"))], chosen)
        )
        return dcg(top, chosen) / ideal if ideal else None
    if metric in ("partial_auc", "pap"):
        return partial_auc_at(metric, top, relevant, k or 0, str(chosen.get("insufficient", "ignore")))
    if metric == "recall":
        limited = chosen.get("denominator") == "min(k, relevant)" and k is not None
        return Fraction(hits, min(depth, relevant) if limited else relevant)
    if metric in ("f1", "f_beta"):
        if not hits:
            return Fraction(0)
        precision, recall = Fraction(hits, depth), Fraction(hits, relevant)
        weight = Fraction(str(chosen.get("beta", 1))) ** 2
        return (1 + weight) * precision * recall / (weight * precision + recall)
    if metric == "set_f":
        beta = Fraction(str(chosen.get("beta", 1)))
        precision, recall = Fraction(hits, retrieved or 1), Fraction(hits, relevant)
        return (1 + beta) * precision * recall / (beta * precision + recall) if hits else Fraction(0)
    if metric == "set_average_precision":
        return Fraction(hits, retrieved or 1) * Fraction(hits, relevant)
    if metric == "r_precision":
        return Fraction(hits, relevant)
    if metric == "bpref":
        return bpref(places, relevant, len(judged) - relevant)
    if metric == "inferred_average_precision":
        return inferred_average_precision(places, relevant)
    if metric == "q_measure":
        return q_measure(top, judged, relevant, chosen)
    found = [rank for rank, grade in enumerate(top, 1) if is_hit(grade)]
    precisions = [Fraction(n, rank) for n, rank in enumerate(found, 1)]
    if metric == "interpolated_precision":
        return interpolated(precisions, relevant, Fraction(str(chosen.get("recall", 0))), chosen)
    if metric == "average_precision":
        if chosen.get("interpolation") == "max":
            return exact_sum([*accumulate(reversed(precisions), max)]) / relevant
        if chosen.get("interpolation") == "11-point":
            levels = [interpolated(precisions, relevant, Fraction(n, 10), chosen) for n in range(11)]
            return sum(levels, start=Fraction(0)) / 11
        total = exact_sum(precisions)
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
    gains = [gain(grade, kind, negative) for grade in grades]
    if chosen.get("discount") == "jarvelin":
        return math.fsum(g if rank < base else g / math.log(rank, base) for rank, g in enumerate(gains, 1))
    return math.fsum(g / math.log(rank + 1, base) for rank, g in enumerate(gains, 1))


def err(grades: Grades, max_grade: float) -> float:
    total, reader = 0.0, 1.0
    for rank, grade in enumerate(grades, 1):
        stop = (2 ** min(max(grade, 0.0), max_grade) - 1) / 2**max_grade
        total += reader * stop / rank
        reader *= 1 - stop
    return total


def bpref(places: Places, relevant: int, others: int) -> Fraction:
    total, above = Fraction(0), 0
    for grade in places:
        if grade is not None and is_hit(grade):
            total += 1 - (Fraction(min(above, relevant), min(relevant, others)) if others else 0)
        elif grade is not None:
            above += 1
    return total / relevant


def inferred_average_precision(places: Places, relevant: int) -> Fraction:
    """As trec_eval's source goes down the list; a grade below 0: in the pool, not judged."""
    epsilon, total = Fraction(1, 100_000), Fraction(0)
    hits, others, unjudged = 0, 0, 0
    for above, grade in enumerate(places):
        if grade is None:
            continue
        if grade < 0:
            unjudged += 1
        elif grade == 0:
            others += 1
        elif above == 0:
            hits, total = hits + 1, total + 1
        else:
            in_pool = Fraction(hits + others + unjudged, above)
            precision = (hits + epsilon) / (hits + others + 2 * epsilon)
            total += Fraction(1, above + 1) + Fraction(above, above + 1) * in_pool * precision
            hits += 1
    return total / relevant


def partial_auc_at(metric: str, grades: Grades, relevant: int, k: int, insufficient: str) -> Fraction | None:
    """Pair by pair: relevant items, returned or not, and the first k others; what was not returned is the lowest."""
    positives = [rank for rank, grade in enumerate(grades, 1) if is_hit(grade)]
    others = [rank for rank, grade in enumerate(grades, 1) if not is_hit(grade)]
    if insufficient == "exclude" and len(others) < k and len(positives) < relevant:
        return None
    positives += [len(grades) + 2] * (relevant - len(positives))
    if metric == "pap":
        positives = positives[:k]
    if k > 1_000_000:
        # Others below the end of the list, too many to count one by one.
        pairs = sum(k - sum(other < rank for other in others) for rank in positives if rank <= len(grades))
    else:
        first = (others + [len(grades) + 1] * k)[:k]
        pairs = sum(rank < other for rank in positives for other in first)
    return Fraction(pairs, k * len(positives))


def bpm(shares: list[float], k: int, t: float, hb: float, gain_med: float) -> float:
    """Rank by rank, those below the end of the list too as long as the wish falls there."""
    gained, wish = 0.0, t
    for rank in range(1, k + 1):
        share = shares[rank - 1] if rank <= len(shares) else 0.0
        gained += share
        if gained >= wish - 1e-9:
            return gained / rank
        if rank > len(shares) and not hb * gain_med:
            break
        wish += hb * (share - gain_med)
    return gained / k


def inst(shares: list[float], k: int | None, t: float) -> float:
    """Rank by rank down the list; what is seen below it is a sum of 1 / x^2."""
    seen, gained, reached, missing = 0.0, 0.0, 1.0, t
    for rank, share in enumerate(shares, 1):
        seen, gained, missing = seen + reached, gained + share * reached, missing - share
        reached *= ((rank - 1 + t + missing) / (rank + t + missing)) ** 2
    below = len(shares) + t + missing
    rest = polygamma(1, below) - (0 if k is None else polygamma(1, below + k - len(shares)))
    return float(gained / (seen + reached * below**2 * rest))


def nerr(metric: str, shares: list[float], k: int | None, p: float, t: float) -> float:
    """Rank by rank down the list, as cwl_eval does; below it the ways to go on alone."""
    seen, gained, reached, n = 0.0, 0.0, 1.0, len(shares)
    for rank, share in enumerate(shares, 1):
        goes_on = {
            "nerr8": 1.0,
            "nerr9": rank / (rank + 1),
            "nerr10": p,
            "nerr11": ((rank + 2 * t - 1) / (rank + 2 * t)) ** 2,
        }[metric]
        seen, gained = seen + reached, gained + share * reached
        reached *= (1 - share) * goes_on
    last, ranks = n + 2 * t, math.inf if k is None else k - n
    below = {
        "nerr8": lambda: ranks,
        "nerr9": lambda: (n + 1) * (digamma(n + ranks + 1) - digamma(n + 1)),
        "nerr10": lambda: (1 - p**ranks) / (1 - p),
        "nerr11": lambda: last**2 * (polygamma(1, last) - (0 if k is None else polygamma(1, last + ranks))),
    }[metric]()
    return float(gained / (seen + reached * below))


def shares_of(grades: Grades, chosen: Mapping[str, object]) -> list[float]:
    """Grades as shares of the highest one, from 0 to 1."""
    highest = float(str(chosen.get("max_rel", 1)))
    return [min(max(grade, 0.0), highest) / highest for grade in grades]


def q_measure(grades: Grades, judged: Grades, relevant: int, chosen: Mapping[str, object]) -> Fraction:
    @cache
    def worth(grade: float) -> Fraction:
        return Fraction(gain(grade, str(chosen.get("gain", "linear")), "zero"))

    beta, blended = Fraction(str(chosen.get("beta", 1))), []
    hits, gains, ideal = 0, Fraction(0), Fraction(0)
    for rank, (grade, best) in enumerate(zip_longest(grades, judged[: len(grades)], fillvalue=0.0), 1):
        hits, gains, ideal = hits + is_hit(grade), gains + worth(grade), ideal + worth(best)
        if is_hit(grade):
            blended.append((hits + beta * gains) / (rank + beta * ideal))
    return exact_sum(blended) / relevant


def interpolated(precisions: list[Fraction], relevant: int, recall: Fraction, chosen: Mapping[str, object]) -> Fraction:
    """The highest precision at a hit by which the recall is reached, or the number of hits that `rounding` asks for."""
    needed = math.ceil(recall * relevant)
    if "rounding" in chosen:
        # In doubles, as trec_eval does: 0.7 * 3 + 0.9 is less than 3.
        needed = math.floor(float(recall) * relevant + float(str(chosen["rounding"])))
    return max((p for n, p in enumerate(precisions, 1) if n >= needed), default=Fraction(0))


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

    def counts(self, queries: str) -> bool:
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
        if unit.counts(queries):
            for measure in measures:
                figure = measure.value(unit.run, unit.judgments, ties)
                if queries == "all" and not unit.is_relevant and measure.metric not in LOSSES:
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
        if measure.metric == "gmap":
            summary = summarised([(math.log(max(figure, 1e-5)), 1) for figure, _ in counted], missing)
            summary = exponential(summary)
        else:
            summary = summarised(counted, missing)
        summaries[group, str(measure)] = within(summary, *limits(measure))
    return summaries


def limits(measure: Measure) -> tuple[float | None, float | None]:
    """What a mean of it can be."""
    options = dict(measure.options)
    if measure.metric in ("hits", "coverage_error"):
        return 0, measure.k
    if measure.metric in ("num_ret", "num_rel"):
        return 0, None
    if measure.metric == "average_relevance_position":
        return 1, None
    if measure.metric == "num_q":
        return 1, 1
    if measure.metric not in ("cg", "dcg", "idcg", "ndcg"):
        return 0, 1
    is_cg = measure.metric == "cg"
    gain = options.get("gain", "linear" if is_cg else "exponential")
    negative = options.get("negative", "keep" if is_cg else "zero")
    if negative == "normalize_judged" or (negative == "keep" and gain in ("linear", "exponential")):
        return None, None
    is_share = measure.metric == "ndcg" and (options.get("ideal") != "constant" or gain == "binary")
    return 0, 1 if is_share else measure.k if is_cg and gain == "binary" else None


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
