"""What DuckDB takes to plan the query of each macro on relations, before it reads a row."""

from __future__ import annotations

import json
import multiprocessing
import resource
import signal
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

import duckdb

from benchmarks.calls import CALLS, ROWS, SMALLER, tables
from benchmarks.report import Section, reached
from benchmarks.ways import OLDEST, of_program
from rankhouse._rendering.jinja import macros

LIMIT = 0.3
"""Seconds of the processor that planning a query may take."""
STOPPED = 60
"""Seconds after which nobody waits for a plan any longer."""
SHOWN = 0.03
"""What takes longer is listed."""
REPETITIONS = 3


def asked() -> Iterator[tuple[str, str, str]]:
    """Each call: macro, what is asked of it, SQL."""
    yield "", "`select 1`", "select 1"
    for macro, (given, others) in CALLS.items():
        for name, arguments in {"defaults": {}, **others}.items():
            yield macro, name, str(getattr(macros("duckdb"), macro)(**given | arguments))


def planned() -> list[float | None]:
    """CPU seconds of each call; none for a plan that takes longer than anyone waits."""
    return [in_a_fork(sql) for _, _, sql in asked()]


def in_a_fork(sql: str) -> float | None:
    """In a process of its own, which the kernel can stop: DuckDB does not look for interrupts while it plans."""
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=plan, args=(sql, there))
    process.start()
    there.close()
    try:
        seconds: float = here.recv()
    except EOFError:
        process.join()
        if process.exitcode != -signal.SIGXCPU:
            raise RuntimeError(f"no plan of {sql[:500]}") from None
        return None
    process.join()
    return seconds


def plan(sql: str, answer: Connection) -> None:
    """The least of some times, sent to the process that asks.

    `prepare` plans as `explain` does, and does not draw the plan, which takes 2.0 longer than planning.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (STOPPED, most))
    with duckdb.connect(config={"threads": 1}) as con:
        for table, columns in tables().items():
            rows = SMALLER.get(table, ROWS)
            con.execute(f"create table {table} as select {columns} from range({rows}) as numbers(i)")
        taken: list[float] = []
        while len(taken) < REPETITIONS and sum(taken) < 1:
            start = time.process_time()
            con.execute(f"prepare planned as {sql}")
            taken.append(time.process_time() - start)
    answer.send(min(taken))


def measure(versions: Sequence[str] = (OLDEST, "")) -> Section:
    """versions: of DuckDB, "" is the one that is installed."""
    section = Section(
        "Planning",
        "What DuckDB takes to plan the query of each macro on relations before it reads a row: `prepare` of the SQL"
        f" that dbt compiles, CPU seconds, one thread, tables of {ROWS:,} rows, the least of {REPETITIONS}. kB: of the"
        f" SQL. A plan that takes more than {STOPPED} s is stopped. Calls that take at most {SHOWN} s are not listed.",
        [
            "macro",
            "call",
            "kB",
            *(f"DuckDB {each or duckdb.__version__}, s" for each in versions),
            "at most, s",
            "reached",
        ],
    )
    program = "import json\nfrom benchmarks import plans\nprint(json.dumps(plans.planned()))"
    by_version = [json.loads(of_program(program, version)) for version in versions]
    for (macro, call, sql), *taken in zip(asked(), *by_version, strict=True):
        slowest = max(STOPPED if each is None else each for each in taken)
        if macro and slowest <= SHOWN:
            continue
        shown = [f"more than {STOPPED}" if each is None else f"{each:.3f}" for each in taken]
        name, verdict = f"`{macro}`" if macro else "", reached(slowest <= LIMIT)
        section.rows.append([name, call, f"{len(sql) / 1000:.1f}", *shown, str(LIMIT), verdict])
    return section
