"""The measures once more, by hand and slowly: plain lists, exact fractions, every order of tied items enumerated.

Nothing here shares code or formulas with the package; tests compare the two.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations, product

Run = dict[object, float]  # item -> score
Judgments = dict[object, float]  # item -> relevance


def orders(run: Run, judgments: Judgments, ties: str) -> list[list[object]]:
    """Every order of the run's items that the tie rule admits."""
    groups: dict[float, list[object]] = {}
    for item, score in run.items():
        groups.setdefault(score, []).append(item)
    ranked = [groups[score] for score in sorted(groups, reverse=True)]
    if ties == "item":
        return [[item for group in ranked for item in sorted(group, reverse=True)]]
    if ties == "average":
        choices = product(*(list(permutations(group)) for group in ranked))
        return [[item for group in choice for item in group] for choice in choices]
    sign = -1 if ties == "best" else 1
    return [[item for group in ranked for item in sorted(group, key=lambda item: sign * judgments.get(item, 0))]]


def is_hit(relevance: float) -> bool:
    return relevance > 0


def gain(relevance: float, name: str, negative: str) -> float:
    if name == "binary":
        return 1.0 if relevance > 0 else 0.0
    if relevance < 0 and negative == "zero":
        return 0.0
    return 2.0**relevance - 1 if name == "exponential" else float(relevance)


def value(
    metric: str,
    run: Run,
    judgments: Judgments,
    k: int | None = None,
    ties: str = "item",
    **options: object,
) -> float | None:
    """A measure of one query; None where it is undefined."""
    if metric == "roc_auc":
        return auc(run, judgments)
    values = [of_order(metric, order, judgments, k, **options) for order in orders(run, judgments, ties)]
    if any(value is None for value in values):
        return None
    return float(sum(values) / len(values))  # type: ignore[arg-type]


def auc(run: Run, judgments: Judgments) -> float | None:
    positives = [score for item, score in run.items() if is_hit(judgments.get(item, 0))]
    negatives = [score for item, score in run.items() if not is_hit(judgments.get(item, 0))]
    relevant = sum(map(is_hit, judgments.values()))
    if not run and relevant:
        return 0.0
    if not positives or not negatives:
        return None
    wins = sum(Fraction(1) if p > n else Fraction(1, 2) if p == n else Fraction(0) for p in positives for n in negatives)
    return float(wins / (len(positives) * len(negatives)))


def of_order(  # noqa: PLR0911, PLR0912
    metric: str,
    order: list[object],
    judgments: Judgments,
    k: int | None,
    *,
    denominator: str | None = None,
    beta: float = 1,
    gain_name: str = "exponential",
    negative: str = "zero",
    log_base: float = 2,
) -> Fraction | float | None:
    relevances = [judgments.get(item, 0) for item in order]
    top = relevances if k is None else relevances[:k]
    hits = sum(map(is_hit, top))
    n_relevant = sum(map(is_hit, judgments.values()))
    depth = len(relevances) if k is None else k

    if metric == "precision":
        if denominator == "retrieved":
            depth = len(top)
        return Fraction(hits, depth) if depth else Fraction(0)
    if metric == "hit_rate":
        return Fraction(1 if hits else 0)
    if metric == "reciprocal_rank":
        return next((Fraction(1, rank) for rank, r in enumerate(top, 1) if is_hit(r)), Fraction(0))
    if metric in ("cg", "dcg", "idcg", "ndcg"):
        def dcg(grades: list[float]) -> float:
            return math.fsum(
                gain(r, gain_name, negative) * (1 if metric == "cg" else 1 / math.log(i + 1, log_base))
                for i, r in enumerate(grades[:k], 1)
            )

        ideal = dcg(sorted(judgments.values(), reverse=True))
        if metric == "ndcg":
            return dcg(relevances) / ideal if n_relevant else None
        return ideal if metric == "idcg" else dcg(relevances)
    if n_relevant == 0:
        return None
    if metric == "recall":
        return Fraction(hits, min(k, n_relevant) if denominator == "min(k, relevant)" and k else n_relevant)
    if metric == "f_beta":
        if not hits:
            return Fraction(0)
        precision, recall, b2 = Fraction(hits, depth), Fraction(hits, n_relevant), Fraction(beta) ** 2
        return (1 + b2) * precision * recall / (b2 * precision + recall)
    if metric == "f1":
        return of_order("f_beta", order, judgments, k)
    if metric == "r_precision":
        return Fraction(sum(map(is_hit, relevances[:n_relevant])), n_relevant)
    if metric == "average_precision":
        total = sum(
            (Fraction(sum(map(is_hit, top[:i])), i) for i, r in enumerate(top, 1) if is_hit(r)), start=Fraction(0)
        )
        divisor = {
            None: n_relevant,
            "relevant": n_relevant,
            "min(k, relevant)": min(k, n_relevant) if k else n_relevant,
            "k": k,
            "hits": hits,
        }[denominator]
        return total / divisor if divisor else Fraction(0)
    raise AssertionError(metric)
