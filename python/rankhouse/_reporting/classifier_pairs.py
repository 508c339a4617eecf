"""Classifiers on the same rows: their areas under the ROC curve by segment, and DeLong's test of each pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._classifying.metrics import auc_interval
from rankhouse._comparing.classifiers import compare_classifiers
from rankhouse._comparing.pairs import Pair
from rankhouse._rendering.sql import quoted
from rankhouse._reporting.summary import mark_of
from rankhouse._reporting.tables import Cell, Row, Table, name, p_text
from rankhouse._results.numbers import NOTHING, between, digits_of, rounded, share

METHODS = ("baseline", "correction", "confidence", "cluster")


def pairs_of_classifiers(
    relation: Any, systems: Sequence[str], methods: Mapping[str, Any], by: Sequence[str] = (), **shared: Any
) -> list[tuple[tuple[str, ...], Pair]]:
    """The pairs with the values of `by`. methods: of `report`; its baseline may be a system of the runs alone."""
    own = {each: methods[each] for each in METHODS if each in methods}
    own["cluster"] = own.get("cluster") or None
    if own.get("baseline") not in systems:
        own.pop("baseline", None)
    found = compare_classifiers(relation, by=by, **own, **shared)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    return [
        (
            tuple(row[each] for each in by),
            Pair(
                (row["measure"],),
                row["system"],
                row["baseline"],
                row | {"metric": "roc_auc", "n_queries": row["n_rows"], "queries_needed": None},
                row["p_adjusted"] is not None and row["p_adjusted"] < 1 - own.get("confidence", 0.95),
            ),
        )
        for row in rows
    ]


def table_of_pairs(
    pairs: Sequence[tuple[tuple[str, ...], Pair]], places: Mapping[str, int | None], confidence: float, column: str = ""
) -> Table:
    """column: that of the segments, which a row names first."""
    headers = [*([name(column)] if column else []), name("systems"), Cell("difference")]
    headers += [Cell(f"{share(confidence)} interval"), Cell("p, corrected"), Cell("rows")]
    rows = []
    for values, pair in pairs:
        row = pair.row
        mark, says = mark_of(pair, pair.system)
        digits = digits_of(row["ci_low"], row["ci_high"])
        figures = [
            Cell(rounded(row["difference"], digits, has_sign=True), mark=mark, says=says, is_muted=not mark),
            Cell(between(row["ci_low"], row["ci_high"], has_sign=True) or NOTHING),
            Cell(p_text(row["p_adjusted"])),
            Cell(f"{row['n_rows']:,}"),
        ]
        known = [place for each in (pair.system, pair.baseline) if (place := places[each]) is not None]
        rows.append(
            Row([*map(name, values), Cell(pair.system, f"against {pair.baseline}", is_name=True), *figures], known)
        )
    notes = ["On the same rows, by DeLong's test. ▲ significantly better, ▼ significantly worse."]
    caption = f"Differences of roc_auc by {column}" if column else "Differences of roc_auc"
    return Table(f"classifier-differences{'-' + column if column else ''}", caption, headers, rows, notes)


def areas_by_segment(relation: Any, column: str, **shared: Any) -> duckdb.DuckDBPyRelation:
    """The area under the ROC curve of each system and value of a segment's column, as a table of metrics."""
    by = [*(["system"] if "system" in relation.columns else []), column]
    return auc_interval(relation, by=by, **shared).project(
        f"{', '.join(map(quoted, by))}, 'roc_auc' as measure, value, ci_low, ci_high, n_positives, n_negatives"
    )


def table_by_segment(found: duckdb.DuckDBPyRelation, column: str, places: Mapping[str, int | None]) -> Table:
    """A row per value of a segment, with the area under the curve of each system."""
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
    values = {(row[column], row.get("system", "")): row for row in rows}

    def cell(value: str, system: str) -> Cell:
        row = values.get((value, system))
        if row is None or row["value"] is None:
            return Cell(NOTHING, system=places[system])
        low, high = row["ci_low"], row["ci_high"]
        return Cell(rounded(row["value"], digits_of(low, high)), between(low, high), system=places[system])

    def counted(value: str) -> list[Cell]:
        own = [row for row in rows if row[column] == value]
        most = max(own, key=lambda row: row["n_positives"] + row["n_negatives"])
        return [Cell(f"{most['n_positives'] + most['n_negatives']:,}"), Cell(f"{most['n_positives']:,}")]

    headers = [name(column), *(Cell(system or "roc_auc", system=place) for system, place in places.items())]
    headers += [Cell("rows"), Cell("positive")]
    shown = [
        Row([name(value), *(cell(value, system) for system in places), *counted(value)])
        for value in dict.fromkeys(row[column] for row in sorted(rows, key=lambda row: str(row[column])))
    ]
    notes = ["The area under the ROC curve; below it is its 95 % interval."]
    return Table(f"classifier-{column}", f"roc_auc by {column}", headers, shown, notes)
