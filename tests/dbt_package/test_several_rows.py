"""Tables of metrics in which a group has several rows of a measure, because `by` lacks a column, or none."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from copied import copy_macros
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

PACKAGE = macros("duckdb")


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        con.execute("""
            create table by_day as
            select system, day, measure, 0.5 as value, 40 as n_queries, 1 as n_missing
            from (values ('a'), ('b')) as systems(system), range(1, 4) as days(day),
                (values ('ndcg@10'), ('average_precision')) as measures(measure)
        """)
        yield con


def test_a_group_has_one_row_of_each_measure(con: duckdb.DuckDBPyConnection) -> None:
    wide = PACKAGE.wide_metrics("by_day", ["ndcg@10", "map"], ["system", "day"])
    assert len(con.execute(wide).fetchall()) == 6
    newest = PACKAGE.wide_metrics("by_day", ["ndcg@10"], ["system"], "day", complete={})
    assert len(con.execute(newest).fetchall()) == 2
    for by, said in {"system": "metrics: system [ab] has 3 rows of ndcg@10", "": "there are 6 rows of ndcg@10"}.items():
        with pytest.raises(duckdb.Error, match=f"{said} where one is shown; add the column that distinguishes them"):
            con.execute(PACKAGE.wide_metrics("by_day", ["ndcg@10"], [by] if by else []))


def test_a_measure_that_the_table_lacks_is_named(con: duckdb.DuckDBPyConnection) -> None:
    wide = PACKAGE.wide_metrics("by_day", ["ndcg@10", "mrr"], ["system", "day"])
    said = "metrics: there is no row of reciprocal_rank; the table has average_precision, ndcg@10"
    with pytest.raises(duckdb.Error, match=said):
        con.execute(wide)
    # Of a table without rows nothing is known.
    con.execute("delete from by_day")
    assert con.execute(wide).fetchall() == []


def test_a_query_has_one_value_by_each_kind_of_labels(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("""
        create table machine as
        select system, 'q' || q as query_id, 'm' as measure, 'm' as metric, null::int as k, q / 40 as value
        from (values ('a'), ('b')) as systems(system), range(40) as queries(q);
        create table human as from machine where query_id < 'q2';
    """)
    said = "machine: one value is there more than once for a query and measure, e.g. query_id .*, or add the column"
    for sql in (PACKAGE.prediction_powered("human", "machine"), "from prediction_powered('human', 'machine')"):
        with pytest.raises(duckdb.Error, match=said):
            con.execute(sql).fetchall()
    assert len(con.execute("from prediction_powered('human', 'machine', \"by\" := ['system'])").fetchall()) == 2


def test_maturity_needs_a_rule() -> None:
    with pytest.raises(InputError, match="label_maturity needs complete, the rule that says when a day is complete"):
        PACKAGE.label_maturity("run", "judgments")
    assert "is_complete" in PACKAGE.label_maturity("run", "judgments", complete={})
