"""ClickHouse, embedded as chdb."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from chdb.session import Session as Chdb

from warehouses.reference import Row

TYPES = {"text": "Nullable(String)", "double": "Nullable(Float64)", "bigint": "Nullable(Int64)"}


@dataclass
class ClickHouse:
    chdb: Chdb

    @property
    def version(self) -> str:
        return "ClickHouse " + ".".join(str(self.query("select version()")[0][0]).split(".")[:2])

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        listed = ", ".join(f"`{name}` {TYPES[kind]}" for name, kind in columns.items())
        self.chdb.query(f"create table {table} ({listed}) engine = Memory")
        lines = "\n".join(json.dumps([number_text(value) for value in row]) for row in rows)
        self.chdb.query(f"insert into {table} format JSONCompactEachRow {lines}")

    def query(self, sql: str) -> list[Row]:
        lines = str(self.chdb.query(sql, "JSONCompactEachRow")).splitlines()
        return [tuple(json.loads(line)) for line in lines]


def number_text(value: object) -> object:
    """JSON has no NaN; ClickHouse reads it from a text."""
    return "nan" if value != value else value


@contextmanager
def session() -> Iterator[ClickHouse]:
    chdb = Chdb()
    try:
        chdb.query("create database if not exists warehouse")
        chdb.query("use warehouse")
        yield ClickHouse(chdb)
    finally:
        chdb.close()
