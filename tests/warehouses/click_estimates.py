"""New lists judged by old clicks, on an engine, by a twin in Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from labels.test_click_estimates import expected
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses.comparison import Comparison, Key, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

LOG = {"shop": TEXT, "search_id": BIGINT, "query_id": TEXT, "item_id": TEXT, "position": BIGINT, "clicked": BIGINT}
RUN = {"query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
EXAMINATION = {"position": BIGINT, "examination": DOUBLE}
MEASURES = ["dcg@3", "precision@3", "reciprocal_rank", "average_relevance_position"]
EXAMINED = {1: 1.0, 2: 0.6, 3: 0.25, 4: 0.1}
CLIP = 5


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    chosen = random.Random(6)
    log = [
        (shop, search, f"q{search % 5}", f"d{(search * 3 + place) % 7}", place, int(chosen.random() < 0.4))
        for shop in ("one", None)
        for search in range(40)
        for place in EXAMINED
    ]
    # One of the queries of the log the run does not have.
    run = [(f"q{query}", f"d{item}", float((item * 5 + query) % 4)) for query in range(4) for item in range(9)]
    session.load("clicks_of_searches", LOG, log)
    session.load("lists_of_ranker", RUN, run)
    session.load("examined_positions", EXAMINATION, list(EXAMINED.items()))
    tables = "clicks_of_searches", "lists_of_ranker", "examined_positions"
    sql = package.click_estimates(*tables, MEASURES, clip=CLIP, by=["shop"])
    known: dict[Key, Row] = {}
    for shop in ("one", None):
        for measure in MEASURES:
            rows: list[Any] = [row[1:] for row in log if row[0] == shop]
            known[shop, measure] = tuple(expected(measure, rows, run, EXAMINED, CLIP).values())
    yield from compared("click_estimates", known, keyed(list(map(tuple, session.query(sql))), 2))
