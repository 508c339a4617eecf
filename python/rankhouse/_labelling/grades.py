"""`grade_calibration` and `grade_confusion`: the grades of a machine beside those of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._inputs.checks import Checked, check_comparable
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import entered, names_of_groups
from rankhouse._inputs.problems import refuse_problems
from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table

SIDES = ("machine", "human")
"""The first one has the grouping columns."""
READ = ("query_id", "item_id", "relevance")


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

    The assumption: the queries that people graded are a random sample of those that the machine graded.

    human: judgments of people, `query_id`, `item_id` and `relevance`: whatever `evaluate` takes as judgments. Those of
        several raters are merged first (`merge_ratings`).
    machine: the same of a machine, of these items and of others, with the columns that `by` names.
    by: columns of the machine's judgments, such as the model, the day, or how long the item is; each combination of
        their values is calibrated on its own. NULL is a group like any other.
    per_grade: one row per grade of the machine; False: one of all its grades.
    confidence: of the intervals, 0.95 for 95 %.
    columns: other names of the columns, {"item_id": "doc", "machine.relevance": "grade"}.
    con: as in `evaluate`.

    Returns the `by` columns, `machine_grade` (without per_grade their mean over the items with both grades),
    `human_grade` (the mean that people gave these items; NULL where they graded none), `human_low`, `human_high`,
    `bias` (machine less human), `bias_low`, `bias_high`, `n_items` and `n_queries` (with both grades) and `n_machine`
    (items that the machine graded). Intervals are Student's t over queries, because the items of one are alike; NULL
    below two queries. They may end beyond the scale.

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

    human, machine, by, columns, con: as in `grade_calibration`.

    Returns one row per pair of grades that occurs: the `by` columns, `human_grade` (NULL: of the items that people did
    not grade), `machine_grade`, `n_items`, `human_share` (of the items with that human grade) and `machine_share` (of
    the items with that machine grade and a human one).

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
    **asked: Any,
) -> duckdb.DuckDBPyRelation:
    package = macros("duckdb")
    groups = names_of_groups(by)
    renamed = Columns(columns or {}, READ, SIDES)
    render = getattr(package, name)
    # Wrong arguments are told before any data are read.
    render("human", "machine", groups, **asked, columns=renamed.names)
    given = {"machine": machine, "human": human}
    with entered(con, given, dict.fromkeys(SIDES, READ), renamed, groups) as entrance:
        machine_side, human_side = (Checked(entrance.home, table, renamed, (), ()) for table in entrance.inputs)
        check_comparable(machine_side, human_side)
        asked |= {table.side: table.sql for table in entrance.inputs}
        asked |= {"by": groups, "columns": renamed.names}
        refuse_problems(entrance, name, asked)
        sql = render(**asked)
        found = package.result_columns(name)
        return entrance.answer(sql, found, [each for each in found if each.endswith("_grade")][::-1])
