"""Snowflake as fakesnow emulates it: its SQL translated by sqlglot, its catalog and its types kept, DuckDB below."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version

import fakesnow
import snowflake.connector

from warehouses import transpiled
from warehouses.reference import Row

warnings.filterwarnings("ignore", "Arrow output on a DB-API result", UserWarning, "fakesnow")
TYPES = {"text": "varchar", "double": "double", "bigint": "bigint"}


@dataclass
class Snowflake:
    con: snowflake.connector.SnowflakeConnection

    @property
    def version(self) -> str:
        return f"fakesnow {version('fakesnow')}, DuckDB {version('duckdb')}"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        """By a file: fakesnow reads and translates every row of values, which takes longer than all queries over it."""
        with tempfile.TemporaryDirectory() as folder, transpiled.session("duckdb") as duckdb:
            duckdb.load("loaded", columns, rows)
            duckdb.query(f"copy loaded to '{folder}/rows.parquet'")
            self.query(f"create table {table} ({', '.join(f'{name} {TYPES[columns[name]]}' for name in columns)})")
            self.query(f"insert into {table} select * from read_parquet('{folder}/rows.parquet')")

    def query(self, sql: str) -> list[Row]:
        with self.con.cursor() as cursor:
            return list(cursor.execute(sql).fetchall())


@contextmanager
def session() -> Iterator[Snowflake]:
    with fakesnow.patch(), snowflake.connector.connect(database="rankhouse", schema="public") as con:
        yield Snowflake(con)
