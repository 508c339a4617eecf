"""`rating_metrics`: how far predicted ratings are from the actual ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._inputs.entrance import list_of_measures
from rankhouse._rendering.errors import short_errors

MEASURES = ("mae", "mse", "rmse", "r2")
FIGURES = ("measure", "value", "n_ratings", "n_left_out", "value_sum")


@short_errors
def rating_metrics(
    predictions: Any,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Errors of predicted ratings, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    predictions: one row per rating: `rating` and `prediction`, both finite numbers on the same scale, and the columns
        named in `by`. Any table that `evaluate` takes.
    measures: `mae`, `mape` (a share of the rating), `mse`, `rmse` (on the scale of the ratings), `r2` (at most 1; 0 is
        no better than the mean rating), `explained_variance` (r2 that ignores a constant error).
    by: columns; each combination of their values, including NULL, is measured separately.
    columns: maps our column names to yours: `{"rating": "stars", "prediction": "stars_hat"}`. `{"weight": "worth"}`
        says how much a row counts: a number from 0 up. A row with an invalid weight is refused in Python; elsewhere it
        is left out and counted in n_left_out.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    A small error does not make a good ranking: see `evaluate`.

    Returns one row per measure:
        the `by` columns
        `measure`: the measure
        `value`: the value; NULL if undefined: r2 and explained_variance if all ratings are the same, mape if a rating
            is 0
        `n_ratings`: pairs of finite numbers
        `n_left_out`: rows without such a pair; 0 in Python, which refuses them
        `value_sum`: the sum of absolute errors for mae, of relative ones for mape, of squared ones for mse and rmse
            (weighted, with weights), for the value of several groups together
        `weight_sum` (with weights): the sum of the weights
    An empty table has no row. Rows are ordered by the `by` columns, then in the given order of measures.

    Raises InputError (a ValueError) for an unknown measure, a missing column, an empty table, NULL, NaN or infinite
    numbers, and columns that are no numbers.
    """
    asks = list_of_measures(measures)
    with asked("rating_metrics", {"predictions": predictions}, by, columns, con, measures=asks) as call:
        weighted = ["weight_sum"] if call.entrance.columns.named("predictions", "weight") else []
        return call.answer(["measure"], [*FIGURES, *weighted], {"measure": asks})
