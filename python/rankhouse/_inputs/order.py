"""Columns whose order is asked for: which day is the last, which comes before another."""

from __future__ import annotations

from rankhouse._inputs.home import Home
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted


def require_order(home: Home, table: str, side: str, name: str) -> None:
    """That texts in this column are dates, as SQL has it."""
    problem = macros("duckdb").order_problem(side, f"source.{quoted(name)}", name)
    ((said,),) = home.rows(f"select {problem} from (from {table}) as source")
    if said is not None:
        raise InputError(said)


def no_times(table: str, column: str) -> str:
    """A query for a text that is no time which a chart could show."""
    is_shown = f"try_cast({column}::varchar as timestamp) between '0001-01-01' and '9999-12-31 23:59:59'"
    return (
        f"select {column}::varchar as example from {table} where {column} is not null"
        f" and ({is_shown}) is not true limit 1"
    )


def says_no_time(name: str, example: str) -> str:
    return f"{name!r} is a column of dates, times or numbers, got {example!r}; write a date as 2026-01-31"
