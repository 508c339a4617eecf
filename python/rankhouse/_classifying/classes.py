"""`confusion_matrix` and `class_metrics`: a classifier of several classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.predictions import SIDE, answered
from rankhouse._inputs.checks import require_one_kind
from rankhouse._inputs.declared import names_of_columns
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Undefined

CLASSES = ["label", "prediction"]


@short_errors
def confusion_matrix(
    predictions: Any,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How often each class was predicted for each true class, as a relation: `.df()`, `.pl()`, `.fetchall()`,
    `.show()`.

    predictions: one row per prediction: `label`, the actual class, and `prediction`, the predicted one, both of one
        type: texts, whole numbers or booleans. A row that lacks one of them is refused in Python; elsewhere it is left
        out and counted in n_left_out. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, has its own matrix, of the classes that occur there
        as label or prediction.
    columns: maps our column names to yours: `{"label": "species", "prediction": "species_hat"}`. `{"weight": "worth"}`
        says how much a row counts: a number from 0 up. A row with an invalid weight is refused in Python; elsewhere it
        is left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group, actual and predicted class, including pairs that do not occur:
        the `by` columns
        `label`: the actual class
        `prediction`: the predicted class
        `n_rows`: rows with both
        `weight_sum` (with weights): the sum of the weights
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    A group's classes are those that occur in either column there.

    Raises InputError (a ValueError) for a missing column, an empty table, classes that are NULL or NaN, a label and a
    prediction of different kinds, and weights that are NULL, NaN, infinite or below 0.
    """
    return _answer(predictions, by, columns, con, "confusion_matrix", {}, CLASSES)


@short_errors
def class_metrics(
    predictions: Any,
    *,
    by: str | Sequence[str] = (),
    undefined: Undefined = "leave_out",
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Each class against the rest, and averages over classes, as scikit-learn's `classification_report`.

    predictions: one row per prediction: `label`, the actual class, and `prediction`, the predicted one, both of one
        type: texts, whole numbers or booleans. A row that lacks one of them is refused in Python; elsewhere it is left
        out and counted in n_left_out. Any table that `evaluate` takes.
    by: columns; each combination of their values, including NULL, is evaluated separately.
    undefined: how averages treat a class whose value is NULL: `leave_out` (it does not count) or `zero` (it counts as
        0, as in scikit-learn by default).
    columns: maps our column names to yours: `{"label": "species", "prediction": "species_hat"}`. `{"weight": "worth"}`
        says how much a row counts: a number from 0 up. A row with an invalid weight is refused in Python; elsewhere it
        is left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and class, and one per group and average (`macro`, the mean over classes; `micro`, all
    classes counted together; `weighted`, the mean over classes, weighted by tp + fn):
        the `by` columns
        `label`: the class; NULL in the rows of averages
        `average`: the average; NULL in the rows of classes
        `precision`: the precision, 0 to 1; NULL for a class that is never predicted
        `recall`: the recall, 0 to 1; NULL for a class that is never actual
        `f1`: F1, 0 to 1; NULL for a class that is never actual
        `accuracy`: the accuracy over all classes, 0 to 1; NULL in the rows of classes
        `n_actual`: rows of the class
        `n_predicted`: rows predicted to be of the class
        `tp`: true positives; in the rows of averages, added up over all classes
        `fp`: false positives
        `fn`: false negatives
        `tn`: true negatives
        `n_rows`: rows with a label and a prediction
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    With weights, tp to tn are sums of them. Rows are ordered by class, and the averages come after the classes.

    Raises InputError as `confusion_matrix` does.
    """
    return _answer(predictions, by, columns, con, "class_metrics", {"undefined": undefined}, ["label", "average"])


def _answer(
    predictions: Any,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    macro: str,
    options: Mapping[str, Any],
    order: Sequence[str],
) -> duckdb.DuckDBPyRelation:
    renamed = names_of_columns(macros("duckdb").reads_classes(), columns)
    weight = ["weight"] if renamed.named(SIDE, "weight") else []

    def require(table: Input) -> None:
        """SQL that runs on every engine cannot see their types."""
        label, prediction = (renamed.name(SIDE, ours) for ours in CLASSES)
        require_one_kind(table, label, table, prediction)

    return answered(predictions, by, renamed, [*CLASSES, *weight], con, macro, options, order, require=require)
