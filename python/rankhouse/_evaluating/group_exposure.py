"""`group_exposure`: what groups of items get of the exposure, beside what their relevant items deserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.checks import Checked, check_inputs, require_level
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Attention, Table


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
    check: str = "auto",
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
    require_level(check)
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked = {"sample": sample, "attention": attention, "p": p, "satisfaction": satisfaction, "k": k}
    renamed = Columns(
        columns or {},
        ["query_id", "item_id", "score", "relevance", "rank", "feature", "weight"],
        sides=("run", "judgments", "features"),
    )
    # Wrong arguments are told before any data are read.
    package.group_exposure("run", "judgments", "features", **asked, by=groups, columns=renamed.names)
    ids = {"run": ["query_id", "item_id"], "judgments": ["query_id", "item_id"], "features": ["item_id", "feature"]}
    weights = ["weight"] if renamed.named("features", "weight") else []
    values = {"run": [renamed.order("run")], "judgments": ["relevance"], "features": weights}
    read = {side: [*ids[side], *values[side]] for side in ids}
    also = {"sample": [sample]} if sample is not None else {}
    with entered(
        con, {"run": run, "judgments": judgments, "features": features}, read, renamed, groups, also=also
    ) as entrance:
        if check != "none":
            apart = {"run": [*groups, *also.get("sample", [])]}
            tables = [
                Checked(
                    entrance.home,
                    table,
                    renamed,
                    by=apart.get(table.side, []),
                    values=values[table.side],
                    ids=ids[table.side],
                    is_list=table.side != "features",
                )
                for table in entrance.inputs
            ]
            check_inputs(entrance.home, tables, check)
        sql = package.group_exposure(
            *(table.sql for table in entrance.inputs), **asked, by=groups, columns=dict(renamed.names)
        )
        return entrance.answer(sql, package.result_columns("group_exposure"), ["feature"])
