"""Learning curves, their means and their crossings on an engine, against brute force with Python's MD5."""

from __future__ import annotations

import random
from collections.abc import Iterator

import curves
from protocols.test_learning_curve import named
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Session

COLUMNS = {"segment": TEXT, "day": BIGINT, "system": TEXT, "n_given": BIGINT}
COLUMNS |= {"query_id": TEXT, "measure": TEXT, "value": DOUBLE}
BY = ["segment", "day"]
GROUPS = [("ü", 1), (None, 2)]
RISES = {"Z": 0.06, "a": 0.0, "ö": 0.03}
POINTS, REPETITIONS, SEED = (1, 2, 4, 7, 8), 23, 5


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    chosen = random.Random(3)
    known: dict[tuple[str | None, int], dict[str, curves.Curve]] = {
        group: {
            system: {
                point: {
                    f"u'{user}": chosen.random() + rise * (point - 4) for user in range(15) if chosen.random() < 0.9
                }
                for point in POINTS
            }
            for system, rise in RISES.items()
        }
        for group in GROUPS
    }
    rows = [
        (*group, system, point, user, "m", value)
        for group, systems in known.items()
        for system, curve in systems.items()
        for point, by_user in curve.items()
        for user, value in by_user.items()
    ]
    nothing = [("ü", 1, "a", None, "u", "m", 0.5), ("ü", 1, "a", 1, None, "m", 0.5)]
    session.load("curve_values", COLUMNS, [*rows, *nothing])
    systems = [*BY, "system"]
    yield from compared(
        "learning_curve",
        {
            (*group, system, "m", point): curves.summary(list(by_user.values()))
            for group, of_group in known.items()
            for system, curve in of_group.items()
            for point, by_user in curve.items()
        },
        keyed(session.query(package.learning_curve("curve_values", systems)), 5),
    )
    for incomplete in sample.some(["leave_out", "keep"]):
        found = session.query(package.mean_over_curve("curve_values", systems, incomplete))
        means = {
            (*group, system, "m"): curves.over_curve(
                curve, set(POINTS), len(set().union(*curve.values())), incomplete == "keep"
            )
            for group, of_group in known.items()
            for system, curve in of_group.items()
        }
        yield from compared(f"mean_over_curve ({incomplete})", means, keyed(found, 4))
    found = session.query(
        package.curve_crossings("curve_values", BY, repetitions=REPETITIONS, seed=SEED, confidence=0.8)
    )
    crossed = {
        (*group, "m", own, other, None if crossing is None else round(crossing, 9), before, after): (
            *(crossing, low, high, share, n_queries),
        )
        for group, of_group in known.items()
        for own, other in (("Z", "a"), ("Z", "ö"), ("a", "ö"))
        for crossing, low, high, before, after, share, n_queries in named(
            own, other, of_group, REPETITIONS, seed=SEED, confidence=0.8
        )
    }
    rounded = [
        (*row[:5], None if row[5] is None else round(float(row[5]), 9), *row[8:10], *row[5:8], *row[10:])
        for row in map(tuple, found)
    ]
    yield from compared("curve_crossings", crossed, keyed(rounded, 8))
