"""Duplicates stop an evaluation that nobody has checked the data for, wherever they are, and name one of themselves."""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from oracle import Measure
from rankhouse._rendering.jinja import macros
from tables import assert_same, every_measure, load_rows

POLICIES: list[dict[str, Any]] = [
    {},
    {"queries": "run"},
    {"queries": "all", "by": ["system"]},
    {"by": ["system"], "columns": {"score": "points"}},
    {"exclude": "seen"},
    {"pool": "retrieved", "by": ["system"]},
    {"unjudged": "drop"},
    {"ties": "average"},
]
MESSAGE = r"(run|judgments): query '(\w+)' has item '(\w+)' more than once(?: in [^:]+)?: keep one of its rows"

RUN, JUDGED = {"run": "run"}, {"run": "run", "judgments": "judgments"}
READERS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "query_metrics": ({**JUDGED, "measures": ["map", "ndcg@2"]}, {"run", "judgments"}),
    "metrics": ({**JUDGED, "measures": ["ndcg@2"]}, {"run", "judgments"}),
    "tie_audit": ({**JUDGED, "measures": ["mrr"]}, {"run", "judgments"}),
    "explain": ({**JUDGED, "measures": ["ndcg@2"], "target": "sklearn"}, {"run", "judgments"}),
    "convention_problems": ({**JUDGED, "convention": "ranx"}, {"run", "judgments"}),
    "recommendation_metrics": (
        {**JUDGED, "baseline": "baseline", "measures": ["serendipity(expected=baseline)@2"]},
        {"run", "judgments", "baseline"},
    ),
    "agreement": ({**RUN, "measures": ["overlap@2"]}, {"run"}),
    "query_agreement": ({**RUN, "measures": ["rbo"]}, {"run"}),
    "sample_negatives": ({"items": "items", "judgments": "judgments", "n": 2}, {"judgments"}),
    "sampled_ranks": ({**JUDGED, "candidates": "items"}, {"run", "judgments"}),
}
"""Every macro over lists of items, as it may be called, with its inputs that have an item of a query once."""


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


def called(con: duckdb.DuckDBPyConnection, way: str, macro: str, arguments: dict[str, Any]) -> list[Any]:
    if way == "dbt":
        return con.execute(str(getattr(macros("duckdb"), macro)(**arguments))).fetchall()
    given = ", ".join(f'"{name}" := {value!r}' for name, value in arguments.items())
    return con.execute(f"from {macro}({given})").fetchall()


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize("macro", READERS)
def test_every_macro_over_lists_refuses_them(registered: duckdb.DuckDBPyConnection, way: str, macro: str) -> None:
    con, (arguments, sides) = registered, READERS[macro]
    con.execute("""
        create table run (system varchar, query_id varchar, item_id varchar, score double);
        insert into run values ('s', 'p', 'a', 3), ('s', 'p', 'b', 2), ('s', 'q', 'a', 1), ('t', 'r', 'a', 1);
        create table judgments (query_id varchar, item_id varchar, relevance double);
        insert into judgments values ('p', 'a', 1), ('p', 'b', 0), ('q', 'a', 2);
        create table baseline as select query_id, item_id, score from run;
        create table items as select distinct query_id, 'n' || item_id as item_id from run;
    """)
    called(con, way, macro, arguments)
    con.execute("insert into run values ('s', null, 'a', 1), ('s', 'p', 'b', null), ('s', 'p', 'b', 'nan')")
    con.execute("insert into judgments values (null, 'b', 1), ('p', 'b', null), ('p', 'b', 'nan')")
    called(con, way, macro, arguments)
    for side in ("run", "judgments", "baseline"):
        con.execute("begin")
        group = "'s', " if side == "run" else ""
        con.execute(f"insert into {side} values ({group}'p', 'b', -7)")
        if side in sides:
            with pytest.raises(duckdb.Error, match=f"{side}: query 'p' has item 'b' more than once: keep one of its"):
                called(con, way, macro, arguments)
        else:
            called(con, way, macro, arguments)
        con.execute("rollback")


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_two_systems_are_told_apart_by_their_column(registered: duckdb.DuckDBPyConnection, way: str) -> None:
    con, arguments = registered, {"run": "run", "judgments": "judgments", "measures": ["mrr"]}
    con.execute("""
        create table run as from (values ('s', 1, 'a', 2), ('s', 1, 'b', 1), ('t', 1, 'b', 9), ('t', 1, 'a', 8))
            as listed(system, query_id, item_id, score);
        create table judgments as select 1 as query_id, 'b' as item_id, 1 as relevance
    """)
    with pytest.raises(duckdb.Error, match="the column that distinguishes its rows, such as system or day, in by"):
        called(con, way, "metrics", arguments)
    found = called(con, way, "metrics", {**arguments, "by": ["system"]})
    assert sorted((row[0], row[4]) for row in found) == [("s", 0.5), ("t", 1.0)]
    # Somebody has looked, they say: the engine does not.
    assert called(con, way, "metrics", {**arguments, "checked": True})
    con.execute("create table twice as from judgments union all from judgments")
    with pytest.raises(
        duckdb.Error, match=r"judgments: query '1' has item 'b' .* in judgments_by \(or in by, if run and judgments"
    ):
        called(con, way, "metrics", {**arguments, "by": ["system"], "judgments": "twice"})


