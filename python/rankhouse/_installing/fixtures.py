"""The reference fixtures, computed on a DuckDB connection."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.shipped import shipped
from rankhouse._rendering.sql import rows, unique_name

TABLES = {
    "run": "{'fixture': 'varchar', 'query_id': 'varchar', 'item_id': 'varchar', 'score': 'double'}",
    "judgments": "{'fixture': 'varchar', 'query_id': 'varchar', 'item_id': 'varchar', 'relevance': 'double'}",
    "expected": "{'fixture': 'varchar', 'ties': 'varchar', 'queries': 'varchar', 'unjudged': 'varchar',"
    " 'query_id': 'varchar', 'measure': 'varchar', 'value': 'double', 'tolerance': 'double', 'source': 'varchar'}",
}


@dataclass(frozen=True)
class Result:
    """One expected value: of a query of a fixture, or of the mean over its queries when `query_id` is None."""

    fixture: str
    measure: str
    ties: str
    queries: str
    unjudged: str
    query_id: str | None
    source: str
    expected: float | None
    computed: float | None
    passed: bool

    def __str__(self) -> str:
        place = f"query {self.query_id}" if self.query_id else "mean"
        rules = f"ties={self.ties}, queries={self.queries}, unjudged={self.unjudged}"
        return (
            f"{self.measure} of '{self.fixture}' ({place}; {rules}): expected {self.expected}, got {self.computed};"
            f" source: {self.source}"
        )


def load(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Put the seeds into temporary tables; the names of those of the run, the judgments and the expected values."""
    names = {}
    for table, columns in TABLES.items():
        names[table] = f"temp.main.{unique_name(table)}"
        path = str(shipped("seeds") / f"rankhouse_reference_{table}.csv").replace("'", "''")
        con.execute(f"create temp table {names[table]} as from read_csv('{path}', header = true, columns = {columns})")
    return names


def check(con: duckdb.DuckDBPyConnection) -> list[Result]:
    """Compute every fixture under every tie rule and policy; nothing stays on the connection."""
    names = load(con)
    try:
        sql = macros("duckdb")
        return [
            Result(*row)
            for policy in sql.reference_policies()
            for row in rows(con, sql.reference_results(names["run"], names["judgments"], names["expected"], **policy))
        ]
    finally:
        for name in names.values():
            con.execute(f"drop table {name}")
