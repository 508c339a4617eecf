"""Engines that cannot be had here: their SQL parsed in their dialect, translated for DuckDB and run there.

DuckDB's own SQL runs as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import duckdb
import sqlglot

from warehouses.reference import Row

# What sqlglot leaves as it is: a number of hexadecimal digits, what stops a query, the time of day.
FUNCTIONS = {
    "raise_error(message)": "error(message)",
    "from_base(digits, base)": "cast('0x' || digits as bigint)",
    "conv(digits, base, other_base)": "cast(cast('0x' || digits as bigint) as varchar)",
    "current_datetime(zone)": "current_timestamp at time zone zone",
}
TYPES = {"text": "varchar", "double": "double", "bigint": "bigint"}


@dataclass
class Transpiled:
    con: duckdb.DuckDBPyConnection
    dialect: str

    @property
    def version(self) -> str:
        engine = f"DuckDB {duckdb.__version__}"
        return engine if self.dialect == "duckdb" else f"sqlglot {sqlglot.__version__}, {engine}"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        listed = ", ".join(f'"{name}" {TYPES[kind]}' for name, kind in columns.items())
        self.con.execute(f"create table {table} ({listed})")
        cells = ", ".join(f"unnest(?::{TYPES[kind]}[])" for kind in columns.values())
        self.con.execute(f"insert into {table} select {cells}", [list(column) for column in zip(*rows, strict=True)])

    def query(self, sql: str) -> list[Row]:
        if self.dialect == "duckdb":
            return self.con.execute(sql).fetchall()
        statements = sqlglot.transpile(sql, read=self.dialect, write="duckdb", error_level=sqlglot.ErrorLevel.RAISE,
                                       unsupported_level=sqlglot.ErrorLevel.RAISE)  # fmt: skip
        return self.con.execute("; ".join(statements)).fetchall()


@contextmanager
def session(dialect: str) -> Iterator[Transpiled]:
    with duckdb.connect(config={"threads": 2}) as con:
        # sqlglot writes some lambdas in the older of DuckDB's two ways.
        con.execute("set lambda_syntax = 'ENABLE_SINGLE_ARROW'")
        for function, body in FUNCTIONS.items():
            con.execute(f"create macro {function} as {body}")
        yield Transpiled(con, dialect)
