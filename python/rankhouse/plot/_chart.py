"""From specifications in Vega-Lite's terms to Altair's charts, and what all charts share."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from typing import Any, cast

from rankhouse._results.numbers import MOST_DIGITS
from rankhouse._results.text import visible
from rankhouse.plot import theme
from rankhouse.plot._altair import Chart, altair

Spec = dict[str, Any]
Row = dict[str, Any]

MOST_LEVELS = 6
"""Marks side by side in a row."""
WIDTH = 600
"""Of a chart of one view, with its axes."""
PANEL = 545
"""Of a panel of several, without its axes."""
STEP = 18
LEVEL = 12
"""The height of one of several marks side by side."""
MOST_LINES = 12
"""Curves in one chart; more cannot be told apart."""

_as_specifications: ContextVar[bool] = ContextVar("as_specifications", default=False)


def finished(spec: Spec, title: str, subtitle: Sequence[str], description: str) -> Chart:
    """The chart of a specification, with the light theme; of the sentences of `subtitle` empty ones do not count."""
    lines = [line for sentence in subtitle if sentence for line in wrapped(sentence)]
    whole: Spec = {
        "title": {"text": wrapped(title, 46), **({"subtitle": lines} if lines else {})},
        "description": description,
        "config": theme.LIGHT,
        **spec,
    }
    if "vconcat" not in spec:
        whole = {"width": WIDTH, "autosize": {"type": "fit-x", "contains": "padding"}, **whole}
    whole = _visible(whole)
    if _as_specifications.get():
        return cast("Chart", whole)
    altair()
    from rankhouse.plot import _display

    return cast("Chart", _built(_display, whole))


@contextlib.contextmanager
def specifications() -> Iterator[None]:
    """Within the block, charts are their specifications with lists of rows: Altair takes longer than the queries."""
    token = _as_specifications.set(True)
    try:
        yield
    finally:
        _as_specifications.reset(token)


def _visible(node: Any) -> Any:
    """Nothing in a name moves the cursor, hides or turns round a text."""
    if isinstance(node, str):
        return visible(node)
    if isinstance(node, dict):
        return {name: _visible(value) for name, value in node.items()}
    return [_visible(value) for value in node] if isinstance(node, list) else node


def wrapped(text: str, width: int = 62) -> list[str]:
    """Lines for a subtitle: Vega does not break them by itself."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _built(classes: Any, node: Spec) -> Any:
    """Rows go in at the end: Altair would look at every value of them. classes: a module's, of charts."""
    alt = altair()
    kind = next((name for name in ("vconcat", "layer") if name in node), None)
    rest = {name: value for name, value in node.items() if name not in (kind, "data", "mark", "encoding")}
    if kind is None:
        chart = classes.Chart.from_dict({"mark": node["mark"], "encoding": node.get("encoding", {})}, validate=False)
        for name, value in rest.items():
            chart[name] = value
    else:
        parts = [_built(alt, part) for part in node[kind]]
        chart = classes.VConcatChart(vconcat=parts) if kind == "vconcat" else classes.LayerChart(layer=parts)
        for name, value in rest.items():
            chart[name] = value
    if "data" in node:
        chart.data = alt.Data(values=[dict(row) for row in node["data"]])
    return chart


def panels(views: Sequence[Spec], longest: int = 0) -> Spec:
    """Views below each other; one stands by itself. longest: of the names on their left."""
    if len(views) == 1:
        return views[0]
    width = WIDTH - min(round(6.2 * longest), 170) - 20 if longest else PANEL
    return {"vconcat": [{"width": width, **view} for view in views], "spacing": 24}


def ticks(values: Sequence[float], *, is_log: bool = False) -> list[float]:
    """The values themselves, without those whose labels would run into the next one's."""
    places = [math.log(value) if is_log else value for value in values]
    kept: list[int] = []
    for place in reversed(range(len(values))):
        if not kept or places[kept[-1]] - places[place] >= 0.05 * (places[-1] - places[0]):
            kept.append(place)
    return [values[place] for place in reversed(kept)]


def height_of(n_rows: int, step: float = STEP, n_levels: int = 1) -> float:
    """Of rows below each other, each with a mark for each of its levels; charts that fit a width take no steps."""
    return round(n_rows * max(step, n_levels * LEVEL + STEP / 2))


# Channels.


def number(field: str, title: str | None, *, format: str = "", zero: bool | None = None, **more: Any) -> Spec:  # noqa: A002
    """A position by a figure."""
    scale = {**({} if zero is None else {"zero": zero}), **more.pop("scale", {})}
    axis = {**({"format": format} if format else {}), **more.pop("axis", {})}
    return {
        "field": field,
        "type": "quantitative",
        "title": title,
        **({"scale": scale} if scale else {}),
        **({"axis": axis} if axis else {}),
        **more,
    }


def names(field: str, order: Sequence[Any], title: str | None = None, **more: Any) -> Spec:
    """A position by a name, in the order given."""
    return {"field": field, "type": "nominal", "title": title, "sort": list(order), **more}


