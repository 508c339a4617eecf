"""Small things that every module with SQL needs."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

import duckdb


def rows(con: duckdb.DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    """A result read to its end: an unfinished one blocks the connection."""
    found: list[tuple[Any, ...]] = con.execute(query).fetchall()
    return found


def unique_name(role: str) -> str:
    return f"rankhouse_{role}_{uuid.uuid4().hex}"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def first_line(error: Exception) -> str:
    """The engine's message without its kind and without the query that it quotes."""
    line = str(error).strip().splitlines()[0]
    return line.split("Error: ", 1)[-1]


def texts(values: Iterable[str]) -> str:
    """A list of texts."""
    return f"[{', '.join(literal(value) for value in values)}]::varchar[]"
