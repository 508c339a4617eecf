"""What a report of rankings is made of, computed once: the values by query, comparisons, and the inputs themselves."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._comparing.compare import compared
from rankhouse._comparing.comparison import Comparison
from rankhouse._comparing.doubts import doubts_of_judged, doubts_of_missing, doubts_of_ties
from rankhouse._comparing.holes import bounds_of_holes, doubts_of_holes
from rankhouse._comparing.values import CLUSTER, SYSTEM, Values, values_of
from rankhouse._evaluating.values import Values as Evaluated
from rankhouse._inputs.checks import KeyedInput
from rankhouse._inputs.columns import kind
from rankhouse._inputs.entrance import in_order, list_of_measures, names_of_groups
from rankhouse._inputs.home import Home, at_home
from rankhouse._inputs.order import no_times, says_no_time
from rankhouse._inputs.progress import tell
from rankhouse._inputs.systems import named_runs
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted, texts, unique_name
from rankhouse._reporting.arguments import Request
from rankhouse._results.numbers import NOTHING

FIGURES = ("measure", "metric", "k", "value", "n_queries", "std_error", "ci_low", "ci_high")
MOST_AUDITED = 500_000
"""Rows of lists with ties up to which all are looked at: the audit takes longer than the evaluation."""
QUERY = "rankhouse_query"
"""The column of the values with the query's own id, where `query_id` names its group too."""


@dataclass(frozen=True)
class Ties:
    """What the order of tied items decides, by query; in the means of the systems that have ties: rows.

    one_in: of how many queries one was looked at.
    """

    relation: duckdb.DuckDBPyRelation
    rows: Sequence[Mapping[str, Any]]
    one_in: int


@dataclass
class Rankings:
    """The values by query in a temporary table, and what is made of them.

    system: the column that tells `systems` apart. segments: the columns of `by`. measures: canonical strings.
    values: of `compare`, without what is only looked at for doubts. comparison: None of a single system.
    by_segment: the comparison within each value of a segment's column. judged: share of judged items by system.
    """

    home: Home
    asked: Request
    values: Values
    system: str
    systems: Sequence[str]
    segments: Sequence[str]
    time: str | None
    measures: Sequence[str]
    judged_measure: str = ""
    judged: Mapping[str, float] = field(default_factory=dict)
    comparison: Comparison | None = None
    by_segment: Mapping[str, Comparison] = field(default_factory=dict)
    ties: Ties | None = None
    is_tied: bool | None = None
    warnings: list[str] = field(default_factory=list)

    @property
    def table(self) -> str:
        return self.values.table

    @property
    def cluster(self) -> str | None:
        """The column of what queries hang together by."""
        named: str | None = self.asked.methods.get("cluster") or None
        return named

    def n_clusters(self, where: str = "true") -> int:
        """Of the queries with a value; one without a cluster is one of its own."""
        own = f"coalesce('c' || {CLUSTER}::varchar, 'q' || {QUERY})"
        (n,) = self.home.row(f"select count(distinct {own}) from {self.table} where value is not null and {where}")
        return int(n)

    def relation(self, where: str = "true") -> duckdb.DuckDBPyRelation:
        """The values by query as `evaluate` returns them."""
        names = [*self.segments, *([self.time] if self.time else []), self.system]
        names += ["query_id", "measure", "metric", "k", "value"]
        return self.home.kept(
            f"select {', '.join(map(quoted, names))} from {self.table} where {where}"
            f" order by list_position({texts(self.systems)}, {quoted(self.system)}::varchar)"
        )

    def summary(self, by: Sequence[str] = (), where: str = "true") -> duckdb.DuckDBPyRelation:
        """Means as `evaluate` returns them: by system and further columns."""
        groups = [self.system, *by]
        columns = self.values.columns
        if self.cluster is None and not columns:
            one = "rankhouse_one"
            sql = macros("duckdb").learning_curve(
                f"(select *, 0 as {one} from {self.table} where {where})", groups, {"n_given": one}
            )
            counts = ["n_given", "value", "n_queries"]
        else:
            cluster = None if self.cluster is None else CLUSTER
            sql = macros("duckdb").clustered_summary(
                f"(select * from {self.table} where {where})", cluster, groups, columns
            )
            counts = ["value", "n_queries", "n_clusters"]
        names = [f"group_{place}" for place in range(len(groups))]
        found = ["measure", *counts, "std_error", "ci_low", "ci_high"]
        shown = [f"answer.{ours} as {quoted(name)}" for ours, name in zip(names, groups, strict=True)]
        shown += [f"{'known' if each in ('metric', 'k') else 'answer'}.{each}" for each in FIGURES]
        order = [f"list_position({texts(self.systems)}, group_0::varchar)", *names[1:]]
        order.append(f"list_position({texts(self.measures)}, answer.measure)")
        return self.home.kept(
            f"select {', '.join(shown)} from ({sql}) as answer({', '.join([*names, *found])})"
            f" join (select distinct measure, metric, k from {self.table}) as known on known.measure = answer.measure"
            f" order by {', '.join(f'{each} asc nulls last' for each in order)}"
        )


