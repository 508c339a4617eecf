"""Commands over the predictions of a classifier."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import duckdb
import typer

import rankhouse
from rankhouse._classifying.metrics import MEASURES as CLASSIFIER_MEASURES
from rankhouse.cli import _charts
from rankhouse.cli._charts import ChartsFolder
from rankhouse.cli._options import (
    Baseline,
    Confidence,
    CorrectionRule,
    Database,
    Groups,
    OutputFile,
    OutputFormat,
    SystemColumn,
    choice,
    measures_option,
    renames_option,
)
from rankhouse.cli._shell import answering, chosen, panel, renames
from rankhouse.types import ClassifierTest, Undefined

command = panel("Classify")


Predictions = Annotated[
    str, typer.Argument(help="File (parquet, csv) or, with --database, table with the columns score and label.")
]
PredictionRenames = Annotated[
    list[str] | None,
    renames_option("score=p_click, label=clicked, prediction=predicted or weight=worth"),
]
Thresholds = Annotated[
    list[float], typer.Option("--threshold", help="A score of this or above is predicted positive; repeatable.")
]
Points = Annotated[int, typer.Option(help="At most this many points; 0 for every distinct score.")]
Bins = Annotated[int, typer.Option(help="Number of bins.")]
Classified = Annotated[
    str, typer.Argument(help="File (parquet, csv) or, with --database, table with the columns label and prediction.")
]
ClassRenames = Annotated[
    list[str] | None,
    renames_option("label=species, prediction=species_hat or weight=worth"),
]


@command(
    "rankhouse classifier-metrics predictions.csv --by system",
    "rankhouse classifier-metrics predictions.csv -m f1 --threshold 0.3",
)
def classifier_metrics(
    predictions: Predictions,
    measure: Annotated[
        list[str],
        measures_option("Such as roc_auc, mcc, 'f_beta(beta=2)'; repeatable."),
    ] = list(CLASSIFIER_MEASURES),
    threshold: Thresholds = [0.5],
    by: Groups = None,
    counts: Annotated[bool, typer.Option("--counts", hidden=True)] = False,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute metrics of a binary classifier from scores, or predicted labels, and true labels."""
    with answering("Evaluating", predictions, database, format, output) as (con, write):
        if counts:
            result = rankhouse.confusion(predictions, threshold, by=by or [], columns=renames(columns), con=con)
        else:
            result = rankhouse.classifier_metrics(
                predictions, measure, by=by or [], thresholds=threshold, columns=renames(columns), con=con
            )
        write(result)


def answer(
    make: Callable[..., duckdb.DuckDBPyRelation],
    chart: str,
    predictions: str,
    database: Path | None,
    format: str | None,  # noqa: A002
    output: Path | None,
    folder: Path | None,
    work: str = "Evaluating",
) -> None:
    """Print or write what is made of predictions on a connection, with its chart where that is asked for."""
    _charts.require(folder)
    with answering(work, predictions, database, format, output) as (con, write):
        result = make(con=con)
        write(result)
        _charts.write(folder, _charts.of_curve(chart, result))


