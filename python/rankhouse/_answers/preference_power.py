"""How much preferences say: comparisons, queries, and how many comparisons would tell two systems apart."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

import duckdb

from rankhouse._inputs.declared import entered_as_declared, names_of_columns
from rankhouse._inputs.entrance import Entrance
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse.types import Table


def preference_power(
    preferences: Table,
    columns: Mapping[str, str],
    con: duckdb.DuckDBPyConnection | None,
    *,
    confidence: float = 0.95,
    power: float = 0.8,
) -> duckdb.DuckDBPyRelation:
    """One row per pair of systems that met: `system`, `baseline`, `n_comparisons`, `n_units` (queries) and
    `comparisons_needed`, NULL where it is not known.

    preferences: a table that `preference_pairs` has taken: it is not checked again.
    """
    with _entered(preferences, columns, con) as entrance:
        given, names = entrance.inputs[0].sql, entrance.columns.names
        return entrance.home.kept(
            macros("duckdb").preference_power(given, confidence=confidence, power=power, columns=names)
        )


def sizes(preferences: Table, columns: Mapping[str, str], con: duckdb.DuckDBPyConnection | None) -> tuple[int, int]:
    """The comparisons and the queries of a table that `preference_pairs` has taken."""
    with _entered(preferences, columns, con) as entrance:
        (table,) = entrance.inputs
        query = quoted(table.column(entrance.columns.name("preferences", "query_id")) or "query_id")
        n, n_queries = entrance.home.row(f"select count(*), count(distinct {query}) from {table.sql}")
    return n, n_queries


@contextlib.contextmanager
def _entered(
    preferences: Table, columns: Mapping[str, str], con: duckdb.DuckDBPyConnection | None
) -> Iterator[Entrance]:
    declared = macros("duckdb").reads_preferences()
    renamed, given = names_of_columns(declared, columns), {"preferences": preferences}
    with entered_as_declared(declared, given, renamed, [], con, {}) as entrance:
        yield entrance
