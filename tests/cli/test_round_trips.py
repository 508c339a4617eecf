"""What is written into a file is read from it: any text may be an id."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from functools import cache
from pathlib import Path

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankhouse.cli import _output

TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n\"',;|\t\\\0= "), max_size=8)
ENDS = [
    "a\rb",
    "\r",
    "\n",
    "a\r\nb",
    "\r\n",
    '"',
    '""',
    "a,b",
    "a;b",
    "'",
    "=1+1",
    "@sum(a)",
    " a ",
    "\\",
    "\0",
    "\x85",
    "\u2028",
    "#",
]


@cache
def con() -> duckdb.DuckDBPyConnection:
    return duckdb.connect()


def written(rows: list[tuple[str, str]], format: str) -> str:  # noqa: A002
    """The text of the file that holds these rows."""
    told = con().sql("select unnest($1) as id, unnest($2) as other", params=list(map(list, zip(*rows, strict=True))))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"told.{format}"
        _output.write(told, format, path)
        with path.open(encoding="utf-8", newline="") as file:
            return file.read()


def read_by_duckdb(text: str) -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "told.csv"
        path.write_text(text, encoding="utf-8", newline="")
        # Nothing is told of quotes and ends: the reader finds out by itself, as for any user.
        read = con().sql(f"from read_csv('{path}', all_varchar = true, header = true)").fetchall()
        return [(first or "", second or "") for first, second in read]


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
@example([(text, "x") for text in ENDS])
@example([("x", text) for text in ENDS])
def test_any_text_comes_back_from_csv_and_json(rows: list[tuple[str, str]]) -> None:
    text = written(rows, "csv")
    assert list(csv.reader(io.StringIO(text, newline="")))[1:] == [list(row) for row in rows]
    assert json.loads(written(rows, "json")) == [{"id": first, "other": second} for first, second in rows]


@pytest.mark.parametrize("text", [text for text in ENDS if text != "\0"])
def test_duckdb_reads_each_id_as_it_was(text: str) -> None:
    rows = [(text, "1"), ("b", text), ("c", "3")]
    assert read_by_duckdb(written(rows, "csv")) == rows


def test_rows_end_with_a_line_feed() -> None:
    assert written([("a\r\nb", "c"), ("d", "e\r\n")], "csv") == 'id,other\n"a\r\nb",c\nd,"e\r\n"\n'
