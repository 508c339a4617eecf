from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from measures.ranking.interpolated_precision import interpolated
from published import Fixture, Published, by_rank
from ranked import Judgments, Ranked, Run, exact_sum, is_hit
from truth import Example, RankingTruth


def average_precision(
    ranked: Ranked, denominator: str = "relevant", interpolation: str = "none", rounding: object = None
) -> Fraction | None:
    precisions, relevant, k = ranked.precisions, ranked.relevant, ranked.k
    if not relevant:
        return None
    if interpolation == "max":
        return exact_sum([*accumulate(reversed(precisions), max)]) / relevant
    if interpolation == "11-point":
        return sum((interpolated(ranked, Fraction(n, 10), rounding) for n in range(11)), start=Fraction(0)) / 11
    divisor = {
        "relevant": relevant,
        "min(k, relevant)": relevant if k is None else min(k, relevant),
        "k": k,
        "hits": ranked.hits,
    }[denominator]
    return exact_sum(precisions) / divisor if divisor else Fraction(0)


def area_in_steps(run: Run, judgments: Judgments, interpolation: str) -> float | None:
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


# Hits at ranks 1, 3, 6, 9, 10 of 10 items, and at 2, 5, 7.
first, second = {1, 3, 6, 9, 10}, {2, 5, 7}
lists = {
    "q1": by_rank(*(1.0 if rank in first else 0.0 for rank in range(1, 11))),
    "q2": by_rank(*(1.0 if rank in second else 0.0 for rank in range(1, 11))),
}
PUBLISHED = [
    Fixture(
        "average precision by hand",
        *by_rank(1, 0, 1, 0, 0, 1),
        published=(
            Published("average_precision", float(Fraction(13, 18)), "(1/1 + 2/3 + 3/6) / 3"),
            Published("reciprocal_rank", 1.0, "first hit at rank 1"),
            Published("r_precision", float(Fraction(2, 3)), "2 hits in the first 3"),
        ),
    ),
    Fixture(
        "mean average precision of two queries",
        {query: run["q1"] for query, (run, _) in lists.items()},
        {query: judged["q1"] for query, (_, judged) in lists.items()},
        published=(
            Published(
                "average_precision",
                0.62,
                "(1.0 + 0.67 + 0.5 + 0.44 + 0.5) / 5 in a lecture that goes with Manning, IIR 8.4",
                tolerance=5e-3,
            ),
            Published("average_precision", 0.44, "(0.5 + 0.4 + 0.43) / 3, same lecture", query="q2", tolerance=5e-3),
            Published("average_precision", 0.53, "(0.62 + 0.44) / 2, same lecture", query="", tolerance=5e-3),
        ),
    ),
]


TRUTHS = [
    RankingTruth(
        name="average_precision",
        published=PUBLISHED,
        of_list=average_precision,
        of_scores=area_in_steps,
        of_scores_with={"interpolation": "step"},
        options=[
            {},
            {"denominator": "min(k, relevant)"},
            {"denominator": "k"},
            {"denominator": "hits"},
            {"interpolation": "max"},
            {"interpolation": "11-point"},
            {"interpolation": "11-point", "rounding": 0.9},
            {"interpolation": "step"},
        ],
        latex=r"\text{AP@}k = \frac{1}{R} \sum_{i=1}^{k} h_i \cdot \text{precision@}i",
        where=["h", "R"],
        example=Example(
            "average_precision",
            by_hand="(1/2 + 2/3) / 3",
            why="precision is 1/2 at b and 2/3 at c; f is relevant, but was not returned.",
        ),
        formulas=[
            ("precision_sum", ["less + one", "hits_upto + 0", "item_rank + 0", "2 + 1"], 1 + 2 / 3),
            ("precision_sum", ["less + one", "hits_upto + 0", "item_rank + 0"], 1 + 2 / 3 + 3 / 6),
            ("average_precision", ["1.0 + 1.0", "1 + 2", "2 + 2"], 2 / 3),
            ("average_precision", ["1.0 + 1.0", "3 - 3", "2 + 2"], 0),
            ("average_precision", ["1.0 + 1.0", "1 + 2", "2 - 2"], None),
            ("own_last_rank", ["1.0 + 1.0", "1 + 2"], 3),
        ],
    ),
]
