"""Predictions of a classifier: their columns, what is wrong with them, and a query over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse._inputs import files
from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted

SIDE = "predictions"
NAMES = ("score", "label", "prediction", "weight")
NOT_A_PROBABILITY = "score outside 0 to 1"


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
    render: Callable[..., Any],
    order: Sequence[str] = (),
    measures: Sequence[str] = (),
    needs_probabilities: bool = False,
) -> duckdb.DuckDBPyRelation:
    groups = names_of_groups(by)
    renamed = PredictionColumns(columns or {})

    def check(home: Home, table: Input) -> None:
        check_predictions(home, table, renamed, needs_probabilities)

    return answered(predictions, groups, renamed, renamed.read(), con, check, render, order, measures)


def answered(
    predictions: Any,
    groups: list[str],
    renamed: Columns,
    read: Sequence[str],
    con: duckdb.DuckDBPyConnection | None,
    check: Callable[[Home, Input], None],
    render: Callable[..., Any],
    order: Sequence[str] = (),
    measures: Sequence[str] = (),
) -> duckdb.DuckDBPyRelation:
    """The rows of a rendered query over checked predictions, ordered by the groups and then as said."""
    names = dict(renamed.names)
    # Wrong arguments are refused before any data are read.
    render(predictions=SIDE, by=groups, columns=names)
    require_predictions(predictions)
    with entered(con, {SIDE: predictions}, {SIDE: read}, renamed, groups) as entrance:
        (table,) = entrance.inputs
        check(entrance.home, table)
        sql = str(render(predictions=table.sql, by=groups, columns=names))
        figures = [quoted(row[0]) for row in entrance.home.rows(f"describe {sql}")][len(groups) :]
        return entrance.answer(sql, figures, order or figures, measures)


def require_predictions(predictions: Any) -> None:
    if predictions is None:
        raise InputError("predictions is missing")
    if isinstance(predictions, str) and files.suffix(predictions) in files.TREC:
        raise InputError(f"predictions: {predictions!r} is a TREC file, which has no labels; use evaluate")


def check_predictions(home: Home, table: Input, columns: PredictionColumns, needs_probabilities: bool) -> None:
    for ours in columns.read():
        name = columns.name(SIDE, ours)
        allowed = ("number",) if ours in ("score", "weight") else ("number", "boolean")
        if kind(table.type(name)) not in (*allowed, "null"):
            meaning = "a number" if ours in ("score", "weight") else "0 or 1, or a boolean"
            raise InputError(
                f"{SIDE}: {ours} is {meaning}, and column {name!r} is {table.type(name)}; cast it, or name another"
                f" column with columns={{{ours!r}: ...}}"
            )
    if home.row(f"select count(*) from {table.sql}")[0] == 0:
        raise InputError(f"{SIDE} ({table.shown}) is empty: it has no rows")
    read = {ours: name for ours, name in columns.names.items() if ours in NAMES}
    found = home.rows(str(macros("duckdb").prediction_problems(table.sql, columns=read)))
    for problem, n_rows, example in sorted(found):
        if problem == NOT_A_PROBABILITY and not needs_probabilities:
            continue
        rows = "1 row" if n_rows == 1 else f"{n_rows:,} rows"
        fix = (
            "log_loss, brier, ece and calibration take probabilities"
            if problem == NOT_A_PROBABILITY
            else "leave these rows out or mend them"
        )
        shown = f", e.g. {example}" if example is not None else ""
        raise InputError(f"{SIDE}: {problem} in {rows}{shown}; {fix}")
