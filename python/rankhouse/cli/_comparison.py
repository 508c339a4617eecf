"""What `rankhouse compare` prints, writes and fails on."""

from __future__ import annotations

import contextlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._comparing.comparison import Comparison
from rankhouse._comparing.table import as_html, as_latex, as_markdown, as_text, show
from rankhouse._evaluating.evaluate import columns_of
from rankhouse._inputs import files
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.home import at_home
from rankhouse._inputs.tables import opened
from rankhouse._rendering.refused import InputError
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.text import visible
from rankhouse.cli import _output
from rankhouse.cli._reading import named_runs

SUFFIXES = _output.SUFFIXES | {".md": "markdown", ".tex": "latex", ".html": "html"}
MOST = 20
"""Rows of a pair that are printed; files have all."""
CONDITION = re.compile(r"\s*(?P<measure>[^<>]*[^\s<>=])\s*(?P<sign>[<>])\s*(?P<bound>[^\s<>=]+)\s*")


def choose_format(given: str | None, output: Path | None, *, is_flat: bool, is_rows: bool) -> str:
    """is_rows: whether the answer is rows of queries or items, not a comparison."""
    if is_flat and given not in (None, "flat"):
        raise InputError(f"--flat and --format {given} are two formats: leave one out")
    chosen = _output.choose_format("flat" if is_flat else given, output, SUFFIXES)
    if is_rows and chosen in _TEXTS and chosen != "table":
        raise InputError(f"--moved and --lists are printed as table, csv, json or parquet, not as {chosen}")
    return chosen


@dataclass(frozen=True)
class Condition:
    """A difference by a measure with which the command fails."""

    text: str
    measure: str
    is_below: bool
    bound: float

    def excess(self, difference: float) -> float:
        """How far a difference is beyond the bound; within it, not above 0."""
        return self.bound - difference if self.is_below else difference - self.bound


def condition(text: str) -> Condition:
    found = CONDITION.fullmatch(text)
    try:
        bound = float(found["bound"]) if found else math.nan
    except ValueError:
        bound = math.nan
    if not found or not math.isfinite(bound):
        raise InputError(f"--fail-if is a measure, < or >, and a number, such as 'ndcg@10 < -0.01', got {text!r}")
    return Condition(text.strip(), found["measure"], found["sign"] == "<", bound)


def failure(comparison: Comparison, conditions: Sequence[Condition]) -> str:
    """What fails, and by how much: the worst row, and how many more there are; '' where all is well."""
    found: list[tuple[float, str]] = []
    for each in conditions:
        measure = comparison.measure_of(each.measure)
        for row in comparison.rows():
            if row["measure"] != measure:
                continue
            name = _named(comparison, row)
            if row["difference"] is None:
                found.append((math.inf, f"{name}: no query has a value on both sides, and '{each.text}' is not known"))
            elif (excess := each.excess(row["difference"])) > 0:
                side = "below" if each.is_below else "above"
                found.append(
                    (excess, f"{name}: the difference is {row['difference']:+.6g}, {excess:.6g} {side} {each.bound:g}")
                )
    if not found:
        return ""
    _, worst = max(found, key=lambda each: each[0])
    return visible(worst) + (f" (and {len(found) - 1:,} more that --fail-if names)" if len(found) > 1 else "")


def _named(comparison: Comparison, row: Mapping[str, Any]) -> str:
    groups = "".join(f", {name} {row[name]}" for name in comparison.groups)
    return f"{row['measure']} of {row['system']} against {row['baseline']}{groups}"


def write(comparison: Comparison, format: str, output: Path | None) -> None:  # noqa: A002
    """In a format of ours, or all columns in one of all commands."""
    if format == "table" and output is None:
        # Warnings are on standard error.
        show(comparison, warnings=False)
    elif format in _TEXTS:
        _output.write_text(_TEXTS[format](comparison) + "\n", output)
    else:
        _output.write(comparison.details, format, output)


def _flat(comparison: Comparison) -> str:
    return json.dumps(comparison.flat(), indent=2)


_TEXTS: Mapping[str, Callable[[Comparison], str]] = {
    "table": as_text,
    "markdown": as_markdown,
    "latex": as_latex,
    "html": as_html,
    "flat": _flat,
}


def moved(comparison: Comparison, measure: str, *, is_short: bool) -> duckdb.DuckDBPyRelation:
    """The queries that moved most by a measure, of each pair."""
    parts = [comparison.queries(measure, *pair).order("abs(difference) desc, query_id") for pair in _pairs(comparison)]
    return _together(part.limit(MOST) if is_short else part for part in parts)


def lists(comparison: Comparison, query: str, *, is_short: bool) -> duckdb.DuckDBPyRelation:
    """Both lists of each pair side by side, in each group that has the query."""
    groups: list[Mapping[str, Any]] = [{}]
    if comparison.groups:
        names = ", ".join(map(quoted, comparison.groups))
        found = comparison.values.filter(f"query_id::varchar = {literal(query)}").project(names).distinct().order(names)
        groups = [dict(zip(comparison.groups, row, strict=True)) for row in found.fetchall()] or groups
    parts, unknown = [], []
    for group in groups:
        for system, baseline in _pairs(comparison):
            try:
                part = comparison.lists(query, system, baseline, k=MOST if is_short else None, **group)
            except InputError as error:
                # A group may have judged the query without a list for it.
                unknown.append(error)
                continue
            told = {**group, "system": system, "baseline": baseline}
            part = part.project(", ".join(f"{_text(value)} as {quoted(name)}" for name, value in told.items()) + ", *")
            parts.append(part)
    if not parts:
        raise unknown[0]
    return _together(parts)


def _text(value: Any) -> str:
    return "null::varchar" if value is None else literal(str(value))


def _pairs(comparison: Comparison) -> list[tuple[str, str]]:
    return list(dict.fromkeys((str(row["system"]), str(row["baseline"])) for row in comparison.rows()))


def _together(parts: Iterable[duckdb.DuckDBPyRelation]) -> duckdb.DuckDBPyRelation:
    return reduce(duckdb.DuckDBPyRelation.union, parts)


def told_apart(arguments: Mapping[str, Any], con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Runs and judgments, where the last of several files has grades and nothing to rank by."""
    runs, judgments = arguments["runs"], arguments.get("judgments")
    columns = columns_of(arguments.get("columns", {}), ())
    if judgments is None and len(runs) > 1 and _has_grades_alone(runs[-1], columns, con):
        runs, judgments = runs[:-1], runs[-1]
    return {**arguments, "runs": named_runs(runs), "judgments": judgments}


def _has_grades_alone(given: str, columns: Columns, con: duckdb.DuckDBPyConnection) -> bool:
    if given in files.STANDARD_INPUT:
        return False
    with contextlib.suppress(InputError), at_home(con) as home, opened(home, "judgments", given, ()) as table:
        ranked = any(table.column(columns.name("run", ours)) for ours in ("score", "rank", "value"))
        return bool(table.column(columns.name("judgments", "relevance"))) and not ranked
    return False
