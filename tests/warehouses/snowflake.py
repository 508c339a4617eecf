"""Snowflake as fakesnow emulates it: its SQL translated by sqlglot, its catalog and its types kept, DuckDB below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version

import fakesnow
import snowflake.connector

from warehouses.reference import Row

TYPES = {"text": "varchar", "double": "double", "bigint": "bigint"}


@dataclass
class Snowflake:
    con: snowflake.connector.SnowflakeConnection

    @property
    def version(self) -> str:
        return f"fakesnow {version('fakesnow')}, DuckDB {version('duckdb')}"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        with self.con.cursor() as cursor:
            cursor.execute(f"create table {table} ({', '.join(f'{name} {TYPES[columns[name]]}' for name in columns)})")
            # As text: the connector writes infinity and NaN in a way that nothing reads.
            texts = [[None if value is None else str(value) for value in row] for row in rows]
            cursor.executemany(f"insert into {table} values ({', '.join(['%s'] * len(columns))})", texts)

    def query(self, sql: str) -> list[Row]:
        with self.con.cursor() as cursor:
            return list(cursor.execute(sql).fetchall())


@contextmanager
def session() -> Iterator[Snowflake]:
    with fakesnow.patch(), snowflake.connector.connect(database="rankhouse", schema="public") as con:
        yield Snowflake(con)
