"""Policies on the logs of others, from the definitions of the estimators."""

from __future__ import annotations

import math
import random
from typing import Any

from helpers import policies
from recorded import off_policy as recorded
from typical import Given, Row, TypicalCall

LOGS = {"de": recorded.logged(recorded.log(11, 30, 0.5)), "fr": recorded.logged(recorded.log(12, 30, 1.0))}
BANDIT = Given(
    "bandit",
    "country logging_probability target_probability baseline_probability reward predicted_reward"
    " target_predicted_reward baseline_predicted_reward",
    [
        (country, row[0], row[1], row[0] / 2, row[2], row[3], row[4], row[4] / 2)
        for country, rows in LOGS.items()
        for row in rows
    ],
)
ESTIMATORS = ["ips", "snips", "dr"]


def _estimates() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for country, rows in LOGS.items():
        for name in ESTIMATORS:
            figures: Any = policies.single(name, [row[:5] for row in rows])
            found[country, name] = (figures["value"], figures["error"], len(rows), figures["size"])
    return found


def _compared() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for country, rows in LOGS.items():
        for name in ESTIMATORS:
            own: Any = policies.single(name, [row[:5] for row in rows])["value"]
            half: Any = policies.single(name, [(row[0], row[0] / 2, *row[2:4], row[4] / 2) for row in rows])["value"]
            found[country, name] = (own, half, own - half)
    return found


def _weights() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for country, rows in LOGS.items():
        weights = [row[1] / row[0] for row in rows]
        total, n = sum(weights), len(weights)
        found[(country,)] = (n, total / n, total**2 / sum(one**2 for one in weights), max(weights))
    return found


def _candidates() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for country, listed in LOGS.items():
        rows = [row[:5] for row in listed]
        figures: Any = {clip: policies.single("dr", rows, **({"clip": clip} if clip else {})) for clip in (None, 5, 1)}
        unbiased = figures[None]["value"]
        errors = {clip: math.hypot(one["error"], one["value"] - unbiased) for clip, one in figures.items()}
        best = min(errors, key=lambda clip, errors=errors: errors[clip])  # type: ignore[misc]
        found |= {(country, clip): (figures[clip]["value"], errors[clip], clip == best) for clip in figures}
    return found


def _moves(row: int) -> Row:
    """The target plays more of what is liked, but not in France. Mean weights are 1."""
    chosen = random.Random(row)
    logging, is_liked = chosen.choice([0.25, 0.5]), chosen.random() < 0.5
    country = "fr" if row % 3 == 0 else "de"
    target = logging * (1.75 if is_liked == (country == "de") else 0.25)
    reward = int(is_liked) if chosen.random() < 0.875 else 0
    return 1 + row // 90, country, f"u{row // 2}", logging, target, logging, reward


MOVES = Given(
    "moves",
    "day country user_id logging_probability target_probability baseline_probability reward",
    [_moves(row) for row in range(110)],
)


def _decisions() -> dict[Row, Row]:
    from decisions import Rule, decided
    from evidence import answer, of_policies

    rule = Rule(measure="snips", baseline="baseline", segments=("country",), unnamed=("user_id",))
    found: dict[Row, Row] = {}
    for day in (1, 2):
        rows = [row for row in MOVES.dictionaries if row["day"] == day]
        known = decided(of_policies(rows, ["snips", "ips"], ("country", "user_id")), rule)
        assert known is not None
        found[day,] = answer(known, rule.measure, "rows")
    return found


def _call(macro: str, keys: str, figures: str, truth: Any, **arguments: Any) -> TypicalCall:
    given = {**arguments, "by": ["country"]}
    return TypicalCall(macro=macro, tables={"log": BANDIT}, arguments=given, keys=keys, figures=figures, truth=truth)


CALLS = [
    _call("off_policy", "country estimator", "value std_error n effective_size", _estimates, estimators=ESTIMATORS),
    _call("compare_policies", "country estimator", "value baseline_value difference", _compared, estimators=ESTIMATORS),
    _call(
        "off_policy_tuning",
        "country candidate",
        "value rmse is_chosen",
        _candidates,
        estimators=["dr"],
        clip=[1, 5],
    ),
    _call("off_policy_weights", "country", "n mean_weight effective_size highest", _weights),
    TypicalCall(
        macro="policy_decision",
        tables={"log": MOVES},
        arguments={"estimators": ["snips", "ips"], "segments": ["country"], "by": ["day"]},
        keys="day",
        figures="decision system baseline measure difference p_adjusted unit n_units falls",
        truth=_decisions,
    ),
]
