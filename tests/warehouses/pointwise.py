"""Classifier metrics, curves and rating error on an engine, against scikit-learn, brute force and exact fractions.

Groups of one class, of one row, of tied and of unbounded scores, NULL as a group, and rows that cannot count.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import predictions
import ratings
from classification import test_weights
from classification.test_curves import lift_table
from predicted import Predicted, calibration_bins, ratio
from predictions import EVERY, FAWCETT, WORKED, Rows
from rankhouse._rendering.jinja import Macros, macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

PREDICTIONS = {"system": TEXT, "score": DOUBLE, "label": BIGINT}
RATED = {"system": TEXT, "rating": DOUBLE, "prediction": DOUBLE}
BY = ["system"]
THRESHOLDS = [0.5, 0.36]
BINS = 4

GENERATOR = random.Random(5)
GROUPS: dict[str | None, Rows] = {
    "fawcett": FAWCETT,
    None: WORKED,
    "tied": [(GENERATOR.randint(0, 8) / 8, GENERATOR.randint(0, 1)) for _ in range(60)],
    "distinct": [(GENERATOR.random(), int(GENERATOR.random() < 0.1)) for _ in range(100)],
    "unbounded": [(3.5, 1), (-2.0, 0), (7.25, 0), (0.5, 0), (7.25, 1)],
    "one row": [(0.5, 1)],
    "no positives": [(0.25, 0), (0.5, 0)],
    "two zeros": [(0.0, 1), (-0.0, 0), (1.0, 1), (0.25, 0)],
}
WEIGHTED: dict[str | None, list[test_weights.Row]] = {
    None: test_weights.WORKED,
    "tied": [(GENERATOR.randint(0, 8) / 8, GENERATOR.randint(0, 1), GENERATOR.random()) for _ in range(60)],
    "no positives": [(0.25, 0, 0.1), (0.5, 0, 0.2), (0.75, 0, 0.7)],
    "nothing": [(0.5, 1, 0.0), (0.25, 0, 0.0)],
    "two zeros": [(0.0, 1, 1.0), (-0.0, 0, 0.5), (1.0, 1, 0.25), (0.25, 0, 2.0)],
}
# Without a score or a label of 0 or 1.
LEFT_OUT: dict[str | None, list[tuple[float | None, int | None]]] = {
    "fawcett": [(None, 1), (math.nan, 0), (0.5, None), (0.5, 2), (0.5, -1)],
    None: [(0.5, 3)],
}
PROBLEMS = {"label is NULL": 1, "label is not 0 or 1": 3, "score is NULL or NaN": 2, "score outside 0 to 1": 4}

RATINGS: dict[str | None, list[tuple[float, float]]] = {
    "stars": [(float(GENERATOR.randint(1, 5)), GENERATOR.gauss(3, 1)) for _ in range(50)],
    None: [(GENERATOR.randint(-20, 20) / 4, GENERATOR.randint(-20, 20) / 4) for _ in range(20)],
    "same": [(0.1, 0.2)] * 3,
    "one row": [(3.0, 1.0)],
}
WEIGHTED_RATINGS: dict[str | None, list[tuple[float, float, float]]] = {
    "a": [(float(GENERATOR.randint(1, 5)), GENERATOR.gauss(3, 1), GENERATOR.randint(0, 8) / 4) for _ in range(40)],
    None: [(0.0, 1.0, 0.5), (2.0, 1.5, 2.0), (5.0, 4.0, 0.0)],
    "nothing": [(1.0, 2.0, 0.0)],
}
NO_WEIGHTS = [None, math.nan, math.inf, -0.25]
NO_PAIRS = [(None, 1.0), (2.0, None), (math.nan, 1.0), (1.0, math.nan), (math.inf, 1.0), (1.0, -math.inf)]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    rows = [(system, *row) for groups in (GROUPS, LEFT_OUT) for system, listed in groups.items() for row in listed]
    session.load("predictions", PREDICTIONS, rows)
    yield from classifier_values(session, package)
    if sample.is_whole():
        yield from weighted(session, package)
    yield from curves(session, package)
    yield from binned(session, package)
    rated = [(system, *pair) for system, pairs in RATINGS.items() for pair in pairs]
    session.load("rated", RATED, rated + [(system, *pair) for system in ("stars", "no pairs") for pair in NO_PAIRS])
    yield from rating_values(session, package)


def classifier_values(session: Session, package: Macros) -> Iterator[Comparison]:
    found = session.query(package.classifier_metrics("predictions", EVERY, by=BY, thresholds=THRESHOLDS))
    known = {
        (system, measure, threshold): (value, *sizes(system))
        for system, rows in GROUPS.items()
        for (measure, threshold), value in predictions.known(rows, THRESHOLDS).items()
    }
    yield from compared(
        "classifier_metrics",
        known,
        keyed(((system, measure, *others) for system, measure, _, *others in found), 3),
        measure=lambda key: key[1],
    )
    found = session.query(package.confusion("predictions", THRESHOLDS, by=BY))
    cells = {
        (system, threshold): (*Predicted(rows).at(threshold).cells, *sizes(system))
        for system, rows in GROUPS.items()
        for threshold in THRESHOLDS
    }
    yield from compared("confusion", cells, keyed(found, 2))
    found = session.query(package.prediction_problems("predictions"))
    problems = {(problem,): (n_rows,) for problem, n_rows in PROBLEMS.items()}
    yield from compared("prediction_problems", problems, keyed((row[:2] for row in found), 1))


def weighted(session: Session, package: Macros) -> Iterator[Comparison]:
    rows = [(system, *row) for system, listed in WEIGHTED.items() for row in listed]
    left_out = [("tied", 0.5, 1, weight) for weight in (None, math.nan, -1.0, math.inf)]
    session.load("weighted", {**PREDICTIONS, "worth": DOUBLE}, rows + left_out)
    columns = {"weight": "worth"}
    found = session.query(package.classifier_metrics("weighted", predictions.WEIGHTED, by=BY, columns=columns))
    known = {}
    for system, listed in WEIGHTED.items():
        of_rows = len(listed), sum(label for _, label, _ in listed), 4 if system == "tied" else 0
        for (measure, threshold), value in predictions.known(listed, [0.5], predictions.WEIGHTED).items():
            known[system, measure, threshold] = (value, *of_rows)
    shown = ((system, measure, *others) for system, measure, _, *others in found)
    yield from compared("classifier_metrics with weights", known, keyed(shown, 3))
    found = session.query(package.confusion("weighted", [0.5], by=BY, columns=columns))
    cells = {(system, 0.5): Predicted(listed).at(0.5).cells for system, listed in WEIGHTED.items()}
    yield from compared("confusion with weights", cells, keyed((row[:6] for row in found), 2))
    for name in test_weights.CURVES:
        found = session.query(getattr(package, name)("weighted", points=None, by=BY, columns=columns))
        points = {
            (system, threshold): figures
            for system, listed in WEIGHTED.items()
            for threshold, *figures in test_weights.points_of_curve(listed, name)
        }
        yield from compared(f"{name} with weights", points, keyed(found, 2))
    for name, oracle in (("calibration", test_weights.calibrated), ("lift", test_weights.lift_of_weights)):
        found = session.query(getattr(package, name)("weighted", BINS, by=BY, columns=columns))
        bins = {
            (system, number): figures
            for system, listed in WEIGHTED.items()
            for number, *figures in oracle(listed, BINS)
        }
        yield from compared(f"{name} with weights", bins, keyed(found, 2))
    found = session.query(package.binned_auc("weighted", BINS, by=BY, lowest=0, highest=1, columns=columns))
    areas = {
        (system,): (*test_weights.binned_of_weights(listed, BINS), len(listed), sum(y for _, y, _ in listed))
        for system, listed in WEIGHTED.items()
        if any(weight for *_, weight in listed)
    }
    yield from compared("binned_auc with weights", areas, keyed(found, 1))


def sizes(system: str | None) -> tuple[int, int, int]:
    """n_rows, n_positives, n_left_out."""
    rows = GROUPS[system]
    return len(rows), sum(label for _, label in rows), len(LEFT_OUT.get(system, []))


def curves(session: Session, package: Macros) -> Iterator[Comparison]:
    for name in ("roc_curve", "pr_curve"):
        found = session.query(getattr(package, name)("predictions", points=None, by=BY))
        points = {
            (system, threshold): figures for system, rows in GROUPS.items() for threshold, *figures in curve(name, rows)
        }
        yield from compared(name, points, keyed(found, 2))


def curve(name: str, rows: Rows) -> Iterator[Row]:
    """threshold, x, y, tp, fp, n_rows, n_positives, is_break_even, area; from the point that no score reaches."""
    positives = sum(label for _, label in rows)
    (area,) = predictions.known(rows, [], ["roc_auc" if name == "roc_curve" else "pr_auc"]).values()
    break_even = sorted((score for score, _ in rows), reverse=True)[positives - 1] if positives else None
    for threshold in (None, *{score for score, _ in rows}):
        tp, fp, *_ = Predicted(rows).at(math.inf if threshold is None else threshold).cells
        recall = ratio(tp, positives)
        x_and_y = (
            (ratio(fp, len(rows) - positives), recall)
            if name == "roc_curve"
            else (recall, 1.0 if threshold is None else ratio(tp, tp + fp))
        )
        yield threshold, *x_and_y, tp, fp, len(rows), positives, threshold == break_even, area


def binned(session: Session, package: Macros) -> Iterator[Comparison]:
    found = session.query(package.calibration("predictions", BINS, by=BY))
    bins = {(system, number): figures for system in GROUPS for number, *figures in calibration(GROUPS[system])}
    yield from compared("calibration", bins, keyed(found, 2))
    found = session.query(package.lift("predictions", BINS, by=BY))
    parts = {(system, number): figures for system in GROUPS for number, *figures in lift_table(GROUPS[system], BINS)}
    yield from compared("lift", parts, keyed(found, 2))
    found = session.query(package.binned_auc("predictions", BINS, by=BY, lowest=0, highest=1))
    areas = {(system,): (*binned_areas(rows), *sizes(system)[:2]) for system, rows in GROUPS.items()}
    yield from compared("binned_auc", areas, keyed(found, 1))


def calibration(rows: Rows) -> Iterator[Row]:
    """bin, bin_from, bin_to, n_rows, n_positives, mean_score, positive_share."""
    for place, inside in enumerate(calibration_bins(rows, BINS), 1):
        if inside:
            n, positives = len(inside), sum(label for _, label in inside)
            mean = sum(score for score, _ in inside) / n
            yield place, (place - 1) / BINS, place / BINS, n, positives, mean, positives / n


def binned_areas(rows: Rows) -> tuple[float | None, float | None, float | None]:
    """AUC with the ties of each bin counted as half, as lost and as won."""
    placed = [(min(max(int(score * BINS), 0), BINS - 1), label) for score, label in rows]
    pairs = [(p > n, p == n) for p, y in placed if y for n, z in placed if not z]
    if not pairs:
        return None, None, None
    above, level = (sum(part) / len(pairs) for part in zip(*pairs, strict=True))
    return above + level / 2, above, above + level


def rating_values(session: Session, package: Macros) -> Iterator[Comparison]:
    known = {}
    for system, pairs in ({"no pairs": []} | RATINGS).items():
        left_out = len(NO_PAIRS) if system in ("stars", "no pairs") else 0
        for measure, (value, value_sum) in ratings.exact(pairs).items():
            known[system, measure] = (value, len(pairs), left_out, value_sum)
    found = session.query(package.rating_metrics("rated", ratings.MEASURES, by=BY))
    yield from compared("rating_metrics", known, keyed(found, 2), measure=lambda key: key[1])
    if sample.is_whole():
        yield from weighted_ratings(session, package)


def weighted_ratings(session: Session, package: Macros) -> Iterator[Comparison]:
    rows = [(system, *row) for system, listed in WEIGHTED_RATINGS.items() for row in listed]
    session.load("weighted_ratings", {**RATED, "worth": DOUBLE}, [*rows, *(("a", 5.0, 1.0, one) for one in NO_WEIGHTS)])
    known = {}
    for system, listed in WEIGHTED_RATINGS.items():
        sizes = len(listed), len(NO_WEIGHTS) if system == "a" else 0
        for measure, (value, value_sum) in ratings.exact(listed).items():
            known[system, measure] = (value, *sizes, value_sum, sum(weight for *_, weight in listed))
    columns = {"weight": "worth"}
    found = session.query(package.rating_metrics("weighted_ratings", ratings.MEASURES, by=BY, columns=columns))
    yield from compared("rating_metrics with weights", known, keyed(found, 2))
