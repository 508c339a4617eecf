"""The column of clusters of a report, in inputs beside its runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rankhouse._inputs.home import at_home
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._rendering.errors import InputError, listed


def require_cluster(tables: Mapping[str, Any], cluster: Any, con: Any) -> None:
    """That one of these inputs, by their names, has the column."""
    if isinstance(cluster, str) and not any(cluster_among(table, cluster, con) for table in tables.values()):
        raise InputError(f"cluster: {listed(list(tables))} has no column {cluster!r}")


def cluster_among(table: Any, cluster: str | Literal[False] | None, con: Any) -> str | Literal[False] | None:
    """None where the table has no such column: it is that of another input."""
    return column_among(table, cluster, con) if isinstance(cluster, str) else cluster


def column_among(table: Any, name: str, con: Any) -> str | None:
    """The column as the table spells it."""
    with at_home(connection_of(con, table)) as home, opened(home, "log", table, [], []) as found:
        return found.column(name)
