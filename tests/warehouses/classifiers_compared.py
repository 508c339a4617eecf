"""Intervals of the AUC and comparisons of classifiers on an engine, against DeLong's components in fractions and scipy.

Systems with and without every row, ties, both zeros, infinite scores, rows that cannot count, that stand twice or have
two labels; NULL as a group. The same rows with weights, among them 0, two of a row and such that cannot count.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import classifier_pairs
from classifier_clusters import Rows, normal, obuchowski, of_decisions
from classifier_pairs import Given
from rankhouse._rendering.jinja import Macros, macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

COLUMNS = {"segment": TEXT, "system": TEXT, "row_id": TEXT, "score": DOUBLE, "label": BIGINT, "worth": DOUBLE}
WEIGHTS = {"weight": "worth"}
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


def weighted() -> list[Given]:
    """Each row of data has a weight, which depends on its name alone."""
    wrong = {17: None, 40: math.nan, 77: -1.0, 90: math.inf, 200: 2.5}
    return [(*row, wrong.get(place, sum(map(ord, row[2] or "")) % 7 * 0.3)) for place, row in enumerate(rows())]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    session.load("classified", COLUMNS, weighted())
    for given, columns in ((rows(), {}), (weighted(), WEIGHTS)):
        yield from intervals(session, package, given, columns)
        yield from pairs(session, package, given, columns)
    yield from clustered(session, package)


def intervals(session: Session, package: Macros, given: list[Given], columns: dict[str, str]) -> Iterator[Comparison]:
    by_group: dict[Any, list[Given]] = defaultdict(list)
    for segment, _, _, *row in given:
        by_group[segment].append(tuple(row))
    known = {}
    for segment, listed in by_group.items():
        usable = {place: row for place, row in enumerate(listed) if classifier_pairs.is_usable(*row)}
        scores = {place: row[:2] for place, row in usable.items()}
        weights = {place: Fraction(weight) for place, (_, _, *own) in usable.items() for weight in own}
        *figures, interval, n_positives, n_negatives = classifier_pairs.interval(scores, 0.9, weights or None)
        known[segment, interval] = (*figures, n_positives, n_negatives, len(listed) - len(usable))
    found = session.query(package.auc_interval("classified", BY, 0.9, columns=columns))
    name = f"auc_interval{named(columns)}"
    yield from compared(name, known, keyed(((row[0], row[6], *row[2:6], *row[7:]) for row in found), 2))


def named(columns: dict[str, str]) -> str:
    return " with weights" if columns else ""


def pairs(session: Session, package: Macros, given: list[Given], columns: dict[str, str]) -> Iterator[Comparison]:
    plans: list[tuple[str, str | None, str, dict[str, Any]]] = [
        ("delong", None, "roc_auc", {}),
        ("delong", "a", "roc_auc", {}),
        ("mcnemar", None, "accuracy@0.3", {"threshold": 0.3}),
        ("mcnemar", "ö", "accuracy@-2", {"threshold": -2}),
    ]
    for test, baseline, measure, more in sample.some(plans):
        known = classifier_pairs.compared(given, test, baseline, confidence=0.9, **more)
        shared: dict[str, Any] = {"by": BY, "confidence": 0.9, "columns": columns}
        found = session.query(package.compare_classifiers("classified", baseline, test, **shared, **more))
        expected = {(segment, measure, own, other, test): figures for (segment, own, other), figures in known.items()}
        yield from compared(f"compare_classifiers ({test}){named(columns)}", expected, keyed(map(in_order, found), 5))


def patients() -> dict[str, Rows]:
    """Rows of patients, of both classes; one patient, and a class of a single one."""
    chosen = random.Random(29)
    found: dict[str, Rows] = {}
    for segment, names in (("ü", "abcdefgh"), ("'", "ab"), ("one", "a")):
        found[segment] = [
            (f"p'{name}", int(chosen.random() < 0.4), (chosen.randint(0, 8) / 8, chosen.randint(0, 8) / 8), place % 3)
            for name in names
            for place in range(9)
        ]
    found["class"] = [(row[0] if row[1] else "p'a", *row[1:]) for row in found["ü"]]
    return found


def clustered(session: Session, package: Macros) -> Iterator[Comparison]:
    given = patients()
    rows = [
        (segment, system, f"r{place}", score, label, float(weight), patient)
        for segment, those in given.items()
        for place, (patient, label, scores, weight) in enumerate(those)
        for system, score in zip("ba", scores, strict=True)
    ]
    session.load("patients", {**COLUMNS, "patient": TEXT}, rows)
    for test, is_weighted in sample.some(list(itertools.product(("delong", "mcnemar"), (False, True)))):
        shared: dict[str, Any] = {"by": BY, "columns": WEIGHTS if is_weighted else {}, "cluster": "patient"}
        found = session.query(package.compare_classifiers("patients", test=test, **shared))
        known = {}
        for segment, those in given.items():
            if test == "delong":
                difference, error = obuchowski(those, is_weighted)
                figures = (difference, *normal(difference, error))
            else:
                figures = of_decisions(those, is_weighted, 0.5)
            known[segment,] = (*figures, len(those), len({row[0] for row in those}))
        name = f"compare_classifiers ({test}) of clusters{named(shared['columns'])}"
        shown = ((row[0], *row[6:9], row[16], *row[9:11]) for row in found)
        yield from compared(name, known, keyed(shown, 1))


def in_order(row: Row) -> Row:
    """The key, with the test, and the figures."""
    return (*row[:4], row[14], *row[4:14], *row[15:])
