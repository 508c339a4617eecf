"""Interleaved searches of two days, by brute force and scipy."""

from __future__ import annotations

import random
from collections.abc import Iterator

from scipy import stats

import interleaved
from typical import Given, Row, TypicalCall

SEARCHES = {day: [interleaved.random_search(chosen) for _ in range(25)] for day, chosen in ((1, random.Random(3)),)}
SEARCHES[2] = [interleaved.random_search(chosen) for chosen in map(random.Random, range(40, 65))]
LOG = Given(
    "log",
    "day user_id search_id item_id position team rank_a rank_b clicked",
    [
        (day, f"u{place % 7}", *row[:-1], int(row[-1]))
        for day, searches in SEARCHES.items()
        for place, search in enumerate(searches)
        for row in search.rows(100 * day + place)
    ],
)


def _outcomes(day: int) -> list[int]:
    credited = map(interleaved.team_draft, SEARCHES[day])
    return [int(a > b) - int(a < b) for a, b in credited]


def _by_search() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day, searches in SEARCHES.items():
        for place, (search, outcome) in enumerate(zip(searches, _outcomes(day), strict=True)):
            found[day, 100 * day + place] = (len(search.clicks), *interleaved.team_draft(search), outcome)
    return found


def _preferences() -> dict[Row, Row]:
    from online.test_interleaving import figures_of

    return {(day,): figures_of(_outcomes(day), list(range(25)), "sign") for day in SEARCHES}


def _checks() -> dict[Row, Row]:
    return {(day,): tuple(_counts(day)) for day in SEARCHES}


def _counts(day: int) -> Iterator[float]:
    teams = [search.teams for search in SEARCHES[day]]
    yield len(teams)
    yield sum(not search.clicks for search in SEARCHES[day])
    first = [sum(of_search[0] == team for of_search in teams) for team in "ab"]
    more = [sum(2 * of_search.count(team) > len(of_search) for of_search in teams) for team in "ab"]
    for pair in (first, more):
        yield from (*pair, float(stats.binomtest(pair[0], sum(pair)).pvalue))
    yield from (sum(list(of_search).count(team) for of_search in teams) for team in "ab")


def _two_items(search: int) -> Iterator[Row]:
    """Each team is first in every other search. France likes the other one."""
    liked = "b" if search % 5 == 0 or search % 7 == 3 else "a"
    for place, team in enumerate("ab" if search % 4 < 2 else "ba"):
        yield f"d{place}", place + 1, team, int(team == liked and search % 9 != 4)


DRAFT = Given(
    "draft",
    "day country user_id search_id item_id position team clicked",
    [
        (1 + search // 70, "fr" if search % 5 == 0 else "de", f"u{search // 2}", search, *row)
        for search in range(82)
        for row in _two_items(search)
    ],
)
FIGURES = "decision system baseline measure difference p_adjusted unit n_units falls"


def _decisions() -> dict[Row, Row]:
    from decisions import Rule, decided
    from evidence import answer, of_searches

    rule = Rule(measure="preference", baseline="b", segments=("country",), unnamed=("user_id",))
    found: dict[Row, Row] = {}
    for day in (1, 2):
        rows = [row for row in DRAFT.dictionaries if row["day"] == day]
        known = decided(of_searches(rows, beside=("country", "user_id")), rule)
        assert known is not None
        found[day,] = answer(known, rule.measure, "searches")
    return found


CALLS = [
    TypicalCall(
        macro="interleaving",
        tables={"log": LOG},
        arguments={"by": ["day"]},
        keys="day",
        figures="wins_a wins_b ties preference ci_low ci_high p_value searches_needed",
        truth=_preferences,
    ),
    TypicalCall(
        macro="interleaving_searches",
        tables={"log": LOG},
        arguments={"by": ["day"]},
        keys="day search_id",
        figures="clicks credit_a credit_b preference",
        truth=_by_search,
    ),
    TypicalCall(
        macro="interleaving_checks",
        tables={"log": LOG},
        arguments={"by": ["day"]},
        keys="day",
        figures="n_searches n_without_clicks first_a first_b first_p_value more_a more_b more_p_value items_a items_b",
        truth=_checks,
    ),
    TypicalCall(
        macro="interleaving_decision",
        tables={"log": DRAFT},
        arguments={"baseline": "b", "segments": ["country"], "by": ["day"]},
        keys="day",
        figures=FIGURES,
        truth=_decisions,
    ),
]
