"""`compare_classifiers`: classifiers against each other on the same rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import duckdb

from rankhouse._classifying.predictions import NAMES, SIDE, PredictionColumns, require_predictions
from rankhouse._comparing.compare import require_systems
from rankhouse._comparing.evidence import columns_beside, decided, list_of_names
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import InputError, listed, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse._results.clusters import with_clusters
from rankhouse.types import ClassifierMeasure, ClassifierTest, Correction, DecisionTest

SYSTEM, ROW = "system", "row_id"
COLUMNS = (
    *("measure", "system", "baseline", "value", "baseline_value", "difference", "ci_low", "ci_high"),
    *("n_rows", "n_positives", "n_left_out", "wins", "losses", "test", "p_value", "p_adjusted"),
)


@short_errors
def compare_classifiers(
    predictions: Any,
    *,
    baseline: str | None = None,
    test: ClassifierTest = "delong",
    threshold: float = 0.5,
    system: str = SYSTEM,
    by: str | Sequence[str] = (),
    correction: Correction = "holm",
    confidence: float = 0.95,
    cluster: str | None = None,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """Which of two classifiers is better on the same rows, and how sure is that? Returns a DuckDB relation.

    predictions: one row per system and row of data: the column of the system, `row_id` (which names the row of data,
        the same in each system), `score` (any number but NaN) and `label` (0 or 1, or a boolean). Rows without a system
        are not read. Any table that `evaluate` takes.
    baseline: the system that all others are compared with; it must exist. None: every pair once, the later name against
        the earlier one.
    test: `delong` (the difference of two ROC AUCs by DeLong, 1988; normal), or `mcnemar` (right and wrong decisions at
        the threshold). For mcnemar, wins are the rows that only `system` gets right and losses the rows that only
        `baseline` gets right; p_value is exactly binomial, with weights normal; the interval is by Bonett and Price
        (2012). With `cluster`, both tests are of clusters.
    threshold: for accuracies, a score at or above it is predicted positive.
    system: the column that tells systems apart.
    by: further columns; systems are compared within each combination of their values, including NULL.
    correction: how to correct the p-values of all rows together into p_adjusted: `holm`, `bonferroni`,
        `benjamini_hochberg` or `none`.
    confidence: the confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
    cluster: a column, such as the user, whose rows may depend on each other; every row has one, the same in each
        system. The error of delong is then Obuchowski's (1997), and mcnemar tests the mean of the rows' differences
        over clusters with Student's t. None: rows count separately.
    columns: maps our column names to yours: `{"row_id": "image", "score": "p_click"}`. `{"prediction": "predicted"}`
        takes predicted labels instead of the score, for accuracies. `{"weight": "worth"}` weights the rows, as in
        `classifier_metrics`; a row of data has the same weight in each system.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and pair of systems:
        the `by` columns
        `measure`: `roc_auc`, `accuracy@0.5`, or `accuracy` of predicted labels
        `system`: the system
        `baseline`: the system it is compared with
        `value`: the value of the system; NULL if undefined
        `baseline_value`: the value of the baseline
        `difference`: value minus baseline_value
        `ci_low`: the lower end of the interval of the difference
        `ci_high`: its upper end
        `n_rows`: rows of data with a score and a label for both
        `n_clusters` (with cluster): clusters of these rows
        `n_positives`: rows among them whose label is 1
        `n_left_out`: all other predictions of the two
        `wins`: rows that only the system gets right; NULL for delong
        `losses`: rows that only the baseline gets right; NULL for delong
        `test`: the test
        `p_value`: two-sided: normal for delong, exactly binomial for mcnemar, or normal with weights, or Student's t
            with cluster; 1 if all rows are the same for both; NULL if the difference has no variance otherwise
        `p_adjusted`: p_value corrected for all rows together, 0 to 1
    All figures are NULL if row_id names a row twice in one system, or if the two have different labels, weights or
    clusters for it. AUCs and their test are also NULL without one of the classes, and the interval and the test if a
    class has one row or one cluster. With weights, values, differences and tests are weighted; n_rows, n_positives,
    wins and losses stay numbers of rows.

    Raises InputError as `classifier_metrics` does, for fewer than two systems, a baseline that is none of them, a row
    of data that occurs twice in a system or has two labels or weights, systems that have no row in common, and where no
    pair has anything to compare: for `delong` both classes, with weights any above 0.
    """
    groups = names_of_groups(by)
    renamed = PredictionColumns(columns or {}, (*NAMES, ROW))
    package = macros("duckdb")
    arguments: dict[str, Any] = {
        "baseline": baseline,
        "test": test,
        "threshold": threshold,
        "system": system,
        "by": groups,
        "correction": correction,
        "confidence": confidence,
        "cluster": cluster,
        "columns": dict(renamed.names),
    }
    # Wrong arguments are refused before any data are read.
    package.compare_classifiers("predictions", **arguments)
    require_predictions(predictions)
    named = replace(renamed, names={**renamed.names, SYSTEM: system}, ours=(*NAMES, ROW, SYSTEM))
    read = [*named.read(), ROW, SYSTEM]
    also = {"cluster": [] if cluster is None else [cluster]}
    figures = with_clusters(COLUMNS, cluster is not None, "n_rows")
    with entered(con, {SIDE: predictions}, {SIDE: read}, named, groups, also=also) as entrance:
        (table,) = entrance.inputs
        refuse_problems(entrance, "compare_classifiers", {**arguments, SIDE: table.sql})
        name = table.quoted(system)
        found = entrance.home.rows(f"select distinct {name}::varchar from {table.sql} order by 1")
        systems = [row[0] for row in found]
        require_systems(systems, None if baseline is None else str(baseline))
        sql = package.compare_classifiers(table.sql, **arguments)
        result = entrance.answer(sql, figures, ["system", "baseline"])
        _require_values(result, systems, test, figures)
        return result


@short_errors
def classifier_decision(
    predictions: Any,
    *,
    baseline: str | None = None,
    system: str = SYSTEM,
    measure: ClassifierMeasure = "roc_auc",
    threshold: float = 0.5,
    segments: str | Sequence[str] = (),
    by: str | Sequence[str] = (),
    cluster: str | Literal[False] | None = None,
    test: DecisionTest = "t",
    confidence: float = 0.95,
    power: float = 0.8,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What predictions decide, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    predictions: one row per system and row of data: the column of the system, `row_id` (which names the row of data,
        the same in each system), `score` (any number but NaN) and `label` (0 or 1, or a boolean). Rows without a system
        are not read. Any table that `evaluate` takes.
    baseline: the system that all others are compared with; it must exist. None: a system has to be better than every
        other one.
    system: the column that tells systems apart.
    measure: the measure that decides: `roc_auc`, or `accuracy` at `threshold`.
    threshold: for accuracies, a score at or above it is predicted positive.
    segments: columns such as `country`. A unit (a search, query, row or slate) has one value of each. Each value, NULL
        too, is a segment, and the system falls in it where it is worse with a p-value below (1 - `confidence`) / 5.
        Segments of fewer than 30 units are also tested together.
    by: columns; each combination of their values, including NULL, is a group.
    cluster: a column, such as the user, whose units (searches, queries, rows or slates) may depend on each other: its
        values are then the units. None: a decision has to hold over a column `user_id`, `document_id`, `session_id`,
        `conversation_id`, `patient_id`, `cluster` or `cluster_id` too, where the table has one whose values have
        several units. False: units are independent.
    test: the test: `t`, of the sum of differences, for which the largest gains are capped where that tells more, so
        that no further loss makes a decision milder; `sign`, exact, of how many units are won and lost; or
        `randomisation`, Fisher's flips of signs, 10,000 of them.
    confidence: a system is better or worse with a p-value below 1 - confidence, above 0 and below 1. The interval has
        it too.
    power: the probability of a decision with more_units more units, above 0.5 and below 1.
    columns: maps our column names to yours: `{"row_id": "image", "score": "p_click"}`. `{"prediction": "predicted"}`
        takes predicted labels instead of the score, for accuracies. `{"weight": "worth"}` weights the rows, as in
        `classifier_metrics`; a row of data has the same weight in each system.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns
        `decision`: `ship`, `ship, but` (something falls), `do not ship` or `not decided`
        `system`: the system to ship or not
        `baseline`: the system it is compared with; without one, that which it is least surely better than
        `measure`: the measure that decides
        `difference`: mean of the system minus mean of the baseline
        `ci_low`: the lower end of the interval of the difference
        `ci_high`: its upper end
        `p_adjusted`: the p-value that decides, 0 to 1
        `unit`: what counts: `queries`, `searches`, `rows`, `slates` or `clusters`
        `n_units`: how many there are
        `more_units`: how many more would decide with the given power; NULL if it is decided, or more would not tell
        `falls`: what falls with its difference, the largest loss first; empty if nothing does
        `reason`: why
    Units are rows of data that all systems of the group have, or clusters of them. To ship takes 30 rows of the rarer
    class.

    Raises InputError as `compare_classifiers` does, and for a row with several values of a segment or cluster.
    """
    groups = names_of_groups(by)
    renamed = PredictionColumns(columns or {}, (*NAMES, ROW))
    package = macros("duckdb")
    arguments: dict[str, Any] = {
        "baseline": baseline,
        "system": system,
        "measure": measure,
        "threshold": threshold,
        "segments": list_of_names(segments),
        "by": groups,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
        "columns": dict(renamed.names),
    }
    # Wrong arguments are told before any data are read.
    package.classifier_decision("predictions", **arguments)
    require_predictions(predictions)
    named = replace(renamed, names={**renamed.names, SYSTEM: system}, ours=(*NAMES, ROW, SYSTEM))
    read = [*named.read(), ROW, SYSTEM]
    also, likely = columns_beside(arguments, [named.name(SIDE, ours) for ours in read])
    entering = entered(con, {SIDE: predictions}, {SIDE: read}, named, groups, also=also, if_there=likely)
    of_family = {name: arguments[name] for name in ("baseline", "threshold", "system", "by")}
    return decided("classifier_decision", "compare_classifiers", entering, arguments, of_family)


def _require_values(result: duckdb.DuckDBPyRelation, systems: Sequence[str], test: str, figures: Sequence[str]) -> None:
    """Some pair can be compared."""
    rows = result.fetchall()
    places = {name: figures.index(name) - len(figures) for name in ("value", "n_rows", "n_positives")}
    compared = [row for row in rows if row[places["n_rows"]]]
    if not compared:
        raise InputError(
            f"{listed(systems)} have no row in common: row_id must identify the same row of data in each system"
        )
    if all(row[places["value"]] is None for row in compared):
        have_both = any(0 < row[places["n_positives"]] < row[places["n_rows"]] for row in compared)
        if have_both or test == "mcnemar":
            raise InputError("all rows in common, or all with one label, have weight 0: there is nothing to compare")
        label = 1 if compared[0][places["n_positives"]] else 0
        raise InputError(f"all rows in common have the label {label}: the area under the ROC curve needs both classes")
