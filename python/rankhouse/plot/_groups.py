"""Charts with a panel for each group of a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rankhouse._rendering.errors import InputError
from rankhouse.plot._chart import MOST_LEVELS, Row, Spec


def grouped(rows: Sequence[Row]) -> dict[Any, list[Row]]:
    """Rows by their group, `system` among our names, in the order in which groups first occur."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row["system"], []).append(row)
    return found


def titled(view: Spec, column: str | None, group: Any) -> Spec:
    """A panel with its group; column: None where there are no groups."""
    if column is None:
        return view
    return {**view, "title": {"text": f"{column}: {group}", "fontSize": 12, "offset": 6}}


def where(column: str | None, group: Any) -> str:
    """The group that a sentence is about, before it."""
    return "" if column is None else f"{column} {group}: "


def without_more(by_group: Mapping[Any, list[Row]]) -> str:
    """What is said of groups that have no panel."""
    return f"The first {MOST_LEVELS} of {len(by_group):,} groups." if len(by_group) > MOST_LEVELS else ""


def require_once(rows: Sequence[Row], key: Sequence[str], chart: str, said: str) -> None:
    """Raise InputError where a chart would draw two marks in one place. said: which, with the names of `key`."""
    seen = set()
    for row in rows:
        place = tuple(row[name] for name in key)
        if place in seen:
            raise InputError(f"plot.{chart}: more than one row for {said.format(**row)}: keep the rows of one result")
        seen.add(place)
