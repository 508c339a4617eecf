"""What two systems return for a query, side by side."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse._evaluating.evaluate import columns_of, columns_read, pairs_given
from rankhouse._inputs.entrance import entered
from rankhouse._inputs.systems import named_runs, stacked
from rankhouse._rendering.errors import InputError, listed
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.relation import printable


@dataclass(frozen=True)
class Drawn:
    """What a comparison was made of, to look at its lists again."""

    runs: Any
    judgments: Any
    system: str
    evaluation: Mapping[str, Any]


def side_by_side(
    drawn: Drawn, query_id: Any, system: str, baseline: str, k: int | None, group: Mapping[str, Any]
) -> duckdb.DuckDBPyRelation:
    """See Comparison.lists."""
    if k is not None and (not isinstance(k, int) or isinstance(k, bool) or k < 1):
        raise InputError(f"k is a whole number of at least 1, or None for all ranks, got {k!r}")
    pairs = pairs_given(drawn.evaluation.get("exclude"), drawn.evaluation.get("candidates"))
    columns = columns_of(drawn.evaluation.get("columns"), pairs)
    is_single = drawn.judgments is None
    read = columns_read(columns, is_single)
    named = named_runs(drawn.runs)
    con, run, judgments = drawn.evaluation.get("con"), drawn.runs, drawn.judgments
    with contextlib.ExitStack() as stack:
        if named is not None:
            chosen = {name: named[name] for name in (system, baseline)}
            con, run, judgments = stack.enter_context(
                stacked(chosen, judgments, drawn.system, read, columns, list(group), con)
            )
        lists = {"run": run} if is_single else {"run": run, "judgments": judgments}
        entrance = stack.enter_context(
            entered(con, {**lists, **pairs}, read, columns, [drawn.system, *group], grouped=len(lists))
        )
        place = {
            (table.side, ours): table.quoted(columns.name(table.side, ours))
            for table in entrance.inputs
            for ours in read[table.side]
        }
        order = columns.order()
        score = place["run", order] if order == "score" else f"-{place['run', order]}"

        def rows(side: str) -> str:
            wanted = [f"{place[side, 'query_id']}::varchar = {literal(str(query_id))}"]
            wanted += [
                f"{quoted(name)}::varchar is not distinct from {'null' if value is None else literal(str(value))}"
                for name, value in group.items()
                if name in entrance.by[side]
            ]
            wanted += [
                f"{place[side, 'item_id']} {'not in' if limit == 'exclude' else 'in'}"
                f" (select {place[limit, 'item_id']} from {entrance.relation(limit)}"
                f" where {place[limit, 'query_id']}::varchar = {literal(str(query_id))}"
                f" and {place[limit, 'item_id']} is not null)"
                for limit in pairs
            ]
            return f"from {entrance.relation(side)} where {' and '.join(wanted)}"

        grades = "run" if is_single else "judgments"
        by = f"{quoted(drawn.system)}::varchar"
        shared = "" if is_single or drawn.system not in entrance.by["judgments"] else f" and {by} = {literal(system)}"
        first = "" if k is None else f" and least(own.place, other.place) <= {k}"
        ranked = macros("duckdb").item_place(["system"])
        sql = f"""
            with graded as (
                select {place[grades, "item_id"]} as item_id, max({place[grades, "relevance"]}) as relevance
                {rows(grades)}{shared} group by 1
            ),
            listed as (
                select {by} as system, {place["run", "item_id"]} as item_id, max({score}) as score
                {rows("run")} and {place["run", order]} is not null group by 1, 2
            ),
            ranked as (
                select system, item_id, {ranked} as place from listed
                where system in ({literal(system)}, {literal(baseline)})
            ),
            graded_ranks as (
                select ranked.*, graded.relevance from ranked left join graded on ranked.item_id = graded.item_id
            ),
            own as (from graded_ranks where system = {literal(system)}),
            other as (from graded_ranks where system = {literal(baseline)})
            select
                coalesce(own.place, other.place) as rank,
                other.item_id as baseline_item,
                other.relevance as baseline_relevance,
                own.item_id as item,
                own.relevance as relevance,
                before.place as rank_in_baseline,
                before.place - own.place as movement
            from own
            full join other on own.place = other.place
            left join other as before on own.item_id = before.item_id
            where true{first}
            order by 1
        """
        found = entrance.home.kept(sql)
        if not found.limit(1).fetchall():
            query, run_sql = place["run", "query_id"], entrance.relation("run")
            (example,) = entrance.home.row(f"select {query} from {run_sql} limit 1")
            raise InputError(
                f"neither {system!r} nor {baseline!r} has query_id {query_id!r}; one that exists is {listed([example])}"
            )
        return printable(found)
