"""Charts of metric tables: means over queries, as `evaluate`, `mean_intervals` and the dbt models give them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import duckdb

from rankhouse._inputs.columns import kind
from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse._rendering.sql import literal
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import (
    MOST_LEVELS,
    MOST_LINES,
    STEP,
    Row,
    Spec,
    dots,
    few,
    figure,
    finished,
    height_of,
    leading,
    lines,
    names,
    number,
    panels,
    several,
    ticks,
    who,
)
from rankhouse.plot._read import Rows, Wanted, reading

METRICS = "rankhouse.evaluate(run, judgments, measures, by=['system'])"
INTERVALS = ("ci_low", "ci_high")
MOST_ROWS = 150
"""Rows of points below each other."""
MOST_SEGMENTS = 50
MOST_TIMES = 400
NOBODY: list[Any] = [None]
"""The name of the only system of a table that has no names."""


def _wanted(chart: str, *columns: str) -> Wanted:
    return Wanted(chart, METRICS, ["measure", *columns, "value"], ["metric", "k", *INTERVALS, "n_queries"])


@short_errors
def summary(metrics: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """The mean of each measure, with its interval, for each system.

    metrics: what `evaluate` returns (not per_query), `mean_intervals`, or a table of the ready-made models.
    system: the column that tells systems apart; by default `system`, else the only grouping column.
    con: the connection that has the table, where `metrics` is its name.
    """
    with reading(_wanted("summary"), metrics, con, system=system) as rows:
        means = _means(rows, ["system"], "summary")
        column = rows.types.get("system")
    found = _known(means, "summary")
    measures, systems = _order(found, "measure"), _order(found, "system")
    tip = [("measure", "measure"), *who(systems, column), *_figures_told(found)]
    spec: Spec
    if len(systems) > MOST_LEVELS or (len(measures) > 1 and _differ_in_scale(found, measures)):
        # A row for each system needs no colours; each measure may have a scale of its own.
        views = []
        for measure in measures:
            own = [row for row in found if row["measure"] == measure]
            shown, thinned = leading(own, systems, MOST_ROWS) if systems else ([], "")
            own = [row for row in own if not systems or row["system"] in shown]
            position = {"y": names("system", shown)} if shown else {"y": names("measure", [measure], axis=None)}
            views.append(
                {
                    "title": f"{measure}{'. ' + thinned if thinned else ''}",
                    "height": height_of(max(1, len(shown))),
                    **dots(position, number("value", None, zero=False), [], None, tip, own),
                }
            )
        spec = panels(views, max(map(len, systems), default=0))
    else:
        position = {"y": names("measure", measures, scale={"paddingInner": 0.35, "paddingOuter": 0.2})}
        if len(systems) > 1:
            position["yOffset"] = {"field": "system", "type": "nominal", "sort": systems}
        x = number("value", "mean over queries", zero=False)
        height = height_of(len(measures), 1.5 * STEP, len(systems))
        spec = {"height": height, **dots(position, x, systems, column, tip, found)}
    finding = "; ".join(
        _best([row for row in found if row["measure"] == measure], systems) for measure in measures[:MOST_LINES]
    )
    has_intervals = any(row["ci_low"] is not None for row in found)
    title = "Means by system" if len(systems) > 1 else "Means"
    notes = ["Lines are intervals of the mean." if has_intervals else "", _left_out(means)]
    return finished(spec, title, notes, f"{title}: {finding}.")


@short_errors
def by_cutoff(metrics: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Measures over their cutoff k, a line per system; each measure has a panel.

    Arguments as in `summary`; measures without a cutoff are left out.
    """
    with reading(_wanted("by_cutoff", "k"), metrics, con, system=system) as rows:
        means = _means(rows, ["system"], "by_cutoff")
        column = rows.types.get("system")
    without = _order([row for row in means if row["k"] is None], "measure")
    with_cutoff = [{**row, "name": row["measure"].rsplit("@", 1)[0]} for row in means if row["k"] is not None]
    if means and not with_cutoff:
        raise InputError(
            f"plot.by_cutoff: no measure has a cutoff, and there are {few(without)}: ask for some, such as"
            " evaluate(run, judgments, ['ndcg@5', 'ndcg@10', 'ndcg@20'])"
        )
    found = _known(with_cutoff, "by_cutoff")
    last = max(row["k"] for row in found)
    at_last = [row for row in found if row["k"] == last and row["name"] == found[0]["name"]]
    systems = _order(found, "system")
    shown, thinned = leading(at_last, systems, MOST_LINES)
    found = [row for row in found if not systems or row["system"] in shown]
    views = []
    for name in _order(found, "name"):
        own = [row for row in found if row["name"] == name]
        cutoffs = sorted({row["k"] for row in own})
        is_log = cutoffs[0] > 0 and cutoffs[-1] >= 10 * cutoffs[0]
        axis = {"values": ticks(cutoffs, is_log=is_log), "labelOverlap": False, "tickCount": 1000, "grid": False}
        x = number(
            "k", "cutoff k", format=",d", scale={"type": "log", "nice": False} if is_log else {"zero": False}, axis=axis
        )
        tip = [("measure", "measure"), *who(systems, column), *_figures_told(found)]
        views.append({"height": 220, **lines(x, f"{name}@k", shown, column, tip, own)})
    title = f"{few(_order(found, 'name'))} by cutoff"
    notes = [
        thinned.replace("highest", f"highest {at_last[0]['measure']}") if thinned else "",
        f"Without a cutoff, and left out: {few(without)}." if without else "",
        _left_out(means),
    ]
    finding = "; ".join(
        _best([row for row in found if row["name"] == name and row["k"] == k], systems)
        for name, k in {row["name"]: row["k"] for row in sorted(found, key=lambda row: row["k"])}.items()
    )
    return finished(panels(views), title, notes, f"{title}: {finding}.")