def test_python_leaves_it_to_the_query_where_it_does_not_look(con: duckdb.DuckDBPyConnection) -> None:
    load_rows(con, "run", "query_id varchar, item_id varchar, score double", [("q", "b", 1), ("q", "b", 2)])
    load_rows(con, "judgments", "query_id varchar, item_id varchar, relevance double", [("q", "b", 1)])
    con.execute("create or replace table twice as from judgments union all from judgments")
    with pytest.raises(rankhouse.InputError, match=r"^run: query 'q' has item 'b' more than once: .*, in by$"):
        rankhouse.evaluate("run", "judgments", check="none", con=con)
    with pytest.raises(rankhouse.InputError, match=r"^judgments: query 'q' has item 'b' more than once: keep one"):
        rankhouse.sample_negatives("judgments", "twice", 1, con=con)


def lists(draw: random.Random, has_copies: bool) -> list[tuple[Any, ...]]:
    """Rows of two systems, whose lists may have several copies of some items, right behind each other or far away."""
    rows: list[tuple[Any, ...]] = [("a", 9, 0, None), ("a", 9, None, 1.0), ("b", 9, 1, math.nan), ("a", 0, 0, None)]
    for system, query in itertools.product("ab", range(3)):
        length, step = draw.choice([2, 15, 40]), draw.choice([1, 1, 7])
        for item in range(length):
            score, below = (item * 11 + query) % length // step * 2, draw.choice([0, 1, 40])
            copies = draw.choice([1] * 150 + [2, 3]) if has_copies else 1
            rows.extend((system, query, item, (score - n * below) / 64) for n in range(copies))
    draw.shuffle(rows)
    return rows


def load(con: duckdb.DuckDBPyConnection, policies: dict[str, Any], draw: random.Random, has_copies: bool) -> set[Any]:
    """Makes the inputs; the queries with their items that have several rows."""
    score = policies.get("columns", {}).get("score", "score")
    rows = lists(draw, has_copies)
    if "by" not in policies:
        rows = [row for row in rows if row[0] == "a"]
    load_rows(con, "run", f"system varchar, query_id integer, item_id integer, {score} double", rows)
    judged = [(n % 3, n, n % 4) for n in draw.sample(range(40), draw.choice([3, 20, 40]))]
    load_rows(con, "judgments", "query_id integer, item_id integer, relevance integer", judged)
    con.execute("create or replace table seen as select query_id, item_id from run where item_id % 5 = 2")
    counted = Counter(row[:3] for row in rows if row[2] is not None and row[3] is not None and not math.isnan(row[3]))
    return {key[1:] for key, n_rows in counted.items() if n_rows > 1}


def evaluated(con: duckdb.DuckDBPyConnection, asked: list[str], policies: dict[str, Any], checked: bool = False) -> Any:
    sql = macros("duckdb").query_metrics("run", "judgments", asked, checked=checked, **policies)
    rows = con.execute(f"select * exclude (value), value from ({sql})").fetchall()
    return {row[:-1]: row[-1] for row in rows}


@pytest.mark.thorough
@pytest.mark.parametrize("asked", [["ndcg@1", "recall@3"], ["map"], ["ndcg@300"]], ids=str)
@pytest.mark.parametrize("policies", POLICIES, ids=str)
@given(draw=st.randoms(use_true_random=False))
@examples(4)
def test_they_are_found_wherever_they_are(
    con: duckdb.DuckDBPyConnection, policies: dict[str, Any], asked: list[str], draw: random.Random
) -> None:
    repeated = load(con, policies, draw, has_copies=True)
    if not repeated:
        evaluated(con, asked, policies)
        return
    with pytest.raises(duckdb.Error, match=MESSAGE) as caught:
        evaluated(con, asked, policies)
    named = re.search(MESSAGE, str(caught.value))
    assert named
    assert named[1] == "run"
    assert (int(named[2]), int(named[3])) in repeated


