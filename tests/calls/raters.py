"""Raters who do not agree, and one rating of what they said."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from typical import Given, Row, TypicalCall

# Of each unit on a day, what the raters r1, r2 and r3 said; a dot: nothing.
SAID = {
    1: {1: "112", 2: "222", 3: "12.", 4: "311", 5: "33.", 6: "2.."},
    2: {7: "111", 8: "211", 9: "331", 10: "22.", 11: "232", 12: "121"},
}
GRADES = Given(
    "grades",
    "day unit_id rater_id rating",
    [
        (day, unit, f"r{place}", int(rating))
        for day, units in SAID.items()
        for unit, ratings in units.items()
        for place, rating in enumerate(ratings, 1)
        if rating != "."
    ],
)


def _ratings(day: int) -> dict[int, list[int]]:
    return {unit: [int(each) for each in said if each != "."] for unit, said in SAID[day].items()}


def _alpha() -> dict[Row, Row]:
    """Krippendorff's alpha: 1 - observed / expected disagreement; a pair of a unit counts 1 / (its ratings - 1)."""
    found: dict[Row, Row] = {}
    for day in SAID:
        paired = {unit: ratings for unit, ratings in _ratings(day).items() if len(ratings) > 1}
        all_ratings = [rating for ratings in paired.values() for rating in ratings]
        n = len(all_ratings)
        observed = sum(
            (one != other) / (len(ratings) - 1)
            for ratings in paired.values()
            for one, other in permutations(ratings, 2)
        )
        expected = sum(one != other for one, other in permutations(all_ratings, 2)) / (n - 1)
        found[(day,)] = (1 - observed / expected, len(paired), 3, len(SAID[day]) - len(paired))
    return found


def _majority() -> dict[Row, Row]:
    """The most frequent rating, of several the lowest."""
    found: dict[Row, Row] = {}
    for day in SAID:
        for unit, ratings in _ratings(day).items():
            rating, n = min(Counter(ratings).items(), key=lambda one: (-one[1], one[0]))
            found[day, unit] = (rating, len(ratings), n / len(ratings))
    return found


CALLS = [
    TypicalCall(
        macro="rater_agreement",
        tables={"ratings": GRADES},
        arguments={"by": ["day"], "repetitions": 20},
        keys="day",
        figures="value n_units n_raters n_left_out",
        truth=_alpha,
    ),
    TypicalCall(
        macro="merge_ratings",
        tables={"ratings": GRADES},
        arguments={"by": ["day"]},
        keys="day unit_id",
        figures="rating n_raters agreement",
        truth=_majority,
    ),
]
