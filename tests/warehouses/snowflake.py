"""Snowflake, as fakesnow emulates it over DuckDB."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import fakesnow
import snowflake.connector

from warehouses.reference import Row

TYPES = {"text": "varchar", "double": "double", "bigint": "bigint"}


@dataclass
class Snowflake:
    con: Any

    @property
    def version(self) -> str:
        return f"fakesnow {fakesnow.__version__}"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        cursor = self.con.cursor()
        listed = ", ".join(f"{name} {TYPES[kind]}" for name, kind in columns.items())
        cursor.execute(f"create table {table} ({listed})")
        cursor.executemany(f"insert into {table} values ({', '.join(['%s'] * len(columns))})", rows)

    def query(self, sql: str) -> list[Row]:
        return [tuple(row) for row in self.con.cursor().execute(sql).fetchall()]


@contextmanager
def session() -> Iterator[Snowflake]:
    with fakesnow.patch(), snowflake.connector.connect(database="db1", schema="schema1") as con:
        yield Snowflake(con)
