"""The sections on a binary classifier: curves, the confusion matrix at every threshold, calibration, lift."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from statistics import NormalDist
from typing import Any

import duckdb

from rankhouse import plot
from rankhouse._classifying import curves
from rankhouse._classifying.metrics import auc_interval, classifier_metrics, confusion
from rankhouse._classifying.predictions import NAMES, SIDE, PredictionColumns, require_predictions
from rankhouse._comparing.classifiers import ROW, classifier_decision
from rankhouse._comparing.verdict import Verdict, verdict_told
from rankhouse._inputs.entrance import entered, list_of_measures
from rankhouse._inputs.home import at_home
from rankhouse._inputs.likely import likely_names
from rankhouse._inputs.problems import refuse_problems
from rankhouse._inputs.tables import connection_of, opened
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.sql import literal, quoted, unique_name
from rankhouse._reporting.classifier_pairs import (
    areas_by_segment,
    pairs_of_classifiers,
    table_by_segment,
    table_of_pairs,
)
from rankhouse._reporting.clusters import cluster_among
from rankhouse._reporting.figures import Figures
from rankhouse._reporting.gather import as_name
from rankhouse._reporting.tables import Cell, Row, Table, name
from rankhouse._results.numbers import between, digits_of, rounded

SYSTEM = "system"
MOST_POINTS = 200
STEPS = 50
BINS = 10
SHARE = "sum(weight * label) / nullif(sum(weight), 0)"
OF_THRESHOLDS = ("roc_auc", "pr_auc", "break_even", "best_f1", "best_f1_threshold", "ks")
OF_ROWS = ("break_even",)
"""Those without a weighted form."""
OF_PROBABILITIES = ("log_loss", "brier", "ece")


@dataclass
class Classifier:
    """systems: those of a column `system`, one of no name without it; best: the same, the largest area first.

    confusion: counts by threshold and system, with weights their sums. share: of positives. weight: its column. tables:
    by segment, and of pairs of systems. figures: names of charts.
    """

    systems: list[str]
    table: Table
    confusion: dict[str, Any]
    n_rows: int
    n_positives: int
    share: float | None
    weight: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    sentence: str = ""
    best: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    verdict: Verdict | None = None
    warnings: list[str] = field(default_factory=list)


def classifier_of(
    predictions: Any,
    columns: Mapping[str, str],
    system: str | None,
    con: duckdb.DuckDBPyConnection | None,
    figures: Figures,
    known: Sequence[str] = (),
    segments: Sequence[str] = (),
    methods: Mapping[str, Any] | None = None,
    measures: Any = None,
) -> Classifier:
    """Everything about the predictions, read once into a table of the columns that are needed.

    known: the systems of the runs, by which the page is filtered. segments: columns of the predictions. methods: of
    `report`. measures: of the table; None: the usual ones. Classifiers with a column `row_id`, the same in each, are
    compared on the rows that both have.
    """
    require_predictions(predictions)
    methods = methods or {}
    cluster = cluster_among(predictions, methods.get("cluster"), con)
    renamed = PredictionColumns(columns, (*NAMES, ROW))
    if renamed.order() != "score":
        raise InputError("predictions: a report needs scores, because it varies their threshold: leave prediction out")
    column = next(iter(columns_among(predictions, [system or SYSTEM], con)), None)
    segments = [each for each in segments if each != column]
    by = [*([column] if column else []), *segments]
    rows = columns_among(predictions, [renamed.name(SIDE, ROW)], con)
    needed = {SIDE: [*renamed.read(), *([ROW] if rows else [])]}
    likely = columns_among(predictions, likely_names(), con) if cluster is None else []
    clusters = [each for each in ([cluster] if cluster else likely) if each not in (*by, *rows)]
    with (
        entered(con, {SIDE: predictions}, needed, renamed, by, if_there=clusters) as entrance,
        contextlib.ExitStack() as drop,
    ):
        (table,) = entrance.inputs
        home = entrance.home
        names = {ours: name for ours, name in renamed.names.items() if ours in NAMES}
        refuse_problems(entrance, "classifier_metrics", {SIDE: table.sql, "by": by, "columns": names})
        score, label = (table.quoted(renamed.name(SIDE, ours)) for ours in ("score", "label"))
        named = {SYSTEM: column} if column else {}
        named |= {each: each for each in segments}
        grouped = "".join(f"{as_name(table.quoted(name))} as {quoted(ours)}, " for ours, name in named.items())
        grouped += "".join(f"{table.quoted(name)} as {ROW}, " for name in rows)
        grouped += "".join(f"{table.quoted(name)} as {quoted(name)}, " for name in clusters)
        weight = renamed.names.get("weight", "")
        grouped += f"{table.quoted(weight)}::double as weight, " if weight else ""
        place = unique_name("predictions")
        home.rows(
            f"create temp table {place} as select {grouped}{score}::double as score, {label}::integer as label"
            f" from {table.sql}"
        )
        drop.callback(home.rows, f"drop table if exists temp.main.{place}")
        relation = home.con.table(f"temp.main.{place}")
        low, high = relation.aggregate("min(score), max(score)").fetchall()[0]
        are_probabilities = bool(low >= 0 and high <= 1)
        groups = [SYSTEM] if column else []
        own: dict[str, Any] = {"columns": {"weight": "weight"} if weight else {}, "con": home.con}
        shared: dict[str, Any] = {"by": groups, **own}
        before = set(figures.figures)
        usual = [*OF_THRESHOLDS, *(OF_PROBABILITIES if are_probabilities else ())]
        usual = [measure for measure in usual if not weight or measure not in OF_ROWS]
        asked = list_of_measures(measures) if measures is not None else usual
        systems = _systems(relation) if column else [""]
        metrics = classifier_metrics(relation, asked, **shared)
        auc = auc_interval(relation, **shared)
        n_rows, n_positives, share = _counted(
            relation, has_rows=bool(rows), has_systems=bool(column), is_weighted=bool(weight)
        )
        table_of_all = _table(metrics, auc, systems, known, has_systems=bool(column), weight=weight)
        found = Classifier(systems, table_of_all, {}, n_rows, n_positives, share, weight)
        thresholds = _thresholds(relation, shared)
        counts = confusion(relation, thresholds, **shared)
        found.confusion = _confusion(counts, systems, bool(column))
        weighted = f" weighted by {weight}" if weight else ""
        counted = f"{n_rows:,} rows{weighted}, {n_positives:,} of them positive"
        found.best, found.sentence = _sentence(auc, bool(column), counted)
        _charts(relation, shared, counts, are_probabilities, figures, (methods or {}).get("confidence", 0.95))
        methods = {**methods, "cluster": cluster}
        _compare(found, relation, known, segments, methods, figures, has_rows=bool(rows), shared=own)
        found.figures = [name for name in figures.figures if name not in before]
        return found


def _counted(
    relation: duckdb.DuckDBPyRelation, *, has_rows: bool, has_systems: bool, is_weighted: bool
) -> tuple[int, int, float | None]:
    """Rows of data, the positive ones, and their share: each once, however many systems have it."""
    weight = "weight" if is_weighted else "1"
    columns = f"label, {weight} as weight"
    if has_rows:
        each = relation.filter(f"{ROW} is not null").aggregate(f"max(label) as label, max({weight}) as weight", ROW)
        found = each.aggregate(f"count(*), sum(label), {SHARE}")
    else:
        given = relation.project(f"{SYSTEM}, {columns}" if has_systems else columns)
        found = given.aggregate(
            f"count(*) as n, sum(label) as n_positives, {SHARE} as share", SYSTEM if has_systems else ""
        )
        found = found.order("n desc, share desc").limit(1)
    n_rows, n_positives, share = found.fetchall()[0]
    return n_rows, int(n_positives or 0), share


def _compare(
    found: Classifier,
    relation: duckdb.DuckDBPyRelation,
    known: Sequence[str],
    segments: Sequence[str],
    methods: Mapping[str, Any],
    figures: Figures,
    *,
    has_rows: bool,
    shared: Mapping[str, Any],
) -> None:
    """Tables and charts by segment, and tables of pairs where rows have names."""
    places = {system: known.index(system) if system in known else None for system in found.systems}
    confidence, baseline = methods.get("confidence", 0.95), methods.get("baseline")
    is_compared = has_rows and len(found.systems) > 1
    try:
        if is_compared:
            pairs = pairs_of_classifiers(relation, found.systems, methods, **shared)
            found.tables.append(table_of_pairs(pairs, places, confidence))
            rule = {each: methods[each] for each in ("confidence", "power", "cluster") if each in methods}
            base = baseline if baseline in found.systems else None
            found.verdict = verdict_told(
                classifier_decision(relation, baseline=base, segments=segments, **rule, **shared)
            )
    except InputError as error:
        found.warnings.append(f"classifiers are not compared: {error}")
        is_compared = False
    for position, column in enumerate(segments):
        areas = areas_by_segment(relation, column, **shared)
        found.tables.append(table_by_segment(areas, column, places))
        with figures.adding():
            figures.add(f"classifier-segment-{position}", plot.by_segment(areas, column, con=shared["con"]))
        if is_compared:
            pairs = pairs_of_classifiers(relation, found.systems, methods, [column], **shared)
            found.tables.append(table_of_pairs(pairs, places, confidence, column))


def columns_among(predictions: Any, names: Sequence[str], con: Any) -> list[str]:
    """Those of these columns that the predictions have."""
    with at_home(connection_of(con, predictions)) as home, opened(home, SIDE, predictions, [], []) as table:
        return [found for each in names if (found := table.column(each))]


def _systems(relation: duckdb.DuckDBPyRelation) -> list[str]:
    return [name for (name,) in relation.project("system").distinct().order("system").fetchall()]


def _table(
    metrics: Any, auc: Any, systems: list[str], known: Sequence[str], *, has_systems: bool, weight: str
) -> Table:
    place = 1 if has_systems else 0
    places = {system: known.index(system) if system in known else None for system in systems}
    values: dict[tuple[str, str], float | None] = {}
    for row in metrics.fetchall():
        columns = dict(zip(metrics.columns[place:], row[place:], strict=True))
        values[row[0] if has_systems else "", columns["measure"]] = columns["value"]
    intervals = {}
    for row in auc.fetchall():
        columns = dict(zip(auc.columns[place:], row[place:], strict=True))
        intervals[row[0] if has_systems else ""] = (columns["ci_low"], columns["ci_high"])
    measures = list(dict.fromkeys(measure for _, measure in values))
    rows = []
    for measure in measures:
        cells = [name(measure)]
        for system in systems:
            low, high = intervals.get(system, (None, None)) if measure == "roc_auc" else (None, None)
            small = "" if low is None else between(low, high)
            value = values.get((system, measure))
            cells.append(Cell(rounded(value, digits_of(low, high)), small, system=places[system]))
        rows.append(Row(cells))
    headers = [name("measure"), *(Cell(system or "value", system=places[system]) for system in systems)]
    notes = ["Below the area under the ROC curve is its 95 % interval (DeLong)."]
    notes += [f"Rows are weighted by {weight}, here and below; numbers of rows are not."] if weight else []
    return Table("classifier", "Measures of the classifier", headers, rows, notes)


def _thresholds(relation: duckdb.DuckDBPyRelation, shared: Mapping[str, Any]) -> list[float]:
    """Where scores are: quantiles of all of them and of those of positives, which may be few; and the best F1."""
    shares = ", ".join(repr(step / STEPS) for step in range(STEPS + 1))
    quantiles = f"quantile_disc(score, [{shares}])"
    finite = relation.filter("isfinite(score)")
    found = [
        each
        for given in (finite, finite.filter("label = 1"))
        for each in given.aggregate(quantiles).fetchall()[0][0] or []
    ]
    best = classifier_metrics(relation, ["best_f1_threshold"], **shared).project("value").fetchall()
    found += [value for (value,) in best if value is not None and isfinite(value)]
    return sorted(set(found or [0.0]))


def _bins(relation: duckdb.DuckDBPyRelation, shared: Mapping[str, Any], confidence: float) -> duckdb.DuckDBPyRelation:
    """Ten parts of the scores of equal weight, the share of positives with Wilson's interval, and the ECE of the table.

    Bins of equal width hold all rows in the first one where positives are rare.
    """
    by = "".join(f"{quoted(name)}, " for name in shared["by"])
    partition = f"partition by {by.rstrip(', ')}" if by else ""
    weight = "weight" if "weight" in relation.columns else "1.0"
    # A name that no table of the user's has.
    given, z = unique_name("given"), NormalDist().inv_cdf((1 + confidence) / 2)
    errors = classifier_metrics(relation, ["ece"], **shared).project(f"{by}value").fetchall()
    known = ", ".join(
        f"({', '.join([*map(literal, names), 'null' if ece is None else repr(ece)])})" for *names, ece in errors
    )
    joined = f"join errors using ({by.rstrip(', ')})" if by else "cross join errors"
    sql = f"""
        with errors as (select * from (values {known}) as errors({by}ece)),
        scores as (
            select {by}score, count(*) as n_rows, sum({weight}) as total, sum({weight} * label) as positive,
                sum({weight} * {weight}) as squares
            from {given} where {weight} > 0 group by all
        ),
        placed as (
            select *, least(floor({BINS} * (sum(total) over ({partition} order by score) - total / 2)
                / sum(total) over ({partition})), {BINS - 1})::bigint + 1 as bin
            from scores
        ),
        bins as (
            select {by}bin, min(score) as bin_from, max(score) as bin_to, sum(n_rows)::bigint as n_rows,
                sum(total * score) / sum(total) as mean_score, sum(positive) / sum(total) as positive_share,
                sum(total) * sum(total) / sum(squares) as size
            from placed group by all
        )
        select {by}bin, bin_from, bin_to, n_rows, mean_score, positive_share,
            (positive_share + {z * z / 2} / size - {z} * sqrt(positive_share * (1 - positive_share) / size
                + {z * z / 4} / (size * size))) / (1 + {z * z} / size) as ci_low,
            (positive_share + {z * z / 2} / size + {z} * sqrt(positive_share * (1 - positive_share) / size
                + {z * z / 4} / (size * size))) / (1 + {z * z} / size) as ci_high,
            ece
        from bins {joined} order by all
    """
    found = relation.query(given, sql)
    assert found is not None
    return found


def _confusion(relation: Any, systems: list[str], has_systems: bool) -> dict[str, Any]:
    place = 1 if has_systems else 0
    thresholds: list[float] = []
    counts: dict[str, list[list[float]]] = {system: [] for system in systems}
    for row in relation.fetchall():
        columns = dict(zip(relation.columns[place:], row[place:], strict=True))
        counts[row[0] if has_systems else ""].append([columns[each] for each in ("tp", "fp", "fn", "tn")])
        if columns["threshold"] not in thresholds[-1:] and (not thresholds or columns["threshold"] > thresholds[-1]):
            thresholds.append(columns["threshold"])
    first = [2 * tp / (2 * tp + fp + fn) if tp else 0.0 for tp, fp, fn, _ in counts[systems[0]]]
    return {
        "thresholds": thresholds,
        "systems": systems,
        "counts": [counts[system] for system in systems],
        "first": first.index(max(first)),
    }


def _sentence(auc: Any, has_systems: bool, counted: str) -> tuple[list[str], str]:
    place = 1 if has_systems else 0
    known = []
    for row in auc.fetchall():
        columns = dict(zip(auc.columns[place:], row[place:], strict=True))
        if columns["value"] is not None:
            known.append((columns["value"], row[0] if has_systems else "", columns["ci_low"], columns["ci_high"]))
    if not known:
        return [], "A class is missing: there is no area under the ROC curve."
    known.sort(reverse=True)
    value, system, low, high = known[0]
    interval = "" if low is None else f" (95 % interval {between(low, high)})"
    named = (
        f"{system} has the largest area under the ROC curve, " if len(known) > 1 else "The area under the ROC curve is "
    )
    sentence = f"{named}{rounded(value, digits_of(low, high))}{interval}, over {counted}."
    return [name for _, name, _, _ in known], sentence


def _charts(
    relation: Any,
    shared: dict[str, Any],
    confusion: Any,
    are_probabilities: bool,
    figures: Figures,
    confidence: float,
) -> None:
    with figures.adding():
        figures.add("roc", plot.roc(curves.roc_curve(relation, MOST_POINTS, **shared), con=shared["con"]))
    with figures.adding():
        figures.add("pr", plot.precision_recall(curves.pr_curve(relation, MOST_POINTS, **shared), con=shared["con"]))
    with figures.adding():
        figures.add("thresholds", plot.thresholds(confusion, con=shared["con"]))
    if are_probabilities:
        with figures.adding():
            figures.add("calibration", plot.calibration(_bins(relation, shared, confidence), con=shared["con"]))
    with figures.adding():
        figures.add("lift", plot.lift(curves.lift(relation, **shared), con=shared["con"]))
