"""`date_spine`, `moving_average` and `change_from_previous`: tables of metrics over time."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator, Mapping, Sequence

import duckdb

from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import Entrance, entered, names_of_groups
from rankhouse._inputs.home import at_home
from rankhouse._inputs.tables import connection_of
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.relation import printable
from rankhouse.types import ChangeInterval, Grain, Table

SIDE = "metrics"
MOST_DAYS = 100_000


@short_errors
def date_spine(
    start_date: str | datetime.date,
    end_date: str | datetime.date,
    grain: Grain = "day",
    *,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Every period from one date to another, as a relation with one column: `period`, the first day of each, a DATE.

    start_date: a date, or a text such as '2026-01-31', in the first period.
    end_date: a date, or a text such as '2026-12-31', in the last period: not before start_date, and at most 100,000
        days from it.
    grain: how long a period is: `day`, `week` (from Monday), `month`, `quarter` or `year`.
    con: the connection of the relation; DuckDB's default one if None.

    Returns one row per period:
        `period`: its first day

    Raises InputError (a ValueError) for what is no date, and where the second one is earlier.
    """
    sql = macros("duckdb").date_spine(start_date, end_date, grain)
    with at_home(connection_of(con)) as home:
        return printable(home.kept(f"select period from ({sql}) as spine order by period"))


