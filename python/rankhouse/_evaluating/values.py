"""An evaluation by query as a table in SQL, for what is made of its values."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import duckdb

from rankhouse._evaluating.evaluate import (
    IRRELEVANT,
    ITEM,
    JUDGED,
    RunAndJudgments,
    pairs_given,
    policies_given,
    ranked,
)
from rankhouse._inputs.entrance import Entrance, in_order, list_of_measures
from rankhouse._inputs.told import refuse_queries_without_items
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check, Convention, Pool, Queries, Table, Ties, Unjudged


class Evaluation(TypedDict, total=False):
    """Arguments of `evaluate`, with the same meaning."""

    convention: Convention | None
    ties: Ties
    queries: Queries
    unjudged: Unjudged
    relevant_from: float | None
    pool: Pool
    columns: Mapping[str, str] | None
    con: duckdb.DuckDBPyConnection | None
    check: Check


class LimitedEvaluation(Evaluation, total=False):
    """The same, of which items may be left out."""

    exclude: Table | None
    candidates: Table | None


@dataclass(frozen=True)
class Values:
    """The values by query as a table in SQL; with exclude or candidates it has a last column `candidates`.

    rankings: what they are made of, looked at. measures: canonical strings, as they were asked for.
    """

    rankings: RunAndJudgments
    table: str
    measures: Sequence[str]
    policies: Mapping[str, Any]

    @property
    def entrance(self) -> Entrance:
        return self.rankings.entrance

    def answer(
        self, sql: str, groups: Sequence[str], figures: Sequence[str], order: Sequence[str]
    ) -> duckdb.DuckDBPyRelation:
        return replace(self.entrance, groups=groups).answer(sql, figures, order, self.measures)


@contextlib.contextmanager
def evaluated(
    run: Table,
    judgments: Table | None,
    measures: str | Iterable[str],
    groups: Sequence[str],
    use: str,
    look: Callable[[RunAndJudgments], None] = lambda _: None,
    *,
    convention: Convention | None = None,
    ties: Ties = ITEM,
    queries: Queries = JUDGED,
    unjudged: Unjudged = IRRELEVANT,
    relevant_from: float | None = None,
    pool: Pool = JUDGED,
    exclude: Table | None = None,
    candidates: Table | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
    cluster: str | None = None,
    if_there: Sequence[str] = (),
    weighs: bool = False,
) -> Iterator[Values]:
    """The evaluation by query, for as long as a query on it is made.

    use: what its means are for, such as 'a learning curve'; they are of queries that count alike.
    look: raises InputError where the data are not fit for it.
    cluster: a column of the judgments by which queries hang together; see `RunAndJudgments.with_clusters`.
    if_there: columns that are kept of judgments that have them.
    weighs: whether `columns` may name weights of queries, which the values then have too.
    """
    package = macros("duckdb")
    policies = policies_given(
        ties=ties,
        queries=queries,
        unjudged=unjudged,
        pool=pool,
        relevant_from=relevant_from,
        convention=convention,
    )
    asked = list_of_measures(measures)
    # Wrong arguments are refused before any data are read.
    plan = package.plan({"run": "run", "judgments": "judgments", "measures": asked, **policies})
    refuse_queries_without_items(run, judgments, plan["queries"])
    for measure in plan["measures"]:
        if measure["weight"] != "1" or measure["is_geometric"]:
            raise InputError(
                f"the mean of {measure['measure']} is not a plain mean over queries, which {use} needs: use other"
                " measures"
            )
    pairs = pairs_given(exclude, candidates)
    opened = ranked(
        run,
        judgments,
        groups,
        columns,
        con,
        check,
        plan["is_exponential"],
        pairs,
        cluster=cluster,
        if_there=if_there,
        weighs=weighs,
    )
    with opened as rankings:
        rankings.require(convention, asked, policies)
        look(rankings)
        arguments = {**rankings.weighted_arguments, **rankings.pairs, **policies}
        sql = package.query_metrics(*rankings.relations, asked, **arguments)
        yield Values(rankings, f"({sql}) as found", in_order(plan["measures"]), policies)
