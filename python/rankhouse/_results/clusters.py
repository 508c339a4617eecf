"""Where results say how many clusters their queries are in."""

from __future__ import annotations

from collections.abc import Sequence


def with_clusters(figures: Sequence[str], has_clusters: bool) -> list[str]:
    """The number of clusters comes after that of queries."""
    place = list(figures).index("n_queries") + 1
    return [*figures[:place], *(["n_clusters"] if has_clusters else []), *figures[place:]]
