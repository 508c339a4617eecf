"""A right input of each family of checks, and for each check an input that it finds something in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Rows = list[dict[str, Any]]
NAN = float("nan")


@dataclass(frozen=True)
class Good:
    """Tables that nothing is wrong with, by their sides, and what else the call needs."""

    macro: str
    tables: dict[str, Rows]
    options: dict[str, Any] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Bad:
    """What makes a check of `good` find something: `change` of a row of its side, or rows in place of all of them.

    change: of the first row. more: of a copy of the first row, which comes behind. rows: all of them.
    """

    good: str
    side: str
    problem: str
    change: dict[str, Any] | None = None
    more: dict[str, Any] | None = None
    rows: Rows | None = None
    n_rows: int = 1

    @property
    def tables(self) -> dict[str, Rows]:
        tables = {side: [dict(row) for row in rows] for side, rows in GOOD[self.good].tables.items()}
        rows = tables[self.side]
        if self.change is not None:
            rows[0] |= self.change
        if self.more is not None:
            rows.append(rows[0] | self.more)
        if self.rows is not None:
            tables[self.side] = self.rows
        return tables


def table(names: str, *rows: tuple[Any, ...]) -> Rows:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


LOG = table(
    "search_id query_id item_id position clicked",
    (1, "q", "a", 1, 1),
    (1, "q", "b", 2, 0),
    (2, "q", "b", 1, 1),
    (2, "q", "a", 2, 0),
)
COUNTS = table("query_id item_id position impressions clicks", ("q", "a", 1, 9, 3), ("q", "b", 2, 9, 2))
EXAMINATION = table("position examination", (1, 1.0), (2, 0.5))

GOOD = {
    "log": Good("click_judgments", {"log": LOG, "examination": EXAMINATION}),
    "counts": Good("position_bias", {"log": COUNTS}, {"counts": True}),
    "log from 0": Good(
        "position_bias", {"log": [row | {"position": row["position"] - 1} for row in LOG]}, {"first_position": 0}
    ),
}


def no_ids(good: str, side: str, *ids: str) -> list[Bad]:
    return [Bad(good, side, f"{name} is NULL", more={name: None}) for name in ids]


def no_numbers(good: str, side: str, *numbers: str) -> list[Bad]:
    return [
        bad
        for name in numbers
        for bad in (
            Bad(good, side, f"{name} of another type", change={name: "one"}),
            Bad(good, side, f"{name} is NULL or NaN", more={name: None}),
        )
    ]


BAD = [
    Bad("log", "log", "empty", rows=[]),
    *no_ids("log", "log", "search_id", "query_id", "item_id"),
    *no_numbers("log", "log", "position", "clicked"),
    Bad("log", "log", "position below 0", more={"search_id": 3, "position": -1}),
    Bad("log", "log", "position below the first", more={"search_id": 3, "position": 0}),
    Bad("log", "log", "position is no whole number", more={"search_id": 3, "position": 1.5}),
    Bad("log", "log", "position is no whole number", more={"search_id": 3, "position": float("inf")}),
    Bad("log", "log", "clicked is not 0 or 1", more={"search_id": 3, "clicked": 2}),
    Bad("log", "log", "position twice in a search", more={"item_id": "c"}),
    Bad("log", "log", "no click", rows=[row | {"clicked": 0} for row in LOG], n_rows=4),
    Bad("log", "examination", "empty", rows=[]),
    *no_numbers("log", "examination", "position", "examination"),
    Bad("log", "examination", "examination is not above 0", change={"examination": 0.0}),
    Bad("log", "examination", "examination is not above 0", more={"position": 3, "examination": float("inf")}),
    Bad("log", "examination", "position twice", more={}),
    Bad("log", "examination", "position of the log is missing", rows=EXAMINATION[:1]),
    Bad("log from 0", "log", "position below 0", more={"search_id": 3, "position": -1}),
    *no_numbers("counts", "log", "impressions", "clicks"),
    Bad("counts", "log", "impressions or clicks below 0", more={"clicks": -1}),
    Bad("counts", "log", "more clicks than impressions", change={"clicks": 10}),
]
