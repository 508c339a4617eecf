"""A column that an input of a table macro lacks: the engine stops, and its words name the input as the call does."""

from __future__ import annotations

import duckdb
import pytest

from rankhouse._rendering.jinja import macros
from table_macro_calls import table_macros
from typical import create_tables, given_tables, typical_calls

PACKAGE = macros("duckdb")
ALIASES = {"exclude": "excluded"}
CALLS = {name: call for name, call in typical_calls().items() if name in table_macros() and call.tables}


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    create_tables(con, given_tables().values())
    return con


@pytest.mark.parametrize("name", CALLS)
def test_the_engine_names_the_input_that_lacks_a_column(con: duckdb.DuckDBPyConnection, name: str) -> None:
    call, n_refused = CALLS[name], 0
    for argument, table in call.tables.items():
        for column in table.names:
            con.execute(f'create or replace table lacking as select * exclude ("{column}") from {table.name}')
            try:
                con.execute(str(getattr(PACKAGE, name)(**{**call.given, argument: "lacking"}))).fetchall()
            except duckdb.BinderException as error:
                n_refused += 1
                said = str(error).splitlines()[0]
                alias = ALIASES.get(argument, argument)
                # An input may have a column of its own name.
                of_column = f"field '{column}' from expression \"{alias}\""
                assert f'"{alias}" does not have a column named "{column}"' in said or of_column in said, said
    assert n_refused, "no column of its tables is missed"
