"""Classifiers: two of them over the same rows of two days; a row without a score, and one without a label."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import classifier_pairs
import predictions
from predicted import Predicted
from typical import Given, Row, TypicalCall

SCORES = {
    "logit": [0.9, 0.8, 0.6, 0.55, 0.4, 0.4, 0.3, 0.1],
    "trees": [0.7, 0.2, 0.9, 0.55, 0.6, 0.4, 0.8, 0.3],
}
LABELS = [1, 1, 0, 1, 0, 1, 0, 0]
PREDICTIONS = Given(
    "predictions",
    "system day row_id score label prediction weight",
    [
        (system, day, 8 * day + place, score if day == 1 else 1 - score, label, place % 2, 1 + place % 3)
        for system, scores in SCORES.items()
        for day in (1, 2)
        for place, (score, label) in enumerate(zip(scores, LABELS, strict=True))
    ],
)
GROUPS = [(system, day) for system in SCORES for day in (1, 2)]
BY = ["system", "day"]
BINS = 4


def scored(group: Row) -> list[tuple[float, int]]:
    return [(row[3], row[4]) for row in PREDICTIONS.rows if row[:2] == group]


def _of_groups(figures: Callable[[list[tuple[float, int]]], Iterator[Row]], n_keys: int = 1) -> dict[Row, Row]:
    return {(*group, *row[:n_keys]): row[n_keys:] for group in GROUPS for row in figures(scored(group))}


def _metrics(rows: list[tuple[float, int]]) -> Iterator[Row]:
    for (measure, threshold), value in predictions.known(rows, [0.5], MEASURES).items():
        yield measure, threshold, value, 8, 4


MEASURES = ["roc_auc", "f1", "brier"]


def _confusion(rows: list[tuple[float, int]]) -> Iterator[Row]:
    yield 0.5, *Predicted(rows).at(0.5).cells, 8, 4


def _curve(name: str) -> Callable[[list[tuple[float, int]]], Iterator[Row]]:
    from warehouses.pointwise import curve

    return lambda rows: curve(name, rows)


def _lift(rows: list[tuple[float, int]]) -> Iterator[Row]:
    from classification.test_curves import lift_table

    yield from lift_table(rows, BINS)


def _calibration(rows: list[tuple[float, int]]) -> Iterator[Row]:
    from warehouses.pointwise import calibration

    yield from calibration(rows)


def _binned(rows: list[tuple[float, int]]) -> Iterator[Row]:
    from warehouses.pointwise import binned_areas

    yield *binned_areas(rows), 8, 4


def _interval(rows: list[tuple[float, int]]) -> Iterator[Row]:
    value, error, low, high, interval, *sizes = classifier_pairs.interval(dict(enumerate(rows)), 0.9)
    yield interval, value, error, low, high, *sizes


def _compared() -> dict[Row, Row]:
    rows: Any = [(row[1], row[0], row[2], row[3], row[4]) for row in PREDICTIONS.rows]
    return classifier_pairs.compared(rows, confidence=0.9)


def _scored(row: int) -> Iterator[Row]:
    """The trees are better than the regression, but not in the app."""
    chosen = random.Random(row)
    label, channel = row % 2, "app" if row % 8 in (0, 1) else "web"
    for system, shift in (("logit", 0.5), ("trees", 2.5 if channel == "web" else -1.5)):
        score = round(chosen.gauss(shift * label, 1), 1)
        yield 1 + row // 120, channel, f"u{row // 2}", system, row, score, label


SCORED = Given(
    "scored", "day channel user_id system row_id score label", [each for row in range(140) for each in _scored(row)]
)


def _decisions() -> dict[Row, Row]:
    from decisions import Rule, decided
    from evidence import answer, of_predictions

    rule = Rule(measure="roc_auc", baseline="logit", unnamed=("user_id",))
    found: dict[Row, Row] = {}
    for day in (1, 2):
        rows = [row for row in SCORED.dictionaries if row["day"] == day]
        known = decided(of_predictions(rows, segments=["channel"], beside=["user_id"]), rule)
        assert known is not None
        found[day,] = answer(known, rule.measure, "rows")
    return found


def _call(macro: str, keys: str, figures: str, truth: Callable[[], dict[Row, Row]], **more: Any) -> TypicalCall:
    arguments = {"by": BY, **more.pop("arguments", {})}
    return TypicalCall(
        macro=macro, tables={"predictions": PREDICTIONS}, arguments=arguments, keys=keys, figures=figures, truth=truth,
        **more,
    )  # fmt: skip


CALLS = [
    _call(
        "classifier_metrics",
        "system day measure threshold",
        "value n_rows n_positives",
        lambda: _of_groups(_metrics, 2),
        arguments={"measures": MEASURES},
    ),
    _call(
        "confusion",
        "system day threshold",
        "tp fp fn tn n_rows n_positives",
        lambda: _of_groups(_confusion),
        arguments={"thresholds": [0.5]},
    ),
    _call(
        "roc_curve",
        "system day threshold",
        "fpr tpr tp fp n_rows n_positives is_break_even area",
        lambda: _of_groups(_curve("roc_curve")),
    ),
    _call(
        "pr_curve",
        "system day threshold",
        "recall precision tp fp n_rows n_positives is_break_even area",
        lambda: _of_groups(_curve("pr_curve")),
    ),
    _call(
        "calibration",
        "system day bin",
        "bin_from bin_to n_rows n_positives mean_score positive_share",
        lambda: _of_groups(_calibration),
        arguments={"bins": BINS},
    ),
    _call(
        "lift",
        "system day bin",
        "depth threshold n_rows n_positives positive_share lift cumulative_positives gain cumulative_lift",
        lambda: _of_groups(_lift),
        arguments={"bins": BINS},
    ),
    _call(
        "binned_auc",
        "system day",
        "roc_auc low high n_rows n_positives",
        lambda: _of_groups(_binned, 0),
        arguments={"bins": BINS, "lowest": 0, "highest": 1},
    ),
    _call(
        "auc_interval",
        "system day interval",
        "value std_error ci_low ci_high n_positives n_negatives",
        lambda: _of_groups(_interval),
        arguments={"confidence": 0.9},
    ),
    TypicalCall(
        macro="compare_classifiers",
        tables={"predictions": PREDICTIONS},
        arguments={"by": ["day"], "confidence": 0.9},
        keys="day system baseline",
        figures="value baseline_value difference ci_low ci_high n_rows n_positives n_left_out wins losses p_value"
        " p_adjusted",
        truth=_compared,
    ),
    TypicalCall(
        macro="classifier_decision",
        tables={"predictions": SCORED},
        arguments={"baseline": "logit", "segments": ["channel"], "by": ["day"]},
        keys="day",
        figures="decision system baseline measure difference p_adjusted unit n_units falls",
        truth=_decisions,
    ),
]
UNCLEAN = Given("unclean_predictions", "score label", [(0.5, 1), (1.5, 0), (None, 1), (math.nan, 0), (0.5, 2)])
CALLS.append(
    TypicalCall(
        macro="prediction_problems",
        tables={"predictions": UNCLEAN},
        keys="problem",
        figures="n_rows",
        truth=lambda: {
            ("score is NULL or NaN",): (2,),
            ("score outside 0 to 1",): (1,),
            ("label is not 0 or 1",): (1,),
        },
        function=None,
        command=None,
    )
)
CLASSES = Given(
    "classes",
    "day label prediction weight",
    [
        (day, label, prediction, 1 + place % 2)
        for day in (1, 2)
        for place, (label, prediction) in enumerate(
            [("cat", "cat"), ("cat", "dog"), ("dog", "dog"), ("dog", "dog"), ("fox", "cat"), ("cat", "cat")][day - 1 :]
        )
    ],
)


def _answered(day: int) -> list[tuple[str, str, float]]:
    return [(row[1], row[2], 1.0) for row in CLASSES.rows if row[0] == day]


def _by_class() -> dict[Row, Row]:
    from classification.test_classes import by_hand

    found: dict[Row, Row] = {}
    for day in (1, 2):
        for (kind, name), figures in by_hand(_answered(day), "leave_out", False).items():
            key = (name, None) if kind == "class" else (None, name)
            found[day, *key] = tuple(figures[each] for each in ("precision", "recall", "f1", "accuracy", "tp", "fp"))
    return found


def _matrix() -> dict[Row, Row]:
    found: dict[Row, Row] = {}
    for day in (1, 2):
        pairs = [row[:2] for row in _answered(day)]
        names = sorted({name for pair in pairs for name in pair})
        found |= {(day, one, other): (pairs.count((one, other)),) for one in names for other in names}
    return found


CALLS += [
    TypicalCall(
        macro="confusion_matrix",
        tables={"predictions": CLASSES},
        arguments={"by": ["day"]},
        keys="day label prediction",
        figures="n_rows",
        truth=_matrix,
    ),
    TypicalCall(
        macro="class_metrics",
        tables={"predictions": CLASSES},
        arguments={"by": ["day"]},
        keys="day label average",
        figures="precision recall f1 accuracy tp fp",
        truth=_by_class,
    ),
]
