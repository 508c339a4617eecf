"""silence and answered: of queries without an answer, and of the others, by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

import rankhouse
from copied import copy_macros
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

WAYS = ("dbt", "table macro", "python")
JUDGED = {"known": 1, "known, missed": 1, "known, low": 2, "none": 0, "none, missed": 0, "none, low": -1}
"""Of each query the grade of its one judged item, x."""
RETURNED = {"known": [0.9, 0.2], "known, low": [-0.5], "none": [0.8], "none, low": [-0.5, -2.0], "unjudged": [0.9]}
KNOWN = {query for query, grade in JUDGED.items() if grade > 0}


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        con.execute("create table run (query_id varchar, item_id varchar, score double)")
        for query, scores in RETURNED.items():
            con.executemany("insert into run values (?, ?, ?)", [[query, "xyz"[n], s] for n, s in enumerate(scores)])
        # Which Python refuses.
        con.execute(
            "create table holes as from run"
            " union all values ('none, missed', 'x', null), ('none, low', 'z', 'nan'::double)"
        )
        con.execute("create table judgments (query_id varchar, item_id varchar, relevance integer)")
        con.executemany("insert into judgments values (?, 'x', ?)", list(JUDGED.items()))
        yield con


def values(con: duckdb.DuckDBPyConnection, way: str, measures: list[str], **given: Any) -> dict[tuple[str, str], Any]:
    if way == "dbt":
        found = con.sql(str(macros("duckdb").query_metrics("main.holes", "main.judgments", measures, **given)))
    elif way == "python":
        found = rankhouse.evaluate("run", "judgments", measures, per_query=True, con=con, **given)
    else:
        more = "".join(f", {name} := {value!r}" for name, value in given.items())
        found = con.sql(f"from query_metrics('holes', 'judgments', measures := {measures}{more})")
    rows = found.project("query_id, measure, value").fetchall()
    return {(query, measure): value for query, measure, value in rows}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("queries", ["judged", "all", "run", "intersection"])
@pytest.mark.parametrize("threshold", [None, 0, -0.5, -0.75, 0.85])
def test_by_hand(con: duckdb.DuckDBPyConnection, way: str, queries: str, threshold: float | None) -> None:
    option = "" if threshold is None else f"(threshold={threshold})"
    expected = {}
    for query in JUDGED:
        returned = any(threshold is None or score >= threshold for score in RETURNED.get(query, []))
        if queries in ("judged", "all") or query in RETURNED:
            name = f"answered{option}" if query in KNOWN else f"silence{option}"
            expected[query, name] = float(returned if query in KNOWN else not returned)
    assert values(con, way, [f"silence{option}", f"answered{option}"], queries=queries) == expected
    # Beside a measure of other queries.
    beside = values(con, way, [f"silence{option}", "num_q", f"answered{option}"], queries=queries)
    assert {key: value for key, value in beside.items() if key[1] != "num_q"} == expected


@pytest.mark.parametrize("way", WAYS)
def test_the_mean_is_of_its_queries(con: duckdb.DuckDBPyConnection, way: str) -> None:
    asked = ["silence", "answered", "silence(threshold=0.85)", "precision@1"]
    if way == "dbt":
        found = con.sql(str(macros("duckdb").metrics("main.holes", "main.judgments", asked)))
    elif way == "python":
        found = rankhouse.evaluate("run", "judgments", asked, con=con)
    else:
        found = con.sql(f"from metrics('holes', 'judgments', measures := {asked})")
    rows = {row[0]: row[1:] for row in found.project("measure, value, n_queries, n_missing").fetchall()}
    assert rows["silence"] == (pytest.approx(1 / 3), 3, 1)
    assert rows["answered"] == (pytest.approx(2 / 3), 3, 1)
    assert rows["silence(threshold=0.85)"] == (1.0, 3, 1)
    assert rows["precision@1"] == (pytest.approx(2 / 3), 3, 1)


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("silence(threshold=high)", "threshold of silence is a finite number, got 'high'"),
        ("silence(threshold=1e400)", "threshold of silence is a finite number, got '1e400'"),
        ("silence(threshold=--1)", "threshold of silence is a finite number, got '--1'"),
        ("silence(threshold=-)", "threshold of silence is a finite number, got '-'"),
        ("answered(limit=1)", "answered has no option 'limit'"),
        ("answered@10", "answered"),
        ("rbp(p=-0.5)", "p of rbp is a number above 0 and below 1, got '-0.5'"),
    ],
)
def test_wrong_thresholds(measure: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        macros("duckdb").query_metrics("run", "judgments", [measure])


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("silence(threshold=none)", "silence"),
        ("SILENCE(threshold = -.50)", "silence(threshold=-0.5)"),
        ("answered(threshold=-0)", "answered(threshold=0)"),
        ("answered(threshold=-2e20)", "answered(threshold=-2e+20)"),
    ],
)
def test_a_threshold_is_spelled_in_one_way(written: str, canonical: str) -> None:
    assert macros("duckdb").parse_measures([written])[0]["measure"] == canonical


def test_ranks_have_no_threshold() -> None:
    given: dict[str, Any] = {"columns": {"rank": "position"}}
    assert macros("duckdb").query_metrics("run", "judgments", ["silence"], **given)
    with pytest.raises(InputError, match="threshold is compared with scores, but columns names ranks of the run"):
        macros("duckdb").query_metrics("run", "judgments", ["silence(threshold=3)"], **given)


def test_a_negative_threshold_has_a_column_of_its_own() -> None:
    columns = macros("duckdb").wide_columns(["silence(threshold=-0.5)", "silence(threshold=0.5)"])
    assert list(columns) == ["silence_threshold_minus_0_5", "silence_threshold_0_5"]
