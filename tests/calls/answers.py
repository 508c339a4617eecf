"""Tries of a task, by counting the sets of k of them; preferences, by steps of their own until nothing moves."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

from calls.values import VALUES
from truth import truths
from typical import Given, Row, TypicalCall
from worked_preferences import WORKED

TRIES = Given(
    "tries",
    "agent query_id try_id passed document_id day",
    [
        *(("new", "t1", number, int(number in (1, 4)), "d1", 1) for number in range(1, 6)),
        *(("new", "t2", number, int(number > 1), "d1", 1) for number in range(1, 5)),
        *(("new", "t3", number, 1, "d2", 1) for number in range(1, 4)),
        *(("new", "t4", number, int(number == 2), "d2", 1) for number in range(1, 3)),
        *(("old", "t1", number, int(number == 3), "d1", 2) for number in range(1, 6)),
        *(("old", "t2", number, 0, "d1", 2) for number in range(1, 4)),
        *(("old", "t3", number, int(number != 2), "d2", 2) for number in range(1, 5)),
    ],
)


def _truth(measures: list[tuple[str, int]]) -> dict[Row, Row]:
    outcomes: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for agent, task, _, passed, *_ in TRIES.rows:
        outcomes[agent, task].append(passed)
    found: dict[Row, Row] = {}
    for agent in ("new", "old"):
        for name, k in measures:
            values = []
            of_agent = [passed for (one, _), passed in outcomes.items() if one == agent]
            for passed in of_agent:
                value = truths("tries")[name].of_tries(passed, k)
                if value is not None:
                    values.append(value)
            value = float(sum(values) / len(values)) if values else None
            found[agent, f"{name}@{k}"] = (value, len(values), len(of_agent) - len(values))
    return found


NAMES = {"a": "old", "b": "new", "c": "best"}
COUNTS = {(NAMES[first], NAMES[second]): counts for (first, second), counts in WORKED.items()}
SYSTEMS = ("best", "new", "old")


def _verdicts() -> list[Row]:
    """A judge says once what they think of two answers in one order."""
    made: list[Row] = []
    said: Counter[Row] = Counter()
    for (first, second), counts in COUNTS.items():
        for winner, count in zip(("a", "tie", "b"), counts, strict=True):
            for _ in range(count):
                query = len(made) * 7 % 12
                judge = "vwxyz"[said[query, first, second]]
                said[query, first, second] += 1
                made.append((f"q{query}", first, second, winner, judge, f"d{query // 2}", 1))
    return made


PREFERENCES = Given("preferences", "query_id system_a system_b winner judge document_id day", _verdicts())
SCORES = {"a": 1.0, "tie": 0.5, "b": 0.0}


def _scored(all_meet: float = 0.0) -> dict[tuple[str, str], float]:
    """What the one has scored against the other; all_meet: half of the comparisons that each two have besides."""
    scores: dict[tuple[str, str], float] = dict.fromkeys(permutations(SYSTEMS, 2), all_meet)
    for _, first, second, winner, *_ in PREFERENCES.rows:
        scores[first, second] += SCORES[winner]
        scores[second, first] += 1 - SCORES[winner]
    return scores


def _strengths(scores: dict[tuple[str, str], float]) -> dict[str, float]:
    """Zermelo's iteration (1929), which does not need another formula than the score equations."""
    powers = dict.fromkeys(SYSTEMS, 1.0)
    for _ in range(3000):
        for one in SYSTEMS:
            others = [other for other in SYSTEMS if other != one]
            met = sum((scores[one, o] + scores[o, one]) / (powers[one] + powers[o]) for o in others)
            powers[one] = sum(scores[one, o] for o in others) / met
    logs = {system: math.log(power) for system, power in powers.items()}
    mean = sum(logs.values()) / len(logs)
    return {system: value - mean for system, value in logs.items()}


def _expected(strengths: dict[str, float], one: str, other: str) -> float:
    return 1 / (1 + math.exp(strengths[other] - strengths[one]))


def _outcomes(one: str, other: str | None = None) -> list[int]:
    """1, 0 and -1 for what a system has won, tied and lost."""
    found = []
    for _, first, second, winner, *_ in PREFERENCES.rows:
        if one in (first, second) and other in (None, first, second):
            found.append(round(2 * SCORES[winner] - 1) * (1 if first == one else -1))
    return found


def _ratings() -> dict[Row, Row]:
    strengths, found = _strengths(_scored()), {}
    for rank, system in enumerate(sorted(SYSTEMS, key=lambda one: -strengths[one]), 1):
        counts = Counter(_outcomes(system))
        rates = [_expected(strengths, system, other) for other in SYSTEMS if other != system]
        rating = 1000 + 400 * strengths[system] / math.log(10)
        figures = (strengths[system], rating, rank, sum(rates) / 2, counts.total(), counts[1], counts[0], counts[-1])
        found[(system,)] = figures
    return found


