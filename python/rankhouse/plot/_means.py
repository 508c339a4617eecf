"""Means as charts read them: with their intervals, of one system or several, each once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.sql import literal
from rankhouse.plot._chart import (
    Row,
    several,
)
from rankhouse.plot._read import Rows, Wanted

METRICS = "rankhouse.evaluate(run, judgments, measures, by=['system'])"
INTERVALS = ("ci_low", "ci_high")
NOBODY: list[Any] = [None]
"""The name of the only system of a table that has no names."""


def wanted_means(chart: str, *columns: str) -> Wanted:
    return Wanted(chart, METRICS, ["measure", *columns, "value"], ["metric", "k", *INTERVALS, "n_queries"])


def figures_told(found: Sequence[Row]) -> list[tuple[str, str] | tuple[str, str, str]]:
    """What a tip says of a mean: as much as is known."""
    told: list[tuple[str, str] | tuple[str, str, str]] = [("told_value", "mean")]
    if any(row["ci_low"] is not None for row in found):
        told += [("told_ci_low", "from"), ("told_ci_high", "to")]
    return told + ([("n", "queries", ",d")] if any(row["n"] is not None for row in found) else [])


def chosen(rows: Rows, measure: str | None, chart: str) -> str:
    """The measure that is asked for, else the first."""
    known = [name for name in rows.listed("measure") if name is not None]
    if not known:
        raise InputError(f"plot.{chart}: the table has no rows")
    if measure is None:
        return str(known[0])
    if measure not in known:
        raise InputError(
            f"plot.{chart}: there is no measure {measure!r}{did_you_mean(str(measure), known)}; the measures are"
            f" {listed(known)}"
        )
    return measure


def figures_read(rows: Rows) -> str:
    intervals = [f"{name if rows.has(*INTERVALS) else 'null::double'} as {name}" for name in INTERVALS]
    k = ["k"] if rows.has("k") else []
    return ", ".join(["value", *intervals, f"{'n_queries' if rows.has('n_queries') else 'null::double'} as n", *k])


def require_single(rows: Rows, told: Sequence[str], chart: str, where: str) -> None:
    repeated = rows.ask(
        f"select {', '.join(told)}, count(*) as n_rows from given where {where} group by all having count(*) > 1"
        " order by min(place) limit 1"
    )
    if not repeated:
        return
    (first,) = repeated
    named = {"segment": "the segment", "time": "the time", "system": "system", "measure": "measure"}
    of = " and ".join(f"{named[name]} {str(first[name])!r}" for name in reversed(told))
    others = [name for name in rows.groups if name != rows.types.get("system")]
    if "query_id" in others:
        raise InputError(
            f"plot.{chart} shows means, but these are values by query: pass what {METRICS} returns, without"
            " per_query, or what rankhouse.mean_intervals(values) returns"
        )
    fix = f"keep one value of {listed(others)}" if others else "keep one of them"
    raise InputError(
        f"plot.{chart}: there are {first['n_rows']:,} rows for {of}: {fix}, or name the column that distinguishes them"
        " with system=..."
    )


def known_means(means: Sequence[Row], chart: str) -> list[Row]:
    if not means:
        raise InputError(f"plot.{chart}: the table has no rows")
    found = [row for row in means if row["value"] is not None]
    if not found:
        raise InputError(f"plot.{chart}: every value is NULL: there is nothing to show")
    return found


def order_of(rows: Sequence[Row], name: str) -> list[str]:
    return list(dict.fromkeys(str(row[name]) for row in rows if name in row))


def left_out_of(means: Sequence[Row]) -> str:
    n = sum(row["value"] is None for row in means)
    return f"Left out: {several(n, 'mean')} that {'is' if n == 1 else 'are'} NULL." if n else ""


def text_of(value: Any) -> str:
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        value = value.date()
    return "(none)" if value is None else str(value) or "(empty)"


def means_in(rows: Rows, key: Sequence[str], chart: str, measure: str | None = None) -> list[Row]:
    """The means in their order, one for each combination of the key; NULL ones too."""
    where = "measure is not null" if measure is None else f"measure = {literal(measure)}"
    told = [*(name for name in key if rows.has(name)), "measure"]
    require_single(rows, told, chart, where)
    return rows.ask(f"select {', '.join(told)}, {figures_read(rows)} from given where {where} order by place")
