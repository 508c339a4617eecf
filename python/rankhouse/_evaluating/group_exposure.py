"""`group_exposure`: what groups of items get of the exposure, beside what their relevant items deserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._evaluating.exposures import answer_of_exposure
from rankhouse._rendering.errors import short_errors
from rankhouse.types import Attention, Check, Table


@short_errors
def group_exposure(
    run: Table,
    judgments: Table,
    features: Table,
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
    """What groups of items get of the exposure, beside what their relevant items deserve, as a relation.

    run: rankings, one row per query, item and sample: `query_id`, `item_id` and `score`. Equal scores go by item id,
        descending. Any table that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`. Items with a relevance
        above 0 deserve exposure; more relevant items deserve more.
    features: the groups of items, one row per item and group: `item_id` and `feature`. An item of several groups counts
        in each group by a share. The shares are equal, unless `columns` names a column `weight`, a number from 0 up to
        1e100: then they are in proportion to the weights, and a weight of 0 gives no share.
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

    Returns one row per feature, NULL for items without one:
        the `by` columns
        `feature`: the group of items; NULL for items without a feature
        `exposure`: what the group gets: the mean over the queries that have a relevant item
        `target`: what it deserves: the mean over the same queries
        `exposure_share`: its share of what all items get over these queries, 0 to 1
        `target_share`: its share of what all items deserve, 0 to 1
        `ratio`: exposure_share divided by target_share: 1 is what the group deserves; NULL if it deserves nothing
        `std_error`: the standard error of the ratio, by linearisation over queries; NULL for fewer than two queries
        `ci_low`: the lower end of a 95 % interval of the ratio; NULL for fewer than two queries
        `ci_high`: its upper end; NULL for fewer than two queries
        `n_queries`: queries with a relevant item
        `n_missing`: queries among them without a ranking
        `n_items`: items of each query that are shown or deserve exposure

    Raises InputError (a ValueError) for what `evaluate` refuses; rows without a sample, and features without an item or
    a name, do not count.
    """
    return answer_of_exposure(
        "group_exposure",
        {"run": run, "judgments": judgments, "features": features},
        {"sample": sample, "attention": attention, "p": p, "satisfaction": satisfaction, "k": k},
        by=by,
        columns=columns,
        con=con,
        check=check,
        order=["feature"],
    )
