"""A run far larger than the memory allowed: from Parquet, in a process of its own.

python -m benchmarks.large FOLDER MEMORY evaluates FOLDER/run-*.parquet and prints what it took as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import duckdb

import rankhouse
from benchmarks import data
from benchmarks.core import AT_10
from benchmarks.report import Section, peak_memory

FLOOR = """
    select count(*), max(n), max(score_sum)
    from (select query_id, count(*) as n, sum(score) as score_sum, min(item_id) from {} group by query_id)
"""


def measure(title: str, rows: int, memory: str) -> Section:
    """A run whose rows of a query stand together, and the same rows in an order that has nothing to do with queries."""
    section = Section(
        title,
        f"{rows:,} rows ({rows // 100:,} queries x 100 items) and a tenth as many judgments in Parquet files,"
        f" `memory_limit` {memory}, 2 threads: six measures at 10 through `evaluate`, its checks included. The floor is"
        " one scan of the run that groups it by query, right before, in the same process; spilled is the most that"
        " DuckDB's temporary directory held.",
        ["the run is stored", "floor, s", "seconds", "floors", "peak memory of the process, GB", "spilled, GB", "GB"],
    )
    for stored, write in (("by query", data.parquet), ("in any order", data.scattered_parquet)):
        with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name:
            folder = Path(name)
            write(folder, rows // 100, 100)
            size = sum(path.stat().st_size for path in folder.iterdir()) / 2**30
            command = [sys.executable, "-m", "benchmarks.large", name, memory]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        assert found["queries"] == rows // 100
        ratio = found["seconds"] / found["floor"]
        figures = [found["floor"], found["seconds"], ratio, found["peak"], found["spilled"], size]
        section.rows.append([stored, *(f"{figure:.1f}" for figure in figures)])
    return section


def main(folder: Path, memory: str) -> None:
    spill = folder / "spill"
    with duckdb.connect(config={"threads": 2, "memory_limit": memory, "temp_directory": str(spill)}) as con:
        con.execute(f"create view run as from '{folder}/run-*.parquet'")
        con.execute(f"create view judgments as from '{folder}/judgments-*.parquet'")
        most = watched(spill)
        start = time.perf_counter()
        con.execute(FLOOR.format("run")).fetchall()
        floor = time.perf_counter() - start
        start = time.perf_counter()
        rows = rankhouse.evaluate("run", "judgments", AT_10, con=con).fetchall()
        elapsed = time.perf_counter() - start
    took = {"seconds": elapsed, "floor": floor, "peak": peak_memory(), "spilled": most[0] / 2**30}
    print(json.dumps({**took, "queries": rows[0][4]}))


def watched(folder: Path) -> list[int]:
    """The most bytes that were in a folder, looked at twice a second for as long as the process lasts."""
    most = [0]

    def look() -> None:
        while True:
            sizes = [path.stat().st_size for path in folder.glob("*") if path.is_file()] if folder.is_dir() else []
            most[0] = max(most[0], sum(sizes))
            time.sleep(0.5)

    threading.Thread(target=look, daemon=True).start()
    return most


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
