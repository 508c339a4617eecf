"""Charts of metric tables: means over queries, as `evaluate`, `mean_intervals` and the dbt models give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._columns import did_you_mean, kind, listed
from rankhouse._errors import InputError
from rankhouse.plot._chart import (
    MOST_LINES,
    STEP,
    Chart,
    Row,
    Spec,
    few,
    figure,
    finished,
    names,
    number,
    panels,
    several,
    tips,
    told_apart,
)
from rankhouse.plot._read import Rows, Wanted, reading

METRICS = "rankhouse.evaluate(run, judgments, measures, by=['system'])"
NOBODY: list[Any] = [None]
INTERVALS = ("ci_low", "ci_high")
MOST_ROWS = 120
MOST_SEGMENTS = 50
MOST_TIMES = 400


def _wanted(chart: str, *columns: str) -> Wanted:
    return Wanted(chart, METRICS, ["measure", *columns, "value"], ["metric", "k", *INTERVALS, "n_queries"])


def _means(rows: Rows, key: Sequence[str], chart: str, where: str = "true") -> list[Row]:
    """The means in their order, one for each combination of the key. Those that are NULL are among them."""
    has_intervals = rows.has(*INTERVALS)
    chosen = [*(name for name in key if rows.has(name)), "measure"]
    repeated = rows.ask(
        f"select {', '.join(chosen)}, count(*) as n_rows from given where {where} group by all having count(*) > 1"
        " order by min(place) limit 1"
    )
    if repeated:
        (first,) = repeated
        told = ", ".join(f"{name} {first[name]!r}" for name in chosen)
        groups = [name for name in rows.groups if name != rows.types.get("system")]
        by = f" by {listed(groups)}" if groups else ""
        raise InputError(
            f"plot.{chart}: there are {first['n_rows']:,} rows for {told}: keep those of one group, or name the column"
            f" that tells them apart{by} with system=..."
        )
    intervals = ", ".join(f"{name if has_intervals else 'null::double'} as {name}" for name in INTERVALS)
    return rows.ask(
        f"select {', '.join(chosen)}, value, {intervals}, {'n_queries' if rows.has('n_queries') else 'null'} as n"
        f"{', k' if rows.has('k') else ''} from given where {where} order by place"
    )


def _left_out(means: Sequence[Row]) -> str:
    n = sum(row["value"] is None for row in means)
    return f"{several(n, 'mean')} that {'is' if n == 1 else 'are'} NULL left out." if n else ""


def _chosen(rows: Rows, measure: str | None, chart: str) -> str:
    """The measure that is asked for, else the first."""
    known = rows.listed("measure")
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


def _order(rows: Sequence[Row], name: str) -> list[str]:
    return list(dict.fromkeys(str(row[name]) for row in rows if name in row))


def _interval_layer(systems: Sequence[str], title: str | None, **position: Any) -> Spec:
    return {"mark": {"type": "rule", "style": "interval"}, "encoding": {**position, **told_apart(systems, title)}}


TIPS = (("value", "mean", ".4f"), ("ci_low", "from", ".4f"), ("ci_high", "to", ".4f"), ("n", "queries", ",d"))


def summary(metrics: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """The mean of each measure, with its interval, for each system.

    metrics: what `evaluate` returns (not per_query), `mean_intervals`, or a table of the ready-made models.
    system: the column that tells systems apart; by default `system`, else the only grouping column.
    con: the connection that has the table, where `metrics` is its name.
    """
    with reading(_wanted("summary"), metrics, con, system=system) as rows:
        means = _means(rows, ["system"], "summary")
        column = rows.types.get("system")
    if not means:
        raise InputError("plot.summary: the table has no rows")
    found = [row for row in means if row["value"] is not None]
    measures, systems = _order(found, "measure"), _order(found, "system")
    position: Spec = {"y": names("measure", measures)}
    if len(systems) > 1:
        position["yOffset"] = {"field": "system", "type": "nominal", "sort": systems}
    rows_each = max(1, len(systems))
    spec: Spec = {
        "data": found,
        "height": {"step": STEP if rows_each > 1 else 1.6 * STEP, "for": "offset" if rows_each > 1 else "position"},
        "layer": [
            _interval_layer(
                systems,
                column,
                **position,
                x={"field": "ci_low", "type": "quantitative"},
                x2={"field": "ci_high"},
            ),
            {
                "mark": {"type": "point"},
                "encoding": {
                    **position,
                    "x": number("value", "mean over queries", zero=False),
                    **told_apart(systems, column, "shape"),
                    "tooltip": tips(("measure", "measure"), *([("system", column or "")] if systems else []), *TIPS),
                },
            },
        ],
    }
    best = [
        max((row for row in found if row["measure"] == measure), key=lambda row: row["value"]) for measure in measures
    ]
    finding = "; ".join(
        f"{row['measure']} {figure(row['value'])}" + (f" of {row['system']}, the highest" if len(systems) > 1 else "")
        for row in best
    )
    intervals = "Lines are intervals of the mean." if any(row["ci_low"] is not None for row in found) else ""
    title = "Means by system" if len(systems) > 1 else "Means"
    return finished(spec, title, [intervals, _left_out(means)], f"{title}: {finding}.")


def by_cutoff(metrics: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Measures over their cutoff k, a line per system; each measure has a panel.

    Arguments as in `summary`; measures without a cutoff are left out.
    """
    with reading(_wanted("by_cutoff", "k"), metrics, con, system=system) as rows:
        means = _means(rows, ["system"], "by_cutoff")
        column = rows.types.get("system")
    kept = [row for row in means if row["k"] is not None and row["value"] is not None]
    without = _order([row for row in means if row["k"] is None], "measure")
    if not kept:
        raise InputError(
            "plot.by_cutoff: no measure has a cutoff: ask for some, such as evaluate(..., ['ndcg@5', 'ndcg@10'])"
        )
    data = [{**row, "name": row["measure"].rsplit("@", 1)[0]} for row in kept]
    systems = _order(data, "system")
    cutoffs = sorted({row["k"] for row in data})
    is_log = cutoffs[-1] >= 20 * cutoffs[0]
    x = number(
        "k",
        "cutoff k",
        format=",d",
        scale={"type": "log"} if is_log else {"zero": False},
        axis={"values": cutoffs, "grid": False},
    )
    views = []
    for name in _order(data, "name"):
        own = [row for row in data if row["name"] == name]
        views.append(
            {
                "data": own,
                "height": 220,
                "layer": [
                    {
                        "mark": {"type": "area", "style": "band"},
                        "encoding": {
                            "x": x,
                            "y": number("ci_low", None),
                            "y2": {"field": "ci_high"},
                            **told_apart(systems, column),
                        },
                    },
                    {
                        "mark": {"type": "line"},
                        "encoding": {
                            "x": x,
                            "y": number("value", f"{name}@k", zero=False),
                            **told_apart(systems, column, "strokeDash"),
                        },
                    },
                    {
                        "mark": {"type": "point"},
                        "encoding": {
                            "x": x,
                            "y": number("value", f"{name}@k", zero=False),
                            **told_apart(systems, column, "shape"),
                            "tooltip": tips(
                                ("measure", "measure"), *([("system", column or "")] if systems else []), *TIPS
                            ),
                        },
                    },
                ],
            }
        )
    title = f"{few(_order(data, 'name'))} by cutoff"
    last = max((row for row in data if row["k"] == cutoffs[-1]), key=lambda row: row["value"])
    finding = f"{last['measure']} is {figure(last['value'])}" + (
        f" of {last['system']}, the highest" if len(systems) > 1 else ""
    )
    notes = [f"Without a cutoff, and left out: {few(without)}." if without else "", _left_out(means)]
    return finished(panels(views), title, notes, f"{title}: {finding}.")


