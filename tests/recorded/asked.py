"""What the libraries are asked, in the forms that they take, and what they answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lists import Lists

# Measure, as rankhouse spells it -> query ("mean" for the mean) -> value; a text is why there is none.
Values = dict[str, dict[str, float | str]]


def answer(ask: Callable[[], Any]) -> float | str:
    try:
        return float(ask())
    except Exception as error:  # noqa: BLE001 (what a library refuses is recorded too)
        return f"{type(error).__name__}: {error}".splitlines()[0]


def relevant(judgments: Lists) -> Lists:
    """For libraries whose truth is the relevant items; a query without any is none of theirs."""
    found = {query: {item: x for item, x in items.items() if x > 0} for query, items in judgments.items()}
    return {query: items for query, items in found.items() if items}


def ordered(run: Lists) -> dict[int, list[int]]:
    return {query: sorted(items, key=lambda item: -items[item]) for query, items in run.items()}
