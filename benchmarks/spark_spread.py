"""Skewed and spread runs on a standalone cluster of Spark, with one executor and with two."""

from __future__ import annotations

import math
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

import rankhouse
from benchmarks.report import Section

TESTS = Path(__file__).parents[1] / "tests"
LISTS = ("ndcg@10", "average_precision", "recall@10")
HEAP = "512m"
PARTITIONS = 8
REPETITIONS = 3
TOLERANCE = 1e-12
SETTINGS = {
    # Planning takes no longer for what the driver compiles with less care, and leaves more of two cores.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.executor.cores": "1",
    "spark.executor.memory": HEAP,
    "spark.scheduler.minRegisteredResourcesRatio": "1",
    # What another executor has shuffled comes through its port, as between machines, not from the disk they share.
    "spark.shuffle.readHostLocalDisk": "false",
    # Tasks go to any executor at once, however little there is to do.
    "spark.locality.wait": "0",
    # As many tasks as with more rows, which Spark would make fewer of.
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
    "spark.sql.files.minPartitionNum": str(PARTITIONS),
    "spark.sql.shuffle.partitions": str(PARTITIONS),
}


@dataclass
class Shape:
    """The query and the system of row n, how many items of a query are judged, and what is asked for."""

    name: str
    query: str
    system: str = "0"
    n_judged: str = "10"
    measures: tuple[str, ...] = LISTS


HUGE = "greatest(n // 100 - {rows} // 300, 0)"
SHAPES = [
    Shape("10,000 queries of 100 items", "n // 100"),
    Shape("one query with a third of all rows", HUGE),
    Shape("the same, 10,000 of its items judged", HUGE, n_judged="if(query_id = 0, 10000, 10)"),
    Shape("the same, 10 judged, and ROC AUC", HUGE, measures=(*LISTS, "roc_auc")),
    Shape("a million queries of one item", "n"),
    Shape("1,000 systems with 10 queries of 100 items", "n % 1000 // 100", system="n // 1000"),
]


@dataclass
class Taken:
    """What one evaluation took, CPU seconds of its tasks and of the largest one, and its share of the main shuffle."""

    seconds: float
    cpu: float
    largest: float
    share: float


def write(folder: Path, shape: Shape, rows: int) -> None:
    folder.mkdir()
    query, system = shape.query.format(rows=rows), shape.system
    with duckdb.connect() as con:
        con.execute(
            f"""
            create table run as
            select
                {system} as system,
                {query} as query_id,
                row_number() over (partition by {system}, {query} order by hash(n)) as item_id,
                hash(n, 1) / 1e19 as score
            from range({rows}) as rows(n);
            create table judgments as
            select distinct query_id, item_id, cast(hash(query_id, item_id) % 3 as integer) as relevance from run
            where item_id <= {shape.n_judged}
            """
        )
        for table in ("run", "judgments"):
            con.execute(f"copy {table} to '{folder}/{table}.parquet' (row_group_size 50_000)")


@contextmanager
def session_on(address: str, executors: int) -> Iterator[Any]:
    """A session with executors of its own, of one core each."""
    from warehouses.spark import builder

    session = builder(address, SETTINGS | {"spark.cores.max": str(executors)}).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        yield session
    finally:
        session.stop()


def evaluated(folder: Path, measures: tuple[str, ...], session: Any = None) -> dict[tuple[int, str], float]:
    """Each system's values, by Spark or without a session by DuckDB."""
    run, judgments = (str(folder / f"{table}.parquet") for table in ("run", "judgments"))
    if session is None:
        rows = rankhouse.evaluate(run, judgments, measures, by="system").select("system, measure, value").fetchall()
    else:
        frames = session.read.parquet(run), session.read.parquet(judgments)
        found = rankhouse.evaluate(*frames, measures, by="system", engine=session)
        rows = found.select("system", "measure", "value").collect()
    return {(system, measure): value for system, measure, value in rows}


def same(found: dict[tuple[int, str], float], known: dict[tuple[int, str], float]) -> bool:
    return found.keys() == known.keys() and all(
        math.isclose(found[key], value, rel_tol=TOLERANCE, abs_tol=TOLERANCE) for key, value in known.items()
    )


def stages_of(session: Any) -> list[Any]:
    """Those that have run, when Spark has taken note of all of their tasks."""
    context, gateway = session.sparkContext._jsc.sc(), session.sparkContext._gateway
    context.listenerBus().waitUntilEmpty()
    stages = context.statusStore().stageList([], False, False, gateway.new_array(gateway.jvm.double, 0), [])
    return [stage for stage in map(stages.apply, range(stages.size())) if stage.numCompleteTasks()]


