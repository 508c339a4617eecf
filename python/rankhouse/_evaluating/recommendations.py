"""`recommendation_metrics`: what a run recommends, beyond accuracy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import Checked, check_inputs, require_level
from rankhouse._inputs.columns import IDS, Columns
from rankhouse._inputs.entrance import entered, in_order, list_of_measures, names_of_groups
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check

# Inputs of one row per item of a query.
LISTS = ("run", "judgments", "baseline")
FIGURES = ("measure", "metric", "k", "value", "n_queries", "n_unknown", "value_sum", "std_error", "ci_low", "ci_high")


@short_errors
def recommendation_metrics(
    run: Any,
    measures: str | Iterable[str],
    *,
    items: Any = None,
    interactions: Any = None,
    judgments: Any = None,
    features: Any = None,
    distances: Any = None,
    baseline: Any = None,
    targets: Any = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Measures of what a run recommends, beyond accuracy, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    run: recommended items, one row per user (`query_id`) and item: `query_id`, `item_id`, `score`, as for `evaluate`.
    measures: measure strings such as `catalogue_coverage@10`, `novelty@10`, `intra_list_diversity(distance=table)@5`.
    items: the catalogue, one row per item: `item_id`. For coverage, Gini, and entropy with normalisation=catalogue.
    interactions: what users did before, such as the training data: `query_id`, `item_id`, one row each time. For
        novelty, average popularity, serendipity and miscalibration.
    judgments: `query_id`, `item_id`, `relevance`, as for `evaluate`. For serendipity, and awrf with target=relevant.
    features: what items are like, one row per item and feature that it has: `item_id`, `feature`; and the feature's
        weight where `columns={"weight": ...}` names its column, else 1. For diversity, awrf and miscalibration.
    distances: one row per pair of items, either way round: `item_id`, `other_item_id`, `distance`. For diversity with
        distance=table.
    baseline: the run of a simple recommender. For serendipity with expected=baseline.
    targets: one row per group of items: `feature`, `target_share`, which sum to 1. For awrf with target=given.
        Each is whatever `evaluate` takes as a run; those that no measure needs may be None.
    by: columns of the run; each combination of their values is measured on its own. NULL is a group like any other.
    columns: the user's names, such as `{"query_id": "user_id", "items.item_id": "sku"}`; `rank` as in `evaluate`.
    con, check: as in `evaluate`.

    Returns the columns: those of `by`, `measure` (the canonical string), `metric`, `k` (NULL without a cutoff), `value`
    (NULL where undefined, never NaN), `n_queries` (lists behind the value), `n_unknown` (items or pairs in them that
    the measure could not look up: outside the catalogue, without interactions, distance or feature), and for measures
    that are means over lists `value_sum`, `std_error`, `ci_low`, `ci_high` (95 %, normal approximation, within the
    range of the measure; NULL below two lists), else NULL. Rows are ordered by `by`, and within it as the measures were
    asked for.

    Raises InputError (a ValueError) for an input that a measure needs and is not given, and for what `evaluate`
    refuses: unknown measures and options, missing columns, NULL ids, NULL, NaN or infinite numbers (scores may be
    infinite), duplicates in run, judgments and baseline, ids of different types, an empty input.
    """
    require_level(check)
    asked = list_of_measures(measures)
    groups = names_of_groups(by)
    package = macros("duckdb")
    needed = {"run": ["query_id", "item_id", "score"], **package.recommendation_inputs()}
    given = {
        "run": run,
        "items": items,
        "interactions": interactions,
        "judgments": judgments,
        "features": features,
        "distances": distances,
        "baseline": baseline,
        "targets": targets,
    }
    ours = dict.fromkeys([*(name for names in needed.values() for name in names), "weight", "rank"])
    renamed = Columns(columns or {}, ours=list(ours), sides=list(given))
    given = {side: table for side, table in given.items() if table is not None}
    # Wrong arguments are refused before any data are read.
    order = in_order(package.parse_measures(asked, package.recommendation_catalogue()))
    package.recommendation_metrics("run", asked, **{side: side for side in given if side != "run"})
    if run is None:
        raise InputError("run is missing: recommendation_metrics(run, measures)")

    read = {side: _columns_of(side, needed[side], renamed) for side in given}
    with entered(con, given, read, renamed, groups) as entrance:
        if check != "none":
            tables = [
                Checked(
                    entrance.home,
                    table,
                    renamed,
                    by=groups if table.side == "run" else [],
                    values=[name for name in read[table.side] if name not in (*IDS, "feature")],
                    ids=[name for name in read[table.side] if name in (*IDS, "feature")],
                    is_list=table.side in LISTS,
                )
                for table in entrance.inputs
            ]
            check_inputs(entrance.home, tables, check)
        relations = {table.side: table.sql for table in entrance.inputs}
        sql = package.recommendation_metrics(measures=asked, **relations, by=groups, columns=dict(renamed.names))
        return entrance.answer(sql, FIGURES, ["measure"], order)


def _columns_of(side: str, names: Sequence[str], columns: Columns) -> list[str]:
    """What is read of an input, in our names: a rank in place of the score, and weights where they are named."""
    read = [columns.order(side) if name == "score" else name for name in names]
    if side == "features" and columns.named(side, "weight"):
        read.append("weight")
    return read