@short_errors
def by_segment(
    metrics: Any,
    segment: str,
    *,
    measure: str | None = None,
    system: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """A measure in each segment, for each system; segments that are texts in the order of their values.

    segment: the column of the segments, such as `country` of `evaluate(..., by=["system", "country"])`.
    measure: one of the table; by default its first. Other arguments as in `summary`.
    """
    with reading(_wanted("by_segment"), metrics, con, system=system, further={"segment": segment}) as rows:
        measure = chosen(rows, measure, "by_segment")
        means = _means(rows, ["segment", "system"], "by_segment", measure)
        column = rows.types.get("system")
        of_segment = kind(rows.types["segment"])
    found = [{**row, "key": row["segment"], "segment": _text(row["segment"])} for row in _known(means, "by_segment")]
    systems = _order(found, "system")
    shown, thinned = leading(found, systems, MOST_LEVELS)
    found = [row for row in found if not systems or row["system"] in shown]
    segments = _order(found, "segment")
    most = min(MOST_SEGMENTS, MOST_ROWS // max(1, len(shown)))
    rest = ""
    if len(segments) > most:
        support: dict[str, float] = {}
        for row in found:
            support[row["segment"]] = max(support.get(row["segment"], 0.0), row["n"] or 0.0)
        largest = set(sorted(segments, key=lambda name: -support[name])[:most])
        rest = f"The {most} segments with the most queries, of {len(segments):,}."
        segments = [name for name in segments if name in largest]
        found = [row for row in found if row["segment"] in largest]
    if of_segment == "text":
        first = shown[0] if shown else None
        of_first = {row["segment"]: row["value"] for row in found if row.get("system") == first}
        segments.sort(key=lambda name: -of_first.get(name, float("-inf")))
    elif of_segment in ("number", "time"):
        keys = {row["segment"]: row["key"] for row in found}
        segments.sort(key=lambda name: (keys[name] is None, keys[name] if keys[name] is not None else 0))
    data = [{name: value for name, value in row.items() if name != "key"} for row in found]
    position: Spec = {"y": names("segment", segments, segment)}
    if len(shown) > 1:
        position["y"]["scale"] = {"paddingInner": 0.3}
        position["yOffset"] = {"field": "system", "type": "nominal", "sort": shown}
    tip = [("segment", segment), *who(systems, column), *_figures_told(found)]
    x = number("value", measure, zero=False)
    height = height_of(len(segments), STEP, len(shown) if len(shown) > 1 else 0)
    spec: Spec = {"height": height, **dots(position, x, shown, column, tip, data)}
    title = f"{measure} by {segment}"
    high, low = (pick(found, key=lambda row: row["value"]) for pick in (max, min))
    finding = f"from {figure(low['value'])} ({low['segment']}{_of(low)}) to"
    finding += f" {figure(high['value'])} ({high['segment']}{_of(high)})"
    return finished(spec, title, [thinned, rest, _left_out(means)], f"{title}: {finding}.")


@short_errors
def over_time(
    metrics: Any,
    time: str,
    *,
    measure: str | None = None,
    system: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """A measure over time, a line with its interval for each system.

    time: a column of dates, times or numbers, such as `day` of `evaluate(..., by=["system", "day"])`.
    measure: one of the table; by default its first. Other arguments as in `summary`.
    """
    with reading(_wanted("over_time"), metrics, con, system=system, further={"time": time}) as rows:
        measure = chosen(rows, measure, "over_time")
        means, n_all = _thinned_means(rows, measure, time)
        column = rows.types.get("system")
        is_number = kind(rows.types["time"]) == "number"
    known = _known(means, "over_time")
    found = [row for row in known if row["time"] is not None]
    if not found:
        raise InputError(f"plot.over_time: column {time!r} has no time (NULL in all rows)")
    systems = _order(found, "system")
    last = max(row["time"] for row in found)
    shown, thinned = leading([row for row in found if row["time"] == last], systems, MOST_LINES)
    found = [row for row in found if not systems or row["system"] in shown]
    if is_number:
        x = number("time", time, zero=False)
        data = [{**row, "time": float(row["time"])} for row in found]
    else:
        x = _calendar(time, [row["time"] for row in found])
        data = [{**row, "time": _moment(row["time"])} for row in found]
    tip = [("when", time), *who(systems, column), *_figures_told(found)]
    data = [{**row, "when": _text(source["time"])} for row, source in zip(data, found, strict=True)]
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
        _left_out(means),
        f"{several(n_null, 'mean')} without a time left out." if n_null else "",
    ]
    return finished(spec, title, notes, f"{title}: {finding}.")


def _figures_told(found: Sequence[Row]) -> list[tuple[str, str] | tuple[str, str, str]]:
    """What a tip says of a mean: as much as is known."""
    told: list[tuple[str, str] | tuple[str, str, str]] = [("told_value", "mean")]
    if any(row["ci_low"] is not None for row in found):
        told += [("told_ci_low", "from"), ("told_ci_high", "to")]
    return told + ([("n", "queries", ",d")] if any(row["n"] is not None for row in found) else [])


# What is read.


def chosen(rows: Rows, measure: str | None, chart: str) -> str:
    """The measure that is asked for, else the first."""
    known = [name for name in rows.listed("measure") if name is not None]
    if not known:
        raise InputError(f"plot.{chart}: the table has no rows")
    if measure is None:
        return str(known[0])
    if measure not in known:
        raise InputError(
            f"plot.{chart}: there is no measure {measure!r}{did_you_mean(str(measure), known)}; there are"
            f" {listed(known)}"
        )
    return measure


def _means(rows: Rows, key: Sequence[str], chart: str, measure: str | None = None) -> list[Row]:
    """The means in their order, one for each combination of the key; NULL ones too."""
    where = "measure is not null" if measure is None else f"measure = {literal(measure)}"
    told = [*(name for name in key if rows.has(name)), "measure"]
    _require_single(rows, told, chart, where)
    return rows.ask(f"select {', '.join(told)}, {_figures(rows)} from given where {where} order by place")


def _figures(rows: Rows) -> str:
    intervals = [f"{name if rows.has(*INTERVALS) else 'null::double'} as {name}" for name in INTERVALS]
    k = ["k"] if rows.has("k") else []
    return ", ".join(["value", *intervals, f"{'n_queries' if rows.has('n_queries') else 'null::double'} as n", *k])


def _require_single(rows: Rows, told: Sequence[str], chart: str, where: str) -> None:
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
            f"plot.{chart} shows means, and these are values by query: pass what {METRICS} returns, without"
            " per_query, or what rankhouse.mean_intervals(values) returns"
        )
    fix = f"keep one value of {listed(others)}" if others else "keep one of them"
    raise InputError(
        f"plot.{chart}: there are {first['n_rows']:,} rows for {of}: {fix}, or name the column that tells them apart"
        " with system=..."
    )


def _thinned_means(rows: Rows, measure: str, time: str) -> tuple[list[Row], int]:
    """The means by time, of many some: both ends, the lowest and the highest of each system among them."""
    where = f"measure = {literal(measure)}"
    told = ["time", *(["system"] if rows.has("system") else []), "measure"]
    _require_single(rows, told, "over_time", where)
    moment = _time_of(rows, time)
    by = f"partition by {'system' if rows.has('system') else 'measure'}"
    (counts,) = rows.ask(f"select count(*) as n from given where {where}")
    found = rows.ask(
        "select * exclude (number, n_points, by_value) from ("
        f"select * exclude (time), {moment} as time, row_number() over ({by} order by time) - 1 as number,"
        f" count(*) over ({by}) as n_points, row_number() over ({by} order by value) as by_value"
        f" from (select {', '.join(told)}, {_figures(rows)}, place from given where {where}))"
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
    wrong = rows.ask(
        "select time::varchar as example from given where time is not null"
        " and try_cast(time::varchar as timestamp) is null limit 1"
    )
    if wrong:
        raise InputError(
            f"plot.over_time: {time!r} is a column of dates, times or numbers, and {wrong[0]['example']!r} is none"
        )
    return "time::varchar::timestamp"


def _known(means: Sequence[Row], chart: str) -> list[Row]:
    if not means:
        raise InputError(f"plot.{chart}: the table has no rows")
    found = [row for row in means if row["value"] is not None]
    if not found:
        raise InputError(f"plot.{chart}: every value is NULL: there is nothing to show")
    return found


# What is shown and said.


def _order(rows: Sequence[Row], name: str) -> list[str]:
    return list(dict.fromkeys(str(row[name]) for row in rows if name in row))


def _differ_in_scale(found: Sequence[Row], measures: Sequence[str]) -> bool:
    """Whether on one axis some measures would be a point at its end."""
    highest = [max(abs(row["value"]) for row in found if row["measure"] == measure) for measure in measures]
    return bool(max(highest) > 1.5 and max(highest) > 5 * min(highest))


def _best(rows: Sequence[Row], systems: Sequence[str]) -> str:
    row = max(rows, key=lambda row: row["value"])
    return f"{row['measure']} {figure(row['value'])}" + (
        f" of {row['system']}, the highest" if len(systems) > 1 else ""
    )


def _of(row: Row) -> str:
    return f", {row['system']}" if "system" in row else ""


def _left_out(means: Sequence[Row]) -> str:
    n = sum(row["value"] is None for row in means)
    return f"{several(n, 'mean')} that {'is' if n == 1 else 'are'} NULL left out." if n else ""


def _text(value: Any) -> str:
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        value = value.date()
    return "(none)" if value is None else str(value) or "(empty)"


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
