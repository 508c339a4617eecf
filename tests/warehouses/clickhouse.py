"""ClickHouse, embedded in this process as chdb, over a folder that is thrown away."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from chdb.session import Session

from warehouses.reference import Row

TYPES = {"text": "Nullable(String)", "double": "Nullable(Float64)", "bigint": "Nullable(Int64)"}

# Numbers as JSON numbers, without a detour through text; and a query of all measures is longer than most are.
SETTINGS = {
    "output_format_json_quote_64bit_integers": "0",
    "output_format_json_quote_denormals": "1",
    "max_query_size": "10000000",
    "max_ast_elements": "1000000",
    "max_expanded_ast_elements": "5000000",
}


@dataclass
class ClickHouse:
    server: Session

    @property
    def version(self) -> str:
        return f"ClickHouse {self.query('select version()')[0][0]} (chdb)"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        listed = ", ".join(f"`{name}` {TYPES[kind]}" for name, kind in columns.items())
        self.server.query(f"create table {table} ({listed}) engine = Memory")
        lines = "\n".join(json.dumps(row) for row in rows)
        self.server.query(f"insert into {table} format JSONCompactEachRow\n{lines}")

    def query(self, sql: str) -> list[Row]:
        answer = str(self.server.query(sql, "JSONCompactEachRow"))
        return [tuple(json.loads(line)) for line in answer.splitlines()]


@contextmanager
def session() -> Iterator[ClickHouse]:
    with tempfile.TemporaryDirectory() as folder:
        server = Session(folder)
        for name, value in SETTINGS.items():
            server.query(f"set {name} = {value}")
        try:
            yield ClickHouse(server)
        finally:
            server.close()
