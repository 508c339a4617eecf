from __future__ import annotations

import math

from covered import Covered, cascade, logarithmic, over_full, over_greedy
from ranked import number
from truth import Example, IntentTruth


def alpha_dcg(covered: Covered, alpha: object = 0.5, normalize: str = "none") -> float | None:
    assert covered.k is not None
    discounts = logarithmic(covered.k)
    value = cascade(covered, number(alpha), discounts)
    if normalize == "full":
        return over_full(value, covered, number(alpha), discounts)
    return None if value is None else value * len(covered.intents)


def alpha_ndcg(covered: Covered, alpha: object = 0.5, ideal: str = "greedy") -> float | None:
    assert covered.k is not None
    discounts = logarithmic(covered.k)
    if ideal == "greedy":
        return over_greedy(covered, number(alpha), discounts)
    value = cascade(covered, number(alpha), discounts)
    best = covered.best_sum(number(alpha), discounts) if covered.intents else 0
    return value / best if value is not None and best else None


TRUTHS = [
    IntentTruth(
        name="alpha_dcg",
        of_intents=alpha_dcg,
        options=[{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.3, "normalize": "full"}],
        limits=(0, None),
        latex=r"\alpha\text{-DCG@}k = \sum_{i=1}^{k} \frac{1}{\log_2(i + 1)} \sum_{t \in A_i} (1 - \alpha)^{c_{t,i}}",
        where=["A", "c_above"],
        example=Example(
            "alpha_dcg@5",
            by_hand="1 / log2(3) + (1 + 1/2) / log2(4) + (1/2) / log2(6)",
            why="b is the first item about the car; c is the second one, and the first about the animal, which e is about again.",
        ),
        formulas=[
            (
                "alpha_dcg",
                ["hit + 0", "one + 0", "hits_upto - hit", "item_rank + 0"],
                1 + 0.5 / 2 + 0.25 / math.log2(7),
            ),
            ("alpha_dcg", ["less + one", "1 + 1", "hits_upto - hit", "item_rank + 0", "2 + 1", "0.5 + 0.5"], 2),
        ],
    ),
    IntentTruth(
        name="alpha_ndcg",
        of_intents=alpha_ndcg,
        options=[{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.3}, {"ideal": "exact"}, {"alpha": 0.3, "ideal": "exact"}],
        limits=lambda options, _: (0, 1 if options.get("ideal") == "exact" else None),
        latex=r"\alpha\text{-nDCG@}k = \frac{\alpha\text{-DCG@}k}{\alpha\text{-DCG@}k \text{ of the greedy order}}",
        where=["A_greedy"],
        example=Example(
            "alpha_ndcg@5",
            by_hand="(1 / log2(3) + (1 + 1/2) / log2(4) + (1/2) / log2(6)) / (2 / log2(2) + 1 / log2(3) + (1/2) / log2(4) + (1/2) / log2(5))",
            why="the greedy order begins with c, which serves two intents, and goes on with f, e and b.",
        ),
    ),
]
