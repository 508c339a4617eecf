"""A run that gives ranks in place of scores keeps them: where it has none at a rank, nothing relevant stands there."""

from __future__ import annotations

import random

import duckdb
import pytest

import rankhouse
from copied import copy_macros
from tables import TIES

MEASURES = [
    "mrr@3",
    "mrr",
    "ndcg@10",
    "ndcg",
    "average_precision",
    "precision@3",
    "recall@3",
    "err@10",
    "rbp",
    "mrr@300",
]
QUERIES = 40


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    """Lists of some ranks up to 12, and the same with unjudged items at all the ranks that they lack."""
    generator = random.Random(3)
    con = duckdb.connect(config={"threads": 1})
    con.execute("create table sparse (query_id integer, item_id varchar, place integer)")
    con.execute("create table judgments (query_id integer, item_id varchar, relevance integer)")
    for query in range(QUERIES):
        places = generator.sample(range(1, 13), generator.randint(1, 6))
        con.executemany("insert into sparse values (?, ?, ?)", [[query, f"i{place}", place] for place in places])
        grades = [[query, f"i{place}", generator.choice([0, 1, 2])] for place in (*places, 20)]
        con.executemany("insert into judgments values (?, ?, ?)", grades)
    con.execute(
        "create table filled as select query_id, coalesce(item_id, 'unjudged ' || place) as item_id, place"
        " from (select distinct query_id from sparse) cross join range(1, 13) as places(place)"
        " left join sparse using (query_id, place)"
    )
    copy_macros(con)
    return con


def values(result: duckdb.DuckDBPyRelation) -> dict[tuple[int, str], float]:
    return {(query, name): value for query, name, value in result.project("query_id, measure, value").fetchall()}


@pytest.mark.parametrize("ties", [rule for rule in TIES if rule != "average"])
def test_gaps_are_ranks_without_a_relevant_item(con: duckdb.DuckDBPyConnection, ties: str) -> None:
    asked = {"ties": ties, "per_query": True, "con": con, "columns": {"rank": "place"}}
    sparse, filled = (values(rankhouse.evaluate(run, "judgments", MEASURES, **asked)) for run in ("sparse", "filled"))
    assert sparse == pytest.approx(filled, abs=1e-12)
    called = con.sql(
        f"from query_metrics('sparse', 'judgments', measures := {MEASURES}, ties := '{ties}', rank := 'place')"
    )
    assert values(called) == pytest.approx(filled, abs=1e-12)


def test_average_is_between_the_bounds(con: duckdb.DuckDBPyConnection) -> None:
    """Two items at rank 3, one of them relevant, and one at rank 7."""
    rows = "(1, 'a', 3), (1, 'b', 3), (1, 'c', 7)"
    con.execute(f"create or replace table tied as from (values {rows}) as t(query_id, item_id, place)")
    con.execute("create or replace table labels as from (values (1, 'a', 1)) as t(query_id, item_id, relevance)")
    found = {
        ties: rankhouse.evaluate("tied", "labels", ["mrr"], ties=ties, con=con, columns={"rank": "place"}).fetchall()
        for ties in TIES
    }
    ranks = {ties: rows[0][3] for ties, rows in found.items()}
    # The higher id goes first.
    assert ranks == pytest.approx({"item": 1 / 4, "best": 1 / 3, "worst": 1 / 4, "average": (1 / 3 + 1 / 4) / 2})


def test_dropped_items_leave_no_gap(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table tied as from (values (1, 'x', 1), (1, 'a', 2)) as t(query_id, item_id, place)")
    con.execute("create or replace table labels as from (values (1, 'a', 1)) as t(query_id, item_id, relevance)")
    found = rankhouse.evaluate("tied", "labels", ["mrr"], unjudged="drop", con=con, columns={"rank": "place"})
    assert found.fetchall()[0][3] == 1
