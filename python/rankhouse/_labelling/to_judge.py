"""`to_judge`: the items whose labels are missing, or no longer hold, and would settle how systems differ."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, require_level
from rankhouse._inputs.columns import Columns, require_names
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import check_inputs
from rankhouse._inputs.systems import Runs, named_runs, stacked
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._results.relation import printable
from rankhouse.types import Check, JudgingOrder, Table

OURS = ("query_id", "item_id", "score", "relevance", "rank", "text_hash", "judged_by")
SIDES = ("run", "judgments")
JUDGED = ["query_id", "item_id", "relevance"]


@short_errors
def to_judge(
    runs: Runs,
    judgments: Table,
    depth: int = 10,
    limit: int | None = None,
    order: JudgingOrder = "difference",
    *,
    by: str | Sequence[str] = (),
    system: str = "system",
    judge: str | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Which items to label next, as a relation in this order: for annotators, without names of systems.

    runs: the systems: a dictionary `{"old": run, "new": run}`, a list of files, or one run with a column that tells
        them apart. Any table that `evaluate` takes.
    judgments: judged items, one row per query and item: `query_id`, `item_id` and `relevance`.
    depth: how many items at the top of every system's list form the pool.
    limit: how many items to return for each group; None: all.
    order: `difference` (the widest first) or `depth` (the highest rank first).
    by: columns; each combination of their values, including NULL, has its own pool.
    system: the column that tells systems apart.
    judge: whose labels count, where `columns` names `judged_by`; None: those of the judge of most labels.
    columns: maps the column names `query_id`, `item_id`, `score`, `relevance` and `rank` to yours:
        `{"query_id": "topic", "judgments.item_id": "doc"}`. `text_hash`, a column of runs and judgments, says which
        text was shown and judged, and `judged_by`, one of the judgments, who judged: a pair is then listed until each
        of its texts has a label by the judge that counts.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per group, query and item:
        the `by` columns
        `query_id`: the query
        `item_id`: the item
        `reason`: how many of the lists have it, and its best rank; with `text_hash` or `judged_by` what is missing:
            `unjudged`, `text changed` or `other judge`
        `width`: how far its label can move the difference of two systems in DCG at this depth, as if it were one
            relevant item; 0 if it has the same rank in all lists; with only one system, the discount of its rank

    Raises InputError (a ValueError) for a depth or a limit below 1, and for what `evaluate` refuses.
    """
    require_level(check)
    package = macros("duckdb")
    groups = names_of_groups(by)
    require_names(columns)
    columns = {key.replace("runs.", "run."): name for key, name in (columns or {}).items()}
    renamed = Columns(columns, OURS, SIDES)
    with_system = replace(renamed, names={**renamed.names, "system": system}, ours=(*OURS, "system"))
    asked: dict[str, Any] = {"depth": depth, "limit": limit, "order": order, "system": system, "judge": judge}
    asked["columns"] = {key.replace("run.", "runs."): name for key, name in renamed.names.items()}
    # Wrong arguments are told before any data are read.
    package.to_judge("runs", "judgments", **asked, by=groups)
    if runs is None or judgments is None:
        raise InputError("to_judge takes runs and judgments: to_judge({'old': run, 'new': other}, judgments)")
    keeps = package.what_labels_keep(renamed.names, judge)["keeps"]
    texts = [name for name in keeps if name == "text_hash"]
    read = {"run": ["query_id", "item_id", renamed.order(), *texts], "judgments": [*JUDGED, *keeps]}
    named = named_runs(runs)
    with contextlib.ExitStack() as stack:
        given = {"run": runs, "judgments": judgments}
        if named is not None:
            con, run, labels = stack.enter_context(stacked(named, judgments, system, read, renamed, groups, con))
            given = {"run": run, "judgments": labels}
        read_all = {**read, "run": [*read["run"], "system"]}
        entrance = stack.enter_context(entered(con, given, read_all, with_system, groups, grouped=2))
        by_side = entrance.by
        if check != "none":
            run_table, judged_table = entrance.inputs
            kept = [with_system.name("judgments", name) for name in keeps]
            tables = [
                KeyedInput(entrance.home, run_table, with_system, [*by_side["run"], system], [renamed.order()]),
                KeyedInput(entrance.home, judged_table, with_system, [*by_side["judgments"], *kept], JUDGED[2:]),
            ]
            check_inputs(tables, check)
        sql = package.to_judge(
            entrance.relation("run"),
            entrance.relation("judgments"),
            **asked,
            by=by_side["run"],
            judgments_by=by_side["judgments"],
        )
        return printable(entrance.home.kept(sql))
