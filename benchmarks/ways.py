"""DuckDB's table macros beside `evaluate`, and what there is to wait for before a first number: in CPU seconds."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import duckdb

import rankhouse
from benchmarks import data, parses
from benchmarks.core import AT_10, WHOLE_LIST
from benchmarks.processes import of_command
from benchmarks.report import Section, reached

ROOT = Path(__file__).parents[1]
WITH_OPTIONS = ["ndcg(gain=linear)@10", "rbp(p=0.8)@10"]
ASKED = {"ndcg@10": ["ndcg@10"], "six measures at 10": AT_10, "AP, RR and AUC of the whole list": WHOLE_LIST}
ASKED |= {" and ".join(WITH_OPTIONS): WITH_OPTIONS}
CLI = "from rankhouse.cli import main; main()"
OLDEST = "1.5"
"""The oldest version of DuckDB that is promised; it is measured beside the installed one."""
EXCLUSION = 1.5
FIXED = 0.03
"""A table macro may take so many seconds besides what `evaluate` takes."""
CALLS = {
    "metrics": "from metrics('run', 'judgments', measures := 'ndcg@10')",
    "metrics, a convention": "from metrics('run', 'judgments', measures := 'ndcg@10', convention := 'trec_eval')",
    "tie_audit": "from tie_audit('run', 'judgments', measures := 'ndcg@10')",
    "click_judgments": "from click_judgments('clicks')",
    "compare": "from compare('by_query')",
}
TABLES = """
create table clicks as
select i // 10 as search_id, i // 10 % 200 as query_id, i % 10 * 7 as item_id, i % 10 + 1 as position,
    hash(i) % 4 = 0 as clicked
from range(10_000) as r(i);
create table by_query as
select 's' || i % 2 as system, i // 2 as query_id, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k,
    hash(i) % 1000 / 1000 as value
from range(10_000) as r(i)
"""


def table_macros(rows: int, repetitions: int) -> Section:
    """The table macro right after `evaluate`, so that a busy moment of the machine weighs on both."""
    section = Section(
        "Table macros beside evaluate",
        "The same DuckDB tables, one thread, CPU seconds: `rankhouse.evaluate`, which checks the data first, and"
        f" `from metrics(..., checked := true)`, right after each other; median of {repetitions} repetitions. Limit:"
        f" `evaluate` and {FIXED} s.",
        ["DuckDB", "rows", "measures", "evaluate, s", "table macro, s", "ratio", "difference, s", "reached"],
    )
    section.rows.extend(ways_beside(rows, repetitions))
    program = f"import json\nfrom benchmarks import ways\nprint(json.dumps(ways.ways_beside({rows}, {repetitions})))"
    section.rows.extend(json.loads(of_program(program, OLDEST)))
    return section


def ways_beside(rows: int, repetitions: int) -> list[list[str]]:
    found = []
    for count in (10_000, rows):
        with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as folder:
            path = Path(folder) / "bench.duckdb"
            data.database(path, count // 100, 100)
            with duckdb.connect(str(path), config={"threads": 1}) as con:
                rankhouse.register(con)
                for name, asked in ASKED.items():
                    found.append([duckdb.__version__, *beside(con, count, name, asked, repetitions)])
    return found


def beside(con: duckdb.DuckDBPyConnection, rows: int, name: str, asked: list[str], repetitions: int) -> list[str]:
    macro = f"from metrics('run', 'judgments', measures := {asked}, checked := true)"
    ours, theirs = [], []
    for _ in range(repetitions + 1):
        ours.append(cpu(lambda: rankhouse.evaluate("run", "judgments", asked, con=con).fetchall()))
        theirs.append(cpu(lambda: con.execute(macro).fetchall()))
    # The first of each warms up.
    ours, theirs = ours[1:], theirs[1:]
    evaluate, called = statistics.median(ours), statistics.median(theirs)
    verdict = reached(called <= evaluate + FIXED)
    figures = [f"{evaluate:.3f}", f"{called:.3f}", f"{called / evaluate:.2f}", f"{called - evaluate:.3f}"]
    return [f"{rows:,}", name, *figures, verdict]


def calls(repetitions: int) -> Section:
    """The first call of a process and further ones, by Python's function and by the extension where it is built."""
    section = Section(
        "Calls of table macros",
        "CPU seconds of a call over 10,000 rows, one thread: the first one of a process, and the median of"
        f" {repetitions} further ones. By the function that `rankhouse.register` makes, and by the extension.",
        ["DuckDB", "by", "call", "first, s", "further, s"],
    )
    asked = f"import json\nfrom benchmarks import ways\nprint(json.dumps(ways.calls_by({{}}, {repetitions})))"
    for version in ("", OLDEST):
        for way in ("register", *(["load"] if EXTENSION.exists() else [])):
            section.rows.extend(json.loads(of_program(asked.format(repr(way)), version)))
    return section


EXTENSION = ROOT / "extension" / "build" / "rankhouse.duckdb_extension"


def calls_by(way: str, repetitions: int) -> list[list[str]]:
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as folder:
        path = Path(folder) / "bench.duckdb"
        data.database(path, 100, 100)
        with duckdb.connect(str(path), config={"threads": 1, "allow_unsigned_extensions": "true"}) as con:
            con.execute(TABLES)

            def made() -> None:
                if way == "register":
                    rankhouse.register(con)
                else:
                    con.execute(f"load '{EXTENSION}'")

            found = [[duckdb.__version__, way, f"`{way}` itself", f"{cpu(made):.3f}", ""]]
            if way == "load":
                con.execute("set search_path = 'bench.main,rankhouse.main'")
            for name, sql in CALLS.items():
                first, *further = (cpu(lambda sql=sql: con.execute(sql).fetchall()) for _ in range(repetitions + 1))
                found.append([duckdb.__version__, way, name, f"{first:.3f}", f"{statistics.median(further):.3f}"])
    return found


