"""Predictions of a classifier: their columns, and a query over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse._inputs import files
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted

SIDE = "predictions"
OF_SYSTEMS = ("system", "model", "classifier")
"""What a column is called that tells several classifiers apart."""
NAMES = ("score", "label", "prediction", "weight")


@dataclass(frozen=True)
class PredictionColumns(Columns):
    """The user's names for score and label, or for prediction and label, and for the weight if there is one."""

    ours: Sequence[str] = NAMES
    sides: Sequence[str] = (SIDE,)

    def __post_init__(self) -> None:
        super().__post_init__()
        # There is one input.
        own = {ours: self.name(SIDE, ours) for ours in self.ours if self.named(SIDE, ours)}
        object.__setattr__(self, "names", own)

    def read(self) -> list[str]:
        """The columns that are read, by our names."""
        return [self.order(), "label", *(["weight"] if "weight" in self.names else [])]

    def order(self, side: str = SIDE) -> str:  # noqa: ARG002  (there is one input)
        return "prediction" if "prediction" in self.names else "score"


def binary_answer(
    predictions: Any,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    macro: str,
    options: Mapping[str, Any],
    order: Sequence[str] = (),
    measures: Sequence[str] = (),
) -> duckdb.DuckDBPyRelation:
    renamed = PredictionColumns(columns or {})
    return answered(predictions, by, renamed, renamed.read(), con, macro, options, order, measures)


def answered(
    predictions: Any,
    by: str | Sequence[str],
    renamed: Columns,
    read: Sequence[str],
    con: duckdb.DuckDBPyConnection | None,
    macro: str,
    options: Mapping[str, Any],
    order: Sequence[str] = (),
    measures: Sequence[str] = (),
    require: Callable[[Input], None] | None = None,
) -> duckdb.DuckDBPyRelation:
    """The rows of a macro over checked predictions, ordered by the groups and then as said.

    require: what has to be so besides.
    """
    groups = names_of_groups(by)
    asked = {**options, "by": groups, "columns": dict(renamed.names)}
    render = getattr(macros("duckdb"), macro)
    # Wrong arguments are refused before any data are read.
    render(predictions=SIDE, **asked)
    require_predictions(predictions)
    with entered(con, {SIDE: predictions}, {SIDE: read}, renamed, groups, if_there=OF_SYSTEMS) as entrance:
        asked[SIDE] = entrance.inputs[0].sql
        refuse_problems(entrance, macro, asked)
        if doubt := _pooled(entrance, groups, renamed):
            warn(doubt)
        if require is not None:
            require(entrance.inputs[0])
        sql = str(render(**asked))
        figures = [quoted(row[0]) for row in entrance.home.rows(f"describe {sql}")][len(groups) :]
        return entrance.answer(sql, figures, order or figures, measures)


def _pooled(entrance: Entrance, groups: Sequence[str], renamed: Columns) -> str | None:
    """A warning where rows of several classifiers are measured as if they were of one."""
    table = entrance.inputs[0]
    for name in OF_SYSTEMS:
        column = table.column(name)
        if column is None or column in groups or column in renamed.names.values():
            continue
        column_sql = table.quoted(column)
        lowest, highest = entrance.home.row(f"select min({column_sql}), max({column_sql}) from {table.sql}")
        if lowest != highest:
            return (
                f"predictions: column {column!r} has several values, such as {lowest!r} and {highest!r}, and their"
                f" rows are evaluated together; use by={column!r} to evaluate each separately"
            )
    return None


def require_predictions(predictions: Any) -> None:
    if predictions is None:
        raise InputError("predictions is missing")
    if isinstance(predictions, str) and files.form_by_name(predictions) == "trec":
        raise InputError(f"predictions: {predictions!r} is a TREC file, which has no labels; use evaluate")
    is_list = isinstance(predictions, (list, tuple)) and all(isinstance(each, (int, float)) for each in predictions)
    if is_list or type(predictions).__module__ == "numpy" or type(predictions).__name__ == "Series":
        raise InputError(
            "predictions is one table of scores and labels: {'score': y_score, 'label': y_true}, with {'prediction':"
            " y_pred} in place of the score where labels were predicted"
        )
