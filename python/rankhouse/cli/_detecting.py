"""Commands over detected objects."""

from __future__ import annotations

from typing import Annotated

import typer

import rankhouse
from rankhouse.cli._options import (
    Database,
    Groups,
    OutputFile,
    OutputFormat,
    choice,
    renames_option,
)
from rankhouse.cli._shell import answering, panel, renames
from rankhouse.types import AreaRange, Interpolation

command = panel("Detect")


@command(
    "rankhouse detection-metrics found.csv truth.csv",
    "rankhouse detection-metrics found.csv truth.csv --iou 0.5:0.95:0.05",
)
def detection_metrics(
    detections: Annotated[
        str, typer.Argument(help="File or, with --database, table: image_id, class_id, score, x_min, ..., y_max.")
    ],
    ground_truth: Annotated[str, typer.Argument(help="File or table: image_id, class_id, x_min, ..., y_max.")],
    iou: Annotated[list[str], typer.Option(help="A threshold, or a range such as 0.5:0.95:0.05; repeatable.")] = [
        "0.5"
    ],
    interpolation: Annotated[
        Interpolation, choice(Interpolation, "RULE", "Recall levels at which the curve is read", "all")
    ] = "all",
    by: Groups = None,
    per_class: Annotated[bool, typer.Option("--per-class", help="One row per class, not the mean.")] = False,
    area_range: Annotated[
        AreaRange, choice(AreaRange, "RANGE", "Objects of these areas alone, as in COCO", "all")
    ] = "all",
    max_detections: Annotated[int | None, typer.Option(help="How many detections count per image and class.")] = None,
    columns: Annotated[list[str] | None, renames_option("class_id=label, detections.score=p")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Measure object detections: average precision at IoU thresholds."""
    with answering("Measuring", detections, database, format, output) as (con, write):
        result = rankhouse.detection_metrics(
            detections,
            ground_truth,
            iou_thresholds=iou,
            interpolation=interpolation,
            by=by or [],
            per_class=per_class,
            columns=renames(columns),
            area_range=area_range,
            max_detections=max_detections,
            con=con,
        )
        write(result)
