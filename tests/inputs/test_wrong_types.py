"""Columns of wrong types: every function refuses them by name, or reads them; no error is the engine's."""

from __future__ import annotations

import duckdb
import pytest

import rankhouse
from typical import create_tables, given_tables
from typical_functions import CALLS, called

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
VALUES = {
    "list": "[1]",
    "time": "time '10:00'",
    "boolean": "true",
    "bytes": "'a'::blob",
    "text": "'x'",
    "struct": "{'a': 1}",
    "date": "date '2026-01-01'",
    "huge": "1e308::double",
    "nothing": "null::integer",
}


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.tables])
def test_no_error_is_the_engines(name: str) -> None:
    call, wrong = CALLS[name], list[str]()
    with duckdb.connect() as con:
        create_tables(con, given_tables().values())
        tables = {argument: table.name for argument, table in call.tables.items()}
        for argument, table in call.tables.items():
            for column in table.names:
                for kind, value in VALUES.items():
                    con.execute(
                        f'create or replace table wrong as select * replace ({value} as "{column}") from {table.name}'
                    )
                    try:
                        found = called(call, con, tables | {argument: "wrong"})
                        getattr(found, "fetchall", list)()
                    except rankhouse.InputError as error:
                        wrong += [f"{argument}.{column} {kind}: {error}"] * (not str(error))
                    except duckdb.Error as error:
                        wrong.append(f"{argument}.{column} {kind}: {error}")
    assert wrong == []
