"""`value_bounds`: what measures could be, whatever the labels of the unjudged items are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import duckdb

from rankhouse._evaluating.evaluate import JUDGED, MEASURES, RunAndJudgments, policies_given, ranked
from rankhouse._inputs.entrance import in_order, list_of_measures, names_of_groups
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check, Queries, Table


@short_errors
def value_bounds(
    run: Table,
    judgments: Table,
    measures: str | Iterable[str] = MEASURES,
    top_grade: float = 1,
    per_query: bool = False,
    *,
    by: str | Sequence[str] = (),
    queries: Queries = JUDGED,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """The lowest and the highest value that the labels of unjudged items allow, as a relation.

    run: scored items, one row per query and item: `query_id`, `item_id` and `score`. Put the lists of all systems into
        one run and name the column of the system in `by`, so that each system's bounds take into account what the
        others found. Any table that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`.
    measures: measures that have bounds: precision, recall, average_precision, reciprocal_rank, dcg, ndcg, err, rbp and
        bpref. Others are refused.
    top_grade: the highest grade of the scale, above 0, whether it occurs or not. A judgment above it is an error.
    per_query: true: one row per query instead of the mean over queries.
    by: columns of the run to group by, such as `system`.
    queries: which queries count, by the existing judgments: `judged` (the default: queries with a relevant item),
        `intersection` (judged and in the run), `run` (in the run) or `all`. A query without a value has no bounds.
    columns: maps the column names `query_id`, `item_id`, `score`, `relevance` and `rank` to yours:
        `{"query_id": "topic", "judgments.item_id": "doc"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    The work grows with the number of unjudged items down to the largest cutoff, and with its square for measures of the
    whole list.

    Returns one row per group and measure, and with per_query per query:
        the `by` columns and, with per_query, `query_id`
        `query_id` (with per_query): the query
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: as in `metrics`
        `lowest`: the lowest value; some labels reach it, also in the mean
        `highest`: the highest value; some labels reach it, also in the mean
        `n_unjudged`: unjudged items of the lists down to the cutoff
    An unjudged item is one that some group's list has for the query and the judgments lack. It may have any grade from
    0 to the top grade; items that no list has are assumed not relevant. A query without a value has no bounds.

    Raises InputError (a ValueError) as `evaluate` does, for a measure without bounds, and for a top grade that is not
    above 0 or is below one of the judgments.
    """
    package = macros("duckdb")
    asked = list_of_measures(measures)
    groups = names_of_groups(by)
    policies = policies_given(queries=queries)
    own = {"top_grade": top_grade, "per_query": per_query}
    # Wrong arguments are told before any data are read.
    plan = package.value_bounds_plan(
        {"run": "run", "judgments": "judgments", "measures": asked, "by": [], "judgments_by": [], **policies},
        {"judgments": "judgments", **own},
    )
    if judgments is None:
        raise InputError("judgments is missing: value_bounds(run, judgments, measures)")
    with ranked(run, judgments, groups, columns, con, check, plan["is_exponential"]) as rankings:
        require_top_grade(rankings, top_grade)
        sql = package.value_bounds(*rankings.relations, asked, **own, **rankings.arguments, **policies)
        key = ["query_id"] if per_query else []
        return rankings.answer(
            sql, [*key, *package.result_columns("value_bounds")], [*key, "measure"], in_order(plan["measures"])
        )


def require_top_grade(rankings: RunAndJudgments, top_grade: float) -> None:
    """No grade above the highest one of the scale."""
    table = next(each for each in rankings.entrance.inputs if each.side == "judgments")
    names = [rankings.entrance.columns.name("judgments", ours) for ours in ("query_id", "item_id", "relevance")]
    query, item, relevance = map(table.quoted, names)
    above = f"{relevance}::double > {float(top_grade)} and not isnan({relevance}::double)"
    rows = rankings.entrance.home.rows(
        f"select count(*) over (), {relevance}::double, {query}, {item} from {table.sql} where {above}"
        f" order by {relevance} desc, {query}, {item} limit 1"
    )
    for count, highest, query_id, item_id in rows:
        column = f"in column {names[2]!r}"
        said = f"1 grade {column} is" if count == 1 else f"{count:,} grades {column} are"
        raise InputError(
            f"judgments: {said} above top_grade={top_grade:g}, e.g. {highest:g} of"
            f" {names[0]} {query_id!r}, {names[1]} {item_id!r}; give the highest grade of the scale,"
            f" top_grade={highest:g}"
        )
