"""How far a long evaluation is: time, the share of DuckDB's present query, and how much there is to read."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path

import duckdb

from rankhouse._inputs import files
from rankhouse._rendering.sql import literal, rows

_listener: ContextVar[Callable[[str], None]] = ContextVar("listener", default=lambda _: None)


def tell(step: str) -> None:
    """What a long call does from now on, for whoever shows that."""
    _listener.get()(step)


@contextlib.contextmanager
def told(listener: Callable[[str], None]) -> Iterator[None]:
    """Within the block a listener hears of the steps."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


class Progress:
    """What is being done on a connection, from now on, in a line."""

    def __init__(self, message: str, con: duckdb.DuckDBPyConnection, table: str) -> None:
        self.message, self.con = message, con
        self.size = size(con, table)
        self.start = time.monotonic()
        # Without the bar DuckDB does not count; it would print it where the result goes.
        con.execute("set enable_progress_bar = true; set enable_progress_bar_print = false; set progress_bar_time = 0")

    def step(self, message: str) -> None:
        self.message, self.size = message, ""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.start

    def line(self, width: int) -> str:
        """At most so wide: a long name is cut, the figures stay."""
        percent = -1.0
        with contextlib.suppress(duckdb.Error):
            percent = self.con.query_progress()
        # Of many steps DuckDB does not know how far they are: it says -1, or 0 to their end.
        figures = [self.size, f"{self.seconds:.0f} s", f"{percent:.0f} % of this step" if percent >= 1 else ""]
        shown = ", ".join(filter(None, figures))
        room = max(width - len(shown) - 2, 8)
        name = self.message if len(self.message) <= room else f"{self.message[: room - 1]}…"
        return f"{name}: {shown}"


def size(con: duckdb.DuckDBPyConnection, table: str) -> str:
    """The rows of a table or a Parquet file, the bytes of any other file, as far as they are known at once."""
    with contextlib.suppress(duckdb.Error, OSError):
        path = Path(table).expanduser()
        if files.form_by_name(table) == "parquet" and (files.is_remote_or_pattern(table) or path.is_file()):
            name = literal(str(path) if "://" not in table else table)
            return f"{rows(con, f'select sum(num_rows)::bigint from parquet_file_metadata({name})')[0][0]:,} rows"
        if path.is_file():
            return f"{path.stat().st_size / 1e6:,.1f} MB"
        known = rows(con, f"select estimated_size from duckdb_tables() where table_name = {literal(table)}")
        if known:
            return f"{known[0][0]:,} rows"
    return ""
