"""The page of results: the columns of each, with their types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from interface.tables import Column, Result, results

PATH = Path(__file__).parents[2] / "docs/reference/results.md"
HEADING = """\
# Columns of results

What each macro, DuckDB table macro and function of the same name gives. The `by` columns are those that you name with
`by`; they come first, under their own names and with their own types. What is undefined is NULL, never NaN.

The interval of a row's main figure is `ci_low` to `ci_high`. Further intervals are named for their figure: `rank_low`
to `rank_high`, `slope_low` to `slope_high`. A row of `grade_calibration` has two figures of equal weight, so both
intervals are named: `human_low` and `bias_low`.
"""
TYPES = {
    "number": "number",
    "whole": "whole number",
    "count": "whole number; with weights a number",
    "text": "text",
    "flag": "true or false",
    "date": "date",
    "id": "as in the input",
}


def derived() -> dict[Path, Callable[[], str]]:
    return {PATH: page}


def page() -> str:
    return "\n".join([HEADING, *(section(result) for result in results().values() if result.columns)])


def section(result: Result) -> str:
    further = " ".join(f"{when[0].upper()}{when[1:]} those of [{name}](#{name})." for when, name in result.also)
    if result.of:
        return f"## {result.name}\n\nThe columns of [{result.of}](#{result.of}). {further}\n"
    said = " ".join(filter(None, [result.text, f"Gives {result.row}.", result.notes, further]))
    return "\n".join(
        [f"## {result.name}", "", said, "", "| column | type | meaning |", "|---|---|---|", *_rows(result), ""]
    )


def _rows(result: Result) -> Iterator[str]:
    if result.before:
        yield f"| {result.before} | as in the input | |"
    for column in result.columns:
        yield f"| {column.heading} | {_type(column)} | {_meaning(column)} |"


def _type(column: Column) -> str:
    return f"{TYPES[column.type]}, {column.range}" if column.range else TYPES[column.type]


def _meaning(column: Column) -> str:
    return column.text + (f"; NULL {column.is_null}" if column.is_null else "")
