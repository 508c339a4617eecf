"""The chart of a tie audit."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError, short_errors
from rankhouse.plot._altair import Chart
from rankhouse.plot._chart import finished, several
from rankhouse.plot._ranges import ranges
from rankhouse.plot._read import Wanted, reading


@short_errors
def ties(audit: Any, *, system: str | None = None, con: duckdb.DuckDBPyConnection | None = None) -> Chart:
    """What the order of tied items decides: how low and how high the mean of each measure could be.

    audit: what `tie_audit` returns. system: the column that tells systems apart; by default `system`, else the only
        grouping column. con: the connection that has the table, where `audit` is its name.
    """
    wanted = Wanted(
        "ties",
        "rankhouse.tie_audit(run, judgments, measures)",
        ["query_id", "measure", "value", "lowest", "highest"],
        ["expected"],
    )
    with reading(wanted, audit, con, system=system) as rows:
        expected = "avg(expected)" if rows.has("expected") else "null"
        found = rows.ask(
            f"select {'system' if rows.has('system') else 'null::varchar'} as system, measure,"
            f" avg(lowest) as lowest, {expected} as expected, avg(highest) as highest, avg(value) as value,"
            " avg(highest) - avg(lowest) as spread, count(*) as n, count(*) filter (highest > lowest) as n_tied"
            " from given where value is not null and lowest is not null and highest is not null"
            " group by 1, 2 order by min(place)"
        )
        column = rows.types.get("system")
    if not found:
        raise InputError("plot.ties: no query has a value")
    spec = ranges(
        found,
        column,
        [
            ("lowest", "lowest", ".4f"),
            ("expected", "expected", ".4f"),
            ("highest", "highest", ".4f"),
            ("value", "ties by item id", ".4f"),
            ("n_tied", "queries that ties move", ",d"),
            ("n", "queries", ",d"),
        ],
    )
    title = "What the order of tied items decides"
    most = max(found, key=lambda row: row["spread"])
    finding = (
        f"up to {most['spread']:.4f}, for {most['measure']}{' of ' + most['system'] if most['system'] else ''}: ties"
        f" move {most['n_tied']:,} of {several(most['n'], 'query', 'queries')}"
        if most["spread"] > 0
        else "nothing: no value depends on it"
    )
    notes = [
        f"{finding[0].upper()}{finding[1:]}.",
        "Bars run from the lowest to the highest mean; marks show ties by item id.",
    ]
    return finished(spec, title, notes, f"{title}: {finding}.")