@contextlib.contextmanager
def gathered(asked: Request) -> Iterator[Rankings]:
    """Everything that the sections on rankings are made of, while the block lasts."""
    segments = [*names_of_groups(asked.by)]
    if asked.time is not None and not isinstance(asked.time, str):
        raise InputError(f"time is the name of a column, got {asked.time!r}")
    named, column = named_systems(asked, segments)
    segments = [name for name in segments if name not in (column, asked.time)]
    groups = [*segments, *([asked.time] if asked.time else [])]
    cluster = asked.methods.get("cluster")
    methods = {**asked.methods, "systems": list(named or ()), "cluster": cluster or None}
    # Wrong arguments are refused before any data are read.
    macros("duckdb").compare("by_query", column, by=groups, **methods)
    measures, judged = with_judged(asked)
    evaluation = asked.evaluation
    with values_of(asked.runs, named, asked.judgments, measures, column, groups, evaluation, cluster) as values:
        home = values.entrance.home
        if asked.time is not None:
            require_times(home, values.table, asked.time)
        judged = judged if judged in values.measures and len(values.measures) > 1 else ""
        shown = [measure for measure in values.measures if measure != judged]
        rankings = Rankings(home, asked, values, column, [], segments, asked.time, shown, judged)
        if judged:
            rankings.judged = taken_out(rankings, judged)
        with units(rankings, groups) as table:
            # The inputs are looked at once, below.
            rankings.values = replace(values, table=table, measures=shown, doubts=lambda _: iter(()))
            rankings.systems = systems_of(rankings, list(named or ()))
            _compare_all(rankings, methods)
            tell("Auditing the ties")
            rankings.ties = audit_of_ties(rankings)
            rankings.warnings.extend(doubts(rankings))
            for found in rankings.by_segment.values():
                found.apart.update(rankings.comparison.apart if rankings.comparison else {})
            if not asked.query_ids:
                hide_queries(rankings)
            yield rankings


def require_times(home: Home, table: str, name: str) -> None:
    ((type_name,),) = home.rows(f"select typeof(any_value({quoted(name)})) from {table}")
    if kind(type_name) != "number" and (wrong := home.rows(no_times(table, quoted(name)))):
        raise InputError(f"time: {says_no_time(name, wrong[0][0])}")


def named_systems(asked: Request, segments: Sequence[str]) -> tuple[dict[str, Any] | None, str]:
    """The runs by the names of their systems, None where a column tells them apart, and this column."""
    if asked.runs is None:
        raise InputError("runs is missing: report({'bm25': run, 'dense': other}, judgments, measures)")
    named, con = named_runs(asked.runs), asked.evaluation.get("con")
    if named is not None:
        return named, asked.system or SYSTEM
    with at_home(connection_of(con, asked.runs)) as home, opened(home, "runs", asked.runs, [], segments) as table:
        if asked.system is not None:
            table.require(asked.system)
            return None, asked.system
        if found := table.column(SYSTEM):
            return None, found
    # A single system, which has a name all the same.
    name = Path(asked.runs).name.split(".")[0] if isinstance(asked.runs, (str, Path)) else ""
    return {name or "run": asked.runs}, SYSTEM


def with_judged(asked: Request) -> tuple[Any, str]:
    """The measures, with the share of judged items where no convention has a word in it."""
    measures = asked.measures
    package = macros("duckdb")
    if asked.evaluation.get("convention") is not None or asked.judgments is None:
        return measures, ""
    plan = package.plan({"run": "run", "judgments": "judgments", "measures": list_of_measures(measures)})
    cutoffs = {measure["k"] for measure in plan["measures"]}
    judged = "judged" if None in cutoffs else f"judged@{max(cutoffs)}"
    if judged in in_order(plan["measures"]):
        return measures, ""
    return [*list_of_measures(measures), judged], judged


