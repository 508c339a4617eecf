"""TREC's text formats: runs (query Q0 item rank score tag) and qrels (query iteration item relevance)."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb

from rankhouse._errors import InputError
from rankhouse._sql import rows

RUN = "query Q0 item rank score tag"
QRELS = "query iteration item relevance"


def is_trec(path: Path) -> bool:
    """Whether the first line has the fields of a run or of qrels, separated by white space, and no comma."""
    line = _first_line(path)
    return len(line.split()) in (4, 6) and "," not in line and line.split()[0].lower() != "query_id"


def load_trec(con: duckdb.DuckDBPyConnection, path: Path, role: str, table: str) -> None:
    """Read a file, plain or .gz, into a temporary table.

    A run gives query_id, item_id, score and system (the tag), qrels give query_id, item_id and relevance; ids are text.
    Raises InputError with the number of the first line that does not parse.
    """
    width = 6 if role == "run" else 4
    layout = RUN if role == "run" else QRELS
    value = 5 if role == "run" else 4
    name = str(path).replace("'", "''")
    parts = f"{table}_parts"
    con.execute(
        f"create temp table {parts} as"
        rf" select regexp_split_to_array(trim(text, ' ' || chr(9) || chr(13)), '\s+') as parts"
        f" from read_csv('{name}', columns = {{'text': 'varchar'}}, delim = chr(1), quote = '', escape = '',"
        " comment = '', header = false, auto_detect = false, null_padding = true, strict_mode = false)"
    )
    try:
        bad = f"len(parts) <> {width} or try_cast(parts[{value}] as double) is null"
        wrong = rows(
            con,
            "select line, array_to_string(parts, ' ') from ("
            f"select row_number() over () as line, parts from {parts}"
            f") as numbered where parts <> [''] and ({bad}) order by line limit 1",
        )
        if wrong:
            line, text = wrong[0]
            raise InputError(f"line {line} of {str(path)!r} is not `{layout}`: {text[:120]!r}")
        columns = "parts[1] as query_id, parts[3] as item_id"
        if role == "run":
            columns += ", parts[5]::double as score, parts[6] as system"
        else:
            columns += ", parts[4]::double as relevance"
        con.execute(f"create temp table {table} as select {columns} from {parts} where parts <> ['']")
    finally:
        con.execute(f"drop table {parts}")


def _first_line(path: Path) -> str:
    opener = gzip.open if path.suffix.lower() == ".gz" else open
    with opener(path, "rt", errors="replace") as file:
        return next((line.strip() for line in file if line.strip()), "")
