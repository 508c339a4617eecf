from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from expressions import GRADES, cumulated, discount
from published import Fixture, Published, by_rank
from ranked import Grades, Ranked, gain, number
from truth import Example, Limits, Options, RankingTruth


def cg(ranked: Ranked, gain: str = "linear", negative: str = "keep") -> float:
    return math.fsum(gains(ranked.grades, gain, negative))


def dcg(ranked: Ranked, **options: Any) -> float:
    return discounted(ranked.grades, **options)


def idcg(ranked: Ranked, **options: Any) -> float:
    return discounted(ranked.judged[: ranked.k], **options)


def ndcg(ranked: Ranked, negative: str = "zero", ideal: str = "k", **options: Any) -> float | Fraction | None:
    judged, k = ranked.judged, ranked.k
    if not ranked.relevant:
        return None
    if negative == "normalize_judged":
        if len(set(gains(judged, options.get("gain", "exponential"), "keep"))) == 1:
            return None
        return between(ranked, judged[::-1][:k], judged[:k], options)
    if negative == "normalize":
        worst = tuple(sorted(grade for grade in judged if grade < 0))
        best = tuple(grade for grade in judged if grade > 0)
        return between(ranked, worst[:k], best[:k], options)
    if ideal == "retrieved" and not ranked.retrieved:
        return Fraction(0)
    if ideal == "constant":
        highest = discounted((1.0,) * ranked.depth, **options | {"gain": "binary", "negative": negative})
    else:
        best = {"k": judged[:k], "retrieved": judged[: min(ranked.depth, ranked.retrieved)], "all": judged}[ideal]
        highest = discounted(best, negative=negative, **options)
    return discounted(ranked.grades, negative=negative, **options) / highest if highest else None


def between(ranked: Ranked, worst: Grades, best: Grades, options: Options) -> float:
    """0 for the worst order and 1 for the best."""
    lowest, value, highest = (
        discounted(grades, **{**options, "negative": "keep"}) for grades in (worst, ranked.grades, best)
    )
    return (value - lowest) / (highest - lowest)


def discounted(
    grades: Grades,
    gain: str = "exponential",
    negative: str = "zero",
    log_base: object = 2,
    discount: str = "burges",
) -> float:
    base, gained = number(log_base), enumerate(gains(grades, gain, negative), 1)
    if discount == "jarvelin":
        return math.fsum(g if rank < base else g / math.log(rank, base) for rank, g in gained)
    return math.fsum(g / math.log(rank + 1, base) for rank, g in gained)


def gains(grades: Grades, name: str, negative: str) -> list[float]:
    return [gain(grade, name, negative) for grade in grades]


def limits_of_cg(options: Options, k: int | None) -> Limits:
    if keeps_negative_gains({"gain": "linear", "negative": "keep", **options}):
        return None, None
    return 0, k if options.get("gain") == "binary" else None


def limits_of_dcg(options: Options, k: int | None) -> Limits:
    return (None, None) if keeps_negative_gains(options) else (0, None)


def limits_of_ndcg(options: Options, k: int | None) -> Limits:
    if options.get("negative") == "normalize_judged" or keeps_negative_gains(options):
        return None, None
    return 0, None if options.get("ideal") == "constant" and options.get("gain") != "binary" else 1


def keeps_negative_gains(options: Options) -> bool:
    is_signed = options.get("gain", "exponential") in ("linear", "exponential")
    return options.get("negative") == "keep" and is_signed


def has_a_near_ideal(options: Options, k: int) -> bool:
    """One of k items, each of which is added up."""
    return options.get("ideal") != "constant" or k <= 1000


CUMULATED_GAINS = (3.0, 5.0, 6.89, 6.89, 6.89, 7.28, 7.99, 8.66, 9.61, 9.61)
OF_IDEAL = (1.0, 0.83, 0.87, 0.78, 0.71, 0.69, 0.73, 0.77, 0.83, 0.81)
PUBLISHED = [
    Fixture(
        "graded list of a textbook blog",
        *by_rank(5, 3, 2, 1, 2, elsewhere=(4, 0)),
        published=(
            Published("cg@5", 13.0, "5 + 3 + 2 + 1 + 2"),
            Published("dcg@5", 38.507743254777225, "sum of (2^rel - 1) / log2(rank + 1)"),
            Published("idcg@5", 46.41653439949567, "the same over the ideal order 5, 4, 3, 2, 2"),
            Published("ndcg@5", 0.8296126316400654, "38.5077 / 46.4165; rounded terms give 38.5 / 46.5"),
        ),
    ),
    Fixture(
        "cumulated gain of 2002",
        *by_rank(3, 2, 3, 0, 0, 1, 2, 2, 3, 0, elsewhere=(1, 1, 1)),
        published=tuple(
            Published(
                f"{name}(gain=linear, discount=jarvelin)@{k}",
                value,
                f"Jarvelin, Kekalainen: TOIS 2002, the running example, base 2: {vector} at rank {k}",
                tolerance=6e-3,
            )
            for name, vector, values in (("dcg", "DCG'", CUMULATED_GAINS), ("ndcg", "nDCG'", OF_IDEAL))
            for k, value in enumerate(values, 1)
        ),
    ),
    *(
        Fixture(
            name,
            *by_rank(*grades),
            published=(Published("cg@3", 3.0, "3 - 1 + 1 in either order"),),
            enumerated=(
                "dcg@3",
                "dcg(negative=keep)@3",
                "dcg(gain=linear)@3",
                "dcg(gain=linear, negative=keep)@3",
                "ndcg@3",
                "ndcg(negative=keep)@3",
            ),
        )
        for name, grades in {"negative relevance late": (3, -1, 1), "negative relevance early": (-1, 1, 3)}.items()
    ),
]


