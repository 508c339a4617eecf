"""examples/recommender on Spark: every table is that of DuckDB, row by row."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dbt_projects import dbt, installed
from warehouses.spark import INTERPRETED, quick_builds

Row = tuple[Any, ...]


def check() -> None:
    """Raises AssertionError when dbt fails on one of the two, or a table has other rows."""
    with tempfile.TemporaryDirectory() as folder, quick_builds(INTERPRETED) as environment:
        project = installed(Path(folder), "examples/recommender")
        for engine in ("duckdb", "spark"):
            done = dbt(project, "build", DBT_TARGET=engine, **environment)
            assert done.returncode == 0, f"dbt build on {engine}:\n{done.stdout}\n{done.stderr}"
        with duckdb.connect(str(project / "recommender.duckdb"), read_only=True) as con:
            for (name,) in con.execute("show tables").fetchall():
                (files,) = project.glob(f"spark-warehouse/*/{name}")
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


if __name__ == "__main__":
    check()
    print("examples/recommender is the same on DuckDB and Spark")
