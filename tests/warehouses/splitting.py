"""Splits of ratings on an engine, row by row, against brute force with Python's MD5.

Ids that are numbers, negative ones among them, and texts that sort otherwise by language than by bytes; rows that stand
twice, and rows without user, item or time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import splits
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison
from warehouses.reference import BIGINT, TEXT, Row, Session

GENERATOR = random.Random(17)
UNKNOWN_TO = "snowflake"
"""fakesnow has no to_number() of hexadecimal digits."""
POLICIES: list[dict[str, Any]] = [
    {},
    {"short": "leave_out", "new_users": "leave_out", "new_items": "leave_out", "seed": 5},
]


def tables() -> dict[str, tuple[str, list[splits.Rating]]]:
    numbers = [(some(-3, 12), some(1, 9), some(0, 9)) for _ in range(150)]
    texts = [(f"ü'{user}" if user % 2 else f"Z {user}", f"日本:{item}", time) for user, item, time in numbers]
    nothing = [(None, 1, 2), (1, None, 2), (1, 2, None), (None, None, None)]
    return {
        "numbered_ratings": (BIGINT, [*numbers, (99, 1, 5), (98, 77, 9), *nothing]),
        "named_ratings": (TEXT, [*texts, *((as_text(user), as_text(item), time) for user, item, time in nothing)]),
    }


def as_text(number: int | None) -> str | None:
    return None if number is None else str(number)


def some(lowest: int, highest: int) -> int:
    return GENERATOR.randint(lowest, highest)


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    """A comparison for each method and table: how many rows are where brute force has them."""
    if dialect == UNKNOWN_TO:
        return
    package = macros(*DIALECTS[dialect])
    for table, (kind, ratings) in sample.some(tables().items()):
        columns = {"row_number": BIGINT, "user_id": kind, "item_id": kind, "rated_at": BIGINT}
        rows: list[Row] = [(row, *rating) for row, rating in enumerate(ratings)]
        GENERATOR.shuffle(rows)
        session.load(table, columns, rows)
        for call in sample.some(splits.CALLS):
            is_numbered = call["method"] == "folds" and "fold" not in call
            for policies in sample.some(POLICIES[:1] if is_numbered else POLICIES):
                known = splits.by_row(ratings, **call | policies)
                found = session.query(package.split(table, **call | policies))
                yield compared(f"{table}, {call | policies}", known, found, call["method"] == "learning_curve")


def compared(case: str, known: Any, found: list[Row], is_curve: bool) -> Comparison:
    """Of each row its number, and after the four columns of the ratings what was added."""
    rows = {(int(row[0]), int(row[4]) if is_curve else None): (row[-2], row[-1]) for row in found}
    assert len(rows) == len(found), f"{case}: a row stands twice"
    wrong = {key for key in rows.keys() | known.keys() if rows.get(key) != known.get(key)}
    example = {key: (known.get(key), rows.get(key)) for key in sorted(wrong, key=repr)[:3]}
    return Comparison("split", f"{case} {example or ''}", len(known), len(known) - len(wrong), 0)
