"""`mean_intervals`: means over queries, with intervals by a method of one's choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, names_of_groups
from rankhouse._inputs.likely import likely_cluster, likely_names
from rankhouse._inputs.problems import refusals_of_query, refuse_shared_queries
from rankhouse._rendering.errors import InputError, short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse._results.clusters import summarised
from rankhouse.types import IntervalMethod, Table

SIDE = "query_metrics"


@short_errors
def mean_intervals(
    query_metrics: Table,
    *,
    by: str | Sequence[str] = "system",
    method: IntervalMethod = "t",
    confidence: float = 0.95,
    repetitions: int = 10_000,
    seed: int = 0,
    cluster: str | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Means over queries with intervals, as a relation: `.df()`, `.pl()`, `.show()`.

    query_metrics: values by query, one row per query and measure in each group: `query_id`, `measure`, `metric`, `k`,
        `value` and the columns named in `by`, as `query_metrics` or `evaluate(..., per_query=True)` gives them. Rows
        count alike; a value that is NULL, NaN or beyond 1e100 does not count, and rows without a query or a measure are
        left out. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, is a group. Without columns, all queries are one
        group.
    method: `t` (Student's t distribution, cut off at the range of the measure, which follows from its name),
        `bootstrap` (quantiles of the means of resampled queries), `bca` (the same, corrected for bias and skewness) or
        `wilson` (Wilson's score interval, for values of 0 or 1, such as hit_rate's; NULL if others occur).
    confidence: the share of such intervals that contain the mean, above 0 and below 1: 0.95 for 95 %.
    repetitions: repetitions of bootstrap and bca, 1 to 10,000. A query's weight in each is a Poisson(1) number from a
        hash of `seed`, query and repetition: the same for all groups and measures, on every engine and every day. With
        1 there is no interval.
    seed: a whole number from 0 on; another number gives other repetitions.
    cluster: a column, such as the user, whose queries may depend on each other; a query without a value is its own
        cluster. Whole clusters then vary and are resampled; not with wilson. None: queries count separately.
    columns: maps the column names `query_id`, `measure`, `metric`, `k` and `value` to yours: `{"query_id": "user_id"}`.
        `{"weight": "searches"}` weights queries: a number from 0 up; a query that weighs 0 does not count.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    A column such as `user_id` that has several queries per value, and is not named as `cluster`, is a warning.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the mean
        `n_queries`: queries with a value
        `n_clusters` (with cluster): clusters of these queries
        `n_effective` (with weight): how many queries of equal weight tell as much
        `std_dev`: the standard deviation of the values
        `ci_low`: the lower end of the interval; NULL for fewer than two queries or clusters, except for wilson
        `ci_high`: the upper end of the interval; NULL for fewer than two queries or clusters, except for wilson
        `method`: the method
    Bootstrap and wilson stay within the range of the values anyway; t is cut off at the range that the measure's name
    implies.

    Raises InputError (a ValueError) for missing columns, several values of one measure for a query, and where wilson
    is asked for values other than 0 and 1.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    methods = {"method": method, "confidence": confidence, "repetitions": repetitions, "seed": seed, "cluster": cluster}
    read = package.comparison_columns()
    renamed = Columns(columns or {}, [*read, "weight"], [SIDE])
    weighs = renamed.named(SIDE, "weight")
    read = [*read, *(["weight"] if weighs else [])]
    # Wrong arguments are refused before any data are read.
    package.mean_intervals("values", groups, **methods, columns=renamed.names)
    also = {} if cluster is None else {"cluster": [cluster]}
    there = likely_names() if cluster is None else ()
    with entered(con, {SIDE: query_metrics}, {SIDE: read}, renamed, groups, also=also, if_there=there) as entrance:
        require_single_values(entrance, groups)
        refuse_shared_queries(entrance, SIDE, groups, cluster)
        if method == "wilson":
            require_zeros_and_ones(entrance)
        if cluster is None:
            _warn_of_clusters(entrance, method)
        sql = package.mean_intervals(entrance.inputs[0].sql, groups, **methods, columns=renamed.names)
        figures = summarised(package.result_columns("mean_intervals"), cluster is not None, weighs)
        with refusals_of_query():
            return entrance.answer(sql, figures, ["metric", "k", "measure"])


def _warn_of_clusters(entrance: Entrance, method: str) -> None:
    (table,) = entrance.inputs
    if likely := likely_cluster(entrance.home, table, entrance.columns, entrance.groups):
        measure = table.quoted(entrance.columns.name(SIDE, "measure"))
        first = f"(select * from {table.sql} where {measure} = (select min({measure}) from {table.sql}))"
        sql = macros("duckdb").mean_errors(first, likely.column, entrance.groups, columns=entrance.columns.names)
        also = " and another method" if method == "wilson" else ""
        warn(likely.doubt(entrance.home.rows(sql), "", also))


def require_single_values(entrance: Entrance, groups: Sequence[str], side: str = SIDE) -> None:
    (table,) = (given for given in entrance.inputs if given.side == side)
    query, measure = (table.quoted(entrance.columns.name(side, ours)) for ours in ("query_id", "measure"))
    key = ", ".join([*(table.quoted(name) for name in groups), query, measure])
    repeated = entrance.home.rows(
        f"select count(*) over (), {query}::varchar, {measure}, count(*) from {table.sql}"
        f" where {query} is not null and {measure} is not null group by {key} having count(*) > 1 limit 1"
    )
    if repeated:
        n_repeated, name, of_measure, n = repeated[0]
        raise InputError(
            f"{side} has {n_repeated:,} queries with several values of one measure, e.g. {of_measure} for query_id"
            f" {name!r} ({n} rows): add the column that distinguishes them to by"
        )


def require_zeros_and_ones(entrance: Entrance) -> None:
    (table,) = entrance.inputs
    value, measure = (table.quoted(entrance.columns.name(SIDE, ours)) for ours in ("value", "measure"))
    others = entrance.home.rows(
        f"select count(*) over (), {measure}, {value} from {table.sql}"
        f" where isfinite({value}::double) and {value} not in (0, 1) limit 1"
    )
    if others:
        n_others, of_measure, example = others[0]
        raise InputError(
            f"wilson needs values of 0 or 1, such as those of hit_rate, but {n_others:,} of {SIDE} are different,"
            f" e.g. {example} of {of_measure}: leave these measures out, or use method='bca'"
        )
