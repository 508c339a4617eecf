"""`change_by_segment`: where a change of a mean comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from rankhouse._comparing.sides import SIDE, sides_entered
from rankhouse._inputs.columns import Columns
from rankhouse._inputs.entrance import names_of_groups
from rankhouse._rendering.errors import InputError, short_errors
from rankhouse._rendering.jinja import macros
from rankhouse.types import Table


@short_errors
def change_by_segment(
    query_metrics: Table,
    segments: str | Sequence[str],
    *,
    system: str = "system",
    baseline: Any = None,
    by: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    con: duckdb.DuckDBPyConnection | None = None,
) -> duckdb.DuckDBPyRelation:
    """The difference of two means, split by segments, as a relation: `.df()`, `.pl()`, `.show()`.

    query_metrics: values by query, one row per query and measure in each group: `measure`, `metric`, `k`, `value`, the
        columns of the sides and of the segments, and those named in `by`, as `query_metrics` or
        `evaluate(..., per_query=True)` gives them. All rows count alike, except rows whose value is NULL, NaN or beyond
        1e100, or whose side is NULL. Any table that `evaluate` takes.
    segments: columns such as `country`; each combination of their values, including NULL, is a segment.
    system: the column whose values are compared, such as `system` or `day`.
    baseline: the value of that column that all others are compared with, as the engine writes it as text, such as
        '2026-01-01'. None: every pair once, the later value against the earlier one.
    by: further columns; sides are compared within each combination of their values, including NULL.
    columns: maps the column names `measure`, `metric`, `k` and `value` to yours: `{"value": "score"}`.
    con: the connection to work on and to find tables in; by default the given relation's, or DuckDB's default one.
        Nothing is left on it.

    Returns one row per group, measure, pair of sides and segment:
        the `by` columns and the columns of the segments
        `measure`: the measure, as a canonical string
        `metric`: the measure without its cutoff
        `k`: the cutoff; NULL without a cutoff
        the column system: one side
        `baseline`: the other side
        `n_queries`: queries of the segment
        `baseline_n_queries`: the same for the other side
        `share`: the segment's share of the queries, 0 to 1
        `baseline_share`: the same for the other side, 0 to 1
        `value`: the segment's mean; NULL if it has no query on this side
        `baseline_value`: the same for the other side; NULL if it has no query there
        `within_effect`: how much the change of its mean moves the overall mean
        `mix_effect`: how much the change of its weight moves the overall mean
        `contribution`: their sum
    The contributions of all segments add up to the difference of the two means. A segment on one side only has no value
    on the other, and its whole contribution is mix_effect. The largest contributions come first.

    Raises InputError (a ValueError) for missing columns, an unknown baseline, and if there is only one side.
    """
    package = macros("duckdb")
    groups = names_of_groups(by)
    split: Any = [segments] if isinstance(segments, str) else segments
    read = package.change_by_segment_columns()
    renamed = Columns(columns or {}, read, [SIDE])
    # Wrong arguments are refused before any data are read.
    package.change_by_segment("values", split, system, baseline, groups, renamed.names)
    named = [*groups, *split]
    with sides_entered(con, query_metrics, read, {"system": system}, baseline, groups, renamed, split) as sides:
        sql = package.change_by_segment(sides.table, split, system, baseline, groups, renamed.names)
        order = [f"column_{place}" for place in range(len(groups))]
        order += ["metric", "k", "measure", "system", "baseline", "abs(contribution) desc"]
        order += [f"column_{place}" for place in range(len(groups), len(named))]
        result = sides.answer(
            sql, named, system, package.result_columns("change_by_segment"), [f"{key} nulls last" for key in order]
        )
        if not result.limit(1).fetchall():
            raise InputError(
                f"no measure has values for both sides of {system!r}: NULL, NaN and infinite values do not count"
            )
        return result
