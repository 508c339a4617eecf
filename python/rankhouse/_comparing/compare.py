"""`compare`: systems against each other, by query and with tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Unpack

from rankhouse._comparing.comparison import Comparison
from rankhouse._comparing.doubts import doubts_of_rows
from rankhouse._comparing.lists import Drawn
from rankhouse._comparing.values import CLUSTER, Values, column_of_systems, values_of
from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._inputs.problems import refusals_of_query
from rankhouse._inputs.progress import tell
from rankhouse._inputs.systems import Runs, named_runs
from rankhouse._rendering.errors import InputError, did_you_mean, listed, short_errors, warn
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.clusters import summarised
from rankhouse._results.differences import COLUMNS, FURTHER
from rankhouse.types import Correction, Interval, Table, Test

REPEATED = ("randomisation", "bootstrap")


@short_errors
def compare(
    runs: Runs,
    judgments: Table | None = None,
    measures: str | Iterable[str] = MEASURES,
    *,
    baseline: str | None = None,
    by: str | Sequence[str] = (),
    test: Test = "t",
    correction: Correction = "holm",
    interval: Interval | None = None,
    confidence: float = 0.95,
    power: float = 0.8,
    repetitions: int = 10_000,
    seed: int = 0,
    system: str | None = None,
    cluster: str | Literal[False] | None = None,
    **evaluation: Unpack[LimitedEvaluation],
) -> Comparison:
    """Which system is better, and how sure is that? Systems in pairs, query by query.

    runs: the systems: a dictionary `{"bm25": run, "dense": run}`, a list of files (each named like its file), or one
        run with a column that tells them apart. A run is what `evaluate` takes. A finished table of values by query
        works too, such as the result of `evaluate(..., by=["system"], per_query=True)`: nothing is then evaluated
        twice.
    judgments: labels, as for `evaluate`; None for labelled runs and for values by query.
    measures: measures whose mean counts all queries alike: not `gmap` or a weighted `roc_auc`. With a table of values,
        the default is all measures of the table.
    baseline: the system that all others are compared with; None: every pair once, the later one against the earlier.
        Systems keep their given order; systems from a column are ordered by name.
    by: further columns; systems are compared within each combination of their values, including NULL. With a single
        run, `by` may also name the column of the systems.
    test: the test of a difference, paired by query and two-sided: `t` (Student's), `wilcoxon` (signed ranks), `sign`,
        `randomisation` (Fisher's sign flips) or `bootstrap`.
    correction: how to correct the p-values of all rows together into p_adjusted: `holm`, `bonferroni`,
        `benjamini_hochberg` or `none`.
    interval: the interval of the difference: `t`, `percentile` or `bca`. None: bca for the bootstrap, t for all other
        tests.
    confidence: the confidence level of the interval, 0.95 for 95 %; a difference is significant if p_adjusted is below
        1 - confidence.
    power: the probability of detecting a difference as large as detectable_difference, above 0.5 and below 1.
    repetitions: repetitions of randomisation and bootstrap, 1 to 10,000. Randomness comes from a hash of `seed`, query
        and repetition: the same for all pairs and measures, on every engine and every day. With 1 there is no interval.
    seed: a whole number from 0 on; another number gives other repetitions.
    system: the column that tells apart the systems of one run, or of a table of values; by default `system`, or the
        first column in `by` if there is no such column.
    cluster: a column of the judgments, or of the table of values, such as the user, whose queries may depend on each
        other; a query without a value is its own cluster. Errors are then computed over clusters, and whole clusters
        are flipped and resampled. None: queries count separately, but a verdict has to hold over a column such as
        `user_id` too. False: queries are independent.
    evaluation: `convention`, `ties`, `queries`, `unjudged`, `relevant_from`, `pool`, `exclude`, `candidates`,
        `columns`, `con` and `check`, as in `evaluate`.

    Queries that have a value on one side only are counted, with a warning. A column such as `user_id` that has several
    queries per value, and is not named as `cluster`, is a warning too.

    Returns a Comparison: `.relation`, `.df()`, `.pl()`, `.fetchall()`, `.show()`, `.to_markdown()`, `.to_latex()`,
    `.queries(measure)`, `.lists(query_id)`, `.details`, `.warnings`, `.flat()`; one row per group, measure and pair of
    systems:
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `system`: the system
        `baseline`: the system it is compared with
        `value`: the mean of the system over the queries with a value for both
        `baseline_value`: the mean of the baseline over the same queries
        `difference`: value minus baseline_value
        `ci_low`: the lower end of the interval of the difference
        `ci_high`: its upper end
        `effect_size`: the difference divided by std_dev
        `n_queries`: queries with a value for both
        `n_clusters` (with cluster): clusters of these queries
        `n_effective` (with weight): how many queries of equal weight tell as much
        `wins`: queries where the system is better
        `ties`: queries where both are equal
        `losses`: queries where the baseline is better
        `test`: the test
        `p_value`: two-sided; 1 if no query differs, 0 to 1
        `p_adjusted`: p_value corrected for all rows together, 0 to 1
        `relative_difference`: difference divided by baseline_value
        `std_dev`: the standard deviation of the queries' differences
        `interval`: the kind of interval
        `n_left_out`: queries with a value on one side only
        `detectable_difference`: the smallest difference that a t-test would detect with the given power
        `queries_needed`: how many queries a t-test with that power needs for this difference
    Undefined figures are NULL, never NaN. Differences within 1e-12 of their two values are ties.

    Raises InputError as `evaluate` does, for fewer than two systems, a baseline that is none of them, systems without
    a query in common, and a table of values with several for one query.
    """
    named = named_runs(runs)
    groups = names_of_groups(by)
    column = system or column_of_systems(runs, named, groups, evaluation.get("con"))
    groups = [name for name in groups if name != column]
    methods = {
        "baseline": baseline,
        "test": test,
        "correction": correction,
        "interval": interval,
        "confidence": confidence,
        "power": power,
        "repetitions": repetitions,
        "seed": seed,
        "systems": list(named or ()),
        "cluster": cluster or None,
    }
    package = macros("duckdb")
    # Wrong arguments are refused before any data are read.
    package.compare("by_query", column, by=groups, **methods)
    if named is not None:
        require_systems(list(named), baseline)
    with values_of(runs, named, judgments, measures, column, groups, evaluation, cluster) as values:
        drawn = Drawn(runs if named is None else named, judgments, column, evaluation)
        comparison = compared(values, column, groups, methods, drawn if values.has_lists else None)
    for doubt in comparison.warnings:
        warn(doubt)
    return comparison


def compared(
    values: Values, column: str, groups: Sequence[str], methods: Mapping[str, Any], drawn: Drawn | None = None
) -> Comparison:
    """The systems of a table of values against each other. methods: arguments of `compare`, and `systems` in order."""
    home, baseline = values.entrance.home, methods["baseline"]
    systems = require_values(values, column, groups, baseline, methods["systems"])
    cluster = methods.get("cluster")
    own = methods if cluster is None else {**methods, "cluster": CLUSTER}
    sql = macros("duckdb").compare(values.table, column, by=groups, columns=values.columns, **own)
    (n_queries,) = home.row(f"select count(distinct query_id) from {values.table}")
    repeated = f", {methods['repetitions']:,} repetitions" if methods["test"] in REPEATED else ""
    tell(f"Comparing {len(systems)} systems over {n_queries:,} queries{repeated}")
    figures = ["measure", "metric", "k", *summarised(COLUMNS, cluster is not None, bool(values.columns)), *FURTHER]
    entrance = replace(values.entrance, groups=groups)
    known = {"measure": values.measures, "system": systems, "baseline": systems}
    with refusals_of_query():
        details = entrance.answer(sql, figures, ["measure", "system", "baseline"], known=known)
    if not any(row[0] for row in details.project("n_queries").fetchall()):
        raise InputError(f"no two of {listed(systems)} have a value for the same query: nothing can be compared")
    comparison = Comparison(
        details,
        home.kept(f"from {values.table}"),
        groups=groups,
        system=column,
        systems=systems,
        baseline=baseline,
        measures=values.measures,
        confidence=methods["confidence"],
        power=methods["power"],
        correction=methods["correction"],
        repetitions=methods["repetitions"],
        seed=methods["seed"],
        cluster=cluster,
        likely=None if values.likely is None else values.likely.column,
        weighs=bool(values.columns),
        drawn=drawn,
    )
    comparison.warnings.extend(doubts_of_rows(comparison))
    comparison.warnings.extend(_doubts_of_clusters(values, column, groups, comparison))
    comparison.warnings.extend(values.doubts(comparison))
    return comparison


def _doubts_of_clusters(values: Values, column: str, groups: Sequence[str], comparison: Comparison) -> Iterator[str]:
    """What the column that was not named would change of the first measure."""
    if values.likely is None:
        return
    table = f"select * from {values.table} where measure = {literal(values.measures[0])}"
    sql = macros("duckdb").difference_errors(
        f"({table})", CLUSTER, column, comparison.baseline, groups, comparison.systems, values.columns
    )
    yield values.likely.doubt(values.entrance.home.rows(sql), "the difference in ")


def require_systems(systems: Sequence[str], baseline: str | None) -> None:
    if len(systems) < 2:
        raise InputError(f"compare needs two or more systems, but there is only {listed(systems)}")
    if baseline is not None and baseline not in systems:
        raise InputError(
            f"baseline {baseline!r} is not one of the systems{did_you_mean(str(baseline), systems)};"
            f" these are {listed(systems)}"
        )


def require_values(
    values: Values, column: str, groups: Sequence[str], baseline: str | None, names: Sequence[str]
) -> list[str]:
    """The systems, in order, where they can be compared: two or more, each with one value for a query."""
    home, place = values.entrance.home, quoted(column)
    found = home.rows(f"select distinct {place}::varchar from {values.table} where {place} is not null order by 1")
    systems = [name for (name,) in found]
    systems = [name for name in names if name in systems] or systems
    require_systems(systems, baseline)
    key = ", ".join([*(quoted(name) for name in groups), place, "query_id", "measure"])
    repeated = home.rows(
        f"select count(*) over (), query_id::varchar, measure, {place}::varchar, count(*) from {values.table}"
        f" where query_id is not null group by {key} having count(*) > 1 limit 1"
    )
    if repeated:
        n_repeated, query, measure, name, n = repeated[0]
        raise InputError(
            f"runs has {n_repeated:,} queries with several values of one measure and system, e.g. {measure} of"
            f" {name!r} for query_id {query!r} ({n} rows): add the column that distinguishes them to by"
        )
    return systems
