"""Lists with unjudged items: every labelling of them, and the measures by their definitions, in plain Python."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

Labels = Mapping[str, int]
Measure = Callable[[Sequence[str], Labels], float | Fraction]


def cut(ranked: Sequence[str], k: int | None) -> Sequence[str]:
    return ranked if k is None else ranked[:k]


def relevant(labels: Labels) -> int:
    return sum(grade > 0 for grade in labels.values())


def precision(ranked: Sequence[str], labels: Labels, k: int) -> Fraction:
    return Fraction(sum(labels.get(item, 0) > 0 for item in ranked[:k]), k)


def recall(ranked: Sequence[str], labels: Labels, k: int) -> Fraction:
    return Fraction(sum(labels.get(item, 0) > 0 for item in ranked[:k]), relevant(labels))


def average_precision(ranked: Sequence[str], labels: Labels, k: int | None = None, most: int | None = None) -> Fraction:
    found, total = 0, Fraction(0)
    for rank, item in enumerate(cut(ranked, k), 1):
        if labels.get(item, 0) > 0:
            found += 1
            total += Fraction(found, rank)
    return total / (relevant(labels) if most is None else min(most, relevant(labels)))


def reciprocal_rank(ranked: Sequence[str], labels: Labels) -> Fraction:
    return next((Fraction(1, rank) for rank, item in enumerate(ranked, 1) if labels.get(item, 0) > 0), Fraction(0))


def dcg(grades: Sequence[int], k: int | None, exponential: bool) -> float:
    gains = [2**grade - 1 if exponential else grade for grade in grades[: k or len(grades)]]
    return math.fsum(gain / math.log2(place + 2) for place, gain in enumerate(gains))


def ndcg(ranked: Sequence[str], labels: Labels, k: int | None = None, exponential: bool = True) -> float:
    ideal = sorted(labels.values(), reverse=True)
    return dcg([labels.get(item, 0) for item in ranked], k, exponential) / dcg(ideal, k, exponential)


def err(ranked: Sequence[str], labels: Labels, k: int, highest: int = 4) -> Fraction:
    value, goes_on = Fraction(0), Fraction(1)
    for rank, item in enumerate(ranked[:k], 1):
        stops = Fraction(2 ** labels.get(item, 0) - 1, 2**highest)
        value += goes_on * stops / rank
        goes_on *= 1 - stops
    return value


def rbp(ranked: Sequence[str], labels: Labels, p: Fraction = Fraction(4, 5)) -> Fraction:
    seen = (p**place for place, item in enumerate(ranked) if labels.get(item, 0) > 0)
    return (1 - p) * sum(seen, Fraction(0))


def bpref(ranked: Sequence[str], labels: Labels) -> Fraction:
    """As Buckley and Voorhees say it, in the form of trec_eval 8: items without a label do not count."""
    n_relevant = relevant(labels)
    n_others = len(labels) - n_relevant
    total, above = Fraction(0), 0
    for item in ranked:
        if item in labels and labels[item] == 0:
            above += 1
        elif labels.get(item, 0) > 0:
            lost = Fraction(min(above, n_relevant), min(n_relevant, n_others)) if above else Fraction(0)
            total += 1 - lost
    return total / n_relevant


MEASURES: dict[str, Measure] = {
    "precision@3": lambda ranked, labels: precision(ranked, labels, 3),
    "recall@2": lambda ranked, labels: recall(ranked, labels, 2),
    "recall@4": lambda ranked, labels: recall(ranked, labels, 4),
    "average_precision": average_precision,
    "average_precision@3": lambda ranked, labels: average_precision(ranked, labels, 3),
    "average_precision(denominator=min(k, relevant))@3": lambda ranked, labels: average_precision(ranked, labels, 3, 3),
    "reciprocal_rank": reciprocal_rank,
    "dcg@3": lambda ranked, labels: dcg([labels.get(item, 0) for item in ranked], 3, True),
    "ndcg": ndcg,
    "ndcg@2": lambda ranked, labels: ndcg(ranked, labels, 2),
    "ndcg@4": lambda ranked, labels: ndcg(ranked, labels, 4),
    "ndcg(gain=linear)@3": lambda ranked, labels: ndcg(ranked, labels, 3, False),
    "err@4": lambda ranked, labels: err(ranked, labels, 4),
    "rbp": rbp,
    "bpref": bpref,
}


def fillings(judged: Labels, unjudged: Sequence[str], top: int) -> Iterator[Labels]:
    for grades in itertools.product(range(top + 1), repeat=len(unjudged)):
        yield {**judged, **dict(zip(unjudged, grades, strict=True))}


def bounds(lists: Mapping[str, Sequence[str]], judged: Labels, top: int) -> dict[tuple[str, str], tuple[float, float]]:
    """The lowest and the highest value by system and measure, over every labelling of what the lists have unjudged."""
    items = sorted(set(itertools.chain.from_iterable(lists.values())))
    unjudged = [item for item in items if item not in judged]
    found: dict[tuple[str, str], tuple[float, float]] = {}
    for labels in fillings(judged, unjudged, top):
        for system, ranked in lists.items():
            for name, measure in MEASURES.items():
                value = float(measure(ranked, labels))
                low, high = found.get((system, name), (math.inf, -math.inf))
                found[system, name] = min(low, value), max(high, value)
    return found


def example(seed: int) -> tuple[dict[str, list[str]], dict[str, int], int]:
    """Two lists of up to six items, some judgments of which one is relevant, and the top grade."""
    draw = random.Random(seed)
    top = draw.choice([1, 2, 3, 3])
    pool = [f"d{number}" for number in range(draw.randint(3, 7))]
    lists = {system: draw.sample(pool, draw.randint(1, min(6, len(pool)))) for system in ("a", "b")}
    judged = {item: draw.randint(0, top) for item in pool if draw.random() < 0.5}
    if draw.random() < 0.5:
        judged |= {f"far{number}": draw.randint(0, top) for number in range(draw.randint(1, 3))}
    judged["known"] = draw.randint(1, top)
    if draw.random() < 0.7:
        lists["a"].insert(draw.randint(0, len(lists["a"])), "known")
    return lists, judged, top


def falling(top: int, n: int) -> Iterator[tuple[int, ...]]:
    """Every list of n grades that never rise."""
    return itertools.combinations_with_replacement(range(top, -1, -1), n)
