"""Figures of days: moving averages and changes, against exact fractions and scipy, and the calendar."""

from __future__ import annotations

import datetime
import math

from scipy import stats

from typical import Given, Row, TypicalCall

FIRST = datetime.date(2026, 1, 1)
SYSTEMS = ("bm25", "dense")
SAMPLES = {
    system: {
        FIRST + datetime.timedelta(days=day): [(query * 5 % 8 + day + place) / 16 for query in range(4 + day % 3)]
        for day in (0, 1, 3, 4, 7)
    }
    for place, system in enumerate(SYSTEMS)
}
DAILY = Given(
    "daily",
    "system day measure metric k value value_sum n_queries std_error",
    [
        (system, str(day), "ndcg@10", "ndcg", 10, math.fsum(x) / len(x), math.fsum(x), len(x), float(stats.sem(x)))
        for system, samples in SAMPLES.items()
        for day, x in samples.items()
    ],
)


def _averages() -> dict[Row, Row]:
    from reports.test_periods import known_averages

    return {
        (system, str(day)): figures
        for system, samples in SAMPLES.items()
        for day, figures in known_averages(samples, 3, "day").items()
    }


def _changes() -> dict[Row, Row]:
    from reports.test_periods import known_changes

    return {
        (system, str(day)): (*figures[:2], *figures[3:])
        for system, samples in SAMPLES.items()
        for day, figures in known_changes(samples, "day", "welch", 0.9).items()
    }


def _spine() -> dict[Row, Row]:
    from reports.test_periods import known_spine

    return {(str(day),): () for day in known_spine(FIRST, datetime.date(2026, 3, 2), "week")}


CALLS = [
    TypicalCall(
        macro="moving_average",
        tables={"metrics": DAILY},
        arguments={"periods": 3, "by": ["system"]},
        keys="system day",
        figures="value n_queries moving_average window_queries window_periods",
        truth=_averages,
        command=None,
    ),
    TypicalCall(
        macro="change_from_previous",
        tables={"metrics": DAILY},
        arguments={"by": ["system"], "confidence": 0.9},
        keys="system day",
        figures="value n_queries previous_value previous_queries difference relative_difference ci_low ci_high",
        truth=_changes,
        command=None,
    ),
    TypicalCall(
        macro="date_spine",
        arguments={"start_date": "2026-01-01", "end_date": "2026-03-02", "grain": "week"},
        keys="period",
        figures="",
        truth=_spine,
        command=None,
    ),
]
