"""Metrics of a binary classifier: predictions in, a DuckDB relation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.predictions import binary_answer
from rankhouse._inputs.entrance import in_order, list_of_measures
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros

MEASURES = ("roc_auc", "pr_auc", "f1")


@short_errors
def classifier_metrics(
    predictions: Any,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = (),
    thresholds: float | Iterable[float] = (0.5,),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Metrics of a binary classifier, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean): a table or view name, a path of a Parquet or CSV file, a pandas or polars DataFrame, an Arrow table,
        or a DuckDB relation.
    measures: at a threshold `accuracy`, `precision`, `recall`, `fpr`, `specificity`, `fnr`, `npv`, `fdr`, `f1`,
        `f_beta(beta=2)`, `balanced_accuracy`, `mcc`; over all thresholds `roc_auc`, `roc_auc_std_error`, `pr_auc`,
        `pr_auc(area=trapezoid)`, `break_even`, `best_f1`, `best_f1_threshold`, `ks`; of probabilities `log_loss`,
        `brier`, `ece(bins=10)`.
    by: columns; each combination of their values, NULL included, is evaluated on its own.
    thresholds: a score at or above a threshold is predicted positive; any finite numbers.
    columns: the user's names, such as `{"score": "p_click", "label": "clicked"}`. With `prediction` among them, that
        column of predicted labels replaces the score; then only measures at a threshold are possible. With `weight`,
        that column says how much a row counts: a number from 0 up, by default 1; a row of weight 2 is worth two rows.
        `roc_auc_std_error` and `break_even` take no weights.
    con: the connection to work on and to find tables in. Nothing is left on it.

    Returns the columns: those of `by`, `measure`, `metric`, `threshold` (NULL for measures over all thresholds and
    for predicted labels), `value` (NULL where undefined, never NaN), `n_rows`, `n_positives`, `n_left_out` (0 here).
    Rows are ordered by `by`, the measures as they were asked for, and `threshold`.

    Raises InputError (a ValueError) for what cannot be evaluated: an unknown measure, a missing column, an empty
    input, NULL or NaN scores, labels other than 0 and 1, a score outside 0 to 1 for a measure of probabilities, weights
    that are NULL, NaN, infinite or below 0.
    """
    asked = list_of_measures(measures)
    sql = macros("duckdb")
    parsed = _parsed(asked)
    declared = sql.by_name(sql.classification_catalogue())["declared"]
    return binary_answer(
        predictions,
        by,
        columns,
        con,
        lambda **arguments: sql.classifier_metrics(measures=asked, thresholds=_numbers(thresholds), **arguments),
        order=("measure", "threshold"),
        measures=in_order(parsed),
        needs_probabilities=any(declared[measure["metric"]]["part"] == "rows" for measure in parsed),
    )


def _parsed(measures: Any) -> list[Mapping[str, Any]]:
    sql = macros("duckdb")
    try:
        found: list[Mapping[str, Any]] = sql.parse_measures(measures, sql.classification_catalogue())
    except InputError as error:
        name, is_threshold, _ = str(error).partition(" has no option 'threshold'")
        at_thresholds = [each["name"] for each in sql.classification_catalogue() if each["part"] == "confusion"]
        if is_threshold and name in at_thresholds:
            raise InputError(f"{error}; thresholds are an argument of all measures: thresholds=[0.3]") from None
        raise
    return found


@short_errors
def confusion(
    predictions: Any,
    thresholds: float | Iterable[float] = (0.5,),
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Confusion counts at each threshold: `by`, `threshold`, `tp`, `fp`, `fn`, `tn`, `n_rows`, `n_positives`,
    `n_left_out` (0 here). With `weight` among `columns`, tp to tn are sums of weights. Arguments and errors as in
    `classifier_metrics`."""
    sql = macros("duckdb")
    return binary_answer(
        predictions,
        by,
        columns,
        con,
        lambda **arguments: sql.confusion(thresholds=_numbers(thresholds), **arguments),
    )


@short_errors
def binned_auc(
    predictions: Any,
    bins: int = 1000,
    *,
    by: str | Sequence[str] = (),
    lowest: float | None = None,
    highest: float | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """ROC AUC from a histogram of the scores, without a sort: `by`, `roc_auc`, `low`, `high`, `n_rows`, `n_positives`.

    bins: number of bins of equal width from `lowest` to `highest` (by default the lowest and highest finite score).

    The exact AUC is never below `low` or above `high`: within a bin, `low` assumes that every pair of a positive and a
    negative is in the wrong order, `high` in the right one, and `roc_auc` half and half. With `weight` among `columns`
    a pair weighs the product of the weights of its rows, as in scikit-learn. Other arguments and errors as in
    `classifier_metrics`.
    """
    sql = macros("duckdb")
    return binary_answer(
        predictions,
        by,
        columns,
        con,
        lambda **arguments: sql.binned_auc(bins=bins, lowest=lowest, highest=highest, **arguments),
    )


@short_errors
def auc_interval(
    predictions: Any,
    *,
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """ROC AUC with an interval: `by`, `measure`, `value`, `std_error` (by DeLong), `ci_low`, `ci_high`, `interval`,
    `n_positives`, `n_negatives`, `n_left_out` (0 here).

    confidence: of the interval, 0.95 for 95 %.

    `interval` says how ci_low and ci_high are made: `logit`, from the logarithm of AUC / (1 - AUC), which stays between
    0 and 1; or for an AUC of 0 or 1, whose standard error is 0, `exact`: the bound of Clopper and Pearson for as many
    pairs as the smaller class has rows, all in the same order. If a class has one row, std_error is NULL, and so is an
    interval that is not exact; if a class has none, the value is NULL too. With `weight` among `columns`, value and
    std_error are weighted, a class counts as sum(w)^2 / sum(w^2) rows in the exact bound, and n_positives and
    n_negatives stay numbers of rows. Other arguments and errors as in `classifier_metrics`.
    """
    sql = macros("duckdb")
    return binary_answer(
        predictions, by, columns, con, lambda **arguments: sql.auc_interval(confidence=confidence, **arguments)
    )


def _numbers(thresholds: Any) -> Any:
    """A list of one, or of several; anything else as it is, for the macro to refuse."""
    if isinstance(thresholds, (str, Mapping)):
        return thresholds
    return list(thresholds) if isinstance(thresholds, Iterable) else [thresholds]
