"""A run far larger than the memory allowed: from Parquet, in a process of its own.

python -m benchmarks.large FOLDER evaluates FOLDER/run-*.parquet and prints seconds and peak memory as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

import rankhouse
from benchmarks import data
from benchmarks.core import AT_10
from benchmarks.report import Section, peak_memory

MEMORY = "4GB"


def measure(rows: int) -> Section:
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name:
        folder = Path(name)
        data.parquet(folder, rows // 100, 100)
        size = sum(path.stat().st_size for path in folder.iterdir()) / 2**30
        output = subprocess.run(
            [sys.executable, "-m", "benchmarks.large", name], check=True, capture_output=True, text=True
        ).stdout
    found = json.loads(output)
    return Section(
        "Larger than memory",
        f"{rows:,} rows ({rows // 100:,} queries x 100) and a tenth as many judgments, {size:.1f} GB of Parquet,"
        f" `memory_limit` {MEMORY}, 2 threads: six measures at 10 through `evaluate`.",
        ["rows", "seconds", "peak memory of the process, GB", "queries in the mean"],
        [[f"{rows:,}", f"{found['seconds']:.1f}", f"{found['peak']:.2f}", f"{found['queries']:,}"]],
    )


def main(folder: Path) -> None:
    spill = folder / "spill"
    with duckdb.connect(config={"threads": 2, "memory_limit": MEMORY, "temp_directory": str(spill)}) as con:
        con.execute(f"create view run as from '{folder}/run-*.parquet'")
        con.execute(f"create view judgments as from '{folder}/judgments-*.parquet'")
        start = time.perf_counter()
        rows = rankhouse.evaluate("run", "judgments", AT_10, con=con).fetchall()
        elapsed = time.perf_counter() - start
    print(json.dumps({"seconds": elapsed, "peak": peak_memory(), "queries": rows[0][4]}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
