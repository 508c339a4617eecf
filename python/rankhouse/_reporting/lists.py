"""The rankings of the queries that moved most, side by side: read in one query, for the page to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted, texts, unique_name
from rankhouse._reporting.gather import QUERY, Rankings

RANKS = 20
MOST_LISTS = 300
FIRST, OTHERS = 50, 20
"""Queries of a pair that are listed by the first measure, and by each of the others."""


@dataclass
class Moved:
    """The queries that moved most in a pair by a measure: unit, difference, value, baseline_value; the most first."""

    measure: str
    system: str
    baseline: str
    rows: list[Any]
    n_queries: int


def moved_most(rankings: Rankings, pairs: Sequence[tuple[str, str]]) -> list[Moved]:
    names = ", ".join(
        f"({place}, {literal(system)}, {literal(baseline)})" for place, (system, baseline) in enumerate(pairs)
    )
    rows = rankings.home.rows(f"""
        with valued as (
            select measure, query_id, {quoted(rankings.system)}::varchar as system, max(value) as value
            from {rankings.table} where value is not null group by all
        ),
        differing as (
            select own.measure, pairs.place, own.query_id,
                {macros("duckdb").difference("own.value", "other.value")} as difference,
                own.value, other.value as baseline_value
            from (values {names}) as pairs(place, system, baseline)
            join valued as own on own.system = pairs.system
            join valued as other on other.system = pairs.baseline and other.measure = own.measure
                and other.query_id is not distinct from own.query_id
        ),
        ordered as (
            select *, count(*) over (partition by measure, place) as n,
                row_number() over (partition by measure, place order by abs(difference) desc, query_id) as nth
            from differing
        )
        select measure, place, n, query_id::varchar, difference, value, baseline_value from ordered
        where nth <= case when measure = {literal(rankings.measures[0])} then {FIRST} else {OTHERS} end
        order by nth
    """)
    found = {
        (measure, place): Moved(measure, *pair, [], 0)
        for measure in rankings.measures
        for place, pair in enumerate(pairs)
    }
    for measure, place, n, *row in rows:
        moved = found[measure, place]
        moved.n_queries = n
        if row[1]:
            moved.rows.append(row)
    return list(found.values())


def worst(rankings: Rankings) -> list[Moved]:
    """Of a single system, the queries with the lowest values."""
    found = []
    for place, measure in enumerate(rankings.measures):
        rows = rankings.home.rows(
            f"select query_id::varchar, null, value, null from {rankings.table}"
            f" where measure = {literal(measure)} and value is not null and query_id is not null"
            f" order by value, query_id limit {OTHERS if place else FIRST}"
        )
        (n,) = rankings.home.row(f"select count(value) from {rankings.table} where measure = {literal(measure)}")
        found.append(Moved(measure, rankings.systems[0], "", rows, n))
    return found


def listed_units(moved: Sequence[Moved]) -> list[str]:
    """The units whose lists are in the file, those that moved most in any pair first."""
    by_place = [row[0] for place in range(FIRST) for one in moved for row in one.rows[place : place + 1]]
    return list(dict.fromkeys(by_place))[:MOST_LISTS]


def groups_of(rankings: Rankings, units: Sequence[str]) -> dict[str, list[Any]]:
    """The values of segments and time of each unit, as text; only what has one value is told."""
    names = [*rankings.segments, *([rankings.time] if rankings.time else [])]
    if not names or not units:
        return {}
    columns = ", ".join(
        f"case when count(distinct {quoted(name)}) = 1 then any_value({quoted(name)})::varchar end" for name in names
    )
    rows = rankings.home.rows(
        f"select query_id::varchar, {columns} from {rankings.table}"
        f" where list_contains({texts(units)}, query_id::varchar) group by 1"
    )
    return {row[0]: list(row[1:]) for row in rows}


def lists_of(rankings: Rankings, units: Sequence[str]) -> dict[str, list[Sequence[Any]]]:
    """By unit its items that are within the first ranks of some system: item, relevance, then the rank in each system.

    As `Comparison.lists` has them; ranks are those of the whole lists.
    """
    found = rankings.values.evaluation
    if found is None or not units:
        return {}
    home, entrance = rankings.home, found.entrance
    wanted = unique_name("wanted")
    by = found.rankings.arguments["by"]
    of_run = [name for name in by if name != rankings.system]
    groups = dict.fromkeys([*of_run, *(n for n in found.rankings.arguments["judgments_by"] if n != rankings.system)])
    keys = "".join(f", {quoted(name)}" for name in groups)
    home.rows(
        f"create temp table {wanted} as select distinct query_id::varchar as unit, {QUERY}{keys}"
        f" from {rankings.table} where list_contains({texts(units)}, query_id::varchar)"
    )
    try:
        rows = home.rows(_sql(rankings, found, wanted, of_run, entrance.by.get("judgments", ())))
    finally:
        home.rows(f"drop table if exists {wanted}")
    lists: dict[str, list[Sequence[Any]]] = {}
    place = {name: position for position, name in enumerate(rankings.systems)}
    for unit, item, relevance, systems, ranks in rows:
        row: list[Any] = [item, relevance, *[None] * len(place)]
        for system, rank in zip(systems, ranks, strict=True):
            if system in place:
                row[2 + place[system]] = rank
        lists.setdefault(unit, []).append(row)
    return lists


def _sql(rankings: Rankings, found: Any, wanted: str, of_run: Sequence[str], of_judgments: Sequence[str]) -> str:
    entrance, columns = found.entrance, found.entrance.columns
    is_single = entrance.relation("judgments") is None
    place: Mapping[tuple[str, str], str] = {
        (table.side, ours): table.quoted(columns.name(table.side, ours))
        for table in entrance.inputs
        for ours in ("query_id", "item_id", "relevance", columns.order())
        if table.column(columns.name(table.side, ours)) is not None
    }
    system = next(t for t in entrance.inputs if t.side == "run").quoted(rankings.system)
    score = place["run", columns.order()]
    score = score if columns.order() == "score" else f"-{score}"

    def joined(side: str, names: Sequence[str]) -> str:
        same = [f"wanted.{QUERY} = given.{place[side, 'query_id']}::varchar"]
        same += [f"wanted.{quoted(name)} is not distinct from given.{quoted(name)}" for name in names]
        same += [
            f"{'not ' if limit == 'exclude' else ''}exists (select 1 from {relation} as pair"
            f" where pair.{place[limit, 'query_id']}::varchar = given.{place[side, 'query_id']}::varchar"
            f" and pair.{place[limit, 'item_id']} = given.{place[side, 'item_id']})"
            for limit, relation in found.rankings.pairs.items()
        ]
        return f"{entrance.relation(side)} as given join {wanted} as wanted on {' and '.join(same)}"

    grades = "run" if is_single else "judgments"
    of_grades = of_run if is_single else [n for n in of_judgments if n != rankings.system]
    ranked = macros("duckdb").item_place(["unit", "system"])
    return f"""
        with graded as (
            select wanted.unit, given.{place[grades, "item_id"]} as item_id,
                max(given.{place[grades, "relevance"]}) as relevance
            from {joined(grades, of_grades)} group by 1, 2
        ),
        listed as (
            select wanted.unit, given.{system}::varchar as system, given.{place["run", "item_id"]} as item_id,
                max({score}) as score
            from {joined("run", of_run)} where given.{place["run", columns.order()]} is not null group by 1, 2, 3
        ),
        ranked as (select unit, system, item_id, {ranked} as place from listed),
        together as (
            select unit, item_id, list(system) as systems, list(place) as places, min(place) as best
            from ranked group by 1, 2 having min(place) <= {RANKS}
        )
        select together.unit, together.item_id::varchar, graded.relevance, together.systems, together.places
        from together left join graded on graded.unit = together.unit and graded.item_id = together.item_id
        order by together.unit, together.best, 2
    """
