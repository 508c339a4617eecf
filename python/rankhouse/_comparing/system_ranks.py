"""`system_ranks`: which ranks of systems are tied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._comparing.sides import SIDE
from rankhouse._comparing.values import measures_named, measures_of
from rankhouse._evaluating.mean_intervals import require_single_values
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.likely import likely_cluster, likely_names
from rankhouse._inputs.problems import refusals_of_query, refuse_shared_queries
from rankhouse._rendering.errors import short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse.types import Correction, Table, Test


@short_errors
def system_ranks(
    query_metrics: Table,
    *,
    measures: str | Sequence[str] | None = None,
    by: str | Sequence[str] = (),
    cluster: str | None = None,
    test: Test = "t",
    correction: Correction = "holm",
    confidence: float = 0.95,
    system: str = "system",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The ranks of systems with intervals, and which ones are tied with the best, as a relation: `.df()`, `.show()`.

    query_metrics: values by query, one row per query, measure and system in each group: `query_id`, `measure`,
        `metric`, `k`, `value` and the columns of the systems, of `cluster` and `by`, as `query_metrics` or
        `evaluate(..., per_query=True)` gives them. Any table that `evaluate` takes.
    measures: measures of the table; all by default. Each further one makes all intervals of ranks wider.
    by: further columns; systems are compared within each combination of their values, including NULL.
    cluster: a column of query_metrics, such as the user, whose queries may depend on each other; a query without a
        value is its own cluster. Tests are then those of clusters. None: queries count separately.
    test: the test of a difference, paired by query and two-sided: `t` (Student's), `wilcoxon` (signed ranks), `sign`,
        `randomisation` (Fisher's sign flips) or `bootstrap`.
    correction: how to correct the p-values of all rows together into p_adjusted: `holm`, `bonferroni`,
        `benjamini_hochberg` or `none`.
    confidence: the probability that all true ranks together are within rank_low and rank_high, above 0 and below 1.
    system: the column that tells systems apart.
    columns: maps the column names `query_id`, `measure`, `metric`, `k` and `value` to yours: `{"query_id": "user_id"}`.
        `{"weight": "searches"}` weights queries: a number from 0 up; a query that weighs 0 does not count.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    A column such as `user_id` that has several queries per value, and is not named as `cluster`, is a warning.

    Returns one row per group, measure and system:
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `system`: the system
        `value`: the mean over the system's queries
        `rank`: 1 + the number of systems that are better over the queries in common
        `rank_low`: 1 + the number of systems that are significantly better
        `rank_high`: the number of systems less those that are significantly worse
        `tied_with_best`: whether no system is significantly better
        `n_queries`: queries with a value
    With holm or bonferroni, all true ranks together are within rank_low and rank_high at least as often as `confidence`
    says.

    Raises InputError (a ValueError) for missing columns, a measure that the table lacks, and several values of one
    measure for a query and system.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    methods: dict[str, Any] = {"test": test, "correction": correction, "confidence": confidence, "system": system}
    read = package.comparison_columns()
    renamed = Columns(columns or {}, [*read, "weight"], [SIDE])
    read = [*read, *(["weight"] if renamed.named(SIDE, "weight") else [])]
    methods |= {"cluster": cluster, "columns": renamed.names}
    # Wrong arguments are refused before any data are read.
    package.system_ranks("values", None, groups, **methods)
    also = {"system": [system], **({} if cluster is None else {"cluster": [cluster]})}
    there = likely_names() if cluster is None else ()
    with entered(con, {SIDE: query_metrics}, {SIDE: read}, renamed, groups, also=also, if_there=there) as entrance:
        (table,) = entrance.inputs
        require_single_values(entrance, [*groups, system])
        refuse_shared_queries(entrance, SIDE, groups, cluster)
        if cluster is None and (likely := likely_cluster(entrance.home, table, entrance.columns, [*groups, system])):
            warn(likely.doubt([], ""))
        chosen = None if measures is None else measures_named(measures, measures_of(entrance, table), SIDE)
        sql = package.system_ranks(table.sql, chosen, groups, **methods)
        with refusals_of_query():
            return entrance.answer(
                sql, package.result_columns("system_ranks"), ["metric", "k", "measure", "rank", "system"]
            )
