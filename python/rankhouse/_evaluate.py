"""Evaluation of a run against judgments, in DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._checks import Check, Checks, Side, check_names, resolve, split_groups
from rankhouse._errors import InputError
from rankhouse._inputs import Inputs
from rankhouse._jinja import macros
from rankhouse._sql import quoted, unique_name


def evaluate(
    run: Any,
    judgments: Any = None,
    measures: str | Sequence[str] = (),
    *,
    by: Sequence[str] = (),
    per_query: bool = False,
    convention: str | None = None,
    ties: str = "item",
    queries: str = "judged",
    unjudged: str = "irrelevant",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Evaluate ranked items against relevance judgments.

    Args:
        run: scored items, with columns query_id, item_id and score: a DataFrame (pandas, polars, Arrow), a DuckDB
            relation, the name of a table, or the path of a parquet, csv or TREC file. Higher scores rank first.
        judgments: relevance per query and item, with columns query_id, item_id and relevance (0 or less: not
            relevant), in any of the same forms. None: the run is a labelled table that has a column relevance.
        measures: such as `["ndcg@10", "map", "recall(denominator=min(k, relevant))@100"]`; `measures()` lists them.
        by: columns of the run (a system, a day) or of the judgments (a segment) whose every value is evaluated alone.
        per_query: one row per query and measure, instead of the mean over queries.
        convention: the name of another library whose numbers are to be reproduced; none is available yet.
        ties: `item` (by item id, descending), `average` (the mean over all orders), `best` or `worst`.
        queries: which queries count: `judged` (each with a relevant item; one that the run lacks scores 0),
            `intersection`, `run` or `all` (judged queries without a relevant item score 0).
        unjudged: `irrelevant`, or `drop` to leave items without a judgment out of the list.
        columns: other names of the columns, such as `{"query_id": "user_id", "run.item_id": "sku"}`; with
            `{"rank": "position"}` a rank (1 is first) takes the place of the score.
        con: the connection to work on; the default connection of the duckdb module without it.
        check: how (query, item) duplicates are looked for. `auto`: in every row of a run of up to 2 million, beyond
            that in a sample of its queries. `full`: in every row. `none`: checks nothing, not even for NULL and NaN.

    Returns:
        A relation (`.df()`, `.pl()`, `.fetchall()`, `.show()`), ordered by its columns: those of `by`; query_id (with
        per_query); measure, metric, k (NULL without cutoff), value; and without per_query n_queries, n_missing,
        value_sum, std_error, ci_low and ci_high. A value is NULL where the measure is undefined, never NaN.

    Raises:
        InputError: a ValueError; what is wrong with the arguments or the data, with column, count and an example.
    """
    if convention is not None:
        raise InputError(
            f"convention={convention!r} is not available: choose ties, queries and measure options instead"
        )
    con = con or duckdb.default_connection()
    measures = [measures] if isinstance(measures, str) else list(measures)
    columns = dict(columns or {})
    check_names(columns)
    sql = macros("duckdb")
    parsed = sql.parse_measures(measures)

    with Inputs(con) as inputs:
        scored = inputs.open(run, "run")
        judged = None if judgments is None else inputs.open(judgments, "judgments")
        run_by, judgments_by = split_groups(by, scored, judged)
        has_rank = "rank" in columns or "run.rank" in columns
        run_side = resolve(scored, "rank" if has_rank else "score", columns, run_by)
        judged_side = resolve(judged or scored, "relevance", columns, judgments_by if judged else run_by)
        checks = Checks(con, thorough=check == "full")
        if judged:
            checks.same_ids(run_side, judged_side)
        if check != "none":
            exponential = any(measure.get("gain") == "exponential" for measure in parsed)
            _check(checks, run_side, judged_side, judged is not None, exponential)
        query = (sql.query_metrics if per_query else sql.metrics)(
            scored.view,
            judged.view if judged else None,
            measures,
            by=run_by,
            judgments_by=judgments_by if judged else [],
            columns=columns,
            ties=ties,
            queries=queries,
            unjudged=unjudged,
            checked=True,
        )
        result = _kept(con, f"select {_ordered(by, per_query)} from ({query}) order by all")
        if judged and check != "none" and _is_all_zero(result):
            checks.common_query(run_side, judged_side)
    return result


def _check(checks: Checks, run: Side, judged: Side, separate: bool, exponential: bool) -> None:
    if separate:
        checks.run(run)
        checks.judgments(judged, exponential)
    else:
        checks.labelled(run, judged.value, exponential)


def _ordered(by: Sequence[str], per_query: bool) -> str:
    """The columns of the result, the grouping ones in the order in which they were asked for."""
    named = [quoted(name) for name in by]
    if per_query:
        return ", ".join([*named, "query_id", "measure", "metric", "k", "value"])
    return ", ".join(
        [
            *named,
            "measure",
            "metric",
            "k",
            "value",
            "n_queries",
            "n_missing",
            "value_sum",
            "std_error",
            "ci_low",
            "ci_high",
        ]
    )


def _kept(con: duckdb.DuckDBPyConnection, query: str) -> duckdb.DuckDBPyRelation:
    """The rows of a query as a relation that outlives the tables it was computed from."""
    if hasattr(duckdb.DuckDBPyRelation, "materialize"):
        return con.sql(query).materialize()
    # Before 2.0 a relation keeps no rows: they stay in a temporary table of the connection.
    name = unique_name("result")
    con.execute(f"create temp table {name} as {query}")
    return con.table(name)


def _is_all_zero(result: duckdb.DuckDBPyRelation) -> bool:
    [[other]] = result.aggregate("count(*) filter (where value <> 0)").fetchall()
    return bool(other == 0)
