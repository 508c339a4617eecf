"""`click_estimates`: what a ranker's lists would have earned, from the clicks on another one's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import Checked, check_comparable
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, in_order, list_of_measures, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

READ = {
    "log": ("search_id", "query_id", "item_id", "position", "clicked"),
    "run": ("query_id", "item_id", "score"),
    "examination": ("position", "examination"),
}


@short_errors
def click_estimates(
    log: Table,
    run: Table,
    examination: Table,
    measures: str | Sequence[str],
    clip: float | None = None,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What a ranker's lists would have earned, from the clicks on another one's, as a relation.

    The assumption: whether a user looks at an item depends on its position alone, and whether he then clicks on the
    item alone.

    log: a row per item that a search showed: `search_id`, `query_id`, `item_id`, `position` and `clicked` (true or
        false, 1 or 0). What a search shows twice counts once.
    run: the new ranker's lists, `query_id`, `item_id` and `score`.
    examination: `position` and `examination`, how often users look there; as `position_bias` gives it.
    measures: `dcg@10`, `precision@5`, `reciprocal_rank@10`, `average_relevance_position`.
    clip: the largest weight, 1 / examination.
    by: columns of the log; each combination of their values is estimated on its own. Lists of a run that has such a
        column too serve the searches of the same value.
    columns: other names of the columns, {"search_id": "session", "run.item_id": "sku"}.
    con: as in `evaluate`.

    Returns one row per group and measure: the `by` columns, `measure`, `naive` (the mean over searches of what clicked
    items are worth at their ranks in the run), `ips` (the same with each click over the examination of its position),
    `snips` (a click's worth by rank: the same divided by all clicks' weights), `std_error` (of ips, over searches),
    `n_searches`, `effective_size` (so many clicks of equal weight would tell as much), `largest_share` (of all weight,
    that of the heaviest one per cent of clicks), `unseen_share` (of the items in the new lists, those that the
    log never showed for their query) and `n_left_out` (searches of queries that the run does not have).

    Raises InputError (a ValueError) for missing columns, empty tables, NULL, an item twice in a list of the run, a
    position twice in the examination or with one that is not above 0, clicks at positions without one, and no query in
    common.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {"measures": list_of_measures(measures), "clip": clip}
    renamed = Columns(columns or {}, list(dict.fromkeys(sum(READ.values(), ()))), list(READ))
    # Wrong arguments are told before any data are read.
    package.click_estimates(*READ, **asked, by=groups, columns=renamed.names)
    given = {"log": log, "run": run, "examination": examination}
    with entered(con, given, READ, renamed, groups, grouped=2) as entrance:
        for missing in [name for name in entrance.groups if name not in entrance.by["log"]]:
            raise InputError(f"by: log has no column {missing!r}; ask for each system of a run on its own")
        _check_ids(entrance)
        asked |= {table.side: table.sql for table in entrance.inputs}
        asked |= {"by": groups, "run_by": list(entrance.by["run"]), "columns": renamed.names}
        refuse_problems(entrance, "click_estimates", asked)
        sql = package.click_estimates(**asked)
        parsed = package.parse_measures(asked["measures"], package.click_measures())
        return entrance.answer(sql, package.result_columns("click_estimates"), ["measure"], in_order(parsed))


def _check_ids(entrance: Entrance) -> None:
    """Ids of the run and of the log are of one kind."""
    log, run = (
        Checked(entrance.home, table, entrance.columns, by=entrance.by[table.side], values=(), ids=READ[table.side][:n])
        for table, n in zip(entrance.inputs[:2], (3, 2), strict=True)
    )
    check_comparable(run, log)
