"""The catalogue of measures, as the macros declare it."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._jinja import macros


def catalogue() -> list[dict[str, Any]]:
    """One dictionary per measure: name, aliases, cutoff, options (default first), description, formula, range,
    undefined, notes and source."""
    return [
        {
            "name": declaration["name"],
            "aliases": declaration["aliases"],
            "cutoff": declaration["cutoff"],
            "options": [_option(name, spec) for name, spec in declaration["options"].items()],
        }
        | {key: declaration[key] for key in ("description", "formula", "range", "undefined", "notes", "source")}
        for declaration in macros("duckdb").catalogue()
    ]


def measures(con: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyRelation:
    """The catalogue as a relation, one row per measure: name, aliases, cutoff (optional or none), options (default
    first), description, formula, range, undefined, notes, source. `.df()`, `.show()` and `.fetchall()` as usual."""
    rows = catalogue()
    columns = list(rows[0])
    values = ", ".join("(" + ", ".join(_literal(row[column]) for column in columns) + ")" for row in rows)
    return (con or duckdb.default_connection()).sql(
        f"select * from (values {values}) as measures({', '.join(columns)})"
    )


def _option(name: str, spec: dict[str, Any]) -> str:
    if "choices" in spec:
        return f"{name}={'|'.join(spec['choices'])}"
    return f"{name}={spec['default']}"


def _literal(value: str | list[str]) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]::varchar[]"
    return "'" + value.replace("'", "''") + "'"
