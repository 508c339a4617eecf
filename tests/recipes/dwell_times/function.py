"""`dwell_times`: how long people stay with what they click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._rendering.errors import short_errors
from rankhouse.types import Table


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
    with asked("dwell_times", {"visits": visits}, by, columns, con, shortest=shortest) as call:
        return call.answer(["position"])