def taken_out(rankings: Rankings, measure: str) -> dict[str, float]:
    """The mean of a measure by system; its rows leave the values."""
    home, table, system = rankings.home, rankings.values.table, quoted(rankings.system)
    is_measure = f"measure = {literal(measure)}"
    evaluated = rankings.values.evaluation
    answered = "true"
    if evaluated is not None and "run" in evaluated.rankings.checked:
        # A query that a system does not answer has no item that could be judged.
        run = evaluated.rankings.checked["run"]
        queries = f"select {run.input.quoted(rankings.system)}::varchar, {run.name('query_id')}::varchar"
        answered = f"({system}::varchar, query_id::varchar) in ({queries} from {run.input.sql})"
    found = home.rows(f"select {system}::varchar, avg(value) from {table} where {is_measure} and {answered} group by 1")
    home.rows(f"delete from {table} where {is_measure}")
    return {name: value for name, value in found if value is not None}


@contextlib.contextmanager
def units(rankings: Rankings, groups: Sequence[str]) -> Iterator[str]:
    """The values with a `query_id` that stands once in each system: it names its groups where they are needed for that.

    Beside it the query's own id as text.
    """
    home, table = rankings.home, rankings.values.table
    key = ", ".join([quoted(rankings.system), "query_id", "measure"])
    is_repeated = bool(groups) and bool(
        home.rows(f"select 1 from {table} where query_id is not null group by {key} having count(*) > 1 limit 1")
    )
    parts = ["query_id::varchar", *(as_name(quoted(name)) for name in groups)]
    name = f"temp.main.{unique_name('units')}"
    unit = " || ' · ' || ".join(parts)
    shown = f"* replace ({unit} as query_id)" if is_repeated else "*"
    home.rows(f"create temp table {name} as select {shown}, query_id::varchar as {QUERY} from {table}")
    try:
        yield name
    finally:
        home.rows(f"drop table if exists {name}")


def hide_queries(rankings: Rankings) -> None:
    """Gives every query a number for a name, in the values and the comparisons, when all of them are computed.

    The numbers are drawn for this report: nobody who has a list of ids can tell which is which.
    """
    home, table, hidden = rankings.home, rankings.table, unique_name("hidden")
    drawn = f"sha256({literal(secrets.token_hex())} || {QUERY})"
    numbers = f"select {QUERY}, row_number() over (order by {drawn}) as n from (select distinct {QUERY} from {table})"
    home.rows(
        f"create temp table {hidden} as select given.* replace ('query ' || n || substr(query_id::varchar,"
        f" length({QUERY}) + 1) as query_id) from {table} as given left join ({numbers}) using ({QUERY})"
    )
    home.rows(f"drop table {table}")
    home.rows(f"alter table temp.main.{hidden} rename to {table.rpartition('.')[2]}")

    def renamed(comparison: Comparison) -> Comparison:
        return replace(comparison, values=home.kept(f"from {table}"))

    rankings.comparison = rankings.comparison and renamed(rankings.comparison)
    rankings.by_segment = {column: renamed(found) for column, found in rankings.by_segment.items()}


def systems_of(rankings: Rankings, names: Sequence[str]) -> list[str]:
    place = quoted(rankings.system)
    found = rankings.home.rows(f"select distinct {as_name(place)} from {rankings.table} order by 1")
    systems = [name for (name,) in found]
    if not systems:
        raise InputError("runs has no values by query: there is nothing to report")
    baseline = rankings.asked.methods["baseline"]
    if baseline is not None and baseline not in systems:
        raise InputError(
            f"baseline {baseline!r} is not one of the systems{did_you_mean(str(baseline), systems)};"
            f" these are {listed(systems)}"
        )
    return [name for name in names if name in systems] or systems


def _compare_all(rankings: Rankings, methods: Mapping[str, Any]) -> None:
    if len(rankings.systems) < 2:
        return
    rankings.comparison = compared(rankings.values, rankings.system, [], methods)
    by_segment = {}
    for column in rankings.segments:
        # A segment whose queries no two systems share has no comparison.
        with contextlib.suppress(InputError):
            by_segment[column] = compared(rankings.values, rankings.system, [column], methods)
    rankings.by_segment = by_segment


