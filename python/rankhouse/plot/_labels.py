"""Charts of labels: raters who agree, the grades of a machine, means of human and machine labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import (
    Row,
    Spec,
    dots,
    figure,
    finished,
    height_of,
    names,
    number,
    panels,
    several,
    ticks,
    tips,
)
from rankhouse.plot._read import Rows, Wanted, reading
from rankhouse.plot._squares import squares

MOST_RATERS = 15
"""In a chart of pairs."""
NAMED = ("rater_id", "other_rater_id", "method")


@short_errors
def raters(agreed: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """How far each pair of raters agrees, those who agree most with the others first.

    agreed: what `rater_agreement(ratings, pairs=True)` returns, of one group.
    """
    wanted = Wanted(
        "raters", "rankhouse.rater_agreement(ratings, pairs=True)", [*NAMED, "value", "n_units"], texts=NAMED
    )
    with reading(wanted, agreed, con, every=True) as rows:
        require_one(rows, "raters", "rater_id, other_rater_id")
        found = rows.ask("select rater_id, other_rater_id, method, value, n_units from given order by place")
    known = [row for row in found if row["value"] is not None]
    if not known:
        raise InputError("plot.raters: no pair has a value")
    by_rater: dict[str, list[float]] = {}
    for row in known:
        for name in (row["rater_id"], row["other_rater_id"]):
            by_rater.setdefault(name, []).append(row["value"])
    means = {name: sum(values) / len(values) for name, values in by_rater.items()}
    order = sorted(means, key=lambda name: (-means[name], name))
    shown = order[:MOST_RATERS]
    cells = [
        {"row": one, "column": other, "value": row["value"], "n": row["n_units"]}
        for row in known
        for one, other in ((row["rater_id"], row["other_rater_id"]), (row["other_rater_id"], row["rater_id"]))
        if one in shown and other in shown
    ]
    method = known[0]["method"]
    told = tips(("row", "rater"), ("column", "and"), ("value", method, ".3f"), ("n", "units", ",d"))
    spec = squares(cells, shown, shown, (None, None), told)
    lowest = min(known, key=lambda row: row["value"])
    title = "Agreement of raters"
    pair = f"{lowest['rater_id']} and {lowest['other_rater_id']}"
    notes = [
        f"By pair ({method}); lowest for {pair}: {figure(lowest['value'])}.",
        f"The {MOST_RATERS} of {len(order)} raters who agree most." if len(order) > len(shown) else "",
        f"Left out: {several(len(found) - len(known), 'pair')} without a value." if len(found) > len(known) else "",
    ]
    text = (
        f"{title}: {several(len(known), 'pair')}; {order[0]} agrees most with the others, {figure(means[order[0]])} on"
    )
    return finished(spec, title, notes, f"{text} average; lowest for {pair}, {figure(lowest['value'])}.")


@short_errors
def grade_confusion(confusion: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """What people said of the items with each grade of a machine, as shares.

    confusion: what `grade_confusion(human, machine)` returns, of one group.
    """
    wanted = Wanted(
        "grade_confusion",
        "rankhouse.grade_confusion(human, machine)",
        ["human_grade", "machine_grade", "n_items", "machine_share"],
    )
    with reading(wanted, confusion, con, every=True) as rows:
        require_one(rows, "grade_confusion", "human_grade, machine_grade")
        found = rows.ask(
            "select human_grade, machine_grade, n_items, machine_share from given"
            " where human_grade is not null order by 1, 2"
        )
    if not found:
        raise InputError("plot.grade_confusion: no item has both grades")
    grades = sorted({row[name] for row in found for name in ("human_grade", "machine_grade")})
    shown = [f"{grade:g}" for grade in grades]
    cells = [
        {
            "row": f"{row['human_grade']:g}",
            "column": f"{row['machine_grade']:g}",
            "value": row["machine_share"],
            "n": row["n_items"],
        }
        for row in found
    ]
    told = tips(
        ("row", "people"), ("column", "machine"), ("value", "of the machine's grade", ".1%"), ("n", "items", ",d")
    )
    titles = ("grade of the machine", "grade of people")
    spec = squares(cells, shown, shown[::-1], titles, told, ".0%")
    n_items = round(sum(row["n_items"] for row in found))
    n_equal = round(sum(row["n_items"] for row in found if row["human_grade"] == row["machine_grade"]))
    title = "Grades of a machine and of people"
    share = f"{100 * n_equal / n_items:.1f} % of {several(n_items, 'item')} got the same grade"
    return finished(spec, title, [f"Shares of each grade of the machine. {share}."], f"{title}: {share}.")


@short_errors
def grade_calibration(calibrated: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """What each grade of a machine is worth: the mean grade of people with its interval, beside the line of no bias.

    calibrated: what `grade_calibration(human, machine)` returns, by at most one column.
    """
    wanted = Wanted(
        "grade_calibration",
        "rankhouse.grade_calibration(human, machine)",
        ["machine_grade", "human_grade", "human_low", "human_high", "bias", "n_items"],
    )
    with reading(wanted, calibrated, con, every=True) as rows:
        group = "system" if rows.has("system") else "null::varchar"
        found = rows.ask(
            f"select {group} as system, machine_grade, human_grade, human_low, human_high, bias, n_items"
            " from given where human_grade is not null order by place"
        )
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.grade_calibration: no item has both grades")
    groups = list(dict.fromkeys(row["system"] for row in found))
    ends = [row["machine_grade"] for row in found]
    line = [{"machine_grade": end, "human_grade": end} for end in (min(ends), max(ends))]
    data = [
        {**row, "value": row["human_grade"], "ci_low": row["human_low"], "ci_high": row["human_high"]} for row in found
    ]
    views = [_grades(data, group, column, line, is_last=group == groups[-1]) for group in groups]
    worst = max(found, key=lambda row: abs(row["bias"]))
    title = "What a machine's grades are worth"
    where = f" ({worst['system']})" if worst["system"] is not None else ""
    finding = f"the largest bias is {worst['bias']:+.3f}, of grade {worst['machine_grade']:g}{where}"
    notes = ["Mean grades of people with their intervals. Dashed: the machine's own grade.", f"{finding.capitalize()}."]
    return finished(panels(views), title, notes, f"{title}: {finding}.")


def _grades(data: Sequence[Row], group: str | None, column: str | None, line: list[Row], *, is_last: bool) -> Spec:
    own = [row for row in data if row["system"] == group]
    grades = sorted({row["machine_grade"] for row in data})
    x = number(
        "machine_grade", "grade of the machine" if is_last else None, format="~g", axis={"values": ticks(grades)}
    )
    y = number("human_grade", "mean grade of people")
    told = tips(
        ("machine_grade", "machine", "~g"),
        ("human_grade", "people", ".3f"),
        ("human_low", "from", ".3f"),
        ("human_high", "to", ".3f"),
        ("n_items", "items", ",d"),
    )
    low_high = {"y": {"field": "human_low", "type": "quantitative"}, "y2": {"field": "human_high"}}
    titled = {"title": {"text": f"{column}: {group}", "fontSize": 12, "offset": 6}} if group is not None else {}
    return {
        **titled,
        "height": 260,
        "layer": [
            {"data": line, "mark": {"type": "line", "style": "reference"}, "encoding": {"x": x, "y": y}},
            {
                "data": [row for row in own if row["human_low"] is not None],
                "mark": {"type": "rule", "style": "interval"},
                "encoding": {"x": x, **low_high},
            },
            {"data": own, "mark": {"type": "point"}, "encoding": {"x": x, "y": y, "tooltip": told}},
        ],
    }


BOTH, ALONE = "human and machine", "human only"


@short_errors
def prediction_powered(powered: Any, classical: Any = None, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Means of human and machine labels with their intervals, beside those of human labels alone.

    powered: what `prediction_powered(human, machine)` returns, of one group. classical: what `mean_intervals(human,
    by=[])` returns, or `evaluate` of the human labels; None: none beside them.
    """
    wanted = Wanted(
        "prediction_powered",
        "rankhouse.prediction_powered(human, machine)",
        ["measure", "value", "ci_low", "ci_high", "n_human", "effective_labels"],
    )
    with reading(wanted, powered, con, every=True) as rows:
        require_one(rows, "prediction_powered", "measure")
        found = rows.ask(
            "select measure, value, ci_low, ci_high, n_human, effective_labels from given"
            " where value is not null order by place"
        )
    if not found:
        raise InputError("plot.prediction_powered: no measure has a value")
    data = [{**row, "system": BOTH} for row in found]
    if classical is not None:
        alone = Wanted(
            "prediction_powered", "rankhouse.mean_intervals(human, by=[])", ["measure", "value", "ci_low", "ci_high"]
        )
        with reading(alone, classical, con, every=True) as rows:
            require_one(rows, "prediction_powered", "measure")
            means = rows.ask("select measure, value, ci_low, ci_high from given where value is not null order by place")
        known = {row["measure"]: row for row in found}
        data += [
            {**row, "system": ALONE, "n_human": known[row["measure"]]["n_human"]}
            for row in means
            if row["measure"] in known
        ]
    systems = [name for name in (BOTH, ALONE) if any(row["system"] == name for row in data)]
    measures = [row["measure"] for row in found]
    position = {"y": names("measure", measures), "yOffset": {"field": "system", "sort": systems}}
    told = [
        ("measure", "measure"),
        ("system", "labels"),
        ("told_value", "mean"),
        ("told_ci_low", "from"),
        ("told_ci_high", "to"),
        ("n_human", "human labels", ",d"),
    ]
    view = dots(position, number("value", "mean", zero=False), systems, None, told, data)
    first = found[0]
    title = "Means of human and machine labels"
    worth = "" if first["effective_labels"] is None else f", worth {first['effective_labels']:,.0f}"
    finding = (
        f"{first['measure']} {figure(first['value'])} from {several(round(first['n_human']), 'human label')}{worth}"
    )
    spec = {"height": height_of(len(measures), 30, len(systems)), **view}
    return finished(spec, title, [f"{finding}."], f"{title}: {finding}.")


def require_one(rows: Rows, chart: str, key: str) -> None:
    """Groups have a chart each."""
    if twice := rows.ask(f"select {key}, count(*) as n from given group by all having n > 1 order by all limit 1"):
        *named, n = twice[0].items()
        what = ", ".join(f"{name} {value!r}" for name, value in named)
        raise InputError(f"plot.{chart}: {n[1]} rows for {what}: keep the rows of one group")
