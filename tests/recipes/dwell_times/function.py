"""`dwell_times`: how long people stay with what they click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.checks import Checked
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import check_inputs
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

READ = ("position", "seconds")


@short_errors
def dwell_times(
    visits: Table,
    *,
    by: str | Sequence[str] = (),
    shortest: float = 0,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How long people stay with what they click, as a relation.

    Raises InputError (a ValueError) for missing columns, an empty table, and values that are NULL or no numbers.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    renamed = Columns(columns or {}, READ, ["visits"])
    package.dwell_times("visits", shortest=shortest, by=groups, columns=renamed.names)
    with entered(con, {"visits": visits}, {"visits": READ}, renamed, groups) as entrance:
        (table,) = entrance.inputs
        visited = Checked(
            entrance.home, table, renamed, by=groups, values=("seconds",), ids=("position",), is_list=False
        )
        check_inputs([visited], "full")
        sql = package.dwell_times(table.sql, shortest=shortest, by=groups, columns=renamed.names)
        return entrance.answer(sql, package.result_columns("dwell_times"), ["position"])
