"""Runs and judgments of any size, made by DuckDB; the same on every run of the same DuckDB version."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb

# Per query: a tenth of the returned items are judged, half of these relevant; two relevant items are not returned.
JUDGED_SHARE = 10
MISSED = 2


def run_rows(first: int, last: int, length: int) -> str:
    """The run of the queries from `first` up to, not including, `last`: bigint ids, score in [0, 1)."""
    return f"""
        select
            i // {length} as query_id,
            (i * 7919 + i // {length} * 31) % {length * 10} as item_id,
            hash(i) / 18446744073709551616 as score
        from range({first * length}, {last * length}) as numbers(i)"""


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
            run = run_rows(first, last, length)
            name = f"{first:012}.parquet"
            con.execute(f"copy ({run}) to '{folder / f'run-{name}'}'")
            con.execute(f"copy ({judgment_rows(run, first, last, length)}) to '{folder / f'judgments-{name}'}'")


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
