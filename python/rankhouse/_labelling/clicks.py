"""`click_judgments` and `position_bias`: what clicks say of items, and of the positions that they were seen at."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.files import on_disk
from rankhouse._inputs.home import at_home
from rankhouse._inputs.problems import refuse_problems
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._rendering.errors import InputError, listed, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import BiasMethod, ClickMethod, Table, Unclicked, Updates

LOG, EXAMINATION = "log", "examination"
SHOWN = ("search_id", "query_id", "item_id", "position", "clicked")
COUNTED = ("query_id", "item_id", "position", "impressions", "clicks")
EXAMINED = ("position", "examination")
READ = tuple(dict.fromkeys((*SHOWN, *COUNTED, *EXAMINED)))


@short_errors
def click_judgments(
    log: Table,
    method: ClickMethod = "coec",
    min_impressions: int = 1,
    grades: int | Sequence[float] | None = None,
    examination: Table | None = None,
    prior: Sequence[float] = (0, 0),
    steps: int = 50,
    *,
    by: str | Sequence[str] = (),
    fit_prior: bool = False,
    updates: Updates = "simultaneous",
    unclicked: Unclicked = "examined",
    counts: bool | None = None,
    first_position: int = 1,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Judgments from a click log, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    log: one row per item shown: `search_id`, `query_id`, `item_id`, `position` (from 1) and `clicked`; or counts, one
        row per query, item and position (and day, or other columns): `query_id`, `item_id`, `position`, `impressions`
        and `clicks`. Python refuses rows where one of them is NULL, and a position that a search has twice. Elsewhere
        the former do not count, and each row of the latter does. Any table that `evaluate` takes.
    method: `coec` (an item's clicks over the average clicks at its positions; 1 is an average item), `ctr` (clicks over
        impressions, wrong if higher positions are seen more often), `pbm` (the position-based model), or, by how far a
        search was examined, `cascade` (down to the first click), `dcm` and `sdbn` (down to the last click; sdbn
        multiplies by the share of clicks that were the last). The last three need the log.
    min_impressions: items with fewer impressions have no row; the positions' effects are estimated from all items.
    grades: a list of thresholds, such as [0.1, 0.3], or a whole number of quantiles; relevance is then a whole number:
        how many thresholds it reaches, or its quantile, from 0 on.
    examination: the examination of each position, `position` and `examination`, as `position_bias` gives it, instead of
        the estimates of coec and pbm. From 1e-50 to 1e50.
    prior: clicks, and impressions without a click, that every share starts with; PyClick has (1, 1).
    steps: for pbm, the steps of expectation and maximisation, 1 to 200.
    by: columns; each combination of their values, including NULL, is estimated separately.
    fit_prior: true, for ctr: estimate the prior from how the items' shares differ, by their moments (Kleinman 1973).
    updates: for pbm: `simultaneous` updates attraction and examination from the same old values; `alternating` updates
        examination from the new attraction.
    unclicked: whether a search without a click was `examined` to its end, or was `unexamined`.
    counts: whether the log has impressions and clicks instead of searches; None: by its columns.
    first_position: 0 if positions start at 0.
    columns: maps our column names to yours: `{"item_id": "sku", "clicked": "is_click"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per query and item:
        the `by` columns
        `query_id`: the query
        `item_id`: the item
        `relevance`: what `method` makes of the clicks; with grades, a whole number
        `impressions`: how often it was shown
        `clicks`: how often it was clicked
        `expected_clicks`: the clicks that an item of relevance 1 would have had at its positions
        `std_error`: the standard error of the relevance
    An item without a relevance, such as one that no search examined, has no row.

    Raises InputError (a ValueError) for a missing column, an empty table, NULL, positions below the first one or that
    are no whole numbers, a position that a search has twice, clicks that are neither 0 nor 1, more clicks than
    impressions, a log without any click, and for searches that counts do not have.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {"method": method, "min_impressions": min_impressions, "prior": _listed(prior)}
    asked |= {"grades": grades if grades is None or isinstance(grades, int | float) else _listed(grades)}
    asked |= {"steps": steps, "fit_prior": fit_prior, "updates": updates, "unclicked": unclicked}
    asked |= {"first_position": first_position, "by": groups}
    renamed = Columns(columns or {}, READ, [LOG, EXAMINATION])
    tables = {LOG: log} if examination is None else {LOG: log, EXAMINATION: examination}
    # Wrong arguments are told before any data are read.
    sides = {side: side for side in tables}
    package.click_judgments(**sides, **asked, counts=counts or False, columns=renamed.names)
    with told_form(log, counts, renamed, con) as (tables[LOG], counts):
        package.click_judgments(**sides, **asked, counts=counts, columns=renamed.names)
        with entered(con, tables, _read(counts, tables), renamed, groups) as entrance:
            asked |= {table.side: table.sql for table in entrance.inputs}
            asked |= {"counts": counts, "columns": renamed.names}
            refuse_problems(entrance, "click_judgments", asked)
            sql = package.click_judgments(**asked)
            return entrance.answer(sql, package.result_columns("click_judgments"), ["query_id", "item_id"])


@short_errors
def position_bias(
    log: Table,
    method: BiasMethod = "pbm",
    *,
    by: str | Sequence[str] = (),
    prior: Sequence[float] = (0, 0),
    steps: int = 50,
    updates: Updates = "simultaneous",
    confidence: float = 0.95,
    counts: bool | None = None,
    first_position: int = 1,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How much more often higher positions are examined, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    log: one row per item shown: `search_id`, `query_id`, `item_id`, `position` (from 1) and `clicked`; or counts, one
        row per query, item and position (and day, or other columns): `query_id`, `item_id`, `position`, `impressions`
        and `clicks`. Python refuses rows where one of them is NULL, and a position that a search has twice. Elsewhere
        the former do not count, and each row of the latter does. Any table that `evaluate` takes.
    method: `pbm` (the position-based model), `swaps` (from items of a query that were seen at neighbouring positions;
        the ratios are chained) or `random` (shares of clicks, if positions were drawn at random).
    by: columns; each combination of their values, including NULL, is estimated separately.
    prior: for pbm, clicks and impressions without a click that every share starts with; PyClick has (1, 1).
    steps: for pbm, the steps of expectation and maximisation, 1 to 200.
    updates: for pbm: `simultaneous` updates attraction and examination from the same old values; `alternating` updates
        examination from the new attraction.
    confidence: the confidence level of the interval, above 0 and below 1. It is normal in the logarithm.
    counts: whether the log has impressions and clicks instead of searches; None: by its columns.
    first_position: 0 if positions start at 0.
    columns: maps our column names to yours: `{"item_id": "sku", "clicked": "is_click"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per position:
        the `by` columns
        `position`: the position, from 1
        `examination`: relative to the first position, where it is 1; NULL with swaps, for the first position that
            shares no clicked item with the position above it and for all positions below; also if nobody clicks on the
            first position
        `impressions`: how often an item was shown there
        `clicks`: how often an item was clicked there
        `ci_low`: the lower end of the interval, normal in the logarithm
        `ci_high`: its upper end

    Raises InputError (a ValueError) as `click_judgments` does.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {"method": method, "prior": _listed(prior), "steps": steps, "updates": updates}
    asked |= {"confidence": confidence, "first_position": first_position, "by": groups}
    renamed = Columns(columns or {}, READ, [LOG])
    package.position_bias(LOG, **asked, counts=counts or False, columns=renamed.names)
    with (
        told_form(log, counts, renamed, con) as (log, counts),
        entered(con, {LOG: log}, _read(counts, {LOG: log}), renamed, groups) as entrance,
    ):
        asked |= {LOG: entrance.inputs[0].sql, "counts": counts, "columns": renamed.names}
        refuse_problems(entrance, "position_bias", asked)
        sql = package.position_bias(**asked)
        return entrance.answer(sql, package.result_columns("position_bias"), ["position"])


def _listed(given: Any) -> Any:
    """A tuple or an array as a list of numbers; what is none, as it is."""
    if isinstance(given, str | Mapping) or not hasattr(given, "__iter__"):
        return given
    return [one.item() if hasattr(one, "item") else one for one in given]


def _read(counts: bool, given: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    read = {LOG: COUNTED if counts else SHOWN, EXAMINATION: EXAMINED}
    return {side: read[side] for side in given}


@contextlib.contextmanager
def told_form(
    log: Table, counts: bool | None, renamed: Columns, con: duckdb.DuckDBPyConnection | None
) -> Iterator[tuple[Table, bool]]:
    """The log, which can be read twice, and whether it is counted: by its columns, unless that is said."""
    with contextlib.ExitStack() as stack:
        if isinstance(log, str | Path):
            log = stack.enter_context(on_disk(LOG, log))
        yield log, _is_counted(log, renamed, con) if counts is None else counts


def _is_counted(log: Table, renamed: Columns, con: duckdb.DuckDBPyConnection | None) -> bool:
    names = {ours: renamed.name(LOG, ours) for ours in ("clicked", "impressions", "clicks")}
    with at_home(connection_of(con, log)) as home, opened(home, LOG, log, list(names.values())) as table:
        has = [ours for ours, name in names.items() if table.column(name) is not None]
        if not has:
            raise InputError(
                f"{LOG} has neither {names['clicked']!r} (one row per item shown) nor {names['impressions']!r} and"
                f" {names['clicks']!r} (counts); its columns are {listed(table.types)}; name them with"
                " columns={'clicked': ...}"
            )
        return "clicked" not in has
