"""Object detection once more, by hand and slowly: exact fractions, one detection after the other.

Nothing here shares code or formulas with the package; tests compare the two.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Row = dict[str, Any]
Box = tuple[Any, ...]
BOX = ("x_min", "y_min", "x_max", "y_max")
LEVELS = {"all": 0, "11-point": 10, "101-point": 100}


def box(row: Row) -> Box:
    return row["x_min"], row["y_min"], row["x_max"], row["y_max"]


def area(corners: Box) -> Fraction:
    left, low, right, high = map(Fraction, corners)
    return max(right - left, Fraction(0)) * max(high - low, Fraction(0))


def iou(one: Box, other: Box) -> Fraction | None:
    """None when neither box has an area."""
    shared = area(
        tuple(max(a, b) for a, b in zip(one[:2], other[:2], strict=True)) + tuple(map(min, one[2:], other[2:]))
    )
    covered = area(one) + area(other) - shared
    return shared / covered if covered else None


def covered(one: Box, other: Box) -> Fraction | None:
    """The share of the first box that lies in the other."""
    shared = tuple(max(a, b) for a, b in zip(one[:2], other[:2], strict=True)) + tuple(map(min, one[2:], other[2:]))
    return area(shared) / area(one) if area(one) else None


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


AREAS = {"all": (0, 10**10), "small": (0, 32**2), "medium": (32**2, 96**2), "large": (96**2, 10**10)}


def outcomes(
    detections: Sequence[Row],
    ground_truth: Sequence[Row],
    threshold: Fraction,
    area_range: str = "all",
    max_detections: int | None = None,
) -> list[bool]:
    """By COCO's program, box after box: whether each detection of one class in order is true, without the ignored."""
    low, high = AREAS[area_range]

    def is_outside(size: Fraction) -> bool:
        return not low <= size <= high

    truths = sorted(ground_truth, key=lambda row: (row["image_id"], box(row)))
    ignored = [bool(t.get("iscrowd")) or is_outside(t["area"] if t.get("area") else area(box(t))) for t in truths]
    taken, kept, found = [False] * len(truths), dict.fromkeys((row["image_id"] for row in detections), 0), []
    for detection in in_order(detections):
        kept[detection["image_id"]] += 1
        if max_detections is not None and kept[detection["image_id"]] > max_detections:
            continue
        best: tuple[Fraction, int] | None = None
        for kind in (False, True):
            if best is not None:
                break
            for number, truth in enumerate(truths):
                is_crowd = bool(truth.get("iscrowd"))
                if truth["image_id"] != detection["image_id"] or ignored[number] != kind:
                    continue
                if taken[number] and not is_crowd:
                    continue
                overlap = covered(box(detection), box(truth)) if is_crowd else iou(box(detection), box(truth))
                if overlap is not None and overlap >= threshold and (best is None or overlap > best[0]):
                    best = overlap, number
        if best is not None:
            taken[best[1]] = True
            found += [] if ignored[best[1]] else [True]
        elif not is_outside(area(box(detection))):
            found.append(False)
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
        return sum(((b - a) * highest(b) for a, b in itertools.pairwise(recalls)), start=Fraction(0))
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


def with_ignored(
    detections: Sequence[Row],
    ground_truth: Sequence[Row],
    thresholds: Sequence[float],
    interpolation: str = "all",
    area_range: str = "all",
    max_detections: int | None = None,
) -> dict[tuple[Any, float], tuple[Fraction | None, int, int, int]]:
    """As by_class, by COCO's rules for crowds, areas and limits."""
    low, high = AREAS[area_range]
    figures = {}
    for class_id in {row["class_id"] for row in (*detections, *ground_truth)}:
        mine = [row for row in detections if row["class_id"] == class_id]
        theirs = [row for row in ground_truth if row["class_id"] == class_id]
        sizes = [row["area"] if row.get("area") else area(box(row)) for row in theirs if not row.get("iscrowd")]
        n_objects = sum(low <= size <= high for size in sizes)
        for threshold in thresholds:
            found = outcomes(mine, theirs, Fraction(str(threshold)), area_range, max_detections)
            value = average_precision(found, n_objects, interpolation)
            figures[class_id, threshold] = (value, n_objects, len(found), sum(found))
    return figures


