"""How many rows Postgres goes through for four times the groups, over tables as they are loaded: counted, not timed.

`make test-warehouses` and its samples run it, since it needs Postgres. `python -m benchmarks growth` has the seconds of
every macro.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from benchmarks import growth
from benchmarks.calls import CALLS, ROWS, SMALLER, tables

from rankhouse._rendering.jinja import macros
from warehouses import postgres

SIZES = (2, 8)
FEW = {"repetitions": 3}
# What was planned as loops within loops, and what everybody calls.
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("metrics", {}),
    ("metrics", {"by": ["segment"], "judgments_by": ["segment"]}),
    ("tie_audit", {}),
    ("value_bounds", {"measures": ["ndcg@10"]}),
    ("value_bounds", {"measures": ["average_precision@10", "precision@10", "ndcg@10"]}),
    ("merge_ratings", {"method": "dawid_skene", "steps": 3}),
    ("rater_agreement", FEW),
    ("rater_agreement", {**FEW, "level": "ordinal", "by": ["segment"]}),
    ("rater_agreement", {**FEW, "pairs": True}),
    ("agreement", {}),
    ("compare", {}),
    ("detection_metrics", {}),
    ("preference_checks", {"by": ["segment"]}),
]
# What is planned as loops within loops unless the settings of the models forbid it.
ASKED_AS_MODELS: list[tuple[str, dict[str, Any]]] = [
    ("preference_checks", {"by": ["segment"]}),
    ("preference_pairs", {"by": ["segment"]}),
    ("preference_ratings", {**FEW, "by": ["segment"]}),
]


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[int, postgres.Postgres]]:
    with postgres.session() as small, postgres.session() as large:
        found = dict(zip(SIZES, (small, large), strict=True))
        for size, server in found.items():
            used = tables(groups=size)
            growth.loads(server)(used, {table: SMALLER.get(table, ROWS) * size for table in used})
            server.con.execute("set max_parallel_workers_per_gather = 0; set statement_timeout = '60s'")
        yield found


def rows_of(plan: dict[str, Any]) -> float:
    """The rows that all steps of a plan have made or looked at in vain."""
    seen = sum(plan.get(name, 0) for name in ("Actual Rows", "Rows Removed by Join Filter", "Rows Removed by Filter"))
    return seen * plan["Actual Loops"] + sum(map(rows_of, plan.get("Plans", [])))


def growth_of(servers: dict[int, postgres.Postgres], macro: str, arguments: dict[str, Any]) -> float:
    sql = str(getattr(macros("postgres"), macro)(**CALLS[macro][0] | arguments))
    explained = f"explain (analyze, timing off, format json) {sql}"
    small, large = (rows_of(servers[size].query(explained)[0][0][0]["Plan"]) for size in SIZES)
    return large / small


@pytest.mark.parametrize(("macro", "arguments"), ASKED, ids=str)
def test_rows_grow_as_the_groups(servers: dict[int, postgres.Postgres], macro: str, arguments: dict[str, Any]) -> None:
    assert growth_of(servers, macro, arguments) <= 6


@pytest.mark.parametrize(("macro", "arguments"), ASKED_AS_MODELS, ids=str)
def test_rows_grow_as_the_groups_in_models(
    servers: dict[int, postgres.Postgres], macro: str, arguments: dict[str, Any]
) -> None:
    settings = str(macros("postgres").settings_of_transaction())
    for server in servers.values():
        server.con.execute(settings.replace("set local", "set"))
    try:
        assert growth_of(servers, macro, arguments) <= 6
    finally:
        for server in servers.values():
            server.con.execute("reset enable_nestloop; reset jit")
