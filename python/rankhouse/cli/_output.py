"""Results on the terminal and in files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TextIO

import duckdb
from rich.console import Console
from rich.table import Table

from rankhouse._rendering.refused import InputError
from rankhouse._results.files import STANDARD_OUTPUT, writing
from rankhouse._results.relation import fitting, is_text, shown, told_apart
from rankhouse._results.text import visible

SUFFIXES = {".csv": "csv", ".json": "json", ".parquet": "parquet", ".txt": "table"}


def choose_format(given: str | None, output: Path | None, suffixes: Mapping[str, str] = SUFFIXES) -> str:
    """The format asked for, else that of the file's suffix, else a table."""
    is_printed = output is None or output == STANDARD_OUTPUT
    if given == "parquet" and is_printed:
        raise InputError("parquet goes into a file: add -o FILE.parquet")
    if given:
        return given
    is_stream = output is not None and output.exists() and not output.is_file()
    if output is None or is_printed or (is_stream and output.suffix.lower() not in suffixes):
        return "table"
    if output.suffix.lower() not in suffixes:
        raise InputError(f"the format of {str(output)!r} is not clear from its name: add --format csv, json or parquet")
    return suffixes[output.suffix.lower()]


def write(result: duckdb.DuckDBPyRelation, format: str, output: Path | None) -> None:  # noqa: A002
    """Print a relation, or write it to a file that appears whole or not at all. Numbers are rounded in tables only."""
    if format == "parquet":
        assert output is not None
        with writing(output) as path:
            result.write_parquet(str(path))
        return
    if output is None or output == STANDARD_OUTPUT:
        _WRITERS[format](result, sys.stdout)
        return
    with writing(output) as path, path.open("w", encoding="utf-8", newline="") as file:
        _WRITERS[format](result, file)


def write_text(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file that appears whole or not at all."""
    if output is None or output == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return
    with writing(output) as path:
        path.write_text(text, encoding="utf-8", newline="")


def _table(result: duckdb.DuckDBPyRelation, file: TextIO) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    columns = [visible(name) for name in result.columns]
    rows = [["\n".join(map(visible, shown(value).split("\n"))) for value in row] for row in result.fetchall()]
    widths = [max(map(len, (name, *(row[place] for row in rows)))) for place, name in enumerate(columns)]
    wraps = [any(len(row[place]) > 40 for row in rows) for place in range(len(columns))]
    # A text that wraps may be narrow; anything else is seen whole, in lines longer than the terminal's if need be.
    least = [24 if wrapped else width for width, wrapped in zip(widths, wraps, strict=True)]
    console = Console(file=file, highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 10_000
    kept = fitting(columns, least, console.width)
    for place in kept:
        side: Literal["left", "right"] = "left" if is_text(result.types[place]) else "right"
        # A long name has no spaces to wrap at, and the end of one is what tells it from others.
        table.add_column(
            columns[place], justify=side, no_wrap=not wraps[place], min_width=least[place], overflow="fold"
        )
    for row in rows:
        table.add_row(*(row[place] for place in kept))
    console.width = max(console.width, sum(least[place] + 2 for place in kept) - 2)
    console.print(table)
    if spared := [columns[place] for place in told_apart(columns) if place not in kept]:
        console.print(f"(a wider terminal shows {', '.join(spared)} too)")


QUOTED = re.compile(r"[\"',#\r\n]")
"""In quotes: what ends a cell or a row, and what readers that guess take for another quote or for a comment."""


def _csv(result: duckdb.DuckDBPyRelation, file: TextIO) -> None:
    for row in [result.columns, *result.fetchall()]:
        cells = ["" if value is None else str(value) for value in row]
        quoted = [f'"{cell.replace(chr(34), chr(34) * 2)}"' if QUOTED.search(cell) else cell for cell in cells]
        file.write(",".join(quoted) + "\n")


def _json(result: duckdb.DuckDBPyRelation, file: TextIO) -> None:
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.fetchall()]
    json.dump(rows, file, indent=2, default=str)
    file.write("\n")


_WRITERS = {"table": _table, "csv": _csv, "json": _json}
