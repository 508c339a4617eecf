"""What a result looks like where it is printed: one line a row, numbers at four decimals, `value` always among them."""

from __future__ import annotations

import contextlib
import html
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from rankhouse._rendering.sql import literal, quoted
from rankhouse._results.text import visible

REPEATED = ("metric", "k", "value_sum")
"""Columns that a person reads off the others."""
SPARED = (
    *(("n_left_out",), ("std_dev",), ("first_different",), ("n_positives",), ("n_rows",), ("test",)),
    *(("wins", "losses"), ("baseline_value",), ("p_value",)),
    *(("std_error",), ("n_missing",), ("ci_low", "ci_high"), ("n_queries",)),
)
"""What a narrow terminal does without, the first ones first."""
MOST = 40


class Result(duckdb.DuckDBPyRelation):
    """A DuckDB relation that prints its value: DuckDB's own box leaves out the middle columns. It can be pickled."""

    __slots__ = ()

    def __repr__(self) -> str:
        return as_text(self, shutil.get_terminal_size((120, 24)).columns)

    __str__ = __repr__

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, str]:
        """What notebooks show: DuckDB's own table has all digits, and no limit of columns."""
        return {"text/plain": repr(self), "text/html": as_html(self)}

    def show(self, **options: Any) -> None:
        """Print it; with options, as DuckDB does."""
        if options:
            super().show(**options)
        else:
            print(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, kept_rows(self)


def kept_rows(relation: duckdb.DuckDBPyRelation) -> tuple[bytes, list[str]]:
    """A relation for pickle: its rows as a Parquet file, and the types of its columns."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.parquet")
        relation.write_parquet(str(file))
        return file.read_bytes(), [str(kind) for kind in relation.types]


def restored(rows: bytes, types: Sequence[str]) -> duckdb.DuckDBPyRelation:
    """What `kept_rows` has kept, as a table of a connection of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rows.parquet")
        file.write_bytes(rows)
        con = duckdb.connect()
        columns = con.from_parquet(str(file)).columns
        typed = (f"{quoted(name)}::{kind} as {quoted(name)}" for name, kind in zip(columns, types, strict=True))
        con.execute(f"create table result as select {', '.join(typed)} from {literal(str(file))}")
    return printable(con.table("result"))


def printable(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    # A relation of DuckDB 1 is no Python object that could change its class: it stays as it is.
    with contextlib.suppress(TypeError):
        relation.__class__ = Result
    return relation


def told_apart(columns: Sequence[str]) -> list[int]:
    """The positions of the columns that a person needs. Grouping columns stay, whatever they are called."""
    first = columns.index("measure") if "measure" in columns else len(columns)
    return [position for position, name in enumerate(columns) if position < first or name not in REPEATED]


def fitting(columns: Sequence[str], widths: Sequence[int], width: int, empty: Sequence[str] = ()) -> list[int]:
    """The positions of the columns to print, two spaces between them, in a terminal of that width.

    empty: columns in which there is nothing to read.
    """
    kept = told_apart(columns)
    value = columns.index("value") if "value" in columns else len(columns)
    for spared in (empty, *SPARED):
        if sum(widths[place] + 2 for place in kept) - 2 <= width:
            break
        kept = [place for place in kept if place < value or columns[place] not in spared]
    return kept


def is_text(kind: object) -> bool:
    return str(kind).startswith(("VARCHAR", "ENUM"))


def shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:z.4f}" if isinstance(value, float) else str(value)


def first_rows(relation: duckdb.DuckDBPyRelation) -> tuple[list[tuple[Any, ...]], str]:
    """As many as are printed, and how many there are."""
    rows = relation.limit(MOST + 1).fetchall()
    n_rows = len(rows)
    if n_rows > MOST:
        (n_rows,) = relation.aggregate("count(*)").fetchall()[0]
    counted = f"{n_rows:,} row{'s' if n_rows != 1 else ''}"
    return rows[:MOST], counted + (f", the first {MOST} shown" if n_rows > MOST else "")


def as_html(relation: duckdb.DuckDBPyRelation) -> str:
    """A table for notebooks, readable on light and dark pages; texts on the left, numbers on the right."""
    columns = relation.columns
    rows, counted = first_rows(relation)
    sides = ["left" if is_text(kind) else "right" for kind in relation.types]

    def line(tag: str, texts: Sequence[str]) -> str:
        cells = (
            f'<{tag} style="text-align: {side}">{html.escape(visible(text))}</{tag}>'
            for text, side in zip(texts, sides, strict=True)
        )
        return f"<tr>{''.join(cells)}</tr>"

    body = "\n".join(line("td", [shown(value) for value in row]) for row in rows)
    heading = f"<thead>{line('th', columns)}</thead>"
    return f"<table>\n{heading}\n<tbody>\n{body}\n</tbody>\n</table>\n<p>{counted}</p>"


def as_text(relation: duckdb.DuckDBPyRelation, width: int) -> str:
    columns = [visible(name) for name in relation.columns]
    rows, ending = first_rows(relation)
    cells = [[shown(value).splitlines() or [""] for value in row] for row in rows]
    texts = [[visible(lines[0]) + ("…" if len(lines) > 1 else "") for lines in row] for row in cells]
    widths = [max(map(len, (name, *(row[place] for row in texts)))) for place, name in enumerate(columns)]
    empty = [name for place, name in enumerate(columns) if texts and not any(row[place] for row in texts)]
    kept = fitting(columns, widths, width, empty)
    is_left = [is_text(kind) for kind in relation.types]

    def line(row: Sequence[str]) -> str:
        aligned = (row[at].ljust(widths[at]) if is_left[at] else row[at].rjust(widths[at]) for at in kept)
        return "  ".join(aligned).rstrip()

    if missing := [name for place, name in enumerate(columns) if place not in kept]:
        ending += f"; other columns: {', '.join(missing)}"
    return "\n".join([line(columns), *map(line, texts), f"({ending})"])