@short_errors
def moving_average(
    metrics: Table,
    periods: int = 7,
    *,
    by: str | Sequence[str] = "system",
    day: str = "day",
    grain: Grain = "day",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Means over the last periods, each query counting alike, as a relation: `.df()`, `.pl()`, `.show()`.

    metrics: a table of metrics by day, one row per group, day and measure: `measure`, `metric`, `k`, `value_sum`,
        `n_queries` (for change_from_previous, `std_error` too), the column of the days and those named in `by`, as
        `metrics` or `evaluate(..., by=["system", "day"])` gives them. Rows without a day or a measure are left out.
        Several rows of a measure on a day are refused. Any table that `evaluate` takes.
    periods: how many periods an average covers, including the row's own.
    by: columns; each combination of their values, including NULL, is a line over time.
    day: the column of days: dates, times or texts such as '2026-01-31'. The result has dates.
    grain: how long a period is: `day`, `week` (from Monday), `month`, `quarter` or `year`. A period's days are added
        up.
    columns: maps the column names `measure`, `metric`, `k`, `value_sum`, `n_queries` and `std_error` to yours:
        `{"n_queries": "n"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group, measure and period from the group's first to its last, including periods without a row in
    the table:
        the `by` columns and the column `day`, the first day of the period
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the mean of the period itself; NULL without queries
        `n_queries`: queries of the period itself
        `moving_average`: the mean over the window; NULL if no period has queries
        `window_queries`: queries of the window
        `window_periods`: periods of the window with queries
        `n_repeated`: 0, because several rows of a measure on a day are refused
    The means are plain, unlike those of gmap and of measures with weights.

    Raises InputError (a ValueError) for missing columns, days that are no dates or NULL, several rows of one measure
    for a day, and means that do not add up: those of gmap and of measures with weights.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    read = package.moving_average_columns()
    renamed = Columns(columns or {}, read, [SIDE])
    # Wrong arguments are refused before any data are read.
    package.moving_average("metrics", periods, groups, day, grain, renamed.names)
    with by_day(con, metrics, read, groups, day, renamed) as entrance:
        require_few_days(entrance, day)
        sql = package.moving_average(entrance.inputs[0].sql, periods, groups, day, grain, renamed.names)
        return over_time(entrance, sql, day, package.result_columns("moving_average"))


@short_errors
def change_from_previous(
    metrics: Table,
    *,
    by: str | Sequence[str] = "system",
    day: str = "day",
    grain: Grain = "day",
    interval: ChangeInterval = "welch",
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Each mean against that of the period before, with an interval of the difference, as a relation.

    metrics: a table of metrics by day, one row per group, day and measure: `measure`, `metric`, `k`, `value_sum`,
        `n_queries` (for change_from_previous, `std_error` too), the column of the days and those named in `by`, as
        `metrics` or `evaluate(..., by=["system", "day"])` gives them. Rows without a day or a measure are left out.
        Several rows of a measure on a day are refused. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, is a line over time.
    day: the column of days: dates, times or texts such as '2026-01-31'. The result has dates.
    grain: how long a period is: `day`, `week` (from Monday), `month`, `quarter` or `year`. A period's days are added
        up.
    interval: `welch` (Student's t distribution with the degrees of freedom of Welch and Satterthwaite) or `normal` (the
        normal distribution, which costs less but is too narrow for few queries). Both treat the queries of the two
        periods as independent samples. If the queries are the same every day, the intervals are too wide; `compare`,
        which pairs the queries, is then better.
    confidence: the share of such intervals that contain the difference, above 0 and below 1: 0.95 for 95 %.
    columns: maps the column names `measure`, `metric`, `k`, `value_sum`, `n_queries` and `std_error` to yours:
        `{"n_queries": "n"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group, measure and period of a table of metrics:
        the `by` columns and the column `day`, the first day of the period
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the mean of the period
        `n_queries`: queries of the period
        `previous_period`: the last period before it that has a value; NULL for the first
        `previous_value`: its mean; NULL for the first
        `previous_queries`: its queries; NULL for the first
        `difference`: value minus previous_value; NULL for the first
        `relative_difference`: difference divided by previous_value; NULL for the first
        `ci_low`: the lower end of the interval of the difference; NULL for fewer than three queries on a side
        `ci_high`: its upper end; NULL for fewer than three queries on a side
        `interval`: the kind of interval
        `n_repeated`: 0, because several rows of a measure on a day are refused
    The queries of two periods count as independent samples. If the queries are the same every day, the interval is too
    wide; `compare` pairs the queries instead. The means are plain, unlike those of gmap and of measures with weights.

    Raises InputError (a ValueError) as `moving_average` does.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    read = package.change_from_previous_columns()
    renamed = Columns(columns or {}, read, [SIDE])
    package.change_from_previous("metrics", groups, day, grain, interval, confidence, renamed.names)
    with by_day(con, metrics, read, groups, day, renamed) as entrance:
        table = entrance.inputs[0].sql
        sql = package.change_from_previous(table, groups, day, grain, interval, confidence, renamed.names)
        return over_time(entrance, sql, day, package.result_columns("change_from_previous"))


def over_time(entrance: Entrance, sql: str, day: str, figures: Sequence[str]) -> duckdb.DuckDBPyRelation:
    return entrance.answer(sql, [quoted(day), *figures], ["metric", "k", "measure", quoted(day)])


@contextlib.contextmanager
def by_day(
    con: duckdb.DuckDBPyConnection | None,
    metrics: Table,
    read: Sequence[str],
    groups: Sequence[str],
    day: str,
    columns: Columns,
) -> Iterator[Entrance]:
    """The table, for as long as a query on it is made; raises InputError for rows that cannot be put in order."""
    with entered(con, {SIDE: metrics}, {SIDE: read}, columns, groups, also={"day": [day]}) as one:
        require_dates(one, day)
        yield one


def column(entrance: Entrance, name: str) -> str:
    return entrance.inputs[0].quoted(name)


def require_dates(entrance: Entrance, day: str) -> None:
    table, name = entrance.inputs[0], column(entrance, day)
    check = macros("duckdb").date_check(SIDE, "day")
    if kind(table.type(day)) not in check["kinds"]:
        raise InputError(table.type(day).join(macros("duckdb").says_other_kind(check, day)))
    rows = entrance.home.row(
        f"select count(*) filter ({name} is null), count({name}) filter (try_cast({name} as date) is null),"
        f" min({name}::varchar) filter (try_cast({name} as date) is null) from {table.sql}"
    )
    missing, wrong, example = rows
    if missing:
        raise InputError(
            f"{SIDE}: {missing:,} {'row has' if missing == 1 else 'rows have'} no date (NULL in column {day!r}): leave"
            " them out or give them one"
        )
    if wrong:
        raise InputError(
            f"{SIDE}: {day!r} is a date such as 2026-01-31, got {example!r} in {wrong:,}"
            f" {'row' if wrong == 1 else 'rows'}"
        )


def require_few_days(entrance: Entrance, day: str) -> None:
    name = f"{column(entrance, day)}::date"
    first, last = entrance.home.row(f"select min({name}), max({name}) from {entrance.inputs[0].sql}")
    if first is not None and (last - first).days >= MOST_DAYS:
        raise InputError(
            f"{SIDE}: column {day!r} ranges from {first} to {last}, but a moving average covers at most {MOST_DAYS:,}"
            " days: leave out placeholder dates"
        )
