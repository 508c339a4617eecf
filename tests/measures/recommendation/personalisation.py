from __future__ import annotations

from truth import Example, Truth

TRUTHS = [
    Truth(
        name="personalisation",
        latex=r"\text{personalisation@}k = 1 - \frac{2}{n (n - 1)} \sum_{u < v} \frac{| L_u \cap L_v |}{\sqrt{| L_u | \, | L_v |}}",
        where=["L"],
        example=Example(
            "personalisation@2",
            by_hand="1 - (1 / 2 + 1 / 2 + 0 / 2) / 3",
            why="u1 and u2 share a, u1 and u3 share b, u2 and u3 nothing.",
        ),
    ),
]