def by_segment(
    metrics: Any,
    segment: str,
    *,
    measure: str | None = None,
    system: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """A measure in each segment, for each system.

    segment: the column of the segments, such as `country` of `evaluate(..., by=["system", "country"])`.
    measure: one of the table; by default its first. Other arguments as in `summary`.
    """
    with reading(_wanted("by_segment"), metrics, con, system=system, further={"segment": segment}) as rows:
        measure = _chosen(rows, measure, "by_segment")
        where = f"measure = '{measure.replace(chr(39), chr(39) * 2)}'"
        means = _means(rows, ["segment", "system"], "by_segment", where)
        column = rows.types.get("system")
        is_text = kind(rows.types["segment"]) == "text"
    found = [
        {**row, "segment": "(none)" if row["segment"] is None else str(row["segment"])}
        for row in means
        if row["value"] is not None
    ]
    segments, systems = _order(found, "segment"), _order(found, "system")
    first = systems[0] if systems else None
    of_first = {row["segment"]: row["value"] for row in found if row.get("system") == first}
    thinned = ""
    if len(segments) > MOST_SEGMENTS:
        support: dict[str, float] = {}
        for row in found:
            support[row["segment"]] = max(support.get(row["segment"], 0), row["n"] or 0)
        largest = sorted(segments, key=lambda name: -support[name])[:MOST_SEGMENTS]
        thinned = f"The {MOST_SEGMENTS} segments with the most queries, of {len(segments):,}."
        segments = [name for name in segments if name in largest]
        found = [row for row in found if row["segment"] in segments]
    if is_text:
        segments.sort(key=lambda name: -of_first.get(name, float("-inf")))
    position: Spec = {"y": names("segment", segments, segment)}
    spec: Spec = {
        "data": found,
        "height": {"step": STEP},
        "layer": [
            _interval_layer(
                systems, column, **position, x={"field": "ci_low", "type": "quantitative"}, x2={"field": "ci_high"}
            ),
            {
                "mark": {"type": "point"},
                "encoding": {
                    **position,
                    "x": number("value", measure, zero=False),
                    **told_apart(systems, column, "shape"),
                    "tooltip": tips(("segment", segment), *([("system", column or "")] if systems else []), *TIPS),
                },
            },
        ],
    }
    title = f"{measure} by {segment}"
    high, low = (pick(found, key=lambda row: row["value"]) for pick in (max, min))
    finding = f"from {figure(low['value'])} ({low['segment']}) to {figure(high['value'])} ({high['segment']})"
    return finished(spec, title, [thinned, _left_out(means)], f"{title}: {finding}.")


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
        measure = _chosen(rows, measure, "over_time")
        where = f"measure = '{measure.replace(chr(39), chr(39) * 2)}'"
        means = _means(rows, ["time", "system"], "over_time", where)
        column = rows.types.get("system")
        is_number = kind(rows.types["time"]) == "number"
    found = [
        {**row, "time": float(row["time"]) if is_number else _moment(row["time"])}
        for row in means
        if row["value"] is not None and row["time"] is not None
    ]
    found.sort(key=lambda row: row["time"])
    systems = _order(found, "system")
    x: Spec = {"field": "time", "type": "quantitative" if is_number else "temporal", "title": time}
    if is_number:
        x["scale"] = {"zero": False}
    spec: Spec = {
        "data": found,
        "height": 260,
        "layer": [
            {
                "mark": {"type": "area", "style": "band"},
                "encoding": {
                    "x": x,
                    "y": number("ci_low", measure, zero=False),
                    "y2": {"field": "ci_high"},
                    **told_apart(systems, column),
                },
            },
            {
                "mark": {"type": "line"},
                "encoding": {
                    "x": x,
                    "y": number("value", measure, zero=False),
                    **told_apart(systems, column, "strokeDash"),
                    "tooltip": tips(("time", time), *([("system", column or "")] if systems else []), *TIPS),
                },
            },
        ],
    }
    title = f"{measure} over time"
    finding = "; ".join(
        f"{name + ' ' if name else ''}from {figure(own[0]['value'])} to {figure(own[-1]['value'])}"
        for name, own in (
            (name, [row for row in found if row.get("system") == name]) for name in (systems or NOBODY)[:MOST_LINES]
        )
    )
    return finished(spec, title, [_left_out(means)], f"{title}: {finding}.")


def _moment(value: Any) -> str:
    """A day or a time in a form that browsers read as local: the day stays the day."""
    text = str(value).replace(" ", "T")
    return text if "T" in text else f"{text}T00:00:00"
