"""`prediction_powered`: means of few human labels and many machine labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._inputs.entrance import Entrance
from rankhouse._rendering.errors import InputError, short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

FEW_LABELS = 100
"""Below it intervals of 95 % hold the mean in less than 93 of 100 simulations."""


@short_errors
def prediction_powered(
    human: Table,
    machine: Table,
    *,
    by: str | Sequence[str] = (),
    tuned: bool = True,
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Means that human labels would give, from few of them and many machine labels, as a relation.

    human: values by query under human labels: `query_id`, `measure`, `value` and the columns named in `by`, as
        `query_metrics` or `evaluate(..., per_query=True)` gives them. Any table that `evaluate` takes.
    machine: the same under machine labels, for these queries and all others. A human value without a machine value does
        not count, and neither does a value that is NULL, NaN or beyond 1e100.
    by: columns of both tables; each combination of their values, including NULL, is estimated separately.
    tuned: true: weight the machine so that the interval is shortest (PPI++), which needs 100 human labels; False: count
        it in full (PPI).
    confidence: the confidence level of the interval, above 0 and below 1. The interval is normal and may end beyond the
        range of the measure.
    columns: maps the column names `query_id`, `measure` and `value` to yours:
        `{"query_id": "user_id", "machine.value": "guess"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    However wrong the machine is, the untuned estimate is right in expectation; the better it is, the narrower the
    interval. Tuned on fewer than 100 labels it is too sure, with a warning.
    Angelopoulos et al. 2023; PPI++ 2024.

    For the difference of two systems give tables whose `value` is the difference of a query.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `value`: the estimated mean
        `ci_low`: the lower end of a normal interval, not cut off at the range of the measure; NULL for fewer than two
            human values
        `ci_high`: its upper end; NULL for fewer than two human values
        `tuning`: the weight of the machine; 0 is the mean of the human values alone, 0 to 1
        `n_human`: queries with both values
        `n_machine`: queries with a machine value
        `effective_labels`: how many human values would give as short an interval without the machine
    It assumes that the queries with human labels are a random sample of all queries.

    Raises InputError (a ValueError) for missing columns, several values of one measure for a query, and human values of
    queries that the machine has no value of.
    """
    tables = {"human": human, "machine": machine}
    with asked("prediction_powered", tables, by, columns, con, tuned=tuned, confidence=confidence) as call:
        require_machine_values(call.entrance)
        estimates = call.answer(["measure"])
    if tuned:
        warn_of_few(estimates)
    return estimates


def warn_of_few(estimates: duckdb.DuckDBPyRelation) -> None:
    """The weight of the machine is chosen by the labels that it is corrected by."""
    few = f"tuning > 0 and n_human < {FEW_LABELS}"
    for least, n_estimates in estimates.filter(few).aggregate("min(n_human), count(*)").fetchall():
        if n_estimates:
            more = "" if n_estimates == 1 else f" (and {n_estimates - 1:,} more rows)"
            warn(
                f"{least} human labels{more}: tuned on fewer than {FEW_LABELS}, the estimate is biased towards the"
                " machine's errors and its interval is too short; use tuned=False, or label more"
            )


def require_machine_values(entrance: Entrance) -> None:
    """Of a query that the machine has no value of, nothing can be learnt about the machine."""
    keys = []
    for table in entrance.inputs:
        own = [table.quoted(entrance.columns.name(table.side, ours)) for ours in ("query_id", "measure", "value")]
        key = [*(table.quoted(name) for name in entrance.groups), *own[:2]]
        counts = macros("duckdb").is_moderate(f"{own[2]}::double")
        keys.append(f"select {', '.join(key)} from {table.sql} where {counts} and {own[0]} is not null")
    alone = entrance.home.rows(f"select *, count(*) over () from ({keys[0]} except {keys[1]}) limit 1")
    for *_, query, measure, count in alone:
        raise InputError(
            f"{count:,} values of human belong to queries without a value in machine, e.g. {measure} for query_id"
            f" {query!r}: have the machine label these queries too, or leave them out"
        )
