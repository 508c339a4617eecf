"""`interleaving` and its searches: which of two systems the clicks on interleaved lists prefer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import duckdb

from rankhouse._comparing.evidence import columns_beside, decided, list_of_names
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refuse_kinds, refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Credit, DecisionTest, InterleavingMethod, InterleavingTest, Table

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

    log: one row per item that a search showed: `search_id`, `item_id`, `position`, `clicked` (true or false, 1 or 0)
        and `team` (whose item it is; NULL: neither's), or for the other methods `rank_a` and `rank_b` (the item's rank
        in either list, from 1; NULL: not there). A row without a search, an item or a position counts as not shown.
        Python refuses an item or a position that a search has twice; elsewhere an item counts once, and each item of a
        position. Any table that `evaluate` takes.
    method: how the lists were interleaved: `team_draft` (a click counts for the team of its item), `balanced` (clicks
        among the first k of each list, where k is the better rank of the lowest click) or `optimised` (a click counts
        for both lists, by rank).
    cluster: a column, such as the user, whose searches may depend on each other; a search without a value is its own
        cluster. None: searches count separately.
    by: columns; each combination of their values, including NULL, is a group.
    test: `sign` (wins against losses of searches or clusters, exactly binomial) or `t`.
    confidence: the confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
    power: the probability, in searches_needed, of finding the preference, above 0.5 and below 1.
    team_a: the name of the first system in the column team, in upper or lower case.
    team_b: the name of the second system in the column team, in upper or lower case.
    credit: for optimised, what a click is worth: `reciprocal_rank` (1 / rank) or `rank` (-rank).
    length: for optimised, how long both lists are; an item missing from a list is ranked one below its end. None: the
        length of what was shown, or the deepest rank of the search.
    columns: maps the column names `search_id`, `item_id`, `position`, `clicked`, `team`, `rank_a` and `rank_b` to
        yours: `{"search_id": "session", "team": "model"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `wins_a`: searches that prefer the first system
        `wins_b`: searches that prefer the second system
        `ties`: searches that prefer neither; a search without clicks is a tie
        `preference`: (wins_a - wins_b) / searches, -1 to 1
        `ci_low`: the lower end of the interval; NULL for one search or cluster, and if all searches agree
        `ci_high`: the upper end of the interval; NULL for one search or cluster, and if all searches agree
        `p_value`: two-sided, 0 to 1
        `searches_needed`: how many searches a t-test needs in all to find this preference

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
    also = {"cluster": [] if cluster is None else [cluster]}
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

    log: one row per item that a search showed: `search_id`, `item_id`, `position`, `clicked` (true or false, 1 or 0)
        and `team` (whose item it is; NULL: neither's), or for the other methods `rank_a` and `rank_b` (the item's rank
        in either list, from 1; NULL: not there). A row without a search, an item or a position counts as not shown.
        Python refuses an item or a position that a search has twice; elsewhere an item counts once, and each item of a
        position. Any table that `evaluate` takes.
    method: how the lists were interleaved: `team_draft` (a click counts for the team of its item), `balanced` (clicks
        among the first k of each list, where k is the better rank of the lowest click) or `optimised` (a click counts
        for both lists, by rank).
    by: columns; each combination of their values, including NULL, is a group.
    team_a: the name of the first system in the column team, in upper or lower case.
    team_b: the name of the second system in the column team, in upper or lower case.
    credit: for optimised, what a click is worth: `reciprocal_rank` (1 / rank) or `rank` (-rank).
    length: for optimised, how long both lists are; an item missing from a list is ranked one below its end. None: the
        length of what was shown, or the deepest rank of the search.
    columns: maps the column names `search_id`, `item_id`, `position`, `clicked`, `team`, `rank_a` and `rank_b` to
        yours: `{"search_id": "session", "team": "model"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    `interleaving` counts these searches.

    Returns one row per group and search:
        the `by` columns
        `search_id`: the search
        `clicks`: its clicks
        `credit_a`: what its clicks are worth to the first system
        `credit_b`: what they are worth to the second
        `winner`: `a`, `b` or `tie`
        `preference`: 1, -1 or 0
    A search without clicks is a tie.

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

    log: one row per item that a search showed: `search_id`, `item_id`, `position`, `team` and `clicked`. An item or a
        position that a search has twice is counted in n_repeated. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, is a group.
    team_a: the name of the first system in the column team, in upper or lower case.
    team_b: the name of the second system in the column team, in upper or lower case.
    columns: maps the column names `search_id`, `item_id`, `position`, `clicked` and `team` to yours:
        `{"search_id": "session", "team": "model"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Nothing is refused but missing columns: what is wrong is counted.

    Returns one row per group:
        the `by` columns
        `n_searches`: searches
        `n_without_clicks`: searches among them without a click
        `first_a`: how often the first system was first
        `first_b`: how often the second system was first
        `first_p_value`: the p-value of the sign test of these two; a value near 0 is not chance, 0 to 1
        `more_a`: how often the first system had more items
        `more_b`: how often the second system had
        `more_p_value`: the p-value of the sign test of these two, 0 to 1
        `items_a`: items of the first system
        `items_b`: items of the second system
        `n_neither`: items of neither team
        `n_left_out`: rows without a search, an item or a position
        `n_repeated`: rows of an item or a position that the search already has
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {"team_a": team_a, "team_b": team_b}
    read = columns_of_log("team_draft")
    renamed = Columns(columns or {}, read, [SIDE])
    package.interleaving_checks("log", **asked, by=groups, columns=renamed.names)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "by": groups, "columns": renamed.names}
        refuse_kinds(entrance, "interleaving", asked)
        sql = package.interleaving_checks(**asked)
        return entrance.answer(sql, package.result_columns("interleaving_checks"), ["n_searches"])


def columns_of_log(method: str) -> tuple[str, ...]:
    return (*READ, "team") if method == "team_draft" else (*READ, *RANKS)


@short_errors
def interleaving_decision(
    log: Table,
    *,
    baseline: str | None = None,
    method: InterleavingMethod = "team_draft",
    segments: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    cluster: str | Literal[False] | None = None,
    test: DecisionTest = "t",
    confidence: float = 0.95,
    power: float = 0.8,
    team_a: str = "a",
    team_b: str = "b",
    credit: Credit = "reciprocal_rank",
    length: int | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What interleaved searches decide, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    log: one row per item that a search showed: `search_id`, `item_id`, `position`, `clicked` (true or false, 1 or 0)
        and `team` (whose item it is; NULL: neither's), or for the other methods `rank_a` and `rank_b` (the item's rank
        in either list, from 1; NULL: not there). A row without a search, an item or a position counts as not shown.
        Python refuses an item or a position that a search has twice; elsewhere an item counts once, and each item of a
        position. Any table that `evaluate` takes.
    baseline: the team that the other one is compared with. None: either can be shipped.
    method: how the lists were interleaved: `team_draft` (a click counts for the team of its item), `balanced` (clicks
        among the first k of each list, where k is the better rank of the lowest click) or `optimised` (a click counts
        for both lists, by rank).
    segments: columns such as `country`. A unit (a search, query, row or slate) has one value of each. Each value, NULL
        too, is a segment, and the system falls in it where it is worse with a p-value below (1 - `confidence`) / 5.
        Segments of fewer than 30 units are also tested together.
    by: columns; each combination of their values, including NULL, is a group.
    cluster: a column, such as the user, whose units (searches, queries, rows or slates) may depend on each other: its
        values are then the units. None: a decision has to hold over a column `user_id`, `document_id`, `session_id`,
        `conversation_id`, `patient_id`, `cluster` or `cluster_id` too, where the table has one whose values have
        several units. False: units are independent.
    test: the test: `t`, of the sum of differences, for which the largest gains are capped where that tells more, so
        that no further loss makes a decision milder; `sign`, exact, of how many units are won and lost; or
        `randomisation`, Fisher's flips of signs, 10,000 of them.
    confidence: a system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval has
        it too.
    power: the probability of a decision with more_units more units, above 0.5 and below 1.
    team_a: the name of the first system in the column team, in upper or lower case.
    team_b: the name of the second system in the column team, in upper or lower case.
    credit: for optimised, what a click is worth: `reciprocal_rank` (1 / rank) or `rank` (-rank).
    length: for optimised, how long both lists are; an item missing from a list is ranked one below its end. None: the
        length of what was shown, or the deepest rank of the search.
    columns: maps the column names `search_id`, `item_id`, `position`, `clicked`, `team`, `rank_a` and `rank_b` to
        yours: `{"search_id": "session", "team": "model"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `decision`: `ship`, `ship, but` (something falls), `do not ship` or `not decided`
        `system`: the system to ship or not
        `baseline`: the system it is compared with; without one, that which it is least surely better than
        `measure`: the measure that decides
        `difference`: mean of the system minus mean of the baseline
        `ci_low`: the lower end of the interval of the difference
        `ci_high`: its upper end
        `p_adjusted`: the p-value that decides, 0 to 1
        `unit`: what counts: `queries`, `searches`, `rows`, `slates` or `clusters`
        `n_units`: how many there are
        `more_units`: how many more would decide with the given power; NULL if it is decided, or more would not tell
        `falls`: what falls with its difference, the largest loss first; empty if nothing does
        `reason`: why
    The difference is the preference: searches won less searches lost, by all searches.

    Raises InputError (a ValueError) for what `interleaving` refuses, an unknown baseline, and a search with several
    values of a segment or cluster.
    """
    groups = names_of_groups(by)
    of_log = {"method": method, "team_a": team_a, "team_b": team_b, "credit": credit, "length": length}
    arguments: dict[str, Any] = {
        **of_log,
        "baseline": baseline,
        "segments": list_of_names(segments),
        "by": groups,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    }
    read = columns_of_log(method)
    renamed = Columns(columns or {}, read, [SIDE])
    # Wrong arguments are told before any data are read.
    macros("duckdb").interleaving_decision("log", **arguments, columns=renamed.names)
    also, likely = columns_beside(arguments, renamed.names.values())
    entering = entered(con, {SIDE: log}, {SIDE: read}, renamed, groups, also=also, if_there=likely)
    return decided("interleaving_decision", "interleaving", entering, arguments, {**of_log, "by": groups})
