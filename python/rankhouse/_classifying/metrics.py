"""Metrics of a binary classifier: predictions in, a DuckDB relation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.predictions import binary_answer, require_predictions
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
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    measures: at a threshold: `accuracy`, `precision`, `recall`, `fpr`, `specificity`, `fnr`, `npv`, `fdr`, `f1`,
        `f_beta(beta=2)`, `balanced_accuracy`, `mcc`; over all thresholds: `roc_auc`, `roc_auc_std_error`, `pr_auc`,
        `pr_auc(area=trapezoid)`, `break_even`, `best_f1`, `best_f1_threshold`, `ks`; of probabilities: `log_loss`,
        `brier`, `ece(bins=10)`.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    thresholds: a score at or above a threshold is predicted positive. Any finite numbers.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"prediction": "predicted"}`
        takes predicted labels instead of the score, for confusion counts and their measures. `{"weight": "worth"}` says
        how much a row counts: a number from 0 up, by default 1; a row of weight 2 counts as two rows.
        `roc_auc_std_error` and `break_even` take no weights. A row with an invalid weight is refused in Python;
        elsewhere it is left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure, and per threshold if the measure has one:
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its options
        `threshold`: the threshold; NULL for measures over all thresholds and for predicted labels
        `value`: the value, never NaN; NULL if the measure is undefined
        `n_rows`: rows with a score and a label
        `n_positives`: rows among them whose label is 1
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    Rows are ordered by the `by` columns, the given order of measures, and `threshold`.

    Raises InputError (a ValueError) for what cannot be evaluated: an unknown measure, a missing column, an empty
    input, NULL or NaN scores, labels other than 0 and 1, a score outside 0 to 1 for a measure of probabilities, weights
    that are NULL, NaN, infinite or below 0.
    """
    # Two arrays, as scikit-learn takes them, would be measures.
    require_predictions(predictions)
    asked = list_of_measures(measures)
    options = {"measures": asked, "thresholds": _numbers(thresholds)}
    measured = in_order(_parsed(asked))
    order = ("measure", "threshold")
    return binary_answer(predictions, by, columns, con, "classifier_metrics", options, order, measured)


def _parsed(measures: Any) -> list[Mapping[str, Any]]:
    sql = macros("duckdb")
    try:
        found: list[Mapping[str, Any]] = sql.parse_measures(measures, sql.classification_catalogue())
    except InputError as error:
        name, is_threshold, _ = str(error).partition(" has no option 'threshold'")
        at_thresholds = [each["name"] for each in sql.classification_catalogue() if each["part"] == "confusion"]
        if is_threshold and name in at_thresholds:
            raise InputError(f"{error}; set thresholds for all measures: thresholds=[0.3]") from None
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
    """Confusion counts at each threshold, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    thresholds: a score at or above a threshold is predicted positive. Any finite numbers.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"prediction": "predicted"}`
        takes predicted labels instead of the score, for confusion counts and their measures. `{"weight": "worth"}` says
        how much a row counts: a number from 0 up, by default 1; a row of weight 2 counts as two rows.
        `roc_auc_std_error` and `break_even` take no weights. A row with an invalid weight is refused in Python;
        elsewhere it is left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and threshold:
        the `by` columns
        `threshold`: the threshold; NULL for predicted labels
        `tp`: true positives
        `fp`: false positives
        `fn`: false negatives
        `tn`: true negatives
        `n_rows`: rows with a score and a label
        `n_positives`: rows among them whose label is 1
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    With weights, tp to tn are sums of them.

    Raises InputError as `classifier_metrics` does.
    """
    return binary_answer(predictions, by, columns, con, "confusion", {"thresholds": _numbers(thresholds)})


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
    """ROC AUC from a histogram of the scores, without a sort, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    bins: the number of bins of equal width from `lowest` to `highest`, at least 1.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    lowest: where the first bin starts; it includes lower scores. None: at the lowest finite score, which takes a scan.
    highest: where the last bin ends; it includes higher scores. None: at the highest finite score, which takes a scan.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"weight": "worth"}` says how
        much a row counts: a number from 0 up, in any unit. A row with an invalid weight is refused in Python; elsewhere
        it is left out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `roc_auc`: as if half of the pairs within a bin were in the right order, 0 to 1
        `low`: as if none of them were, 0 to 1
        `high`: as if all of them were, 0 to 1
        `n_rows`: rows with a score and a label
        `n_positives`: rows among them whose label is 1
    The exact value is never below low or above high. With weights, a pair's weight is the product of its rows' weights,
    as in scikit-learn.

    Raises InputError as `classifier_metrics` does.
    """
    options = {"bins": bins, "lowest": lowest, "highest": highest}
    return binary_answer(predictions, by, columns, con, "binned_auc", options)


@short_errors
def auc_interval(
    predictions: Any,
    *,
    by: str | Sequence[str] = (),
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """ROC AUC with an interval, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    confidence: the confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"weight": "worth"}` says how
        much a row counts: a number from 0 up, in any unit. A row with an invalid weight is refused in Python; elsewhere
        it is left out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `measure`: the measure
        `value`: ROC AUC, 0 to 1; NULL if a class has no row
        `std_error`: its standard error (DeLong 1988); NULL if a class has one row
        `ci_low`: the lower end of the interval; NULL if std_error is NULL, unless the interval is exact
        `ci_high`: the upper end of the interval; NULL if std_error is NULL, unless the interval is exact
        `interval`: `logit`, from the logarithm of AUC / (1 - AUC), which stays between 0 and 1; or for an AUC of 0 or
            1, whose standard error is 0, `exact`: the bound of Clopper and Pearson for as many pairs as the smaller
            class has rows, all in the same order
        `n_positives`: rows among them whose label is 1
        `n_negatives`: rows whose label is 0
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    With weights, value and std_error are weighted, and a class counts as sum(w)^2 / sum(w^2) rows in the exact bound;
    n_positives and n_negatives stay numbers of rows.

    Raises InputError as `classifier_metrics` does.
    """
    return binary_answer(predictions, by, columns, con, "auc_interval", {"confidence": confidence})


def _numbers(thresholds: Any) -> Any:
    """A list of one, or of several; anything else as it is, for the macro to refuse."""
    if isinstance(thresholds, (str, Mapping)):
        return thresholds
    return list(thresholds) if isinstance(thresholds, Iterable) else [thresholds]
