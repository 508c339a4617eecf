"""`detection_metrics`: average precision of detected objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, check_comparable
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import AreaRange, Interpolation

PLACE = ("image_id", "class_id")
BOX = ("x_min", "y_min", "x_max", "y_max")
COUNTS = ("n_ground_truth", "n_detections", "n_true_positives")
FIGURES = ("measure", "iou_threshold", "value", "n_classes", *COUNTS, "n_left_out")
CLASS_FIGURES = ("class_id", "measure", "iou_threshold", "value", *COUNTS)
MARKS = ("iscrowd", "area")
READ = {"detections": [*PLACE, "score", *BOX], "ground_truth": [*PLACE, *BOX]}


@short_errors
def detection_metrics(
    detections: Any,
    ground_truth: Any,
    *,
    iou_thresholds: float | str | Sequence[float | str] = (0.5,),
    interpolation: Interpolation = "all",
    by: str | Sequence[str] = (),
    per_class: bool = False,
    columns: Mapping[str, str] | None = None,
    area_range: AreaRange = "all",
    max_detections: int | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Average precision of object detections, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    detections: one row per detected box: `image_id`, `class_id`, `score` (higher is more certain), the box, `x_min`,
        `y_min`, `x_max` and `y_max`, in any unit that both tables share, and the columns named in `by`. Any table that
        `evaluate` takes.
    ground_truth: one row per object: `image_id`, `class_id` and the box, `x_min`, `y_min`, `x_max` and `y_max`; if
        `columns` names them, also `iscrowd` (1 or true for a box around many objects, on which detections are ignored)
        and `area`.
    iou_thresholds: numbers above 0 and up to 1, or ranges such as `'0.5:0.95:0.05'`. A detection is a true positive at
        an IoU of at least the threshold; each object counts once, for the highest score.
    interpolation: `all` (the area under the whole interpolated precision-recall curve, the default), `11-point` or
        `101-point`.
    by: columns of the detections, or of both tables; each combination of their values, including NULL, is evaluated
        separately. Groups by a column of the detections alone, such as a system, are compared with the whole ground
        truth; groups by a column of both tables, such as a part of the data, with their own part.
    per_class: true: one row per class instead of the mean over classes.
    columns: maps our column names to yours, for both tables or for one:
        `{"class_id": "label", "detections.score": "confidence"}`. `{"iscrowd": "iscrowd"}` names the column of the
        ground truth that is 1 or true for boxes around crowds: no object has to be found there, and detections on them
        are ignored. `{"area": "area"}` names the column of the objects' areas; by default the boxes' areas count.
    area_range: `all` (the default), `small` (up to 32 x 32), `medium` (from there to 96 x 96) or `large`. Objects
        outside the range are ignored, and so are detections outside the range that match no object.
    max_detections: how many detections of an image and class count, highest scores first; None: all.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per IoU threshold, and with several thresholds one more, the mean over them:
        the `by` columns
        `measure`: mean_average_precision
        `iou_threshold`: the IoU threshold; NULL in the row of the mean over several
        `value`: the mean of average precision over the classes of the ground truth; NULL without ground truth
        `n_classes`: classes with ground truth
        `n_ground_truth`: objects of the ground truth
        `n_detections`: detections
        `n_true_positives`: detections that found an object; NULL in the row of the mean over several
        `n_left_out`: rows that were left out; 0 in Python, which refuses them
    With per_class one row per class and IoU threshold:
        the `by` columns
        `class_id`: the class
        `measure`: average_precision
        `iou_threshold`: the IoU threshold
        `value`: its average precision; NULL for a class that the ground truth lacks
        `n_ground_truth`: objects of the ground truth
        `n_detections`: detections
        `n_true_positives`: detections that found an object
    Ignored boxes are in none of these counts. It needs an engine with recursive queries, or Spark. Rows are ordered by
    these columns.

    Raises InputError (a ValueError) for wrong thresholds, a missing column, an empty table, NULL ids, NULL, NaN or
    infinite numbers (a score may be infinite), a box whose maximum is below its minimum, ids of different types, and no
    image in common.
    """
    groups = names_of_groups(by)
    renamed = Columns(columns or {}, ours=[*READ["detections"], *MARKS], sides=list(READ))
    marks = [name for name in MARKS if renamed.named("ground_truth", name)]
    read = READ | {"ground_truth": [*READ["ground_truth"], *marks]}
    package = macros("duckdb")
    options: dict[str, Any] = {"iou_thresholds": iou_thresholds, "interpolation": interpolation}
    options |= {"area_range": area_range, "max_detections": max_detections}
    # Wrong arguments are refused before any data are read.
    package.yes_or_no("per_class", per_class)
    package.detection_metrics("detections", "ground_truth", **options)

    tables = {"detections": detections, "ground_truth": ground_truth}
    no_matter = ["area"] if area_range == "all" else []
    with entered(con, tables, read, renamed, groups, no_matter=no_matter) as entrance:
        check_comparable(*_keyed(entrance, renamed))
        macro = "detection_class_metrics" if per_class else "detection_metrics"
        arguments: dict[str, Any] = {side: entrance.relation(side) for side in READ}
        arguments |= {"by": groups, "ground_truth_by": entrance.by["ground_truth"], "columns": dict(renamed.names)}
        refuse_problems(entrance, macro, arguments)
        sql = getattr(package, macro)(**arguments, **options)
        figures = CLASS_FIGURES if per_class else FIGURES
        return entrance.answer(sql, figures, figures[: 2 + per_class])


def _keyed(entrance: Entrance, columns: Columns) -> list[KeyedInput]:
    """The inputs with the ids that are compared with each other."""
    home, by = entrance.home, entrance.by
    return [KeyedInput(home, table, columns, by=by[table.side], values=(), ids=PLACE) for table in entrance.inputs]
