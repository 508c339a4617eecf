"""Expected exposure against its definition, in fractions by hand, and what is refused, through every way in."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exposures
import rankhouse
from copied import copy_macros
from examples import examples
from executed import commanded
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

WAYS = ["dbt", "table macro", "python"]
METRICS = ("ee_l", "ee_d", "ee_r")
Rankings = dict[tuple[str | None, int], list[list[str]]]
READERS: list[dict[str, Any]] = [
    {},
    {"p": 0.9},
    {"attention": "cascade", "p": 0.8, "satisfaction": 0.75},
    {"attention": "cascade", "satisfaction": 0},
    {"attention": "cascade", "p": 0.9, "satisfaction": 1},
    {"attention": "log2"},
    {"attention": "log2", "k": 2},
    {"attention": "cascade", "k": 3},
]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, rankings: Rankings, grades: dict[int, dict[str, float]]) -> None:
    run = [
        (system, query, f"draw {draw}", item, -rank)
        for (system, query), lists in rankings.items()
        for draw, items in enumerate(lists)
        for rank, item in enumerate(items)
    ]
    judged = [(query, item, grade) for query, items in grades.items() for item, grade in items.items()]
    con.execute("create or replace table run (system text, query_id int, draw text, item_id text, score double)")
    con.execute("create or replace table judgments (query_id int, item_id text, relevance double)")
    for table, rows in {"run": run, "judgments": judged}.items():
        if rows:
            con.executemany(f"insert into {table} values ({', '.join('?' * len(rows[0]))})", rows)


def asked(con: duckdb.DuckDBPyConnection, way: str, **arguments: Any) -> list[tuple[Any, ...]]:
    arguments = {"sample": "draw", **arguments}
    if way == "python":
        return rankhouse.expected_exposure("run", "judgments", **arguments, con=con).fetchall()
    if way == "dbt":
        sql = str(macros("duckdb").expected_exposure("main.run", "main.judgments", **arguments))
        return con.execute(sql).fetchall()
    given = "".join(f", {name} := ?" for name in arguments)
    return con.execute(f"from expected_exposure('run', 'judgments'{given})", [*arguments.values()]).fetchall()


def by_metric(rows: list[tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """value, n_queries, n_missing of each."""
    return {row[1]: row[3:6] for row in rows}


# a and b are relevant: of RBP with p = 1/2 both deserve (1 + 1/2) / 2, and c nothing.
QUERY = {1: {"a": 1.0, "b": 1.0, "c": 0.0}}
HALF, DUE = Fraction(1, 2), Fraction(3, 4)
BY_HAND = {
    "fixed": ([["a", "b", "c"]], (2 * (1 - DUE) ** 2 + Fraction(1, 16), 1 + HALF**2 + HALF**4, DUE * (1 + HALF))),
    "shuffled": ([["a", "b", "c"], ["b", "a", "c"]], (Fraction(1, 16), 2 * DUE**2 + Fraction(1, 16), 2 * DUE**2)),
    "upside down": ([["c", "a"]], ((HALF - DUE) ** 2 + DUE**2 + 1, 1 + HALF**2, HALF * DUE)),
    "one of two": ([["a"], ["d"]], ((HALF - DUE) ** 2 + DUE**2 + HALF**2, 2 * HALF**2, HALF * DUE)),
}


@pytest.mark.parametrize("way", WAYS)
def test_values_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, {(name, 1): lists for name, (lists, _) in BY_HAND.items()}, QUERY)
    found = {(row[0], row[2]): row[4] for row in asked(con, way, by=["system"])}
    expected = {
        (name, metric): float(value)
        for name, (_, values) in BY_HAND.items()
        for metric, value in zip(METRICS, values, strict=True)
    }
    assert found == pytest.approx(expected, abs=1e-15)


items = st.permutations("abcdef").flatmap(lambda order: st.integers(1, 6).map(lambda n: order[:n]))
systems = st.dictionaries(
    st.tuples(st.sampled_from(["new", None]), st.integers(0, 3)),
    st.lists(items, min_size=1, max_size=3),
    min_size=1,
    max_size=5,
)
judged = st.dictionaries(
    st.integers(0, 4), st.dictionaries(st.sampled_from("abcdexy"), st.sampled_from([-1.0, 0.0, 1.0, 2.0]), min_size=1)
)


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@examples(12)
@given(rankings=systems, grades=judged, reader=st.sampled_from(READERS))
def test_values_by_the_definition(
    con: duckdb.DuckDBPyConnection,
    way: str,
    rankings: Rankings,
    grades: dict[int, dict[str, float]],
    reader: dict[str, Any],
) -> None:
    """ee_l = ee_d - 2 ee_r + the sum of squared targets holds too, which is the loss of a system that shows nothing."""
    load(con, rankings, grades)
    asks = [query for query, items in grades.items() if max(items.values()) > 0]
    rows = asked(con, way, by=["system"], **reader)
    assert len(rows) == 3 * len({system for system, _ in rankings})
    for system, measure, metric, k, value, n_queries, n_missing, total, error, *_ in rows:
        at = METRICS.index(metric)
        values = [exposures.of_query(rankings.get((system, query), []), grades[query], **reader)[at] for query in asks]
        assert (measure, k) == (metric if k is None else f"{metric}@{k}", reader.get("k"))
        missing = sum((system, query) not in rankings for query in asks)
        assert (n_queries, n_missing) == (len(asks), missing)
        assert value == (pytest.approx(statistics.mean(values), abs=1e-12) if values else None)
        assert total == (pytest.approx(sum(values), abs=1e-12) if values else None)
        spread = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
        assert error == (pytest.approx(spread, abs=1e-9) if values[1:] else None)
    found = {(row[0], row[2]): row[4] for row in rows}
    due = [exposures.of_query([], grades[query], **reader)[0] for query in asks]
    for system in {system for system, _ in rankings} if asks else ():
        loss, disparity, relevance = (found[system, metric] for metric in METRICS)
        assert loss == pytest.approx(disparity - 2 * relevance + statistics.mean(due), abs=1e-12)
        assert loss > -1e-12
        assert relevance**2 <= disparity * statistics.mean(due) + 1e-9


@pytest.mark.parametrize("way", WAYS)
def test_a_system_that_shows_every_ideal_order_loses_nothing(con: duckdb.DuckDBPyConnection, way: str) -> None:
    orders = [["c", *order] for order in (["a", "b"], ["b", "a"])]
    load(con, {("ideal", 1): orders}, {1: {"a": 1, "b": 1, "c": 2}})
    for reader in READERS:
        found = by_metric(asked(con, way, **reader))
        assert found["ee_l"][0] == pytest.approx(0, abs=1e-15)
        assert found["ee_d"][0] == pytest.approx(found["ee_r"][0])


@pytest.mark.parametrize("way", WAYS)
def test_a_run_without_samples_is_one_ranking(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, {("s", 1): [["a", "b"]], ("s", 2): [["b"]]}, {1: {"a": 1, "b": 2}, 2: {"a": 1}, 3: {"a": 1}, 4: {"a": 0}})
    assert by_metric(asked(con, way, sample=None)) == by_metric(asked(con, way))
    assert by_metric(asked(con, way))["ee_l"][1:] == (3, 1)


@pytest.mark.parametrize("way", WAYS)
def test_without_a_relevant_item_there_is_no_value(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, {("s", 1): [["a", "b"]]}, {1: {"a": 0, "b": -1}})
    assert by_metric(asked(con, way)) == dict.fromkeys(METRICS, (None, 0, 0))


@pytest.mark.parametrize("way", WAYS)
def test_rows_without_a_sample_are_left_out(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, {("s", 1): [["a", "b"], ["b"]]}, QUERY)
    before = by_metric(asked(con, way))
    con.execute("insert into run values ('s', 1, null, 'c', 9), ('s', 1, null, 'a', 8)")
    assert by_metric(asked(con, way)) == before


@pytest.mark.parametrize("way", [*WAYS, "command"])
@pytest.mark.parametrize(
    ("change", "arguments", "message"),
    [
        ("insert into run values ('s', 1, 'draw 0', 'a', 9)", {}, "more than once"),
        ("insert into run values ('s', 1, 'draw 1', 'a', 9)", {"sample": None}, "more than once"),
        ("insert into judgments values (1, 'a', 2)", {}, "more than once"),
        ("select 1", {"sample": "drawing"}, "drawing"),
        ("select 1", {"attention": "linear"}, "attention is one of rbp | cascade | log2, got 'linear'"),
        ("select 1", {"p": 1.25}, "p is a number above 0 and below 1, such as 0.5, got '1.25'"),
        ("select 1", {"satisfaction": 1.5}, "satisfaction is a number from 0 to 1, got '1.5'"),
        ("select 1", {"k": 0}, "k is a whole number of at least 1"),
    ],
)
def test_what_is_refused(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, way: str, change: str, arguments: dict[str, Any], message: str
) -> None:
    load(con, {("s", 1): [["a", "b"], ["b"]]}, QUERY)
    con.execute(change).fetchall()
    if way == "command":
        for table in ("run", "judgments"):
            con.execute(f"copy {table} to '{tmp_path / table}.parquet'")
        options = {"sample": "draw", **arguments}
        given = [f"--{name}={value}" for name, value in options.items() if value is not None]
        files = [str(tmp_path / f"{name}.parquet") for name in ("run", "judgments")]
        status, _, complaint = commanded(["expected-exposure", *files, *given])
        assert status == 2
        # typer refuses a choice in its own words.
        assert (message if "attention" not in message else "'linear'") in " ".join(complaint.split())
        return
    with pytest.raises((InputError, duckdb.Error), match=re.escape(message)):
        asked(con, way, **arguments)