def exclusion(rows: int, repetitions: int) -> Section:
    """With and without the items that users have seen, right after each other."""
    section = Section(
        "With an exclusion",
        f"`rankhouse.evaluate` of {rows:,} rows, 100 a user, without and with `exclude` of {rows // 10:,} pairs that"
        f" the run has; one thread, CPU seconds, median of {repetitions} repetitions. Limit: {EXCLUSION} times.",
        ["measures", "without, s", "with exclude, s", "ratio", "reached"],
    )
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as folder:
        path = Path(folder) / "bench.duckdb"
        data.database(path, rows // 100, 100)
        with duckdb.connect(str(path), config={"threads": 1}) as con:
            seen = "select query_id, item_id from run where hash(item_id, query_id, 3) % 10 = 0"
            con.execute(f"create table seen as {seen}")
            for name, asked in ASKED.items():
                section.rows.append(excluding(con, name, asked, repetitions))
    return section


def excluding(con: duckdb.DuckDBPyConnection, name: str, asked: list[str], repetitions: int) -> list[str]:
    taken: dict[str | None, list[float]] = {None: [], "seen": []}
    for _ in range(repetitions + 1):
        for seen, times in taken.items():
            times.append(cpu(partial(evaluated, con, asked, seen)))
    without, excluded = (statistics.median(times[1:]) for times in taken.values())
    verdict = reached(excluded <= EXCLUSION * without)
    return [name, f"{without:.2f}", f"{excluded:.2f}", f"{excluded / without:.2f}", verdict]


def evaluated(con: duckdb.DuckDBPyConnection, asked: list[str], seen: str | None) -> list[object]:
    return rankhouse.evaluate("run", "judgments", asked, exclude=seen, con=con).fetchall()


def cpu(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


SMALL = """
con = duckdb.connect(config={"threads": 1})
con.execute("create table run as select i % 10 as query_id, i as item_id, i::double as score from range(100) as r(i)")
con.execute("create table judgments as select query_id, item_id, item_id % 2 as relevance from run")
"""
EVALUATE = 'rankhouse.evaluate("run", "judgments", con=con).fetchall()'
STARTS = [
    ("`import rankhouse`", "", "import rankhouse", 0.1),
    (
        "`import rankhouse` and `evaluate` of 100 rows, the first of a process",
        SMALL,
        f"import rankhouse\n{EVALUATE}",
        0.3,
    ),
    ("`evaluate` of 100 rows again", f"import rankhouse\n{SMALL}{EVALUATE}", EVALUATE, None),
    ("`rankhouse.register`", "import rankhouse\ncon = duckdb.connect()", "rankhouse.register(con)", 0.1),
    (
        "a table macro's first call, 100 rows",
        f"import rankhouse\n{SMALL}rankhouse.register(con)",
        "con.execute(\"from metrics('run', 'judgments', checked := true)\").fetchall()",
        None,
    ),
]


def starts(repetitions: int, n_models: int) -> Section:
    section = Section(
        "Before the first number",
        f"CPU seconds, each in a process of its own, median of {repetitions}. `duckdb` is imported before the clock"
        f" starts, and templates have been compiled by a process before. With DuckDB {duckdb.__version__}, and with the"
        " oldest version that is promised.",
        ["what", "seconds", f"DuckDB {OLDEST}", "at most", "reached"],
    )
    for name, before, timed, limit in STARTS:
        of_versions = [
            statistics.median(in_process(before, timed, version) for _ in range(repetitions))
            for version in ("", OLDEST)
        ]
        verdict = "" if limit is None else reached(max(of_versions) <= limit)
        shown = [f"{taken:.2f}" for taken in of_versions]
        section.rows.append([name, *shown, "" if limit is None else str(limit), verdict])
    help_of_cli = statistics.median(of_command([sys.executable, "-c", CLI, "--help"]) for _ in range(repetitions))
    section.rows.append(["`rankhouse --help`, with Python's own start", f"{help_of_cli:.2f}", "", "", ""])
    section.rows.extend(parses.rows(repetitions, n_models))
    return section


def in_process(before: str, timed: str, version: str = "") -> float:
    clock = "time.process_time()"
    program = f"import time\nimport duckdb\n{before}\nstart = {clock}\n{timed}\nprint({clock} - start)"
    return float(of_program(program, version))


def of_program(program: str, version: str = "") -> str:
    """The last line that a process prints, since DuckDB may show progress before; with a version, if one is named."""
    paths = [str(with_duckdb(version))] if version else []
    paths += [str(ROOT), str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-c", program]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout
    return printed.rstrip().rpartition("\n")[2]


@cache
def with_duckdb(version: str) -> Path:
    """A folder with this version of DuckDB and nothing else, for as long as the process lives."""
    folder = Path(tempfile.mkdtemp(prefix="rankhouse-duckdb-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run([sys.executable, ROOT / "tools" / "install.py", folder, f"duckdb=={version}.*"], check=True)
    [found] = folder.glob("lib/python*/site-packages")
    return found
