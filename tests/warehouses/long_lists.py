"""Queries with so many judged items that an engine looks them up in another way than few of them."""

from __future__ import annotations

from collections.abc import Iterator

import oracle
from oracle import Measure
from rankhouse._rendering.render import render
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import DOUBLE, TEXT, Session

RUN = {"query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": TEXT, "item_id": TEXT, "relevance": DOUBLE}
MEASURES = [Measure("ndcg", 3), Measure("average_precision"), Measure("recall", 3)]
# Of the first one more than 500 items are relevant.
SIZES = [("long", 1200, 1100), ("short", 30, 25)]


def rows() -> tuple[list[oracle.Row], list[oracle.Row]]:
    """Lists with ties; the first judged items, and of the others every fifth, are not in them."""
    run: list[oracle.Row] = []
    judgments: list[oracle.Row] = []
    for query, n_items, n_judged in SIZES:
        run += (
            {"query_id": query, "item_id": f"{item:04}", "score": float(item * 7919 % 400)}
            for item in range(20, n_items)
        )
        for item in range(n_judged):
            name = f"{item:04}" if item % 5 else f"{item:04}b"
            judgments.append({"query_id": query, "item_id": name, "relevance": float(item % 3)})
    return run, judgments


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    run, judgments = rows()
    session.load("long_run", RUN, [tuple(row.values()) for row in run])
    session.load("long_judgments", JUDGMENTS, [tuple(row.values()) for row in judgments])
    sql = render("long_run", "long_judgments", list(map(str, MEASURES)), per_query=True, dialect=dialect)
    found = [(query, measure, value) for query, measure, _, _, value in map(tuple, session.query(sql))]
    known = oracle.query_metrics(list(oracle.units(run, judgments)), MEASURES)
    expected = {(query, measure): (value,) for (_, query, measure), value in known.items()}
    yield from compared("long lists", expected, keyed(found, 2))
