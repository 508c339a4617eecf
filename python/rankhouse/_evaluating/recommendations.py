"""`recommendation_metrics`: what a run recommends, beyond accuracy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import KeyedInput, check_comparable, require_level
from rankhouse._inputs.columns import IDS, Columns
from rankhouse._inputs.entrance import entered, in_order, list_of_measures, names_of_groups
from rankhouse._inputs.problems import check_inputs
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Check

# Inputs of one row per item of a query.
LISTS = ("run", "judgments", "baseline")
PAIR = ["query_id", "item_id"]
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
    exclude: Any = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
    check: Check = "auto",
) -> duckdb.DuckDBPyRelation:
    """Measures of what a run recommends, beyond accuracy, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    run: recommended items, one row per user (`query_id`) and item: `query_id`, `item_id`, `score` (the higher, the
        earlier in the list) and the columns named in `by`. Equal scores go by item id, descending. Any table that
        `evaluate` takes.
    measures: measure strings such as `catalogue_coverage@10`, `novelty@10`, `gini(among=shown)` or
        `intra_list_diversity(distance=table)@5`.
    items: the catalogue, one row per item: `item_id`. For coverage, Gini, and entropy with normalisation=catalogue.
    interactions: what users did before, such as the training data, one row per event: `query_id` and `item_id`. For
        novelty, average popularity, serendipity and miscalibration.
    judgments: judged items, one row per user and item: `query_id`, `item_id` and `relevance` (above 0 is relevant). For
        serendipity, and for awrf with target=relevant.
    features: what items are like, one row per item and feature that it has: `item_id`, `feature`; and the feature's
        weight if `columns` names a column `weight`, else 1. For diversity, awrf and miscalibration. Weights are numbers
        of at most 1e100 in size; those below 0 do not count for awrf and miscalibration.
    distances: one row per pair of items, either way round: `item_id`, `other_item_id` and `distance`. For diversity
        with distance=table.
    baseline: the run of a simple recommender: `query_id`, `item_id` and `score`. For serendipity with
        expected=baseline.
    targets: the share that each group should have, one row per group of items: `feature` and `target_share`. For awrf
        with target=given. The query stops if shares are NULL or below 0, or do not sum to 1.
    exclude: pairs of `query_id` and `item_id`, such as what users had in training. They are removed from the run, the
        judgments and the baseline before ranks are computed, so the next items move up. Duplicates and NULLs are
        harmless. A last column, `candidates`, says what lists are made of.
    by: columns of the run; each combination of their values, including NULL, is measured separately.
    columns: maps our column names to yours: `{"query_id": "user_id"}` for all, `{"items.item_id": "sku"}` for one.
        `{"weight": "tfidf"}` names the column of feature weights; without it an item has a feature or not.
        `{"rank": "position"}` takes a rank, 1 first, instead of the score.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.
    check: how far to look for duplicates: `auto` looks at all rows up to 2 million, and at a sample above that; `full`
        looks at all rows; `none` leaves only the query's own checks.

    Returns one row per measure:
        the `by` columns
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        `value`: the value, never NaN; NULL if undefined
        `n_queries`: lists behind the value
        `n_unknown`: items or pairs in these lists that the measure could not look up, because they are outside the
            catalogue or have no interactions, distance or feature
        `value_sum`: the sum of the lists' values; NULL if the measure is not a mean over lists
        `std_error`: the standard error of the value; NULL if the measure is not a mean over lists, and for fewer than
            two lists
        `ci_low`: the lower end of a 95 % interval (normal approximation), within the range of the measure; NULL if
            std_error is NULL
        `ci_high`: its upper end; NULL if std_error is NULL
        `candidates` (with exclude): what lists are made of: `all but excluded`
    Give every input that a measure needs. Rows are ordered by the `by` columns, then in the given order of measures.

    Raises InputError (a ValueError) for an input that a measure needs and is not given, and for what `evaluate`
    refuses: unknown measures and options, missing columns, NULL ids, NULL, NaN or infinite numbers (scores may be
    infinite), duplicates in run, judgments and baseline, ids of different types, an empty input.
    """
    require_level(check)
    asked = list_of_measures(measures)
    groups = names_of_groups(by)
    package = macros("duckdb")
    needed = {"run": ["query_id", "item_id", "score"], **package.recommendation_inputs(), "exclude": PAIR}
    given = {
        "run": run,
        "items": items,
        "interactions": interactions,
        "judgments": judgments,
        "features": features,
        "distances": distances,
        "baseline": baseline,
        "targets": targets,
        "exclude": exclude,
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
                KeyedInput(
                    entrance.home,
                    table,
                    renamed,
                    by=groups if table.side == "run" else [],
                    values=[name for name in read[table.side] if name not in (*IDS, "feature")],
                    ids=[name for name in read[table.side] if name in (*IDS, "feature")],
                    is_list=table.side in LISTS,
                )
                for table in entrance.inputs
                if table.side != "exclude"
            ]
            check_inputs(tables, check)
            for table in entrance.inputs[len(tables) :]:
                check_comparable(tables[0], KeyedInput(entrance.home, table, renamed, (), ()))
        relations = {table.side: table.sql for table in entrance.inputs}
        sql = package.recommendation_metrics(measures=asked, **relations, by=groups, columns=dict(renamed.names))
        figures = FIGURES if exclude is None else (*FIGURES, "candidates")
        return entrance.answer(sql, figures, ["measure"], order)


def _columns_of(side: str, names: Sequence[str], columns: Columns) -> list[str]:
    """What is read of an input, in our names: a rank in place of the score, and weights where they are named."""
    read = [columns.order(side) if name == "score" else name for name in names]
    if side == "features" and columns.named(side, "weight"):
        read.append("weight")
    return read
