"""Classifiers of several classes on an engine, against brute force.

Groups of two columns, NULL among them, classes never predicted or never actual, and rows that cannot count.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from classification import test_classes
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

COLUMNS = {"system": TEXT, "day": BIGINT, "label": TEXT, "prediction": TEXT, "worth": DOUBLE}
BY = ["system", "day"]
FIGURES = [*test_classes.MEASURES, "accuracy", "n_actual", "n_predicted", "tp", "fp", "fn", "tn"]
GROUPS = [("ü", 1), ("ü", 2), (None, 1), ("one row", None)]
LEFT_OUT = [(None, "a", 1.0), ("b", None, 1.0), (None, None, 1.0)]
NO_WEIGHTS = [None, math.nan, math.inf, -0.25]


def drawn(chosen: random.Random) -> Iterator[Row]:
    """Quarters as weights, whose sums are exact."""
    actual, predicted = ["a", "it's", '"b"', "ß", "never predicted"], ["a", "it's", '"b"', "ß", "never actual"]
    for group in GROUPS:
        for _ in range(1 if group[0] == "one row" else 40):
            yield *group, chosen.choice(actual), chosen.choice(predicted), chosen.randint(0, 8) / 4


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    rows = list(drawn(random.Random(7)))
    wrong = [(*group, *row) for group in (*GROUPS[:1], ("left out", 1)) for row in LEFT_OUT]
    wrong_weights = [(*GROUPS[0], "a", "b", weight) for weight in NO_WEIGHTS]
    session.load("of_classes", COLUMNS, rows + wrong)
    session.load("weighted_classes", COLUMNS, rows + wrong + wrong_weights)
    tables = {"of_classes": {}, "weighted_classes": {"weight": "worth"}}
    for table, columns in sample.some(tables.items()):
        shown = " with weights" if columns else ""
        n_left_out = {GROUPS[0]: 7 if columns else 3, ("left out", 1): 3}
        matrix: dict[Row, Row] = {}
        for group in GROUPS:
            own = [row[2:] for row in rows if row[:2] == group]
            classes = sorted({row[0] for row in own} | {row[1] for row in own})
            for pair in ((actual, predicted) for actual in classes for predicted in classes):
                worth = [row[2] for row in own if row[:2] == pair]
                matrix[*group, *pair] = (len(worth), *([sum(worth)] if columns else []), n_left_out.get(group, 0))
        found = session.query(package.confusion_matrix(table, by=BY, columns=columns))
        yield from compared(f"confusion_matrix{shown}", matrix, keyed(found, 4))
        for undefined in sample.some(package.arguments()["undefined"]["choices"]):
            known: dict[Row, Row] = {}
            for average in test_classes.AVERAGES:
                known["left out", 1, None, average] = (*[None] * 4, *[0] * 7, 3)
            for group in GROUPS:
                own = [row[2:] for row in rows if row[:2] == group]
                for (kind, name), figures in test_classes.by_hand(own, undefined, bool(columns)).items():
                    key = (name, None) if kind == "class" else (None, name)
                    sizes = len(own), n_left_out.get(group, 0)
                    known[*group, *key] = (*(figures[figure] for figure in FIGURES), *sizes)
            found = session.query(package.class_metrics(table, by=BY, undefined=undefined, columns=columns))
            yield from compared(f"class_metrics{shown}", known, keyed(found, 4))
