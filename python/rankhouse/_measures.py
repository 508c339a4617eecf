"""`measures`: the catalogue, as the measures declare themselves in macros/measures/."""

from __future__ import annotations

from typing import Any

import duckdb

from rankhouse._home import Home, literal
from rankhouse._jinja import macros

COLUMNS = ("name", "aliases", "cutoff", "options", "description", "formula", "range", "undefined", "source")


def measures(con: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyRelation:
    """Every measure, one row each, as a relation of texts: `.show()`, `.df()`, `.filter("name = 'ndcg'")`.

    Columns: `name`; `aliases`, comma-separated; `cutoff` ("optional", "none" or "required": whether `@k` may follow);
    `options` with their choices, default first, one after the other; `description`; `formula`; `range`; `undefined`
    (when the value is NULL); `source`. `con`: the connection of the relation, DuckDB's default one if None.
    """
    rows = ", ".join(
        "(" + ", ".join(literal(row[column]) for column in COLUMNS) + ")" for row in catalogue()
    )
    home = Home(duckdb.default_connection() if con is None else con)
    return home.kept(f"select * from (values {rows}) as catalogue({', '.join(COLUMNS)}) order by name")


def catalogue() -> list[dict[str, str]]:
    return [
        {
            **{column: str(declared[column]) for column in COLUMNS if column not in ("aliases", "options")},
            "aliases": ", ".join(declared["aliases"]),
            "options": "; ".join(spelled(name, option) for name, option in declared["options"].items()),
        }
        for declared in macros("duckdb").catalogue()
    ]


def spelled(name: str, option: dict[str, Any]) -> str:
    """`gain=exponential|linear|binary`, the default first."""
    if "choices" in option:
        return f"{name}={'|'.join(str(choice) for choice in option['choices'])}"
    return f"{name}={option['default']} (any number above {option['above']})"
