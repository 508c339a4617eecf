"""Commands over detected objects."""

from __future__ import annotations

from rankhouse.cli._options import Option
from rankhouse.cli._program import Panel

panel = Panel("Detect")

panel.declare(
    "detection_metrics",
    "Measure object detections: average precision at IoU thresholds.",
    "rankhouse detection-metrics found.csv truth.csv",
    "rankhouse detection-metrics found.csv truth.csv --iou 0.5:0.95:0.05",
    work="Measuring",
    columns="class_id=label, detections.score=p",
    options={"iou_thresholds": Option(("--iou",), kind=list[str], default=["0.5"])},
)
