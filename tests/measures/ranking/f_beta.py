from __future__ import annotations

from fractions import Fraction

from ranked import Ranked
from truth import Example, RankingTruth


def f_beta(ranked: Ranked, beta: object = 1) -> Fraction | None:
    if not ranked.relevant or not ranked.hits:
        return Fraction(0) if ranked.relevant else None
    precision, recall = Fraction(ranked.hits, ranked.depth), Fraction(ranked.hits, ranked.relevant)
    weight = Fraction(str(beta)) ** 2
    return (1 + weight) * precision * recall / (weight * precision + recall)


TRUTHS = [
    RankingTruth(
        name="f1",
        of_list=f_beta,
        latex=r"F_1\text{@}k = \frac{2 \cdot \text{precision@}k \cdot \text{recall@}k}{\text{precision@}k + \text{recall@}k} = \frac{2 \sum_{i=1}^{k} h_i}{k + R}",
        where=["h", "R"],
        example=Example("f1@4", by_hand="2 * (2/4) * (2/3) / (2/4 + 2/3)", why="precision is 2/4, recall 2/3."),
    ),
    RankingTruth(
        name="f_beta",
        of_list=f_beta,
        options=[{}, {"beta": 2.5}, {"beta": 0.5}],
        latex=r"F_\beta\text{@}k = \frac{(1 + \beta^2) \cdot \text{precision@}k \cdot \text{recall@}k}{\beta^2 \cdot \text{precision@}k + \text{recall@}k} = \frac{(1 + \beta^2) \sum_{i=1}^{k} h_i}{k + \beta^2 R}",
        where=["h", "R"],
        example=Example(
            "f_beta(beta=2)@4",
            by_hand="(1 + 2**2) * (2/4) * (2/3) / (2**2 * (2/4) + 2/3)",
            why="precision is 2/4, recall 2/3, and recall weighs twice as much.",
        ),
        formulas=[
            ("f_beta", ["1 + 1", "2 + 3", "1 + 2"], 0.5),
            ("f_beta", ["1 + 1", "2 + 3", "1 + 2", "1 + 1"], 5 * 2 / (5 + 4 * 3)),
            ("f_beta", ["1 + 1", "2 + 3", "3 - 3"], None),
        ],
    ),
]
