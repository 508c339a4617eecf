"""`evaluate`: run and judgments in, a DuckDB relation of metric rows out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, cast

import duckdb

from rankhouse._evaluating.doubts import candidates_per_query, doubts, of_candidates
from rankhouse._evaluating.duplicates import first_places
from rankhouse._evaluating.parts import evaluated, longest_list, ranges
from rankhouse._evaluating.spark import Frames, evaluate_on_spark, is_session
from rankhouse._inputs.checks import KeyedInput, check_comparable, require_level
from rankhouse._inputs.columns import RENAMED, SIDES, Columns
from rankhouse._inputs.entrance import (
    Entrance,
    doubts_of_cluster,
    entered,
    in_order,
    list_of_measures,
    names_of_groups,
    require_groups,
    split_groups,
)
from rankhouse._inputs.problems import check_inputs, refusals_of_query, refuse_shared_queries
from rankhouse._inputs.tables import Input
from rankhouse._inputs.told import refuse_queries_without_items
from rankhouse._rendering.errors import InputError, short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._results.clusters import summarised
from rankhouse.types import Check, Convention, Pool, Queries, Table, Ties, Unjudged

MEASURES = ("ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10")
FIGURES = ("measure", "metric", "k", "value")
PAIRS = ("exclude", "candidates")
OF_INTENTS = ("intent_weight", "importance")
IDS_OF_INTENTS = ("query_id", "item_id", "intent")
SUMMARY = ("n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high")


class Default(str):
    """A default, told from the same word given by the user: a convention may say otherwise."""


ADVICE = {
    "untied scores": "; its library breaks ties by the order of its input: give a rank, columns={'rank': ...}"
    " (--columns rank=rank for a TREC run), or a rule for ties",
    "every judged query": "; say which queries count with queries='all' (a missing one is 0) or 'intersection'",
    "relevant and other items judged": "; its bpref is NaN there, or 0 for other queries too: leave these"
    " queries out, or ask for trec_eval's",
}
ITEM = cast(Ties, Default("item"))
JUDGED = cast(Literal["judged"], Default("judged"))
IRRELEVANT = cast(Unjudged, Default("irrelevant"))


@short_errors
def evaluate(
    run: Table,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    by: str | Sequence[str] = (),
    per_query: bool = False,
    convention: Convention | None = None,
    ties: Ties = ITEM,
    queries: Queries = JUDGED,
    unjudged: Unjudged = IRRELEVANT,
    relevant_from: float | None = None,
    pool: Pool = JUDGED,
    exclude: Table | None = None,
    candidates: Table | None = None,
    intents: str | None = None,
    provenance: bool = False,
    cluster: str | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
    engine: Any = None,
) -> duckdb.DuckDBPyRelation:
    """Ranking metrics of a run, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    run: scored items, one row per query and item: `query_id`, `item_id`, `score` (higher is better; any number but NaN)
        and the columns named in `by`. Equal scores are ordered as `ties` says.
    judgments: judged items, one row per query and item: `query_id`, `item_id`, `relevance` (above 0 is relevant). None
        if `run` is one labelled table that also has `relevance`: there a NULL relevance means that the item is
        unjudged, and a NULL score that it is judged but was not returned. Run and judgments are each a table or view
        name, a path of a Parquet, CSV or TREC file (plain or gzipped; the tag of a TREC run becomes the column
        `system`), a pandas or polars DataFrame, an Arrow table, or a DuckDB relation. If a text names both a table and
        a file, the file is read if the text ends like a file name (.parquet, .csv, .run, .qrels, ...), otherwise the
        table.
    measures: measure strings such as `ndcg@10`, `map`, `recall(denominator=min(k, relevant))@20`: see `measures()`.
    by: columns of the run, of the judgments, or of both; each combination of their values, including NULL, is evaluated
        separately.
    per_query: true: one row per query instead of the mean over queries.
    convention: the name of a library whose defaults for options and policies apply, such as `trec_eval` or `sklearn`,
        so that `ndcg@10` is the library's number; or a dictionary of such settings. Policies that you pass take
        precedence. None: rankhouse's own rules. See `conventions()`.
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
    exclude: pairs of `query_id` and `item_id`, such as what users had in training. They are removed from the run before
        ranks are computed, and from the judgments. Duplicates and NULLs are harmless. A last column, `candidates`, says
        what lists are made of.
    candidates: the only pairs of `query_id` and `item_id` that take part, in the run and in the judgments, such as
        sampled negatives or logged lists. A last column, `candidates`, says so, and metrics on given candidates cause a
        warning.
    intents: the column of the judgments that holds the intent (aspect, subtopic) for which an item is judged, with one
        row per item and intent. Measures over intents, such as `alpha_ndcg@10`, need it; for other measures an item has
        the relevance for the intent that it serves best. Intents have equal weights, unless `columns` names a column
        `intent_weight` of the judgments. If `columns` names a column `importance`, it says which nuggets are `vital`
        and which `okay`.
    provenance: true adds last columns that say how a number was computed: `evaluated_at` (UTC), `rankhouse_version` and
        `settings_id`, the same for the same measure, options, convention and policies. `metric_settings` spells it out.
    cluster: a column of the judgments, such as the user, whose queries may depend on each other: std_error and the
        interval are then computed over clusters. A query without a value, or without judgments, is its own cluster.
        None: queries count separately.
    columns: maps our column names to yours: `{"query_id": "user_id"}` for both, `{"judgments.relevance": "grade"}` for
        one. `{"rank": "position"}` takes a rank, 1 first, instead of the score. `{"weight": "searches"}` weights
        queries by a column of the judgments, a number from 0 up that is the same in all rows of a query; a query that
        weighs 0 does not count.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it. Relations of another connection are copied. If all inputs are such relations, then on
        DuckDB 1 the result belongs to the default connection.
    check: `auto` looks for duplicate items within a query in all rows up to 2 million (run and judgments together), and
        above that in a sample of queries with about 200,000 rows of each; `full` looks in all rows; `none` leaves only
        the query's own checks, which refuse duplicates and leave out rows without an id or a number. All other checks
        cover every row. A duplicate that is not found is ranked twice.
    engine: none for DuckDB, or a SparkSession: run and judgments are then Spark DataFrames or table names, and the
        result is an unordered Spark DataFrame. No row is read before the result is used: rows without an id, a score or
        a grade are left out, and duplicates stop the job, as in dbt. check="full" first counts such rows in a separate
        job and refuses them; check="none" assumes that there are none.

    Returns one row per measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the mean over the queries that have a value, never NaN; NULL if no query has one
        `n_queries`: queries with a value
        `n_clusters` (with cluster): clusters of these queries
        `n_effective` (with weight): how many queries of equal weight tell as much
        `n_missing`: judged queries that are missing from the run
        `value_sum`: the sum of the queries' values, for the value of several groups together; NULL if values do not add
            up
        `std_error`: the standard error of the value; NULL for fewer than two queries or clusters
        `ci_low`: the lower end of a 95 % interval (normal approximation), within the range of the measure; NULL for
            fewer than two queries or clusters
        `ci_high`: its upper end; NULL for fewer than two queries or clusters
        `candidates` (with exclude or candidates): what lists are made of: `all but excluded`, `judged items`
            (unjudged=drop) or `given candidates`
    With per_query one row per query and measure:
        the `by` columns
        `query_id`: the query
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the value of the query, never NaN; NULL if the measure is undefined for it
        `candidates` (with exclude or candidates): what lists are made of: `all but excluded`, `judged items`
            (unjudged=drop) or `given candidates`
    Rows are ordered by the `by` columns and `query_id`, then in the given order of measures.

    Raises InputError (a ValueError) for arguments or data that cannot be evaluated: an unknown measure or option, a
    missing column, NULL ids, NULL or NaN scores or relevance, duplicates, ids of different types, an empty input, no
    query in common, relevance above 1000 with exponential gain, a file that does not parse, an unknown
    convention, or what a convention does not have or cannot reproduce on these data.
    """
    policies = policies_given(
        ties=ties,
        queries=queries,
        unjudged=unjudged,
        pool=pool,
        relevant_from=relevant_from,
        convention=convention,
        intents=intents,
        provenance=provenance,
        **({} if cluster is None else {"cluster": cluster}),
    )
    asked = list_of_measures(measures)
    # Wrong arguments are refused before any data are read.
    package, groups = macros("duckdb"), names_of_groups(by)
    pairs = pairs_given(exclude, candidates)
    lists: dict[str, Any] = {"run": "run", "judgments": None if judgments is None else "judgments"}
    if intents is not None:
        lists["columns"] = dict(columns_of(columns, pairs, intents).names)
    plan = package.plan({**lists, "measures": asked, **policies})
    refuse_queries_without_items(run, judgments, plan["queries"])
    package.check_groups("query_metrics" if per_query else "metrics", {"by": groups})
    if cluster is not None:
        package.names_beside_role("by", groups, "cluster", cluster)
        if per_query:
            raise InputError(package.says_cluster_of_means())
    if engine is not None:
        if cluster is not None:
            raise InputError("cluster works only with DuckDB: leave engine out, or use the macro metrics in dbt")
        on_spark = evaluated_on(
            engine,
            run,
            judgments,
            asked,
            groups,
            columns_of(columns, pairs, intents),
            con,
            per_query,
            check,
            policies,
            pairs,
        )
        if "candidates" in pairs:
            warn(of_candidates())
        return cast(duckdb.DuckDBPyRelation, on_spark)
    with ranked(
        run, judgments, groups, columns, con, check, plan["is_exponential"], pairs, intents, cluster, weighs=True
    ) as rankings:
        rankings.require(convention, asked, policies, intents)
        for doubt in rankings.doubts(plan["queries"]):
            warn(doubt)
        if cluster is None and not per_query:
            for doubt in doubts_of_cluster(rankings.labelled, groups):
                warn(doubt)
        key = ["query_id"] if per_query else []
        weighs = rankings.entrance.columns.named("judgments", "weight")
        summary = (["weight"] if weighs else []) if per_query else summarised(SUMMARY, cluster is not None, weighs)
        figures = [*key, *FIGURES, *summary, *(["candidates"] if pairs else [])]
        figures += macros("duckdb").provenance_names() if provenance else ()
        with refusals_of_query(), rankings.query(plan, asked, policies, per_query) as sql:
            return rankings.answer(sql, figures, [*key, "measure"], in_order(plan["measures"]))


def policies_given(**policies: Any) -> dict[str, Any]:
    """As the macros take them: a default is not given, because a convention may say otherwise."""
    return {name: None if isinstance(value, Default) else value for name, value in policies.items()}


def pairs_given(exclude: Any, candidates: Any) -> dict[str, Any]:
    """The pairs of a query and an item that an evaluation is limited by."""
    return {side: pairs for side, pairs in (("exclude", exclude), ("candidates", candidates)) if pairs is not None}


def columns_of(
    columns: Mapping[str, str] | None, pairs: Iterable[str], intents: str | None = None, weighs: bool = False
) -> Columns:
    """weighs: whether the call takes weights of queries."""
    ours = (*RENAMED, *(OF_INTENTS if intents is not None else ()), *(["weight"] if weighs else []))
    renamed = Columns(columns or {}, ours, sides=(*SIDES, *pairs))
    if weighs and "run.weight" in renamed.names:
        raise InputError(macros("duckdb").says_no_weight_of_run())
    return renamed


@contextlib.contextmanager
def ranked(
    run: Any,
    judgments: Any,
    groups: Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    check: str,
    is_exponential: bool,
    pairs: Mapping[str, Any] = MappingProxyType({}),
    intents: str | None = None,
    cluster: str | None = None,
    allows_duplicates: bool = False,
    if_there: Sequence[str] = (),
    weighs: bool = False,
) -> Iterator[RunAndJudgments]:
    """A run and judgments, opened and checked, for as long as a query on them is made; `pairs` as they are.

    allows_duplicates: of an item that a list of the run has several times the first place is taken, with a warning.
    if_there: columns that are kept of judgments that have them. weighs: as in `columns_of`.
    """
    require_level(check)
    if run is None:
        raise InputError("run is missing: evaluate(run, judgments, measures)")
    renamed = columns_of(columns, pairs, intents, weighs)
    read = columns_read(renamed, judgments is None)
    if intents is not None:
        # To the checks the intent is one of the ids.
        renamed = replace(renamed, ours=(*renamed.ours, "intent"), names={**renamed.names, "judgments.intent": intents})
        of_intents = [ours for ours in OF_INTENTS if renamed.named("judgments", ours)]
        read["judgments"] = [*IDS_OF_INTENTS, "relevance", *of_intents]
    given = {"run": run} if judgments is None else {"run": run, "judgments": judgments}
    if renamed.named("judgments", "weight"):
        read[[*given][-1]].append("weight")
    kept = [] if cluster is None else [cluster]
    there = {side: [*kept, *(if_there if side == "judgments" else ())] for side in (*given, *pairs)}
    with contextlib.ExitStack() as stack:
        opened = entered(con, {**given, **pairs}, read, renamed, groups, grouped=len(given), if_there=there)
        entrance, all_places = stack.enter_context(opened), None
        if allows_duplicates and judgments is not None and check != "none":
            entrance, all_places = stack.enter_context(first_places(entrance))
        labelled = entrance.inputs[len(given) - 1]
        require_groups([labelled], kept, "cluster")
        refuse_shared_queries(entrance, labelled.side, entrance.by[labelled.side], cluster)
        if check != "none":
            is_single = judgments is None
            tables = [
                KeyedInput(
                    entrance.home,
                    table,
                    renamed,
                    entrance.by[table.side],
                    [ours for ours in read[table.side] if ours not in (*IDS_OF_INTENTS, "importance")],
                    is_single,
                    is_exponential,
                    [ours for ours in read[table.side] if ours in IDS_OF_INTENTS],
                )
                for table in entrance.inputs[: len(given)]
            ]
            check_inputs(tables, check)
            for table in entrance.inputs[len(given) :]:
                check_comparable(tables[0], KeyedInput(entrance.home, table, renamed, (), ()))
        else:
            tables = []
        yield RunAndJudgments(entrance, {table.side: table for table in tables}, cluster, all_places)


@dataclass(frozen=True)
class RunAndJudgments:
    """A run and judgments that have been looked at."""

    entrance: Entrance
    checked: Mapping[str, KeyedInput]
    cluster: str | None = None
    all_places: str | None = None
    """The run with every place of an item, where the lists have some item several times."""

    def with_clusters(self, values: str, columns: Sequence[str], name: str, cluster: str) -> str:
        """A query: these columns of values by query, and in `name` the query's cluster, which the judgments have."""
        table = self.labelled
        groups = [quoted(each) for each in self.entrance.by[table.side]]
        query = table.quoted(self.entrance.columns.name(table.side, "query_id"))
        own = [*groups, f"{query}::varchar as query_id"]
        clusters = (
            f"select {', '.join(own)}, max({table.quoted(cluster)}) as cluster from {table.sql}"
            f" where {query} is not null group by {', '.join([*groups, query])}"
        )
        same = " and ".join(
            [
                "found.query_id::varchar = clusters.query_id",
                *(f"found.{each} is not distinct from clusters.{each}" for each in groups),
            ]
        )
        chosen = ", ".join([*(f"found.{each}" for each in columns), f"clusters.cluster as {name}"])
        return f"select {chosen} from {values} left join ({clusters}) as clusters on {same}"

    @property
    def labelled(self) -> Input:
        """The table that has the relevance."""
        side = "judgments" if self.relations[1] else "run"
        return next(table for table in self.entrance.inputs if table.side == side)

    @property
    def overflows_exponents(self) -> bool:
        """Whether some relevance is too large to be an exponent."""
        table = self.labelled
        relevance = table.quoted(self.entrance.columns.name(table.side, "relevance"))
        most = macros("duckdb").greatest_exponent()
        (found,) = self.entrance.home.rows(f"select max(try_cast({relevance} as double)) > {most} from {table.sql}")
        return bool(found[0])

    @property
    def relations(self) -> tuple[str | None, str | None]:
        return self.entrance.relation("run"), self.entrance.relation("judgments")

    @property
    def pairs(self) -> dict[str, str]:
        """What an evaluation is limited by."""
        return {table.side: table.sql for table in self.entrance.inputs if table.side in PAIRS}

    @property
    def arguments(self) -> dict[str, Any]:
        """What every macro over them is told."""
        weights = ("weight", "judgments.weight")
        columns = {key: name for key, name in self.weighted_arguments["columns"].items() if key not in weights}
        return {**self.weighted_arguments, "columns": columns}

    @property
    def weighted_arguments(self) -> dict[str, Any]:
        """The same of macros that take weights of queries."""
        by = self.entrance.by
        return {
            "by": by["run"],
            "judgments_by": by.get("judgments", []),
            "columns": {key: name for key, name in self.entrance.columns.names.items() if key != "judgments.intent"},
            "checked": bool(self.checked),
        }

    def require(
        self,
        convention: str | Mapping[str, Any] | None,
        measures: Any,
        policies: Mapping[str, Any],
        intents: str | None = None,
    ) -> None:
        """Raise InputError where the convention would not give its library's numbers on these data."""
        arguments = self.arguments
        del arguments["checked"]
        settled = {"ties": policies.get("ties"), "queries": policies.get("queries"), "measures": measures}
        if not macros("duckdb").convention_needs(convention, arguments["columns"], **settled):
            return
        sql = macros("duckdb").convention_problems(*self.relations, convention, **arguments, **settled, intents=intents)
        for need, n_lists, example in self.entrance.home.rows(f"select * from ({sql}) as problems order by need asc"):
            raise InputError(
                f"the convention {convention!r} needs {need}, which does not hold for {n_lists:,} of the queries,"
                f" e.g. query_id {example!r}{ADVICE.get(need, '')}"
            )

    def doubts(self, queries: str) -> Iterator[str]:
        """What to warn of, when the data have been looked at."""
        if self.checked:
            yield from doubts(self.entrance.home, self.checked, queries)
        yield from self.doubts_of_pairs()

    def doubts_of_pairs(self) -> Iterator[str]:
        """What to warn of whether the data have been looked at or not."""
        for table in self.entrance.inputs:
            if table.side == "candidates":
                yield of_candidates(candidates_per_query(self.entrance.home, table, self.entrance.columns))

    @contextlib.contextmanager
    def query(self, plan: Mapping[str, Any], asked: Any, policies: Mapping[str, Any], per_query: bool) -> Iterator[str]:
        """The evaluation as a query: over all rows, or over values that were kept, a range of queries at a time."""
        home, inputs, columns = self.entrance.home, self.entrance.inputs, self.entrance.columns
        looks_twice = bool(self.checked) and not self.pairs
        # The summary of a kept table does not know which queries hang together.
        parts = None if self.cluster else ranges(home, inputs, columns, self.entrance.by, plan, looks_twice)
        if parts is None:
            package, arguments = macros("duckdb"), self.weighted_arguments
            longest = longest_list(home, inputs[0], columns, arguments["by"], plan)
            run, judgments = self.relations
            sides = {"run": run, "judgments": judgments, **self.pairs}
            known = {"longest_list": longest, "takes_weights": True}
            whole = package.plan({**sides, "measures": asked, **arguments, **policies, **known})
            yield package.laid_out((package.query_metrics_of if per_query else package.metrics_of)(whole))
        else:
            with evaluated(home, inputs, columns, parts, asked, self.weighted_arguments, policies, per_query) as sql:
                yield sql

    def answer(
        self, sql: str, figures: Sequence[str], key: Sequence[str], measures: Sequence[str]
    ) -> duckdb.DuckDBPyRelation:
        of_run, of_judgments = self.arguments["by"], self.arguments["judgments_by"]
        made = [*of_run, *(name for name in of_judgments if name not in of_run)]
        return self.entrance.answer(sql, figures, key, measures, made)


