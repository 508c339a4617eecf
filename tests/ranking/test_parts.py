"""An evaluation in ranges of queries: the numbers of the same evaluation in one go."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from rankhouse._evaluating import parts
from tables import POLICIES, TIES, Tables, assert_same, measures, tables

FEW, SOME = 25_000, 2_500_000
"""Bytes of memory: for a handful of queries at a time, and for some hundred."""


def found(con: duckdb.DuckDBPyConnection, run: Any, judgments: Any, asked: Any, **more: Any) -> dict[Any, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = rankhouse.evaluate(run, judgments, asked, con=con, **more)
    place = result.columns.index("measure")
    key = [*result.columns[: place + 1]]
    figures = [name for name in result.columns if name not in key and name not in ("metric", "candidates")]
    return {(*row[: place + 1], name): row[result.columns.index(name)] for row in result.fetchall() for name in figures}


def in_parts(
    con: duckdb.DuckDBPyConnection, *arguments: Any, memory: int = SOME, all_fits: bool = False, **more: Any
) -> dict[Any, Any]:
    """The same with so little memory that queries are evaluated in several ranges, which is looked at."""
    looked: list[parts.Ranges | None] = []
    ranges = parts.ranges

    def watched(*given: Any) -> parts.Ranges | None:
        looked.append(ranges(*given))
        return looked[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts, "memory_limit", lambda _: memory)
        patched.setattr("rankhouse._evaluating.evaluate.ranges", watched)
        values = found(con, *arguments, **more)
    assert all_fits or (looked[0] is not None and looked[0].ends)
    return values


@given(
    data=st.data(),
    case=tables(),
    ties=st.sampled_from(TIES),
    queries=st.sampled_from(POLICIES),
    per_query=st.booleans(),
)
@examples(6)
def test_ranges_of_queries_change_nothing(
    data: st.DataObject, case: Tables, ties: str, queries: str, per_query: bool
) -> None:
    asked = [str(measure) for measure in data.draw(measures(ties))]
    more = {"unjudged": data.draw(st.sampled_from(["irrelevant", "drop"]))}
    with duckdb.connect(config={"threads": 1}) as con:
        case.load(con)
        judgments = None if case.judgments is None else "judgments"
        arguments = ["run", judgments, asked]
        if data.draw(st.booleans()):
            con.execute("create table some_pairs as select query_id, item_id from run where query_id % 2 = 0")
            more[data.draw(st.sampled_from(["exclude", "candidates"]))] = "some_pairs"
        more |= {"by": case.groups, "ties": ties, "queries": queries, "per_query": per_query, "check": "none"}
        before = con.execute("select count(*) from duckdb_tables()").fetchall()
        # Of one query or none there are no ranges.
        assert_same(in_parts(con, *arguments, memory=FEW, all_fits=True, **more), found(con, *arguments, **more))
        assert con.execute("select count(*) from duckdb_tables()").fetchall() == before


def shop(con: duckdb.DuckDBPyConnection, query: str, order: str) -> None:
    """A thousand queries of ten items, of two systems, one of which has but the first queries."""
    con.execute(
        f"create or replace table run as select {query.format('q')} as query_id, i as item_id,"
        " hash(q, i) % 7 as score, system"
        " from range(1000) queries(q), range(10) items(i), (values ('old'), ('new')) systems(system)"
        f" where system = 'old' or q < 10 order by {order}"
    )
    con.execute(
        f"create or replace table judgments as select {query.format('q')} as query_id, i as item_id,"
        " hash(i, q) % 3 as relevance"
        " from range(1000) queries(q), range(12) items(i)"
    )


TYPES = {
    "whole numbers": "{}::integer",
    "huge numbers": "({}::hugeint << 70)",
    "floats": "({} / 3)",
    "decimals": "({} / 4)::decimal(9, 2)",
    "texts": "'it''s \"' || {} || ' é'",
    "dates": "(date '2020-01-01' + {}::integer)",
    "moments": "(timestamptz '2020-01-01 00:00:00+00' + interval '1 minute' * {})",
    "uuids": "md5({}::varchar)::uuid",
    "blobs": "('q' || {})::blob",
}


ORDERS = {"stored by query": "q", "scattered": "hash(q, i)"}


@pytest.mark.thorough
@pytest.mark.parametrize("per_query", [False, True])
@pytest.mark.parametrize("name", TYPES)
def test_ids_of_every_type(con: duckdb.DuckDBPyConnection, name: str, per_query: bool) -> None:
    """Both ways to store, with texts for a summary and for each query; other types take turns."""
    orders = list(ORDERS.values()) if name == "texts" else [ORDERS["scattered" if per_query else "stored by query"]]
    arguments = ["run", "judgments", ["ndcg@5", "map", "gmap"]]
    for order in orders:
        shop(con, TYPES[name], order)
        more = {"per_query": per_query, "by": ["system"]}
        assert_same(in_parts(con, *arguments, memory=4_000_000, **more), found(con, *arguments, **more))


@pytest.mark.thorough
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize(
    ("measure", "memory", "is_looked_at_twice"),
    [("ndcg@10", 80_000_000, True), ("ndcg@10", 30_000_000, False), ("roc_auc", 80_000_000, False)],
    ids=["few ranges", "many ranges", "whole lists"],
)
def test_rows_that_lie_far_apart_are_copied(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, order: str, measure: str, memory: int, is_looked_at_twice: bool
) -> None:
    """Of a file that is stored by query each range is read where it stands, and where copies would cost more."""
    file = tmp_path / "run.parquet"
    con.execute(
        "copy (select q as query_id, i as item_id, hash(i, q) as score from range(40_000) a(q), range(10) b(i)"
        f" order by {order}) to '{file}' (row_group_size 20_000)"
    )
    judgments = "select q as query_id, i as item_id, 1 as relevance from range(40_000) a(q), range(2) b(i)"
    con.execute(f"create or replace table judgments as {judgments}")
    statements: list[str] = []
    rows = parts.Home.rows

    def noted(home: parts.Home, sql: str) -> Any:
        statements.append(sql)
        return rows(home, sql)

    arguments = [str(file), "judgments", measure]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts.Home, "rows", noted)
        values = in_parts(con, *arguments, memory=memory)
    copies = [sql for sql in statements if sql.startswith("create temp table rankhouse_part_")]
    written = [sql for sql in statements if "rankhouse_values_" in sql and sql.startswith(("create", "insert"))]
    assert len(written) >= 3
    assert len(copies) == (0 if order == "q" or is_looked_at_twice else len(written))
    assert_same(values, found(con, *arguments))


def test_an_error_within_a_transaction_is_told(con: duckdb.DuckDBPyConnection) -> None:
    shop(con, "{}", "q")
    con.execute("begin")
    con.execute("insert into judgments values (999, 12, 2000)")
    with pytest.raises(Exception, match="relevance above 1000"):
        in_parts(con, "run", "judgments", "ndcg@5", by="system", check="none")
    con.rollback()


def test_what_fits_is_evaluated_in_one_go(con: duckdb.DuckDBPyConnection) -> None:
    shop(con, "{}", "q")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("rankhouse._evaluating.evaluate.evaluated", None)
        rankhouse.evaluate("run", "judgments", ["ndcg@5"], con=con, by="system")


@pytest.mark.parametrize("limit", ["500MB", "3GB", "1.5TB", "900KB"])
def test_memory_limit_is_duckdbs(limit: str) -> None:
    with duckdb.connect() as con:
        con.execute("set memory_limit = '2GB'")
        con.execute(f"set memory_limit = '{limit}'")
        number, unit = float(limit[:-2]), {"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}[limit[-2:]]
        assert parts.memory_limit(parts.Home(con)) == pytest.approx(number * unit, rel=0.05)
