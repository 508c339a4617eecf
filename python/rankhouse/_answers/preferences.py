"""What was preferred: `preference_pairs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Correction, Table

SIDE = "preferences"
READ = ["query_id", "system_a", "system_b", "winner"]
OPTIONAL = ["judge_id", "weight"]
PAIR = ["system", "baseline", "wins", "ties", "losses", "win_rate", "ci_low", "ci_high", "p_value", "p_adjusted"]


@short_errors
def preference_pairs(
    preferences: Table,
    *,
    baseline: str | None = None,
    cluster: str | None = None,
    correction: Correction = "holm",
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How often answers of one system are preferred to those of another, as a relation: `.df()`, `.pl()`,
    `.fetchall()`, `.show()`.

    preferences: one row per comparison: `query_id`, `system_a` (shown first), `system_b` and `winner` (`a`, `b` or
        `tie`). Rows where one of them is NULL are refused in Python; elsewhere they are no comparisons. Any table that
        `evaluate` takes.
    baseline: the system that all others are compared with; None: every pair once, the later name against the earlier
        one. It is an error where no system has that name.
    cluster: a column whose queries may depend on each other, such as the document that they are about; a query without
        a value is a cluster of its own. None: each query counts for itself.
    correction: how the p-values of all rows together become p_adjusted: `holm`, `bonferroni`, `benjamini_hochberg` or
        `none`.
    by: columns; each combination of their values, NULL included, is evaluated by itself.
    columns: your names of the columns, by ours: `{"query_id": "question", "winner": "verdict"}`.
        `{"judge_id": "rater"}` says who judged, and `{"weight": "worth"}` how much a comparison counts, a number above
        0.
    con: the connection to work on and to find tables in; by default that of the given relation, or DuckDB's default
        one. Nothing is left on it.

    Returns one row per group and pair of systems that met:
        the `by` columns
        `system`: the system
        `baseline`: the system that it is compared with
        `wins`: comparisons that the system wins
        `ties`: comparisons without a winner
        `losses`: comparisons that the baseline wins
        `win_rate`: the share of comparisons that the system wins, ties half, 0 to 1
        `ci_low`: the lower end of a 95 % interval; NULL for one query or cluster
        `ci_high`: its upper end; NULL for one query or cluster
        `p_value`: sign test of the queries, or clusters, that are won and lost
        `p_adjusted`: p_value corrected for all rows together, 0 to 1
        `n_queries`: queries where both were compared
        `expected_win_rate`: what the strengths of all systems say, 0 to 1; NULL where there are no strengths

    Raises InputError (a ValueError) for a missing column, an empty table, a winner of another spelling, a system
    against itself, an unknown baseline, and weights that are not above 0.
    """
    options = {"baseline": baseline, "cluster": cluster, "correction": correction}
    figures = [*PAIR, "n_queries", "expected_win_rate"]
    return _answer("preference_pairs", preferences, by, columns, con, options, figures, ["system", "baseline"])


def _answer(
    macro: str,
    preferences: Table,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    options: Mapping[str, Any],
    figures: Sequence[str],
    order: Sequence[str],
    known: Mapping[str, Sequence[str]] | None = None,
) -> duckdb.DuckDBPyRelation:
    package, groups = macros("duckdb"), names_of_groups(by)
    renamed = Columns(columns or {}, [*READ, *OPTIONAL], [SIDE])
    given = {**options, "by": groups, "columns": renamed.names}
    # Wrong arguments are refused before any data are read.
    getattr(package, macro)(SIDE, **given)
    read = [*READ, *(name for name in OPTIONAL if renamed.named(SIDE, name))]
    cluster = options.get("cluster")
    also = {} if cluster is None else {"cluster": [cluster]}
    with entered(con, {SIDE: preferences}, {SIDE: read}, renamed, groups, also=also) as entrance:
        arguments = {SIDE: entrance.inputs[0].sql, **given}
        refuse_problems(entrance, macro, arguments)
        sql = getattr(package, macro)(**arguments)
        return entrance.answer(sql, figures, order, known=known or {})
