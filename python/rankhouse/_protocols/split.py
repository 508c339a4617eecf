"""`split`: ratings in train and test, the same rows everywhere; `split_counts`: what became of them."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.staging import staged
from rankhouse._inputs.tables import Input, connection_of, opened
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal
from rankhouse._results.relation import printable
from rankhouse.types import New, Short, SplitMethod, Table

RATED = ("user_id", "item_id", "rating", "rated_at")
BY_TIME = ("leave_last", "time")
MADE = ("part", "reason", "fold", "n_given")
COUNTED = ("user_id", "item_id", "part", "reason")
COUNTS = ("part", "reason", "n_ratings", "n_users", "n_items")
Cut = str | float | datetime.date | datetime.datetime


@short_errors
def split(
    ratings: Table,
    method: SplitMethod = "leave_last",
    *,
    n: int | None = None,
    share: float | None = None,
    given: int | None = None,
    cut: Cut | None = None,
    folds: int | None = None,
    fold: int | None = None,
    seed: int = 0,
    short: Short = "train",
    new_users: New = "keep",
    new_items: New = "keep",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The ratings with the part that each is in, as a relation: `.df()`, `.pl()`, `.filter("part = 'train'")`.

    ratings: one row per rating: `user_id`, `item_id` and, for `leave_last` and `time`, `rated_at` (a date, a time or a
        number). Other columns stay as they are. With whole numbers or texts as ids, every engine gives the same rows;
        other types become different texts on different engines. Any table that `evaluate` takes.
    method: which items of a user are tested. `random`: `share` (0.2) or `n` of them. `leave_last`: the last `n` (1), or
        `share`. `time`: items first rated at `cut` or later. `weak`: all but `given` at random. `strong`: all but
        `given`, of a `share` (0.2) of the users; all other users go to train. `folds`: the part `fold` of `folds` (5)
        equal parts; without `fold` all parts are numbered. `learning_curve`: `weak` for 1, 2, ... `given` items.
    n: how many of each user's items random and leave_last test, at least 1; by default leave_last tests 1.
    share: the share of each user's items that random (0.2) and leave_last test, at least one and not all; for strong
        the share of users to hold out (0.2). Above 0 and below 1.
    given: how many items of a user are known in weak and strong; in learning_curve, the largest such number.
    cut: for time, when the test begins: a date, a time, a text such as '2026-01-31', or a number if times are numbers.
        A time with a zone is taken as UTC.
    folds: how many folds there are, 5 by default, at least 2.
    fold: the fold to test, from 1 on. None: a column fold replaces part.
    seed: a whole number from 0 on. Another number gives another split; the same number gives the same rows on every
        engine and every day.
    short: where users with too few items for both parts go: `train` or `leave_out`.
    new_users: how to treat test rows of users without a row in train or given: `keep` or `leave_out`.
    new_items: how to treat test rows of items without a row in train or given: `keep` or `leave_out`.
    columns: maps our column names to yours: `{"user_id": "visitor", "rated_at": "seen_at"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row for each row of the ratings:
        the columns of the ratings
        `part`: train, given, test or left_out; numbered folds have `fold` instead, and a learning curve has every row
            once for each `n_given`
        `reason`: why a row is not where its method would put it: `too few items`, `new user`, `new item`, `no user`,
            `no item`, `no time` or `item of train, again`; NULL for all others
    Randomness comes from a hash of seed, user and item: the same rows on every engine, every day and in every order. A
    pair of user and item is in one part, however many rows it has; with method time, its first row decides. Ratings
    that already have a column part, reason, fold or n_given are refused as ambiguous. Rows without a user, an item, or
    the time that a method needs are left_out. Rows come in no order.

    Raises InputError (a ValueError) for wrong arguments, a missing column, an empty table, and a column named like one
    that is added.
    """
    renamed = Columns(columns or {}, ours=RATED, sides=["ratings"])
    cut = _as_utc(cut)
    arguments: dict[str, Any] = {
        "n": n,
        "share": share,
        "given": given,
        "cut": cut,
        "folds": folds,
        "fold": fold,
        "seed": seed,
        "short": short,
        "new_users": new_users,
        "new_items": new_items,
        "columns": dict(renamed.names),
    }
    package = macros("duckdb")
    # Wrong arguments are refused before any data are read.
    package.split("ratings", method, **arguments)
    needed = [ours for ours in RATED if ours in ("user_id", "item_id") or (ours == "rated_at" and method in BY_TIME)]
    names = [renamed.name("ratings", ours) for ours in needed]
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(at_home(connection_of(con, ratings)))
        table = stack.enter_context(opened(home, "ratings", ratings, [*names, *_columns_of(ratings)]))
        for name, ours in zip(names, needed, strict=True):
            table.require(name, ours)
        _require_unsplit(table)
        stack.enter_context(staged(home, [table], {"ratings": list(table.types)}, renamed))
        if not home.rows(f"select 1 from {table.sql} limit 1"):
            raise InputError(f"ratings ({table.shown}) is empty: it has no rows")
        if "rated_at" in needed:
            _require_times(home, table, renamed.name("ratings", "rated_at"), cut)
        return printable(home.kept(package.split(table.sql, method, **arguments)))


