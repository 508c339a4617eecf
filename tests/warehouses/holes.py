"""Unjudged items on an engine: bounds over every labelling, and what to judge next, by twins in Python."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from helpers import holes
from labels.test_standing import standing
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from ranking.test_holes import judged_next
from warehouses import sample
from warehouses.comparison import Comparison, Key, compared, keyed
from warehouses.reference import DOUBLE, TEXT, Row, Session

RUN = {"system": TEXT, "query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": TEXT, "item_id": TEXT, "relevance": DOUBLE}
TOP, DEPTH = 3, 3
KEPT = {"shown": TEXT}
LABELS = {"seen": TEXT, "rater": TEXT}
REASONS = ["unjudged", "text changed", "other judge"]
# One system has no name.
NAMES = {"a": "a", "b": None}


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    run: list[Row] = []
    judged: list[Row] = []
    ends: dict[Key, Row] = {}
    queue: dict[Key, Row] = {}
    for seed in sample.some(range(24)):
        lists, labels, _ = holes.example(seed)
        query = f"q{seed}"
        for system, items in lists.items():
            run += [(system, query, item, float(-place)) for place, item in enumerate(items)]
        judged += [(query, item, float(grade)) for item, grade in labels.items()]
        for (system, measure), found in holes.bounds(lists, labels, TOP).items():
            ends[NAMES[system], query, measure] = found
        for item, _, width in judged_next(lists, labels, DEPTH, False):
            queue[query, item] = (width,)
    session.load("holes_run", RUN, [(NAMES[str(system)], *rest) for system, *rest in run])
    session.load("holes_systems", RUN, run)
    session.load("holes_judgments", JUDGMENTS, judged)
    asked: dict[str, Any] = {"measures": list(holes.MEASURES), "by": ["system"], "top_grade": TOP, "per_query": True}
    sql = package.value_bounds("holes_run", "holes_judgments", **asked)
    rows = [(*row[:3], *row[6:8]) for row in map(tuple, session.query(sql))]
    yield from compared("value_bounds", ends, keyed(rows, 3))
    sql = package.to_judge("holes_systems", "holes_judgments", depth=DEPTH)
    rows = [(row[0], row[1], row[3]) for row in map(tuple, session.query(sql))]
    yield from compared("to_judge", queue, keyed(rows, 2))
    yield from fallen(session, dialect)


def fallen(session: Session, dialect: str) -> Iterator[Comparison]:
    """Pairs whose labels are for another text, or by another judge than that of most labels."""
    draw = random.Random(dialect)
    run: list[Row] = [
        (system, query, item, draw.random(), draw.choice(["old", "new", "new", None]))
        for system, query, item in itertools.product("xy", "pq", "1234567")
    ]
    possible = list(itertools.product("pq", "1234567", [1.0], ["old", "new", None], ["a", "b", None]))
    judged: list[Row] = draw.sample(possible, 24)
    session.load("texts_run", RUN | KEPT, run)
    session.load("texts_judgments", JUDGMENTS | LABELS, judged)
    columns = {"runs.text_hash": "shown", "judgments.text_hash": "seen", "judged_by": "rater"}
    sql = macros(*DIALECTS[dialect]).to_judge("texts_run", "texts_judgments", depth=4, columns=columns)
    rows = [(*row[:2], float(REASONS.index(str(row[2])))) for row in map(tuple, session.query(sql))]
    known = {pair: (float(REASONS.index(reason)),) for pair, reason in standing(run, judged, 4).items()}
    yield from compared("to_judge of texts", known, keyed(rows, 2))
