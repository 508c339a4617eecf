from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def inferred_average_precision(ranked: Ranked) -> Fraction | None:
    """As trec_eval's source goes down the list; a grade below 0: in the pool, not judged."""
    if not ranked.relevant:
        return None
    epsilon, total = Fraction(1, 100_000), Fraction(0)
    hits, others, unjudged = 0, 0, 0
    for above, grade in enumerate(ranked.places):
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
    return total / ranked.relevant


TRUTHS = [
    RankingTruth(
        name="inferred_average_precision",
        of_list=inferred_average_precision,
        best_by_relevance=True,
        latex=r"\text{infAP} = \frac{1}{R} \sum_{i} \frac{h_i}{i} \left( 1 + P_i \cdot \frac{H_i - 1 + \varepsilon}{J_i + 2 \varepsilon} \right)",
        where=[
            "h",
            "R",
            "above rank $`i`$ stand $`P_i`$ items of the pool, $`J_i`$ of them judged and $`H_i - 1`$ relevant",
            r"$`\varepsilon`$ is 0.00001",
        ],
        example=Example(
            "inferred_average_precision",
            by_hand="((1 + 0) / 2 + (1 + 1 * (1 + 0.00001) / (1 + 2 * 0.00001)) / 3 + 0) / 3",
            why="nothing of the pool stands above b, and b, which is relevant, above c; a is not of the pool, and f was not returned.",
        ),
        formulas=[
            # All above a hit are of the pool; judged are all but one above the second, all but two above the third.
            (
                "inferred_average_precision",
                ["less + one", "hits_upto + 0", "item_rank - 1", "item_rank - hits_upto", "item_rank + 0", "1 + 2"],
                (1 + (1 + 2 * (1 + 1e-5) / (1 + 2e-5)) / 3 + (1 + 5 * (2 + 1e-5) / (3 + 2e-5)) / 6) / 3,
            ),
            (
                "inferred_average_precision",
                ["hit", "hits_upto", "item_rank - 1", "item_rank - 1", "item_rank", "3 - 3"],
                None,
            ),
        ],
    ),
]
