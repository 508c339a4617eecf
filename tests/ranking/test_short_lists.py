"""Runs of which no list is long: all scores of a list are kept, in place of a sort of the whole run."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from oracle import Measure
from rankhouse._evaluating.evaluate import ranked
from rankhouse._evaluating.parts import longest_list
from rankhouse._rendering.jinja import macros
from tables import assert_same, every_measure, load_rows

TABLES = {"run": "run", "judgments": "judgments"}
POLICIES: list[dict[str, Any]] = [
    {},
    {"queries": "all", "by": ["system"]},
    {"queries": "run", "columns": {"rank": "score"}},
    {"exclude": "seen"},
    {"candidates": "seen", "by": ["system"]},
    {"pool": "retrieved", "by": ["system"]},
    {"unjudged": "drop"},
]
"""With each of them lists are read in another way."""


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


@functools.cache
def of_whole_lists() -> list[Measure]:
    """Measures without a cutoff, or with one beyond what can be kept."""
    plan = macros("duckdb").plan
    return [
        measure
        for measure in every_measure(None, 1000)
        if plan({**TABLES, "measures": [str(measure)]})["reach"] != "heap"
    ]


def lists_with_ties(draw: random.Random) -> list[tuple[Any, ...]]:
    return [
        (system, query, item, draw.randrange(1, draw.choice([3, 30])))
        for system, query in itertools.product("ab", range(4))
        for item in draw.sample(range(30), draw.choice([1, 2, 12, 30]))
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("policies", POLICIES, ids=str)
@pytest.mark.parametrize("checked", [True, False])
@given(draw=st.randoms(use_true_random=False))
@examples(3)
def test_values_are_those_of_a_sort(policies: dict[str, Any], checked: bool, draw: random.Random) -> None:
    with duckdb.connect() as con:
        rows = lists_with_ties(draw)
        rows = rows if "by" in policies else [row for row in rows if row[0] == "a"]
        load_rows(con, "run", "system varchar, query_id integer, item_id integer, score double", rows)
        judged = [(n % 4, n, n % 4 - 1) for n in draw.sample(range(30), 20)]
        load_rows(con, "judgments", "query_id integer, item_id integer, relevance integer", judged)
        con.execute("create table seen as select query_id, item_id from run where item_id % 3 = 1")
        asked = [str(measure) for measure in draw.sample(of_whole_lists(), 12)]
        found = []
        for longest in (30, None):
            known = {**TABLES, "measures": asked, "longest_list": longest}
            plan = macros("duckdb").plan({**policies, **known, "checked": checked})
            assert (plan["reach"] == "short") == (longest is not None)
            rows_found = con.execute(macros("duckdb").query_metrics_of(plan))
            value = [column[0] for column in rows_found.description].index("value")
            found.append({row[:value] + row[value + 1 :]: row[value] for row in rows_found.fetchall()})
        assert_same(*found)


@pytest.mark.parametrize(
    ("run", "by", "expected"),
    [
        ("select n // 100 as query_id, n as item_id, n * 1.0 as score from range(350) as rows(n)", [], 100),
        ("select 1 as query_id, n as item_id, n * 1.0 as score from range(256) as rows(n)", [], 256),
        ("select 1 as query_id, n as item_id, n * 1.0 as score from range(257) as rows(n)", [], None),
        ("select n % 2 as s, 1 as query_id, n as item_id, n * 1.0 as score from range(400) as rows(n)", ["s"], 200),
        # Room for 100 items in each of 51 lists, of which 50 have one.
        ("select greatest(n - 99, 0) as query_id, n as item_id, n * 1.0 as score from range(150) as rows(n)", [], None),
    ],
)
def test_lists_are_short_when_keeping_them_takes_little_room(
    con: duckdb.DuckDBPyConnection, run: str, by: list[str], expected: int | None
) -> None:
    con.execute(f"create table run as {run}")
    con.execute("create table judgments as select query_id, item_id, 1 as relevance from run limit 10")
    with ranked("run", "judgments", by, None, con, "full", False) as given:
        for measure, ties, longest in [("map", None, expected), ("map", "best", None), ("ndcg@10", None, None)]:
            plan = macros("duckdb").plan({**TABLES, "measures": [measure], "ties": ties})
            home, columns = given.entrance.home, given.entrance.columns
            assert longest_list(home, given.entrance.inputs[0], columns, by, plan) == longest


def test_a_list_that_is_longer_than_was_said_is_an_error(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create table run as select 1 as query_id, n as item_id, n * 1.0 as score from range(4) as rows(n)")
    con.execute("create table judgments as select query_id, item_id, 1 as relevance from run")
    plan = macros("duckdb").plan({**TABLES, "measures": ["map"], "checked": True, "longest_list": 3})
    with pytest.raises(duckdb.Error, match="a list has more than 3 items"):
        con.execute(macros("duckdb").metrics_of(plan)).fetchall()


def test_evaluate_sorts_long_runs_alone(con: duckdb.DuckDBPyConnection) -> None:
    """AP of the one relevant item at rank 7, whatever the length of the list."""
    for length in (20, 256, 257, 5000):
        con.execute(f"""
            create or replace table run as
            select q as query_id, n as item_id, -n as score from range({length}) as rows(n), range(3) as queries(q)
        """)
        con.execute(
            "create or replace table judgments as select range as query_id, 6 as item_id, 1 as relevance from range(3)"
        )
        rows = rankhouse.evaluate("run", "judgments", ["map", "roc_auc"], con=con).fetchall()
        assert [row[3] for row in rows] == [1 / 7, pytest.approx(1 - 6 / (length - 1), abs=1e-15)]
