"""Ctrl-C ends a query, not only the command that has asked for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import duckdb
import pytest

from rankhouse._inputs.interrupt import interruptible

LONG = """
import duckdb
import rankhouse

con = duckdb.connect()
con.execute(
    "create table long as select (i // 2)::varchar as query_id, if(i % 2 = 0, 'a', 'b') as system, 'map' as measure,"
    " 'map' as metric, null::int as k, random() as value from range(600000) as rows(i)"
)
print("begins", flush=True)
try:
    rankhouse.compare("long", test="bootstrap", con=con)
except KeyboardInterrupt:
    print("interrupted", con.sql("select count(*) from duckdb_tables()").fetchall(), flush=True)
"""


def test_a_bootstrap_is_interrupted() -> None:
    with subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            assert program.stdout.readline() == "begins\n"
            time.sleep(2)
            program.send_signal(signal.SIGINT)
            # To its end it would take minutes.
            told, _ = program.communicate(timeout=20)
        finally:
            program.kill()
    # Nothing of it is left in the connection.
    assert told == "interrupted [(1,)]\n"


def test_the_work_of_a_query_is_what_it_was() -> None:
    with duckdb.connect() as con:
        assert interruptible(con, lambda: con.execute("select 42").fetchone()) == (42,)
        with pytest.raises(duckdb.CatalogException, match="nothing_of_this_name"):
            interruptible(con, lambda: con.execute("from nothing_of_this_name"))
    names: list[str] = []
    other = threading.Thread(target=lambda: interruptible(con, lambda: names.append(threading.current_thread().name)))
    other.start()
    other.join()
    # Only the main thread hears of Ctrl-C: all others work by themselves.
    assert names == [other.name]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_forked_process_works_too() -> None:
    """It has none of the threads of the process that it is a copy of."""
    with duckdb.connect() as con:
        assert interruptible(con, lambda: 42) == 42
        child = os.fork()
        if not child:
            signal.alarm(20)
            os._exit(interruptible(con, lambda: 42))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 42
