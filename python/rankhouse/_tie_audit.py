"""`tie_audit`: how much of a measure the order of tied items decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._entrance import list_of_measures, names_of_groups
from rankhouse._evaluate import IRRELEVANT, JUDGED, MEASURES, has_exponential_gain, ranked
from rankhouse._jinja import macros

FIGURES = (
    "query_id",
    "measure",
    "metric",
    "k",
    "tied_share",
    "value",
    "lowest",
    "expected",
    "highest",
    "spread",
)


def tie_audit(
    run: Any,
    judgments: Any = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = (),
    queries: str = JUDGED,
    unjudged: str = IRRELEVANT,
    relevant_from: float | None = None,
    pool: str = JUDGED,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: str = "auto",
) -> duckdb.DuckDBPyRelation:
    """What each query's measures are by every order of its tied items.

    The arguments are those of `evaluate`; there is no rule for ties, because all of them are compared.

    Returns one row per query and measure: the `by` columns, `query_id`, `measure`, `metric`, `k`, `tied_share` (0 to 1:
    of the first k rows, of all without a cutoff, the share whose score another row of the query has too), `value` (ties
    by item id, as `evaluate` has it), `lowest`, `expected` (the mean over all orders; NULL where there is no closed
    form), `highest` and `spread` (highest - lowest). A measure that is undefined for a query is NULL in all of them.

    Raises InputError as `evaluate` does.
    """
    asked = list_of_measures(measures)
    policies: dict[str, Any] = {
        "queries": str(queries),
        "unjudged": str(unjudged),
        "pool": str(pool),
        "relevant_from": relevant_from,
    }
    plan = macros("duckdb").plan("run", "judgments", asked, policies=policies)
    groups = names_of_groups(by)
    with ranked(run, judgments, groups, columns, con, check, has_exponential_gain(plan["measures"])) as given:
        sql = macros("duckdb").tie_audit(*given.relations, asked, **given.arguments, **policies)
        return given.answer(sql, FIGURES, ["query_id", "measure"])
