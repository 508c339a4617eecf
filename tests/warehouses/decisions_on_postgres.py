"""On Postgres, which stops at a number too small for 64 bits: decisions of many units, and of hardly any difference."""

from __future__ import annotations

from typing import Any

import pytest

from rankhouse._rendering.jinja import macros
from warehouses import postgres


def decided(gains: list[float]) -> Any:
    texts = dict.fromkeys(("system", "measure", "metric"), "text")
    kinds = {"query_id": "bigint", **texts, "k": "bigint", "value": "double"}
    rows = [
        (query, system, "ndcg@10", "ndcg", 10, value)
        for query, gain in enumerate(gains)
        for system, value in (("old", 0.0), ("new", gain))
    ]
    with postgres.session() as session:
        session.load("query_metrics", kinds, rows)
        sql = str(macros("postgres").decision("query_metrics", baseline="old"))
        ((decision, _, _, _, difference, _, _, p_adjusted, *_),) = session.query(sql)
    return decision, difference, p_adjusted


def test_thousands_of_units_won() -> None:
    decision, difference, p_adjusted = decided([0.1 + query % 7 / 100 for query in range(3_000)])
    assert (decision, p_adjusted) == ("ship", 0)
    assert difference == pytest.approx(sum(0.1 + query % 7 / 100 for query in range(3_000)) / 3_000, abs=1e-12)


@pytest.mark.parametrize("tiny", [1e-140, 1e-160, 1e-200, 1e-300])
def test_tiny_differences_beside_others(tiny: float) -> None:
    assert decided([tiny] * 40 + [0.3] * 40)[0] == "ship"
    assert decided([tiny * (query + 1) for query in range(80)])[0] == ("ship" if tiny > 1e-150 else "not decided")
