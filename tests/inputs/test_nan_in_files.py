"""A NaN in a Parquet file is one, though the file's statistics leave it out and DuckDB answers by them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from copied import copy_macros
from table_macro_calls import arguments
from typical import Given, TypicalCall, typical_calls

IDS = ("query_id", "item_id", "search_id", "user_id", "slate_id", "day", "k", "n_items", "unit_id")
HANDING_ON = {"split"}
"""Macros whose answer has the columns of a table as they are."""
PLANTED = [
    (name, side, column)
    for name, call in typical_calls().items()
    for side, table in call.tables.items()
    for column in table.names
    if column not in IDS and len([one for one in table.column(column) if isinstance(one, int | float)]) > 2
]
QUICK = [(name, side, column) for name, side, column in PLANTED if name in ("metrics", "off_policy")]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        yield con


@pytest.mark.parametrize(("name", "side", "column"), QUICK)
def test_it_is_found(con: duckdb.DuckDBPyConnection, tmp_path: Path, name: str, side: str, column: str) -> None:
    call = typical_calls()[name]
    for each, table in call.tables.items():
        path = tmp_path / f"{each}.parquet"
        pq.write_table(with_nan(table, column if each == side else None), path)
        con.execute(f"create or replace table {each}_rows as from '{path}'")
        con.execute(f"create or replace view {each}_file as from '{path}'")
    by_rows, by_file = (answer(con, name, call, suffix) for suffix in ("rows", "file"))
    assert by_file == by_rows


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize(("name", "side", "column"), [each for each in PLANTED if each not in QUICK])
def test_it_is_found_everywhere(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, name: str, side: str, column: str
) -> None:
    test_it_is_found(con, tmp_path, name, side, column)


@pytest.mark.parametrize("column", ["impressions", "clicks"])
def test_a_count_that_is_nan_is_refused(con: duckdb.DuckDBPyConnection, tmp_path: Path, column: str) -> None:
    counts: dict[str, list[Any]] = {"query_id": ["q"] * 3, "item_id": ["a", "b", "c"], "position": [1, 2, 3]}
    counts |= {"impressions": [9.0, 8.0, 7.0], "clicks": [3.0, 2.0, 1.0]}
    pq.write_table(pa.table(counts | {column: [math.nan, *counts[column][1:]]}), tmp_path / "counts.parquet")
    con.execute(f"create or replace view counts_file as from '{tmp_path / 'counts.parquet'}'")
    with pytest.raises(duckdb.Error, match="impressions or clicks that are NaN or beyond 1e12"):
        con.execute("from position_bias('counts_file', counts := true)").fetchall()


def test_a_rank_that_is_nan_is_refused(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run = {"query_id": [1, 1, 1], "item_id": ["a", "b", "c"], "rank": [1.0, 2.0, math.nan]}
    pq.write_table(pa.table(run), tmp_path / "ranks.parquet")
    con.execute(f"create or replace view ranks_file as from '{tmp_path / 'ranks.parquet'}'")
    con.execute("create or replace table judged as select 1 as query_id, 'a' as item_id, 1 as relevance")
    with pytest.raises(duckdb.Error, match="a rank that is not a whole number of at least 1"):
        con.execute("from metrics('ranks_file', 'judged', measures := ['mrr'], rank := 'rank')").fetchall()


def with_nan(table: Given, planted: str | None) -> pa.Table:
    """The table, and in the second number of a column NaN. pyarrow writes no statistics of it."""
    columns: dict[str, list[Any]] = {name: list(table.column(name)) for name in table.names}
    if planted is not None:
        numbers = [None if value is None else float(value) for value in columns[planted]]
        second = [place for place, value in enumerate(numbers) if value is not None][1]
        columns[planted] = [math.nan if place == second else value for place, value in enumerate(numbers)]
    return pa.table(columns)


def answer(con: duckdb.DuckDBPyConnection, name: str, call: TypicalCall, suffix: str) -> str:
    """All rows to ten digits that count, or the error."""
    tables = {side: f"{side}_{suffix}" for side in call.tables}
    known = {**tables, **call.arguments}
    try:
        found = con.execute(f"from {name}({arguments(known)})").fetchall()
    except duckdb.Error as error:
        return str(error).replace(f"_{suffix}", "")
    if name not in HANDING_ON:
        assert not any(isinstance(value, float) and math.isnan(value) for row in found for value in row)
    return str(sorted(repr([shown(value) for value in row]) for row in found))


def shown(value: Any) -> Any:
    return float(f"{value:.10g}") if isinstance(value, float) else value
