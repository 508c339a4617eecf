"""Runs and judgments as people have them: CSV, Parquet and files of TREC, the same rows in each."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb

SYSTEMS = ("bm25", "dense")


def rows(con: duckdb.DuckDBPyConnection, n_rows: int) -> None:
    """Two systems, 100 items a query; scores with ties; every seventh item judged, some of them not returned."""
    n_queries = n_rows // 200
    con.execute(
        "create table run as select system, 'q' || q as query_id, 'd' || d as item_id,"
        " round((q * 7919 + d * 104729 + s * 31337) % 9973 / 9973"
        " + case when (q + d) % 7 = 0 and s = 1 then 0.2 else 0 end, 2) as score"
        " from (values (0, 'bm25'), (1, 'dense')) as systems(s, system), range(?) as queries(q),"
        " range(100) as items(d)",
        [n_queries],
    )
    con.execute(
        "create table judgments as select 'q' || q as query_id, 'd' || d as item_id,"
        " ((q * 31 + d * 17) % 4)::integer as relevance, ['de', 'fr'][1 + q % 2] as country"
        " from range(?) as queries(q), range(150) as items(d) where (q + d) % 7 = 0",
        [n_queries],
    )


def written(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    for table in ("run", "judgments"):
        con.execute(f"copy {table} to '{folder / table}.csv'")
        con.execute(f"copy {table} to '{folder / table}.parquet'")
    for system in SYSTEMS:
        con.execute(
            "copy (select query_id, 'Q0', item_id, row_number() over (partition by query_id order by score desc),"
            f" score, system from run where system = '{system}') to '{folder / system}.run' (header false, delim ' ')"
        )
    con.execute(
        "copy (select query_id, 0, item_id, relevance from judgments)"
        f" to '{folder}/qrels.txt' (header false, delim ' ')"
    )
    (folder / "bm25.run.gz").write_bytes(gzip.compress((folder / "bm25.run").read_bytes()))
