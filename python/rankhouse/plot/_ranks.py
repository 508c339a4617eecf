"""The chart of ranks: where each system may stand, and which of them are tied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse.plot._altair import Chart
from rankhouse.plot._board import MOST_RATED, RANKS, told_ties
from rankhouse.plot._chart import MOST_LEVELS, Row, Spec, dots, figure, finished, height_of, names, number, panels
from rankhouse.plot._groups import grouped, require_once, titled, where, without_more
from rankhouse.plot._read import Wanted, reading

MOST_TICKS = 12


@short_errors
def system_ranks(ranked: Any, *, measure: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """Systems with the ranks that they may have, the best first; a panel per group.

    ranked: what `rankhouse.system_ranks` returns.
    measure: the measure to draw; None: the first of the table.
    con: the connection that has the table, where `ranked` is its name.
    """
    wanted = Wanted("system_ranks", "rankhouse.system_ranks(...)", ("measure", "value", "rank", *RANKS), ("n_queries",))
    with reading(wanted, ranked, con, further={"rated": "system"}, every=True) as rows:
        known = [name for name in rows.listed("measure") if name is not None]
        groups = "system" if rows.has("system") else "null::varchar as system"
        n_queries = "n_queries" if rows.has("n_queries") else "null as n_queries"
        found = rows.ask(
            f"select {groups}, rated::varchar as rated, measure, value, rank, {', '.join(RANKS)}, {n_queries}"
            " from given order by place"
        )
        column = rows.types.get("system")
    if not known:
        raise InputError("plot.system_ranks: the table has no rows")
    if measure is not None and measure not in known:
        raise InputError(
            f"plot.system_ranks: there is no measure {measure!r}{did_you_mean(str(measure), known)}; the measures are"
            f" {listed(known)}"
        )
    asked = measure or known[0]
    drawn = [row for row in found if row["measure"] == asked]
    require_once(drawn, ("system", "rated"), "system_ranks", "system {rated!r}")
    by_group = grouped(drawn)
    shown = {group: sorted(own, key=by_rank) for group, own in list(by_group.items())[:MOST_LEVELS]}
    most = max(map(len, shown.values()))
    views = [titled(_ranked(own[:MOST_RATED], len(own)), column, group) for group, own in shown.items()]
    notes = [
        "Lines are the ranks that a system may have.",
        without_more(by_group),
        f"The {MOST_RATED} best of {most:,} systems." if most > MOST_RATED else "",
    ]
    findings = [
        f"{where(column, group)}{own[0]['rated']} is first at {figure(own[0]['value'])}; {told_ties(own)}"
        for group, own in shown.items()
    ]
    return finished(panels(views), f"Ranks by {asked}", notes, f"Ranks by {asked}: {'; '.join(findings)}.")


def by_rank(row: Row) -> tuple[float, float, float, str]:
    return row["rank"], row["rank_low"], row["rank_high"], row["rated"]


def _ranked(own: Sequence[Row], n_systems: int) -> Spec:
    data = [{**row, "mean": row["value"], "value": row["rank"]} for row in own]
    data = [{**row, "ci_low": row["rank_low"], "ci_high": row["rank_high"]} for row in data]
    scale = {"domain": [1, max(n_systems, 2)], "zero": False, "nice": False}
    ticks = [*range(1, n_systems + 1, 1 + n_systems // MOST_TICKS)]
    x = number("value", "rank", scale=scale, axis={"format": "d", "values": ticks})
    told = [
        *(("rated", "system"), ("value", "rank", "d"), ("rank_low", "from", "d"), ("rank_high", "to", "d")),
        *(("mean", "mean", ".4f"), ("n_queries", "queries", ",d")),
    ]
    position: Spec = {"y": names("rated", [row["rated"] for row in data])}
    spec = dots(position, x, [], None, [each for each in told if data[0][each[0]] is not None], data)
    return {**spec, "height": height_of(len(data))}
