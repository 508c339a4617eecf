"""The section Tries: how often each system passes its tasks, and which one to ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._answers.try_metrics import try_decision, try_metrics
from rankhouse._comparing.verdict import verdict_told
from rankhouse._reporting.clusters import cluster_among, column_among
from rankhouse._reporting.labels import rows_of, with_interval
from rankhouse._reporting.online import own_columns
from rankhouse._reporting.page import Finding, Page, Section
from rankhouse._reporting.summary import Tile
from rankhouse._reporting.tables import Cell, Row, Table, count, name
from rankhouse._results.numbers import NOTHING
from rankhouse.plot._chart import several

SIDE, SYSTEM = "tries", "system"
READ = ("query_id", "try_id", "passed")
USUAL = ("pass@1", "pass_all@3")


def of_tries(
    tries: Any,
    columns: Mapping[str, str],
    system: str | None,
    measures: Any,
    page: Page,
    con: duckdb.DuckDBPyConnection | None,
    methods: Mapping[str, Any],
) -> None:
    """Adds the section, where there are tries. measures: None for the usual ones; the first one decides.

    methods: of `report`: baseline, confidence, power and cluster hold here.
    """
    if tries is None:
        return
    own = own_columns(columns, SIDE, READ)
    column = system or column_among(tries, SYSTEM, con)
    by, asked = [column] if column else [], measures or USUAL
    cluster = cluster_among(tries, methods["cluster"], con)
    shared: dict[str, Any] = {"columns": own, "con": con}
    rows = rows_of(try_metrics(tries, asked, by=by, cluster=cluster or None, **shared))
    known = [{**row, SYSTEM: str(row[column]) if column else ""} for row in rows]
    systems = list(dict.fromkeys(row[SYSTEM] for row in known))
    sentence = sentence_of(known)
    page.sections.append(Section("tries", "Tries", sentence, [], [table_of(known, systems)]))
    verdict = None
    if len(systems) > 1:
        baseline = methods["baseline"] if methods["baseline"] in systems else None
        rule = {each: methods[each] for each in ("confidence", "power")}
        arguments: dict[str, Any] = {"system": column, "measures": asked, "cluster": cluster, **rule, **shared}
        verdict = verdict_told(try_decision(tries, baseline=baseline, **arguments))
    page.findings.append(Finding("Tries", sentence, verdict))
    if not page.tiles:
        page.tiles.append(Tile("Tasks", f"{max(tasks(row) for row in known):,}"))
        page.tiles.append(Tile("Systems", f"{len(systems):,}"))


def tasks(row: Mapping[str, Any]) -> int:
    return int(row["n_queries"] + row["n_left_out"])


def sentence_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """The systems by the first measure, the best one first."""
    first = [row for row in rows if row["measure"] == rows[0]["measure"] and row["value"] is not None]
    if not first:
        return f"No task has enough tries for {rows[0]['measure']}."
    first.sort(key=lambda row: -row["value"])

    def told(row: Mapping[str, Any]) -> str:
        cell = with_interval(row, "value", "ci_low", "ci_high")
        return f"{row[SYSTEM]} {cell.text}".strip() + (f" ({cell.small})" if cell.small else "")

    more = f", {several(len(first) - 3, 'other system')} less" if len(first) > 3 else ""
    named = ", ".join(map(told, first[:3]))
    return f"{first[0]['measure']} over {several(max(map(tasks, first)), 'task')}: {named}{more}."


def table_of(rows: Sequence[Mapping[str, Any]], systems: Sequence[str]) -> Table:
    of_system = {(row["measure"], row[SYSTEM]): row for row in rows}

    def cell(measure: str, system: str) -> Cell:
        row = of_system[measure, system]
        return Cell(NOTHING) if row["value"] is None else with_interval(row, "value", "ci_low", "ci_high")

    measures = list(dict.fromkeys(row["measure"] for row in rows))
    shown = [Row([name(measure), *(cell(measure, system) for system in systems)]) for measure in measures]
    shown.append(Row([name("tasks"), *(count(tasks(of_system[measures[0], system])) for system in systems)]))
    notes = [
        "The mean over tasks; below it is its 95 % interval. pass@k: the chance that one of k tries passes; pass_all@k:"
        " that all do. A task with fewer than k tries does not count."
    ]
    return Table(
        "tries", "How often tries pass", [name("measure"), *(Cell(each or "value") for each in systems)], shown, notes
    )