def timed(session: Any, folder: Path, measures: tuple[str, ...]) -> tuple[dict[tuple[int, str], float], Taken]:
    before = {stage.stageId() for stage in stages_of(session)}
    start = time.perf_counter()
    found = evaluated(folder, measures, session)
    seconds = time.perf_counter() - start
    stages = [stage for stage in stages_of(session) if stage.stageId() not in before]
    gateway, store = session.sparkContext._gateway, session.sparkContext._jsc.sc().statusStore()
    highest = gateway.new_array(gateway.jvm.double, 1)
    highest[0] = 1.0
    largest = {stage: store.taskSummary(stage.stageId(), stage.attemptId(), highest).get() for stage in stages}
    cpu = max(figures.executorCpuTime().apply(0) for figures in largest.values())
    # The most bytes are those of the run.
    main = max(stages, key=lambda stage: stage.shuffleReadBytes())
    share = largest[main].shuffleReadMetrics().readBytes().apply(0) / main.shuffleReadBytes()
    return found, Taken(seconds, sum(stage.executorCpuTime() for stage in stages) / 1e9, cpu / 1e9, share)


def peaks(session: Any) -> list[int]:
    """The most memory in MB that each executor's process has held."""
    driver = session.conf.get("spark.driver.port")
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, status = (process / "cmdline").read_bytes(), (process / "status").read_text()
        except OSError:
            continue
        if b"CoarseGrainedExecutorBackend" in command and f"@127.0.0.1:{driver}\0".encode() in command:
            (held,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
            found.append(int(held) // 1024)
    return found


def measure(rows: int, shapes: Sequence[Shape] = SHAPES, repetitions: int = REPETITIONS) -> Section:
    sys.path[:0] = [str(TESTS), str(TESTS / "helpers")]
    from warehouses.cluster import master

    section = Section(
        "Skew and spread on Spark",
        f"`python -m benchmarks.warehouses spread`: {rows:,} rows in Parquet files, ten judged items a query, on a"
        f" standalone cluster of one machine with one executor and with two, of one core and {HEAP} of heap each,"
        f" {PARTITIONS} shuffle partitions: NDCG@10, average precision and recall@10 by system, the values those of"
        f" DuckDB up to {TOLERANCE:g}. Medians of {repetitions} repetitions after one to warm up, the executors new for"
        " each line. CPU seconds are those of all tasks, and hold better than seconds where others use the machine;"
        " the largest task's are what no further executor makes less. The largest share is that of the run, in"
        " compressed bytes, that one task gets. Memory is the most that the process of an executor has held, heap and"
        " all that Java takes beside it.",
        ["rows", "executors", "s", "CPU s", "largest task, CPU s", "largest share", "MB of an executor"],
    )
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name, master() as address:
        for place, shape in enumerate(shapes):
            folder = Path(name, str(place))
            write(folder, shape, rows)
            known = evaluated(folder, shape.measures)
            for executors in (1, 2):
                with session_on(address, executors) as session:
                    evaluated(folder, shape.measures, session)
                    taken = []
                    for _ in range(repetitions):
                        found, one = timed(session, folder, shape.measures)
                        assert same(found, known), f"{shape.name}: not the values of DuckDB"
                        taken.append(one)
                    held = sorted(peaks(session))
                assert len(held) == executors, f"{len(held)} executors"
                seconds, cpu, largest, share = (
                    statistics.median(getattr(one, field) for one in taken)
                    for field in ("seconds", "cpu", "largest", "share")
                )
                figures = [f"{seconds:.1f}", f"{cpu:.2f}", f"{largest:.2f}", f"{share:.0%}", ", ".join(map(str, held))]
                section.rows.append([shape.name, str(executors), *figures])
    section.remarks.append(
        "Two executors and the driver have two cores here, and others used them: what the second executor saves in"
        " seconds is not to be seen. The CPU seconds are what there is to divide, down to those of the largest task."
    )
    section.remarks.append(
        "What costs what: a query's rows are one task's work. A third of all rows in one list costs little more than to"
        " sort it. From 500 on, judged items are sorted together with the list. With ROC AUC the rows are sorted in"
        " windows instead. A million queries cost more than any such skew, in even shares; systems are spread like"
        " queries."
    )
    return section