def mean(
    figures: dict[tuple[Any, float], tuple[Fraction | None, int, int, int]], threshold: float | None
) -> Fraction | None:
    """Over the classes that have a value, at one threshold or at all of them."""
    values = [value for (_, at), (value, *_) in figures.items() if value is not None and threshold in (None, at)]
    return sum(values, start=Fraction(0)) / len(values) if values else None


def crowded() -> tuple[list[Row], list[Row]]:
    """Twelve images of 17, 23 and 29 objects of three classes, close to each other, and 300 detections near them."""
    generator = random.Random(11)
    ground_truth: list[Row] = []
    for class_id, n in {"cat": 17, "dog": 23, "fox": 29}.items():
        for _ in range(n):
            x, y = generator.uniform(0, 60), generator.uniform(0, 60)
            corners = (x, y, x + generator.uniform(20, 40), y + generator.uniform(20, 40))
            ground_truth.append(
                {"image_id": generator.randint(1, 12), "class_id": class_id} | dict(zip(BOX, corners, strict=True))
            )
    detections: list[Row] = []
    for place in range(300):
        near = generator.choice(ground_truth)
        corners = tuple(near[side] + generator.gauss(0, 5) for side in BOX)
        detections.append(
            {"image_id": near["image_id"], "class_id": generator.choice([near["class_id"], "cat"])}
            | {"score": round(generator.random(), 6) + place * 1e-9}
            | dict(zip(BOX, corners, strict=True))
        )
    return detections, ground_truth


# Seven images with 15 objects and 24 detections (score in percent), left, top, width, height in pixels: the worked
# example of Padilla, Netto, da Silva: A survey on performance metrics for object-detection algorithms, IWSSIP 2020, in
# the files that come with it (github.com/rafaelpadilla/Object-Detection-Metrics).
PADILLA_DETECTIONS = {
    1: [(88, 5, 67, 31, 48), (70, 119, 111, 40, 67), (80, 124, 9, 49, 67)],
    2: [(71, 64, 111, 64, 58), (54, 26, 140, 60, 47), (74, 19, 18, 43, 35)],
    3: [
        (18, 109, 15, 77, 39),
        (67, 86, 63, 46, 45),
        (38, 160, 62, 36, 53),
        (91, 105, 131, 47, 47),
        (44, 18, 148, 40, 44),
    ],
    4: [(35, 83, 28, 28, 26), (78, 28, 68, 42, 67), (45, 87, 89, 25, 39), (14, 10, 155, 60, 26)],
    5: [(62, 50, 38, 28, 46), (44, 95, 11, 53, 28), (95, 29, 131, 72, 29), (23, 29, 163, 72, 29)],
    6: [(45, 43, 48, 74, 38), (84, 17, 155, 29, 35), (43, 95, 110, 25, 42)],
    7: [(48, 16, 20, 101, 88), (95, 33, 116, 37, 49)],
}
PADILLA_GROUND_TRUTH = {
    1: [(25, 16, 38, 56), (129, 123, 41, 62)],
    2: [(123, 11, 43, 55), (38, 132, 59, 45)],
    3: [(16, 14, 35, 48), (123, 30, 49, 44), (99, 139, 47, 47)],
    4: [(53, 42, 40, 52), (154, 43, 31, 34)],
    5: [(59, 31, 44, 51), (48, 128, 34, 52)],
    6: [(36, 89, 52, 76), (62, 58, 44, 67)],
    7: [(28, 31, 55, 63), (58, 67, 50, 58)],
}


