"""`explain`: which option makes two libraries disagree, and by how much; `conventions`: whose numbers there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import duckdb

from rankhouse._evaluating.evaluate import pairs_given, ranked
from rankhouse._inputs.entrance import list_of_measures, names_of_groups
from rankhouse._inputs.home import at_home, default_connection
from rankhouse._rendering.errors import short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, texts
from rankhouse.types import Check, Convention, Table, Ties

STEPS = ("measure", "step", "switched", "before", "after", "value", "difference")


@short_errors
def explain(
    run: Table,
    judgments: Table | None = None,
    measures: str | Iterable[str] = "ndcg@10",
    *,
    source: Convention | None = None,
    target: Convention | None = None,
    by: str | Sequence[str] = (),
    per_query: bool = False,
    ties: Ties | None = None,
    exclude: Table | None = None,
    candidates: Table | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """How values change from one convention to another, one group of options at a time.

    run: scored items, as for `evaluate`.
    judgments: judged items, one row per query and item: `query_id`, `item_id`, `relevance` (above 0 is relevant) and
        the columns of `by` that they have. None: the run itself has a relevance column.
    measures: measure strings that both conventions have.
    source: the name of the convention to start from; None: rankhouse's own rules.
    target: the name of the convention to arrive at; None: rankhouse's own rules.
    by: columns of the run, of the judgments, or of both; each combination of their values, including NULL, is evaluated
        separately.
    per_query: true: one row per query instead of the mean over queries.
    ties: the order of equal scores, instead of both conventions' own: `item`, `average`, `best` or `worst`.
    exclude: pairs of `query_id` and `item_id` to take out of the run and the judgments first.
    candidates: the only pairs of `query_id` and `item_id` that take part.
    columns: maps our column names to yours.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per measure and step:
        the `by` columns and, with per_query, `query_id`
        `measure`: the measure as it was given
        `step`: 0 is the value under the source
        `switched`: the group of options that changes: relevance, gain, ideal, pool, denominator, ties, unjudged or
            queries; options that both share have no step; NULL in step 0
        `before`: the settings before; NULL in step 0
        `after`: the settings after; NULL in step 0
        `value`: the value with the settings so far
        `difference`: value minus the value of the step above; the differences add up to the whole difference; NULL in
            step 0, and if a query counts in only one of two steps

    Raises InputError as `evaluate` does.
    """
    asked = list_of_measures(measures)
    plans = [
        macros("duckdb").plan({"run": "run", "judgments": "judgments", "measures": asked, "convention": name})
        for name in (source, target)
    ]
    groups = names_of_groups(by)
    is_exponential = any(plan["is_exponential"] for plan in plans)
    pairs = pairs_given(exclude, candidates)
    with ranked(run, judgments, groups, columns, con, check, is_exponential, pairs) as rankings:
        for convention in (source, target):
            rankings.require(convention, asked, {"ties": ties})
        for doubt in rankings.doubts_of_pairs():
            warn(doubt)
        sql = macros("duckdb").explain(
            *rankings.relations,
            asked,
            source,
            target,
            ties=ties,
            per_query=per_query,
            **rankings.arguments,
            **rankings.pairs,
        )
        key = ["query_id"] if per_query else []
        return rankings.answer(sql, [*key, *STEPS], [*key, "measure", "step"], macros("duckdb").each_cutoff(asked))


@short_errors
def conventions(con: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyRelation:
    """The conventions that `evaluate` and `explain` take, one row each.

    con: the connection of the relation; DuckDB's default one if None.

    Columns: `name`; `library` (with the version whose numbers they are); `measures` (a list); `refused` (a list: what
    the library computes under one of our names and no option reproduces); `needs` (a list: what the data must be like).
    """
    rows = ", ".join(
        f"({literal(name)}, {literal(settings['library'])}, {texts(settings['measures'])},"
        f" {texts(settings.get('refused', {}))}, {texts(settings.get('needs', []))})"
        for name, settings in macros("duckdb").conventions().items()
    )
    with at_home(default_connection() if con is None else con) as home:
        return home.kept(
            f"select * from (values {rows}) as known(name, library, measures, refused, needs) order by name asc"
        )
