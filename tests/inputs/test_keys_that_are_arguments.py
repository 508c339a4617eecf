"""What a call takes as an argument that names a column is no key of `columns`: nothing would read it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from typer.testing import CliRunner

from rankhouse import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app
from rankhouse.cli._wording import as_typed
from typical import TypicalCall, typical_calls
from typical_functions import CALLS, called, function_of, taken_by

PACKAGE = macros("duckdb")
COLUMNS = ("column", "columns")


def names_columns(macro: str, argument: str) -> bool:
    return PACKAGE.argument_of(macro, argument).get("kind") in COLUMNS


def of_functions() -> list[Any]:
    """Each function that takes `columns`, perhaps among those of an evaluation, and each such argument of it."""
    return [
        pytest.param(call, each, id=f"{name}: {each}")
        for name, call in CALLS.items()
        if "columns" in taken_by(call)
        for each in sorted(taken_by(call))
        if names_columns(function_of(call).__name__, each)
    ]


@pytest.mark.parametrize(("call", "argument"), of_functions())
@pytest.mark.parametrize("side", ["", "run."])
def test_python_refuses_it(call: TypicalCall, argument: str, side: str) -> None:
    asked = replace(call, arguments=call.arguments | {"columns": {side + argument: "theirs"}})
    tables = {given: pa.Table.from_pylist(table.dictionaries) for given, table in call.tables.items()}
    said = rf"^columns has no key '{side}{argument}', which an argument names: {argument}='theirs'"
    with duckdb.connect() as con, pytest.raises(InputError, match=said):
        called(asked, con, tables)


def of_macros() -> list[Any]:
    made = PACKAGE.table_macros()
    return [
        pytest.param(call, each, id=f"{name}: {each}")
        for name, call in typical_calls().items()
        if made.get(call.macro, {}).get("columns")
        for each in made[call.macro].get("takes", "").split()
        if names_columns(call.macro, each)
    ]


@pytest.mark.parametrize(("call", "argument"), of_macros())
def test_macros_refuse_it(call: TypicalCall, argument: str) -> None:
    given = {side: table.name for side, table in call.tables.items()} | call.arguments
    with pytest.raises(InputError, match=rf"^columns has no key '{argument}', which an argument names: {argument}="):
        getattr(PACKAGE, call.macro)(**given | {"columns": {argument: "theirs"}})


def test_the_command_says_what_to_type() -> None:
    done = CliRunner().invoke(app, ["confidence-sequence", "values.csv", "--columns", "day=evaluated"])
    assert as_typed(str(done.exception)) == "columns has no key 'day', which an argument names: --day evaluated"
