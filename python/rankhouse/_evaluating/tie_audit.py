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

    run: scored items, as for `evaluate`.
    judgments: judged items, one row per query and item: `query_id`, `item_id`, `relevance` (above 0 is relevant) and
        the columns of `by` that they have. None: the run itself has a relevance column.
    measures: measure strings, as for `evaluate`; average_precision(denominator=hits) with a cutoff is refused.
    by: columns of the run, of the judgments, or of both; each combination of their values, including NULL, is evaluated
        separately.
    convention: a convention; everything in it applies except its rule for ties.
    queries: which queries count: `judged` (the default: queries with a relevant item; a query missing from the run
        scores 0), `intersection` (judged and in the run), `run` (in the run) or `all` (judged; queries without a
        relevant item score 0).
    unjudged: how to treat items without a judgment: they are `irrelevant` (the default), or `drop` first takes them out
        of the lists.
    relevant_from: the lowest relevance that counts as relevant; None: any above 0. Gains stay the same.
    pool: which items' judgments count: `judged` (the default: all relevant items, returned or not), or `retrieved`
        (only returned items).
    exclude: pairs of `query_id` and `item_id` to take out of the run and the judgments first.
    candidates: the only pairs of `query_id` and `item_id` that take part.
    columns: maps our column names to yours.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    There is no argument `ties`, because all rules are compared.

    Returns one row per query and measure:
        the `by` columns
        `query_id`: the query
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `tied_share`: the share of the first k rows (of all rows without a cutoff) whose score another row of the query
            has too, 0 to 1
        `value`: the value with ties by item id, as in `query_metrics`
        `lowest`: the value in the worst order of tied items
        `expected`: the mean over all orders; NULL if there is no closed form
        `highest`: the value in the best order
        `spread`: highest minus lowest
    If a measure is undefined for a query, all these values are NULL.

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
