"""`click_estimates`: what a ranker's lists would have earned, from the clicks on another one's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, check_comparable
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

    log: one row per item that a search showed: `search_id`, `query_id`, `item_id`, `position` and `clicked` (true or
        false, 1 or 0). A row where one of the first four is NULL does not count; an item that a search shows twice
        counts once. Any table that `evaluate` takes.
    run: the new ranker's lists: `query_id`, `item_id` and `score`.
    examination: how often users look at each position: `position` and `examination`, as `position_bias` gives it. For
        snips only its ratios matter.
    measures: `dcg`, `precision` and `reciprocal_rank`, each with or without a cutoff, such as `dcg@10`; and
        `average_relevance_position`.
    clip: the largest weight of a click, 1 / examination.
    by: columns of the log; each combination of their values, including NULL, is estimated separately. If the run has
        such a column too, its lists serve the searches with the same value.
    columns: maps the column names `search_id`, `query_id`, `item_id`, `position`, `clicked`, `score` and `examination`
        to yours, for all inputs or for one: `{"search_id": "session", "run.item_id": "sku"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `naive`: the mean over searches of the worth of clicked items at their ranks in the run
        `ips`: the same with each click divided by the examination of its position
        `snips`: the worth of a click: the same divided by the weights of all clicks
        `std_error`: the standard error of ips, over searches; NULL for one search
        `n_searches`: searches
        `effective_size`: how many clicks of equal weight would give as much information
        `largest_share`: the share of all weight in the heaviest one per cent of clicks, 0 to 1
        `unseen_share`: the share of items in the new lists that the log never showed for their query, 0 to 1
        `n_left_out`: searches of queries that the run does not have, and those with a click at a position that does not
            have exactly one examination above 0
    It assumes that whether a user looks at an item depends only on its position, and whether the user then clicks
    depends only on the item.

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
    tables = {"log": log, "run": run, "examination": examination}
    with entered(con, tables, READ, renamed, groups, grouped=2) as entrance:
        for missing in [name for name in entrance.groups if name not in entrance.by["log"]]:
            raise InputError(f"by: log has no column {missing!r}; evaluate each system of a run separately")
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
        KeyedInput(
            entrance.home, table, entrance.columns, by=entrance.by[table.side], values=(), ids=READ[table.side][:n]
        )
        for table, n in zip(entrance.inputs[:2], (3, 2), strict=True)
    )
    check_comparable(run, log)
