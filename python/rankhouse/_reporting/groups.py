"""The section on groups of items: the exposure that they get, and how close it is to what they deserve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rankhouse._evaluating.group_exposure import group_exposure
from rankhouse._evaluating.recommendations import recommendation_metrics
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from rankhouse._reporting.gather import Rankings
from rankhouse._reporting.labels import rows_of, with_interval
from rankhouse._reporting.page import Page, Section
from rankhouse._reporting.tables import Cell, Row, Table, count, name, per_cent

SAMPLE = "rankhouse_sample"
"""What tells the lists of a query apart, where the run has several for each system."""
UNKNOWN = "no group known"


def of_groups(features: Any, columns: Mapping[str, str], rankings: Rankings, page: Page) -> None:
    """Adds the section, where groups of items are given. columns: of all inputs."""
    if features is None:
        return
    found = rankings.values.evaluation
    inputs = {table.side: table for table in found.entrance.inputs} if found is not None else {}
    if found is None or "judgments" not in inputs:
        raise InputError(
            "features are groups of items that deserve exposure for their relevant items: give runs and judgments"
        )
    k = _cutoff(rankings)
    of_features = {key: column for key, column in columns.items() if key.split(".")[-1] in ("feature", "weight")}
    names = {**found.entrance.columns.names, **of_features}
    names |= {key: column for key, column in columns.items() if key.startswith("features.")}
    others = [column for column in found.rankings.arguments["by"] if column != rankings.system]
    sample = f", concat_ws(' · ', {', '.join(map(quoted, others))}) as {SAMPLE}" if others else ""
    run = rankings.home.kept(f"select *{sample} from {inputs['run'].sql}")
    ids, grade = [
        [inputs["judgments"].quoted(found.entrance.columns.name("judgments", ours)) for ours in each]
        for each in (("query_id", "item_id"), ("relevance",))
    ]
    # Of a query that is judged in several groups the highest grade.
    judgments = rankings.home.kept(
        f"select {', '.join(ids)}, max({grade[0]}) as {grade[0]} from {inputs['judgments'].sql} group by all"
    )
    shared: dict[str, Any] = {"by": rankings.system, "columns": names, "check": "none"}
    exposed = group_exposure(
        run, judgments, features, sample=SAMPLE if others else None, attention="log2", k=k, **shared
    )
    rows = sorted(rows_of(exposed), key=lambda row: _order(row, rankings))
    section = Section("groups", "Groups of items", _intro(rows, rankings))
    section.tables.append(_exposures(rows, rankings, k))
    if not others:
        measure = "awrf" if k is None else f"awrf@{k}"
        means = rows_of(recommendation_metrics(run, [measure], features=features, **shared))
        section.tables.append(_fairness(means, measure, rankings))
    page.sections.append(section)


def _cutoff(rankings: Rankings) -> int | None:
    """That of the first measure: how far down a list a reader is taken to look."""
    cutoff: int | None = macros("duckdb").parse_measures([rankings.measures[0]])[0]["k"]
    return cutoff


def _order(row: Mapping[str, Any], rankings: Rankings) -> tuple[Any, ...]:
    return row["feature"] is None, str(row["feature"]), rankings.systems.index(str(row[rankings.system]))


def _exposures(rows: Sequence[Mapping[str, Any]], rankings: Rankings, k: int | None) -> Table:
    heads = [name("group"), name("system"), *map(Cell, ("exposure", "deserved", "ratio", "items"))]
    shown = []
    for row in rows:
        place = rankings.systems.index(str(row[rankings.system]))
        group = UNKNOWN if row["feature"] is None else str(row["feature"])
        cells = [name(group), name(rankings.systems[place], place)]
        cells += [per_cent(row["exposure_share"]), per_cent(row["target_share"])]
        cells += [with_interval(row, "ratio", "ci_low", "ci_high"), count(row["n_items"])]
        shown.append(Row(cells, [place]))
    looked = "the whole list" if k is None else f"the first {k} items"
    notes = [
        f"Exposure: the group's share of the attention to {looked}, 1 / log2(rank + 1). Deserved: the share of its"
        " relevant items if all relevant items of a query took turns at the top. Ratio: exposure divided by what the"
        " group deserves; below it is its 95 % interval over queries.",
    ]
    return Table("exposure", "Exposure of groups", heads, shown, notes)


def _fairness(rows: Sequence[Mapping[str, Any]], measure: str, rankings: Rankings) -> Table:
    shown = []
    for row in sorted(rows, key=lambda row: rankings.systems.index(str(row[rankings.system]))):
        place = rankings.systems.index(str(row[rankings.system]))
        value = with_interval(row, "value", "ci_low", "ci_high")
        shown.append(Row([name(rankings.systems[place], place), value, count(row["n_unknown"])], [place]))
    notes = [
        f"{measure}: how close the shares of attention of each list are to the groups' shares of all items; 1 is equal."
        " Below it is its 95 % interval over queries.",
    ]
    heads = [name("system"), Cell(measure), Cell("items without a group")]
    return Table("fairness", "Attention compared with the number of items", heads, shown, notes)


def _intro(rows: Sequence[Mapping[str, Any]], rankings: Rankings) -> str:
    """The groups that get less than they deserve, as far as intervals tell."""
    short = [row for row in rows if row["ci_high"] is not None and row["ci_high"] < 1 and row["feature"] is not None]
    if not short:
        return "According to the intervals, no group gets less exposure than its relevant items deserve."
    worst = min(short, key=lambda row: row["ratio"])
    ratio = with_interval(worst, "ratio", "ci_low", "ci_high")
    return (
        f"{worst[rankings.system]} gives {worst['feature']} {ratio.text} of the exposure that its relevant items"
        f" deserve ({ratio.small}), less than any other group."
    )
