"""The macros are guests in a database: nothing of the user's is replaced, and a read-only one has them beside it."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import rankhouse
from rankhouse._installing import register

ROWS = "(values (1, 'a', 2, 0), (1, 'b', 1, 1)) as listed(query_id, item_id, score, relevance)"


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    con.execute(f"create table run as from {ROWS}")
    return con


def test_what_was_made_and_where_is_said(con: duckdb.DuckDBPyConnection) -> None:
    made = rankhouse.register(con)
    assert str(made) == f"{len(made.macros)} macros in memory.main"
    con.execute("create schema metrics; use metrics")
    assert str(rankhouse.register(con)) == f"{len(made.macros)} macros in memory.metrics"


@pytest.mark.parametrize(
    ("own", "names"),
    [
        ("create macro ndcg_at_k(x) as x", ["ndcg_at_k"]),
        ("create macro compare(x) as table select x", ["compare"]),
        ("create macro compare(x) as table select x; create macro ndcg_at_k(x) as x", ["compare", "ndcg_at_k"]),
    ],
)
def test_a_macro_of_the_user_s_is_replaced_only_if_it_is_named(
    con: duckdb.DuckDBPyConnection, own: str, names: list[str]
) -> None:
    con.execute(own)
    before = con.execute("from duckdb_functions() where not internal").fetchall()
    with pytest.raises(rankhouse.InputError, match=f"memory.main has macros of its own .*{names[-1]}"):
        rankhouse.register(con, replace=names[1:])
    assert con.execute("from duckdb_functions() where not internal").fetchall() == before
    made = rankhouse.register(con, replace=names)
    assert made.replaced == tuple(names)
    assert "in place of your own" in str(made)
    # They are this library's now.
    assert rankhouse.register(con).replaced == ()


@pytest.mark.parametrize(
    "own",
    [
        "create macro compare(x) as x",
        "create macro ndcg_at_k(x) as table select x",
        "create macro mine(x) as x",
        "create schema other; create macro other.compare(x) as table select x",
        "create table metrics (x integer)",
    ],
    ids=["of another kind", "a table macro", "of another name", "in another schema", "a table"],
)
def test_what_is_not_replaced_is_no_clash(con: duckdb.DuckDBPyConnection, own: str) -> None:
    con.execute(own)
    rankhouse.register(con)
    assert con.execute("select value from metrics('run', measures := 'mrr')").fetchall() == [(0.5,)]


def test_install_refuses_and_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mine.duckdb"
    with duckdb.connect(str(file)) as con:
        con.execute("create macro lift(x) as table select x as mine")
    with pytest.raises(rankhouse.InputError, match=r"mine\.duckdb\.main has macros of its own .*'lift'.*replace="):
        rankhouse.install(file)
    with duckdb.connect(str(file)) as con:
        assert con.execute("from lift(1)").fetchall() == [(1,)]
    assert str(rankhouse.install(file, replace="lift")).endswith("mine.duckdb.main, in place of your own 'lift'")


@pytest.fixture
def read_only(tmp_path: Path) -> duckdb.DuckDBPyConnection:
    file = str(tmp_path / "data.duckdb")
    with duckdb.connect(file) as con:
        con.execute(f"create schema s; create table run as from {ROWS}; create macro lift(x) as table select x as mine")
    return duckdb.connect(file, read_only=True)


def test_a_read_only_database_has_them_beside_it(read_only: duckdb.DuckDBPyConnection) -> None:
    con = read_only
    for _ in range(2):
        made = rankhouse.register(con)
        assert str(made) == f"{len(register.macro_names())} macros in rankhouse.main"
    asked = "select value from {}metrics('run', measures := 'mrr')"
    assert con.execute(asked.format("")).fetchall() == [(0.5,)]
    assert con.execute("select reciprocal_rank(relevance, score) from run").fetchall() == [(0.5,)]
    # The user's own names go first.
    assert con.execute("from lift(1)").fetchall() == [(1,)]
    cursor = con.cursor()
    assert cursor.execute(asked.format("rankhouse.")).fetchall() == [(0.5,)]
    rankhouse.register(cursor)
    assert cursor.execute(asked.format("")).fetchall() == [(0.5,)]


def test_the_path_that_names_are_looked_up_by_is_kept(read_only: duckdb.DuckDBPyConnection) -> None:
    read_only.execute("set search_path = 'data.s,data.main'")
    rankhouse.register(read_only)
    assert read_only.execute("select current_setting('search_path')").fetchall() == [
        ("data.s,data.main,rankhouse.main",)
    ]
    assert read_only.execute("select value from metrics('run', measures := 'mrr')").fetchall() == [(0.5,)]


def test_a_database_of_the_user_s_named_like_the_catalogue_is_refused(read_only: duckdb.DuckDBPyConnection) -> None:
    read_only.execute("attach ':memory:' as rankhouse (read_write)")
    with pytest.raises(rankhouse.InputError, match="yours has this name: attach it under another"):
        rankhouse.register(read_only)
