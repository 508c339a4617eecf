"""Charts of a classifier's tables: curves, confusion over thresholds, calibration, lift."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._results.numbers import number as as_text
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import MOST_LINES, Row, Spec, figure, finished, number, panels, several, tips, told_apart
from rankhouse.plot._read import Rows, Wanted, reading

MOST_POINTS = 3000
NOBODY: list[Any] = [None]
"""The name of the only group of what is not grouped."""
SHARE: Any = {"scale": {"domain": [0, 1]}}


@short_errors
def roc(curve: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """The ROC curve of each group, with its area, the break-even point and the line of chance.

    curve: what `roc_curve` returns. system: the column that tells curves apart; by default all that it was grouped by.
    con: the connection that has the table, where `curve` is its name.
    """
    return _curve("roc", curve, system, con, x=("fpr", "false positive rate"), y=("tpr", "true positive rate"))


@short_errors
def precision_recall(curve: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """The precision-recall curve of each group, with its area and the break-even point.

    curve: what `pr_curve` returns. Other arguments as in `roc`.
    """
    return _curve("precision_recall", curve, system, con, x=("recall", "recall"), y=("precision", "precision"))


def _curve(
    chart: str,
    curve: Any,
    system: str | None,
    con: duckdb.DuckDBPyConnection | None,
    x: tuple[str, str],
    y: tuple[str, str],
) -> Chart:
    is_roc = chart == "roc"
    takes = f"rankhouse.{'roc_curve' if is_roc else 'pr_curve'}(predictions, by=['system'])"
    wanted = Wanted(chart, takes, ["threshold", x[0], y[0], "is_break_even", "area"])
    with reading(wanted, curve, con, system=system, every=True) as rows:
        points, n_all = _points(rows, x[0], y[0])
        column = rows.types.get("system")
    if not points:
        raise InputError(f"plot.{chart}: the curve has no points; predictions of one class have none")
    areas = {row["system"]: row["area"] for row in points}
    names = list(areas)
    shown = names[:MOST_LINES]
    labels = {name: f"{name + ': ' if name is not None else ''}area {figure(areas[name])}" for name in shown}
    data = [
        {**row, "curve": labels[row["system"]], "x": row[x[0]], "y": row[y[0]]}
        for row in points
        if row["system"] in labels
    ]
    systems = list(labels.values())
    base = _base_rate(data) if not is_roc and len(systems) == 1 else None
    reference: list[Row] = (
        [{"x": 0, "y": 0}, {"x": 1, "y": 1}] if is_roc else [{"x": 0, "y": base}, {"x": 1, "y": base}]
    )
    position: Spec = {"x": number("x", x[1], **SHARE), "y": number("y", y[1], **SHARE)}
    told = tips(
        *([("system", column or "")] if names != [None] else []),
        ("threshold", "threshold", ".4f"),
        ("x", x[1], ".4f"),
        ("y", y[1], ".4f"),
    )
    layers: list[Spec] = []
    if is_roc or base is not None:
        layers.append({"data": reference, "mark": {"type": "line", "style": "reference"}, "encoding": position})
    layers += [
        {
            "data": [row for row in data if row["is_break_even"]],
            "mark": {"type": "point"},
            "encoding": {**position, **told_apart(systems, column, "shape", field="curve"), "tooltip": told},
        },
        {
            "data": data,
            "mark": {"type": "line", "interpolate": "linear" if is_roc else "step-before"},
            "encoding": {
                **position,
                **told_apart(systems, column, "strokeDash", field="curve"),
                "order": {"field": "place", "type": "quantitative"},
                "tooltip": told,
            },
        },
    ]
    title = "ROC curve" if is_roc else "Precision and recall"
    even = {row["system"]: row["y"] for row in data if row["is_break_even"]}
    finding = "; ".join(
        f"{labels[name]}" + (f", break-even at {y[1]} {figure(even[name])}" if name in even else "") for name in shown
    )
    notes = [
        f"Area {figure(areas[names[0]])}." if len(names) == 1 else "",
        "The mark is the break-even point, where precision is recall." if even else "",
        ("Dashed: chance." if is_roc else f"Dashed: the share of positives, {base:.3f}." if base is not None else ""),
        f"The first {MOST_LINES} of {len(names)} curves." if len(shown) < len(names) else "",
        f"{len(points):,} of {n_all:,} points." if len(points) < n_all else "",
    ]
    return finished({"height": 340, "layer": layers}, title, notes, f"{title}: {finding}.")


def _points(rows: Rows, x: str, y: str) -> tuple[list[Row], int]:
    """The points of all curves, of long ones some: both ends and the break-even point among them."""
    system = "system" if rows.has("system") else "null::varchar"
    known = f"from given where {x} is not null and {y} is not null"
    (counts,) = rows.ask(f"select count(*) as n, count(distinct coalesce({system}, '')) as n_curves {known}")
    most = max(MOST_POINTS // max(1, counts["n_curves"]), 50)
    return rows.ask(
        f"select * exclude (number, n) from (select {system} as system, threshold, {x}, {y}, is_break_even, area,"
        f" place, row_number() over (partition by {system} order by place) - 1 as number,"
        f" count(*) over (partition by {system}) as n {known})"
        f" where n <= {most} or is_break_even or number = n - 1 or number % ceil(n / {most}::double)::bigint = 0"
        " order by place"
    ), counts["n"]


def _base_rate(points: Sequence[Row]) -> float | None:
    """The share of positives, with weights of their weight: the precision where every row is predicted positive."""
    last = points[-1]
    return last["precision"] if last["recall"] == 1 else None


@short_errors
def thresholds(confusion: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Precision, recall and F1 over the threshold; each group has a panel.

    confusion: what `confusion(predictions, thresholds)` returns. Other arguments as in `roc`.
    """
    wanted = Wanted("thresholds", "rankhouse.confusion(predictions, thresholds)", ["threshold", "tp", "fp", "fn"])
    with reading(wanted, confusion, con, system=system, every=True) as rows:
        system_name = "system" if rows.has("system") else "null::varchar"
        found = rows.ask(
            f"select {system_name} as system, threshold, tp / nullif(tp + fp, 0) as precision,"
            " tp / nullif(tp + fn, 0) as recall, 2 * tp / nullif(2 * tp + fp + fn, 0) as f1"
            " from given where threshold is not null order by threshold"
        )
    if not found:
        raise InputError("plot.thresholds: no row has a threshold: give some, confusion(predictions, [0.1, 0.2, ...])")
    measures = ["precision", "recall", "f1"]
    names = sorted({row["system"] for row in found}, key=str)
    views, findings = [], []
    for name in names[:MOST_LINES]:
        own = [row for row in found if row["system"] == name]
        data = [
            {"threshold": row["threshold"], "measure": measure, "value": row[measure]}
            for row in own
            for measure in measures
            if row[measure] is not None
        ]
        best = max(own, key=lambda row: row["f1"] or 0)
        findings.append(
            f"{name + ': ' if name is not None else ''}the highest F1 is {as_text(best['f1'])}, at the threshold"
            f" {best['threshold']:.4g}"
        )
        view: Spec = {
            "height": 260 if len(names) == 1 else 160,
            "layer": [
                {
                    "data": [{"at": best["threshold"]}],
                    "mark": {"type": "rule", "style": "reference"},
                    "encoding": {"x": {"field": "at", "type": "quantitative"}},
                },
                {
                    "data": data,
                    "mark": {"type": "line"} if len(own) > 1 else {"type": "point"},
                    "encoding": {
                        "x": number("threshold", "threshold", zero=False),
                        "y": number("value", None, **SHARE),
                        **told_apart(
                            measures,
                            None,
                            "strokeDash" if len(own) > 1 else "shape",
                            field="measure",
                            lines_only=len(own) > 1,
                        ),
                        "tooltip": tips(
                            ("measure", "measure"), ("threshold", "threshold", ".4f"), ("value", "value", ".4f")
                        ),
                    },
                },
            ],
        }
        if name is not None:
            view["title"] = name
        views.append(view)
    title = "Precision, recall and F1 by threshold"
    sentence = "; ".join(findings)
    notes = [
        f"Dashed: {findings[0]}." if len(names) == 1 else "Dashed: where F1 is highest.",
        f"The first {MOST_LINES} of {several(len(names), 'group')}." if len(names) > MOST_LINES else "",
    ]
    return finished(panels(views), title, notes, f"{title}: {sentence}.")


