"""The text that a table macro of DuckDB runs: what the scalar function rankhouse_sql answers."""

from __future__ import annotations

import json
from typing import Any

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal


def text_of_call(macro: str | None, arguments: str | None) -> str:
    """A statement for `query(...)`: the SQL of a call, or an error of one line.

    arguments: a JSON object, the arguments of the call by name. macros/duckdb/outside_dbt/calls.sql reads them.

    It never raises, because DuckDB 1.5 shows the traceback of what is raised in a function.
    """
    try:
        call = json.loads(arguments or "null", parse_int=_whole)
        return str(macros("duckdb").text_of_call(macro, call))
    except InputError as error:
        return refusal(str(error))
    except Exception as error:  # noqa: BLE001  (whatever it is, it becomes the query's error)
        return refusal(f"rankhouse cannot read this call: {type(error).__name__}: {error}")


def refusal(message: str) -> str:
    return f"select error({literal(message)})"


def _whole(digits: str) -> Any:
    """A number that fits into 64 bits, as the extension has them."""
    number = int(digits) if len(digits) < 20 else 2**63
    return number if -(2**63) <= number < 2**63 else float(digits)
