"""Where results say how many clusters their queries, or rows, are in, and how many equal ones would tell as much."""

from __future__ import annotations

from collections.abc import Sequence


def with_clusters(figures: Sequence[str], has_clusters: bool, of: str = "n_queries") -> list[str]:
    """The number of clusters comes after that of queries, or of what else is in them."""
    place = list(figures).index(of) + 1
    return [*figures[:place], *(["n_clusters"] if has_clusters else []), *figures[place:]]


def summarised(figures: Sequence[str], has_clusters: bool, weighs: bool) -> list[str]:
    """The same, and with weights of queries n_effective."""
    place = list(figures).index("n_queries") + 1
    own = [*(["n_clusters"] if has_clusters else []), *(["n_effective"] if weighs else [])]
    return [*figures[:place], *own, *figures[place:]]
