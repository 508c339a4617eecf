"""A result with systems, or measures, side by side."""

from __future__ import annotations

import duckdb

from rankhouse._rendering.errors import InputError, did_you_mean, short_errors
from rankhouse._rendering.renamed import renamed
from rankhouse._rendering.sql import literal, quoted, unique_name
from rankhouse._results.relation import printable

MOST = 200


@renamed(result="metrics")
@short_errors
def wide(
    metrics: duckdb.DuckDBPyRelation, columns: str = "measure", *, value: str = "value"
) -> duckdb.DuckDBPyRelation:
    """A result with a column for each measure, system, day, or value of any other column.

    metrics: the result of an evaluation, such as `evaluate` with `by=["system"]`.
    columns: the column whose values become columns: `measure` or a grouping column. At most 200 values.
    value: the figure to show, such as `value`, `n_queries` or `std_error`.

    There is a row for each combination of the remaining columns before the figures: the groups and, unless they became
    columns, the measures, in the order of the result. NULL where the result has no row. Raises InputError for a column
    that the result lacks, and for more than one row in a cell.
    """
    if not isinstance(metrics, duckdb.DuckDBPyRelation):
        raise InputError(
            "wide: metrics is the result of an evaluation, such as rankhouse.evaluate(...), got"
            f" {type(metrics).__name__}"
        )
    names = metrics.columns
    for name in (columns, value):
        if name not in names:
            hint = did_you_mean(str(name), names) or f"; it has {', '.join(names)}"
            raise InputError(f"metrics has no column {name!r}{hint}")
    kept = [name for name in names[: names.index("measure") + 1 if "measure" in names else None] if name != columns]
    if columns == value or value in kept:
        raise InputError(f"{value!r} cannot be shown: it already identifies the rows or the columns")
    keys = [quoted(name) for name in kept]
    place = quoted(columns)
    number = unique_name("number")
    numbered = f"(select *, row_number() over () as {number} from answer)"
    found = _asked(
        metrics,
        f"select {place}::varchar from {numbered} group by {place} order by min({number}) limit {MOST + 1}",
    ).fetchall()
    if len(found) > MOST:
        raise InputError(f"column {columns!r} has more than {MOST} values, too many to show side by side")
    cells: dict[str, str] = {}
    for (text,) in found:
        name = _free("NULL" if text is None else text or "(empty)", [*kept, *cells])
        cells[name] = f"max({quoted(value)}) filter ({place} is not distinct from {_value(text, place)})"
    _one_row_a_cell(metrics, [*keys, place])
    grouped = f"group by {', '.join(keys)}" if keys else ""
    chosen = ", ".join([*keys, *(f"{cell} as {quoted(name)}" for name, cell in cells.items())])
    return printable(_asked(metrics, f"select {chosen} from {numbered} {grouped} order by min({number})"))


def _value(text: str | None, place: str) -> str:
    """The text as a value of the column's type."""
    return "null" if text is None else f"cast_to_type({literal(text)}, {place})"


def _asked(result: duckdb.DuckDBPyRelation, sql: str) -> duckdb.DuckDBPyRelation:
    answer = result.query("answer", sql)
    assert answer is not None
    return answer


def _free(name: str, taken: list[str]) -> str:
    while name.lower() in {other.lower() for other in taken}:
        name += "_"
    return name


def _one_row_a_cell(result: duckdb.DuckDBPyRelation, keys: list[str]) -> None:
    many = _asked(
        result, f"select count(*) from answer group by {', '.join(keys)} having count(*) > 1 limit 1"
    ).fetchall()
    if many:
        raise InputError(f"metrics has {many[0][0]} rows for the same {', '.join(keys)}: a cell holds only one")
