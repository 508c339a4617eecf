from __future__ import annotations

from fractions import Fraction

from ranked import Ranked, number
from truth import Example, RankingTruth


def num_ret(ranked: Ranked, rel: object = 0) -> Fraction:
    return Fraction(sum(grade >= number(rel) for grade in ranked.grades) if number(rel) else ranked.retrieved)


def num_rel(ranked: Ranked, rel: object = 0) -> Fraction:
    return Fraction(sum(grade >= number(rel) for grade in ranked.judged) if number(rel) else ranked.relevant)


def num_q(ranked: Ranked) -> Fraction:
    return Fraction(1)


TRUTHS = [
    RankingTruth(
        name="num_ret",
        of_list=num_ret,
        limits=(0, None),
        options=[{}, {"rel": 2}],
        latex=r"\text{num ret} = \sum_{i=1}^{n} [r_i \ge \text{rel}]",
        where=["$`r_i`$ is the relevance of the item at rank $`i`$", "n"],
        example=Example(
            "num_ret(rel=2)",
            by_hand="1",
            why="b is the one returned item of grade 2 or more; num_ret is 5, num_ret(rel=1) 2.",
        ),
    ),
    RankingTruth(
        name="num_rel",
        of_list=num_rel,
        limits=(0, None),
        options=[{}, {"rel": 1.5}],
        latex=r"\text{num rel} = R",
        where=["R"],
        example=Example("num_rel", by_hand="3", why="b, c and f are relevant; num_rel(rel=2) is 2."),
    ),
    RankingTruth(
        name="num_q",
        of_list=num_q,
        limits=(1, 1),
        latex=r"\text{num q} = 1",
        where=["the sum over queries is their number"],
        example=Example("num_q", by_hand="1", why="q1 is one query."),
    ),
]
