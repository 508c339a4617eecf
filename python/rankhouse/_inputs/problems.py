"""What the package's checks find in inputs that are open, before a query reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rankhouse._inputs.checks import FULL_ROWS, SAMPLED_ROWS
from rankhouse._inputs.columns import kind
from rankhouse._inputs.entrance import Entrance
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros


def refuse_problems(entrance: Entrance, macro: str, arguments: Mapping[str, Any], level: str = "auto") -> None:
    """Raise InputError for the first thing that the macro's checks refuse. `arguments`: those of its query."""
    inputs = {table.side: table for table in entrance.inputs}
    asked = {**arguments, "shown": {side: table.shown for side, table in inputs.items()}}
    asked["others"] = {side: _others(entrance, table) for side, table in inputs.items()}
    if level == "auto":
        asked["one_in"] = {side: _one_in(entrance.home, table) for side, table in inputs.items()}
    package = macros("duckdb")
    checked = package.checked_inputs(macro, asked)
    for check in checked["checks"]:
        if check["kinds"] and (table := inputs.get(check["side"])) is not None:
            _require_kind(table, entrance.columns.name(table.side, check["column"]), check)
    refused = [check["refused"] != "counted" for check in checked["checks"] if not check["kinds"]]
    counts = entrance.home.row(str(package.problem_counts(checked)))
    # Examples and messages make ten times as much of a query: they are looked for where there is something to say.
    if any(count for count, is_refused in zip(counts, refused, strict=True) if is_refused):
        found = package.problems_of(checked, ["message", "place"], " and refused <> 'counted'")
        raise InputError(entrance.home.row(f"select message from ({found}) order by place limit 1")[0])


def _others(entrance: Entrance, table: Input) -> list[str]:
    """The columns of an input that are not read."""
    read = {entrance.columns.name(table.side, ours).lower() for ours in entrance.columns.ours}
    read |= {name.lower() for name in entrance.groups}
    return [name for name in table.types if name.lower() not in read]


def _one_in(home: Home, table: Input) -> int:
    """One in how many groups of rows duplicates are searched in."""
    size = int(home.row(f"select count(*) from {table.sql}")[0])
    return size // SAMPLED_ROWS if size > FULL_ROWS else 1


def _require_kind(table: Input, name: str, check: Mapping[str, Any]) -> None:
    """That a column is of a kind that the check allows; SQL that runs on every engine cannot see that."""
    type_name = table.type(name)
    if kind(type_name) not in (*check["kinds"], "null"):
        raise InputError(f"{table.side}: {check['said']}, and column {name!r} is {type_name}; {check['advice']}")
