from __future__ import annotations

from covered import Covered, Intents, logarithmic
from ranked import number
from truth import Example, IntentTruth


def d_sharp_ndcg(covered: Covered, gamma: object = 0.5) -> float | None:
    if not covered.intents:
        return None
    assert covered.k is not None

    def gain(served: Intents) -> float:
        return float(sum(covered.weight(intent) * max(served.get(intent, 0), 0) for intent in covered.intents))

    def dcg(gains: list[float]) -> float:
        return sum(each * discount for each, discount in zip(gains, logarithmic(covered.k or 0), strict=False))

    recall = sum(bool(covered.hits(intent)) for intent in covered.intents) / len(covered.intents)
    ideal = dcg(sorted(map(gain, covered.judged.values()), reverse=True))
    # All weight may be that of intents that no item serves.
    share = number(gamma)
    return share * recall + (1 - share) * dcg(list(map(gain, covered.first))) / ideal if ideal else None


TRUTHS = [
    IntentTruth(
        name="d_sharp_ndcg",
        of_intents=d_sharp_ndcg,
        options=[{}, {"gamma": 0}, {"gamma": 1}, {"gamma": 0.8}],
        latex=r"\text{D}\sharp\text{-nDCG@}k = \gamma \, \text{subtopic recall@}k + (1 - \gamma) \frac{\sum_{i=1}^{k} g_i / \log_2(i + 1)}{\sum_{i=1}^{k} g^*_i / \log_2(i + 1)}",
        where=[
            "$`g_i = \\sum_t w_t r_{t,i}`$ is the gain of the item at rank $`i`$, with its relevance $`r_{t,i}`$ to intent $`t`$, and $`g^*_i`$ that of the judged items in the order of their gain",
            "w_intent",
        ],
        example=Example(
            "d_sharp_ndcg@5",
            by_hand="(1/2) * 2 / 3 + (1/2) * (2 / log2(3) + 2 / log2(4) + 1 / log2(6)) / (2 / log2(2) + 2 / log2(3) + 2 / log2(4) + 1 / log2(5))",
            why="b, c and e gain 2, 2 and 1 third, and f would gain 2 thirds.",
        ),
        formulas=[
            ("d_sharp_ndcg", ["0.25 + 0.25", "1 + 1", "2 + 2"], 1 / 2),
            ("d_sharp_ndcg", ["0.5 + 0.5", "1 + 1", "2 + 6", "0.1 + 0.1"], 0.2 + 0.8 / 4),
        ],
    ),
]
