from __future__ import annotations

from fractions import Fraction

from covered import Covered
from truth import Example, IntentTruth


def context_recall(covered: Covered, claims: str = "listed") -> Fraction | None:
    if not covered.intents:
        return None
    counted = covered.listed if claims == "listed" else covered.intents
    return Fraction(sum(bool(covered.hits(claim)) for claim in counted), len(counted))


TRUTHS = [
    IntentTruth(
        name="context_recall",
        of_intents=context_recall,
        options=[{}, {"claims": "supported"}],
        latex=r"\text{context recall@}k = \frac{1}{M} \left| \bigcup_{i=1}^{k} A_i \right|",
        where=["A", "M_listed"],
        example=Example(
            "context_recall@5", by_hand="2 / 3", why="the car and the animal are supported, the band is not."
        ),
    ),
]
