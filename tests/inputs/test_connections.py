"""On whatever connection, in whatever state, an evaluation is right or refused in one sentence that says what to do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from conftest import Example, close, figures, leftovers, load

IS_DUCKDB_1 = duckdb.__version__.startswith("1.")
ENTRANCES: list[Callable[[duckdb.DuckDBPyConnection], Any]] = [
    lambda con: rankhouse.evaluate("run", "judgments", "ndcg@2", by="system", con=con),
    lambda con: rankhouse.measures(con),
    lambda con: rankhouse.conventions(con),
    lambda con: rankhouse.register(con),
]
THREADS = 6


@pytest.fixture
def default(example: Example) -> Iterator[duckdb.DuckDBPyConnection]:
    """The example's tables on DuckDB's default connection, under names that no other test has."""
    con = duckdb.default_connection()
    for name, rows in (("run_of_default", example.run), ("judgments_of_default", example.judgments)):
        load(con, name, rows)
    yield con
    for name in ("run_of_default", "judgments_of_default"):
        con.execute(f"drop table {name}")
    assert leftovers(con) == []


def in_threads(evaluated: Callable[[], Any]) -> list[Any]:
    """What each of some threads gives that start together, errors among it."""
    together = threading.Barrier(THREADS)
    given: list[Any] = []

    def work() -> None:
        together.wait()
        try:
            given.append(evaluated())
        except Exception as error:  # noqa: BLE001  (the test looks at it)
            given.append(error)

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


def test_macros_of_the_users_own_are_left_alone(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    """Results go through DuckDB's table function `query`."""
    con.execute("create macro query(text) as table select text as mine")
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))
    assert con.execute("from query('select 1')").fetchall() == [("select 1",)]


@pytest.mark.parametrize("read", [0, 1])
@pytest.mark.skipif(IS_DUCKDB_1, reason="DuckDB 1 does not tell of an unread result")
def test_an_unread_result_ends_with_a_warning(con: duckdb.DuckDBPyConnection, example: Example, read: int) -> None:
    con.execute("select * from range(100000)")
    assert len(con.fetchmany(read)) == read
    with pytest.warns(rankhouse.InputWarning, match=r"its remaining rows are gone: read them first") as warned:
        found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    assert [warning.filename for warning in warned] == [__file__]
    assert con.fetchone() is None
    assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.parametrize("is_default", [False, True])
def test_frames_beside_a_row_fetched_alone(
    con: duckdb.DuckDBPyConnection, example: Example, is_default: bool, default: duckdb.DuckDBPyConnection
) -> None:
    """As after `duckdb.execute("select count(*) ...").fetchone()`: nothing is lost, and nobody warned."""
    frames = [con.table(name).df() for name in ("run", "judgments")]
    asked = default if is_default else con
    asked.execute("select 1").fetchone()
    found = rankhouse.evaluate(*frames, example.names, by="system", **({} if is_default else {"con": con}))
    assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.skipif(IS_DUCKDB_1, reason="DuckDB 1 does not tell of an unread result")
