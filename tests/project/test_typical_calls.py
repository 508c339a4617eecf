"""The typical call of every macro gives its truth in every way in: dbt's SQL, table macro, Python, command line.

Other suites call macros as they stand in the registry, tests/calls/: with wrong arguments, hostile names, on engines.
"""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from copied import copy_macros
from executed import commanded
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.shipped import shipped
from table_macro_calls import arguments, table_macros
from typical import TypicalCall, answered, create_tables, given_tables, typical_calls, wanted
from typical_functions import CALLS, called, taken_by

PACKAGE = macros("duckdb")
MACRO_YAML = sorted(shipped("macros").rglob("*.yml"))
OF_NO_QUERY = {"dbt", "duckdb", "catalogue", "measures"}
"""Folders of macros that make no query of the users' tables: what dbt builds, aggregates, lists, formulas."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        create_tables(con, given_tables().values())
        yield con


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    with duckdb.connect() as con:
        create_tables(con, given_tables().values())
        for name in given_tables():
            con.execute(f"copy {name} to '{folder / name}.csv'")
    return folder


def public_macros() -> set[str]:
    """What makes a query: those that are table macros too, and others that are documented."""
    documented = {entry["name"] for path in MACRO_YAML for entry in yaml.safe_load(path.read_text())["macros"]}
    others = {name for name in documented if PACKAGE.files[name].partition("/")[0] not in OF_NO_QUERY}
    return others | set(PACKAGE.table_macros())


def test_every_public_macro_has_a_typical_call() -> None:
    missing = sorted(public_macros() - typical_calls().keys())
    assert not missing, f"{', '.join(missing)}: add a typical call in tests/calls/, with tables, arguments and truth"
    assert typical_calls().keys() == public_macros(), "a typical call is of no public macro"


def assert_true(call: TypicalCall, columns: list[str], rows: list[Any], empty: str | None = "") -> None:
    """empty: what a text without letters has become."""
    found = answered(call, columns, rows)
    for key, known in wanted(call, found).items():
        assert found[key] == tuple(near(empty if value == "" else value) for value in known), key


def near(value: Any) -> Any:
    return pytest.approx(value, rel=1e-9, abs=1e-9) if isinstance(value, float) else value


@pytest.mark.parametrize("name", typical_calls())
def test_sql_of_dbt_gives_the_truth(con: duckdb.DuckDBPyConnection, name: str) -> None:
    call = typical_calls()[name]
    found = con.sql(str(getattr(PACKAGE, name)(**call.given)))
    assert_true(call, found.columns, found.fetchall())


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(typical_calls().keys() & table_macros().keys()))
def test_a_table_macro_gives_the_truth(con: duckdb.DuckDBPyConnection, name: str) -> None:
    call = typical_calls()[name]
    found = con.sql(f"from {name}({arguments(call.given)})")
    assert_true(call, found.columns, found.fetchall())


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")  # the tables are too small for some tests
@pytest.mark.parametrize("name", CALLS)
def test_a_function_gives_the_truth(con: duckdb.DuckDBPyConnection, name: str) -> None:
    call = CALLS[name]
    found = called(call, con, {argument: table.name for argument, table in call.tables.items()})
    assert_true(call, found.columns, found.fetchall())


def words_of(call: TypicalCall) -> list[str]:
    """The command, a file per table, and an option per argument that Python takes, or per each of a list."""
    if call.command:
        return shlex.split(call.command)
    words = [call.macro.replace("_", "-"), *(f"{table.name}.csv" for table in call.tables.values())]
    taken = taken_by(call)
    for argument, value in ((name, value) for name, value in call.arguments.items() if name in taken):
        option = "--" + argument.replace("_", "-")
        if isinstance(value, bool):
            words.append(option if value else option.replace("--", "--no-", 1))
        elif isinstance(value, list):
            words += [word for each in value for word in (option.removesuffix("s"), str(each))]
        elif value is not None:
            words += [option, str(value)]
    return words


@pytest.mark.parametrize("name", [name for name, call in typical_calls().items() if call.command is not None])
def test_a_command_gives_the_truth(con: duckdb.DuckDBPyConnection, folder: Path, name: str) -> None:
    call = typical_calls()[name]
    with contextlib.chdir(folder):
        status, _, complaint = commanded([*words_of(call), "--output", "answer.csv"])
        assert status == 0, complaint
        found = con.sql("from 'answer.csv'")
        assert_true(call, found.columns, found.fetchall(), empty=None)
