"""Charts of values by query: how they are distributed, and by how much two systems differ in each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse._rendering.renamed import renamed
from rankhouse._rendering.sql import literal
from rankhouse._results.differences import Differences, paired
from rankhouse._results.numbers import MOST_DIGITS, rounded
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import (
    MOST_LINES,
    Row,
    Spec,
    figure,
    finished,
    height_of,
    names,
    number,
    panels,
    rule_at,
    several,
    tips,
)
from rankhouse.plot._means import chosen
from rankhouse.plot._read import Rows, Wanted, groups_of, reading

NOBODY: list[Any] = [None]
SYSTEM = "system"
VALUES = "rankhouse.evaluate(run, judgments, measures, by=['system'], per_query=True)"
MOST_BARS = 1000
MOST_PANELS = 6
MOST_STRIPS = 40
Ends = tuple[float, float]
WHOLE: Any = {"tickMinStep": 1}
COUNTS: Any = {"tickCount": 3, "tickMinStep": 1}


def _wanted(chart: str) -> Wanted:
    return Wanted(chart, VALUES, ["query_id", "measure", "value"])


@renamed(values="query_metrics")
@short_errors
def distribution(
    query_metrics: Any,
    *,
    measure: str | None = None,
    system: str | None = None,
    bins: int = 20,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """How the values of queries are distributed: a histogram for each system.

    query_metrics: what `evaluate(..., per_query=True)` returns, a table of such rows, or a Comparison.
    measure: one of the table; by default its first. bins: of equal width, 1 to 200. A bin holds its lower edge, the
        last one both.
    system, con: as in `summary`.
    """
    if isinstance(bins, bool) or not isinstance(bins, int) or not 1 <= bins <= 200:
        raise InputError(f"plot.distribution: bins is a whole number from 1 to 200, got {bins!r}")
    if isinstance(query_metrics, Differences):
        query_metrics, system = query_metrics.values, system or query_metrics.system
    with reading(_wanted("distribution"), query_metrics, con, system=system) as rows:
        return distribution_of(rows, chosen(rows, measure, "distribution"), bins)


def values_read(values: duckdb.DuckDBPyRelation, system: str) -> AbstractContextManager[Rows]:
    """Values by query that many charts are made of."""
    return reading(_wanted("distribution"), values, None, system=system)


def distribution_of(rows: Rows, measure: str, bins: int = 20) -> Chart:
    """The chart of a measure that the rows have."""
    binned, figures, ends = _histogram(rows, measure, bins)
    if not binned:
        raise InputError(f"plot.distribution: no query has a value of {measure}")
    systems = list(dict.fromkeys(str(row["system"]) for row in figures if row["system"] is not None))
    shown = systems[:MOST_STRIPS]
    spec = panels(_histograms(binned, figures, shown, measure, ends)) if len(shown) <= MOST_PANELS else None
    title = f"Distribution of {measure}"
    finding = "; ".join(
        f"{row['system'] + ': ' if row['system'] is not None else ''}mean {figure(row['mean'])}, median"
        f" {figure(row['median'])}, {several(row['n'], 'query', 'queries')}"
        for row in figures[:MOST_LINES]
    )
    n_null = sum(row["n_null"] for row in figures)
    notes = [
        "Dashed: the mean." if spec else "The stronger the colour, the more queries; the line is the mean.",
        f"The first {MOST_STRIPS} of {len(systems)} systems." if len(shown) < len(systems) else "",
        f"Left out: {several(n_null, 'query', 'queries')} without a value." if n_null else "",
    ]
    return finished(spec or _strips(binned, figures, shown, measure, ends), title, notes, f"{title}: {finding}.")


OF_BIN = tips(("low", "from", ".3f"), ("high", "to", ".3f"), ("n", "queries", ",d"))


def _histograms(binned: list[Row], figures: list[Row], systems: list[str], measure: str, ends: Ends) -> list[Spec]:
    """A histogram for each system, all with the same axes."""
    top = max(row["n"] for row in binned)
    views: list[Spec] = []
    for name in systems or NOBODY:
        (of_system,) = (row for row in figures if row["system"] == name)
        is_last = not systems or name == systems[-1]
        view: Spec = {
            "height": 70 if systems else 200,
            "layer": [
                {
                    "data": [row for row in binned if row["system"] == name],
                    "mark": {"type": "bar", "binSpacing": 1},
                    "encoding": {
                        "x": number(
                            "low", measure if is_last else None, bin={"binned": True}, scale={"domain": list(ends)}
                        ),
                        "x2": {"field": "high"},
                        "y": number(
                            "n",
                            "queries",
                            format="~s",
                            scale={"domain": [0, top]},
                            axis=COUNTS,
                        ),
                        "tooltip": OF_BIN,
                    },
                },
                rule_at(of_system["mean"]),
            ],
        }
        if name is not None:
            said = f"{name}: mean {figure(of_system['mean'])}, median {figure(of_system['median'])}"
            view["title"] = {"text": said, "fontSize": 12, "offset": 6}
        views.append(view)
    return views


def _strips(binned: list[Row], figures: list[Row], systems: list[str], measure: str, ends: Ends) -> Spec:
    """Many systems: a strip for each."""
    position: Spec = {"y": names("system", systems)}
    x = number("low", measure, bin={"binned": True}, scale={"domain": list(ends)})
    count = {"field": "n", "type": "quantitative", "title": "queries", "legend": {"gradientLength": 120}}
    return {
        "height": height_of(len(systems)),
        "layer": [
            {
                "data": [row for row in binned if row["system"] in systems],
                "mark": {"type": "rect"},
                "encoding": {
                    **position,
                    "x": x,
                    "x2": {"field": "high"},
                    "color": count,
                    "tooltip": [*tips(("system", "system")), *OF_BIN],
                },
            },
            {
                "data": [row for row in figures if row["system"] in systems],
                "mark": {"type": "tick", "style": "reference", "thickness": 2},
                "encoding": {**position, "x": {"field": "mean", "type": "quantitative"}},
            },
        ],
    }


def _histogram(rows: Rows, measure: str, bins: int) -> tuple[list[Row], list[Row], Ends]:
    """Counts by bin, each system's figures, and where the first bin starts and the last one ends."""
    system = "system" if rows.has("system") else "null::varchar"
    of_measure = f"from given where measure = {literal(measure)}"
    (found,) = rows.ask(f"select min(value) as low, max(value) as high {of_measure}")
    if found["low"] is None:
        return [], [], (0.0, 1.0)
    low, high = float(found["low"]), float(found["high"])
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    elif low == high:
        low, high = low - 0.5, high + 0.5
    width = (high - low) / bins
    counted = rows.ask(
        f"select {system} as system, least(greatest(floor((value - {low!r}::double) / {width!r}::double), 0),"
        f" {bins - 1})::integer as bin, count(*) as n {of_measure} and value is not null group by all order by all"
    )
    figures = rows.ask(
        f"select {system} as system, avg(value) as mean, median(value) as median, count(value) as n,"
        f" count(*) - count(value) as n_null {of_measure} group by all having count(value) > 0 order by min(place)"
    )
    edges = [low + place * width for place in range(bins)] + [high]
    binned = [{**row, "low": edges[row["bin"]], "high": edges[row["bin"] + 1]} for row in counted]
    return binned, figures, (low, high)