def columns_read(columns: Columns, is_single: bool) -> dict[str, list[str]]:
    """What is read of each input, in our names: the ids and then the numbers."""
    ids = ["query_id", "item_id"]
    of_run = [*ids, columns.order(), *(["relevance"] if is_single else [])]
    return {"run": of_run, "judgments": [*ids, "relevance"], **dict.fromkeys(PAIRS, ids)}


def evaluated_on(
    engine: Any,
    run: Any,
    judgments: Any,
    asked: Any,
    groups: Sequence[str],
    columns: Columns,
    con: duckdb.DuckDBPyConnection | None,
    per_query: bool,
    check: str,
    policies: Mapping[str, Any],
    pairs: Mapping[str, Any],
) -> Any:
    """The DataFrame of an evaluation on a SparkSession."""
    require_level(check)
    if not is_session(engine):
        raise InputError(f"engine is a SparkSession, or None for DuckDB, got {type(engine).__name__}")
    if con is not None:
        raise InputError("con is a DuckDB connection: give con or engine, not both")
    lists = {"run": run} if judgments is None else {"run": run, "judgments": judgments}
    frames = Frames(engine, {**lists, **pairs})
    required = columns_read(columns, judgments is None)
    for table in frames.inputs:
        for ours in required[table.side]:
            table.require(columns.name(table.side, ours), ours, takes_ranks=True)
        if table.side == "judgments" and policies.get("intents") is not None:
            table.require(policies["intents"], "intent")
    require_groups(frames.inputs[: len(lists)], groups)
    split = split_groups(frames.inputs, groups)
    return evaluate_on_spark(
        frames, asked, columns, required, split, groups, per_query=per_query, check=check, policies=policies
    )
