"""`try_metrics`: how often tries of a task pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._inputs.entrance import in_order, list_of_measures
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

MEASURED = ("measure", "metric", "k", "value")


@short_errors
def try_metrics(
    tries: Table,
    measures: str | Iterable[str] = ("pass@1", "pass_all@3"),
    per_query: bool = False,
    *,
    cluster: str | None = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How often tries of a task pass, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    tries: one row per try: `query_id` (the task or question), `try_id` and `passed` (true or false, 1 or 0). Rows where
        one of them is NULL are refused in Python; elsewhere they do not count. Any table that `evaluate` takes.
    measures: `pass@k` (the probability that at least one of k tries passes), `pass_all@k` (the probability that all
        pass) and `mean` (the share of tries that passed). A query with fewer than k tries is left out and counted.
    per_query: true: one row per query instead of the mean over queries.
    cluster: a column whose queries may depend on each other, such as the document that they are about; a query without
        a value is its own cluster. None: queries count separately.
    by: columns; each combination of their values, including NULL, is measured separately.
    columns: maps the column names `query_id`, `try_id` and `passed` to yours:
        `{"query_id": "task_id", "passed": "success"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure, and with per_query per query:
        the `by` columns and, with per_query, `query_id`
        `query_id` (with per_query): the query
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: how many tries a user makes; NULL for `mean`
        `value`: the mean over the queries, or the value of the query; NULL if no query has k tries
        `n_queries` (without per_query): queries with at least k tries
        `n_clusters` (with cluster): clusters of these queries
        `n_left_out` (without per_query): queries with fewer than k tries
        `std_error` (without per_query): the standard error of the value; NULL for fewer than two queries or clusters
        `ci_low` (without per_query): the lower end of a 95 % interval (normal approximation); NULL for fewer than two
            queries or clusters
        `ci_high` (without per_query): its upper end; NULL for fewer than two queries or clusters
        `n_tries` (with per_query): tries of the query
        `n_passed` (with per_query): tries among them that passed

    Raises InputError (a ValueError) for an unknown measure, a missing column, an empty table, a value of passed that is
    neither 0 nor 1, and a try that is there twice.
    """
    asks = list_of_measures(measures)
    options = {"measures": asks, "per_query": per_query, "cluster": cluster}
    with asked("try_metrics", {"tries": tries}, by, columns, con, **options) as call:
        package = macros("duckdb")
        known = {"measure": in_order(package.parse_measures(asks, package.try_catalogue()))}
        if per_query:
            return call.answer(["query_id", "measure"], ["query_id", *MEASURED, "n_tries", "n_passed"], known)
        clusters = [] if cluster is None else ["n_clusters"]
        figures = [*MEASURED, "n_queries", *clusters, "n_left_out", "std_error", "ci_low", "ci_high"]
        return call.answer(["measure"], figures, known)
