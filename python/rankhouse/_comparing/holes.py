"""Whether labels of unjudged items could turn a comparison round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rankhouse._comparing.pairs import is_lower_better
from rankhouse._evaluating.values import Values
from rankhouse._inputs.checks import KeyedInput
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted, unique_name
from rankhouse._results.differences import Differences, Turned

DEEPEST = 100
"""The last cutoff of bounds, because the work grows with what is unjudged down to it."""
ADVICE = "; see to_judge for what to label first, and value_bounds"
MOST_PAIRS = 10
"""Pairs of systems that are looked at, because each takes as long as evaluating the two twice."""


def doubts_of_holes(values: Values, comparison: Differences) -> Iterator[str]:
    """Of two systems labels are tried that favour the one behind: those that both see, so that they hold jointly."""
    top_grade = _top_grade(values, comparison)
    if top_grade is None:
        return
    rows = [row for row in comparison.rows() if row["difference"] and not is_lower_better(row["metric"])]
    turned: list[tuple[dict[str, Any], str, str, int]] = []
    kept: list[tuple[dict[str, Any], str, str]] = []
    n_unjudged = 0
    for pair in list(dict.fromkeys(_ahead_and_behind(row) for row in rows))[:MOST_PAIRS]:
        own = [row for row in rows if _ahead_and_behind(row) == pair]
        n_unjudged, needed = _labels_needed(values, comparison, own, *pair, top_grade)
        for row in own:
            if row["measure"] in needed:
                turned.append((row, *pair, needed[row["measure"]]))
            else:
                kept.append((row, *pair))
    for row, first, second, n in turned:
        reason = (
            f"{_labels(n, top_grade)}, for unjudged items that {second} ranks higher than {first}, would reverse it"
        )
        comparison.turned.append(Turned(row["measure"], frozenset([first, second]), reason))
    if turned:
        row, first, second, n = min(turned, key=lambda each: each[3])
        labels = _labels(n, top_grade)
        more = f" (and {len(turned) - 1:,} more rows)" if len(turned) > 1 else ""
        yield (
            f"{row['measure']} of {row['system']} against {row['baseline']}: labels of unjudged items could reverse"
            f" it{more}: {labels}, for items that {second!r} ranks higher than {first!r}, would be enough{ADVICE}"
        )
    elif kept and n_unjudged:
        row, first, second = kept[0]
        yield (
            f"{n_unjudged:,} items of {first!r} and {second!r} are not judged: labels that favour the one behind would"
            f" not reverse {row['measure']}"
        )


def _labels(n: int, top_grade: float) -> str:
    return f"a label of grade {top_grade:g}" if n == 1 else f"{n:,} labels of grade {top_grade:g}"


def _ahead_and_behind(row: Mapping[str, Any]) -> tuple[str, str]:
    system, baseline = str(row["system"]), str(row["baseline"])
    return (system, baseline) if row["difference"] > 0 else (baseline, system)


def _labels_needed(
    values: Values,
    comparison: Differences,
    rows: Sequence[Mapping[str, Any]],
    ahead: str,
    behind: str,
    top_grade: float,
) -> tuple[int, dict[str, int]]:
    """How many items of the two are unjudged, and how many labels turn each measure that labels can turn.

    A query's unjudged items that `behind` has higher up get the top grade: the first one, or all of them, whichever
    gains more by label. The queries that gain most come first, until `behind` is ahead. For what adds up over items,
    such as precision and DCG, no other labels could do more.
    """
    package, rankings, home = macros("duckdb"), values.rankings, values.entrance.home
    run, judgments = rankings.checked["run"], rankings.checked["judgments"]
    query, item, grade = (judgments.name(name) for name in ("query_id", "item_id", "relevance"))
    order = values.entrance.columns.order()
    score = run.input.quoted(values.entrance.columns.name("run", order))
    system = run.input.quoted(comparison.system)
    of_two = f"(select * from {run.input.sql} where {system}::varchar in ({literal(ahead)}, {literal(behind)}))"
    cutoffs = [row["k"] for row in rows]
    deepest = 2**31 if None in cutoffs else max(cutoffs)
    labelled = f"""
        with placed as (
            select system, query_id, item_id, row_number() over (
                partition by system, query_id
                order by place {"asc" if order == "rank" else "desc"}, {package.byte_order("item_id", "desc")}
            ) as item_rank
            from (
                select {system}::varchar as system, {run.name("query_id")} as query_id,
                    {run.name("item_id")} as item_id, {score} as place
                from {of_two} where {score} is not null
            )
        ),
        judged as (select {query} as query_id, {item} as item_id, {grade} as relevance from {judgments.input.sql}),
        unjudged as (
            select query_id, item_id,
                coalesce(min(item_rank) filter (where system = {literal(behind)}), {2**31}) as of_behind,
                coalesce(min(item_rank) filter (where system = {literal(ahead)}), {2**31}) as of_ahead
            from placed
            where item_rank <= {deepest} and (query_id, item_id) not in (select (query_id, item_id) from judged)
                and query_id in (select query_id from judged where relevance > 0)
            group by query_id, item_id
        )
        select query_id, item_id, of_behind < of_ahead as favours,
            row_number() over (partition by query_id, of_behind < of_ahead order by of_behind) as place
        from unjudged
    """
    table = f"temp.main.{unique_name('unjudged')}"
    home.rows(f"create temp table {table} as {labelled}")
    try:
        (n_unjudged,) = home.row(f"select count(*) from {table}")
        measures = list(dict.fromkeys(row["measure"] for row in rows))
        afters = [
            _gaps(values, comparison, of_two, measures, ahead, behind, _filled(judgments, table, top_grade, which))
            for which in ("place = 1", "true")
        ]
        before = _gaps(values, comparison, of_two, measures, ahead, behind, judgments.input.sql)
        sql = f"""
            with labels as (select query_id, count(*) as n from {table} where favours group by query_id),
            gains as (
                select before.measure, before.gap, labels.n,
                    first.gap - before.gap as of_first, every.gap - before.gap as of_all
                from ({before}) as before
                left join labels on labels.query_id::varchar = before.query_id
                left join ({afters[0]}) as first
                    on first.measure = before.measure and first.query_id = before.query_id
                left join ({afters[1]}) as every
                    on every.measure = before.measure and every.query_id = before.query_id
            ),
            steps as (
                select measure, n, of_all as gain from gains
                where of_all > 0 and (of_first <= 0 or of_all > n * of_first * (1 + 1e-9))
                union all
                select measure, 1, of_first from gains where of_first > 0 and of_all <= n * of_first * (1 + 1e-9)
                union all
                select measure, n - 1, of_all - of_first from gains
                where of_first > 0 and of_all <= n * of_first * (1 + 1e-9) and of_all > of_first
            ),
            summed as (
                select measure, sum(n) over so_far as n_labels, sum(gain) over so_far as gain
                from steps
                window so_far as (partition by measure order by round(gain / n, 12) desc, n rows unbounded preceding)
            ),
            deficits as (select measure, -sum(gap) as deficit from gains group by measure)
            select measure, min(n_labels)::bigint from summed join deficits using (measure)
            where gain > deficit + 1e-12 * (1 + abs(deficit)) group by measure
        """
        return n_unjudged, dict(home.rows(sql))
    finally:
        home.rows(f"drop table {table}")


def _filled(judgments: KeyedInput, table: str, top_grade: float, which: str) -> str:
    """The judgments with the top grade for these of the items that favour the one behind."""
    query, item, grade = (judgments.name(name) for name in ("query_id", "item_id", "relevance"))
    return (
        f"(select {query}, {item}, {grade}::double as {grade} from {judgments.input.sql} union all"
        f" select query_id, item_id, {top_grade!r} from {table} where favours and {which})"
    )


def _gaps(
    values: Values,
    comparison: Differences,
    run: str,
    measures: Sequence[str],
    ahead: str,
    behind: str,
    judgments: str,
) -> str:
    """What `behind` has more than `ahead`, by measure and query, with these judgments: as SQL."""
    rankings = values.rankings
    arguments = {**rankings.arguments, **rankings.pairs, "checked": True}
    sql = macros("duckdb").query_metrics(run, judgments, list(measures), **arguments, **values.policies)
    names = ", ".join([*map(quoted, rankings.arguments["by"]), "query_id", "measure", "metric", "k", "value"])
    own = {
        name: f"max(value) filter ({quoted(comparison.system)}::varchar = {literal(name)})" for name in (ahead, behind)
    }
    return (
        f"select measure, query_id::varchar as query_id, {own[behind]} - {own[ahead]} as gap"
        f" from ({sql}) as found({names}) group by all having gap is not null"
    )


def _top_grade(values: Values, comparison: Differences) -> float | None:
    """The highest grade; None where labels do not hold for both systems alike, or nothing is relevant."""
    if comparison.groups or values.rankings.arguments["judgments_by"] or None in comparison.systems:
        return None
    is_by_system = list(values.rankings.arguments["by"]) == [comparison.system]
    return _highest_grade(values) if is_by_system else None


def _highest_grade(values: Values) -> float | None:
    """None without judgments, where nothing is relevant, and under policies by which a label is not what it says."""
    judgments = values.rankings.checked.get("judgments")
    others = [name for name, chosen in values.policies.items() if name != "queries" and chosen not in (None, "item")]
    if judgments is None or others:
        return None
    (found,) = values.entrance.home.row(f"select max({judgments.name('relevance')})::double from {judgments.input.sql}")
    return found if found and found > 0 else None


def _asked(values: Values, comparison: Differences) -> tuple[list[str], float] | None:
    """The measures that have bounds, and the top grade; none under policies that bounds do not know."""
    rankings = values.rankings
    measures = [measure for measure in comparison.measures if _has_bounds(measure)]
    is_known = set(rankings.arguments["judgments_by"]) <= set(rankings.arguments["by"])
    if rankings.pairs or comparison.groups or not measures or not is_known:
        return None
    top_grade = _highest_grade(values)
    return None if top_grade is None else (measures, top_grade)


def bounds_of_holes(
    values: Values, comparison: Differences, relations: Sequence[str] | None = None
) -> Iterator[tuple[str, str, float, float, float, int]]:
    """System, measure, mean, its lowest and highest value, unjudged items. relations: a part of the inputs."""
    asked = _asked(values, comparison)
    if asked is not None:
        yield from _bounded(values, comparison, *asked, relations or values.rankings.relations)


def _bounded(
    values: Values, comparison: Differences, measures: list[str], top_grade: float, relations: Sequence[Any]
) -> list[tuple[Any, ...]]:
    """Means over all queries of a system, whatever segments these are in."""
    package, given = macros("duckdb"), values.rankings.arguments
    queries = values.policies.get("queries")
    sql = package.value_bounds(*relations, measures, top_grade, per_query=True, **given, queries=queries)
    groups = [f"group_{place}" for place in range(len(given["by"]))]
    names = ", ".join([*groups, "query_id", *package.result_columns("value_bounds")])
    return values.entrance.home.rows(
        f"select {groups[given['by'].index(comparison.system)]}::varchar, measure, avg(value), avg(lowest),"
        f" avg(highest), sum(n_unjudged)::bigint from ({sql}) as found({names}) where value is not null group by 1, 2"
    )


def _has_bounds(measure: str) -> bool:
    package = macros("duckdb")
    (read,) = package.parse_measures([measure])
    if read["k"] is None or read["k"] > DEEPEST:
        return False
    try:
        bounded = package.by_name(package.bounded_catalogue())
        package.check_bounded([measure], bounded)
        package.check_bounded_options([read], bounded)
    except InputError:
        return False
    return True
