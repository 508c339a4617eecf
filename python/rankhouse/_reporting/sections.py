"""The sections on rankings, made of what was gathered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rankhouse import plot
from rankhouse._comparing.comparison import Comparison
from rankhouse._comparing.verdict import decided
from rankhouse._inputs.progress import tell
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.sql import literal, quoted, texts
from rankhouse._reporting import audit, lists, summary
from rankhouse._reporting.gather import Rankings, as_name
from rankhouse._reporting.page import Finding, Page, Section
from rankhouse._results.numbers import NOTHING
from rankhouse.plot._queries import MOST_BARS as MOST_OF_A_CHART
from rankhouse.plot._queries import differences_of, distribution_of, values_read
from rankhouse.plot._read import Rows

MOST_SEGMENTS = 24
"""Values of segments that the page can be filtered by; charts by segment have more."""
MOST_CHARTS = 60
"""Charts of pairs within segments."""
MOST_BARS = 8_000
"""Differences of queries in all charts together; from then on only the pair that the finding is about has charts."""
MOST_ROWS = 800
"""Rows of the table of differences from which on further segments have none."""
MOST_PAIRS = 10
"""Pairs of systems that have charts of their own."""


def of_rankings(rankings: Rankings, page: Page) -> None:
    """Adds the sections on rankings to the page."""
    figures, comparison = page.figures, rankings.comparison
    page.systems, page.measures = list(rankings.systems), list(rankings.measures)
    page.warnings.extend(rankings.warnings)
    tell("Drawing the means")
    relation = rankings.summary()
    means = summary.means_of(relation, rankings.system)
    order = summary.by_value(rankings, means)
    verdict, deciding = (None, []) if comparison is None else decided(comparison, rankings.segments)
    page.findings.append(Finding("Ranking", summary.finding(rankings, means, comparison, deciding), verdict))
    page.tiles.extend(summary.tiles(rankings, means, comparison, deciding))
    page.subsets = [("", ""), *subsets_of(rankings)]

    first = Section("summary", "Summary", "", ["summary"], [summary.table_of_means(rankings, means, comparison)])
    page.sections.append(first)
    with figures.adding():
        figures.add("summary", plot.summary(relation, system=rankings.system), s=0)
    if comparison is not None:
        pairs = list(dict.fromkeys((str(row["system"]), str(row["baseline"])) for row in comparison.rows()))
        first_pair = summary.deciding_pair(rankings, means, pairs, verdict)
        page.pairs = summary.charted_pairs(pairs, first_pair, MOST_PAIRS)
        page.n_pairs = len(pairs)
        page.first_pair = page.pairs.index(first_pair)
        page.sections.append(
            Section(
                "comparison",
                "Comparison",
                _intro_of_pairs(rankings),
                ["comparison"],
                summary.tables_of_pairs(rankings, comparison, order),
            )
        )
        with figures.adding():
            figures.add("comparison", plot.comparison(comparison), s=0)
    if curves := measures_by_cutoff(means):
        with figures.adding():
            figures.add("cutoffs", plot.by_cutoff(relation.filter(_among(curves)), system=rankings.system), s=0)
            page.sections.append(Section("cutoffs", "By cutoff", "", ["cutoffs"]))
    _queries(rankings, page)
    _segments(rankings, page, order)
    if rankings.time:
        by_time = rankings.summary([rankings.time])
        for place, measure in enumerate(rankings.measures):
            with figures.adding():
                figures.add(
                    "time", plot.over_time(by_time, rankings.time, measure=measure, system=rankings.system), m=place
                )
        is_drawn = "time" in figures.figures
        intro = "" if is_drawn else f"There is no chart: no query with a value has a time in {rankings.time}."
        page.sections.append(Section("time", "Over time", intro, ["time"] if is_drawn else []))


def measures_by_cutoff(means: summary.Means) -> list[str]:
    """Measures that differ from another one in their cutoff alone."""
    names = {row["measure"]: row["measure"].rsplit("@", 1)[0] for row in means.values() if row["k"] is not None}
    counts = Counter(names.values())
    return [measure for measure, name in names.items() if counts[name] > 1]


def _among(measures: list[str]) -> str:
    return f"list_contains({texts(measures)}, measure)"


def _intro_of_pairs(rankings: Rankings) -> str:
    if rankings.asked.methods["baseline"] is not None:
        return f"Every system against {rankings.asked.methods['baseline']}, on the same queries."
    return "Every pair of systems, on the same queries."


def subsets_of(rankings: Rankings) -> list[tuple[str, str]]:
    """The values of segments that one can filter by, those with the most queries."""
    found: list[tuple[int, str, str]] = []
    for column in rankings.segments:
        found += [
            (n, column, value)
            for value, n in rankings.home.rows(
                f"select {as_name(quoted(column))}, count(distinct query_id) as n from {rankings.table}"
                f" group by {quoted(column)} order by n desc, 1 limit {MOST_SEGMENTS}"
            )
        ]
    largest = sorted(found, key=lambda each: -each[0])[:MOST_SEGMENTS]
    kept = [(column, value) for _, column, value in largest]
    return sorted(kept, key=lambda each: (rankings.segments.index(each[0]), _sortable(each[1])))


def _sortable(value: str) -> tuple[int, float, str]:
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def _queries(rankings: Rankings, page: Page) -> None:
    tell("Drawing the queries")
    figures, comparison = page.figures, rankings.comparison
    names = ["differences", "distribution"] if comparison is not None else ["distribution"]
    few = page.n_pairs > len(page.pairs)
    intro = (
        f"{len(page.pairs)} of {page.n_pairs:,} pairs of systems have charts and rankings here, first of all those with"
        f" {page.pairs[page.first_pair][0]} or {page.pairs[page.first_pair][1]}."
        if few
        else ""
    )
    section = Section("queries", "Queries", intro, names, [], "queries")
    values = (
        rankings.relation().project("* exclude (" + ", ".join(map(quoted, rankings.segments)) + ")")
        if rankings.segments
        else rankings.relation()
    )
    with values_read(values, rankings.system) as rows:
        for place, measure in enumerate(rankings.measures):
            with figures.adding():
                figures.add("distribution", distribution_of(rows, measure), m=place, s=0)
            if comparison is not None:
                _differences(rows, comparison, page, measure, place, 0)
    page.sections.append(section)
    tell("Reading the lists of the queries that moved most")
    moved = lists.moved_most(rankings, page.pairs) if comparison is not None else lists.worst(rankings)
    units = lists.listed_units(moved)
    page.lists = lists.lists_of(rankings, units)
    page.groups = lists.groups_of(rankings, [row[0] for one in moved for row in one.rows])
    page.group_names = [*rankings.segments, *([rankings.time] if rankings.time else [])]
    pairs = {pair: place for place, pair in enumerate(page.pairs)}
    page.moved = [
        {
            "m": rankings.measures.index(one.measure),
            "p": pairs.get((one.system, one.baseline), 0),
            "n": one.n_queries,
            "rows": [[row[0], *(None if v is None else float(f"{v:.9g}") for v in row[1:])] for row in one.rows],
        }
        for one in moved
    ]


def _differences(rows: Rows, comparison: Comparison, page: Page, measure: str, m: int, s: int) -> None:
    """rows: the values by query that the comparison is of."""
    # Many pairs have such a chart among all queries alone, but for the pair that the finding is about.
    has_all = not s or len(page.pairs) * len(page.subsets) <= MOST_CHARTS
    n_queries = {
        (row["system"], row["baseline"]): row["n_queries"] for row in comparison.rows() if row["measure"] == measure
    }
    for p, (system, baseline) in enumerate(page.pairs):
        if p != page.first_pair and (not has_all or page.n_bars > MOST_BARS):
            continue
        with page.figures.adding():
            page.figures.add("differences", differences_of(rows, measure, system, baseline), m=m, p=p, s=s)
            page.n_bars += min(n_queries.get((system, baseline), 0), MOST_OF_A_CHART)


def _segments(rankings: Rankings, page: Page, order: Sequence[str]) -> None:
    """A chart by segment, and every table and chart of a summary within each value of a segment."""
    if not rankings.segments:
        return
    tell("Drawing the segments")
    figures = page.figures
    section = Section("segments", "Segments")
    for position, column in enumerate(rankings.segments):
        by_segment = rankings.summary([column])
        for place, measure in enumerate(rankings.measures):
            with figures.adding():
                chart = plot.by_segment(by_segment, column, measure=measure, system=rankings.system)
                figures.add(f"segment-{position}", chart, m=place)
        if f"segment-{position}" in figures.figures:
            section.figures.append(f"segment-{position}")
    if section.figures:
        page.sections.insert(_after(page, "queries"), section)
    for s, (column, value) in enumerate(page.subsets):
        if s:
            _subset(rankings, page, order, s, column, value)


def _after(page: Page, name: str) -> int:
    return next(place for place, section in enumerate(page.sections) if section.name == name) + 1


def _subset(rankings: Rankings, page: Page, order: Sequence[str], s: int, column: str, value: str) -> None:
    """The summary, the comparison and the distribution among the queries of one segment."""
    figures = page.figures
    where = f"{as_name(quoted(column))} = {literal(value)}"
    relation = rankings.summary(where=where)
    means = summary.means_of(relation, rankings.system)
    comparison = compared_within(rankings, column, where)
    tables = {section.name: section.tables for section in page.sections}
    verdict, deciding = (None, []) if comparison is None else decided(comparison)
    told = Finding(f"Among {column} {value}", summary.finding(rankings, means, comparison, deciding), verdict)
    page.found_among[s] = (told, summary.tiles(rankings, means, comparison, deciding, where))
    own = summary.table_of_means(rankings, means, comparison)
    tables["summary"][0] = tables["summary"][0].and_rows_of(own.among(s=s))
    with figures.adding():
        figures.add("summary", plot.summary(relation, system=rankings.system), s=s)
    if "cutoffs" in figures.figures:
        with figures.adding():
            curves = relation.filter(_among(measures_by_cutoff(means)))
            figures.add("cutoffs", plot.by_cutoff(curves, system=rankings.system), s=s)
    measure = rankings.measures[0]
    names = [rankings.system, "query_id", "measure", "metric", "k", "value"]
    values = rankings.relation(where).project(", ".join(map(quoted, names)))
    with values_read(values, rankings.system) as rows:
        with figures.adding():
            figures.add("distribution", distribution_of(rows, measure), m=0, s=s)
        if comparison is None:
            return
        if sum(len(table.rows) for table in tables["comparison"]) < MOST_ROWS:
            found = summary.tables_of_pairs(rankings, comparison, order)
            within = {table.name: table.among(s=s) for table in found}
            tables["comparison"][:] = [table.and_rows_of(within[table.name]) for table in tables["comparison"]]
            with figures.adding():
                figures.add("comparison", plot.comparison(comparison), s=s)
        _differences(rows, comparison, page, measure, 0, s)


def compared_within(rankings: Rankings, column: str, where: str) -> Comparison | None:
    """The rows of the comparison by a column that are of one of its values."""
    by_segment = rankings.by_segment.get(column)
    if by_segment is None:
        return None
    details = by_segment.details.filter(where).project(f"* exclude ({quoted(column)})")
    if not details.limit(1).fetchall():
        return None
    return replace(by_segment, details=details, values=by_segment.values.filter(where), groups=[], warnings=[])


def of_curve(curve: Any, crossings: Any, page: Page, con: Any) -> None:
    """The section on learning curves."""
    try:
        page.figures.add("learning", plot.learning_curve(curve, crossings, con=con))
    except InputError as error:
        raise InputError(f"learning_curve: {str(error).removeprefix('plot.')}") from error
    intro = "" if crossings is None else "Where curves cross, one would switch from one system to the other."
    page.sections.append(Section("learning", "Learning curves", intro, ["learning"]))


def of_inputs(rankings: Rankings, page: Page) -> None:
    """Ties, the inputs, and how everything was computed."""
    tell("Looking at the inputs")
    section = Section("inputs", "Inputs and ties")
    if rankings.ties is not None:
        with page.figures.adding():
            page.figures.add("ties", plot.ties(rankings.ties.relation, system=rankings.system))
            section.figures.append("ties")
    found = (
        audit.table_of_systems,
        audit.table_of_judgments,
        audit.table_of_holes,
        audit.table_of_problems,
        audit.table_of_ties,
    )
    section.tables = [table for make in found if (table := make(rankings)) is not None]
    if rankings.is_tied is False:
        section.intro = "No two items of a list have the same score, so there are no ties."
    if section.tables:
        page.sections.append(section)


def title_of(rankings: Rankings) -> str:
    names = list(rankings.systems)
    if len(names) == 1:
        return f"Evaluation of {names[0]}" if names[0] != NOTHING else "Evaluation"
    if len(names) > 4:
        return f"Comparison of {len(names)} systems"
    return f"{', '.join(names[:-1])} and {names[-1]} compared"