def test_frames_beside_rows_that_are_not_read(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    frames = [con.table(name).df() for name in ("run", "judgments")]
    con.execute("from range(100000)").fetchone()
    with pytest.warns(rankhouse.InputWarning, match="its remaining rows are gone"):
        found = rankhouse.evaluate(*frames, example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


def test_a_result_read_to_its_end_and_a_statement_without_one(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    con.execute("select 1").fetchall()
    rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    con.execute("create temp table mine as select 1 as x")
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.parametrize("evaluated", ENTRANCES)
@pytest.mark.skipif(IS_DUCKDB_1, reason="DuckDB 1 closes the reader")
def test_a_reader_half_read_is_refused_and_can_be_read_on(
    con: duckdb.DuckDBPyConnection, evaluated: Callable[[duckdb.DuckDBPyConnection], Any]
) -> None:
    reader = con.sql("select * from range(5000)").to_arrow_reader(1000)
    n_rows = reader.read_next_batch().num_rows
    with pytest.raises(rankhouse.InputError, match=r"still being read: read it to the end or close it, or give an"):
        evaluated(con)
    evaluated(con.cursor())
    assert n_rows + sum(batch.num_rows for batch in reader) == 5000


def test_threads_on_one_connection_wait_for_each_other(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    for found in in_threads(lambda: rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)):
        assert figures(found, 1) == close(example.summary(["system"]))


def test_threads_without_a_connection(default: duckdb.DuckDBPyConnection, example: Example) -> None:
    """Each reads its own result while others evaluate."""
    run, judgments = default.table("run_of_default").df(), default.table("judgments_of_default").df()
    for tables in ((run, judgments), ("run_of_default", judgments)):
        for found in in_threads(lambda: figures(rankhouse.evaluate(*tables, example.names, by="system"), 1)):  # noqa: B023
            assert found == close(example.summary(["system"]))


def test_threads_find_temporary_tables_of_the_default_connection(
    default: duckdb.DuckDBPyConnection, example: Example
) -> None:
    default.execute("create temp view run_of_this_session as from run_of_default")
    found = in_threads(
        lambda: rankhouse.evaluate("run_of_this_session", "judgments_of_default", example.names, by="system")
    )
    assert all(figures(each, 1) == close(example.summary(["system"])) for each in found)
    default.execute("drop view run_of_this_session")


@pytest.mark.skipif(IS_DUCKDB_1, reason="DuckDB 1 ends the other thread's statement")
def test_another_thread_s_statement(con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rankhouse._inputs.home.PATIENCE", 0.01)
    begun, ended = threading.Event(), threading.Event()

    def waiting(x: int) -> int:
        begun.set()
        ended.wait(10)
        return x

    con.create_function("waiting", waiting)
    thread = threading.Thread(target=lambda: con.execute("select waiting(1)").fetchall())
    thread.start()
    try:
        assert begun.wait(10)
        with pytest.raises(
            rankhouse.InputError, match=r"another thread is using .*: give each thread its own, con=con.cur"
        ):
            rankhouse.evaluate("run", "judgments", "ndcg@2", con=con)
    finally:
        ended.set()
        thread.join()


@pytest.mark.parametrize("evaluated", ENTRANCES)
def test_a_closed_connection(evaluated: Callable[[duckdb.DuckDBPyConnection], Any]) -> None:
    con = duckdb.connect()
    con.close()
    with pytest.raises(rankhouse.InputError, match=r"the connection is closed: open one with duckdb.connect\(\)"):
        evaluated(con)


def test_a_relation_of_a_closed_connection(con: duckdb.DuckDBPyConnection) -> None:
    other = duckdb.connect()
    relation = other.sql("select 1 as query_id, 'd1' as item_id, 1.0 as score")
    other.close()
    with pytest.raises(rankhouse.InputError, match="closed"):
        rankhouse.evaluate(relation, "judgments", "ndcg@2", con=con)


@pytest.mark.parametrize("evaluated", ENTRANCES)
def test_an_aborted_transaction_stays_the_user_s_to_end(
    con: duckdb.DuckDBPyConnection, example: Example, evaluated: Callable[[duckdb.DuckDBPyConnection], Any]
) -> None:
    con.execute("create temp table mine as select 42 as x")
    con.begin()
    with pytest.raises(duckdb.Error, match="mistake"):
        con.execute("select error('mistake') from run").fetchall()
    with pytest.raises(rankhouse.InputError, match=r"transaction that an error aborted: call con.rollback\(\)"):
        evaluated(con)
    con.rollback()
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))
    assert con.execute("from mine").fetchall() == [(42,)]


def test_a_transaction_goes_on_after_an_evaluation_and_after_a_refusal(
    con: duckdb.DuckDBPyConnection, example: Example
) -> None:
    con.begin()
    con.execute("create temp table mine as from run")
    con.execute("delete from mine where system = 'new'")
    example.run = [row for row in example.run if row["system"] == "old"]
    found = rankhouse.evaluate("mine", "judgments", example.names, con=con)
    con.execute("create temp view no_ids as select * replace (null as item_id) from mine")
    with pytest.raises(rankhouse.InputError, match="have no item_id"):
        rankhouse.evaluate("no_ids", "judgments", example.names, con=con)
    assert con.execute("select count(*) from mine").fetchall() == [(4,)]
    con.commit()
    assert con.execute("select count(*) from mine").fetchall() == [(4,)]
    assert figures(found) == close(example.summary([]))


def test_an_input_that_fails_in_a_transaction(con: duckdb.DuckDBPyConnection) -> None:
    con.begin()
    failing = con.sql(
        "select query_id, item_id, case when score > 0 then error('mistake') end::double as score from run"
    )
    with pytest.raises(rankhouse.InputError, match=r"run: cannot read a DuckDB relation: (mistake|.*con.rollback\(\))"):
        rankhouse.evaluate(failing, "judgments", "ndcg@2", con=con)
    con.rollback()


def test_a_cursor_and_a_read_only_database_in_a_transaction(tmp_path: Path, example: Example) -> None:
    path = str(tmp_path / "x.duckdb")
    with duckdb.connect(path) as con:
        load(con, "run", example.run)
        load(con, "judgments", example.judgments)
    with duckdb.connect(path, read_only=True) as con:
        cursor = con.cursor()
        cursor.begin()
        cursor.execute("create temp table mine as from run")
        for run in ("run", "mine", cursor.table("mine")):
            found = rankhouse.evaluate(run, "judgments", example.names, by="system", con=cursor)
            assert figures(found, 1) == close(example.summary(["system"]))
        with pytest.raises(rankhouse.InputError, match="there is no table or view 'mine' on this connection"):
            rankhouse.evaluate("mine", "judgments", example.names, con=con)
        cursor.rollback()
        assert leftovers(cursor) == leftovers(con) == []
