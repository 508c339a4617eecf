"""The way that `expected_exposure` and `group_exposure` share: inputs are read and checked, and the macro is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, require_level
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import check_inputs
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

IDS = {"run": ["query_id", "item_id"], "judgments": ["query_id", "item_id"], "features": ["item_id", "feature"]}
COLUMNS = {
    "expected_exposure": ["query_id", "item_id", "score", "relevance", "rank"],
    "group_exposure": ["query_id", "item_id", "score", "relevance", "rank", "feature", "weight"],
}


def answer_of_exposure(
    macro: str,
    given: Mapping[str, Table],
    arguments: Mapping[str, Any],
    *,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    check: str,
    order: Sequence[str],
    known: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> duckdb.DuckDBPyRelation:
    """What a macro says of the inputs `given`: the run, the judgments and, if it reads them, features."""
    require_level(check)
    package = macros("duckdb")
    groups = names_of_groups(by)
    renamed = Columns(columns or {}, COLUMNS[macro], sides=tuple(given))
    # Wrong arguments are told before any data are read.
    getattr(package, macro)(*given, **arguments, by=groups, columns=renamed.names)
    weights = ["weight"] if "features" in given and renamed.named("features", "weight") else []
    values = {"run": [renamed.order("run")], "judgments": ["relevance"], "features": weights}
    read = {side: [*IDS[side], *values[side]] for side in given}
    sample = arguments["sample"]
    also = {} if sample is None else {"sample": [sample]}
    with entered(con, given, read, renamed, groups, also=also) as entrance:
        if check != "none":
            apart = {"run": [*groups, *also.get("sample", [])]}
            tables = [
                KeyedInput(
                    entrance.home,
                    table,
                    renamed,
                    by=apart.get(table.side, []),
                    values=values[table.side],
                    ids=IDS[table.side],
                    is_list=table.side != "features",
                )
                for table in entrance.inputs
            ]
            check_inputs(tables, check)
        tables_read = [table.sql for table in entrance.inputs]
        sql = getattr(package, macro)(*tables_read, **arguments, by=groups, columns=dict(renamed.names))
        return entrance.answer(sql, package.result_columns(macro), order, known=known)
