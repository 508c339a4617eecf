"""`make test-readers`: published files are opened by the versions of DuckDB that dashboards come with.

Each version is installed by pip into a folder of its own. What cannot be installed fails.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

import rankhouse

VERSIONS = ["1.1", "1.2", "1.3", "1.4", "1.5"]
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
READ = """
import sys, duckdb
con = duckdb.connect(sys.argv[1], read_only=True)
query = "select count(*), sum(value), min(day)::varchar, max(k) from "
found = [con.execute(query + table).fetchall() for table in ("rankhouse__metrics", "'" + sys.argv[2] + "'")]
print(duckdb.__version__, found)
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with duckdb.connect() as con:
            con.execute(
                "create table rankhouse__metrics as select date '2026-01-01' as day, 'ndcg@10' as measure, 10 as k,"
                " i / 8 as value, if(i % 2 = 0, null, repeat('x', i % 99)) as fingerprint from range(5000) as rows(i)"
            )
            table, database = rankhouse.publish(con, folder / "published")
        for version in VERSIONS:
            place = folder / version
            subprocess.run(
                [*PIP, "--target", place, f"duckdb=={version}.*"],
                check=True,
            )
            read = subprocess.run(
                [sys.executable, "-c", READ, database, table],
                check=True,
                capture_output=True,
                text=True,
                env=os.environ | {"PYTHONPATH": str(place)},
            ).stdout
            rows = [(5000, sum(range(5000)) / 8, "2026-01-01", 10)]
            if not read.startswith(f"{version}.") or not read.endswith(f" {[rows, rows]}\n"):
                sys.exit(f"duckdb {version} reads something else: {read}")
            print(f"written by duckdb {duckdb.__version__}, read by {read.split()[0]}")


if __name__ == "__main__":
    main()
