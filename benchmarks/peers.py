"""Against ranx and pytrec_eval: the same Parquet files to the same numbers of every query, loading included."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import data
from benchmarks.report import Section, reached

LEAST = {"ranx": (30, 1), "pytrec_eval": (3, 4)}
"""How many times as long they are to take at least, at the first call and again."""
PROCESSES = 3
TOLERANCE = 1e-9


def measured(library: str, folder: Path) -> dict[str, Any]:
    """What a process found; its first call is the median of some processes, but for a compiler's minutes."""
    # Of others, one more beforehand: Python compiles what it imports, as an installer does.
    found = [in_a_process(library, folder) for _ in range(1 if library == "ranx" else 1 + PROCESSES)][-PROCESSES:]
    seconds = [statistics.median(values) for values in zip(*(each["seconds"] for each in found), strict=True)]
    return found[0] | {"seconds": seconds}


def in_a_process(library: str, folder: Path) -> dict[str, Any]:
    # An empty cache of compiled code makes the first round of a just-in-time compiler a cold one.
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "numba"), "NUMBA_NUM_THREADS": "2"}
    environment |= {"PYTHONPYCACHEPREFIX": str(folder / "python"), "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run([sys.executable, "-m", "benchmarks.peer", library, str(folder)], check=True, env=environment)
    found: dict[str, Any] = json.loads((folder / f"{library}.json").read_text())
    return found


def difference(left: dict[str, list[float]], right: dict[str, list[float]]) -> float:
    """The largest difference between two libraries' values of any query; they must have the same queries."""
    if left.keys() != right.keys():
        raise AssertionError(f"{len(left.keys() ^ right.keys())} queries are in one result alone")
    return max(abs(a - b) for query in left for a, b in zip(left[query], right[query], strict=True))


def shown(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def measure(rows: int) -> Section:
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name:
        folder = Path(name)
        data.text_parquet(folder, rows // 100, 100)
        found = {library: measured(library, folder) for library in ("rankhouse", *LEAST)}
    first, again = found["rankhouse"]["seconds"]
    section = Section(
        "Against other libraries",
        f"{rows:,} rows ({rows // 100:,} queries x 100) from Parquet to NDCG@10, AP and RR of every query as Python"
        " numbers, loading included, each library in a process of its own. First: the first call of the process, with"
        " what it imports and what numba compiles; again: the median of five more; of both the median of"
        f" {PROCESSES} processes, ranx in one. Times slower: than rankhouse, first against first and again against"
        " again.",
        ["library", "first, s", "times slower", "again, s", "times slower", "peak memory, GB", "asked for", "reached"],
        figure=(
            "benchmark-libraries.svg",
            "Seconds for a million rows: rankhouse below one, ranx most of a minute at first, pytrec_eval about one",
        ),
    )
    section.rows.append(
        ["rankhouse", f"{first:.2f}", "1", f"{again:.2f}", "1", f"{found['rankhouse']['peak']:.2f}", "", ""]
    )
    for library, (least_first, least_again) in LEAST.items():
        cold, warm = found[library]["seconds"]
        largest = difference(found["rankhouse"]["values"], found[library]["values"])
        if largest > TOLERANCE:
            raise AssertionError(f"rankhouse and {library} differ by {largest}")
        section.rows.append(
            [
                library,
                f"{cold:.2f}",
                shown(cold / first),
                f"{warm:.2f}",
                shown(warm / again),
                f"{found[library]['peak']:.2f}",
                f"first {least_first}, again {least_again}",
                reached(cold / first >= least_first and warm / again >= least_again),
            ]
        )
        section.remarks.append(f"Largest difference from {library} in any of the values: {largest:.1e}.")
    return section
