"""`tie_audit`: how much of a measure the order of tied items decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import duckdb

from rankhouse._evaluating.evaluate import IRRELEVANT, JUDGED, MEASURES, pairs_given, policies_given, ranked
from rankhouse._inputs.entrance import in_order, list_of_measures, names_of_groups
from rankhouse._rendering.errors import short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check, Convention, Pool, Queries, Table, Unjudged

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


@short_errors
def tie_audit(
    run: Table,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = (),
    convention: Convention | None = None,
    queries: Queries = JUDGED,
    unjudged: Unjudged = IRRELEVANT,
    relevant_from: float | None = None,
    pool: Pool = JUDGED,
    exclude: Table | None = None,
    candidates: Table | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Each query's measures over all orders of its tied items: lowest, expected and highest.

    The arguments are those of `evaluate` without `ties`, because all rules are compared: everything in a convention
    applies except its rule for ties.

    Returns one row per query and measure: the `by` columns, `query_id`, `measure`, `metric`, `k`, `tied_share` (0 to 1:
    of the first k rows, of all without a cutoff, the share whose score another row of the query has too), `value` (ties
    by item id, as `evaluate` has it), `lowest`, `expected` (the mean over all orders; NULL where there is no closed
    form), `highest` and `spread` (highest - lowest). A measure that is undefined for a query is NULL in all of them.

    Raises InputError as `evaluate` does.
    """
    asked = list_of_measures(measures)
    policies = policies_given(
        queries=queries, unjudged=unjudged, pool=pool, relevant_from=relevant_from, convention=convention
    )
    plan = macros("duckdb").plan({"run": "run", "judgments": "judgments", "measures": asked, **policies})
    groups = names_of_groups(by)
    pairs = pairs_given(exclude, candidates)
    with ranked(run, judgments, groups, columns, con, check, plan["is_exponential"], pairs) as rankings:
        for doubt in rankings.doubts_of_pairs():
            warn(doubt)
        sql = macros("duckdb").tie_audit(*rankings.relations, asked, **rankings.arguments, **rankings.pairs, **policies)
        return rankings.answer(sql, FIGURES, ["query_id", "measure"], in_order(plan["measures"]))
