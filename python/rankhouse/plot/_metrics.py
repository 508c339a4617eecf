"""Charts of metric tables: means over queries, as `evaluate`, `mean_intervals` and the dbt models give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import kind
from rankhouse._rendering.errors import InputError, short_errors
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
    ticks,
    who,
)
from rankhouse.plot._means import (
    chosen,
    figures_told,
    known_means,
    left_out_of,
    means_in,
    order_of,
    text_of,
    wanted_means,
)
from rankhouse.plot._read import reading

MOST_ROWS = 150
"""Rows of points below each other."""
MOST_SEGMENTS = 50


@short_errors
def summary(metrics: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """The mean of each measure, with its interval, for each system.

    metrics: what `evaluate` returns (not per_query), `mean_intervals`, or a table of the ready-made models.
    system: the column that tells systems apart; by default `system`, else the only grouping column.
    con: the connection that has the table, where `metrics` is its name.
    """
    with reading(wanted_means("summary"), metrics, con, system=system) as rows:
        means = means_in(rows, ["system"], "summary")
        column = rows.types.get("system")
    found = known_means(means, "summary")
    measures, systems = order_of(found, "measure"), order_of(found, "system")
    tip = [("measure", "measure"), *who(systems, column), *figures_told(found)]
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
    notes = ["Lines are intervals of the mean." if has_intervals else "", left_out_of(means)]
    return finished(spec, title, notes, f"{title}: {finding}.")


@short_errors
def by_cutoff(metrics: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Measures over their cutoff k, a line per system; each measure has a panel.

    Arguments as in `summary`; measures without a cutoff are left out.
    """
    with reading(wanted_means("by_cutoff", "k"), metrics, con, system=system) as rows:
        means = means_in(rows, ["system"], "by_cutoff")
        column = rows.types.get("system")
    without = order_of([row for row in means if row["k"] is None], "measure")
    with_cutoff = [{**row, "name": row["measure"].rsplit("@", 1)[0]} for row in means if row["k"] is not None]
    if means and not with_cutoff:
        raise InputError(
            f"plot.by_cutoff: none of the measures has a cutoff ({few(without)}): evaluate some that do, such as"
            " evaluate(run, judgments, ['ndcg@5', 'ndcg@10', 'ndcg@20'])"
        )
    found = known_means(with_cutoff, "by_cutoff")
    last = max(row["k"] for row in found)
    at_last = [row for row in found if row["k"] == last and row["name"] == found[0]["name"]]
    systems = order_of(found, "system")
    shown, thinned = leading(at_last, systems, MOST_LINES)
    found = [row for row in found if not systems or row["system"] in shown]
    views = []
    for name in order_of(found, "name"):
        own = [row for row in found if row["name"] == name]
        cutoffs = sorted({row["k"] for row in own})
        is_log = cutoffs[0] > 0 and cutoffs[-1] >= 10 * cutoffs[0]
        axis = {"values": ticks(cutoffs, is_log=is_log), "labelOverlap": False, "tickCount": 1000, "grid": False}
        x = number(
            "k", "cutoff k", format=",d", scale={"type": "log", "nice": False} if is_log else {"zero": False}, axis=axis
        )
        tip = [("measure", "measure"), *who(systems, column), *figures_told(found)]
        views.append({"height": 220, **lines(x, f"{name}@k", shown, column, tip, own)})
    title = f"{few(order_of(found, 'name'))} by cutoff"
    notes = [
        thinned.replace("highest", f"highest {at_last[0]['measure']}") if thinned else "",
        f"Left out, without a cutoff: {few(without)}." if without else "",
        left_out_of(means),
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
    with reading(wanted_means("by_segment"), metrics, con, system=system, further={"segment": segment}) as rows:
        measure = chosen(rows, measure, "by_segment")
        means = means_in(rows, ["segment", "system"], "by_segment", measure)
        column = rows.types.get("system")
        of_segment = kind(rows.types["segment"])
    found = [
        {**row, "key": row["segment"], "segment": text_of(row["segment"])} for row in known_means(means, "by_segment")
    ]
    systems = order_of(found, "system")
    shown, thinned = leading(found, systems, MOST_LEVELS)
    found = [row for row in found if not systems or row["system"] in shown]
    segments = order_of(found, "segment")
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
    tip = [("segment", segment), *who(systems, column), *figures_told(found)]
    x = number("value", measure, zero=False)
    height = height_of(len(segments), STEP, len(shown) if len(shown) > 1 else 0)
    spec: Spec = {"height": height, **dots(position, x, shown, column, tip, data)}
    title = f"{measure} by {segment}"
    high, low = (pick(found, key=lambda row: row["value"]) for pick in (max, min))
    finding = f"from {figure(low['value'])} ({low['segment']}{_of(low)}) to"
    finding += f" {figure(high['value'])} ({high['segment']}{_of(high)})"
    return finished(spec, title, [thinned, rest, left_out_of(means)], f"{title}: {finding}.")


def _differ_in_scale(found: Sequence[Row], measures: Sequence[str]) -> bool:
    """Whether on one axis some measures would be a point at its end."""
    highest = [max(abs(row["value"]) for row in found if row["measure"] == measure) for measure in measures]
    return bool(max(highest) > 1.5 and max(highest) > 5 * min(highest))


def _best(rows: Sequence[Row], systems: Sequence[str]) -> str:
    row = max(rows, key=lambda row: row["value"])
    said = f"{row['measure']} of {row['system']} is highest, at" if len(systems) > 1 else f"{row['measure']} is"
    return f"{said} {figure(row['value'])}"


def _of(row: Row) -> str:
    return f", {row['system']}" if "system" in row else ""
