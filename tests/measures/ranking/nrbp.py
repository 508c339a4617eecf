from __future__ import annotations

from covered import Covered, cascade, over_greedy
from ranked import number
from truth import Example, IntentTruth


def seen(covered: Covered, beta: object) -> list[float]:
    return [number(beta) ** place for place in range(max(len(covered.places), len(covered.judged)))]


def nrbp(covered: Covered, alpha: object = 0.5, beta: object = 0.5) -> float | None:
    value = cascade(covered, number(alpha), seen(covered, beta))
    return None if value is None else value * (1 - (1 - number(alpha)) * number(beta))


def nnrbp(covered: Covered, alpha: object = 0.5, beta: object = 0.5) -> float | None:
    return over_greedy(covered, number(alpha), seen(covered, beta))


TRUTHS = [
    IntentTruth(
        name="nrbp",
        of_intents=nrbp,
        options=[{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.3, "beta": 0.8}],
        latex=r"\text{NRBP} = (1 - (1 - \alpha) \beta) \sum_{t} w_t \sum_{i :\, t \in A_i} \beta^{i - 1} (1 - \alpha)^{c_{t,i}}",
        where=["A", "c_above", "w_intent"],
        example=Example(
            "nrbp",
            by_hand="(1 - 1/4) * ((1/2) * 1 + (1/4) * (1 + 1/2) + (1/16) * (1/2)) / 3",
            why="half of the readers go on at each rank, and half of those with an intent are satisfied by an item that serves it.",
        ),
        formulas=[
            (
                "nrbp",
                ["hit + 0", "one + 0", "hits_upto - hit", "item_rank + 0", "1 + 1"],
                0.75 * (1 + 0.5**2 * 0.5 + 0.5**5 * 0.25) / 2,
            ),
            (
                "nrbp",
                ["less + one", "1 + 1", "hits_upto - hit", "item_rank + 0", "1 + 1", "0.5 + 0.5", "0.5 + 0.25"],
                1,
            ),
        ],
    ),
    IntentTruth(
        name="nnrbp",
        of_intents=nnrbp,
        options=[{}, {"alpha": 0}, {"alpha": 1}, {"alpha": 0.3, "beta": 0.8}],
        limits=(0, None),
        latex=r"\text{nNRBP} = \frac{\text{NRBP}}{\text{NRBP of the greedy order}}",
        where=["A_greedy"],
        example=Example(
            "nnrbp",
            by_hand="((1/2) * 1 + (1/4) * (1 + 1/2) + (1/16) * (1/2)) / (2 + (1/2) * 1 + (1/4) * (1/2) + (1/8) * (1/2))",
            why="the greedy order begins with c, which serves two intents, and goes on with f, e and b.",
        ),
    ),
]
