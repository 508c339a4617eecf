"""On Postgres: boards whose strengths follow from a system's own wins, of two systems or of one against all others."""

from __future__ import annotations

import math

import pytest

from rankhouse._rendering.jinja import macros
from warehouses import postgres

BOARDS = [
    {"a": (2, 1)},
    {"a": (19, 1)},
    {"a": (1, 30), "b": (5, 7), "c": (8, 1)},
    {f"s{n}": (1 + n, 12) for n in range(9)},
]
"""Of each system what it won and lost against `one`."""


def test_strengths_are_logarithms_of_odds() -> None:
    rows = [
        (board, f"{board} {system} {query}", system, "one", "a" if query < won else "b")
        for board, systems in enumerate(BOARDS)
        for system, (won, lost) in systems.items()
        for query in range(won + lost)
    ]
    kinds = {"board": "bigint", "query_id": "text", "system_a": "text", "system_b": "text", "winner": "text"}
    with postgres.session() as session:
        session.load("verdicts", kinds, rows)
        sql = str(macros("postgres").preference_ratings("verdicts", by=["board"], repetitions=1))
        found = {(board, system): float(strength) for board, system, strength, *_ in session.query(sql)}
    for board, systems in enumerate(BOARDS):
        for system, (won, lost) in systems.items():
            assert found[board, system] - found[board, "one"] == pytest.approx(math.log(won / lost), abs=1e-9)
