"""no_answer_curve: by brute force, of thresholds that tie, of lists that are missing, and refused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from helpers import silent
from helpers.examples import examples
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from tables import load_rows

SCORES = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 0.25000000000000006, 1.0, 7.5, math.inf, -math.inf])
FIGURES = "threshold, answered, false_answers, recall, area"


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def loaded(con: duckdb.DuckDBPyConnection, run: Any, judgments: Any) -> None:
    """Of a system, a query and an item; of a query and an item."""
    rows = [(*key, "inf" if score == math.inf else "-inf" if score == -math.inf else score) for key, score in run]
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    if rows:
        con.executemany("insert into run values (?, ?, ?, ?)", rows)
    load_rows(con, "judgments", "query_id varchar, item_id varchar, relevance double", [(*k, g) for k, g in judgments])


def by_query(rows: Any) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for *_, query, item, number in ((*key, number) for key, number in rows):
        found.setdefault(query, {})[item] = number
    return found


@given(
    run=st.dictionaries(
        st.tuples(st.sampled_from(["s", None]), st.sampled_from("uvwxyz"), st.sampled_from("abcd")), SCORES, max_size=40
    ),
    judgments=st.dictionaries(
        st.tuples(st.sampled_from("uvwxy"), st.sampled_from("abcd")),
        st.sampled_from([-1.0, 0.0, 0.0, 1.0, 2.0]),
        min_size=1,
        max_size=16,
    ),
    k=st.sampled_from([1, 2, 10, 300]),
)
@examples(20)
def test_it_is_every_threshold_asked_of_every_query(
    con: duckdb.DuckDBPyConnection, run: dict[Any, float], judgments: dict[Any, float], k: int
) -> None:
    loaded(con, run.items(), judgments.items())
    sql = str(macros("duckdb").no_answer_curve("main.run", "main.judgments", k, by=["system"]))
    found = con.sql(sql).project(f"system, {FIGURES}").fetchall()
    judged = by_query(judgments.items())
    for system in {key[0] for key in run}:
        own = by_query(((query, item), score) for (its, query, item), score in run.items() if its == system)
        known = {row[0]: row[1:] for row in silent.curve(own, judged, k)}
        rows = {row[1]: row[2:] for row in found if row[0] == system}
        assert rows.keys() == known.keys()
        for threshold, figures in known.items():
            assert rows[threshold] == pytest.approx(figures, abs=1e-12), (system, threshold)
    assert {row[0] for row in found} == {key[0] for key in run}


@pytest.mark.parametrize("way", ["dbt", "table macro", "python"])
def test_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Two questions have an answer, which the second list misses; of two others one gets nothing."""
    run = {("s", "q1", "a"): 0.9, ("s", "q1", "b"): 0.4, ("s", "q2", "c"): 0.6, ("s", "q3", "d"): 0.6}
    loaded(con, run.items(), {("q1", "a"): 1, ("q1", "b"): 1, ("q2", "a"): 1, ("q3", "a"): 0, ("q4", "a"): 0}.items())
    if way == "dbt":
        found = con.sql(str(macros("duckdb").no_answer_curve("main.run", "main.judgments")))
    elif way == "python":
        found = rankhouse.no_answer_curve("run", "judgments", con=con)
    else:
        found = con.sql("from no_answer_curve('run', 'judgments')")
    rows = sorted(found.project(FIGURES).fetchall(), key=lambda row: -math.inf if row[0] is None else -row[0])
    # Of four pairs 3 are in order, and one is tied at 0.6.
    assert rows == [(None, 0, 0, 0, 0.875), (0.9, 0.5, 0, 0.25, 0.875), (0.6, 1, 0.5, 0.25, 0.875)]
    assert way != "python" or found.project(FIGURES).fetchall() == rows


def test_a_run_that_returns_nothing(con: duckdb.DuckDBPyConnection) -> None:
    """Nothing judged is returned either; the queries all tie."""
    loaded(con, {("s", "q9", "a"): 1.0}.items(), {("q1", "a"): 1, ("q2", "a"): 0}.items())
    assert con.sql(f"select {FIGURES} from no_answer_curve('run', 'judgments')").fetchall() == [(None, 0, 0, 0, 0.5)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"k": 0}, "k is a whole number of at least 1"),
        ({"k": None}, "k"),
        ({"columns": {"rank": "score"}}, "threshold is compared with scores, but columns names ranks"),
    ],
)
def test_refused(con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str) -> None:
    loaded(con, {("s", "q1", "a"): 1.0}.items(), {("q1", "a"): 1}.items())
    with pytest.raises(InputError, match=message):
        rankhouse.no_answer_curve("run", "judgments", **arguments, con=con)
