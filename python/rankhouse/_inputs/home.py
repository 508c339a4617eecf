"""The connection that an evaluation runs on, and the temporary objects that it leaves nothing of."""

from __future__ import annotations

import contextlib
import re
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.interrupt import interruptible
from rankhouse._rendering.refused import UNENCODABLE, InputError, is_unencodable, warn
from rankhouse._rendering.sql import literal, rows, unique_name

CLOSED = "the connection is closed: open one with duckdb.connect() and give it as con"
ABORTED = "the connection is in a transaction that an error aborted: call con.rollback() and evaluate again"
BUSY = "another thread is using the connection: give each thread its own, con=con.cursor()"
BEING_READ = (
    "the connection has a result that is still being read: read it to the end or close it, or give another connection,"
    " con=con.cursor()"
)
UNREAD = (
    "the connection has a result that was not read to the end, and its remaining rows are gone: read them first, or"
    " give another connection, con=con.cursor()"
)
SAID_OF_DATA = re.compile(
    r"\w+: query '(?s:.*)' more than once(?s:.*): keep one of its rows[^\n]*"
    r"|judgments: (intent|the intents) (?s:.*)weight[^\n]*"
    r"|features: one row has a weight (?s:.*) give them a weight[^\n]*"
    r"|judgments: nugget '(?s:.*)(vital or okay|in all its rows)[^\n]*"
    r"|judgments: query '(?s:.*)' has more than [^\n]* use ideal=greedy"
    r"|\w+: texts such as '(?s:.*)' in column '(?s:.*) sort by the alphabet[^\n]*"
    r"|\w+: NaN in column '(?s:.*)' \([^\n]*\) comes neither before nor after another value[^\n]*"
    r"|\w+: the dates in column '(?s:.*)' are texts of different forms[^\n]*"
    r"|\w+ has [\d,]+ queries with several values of one measure, e.g. (?s:.*) to by"
    r"|metrics: a day has several rows of one measure, e.g. (?s:.*) to by"
    r"|metrics: (?s:.*) is not a plain mean over queries, as value_sum / n_queries assumes; leave it out"
    r"|ids of the two inputs have different types or collations(?s:.*); cast one of the columns[^\n]*"
    r"|metrics: '(?s:.*)' is a date such as 2026-01-31, got '(?s:.*)' in \d+ rows?"
)
"""What a query says that nobody has checked the data for."""
TWO_COLLATIONS = (
    "columns of different collations are compared, which DuckDB cannot do: replace their collations with collate c, as"
    " in select * replace (item_id collate c as item_id)"
)
PATIENCE = 5.0
"""Seconds to wait for a call of another thread on the same connection."""

_locks: weakref.WeakKeyDictionary[duckdb.DuckDBPyConnection, threading.RLock] = weakref.WeakKeyDictionary()
_locking = threading.Lock()
_of_thread = threading.local()


class Home:
    """One connection of the user's: statements on it, and names that no object of theirs can have.

    DuckDB takes a missing table's name for a variable of the Python code that executes the statement. Everything is
    executed here, where no variable is a table.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return interruptible(self.con, lambda: rows(self.con, sql))

    def table(self, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns, and the rows."""

        def read() -> tuple[list[str], list[tuple[Any, ...]]]:
            described = self.con.execute(sql).description or []
            return [str(column[0]) for column in described], self.con.fetchall()

        return interruptible(self.con, read)

    def row(self, sql: str) -> tuple[Any, ...]:
        return self.rows(sql)[0]

    def kept(self, sql: str) -> duckdb.DuckDBPyRelation:
        """The rows of a query as a relation that holds them: it needs none of the tables any more."""
        # A relation over anything but a SELECT is executed at once and keeps its rows.
        return interruptible(self.con, lambda: self.con.sql(f"call system.main.query({literal(sql)})"))

    def drop(self, names: Sequence[str], what: str = "table") -> None:
        for name in names:
            # After an error in a transaction DuckDB undoes it all by itself and refuses to be asked.
            with contextlib.suppress(duckdb.TransactionException):
                self.rows(f"drop {what} if exists {name}")

    def has_relation(self, name: str) -> bool:
        """Whether any schema has a table or view of this name, asked without an error that ends a transaction."""
        return bool(
            self.rows(
                "select 1 from ("
                "select table_name as name from duckdb_tables() union all select view_name from duckdb_views()"
                f") where lower(name) = lower({literal(name)}) limit 1"
            )
        )

    @contextlib.contextmanager
    def registered(self, frame: object) -> Iterator[str]:
        """A DataFrame or Arrow object under a name, for the length of the block."""
        name = unique_name("frame")
        self.con.register(name, frame)
        try:
            yield name
        finally:
            self.con.unregister(name)


@contextlib.contextmanager
def at_home(con: duckdb.DuckDBPyConnection) -> Iterator[Home]:
    """A connection that can be worked on, by one thread at a time."""
    if not isinstance(con, duckdb.DuckDBPyConnection):
        raise InputError(f"con is a DuckDB connection, got {type(con).__name__}")
    with _locking:
        lock = _locks.setdefault(con, threading.RLock())
    with lock:
        _require_usable(con)
        try:
            yield Home(con)
        except UnicodeEncodeError as error:
            raise InputError(UNENCODABLE) from error
        except duckdb.Error as error:
            if problem := _problem(error):
                raise InputError(problem) from error
            raise


def default_connection() -> duckdb.DuckDBPyConnection:
    """DuckDB's default connection; in a thread beside the main one a cursor of it, kept for the thread.

    Two threads on one connection disturb each other, also while they read their results.
    """
    default = duckdb.default_connection()
    if threading.current_thread() is threading.main_thread():
        return default
    if getattr(_of_thread, "default", None) is not default:
        _of_thread.default, _of_thread.cursor = default, default.cursor()
    cursor: duckdb.DuckDBPyConnection = _of_thread.cursor
    return cursor


def _require_usable(con: duckdb.DuckDBPyConnection) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            # Unlike execute(), it lets an unread result be, and tells of it.
            con.sql("select 1").fetchall()
        except duckdb.TransactionException as error:
            raise InputError(ABORTED) from error
        except duckdb.Error as error:
            problem = _problem(error)
            if problem is None:
                raise
            if problem == UNREAD:
                # Of a row that was fetched alone nothing is left, and nothing lost.
                if con.fetchone() is not None:
                    warn(problem)
                    con.execute("select 1").fetchall()
                return
            if problem != BUSY or time.monotonic() > end:
                raise InputError(problem) from error
            time.sleep(0.001)
        else:
            return


def _problem(error: duckdb.Error) -> str | None:
    """What is the matter with the connection or with the data, when that is the error."""
    if is_unencodable(error):
        return UNENCODABLE
    if said_of_data := SAID_OF_DATA.search(str(error)):
        return said_of_data[0]
    if "types with different collation" in str(error):
        return TWO_COLLATIONS
    said = {"already": CLOSED, "busy with another call": BUSY, "open result": BEING_READ, "unfinished result": UNREAD}
    if isinstance(error, duckdb.ConnectionException) or type(error).__name__ == "ResourceInUseException":
        return next((problem for words, problem in said.items() if words in str(error)), None)
    return None
