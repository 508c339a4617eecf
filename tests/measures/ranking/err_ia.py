from __future__ import annotations

from covered import Covered, cascade, over_full, over_greedy, reciprocal
from ranked import number
from truth import Example, IntentTruth


def err_ia(covered: Covered, alpha: object = 0.5, normalize: str = "none") -> float | None:
    discounts = reciprocal(len(covered.places) if covered.k is None else covered.k)
    value = cascade(covered, number(alpha), discounts)
    if normalize == "full":
        return over_full(value, covered, number(alpha), discounts)
    return None if value is None else value * number(alpha)


def nerr_ia(covered: Covered, alpha: object = 0.5) -> float | None:
    assert covered.k is not None
    return over_greedy(covered, number(alpha), reciprocal(covered.k))


TRUTHS = [
    IntentTruth(
        name="err_ia",
        of_intents=err_ia,
        options=[{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.3, "normalize": "full"}],
        limits=lambda options, _: (0, None if options.get("normalize") == "full" else 1),
        is_feasible=lambda _, k: k is not None,
        latex=r"\text{ERR-IA@}k = \sum_{t} w_t \sum_{i \le k,\, t \in A_i} \frac{\alpha (1 - \alpha)^{c_{t,i}}}{i}",
        where=["A", "c_above", "w_intent"],
        example=Example(
            "err_ia@5",
            by_hand="((1/2) / 2 + (1/4 + 1/2) / 3 + (1/4) / 5) / 3",
            why="b satisfies half of the readers who mean the car, c half of the remaining ones and half of the readers who mean the animal, e half of the rest of these.",
        ),
        formulas=[
            (
                "err_ia",
                ["hit + 0", "one + 0", "hits_upto - hit", "item_rank + 0", "1 + 1"],
                (1 + 0.5 / 3 + 0.25 / 6) / 4,
            ),
            ("err_ia", ["less + one", "1 + 1", "hits_upto - hit", "item_rank + 0", "1 + 1", "2 + 1", "0.5 + 0.5"], 1),
        ],
    ),
    IntentTruth(
        name="nerr_ia",
        of_intents=nerr_ia,
        options=[{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.3}],
        limits=(0, None),
        latex=r"\text{nERR-IA@}k = \frac{\text{ERR-IA@}k}{\text{ERR-IA@}k \text{ of the greedy order}}",
        where=["A_greedy"],
        example=Example(
            "nerr_ia@5",
            by_hand="(1 / 2 + (1 + 1/2) / 3 + (1/2) / 5) / (2 / 1 + 1 / 2 + (1/2) / 3 + (1/2) / 4)",
            why="the greedy order begins with c, which serves two intents, and goes on with f, e and b.",
        ),
    ),
]
