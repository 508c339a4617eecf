"""The typical call of a macro as a call of the function of Python."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from typing import Any

import duckdb

import rankhouse
from rankhouse._evaluating.values import Evaluation
from typical import TypicalCall, typical_calls

CALLS = {name: call for name, call in typical_calls().items() if call.function is not None}


def taken_by(call: TypicalCall) -> set[str]:
    """The arguments of its function, with those of an evaluation that it hands on."""
    parameters = inspect.signature(function_of(call)).parameters
    own = {name for name, each in parameters.items() if each.kind is not each.VAR_KEYWORD}
    return own | (typing.get_type_hints(Evaluation).keys() if len(own) < len(parameters) else set())


def function_of(call: TypicalCall) -> Any:
    return getattr(rankhouse, call.function or call.macro)


def called(call: TypicalCall, con: duckdb.DuckDBPyConnection, tables: Mapping[str, Any], **more: Any) -> Any:
    """What the function gives over these tables, by argument."""
    taken = taken_by(call)
    # A run may be a function's `runs`; it finds for itself which groups the judgments have.
    first = [table for argument, table in tables.items() if argument not in taken]
    given = {argument: value for argument, value in {**tables, **call.arguments}.items() if argument in taken}
    found = function_of(call)(*first, **given, **call.function_takes, **more, con=con)
    return found.relation if isinstance(found, rankhouse.Comparison) else found
