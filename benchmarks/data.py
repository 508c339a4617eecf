"""Runs and judgments of any size, made by DuckDB; the same on every run of the same DuckDB version."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import duckdb

# Per query: a tenth of the returned items are judged, half of these relevant; two relevant items are not returned.
JUDGED_SHARE = 10
MISSED = 2


def run_rows(first: int, last: int, length: int) -> str:
    """The run of the queries from `first` up to, not including, `last`: bigint ids, score in [0, 1)."""
    return rows_of_numbers(f"range({first * length}, {last * length})", length)


def rows_of_numbers(numbers: str, length: int) -> str:
    """The rows of a run by their numbers."""
    return f"""
        select
            i // {length} as query_id,
            (i * 7919 + i // {length} * 31) % {length * 10} as item_id,
            hash(i) / 18446744073709551616 as score
        from {numbers} as numbers(i)"""


def judgment_rows(run: str, first: int, last: int, length: int) -> str:
    """Their judgments: relevance 0 to 3."""
    return f"""
        select
            query_id,
            item_id,
            case when hash(item_id, query_id, 1) % 2 = 0 then 0 else 1 + hash(item_id, query_id, 2) % 3 end::integer
                as relevance
        from ({run}) as run
        where hash(item_id, query_id) % {JUDGED_SHARE} = 0
        union all
        select query_id, {length * 10} + missed, 1
        from range({first}, {last}) as queries(query_id), range({MISSED}) as missed_items(missed)"""


def database(path: Path, queries: int, length: int) -> None:
    """A DuckDB file with the tables run, judgments, and labelled: the run with the relevance of each item."""
    with duckdb.connect(str(path)) as con:
        con.execute(f"create table run as {run_rows(0, queries, length)}")
        con.execute(f"create table judgments as {judgment_rows('from run', 0, queries, length)}")
        con.execute(
            "create table labelled as"
            " select run.*, judgments.relevance from run left join judgments using (query_id, item_id)"
        )


def parquet(folder: Path, queries: int, length: int, chunk: int = 100_000) -> None:
    """run-*.parquet and judgments-*.parquet, a file for every `chunk` queries, rows of a query together."""
    with duckdb.connect() as con:
        for first, last in chunks(queries, chunk):
            con.execute(f"copy ({run_rows(first, last, length)}) to '{folder / f'run-{first:012}.parquet'}'")
        judgments_parquet(con, folder, queries, length, chunk)


def scattered_parquet(folder: Path, queries: int, length: int, chunk: int = 10_000_000) -> None:
    """The same as `parquet` in another order of the run: of its rows any two neighbours are of queries far apart."""
    with duckdb.connect() as con:
        total = queries * length
        # Without a common factor, so that every row comes once.
        stride = next(number for number in range(total * 618 // 1000, total) if math.gcd(number, total) == 1)
        for first, last in chunks(total, chunk):
            numbers = f"(select (j::hugeint * {stride} % {total})::bigint from range({first}, {last}) as places(j))"
            rows = rows_of_numbers(numbers, length)
            con.execute(f"copy ({rows}) to '{folder / f'run-{first:012}.parquet'}'")
        judgments_parquet(con, folder, queries, length)


def judgments_parquet(
    con: duckdb.DuckDBPyConnection, folder: Path, queries: int, length: int, chunk: int = 100_000
) -> None:
    for first, last in chunks(queries, chunk):
        judged = judgment_rows(run_rows(first, last, length), first, last, length)
        con.execute(f"copy ({judged}) to '{folder / f'judgments-{first:012}.parquet'}'")


def text_parquet(folder: Path, queries: int, length: int) -> None:
    """run.parquet and judgments.parquet as the peers want them: ids as text, scores distinct and exact in 32 bits."""
    run = f"""
        select 'q' || query_id as query_id, 'd' || item_id as item_id,
            row_number() over (partition by query_id order by score) / 1024.0::double as score
        from ({run_rows(0, queries, length)}) as run"""
    judgments = f"""
        select 'q' || query_id as query_id, 'd' || item_id as item_id, relevance
        from ({judgment_rows(run_rows(0, queries, length), 0, queries, length)}) as judgments"""
    with duckdb.connect() as con:
        con.execute(f"copy ({run}) to '{folder / 'run.parquet'}'")
        con.execute(f"copy ({judgments}) to '{folder / 'judgments.parquet'}'")


def chunks(total: int, size: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + size, total)) for first in range(0, total, size))
