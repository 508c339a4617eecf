"""Commands over the predictions of a classifier."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

import rankhouse
from rankhouse.cli._command import Asked
from rankhouse.cli._options import OR_INDEPENDENT, OWN_MEASURES, Option
from rankhouse.cli._program import Panel

panel = Panel("Classify", columns="score=p_click, label=clicked, prediction=predicted or weight=worth")
CLASSIFIED = "label=species, prediction=species_hat or weight=worth"
# 0 stands for every distinct score.
POINTS = Option(read=lambda points: points or None)


@panel.special(
    "rankhouse classifier-metrics predictions.csv --by system",
    "rankhouse classifier-metrics predictions.csv -m f1 --threshold 0.3",
    options={"measures": OWN_MEASURES},
)
def classifier_metrics(asked: Asked, counts: Annotated[bool, typer.Option("--counts", hidden=True)] = False) -> None:
    """Compute metrics of a binary classifier from scores, or predicted labels, and true labels."""
    with asked.answering() as (con, write):
        measures = asked.arguments.pop("measures")
        if counts:
            write(rankhouse.confusion(**asked.arguments, con=con))
        else:
            write(rankhouse.classifier_metrics(measures=measures, **asked.arguments, con=con))


panel.declare(
    "confusion",
    "Count true and false positives and negatives at thresholds.",
    "rankhouse confusion predictions.csv --threshold 0.3 --threshold 0.5",
    work="Counting",
    chart="thresholds",
)
panel.declare(
    "confusion_matrix",
    "Count how often each class was predicted for each true class.",
    "rankhouse confusion-matrix classes.csv",
    work="Counting",
    columns=CLASSIFIED,
)
panel.declare(
    "class_metrics",
    "Compute precision, recall and F1 of each class, and their averages.",
    "rankhouse class-metrics classes.csv --undefined zero",
    columns=CLASSIFIED,
)
panel.declare(
    "roc_curve",
    "Compute the ROC curve, with its exact area and break-even point.",
    "rankhouse roc-curve predictions.csv --by system -o roc.csv",
    chart="roc",
    options={"points": POINTS},
)
panel.declare(
    "pr_curve",
    "Compute the precision-recall curve, with its exact area and break-even point.",
    "rankhouse pr-curve predictions.csv --points 200 --charts charts",
    chart="precision_recall",
    options={"points": POINTS},
)
panel.declare(
    "calibration",
    "Compare predicted probabilities with outcomes, bin by bin.",
    "rankhouse calibration predictions.csv --bins 20",
    chart="calibration",
)
panel.declare(
    "lift",
    "Compute lift and gain, from the highest scores to the lowest.",
    "rankhouse lift predictions.csv --bins 10",
    chart="lift",
)
panel.declare(
    "binned_auc",
    "Compute ROC AUC from a histogram of the scores, with bounds and without sorting.",
    "rankhouse binned-auc predictions.csv --lowest 0 --highest 1",
)
panel.declare(
    "auc_interval",
    "Compute ROC AUC with its standard error and an interval.",
    "rankhouse auc-interval predictions.csv --by system",
)
panel.declare(
    "compare_classifiers",
    "Compare classifiers on the same rows, in pairs: differences with intervals and p-values.",
    "rankhouse compare-classifiers predictions.csv",
    "rankhouse compare-classifiers predictions.csv --test mcnemar",
    work="Comparing",
)

panel.declare(
    "classifier_decision",
    "Decide by predictions: ship, do not ship or not decided, with all segments that fall.",
    "rankhouse classifier-decision predictions.csv --by day",
    "rankhouse classifier-decision predictions.csv --measure accuracy",
    work="Deciding",
    options={"cluster": OR_INDEPENDENT},
)

# The names that these commands had before each was called like its function in Python.
panel.special(
    name="classifier",
    of="classifier_metrics",
    options={"measures": OWN_MEASURES},
    is_hidden=True,
)(classifier_metrics)


@panel.special(of="roc_curve", options={"points": POINTS}, is_hidden=True)
def curve(
    asked: Asked,
    kind: Annotated[
        Literal["roc", "pr", "calibration", "lift"], typer.Argument(help="Which curve, or table of a curve.")
    ],
    bins: Annotated[int, typer.Option(help="Number of bins.")] = 10,
) -> None:
    """Use roc-curve, pr-curve, calibration or lift."""
    points = asked.arguments.pop("points")
    with asked.answering() as (con, write):
        if kind in ("roc", "pr"):
            write(getattr(rankhouse, f"{kind}_curve")(**asked.arguments, points=points, con=con))
        else:
            write(getattr(rankhouse, kind)(**asked.arguments, bins=bins, con=con))