def audit_of_ties(rankings: Rankings) -> Ties | None:
    """What `tie_audit` says of the systems that have items of equal score in a list; of many queries, of some."""
    found = rankings.values.evaluation
    if found is None or not found.rankings.checked:
        return None
    home, run = rankings.home, found.rankings.checked["run"]
    order = found.entrance.columns.order()
    score = run.input.quoted(found.entrance.columns.name("run", order))
    system = run.input.quoted(rankings.system)
    key = ", ".join(dict.fromkeys([*run.key[:-1], system]))
    tied = home.rows(
        f"select distinct {system}::varchar from (select {key} from {run.input.sql} where {score} is not null"
        f" group by {key}, {score} having count(*) > 1) where {system} is not null"
    )
    rankings.is_tied = bool(tied)
    if not tied:
        return None
    is_tied = f"list_contains({texts(name for (name,) in tied)}, {system}::varchar)"
    (n_rows,) = home.row(f"select count(*) from {run.input.sql} where {is_tied}")
    one_in = -(-n_rows // MOST_AUDITED)
    arguments = found.rankings.arguments
    relations = _relations(found, one_in, is_tied)
    policies = {name: value for name, value in found.policies.items() if name != "ties"}
    try:
        sql = macros("duckdb").tie_audit(
            *relations,
            *[None] * (2 - len(relations)),
            list(rankings.measures),
            **arguments,
            **found.rankings.pairs,
            **policies,
        )
    except InputError:
        # A measure without bounds over the orders of ties.
        return None
    made = [*arguments["by"], *(name for name in arguments["judgments_by"] if name not in arguments["by"])]
    groups = [f"group_{place}" for place in range(len(made))]
    figures = ["query_id", "measure", "metric", "k", "tied_share", "value", "lowest", "expected", "highest", "spread"]
    own, column = groups[made.index(rankings.system)], quoted(rankings.system)
    relation = home.kept(
        f"select {own}::varchar as {column}, {', '.join(figures)}"
        f" from ({sql}) as answer({', '.join([*groups, *figures])})"
        f" order by list_position({texts(rankings.systems)}, {own}::varchar),"
        f" list_position({texts(rankings.measures)}, measure)"
    )
    names = ["system", "measure", "value", "lowest", "highest", "tied_share", "n_tied", "n"]
    means = relation.query(
        "audit",
        f"select {column}, measure, avg(value), avg(lowest), avg(highest), avg(tied_share),"
        " count(*) filter (where spread > 1e-12), count(value) from audit group by 1, 2"
        f" order by list_position({texts(rankings.systems)}, {column}),"
        f" list_position({texts(rankings.measures)}, measure)",
    )
    assert means is not None
    return Ties(relation, [dict(zip(names, row, strict=True)) for row in means.fetchall()], int(one_in))


def bounds(rankings: Rankings) -> tuple[list[tuple[Any, ...]], int]:
    """What unjudged items leave open of each system's means, of one in so many queries; nothing if all are judged."""
    comparison, found = rankings.comparison, rankings.values.evaluation
    if comparison is None or found is None or not any(share < 1 for share in rankings.judged.values()):
        return [], 1
    if "run" not in found.rankings.checked:
        return [], 1
    (n_rows,) = rankings.home.row(f"select count(*) from {found.rankings.checked['run'].input.sql}")
    one_in = max(-(-n_rows // MOST_AUDITED), 1)
    rows = bounds_of_holes(found, comparison, _relations(found, one_in))
    return sorted(rows, key=lambda row: (rankings.systems.index(row[0]), rankings.measures.index(row[1]))), one_in


def _relations(found: Evaluated, one_in: int, where: str = "true") -> list[str]:
    """The run, where this holds, and the judgments, of one in so many queries."""
    run = found.rankings.checked["run"]
    return [
        f"(select * from {run.input.sql} where {where} and {_sampled(run, one_in)})",
        *(
            f"(select * from {judgments.input.sql} where {_sampled(judgments, one_in)})"
            for side, judgments in found.rankings.checked.items()
            if side == "judgments"
        ),
    ]


def _sampled(table: KeyedInput, one_in: int) -> str:
    return f"hash({table.name('query_id')}::varchar) < {2**64 // one_in}::ubigint" if one_in > 1 else "true"


def doubts(rankings: Rankings) -> Iterator[str]:
    """What makes the figures doubtful, in words."""
    comparison, found = rankings.comparison, rankings.values.evaluation
    if found is not None:
        yield from found.rankings.doubts(found.policies.get("queries") or "judged")
    if comparison is None:
        return
    yield from comparison.warnings
    if found is not None and found.rankings.checked:
        yield from doubts_of_missing(found, comparison, rankings.asked.query_ids, names_arguments=False)
    yield from doubts_of_judged(rankings.judged_measure, rankings.judged)
    if found is not None and found.rankings.checked and any(share < 1 for share in rankings.judged.values()):
        yield from doubts_of_holes(found, comparison)
    if rankings.ties is not None and found is not None and found.policies.get("ties") != "average":
        ends = {
            (row["system"], row["measure"]): (row["lowest"], row["highest"])
            for row in rankings.ties.rows
            if row["highest"] is not None and row["lowest"] is not None
        }
        yield from doubts_of_ties(comparison, ends)


def as_name(column: str) -> str:
    """A column, quoted, as the text that tells its groups apart."""
    return f"coalesce({column}::varchar, {literal(NOTHING)})"
