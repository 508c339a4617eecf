"""What is said of an input that has another form than it should: the form that is right."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.refused import InputError

SQL = re.compile(r"[\s(]*(select|with|from|values|table|describe|pivot)\b\s*\S", re.IGNORECASE)


def shortened(text: str) -> str:
    """A text as a message shows it: the beginning of a long one."""
    return str(macros("duckdb").shortened(text))


def refuse_other_text(side: str, text: str) -> None:
    """Of a text that names no table and no file: a query, which never runs unasked, or a measure at the wrong place."""
    if SQL.match(text):
        raise InputError(
            f"{side} is the text of a query, {shortened(text)!r}, which is not run: give con.sql('...'), which returns"
            " its rows"
        )
    if side == "judgments" and _names_measures(text):
        raise InputError(
            f"judgments is {text!r}, the name of a measure: write evaluate(run, judgments, {text!r}), or"
            f" measures={text!r} for a run with labels"
        )


def refuse_texts(side: str, given: Any) -> None:
    """Of a list of texts, which is no table: measures at the place of the judgments."""
    if side == "judgments" and all(_names_measures(text) for text in given):
        raise InputError(
            f"judgments is {given!r}, a list of measures: write evaluate(run, judgments, {given!r}), or"
            f" measures={given!r} for a run with labels"
        )


def _names_measures(text: str) -> bool:
    names = [re.split(r"[@(]", part)[0].strip().lower() for part in text.split(",")]
    return set(names) <= set(macros("duckdb").spellings())


def refuse_other_table(side: str, shown: str, name: str, columns: Collection[str]) -> None:
    """Of a table that lacks a column, because it holds something else."""
    if {"measure", "value", "n_queries"} <= set(columns) and name == "query_id":
        raise InputError(
            f"{side} ({shown}) has means over queries, and a comparison needs the value of each query:"
            " evaluate(..., per_query=True)"
        )
    if "bbox" in columns and name in ("class_id", "x_min", "y_min", "x_max", "y_max"):
        raise InputError(
            f"{side} ({shown}) has no column {name!r}, but 'bbox', as in COCO: x, y, width and height. Give corners,"
            " x_min = x, y_min = y, x_max = x + width and y_max = y + height, and the category as class_id"
        )


COUNTED = {
    "all": ("judgments", "give it an item of relevance 0"),
    "run": ("run", "queries='judged' counts a judged query that the run lacks as 0"),
}
"""The input whose queries a rule counts, and the fix where one has no items."""


def refuse_queries_without_items(run: Any, judgments: Any, queries: str) -> None:
    """{"q2": {}} is no row of a table, so that a rule which counts all queries of an input would not count it."""
    side, fix = COUNTED.get(queries, ("", ""))
    given = {"run": run, "judgments": judgments}.get(side)
    items_of = given.items() if isinstance(given, Mapping) else ()
    if empty := [query for query, items in items_of if isinstance(items, Mapping) and not items]:
        raise InputError(
            f"{side} has {len(empty)} queries without items, such as {empty[0]!r}, which queries={queries!r} would not"
            f" count: {fix}, or leave it out"
        )
