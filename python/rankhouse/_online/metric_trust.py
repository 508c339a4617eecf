"""`metric_trust` and `discriminative_power`: whether a measure says what users prefer, and tells systems apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._rendering.errors import short_errors
from rankhouse.types import Table


@short_errors
def metric_trust(
    experiments: Table,
    *,
    by: str | Sequence[str] = (),
    error_ratio: float = 1,
    offline_error: str | None = None,
    online_error: str | None = None,
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How far offline differences told online ones in past experiments, as a relation.

    experiments: one row per past experiment and measure: `experiment`, `measure`, `offline_difference` (of `compare`)
        and `online_difference` (the preference of `interleaving`, or the difference of an A/B test). An experiment
        without a difference, or with a difference that is NaN or beyond 1e50, is counted as left out. Any table that
        `evaluate` takes.
    by: columns; each combination of their values, including NULL, is a group.
    error_ratio: the error variance of online differences divided by that of offline differences; 1 gives the orthogonal
        line. If columns of errors are given, they take precedence.
    offline_error: a column of standard errors of the offline differences, given together with `online_error`; the ratio
        is then the ratio of their mean squares.
    online_error: a column of standard errors of the online differences, given together with `offline_error`.
    confidence: the confidence level of the intervals of agreement (Wilson's) and of the slope (Student's t), above 0
        and below 1.
    columns: maps the column names `experiment`, `measure`, `offline_difference` and `online_difference` to yours:
        `{"experiment": "test_id"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `n_experiments`: experiments
        `n_left_out`: experiments with a NULL difference
        `n_agree`: experiments whose two differences have the same sign
        `n_disagree`: experiments whose two differences have opposite signs
        `agreement`: n_agree divided by n_agree + n_disagree, 0 to 1
        `ci_low`: the lower end of its interval (Wilson)
        `ci_high`: the upper end of its interval
        `p_value`: of the sign test, 0 to 1
        `pearson`: Pearson's correlation of the two differences, -1 to 1
        `kendall`: their tau-b, -1 to 1
        `slope`: of the online difference on the offline one (Deming's regression: both have errors)
        `intercept`: the intercept of that line
        `slope_error`: the standard error of the slope (Fuller 1987)
        `slope_low`: the lower end of its interval, by Student's t; NULL for two experiments
        `slope_high`: its upper end; NULL for two experiments

    Raises InputError (a ValueError) for missing columns, an empty table, ids that are NULL, an experiment twice for a
    measure, and differences that are no numbers.
    """
    options = {"error_ratio": error_ratio, "offline_error": offline_error, "online_error": online_error}
    tables = {"experiments": experiments}
    with asked("metric_trust", tables, by, columns, con, confidence=confidence, **options) as call:
        return call.answer(["measure"])


@short_errors
def discriminative_power(
    comparisons: Table,
    *,
    by: str | Sequence[str] = (),
    alpha: float = 0.05,
    share: float = 0.5,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How well measures tell systems apart (Sakai 2006), as a relation.

    comparisons: the result of `compare` without a baseline, one row per pair: `measure`, `p_value` and
        `queries_needed`. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, is a group.
    alpha: two systems are different below this p-value.
    share: the share of the pairs, above 0 and up to 1, for which queries_needed is enough.
    columns: maps the column names `measure`, `p_value` and `queries_needed` to yours: `{"p_value": "p_adjusted"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `n_pairs`: pairs of systems
        `n_untested`: pairs without a p-value
        `n_different`: pairs that are different
        `discriminative_power`: their share of the tested pairs, 0 to 1
        `queries_needed`: how many queries are enough for the given share of the pairs; NULL if no number of queries is
            enough for so many pairs

    Raises InputError (a ValueError) for missing columns, an empty table and p-values that are not between 0 and 1.
    """
    tables = {"comparisons": comparisons}
    with asked("discriminative_power", tables, by, columns, con, alpha=alpha, share=share) as call:
        return call.answer(["measure"])
