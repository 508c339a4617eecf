"""Splits of ratings, by tests/helpers/splits.py, and how many rows they have."""

from __future__ import annotations

from typing import Any

import splits
from typical import Given, Row, TypicalCall

RATINGS = Given(
    "ratings",
    "user_id item_id rated_at rating",
    [(user, item, (user * 3 + item * 5) % 11, 1 + (user + item) % 5) for user in range(1, 5) for item in range(1, 6)],
)
METHOD: dict[str, Any] = {"method": "leave_last", "n": 2}
PARTS = Given(
    "parts",
    "system user_id item_id part reason",
    [
        *(("bm25", 1, 1, "train", None), ("bm25", 1, 2, "train", None), ("bm25", 2, 2, "train", None)),
        *(("bm25", 1, 3, "test", None), ("bm25", 3, 3, "left_out", "new user"), ("dense", 1, 1, "test", None)),
    ],
)


def _parts() -> dict[Row, Row]:
    answers = splits.split([row[:3] for row in RATINGS.rows], **METHOD)
    return {row[:2]: (part, reason) for row, (part, reason) in zip(RATINGS.rows, answers, strict=True)}


CALLS = [
    TypicalCall(
        macro="split",
        tables={"ratings": RATINGS},
        arguments=METHOD,
        keys="user_id item_id",
        figures="part reason",
        truth=_parts,
    ),
    TypicalCall(
        macro="split_counts",
        tables={"split": PARTS},
        arguments={"by": ["system"]},
        keys="system part reason",
        figures="n_ratings n_users n_items",
        truth=lambda: {
            ("bm25", "train", None): (3, 2, 2),
            ("bm25", "test", None): (1, 1, 1),
            ("bm25", "left_out", "new user"): (1, 1, 1),
            ("dense", "test", None): (1, 1, 1),
        },
        command=None,
    ),
]
