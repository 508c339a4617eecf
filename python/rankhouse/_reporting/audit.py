"""What the inputs are like: their sizes, what is wrong with them, ties; and how the figures were computed."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import render
from rankhouse._rendering.shipped import __version__
from rankhouse._rendering.sql import quoted
from rankhouse._reporting.gather import Rankings, as_name, bounds
from rankhouse._reporting.tables import Cell, Row, Table, count, name, per_cent
from rankhouse._results.numbers import NOTHING, number

POLICIES = ("ties", "queries", "unjudged", "pool", "relevant_from")


def table_of_systems(rankings: Rankings) -> Table | None:
    """How many lists and items each system returns."""
    found = rankings.values.evaluation
    if found is None:
        return None
    run = next(table for table in found.entrance.inputs if table.side == "run")
    columns = found.entrance.columns
    system = run.quoted(rankings.system)
    query, item = (run.quoted(columns.name("run", ours)) for ours in ("query_id", "item_id"))
    by = "".join(f", {quoted(each)}" for each in found.rankings.arguments["by"] if each != rankings.system)
    rows = {
        row[0]: row[1:]
        for row in rankings.home.rows(
            f"select {as_name('system')}, sum(n)::bigint, count(*), min(n), median(n), max(n) from"
            f" (select {system} as system, {query} as query{by}, count(*) as n from {run.sql} group by all) group by 1"
        )
    }
    items = dict(rankings.home.rows(f"select {as_name(system)}, count(distinct {item}) from {run.sql} group by 1"))
    headers = [name("system"), *map(Cell, ("rows", "queries", "distinct items", "items per query"))]
    if rankings.judged:
        headers.append(Cell(rankings.judged_measure.replace("judged@", "judged of the first ")))
    shown = []
    for place, system_name in enumerate(rankings.systems):
        n_rows, n_queries, least, middle, most = rows.get(system_name, (None, None, None, None, None))
        spread = NOTHING if least is None else f"{least:,}" if least == most else f"{least:,} to {most:,}"
        cells = [name(system_name), count(n_rows), count(n_queries), count(items.get(system_name))]
        cells.append(Cell(spread, "" if least is None or least == most else f"median {middle:,.0f}"))
        if rankings.judged:
            cells.append(per_cent(rankings.judged.get(system_name)))
        shown.append(Row(cells, [place]))
    return Table("inputs", "What each system returns", headers, shown)


def table_of_judgments(rankings: Rankings) -> Table | None:
    found = rankings.values.evaluation
    if found is None:
        return None
    side = "judgments" if found.entrance.relation("judgments") else "run"
    table = next(given for given in found.entrance.inputs if given.side == side)
    columns = found.entrance.columns
    query, item, grade = (table.quoted(columns.name(side, ours)) for ours in ("query_id", "item_id", "relevance"))
    relevant_from = found.policies.get("relevant_from")
    relevant = f"{grade} > 0" if relevant_from is None else f"{grade} >= {float(relevant_from)!r}"
    n, n_queries, n_items, n_relevant, n_with, low, high = rankings.home.row(
        f"select count({grade}), count(distinct {query}), count(distinct {item}), count(*) filter ({relevant}),"
        f" count(distinct {query}) filter ({relevant}), min({grade}), max({grade}) from {table.sql}"
        f" where {grade} is not null"
    )
    grades = NOTHING if low is None else f"{low:g}" if low == high else f"{low:g} to {high:g}"
    facts = [
        ("judgments", count(n)),
        ("judged queries", count(n_queries)),
        ("judged queries with a relevant item", count(n_with)),
        ("judged items", count(n_items)),
        ("relevant judgments", Cell(f"{n_relevant:,}", f"{100 * n_relevant / n:.1f} %" if n else "")),
        ("relevant per judged query, mean", Cell(f"{n_relevant / n_queries:.1f}" if n_queries else NOTHING)),
        ("grades", Cell(grades)),
    ]
    return Table("judgments", "The judgments", [name("what"), Cell("how many")], [Row([name(t), c]) for t, c in facts])


def table_of_problems(rankings: Rankings) -> Table | None:
    """What `input_problems` counts."""
    found = rankings.values.evaluation
    if found is None:
        return None
    arguments = {key: value for key, value in found.rankings.weighted_arguments.items() if key != "checked"}
    sql = macros("duckdb").input_problems(*found.rankings.relations, **arguments)
    rows = rankings.home.rows(f"select side, problem, n_rows, example from ({sql}) order by 1 desc, 2")
    # Examples have ids.
    has_examples = rankings.asked.query_ids
    shown = [
        Row([name(side), name(what), count(n), *([name(example)] if has_examples else [])])
        for side, what, n, example in rows
    ]
    headers = [name("side"), name("what"), Cell("how many"), *([name("example")] if has_examples else [])]
    notes = (
        []
        if rows
        else [
            "Nothing found: no row lacks an id, score or relevance, no item appears twice in a query, and"
            " every query is judged and answered by some system."
        ]
    )
    return Table("problems", "What is unusual in the inputs", headers, shown, notes)


def table_of_ties(rankings: Rankings) -> Table | None:
    ties = rankings.ties
    if ties is None:
        return None
    headers = [name("system"), name("measure")]
    headers += [Cell(each) for each in ("lowest", "by item id", "highest", "tied items", "queries moved")]
    rows = [
        Row(
            [
                name(row["system"]),
                name(row["measure"]),
                *(Cell(number(row[each])) for each in ("lowest", "value", "highest")),
                per_cent(row["tied_share"]),
                Cell(f"{row['n_tied']:,} of {row['n']:,}"),
            ],
            [rankings.systems.index(row["system"])],
        )
        for row in ties.rows
        if row["system"] in rankings.systems
    ]
    notes = [
        "Means over queries, with the tied items of each list in the worst order, by item id, and in the best order."
    ]
    if ties.one_in > 1:
        notes.append(f"Based on one in {ties.one_in} queries, chosen by their hash.")
    notes.append("Systems without ties are left out.")
    return Table("ties", "What the order of tied items decides", headers, rows, notes)


def table_of_holes(rankings: Rankings) -> Table | None:
    """What labels of the unjudged items could make of each mean."""
    rows, one_in = bounds(rankings)
    if not rows:
        return None
    headers = [name("system"), name("measure"), *map(Cell, ("lowest", "as judged", "highest", "unjudged items"))]
    shown = [
        Row(
            [
                name(system),
                name(measure),
                *(Cell(number(each)) for each in (lowest, value, highest)),
                count(n_unjudged),
            ],
            [rankings.systems.index(system)],
        )
        for system, measure, value, lowest, highest, n_unjudged in rows
    ]
    notes = [
        "Lowest: with the labels that are worst for each list. As judged: with unjudged items as irrelevant. Highest:"
        " with the best labels, up to the highest grade of the judgments. Only items down to the cutoff count."
    ]
    if one_in > 1:
        notes.append(f"Based on one in {one_in} queries, chosen by their hash.")
    return Table("holes", "What unjudged items leave open", headers, shown, notes)


def facts_of_method(rankings: Rankings, shown: Mapping[str, str]) -> list[tuple[str, str]]:
    """How the figures were computed, for somebody who wants to compute them again."""
    found, asked = rankings.values.evaluation, rankings.asked
    facts = [(label, text) for label, text in shown.items()]
    facts.append(("Measures", ", ".join(rankings.measures)))
    if rankings.segments:
        facts.append(("Segments", ", ".join(rankings.segments)))
    if rankings.time:
        facts.append(("Time", rankings.time))
    if found is not None:
        convention = asked.evaluation.get("convention")
        facts.append(("Convention", "rankhouse's own" if convention is None else str(convention)))
        policies = [f"{name} = {found.policies[name]}" for name in POLICIES if found.policies.get(name) is not None]
        facts.append(("Policies", ", ".join(policies) or "the defaults of the convention"))
        facts.extend((side.capitalize(), described(asked.evaluation.get(side))) for side in found.rankings.pairs)
        if names := asked.evaluation.get("columns"):
            facts.append(("Columns", ", ".join(f"{ours} is {theirs}" for ours, theirs in names.items())))
    if rankings.comparison is not None:
        methods = asked.methods
        facts.append(("Test", f"{methods['test']}, correction {methods['correction']}, seed {methods['seed']}"))
    if rankings.cluster is not None:
        facts.append(("Clusters", f"{rankings.n_clusters():,} values of {rankings.cluster}"))
    facts.append(fact_of_versions())
    return facts


def fact_of_versions() -> tuple[str, str]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return "Versions", f"rankhouse {__version__}, DuckDB {duckdb.__version__}, {python}"


def described(given: Any) -> str:
    """An input in a few words: the name of a table or a file, or what kind of object it is."""
    if given is None:
        return "none"
    if isinstance(given, (str, Path)):
        return str(given)
    if isinstance(given, Mapping) and all(not isinstance(each, Mapping) for each in given.values()):
        return ", ".join(f"{key}: {described(each)}" for key, each in given.items())
    if isinstance(given, (list, tuple)) and all(isinstance(each, (str, Path)) for each in given):
        return ", ".join(map(str, given))
    if isinstance(given, duckdb.DuckDBPyRelation):
        return "a DuckDB relation"
    return f"a {type(given).__module__.split('.')[0]} {type(given).__name__}"


def sql_of(rankings: Rankings) -> str:
    """The query of the values, over tables `run` and `judgments`."""
    found = rankings.values.evaluation
    if found is None:
        return ""
    arguments = found.rankings.weighted_arguments
    try:
        return render(
            "run",
            "judgments" if found.entrance.relation("judgments") else None,
            list(rankings.measures),
            by=arguments["by"],
            judgments_by=arguments["judgments_by"],
            per_query=True,
            columns=arguments["columns"],
            exclude="exclude" if "exclude" in found.rankings.pairs else None,
            candidates="candidates" if "candidates" in found.rankings.pairs else None,
            **found.policies,
        )
    except InputError:
        return ""
