"""Searches of several users on two days, by tests/helpers/searched.py."""

from __future__ import annotations

from helpers import searched
from typical import Given, Row, TypicalCall

# day, search, query, user, results, the positions clicked.
MADE = [
    (1, "s1", "q1", "u1", 10, [1, 3]),
    (1, "s2", "q2", "u1", 0, []),
    (1, "s3", "q1", "u2", 4, []),
    (1, "s4", "q3", "u3", 25, [2]),
    (1, "s5", "q2", None, 25, [14, 2, 1]),
    (2, "s6", "q1", "u1", 3, []),
    (2, "s7", "q4", "u2", 0, []),
]
SEARCHES = Given("searched", "day search_id query_id user_id n_results", [row[:5] for row in MADE])
CLICKS = Given("opened", "search_id position", [(row[1], position) for row in MADE for position in row[5]])
MEASURES = ["no_result", "abandoned", "success@1", "success@3", "first_click", "clicks"]


def _health() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day in (1, 2):
        own = [row for row in MADE if row[0] == day]
        for measure in MEASURES:
            found[day, measure] = searched.health(
                measure,
                {row[1]: row[4] for row in own},
                {row[1]: row[5] for row in own},
                {row[1]: row[3] for row in own},
            )
    return found


CALLS = [
    TypicalCall(
        macro="search_health",
        tables={"searches": SEARCHES, "clicks": CLICKS},
        arguments={"k": [1, 3], "by": ["day"], "cluster": "user_id"},
        keys="day measure",
        figures="value n std_error ci_low ci_high",
        truth=_health,
        command="search-health searched.csv opened.csv -k 1 -k 3 --by day --cluster user_id",
    ),
]
