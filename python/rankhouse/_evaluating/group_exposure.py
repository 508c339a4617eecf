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

    run, judgments, sample, attention, p, satisfaction, k, by, columns, con, check: as in `expected_exposure`.
    features: the groups of items, one row per item and group: `item_id`, `feature`. An item of several groups counts in
        each by its share: the same, or by a column that `columns={"weight": ...}` names.

    Returns one row per `by` group and feature, NULL for items without one: the `by` columns, `feature`, `exposure` and
    `target` (in a query, the mean over the queries that have a relevant item), `exposure_share` and `target_share` (of
    what all items get, and deserve, over these queries), `ratio` (the first share by the second: 1 is what the group
    deserves; NULL where it deserves nothing), its `std_error`, `ci_low` and `ci_high` (95 %, by linearisation over
    queries; NULL below two), `n_queries`, `n_missing` (queries without a ranking) and `n_items` (items that are shown
    or deserve it, of each query).

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
