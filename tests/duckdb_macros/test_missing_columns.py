"""A column that an input of a table macro lacks: the engine stops, and its words name the input as the call does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse._rendering.jinja import macros
from table_macro_calls import arguments, table_macros
from typical import create_tables, given_tables, typical_calls

PACKAGE = macros("duckdb")
ALIASES = {"exclude": "excluded"}
CALLS = {name: call for name, call in typical_calls().items() if name in table_macros() and call.tables}


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(config={"threads": 1})
    rankhouse.register(con)
    create_tables(con, given_tables().values())
    return con


def of_package(name: str, given: dict[str, Any]) -> str:
    return str(getattr(PACKAGE, name)(**given))


def of_table_macro(name: str, given: dict[str, Any]) -> str:
    return f"from {name}({arguments(given)})"


@pytest.mark.parametrize("text", [of_package, of_table_macro])
@pytest.mark.parametrize("name", CALLS)
def test_the_engine_names_the_input_that_lacks_a_column(
    con: duckdb.DuckDBPyConnection, name: str, text: Callable[[str, dict[str, Any]], str]
) -> None:
    call, n_refused = CALLS[name], 0
    for argument, table in call.tables.items():
        for column in table.names:
            con.execute(f'create or replace table lacking as select * exclude ("{column}") from {table.name}')
            try:
                con.execute(text(name, {**call.given, argument: "lacking"})).fetchall()
            except duckdb.BinderException as error:
                n_refused += 1
                said = str(error).splitlines()[0]
                alias = ALIASES.get(argument, argument)
                told = (
                    f'"{alias}" does not have a column named "{column}"',
                    f'"{column}" in REPLACE list not found in {alias}',
                )
                # An input may have a column of its own name.
                of_column = f"field '{column}' from expression \"{alias}\""
                assert any(words in said for words in (*told, of_column)), said
    assert n_refused, "no column of its tables is missed"
