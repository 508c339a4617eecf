"""Whether labels of unjudged items could turn a comparison round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rankhouse._evaluating.values import Values
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.differences import Differences

DEEPEST = 100
"""The last cutoff that is looked at, because the work grows with what is unjudged down to it."""
ADVICE = "; see value_bounds, and to_judge for what to label first"
ADDED = {"precision", "dcg", "rbp"}
"""Measures that are sums over items, with weights that fall by rank."""
Bounds = dict[tuple[str, str], tuple[float, float]]


def doubts_of_holes(values: Values, comparison: Differences) -> Iterator[str]:
    """Of two systems labels are tried that favour the one behind; bounds of each by itself where these do not tell."""
    asked = _asked(values, comparison)
    if asked is None:
        return
    measures, top_grade = asked
    rows = [row for row in comparison.rows() if row["difference"] and row["measure"] in measures]
    turned, left = _turned(values, comparison, rows, top_grade)
    if turned:
        row, first, second, ahead, behind = turned[0]
        yield (
            f"{_told(row, len(turned))}: when those that {second!r} has higher up than {first!r} are of grade"
            f" {top_grade:g}, {second!r} has {behind:.4f} and {first!r} {ahead:.4f}{ADVICE}"
        )
        return
    if not left:
        return
    bounds = _bounds(values, comparison, list(dict.fromkeys(row["measure"] for row in left)), top_grade)
    overlapping = []
    for row in left:
        first, second = _ahead_and_behind(row)
        of_first, of_second = bounds.get((first, row["measure"])), bounds.get((second, row["measure"]))
        if of_first and of_second and of_first[0] < of_second[1]:
            overlapping.append((row, first, second, of_first, of_second))
    if overlapping:
        row, first, second, of_first, of_second = overlapping[0]
        yield (
            f"{_told(row, len(overlapping))}: each system by itself, they allow {first!r} {of_first[0]:.4f} to"
            f" {of_first[1]:.4f} and {second!r} {of_second[0]:.4f} to {of_second[1]:.4f}{ADVICE}"
        )


def _told(row: Mapping[str, Any], n_rows: int) -> str:
    more = f" (and {n_rows - 1:,} more rows)" if n_rows > 1 else ""
    return (
        f"{row['measure']} of {row['system']} against {row['baseline']}: labels of unjudged items could turn it"
        f" round{more}"
    )


def _ahead_and_behind(row: Mapping[str, Any]) -> tuple[str, str]:
    system, baseline = str(row["system"]), str(row["baseline"])
    return (system, baseline) if row["difference"] > 0 else (baseline, system)


def _turned(
    values: Values, comparison: Differences, rows: Sequence[Mapping[str, Any]], top_grade: float
) -> tuple[list[tuple[Mapping[str, Any], str, str, float, float]], list[Mapping[str, Any]]]:
    """Rows with another winner under the labels that favour who is behind, and rows that this leaves open.

    What adds up over items, `ADDED`, cannot be turned by other labels if it is not by these.
    """
    names = set(map(str, comparison.systems))
    if len(names) != 2 or None in comparison.systems or values.rankings.arguments["judgments_by"]:
        return [], list(rows)
    turned, left = [], []
    for ahead in comparison.systems:
        own = [row for row in rows if _ahead_and_behind(row)[0] == str(ahead)]
        if not own:
            continue
        behind = _ahead_and_behind(own[0])[1]
        means = _means_of_labels(values, comparison, own, str(ahead), behind, top_grade)
        for row in own:
            first, second = (means.get((side, row["measure"])) for side in (str(ahead), behind))
            if first is not None and second is not None and second > first:
                turned.append((row, str(ahead), behind, first, second))
            elif row["metric"] not in ADDED or values.policies.get("queries") not in (None, "judged"):
                left.append(row)
    return turned, left


def _means_of_labels(
    values: Values,
    comparison: Differences,
    rows: Sequence[Mapping[str, Any]],
    ahead: str,
    behind: str,
    top_grade: float,
) -> dict[tuple[str, str], float | None]:
    """The means with the top grade for the unjudged items that `behind` has higher up than `ahead`."""
    package, rankings, home = macros("duckdb"), values.rankings, values.entrance.home
    run, judgments = rankings.checked["run"], rankings.checked["judgments"]
    query, item, grade = (judgments.name(name) for name in ("query_id", "item_id", "relevance"))
    order = values.entrance.columns.order()
    score = run.input.quoted(values.entrance.columns.name("run", order))
    sql = f"""
        with placed as (
            select system, query_id, item_id, row_number() over (
                partition by system, query_id
                order by place {"asc" if order == "rank" else "desc"}, {package.byte_order("item_id", "desc")}
            ) as item_rank
            from (
                select {run.input.quoted(comparison.system)}::varchar as system, {run.name("query_id")} as query_id,
                    {run.name("item_id")} as item_id, {score} as place
                from {run.input.sql} where {score} is not null
            )
        ),
        judged as (select {query} as query_id, {item} as item_id, {grade} as relevance from {judgments.input.sql}),
        labelled as (
            select query_id, item_id from placed where item_rank <= {max(row["k"] for row in rows)}
            group by query_id, item_id
            having min(item_rank) filter (where system = {literal(behind)})
                < coalesce(min(item_rank) filter (where system = {literal(ahead)}), {2**31})
        )
        select query_id as {query}, item_id as {item}, relevance::double as {grade} from judged
        union all
        select query_id, item_id, {top_grade} from labelled
        where query_id in (select query_id from judged where relevance > 0)
            and (query_id, item_id) not in (select (query_id, item_id) from judged)
    """
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    found = package.query_metrics(
        rankings.relations[0], f"({sql})", measures, **{**rankings.arguments, "checked": True}, **values.policies
    )
    names = ", ".join([*map(quoted, rankings.arguments["by"]), "query_id", "measure", "metric", "k", "value"])
    means = home.rows(
        f"select {quoted(comparison.system)}::varchar, measure, avg(value) from ({found}) as found({names})"
        " group by 1, 2"
    )
    return {(system, measure): value for system, measure, value in means}


def _asked(values: Values, comparison: Differences) -> tuple[list[str], float] | None:
    """The measures that have bounds, and the top grade; none under policies that bounds do not know."""
    rankings = values.rankings
    others = [name for name, chosen in values.policies.items() if name != "queries" and chosen not in (None, "item")]
    measures = [measure for measure in comparison.measures if _has_bounds(measure)]
    judgments = rankings.checked.get("judgments")
    is_known = judgments is not None and set(rankings.arguments["judgments_by"]) <= set(rankings.arguments["by"])
    if others or rankings.pairs or comparison.groups or not measures or not is_known or judgments is None:
        return None
    (top_grade,) = values.entrance.home.row(
        f"select max({judgments.name('relevance')})::double from {judgments.input.sql}"
    )
    return (measures, top_grade) if top_grade and top_grade > 0 else None


def bounds_of_holes(
    values: Values, comparison: Differences, relations: Sequence[str] | None = None
) -> Iterator[tuple[str, str, float, float, float, int]]:
    """System, measure, mean, its lowest and highest value, unjudged items. relations: a part of the inputs."""
    asked = _asked(values, comparison)
    if asked is not None:
        yield from _bounded(values, comparison, *asked, relations or values.rankings.relations)


def _bounds(values: Values, comparison: Differences, measures: list[str], top_grade: float) -> Bounds:
    rows = _bounded(values, comparison, measures, top_grade, values.rankings.relations)
    return {(system, measure): (lowest, highest) for system, measure, _, lowest, highest, _ in rows}


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
