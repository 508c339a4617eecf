"""Table macros ask a function of Python for their text: in any connection, thread and process that registered it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from duckdb.sqltypes import VARCHAR
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from examples import examples
from rankhouse._installing.scripts import library
from rankhouse._rendering.calls import text_of_call
from rankhouse._rendering.jinja import macros

ROWS = "(values (1, 'a', 2, 0), (1, 'b', 1, 1)) as listed(query_id, item_id, score, relevance)"
CALL = "select value from rankhouse.metrics('run', measures := 'mrr')"
Connection = duckdb.DuckDBPyConnection


def opened(path: str = ":memory:") -> Connection:
    con = duckdb.connect(path)
    con.execute(f"create or replace table run as from {ROWS}")
    return con


@pytest.fixture
def con() -> Connection:
    con = opened()
    rankhouse.register(con)
    return con


def answers(con: Connection) -> bool:
    return con.execute(CALL).fetchall() == [(0.5,)]


def in_threads(work: Callable[[int], None], number: int = 8) -> list[BaseException]:
    """What went wrong in any of them."""
    wrong: list[BaseException] = []
    start = threading.Barrier(number)

    def run(place: int) -> None:
        try:
            start.wait()
            work(place)
        except BaseException as error:  # noqa: BLE001  (of a thread, told by the test)
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


# Where it is found.


def test_the_cursor_that_registered_may_be_closed() -> None:
    con = opened()
    with con.cursor() as cursor:
        rankhouse.register(cursor)
    assert answers(con)
    assert answers(con.cursor())


RELOADED = """
import gc, sys, duckdb, rankhouse
con = duckdb.connect()
rankhouse.register(con)
for name in [name for name in sys.modules if name.startswith("rankhouse")]:
    del sys.modules[name]
del rankhouse
gc.collect()
import rankhouse
con.execute("create table run as select 1 as query_id, 'a' as item_id, 1 as score, 1 as relevance")
print(con.cursor().execute("select value from rankhouse.metrics('run', measures := 'mrr')").fetchall())
"""


def test_a_module_that_is_loaded_anew_leaves_it() -> None:
    done = subprocess.run([sys.executable, "-c", RELOADED], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[(1.0,)]\n", "")


def test_a_transaction_that_is_undone_keeps_it() -> None:
    con = opened()
    con.begin()
    con.execute("create table draft (x integer)")
    rankhouse.register(con)
    assert answers(con)
    con.rollback()
    assert answers(con)


def test_several_databases_and_one_that_is_opened_again(tmp_path: Path) -> None:
    path = str(tmp_path / "data.duckdb")
    with opened(path) as first, opened() as second:
        rankhouse.register(first)
        assert answers(first)
        with pytest.raises(duckdb.CatalogException):
            second.execute(CALL)
        rankhouse.register(second)
        assert answers(second)
    with duckdb.connect(path) as again:
        with pytest.raises(duckdb.CatalogException):
            again.execute(CALL)
        rankhouse.register(again)
        assert answers(again)


def test_detached_and_registered_again(con: Connection) -> None:
    con.execute("detach rankhouse")
    with pytest.raises(duckdb.Error, match="rankhouse"):
        con.execute(CALL)
    for _ in range(2):
        rankhouse.register(con)
        assert answers(con)


@pytest.mark.thorough
def test_eight_cursors_register_at_once() -> None:
    for _ in range(3):
        con = opened()
        cursors = [con.cursor() for _ in range(8)]

        def work(place: int, cursors: list[Connection] = cursors) -> None:
            assert len(rankhouse.register(cursors[place]).macros) > 100
            assert answers(cursors[place])

        assert in_threads(work) == []


def test_eight_threads_call_at_once(con: Connection) -> None:
    cursors = [con.cursor() for _ in range(8)]

    def call(place: int) -> None:
        for _ in range(5):
            assert answers(cursors[place])

    assert in_threads(call) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_process_that_was_forked_registers_for_itself(con: Connection) -> None:
    child = os.fork()
    if not child:
        # Whatever happens, this process must not go on with the tests.
        status = 1
        try:
            with opened() as own:
                rankhouse.register(own)
                status = 0 if answers(own) else 1
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert answers(con)


ENDS = """
import duckdb, rankhouse
connections = [duckdb.connect() for _ in range(3)]
for con in connections:
    rankhouse.register(con)
    con.execute("create table run as select 1 as query_id, 'a' as item_id, 1 as score, 1 as relevance")
open_result = connections[0].execute("from rankhouse.query_metrics('run', measures := 'mrr')")
rankhouse.register(duckdb.default_connection())

