"""python -m benchmarks.warehouses [spark|days|spread|postgres|loaded ...] [--rows N ...] [--quick | --write]

Printed, or written on a page: Spark against the evaluators that it comes with, one more day on it, and skewed and
spread runs; Postgres against one window over the same rows, and a day that it has no statistics of.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import spark_days, spark_evaluators, spark_spread
from benchmarks.report import Section, reached, write
from rankhouse._rendering.jinja import macros

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "benchmarks-warehouses.md"
# In the order of the page.
SECTIONS = ["spark", "days", "spread", "postgres", "loaded"]
REPETITIONS = 2
# Postgres takes at most this many windows.
ASKED = 3.0


def postgres(rows: int) -> Section:
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from warehouses.postgres import session

    section = Section(
        f"Postgres, {rows:,} rows",
        f"{rows:,} rows ({rows // 100:,} queries x 100) and a tenth as many judgments as two tables, the server's"
        " defaults except `jit`. The unit S is `row_number() over (partition by query_id order by score desc)` over"
        f" the run. Median of {REPETITIONS} repetitions. Asked for: at most 3 S. `checked`: the rows are known to be"
        " clean, so that duplicates need not be looked for.",
        ["jit", "task", "seconds", "S", "reached"],
    )
    with session() as server:
        run = f"select i / 100 as query_id, i % 100 as item_id, random() as score from generate_series(0, {rows - 1}) i"
        judged = (
            "select i / 10 as query_id, (i % 10) * 12 + (random() * 9)::int as item_id, 1.0::double precision as"
            f" relevance from generate_series(0, {rows // 10 - 1}) i"
        )
        for table, query in {"run": run, "judgments": judged}.items():
            server.con.execute(f"create table {table} as {query}")
            server.con.execute(f"vacuum analyze {table}")
        window = "select row_number() over (partition by query_id order by score desc) as place from run"
        tasks = {"S": f"select count(place) from ({window}) as placed"}
        for measures in (["ndcg@10", "precision@10", "recall@10"], ["ndcg@10", "map", "recall@10"]):
            for checked in (True, False):
                name = ", ".join(measures) + (", checked" if checked else "")
                tasks[name] = macros("postgres").metrics("run", "judgments", measures, checked=checked)
        for jit in ("off", "on"):
            server.con.execute(f"set jit = {jit}")
            unit = None
            for name, sql in tasks.items():
                median = median_seconds(lambda sql=sql: server.query(sql))  # type: ignore[misc]
                unit = unit or median
                verdict = "" if name == "S" else reached(median / unit <= ASKED)
                section.rows.append([jit, name, f"{median:.2f}", f"{median / unit:.2f}", verdict])
    return section


def loaded(days: Sequence[int]) -> Section:
    """One more day on Postgres, as it is loaded and after ANALYZE. days: how many queries they have."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from warehouses.postgres import session

    section = Section(
        "A day as it is loaded, on Postgres",
        "Thirty days that Postgres has statistics of and one that was loaded since: two systems, lists of 20, ndcg@10,"
        " map and mrr of each query of the new day. Seconds by the planner's own choice, by `set local"
        " enable_nestloop = off`, which the models by partition say before each statement, and after ANALYZE. What"
        " grows faster than the queries is an error of the planner's: it expects one row.",
        ["queries", "its own choice", "as the models do", "after ANALYZE"],
    )
    day = "day = date '2026-02-15'"
    for queries in days:
        with session() as server:
            run = (
                "select 'system ' || s as system, date '2026-01-01' + d as day, q as query_id, i as item_id,"
                " ((s * 5 + d * 3 + q * 2 + i * i) % 97)::double precision as score from generate_series(0, 1) s,"
                f" generate_series(0, 29) d, generate_series(1, {queries}) q, generate_series(1, 20) i"
            )
            judged = "select distinct day, query_id, item_id, item_id % 3 as relevance from run where item_id < 15"
            for table, query in {"run": run, "judgments": judged}.items():
                server.con.execute(f"create table {table} with (autovacuum_enabled = false) as {query}")
                server.con.execute(f"analyze {table}")
            for table, others in {
                "run": "query_id, item_id, score",
                "judgments": "query_id, item_id, relevance",
            }.items():
                first = "system, " if table == "run" else ""
                server.con.execute(
                    f"insert into {table} ({first}day, {others}) select {first}date '2026-02-15', {others} from {table}"
                    " where day = date '2026-01-02'"
                )
            sql = macros("postgres").query_metrics(
                f"(select * from run where {day}) as listed",
                f"(select * from judgments where {day}) as listed",
                ["ndcg@10", "map", "mrr"],
                by=["system", "day"],
                judgments_by=["day"],
            )
            found = []
            for before in ("set enable_nestloop = on", "set enable_nestloop = off", "reset all; analyze"):
                server.con.execute(before)
                found.append(median_seconds(lambda sql=sql: server.query(sql)))  # type: ignore[misc]
            section.rows.append([str(queries), *(f"{seconds:.3f}" for seconds in found)])
    return section


def median_seconds(task: Callable[[], object]) -> float:
    def taken() -> float:
        start = time.perf_counter()
        task()
        return time.perf_counter() - start

    return statistics.median(taken() for _ in range(REPETITIONS))


def measured(engine: str, rows: list[int] | None, quick: bool) -> Iterator[Section]:
    if engine == "spark":
        yield from map(spark_evaluators.spark, rows or ([10_000] if quick else spark_evaluators.CALLS))
    elif engine == "days":
        yield spark_days.measure([1] if quick else [1, 10, 100], queries=10 if quick else 300)
    elif engine == "spread":
        yield spark_spread.measure(10_000, spark_spread.SHAPES[2:3], 1) if quick else spark_spread.measure(1_000_000)
    elif engine == "loaded":
        yield loaded((10,) if quick else (10, 20, 40, 80))
    else:
        yield postgres(10_000 if quick else 1_000_000)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.warehouses", description=__doc__)
    parser.add_argument("engines", nargs="*", choices=[*SECTIONS, []], metavar="|".join(SECTIONS))
    parser.add_argument("--rows", type=int, nargs="*", help="of Spark; by default 1, 10 and 100 million")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs; nothing is written")
    parser.add_argument("--write", action="store_true", help="write the sections that are named; without names all are")
    arguments = parser.parse_args()
    if arguments.write and (arguments.rows or arguments.quick):
        parser.error("--write is for the default number of rows")
    written = arguments.write or not (arguments.engines or arguments.rows or arguments.quick)
    for engine in arguments.engines or SECTIONS:
        for section in measured(engine, arguments.rows, arguments.quick):
            print(section.markdown(), flush=True)
            if written:
                write(PAGE, section)


if __name__ == "__main__":
    main()
