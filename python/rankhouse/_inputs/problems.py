"""What the package's checks find in inputs that are open, before a query reads them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, check_comparable
from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import Entrance
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError, warn
from rankhouse._rendering.jinja import macros

FULL_ROWS = 2_000_000
SAMPLED_ROWS = 200_000


def refuse_problems(entrance: Entrance, macro: str, arguments: Mapping[str, Any], level: str = "auto") -> None:
    """Raise InputError for the first thing that the macro's checks refuse. `arguments`: those of its query."""
    inputs, groups = entrance.inputs, {name.lower() for name in entrance.groups}
    asked = {**arguments, **_known(inputs, entrance.columns, groups)}
    if level == "auto":
        asked["one_in"] = {table.side: _one_in(_size(entrance.home, table)) for table in inputs}
    _refuse(entrance.home, inputs, entrance.columns, macros("duckdb").checked_inputs(macro, asked))


def refuse_kinds(entrance: Entrance, macro: str, arguments: Mapping[str, Any]) -> None:
    """Raise InputError for the first column whose type the macro's checks refuse; problems of rows are counted."""
    asked = {**arguments, **_known(entrance.inputs, entrance.columns, set())}
    _refuse_kinds(entrance.inputs, entrance.columns, macros("duckdb").checked_inputs(macro, asked))


def refuse_shared_queries(entrance: Entrance, side: str, groups: Sequence[str], cluster: str | None) -> None:
    """Raise InputError for a query, within its group, that is in several clusters."""
    if cluster is None:
        return
    package = macros("duckdb")
    plan: dict[str, Any] = {side: entrance.relation(side), "columns": dict(entrance.columns.names)}
    plan |= {"cluster": cluster, "outputs": list(groups)}
    check = package.cluster_check(plan, side, "query_id")
    checked = {"checks": [check], "sources": {side: plan[side]}, "steps": []}
    _refuse(entrance.home, entrance.inputs, entrance.columns, checked)


def check_inputs(
    tables: Sequence[KeyedInput], level: str, common: Iterable[tuple[str, str, str]] | None = None
) -> None:
    """Raise InputError for the first thing that cannot be evaluated. The run is the first of the tables.

    common: two tables and an id each, of which some are in both; by default the run's queries in all other lists.
    """
    run, home, inputs = tables[0], tables[0].home, [table.input for table in tables]
    sizes = {table.side: _size(home, table) for table in inputs}
    if common is None:
        common = [(run.side, other.side, "query_id") for other in tables[1:] if other.is_list]
    if all(sizes.values()):
        for other in tables[1:]:
            check_comparable(run, other)
    else:
        # An empty DataFrame has arbitrary types, which need not compare.
        common = ()
    asked: dict[str, Any] = {table.side: table.sql for table in inputs}
    asked["columns"] = dict(run.columns.names)
    asked |= _known(inputs, run.columns, {name.lower() for table in tables for name in table.by})
    if level == "auto" and sum(sizes.values()) > FULL_ROWS:
        asked["one_in"] = {side: max(1, -(-size // SAMPLED_ROWS)) for side, size in sizes.items()}
    asked["one_in_orders"] = {side: max(1, -(-size // SAMPLED_ROWS)) for side, size in sizes.items()}
    asked["hashed"] = [table.side for table in tables if _hashes_tell(table)]
    asked["common"] = [list(each) for each in common]
    asked["tables"] = [
        {
            "side": table.side,
            "ids": list(table.ids),
            "numbers": list(table.values),
            "by": list(table.by),
            "is_list": table.is_list,
            "is_labelled": table.is_labelled,
            "has_orders": _has_orders(table),
            "exponential": "python" if table.has_exponential_gain else None,
        }
        for table in tables
    ]
    for doubt in _refuse(home, inputs, run.columns, macros("duckdb").checked_lists(asked)):
        warn(doubt)


def _has_orders(table: KeyedInput) -> bool:
    """Whether a list has both a rank and a score."""
    names = [
        table.user_name(table.columns.order(table.side)),
        *table.columns.other_orders(table.side, (*table.ids, *table.values)),
    ]
    columns = [table.input.column(name) for name in names if name not in table.by]
    return len(names) == 2 == len([name for name in columns if name and kind(table.input.types[name]) == "number"])


def _refuse(home: Home, inputs: Sequence[Input], columns: Columns, checked: Mapping[str, Any]) -> list[str]:
    """Raise InputError for the first thing that is refused. What is there and only counted is returned, in words."""
    package = macros("duckdb")
    _refuse_kinds(inputs, columns, checked)
    counts = home.row(str(package.problem_counts(checked)))
    # Examples and messages make ten times as much of a query: they are looked for where there is something to say.
    if not any(counts):
        return []
    found = package.problems_of(checked, ["message", "place", "refused"])
    told = home.rows(f"select message, refused = 'counted' from ({found}) order by place")
    for message, is_counted in told:
        if not is_counted:
            raise InputError(message)
    return [message for message, _ in told]


def _refuse_kinds(inputs: Sequence[Input], columns: Columns, checked: Mapping[str, Any]) -> None:
    by_side = {table.side: table for table in inputs}
    for check in checked["checks"]:
        if check["kinds"] and (table := by_side.get(check["side"])) is not None:
            _require_kind(table, columns.name(table.side, check["column"]), check)


def _known(inputs: Sequence[Input], columns: Columns, groups: set[str]) -> dict[str, Any]:
    """What people call the inputs, and their columns that are not read."""
    shown, others = {}, {}
    for table in inputs:
        read = {columns.name(table.side, ours).lower() for ours in columns.ours} | groups
        shown[table.side] = table.shown
        others[table.side] = [name for name in table.types if name.lower() not in read]
    return {"shown": shown, "others": others}


def _size(home: Home, table: Input) -> int:
    return int(home.row(f"select count(*) from {table.sql}")[0])


def _one_in(size: int) -> int:
    """One in how many groups of rows duplicates are searched in."""
    return size // SAMPLED_ROWS if size > FULL_ROWS else 1


def _hashes_tell(table: KeyedInput) -> bool:
    """Whether equal keys have equal hashes. By a collation, which columns of files lack, more texts are equal."""
    types = {table.input.type(name) for name in [*table.by, *map(table.user_name, table.ids)]}
    if table.input.file is None or not types <= {"VARCHAR", "BIGINT", "INTEGER"} or "VARCHAR" not in types:
        return False
    return not table.home.row("select current_setting('default_collation')")[0]


def _require_kind(table: Input, name: str, check: Mapping[str, Any]) -> None:
    """That a column is of a kind that the check allows; SQL that runs on every engine cannot see that."""
    type_name = table.type(name)
    if kind(type_name) not in (*check["kinds"], "null"):
        before, after = macros("duckdb").says_other_kind(dict(check), name)
        raise InputError(f"{before}{type_name}{after}")


@contextlib.contextmanager
def refusals_of_query() -> Iterator[None]:
    """What the query itself refuses, such as a query in several segments, as InputError."""
    try:
        yield
    except duckdb.InvalidInputException as error:
        raise InputError(str(error).removeprefix("Invalid Input Error: ")) from None