@short_errors
def calibration(bins: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Predicted probabilities against outcomes, and how many predictions each bin has.

    bins: what `calibration(predictions)` returns. With `ci_low` and `ci_high` shares have intervals, with `ece` the
        error is that one; else bins count by `weight_sum`, or without it by `n_rows`. Other arguments as in `roc`.
    """
    wanted = Wanted(
        "calibration",
        "rankhouse.calibration(predictions, by=['system'])",
        ["bin", "bin_from", "bin_to", "n_rows", "mean_score", "positive_share"],
        ["ci_low", "ci_high", "ece", "weight_sum"],
    )
    with reading(wanted, bins, con, system=system, every=True) as rows:
        system_name = "system" if rows.has("system") else "null::varchar"
        has_interval, has_error = rows.has("ci_low") and rows.has("ci_high"), rows.has("ece")
        further = (", ci_low, ci_high" if has_interval else "") + (", ece" if has_error else "")
        further += f", {'weight_sum' if rows.has('weight_sum') else 'n_rows'} as size"
        found = rows.ask(
            f"select {system_name} as system, bin_from, bin_to, n_rows, mean_score, positive_share{further}"
            " from given where n_rows > 0 order by place"
        )
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.calibration: the table has no bins")
    names, found, thinned = _first_groups(found)
    told = tips(
        *([("system", column or "")] if names else []),
        ("mean_score", "predicted", ".4f"),
        ("positive_share", "came true", ".4f"),
        ("n_rows", "predictions", ",d"),
    )
    # With intervals the axes end where these do: rare positives would lie in a corner.
    top = min(1.0, 1.05 * max(max(row["mean_score"], row["ci_high"]) for row in found)) if has_interval else 1.0
    scale = {**SHARE, "scale": {"domain": [0, top]}}
    position: Spec = {
        "x": number("mean_score", "predicted probability", **scale),
        "y": number("positive_share", "share that came true", **scale),
    }
    intervals: Spec = {
        "data": found,
        "mark": {"type": "rule"},
        "encoding": {**position, "y": {**position["y"], "field": "ci_low"}, "y2": {"field": "ci_high"}},
    }
    views: list[Spec] = [
        {
            "height": 280,
            "layer": [
                {
                    "data": [{"mean_score": 0, "positive_share": 0}, {"mean_score": top, "positive_share": top}],
                    "mark": {"type": "line", "style": "reference"},
                    "encoding": position,
                },
                *([intervals] if has_interval else []),
                {
                    "data": found,
                    "mark": {"type": "point"},
                    "encoding": {**position, **told_apart(names, column, "shape"), "tooltip": told},
                },
                {
                    "data": found,
                    "mark": {"type": "line"},
                    "encoding": {**position, **told_apart(names, column, "strokeDash")},
                },
            ],
        },
        *([] if has_interval else [_counts(found, names, column, told)]),
    ]
    total = {name: sum(row["size"] for row in found if row["system"] == name) for name in names or NOBODY}
    gaps = {
        name: sum(
            abs(row["mean_score"] - row["positive_share"]) * row["size"] for row in found if row["system"] == name
        )
        / total[name]
        for name in total
    }
    if has_error:
        gaps = {name: next(row["ece"] for row in found if row["system"] == name) for name in total}
    title = "Calibration"
    finding = "Average error (ECE): " + ", ".join(
        f"{name + ' ' if name is not None else ''}{as_text(gap) if has_error else figure(gap)}"
        for name, gap in gaps.items()
    )
    notes = [
        f"{finding}.",
        "Dashed: perfectly calibrated.",
        *(["Bins of equal size, with intervals."] if has_interval else []),
        thinned,
    ]
    return finished(panels(views), title, notes, f"{title}: {finding}.")


def _counts(found: Sequence[Row], names: Sequence[str], column: str | None, told: Any) -> Spec:
    """How many predictions the bins have: bars of one group, steps of several."""
    x = number("bin_from", "predicted probability", **SHARE)
    middle = number("middle", "predicted probability", **SHARE)
    y = number("n_rows", "predictions", format="~s", axis={"tickCount": 3})
    if len(names) < 2:
        return {
            "data": found,
            "height": 70,
            "mark": {"type": "bar", "binSpacing": 1},
            "encoding": {"x": {**x, "bin": {"binned": True}}, "x2": {"field": "bin_to"}, "y": y, "tooltip": told},
        }
    return {
        "data": [{**row, "middle": (row["bin_from"] + row["bin_to"]) / 2} for row in found],
        "height": 70,
        "mark": {"type": "line", "interpolate": "step"},
        "encoding": {"x": middle, "y": y, **told_apart(names, column, "strokeDash")},
    }


def _first_groups(found: Sequence[Row]) -> tuple[list[Any], list[Row], str]:
    """The names of the groups, no more than can be told apart, their rows, and what is said of the others."""
    names = list(dict.fromkeys(row["system"] for row in found if row["system"] is not None))
    shown = names[:MOST_LINES]
    thinned = f"The first {MOST_LINES} of {len(names)} groups." if len(shown) < len(names) else ""
    return shown, [row for row in found if not names or row["system"] in shown], thinned


@short_errors
def lift(bins: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Gain and lift over the share of rows with the highest scores.

    bins: what `lift(predictions)` returns. Other arguments as in `roc`.
    """
    wanted = Wanted(
        "lift", "rankhouse.lift(predictions, by=['system'])", ["bin", "depth", "lift", "gain", "cumulative_lift"]
    )
    with reading(wanted, bins, con, system=system, every=True) as rows:
        system_name = "system" if rows.has("system") else "null::varchar"
        found = rows.ask(
            f"select {system_name} as system, depth, lift, gain, cumulative_lift from given"
            " where gain is not null order by place"
        )
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.lift: no bin has a gain; a gain needs positives")
    names, found, thinned = _first_groups(found)
    start = [{"system": name, "depth": 0, "gain": 0} for name in names or NOBODY]
    told = tips(
        *([("system", column or "")] if names else []),
        ("depth", "share of rows", ".0%"),
        ("gain", "share of positives", ".1%"),
        ("lift", "lift of the part", ".2f"),
        ("cumulative_lift", "lift so far", ".2f"),
    )
    depth = number("depth", "share of rows, the highest scores first", format=".0%", **SHARE)
    gain: Spec = {"x": depth, "y": number("gain", "share of positives", format=".0%", **SHARE)}
    of_part: Spec = {"x": depth, "y": number("lift", "lift", zero=True)}
    views: list[Spec] = [
        {
            "height": 240,
            "layer": [
                {
                    "data": [{"depth": 0, "gain": 0}, {"depth": 1, "gain": 1}],
                    "mark": {"type": "line", "style": "reference"},
                    "encoding": gain,
                },
                {
                    "data": found,
                    "mark": {"type": "point"},
                    "encoding": {**gain, **told_apart(names, column, "shape"), "tooltip": told},
                },
                {
                    "data": [*start, *found],
                    "mark": {"type": "line"},
                    "encoding": {**gain, **told_apart(names, column, "strokeDash")},
                },
            ],
        },
        {
            "height": 120,
            "layer": [
                {
                    "data": [{"at": 1}],
                    "mark": {"type": "rule", "style": "reference"},
                    "encoding": {"y": {"field": "at", "type": "quantitative"}},
                },
                {
                    "data": found,
                    "mark": {"type": "point"},
                    "encoding": {**of_part, **told_apart(names, column, "shape"), "tooltip": told},
                },
                {
                    "data": found,
                    "mark": {"type": "line"},
                    "encoding": {**of_part, **told_apart(names, column, "strokeDash")},
                },
            ],
        },
    ]
    title = "Gain and lift"
    first = [row for name in names or NOBODY for row in [next(row for row in found if row["system"] == name)]]
    finding = "; ".join(
        f"{row['system'] + ': ' if row['system'] is not None else ''}the first {row['depth']:.0%} of the rows have"
        f" {row['gain']:.1%} of the positives, {row['cumulative_lift']:.2f} times their share"
        for row in first
    )
    notes = [f"{finding[0].upper()}{finding[1:]}." if len(first) == 1 else "", "Dashed: chance.", thinned]
    return finished(panels(views), title, notes, f"{title}: {finding}.")
