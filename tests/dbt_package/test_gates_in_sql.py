"""The gates of test_gates.py as the SQL that dbt runs, without dbt: in each run of the quick tests."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from dbt_package.test_gates import GATES, TABLES, Gate, sql_of
from rankhouse._rendering.jinja import Macros
from relations import Relation

PACKAGE = Macros("duckdb")
PACKAGE._environment.globals["var"] = lambda _, default=None: default
OF_COLUMNS = ("has_columns", "columns_of")
"""Gates that ask dbt for the columns of a table."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        for name, rows in TABLES.items():
            con.execute(f"create table {name} as {sql_of(rows)}")
        yield con


def of_sql(gate: Gate) -> bool:
    """Without what only dbt knows: other models, macros of another package, a condition."""
    is_ours = f"test_{gate.test}" in PACKAGE.files and not gate.test.startswith(OF_COLUMNS)
    return is_ours and gate.where is None and "ref(" not in str(gate.arguments)


@pytest.mark.parametrize("gate", [gate for gate in GATES if of_sql(gate)], ids=lambda gate: gate.name)
def test_rows_of_a_gate(con: duckdb.DuckDBPyConnection, gate: Gate) -> None:
    test = getattr(PACKAGE, f"test_{gate.test}")
    found = con.sql(test(f"main.{gate.model}", **gate.arguments))
    if not gate.rows:
        assert found.fetchall() == []
        return
    columns = ", ".join(f'"{name}"' for name in gate.rows[0])
    expected = sorted((tuple(row.values()) for row in gate.rows), key=str)
    assert sorted(found.project(columns).fetchall(), key=str) == [
        tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row)
        for row in expected
    ]


def test_a_value_that_is_nan_passes_no_gate(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table odd as select 'a' as system, 'ndcg' as measure, 'nan'::double as value")
    con.execute("insert into odd values ('b', 'ndcg', 0.5)")
    assert [row[0] for row in con.sql(PACKAGE.test_metric_at_least("main.odd", "ndcg", 0.25)).fetchall()] == ["a"]
    con.execute("alter table odd add column std_error double default 0.1")
    con.execute("alter table odd add column n_queries int default 9")
    gate = PACKAGE.test_metric_not_worse_than("main.odd", "ndcg", baseline={"system": "b"}, paired=False)
    (row,) = con.sql(gate).fetchall()
    assert row[-1].startswith("ndcg has no value here, or none in")


def test_a_query_whose_value_is_nan_is_not_compared(con: duckdb.DuckDBPyConnection) -> None:
    rows = [(system, f"q{n}", 0.9 if system == "b" else 0.1) for n in range(9) for system in "ab"]
    con.execute("create or replace table odd (system text, query_id text, measure text default 'ndcg', value double)")
    con.executemany("insert into odd (system, query_id, value) values (?, ?, ?)", rows)
    con.execute("insert into odd (system, query_id, value) values ('a', 'q9', 'nan'), ('b', 'q9', 0.9)")
    gate = PACKAGE.test_metric_not_worse_than("main.odd", "ndcg", baseline={"system": "b"})
    (row,) = con.sql(gate).fetchall()
    assert "over 9 common queries" in row[-1]


def test_a_grade_that_is_nan_is_no_label(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table shown as select 1 as day, q as query_id from range(4) as t(q)")
    con.execute("create or replace table graded as select q as query_id, 'nan'::float as relevance from range(4) t(q)")
    con.execute("update graded set relevance = 1 where query_id = 0")
    found = con.sql(PACKAGE.label_maturity("shown", "graded", complete={"share_judged": 0.5})).fetchall()
    assert found == [(1, 4, 1, 0.25, False)]


@pytest.mark.parametrize(("at_most", "fails"), [({}, True), ({"at_most": 0.25}, False), ({"at_most": 0.125}, True)])
def test_ties_that_decide(con: duckdb.DuckDBPyConnection, at_most: dict[str, float], fails: bool) -> None:
    """Two queries, of which ties move one by half: the mean by a quarter, which is not more than a quarter."""
    rows = "('ndcg', 0.25, 0.75, 0.5, 1.0), ('ndcg', 0.5, 0.5, 0.0, 0.0), ('map', 0.5, 0.5, 0.0, 0.0)"
    con.execute(
        f"create or replace table ties as from (values {rows}) as t(measure, lowest, highest, spread, tied_share)"
    )
    found = con.sql(PACKAGE.test_ties_do_not_matter("main.ties", **at_most)).fetchall()
    assert [row[:5] for row in found] == ([("ndcg", 0.375, 0.625, 0.25, 0.5)] if fails else [])


@pytest.mark.parametrize(
    ("test", "columns"),
    [
        ("query_metrics", {"measure": "VARCHAR", "metric": "VARCHAR", "k": "INTEGER", "value": "DOUBLE"}),
        ("wide_metrics", {"n_queries": "BIGINT", "n_missing": "BIGINT"}),
        ("partitions", {"n_items": "BIGINT", "n_judgments": "BIGINT", "fingerprint": "VARCHAR"}),
    ],
)
def test_columns_of_a_ready_made_model(
    con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, test: str, columns: dict[str, str]
) -> None:
    """All of them are there; of the last one the type is wrong, or it is missing."""
    adapter = PACKAGE._environment.globals["adapter"]
    monkeypatch.setattr(adapter, "get_columns_in_relation", lambda model: model.columns, raising=False)
    *first, last = columns
    kept = {name: columns[name] for name in first}
    for given, found in [
        (columns, []),
        (kept | {last: "BLOB"}, [(last, last, "BLOB")]),
        (kept, [(last, "nothing", "nothing")]),
    ]:
        gate = getattr(PACKAGE, f"test_columns_of_{test}")(Relation("model", **given))
        rows = con.sql(gate).fetchall()
        assert [(row[0], row[2], row[3]) for row in rows] == found
