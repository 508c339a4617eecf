"""examples/recommender on Spark: every table is that of DuckDB, row by row."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import duckdb
import pytest

from warehouses.spark_process import Process

Row = tuple[Any, ...]


def check(process: Process) -> None:
    """Raises AssertionError when dbt fails on one of the two, or a table has other rows."""
    with tempfile.TemporaryDirectory() as folder:
        project = process.installed(Path(folder), "examples/recommender")
        for engine in ("duckdb", "spark"):
            process.dbt(project, "build", "--target", engine)
        with duckdb.connect(str(project / "recommender.duckdb"), read_only=True) as con:
            for (name,) in con.execute("show tables").fetchall():
                (files,) = process.warehouse.glob(f"recommender.db/{name}")
                columns = ", ".join(con.table(name).columns)
                found = con.execute(f"select {columns} from read_parquet('{files}/*.parquet')").fetchall()
                expected = con.execute(f"select {columns} from {name}").fetchall()
                assert in_order(found) == in_order(expected), f"{name} is another table on Spark"


def in_order(rows: list[Row]) -> list[Row]:
    """By what is no measured figure."""
    ordered = sorted(rows, key=lambda row: [repr(value) for value in row if not isinstance(value, float)])
    return [
        tuple(pytest.approx(value, abs=1e-9) if isinstance(value, float) else value for value in row) for row in ordered
    ]
