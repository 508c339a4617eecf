"""What makes a comparison doubtful, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rankhouse._comparing.holes import doubts_of_holes
from rankhouse._evaluating.values import Values
from rankhouse._inputs.home import Home
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.differences import Differences, Turned

FEW_QUERIES = 30
MOST_ROWS = 2_000_000
"""Rows up to which ties and judgments are looked at, which takes as long as the evaluation."""
JUDGED_MARGIN = 0.05
LEAST_SHARED = 0.05
"""Of the queries of the system that answers fewer: below this share a difference is one of other queries."""
Ends = tuple[float, float]


def doubts_of_rows(comparison: Differences) -> Iterator[str]:
    """What the rows themselves tell."""
    rows = comparison.rows()
    alone = [row for row in rows if not row["n_queries"]]
    if alone:
        yield (f"{_named(alone[0])}: no query has a value on both sides{_more(alone)}; the difference is NULL")
    few = [row for row in rows if 0 < n_units(row) < FEW_QUERIES]
    if few:
        least = min(few, key=n_units)
        one, several = ("cluster", "clusters") if "n_clusters" in least else ("query", "queries")
        yield (
            f"{_named(least)}: {n_units(least)} {one if n_units(least) == 1 else several}{_more(few)};"
            f" below {FEW_QUERIES}, a test detects only large differences, and t relies on a normal distribution"
        )
    dropped = [row for row in rows if row["n_left_out"] and row["n_queries"]]
    if dropped:
        most = max(dropped, key=lambda row: row["n_left_out"])
        without = "on one side only, or weigh 0," if comparison.weighs else "on one side only"
        yield (
            f"{_named(most)}: {most['n_left_out']:,} queries have a value {without} and are left out"
            f"{_more(dropped)}; the means are over the {most['n_queries']:,} that both have"
        )


def n_units(row: Mapping[str, Any]) -> int:
    """How many values a test counts: those of clusters, where queries hang together."""
    return int(row.get("n_clusters", row["n_queries"]))


def doubts_of_runs(values: Values, comparison: Differences) -> Iterator[str]:
    """What the lists tell: judged queries that a system lacks, items that nobody judged, ties."""
    yield from values.rankings.doubts_of_pairs()
    if not values.rankings.checked:
        return
    yield from doubts_of_missing(values, comparison)
    entrance = values.entrance
    n_rows = entrance.home.row(f"select count(*) from {entrance.relation('run')}")[0]
    if n_rows <= MOST_ROWS:
        yield from _unjudged(values, comparison)
        yield from _ties(values, comparison)


def doubts_of_missing(
    values: Values, comparison: Differences, names_queries: bool = True, names_arguments: bool = True
) -> Iterator[str]:
    home, judgments = values.entrance.home, values.rankings.checked.get("judgments")
    if judgments is None or comparison.system in values.rankings.arguments["judgments_by"]:
        return
    run = values.rankings.checked["run"]
    place = run.input.quoted(comparison.system)
    answered = f"select distinct {run.name('query_id')} as query, {place}::varchar as name from {run.input.sql}"
    of_judged = f"select distinct {judgments.name('query_id')} as query from {judgments.input.sql}"
    of_systems = ", ".join(f"({literal(name)})" for name in comparison.systems if name is not None)
    found = home.rows(
        f"with answered as ({answered}), judged as ({of_judged}),"
        " known as (select query from judged where query is not null and query in (select query from answered))"
        " select systems.name, (select count(*) from judged where query is not null),"
        " count(*), count(*) filter (query in (from known)), list(query::varchar order by query) [:3]"
        f" from judged cross join (values {of_systems}) as systems(name)"
        " where query is not null and (query, systems.name) not in (select (query, name) from answered"
        " where query is not null and name is not null)"
        " group by systems.name order by systems.name"
    )
    if found and _counts_as_0(values):
        lacking = {name: n for name, _, n, _, _ in found}
        yield from _doubts_of_apart(home, comparison, answered, of_judged, found[0][1], lacking)
    order = [str(name) for name in comparison.systems]
    # What all of them lack tells nothing of how they differ.
    if any(of_others for _, _, _, of_others, _ in found):
        told = ", ".join(
            f"{name!r} lacks {n:,}"
            + (f" ({', '.join(named)}{', ...' if n > len(named) else ''})" if names_queries else "")
            for name, _, n, _, named in sorted(found, key=lambda row: order.index(row[0]))
        )
        yield (
            f"of {found[0][1]:,} judged queries, {told}: with queries='judged' they count as 0, with"
            " 'intersection' they are left out"
            if names_arguments
            else f"of {found[0][1]:,} judged queries, {told}: {_counted(values)}"
        )


def _doubts_of_apart(
    home: Home, comparison: Differences, answered: str, judged: str, n_judged: int, lacking: Mapping[str, int]
) -> Iterator[str]:
    """Pairs of systems that answer hardly a query in common.

    answered, judged: queries in SQL. lacking: how many judged ones a system does not answer.
    """

    def n_of(name: str) -> int:
        return n_judged - lacking.get(name, 0)

    def is_few(n: int, pair: tuple[str, str]) -> bool:
        return n <= 0 or n < LEAST_SHARED * min(map(n_of, pair))

    pairs = dict.fromkeys((str(row["system"]), str(row["baseline"])) for row in comparison.rows())
    # Most systems answer so many queries that some are the same: they need not be counted.
    possible = [pair for pair in pairs if is_few(n_of(pair[0]) + n_of(pair[1]) - n_judged, pair)]
    if not possible:
        return
    named = ", ".join(f"({literal(one)}, {literal(other)})" for one, other in possible)
    rows = home.rows(
        f"with answered as ({answered}), judged as ({judged})"
        " select one.name, other.name, count(*) from answered as one join answered as other using (query)"
        f" where query in (from judged) and (one.name, other.name) in ({named}) group by all"
    )
    shared = {(one, other): n for one, other, n in rows}
    apart = [pair for pair in possible if is_few(shared.get(pair, 0), pair)]
    for pair in apart:
        n = shared.get(pair, 0)
        counted = f"{n:,} {'query' if n == 1 else 'queries'}" if n else "no query"
        comparison.apart[frozenset(pair)] = f"{pair[0]} and {pair[1]} answer {counted} in common"
    if apart:
        (one, other), more = apart[0], f" (and {len(apart) - 1:,} more pairs)" if len(apart) > 1 else ""
        yield (
            f"{comparison.apart[frozenset(apart[0])]}, of {n_of(one):,} and {n_of(other):,} judged ones{more}: their"
            " difference is one of queries that only one of them answers, which count as 0 for the other; it does not"
            " say which is better"
        )


def _counts_as_0(values: Values) -> bool:
    return values.policies.get("queries") in (None, "judged", "all")


def _counted(values: Values) -> str:
    return "queries that a system does not answer " + ("count as 0" if _counts_as_0(values) else "are left out")


def _unjudged(values: Values, comparison: Differences) -> Iterator[str]:
    """What nobody judged counts as not relevant: bad luck of the system that was not there when items were judged."""
    cutoffs = {row["k"] for row in comparison.rows()}
    measure = "judged" if None in cutoffs else f"judged@{max(cutoffs)}"
    # A query that a system does not answer has no item that could be judged, and few conventions have this measure.
    policies = {**values.policies, "queries": "intersection", "convention": None}
    shares = _means(values, comparison, [measure], policies)
    known = {system: share for (system, _), share in shares.items() if share is not None}
    yield from doubts_of_judged(measure, known)
    if any(share < 1 for share in known.values()):
        yield from doubts_of_holes(values, comparison)


def doubts_of_judged(measure: str, known: Mapping[str, float]) -> Iterator[str]:
    """What the share of judged items by system tells."""
    if len(known) < 2:
        return
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    if known[high] - known[low] > JUDGED_MARGIN:
        yield (
            f"{measure} is {known[low]:.0%} for {low!r} and {known[high]:.0%} for {high!r}: unjudged items count as not"
            " relevant, which lowers the system with fewer judged items; also compare bpref, or use unjudged='drop'"
        )


def _ties(values: Values, comparison: Differences) -> Iterator[str]:
    """Whether the order of tied items decides more than the systems differ by."""
    if values.policies.get("ties") == "average":
        return
    run = values.rankings.checked["run"]
    place = ", ".join(dict.fromkeys([*run.key[:-1], run.input.quoted(comparison.system)]))
    order = values.entrance.columns.order()
    score = run.input.quoted(values.entrance.columns.name("run", order))
    if not values.entrance.home.rows(
        f"select 1 from {run.input.sql} where {score} is not null group by {place}, {score} having count(*) > 1 limit 1"
    ):
        return
    means = [
        _means(values, comparison, comparison.measures, {**values.policies, "ties": ties}) for ties in ("worst", "best")
    ]
    ends = {key: (low, means[1][key]) for key, low in means[0].items() if None not in (low, means[1].get(key))}
    if not comparison.groups:
        yield from doubts_of_ties(comparison, ends)


def doubts_of_ties(comparison: Differences, ends: Mapping[tuple[str, str], tuple[float, float]]) -> Iterator[str]:
    """ends: the mean by the worst and by the best order of tied items, by system and measure."""
    decided = []
    for row in comparison.rows():
        sides = [ends.get((str(row[side]), row["measure"])) for side in ("system", "baseline")]
        spread = max((abs(high - low) for low, high in filter(None, sides)), default=0.0)
        if row["difference"] and spread > 0 and _is_turned(row, *sides):
            reason = "another order of items with equal scores would reverse it; set ties='average'"
            systems = frozenset([str(row["system"]), str(row["baseline"])])
            comparison.turned.append(Turned(row["measure"], systems, reason))
        if row["difference"] is not None and spread > abs(row["difference"]) > 0:
            decided.append((spread, row))
    if decided:
        spread, row = max(decided, key=lambda each: each[0])
        yield (
            f"{_named(row)}: the order of tied items accounts for up to {spread:.4f}, more than the difference of"
            f" {abs(row['difference']):.4f}{_more([each for _, each in decided])}; see tie_audit, or set"
            " ties='average'"
        )


def _is_turned(row: Mapping[str, Any], own: Ends | None, other: Ends | None) -> bool:
    """Whether the one ahead is not, with its worst order and the best of the other; a side without ties has none."""
    at_least, at_most = (own or (row["value"],) * 2), (other or (row["baseline_value"],) * 2)
    if row["difference"] < 0:
        return max(at_least) >= min(at_most)
    return min(at_least) <= max(at_most)


def _means(
    values: Values, comparison: Differences, measures: Sequence[str], policies: Mapping[str, Any]
) -> dict[tuple[str, str], Any]:
    """The mean of each system and measure, over all groups."""
    sql = macros("duckdb").query_metrics(
        *values.rankings.relations, list(measures), **values.rankings.arguments, **values.rankings.pairs, **policies
    )
    of_run, of_judgments = values.rankings.arguments["by"], values.rankings.arguments["judgments_by"]
    made = [*of_run, *(each for each in of_judgments if each not in of_run)]
    names = ", ".join([*(quoted(each) for each in made), "query_id", "measure", "metric", "k", "value"])
    rows = values.entrance.home.rows(
        f"select {quoted(comparison.system)}::varchar, measure, avg(value) from ({sql}) as found({names}) group by 1, 2"
    )
    return {(system, measure): value for system, measure, value in rows}


def _named(row: Mapping[str, Any]) -> str:
    return f"{row['measure']} of {row['system']} against {row['baseline']}"


def _more(rows: Sequence[Any]) -> str:
    return f" (and {len(rows) - 1:,} more rows)" if len(rows) > 1 else ""