@command("rankhouse confusion predictions.csv --threshold 0.3 --threshold 0.5")
def confusion(
    predictions: Predictions,
    threshold: Thresholds = [0.5],
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Count true and false positives and negatives at thresholds."""
    make = partial(rankhouse.confusion, predictions, threshold, by=by or [], columns=renames(columns))
    answer(make, "thresholds", predictions, database, format, output, folder, "Counting")


@command("rankhouse confusion-matrix classes.csv")
def confusion_matrix(
    predictions: Classified,
    by: Groups = None,
    columns: ClassRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Count how often each class was predicted for each true class."""
    with answering("Counting", predictions, database, format, output) as (con, write):
        write(rankhouse.confusion_matrix(predictions, by=by or [], columns=renames(columns), con=con))


@command("rankhouse class-metrics classes.csv --undefined zero")
def class_metrics(
    predictions: Classified,
    by: Groups = None,
    undefined: Annotated[
        Undefined, choice(Undefined, "RULE", "Classes without a value in the averages", "leave_out")
    ] = "leave_out",
    columns: ClassRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute precision, recall and F1 of each class, and their averages."""
    with answering("Evaluating", predictions, database, format, output) as (con, write):
        result = rankhouse.class_metrics(
            predictions, by=by or [], columns=renames(columns), con=con, **chosen(undefined=undefined)
        )
        write(result)


@command("rankhouse roc-curve predictions.csv --by system -o roc.csv")
def roc_curve(
    predictions: Predictions,
    points: Points = 1000,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Compute the ROC curve, with its exact area and break-even point."""
    make = partial(rankhouse.roc_curve, predictions, points or None, by=by or [], columns=renames(columns))
    answer(make, "roc", predictions, database, format, output, folder)


@command("rankhouse pr-curve predictions.csv --points 200 --charts charts")
def pr_curve(
    predictions: Predictions,
    points: Points = 1000,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Compute the precision-recall curve, with its exact area and break-even point."""
    make = partial(rankhouse.pr_curve, predictions, points or None, by=by or [], columns=renames(columns))
    answer(make, "precision_recall", predictions, database, format, output, folder)


@command("rankhouse calibration predictions.csv --bins 20")
def calibration(
    predictions: Predictions,
    bins: Bins = 10,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Compare predicted probabilities with outcomes, bin by bin."""
    make = partial(rankhouse.calibration, predictions, bins, by=by or [], columns=renames(columns))
    answer(make, "calibration", predictions, database, format, output, folder)


@command("rankhouse lift predictions.csv --bins 10")
def lift(
    predictions: Predictions,
    bins: Bins = 10,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Compute lift and gain, from the highest scores to the lowest."""
    make = partial(rankhouse.lift, predictions, bins, by=by or [], columns=renames(columns))
    answer(make, "lift", predictions, database, format, output, folder)


@command("rankhouse binned-auc predictions.csv --lowest 0 --highest 1")
def binned_auc(
    predictions: Predictions,
    bins: Annotated[int, typer.Option(help="Bins of equal width.")] = 1000,
    lowest: Annotated[float | None, typer.Option(help="Where the first bin starts.")] = None,
    highest: Annotated[float | None, typer.Option(help="Where the last bin ends.")] = None,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute ROC AUC from a histogram of the scores, with bounds, without a sort."""
    with answering("Evaluating", predictions, database, format, output) as (con, write):
        result = rankhouse.binned_auc(
            predictions,
            bins,
            by=by or [],
            lowest=lowest,
            highest=highest,
            columns=renames(columns),
            con=con,
        )
        write(result)


@command("rankhouse auc-interval predictions.csv --by system")
def auc_interval(
    predictions: Predictions,
    confidence: Confidence = 0.95,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute ROC AUC with its standard error and an interval."""
    with answering("Evaluating", predictions, database, format, output) as (con, write):
        write(
            rankhouse.auc_interval(predictions, by=by or [], confidence=confidence, columns=renames(columns), con=con)
        )


@command(
    "rankhouse compare-classifiers predictions.csv",
    "rankhouse compare-classifiers predictions.csv --test mcnemar",
)
def compare_classifiers(
    predictions: Annotated[
        str,
        typer.Argument(help="File (parquet, csv) or, with --database, table with system, row_id, score and label."),
    ],
    baseline: Baseline = None,
    test: Annotated[
        ClassifierTest,
        choice(ClassifierTest, "TEST", "Test of areas under the ROC curve, or of decisions at a threshold", "delong"),
    ] = "delong",
    threshold: Annotated[float, typer.Option(help="A score of this or above is predicted positive.")] = 0.5,
    system: SystemColumn = "system",
    by: Groups = None,
    correction: CorrectionRule = "holm",
    confidence: Confidence = 0.95,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare classifiers on the same rows, in pairs: differences with intervals and p-values."""
    with answering("Comparing", predictions, database, format, output) as (con, write):
        result = rankhouse.compare_classifiers(
            predictions,
            baseline=baseline,
            test=test,
            threshold=threshold,
            system=system,
            by=by or [],
            **chosen(correction=correction),
            confidence=confidence,
            columns=renames(columns),
            con=con,
        )
        write(result)


Curve: TypeAlias = Literal["roc", "pr", "calibration", "lift"]


# The names that these commands had before each was called like its function in Python.
command(name="classifier", hidden=True)(classifier_metrics)


@command(hidden=True)
def curve(
    kind: Annotated[Curve, typer.Argument(help="Which curve, or table of a curve.")],
    predictions: Predictions,
    points: Points = 1000,
    bins: Bins = 10,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Use roc-curve, pr-curve, calibration or lift."""
    table: dict[str, Any] = {"by": by, "columns": columns, "format": format, "output": output, "database": database}
    curves = {"roc": roc_curve, "pr": pr_curve}
    tables = {"calibration": calibration, "lift": lift}
    if kind in curves:
        curves[kind](predictions, points=points, **table)
    else:
        tables[kind](predictions, bins=bins, **table)
