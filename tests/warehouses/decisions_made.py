"""Decisions on an engine, against every cap and every pair: both tests, clusters, segments, guardrails, groups."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from decision_cases import arguments_of, drawn_case
from decisions import Rule, decided, told
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison
from warehouses.reference import BIGINT, DOUBLE, TEXT, Session

COLUMNS = {"case": BIGINT, "query_id": BIGINT, "measure": TEXT, "metric": TEXT, "system": TEXT, "value": DOUBLE}
COLUMNS |= dict.fromkeys(["lang", "device", "team", "user_id", "session_id"], TEXT)
RULES = [
    Rule(measure="ndcg@10", baseline="b", segments=("lang",), margins={"recall@5": 0.25}),
    Rule(measure="ndcg@10", segments=("lang", "device"), cluster="team"),
    Rule(measure="rmse", baseline="b", guardrails=(), test="sign", confidence=0.8),
]

SLOW = {"spark", "clickhouse"}
"""These take minutes, most of them to plan. In a sample they answer the typical call; dbt builds one on Spark."""


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    if dialect in SLOW and not sample.is_whole():
        return
    package = macros(*DIALECTS[dialect])
    random = np.random.default_rng(17)
    cases = {case: drawn_case(random, case, RULES[0]) for case in range(6)}
    names = {("shop" if name == "case" else name): kind for name, kind in COLUMNS.items()} | {"k": BIGINT}
    rows = [(*(row[name] for name in COLUMNS), 10) for mine in cases.values() for row in mine]
    session.load("decided_values", names, rows)
    for rule in sample.some(RULES):
        sql = package.decision("decided_values", **arguments_of(rule), by=["shop"])
        found = {int(row[0]): row for row in session.query(sql)}
        for case, mine in cases.items():
            known = decided(mine, rule)
            assert known is not None
            _, decision, system, baseline, _, difference, _, _, p, _, n_units, _, falls, _ = found[case]
            name = f"{rule.test} of case {case}"
            yield Comparison("decision", f"{name}, difference", known.difference, difference, 1e-9)
            yield Comparison("decision", f"{name}, p_adjusted", known.p_adjusted, p, 1e-9)
            same = (decision, system, baseline, n_units) == (
                known.decision,
                known.system,
                known.baseline,
                known.n_units,
            )
            labels = [label for label, _ in told(falls)] == [label for label, _ in known.falls[:5]]
            yield Comparison("decision", f"{name}, decision: {found[case]}, {known}", 1.0, float(same and labels), 0)
