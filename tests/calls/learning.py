"""Learning curves: values of users at three points, by two systems whose curves cross."""

from __future__ import annotations

import curves
from typical import Given, Row, TypicalCall

RISES = {"bm25": 0.0, "dense": 0.125}
POINTS = (1, 2, 5)
USERS = range(8)
CURVE: dict[str, curves.Curve] = {
    system: {
        point: {
            f"u{user}": (user * 5 % 8) / 16 + 0.3 + rise * (point - 2.5) for user in USERS if (user, point) != (3, 5)
        }
        for point in POINTS
    }
    for system, rise in RISES.items()
}
BY_POINT = Given(
    "by_point",
    "day system n_given query_id measure value",
    [
        (day, system, point, user, "ndcg@10", value)
        for day in (1, 2)
        for system, curve in CURVE.items()
        for point, by_user in curve.items()
        for user, value in by_user.items()
    ],
)
REPETITIONS = 40
NAMES = {1: "bm25", -1: "dense"}


def _points() -> dict[Row, Row]:
    return {
        (day, system, point): curves.summary(list(by_user.values()))
        for day in (1, 2)
        for system, curve in CURVE.items()
        for point, by_user in curve.items()
    }


def _means() -> dict[Row, Row]:
    return {
        (day, system): curves.over_curve(curve, set(POINTS), len(USERS), False)
        for day in (1, 2)
        for system, curve in CURVE.items()
    }


def _crossings() -> dict[Row, Row]:
    found = curves.compared(CURVE["bm25"], CURVE["dense"], REPETITIONS)
    (crossing, low, high, before, after, share, n) = next(found)
    return {(day, NAMES[before], NAMES[after]): (crossing, low, high, share, n) for day in (1, 2)}


# The functions of Python take the rankings of all points, from which they make this table.
CALLS = [
    TypicalCall(
        macro="learning_curve",
        tables={"query_metrics": BY_POINT},
        arguments={"by": ["day", "system"]},
        keys="day system n_given",
        figures="value n_queries std_error ci_low ci_high",
        truth=_points,
        function=None,
        command=None,
    ),
    TypicalCall(
        macro="mean_over_curve",
        tables={"query_metrics": BY_POINT},
        arguments={"by": ["day", "system"]},
        keys="day system",
        figures="value n_queries n_incomplete std_error ci_low ci_high",
        truth=_means,
        function=None,
        command=None,
    ),
    TypicalCall(
        macro="curve_crossings",
        tables={"query_metrics": BY_POINT},
        arguments={"by": ["day"], "repetitions": REPETITIONS},
        keys="day ahead_before ahead_after",
        figures="crossing ci_low ci_high crossing_share n_queries",
        truth=_crossings,
        function=None,
        command=None,
    ),
]
