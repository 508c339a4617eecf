"""`confidence_sequence`: an interval of a difference that may be looked at every day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._comparing.sides import SIDE, Sides, sides_entered
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._rendering.errors import InputError, listed, short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table


@short_errors
def confidence_sequence(
    query_metrics: Table,
    *,
    system: str = "system",
    baseline: Any = None,
    day: str = "day",
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    tightest_at: int = 1000,
    min_queries: int = 30,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The mean difference of two systems after each look, with an interval that holds for all looks together.

    query_metrics: values by query, one row per query and measure in each group: `query_id`, `measure`, `metric`, `k`,
        `value`, the columns of the systems and of the looks, and those named in `by`, as `query_metrics` or
        `evaluate(..., per_query=True)` gives them. A look compares the queries with one value on each side; n_left_out
        counts the others. A value that is NULL, NaN or beyond 1e100 does not count; rows without a query, a system or a
        look are left out. Any table that `evaluate` takes.
    system: the column that tells systems apart.
    baseline: the system that all others are compared with; it must exist. None: every pair once, the later name against
        the earlier one.
    day: the column of the looks, such as a date or a number, which gives their order.
    by: further columns; systems are compared within each combination of their values, including NULL.
    confidence: the probability that the interval holds at all looks together, above 0 and below 1.
    tightest_at: the number of queries at which the interval is tightest, chosen before the first look.
    min_queries: the lowest number of queries for an interval, at least 2. The interval is exact only in the limit of
        many queries.
    columns: maps the column names `query_id`, `measure`, `metric`, `k` and `value` to yours: `{"query_id": "user_id"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    The differences of all queries and looks are assumed to be independent: new queries at every look. Warns
    (InputWarning) if the same queries come again.

    Returns one row per group, look, measure and pair of systems:
        the `by` columns and the column `day`
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        the column system: the system
        `baseline`: the system it is compared with
        `n_queries`: queries up to this look
        `value`: the mean of the system over all queries up to this look
        `baseline_value`: the mean of the baseline over the same queries
        `difference`: value minus baseline_value
        `std_dev`: the standard deviation of the differences
        `ci_low`: the lower end of the interval
        `ci_high`: the upper end of the interval
        `is_different`: whether the interval excludes 0
        `first_different`: the first look at which it excluded 0; NULL if none yet
        `n_left_out`: queries up to this look that do not have one value on each side
    The interval is an asymptotic confidence sequence with the boundary of a normal mixture.

    Raises InputError (a ValueError) for missing columns, an unknown baseline, and systems without a query in common.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    roles = {"system": system, "day": day}
    rest = {"confidence": confidence, "tightest_at": tightest_at, "min_queries": min_queries}
    read = package.comparison_columns()
    renamed = Columns(columns or {}, read, [SIDE])
    arguments: dict[str, Any] = {"baseline": baseline, **roles, "by": groups, **rest, "columns": renamed.names}
    # Wrong arguments are refused before any data are read.
    package.confidence_sequence("values", **arguments)
    with sides_entered(con, query_metrics, read, roles, baseline, groups, renamed) as sides:
        query = sides.column(renamed.name(SIDE, "query_id"))
        if doubt := _repeated(sides, query, day, groups):
            warn(doubt)
        order = [f"column_{place}" for place in range(len(groups))]
        order += ["metric", "k", "measure", "system", "baseline", f"column_{len(groups)}"]
        result = sides.answer(
            package.confidence_sequence(sides.table, **arguments),
            [*groups, day],
            system,
            package.result_columns("confidence_sequence"),
            [f"{key} nulls last" for key in order],
        )
        if not result.filter("n_queries > 0").limit(1).fetchall():
            raise InputError(
                f"no query has exactly one value for each of two values of {system!r} at the same {day!r}:"
                " nothing can be compared; if a column distinguishes the values of a query, add it to by"
            )
        return result


def _repeated(sides: Sides, query: str, day: str, groups: Sequence[str]) -> str | None:
    """Whether queries come again at most looks, whose values tell nothing new."""
    keys = ", ".join([query, *(sides.column(name) for name in groups)])
    once, looks = f"select distinct {keys} from {sides.table}", sides.column(day)
    ((n_queries, n_looks),) = sides.rows(
        f"select (select count(*) from ({once})), count(*) from (select distinct {keys}, {looks} from {sides.table})"
    )
    if n_looks <= 2 * n_queries:
        return None
    return (
        f"query_id: the {n_queries:,} queries recur, {n_looks / n_queries:,.1f} times each in the {listed([day])}"
        " column, and count as new ones every time. A query whose lists are the same every day adds nothing new: keep"
        " only its first look, or use ids of single searches"
    )
