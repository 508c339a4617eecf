"""What a report costs, in CPU seconds of a whole process: as who types the command waits for it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import duckdb

from benchmarks import data
from benchmarks.processes import of_command
from benchmarks.report import Section, reached

START = "import duckdb; duckdb.sql('select 1').fetchall()"
LIMIT = 3
"""CPU seconds, on a machine without other work."""
SYSTEMS = ["a", "b", "c", "d"]
LENGTH = 100
ASKED = {
    "`evaluate` of one system": "rankhouse.evaluate('a', 'judgments', con=con).fetchall()",
    "`tie_audit` of one system": "rankhouse.tie_audit('a', 'judgments', con=con).fetchall()",
    "`report` of one system": "rankhouse.report({'a': 'a'}, 'judgments', path=path, con=con)",
    "`report` of four systems without ties": (
        f"rankhouse.report({{name: name + '_untied' for name in {SYSTEMS}}}, 'judgments', path=path, con=con)"
    ),
    "`report` of four systems": (
        f"rankhouse.report({{name: name for name in {SYSTEMS}}}, 'judgments', path=path, con=con)"
    ),
}


def measure(queries: int, repetitions: int) -> Section:
    section = Section(
        "Reports",
        f"Reports of {queries:,} queries with lists of {LENGTH}, most scores of which are tied, with the default"
        f" measures; CPU seconds of a process of its own, the least of {repetitions}, and times a Python that imports"
        f" DuckDB and selects 1. Limit: {LIMIT} CPU seconds.",
        ["what", "CPU, s", "times", "reached"],
    )
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as folder:
        path = Path(folder) / "bench.duckdb"
        data.database(path, queries, LENGTH)
        with duckdb.connect(str(path)) as con:
            for place, name in enumerate(SYSTEMS):
                score = f"score + {place} * (hash(item_id, query_id, {place}) % 1000 / 1000)"
                con.execute(f"create table {name}_untied as select query_id, item_id, {score} as score from run")
                con.execute(f"create table {name} as select * replace (round(score, 1) as score) from {name}_untied")
        head = f"import duckdb, rankhouse; con = duckdb.connect({str(path)!r}, read_only=True)"
        head += f"; path = {str(Path(folder) / 'report.html')!r}; "
        # The first one compiles templates and makes the library of charts, which are kept.
        least(head + ASKED["`report` of four systems"], 1)
        start = least(START, repetitions)
        section.rows.append(["`import duckdb`, `select 1`", f"{start:.2f}", "1", ""])
        for name, program in ASKED.items():
            taken = least(head + program, repetitions)
            verdict = reached(taken <= LIMIT) if "report" in name else ""
            section.rows.append([name, f"{taken:.2f}", f"{taken / start:.1f}", verdict])
    return section


def least(program: str, repetitions: int) -> float:
    return min(of_command([sys.executable, "-W", "ignore", "-c", program]) for _ in range(repetitions))
