"""The days of a table whose labels are there, because labels come late."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.places import placed
from rankhouse._inputs.staging import staged
from rankhouse._inputs.tables import Input, opened
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import first_line, quoted
from rankhouse.types import Table

SIDE = "metrics"


@contextlib.contextmanager
def table_of_metrics(
    con: duckdb.DuckDBPyConnection, table: Table, needed: Sequence[str]
) -> Iterator[tuple[Home, Input]]:
    """A table of metrics with all of its columns, which `needed` has to be among."""
    # Of a frame those columns are registered that are named.
    names = [str(name) for name in getattr(table, "column_names", getattr(table, "columns", needed))]
    with at_home(con) as home, opened(home, SIDE, table, names) as given:
        for name in needed:
            given.require(name)
        with staged(home, [given], {SIDE: list(given.types)}, Columns({})):
            yield home, given


@contextlib.contextmanager
def complete_days(
    con: duckdb.DuckDBPyConnection, table: Table, day: str, complete: Mapping[str, float] | str
) -> Iterator[duckdb.DuckDBPyRelation]:
    """The means of a table on the days that are complete, for as long as it is asked."""
    rule = str(placed(con, complete)) if isinstance(complete, str) else complete
    with table_of_metrics(con, table, [day]) as (home, given):
        yield home.con.sql(complete_rows(home, given, day, rule, least=1, advice="give the rows of one"))


def complete_rows(
    home: Home,
    given: Input,
    day: str,
    complete: Mapping[str, float] | str,
    evaluation: str | None = None,
    least: int = 2,
    advice: str = "name one with evaluation",
) -> str:
    """The rows of the days that are complete, as a query. Each evaluation has complete days of its own.

    evaluation: the one whose rows the table has; None: they are of one, or not of several.
    least: how many days there have to be.
    advice: how a single evaluation is chosen.
    """
    package = macros("duckdb")

    def require_one(table: str) -> None:
        problem = package.problem_of_evaluations(day, advice)
        ((said,),) = home.rows(f"select {problem} from (from {table}) as listed")
        if said is not None:
            raise InputError(f"complete: {said}")

    if given.column("evaluation") is not None:
        require_one(given.sql)
    try:
        if isinstance(complete, str):
            is_of_several = "evaluation" in map(str.lower, home.con.sql(f"from {complete} limit 0").columns)
            if is_of_several and evaluation is None:
                require_one(complete)
            days = package.rows_of_evaluation(complete, evaluation if is_of_several else None)
            maturity = package.maturity_by_days(days, None, None, False)
        else:
            maturity = package.maturity_by_rule(complete)
        conditions = package.maturity_of_rows(given.sql, day, maturity, given.column("query_id") is not None)
        rows = f"select listed.* from {given.sql} as listed where {' and '.join(conditions) or 'true'}"
        ((n_days,),) = home.rows(f"select count(distinct {quoted(day)}) from ({rows})")
    except duckdb.Error as error:
        raise InputError(
            f"complete must be the name of a table with the columns {day!r} and 'is_complete': {first_line(error)}"
        ) from error
    if n_days < least:
        nothing = "there is nothing to compare" if least > 1 else "there is nothing to show"
        raise InputError(f"{n_days or 'no'} value of column {day!r} is complete according to {complete}: {nothing}")
    return rows
