"""`check_metrics`: what fell, where, by how much and how sure, as one summary that a CI job can post."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._comparing.compare import compare
from rankhouse._comparing.table import in_markdown
from rankhouse._inputs.complete import complete_rows, table_of_metrics
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._inputs.home import Home
from rankhouse._inputs.order import require_order
from rankhouse._inputs.places import placed
from rankhouse._inputs.tables import connection_of
from rankhouse._monitoring.gates import gates_of
from rankhouse._monitoring.periods import change_from_previous
from rankhouse._monitoring.summary import Change, Summary, changes_of
from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.renamed import renamed
from rankhouse._rendering.sql import literal, quoted
from rankhouse.types import Grain, Table


@renamed(table="metrics")
@short_errors
def check_metrics(
    metrics: Table | None = None,
    measures: str | Iterable[str] = (),
    *,
    day: str = "day",
    by: str | Sequence[str] | None = None,
    grain: Grain = "day",
    margin: float = 0.0,
    significant: bool = True,
    confidence: float = 0.95,
    failures: str | None = None,
    expected: Mapping[str, str | Iterable[str]] | None = None,
    evaluation: str | None = None,
    complete: Mapping[str, float] | str | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> Summary:
    """What fell since the day before, as Markdown: where, by how much, and how sure that is.

    metrics: metrics by day, or values by query, which are compared in pairs: a table name, path, DataFrame or relation.
        A name is looked up in every schema.
    measures: the measures of the table to look at; all by default.
    day: the column whose last value is compared with the value before.
    by: columns that tell the rows of a day apart; by default all columns that are not figures.
    grain: `day`, `week`, `month`, `quarter` or `year`; metrics of one period are combined.
    margin: a mean counts as fallen if it is worse by more than the margin. If lower is better, a rise counts as worse.
        A missing mean counts as fallen.
    significant: true: a mean fell only if the whole interval of the change says so too.
    confidence: the confidence level of the interval from `change_from_previous`, or from `compare` with the t-test.
    failures: a schema in which dbt stored the failing rows of its tests, with `store_failures: true`.
    expected: values that must be there on the last day, by column, such as `{"system": ["bm25", "dense"]}`. Name them
        here, because a system that was already missing the day before cannot fall.
    evaluation: which evaluation to look at, if the table has several: a value of its column `evaluation`. By default
        all are looked at; their days must then be in one column.
    complete: which days count, because labels come late: a dictionary such as `{"min_queries": 100, "age": 3}`, all of
        which must hold (at least 100 queries, at least 3 days ago), or the name of a table with the column and
        `is_complete`, such as `rankhouse__maturity`. None counts every day.
    con: the connection that has the tables.

    Returns a Summary: `.text`, the Markdown, and `.failure`, what fell in one line, '' where nothing did.

    Raises InputError (a ValueError) where there is nothing to compare, and as `change_from_previous` and `compare` do.
    """
    if metrics is None and failures is None:
        raise InputError("give a table of metrics, or set failures to the schema of the rows that dbt stores")
    macros("duckdb").check_arguments("test_metric_not_worse_than", {"margin": margin})
    macros("duckdb").change_from_previous("metrics", [], day, grain, confidence=confidence)
    if complete is not None:
        macros("duckdb").complete_of(day, complete)
    home = connection_of(con, metrics)
    asked = [measures] if isinstance(measures, str) else list(measures)
    parts = []
    if metrics is not None:
        groups = None if by is None else names_of_groups(by)
        found = placed(home, metrics)
        if evaluation is not None:
            found = rows_of_evaluation(home, found, evaluation)
        rule = str(placed(home, complete)) if isinstance(complete, str) else complete
        change = change_of(home, found, day, groups, asked, grain, confidence, rule, evaluation)
        parts.append(changes_of(change, margin, significant, confidence))
        if expected:
            parts.append(groups_of(change, expected))
    elif expected:
        raise InputError("expected needs a table of metrics: give one as metrics")
    if failures is not None:
        parts.append(gates_of(home, failures))
    text = "\n\n".join(part.text for part in parts)
    return Summary(f"{text}\n", "; ".join(part.failure for part in parts if part.failure))


def rows_of_evaluation(con: duckdb.DuckDBPyConnection, table: Table, name: str) -> duckdb.DuckDBPyRelation:
    """The rows of one of several evaluations, without the grouping columns that are those of others."""
    with table_of_metrics(con, table, ["evaluation"]) as (home, given):
        column = given.quoted("evaluation")
        known = [each for (each,) in home.rows(f"select distinct {column}::varchar from {given.sql} order by all")]
        if name not in known:
            raise InputError(
                f"evaluation: the table has no evaluation {name!r}{did_you_mean(name, known)}; it has {listed(known)}"
            )
        rows = f"(from {given.sql} where {column} = {literal(name)})"
        columns = [quoted(each) for each in given.types if each.lower() != "evaluation"]
        counts = home.row(f"select {', '.join(f'count({each})' for each in columns)} from {rows}")
        figures = [quoted(each) for each in macros("duckdb").figures_of_metrics()]
        kept = [each for each, n in zip(columns, counts, strict=True) if n or each in figures]
        return home.kept(f"select {', '.join(kept)} from {rows}")


def groups_of(change: Change, expected: Mapping[str, str | Iterable[str]]) -> Summary:
    """The groups that have to be there on the last day, and are not."""
    asked = {name: [values] if isinstance(values, str) else list(values) for name, values in expected.items()}
    missing = macros("duckdb").groups_missing(vars(change), asked)
    head = f"{', '.join(missing)} missing on {change.day}" if missing else "no expected group is missing"
    return Summary(f"### {in_markdown(head)}", head if missing else "")


def change_of(
    con: duckdb.DuckDBPyConnection,
    table: Table,
    day: str,
    by: Sequence[str] | None,
    measures: Sequence[str],
    grain: Grain,
    confidence: float,
    complete: Mapping[str, float] | str | None = None,
    evaluation: str | None = None,
) -> Change:
    """The last day of a table against the one before: of metrics, or of values by query, which make pairs."""
    with table_of_metrics(con, table, [day, "measure"]) as (home, given):
        is_by_query = given.column("query_id") is not None
        figures = macros("duckdb").figures_of_metrics()
        groups = [name for name in given.types if name.lower() not in [*figures, day.lower()]] if by is None else by
        own = [measure_of(home, given.sql, asked) for asked in measures]
        if is_by_query:
            if grain != "day":
                raise InputError("grain is for a table of metrics, but this one has values by query: leave it out")
            require_order(home, given.sql, "metrics", given.column(day) or day)
            rows = given.sql if complete is None else f"({complete_rows(home, given, day, complete, evaluation)})"
            return change_of_queries(home, rows, day, list(groups), own, confidence)
        if complete is not None:
            finished = home.con.sql(complete_rows(home, given, day, complete, evaluation))
            return change_of_metrics(home.con, finished, day, list(groups), own, grain, confidence)
    return change_of_metrics(con, table, day, list(groups), own, grain, confidence)


def measure_of(home: Home, table: str, asked: str) -> str:
    """The spelling that the table has."""
    known = [measure for (measure,) in home.rows(f"select distinct measure from {table} order by measure")]
    canonical = str(macros("duckdb").measure_in_table(asked))
    found = canonical if canonical in known else asked
    if found not in known:
        raise InputError(f"the table has no measure {asked!r}{did_you_mean(asked, known)}; it has {listed(known)}")
    return found


def change_of_metrics(
    con: duckdb.DuckDBPyConnection,
    table: Table,
    day: str,
    groups: list[str],
    measures: Sequence[str],
    grain: Grain,
    confidence: float,
) -> Change:
    changes = change_from_previous(table, by=groups, day=day, grain=grain, confidence=confidence, con=con)
    rows = [dict(zip(changes.columns, row, strict=True)) for row in changes.fetchall()]
    rows = [row for row in rows if not measures or row["measure"] in measures]
    periods = sorted({row[day] for row in rows})
    if len(periods) < 2:
        raise InputError(f"column {day!r} of the table has {len(periods) or 'no'} {grain}: there is nothing to compare")
    *_, before, now = periods
    two = [
        {**row, "group": [row[name] for name in groups], "is_last": row[day] == now}
        for row in rows
        if row[day] in (before, now)
    ]
    kind = "The queries of both days are independent samples."
    return Change(str(now), str(before), groups, kind, macros("duckdb").alert_lines(two))


def change_of_queries(
    home: Home,
    table: str,
    day: str,
    groups: list[str],
    measures: Sequence[str],
    confidence: float,
) -> Change:
    side = quoted(day)
    days = home.rows(f"select {side}::varchar from {table} where {side} is not null group by {side} order by {side}")
    if len(days) < 2:
        raise InputError(f"column {day!r} has {len(days) or 'no'} value: there is nothing to compare")
    (before,), (now,) = days[-2:]
    asked = f" and measure in ({', '.join(map(literal, measures))})" if measures else ""
    # Under names of ours: the groups may be named like what a comparison tells.
    names = [f"group_{place}" for place in range(len(groups))]
    columns = [f"{quoted(given)} as {name}" for given, name in zip(groups, names, strict=True)]
    columns += [f"{side}::varchar as system", "query_id", "measure", "metric", "k", "value"]
    two = home.con.sql(
        f"select {', '.join(columns)} from {table} where {side}::varchar in ({literal(before)}, {literal(now)}){asked}"
    )
    compared = compare(two, system="system", baseline=before, by=names, confidence=confidence, correction="none")
    shown = [side.removesuffix(" 00:00:00") for side in (now, before)]
    change = Change(shown[0], shown[1], groups, "The same queries are compared in pairs.", [])

    def place(row: Mapping[str, Any]) -> list[tuple[bool, Any]]:
        """As metrics are ordered: by groups, metric and cutoff, NULL last."""
        return [(row[name] is None, row[name]) for name in (*names, "metric", "k", "measure")]

    for row in sorted(compared.rows(), key=place):
        change.lines.append(
            {
                "group": [row[each] for each in names],
                "measure": row["measure"],
                "metric": row["metric"],
                "value": row["value"],
                "before": row["baseline_value"],
                "ends": None if row["ci_low"] is None else (row["ci_low"], row["ci_high"]),
                "n_queries": [row["n_queries"]],
            }
        )
    return change
