"""`grade_calibration` and `grade_confusion`: the grades of a machine beside those of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.declared import asked
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table


@short_errors
def grade_calibration(
    human: Table,
    machine: Table,
    *,
    by: str | Sequence[str] = (),
    per_grade: bool = True,
    confidence: float = 0.95,
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """What the grades of a machine are worth beside those of people, as a relation.

    human: judgments of people: `query_id`, `item_id` and `relevance`, a number. Rows where one of them is NULL, or the
        grade NaN or beyond 1e100, do not count. Merge the ratings of several raters first (`merge_ratings`); several
        grades of an item each count. Any table that `evaluate` takes.
    machine: judgments of a machine for the same items and for others, with the columns named in `by`. A human grade
        does not count if the machine did not grade the item.
    by: columns of the machine's judgments, such as the model, the day, or the item's length; each combination of their
        values, including NULL, is a group.
    per_grade: true: one row per grade of the machine; False: one row for all grades.
    confidence: the confidence level of the intervals, above 0 and below 1. The intervals are Student's t over queries,
        may end beyond the scale, and are NULL for fewer than two queries.
    columns: maps the column names `query_id`, `item_id` and `relevance` to yours:
        `{"item_id": "doc", "machine.relevance": "grade"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group, or per group and machine grade:
        the `by` columns
        `machine_grade`: the machine's grade; without per_grade, the mean over the items with both grades
        `human_grade`: the mean that people gave these items; NULL if they graded none
        `human_low`: the lower end of its interval; NULL for fewer than two queries
        `human_high`: the upper end of its interval; NULL for fewer than two queries
        `bias`: machine_grade minus human_grade
        `bias_low`: the lower end of its interval; NULL for fewer than two queries
        `bias_high`: the upper end of its interval; NULL for fewer than two queries
        `n_items`: items with both grades
        `n_queries`: queries with both grades
        `n_machine`: items that the machine graded
    It assumes that people graded a random sample of the queries. Intervals are Student's t over queries, because the
    items of one query are alike; they may end beyond the scale.

    Raises InputError (a ValueError) for missing columns, empty tables, ids or grades that are NULL or no numbers,
    several grades of an item, and human grades of items that the machine has no grade of.
    """
    return _graded("grade_calibration", human, machine, by, columns, con, per_grade=per_grade, confidence=confidence)


@short_errors
def grade_confusion(
    human: Table,
    machine: Table,
    *,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """How often people and a machine gave the same items which grades, as a relation.

    human: judgments of people: `query_id`, `item_id` and `relevance`, a number. Rows where one of them is NULL, or the
        grade NaN or beyond 1e100, do not count. Merge the ratings of several raters first (`merge_ratings`); several
        grades of an item each count. Any table that `evaluate` takes.
    machine: judgments of a machine for the same items and for others, with the columns named in `by`. A human grade
        does not count if the machine did not grade the item.
    by: columns of the machine's judgments, such as the model, the day, or the item's length; each combination of their
        values, including NULL, is a group.
    columns: maps the column names `query_id`, `item_id` and `relevance` to yours:
        `{"item_id": "doc", "machine.relevance": "grade"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group and pair of grades that occurs:
        the `by` columns
        `human_grade`: people's grade; NULL for items that people did not grade
        `machine_grade`: the machine's grade
        `n_items`: items with these two grades
        `human_share`: their share of the items with this human grade, 0 to 1
        `machine_share`: their share of the items with this machine grade and a human one, 0 to 1

    Raises InputError as `grade_calibration` does.
    """
    return _graded("grade_confusion", human, machine, by, columns, con)


def _graded(
    name: str,
    human: Table,
    machine: Table,
    by: str | Sequence[str],
    columns: Mapping[str, str] | None,
    con: duckdb.DuckDBPyConnection | None,
    **options: Any,
) -> duckdb.DuckDBPyRelation:
    with asked(name, {"human": human, "machine": machine}, by, columns, con, **options) as call:
        found = macros("duckdb").result_columns(name)
        return call.answer([each for each in found if each.endswith("_grade")][::-1])
