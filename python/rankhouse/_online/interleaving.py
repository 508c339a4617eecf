"""`interleaving` and its searches: which of two systems the clicks on interleaved lists prefer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.checks import Checked, check_values
from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import Entrance, entered, names_of_groups
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal
from rankhouse.types import Credit, InterleavingMethod, Table

SIDE = "log"
READ = ("search_id", "item_id", "position", "clicked")
RANKS = ("rank_a", "rank_b")


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
    asked = {"method": method, "team_a": team_a, "team_b": team_b, "credit": credit, "length": length}
    read = columns_of_log(method)
    renamed = Columns(columns or {}, read, [SIDE])
    # Wrong arguments are told before any data are read.
    package.interleaving_searches("log", **asked, by=groups, columns=renamed.names)
    with entered(con, {SIDE: log}, {SIDE: read}, renamed, groups) as entrance:
        check_log(entrance, groups, method, (team_a, team_b))
        sql = package.interleaving_searches(entrance.inputs[0].sql, **asked, by=groups, columns=renamed.names)
        return entrance.answer(sql, package.result_columns("interleaving_searches"), ["search_id"])


def columns_of_log(method: str) -> tuple[str, ...]:
    return (*READ, "team") if method == "team_draft" else (*READ, *RANKS)


def check_log(entrance: Entrance, groups: Sequence[str], method: str, teams: tuple[str, str]) -> Checked:
    """Ids without holes, clicks on what was shown, each item and each place of a search once, both lists there."""
    (table,) = entrance.inputs
    log = Checked(entrance.home, table, entrance.columns, by=groups, values=(), ids=("search_id", "item_id"))
    check_values(log)
    require_clicks(log)
    require_places(log)
    if method == "team_draft":
        require_teams(log, teams)
    else:
        require_ranks(log)
    for ours in ("item_id", "position"):
        require_once(log, groups, ours)
    return log


def require_clicks(log: Checked) -> None:
    clicked = log.name("clicked")
    type_name = log.input.type(log.user_name("clicked"))
    if kind(type_name) not in ("boolean", "number"):
        raise InputError(f"{SIDE}: clicked is true or false, 1 or 0, and {log.user_name('clicked')!r} is {type_name}")
    if kind(type_name) == "number":
        refuse_rows(log, f"{clicked} not in (0, 1)", "clicked", "are neither 0 nor 1", "give 1 for an item with clicks")


def require_places(log: Checked) -> None:
    position, is_clicked = log.name("position"), f"{log.name('clicked')}::double > 0"
    type_name = log.input.type(log.user_name("position"))
    if kind(type_name) != "number":
        raise InputError(f"{SIDE}: position is a number, and {log.user_name('position')!r} is {type_name}; cast it")
    refuse_rows(log, f"not isfinite({position}::double)", "position", "are NaN or infinite", "leave them out")
    if found := log.count(f"{position} is null and {is_clicked}"):
        raise InputError(
            f"{SIDE}: {found:,} clicks are on items that were not shown (NULL in column {log.user_name('position')!r})"
            f"{log.example(f'{position} is null and {is_clicked}')}; give their positions, or leave them out"
        )


def require_teams(log: Checked, teams: tuple[str, str]) -> None:
    team = f"lower({log.name('team')}::varchar)"
    known = [literal(name.lower()) for name in teams]
    other = f"{team} not in ({', '.join(known)})"
    if found := log.count(other):
        some = log.home.row(f"select {log.name('team')} from {log.input.sql} where {other} limit 1")[0]
        raise InputError(
            f"{SIDE}: {found:,} items in column {log.user_name('team')!r} are of team {some!r}{log.example(other)}, and"
            f" the teams are {teams[0]!r} and {teams[1]!r}: name them with team_a and team_b; NULL is neither"
        )
    for name, spelled in zip(teams, known, strict=True):
        if not log.count(f"{team} = {spelled}"):
            raise InputError(
                f"{SIDE}: no item is of team {name!r} in column {log.user_name('team')!r}: a preference needs the"
                " items of both"
            )


def require_ranks(log: Checked) -> None:
    for ours in RANKS:
        rank, shown = log.name(ours), log.user_name(ours)
        type_name = log.input.type(shown)
        if kind(type_name) not in ("number", "null"):
            raise InputError(f"{SIDE}: {ours} is a number, and {shown!r} is {type_name}; cast it")
        wrong = f"not ({rank}::double between 1 and 1e15 and {rank}::double = floor({rank}::double))"
        refuse_rows(log, wrong, ours, "are no ranks from 1 on", "count from 1, and give NULL where a list has no item")
        if not log.count(f"{rank} is not null"):
            raise InputError(
                f"{SIDE}: no item has a rank in column {shown!r}: a preference needs the ranks in both lists"
            )


def require_once(log: Checked, groups: Sequence[str], ours: str) -> None:
    key = [*(log.input.quoted(name) for name in groups), log.name("search_id"), log.name(ours)]
    twice = (
        f"select {', '.join(key)}, count(*) over () from {log.input.sql} where {log.name('position')} is not null"
        f" group by {', '.join(key)} having count(*) > 1 limit 1"
    )
    for *values, count in log.home.rows(twice):
        names = [*groups, log.user_name("search_id"), log.user_name(ours)]
        example = ", ".join(f"{name} {value!r}" for name, value in zip(names, values, strict=True))
        what = "items stand" if ours == "item_id" else "positions are taken"
        raise InputError(
            f"{SIDE}: {count:,} {what} more than once in a search, e.g. {example}; keep one row each, or give each"
            " search an id of its own"
        )


def refuse_rows(log: Checked, condition: str, ours: str, meaning: str, advice: str) -> None:
    if wrong := log.count(condition):
        raise InputError(
            f"{SIDE}: {wrong:,} values in column {log.user_name(ours)!r} {meaning}{log.example(condition)}; {advice}"
        )
