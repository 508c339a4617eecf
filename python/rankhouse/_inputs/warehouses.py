"""What is asked of a warehouse that is not here: dbt asks it."""

from __future__ import annotations

import re

from rankhouse._rendering.refused import InputError

ADDRESS = re.compile(
    r"(postgres|mysql|snowflake|bigquery|redshift|trino|databricks|clickhouse|spark)\w*:/", re.IGNORECASE
)


def refuse_warehouse(name: str) -> None:
    """Raises InputError for the address of a warehouse."""
    if ADDRESS.match(name):
        raise InputError(
            f"{name!r} is in a warehouse, but only files and DuckDB can be read here: the dbt package computes the same"
            " there, and dbt run-operation rankhouse.check_metrics reports what fell"
        )
