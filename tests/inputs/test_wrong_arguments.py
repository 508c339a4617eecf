"""Arguments of wrong kinds: every function and every table macro takes it or names it; no error is the engine's."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import duckdb
import pytest

import rankhouse
from table_macro_calls import arguments, parameters, table_macros
from typical import create_tables, given_tables, typical_calls
from typical_functions import CALLS, called, taken_by

pytestmark = [pytest.mark.filterwarnings("ignore::rankhouse.InputWarning"), pytest.mark.thorough, pytest.mark.sweep]
VALUES = {
    "text": "x",
    "nothing": "",
    "quote": "a'b",
    "double quote": 'a"b',
    "list": [1],
    "texts": ["x"],
    "lists": [["x"]],
    "no list": [],
    "dict": {"a": 1},
    "bytes": b"a",
    "boolean": True,
    "huge": 1e308,
    "nan": float("nan"),
    "infinity": float("inf"),
    "negative": -1,
    "zero": 0,
    "large": 1001,
    "object": object(),
    "none": None,
}
# A call's own tables are positional where Python names them otherwise.
LEFT_OUT = {"con", "progress", "runs"}
# What a message speaks of in place of the argument.
NAMED = {"counts": "impressions", "source": "convention", "target": "convention", "prediction": "labels"}


@pytest.mark.parametrize("name", CALLS)
def test_functions_name_the_argument(name: str) -> None:
    call, wrong = CALLS[name], list[str]()
    tables = {argument: table.name for argument, table in call.tables.items()}
    with duckdb.connect(config={"threads": 1}) as con:
        create_tables(con, given_tables().values())
        for argument in sorted(taken_by(call) - LEFT_OUT):
            for kind, value in VALUES.items():
                message = refused_by_function(call, con, tables, argument, value)
                names = argument.rstrip("s"), NAMED.get(argument, argument)
                said = any(name in message.replace(" ", "_") for name in names)
                if message and not (message.startswith("InputError") and said):
                    wrong.append(f"{argument} {kind}: {message}")
    assert wrong == []


OF_SQL = {"text": "'x'", "list": "[1]", "struct": "{'a': 1}", "huge": "1e308"}
# What the engine itself does not find: a table, or a column that an argument names.
NOT_FOUND = re.compile(r"Table with name|does not have a column named|REPLACE list not found|No files found")


@pytest.mark.parametrize("name", sorted(typical_calls().keys() & table_macros().keys()))
def test_table_macros_name_the_argument(name: str) -> None:
    given, wrong = typical_calls()[name].given, list[str]()
    with duckdb.connect(config={"threads": 1}) as con:
        rankhouse.register(con)
        create_tables(con, given_tables().values())
        for argument in parameters(name):
            others = arguments({each: value for each, value in given.items() if each != argument})
            for kind, value in OF_SQL.items():
                try:
                    given_so = f'"{argument}" := {value}'
                    con.execute(f"from {name}({', '.join(filter(None, [others, given_so]))})")
                except duckdb.Error as error:
                    message = str(error)
                    names = argument.rstrip("s"), NAMED.get(argument, argument)
                    said = any(each in message.partition("LINE")[0].replace(" ", "_") for each in names)
                    if not (NOT_FOUND.search(message) or ("Invalid Input Error" in message and said)):
                        wrong.append(f"{argument} {kind}: {message}")
    assert wrong == []


def refused_by_function(call: Any, con: duckdb.DuckDBPyConnection, tables: Any, argument: str, value: Any) -> str:
    given, more = dict(tables), {}
    if argument in given:
        given[argument] = value
    elif argument in call.arguments:
        call = replace(call, arguments={**call.arguments, argument: value})
    elif argument in call.function_takes:
        call = replace(call, function_takes={**call.function_takes, argument: value})
    else:
        more = {argument: value}
    try:
        found = called(call, con, given, **more)
        getattr(found, "fetchall", list)()
    except Exception as error:  # noqa: BLE001 - whatever comes is what is looked at
        return f"{type(error).__name__}: {error}"
    return ""