TRUTHS = [
    RankingTruth(
        name="cg",
        of_list=cg,
        limits=limits_of_cg,
        options=[{}, {"gain": "exponential"}, {"gain": "binary"}, {"negative": "zero"}],
        latex=r"\text{CG@}k = \sum_{i=1}^{k} g_i",
        where=["g_linear"],
        example=Example(
            "cg@4", by_hand="0 + 3 + 1 + 0", why="the relevance of a, b, c and d; a is not judged and counts 0."
        ),
        formulas=[
            ("cg", ["low + high", "item_rank + 0", "3 + 1"], 3),
            ("cg", ["low + high", "item_rank + 0"], 5),
        ],
    ),
    RankingTruth(
        name="dcg",
        published=PUBLISHED,
        of_list=dcg,
        limits=limits_of_dcg,
        options=[
            {},
            {"gain": "linear"},
            {"gain": "binary"},
            {"gain": "linear", "negative": "keep"},
            {"gain": "0.5:0.25/1:1/2:3.5"},
            {"log_base": 10},
            {"gain": "linear", "discount": "jarvelin"},
            {"discount": "jarvelin", "log_base": 3},
        ],
        latex=r"\text{DCG@}k = \sum_{i=1}^{k} \frac{g_i}{\log_2(i + 1)}",
        where=["g"],
        example=Example(
            "dcg@4", by_hand="(2**3 - 1) / log2(3) + (2**1 - 1) / log2(4)", why="b is at rank 2 and c at rank 3."
        ),
        formulas=[
            ("dcg", ["low + high", "item_rank + 0", "5 + 1"], cumulated(GRADES, 6)),
            ("dcg", ["low + high", "item_rank + 0", "5 + 1", "5 + 5"], cumulated(GRADES, 6, 10)),
            ("dcg", ["low + high", "item_rank + 0"], cumulated(GRADES, 7)),
            ("dcg", ["low + high", "item_rank + 0", "1 + 4", "1 + 2", "jarvelin"], 3 + 1 - math.log(3, 4)),
            ("discount", ["1 + 2"], 0.5),
            ("discount", ["1 + 2", "5 + 5"], discount(3, 10)),
            ("jarvelin_discount", ["1 + 7"], 1 / 3),
            ("jarvelin_discount", ["1 + 1", "1 + 2"], 1),
            ("jarvelin_discount", ["1 + 8", "1 + 2"], 0.5),
        ],
    ),
    RankingTruth(
        name="idcg",
        of_list=idcg,
        limits=limits_of_dcg,
        options=[
            {},
            {"gain": "linear"},
            {"gain": "binary"},
            {"negative": "keep"},
            {"discount": "jarvelin", "log_base": 2.5},
        ],
        latex=r"\text{IDCG@}k = \sum_{i=1}^{k} \frac{g^*_i}{\log_2(i + 1)}",
        where=["g", "g_ideal"],
        example=Example(
            "idcg@4",
            by_hand="(2**3 - 1) / log2(2) + (2**2 - 1) / log2(3) + (2**1 - 1) / log2(4)",
            why="the best order of what is judged is b, f, c, d.",
        ),
    ),
    RankingTruth(
        name="ndcg",
        of_list=ndcg,
        limits=limits_of_ndcg,
        is_feasible=has_a_near_ideal,
        options=[
            {},
            {"gain": "linear"},
            {"gain": "binary"},
            {"gain": "1:1/3:7"},
            {"negative": "keep", "log_base": 10},
            {"gain": "linear", "discount": "jarvelin"},
            {"negative": "normalize", "discount": "jarvelin", "log_base": 3},
            {"gain": "binary", "discount": "jarvelin", "log_base": 1.5, "ideal": "constant"},
            {"negative": "normalize"},
            {"negative": "normalize_judged"},
            {"gain": "1:1/3:7", "negative": "normalize_judged"},
            {"ideal": "retrieved"},
            {"gain": "linear", "ideal": "all"},
            {"gain": "binary", "ideal": "constant"},
        ],
        latex=r"\text{NDCG@}k = \frac{\text{DCG@}k}{\text{IDCG@}k} = \frac{\sum_{i=1}^{k} g_i / \log_2(i + 1)}{\sum_{i=1}^{k} g^*_i / \log_2(i + 1)}",
        where=["g", "g_ideal"],
        example=Example(
            "ndcg@4",
            by_hand="((2**3 - 1) / log2(3) + (2**1 - 1) / log2(4)) / ((2**3 - 1) / log2(2) + (2**2 - 1) / log2(3) + (2**1 - 1) / log2(4))",
            why="b and c at ranks 2 and 3, against the best order b, f, c, d.",
        ),
        formulas=[
            ("ndcg", ["1.0 + 1.0", "1.0 + 3.0", "2 + 2"], 0.5),
            ("ndcg", ["1.0 + 1.0", "1.0 + 3.0", "2 - 2"], None),
        ],
    ),
]