@renamed(values="query_metrics")
@short_errors
def differences(
    query_metrics: Any,
    *,
    measure: str | None = None,
    system: str | None = None,
    baseline: str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Chart:
    """By how much a system differs from another in each query, from the largest loss to the largest gain.

    query_metrics: a Comparison, or what `evaluate(..., by=["system"], per_query=True)` returns.
    measure: by default the first. baseline: the system compared with; by default the first.
    system: the one that is compared; by default the first other one. Of a table of values also the column that tells
        systems apart. con: as in `summary`.
    """
    if isinstance(query_metrics, Differences):
        measure = query_metrics.measure_of(measure)
        own, other = query_metrics.pair_of(system, baseline)
        table, column = query_metrics.values, query_metrics.system
        keys = list(query_metrics.groups)
    else:
        own, other, table, column = system or "", baseline or "", query_metrics, None
        groups = groups_of(_wanted("differences"), query_metrics, con)
        if system in groups:
            own, column = "", system
        tells = column or next((name for name in groups if name.lower() == SYSTEM or len(groups) == 1), None)
        keys = [name for name in groups if name != tells] if tells else []
    further = {f"group_{place}": name for place, name in enumerate(keys)}
    with reading(_wanted("differences"), table, con, system=column, further=further) as rows:
        measure = chosen(rows, measure, "differences")
        return differences_of(rows, measure, *_pair(rows, own, other), list(further))


def differences_of(rows: Rows, measure: str, own: str, other: str, groups: Sequence[str] = ()) -> Chart:
    """The chart of a measure and of two systems that the rows have. groups: further columns that tell rows apart."""
    (counts,), found = _sorted_differences(rows, measure, own, other, groups)
    if not counts["n"]:
        raise InputError(f"plot.differences: no query has a value of {measure} for both {own!r} and {other!r}")
    n = int(counts["n"])
    has_all = len(found) == n
    x = number(
        "number",
        "queries, the largest loss first",
        format=",d",
        scale={"domain": [0, n], "nice": False},
        axis=WHOLE,
    )
    side: Spec = {
        "field": "side",
        "type": "nominal",
        "title": None,
        "scale": {"domain": [f"{own} better", f"{other} better"]},
    }
    spec: Spec = {
        "height": 240,
        "layer": [
            {
                "data": found,
                "mark": {"type": "bar", "binSpacing": 0 if n > 60 else 1, "strokeWidth": 0.5, "aria": n <= 100},
                "encoding": {
                    "x": {**x, "field": "from", "bin": {"binned": True}},
                    "x2": {"field": "to"},
                    "y": number("difference", f"{own} − {other}, {measure}", axis={"titleLimit": 240}),
                    # Without a stroke many bars have light gaps.
                    "fill": side,
                    "stroke": side,
                    "tooltip": tips(
                        ("query_id", "query"),
                        ("value", own, ".4f"),
                        ("baseline_value", other, ".4f"),
                        ("difference", "difference", "+.4f"),
                    ),
                },
            },
            rule_at(0, "y"),
        ],
    }
    title = f"{measure}: {own} against {other}, query by query"
    mean = rounded(counts["mean"], MOST_DIGITS, has_sign=True)
    share = f"{own} is better in {counts['wins']:,} of {several(n, 'query', 'queries')}, worse in {counts['losses']:,}"
    share += f", equal in {counts['ties']:,}; the mean difference is {mean}."
    notes = [
        share,
        "" if has_all else f"{len(found):,} of {n:,} queries, evenly spaced, with the largest loss and gain.",
        f"Left out: {several(int(counts['n_alone']), 'query', 'queries')} with a value for only one of them."
        if counts["n_alone"]
        else "",
    ]
    return finished(spec, title, notes, f"{title}: {share}")


def _pair(rows: Rows, own: str, other: str) -> tuple[str, str]:
    if not rows.has("system"):
        raise InputError(
            "plot.differences: no column distinguishes systems: evaluate with by=['system'], or name it with system=..."
        )
    known = sorted(map(str, rows.listed("system")))
    for name in (own, other):
        if name and name not in known:
            raise InputError(
                f"plot.differences: there is no system {name!r}{did_you_mean(name, known)};"
                f" the systems are {listed(known)}"
            )
    if len(known) < 2:
        raise InputError(f"plot.differences: two systems are needed, but there is only {listed(known)}")
    other = other or next(name for name in known if name != own)
    own = own or next(name for name in known if name != other)
    if own == other:
        raise InputError(f"plot.differences: system and baseline are both {own!r}: name two different systems")
    return own, other


def _sorted_differences(
    rows: Rows, measure: str, own: str, other: str, groups: Sequence[str]
) -> tuple[list[Row], list[Row]]:
    """Figures of all queries; the differences in order, of many queries some, the first and the last among them."""
    key = ", ".join([*groups, "query_id"])
    differing = paired("given", key, measure, "system", own, other)
    figures = rows.ask(
        "select count(difference) as n, count(*) - count(difference) as n_alone, avg(difference) as mean,"
        " count(*) filter (difference > 0) as wins, count(*) filter (difference < 0) as losses,"
        f" count(*) filter (difference = 0) as ties from ({differing})"
        " where value is not null or baseline_value is not null"
    )
    n = int(figures[0]["n"])
    numbered = (
        f"select *, row_number() over (order by difference, {key}) - 1 as number from ({differing})"
        " where difference is not null"
    )
    bars = min(n, MOST_BARS)
    # The first and the last of n queries, and others at even steps between them.
    step = (n - 1) / (bars - 1) if bars > 1 else 1.0
    found = rows.ask(
        f"select query_id, value, baseline_value, difference, number from ({numbered})"
        f" where number = round(round(number / {step!r}::double) * {step!r}::double) order by number"
    )
    shown = [
        {
            **row,
            "from": place * n / len(found),
            "to": (place + 1) * n / len(found),
            "side": f"{own} better" if row["difference"] > 0 else f"{other} better",
        }
        for place, row in enumerate(found)
    ]
    return figures, shown
