"""search_health: by brute force over random searches, by hand, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from helpers import searched
from helpers.examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from tables import load_rows

MEASURES = ["no_result", "abandoned", "success@2", "success@10", "first_click", "clicks"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def loaded(con: duckdb.DuckDBPyConnection, searches: list[Any], clicks: list[Any]) -> None:
    columns = "search_id integer, query_id varchar, n_results integer, user_id varchar, day integer"
    load_rows(con, "searches", columns, searches)
    con.execute("create or replace table clicks (search_id integer, position integer)")
    if clicks:
        con.executemany("insert into clicks values (?, ?)", clicks)


def by_day(con: duckdb.DuckDBPyConnection, way: str) -> list[Any]:
    if way == "dbt":
        return con.sql(str(macros("duckdb").search_health("main.searches", "main.clicks", by=["day"]))).fetchall()
    if way == "python":
        return rankhouse.search_health("searches", "clicks", by="day", con=con).fetchall()
    return con.sql("from search_health('searches', 'clicks', \"by\" := 'day')").fetchall()


@pytest.mark.parametrize("cluster", [None, "user_id"])
@given(
    made=st.lists(
        st.tuples(
            st.integers(0, 3),
            st.sampled_from(["u", "v", "w", None]),
            st.sampled_from([1, None]),
            st.lists(st.integers(1, 12), max_size=3),
        ),
        min_size=1,
        max_size=14,
    )
)
@examples(20)
def test_it_is_every_search_asked_of_every_measure(
    con: duckdb.DuckDBPyConnection, cluster: str | None, made: list[Any]
) -> None:
    searches = [(n, "q", results, user, day) for n, (results, user, day, _) in enumerate(made)]
    loaded(con, searches, [(n, position) for n, (*_, positions) in enumerate(made) for position in positions])
    given_: dict[str, Any] = {"k": [2, 10], "by": ["day"], "cluster": cluster}
    rows = con.sql(str(macros("duckdb").search_health("main.searches", "main.clicks", **given_))).fetchall()
    found = {row[:2]: row[2:] for row in rows}
    days = {row[4] for row in searches}
    assert found.keys() == {(day, measure) for day in days for measure in MEASURES}
    for day in days:
        own = [row for row in searches if row[4] == day]
        clusters = {row[0]: row[3] for row in own} if cluster else None
        clicked = {row[0]: made[row[0]][3] for row in own}
        for measure in MEASURES:
            known = searched.health(measure, {row[0]: row[2] for row in own}, clicked, clusters)
            assert found[day, measure] == pytest.approx(known, abs=1e-9), (day, measure)


@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
def test_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """One search without results, one without clicks, one with clicks at 4 and 2, one at 1."""
    made = [(1, "a", 0, None, 1), (2, "a", 5, None, 1), (3, "b", 9, None, 1), (4, "b", 9, None, 1)]
    loaded(con, made, [(3, 4), (3, 2), (4, 1)])
    rows = [(measure, value, n) for _, measure, value, n, *_ in by_day(con, way)]
    by_hand = [("no_result", 1 / 4, 4), ("abandoned", 1 / 3, 3), ("success@1", 1 / 4, 4), ("success@10", 2 / 4, 4)]
    by_hand += [("first_click", (1 / 2 + 1) / 2, 2), ("clicks", 3 / 4, 4)]
    assert sorted(rows) == sorted((measure, pytest.approx(value), n) for measure, value, n in by_hand)
    assert way != "python" or [row[0] for row in rows] == [measure for measure, *_ in by_hand]


TWICE = r"(1|one) search is there more than once, e\.g\. search_id 1; keep one row of each, or give each .* its own$"
"""Grouping by their days would not help."""


@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
@pytest.mark.parametrize(
    ("searches", "clicks", "message"),
    [
        ([(1, "a", 2, "u", 1), (1, "b", 3, "v", 2)], [(1, 1)], TWICE),
        ([(1, "a", -2, "u", 1)], [(1, 1)], "a number of results below 0 in column 'n_results'"),
        ([(1, "a", 2, "u", 1)], [(1, 0)], "a position below 1 in column 'position'"),
    ],
)
def test_refused_everywhere(
    con: duckdb.DuckDBPyConnection, way: str, searches: list[Any], clicks: list[Any], message: str
) -> None:
    """A search in two groups too: a click does not tell which one it is on."""
    loaded(con, searches, clicks)
    with pytest.raises((InputError, duckdb.Error), match=message):
        by_day(con, way)
    told = con.sql("select message from input_problems(searches := 'searches', clicks := 'clicks', \"by\" := 'day')")
    ((problem,),) = told.fetchall()
    assert re.search(message, problem)


def test_clicks_on_unknown_searches(con: duckdb.DuckDBPyConnection) -> None:
    loaded(con, [(1, "a", 2, "u", 1)], [(1, 1), (7, 3)])
    with pytest.raises(InputError, match=r"1 click is on a search that searches does not have, e\.g\. search_id 7"):
        rankhouse.search_health("searches", "clicks", con=con)
    # In SQL it does not count.
    rows = con.sql("select measure, value from search_health('searches', 'clicks')").fetchall()
    assert dict(rows)["clicks"] == 1


@pytest.mark.parametrize("k", [0, [], [1, 2.5], "1", [1, None], {}])
def test_what_is_no_cutoff(k: Any) -> None:
    with pytest.raises(InputError, match="k is one or several whole numbers of at least 1"):
        macros("duckdb").search_health("searches", "clicks", k=k)
    assert macros("duckdb").search_health("searches", "clicks", k=3)
