"""Object detection once more, by hand and slowly: exact fractions, one detection after the other.

Nothing here shares code or formulas with the package; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Row = dict[str, Any]
Box = tuple[Any, ...]
LEVELS = {"all": 0, "11-point": 10, "101-point": 100}


def box(row: Row) -> Box:
    return row["x_min"], row["y_min"], row["x_max"], row["y_max"]


def area(corners: Box) -> Fraction:
    left, low, right, high = map(Fraction, corners)
    return max(right - left, Fraction(0)) * max(high - low, Fraction(0))


def iou(one: Box, other: Box) -> Fraction | None:
    """None when neither box has an area."""
    shared = area(tuple(max(a, b) for a, b in zip(one[:2], other[:2], strict=True)) + tuple(map(min, one[2:], other[2:])))
    covered = area(one) + area(other) - shared
    return shared / covered if covered else None


def in_order(detections: Sequence[Row]) -> list[Row]:
    return sorted(detections, key=lambda row: (-row["score"], row["image_id"], box(row)))


def true_positives(
    detections: Sequence[Row], ground_truth: Sequence[Row], threshold: Fraction, rule: str = "coco"
) -> list[bool]:
    """Of the detections of one class in order: coco takes the best free box, voc the best box if it is free."""
    free = sorted(ground_truth, key=lambda row: (row["image_id"], box(row)))
    everything = list(free)
    found = []
    for detection in in_order(detections):
        candidates = [
            (overlap, truth)
            for truth in (free if rule == "coco" else everything)
            if truth["image_id"] == detection["image_id"]
            if (overlap := iou(box(detection), box(truth))) is not None and overlap >= threshold
        ]
        best = max(candidates, key=lambda pair: pair[0], default=None)
        taken = best is not None and any(truth is best[1] for truth in free)
        if taken and best is not None:
            free = [truth for truth in free if truth is not best[1]]
        found.append(taken)
    return found


def average_precision(found: Sequence[bool], n_ground_truth: int, interpolation: str = "all") -> Fraction | None:
    """The area below the highest precision at any later recall, or its mean at the recall levels."""
    if not n_ground_truth:
        return None
    curve = [(Fraction(sum(found[:n]), n_ground_truth), Fraction(sum(found[:n]), n)) for n in range(1, len(found) + 1)]

    def highest(recall: Fraction) -> Fraction:
        return max((precision for reached, precision in curve if reached >= recall), default=Fraction(0))

    if interpolation == "all":
        recalls = sorted({Fraction(0), *(recall for recall, _ in curve)})
        return sum(((b - a) * highest(b) for a, b in zip(recalls, recalls[1:], strict=False)), start=Fraction(0))
    steps = LEVELS[interpolation]
    return sum((highest(Fraction(n, steps)) for n in range(steps + 1)), start=Fraction(0)) / (steps + 1)


def by_class(
    detections: Sequence[Row],
    ground_truth: Sequence[Row],
    thresholds: Sequence[float] = (0.5,),
    interpolation: str = "all",
    rule: str = "coco",
) -> dict[tuple[Any, float], tuple[Fraction | None, int, int, int]]:
    """(class, threshold) -> average precision, boxes, detections, true positives."""
    classes = {row["class_id"] for row in (*detections, *ground_truth)}
    figures = {}
    for class_id in classes:
        mine = [row for row in detections if row["class_id"] == class_id]
        theirs = [row for row in ground_truth if row["class_id"] == class_id]
        for threshold in thresholds:
            found = true_positives(mine, theirs, Fraction(str(threshold)), rule)
            value = average_precision(found, len(theirs), interpolation)
            figures[class_id, threshold] = (value, len(theirs), len(mine), sum(found))
    return figures


def mean(figures: dict[tuple[Any, float], tuple[Fraction | None, int, int, int]], threshold: float | None) -> Fraction | None:
    """Over the classes that have a value, at one threshold or at all of them."""
    values = [value for (_, at), (value, *_) in figures.items() if value is not None and threshold in (None, at)]
    return sum(values, start=Fraction(0)) / len(values) if values else None
