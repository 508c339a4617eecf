"""The connection that an evaluation runs on, and the temporary objects that it leaves nothing of."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import duckdb

from rankhouse._sql import literal, rows, unique_name


class Home:
    """One connection of the user's: statements on it, and names that no object of theirs can have.

    DuckDB takes a missing table's name for a variable of the Python code that executes the statement. Everything is
    executed here, where no variable is a table.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.con = con

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return rows(self.con, sql)

    def row(self, sql: str) -> tuple[Any, ...]:
        return self.rows(sql)[0]

    def kept(self, sql: str) -> duckdb.DuckDBPyRelation:
        """The rows of a query as a relation that holds them: it needs none of the tables any more."""
        name = unique_name("result")
        self.rows(f"prepare {name} as {sql}")
        try:
            # A relation over anything but a SELECT is executed at once and keeps its rows.
            return self.con.sql(f"execute {name}")
        finally:
            self.rows(f"deallocate {name}")

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
