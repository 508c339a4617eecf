"""Duplicates far down long lists: macros that remove them themselves look for them where a cutoff reaches alone."""

from __future__ import annotations

import functools
import itertools
import math
import random
from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from oracle import Measure
from rankhouse._jinja import macros
from tables import assert_same, every_measure, load_rows

POLICIES: list[dict[str, Any]] = [
    {},
    {"queries": "run"},
    {"queries": "all", "by": ["system"]},
    {"by": ["system"], "columns": {"score": "points"}},
    {"exclude": "seen"},
    {"pool": "retrieved", "by": ["system"]},
    {"unjudged": "drop"},
]


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


@functools.cache
def within_cutoffs() -> list[Measure]:
    """The measures that look no further than their cutoff, with every option."""
    return [
        measure
        for measure in every_measure(1)
        if "rankhouse_bounds" in macros("duckdb").query_metrics("run", "judgments", [str(measure)])
    ]


def long_lists(draw: random.Random) -> list[tuple[Any, ...]]:
    """Rows of two systems, whose lists have several copies of some items, right behind each other or far away."""
    rows: list[tuple[Any, ...]] = [("a", 9, 0, None), ("a", 9, None, 1.0), ("b", 9, 1, math.nan)]
    for system, query in itertools.product("ab", range(3)):
        length, step = draw.choice([2, 15, 40]), draw.choice([1, 1, 7])
        for item in range(length):
            score, below = (item * 11 + query) % length // step * 2, draw.choice([0, 1, 40])
            rows.extend((system, query, item, (score - n * below) / 64) for n in range(draw.choice([1, 1, 1, 2, 3, 5])))
    draw.shuffle(rows)
    return rows


@pytest.mark.parametrize("policies", POLICIES, ids=str)
@given(draw=st.randoms(use_true_random=False))
@examples(4)
def test_measures_at_cutoffs_are_those_of_a_run_without_duplicates(
    con: duckdb.DuckDBPyConnection, policies: dict[str, Any], draw: random.Random
) -> None:
    cutoffs = draw.choice([[1], [2], [1, 3]])
    score = policies.get("columns", {}).get("score", "score")
    load_rows(con, "run", f"system varchar, query_id integer, item_id integer, {score} double", long_lists(draw))
    con.execute(f"""
        create or replace table clean as
        select system, query_id, item_id, max({score}) as {score} from run
        where query_id is not null and item_id is not null and {score} is not null and not isnan({score})
        group by all
    """)
    if "by" not in policies:
        con.execute("delete from run where system = 'b'; delete from clean where system = 'b'")
    judged = [(n % 3, n, n % 4) for n in draw.sample(range(40), draw.choice([3, 20, 40]))]
    load_rows(con, "judgments", "query_id integer, item_id integer, relevance integer", judged)
    con.execute("create or replace table seen as select query_id, item_id from clean where item_id % 5 = 2")
    asked = [str(replace(measure, k=k)) for measure in draw.sample(within_cutoffs(), 12) for k in cutoffs]
    found, expected = (
        con.execute(
            f"select * exclude (value), value"
            f" from ({macros('duckdb').query_metrics(run, 'judgments', asked, checked=checked, **policies)})"
        ).fetchall()
        for run, checked in [("run", False), ("clean", True)]
    )
    assert_same({row[:-1]: row[-1] for row in found}, {row[:-1]: row[-1] for row in expected})


def test_short_lists_are_read_once() -> None:
    sql = str(macros("duckdb").query_metrics("run", "judgments", ["ndcg@10"], checked=False))
    with duckdb.connect() as con:
        con.execute("create table judgments as select 1 as query_id, 1 as item_id, 1 as relevance")
        for length, expected in [(20, 0), (40, 5)]:
            con.execute(f"""
                create or replace table run as
                select n // {length} as query_id, n % {length} as item_id, n * 0.5 as score
                from range({5 * length}) as rows(n)
            """)
            steps = sql[: sql.index("select", sql.index("-- a query and a measure", sql.index("rankhouse_measured")))]
            (n,) = con.execute(f"{steps} select count(*) from rankhouse_bounds").fetchone() or (None,)
            assert n == expected
