"""`rater_agreement` and `merge_ratings`: how far raters agree, and one label of what they said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, list_of, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import AgreementMethod, KappaWeights, Level, MergeMethod, MergeTies, Table

SIDE = "ratings"
READ = ("unit_id", "rater_id", "rating")


@short_errors
def rater_agreement(
    ratings: Table,
    method: AgreementMethod = "krippendorff",
    level: Level = "nominal",
    weights: KappaWeights | None = None,
    *,
    by: str | Sequence[str] = (),
    pairs: bool = False,
    confidence: float = 0.95,
    repetitions: int = 1000,
    seed: int = 0,
    scale: Sequence[float] | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How far raters agree, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    ratings: one row per rating: `unit_id` (what is rated), `rater_id` and `rating`. Rows where one of them is NULL do
        not count. Any table that `evaluate` takes.
    method: `krippendorff` (alpha: any number of raters, holes allowed), `cohen` (kappa of two raters, NULL for more),
        `fleiss` (kappa for the same number of ratings of each unit, NULL otherwise), `gwet` (AC1, with weights AC2:
        holes allowed, and units with one rating count for chance) or `agreement` (the share of pairs of ratings that
        are equal).
    level: for alpha, the distance of two ratings: `nominal` (equal or not), `ordinal` (the ratings between them),
        `interval` (their difference) or `ratio` (their difference over their sum).
    weights: for `cohen` and `gwet`, whether the distance of two ratings is `linear` or `quadratic` in their places in
        the order of all ratings; None: they are equal or not.
    by: columns; each combination of their values, including NULL, is measured separately.
    pairs: true: one row per pair of raters, with `rater_id` and `other_rater_id`.
    confidence: the confidence level of the interval, above 0 and below 1: 0.95 for 95 %.
    repetitions: repetitions of the interval's bootstrap over units, up to 10,000; 0 or 1 for no interval. The interval
        is NULL for fewer than 6 units at 95 %.
    seed: a whole number from 0 on; another number gives other repetitions.
    scale: the grades from the lowest to the highest, such as `["low", "mid", "high"]` or `[0, 1, 2, 3]`: it gives their
        order, and includes grades that nobody gave. Ratings outside the scale are refused. Without a scale, numbers are
        ordered by size, and text is refused if its order counts.
    columns: maps the column names `unit_id`, `rater_id` and `rating` to yours: `{"unit_id": "doc", "rating": "grade"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group:
        the `by` columns and, with pairs, `rater_id` and `other_rater_id`
        `method`: the method
        `value`: 1 is full agreement; 0 is chance agreement, except for `agreement`, the raw share that chance raises;
            NULL if no unit has two ratings; if all ratings are equal, except for `agreement` and, on a scale, `gwet`: 1
        `n_units`: units with two ratings or more
        `n_raters`: raters
        `n_left_out`: units with fewer ratings
        `ci_low`: the lower end of the interval
        `ci_high`: the upper end of the interval

    Raises InputError (a ValueError) for a missing column, an empty table, ids that are NULL, a rater's second rating of
    a unit, ratings that are no numbers where distances are measured, negative ones on a ratio scale, more than two
    raters for cohen, and units of different sizes for fleiss.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {
        "method": method,
        "level": level,
        "weights": weights,
        "pairs": pairs,
        "confidence": confidence,
    }
    asked |= {"repetitions": repetitions, "seed": seed, "scale": list_of(scale)}
    renamed = Columns(columns or {}, READ, [SIDE])
    # Wrong arguments are told before any data are read.
    package.rater_agreement("ratings", **asked, by=groups, columns=renamed.names)
    with entered(con, {SIDE: ratings}, {SIDE: READ}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "by": groups, "columns": renamed.names}
        refuse_problems(entrance, "rater_agreement", asked)
        sql = package.rater_agreement(**asked)
        raters = ["rater_id", "other_rater_id"] if pairs else []
        return entrance.answer(sql, [*raters, *package.result_columns("rater_agreement")], raters or ["method"])


@short_errors
def merge_ratings(
    ratings: Table,
    method: MergeMethod = "majority",
    *,
    by: str | Sequence[str] = (),
    ties: MergeTies = "lowest",
    adjudicator: str | None = None,
    steps: int = 20,
    scale: Sequence[float] | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """One label per unit of what several raters said, as a relation: `.df()`, `.pl()`, `.fetchall()`, `.show()`.

    ratings: one row per rating: `unit_id`, `rater_id` and `rating`. Rows where one of them is NULL do not count. If a
        rater gives a unit the same rating twice, it counts once; Python refuses it. Any table that `evaluate` takes.
    method: `majority` (the most frequent rating), `mean`, `median`, or `dawid_skene`: the most probable label if each
        rater has their own confusion matrix, estimated together with the labels (Dawid and Skene 1979).
    by: columns; each combination of their values, including NULL, is merged separately.
    ties: which of several equally frequent ratings is the majority label, or of several equally probable ones that of
        `dawid_skene`: the `lowest`, the `highest` or `none` (NULL). A tie between words is refused, unless `scale` or
        an enum orders them.
    adjudicator: a rater whose rating of a unit decides, whatever the others said.
    steps: for dawid_skene, the steps of expectation and maximisation, 0 to 100, starting from the shares of a unit's
        ratings.
    scale: the grades from the lowest to the highest, such as `["low", "mid", "high"]` or `[0, 1, 2, 3]`: it gives their
        order, and includes grades that nobody gave. Ratings outside the scale are refused. Without a scale, numbers are
        ordered by size, and text is refused if its order counts.
    columns: maps the column names `unit_id`, `rater_id` and `rating` to yours: `{"unit_id": "doc", "rating": "grade"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per unit:
        the `by` columns
        `unit_id`: the unit
        `rating`: its label
        `n_raters`: raters of the unit
        `agreement`: the share of the unit's ratings that equal the label (for mean and median, the most frequent
            rating), 0 to 1

    Raises InputError (a ValueError) for a missing column, an empty table, ids that are NULL, a rater's second rating of
    a unit, and for mean and median of ratings that are no numbers.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    asked: dict[str, Any] = {"method": method, "ties": ties, "adjudicator": adjudicator, "steps": steps}
    asked["scale"] = list_of(scale)
    renamed = Columns(columns or {}, READ, [SIDE])
    package.merge_ratings("ratings", **asked, by=groups, columns=renamed.names)
    with entered(con, {SIDE: ratings}, {SIDE: READ}, renamed, groups) as entrance:
        asked |= {SIDE: entrance.inputs[0].sql, "by": groups, "columns": renamed.names}
        refuse_problems(entrance, "merge_ratings", asked)
        sql = package.merge_ratings(**asked)
        return entrance.answer(sql, package.result_columns("merge_ratings"), ["unit_id"])