assert connections[1].cursor().execute("from rankhouse.metrics('run', measures := 'mrr')").fetchall()
print("ends")
"""


def test_a_process_ends_with_connections_open() -> None:
    done = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n", "")


# Versions.


def other_version(con: Connection, place: str) -> None:
    """Macros as another version has made them: one of them is no more, and one gives something else."""
    con.execute(f"create or replace macro {place}.rankhouse_version() as '0.9.0'")
    con.execute(f"create or replace macro {place}.gone_by_now(x) as x")
    con.execute(f"create or replace macro {place}.metrics(run) as table select 'old' as value")
    for kind, name in (("", "rankhouse_version"), ("", "gone_by_now"), ("table ", "metrics")):
        con.execute(f"comment on macro {kind}{place}.{name} is 'Made by another version. [rankhouse]'")


@pytest.mark.parametrize("tells", [True, False])
def test_macros_of_another_version_are_replaced(tells: bool) -> None:
    con = opened()
    con.execute("attach ':memory:' as rankhouse")
    other_version(con, "rankhouse.main")
    if not tells:
        con.execute("drop macro rankhouse.main.rankhouse_version")
    rankhouse.register(con)
    assert answers(con)
    made = con.execute("select function_name from duckdb_functions() where database_name = 'rankhouse'").fetchall()
    assert ("gone_by_now",) not in made
    assert con.execute("select rankhouse.rankhouse_version()").fetchall() == [(macros().version(),)]


@pytest.mark.parametrize("is_read_only", [True, False])
def test_a_file_of_another_version_is_refused(tmp_path: Path, is_read_only: bool) -> None:
    path = str(tmp_path / "library.duckdb")
    with duckdb.connect(path) as library:
        other_version(library, "library.main")
    con = opened()
    con.execute(f"attach '{path}' as rankhouse ({'read_only' if is_read_only else 'read_write'})")
    with pytest.raises(rankhouse.InputError) as caught:
        rankhouse.register(con)
    assert str(caught.value) == (
        f"{path} is attached as rankhouse and has the macros of rankhouse 0.9.0, but this is rankhouse"
        f" {macros().version()}: detach it, and recreate them with rankhouse.install('{path}')"
    )
    assert con.execute("from rankhouse.metrics('x')").fetchall() == [("old",)]


def test_a_function_of_another_version_is_refused() -> None:
    con = opened()
    con.create_function("rankhouse_sql", lambda _name, _call: "0.9.0", [VARCHAR, VARCHAR], VARCHAR)
    with pytest.raises(rankhouse.InputError, match=r"has the function rankhouse_sql of rankhouse 0\.9\.0, but this is"):
        rankhouse.register(con)
    assert con.execute("select rankhouse_sql('', '')").fetchall() == [("0.9.0",)]


def test_stored_macros_of_another_version_say_so(con: Connection) -> None:
    rankhouse.register(con, schema="main")
    (body,) = con.execute(
        "select macro_definition from duckdb_functions() where function_name = 'metrics' and schema_name = 'main'"
        " and database_name = 'memory'"
    ).fetchall()[0]
    assert macros().version() in body
    old = rankhouse_macro("metrics").replace(f"'{macros().version()}'", "'0.9.0'")
    con.execute(old)
    with pytest.raises(duckdb.InvalidInputException) as caught:
        con.execute("from memory.main.metrics('run')")
    assert str(caught.value).split("\n")[0] == (
        f"Invalid Input Error: the macro that was called was made by rankhouse 0.9.0, but this is {macros().version()}:"
        " create the macros again where they are stored, with rankhouse.register(con, schema=...)"
    )


def rankhouse_macro(name: str) -> str:
    return next(each.text for each in library() if each.creates and each.name == name)


# What is asked.


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("rankhouse.metrics('run', measures := 'ndgc')", "unknown measure 'ndgc': did you mean 'ndcg'?"),
        ("query(rankhouse_sql('metrics', '['))", "rankhouse cannot read this call: JSONDecodeError: "),
        ("query(rankhouse_sql('metrics', '{}'))", "metrics needs the argument run"),
        ("query(rankhouse_sql('metrics', null))", "rankhouse_sql takes the arguments of a macro as a JSON object"),
        ("query(rankhouse_sql(null, null))", "rankhouse has no table macro 'None'"),
        ("query(rankhouse_sql('publish', '{}'))", "rankhouse has no table macro 'publish'"),
        ('query(rankhouse_sql(\'metrics\', \'{"run": "run", "jugdments": 1}\'))', "unknown argument 'jugdments'"),
    ],
)
def test_what_cannot_be_answered_is_an_error_of_one_line(con: Connection, sql: str, message: str) -> None:
    with pytest.raises(duckdb.InvalidInputException) as caught:
        con.execute(f"from {sql}")
    said, *where = str(caught.value).split("\n")
    assert said.startswith(f"Invalid Input Error: {message}")
    # At most the place in the statement, as DuckDB shows it.
    assert "\n".join(where[:2]) in ("", f"\nLINE 1: from {sql}")


def test_what_is_refused_is_told_before_columns_are_looked_for(con: Connection) -> None:
    with pytest.raises(duckdb.InvalidInputException, match="did you mean 'ndcg'"):
        con.execute("select measure, value from rankhouse.metrics('run', measures := 'ndgc') order by all")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)


@examples(60)
@given(
    name=st.sampled_from(sorted(macros().table_macros())),
    call=st.dictionaries(st.sampled_from(["run", "judgments", "measures", "by", "k", "columns", "score"]), values),
)
def test_any_call_is_answered_by_a_statement(name: str, call: dict[str, object]) -> None:
    text = text_of_call(name, json.dumps(call))
    assert text.startswith(("from (", "select error('"))
    assert "cannot read this call" not in text


def test_the_text_of_a_call_is_shown_as_people_read_it(con: Connection) -> None:
    [(shown,)] = con.execute("from rankhouse.metrics('run', measures := 'ndcg@10', show_sql := true)").fetchall()
    assert shown.startswith("with\n    -- a row of the run\n")
    assert max(map(len, shown.splitlines())) <= 120
    values = con.execute(shown).fetchall()
    assert values == con.execute("from rankhouse.metrics('run', measures := 'ndcg@10')").fetchall()
