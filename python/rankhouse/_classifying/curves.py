"""Curves of a binary classifier: predictions in, a DuckDB relation out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.predictions import binary_answer
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros


@short_errors
def roc_curve(
    predictions: Any,
    points: int | None = 1000,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The ROC curve: `by`, `threshold`, `fpr`, `tpr`, `tp`, `fp`, `n_rows`, `n_positives`, `is_break_even`, `area`.

    points: at most this many points per group, at least 5; None: every distinct score. Both ends and the break-even
        point stay, and no point of the full curve is more than 4 / (points - 3) above or below the thinned one.
    `threshold` is NULL at (0, 0). `area` is exact, from all points; coordinates and area are NULL where a class is
    missing. With `weight` among `columns`, tp and fp are sums of weights, and at the break-even point the predicted
    positives weigh as much as the positives. Rows are in the order of the curve. Other arguments and errors as in
    `classifier_metrics`.
    """
    sql = macros("duckdb")
    return binary_answer(
        predictions, by, columns, con, lambda **arguments: sql.roc_curve(points=points, **arguments), CURVE
    )


@short_errors
def pr_curve(
    predictions: Any,
    points: int | None = 1000,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The precision-recall curve: `by`, `threshold`, `recall`, `precision`, `tp`, `fp`, `n_rows`, `n_positives`,
    `is_break_even`, `area` (the step sum, exact).

    points: as in `roc_curve`; no point of the full curve is more than 2 ln(n_rows) / (points - 3) above or below the
        thinned one; with weights that is 2 ln(weight of all rows / weight of the highest score) / (points - 3).
    It starts at recall 0 and precision 1 with a NULL threshold, where scikit-learn's curve ends. `weight` as in
    `roc_curve`.
    """
    sql = macros("duckdb")
    return binary_answer(
        predictions, by, columns, con, lambda **arguments: sql.pr_curve(points=points, **arguments), CURVE
    )


@short_errors
def calibration(
    predictions: Any,
    bins: int = 10,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Probabilities against outcomes, one row per bin of equal width that has rows: `by`, `bin` (from 1), `bin_from`,
    `bin_to` (a bin includes its upper edge), `n_rows`, `n_positives`, `mean_score`, `positive_share`. Scores are in 0
    to 1. With `weight` among `columns`, mean and share are weighted, and a row of weight 0 is in no bin. Other
    arguments and errors as in `classifier_metrics`."""
    sql = macros("duckdb")
    return binary_answer(
        predictions,
        by,
        columns,
        con,
        lambda **arguments: sql.calibration(bins=bins, **arguments),
        needs_probabilities=True,
    )


@short_errors
def lift(
    predictions: Any,
    bins: int = 10,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Lift and gain, the rows in descending order of score in `bins` parts of equal size: `by`, `bin` (1 has the
    highest scores), `depth`, `threshold`, `n_rows`, `n_positives`, `positive_share`, `lift`, `cumulative_positives`,
    `gain`, `cumulative_lift`. Among tied rows, each part has the positives expected over all their orders; a row on an
    edge counts in both parts by its share. With `weight` among `columns` the parts have equal weight, and every number
    of rows or positives is a sum of weights. Other arguments and errors as in `classifier_metrics`."""
    sql = macros("duckdb")
    return binary_answer(predictions, by, columns, con, lambda **arguments: sql.lift(bins=bins, **arguments))


CURVE = ("tp", "fp")