def _pairs() -> dict[Row, Row]:
    strengths, found = _strengths(_scored()), {}
    for baseline, system in combinations(SYSTEMS, 2):
        counts = Counter(_outcomes(system, baseline))
        rate = (counts[1] + counts[0] / 2) / counts.total()
        both = {system, baseline}
        rows = [row for row in PREFERENCES.rows if {row[1], row[2]} == both]
        by_query: dict[str, float] = defaultdict(float)
        for query, first, _, winner, *_ in rows:
            by_query[query] += (2 * SCORES[winner] - 1) * (1 if first == system else -1)
        won = sum(value > 0 for value in by_query.values())
        lost = sum(value < 0 for value in by_query.values())
        n = won + lost
        p_value = min(1, 2 * sum(math.comb(n, k) for k in range(min(won, lost) + 1)) / 2**n)
        figures = (counts[1], counts[0], counts[-1], rate, p_value, len(by_query))
        found[system, baseline] = (*figures, _expected(strengths, system, baseline))
    return found


def _checks() -> dict[Row, Row]:
    rows = PREFERENCES.rows
    decided = [row for row in rows if row[3] != "tie"]
    judged: dict[Row, list[Row]] = defaultdict(list)
    for row in rows:
        judged[(row[0], row[4], *sorted(row[1:3]))].append(row)

    def lean(found: list[Row], least: str) -> int:
        total = sum((2 * SCORES[row[3]] - 1) * (1 if row[1] == least else -1) for row in found)
        return (total > 0) - (total < 0)

    both = {
        key: [lean([row for row in found if row[1] == first], key[2]) for first in key[2:]]
        for key, found in judged.items()
        if len({row[1] for row in found}) == 2
    }
    same = sum(one == other for one, other in both.values())
    units: dict[Row, list[int]] = defaultdict(list)
    for (query, _, one, other), found in judged.items():
        units[query, one, other].append(lean(found, one))
    answers = [told for told in units.values() if len(told) > 1]
    told = Counter(answer for unit in answers for answer in unit)
    n = told.total()
    differ = sum(sum(a != b for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in answers) / n
    chance = sum(told[a] * told[b] for a, b in permutations(told, 2)) / (n * (n - 1))
    return {
        ("first_shown_wins",): (sum(row[3] == "a" for row in decided) / len(decided), len(decided)),
        ("both_orders",): (len(both) / len(judged), len(judged)),
        ("order_agreement",): (same / len(both) if both else None, len(both)),
        ("ties",): (1 - len(decided) / len(rows), len(rows)),
        ("judge_agreement",): (1 - differ / chance, len(answers)),
        ("cycles",): (0, 1),
        ("components",): (1, 3),
    }


def _widths() -> dict[Row, Row]:
    """Of three systems; the variance of a difference is that of two ways side by side, like conductances."""
    scores = _scored(0.25)
    strengths, found = _strengths(scores), {}

    def information(one: str, other: str) -> float:
        p = _expected(strengths, one, other)
        return (scores[one, other] + scores[other, one]) * p * (1 - p)

    for one, other in combinations(SYSTEMS, 2):
        (third,) = set(SYSTEMS) - {one, other}
        around = 1 / (1 / information(one, third) + 1 / information(third, other))
        half = 1.959963984540054 / math.sqrt(information(one, other) + around)
        d = strengths[one] - strengths[other]
        width = 1 / (1 + math.exp(-d - half)) - 1 / (1 + math.exp(-d + half))
        found[one, other] = (width, len(_outcomes(one, other)))
    return found


def _preferred() -> dict[Row, Row]:
    values = {(row[0], row[5], row[4], row[1]): row[8] for row in VALUES.rows}
    found: dict[Row, Row] = {}
    for market, measure, query, system in values:
        if system == "dense":
            pair = [values[market, measure, query, each] for each in ("dense", "bm25")]
            winner = "tie" if pair[0] == pair[1] else "a" if pair[0] > pair[1] else "b"
            found[market, measure, query, "dense", "bm25"] = (winner,)
    return found


def _attempts(task: int) -> list[Row]:
    """Three by either agent. The new one passes more often, but not what is asked in French."""
    chosen, found = random.Random(task), []
    language = "fr" if task % 4 == 0 else "de"
    for agent, share in (("new", 0.75 if language == "de" else 0.125), ("old", 0.375 if language == "de" else 0.75)):
        for number in range(1, 4):
            passed = int(chosen.random() < share)
            found.append((1 + task // 60, language, f"d{task // 2}", agent, f"t{task}", number, passed))
    return found


ATTEMPTS = Given(
    "attempts",
    "day language document_id agent query_id try_id passed",
    [row for task in range(70) for row in _attempts(task)],
)


def _judged(query: int) -> list[Row]:
    """Each two of three systems once, in either order as often. The best one is not liked in French."""
    chosen, found = random.Random(1000 + query), []
    language = "fr" if query % 5 == 0 else "de"
    strengths = {"best": 2.0 if language == "de" else -3.0, "new": 0.5, "old": 0.0}
    for place, pair in enumerate(combinations(SYSTEMS, 2)):
        first, second = pair if (query // 5 + place) % 2 else pair[::-1]
        odds = math.exp(strengths[first] - strengths[second])
        winner = "tie" if chosen.random() < 0.125 else "a" if chosen.random() < odds / (1 + odds) else "b"
        found.append((1 + query // 60, language, f"d{query // 2}", f"q{query}", first, second, winner))
    return found


JUDGED = Given(
    "judged",
    "day language document_id query_id system_a system_b winner",
    [row for query in range(80) for row in _judged(query)],
)


def _decided(table: Given, measure: str, values: Callable[..., Any], baseline: str) -> dict[Row, Row]:
    from decisions import Rule, decided
    from evidence import answer

    rule = Rule(measure=measure, baseline=baseline, segments=("language",), unnamed=("document_id",))
    found: dict[Row, Row] = {}
    for day in (1, 2):
        rows = [row for row in table.dictionaries if row["day"] == day]
        known = decided(values(rows, beside=("language", "document_id")), rule)
        assert known is not None
        found[day,] = answer(known, measure, "queries")
    return found


def _decisions_of_tries() -> dict[Row, Row]:
    from evidence import of_tries

    def values(rows: Any, **more: Any) -> Any:
        return of_tries(rows, "agent", [("pass", 1), ("pass_all", 3)], **more)

    return _decided(ATTEMPTS, "pass@1", values, "old")


def _decisions_of_verdicts() -> dict[Row, Row]:
    from evidence import of_verdicts

    return _decided(JUDGED, "rating", of_verdicts, "old")


FIGURES = "decision system baseline measure difference p_adjusted unit n_units falls"
CALLS = [
    TypicalCall(
        macro="try_metrics",
        tables={"tries": TRIES},
        arguments={
            "measures": ["pass@1", "pass@3", "pass_all@2", "pass_all@5"],
            "by": ["agent"],
        },
        keys="agent measure",
        figures="value n_queries n_left_out",
        truth=lambda: _truth([("pass", 1), ("pass", 3), ("pass_all", 2), ("pass_all", 5)]),
    ),
    TypicalCall(
        macro="preference_ratings",
        tables={"preferences": PREFERENCES},
        arguments={"repetitions": 20},
        keys="system",
        figures="strength rating rank win_rate n_comparisons wins ties losses",
        truth=_ratings,
    ),
    TypicalCall(
        macro="preference_pairs",
        tables={"preferences": PREFERENCES},
        keys="system baseline",
        figures="wins ties losses win_rate p_value n_queries expected_win_rate",
        truth=_pairs,
    ),
    TypicalCall(
        macro="preference_checks",
        tables={"preferences": PREFERENCES},
        arguments={"columns": {"judge_id": "judge"}},
        keys="check",
        figures="value n",
        truth=_checks,
        command="preference-checks preferences.csv --columns judge_id=judge",
    ),
    TypicalCall(
        macro="pairs_to_judge",
        tables={"preferences": PREFERENCES},
        keys="system_a system_b",
        figures="width n_comparisons",
        truth=_widths,
    ),
    TypicalCall(
        macro="preferences_of",
        tables={"query_metrics": VALUES},
        arguments={"by": ["market"]},
        keys="market measure query_id system_a system_b",
        figures="winner",
        truth=_preferred,
    ),
    TypicalCall(
        macro="try_decision",
        tables={"tries": ATTEMPTS},
        arguments={"baseline": "old", "system": "agent", "segments": ["language"], "by": ["day"]},
        keys="day",
        figures=FIGURES,
        truth=_decisions_of_tries,
    ),
    TypicalCall(
        macro="preference_decision",
        tables={"preferences": JUDGED},
        arguments={"baseline": "old", "segments": ["language"], "by": ["day"]},
        keys="day",
        figures=FIGURES,
        truth=_decisions_of_verdicts,
    ),
]
