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

    measures: measure strings, `name[(option=value, ...)][@k]`, such as `ndcg@10`, `ndcg(gain=linear)@10` or `map`.
        None: ndcg@10, average_precision, reciprocal_rank, precision@10 and recall@10.
    convention: the name of a library whose defaults for options and policies apply, such as `trec_eval` or `sklearn`,
        so that `ndcg@10` is the library's number; or a dictionary of such settings. Policies that are given take
        precedence. None: rankhouse's own rules.
    ties: the order of equal scores: `item` (by item id, descending; the default), `average` (the expectation over all
        their orders), `best` or `worst`.
    queries: which queries count: `judged` (the default: queries with a relevant item; a query missing from the run
        scores 0), `intersection` (judged and in the run), `run` (in the run) or `all` (judged; queries without a
        relevant item score 0).
    unjudged: how to treat items without a judgment: they are `irrelevant` (the default), or `drop` first takes them out
        of the lists.
    relevant_from: the lowest relevance that counts as relevant; None: any above 0. Gains stay the same.
    pool: which items' judgments count: `judged` (the default: all relevant items, returned or not), or `retrieved`
        (only returned items).
    exclude: pairs to take out of the lists; it only matters whether they are given. Nothing is read. Any table that
        `evaluate` takes.
    candidates: the only pairs that take part; it only matters whether they are given. Nothing is read.
    intents: the column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, with one
        row per item and intent. Measures over intents, such as `alpha_ndcg@10`, need it; for other measures an item has
        the relevance for the intent that it serves best. Intents have equal weights, unless `columns` names a column
        `intent_weight` of the judgments. If `columns` names a column `importance`, it says which nuggets are `vital`
        and which `okay`.
    columns: maps our column names to yours: `{"query_id": "user_id"}` for both, `{"judgments.relevance": "grade"}` for
        one. `{"rank": "position"}` takes a rank, 1 first, instead of the score. `{"weight": "searches"}` weights
        queries by a column of the judgments, a number from 0 up that is the same in all rows of a query; a query that
        weighs 0 does not count.
    con: the connection of the relation; DuckDB's default one if None.

    The arguments are those of `evaluate`, with the same meaning. Nothing is read: all that matters of `exclude` and
    `candidates` is whether they are given, and of `columns` whether intents have weights.

    Returns one row per setting of a measure:
        `settings_id`: the MD5 hash of the settings that are not the defaults, the same in every engine and version
        `name`: the setting: `measure`, `convention`, `metric`, `cutoff`, each option, what else a convention says, and
            the policies
        `value`: what it is set to

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
