"""`click_estimates`: what a ranker's lists would have earned, from the clicks on another one's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.checks import Checked, check_common, check_comparable, check_duplicates, check_values, rows_of
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, in_order, list_of_measures, names_of_groups
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
    asked = {"measures": list_of_measures(measures), "clip": clip}
    renamed = Columns(columns or {}, list(dict.fromkeys(sum(READ.values(), ()))), list(READ))
    # Wrong arguments are told before any data are read.
    package.click_estimates(*READ, **asked, by=groups, columns=renamed.names)
    tables = {"log": log, "run": run, "examination": examination}
    with entered(con, tables, READ, renamed, groups, grouped=2) as entrance:
        check_clicks(entrance)
        sql = package.click_estimates(
            *(table.sql for table in entrance.inputs),
            **asked,
            by=groups,
            run_by=list(entrance.by["run"]),
            columns=renamed.names,
        )
        parsed = package.parse_measures(asked["measures"], package.click_measures())
        return entrance.answer(sql, package.result_columns("click_estimates"), ["measure"], in_order(parsed))


def check_clicks(entrance: Entrance) -> None:
    log, run, examination = (
        Checked(entrance.home, table, entrance.columns, by=entrance.by[table.side], values=values, ids=ids)
        for table, ids, values in zip(
            entrance.inputs,
            [READ["log"][:3], READ["run"][:2], ()],
            [READ["log"][3:], READ["run"][2:], READ["examination"]],
            strict=True,
        )
    )
    for missing in [name for name in entrance.groups if name not in entrance.by["log"]]:
        raise InputError(f"by: log has no column {missing!r}; ask for each system of a run on its own")
    for table in (log, run, examination):
        check_values(table)
    check_comparable(run, log)
    check_common(entrance.home, run, log, "query_id")
    check_duplicates(run, 1)
    position, value = examination.name("position"), examination.name("examination")
    is_wrong = f"not {value} between 1e-50 and 1e50"
    if wrong := examination.count(is_wrong):
        raise InputError(
            f"examination: {rows_of(wrong)} an examination that is not above 0{examination.example(is_wrong)};"
            " leave out what nobody looks at, or give it a number"
        )
    known = examination.input.sql
    twice = f"select {position}, count(*) over () from {known} group by {position} having count(*) > 1 limit 1"
    for place, count in entrance.home.rows(twice):
        raise InputError(
            f"examination: {count:,} positions have several, e.g. position {place!r}; keep one row of each"
        )
    shown = log.name("position")
    alone = f"{log.name('clicked')}::double > 0 and {shown} not in (select {position} from {known})"
    if found := log.count(alone):
        place = entrance.home.row(f"select {shown} from {log.input.sql} where {alone} order by {shown} limit 1")[0]
        raise InputError(
            f"log: {rows_of(found)} a click at a position without an examination, e.g. at position {place!r}; give it"
            " one, or leave these searches out"
        )
