from __future__ import annotations

from fractions import Fraction

from published import Fixture, Published
from ranked import Ranked, is_hit
from truth import Example, RankingTruth


def average_relevance_position(ranked: Ranked) -> Fraction | None:
    graded = [(rank, Fraction(grade)) for rank, grade in enumerate(ranked.grades, 1) if is_hit(grade)]
    total = sum((grade for _, grade in graded), start=Fraction(0))
    return sum((rank * grade for rank, grade in graded), start=Fraction(0)) / total if graded else None


PUBLISHED = [
    Fixture(
        "average relevance position of TF-Ranking",
        {"q1": {"a": 1.0, "b": 3.0, "c": 2.0}, "q2": {"a": 1.0, "b": 2.0, "c": 3.0}},
        {"q1": {"a": 0.0, "b": 0.0, "c": 1.0}, "q2": {"a": 0.0, "b": 1.0, "c": 2.0}},
        published=(
            Published("average_relevance_position", 2.0, "TF-Ranking, metrics_test.py, the first list"),
            Published(
                "average_relevance_position(weights=relevance)",
                1.5,
                "TF-Ranking, metrics_test.py: (1 * 2 + 2 * 1 + 1 * 2) / 4",
                query="",
            ),
            Published(
                "ordered_pair_accuracy", 0.5, "TF-Ranking, metrics_test.py, ordered pair accuracy of the first list"
            ),
            Published("ordered_pair_accuracy", 1.0, "TF-Ranking, metrics_test.py, that of the second list", query="q2"),
            Published(
                "ordered_pair_accuracy(weights=pairs)",
                0.8,
                "TF-Ranking, metrics_test.py: (1 + 3) / (2 + 3)",
                query="",
            ),
        ),
    ),
]


TRUTHS = [
    RankingTruth(
        name="average_relevance_position",
        published=PUBLISHED,
        of_list=average_relevance_position,
        limits=(1, None),
        lower_is_better=True,
        options=[{}, {"weights": "relevance"}],
        latex=r"\text{ARP} = \frac{\sum_{i=1}^{n} r_i \, i}{\sum_{i=1}^{n} r_i}",
        where=["$`r_i`$ is the relevance of the item at rank $`i`$, 0 for one that is not relevant", "n"],
        example=Example(
            "average_relevance_position",
            by_hand="(3 * 2 + 1 * 3) / (3 + 1)",
            why="b of grade 3 is at rank 2, c of grade 1 at rank 3; f was not returned.",
        ),
        formulas=[
            (
                "average_relevance_position",
                ["greatest(low + high, 0) + 0", "item_rank + 0"],
                (3 + 3 + 2 * 6) / (3 + 1 + 2),
            ),
            ("average_relevance_position", ["one - one", "item_rank + 0"], None),
        ],
    ),
]
