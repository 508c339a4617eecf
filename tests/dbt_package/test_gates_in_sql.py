"""The gates of test_gates.py as the SQL that dbt runs, without dbt: in each run of the quick tests."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

from dbt_package.test_gates import GATES, TABLES, Gate, sql_of
from rankhouse._rendering.jinja import Macros

PACKAGE = Macros("duckdb")
PACKAGE._environment.globals["var"] = lambda _, default=None: default
OF_COLUMNS = ("has_columns", "columns_of")
"""Gates that ask dbt for the columns of a table."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        for name, rows in TABLES.items():
            con.execute(f"create table {name} as {sql_of(rows)}")
        yield con


def of_sql(gate: Gate) -> bool:
    """Without what only dbt knows: other models, macros of another package, a condition."""
    is_ours = f"test_{gate.test}" in PACKAGE.files and not gate.test.startswith(OF_COLUMNS)
    return is_ours and gate.where is None and "ref(" not in str(gate.arguments)


@pytest.mark.parametrize("gate", [gate for gate in GATES if of_sql(gate)], ids=lambda gate: gate.name)
def test_rows_of_a_gate(con: duckdb.DuckDBPyConnection, gate: Gate) -> None:
    test = getattr(PACKAGE, f"test_{gate.test}")
    found = con.sql(test(f"main.{gate.model}", **gate.arguments))
    if not gate.rows:
        assert found.fetchall() == []
        return
    columns = ", ".join(f'"{name}"' for name in gate.rows[0])
    expected = sorted((tuple(row.values()) for row in gate.rows), key=str)
    assert sorted(found.project(columns).fetchall(), key=str) == [
        tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row)
        for row in expected
    ]
