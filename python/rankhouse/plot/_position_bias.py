"""The chart of how much more often higher positions are examined."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.renamed import renamed
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import MOST_LINES, figure, finished, leading, lines, number, several, ticks, who
from rankhouse.plot._read import Wanted, reading

BIAS = "rankhouse.position_bias(log)"


@renamed(bias="examination")
@short_errors
def position_bias(
    examination: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None
) -> Chart:
    """Examination by position, a line with its interval; one for each group.

    examination: what `position_bias` returns. system, con: as in `roc`.
    """
    wanted = Wanted("position_bias", BIAS, ["position", "examination"], ["ci_low", "ci_high", "impressions"])
    with reading(wanted, examination, con, system=system, every=True) as rows:
        given = {name: name if rows.has(name) else "null" for name in ("ci_low", "ci_high", "impressions")}
        found = rows.ask(
            f"select {'system' if rows.has('system') else 'null::varchar'} as system, position::double as position,"
            f" examination as value, {given['ci_low']} as ci_low, {given['ci_high']} as ci_high,"
            f" {given['impressions']} as n from given where examination is not null order by place"
        )
        unknown = rows.ask("select count(*) as n from given where examination is null")[0]["n"]
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.position_bias: no position has an examination")
    systems = list(dict.fromkeys(row["system"] for row in found if row["system"] is not None))
    first = min(row["position"] for row in found)
    shown, thinned = leading([row for row in found if row["position"] == first], systems, MOST_LINES)
    own = [row for row in found if not systems or row["system"] in shown]
    axis = {"values": ticks(sorted({row["position"] for row in own})), "labelOverlap": False}
    tip = [
        *who(systems, column),
        ("position", "position", ",d"),
        ("told_value", "examination"),
        ("told_ci_low", "from"),
        ("told_ci_high", "to"),
        ("n", "impressions", ",d"),
    ]
    x = number("position", "position", format="d", scale={"zero": False}, axis=axis)
    view = {"height": 260, **lines(x, "examination", shown, column, tip, own)}
    last = max(own, key=lambda row: (row["position"], row["value"]))
    title = "Position bias"
    told = f"position {last['position']:g} is examined {figure(last['value'])} times as often as the first"
    told += f" for {last['system']}" if len(systems) > 1 else ""
    notes = [f"{several(unknown, 'position has', 'positions have')} no examination." if unknown else "", thinned]
    return finished(view, title, notes, f"{title}: {told}.")
