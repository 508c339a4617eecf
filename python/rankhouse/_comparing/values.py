"""The values by query that systems are compared by: evaluated, or read from a finished table."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import duckdb

from rankhouse._comparing.doubts import doubts_of_runs
from rankhouse._evaluating import values
from rankhouse._evaluating.evaluate import MEASURES, columns_of, columns_read, pairs_given
from rankhouse._evaluating.values import LimitedEvaluation, evaluated
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import Entrance, entered, list_of_measures
from rankhouse._inputs.home import at_home
from rankhouse._inputs.likely import LikelyCluster, likely_cluster, likely_names
from rankhouse._inputs.problems import refuse_shared_queries
from rankhouse._inputs.systems import Runs, stacked
from rankhouse._inputs.tables import Input, connection_of, opened
from rankhouse._rendering.errors import InputError, did_you_mean, listed
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted, texts, unique_name
from rankhouse._results.differences import Differences

SYSTEM = "system"
SIDE = "runs"
CLUSTER = "rankhouse_cluster"
"""The column of the clusters in a table of values."""
OF_VALUES = ("query_id", "measure", "metric", "k", "value")
WEIGHT = {"weight": "weight"}
"""What is said of a table of values whose queries have weights."""


@dataclass(frozen=True)
class Values:
    """The values by query in a temporary table with a column that tells the systems apart.

    evaluation: what they were made of; None of finished values.
    likely: what nobody named as cluster, in the column CLUSTER.
    """

    entrance: Entrance
    table: str
    measures: Sequence[str]
    columns: Mapping[str, str]
    has_lists: bool
    doubts: Callable[[Differences], Iterator[str]] = lambda _: iter(())
    evaluation: values.Values | None = None
    likely: LikelyCluster | None = None


@contextlib.contextmanager
def values_of(
    runs: Runs,
    named: Mapping[str, Any] | None,
    judgments: Any,
    measures: str | Iterable[str],
    system: str,
    groups: Sequence[str],
    evaluation: LimitedEvaluation,
    cluster: str | Literal[False] | None = None,
) -> Iterator[Values]:
    """The values by query of whatever was given, while the block lasts."""
    there = likely_names() if cluster is None and evaluation.get("check") != "none" else ()
    with contextlib.ExitStack() as stack:
        run, con = runs, evaluation.get("con")
        if named is not None:
            pairs = pairs_given(evaluation.get("exclude"), evaluation.get("candidates"))
            renamed = columns_of(evaluation.get("columns"), pairs, weighs=True)
            read = columns_read(renamed, judgments is None)
            if renamed.named("judgments", "weight"):
                read["run" if judgments is None else "judgments"].append("weight")
            con = connection_of(con, *named.values(), judgments, *pairs.values())
            kept = [*groups, *([cluster] if cluster else [])]
            con, run, judgments = stack.enter_context(
                stacked(named, judgments, system, read, renamed, kept, con, there)
            )
        elif run is None:
            raise InputError("runs is missing: compare({'bm25': run, 'dense': other}, judgments, measures)")
        elif judgments is None and is_finished(run, con, _of_values(evaluation)):
            yield stack.enter_context(finished(run, measures, system, groups, evaluation, cluster))
            return
        own = evaluation.copy()
        own["con"] = con
        groups = [system, *groups]
        found = stack.enter_context(
            evaluated(
                run,
                judgments,
                measures,
                groups,
                "a comparison",
                cluster=cluster or None,
                if_there=there,
                weighs=True,
                **own,
            )
        )
        weighs = found.entrance.columns.named("judgments", "weight")
        home = found.entrance.home
        name = unique_name("values")
        of_run, of_judgments = found.rankings.arguments["by"], found.rankings.arguments["judgments_by"]
        made = [*of_run, *(each for each in of_judgments if each not in of_run)]
        kept = [*(quoted(each) for each in made), *OF_VALUES, *(WEIGHT if weighs else [])]
        columns = ", ".join(kept)
        likely = _likely(found.entrance, "judgments", of_judgments) if there else None
        clustered = likely.column if likely else cluster or None
        if clustered is None:
            sql = f"select {columns} from {found.table}({columns})"
        else:
            sql = found.rankings.with_clusters(f"{found.table}({columns})", kept, CLUSTER, clustered)
        home.rows(f"create temp table {name} as {sql}")
        stack.callback(home.rows, f"drop table if exists temp.main.{name}")
        yield Values(
            found.entrance,
            f"temp.main.{name}",
            found.measures,
            WEIGHT if weighs else {},
            True,
            lambda comparison: doubts_of_runs(found, comparison),
            found,
            likely,
        )


def _likely(entrance: Entrance, side: str, groups: Sequence[str]) -> LikelyCluster | None:
    tables = [table for table in entrance.inputs if table.side == side]
    return likely_cluster(entrance.home, tables[0], entrance.columns, groups) if tables else None


def column_of_systems(runs: Runs, named: Any, groups: Sequence[str], con: duckdb.DuckDBPyConnection | None) -> str:
    """The column that tells the systems apart, where it is not named."""
    if named is not None or runs is None or SYSTEM in groups or not groups:
        return SYSTEM
    with at_home(connection_of(con, runs)) as home, opened(home, "runs", runs, [SYSTEM], groups) as table:
        return SYSTEM if table.column(SYSTEM) else groups[0]


def _of_values(evaluation: LimitedEvaluation) -> Columns:
    return Columns(evaluation.get("columns") or {}, (*OF_VALUES, "weight"), (SIDE,))


def is_finished(given: Any, con: duckdb.DuckDBPyConnection | None, columns: Columns) -> bool:
    """Whether a table has values by query, and no items."""
    with at_home(connection_of(con, given)) as home, opened(home, "runs", given, OF_VALUES) as table:
        has_values = all(table.column(columns.name(SIDE, ours)) for ours in ("measure", "value"))
        return has_values and not table.column("item_id")


@contextlib.contextmanager
def finished(
    given: Any,
    measures: Any,
    system: str,
    groups: Sequence[str],
    evaluation: LimitedEvaluation,
    cluster: str | Literal[False] | None = None,
) -> Iterator[Values]:
    """Values that were made before, such as those of `evaluate(..., per_query=True)`."""
    useless = [name for name in evaluation if name not in ("columns", "con", "check")]
    if useless:
        raise InputError(f"runs has values by query, which are already evaluated: leave out {listed(useless)}")
    columns = _of_values(evaluation)
    also = {"cluster": [cluster]} if cluster else {}
    there = likely_names() if cluster is None and evaluation.get("check") != "none" else ()
    weighs = columns.named(SIDE, "weight")
    read = {SIDE: (*OF_VALUES, *(WEIGHT if weighs else ()))}
    keys = [system, *groups]
    entering = entered(evaluation.get("con"), {SIDE: given}, read, columns, keys, also=also, if_there=there)
    with entering as entrance:
        (table,) = entrance.inputs
        refuse_shared_queries(entrance, SIDE, groups, cluster or None)
        place = {ours: table.quoted(columns.name(SIDE, ours)) for ours in read[SIDE]}
        known = measures_of(entrance, table)
        asked = known if measures is MEASURES else measures_named(measures, known)
        name = unique_name("values")
        chosen = [table.quoted(each) for each in [system, *groups]]
        chosen += [f"{place[ours]} as {ours}" for ours in read[SIDE]]
        likely = _likely(entrance, SIDE, keys) if there else None
        clustered = likely.column if likely else cluster or None
        chosen += [] if clustered is None else [f"{table.quoted(clustered)} as {CLUSTER}"]
        entrance.home.rows(
            f"create temp table {name} as select {', '.join(chosen)} from {table.sql}"
            f" where list_contains({texts(asked)}, {place['measure']})"
        )
        try:
            yield Values(entrance, f"temp.main.{name}", asked, WEIGHT if weighs else {}, False, likely=likely)
        finally:
            entrance.home.rows(f"drop table if exists temp.main.{name}")


def measures_of(entrance: Entrance, table: Input) -> list[str]:
    """Those of a table of values, in its order."""
    name = entrance.columns.name(table.side, "measure")
    rows = entrance.home.rows(
        f"select measure from (select {table.quoted(name)}::varchar as measure, row_number() over () as place"
        f" from {table.sql}) where measure is not null group by measure order by min(place)"
    )
    if not rows:
        raise InputError(f"{table.side}: no row has a measure in column {name!r}")
    return [measure for (measure,) in rows]


def measures_named(measures: Any, known: Sequence[str], side: str = "runs") -> list[str]:
    """The measures of a table that are asked for, under the table's spelling."""
    found = []
    asked = list_of_measures(measures)
    if not asked or not isinstance(asked, list):
        raise InputError(macros("duckdb").says_no_list_of("measures", list(known[:2]), measures))
    for measure in asked:
        names = [measure, macros("duckdb").measure_in_table(measure)]
        of_table = [name for name in known if name in names]
        if not of_table:
            raise InputError(
                f"{side} has no measure {measure!r}{did_you_mean(str(measure), known)}; it has {listed(known)}"
            )
        found.extend(of_table)
    return list(dict.fromkeys(found))
