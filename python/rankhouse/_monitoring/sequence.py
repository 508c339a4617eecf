"""`confidence_sequence`: an interval of a difference that may be looked at every day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._monitoring.sides import SIDE, Sides, sides_entered
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

    query_metrics: values by query, such as `evaluate(..., by=["system", "day"], per_query=True)` returns: a relation,
        DataFrame, table name or path with `query_id`, `measure`, `metric`, `k`, `value` and the columns that are named
        here. A look compares the queries with one value on each side; the others are counted. NULL, NaN and infinite
        values do not count; rows without a query, a system or a look are left out.
    system: the column that tells the systems apart.
    baseline: the system that all others are compared with; None: each pair once, the later name against the earlier
        one.
    day: the column of the looks, which gives their order.
    by: further columns; systems are compared within each combination of their values.
    confidence: of the interval, at all looks together.
    tightest_at: the number of queries at which the interval is the tightest, chosen before the first look.
    min_queries: with fewer queries there is no interval, because it is exact only in the limit of many.
    columns: other names of the columns, {"query_id": "user_id"}.
    con: the connection that has the table, or in which to compute.

    Returns one row per group, measure, pair of systems and look: the `by` columns, the column `day`, `measure`,
    `metric`, `k`, the column `system`, `baseline`, and of all queries up to this look `n_queries`, `value`,
    `baseline_value`, `difference`, `std_dev` (of the differences), `ci_low`, `ci_high`, `is_different` (the interval
    excludes 0), `first_different` (the first look at which it did; NULL if none yet) and `n_left_out`.

    The differences of all queries and looks are assumed to be independent: new queries at every look. Warns
    (InputWarning) if the same queries come again.

    Raises InputError (a ValueError) for missing columns, an unknown baseline, and systems without a query in common.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    roles = {"system": system, "day": day}
    rest = {"confidence": confidence, "tightest_at": tightest_at, "min_queries": min_queries}
    read = package.confidence_sequence_columns()
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
                f"no query has one value for two values of {system!r} at the same {day!r}: nothing can be compared;"
                " a column that tells the values of a query apart is named in by"
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
        f"query_id: the {n_queries:,} queries come again, {n_looks / n_queries:,.1f} times each in the {listed([day])}"
        " column, and count as new ones every time. A query whose lists are the same every day tells nothing new: give"
        " its first look alone, or ids of single searches"
    )
