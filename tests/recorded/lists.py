"""The lists that the libraries are asked about. Without a dependency: each library has an environment of its own."""

from __future__ import annotations

import random

Lists = dict[int, dict[int, float]]  # query -> item -> score or relevance


def lists(tied: bool) -> tuple[Lists, Lists]:
    """A run and its judgments: short and long lists, unjudged items, queries without a list or without judgments.

    Grades go from 0 to 3. Scores are positive and distinct within a list, or `tied`. Query 1 has no relevant item, 2
    and 3 have no list, 4 has a list and no judgment.
    """
    generator = random.Random(20)
    run: Lists = {}
    judgments: Lists = {}
    for query in range(1, 31):
        items = generator.sample(range(1, 120), 15)
        scores = generator.sample(range(1, 200), 15)
        length = generator.choice([2, 4, 7, 12, 15])
        grades = generator.choices([0, 0, 0, 1, 2, 3], k=15)
        listed = {item: (score // 40 if tied else score) / 8 + 1 for item, score in zip(items, scores, strict=True)}
        if query not in (2, 3):
            run[query] = dict(list(listed.items())[:length])
        judged = dict(zip(items[1::2] + items[::4], grades, strict=False))
        if not any(judged.values()):
            judged[items[1]] = 2
        if query == 1:
            judged = dict.fromkeys(judged, 0)
        if query != 4:
            judgments[query] = {item: float(grade) for item, grade in judged.items()}
    return run, judgments


def nothing_judged_not_relevant() -> tuple[Lists, Lists]:
    """The untied lists, where every judged item of query 7 is relevant."""
    run, judgments = lists(tied=False)
    return run, judgments | {7: dict.fromkeys(judgments[7], 1.0)}
