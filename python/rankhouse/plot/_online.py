"""Charts of interleaving, of policies on logs and of past experiments: what users prefer, and whether it was told."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.renamed import renamed
from rankhouse._results.numbers import digits_of, rounded
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import (
    MOST_LEVELS,
    Row,
    Spec,
    dots,
    finished,
    height_of,
    names,
    number,
    panels,
    rule_at,
    several,
    tips,
    told,
)
from rankhouse.plot._read import Wanted, reading

MOST_GROUPS = 50
PREFERENCE = ("wins_a", "wins_b", "ties", "preference")
ENDS = ("ci_low", "ci_high")
ESTIMATES = ("estimator", "value", "n", "effective_size")
DIFFERENCES = ("offline_difference", "online_difference")


@renamed(preferences="interleaved")
@short_errors
def interleaving(interleaved: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """The preference of each group with its interval; above 0 system a is preferred.

    interleaved: what `rankhouse.interleaving` returns.
    con: the connection that has the table, where `interleaved` is its name.
    """
    wanted = Wanted("interleaving", "rankhouse.interleaving(...)", PREFERENCE, ENDS, ())
    with reading(wanted, interleaved, con, every=True) as rows:
        found = rows.ask("select * from given order by place")
    known = [{"system": "all searches", "ci_low": None, "ci_high": None, **row} for row in found]
    known = [
        {**row, "n": row["wins_a"] + row["wins_b"] + row["ties"]} for row in known if row["preference"] is not None
    ]
    if not known:
        raise InputError("plot.interleaving: no group has a preference")
    shown = sorted(known, key=lambda row: -row["n"])[:MOST_GROUPS]
    shown = [row for row in known if row in shown]
    ends = [value for row in shown for value in (row["preference"], *(row[end] for end in ENDS)) if value is not None]
    position: Spec = {"y": names("system", [row["system"] for row in shown])}
    low_high = {"x": {"field": "ci_low", "type": "quantitative"}, "x2": {"field": "ci_high"}}
    domain = [min(0.0, *ends), max(0.0, *ends)]
    spec: Spec = {
        "height": height_of(len(shown)),
        "layer": [
            rule_at(0),
            {
                "data": [row for row in shown if row["ci_low"] is not None],
                "mark": {"type": "rule", "style": "interval"},
                "encoding": {**position, **low_high},
            },
            {
                "data": shown,
                "transform": told("preference", *ENDS, sign="+"),
                "mark": {"type": "point"},
                "encoding": {
                    **position,
                    "x": number(
                        "preference", "preference for a", format="+.3~f", scale={"domain": domain, "nice": True}
                    ),
                    "tooltip": tips(
                        ("system", rows.types.get("system", "group")),
                        ("told_preference", "preference"),
                        ("told_ci_low", "from"),
                        ("told_ci_high", "to"),
                        ("wins_a", "wins of a", ",d"),
                        ("wins_b", "wins of b", ",d"),
                        ("ties", "ties", ",d"),
                    ),
                },
            },
        ],
    }
    (top, *_) = sorted(shown, key=lambda row: -row["n"])
    finding = f"{_told(top)} in {top['system']}, from {several(int(top['n']), 'search', 'searches')}"
    n_unknown = len(found) - len(known)
    notes = [
        "Wins of a less those of b, divided by searches, with intervals; above 0, system a is preferred.",
        f"The {MOST_GROUPS} groups with the most searches of {len(known):,}." if len(known) > MOST_GROUPS else "",
        f"Left out: {several(n_unknown, 'group')} without a preference." if n_unknown else "",
    ]
    return finished(spec, "Preference", notes, f"Preference: {finding}.")


def _told(row: Row) -> str:
    return rounded(row["preference"], digits_of(row["ci_low"], row["ci_high"]), has_sign=True)


@short_errors
def off_policy(estimates: Any, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """What a policy would have earned, by estimator, with intervals and effective sizes; a panel per group.

    estimates: what `rankhouse.off_policy` returns.
    con: the connection that has the table, where `estimates` is its name.
    """
    wanted = Wanted("off_policy", "rankhouse.off_policy(...)", ESTIMATES, ENDS, ("estimator",))
    with reading(wanted, estimates, con, every=True) as rows:
        found = rows.ask("select * from given order by place")
    known = [{"ci_low": None, "ci_high": None, **row} for row in found if row["value"] is not None]
    if not known:
        raise InputError("plot.off_policy: no estimator has a value")
    groups = list(dict.fromkeys(row.get("system") for row in known))
    shown = groups[:MOST_LEVELS]
    x = _with_room([row for row in known if row.get("system") in shown])
    views = [_estimated([row for row in known if row.get("system") == group], x) for group in shown]
    if rows.has("system"):
        column = rows.types["system"]
        views = [
            {**view, "title": {"text": f"{column}: {group}", "fontSize": 12, "offset": 6}}
            for group, view in zip(shown, views, strict=True)
        ]
    title = "Estimated value of the policy"
    first = known[0]
    value = rounded(first["value"], digits_of(first["ci_low"], first["ci_high"]))
    finding = f"{value} by {first['estimator']}" + (f" in {first['system']}" if rows.has("system") else "")
    n_unknown = len(found) - len(known)
    notes = [
        "With intervals; beside each point is the effective size: how many rows of equal weight would tell as much.",
        f"The first {MOST_LEVELS} of {len(groups):,} groups." if len(groups) > MOST_LEVELS else "",
        f"Left out: {several(n_unknown, 'estimate')} without a value." if n_unknown else "",
    ]
    return finished(panels(views), title, notes, f"{title}: {finding}.")


def _with_room(data: list[Row]) -> Spec:
    """Values, with room for the labels at the end of the intervals."""
    ends = [value for row in data for value in (row["value"], *(row[end] for end in ENDS)) if value is not None]
    low, high = min(ends), max(ends)
    domain = [low, high + 0.35 * (high - low or abs(high) or 1)]
    return number("value", "value", zero=False, scale={"domain": domain, "zero": False})


def _estimated(data: list[Row], x: Spec) -> Spec:
    estimators = list(dict.fromkeys(row["estimator"] for row in data))
    labelled = [
        {**row, "label": "" if row["effective_size"] is None else f"{row['effective_size']:,.0f} of {row['n']:,.0f}"}
        | {"label_at": row["value"] if row["ci_high"] is None else row["ci_high"]}
        for row in data
    ]
    position: Spec = {"y": names("estimator", estimators)}
    tip = [
        ("estimator", "estimator"),
        ("told_value", "value"),
        ("told_ci_low", "from"),
        ("told_ci_high", "to"),
        ("n", "n", ",d"),
        ("effective_size", "effective size", ",.0f"),
    ]
    spec = dots(position, x, [], None, tip, labelled)
    label_at = {"field": "label_at", "type": "quantitative"}
    label: Spec = {
        "mark": {"type": "text", "align": "left", "dx": 8},
        "encoding": {**position, "x": label_at, "text": {"field": "label"}},
    }
    return {**spec, "height": height_of(len(estimators)), "layer": [*spec["layer"], label]}


@short_errors
def metric_trust(experiments: Any, trust: Any = None, *, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Online differences of past experiments over offline ones, with the slope of each measure; a panel per measure.

    experiments: the table that `rankhouse.metric_trust` takes.
    trust: what `rankhouse.metric_trust` returns, for the lines.
    con: the connection that has the tables, where these are names.
    """
    read, texts = ("measure", *DIFFERENCES), ("measure", "experiment")
    wanted = Wanted("metric_trust", "the table of experiments", read, ("experiment",), texts)
    with reading(wanted, experiments, con, every=True) as rows:
        found = rows.ask("select * from given order by place")
    known = [row for row in found if all(row[name] is not None for name in DIFFERENCES)]
    if not known:
        raise InputError("plot.metric_trust: no experiment has both differences")
    slopes: dict[str, Row] = {}
    if trust is not None:
        wanted = Wanted("metric_trust", "rankhouse.metric_trust(...)", ("measure", "slope", "intercept", "agreement"))
        with reading(wanted, trust, con, every=True) as rows:
            slopes = {row["measure"]: row for row in rows.ask("select * from given order by place")}
    every = list(dict.fromkeys(row["measure"] for row in known))
    measures = every[:MOST_LEVELS]
    views = [_scatter([row for row in known if row["measure"] == one], slopes.get(one)) for one in measures]
    agreeing = sum(row[DIFFERENCES[0]] * row[DIFFERENCES[1]] > 0 for row in known)
    n_unknown = len(found) - len(known)
    notes = [
        "Each point is an experiment; in the upper right and the lower left, both differences agree.",
        "Lines are slopes with errors in both." if slopes else "",
        f"The first {MOST_LEVELS} of {len(every):,} measures." if len(every) > MOST_LEVELS else "",
        f"Left out: {several(n_unknown, 'experiment')} without both differences." if n_unknown else "",
    ]
    title = "Offline and online differences"
    if len(measures) == 1:
        title = f"{title} of {measures[0]}"
    else:
        views = [
            {**view, "title": {"text": one, "fontSize": 12, "offset": 6}}
            for one, view in zip(measures, views, strict=True)
        ]
    share = f"{agreeing / len(known):.1%}"
    finding = f"{agreeing:,} of {several(len(known), 'experiment')} ({share}) agree in sign"
    return finished(panels(views), title, notes, f"{title}: {finding}.")


def _scatter(data: list[Row], trust: Row | None) -> Spec:
    offline, online = DIFFERENCES
    x = number(offline, "offline difference", format="+.3~f")
    y = number(online, "online difference", format="+.3~f")
    layers: list[Spec] = [rule_at(0), rule_at(0, "y")]
    if trust is not None and trust["slope"] is not None:
        ends = [f([row[offline] for row in data]) for f in (min, max)]
        line = [{offline: end, online: trust["intercept"] + trust["slope"] * end} for end in ends]
        layers.append({"data": line, "mark": {"type": "line"}, "encoding": {"x": x, "y": y}})
    layers.append(
        {
            "data": data,
            "mark": {"type": "point"},
            "encoding": {
                "x": x,
                "y": y,
                "tooltip": tips(
                    *([("experiment", "experiment")] if "experiment" in data[0] else []),
                    (offline, "offline", "+.3~f"),
                    (online, "online", "+.3~f"),
                ),
            },
        }
    )
    return {"height": 220, "layer": layers}