def padilla() -> tuple[list[Row], list[Row]]:
    """PASCAL VOC counts the last pixel as part of the box, so that the maxima are one more than left + width."""

    def row(image: int, left: int, top: int, width: int, height: int) -> Row:
        corners = (left, top, left + width + 1, top + height + 1)
        return {"image_id": image, "class_id": "person"} | dict(zip(BOX, corners, strict=True))

    detections = [
        row(image, *place) | {"score": percent / 100}
        for image, found in PADILLA_DETECTIONS.items()
        for percent, *place in found
    ]
    return detections, [row(image, *place) for image, found in PADILLA_GROUND_TRUTH.items() for place in found]


# Of each class, how many objects of the sides 24, 80 and 140; no share of them is a recall level but 0 and 1.
SIZES = {"cat": {24: 7, 80: 11, 140: 13}, "dog": {24: 9, 80: 13, 140: 17}}


def marked() -> tuple[list[Row], list[Row]]:
    """Eight images with objects of all of COCO's sizes, whose areas are less than their boxes', and crowds."""
    generator = random.Random(17)
    ground_truth: list[Row] = []
    for class_id, sizes in SIZES.items():
        for side in [*(side for side, n in sizes.items() for _ in range(n)), *[200] * 6]:
            x, y = generator.uniform(0, 400), generator.uniform(0, 400)
            width, height = side * generator.uniform(0.8, 1.3), side * generator.uniform(0.8, 1.3)
            size = width * height * generator.uniform(*{80: (0.7, 0.85)}.get(side, (0.9, 1)))
            ground_truth.append(
                {"image_id": generator.randint(1, 8), "class_id": class_id}
                | dict(zip(BOX, (x, y, x + width, y + height), strict=True))
                | {"iscrowd": int(side == 200), "area": size}
            )
    detections: list[Row] = []
    for place in range(600):
        near = generator.choice(ground_truth)
        spread = (near["x_max"] - near["x_min"]) / 12
        corners = [near[side] + generator.gauss(0, spread) for side in BOX]
        if near["iscrowd"]:
            corners[2], corners[3] = corners[0] + spread * 5, corners[1] + spread * 5
        detections.append(
            {"image_id": near["image_id"], "class_id": near["class_id"]}
            | {"score": round(generator.random(), 6) + place * 1e-9}
            | dict(zip(BOX, corners, strict=True))
        )
    return detections, ground_truth


def crowd(n_detections: int, n_boxes: int) -> tuple[list[Row], list[Row]]:
    """One image whose boxes all overlap: who takes which decides who is left."""
    generator = random.Random(5)

    def box() -> Row:
        x, y = generator.randint(0, 9), generator.randint(0, 9)
        corners = (x, y, x + generator.randint(8, 20), y + generator.randint(8, 20))
        return {"image_id": 1, "class_id": "a"} | dict(zip(BOX, map(float, corners), strict=True))

    ground_truth = [box() for _ in range(n_boxes)]
    return [{"score": generator.random()} | box() for _ in range(n_detections)], ground_truth


def overlapping_crowds() -> tuple[list[Row], list[Row]]:
    """Eight images, each with an object under four crowds that cover most of its twelve detections whole."""
    generator = random.Random(3)
    images = range(1, 9)
    crowd: Row = {"class_id": "fox", "x_min": 0.0, "y_min": 0.0, "y_max": 500.0, "iscrowd": 1, "area": 1e4}
    found: Row = {
        "class_id": "fox",
        **dict(zip(BOX, (10.0, 10.0, 40.0, 40.0), strict=True)),
        "iscrowd": 0,
        "area": 900.0,
    }
    ground_truth = [{"image_id": i, **crowd, "x_max": 500.0 + n} for i in images for n in range(4)]
    ground_truth += [{"image_id": i, **found} for i in images]
    detections = []
    for i in images:
        for x in generator.choices([10.0, 100.0, 200.0, 490.0], k=12):
            corners = dict(zip(BOX, (x, 10.0, x + 30, 40.0), strict=True))
            detections.append({"image_id": i, "class_id": "fox", "score": generator.random(), **corners})
    return detections, ground_truth