@short_errors
def split_counts(
    split: Table,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How many ratings went where, one row per part and reason, as a relation.

    split: the result of `split`, with `part`, `reason`, `user_id` and `item_id`. Any table that `evaluate` takes.
    by: columns that are counted separately, such as `n_given` of a learning curve.
    columns: maps our column names to yours; `{"part": "fold"}` counts numbered folds.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row for each part and reason, including what is left out:
        the `by` columns
        `part`: the part
        `reason`: why rows are not where their method would put them; NULL for all others
        `n_ratings`: rows
        `n_users`: users, distinct and without NULL
        `n_items`: items, distinct and without NULL
    """
    groups = names_of_groups(by)
    renamed = Columns(columns or {}, ours=COUNTED, sides=["split"])
    with entered(con, {"split": split}, {"split": COUNTED}, renamed, groups) as entrance:
        (table,) = entrance.inputs
        sql = macros("duckdb").split_counts(table.sql, by=groups, columns=dict(renamed.names))
        return entrance.answer(sql, COUNTS, ["part", "reason"])


def _columns_of(ratings: Any) -> list[str]:
    """The names of a DataFrame's columns, none of anything else: of a frame only those that are asked for are read."""
    if hasattr(ratings, "collect_schema"):
        return list(ratings.collect_schema())
    schema = getattr(ratings, "schema", None)
    if isinstance(names := getattr(schema, "names", None), list):
        return names
    is_relation = isinstance(ratings, duckdb.DuckDBPyRelation)
    return [] if is_relation else [str(name) for name in getattr(ratings, "columns", [])]


def _as_utc(cut: Any) -> Any:
    """Times with a zone are read as UTC."""
    if isinstance(cut, datetime.datetime) and cut.tzinfo is not None:
        return cut.astimezone(datetime.UTC).replace(tzinfo=None)
    return cut


def _require_unsplit(table: Input) -> None:
    for name in MADE:
        if (column := table.column(name)) is not None:
            raise InputError(
                f"ratings ({table.shown}) already has a column {column!r}, which split adds: rename it or leave it out"
            )


def _require_times(home: Home, table: Input, name: str, cut: Any) -> None:
    type_name = table.type(name)
    found = kind(type_name)
    if found not in ("time", "number", "text"):
        raise InputError(f"ratings: rated_at is a date, a time or a number, but column {name!r} is {type_name}")
    if cut is None:
        return
    is_number = not isinstance(cut, str) and hasattr(cut, "__float__")
    if is_number != (found == "number"):
        raise InputError(
            f"cut is {cut!r}, but column {name!r} is {type_name}: give "
            + ("a number" if found == "number" else "a time such as '2026-01-31'")
        )
    if found != "time":
        return
    text, is_date = literal(str(cut)), type_name == "DATE"
    time, day = home.row(f"select try_cast({text} as timestamp), try_cast({text} as date)::timestamp")
    if time is None or day is None:
        raise InputError(f"cut is a time such as '2026-01-31', got {cut!r}")
    if is_date and time != day:
        raise InputError(f"cut is {cut!r}, but column {name!r} has dates without a time: give a date")