def told_apart(
    systems: Sequence[str], title: str | None, *channels: str, field: str = "system", lines_only: bool = False
) -> Spec:
    """Systems by their colours and, without these, by shapes or dashes; nothing where there is one.

    lines_only: no points that the legend could show; then it shows dashes.
    """
    if len(systems) < 2:
        return {}
    ranges: dict[str, Any] = {"shape": theme.SHAPES, "strokeDash": theme.DASHES}
    longest = max(map(len, systems))
    # So many side by side, that the legend is no wider than a telephone.
    columns = max(1, min(len(systems), 46 // (min(longest, 34) + 5)))
    as_lines = {"symbolType": "stroke", "symbolSize": 300, "symbolStrokeWidth": 2}
    legend: Spec = {"columns": columns, "symbolOpacity": 1, **(as_lines if lines_only else {})}
    encoding: Spec = {}
    for channel in ("color", *channels):
        scale: Spec = {"domain": list(systems)}
        if channel in ranges:
            scale["range"] = [ranges[channel][place % len(ranges[channel])] for place in range(len(systems))]
        encoding[channel] = {
            "field": field,
            "type": "nominal",
            "title": None if title == "system" else title,
            "scale": scale,
            "legend": legend,
        }
        if channel == "strokeDash" and not lines_only:
            # Scales of one domain have one legend, which would draw dashes around the shapes: another order is another.
            encoding[channel] |= {"scale": {name: each[::-1] for name, each in scale.items()}, "legend": None}
    return encoding


def tips(*fields: tuple[str, str] | tuple[str, str, str]) -> list[Spec]:
    """What is told of a mark under the pointer: field, title and the format of a number."""
    return [
        {"field": field, "title": title, "type": "quantitative", "format": rest[0]}
        if rest
        else {"field": field, "title": title, "type": "nominal"}
        for field, title, *rest in fields
    ]


def told(*figures: str, sign: str = "") -> list[Spec]:
    """Figures of rows with an interval as texts for tips, `told_value` of `value`: as `_results.numbers` rounds them.

    sign: "+" where a number above 0 has one.
    """
    known = "isValid(datum.ci_low) && isValid(datum.ci_high) && datum.ci_high > datum.ci_low"
    half = "(datum.ci_high - datum.ci_low) / 2"
    digits = f"({known} ? clamp(1 - floor(log({half}) / LN10), 0, {MOST_DIGITS}) : {MOST_DIGITS})"
    return [
        {
            "calculate": f"!isValid(datum.{name}) ? null : {digits} == {MOST_DIGITS} && datum.{name} != 0"
            f" && abs(datum.{name}) < 0.00005 ? format(datum.{name}, '{sign}.1e')"
            f" : format(datum.{name}, '{sign},.' + {digits} + 'f')",
            "as": f"told_{name}",
        }
        for name in figures
    ]


INTERVAL = ("value", "ci_low", "ci_high")
"""The figures of a mean."""


def rule_at(value: float, channel: str = "x") -> Spec:
    """A line to compare with."""
    return {"data": [{"at": value}], "mark": {"type": "rule", "style": "reference"}, "encoding": {channel: AT}}


AT: Spec = {"field": "at", "type": "quantitative"}


# Layers.


def who(systems: Sequence[Any], column: str | None) -> list[tuple[str, str]]:
    """The system of a mark, for its tip."""
    return [("system", column or "system")] if any(name is not None for name in systems) else []


def dots(
    position: Spec, x: Spec, systems: Sequence[str], column: str | None, tip: Sequence[Any], data: Sequence[Row]
) -> Spec:
    """Means as points on the lines of their intervals."""
    low_high = {"x": {"field": "ci_low", "type": "quantitative"}, "x2": {"field": "ci_high"}}
    layers: list[Spec] = [
        {
            "mark": {"type": "rule", "style": "interval"},
            "encoding": {**position, **low_high, **told_apart(systems, column)},
        },
        {
            "transform": told(*INTERVAL),
            "mark": {"type": "point"},
            "encoding": {**position, "x": x, **told_apart(systems, column, "shape"), "tooltip": tips(*tip)},
        },
    ]
    return {"data": data, "layer": layers}


def lines(
    x: Spec,
    title: str | None,
    systems: Sequence[str],
    column: str | None,
    tip: Sequence[Any],
    data: Sequence[Row],
    *,
    has_points: bool = True,
) -> Spec:
    """Curves of `value`; a few of them in bands of their intervals, where there are any."""
    y = number("value", title, zero=False)
    band: Spec = {
        "mark": {"type": "area", "style": "band"},
        "encoding": {
            "x": x,
            "y": number("ci_low", title, zero=False),
            "y2": {"field": "ci_high"},
            **told_apart(systems, column, lines_only=not has_points),
        },
    }
    line: Spec = {
        "mark": {"type": "line"},
        "encoding": {"x": x, "y": y, **told_apart(systems, column, "strokeDash", lines_only=not has_points)},
    }
    point: Spec = {
        "transform": told(*INTERVAL),
        "mark": {"type": "point"},
        "encoding": {"x": x, "y": y, **told_apart(systems, column, "shape"), "tooltip": tips(*tip)},
    }
    has_bands = len(systems) <= MOST_LEVELS and any(row["ci_low"] is not None for row in data)
    if not has_points:
        line |= {"transform": told(*INTERVAL), "encoding": {**line["encoding"], "tooltip": tips(*tip)}}
    return {"data": data, "layer": [*([band] if has_bands else []), line, *([point] if has_points else [])]}


def leading(rows: Sequence[Row], systems: Sequence[str], most: int) -> tuple[list[str], str]:
    """The systems with the highest values in `rows`, no more than can be told apart; what is said of the others."""
    if len(systems) <= most:
        return list(systems), ""
    highest = sorted(rows, key=lambda row: -row["value"])
    kept = list(dict.fromkeys(str(row["system"]) for row in highest))[:most]
    return [name for name in systems if name in kept], f"The {most} highest of {len(systems):,}."


# Words.


def several(count: int, one: str, many: str | None = None) -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def few(found: Sequence[str], most: int = 4) -> str:
    """Names for a sentence, the first ones of many."""
    return ", ".join(found[:most]) + (f" and {len(found) - most:,} more" if len(found) > most else "")


def figure(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.3f}" if abs(value) < 1000 else f"{value:,.0f}"
