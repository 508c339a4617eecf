"""`agreement`: how much the lists of two systems agree, without judgments."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import duckdb

from rankhouse._inputs.checks import KeyedInput, require_level, rows_have
from rankhouse._inputs.columns import Columns, require_names
from rankhouse._inputs.entrance import Entrance, entered, in_order, list_of_measures, names_of_groups
from rankhouse._inputs.problems import check_inputs
from rankhouse._inputs.systems import Runs, named_runs, stacked
from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check

MEASURES = tuple(macros("duckdb").default_agreement_measures())
SIDE, SYSTEM = "run", "system"
OURS = ("query_id", "item_id", "score", "rank")
PAIR = ("system", "baseline")
MEASURE = ("measure", "metric", "k", "value")
OF_QUERY = ("n_items", "baseline_items", "n_common")
OF_MEAN = ("n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high")


@short_errors
def agreement(
    runs: Runs,
    measures: str | Iterable[str] = MEASURES,
    *,
    baseline: str | None = None,
    by: str | Sequence[str] = (),
    per_query: bool = False,
    system: str = SYSTEM,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """How much do the lists of two systems differ? No judgments are needed: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    runs: the systems: a dictionary `{"old": run, "new": run}`, a list of files (each named like its file), or one run
        with a column that tells them apart. A run is what `evaluate` takes. Lists are ordered by score; of given ranks,
        only the order counts.
    measures: `identical@10` (whether they are the same, in the same order), `overlap@10` (the share of items in
        common), `rbo(p=0.9, ties=item)@100` (rank-biased overlap; with `rbo_min` and `rbo_residual`), and over the
        items that both lists have `kendall_tau`, `kendall_tau_b`, `spearman`, `tau_ap` and `tau_ap_b`. A cutoff cuts
        both lists first. None: identical@10, overlap@10, rbo@100 and kendall_tau@100.
    baseline: the system that all others are compared with; None: every pair once, the later one against the earlier.
        Systems keep their given order; systems from a column are ordered by name.
    by: further columns; systems are compared within each combination of their values, including NULL.
    per_query: true: one row per query instead of the mean over queries.
    system: the column that tells systems apart.
    columns: maps our column names to yours: `{"query_id": "topic"}`. `{"rank": "position"}` takes a rank, 1 first,
        instead of the score; only its order counts.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per group, pair of systems and measure:
        the `by` columns
        `system`: the system
        `baseline`: the system it is compared with
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the mean over the queries that have a value, never NaN; NULL if no query has one
        `n_queries`: queries with a value
        `n_missing`: queries that only one of the two systems has
        `value_sum`: the sum of the queries' values, for the value of several groups together; NULL if values do not add
            up
        `std_error`: the standard error of the value; NULL for fewer than two queries
        `ci_low`: the lower end of a 95 % interval (normal approximation); NULL for fewer than two queries
        `ci_high`: its upper end; NULL for fewer than two queries
    With per_query one row per group, pair of systems, query and measure:
        the `by` columns
        `system`: the system
        `baseline`: the system it is compared with
        `query_id`: the query
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the value of the query; NULL for a query that only one of the two has, and for a correlation of fewer
            than two items
        `n_items`: items of the system's list, down to the cutoff
        `baseline_items`: items of the baseline's list
        `n_common`: items in both

    Raises InputError (a ValueError) for fewer than two systems, a baseline that is none of them, systems without a
    query in common, and for what `evaluate` refuses of a run.
    """
    require_level(check)
    asked = list_of_measures(measures)
    groups = names_of_groups(by)
    require_names(columns)
    renamed = Columns(columns or {}, OURS, (SIDE,))
    with_system = replace(renamed, names={**renamed.names, SYSTEM: system}, ours=(*OURS, SYSTEM))
    package = macros("duckdb")
    # Wrong arguments are refused before any data are read.
    macro = "query_agreement" if per_query else "agreement"
    plan = package.agreement_plan(macro, SIDE, asked, system, baseline, groups, dict(renamed.names))
    named = named_runs(runs)
    if named is not None:
        require_systems(list(named), baseline)
    elif runs is None:
        raise InputError("runs is missing: agreement({'old': run, 'new': other})")
    read = ["query_id", "item_id", renamed.order()]
    with contextlib.ExitStack() as stack:
        run = runs
        if named is not None:
            con, run, _ = stack.enter_context(stacked(named, None, system, {SIDE: read}, renamed, groups, con))
        entrance = stack.enter_context(entered(con, {SIDE: run}, {SIDE: [*read, SYSTEM]}, with_system, groups))
        systems = _require_lists(entrance, with_system, groups, baseline, check)
        ordered = [name for name in named or () if name in systems]
        plan = package.agreement_plan(
            macro, entrance.relation(SIDE), asked, system, baseline, groups, dict(renamed.names), ordered
        )
        key, figures = (["query_id"], OF_QUERY) if per_query else ([], OF_MEAN)
        sql = package.query_agreement_of(plan) if per_query else package.agreement_of(plan)
        known = {"measure": in_order(plan["measures"]), **dict.fromkeys(PAIR, ordered or systems)}
        return entrance.answer(sql, [*PAIR, *key, *MEASURE, *figures], [*PAIR, *key, "measure"], known=known)


def require_systems(systems: Sequence[str], baseline: object) -> None:
    if len(systems) < 2:
        raise InputError(f"agreement needs two or more systems, but there is only {listed(systems)}")
    if baseline is not None and str(baseline) not in systems:
        raise InputError(
            f"baseline {baseline!r} is not one of the systems{did_you_mean(str(baseline), systems)};"
            f" these are {listed(systems)}"
        )


def check_lists(entrance: Entrance, columns: Columns, groups: Sequence[str], check: str) -> None:
    """Raise InputError for the first thing in the lists of systems that cannot be read."""
    (table,) = entrance.inputs
    name = columns.name(SIDE, SYSTEM)
    checked = KeyedInput(entrance.home, table, columns, [*groups, name], [columns.order()])
    check_inputs([checked], check)
    missing, example = checked.row_where(f"{table.quoted(name)} is null")
    if missing:
        raise InputError(
            f"{SIDE}: {rows_have(missing)} no system (NULL in column {name!r}){example};"
            " leave them out or name their system"
        )


def _require_lists(
    entrance: Entrance, columns: Columns, groups: Sequence[str], baseline: object, check: str
) -> list[str]:
    """The systems, where their lists can be compared."""
    (table,) = entrance.inputs
    system, query = (table.quoted(columns.name(SIDE, ours)) for ours in (SYSTEM, "query_id"))
    if check != "none":
        check_lists(entrance, columns, groups, check)
    found = entrance.home.rows(
        f"select distinct {system}::varchar from {table.sql} where {system} is not null order by 1"
    )
    systems = [text for (text,) in found]
    require_systems(systems, baseline)
    key = ", ".join([*(table.quoted(each) for each in groups), query])
    shared = f"select 1 from {table.sql} group by {key} having count(distinct {system}) > 1 limit 1"
    if not entrance.home.rows(shared):
        examples = entrance.home.rows(
            f"select distinct on ({system}) {query} from {table.sql} order by {system}, {query}"
        )
        raise InputError(
            f"{listed(systems)} have no query in common: nothing can be compared; {columns.name(SIDE, 'query_id')!r}"
            f" has values such as {' and '.join(repr(value) for (value,) in examples[:2])}"
        )
    return systems
