"""`expected_exposure`: how a system shares out the exposure that relevant items deserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._evaluating.exposures import answer_of_exposure
from rankhouse._rendering.errors import short_errors
from rankhouse.types import Attention, Check, Table


@short_errors
def expected_exposure(
    run: Table,
    judgments: Table,
    *,
    sample: str | None = None,
    attention: Attention = "rbp",
    p: float = 0.5,
    satisfaction: float = 0.5,
    k: int | None = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """How a system shares out exposure, beside what relevant items deserve (Diaz et al. 2020), as a relation.

    run: rankings, one row per query, item and sample: `query_id`, `item_id` and `score`. Equal scores go by item id,
        descending. Any table that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`. Items with a relevance
        above 0 deserve exposure; more relevant items deserve more.
    sample: a column of the run that tells apart several rankings of one query, such as those of a stochastic system or
        of several days. An item's exposure is the mean over these rankings; rows with NULL in this column do not count.
        None: one ranking per query.
    attention: how much attention a rank gets: `rbp` (p^(rank - 1)), `cascade` (also lowered by `satisfaction` for each
        relevant item before it) or `log2` (1 / log2(rank + 1)).
    p: the probability that a reader goes on to the next rank, above 0 and below 1.
    satisfaction: for cascade, the probability that a relevant item is enough, from 0 to 1.
    k: ranks below this one get nothing; None: all count.
    by: columns of the run; each combination of their values, including NULL, is measured separately.
    columns: maps the column names `query_id`, `item_id`, `score` and `relevance` (and `feature`) to yours;
        `{"rank": "position"}` takes a rank, 1 first, instead of the score.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns three rows per group, for `ee_l` (expected exposure loss, the sum over items of (exposure - target)^2; lower
    is fairer), `ee_d` (disparity, the sum of exposure^2) and `ee_r` (relevance, the sum of exposure * target):
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the mean over the queries that have a relevant item
        `n_queries`: queries with a value
        `n_missing`: queries without a ranking, where nothing has exposure
        `value_sum`: the sum of the queries' values, for the value of several groups together; NULL if values do not add
            up
        `std_error`: the standard error of the value; NULL for fewer than two queries
        `ci_low`: the lower end of a 95 % interval; NULL for fewer than two queries
        `ci_high`: its upper end; NULL for fewer than two queries

    Raises InputError (a ValueError) for what `evaluate` refuses; rows without a sample do not count.
    """
    return answer_of_exposure(
        "expected_exposure",
        {"run": run, "judgments": judgments},
        {"sample": sample, "attention": attention, "p": p, "satisfaction": satisfaction, "k": k},
        by=by,
        columns=columns,
        con=con,
        check=check,
        order=["metric"],
        known={"metric": ["ee_l", "ee_d", "ee_r"]},
    )
