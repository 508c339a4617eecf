"""`metric_settings`: what the numbers of an evaluation are made with, spelled out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import duckdb

from rankhouse._evaluating.evaluate import (
    IRRELEVANT,
    ITEM,
    JUDGED,
    MEASURES,
    columns_of,
    pairs_given,
    policies_given,
)
from rankhouse._inputs.entrance import list_of_measures
from rankhouse._inputs.home import at_home, default_connection
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._results.relation import printable
from rankhouse.types import Convention, Pool, Queries, Table, Ties, Unjudged


@short_errors
def metric_settings(
    measures: str | Iterable[str] = MEASURES,
    *,
    convention: Convention | None = None,
    ties: Ties = ITEM,
    queries: Queries = JUDGED,
    unjudged: Unjudged = IRRELEVANT,
    relevant_from: float | None = None,
    pool: Pool = JUDGED,
    exclude: Table | None = None,
    candidates: Table | None = None,
    intents: str | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What the numbers of `evaluate(..., provenance=True)` are made with, as a relation.

    The arguments are those of `evaluate`, with the same meaning. Nothing is read: of `exclude` and `candidates` it
    matters whether they are given, and of `columns` whether intents have weights.

    Returns the columns `settings_id`, `name` and `value` (a text), a row per setting of a measure: `measure`, `metric`,
    `cutoff`, each option, what a convention says, and the policies. The same settings have the same id in every engine
    and version: it is the MD5 hash of those that differ from the package's defaults.

    Raises InputError for arguments that `evaluate` would refuse.
    """
    policies = policies_given(
        ties=ties,
        queries=queries,
        unjudged=unjudged,
        pool=pool,
        relevant_from=relevant_from,
        convention=convention,
        intents=intents,
    )
    pairs = pairs_given(exclude, candidates)
    names = dict(columns_of(columns, pairs, intents).names)
    sql = macros("duckdb").metric_settings(
        list_of_measures(measures), **policies, **dict.fromkeys(pairs, "given"), columns=names
    )
    with at_home(default_connection() if con is None else con) as home:
        return printable(home.kept(sql))
