"""Columns that mostly tell which queries hang together, where nobody named one as `cluster`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.home import Home
from rankhouse._inputs.tables import Input
from rankhouse._rendering.jinja import macros


@cache
def likely_names() -> tuple[str, ...]:
    """What such columns are called."""
    return tuple(macros("duckdb").likely_clusters())


@dataclass(frozen=True)
class LikelyCluster:
    """A column whose values have several queries each."""

    column: str
    n_clusters: int
    n_queries: int

    def doubt(self, errors: Sequence[tuple[Any, ...]], of: str, also: str = "") -> str:
        """The warning. errors: the row of `mean_errors` or `difference_errors`, if there is one, of what `of` says.

        also: what else to pass.
        """
        told = ""
        for measure, _, _, alone, clustered in errors:
            if alone is not None and clustered is not None:
                told = f"; the standard error of {of}{measure} is then {clustered:.4g} instead of {alone:.4g}"
        advice = f"pass cluster={self.column!r}{also}"
        return (
            f"column {self.column!r} has {self.n_clusters:,} values for {self.n_queries:,} queries, which count as"
            f" independent: if those of one {self.column} depend on each other, {advice}{told}"
        )


def likely_cluster(home: Home, table: Input, columns: Columns, groups: Sequence[str]) -> LikelyCluster | None:
    """The first such column of a table with fewer values than queries, each query having one; groups: taken names."""
    taken = {name.lower() for name in (*groups, *columns.names.values())}
    query = table.quoted(columns.name(table.side, "query_id"))
    key = [query, *(table.quoted(name) for name in groups if table.column(name))]
    for name in likely_names():
        column = table.column(name)
        if column is None or column.lower() in taken:
            continue
        cluster = table.quoted(column)
        n_queries, n_clusters, is_shared = home.row(
            "select count(distinct query), count(distinct lowest) + count(distinct query) filter (lowest is null),"
            " coalesce(bool_or(lowest <> highest), false)"
            f" from (select {query} as query, min({cluster}) as lowest, max({cluster}) as highest from {table.sql}"
            f" where {query} is not null group by {', '.join(key)}) as found"
        )
        if 1 < n_clusters < n_queries and not is_shared:
            return LikelyCluster(column, n_clusters, n_queries)
    return None
