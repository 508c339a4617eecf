"""The chart of what unjudged items decide."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import finished
from rankhouse.plot._ranges import ranges
from rankhouse.plot._read import Wanted, reading


@short_errors
def value_bounds(bounds: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """What the labels of unjudged items decide: how low and how high the mean of each measure could be.

    bounds: what `value_bounds` returns. system: the column that tells systems apart; by default `system`, else the only
        grouping column. con: the connection that has the table, where `bounds` is its name.
    """
    wanted = Wanted(
        "value_bounds",
        "rankhouse.value_bounds(run, judgments, measures)",
        ["measure", "value", "lowest", "highest", "n_unjudged"],
    )
    with reading(wanted, bounds, con, system=system) as rows:
        found = rows.ask(
            f"select {'system' if rows.has('system') else 'null::varchar'} as system, measure, avg(lowest) as lowest,"
            " avg(highest) as highest, avg(value) as value, avg(highest) - avg(lowest) as width,"
            " sum(n_unjudged)::bigint as n_unjudged"
            " from given where value is not null group by 1, 2 order by min(place)"
        )
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.value_bounds: no measure has a value")
    spec = ranges(
        found,
        column,
        [
            ("lowest", "lowest", ".4f"),
            ("highest", "highest", ".4f"),
            ("value", "unjudged items not relevant", ".4f"),
            ("n_unjudged", "unjudged items down to the cutoff", ",d"),
        ],
    )
    title = "What unjudged items decide"
    most = max(found, key=lambda row: row["width"])
    finding = (
        f"up to {most['width']:.4f}, for {most['measure']}{' of ' + most['system'] if most['system'] else ''}"
        if most["width"] > 0
        else "nothing: no value depends on them"
    )
    notes = [
        f"{finding[0].upper()}{finding[1:]}.",
        "Bars run from the lowest to the highest mean that their labels allow; marks show the mean as it is.",
    ]
    return finished(spec, title, notes, f"{title}: {finding}.")
