"""Errors of predicted ratings, in exact fractions."""

from __future__ import annotations

import ratings
from typical import Given, Row, TypicalCall

RATED = Given(
    "rated",
    "system rating prediction weight",
    [
        *(("bm25", 4, 3.5, 1), ("bm25", 2, 2.5, 1), ("bm25", 5, 3.0, 2)),
        *(("dense", 4, 4.0, 1), ("dense", 2, 1.0, 2), ("dense", 5, 4.5, 1)),
    ],
)
MEASURES = ["mae", "mape", "r2", "explained_variance"]


def _errors() -> dict[Row, Row]:
    return {
        (system, measure): (ratings.exact([row[1:3] for row in RATED.rows if row[0] == system])[measure][0], 3)
        for system in ("bm25", "dense")
        for measure in MEASURES
    }


CALLS = [
    TypicalCall(
        macro="rating_metrics",
        tables={"predictions": RATED},
        arguments={"measures": MEASURES, "by": ["system"]},
        keys="system measure",
        figures="value n_ratings",
        truth=_errors,
    )
]
