"""Metrics and curves of a binary classifier: predictions in, a DuckDB relation out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from rankhouse._inputs import files
from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.entrance import entered, in_order, list_of_measures, names_of_groups
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted

SIDE = "predictions"
NAMES = ("score", "label", "prediction", "weight")
NOT_A_PROBABILITY = "score outside 0 to 1"
MEASURES = ("roc_auc", "pr_auc", "f1")


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
    return _answer(
        predictions,
        by,
        columns,
        con,
        lambda **given: sql.classifier_metrics(measures=asked, thresholds=_numbers(thresholds), **given),
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
    return _answer(
        predictions,
        by,
        columns,
        con,
        lambda **given: sql.confusion(thresholds=_numbers(thresholds), **given),
    )


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
    return _answer(predictions, by, columns, con, lambda **given: sql.roc_curve(points=points, **given), CURVE)


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
    return _answer(predictions, by, columns, con, lambda **given: sql.pr_curve(points=points, **given), CURVE)


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
    return _answer(
        predictions,
        by,
        columns,
        con,
        lambda **given: sql.calibration(bins=bins, **given),
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
    return _answer(predictions, by, columns, con, lambda **given: sql.lift(bins=bins, **given))


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
    return _answer(
        predictions,
        by,
        columns,
        con,
        lambda **given: sql.binned_auc(bins=bins, lowest=lowest, highest=highest, **given),
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
    return _answer(predictions, by, columns, con, lambda **given: sql.auc_interval(confidence=confidence, **given))


CURVE = ("tp", "fp")


def _answer(
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
    # Whatever the data turn out to be, wrong arguments are told before they are read.
    render(predictions=SIDE, by=groups, columns=names)
    require_predictions(predictions)
    with entered(con, {SIDE: predictions}, {SIDE: read}, renamed, groups) as given:
        (table,) = given.inputs
        check(given.home, table)
        sql = str(render(predictions=table.sql, by=groups, columns=names))
        figures = [quoted(row[0]) for row in given.home.rows(f"describe {sql}")][len(groups) :]
        return given.answer(sql, figures, order or figures, measures)


def _numbers(thresholds: Any) -> Any:
    """A list of one, or of several; anything else as it is, for the macro to refuse."""
    if isinstance(thresholds, (str, Mapping)):
        return thresholds
    return list(thresholds) if isinstance(thresholds, Iterable) else [thresholds]


def require_predictions(predictions: Any) -> None:
    if predictions is None:
        raise InputError("predictions is missing")
    if isinstance(predictions, str) and files.suffix(predictions) in files.TREC:
        raise InputError(f"predictions: {predictions!r} is a TREC file, which has no labels; use evaluate")


def check_predictions(home: Home, given: Input, columns: PredictionColumns, needs_probabilities: bool) -> None:
    for ours in columns.read():
        name = columns.name(SIDE, ours)
        allowed = ("number",) if ours in ("score", "weight") else ("number", "boolean")
        if kind(given.type(name)) not in (*allowed, "null"):
            meaning = "a number" if ours in ("score", "weight") else "0 or 1, or a boolean"
            raise InputError(
                f"{SIDE}: {ours} is {meaning}, and column {name!r} is {given.type(name)}; cast it, or name another"
                f" column with columns={{{ours!r}: ...}}"
            )
    if home.row(f"select count(*) from {given.sql}")[0] == 0:
        raise InputError(f"{SIDE} ({given.shown}) is empty: it has no rows")
    read = {ours: name for ours, name in columns.names.items() if ours in NAMES}
    found = home.rows(str(macros("duckdb").prediction_problems(given.sql, columns=read)))
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
