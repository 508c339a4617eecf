"""Intervals of the AUC and comparisons of classifiers on an engine, against DeLong's components in fractions and scipy.

Systems with and without every row, ties, infinite scores, rows that cannot count, that stand twice or have two labels;
NULL as a group.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import classifier_pairs
from classifier_pairs import Given
from rankhouse._jinja import Macros, macros
from rankhouse._render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

COLUMNS = {"segment": TEXT, "system": TEXT, "row_id": TEXT, "score": DOUBLE, "label": BIGINT}
BY = ["segment"]
NAMES = ("Z", "a", "ö")


def rows() -> list[Given]:
    chosen = random.Random(11)
    found: list[Given] = []
    for segment, n, share in (("ü", 60, 1.0), (None, 40, 0.9), ("'", 12, 0.5)):
        labels = [int(chosen.random() < 0.4) for _ in range(n)]
        for place, system in enumerate(NAMES):
            found += [
                (segment, system, f"r'{row}", round(chosen.gauss(0.6 * label, 1 + place), 1), label)
                for row, label in enumerate(labels)
                if chosen.random() < share
            ]
    # All right against all wrong; the same order at other scores; a class of one row; one class.
    found += [
        ("apart", system, str(row), sign * row, int(row > 2))
        for system, sign in (("a", 1.0), ("ö", -1.0))
        for row in range(5)
    ]
    found += [
        ("same", system, str(row), (row * row) ** power, row % 2)
        for system, power in (("a", 1.0), ("Z", 0.5))
        for row in range(6)
    ]
    found += [("one", system, str(row), chosen.random(), int(row == 1)) for system in NAMES for row in range(4)]
    found += [("no positives", system, str(row), chosen.random(), 0) for system in "ab" for row in range(3)]
    # What does not count, and what no comparison can do with.
    found += [
        ("ü", "a", "r'0x", None, 1),
        ("ü", "a", "nan", math.nan, 0),
        ("ü", "ö", None, 0.5, 1),
        (None, "a", "r", math.inf, 1),
    ]
    found += [
        ("twice", system, row, 0.5, 1) for system, row in (("a", "1"), ("a", "1"), ("b", "1"), ("c", "2"), ("b", "2"))
    ]
    found += [("unlike", system, "1", 0.25, label) for system, label in (("a", 1), ("b", 0), ("c", 0))]
    return [*found, ("apart", None, "1", 0.5, 1), ("apart", "a", "label", 0.5, 2), ("ü", "Z", "label", 0.5, None)]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    session.load("classified", COLUMNS, rows())
    yield from intervals(session, package)
    yield from pairs(session, package)


def intervals(session: Session, package: Macros) -> Iterator[Comparison]:
    by_group: dict[Any, list[tuple[Any, float | None, Any]]] = defaultdict(list)
    for segment, _, row, score, label in rows():
        by_group[segment].append((row, score, label))
    known = {}
    for segment, listed in by_group.items():
        usable = {
            place: (score, label)
            for place, (_, score, label) in enumerate(listed)
            if score is not None and not math.isnan(score) and label in (0, 1)
        }
        *figures, interval, n_positives, n_negatives = classifier_pairs.interval(usable, 0.9)
        known[segment, interval] = (*figures, n_positives, n_negatives, len(listed) - len(usable))
    found = session.query(package.auc_interval("classified", BY, 0.9))
    yield from compared("auc_interval", known, keyed(((row[0], row[6], *row[2:6], *row[7:]) for row in found), 2))


def pairs(session: Session, package: Macros) -> Iterator[Comparison]:
    plans: list[tuple[str, str | None, str, dict[str, Any]]] = [
        ("delong", None, "roc_auc", {}),
        ("delong", "a", "roc_auc", {}),
        ("mcnemar", None, "accuracy@0.3", {"threshold": 0.3}),
        ("mcnemar", "ö", "accuracy@-2", {"threshold": -2}),
    ]
    for test, baseline, measure, more in sample.some(plans):
        known = classifier_pairs.compared(rows(), test, baseline, confidence=0.9, **more)
        found = session.query(package.compare_classifiers("classified", baseline, test, by=BY, confidence=0.9, **more))
        expected = {(segment, measure, own, other, test): figures for (segment, own, other), figures in known.items()}
        yield from compared(f"compare_classifiers ({test})", expected, keyed(map(in_order, found), 5))


def in_order(row: Row) -> Row:
    """The key, with the test, and the figures."""
    return (*row[:4], row[14], *row[4:14], *row[15:])
