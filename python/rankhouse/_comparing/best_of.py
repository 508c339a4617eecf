"""`best_of`: the best of several variants, and what the choice is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._comparing.sides import SIDE
from rankhouse._comparing.values import measures_named, measures_of
from rankhouse._evaluating.mean_intervals import require_single_values
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refusals_of_query, refuse_shared_queries
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table


@short_errors
def best_of(
    query_metrics: Table,
    measure: str | None = None,
    folds: int = 5,
    seed: int = 0,
    by: str | Sequence[str] = (),
    cluster: str | None = None,
    *,
    system: str = "system",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The best of several variants, and what it is worth on queries that did not choose it, as a relation.

    query_metrics: values by query of variants, one row per query, measure and variant: `query_id`, `measure`, `value`
        and the column of the variant, as `query_metrics` or `evaluate(..., per_query=True)` gives them. A value that is
        NULL, NaN or beyond 1e100 is none. Queries count that have a value of each variant with any value. Any table
        that `evaluate` takes.
    measure: the measure to choose by, such as `ndcg@10`. None: each measure of the table, in a row of its own.
    folds: into how many folds queries fall, at least 2.
    seed: a whole number from 0 on; another number gives other folds.
    by: further columns; variants are chosen within each combination of their values, including NULL.
    cluster: a column, such as the user, whose queries may depend on each other: they fall into one fold, and the
        interval is over clusters. A query without a value is its own cluster. None: queries count separately.
    system: the column that tells systems apart.
    columns: maps the column names `query_id`, `measure` and `value` to yours: `{"query_id": "user_id"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `system`: the best variant over all queries; NULL if no query has a value of each
        `value_chosen`: its mean: too good, because these queries chose it
        `value_held_out`: the mean over all queries, each by the variant that is best on the other folds; NULL if all
            queries are in one fold
        `optimism`: how much better value_chosen is; above 0 also where low values are good; NULL like value_held_out
        `ci_low`: the lower end of a 95 % interval of optimism, the mean of differences by query (Student's t; over
            clusters with `cluster`); NULL for fewer than two queries or clusters
        `ci_high`: its upper end
        `share_of_folds`: the share of the folds, without empty ones, whose variant is `system`, 0 to 1; NULL like
            value_held_out
        `n_systems`: variants with a value
        `n_queries`: queries that have a value of each of these
    Means within 1e-12 of each other are equal, and equal ones go by name.

    Raises InputError (a ValueError) for missing columns, an unknown measure, several values of one measure and variant
    for a query, and a query in several clusters.
    """
    package, groups = macros("duckdb"), names_of_groups(by)
    read = package.best_of_columns()
    renamed = Columns(columns or {}, read, [SIDE])
    asked: dict[str, Any] = {"folds": folds, "seed": seed, "by": groups, "cluster": cluster, "system": system}
    asked["columns"] = renamed.names
    # Wrong arguments are refused before any data are read.
    package.best_of("values", measure, **asked)
    also = {"system": [system], **({} if cluster is None else {"cluster": [cluster]})}
    with entered(con, {SIDE: query_metrics}, {SIDE: read}, renamed, groups, also=also) as entrance:
        (table,) = entrance.inputs
        require_single_values(entrance, [*groups, system])
        refuse_shared_queries(entrance, SIDE, groups, cluster)
        known = measures_of(entrance, table)
        if measure is not None:
            (measure,) = measures_named([measure], known)
        with refusals_of_query():
            return entrance.answer(
                package.best_of(table.sql, measure, **asked),
                package.result_columns("best_of"),
                ["measure"],
                known={"measure": known},
            )
