"""Weights of queries on an engine: means, values by query, comparisons and ranks, by the formulas over numpy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from ranking.test_query_weights import WORKED, known_difference, known_mean
from warehouses.calls import TOLERANCE as OF_SCIPY
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

RUN = {"system": TEXT, "query_id": TEXT, "item_id": TEXT, "score": DOUBLE}
JUDGMENTS = {"query_id": TEXT, "item_id": TEXT, "relevance": DOUBLE, "traffic": DOUBLE}
BY_QUERY = {
    "system": TEXT,
    "query_id": TEXT,
    "measure": TEXT,
    "metric": TEXT,
    "k": BIGINT,
    "value": DOUBLE,
    "n": DOUBLE,
}
# Of the second system, by query; the last query has no traffic.
OTHERS = [0.1, 0.6, 0.7, 1.0, 0.3, 0.2]
ROWS = [(value, other, weight) for (value, weight), other in zip(WORKED, OTHERS, strict=True)] + [(0.9, 0.1, 0.0)]


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    run: list[Row] = []
    judged: list[Row] = []
    by_query: list[Row] = []
    for number, (one, other, weight) in enumerate(ROWS):
        query = f"q{number}"
        for system, value in (("a", one), ("b", other)):
            relevant = [f"{system}{place}" for place in range(round(10 * value))]
            listed = relevant + [f"{system}{place}" for place in range(len(relevant), 10)]
            run += [(system, query, item, float(-place)) for place, item in enumerate(listed)]
            judged += [(query, item, 1.0, weight) for item in relevant]
            by_query.append((system, query, "precision@10", "precision", 10, value, weight))
        judged.append((query, "nothing", 1.0, weight))
    session.load("weighed_run", RUN, run)
    session.load("weighed_judgments", JUDGMENTS, judged)
    session.load("weighed_by_query", BY_QUERY, by_query)
    means = {
        system: known_mean([row[place] for row in ROWS], [row[2] for row in ROWS]) for place, system in enumerate("ab")
    }
    named: dict[str, Any] = {"columns": {"weight": "traffic"}, "by": ["system"]}
    asked = ("weighed_run", "weighed_judgments", ["precision@10"])
    columns = "system, value, std_error, n_effective"
    found = session.query(f"select {columns} from ({package.metrics(*asked, **named)}) as found")
    yield from compared("metrics with weights", {(key,): row for key, row in means.items()}, keyed(found, 1))
    sql = f"select system, query_id, value, weight from ({package.query_metrics(*asked, **named)}) as found"
    known = {(row[0], row[1]): (row[5] if row[6] else None, row[6]) for row in by_query}
    yield from compared("query_metrics with weights", known, keyed(session.query(sql), 2))
    weighed = {"columns": {"weight": "n"}}
    sql = package.mean_intervals("weighed_by_query", by=["system"], **weighed)
    found = session.query(f"select system, value, n_effective from ({sql}) as found")
    of_means = {(key,): (row[0], row[2]) for key, row in means.items()}
    yield from compared("mean_intervals with weights", of_means, keyed(found, 1))
    sql = package.compare("weighed_by_query", baseline="a", **weighed)
    figures = "difference, ci_low, ci_high, p_value, n_effective"
    found = session.query(f"select system, {figures} from ({sql}) as found")
    difference = known_difference(ROWS, 0.95)
    for one in compared("compare with weights", {("b",): difference}, keyed(found, 1)):
        yield replace(one, tolerance=OF_SCIPY)
    sql = package.system_ranks("weighed_by_query", **weighed)
    ranks = session.query(f"select system, value, rank_low, rank_high from ({sql}) as found")
    tied = {(key,): (row[0], 1.0, 2.0) for key, row in means.items()}
    yield from compared("system_ranks with weights", tied, keyed(ranks, 1))
