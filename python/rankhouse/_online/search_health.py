"""`search_health`: search as its users met it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table


@short_errors
def search_health(
    searches: Table,
    clicks: Table,
    k: int | Sequence[int] = (1, 10),
    *,
    by: str | Sequence[str] = (),
    cluster: str | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Search as its users met it: searches without results, without clicks, and with clicks near the top.

    searches: one row per search: `search_id`, `query_id` and `n_results`, how many results it had. Rows where one of
        them is NULL are refused in Python; elsewhere they do not count. Any table that `evaluate` takes.
    clicks: one row per click: `search_id` and `position`, 1 for the first result. Rows where one of them is NULL, and
        clicks on unknown searches, are refused in Python; elsewhere they do not count.
    k: the positions of success@k, whole numbers.
    by: columns of the searches; each combination of their values, including NULL, is measured separately.
    cluster: a column of the searches, such as the user, whose searches may depend on each other; a search without a
        value is its own cluster. None: searches count separately.
    columns: maps the column names `search_id`, `query_id`, `n_results` and `position` to yours: `{"position": "rank"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and measure:
        the `by` columns
        `measure`: `no_result` (the share of searches without results), `abandoned` (of searches with results, the share
            without a click), `success@k` (the share of searches with a click at a position up to k), `first_click` (of
            searches with a click, the mean of 1 / the first position clicked) or `clicks` (per search)
        `value`: the mean over n searches; NULL without such searches
        `n`: the searches that the measure is of
        `std_error`: the standard error of the value; NULL for fewer than two searches or clusters
        `ci_low`: the lower end of a 95 % interval (Student's t); NULL for fewer than two searches or clusters
        `ci_high`: its upper end; NULL for fewer than two searches or clusters

    Raises InputError (a ValueError) for a missing column, an empty table, values that are NULL, a search that is there
    twice, a number of results below 0, a position below 1, and a click on an unknown search.
    """
    cutoffs = list(k) if isinstance(k, (list, tuple)) else k
    with asked(
        "search_health", {"searches": searches, "clicks": clicks}, by, columns, con, k=cutoffs, cluster=cluster
    ) as call:
        known = [each["measure"] for each in macros("duckdb").measures_of_searches(cutoffs)]
        return call.answer(["measure"], known={"measure": known})
