"""Charts of means over time."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import duckdb

from rankhouse._inputs.columns import kind
from rankhouse._inputs.complete import complete_days
from rankhouse._inputs.order import no_times, says_no_time
from rankhouse._inputs.tables import connection_of
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import (
    MOST_LINES,
    Row,
    Spec,
    figure,
    finished,
    leading,
    lines,
    number,
    several,
    who,
)
from rankhouse.plot._means import (
    NOBODY,
    chosen,
    figures_read,
    figures_told,
    known_means,
    left_out_of,
    order_of,
    require_single,
    text_of,
    wanted_means,
)
from rankhouse.plot._read import Rows, reading

MOST_TIMES = 400


@short_errors
def over_time(
    metrics: Any,
    time: str,
    *,
    measure: str | None = None,
    system: str | None = None,
    complete: Mapping[str, float] | str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """A measure over time, a line with its interval for each system.

    time: a column of dates, times or numbers, such as `day` of `evaluate(..., by=["system", "day"])`.
    measure: one of the table; by default its first. Other arguments as in `summary`.
    complete: which days are shown, because labels come late, as in `check_metrics`: `{"min_queries": 100, "age": 3}`,
        or the name of a table with the column `time` and `is_complete`, such as `rankhouse__maturity`.
    """
    with contextlib.ExitStack() as stack:
        if complete is not None:
            macros("duckdb").complete_of(time, complete)
            metrics = stack.enter_context(complete_days(connection_of(con, metrics), metrics, time, complete))
        wanted = wanted_means("over_time")
        rows = stack.enter_context(reading(wanted, metrics, con, system=system, further={"time": time}))
        measure = chosen(rows, measure, "over_time")
        means, n_all = _thinned_means(rows, measure, time)
        column = rows.types.get("system")
        is_number = kind(rows.types["time"]) == "number"
    known = known_means(means, "over_time")
    found = [row for row in known if row["time"] is not None]
    if not found:
        raise InputError(f"plot.over_time: column {time!r} has no time (NULL in all rows)")
    systems = order_of(found, "system")
    last = max(row["time"] for row in found)
    shown, thinned = leading([row for row in found if row["time"] == last], systems, MOST_LINES)
    found = [row for row in found if not systems or row["system"] in shown]
    if is_number:
        x = number("time", time, zero=False)
        data = [{**row, "time": float(row["time"])} for row in found]
    else:
        x = _calendar(time, [row["time"] for row in found])
        data = [{**row, "time": _moment(row["time"])} for row in found]
    tip = [("when", time), *who(systems, column), *figures_told(found)]
    data = [{**row, "when": text_of(source["time"])} for row, source in zip(data, found, strict=True)]
    has_points = len(data) <= 60 * max(1, len(shown))
    spec: Spec = {"height": 260, **lines(x, measure, shown, column, tip, data, has_points=has_points)}
    title = f"{measure} over time"
    finding = "; ".join(
        f"{name + ' ' if name else ''}from {figure(own[0]['value'])} to {figure(own[-1]['value'])}"
        for name in shown or NOBODY
        if (own := [row for row in found if row.get("system") == name])
    )
    n_null = sum(row["time"] is None for row in known)
    notes = [
        thinned,
        f"{len(means):,} of {n_all:,} points, evenly spaced, with the ends and the extremes."
        if len(means) < n_all
        else "",
        left_out_of(means),
        f"Left out: {several(n_null, 'mean')} without a time." if n_null else "",
    ]
    return finished(spec, title, notes, f"{title}: {finding}.")


def _thinned_means(rows: Rows, measure: str, time: str) -> tuple[list[Row], int]:
    """The means by time, of many some: both ends, the lowest and the highest of each system among them."""
    where = f"measure = {literal(measure)}"
    told = ["time", *(["system"] if rows.has("system") else []), "measure"]
    require_single(rows, told, "over_time", where)
    moment = _time_of(rows, time)
    by = f"partition by {'system' if rows.has('system') else 'measure'}"
    (counts,) = rows.ask(f"select count(*) as n from given where {where}")
    found = rows.ask(
        "select * exclude (number, n_points, by_value) from ("
        f"select * exclude (time), {moment} as time, row_number() over ({by} order by time) - 1 as number,"
        f" count(*) over ({by}) as n_points, row_number() over ({by} order by value) as by_value"
        f" from (select {', '.join(told)}, {figures_read(rows)}, place from given where {where}))"
        f" where n_points <= {MOST_TIMES} or number = n_points - 1 or by_value in (1, n_points)"
        f" or number % ceil(n_points / {MOST_TIMES}::double)::bigint = 0"
        " order by time, place"
    )
    return found, int(counts["n"])


def _time_of(rows: Rows, time: str) -> str:
    """The time as a number or a timestamp; a text of one is read."""
    of_time = kind(rows.types["time"])
    if of_time == "number":
        return "time"
    if of_time == "time":
        return "time::timestamp"
    if wrong := rows.ask(no_times("given", "time")):
        raise InputError(f"plot.over_time: {says_no_time(time, wrong[0]['example'])}")
    return "time::varchar::timestamp"


def _moment(value: date | datetime) -> str:
    """In a form that browsers read as local time: the day stays the day."""
    return value.isoformat() if isinstance(value, datetime) else f"{value.isoformat()}T00:00:00"


def _calendar(title: str, times: Sequence[datetime]) -> Spec:
    """An axis of days, months or hours, without the same label twice."""
    first, last = min(times), max(times)
    days = (last - first).days
    is_daily = all(time.time() == datetime.min.time() for time in times)
    axis: Spec
    if not is_daily and days < 3:
        axis = {"format": "%H:%M" if days < 1 else "%-d %b %H:%M", "tickCount": 6}
    elif days <= 45:
        axis = {"format": "%-d %b", "tickCount": {"interval": "day", "step": max(1, -(-days // 6))}}
    else:
        axis = {"format": "%-d %b" if days < 150 else "%b %Y", "tickCount": 6}
    year = "" if axis["format"] == "%b %Y" else f" ({first.year})" if first.year == last.year else ""
    return {"field": "time", "type": "temporal", "title": f"{title}{year}", "axis": axis}
