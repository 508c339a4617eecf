"""`try_metrics`: how often tries of a task pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import duckdb

from rankhouse._comparing.evidence import columns_beside, decided, list_of_names
from rankhouse._inputs.declared import asked, entered_as_declared, names_of_columns
from rankhouse._inputs.entrance import in_order, list_of_measures, names_of_groups
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import DecisionTest, Table

MEASURED = ("measure", "metric", "k", "value")


@short_errors
def try_metrics(
    tries: Table,
    measures: str | Iterable[str] = ("pass@1", "pass_all@3"),
    per_query: bool = False,
    *,
    cluster: str | None = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How often tries of a task pass, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    tries: one row per try: `query_id` (the task or question), `try_id` and `passed` (true or false, 1 or 0). Rows where
        one of them is NULL are refused in Python; elsewhere they do not count. Any table that `evaluate` takes.
    measures: `pass@k` (the probability that at least one of k tries passes), `pass_all@k` (the probability that all
        pass) and `mean` (the share of tries that passed). A query with fewer than k tries is left out and counted.
    per_query: true: one row per query instead of the mean over queries.
    cluster: a column whose queries may depend on each other, such as the document that they are about; a query without
        a value is its own cluster. None: queries count separately.
    by: columns; each combination of their values, including NULL, is measured separately.
    columns: maps the column names `query_id`, `try_id` and `passed` to yours:
        `{"query_id": "task_id", "passed": "success"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure, and with per_query per query:
        the `by` columns and, with per_query, `query_id`
        `query_id` (with per_query): the query
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: how many tries a user makes; NULL for `mean`
        `value`: the mean over the queries, or the value of the query; NULL if no query has k tries
        `n_queries` (without per_query): queries with at least k tries
        `n_clusters` (with cluster): clusters of these queries
        `n_left_out` (without per_query): queries with fewer than k tries
        `std_error` (without per_query): the standard error of the value; NULL for fewer than two queries or clusters
        `ci_low` (without per_query): the lower end of a 95 % interval (normal approximation); NULL for fewer than two
            queries or clusters
        `ci_high` (without per_query): its upper end; NULL for fewer than two queries or clusters
        `n_tries` (with per_query): tries of the query
        `n_passed` (with per_query): tries among them that passed

    Raises InputError (a ValueError) for an unknown measure, a missing column, an empty table, a value of passed that is
    neither 0 nor 1, and a try that is there twice.
    """
    asks = list_of_measures(measures)
    options = {"measures": asks, "per_query": per_query, "cluster": cluster}
    with asked("try_metrics", {"tries": tries}, by, columns, con, **options) as call:
        package = macros("duckdb")
        known = {"measure": in_order(package.parse_measures(asks, package.try_catalogue()))}
        if per_query:
            return call.answer(["query_id", "measure"], ["query_id", *MEASURED, "n_tries", "n_passed"], known)
        clusters = [] if cluster is None else ["n_clusters"]
        figures = [*MEASURED, "n_queries", *clusters, "n_left_out", "std_error", "ci_low", "ci_high"]
        return call.answer(["measure"], figures, known)


@short_errors
def try_decision(
    tries: Table,
    *,
    baseline: str | None = None,
    system: str = "system",
    measures: str | Iterable[str] = ("pass@1", "pass_all@3"),
    measure: str | None = None,
    guardrails: str | Sequence[str] | None = None,
    margins: Mapping[str, float] | None = None,
    segments: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    cluster: str | Literal[False] | None = None,
    test: DecisionTest = "t",
    confidence: float = 0.95,
    power: float = 0.8,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What tries of tasks decide, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    tries: one row per try: `query_id` (the task or question), `try_id` and `passed` (true or false, 1 or 0). Rows where
        one of them is NULL are refused in Python; elsewhere they do not count. Any table that `evaluate` takes.
    baseline: the system that all others are compared with; it must exist. None: a system has to be better than every
        other one.
    system: the column that tells systems apart.
    measures: `pass@k` (the probability that at least one of k tries passes), `pass_all@k` (the probability that all
        pass) and `mean` (the share of tries that passed). A query with fewer than k tries is left out and counted.
    measure: the measure that decides, one of `measures`. None: the first of them.
    guardrails: measures that must not fall: a system that is worse by one of them, with a p-value below (1 -
        `confidence`) / 5, is shipped with a "but". None: all others of the table.
    margins: how far a guardrail may fall: `{"recall@100": 0.01}`. It falls where it is significantly below minus this
        number.
    segments: columns such as `country`. A unit (a search, query, row or slate) has one value of each. Each value, NULL
        too, is a segment, and the system falls in it where it is worse with a p-value below (1 - `confidence`) / 5.
        Segments of fewer than 30 units are also tested together.
    by: columns; each combination of their values, including NULL, is a group.
    cluster: a column, such as the user, whose units (searches, queries, rows or slates) may depend on each other: its
        values are then the units. None: a decision has to hold over a column `user_id`, `document_id`, `session_id`,
        `conversation_id`, `patient_id`, `cluster` or `cluster_id` too, where the table has one whose values have
        several units. False: units are independent.
    test: the test: `t`, of the sum of differences, for which the largest gains are capped where that tells more, so
        that no further loss makes a decision milder; `sign`, exact, of how many units are won and lost; or
        `randomisation`, Fisher's flips of signs, 10,000 of them.
    confidence: a system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval has
        it too.
    power: the probability of a decision with more_units more units, above 0.5 and below 1.
    columns: maps the column names `query_id`, `try_id` and `passed` to yours:
        `{"query_id": "task_id", "passed": "success"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `decision`: `ship`, `ship, but` (something falls), `do not ship` or `not decided`
        `system`: the system to ship or not
        `baseline`: the system it is compared with; without one, that which it is least surely better than
        `measure`: the measure that decides
        `difference`: mean of the system minus mean of the baseline
        `ci_low`: the lower end of the interval of the difference
        `ci_high`: its upper end
        `p_adjusted`: the p-value that decides, 0 to 1
        `unit`: what counts: `queries`, `searches`, `rows`, `slates` or `clusters`
        `n_units`: how many there are
        `more_units`: how many more would decide with the given power; NULL if it is decided, or more would not tell
        `falls`: what falls with its difference, the largest loss first; empty if nothing does
        `reason`: why
    One more lost query never makes a decision milder.

    Raises InputError (a ValueError) as `try_metrics` does, for fewer than two systems, and for a query with several
    values of a segment or cluster.
    """
    package, groups, side = macros("duckdb"), names_of_groups(by), "tries"
    asks = list_of_measures(measures)
    arguments: dict[str, Any] = {
        "baseline": baseline,
        "system": system,
        "measures": asks,
        "measure": measure,
        "guardrails": list_of_names(guardrails),
        "margins": {} if margins is None else margins,
        "segments": list_of_names(segments),
        "by": groups,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    }
    declared = package.reads_tries()
    renamed = names_of_columns(declared, columns)
    # Wrong arguments are told before any data are read.
    package.try_decision(side, **arguments, columns=renamed.names)
    also, likely = columns_beside(arguments, [system, *renamed.names.values()])
    also = {"system": [system], **also}
    entering = entered_as_declared(declared, {side: tries}, renamed, groups, con, {}, also, likely)
    of_family = {"measures": asks, "by": [*groups, system]}
    return decided("try_decision", "try_metrics", entering, arguments, of_family)
