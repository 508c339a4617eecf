"""`evaluate`: run and judgments in, a DuckDB relation of metric rows out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._checks import CHECKS, Checked, check_inputs
from rankhouse._columns import Columns, did_you_mean, listed
from rankhouse._errors import InputError
from rankhouse._inputs import Input, home_of, opened
from rankhouse._jinja import macros
from rankhouse._sql import quoted
from rankhouse._staging import staged

MEASURES = ("ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10")
FIGURES = ("measure", "metric", "k", "value")
SUMMARY = ("n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high")


def evaluate(
    run: Any,
    judgments: Any = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = (),
    per_query: bool = False,
    convention: None = None,
    ties: str = "item",
    queries: str = "judged",
    unjudged: str = "irrelevant",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: str = "auto",
) -> duckdb.DuckDBPyRelation:
    """Ranking metrics of a run, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    run: scored items, one row per query and item: `query_id`, `item_id`, `score` (higher is better, any finite or
        infinite number; ties go by item id, descending).
    judgments: labels, one row per query and item: `query_id`, `item_id`, `relevance` (0 or less: not relevant). None
        when `run` is a single labelled table that has `relevance` too: NULL relevance is unjudged, NULL score is
        judged but not retrieved.
        Both are a table or view name, a path of a Parquet, CSV or TREC file (plain or gzipped; of a TREC run the tag
        is the column `system`), a pandas or polars DataFrame, an Arrow table, or a DuckDB relation. A text that is a
        table and a file alike is the file when it ends as one (.parquet, .csv, .run, .qrels, ...), else the table.
    measures: measure strings such as `ndcg@10`, `map`, `recall(denominator=min(k, relevant))@20`: see `measures()`.
    by: columns of the run, of the judgments, or of both; each combination of their values is evaluated on its own.
        NULL is a group like any other.
    per_query: one row per query instead of the mean over queries.
    ties: `item`, `average` (the expectation over all orders of tied items), `best` or `worst`.
    queries: which queries count: `judged` (with a relevant item; 0 when the run lacks it), `intersection`, `run`,
        `all` (judged queries; those without relevant items count 0).
    unjudged: `irrelevant`, or `drop` to leave unjudged items out of the lists first.
    columns: the user's names, such as `{"query_id": "user_id", "judgments.relevance": "grade"}`; with `rank` among
        them that column (1 is first) takes the place of the score.
    con: the connection to work on and to find tables in; that of the given relation, or DuckDB's default one. Nothing
        is left on it. Relations of another connection are copied; on DuckDB 1 the result of such relations alone
        belongs to the default connection.
    check: `auto` looks for an item that stands twice in a query everywhere up to 2 million rows (run and judgments
        together) and above that in a sample of the queries, of about 200,000 rows of each; `full` in all of them;
        `none` skips every look at the data. All other checks cover every row. A duplicate that is not found is
        ranked twice.

    Returns the columns: those of `by`, `query_id` (per_query only), `measure` (the canonical string), `metric`, `k`
    (NULL without a cutoff), `value` (NULL where undefined, never NaN); in the summary also `n_queries` (queries with a
    value), `n_missing` (judged queries that the run lacks), `value_sum`, `std_error`, `ci_low`, `ci_high` (95 %,
    normal approximation; NULL below two queries). Rows are ordered by `by`, `query_id` and `measure`.

    Raises InputError (a ValueError) for arguments or data that cannot be evaluated: an unknown measure or option, a
    missing column, NULL ids, NULL or NaN scores or relevance, duplicates, ids of different types, an empty input, no
    query in common, relevance above 1000 with exponential gain, a file that does not parse.
    """
    if convention is not None:
        raise InputError(f"convention: named conventions such as {convention!r} are not available yet; leave it out")
    if check not in CHECKS:
        raise InputError(f"check is one of {' | '.join(CHECKS)}, got {check!r}")
    asked = [measures] if isinstance(measures, str) else measures
    asked = list(asked) if isinstance(asked, Iterable) and not isinstance(asked, Mapping) else asked
    groups = names_of_groups(by)
    renamed = Columns(columns or {})
    parsed = macros("duckdb").parse_measures(asked)
    policies = {"ties": ties, "queries": queries, "unjudged": unjudged}
    # Whatever the data turn out to be, wrong arguments are told before they are read.
    macros("duckdb").plan("run", "judgments", asked, **policies)
    if run is None:
        raise InputError("run is missing: evaluate(run, judgments, measures)")

    home = home_of(con, run, judgments)
    with contextlib.ExitStack() as stack:
        inputs = [stack.enter_context(opened(home, "run", run))]
        if judgments is not None:
            inputs.append(stack.enter_context(opened(home, "judgments", judgments)))
        required = required_columns(inputs, renamed)
        split = {given.side: [name for name in groups if given.column(name) is not None] for given in inputs}
        require_groups(inputs, groups)
        needed = {
            given.side: [*split[given.side], *(renamed.name(given.side, ours) for ours in required[given.side])]
            for given in inputs
        }
        stack.enter_context(staged(home, inputs, needed, renamed))
        if check != "none":
            is_exponential = any(measure.get("gain") == "exponential" for measure in parsed)
            checked = [
                Checked(
                    home, given, renamed, split[given.side], required[given.side][2:], len(inputs) == 1, is_exponential
                )
                for given in inputs
            ]
            check_inputs(home, checked, check)
        render = macros("duckdb").query_metrics if per_query else macros("duckdb").metrics
        sql = render(
            inputs[0].sql,
            inputs[1].sql if len(inputs) == 2 else None,
            asked,
            by=split["run"],
            judgments_by=split.get("judgments", []),
            columns=dict(renamed.names),
            checked=check != "none",
            **policies,
        )
        made = [*split["run"], *(name for name in split.get("judgments", []) if name not in split["run"])]
        return home.kept(arranged(str(sql), groups, made, per_query))


def names_of_groups(by: str | Sequence[str]) -> list[str]:
    names = [by] if isinstance(by, str) else by
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise InputError(f"by is a list of column names such as ['system'], got {by!r}")
    for position, name in enumerate(names):
        if name.lower() in (earlier.lower() for earlier in names[:position]):
            raise InputError(f"by names the column {name!r} twice")
    return list(names)


def required_columns(inputs: Sequence[Input], columns: Columns) -> dict[str, list[str]]:
    """What each input has to have, in our names: the ids and then the numbers. Raises InputError when it has not."""
    required = {"run": ["query_id", "item_id", columns.order()], "judgments": ["query_id", "item_id", "relevance"]}
    if len(inputs) == 1:
        required["run"].append("relevance")
    for given in inputs:
        for ours in required[given.side]:
            given.require(columns.name(given.side, ours), ours)
    return required


def require_groups(inputs: Sequence[Input], groups: Sequence[str]) -> None:
    for name in groups:
        if all(given.column(name) is None for given in inputs):
            known = list(dict.fromkeys(column for given in inputs for column in given.types))
            raise InputError(
                f"by: {' and '.join(given.side for given in inputs)} {'have' if len(inputs) == 2 else 'has'} no column"
                f" {name!r}{did_you_mean(name, known)}; "
                + "; ".join(f"the columns of {given.side} are {listed(given.types)}" for given in inputs)
            )


def arranged(sql: str, groups: Sequence[str], made: Sequence[str], per_query: bool) -> str:
    """The rows of a rendered query in order, its grouping columns (`made`, in this order) in the order asked for."""
    figures = [*(["query_id"] if per_query else []), *FIGURES, *([] if per_query else SUMMARY)]
    internal = {name: f"group_{position}" for position, name in enumerate(made)}
    selected = [f"result.{internal[name]} as {quoted(name)}" for name in groups]
    selected += [f"result.{name}" for name in figures]
    key = [internal[name] for name in groups] + figures[: 2 if per_query else 1]
    return (
        f"select {', '.join(selected)} from ({sql}) as result({', '.join([*internal.values(), *figures])})"
        f" order by {', '.join(f'result.{name} asc nulls last' for name in key)}"
    )
