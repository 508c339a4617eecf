"""Curves of a binary classifier: predictions in, a DuckDB relation out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.predictions import binary_answer
from rankhouse._rendering.errors import short_errors


@short_errors
def roc_curve(
    predictions: Any,
    points: int | None = 1000,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The ROC curve, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    points: at most this many points per group, at least 5; None: every distinct score. Both ends and the break-even
        point stay, and no point of the full curve is more than 4 / (points - 3) above or below the thinned curve.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"weight": "worth"}` says how
        much a row counts: a number from 0 up, in any unit. A row with an invalid weight is refused in Python; elsewhere
        it is left out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per point:
        the `by` columns
        `threshold`: the threshold; NULL at the point (0, 0)
        `fpr`: the false positive rate, 0 to 1
        `tpr`: the true positive rate, 0 to 1
        `tp`: true positives
        `fp`: false positives
        `n_rows`: rows with a score and a label
        `n_positives`: rows among them whose label is 1
        `is_break_even`: whether this is the break-even point: as many rows, or as much weight, are predicted positive
            as are positive
        `area`: the exact area under the curve, the same in every row of a group, 0 to 1
    Coordinates and area are NULL if a class is missing. With weights, tp and fp are sums of them, and at the break-even
    point the predicted positives weigh as much as the positives. Rows are in the order of the curve.

    Raises InputError as `classifier_metrics` does.
    """
    return binary_answer(predictions, by, columns, con, "roc_curve", {"points": points}, CURVE)


@short_errors
def pr_curve(
    predictions: Any,
    points: int | None = 1000,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The precision-recall curve, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    points: at most this many points per group, at least 5; None: every distinct score. Both ends and the break-even
        point stay, and no point of the full curve is more than 2 ln(n_rows) / (points - 3) above or below the thinned
        one. With weights the bound is 2 ln(weight of all rows / weight of the highest score) / (points - 3).
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"weight": "worth"}` says how
        much a row counts: a number from 0 up, in any unit. A row with an invalid weight is refused in Python; elsewhere
        it is left out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    It starts at recall 0 and precision 1 with a NULL threshold, where scikit-learn's curve ends.

    Returns one row per point:
        the `by` columns
        `threshold`: the threshold; NULL at recall 0
        `recall`: the recall, 0 to 1
        `precision`: the precision, 0 to 1
        `tp`: true positives
        `fp`: false positives
        `n_rows`: rows with a score and a label
        `n_positives`: rows among them whose label is 1
        `is_break_even`: whether this is the break-even point: as many rows, or as much weight, are predicted positive
            as are positive
        `area`: the exact step sum under the curve, the same in every row of a group
    With weights, tp and fp are sums of them, and at the break-even point the predicted positives weigh as much as the
    positives. Rows are in the order of the curve.

    Raises InputError as `classifier_metrics` does.
    """
    return binary_answer(predictions, by, columns, con, "pr_curve", {"points": points}, CURVE)


@short_errors
def calibration(
    predictions: Any,
    bins: int = 10,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Probabilities against outcomes, in bins of equal width, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    bins: the number of bins between 0 and 1, at least 1.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"weight": "worth"}` says how
        much a row counts: a number from 0 up, in any unit. A row with an invalid weight is refused in Python; elsewhere
        it is left out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and bin of equal width that has rows:
        the `by` columns
        `bin`: the number of the bin, from 1
        `bin_from`: its lower edge
        `bin_to`: its upper edge, which it includes
        `n_rows`: rows with a score and a label
        `n_positives`: rows among them whose label is 1
        `mean_score`: the mean score, weighted with weights, 0 to 1
        `positive_share`: the share of the rows whose label is 1, weighted with weights, 0 to 1
        `weight_sum` (with weights): the sum of the weights
    Scores outside 0 to 1 are in no bin; with weights, rows of weight 0 are in none either.

    Raises InputError as `classifier_metrics` does.
    """
    return binary_answer(predictions, by, columns, con, "calibration", {"bins": bins})


@short_errors
def lift(
    predictions: Any,
    bins: int = 10,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Lift and gain, the rows in descending order of score in `bins` parts of equal size, as a relation.

    predictions: one row per prediction: `score` (any number but NaN, read as a 64-bit float) and `label` (0 or 1, or a
        boolean). A row without a score, with a NaN score, or with another label is refused in Python; elsewhere it is
        left out and counted in n_left_out. Any table that `evaluate` takes.
    bins: the number of parts of equal size, at least 1.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    columns: maps our column names to yours: `{"score": "p_click", "label": "clicked"}`. `{"weight": "worth"}` says how
        much a row counts: a number from 0 up, in any unit. A row with an invalid weight is refused in Python; elsewhere
        it is left out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and part of its rows in descending order of score:
        the `by` columns
        `bin`: the number of the part; 1 has the highest scores
        `depth`: the share of the rows down to the end of the part, 0 to 1
        `threshold`: the lowest score of the part
        `n_rows`: rows of the part
        `n_positives`: expected positives of the part
        `positive_share`: their share, 0 to 1
        `lift`: positive_share divided by the positive share of all rows
        `cumulative_positives`: positives down to the end of the part
        `gain`: their share of all positives, 0 to 1
        `cumulative_lift`: the lift of all rows down to the end of the part
    Among tied rows, each part has the expected positives over all their orders; a row on an edge counts in both parts
    by its share. With weights the parts are of equal weight, and every number of rows or positives is a sum of weights.

    Raises InputError as `classifier_metrics` does.
    """
    return binary_answer(predictions, by, columns, con, "lift", {"bins": bins})


CURVE = ("tp", "fp")
