"""Boxes that two systems have found on two days, by the matcher of tests/helpers/detections.py."""

from __future__ import annotations

import detections as brute_force
from typical import Given, Row, TypicalCall

COLUMNS = "system day image_id class_id score x_min y_min x_max y_max"
FOUND = Given(
    "found",
    COLUMNS,
    [
        *(("bm25", 1, 1, "cat", 0.9, 0, 0, 10, 10), ("bm25", 1, 1, "cat", 0.8, 1, 1, 11, 11)),
        *(("bm25", 1, 2, "dog", 0.7, 0, 0, 4, 4), ("bm25", 2, 1, "cat", 0.6, 2, 0, 9, 10)),
        *(("dense", 1, 1, "cat", 0.5, 5, 5, 15, 15), ("dense", 1, 2, "dog", 0.9, 1, 0, 10, 10)),
        *(("dense", 2, 1, "cat", 0.3, 0, 0, 10, 10), ("dense", 2, 2, "dog", 0.8, 0, 0, 10, 12)),
    ],
)
TRUTH = Given(
    "truth",
    "day image_id class_id x_min y_min x_max y_max iscrowd area",
    [
        *(
            (1, 1, "cat", 0, 0, 10, 10, 0, 100),
            (1, 1, "cat", 6, 5, 15, 15, 1, 2000),
            (1, 2, "dog", 0, 0, 10, 10, 0, 90),
        ),
        *((2, 1, "cat", 0, 0, 10, 10, 0, 100), (2, 2, "dog", 0, 0, 10, 10, 1, 100)),
    ],
)
GROUPS = [(system, day) for system in ("bm25", "dense") for day in (1, 2)]


def _by_class() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for group in GROUPS:
        mine = [row for row in FOUND.dictionaries if (row["system"], row["day"]) == group]
        boxes = [row for row in TRUTH.dictionaries if row["day"] == group[1]]
        for (name, threshold), figures in brute_force.by_class(mine, boxes, [0.5]).items():
            found[*group, name, threshold] = tuple(figures)
    return found


def _means() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for group in GROUPS:
        own = {key[2:]: figures for key, figures in _by_class().items() if key[:2] == group}
        n_classes = sum(value is not None for value, *_ in own.values())
        counts = [sum(figures[place] for figures in own.values()) for place in (1, 2, 3)]
        found[*group, 0.5] = (brute_force.mean(own, 0.5), n_classes, *counts)
    return found


BOTH = {"detections": FOUND, "ground_truth": TRUTH}
BY = {"by": ["system", "day"], "ground_truth_by": ["day"]}
CALLS = [
    TypicalCall(
        macro="detection_metrics",
        tables=BOTH,
        arguments={"iou_thresholds": ["0.5"], **BY},
        keys="system day iou_threshold",
        figures="value n_classes n_ground_truth n_detections n_true_positives",
        truth=_means,
        command="detection-metrics found.csv truth.csv --by system --by day --iou 0.5",
    ),
    TypicalCall(
        macro="detection_class_metrics",
        tables=BOTH,
        arguments={"iou_thresholds": ["0.5"], **BY},
        keys="system day class_id iou_threshold",
        figures="value n_ground_truth n_detections n_true_positives",
        truth=_by_class,
        function="detection_metrics",
        function_takes={"per_class": True},
        command="detection-metrics found.csv truth.csv --by system --by day --iou 0.5 --per-class",
    ),
]
