from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, ratio
from truth import Example, RankingTruth


def set_precision(ranked: Ranked, relative: str = "false") -> Fraction:
    return ratio(ranked.hits, min(ranked.retrieved, ranked.relevant) if relative == "true" else ranked.retrieved)


def set_f(ranked: Ranked, beta: object = 1) -> Fraction | None:
    if not ranked.relevant or not ranked.hits:
        return Fraction(0) if ranked.relevant else None
    weight = Fraction(str(beta))
    precision, recall = Fraction(ranked.hits, ranked.retrieved), Fraction(ranked.hits, ranked.relevant)
    return (1 + weight) * precision * recall / (weight * precision + recall)


def set_average_precision(ranked: Ranked) -> Fraction | None:
    if not ranked.relevant:
        return None
    return ratio(ranked.hits, ranked.retrieved) * Fraction(ranked.hits, ranked.relevant)


TRUTHS = [
    RankingTruth(
        name="set_precision",
        of_list=set_precision,
        options=[{}, {"relative": "true"}],
        latex=r"\text{set precision} = \frac{1}{n} \sum_{i=1}^{n} h_i",
        where=["h", "n"],
        example=Example(
            "set_precision(relative=true)",
            by_hand="2 / 3",
            why="b and c of five returned items; at most three could have been relevant; set_precision is 2/5.",
        ),
    ),
    RankingTruth(
        name="set_f",
        of_list=set_f,
        options=[{}, {"beta": 0.25}],
        latex=r"F_\beta = \frac{(1 + \beta) \cdot \text{precision} \cdot \text{recall}}{\beta \cdot \text{precision} + \text{recall}} = \frac{(1 + \beta) \sum_{i=1}^{n} h_i}{n + \beta R}",
        where=["h", "R", "n"],
        example=Example(
            "set_f(beta=4)",
            by_hand="(1 + 4) * (2/5) * (2/3) / (4 * (2/5) + 2/3)",
            why="precision of the whole list is 2/5, recall 2/3, and recall weighs four times as much.",
        ),
        formulas=[
            ("set_f", ["1 + 1", "2 + 3", "1 + 2"], 0.5),
            ("set_f", ["1 + 1", "2 + 3", "1 + 2", "3 + 1"], 5 * 2 / (5 + 4 * 3)),
            ("set_f", ["1 + 1", "2 + 3", "3 - 3"], None),
        ],
    ),
    RankingTruth(
        name="set_average_precision",
        of_list=set_average_precision,
        latex=r"\text{set AP} = \text{precision} \cdot \text{recall} = \frac{1}{n R} \left( \sum_{i=1}^{n} h_i \right)^2",
        where=["h", "R", "n"],
        example=Example(
            "set_average_precision", by_hand="(2/5) * (2/3)", why="precision of the whole list is 2/5, recall 2/3."
        ),
    ),
]
