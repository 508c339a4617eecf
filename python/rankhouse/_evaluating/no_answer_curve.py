"""`no_answer_curve`: whether scores tell queries that have an answer from those that have none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._evaluating.evaluate import ranked
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check, Table


@short_errors
def no_answer_curve(
    run: Table,
    judgments: Table,
    k: int = 10,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """How many queries with and without an answer return something at each threshold of the score.

    run: scored items, one row per query and item: `query_id`, `item_id`, `score` (higher is better; any number but NaN)
        and the columns named in `by`. Equal scores are ordered as `ties` says. Any table that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`.
    k: the cutoff of recall.
    by: columns of the run, of the judgments, or of both; each combination of their values, including NULL, is evaluated
        separately.
    columns: maps our column names to yours.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per distinct best score of a query, the highest first, after one that no score reaches:
        the `by` columns
        `threshold`: the threshold; NULL in the row that no score reaches
        `answered`: the share of queries with a relevant item that return something at or above the threshold, 0 to 1;
            NULL without such queries
        `false_answers`: the share of queries judged without a relevant item that do, 0 to 1; NULL without such queries
        `recall`: mean recall@k of the queries with a relevant item, of what is at or above the threshold, 0 to 1; NULL
            without such queries
        `area`: the ROC AUC of best scores, the same in every row of a group; a query that returns nothing is lowest;
            NULL without queries of either kind
    Rows are in the order of the curve.

    Raises InputError (a ValueError) as `evaluate` does, and for a run with ranks instead of scores.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    # Wrong arguments are told before any data are read.
    package.no_answer_curve("run", "judgments", k)
    if judgments is None:
        raise InputError("judgments is missing: no_answer_curve(run, judgments)")
    with ranked(run, judgments, groups, columns, con, check, False) as rankings:
        sql = package.no_answer_curve(*rankings.relations, k, **rankings.arguments)
        return rankings.answer(sql, package.result_columns("no_answer_curve"), ["answered", "false_answers"], [])
