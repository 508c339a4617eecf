"""`confusion_matrix` and `class_metrics`: a classifier of several classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.predictions import SIDE, answered
from rankhouse._inputs.checks import Checked, rows_of
from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError, short_errors
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
        type: texts, whole numbers or booleans. A row without one of them is refused in Python, and elsewhere left out
        and counted in n_left_out. Any table that `evaluate` takes.
    by: columns; each combination of their values, NULL included, has a matrix of its own, of the classes that occur in
        it as label or prediction.
    columns: your names of the columns, by ours: `{"label": "species", "prediction": "species_hat"}`.
        `{"weight": "worth"}` says how much a row counts, a number from 0 up; a row with another weight is refused in
        Python, and elsewhere left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default that of the given relation, or DuckDB's default
        one. Nothing is left on it.

    Returns one row per group, actual and predicted class, pairs that do not occur included:
        the `by` columns
        `label`: the actual class
        `prediction`: the predicted class
        `n_rows`: rows with both
        `weight_sum` (with weights): the sum of the weights
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    The classes of a group are those that either column has there.

    Raises InputError (a ValueError) for a missing column, an empty table, classes that are NULL or NaN, a label and a
    prediction of different kinds, and weights that are NULL, NaN, infinite or below 0.
    """
    package = macros("duckdb")
    return _answer(predictions, by, columns, con, package.confusion_matrix, CLASSES)


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
        type: texts, whole numbers or booleans. A row without one of them is refused in Python, and elsewhere left out
        and counted in n_left_out. Any table that `evaluate` takes.
    by: columns; each combination of their values, NULL included, is evaluated by itself.
    undefined: what averages do with a class whose value is NULL: `leave_out` (it does not count) or `zero` (it counts
        as 0, as in scikit-learn by default).
    columns: your names of the columns, by ours: `{"label": "species", "prediction": "species_hat"}`.
        `{"weight": "worth"}` says how much a row counts, a number from 0 up; a row with another weight is refused in
        Python, and elsewhere left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default that of the given relation, or DuckDB's default
        one. Nothing is left on it.

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
        `tp`: true positives; in the rows of averages those of all classes, added up
        `fp`: false positives
        `fn`: false negatives
        `tn`: true negatives
        `n_rows`: rows with a label and a prediction
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    With weights tp to tn are sums of them. Rows are ordered by class, and the averages come after the classes.

    Raises InputError as `confusion_matrix` does.
    """
    package = macros("duckdb")

    def render(**arguments: Any) -> str:
        return str(package.class_metrics(undefined=undefined, **arguments))

    return _answer(predictions, by, columns, con, render, ["label", "average"])


def _answer(
    predictions: Any,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    render: Callable[..., Any],
    order: Sequence[str],
) -> duckdb.DuckDBPyRelation:
    groups = names_of_groups(by)
    renamed = Columns(columns or {}, ours=macros("duckdb").class_columns(), sides=[SIDE])
    weight = ["weight"] if renamed.named(SIDE, "weight") else []

    def check(home: Home, table: Input) -> None:
        check_classes(Checked(home, table, renamed, by=groups, values=CLASSES, ids=()))
        if weight:
            check_weights(Checked(home, table, renamed, by=groups, values=weight, ids=()))

    return answered(predictions, groups, renamed, [*CLASSES, *weight], con, check, render, order)


def check_classes(table: Checked) -> None:
    if table.count("true") == 0:
        raise InputError(f"{SIDE} ({table.input.shown}) is empty: it has no rows")
    types = {ours: table.input.type(table.user_name(ours)) for ours in table.values}
    for ours, type_name in types.items():
        name = table.user_name(ours)
        missing = f"{table.name(ours)} is null"
        if n_missing := table.count(missing):
            raise InputError(
                f"{SIDE}: {rows_of(n_missing)} no {ours} (NULL in column {name!r}){table.example(missing)}; leave these"
                " rows out, or give them a class"
            )
        if type_name in ("FLOAT", "DOUBLE") and (n_nan := table.count(f"isnan({table.name(ours)})")):
            raise InputError(f"{SIDE}: {rows_of(n_nan)} NaN as {ours} in column {name!r}; leave these rows out")
    if kind(types["label"]) != kind(types["prediction"]):
        described = [f"{ours} (column {table.user_name(ours)!r}) is {types[ours]}" for ours in types]
        raise InputError(
            f"{SIDE}: {' and '.join(described)}: classes are compared with each other, so cast one of them"
        )


def check_weights(table: Checked) -> None:
    name = table.user_name("weight")
    type_name = table.input.type(name)
    if kind(type_name) not in ("number", "null"):
        raise InputError(
            f"{SIDE}: weight is a number, and column {name!r} is {type_name}; cast it, or name another column with"
            " columns={'weight': ...}"
        )
    weight = f"{table.name('weight')}::double"
    wrong = f"{weight} is null or not ({weight} >= 0 and {weight} < 1e300)"
    if n_wrong := table.count(wrong):
        raise InputError(
            f"{SIDE}: {rows_of(n_wrong)} a weight that is NULL, NaN, infinite or below 0 in column {name!r}"
            f"{table.example(wrong)}; leave these rows out or give them a weight from 0 up"
        )
