"""`interleaving` and its searches: which of two systems the clicks on interleaved lists prefer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Credit, InterleavingMethod, InterleavingTest, Table

SIDE = "log"
READ = ("search_id", "item_id", "position", "clicked")
RANKS = ("rank_a", "rank_b")


@short_errors
def interleaving(
    log: Table,
    method: InterleavingMethod = "team_draft",
    cluster: str | None = None,
    *,
    by: str | Sequence[str] = (),
    test: InterleavingTest = "sign",
    confidence: float = 0.95,
    power: float = 0.8,
    team_a: str = "a",
    team_b: str = "b",
    credit: Credit = "reciprocal_rank",
    length: int | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Which of two systems the clicks on interleaved lists prefer, as a relation: `.df()`, `.pl()`, `.show()`.

    log: one row per item that a search showed, `search_id`, `item_id`, `position`, `clicked` (true or false, 1 or 0)
        and `team` (whose item it is; NULL: of neither), or for the other methods `rank_a` and `rank_b` (the item's rank
        in either list, from 1; NULL: not there). A row whose position is NULL was not shown.
    method: `team_draft` (a click counts for its item's team), `balanced` (clicks among the first k of each list, where
        k is the better rank of the lowest click) or `optimised` (a click counts for both lists, by rank).
    cluster: a column, such as the user, whose searches may hang together; a search without one is a cluster of its own.
    by: columns; each combination of their values is a group. NULL is a group like any other.
    test: `sign` (wins against losses, of searches or clusters) or `t`.
    confidence: of the interval, 0.95 for 95 %.
    power: of `searches_needed`, the probability of finding the preference.
    team_a, team_b: the names of the two systems in the column team, in upper or lower case.
    credit: of optimised, what a click is worth: `reciprocal_rank` or `rank` (-rank).
    length: of optimised, how long both lists are; an item that a list lacks is ranked one below. None: as long as what
        was shown, or the deepest rank of the search.
    columns: other names of the columns, {"search_id": "session", "team": "model"}.
    con: as in `evaluate`.

    Returns one row per group: the `by` columns, `wins_a`, `wins_b`, `ties` (a search without clicks is one),
    `preference`, (wins_a - wins_b) / searches, `ci_low`, `ci_high` (NULL for one search, and where all say the same),
    `p_value` and `searches_needed`, how many there must be in all so that a t test finds this preference.

    Raises InputError (a ValueError) for a missing column, an empty table, ids that are NULL, clicks on items that were
    not shown or that are not 0 or 1, an item or a position twice in a search, other teams than the two, one team or
    list alone, ranks below 1, and a search in several clusters.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {
        "method": method,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    }
    asked |= {"team_a": team_a, "team_b": team_b, "credit": credit, "length": length}
    read = columns_of_log(method)
    renamed = Columns(columns or {}, read, [SIDE])
    # Wrong arguments are told before any data are read.
    package.interleaving("log", **asked, by=groups, columns=renamed.names)
    also = {} if cluster is None else {"cluster": [cluster]}
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups, also=also) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "by": groups, "columns": renamed.names}
        refuse_problems(entrance, "interleaving", asked)
        sql = package.interleaving(**asked)
        return entrance.answer(sql, package.result_columns("interleaving"), ["preference"])


@short_errors
def interleaving_searches(
    log: Table,
    method: InterleavingMethod = "team_draft",
    *,
    by: str | Sequence[str] = (),
    team_a: str = "a",
    team_b: str = "b",
    credit: Credit = "reciprocal_rank",
    length: int | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What each search of an interleaved log says, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    The arguments are those of `interleaving`, which counts these searches.

    Returns one row per group and search: the `by` columns, `search_id`, `clicks`, `credit_a`, `credit_b`, `winner`
    (`a`, `b` or `tie`) and `preference` (1, -1 or 0).

    Raises InputError (a ValueError) for what `interleaving` refuses.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {"method": method, "team_a": team_a, "team_b": team_b, "credit": credit, "length": length}
    read = columns_of_log(method)
    renamed = Columns(columns or {}, read, [SIDE])
    # Wrong arguments are told before any data are read.
    package.interleaving_searches("log", **asked, by=groups, columns=renamed.names)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "by": groups, "columns": renamed.names}
        refuse_problems(entrance, "interleaving_searches", asked)
        sql = package.interleaving_searches(**asked)
        return entrance.answer(sql, package.result_columns("interleaving_searches"), ["search_id"])


@short_errors
def interleaving_checks(
    log: Table,
    *,
    by: str | Sequence[str] = (),
    team_a: str = "a",
    team_b: str = "b",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Whether team drafts were dealt fairly, and what of the log does not count, as a relation.

    The arguments are those of `interleaving`; nothing is refused but missing columns: what is wrong is counted.

    Returns one row per group: the `by` columns, `n_searches`, `n_without_clicks`, how often each team was first,
    `first_a` and `first_b`, and had more items, `more_a` and `more_b`, with the p-values of the sign test (near 0: not
    by chance), `items_a`, `items_b`, `n_neither` (items of neither team), `n_left_out` (rows without search, item or
    position) and `n_repeated` (rows of an item or a position that the search has already).
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked = {"team_a": team_a, "team_b": team_b}
    read = columns_of_log("team_draft")
    renamed = Columns(columns or {}, read, [SIDE])
    package.interleaving_checks("log", **asked, by=groups, columns=renamed.names)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        sql = package.interleaving_checks(entrance.inputs[0].sql, **asked, by=groups, columns=renamed.names)
        return entrance.answer(sql, package.result_columns("interleaving_checks"), ["n_searches"])


def columns_of_log(method: str) -> tuple[str, ...]:
    return (*READ, "team") if method == "team_draft" else (*READ, *RANKS)
