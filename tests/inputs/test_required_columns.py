"""What dbt says of a column that an input lacks, of every macro, input and column, before an engine is asked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from rankhouse import InputError
from rankhouse._rendering.jinja import Macros
from relations import Relation, column
from typical import TypicalCall, create_tables, given_tables, typical_calls


def relation(name: str) -> Relation:
    return Relation(name, f'"memory"."main"."{name}"')


def package(con: duckdb.DuckDBPyConnection) -> Macros:
    """The macros with dbt's catalogue, which is asked of this connection."""
    made = Macros("duckdb")
    made._environment.globals["dbt_version"] = "1.11.0"
    made._environment.globals["graph"] = SimpleNamespace(nodes={}, sources={})
    made._environment.globals["adapter"].get_columns_in_relation = lambda relation: [
        column(name, kind) for name, kind, *_ in con.execute(f"describe {relation}").fetchall()
    ]
    return made


def rendered(macros: Macros, call: TypicalCall, tables: dict[str, str]) -> str:
    given: dict[str, Any] = {argument: relation(name) for argument, name in tables.items()}
    return str(getattr(macros, call.macro)(**given, **call.arguments))


CALLS = {name: call for name, call in typical_calls().items() if call.tables}
READ = [
    pytest.param(name, argument, column, marks=[pytest.mark.thorough, pytest.mark.sweep] if place else [])
    for name, call in CALLS.items()
    for argument, table in call.tables.items()
    for place, column in enumerate(table.names)
]
"""The first column of each table, and the others for who has time."""


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    create_tables(con, given_tables().values())
    return con


@pytest.fixture(scope="module")
def macros(con: duckdb.DuckDBPyConnection) -> Macros:
    return package(con)


@pytest.mark.parametrize("name", CALLS)
def test_a_right_call_is_not_refused(con: duckdb.DuckDBPyConnection, macros: Macros, name: str) -> None:
    call = CALLS[name]
    assert rendered(macros, call, {side: table.name for side, table in call.tables.items()})


@pytest.mark.parametrize(("name", "argument", "column"), READ)
def test_a_missing_column_is_named_with_its_relation(
    con: duckdb.DuckDBPyConnection, macros: Macros, name: str, argument: str, column: str
) -> None:
    """The engine would miss the column if and only if the macro says so."""
    call = CALLS[name]
    tables = {side: table.name for side, table in call.tables.items()}
    con.execute(f'create or replace table lacking as select * exclude ("{column}") from {tables[argument]}')
    unchecked = rendered(Macros("duckdb"), call, tables | {argument: "lacking"})
    try:
        con.execute(unchecked).fetchall()
    except duckdb.BinderException:
        missing = rf"\b{argument} \(memory.main.lacking\) has no column '{column}'"
        with pytest.raises(InputError, match=missing):
            rendered(macros, call, tables | {argument: "lacking"})
    else:
        assert rendered(macros, call, tables | {argument: "lacking"})