# Long lists of a large run, of which DuckDB reads what a cutoff reaches and a sample of the rest.

FILLER = "select 'a', 99, range + 1000, range / 1e6 from range(100_001)"


@functools.cache
def within_cutoffs() -> list[Measure]:
    """The measures that look no further than their cutoff, with every option."""
    return [
        measure
        for measure in every_measure(1)
        if "rankhouse_bounds" in macros("duckdb").query_metrics("run", "judgments", [str(measure)])
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("policies", [one for one in POLICIES if one != {"ties": "average"}], ids=str)
@given(draw=st.randoms(use_true_random=False))
@examples(4)
def test_what_no_cutoff_reaches_changes_nothing(
    con: duckdb.DuckDBPyConnection, policies: dict[str, Any], draw: random.Random
) -> None:
    load(con, policies, draw, has_copies=False)
    score = policies.get("columns", {}).get("score", "score")
    con.execute(f"insert into run {FILLER}")
    cutoffs = draw.choice([[1], [2], [1, 3]])
    asked = [str(replace(measure, k=k)) for measure in draw.sample(within_cutoffs(), 12) for k in cutoffs]
    found = evaluated(con, asked, policies)
    con.execute(f"delete from run where item_id is null or {score} is null or isnan({score})")
    assert_same(found, evaluated(con, asked, policies, checked=True))


@pytest.mark.parametrize(
    ("length", "more", "bounded"), [(40, 0, 0), (2_500, 0, 0), (20, 101_000, 0), (2_500, 101_000, 5)]
)
def test_small_runs_and_short_lists_are_read_whole(length: int, more: int, bounded: int) -> None:
    sql = str(macros("duckdb").query_metrics("run", "judgments", ["ndcg@10"]))
    with duckdb.connect() as con:
        con.execute("create table judgments as select 1 as query_id, 1 as item_id, 1 as relevance")
        con.execute(f"""
            create table run as
            select n // {length} as query_id, n % {length} as item_id, n * 0.5 as score
            from range({5 * length + more} // {length} * {length}) as rows(n)
        """)
        (n_lists,) = con.execute("select count(distinct query_id) from run").fetchone() or (None,)
        steps = sql[: sql.index("select", sql.index("-- a query and a measure", sql.index("rankhouse_measured")))]
        (n,) = con.execute(f"{steps} select count(*) from rankhouse_bounds").fetchone() or (None,)
        assert n == (n_lists if bounded else 0)


def large(con: duckdb.DuckDBPyConnection, more: str) -> None:
    con.execute(f"""
        create or replace table run as
        select i // 5000 as query_id, i % 5000 as item_id, hash(i) / 1e20 as score from range(200_000) as rows(i)
        union all {more};
        create or replace table judgments as select i as query_id, 4000 as item_id, 1 as relevance
        from range(40) as rows(i)
    """)


def test_two_systems_are_found_in_a_large_run_though_no_cutoff_reaches_one_of_them(
    con: duckdb.DuckDBPyConnection,
) -> None:
    large(con, "select i // 5000, i % 5000, 100 + i from range(200_000) as rows(i)")
    with pytest.raises(duckdb.Error, match=MESSAGE):
        evaluated(con, ["ndcg@10"], {})


def test_a_duplicate_below_the_cutoffs_of_a_large_run_may_stay_there(con: duckdb.DuckDBPyConnection) -> None:
    """It changes no value; where a cutoff reaches it, it is refused."""
    (below,) = con.execute(
        "select i from range(5000) as rows(i) where hash(7, i) >= (2**58)::ubigint limit 1"
    ).fetchone() or (0,)
    large(con, f"select 7, {below}, -1")
    found = evaluated(con, ["ndcg@10"], {})
    large(con, "select 7, 5001, -2")
    assert_same(found, evaluated(con, ["ndcg@10"], {}, checked=True))
    large(con, f"select 7, {below}, 1 union all select 7, {below}, 2")
    with pytest.raises(duckdb.Error, match=f"run: query '7' has item '{below}' more than once"):
        evaluated(con, ["ndcg@10"], {})
