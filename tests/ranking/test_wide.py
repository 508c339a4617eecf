"""Results with systems, measures or days side by side."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse import InputError

SYSTEMS = ['bm"25', "it's; drop table run", "", None]


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    con.execute("create table run (system varchar, day date, query_id varchar, item_id varchar, score double)")
    rows = [
        (system, f"2026-01-0{day}", query, item, score + (item == "b") * number)
        for number, system in enumerate(SYSTEMS)
        for day in (1, 2)
        for query in ("q1", "q2")
        for item, score in (("a", 1.0), ("b", 0.5), ("c", 0.2))
        if (system, day) != ("", 2)
    ]
    con.executemany("insert into run values (?, ?, ?, ?, ?)", rows)
    con.execute(
        "create table judgments as from (values ('q1', 'b', 1), ('q2', 'c', 2)) as t(query_id, item_id, relevance)"
    )
    return con


def name_of(value: Any) -> str:
    """Of its column."""
    return "NULL" if value is None else str(value) or "(empty)"


def cells(relation: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


@pytest.mark.parametrize("columns", ["system", "day", "measure"])
@pytest.mark.parametrize("value", ["value", "n_queries"])
def test_each_cell_is_a_row_of_the_result(con: duckdb.DuckDBPyConnection, columns: str, value: str) -> None:
    asked = ["mrr", "ndcg@10", "ndcg@2"]
    result = rankhouse.evaluate("run", "judgments", asked, by=["system", "day"], con=con)
    shown = rankhouse.wide(result, columns, value=value)
    others = [name for name in ("system", "day", "measure") if name != columns]
    assert shown.columns[:2] == others
    found = {}
    for row in cells(shown):
        for name in shown.columns[2:]:
            found[(*(row[other] for other in others), name)] = row[name]
    expected = {(*(row[other] for other in others), name_of(row[columns])): row[value] for row in cells(result)}
    assert {cell: number for cell, number in found.items() if number is not None} == expected
    if columns == "measure":
        assert shown.columns[2:] == ["reciprocal_rank", "ndcg@10", "ndcg@2"]
    else:
        assert [row["measure"] for row in cells(shown)][:3] == ["reciprocal_rank", "ndcg@10", "ndcg@2"]


def test_values_by_query_stand_side_by_side(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create view first_day as from run where day = '2026-01-01'")
    result = rankhouse.evaluate("first_day", "judgments", ["mrr"], by=["system"], per_query=True, con=con)
    assert set(rankhouse.wide(result, "system").columns) == {"query_id", "measure", *map(name_of, SYSTEMS)}


@pytest.mark.parametrize(
    ("columns", "value", "message"),
    [
        ("systm", "value", "no column 'systm': did you mean 'system'"),
        ("system", "vlaue", "no column 'vlaue': did you mean 'value'"),
        ("value", "value", "'value' cannot be shown"),
        ("k", "value", "2 rows for the same"),
    ],
)
def test_what_cannot_be_shown_is_said(con: duckdb.DuckDBPyConnection, columns: str, value: str, message: str) -> None:
    result = rankhouse.evaluate("run", "judgments", ["mrr", "map"], by=["system", "day"], con=con)
    if columns == "k":
        result = result.union(result)
    with pytest.raises(InputError, match=message):
        rankhouse.wide(result, columns, value=value)


def test_too_many_columns_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    many = con.sql("select i as system, 'mrr' as measure, 1.0 as value from range(300) as t(i)")
    with pytest.raises(InputError, match="more than 200 values"):
        rankhouse.wide(many, "system")


def test_no_result_is_no_table() -> None:
    with pytest.raises(InputError, match="metrics is the result of an evaluation"):
        rankhouse.wide([1])  # type: ignore[arg-type]
