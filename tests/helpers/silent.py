"""The curve of no_answer_curve by brute force: every threshold asked of every query, in fractions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

Run = Mapping[str, Mapping[str, float]]
Judgments = Mapping[str, Mapping[str, float]]
Point = tuple[float | None, float | None, float | None, float | None, float | None]


def _mean(values: Sequence[Fraction | int]) -> float | None:
    return float(Fraction(sum(values)) / len(values)) if values else None


def curve(run: Run, judgments: Judgments, k: int) -> list[Point]:
    """threshold, answered, false_answers, recall and area, of the judged queries."""
    best = {query: max(run.get(query, {}).values(), default=None) for query in judgments}
    relevant = {query: {item for item, grade in grades.items() if grade > 0} for query, grades in judgments.items()}
    known, others = [q for q in judgments if relevant[q]], [q for q in judgments if not relevant[q]]

    def reached(query: str, threshold: float) -> bool:
        top = best[query]
        return top is not None and top >= threshold

    def recall(query: str, threshold: float) -> Fraction:
        # Of equal scores the item with the higher id is first.
        listed = sorted(run.get(query, {}).items(), key=lambda one: (one[1], one[0]), reverse=True)[:k]
        found = [item for item, score in listed if score >= threshold and item in relevant[query]]
        return Fraction(len(found), len(relevant[query]))

    def beats(one: str, other: str) -> Fraction:
        first, second = (-math.inf if best[query] is None else best[query] for query in (one, other))
        if first == second and (best[one] is None) != (best[other] is None):
            return Fraction(best[other] is None)
        return Fraction(1, 2) if first == second else Fraction(first > second)  # type: ignore[operator]

    area = _mean([beats(one, other) for one in known for other in others])
    rows: list[Point] = [(None, 0.0 if known else None, 0.0 if others else None, 0.0 if known else None, area)]
    return rows + [
        (
            threshold,
            _mean([int(reached(query, threshold)) for query in known]),
            _mean([int(reached(query, threshold)) for query in others]),
            _mean([recall(query, threshold) for query in known]),
            area,
        )
        for threshold in sorted({top for top in best.values() if top is not None}, reverse=True)
    ]
