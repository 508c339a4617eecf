"""Object detection on an engine, against the matcher of tests/helpers/detections.py, which is slow and exact."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import detections as brute_force
from detections import BOX
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

PLACE = {"part": TEXT, "image_id": BIGINT, "class_id": TEXT, **dict.fromkeys(BOX, DOUBLE)}
TABLES = {"detections": {"system": TEXT, **PLACE, "score": DOUBLE}, "ground_truth": PLACE}
GROUPS = {"by": ["system", "part"], "ground_truth_by": ["part"]}
THRESHOLDS = [0.3, 0.5]
LEFT_OUT = [{"score": None}, {"score": math.nan}, {"image_id": None}, {"y_max": math.inf}, {"x_min": math.nan}]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    """Three parts, one of them NULL; the system "old" has found nothing in one of them."""
    package = macros(*DIALECTS[dialect])
    parts = {"crowd": brute_force.crowd(8, 5), None: brute_force.padilla(), "classes": brute_force.crowded()}
    units = [(system, part) for part in parts for system in ("new", "old") if (system, part) != ("old", "crowd")]
    found = [row | {"system": system, "part": part} for system, part in units for row in parts[part][0]]
    found += [found[0] | odd for odd in LEFT_OUT]
    truth = [row | {"part": part} for part, (_, boxes) in parts.items() for row in boxes]
    for (table, columns), rows in zip(TABLES.items(), (found, truth), strict=True):
        session.load(table, columns, [tuple(typed(row[c], kind) for c, kind in columns.items()) for row in rows])
    for interpolation in sample.some(brute_force.LEVELS):
        options = {"iou_thresholds": THRESHOLDS, "interpolation": interpolation, **GROUPS}
        classes, means = {}, {}
        for part, (detected, boxes) in parts.items():
            for system in ("new", "old"):
                mine = detected if (system, part) in units else []
                figures = brute_force.by_class(mine, boxes, THRESHOLDS, interpolation)
                for (name, threshold), one in figures.items():
                    classes[system, part, name, "average_precision", threshold] = one
                left_out = len(LEFT_OUT) if (system, part) == units[0] else 0
                for threshold, mean in averaged(figures):
                    means[system, part, "mean_average_precision", threshold] = (*mean, left_out)
        found = session.query(package.detection_class_metrics("detections", "ground_truth", **options))
        yield from compared("detection_class_metrics", classes, keyed(found, 5))
    found = session.query(package.detection_metrics("detections", "ground_truth", **options))
    yield from compared("detection_metrics", means, keyed(found, 4))
    yield from marked(session, package)


def marked(session: Session, package: Any) -> Iterator[Comparison]:
    """Crowds, some of them over each other, ranges of areas and a limit by image and class."""
    both = zip(brute_force.marked(), brute_force.overlapping_crowds(), strict=True)
    detections, boxes = ([*some, *others] for some, others in both)
    tables = {"seen": {**PLACE, "score": DOUBLE}, "marked": {**PLACE, "iscrowd": BIGINT, "area": DOUBLE}}
    for (table, columns), rows in zip(tables.items(), (detections, boxes), strict=True):
        session.load(table, columns, [tuple(typed(row.get(c), kind) for c, kind in columns.items()) for row in rows])
    named = {"columns": {"iscrowd": "iscrowd", "area": "area"}}
    for area_range, most in sample.some([("all", None), ("small", 5), ("medium", 1), ("large", 10)]):
        options = {"iou_thresholds": THRESHOLDS, "area_range": area_range, "max_detections": most}
        figures = brute_force.with_ignored(detections, boxes, THRESHOLDS, "all", area_range, most)
        expected = {(name, "average_precision", threshold): one for (name, threshold), one in figures.items()}
        found = session.query(package.detection_class_metrics("seen", "marked", **named, **options))
        yield from compared("detection_class_metrics", expected, keyed(found, 3))


def typed(value: Any, kind: str) -> Any:
    return float(value) if kind == DOUBLE and value is not None else value


def averaged(figures: dict[tuple[Any, float], Row]) -> Iterator[tuple[float | None, Row]]:
    """value, n_classes, n_ground_truth, n_detections and n_true_positives at each threshold; then the mean of all."""
    for threshold in (*THRESHOLDS, None):
        at = [one for (_, t), one in figures.items() if t == (threshold or THRESHOLDS[0])]
        _, boxes, detections, true_positives = zip(*at, strict=True)
        n_classes = sum(value is not None for value, *_ in at)
        n_true_positives = None if threshold is None else sum(true_positives)
        mean = brute_force.mean(figures, threshold)
        yield threshold, (mean, n_classes, sum(boxes), sum(detections), n_true_positives)
