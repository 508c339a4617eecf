"""How long people stay with what they click, averaged by hand."""

from __future__ import annotations

from typical import Given, TypicalCall

VISITS = Given(
    "visits",
    "day position seconds",
    [(1, 1, 30.0), (1, 1, 60.0), (1, 1, 0.5), (1, 2, 12.0), (2, 1, 45.0), (2, 2, 1.0), (2, 3, 8.0)],
)
CALLS = [
    TypicalCall(
        macro="dwell_times",
        tables={"visits": VISITS},
        arguments={"by": ["day"], "shortest": 2},
        keys="day position",
        figures="n_visits mean_seconds",
        truth=lambda: {(1, 1): (2, (30 + 60) / 2), (1, 2): (1, 12), (2, 1): (1, 45), (2, 3): (1, 8)},
    )
]
