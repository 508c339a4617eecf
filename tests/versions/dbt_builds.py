"""`make test-dbt-versions`: a project with the ready-made models is built by the dbt that runs this file.

Run by the oldest version of dbt that the package promises, and by the newest.
"""

from __future__ import annotations

import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import duckdb

from dbt_projects import DATABASE, dbt, new_project
from ready_made_models import FILES, SETTINGS

# Per query, by day, and the latest day alone.
ROWS = {"rankhouse__query_metrics": 3 * 4 * 2, "rankhouse__metrics": 3 * 2, "rankhouse__latest": 1, "own": 3 * 4}


PARTITIONED = {**SETTINGS, "partition": "day"}
EVALUATIONS: dict[str, dict[str, Any] | list[dict[str, Any]]] = {
    "whole": SETTINGS,
    "partitioned": PARTITIONED,
    "several": [{"name": "whole", **SETTINGS}, {"name": "by day", **PARTITIONED}],
}


def main() -> None:
    for evaluations in EVALUATIONS.values():
        with tempfile.TemporaryDirectory() as name:
            project = ready_made(Path(name), evaluations)
            # The second build is incremental where there are partitions.
            for _ in range(2):
                done = dbt(project, "--warn-error", "build")
                if done.returncode:
                    sys.exit(done.stdout + done.stderr)
            check(project, version("dbt-core"), evaluations)
    print(f"built by dbt-core {version('dbt-core')}, dbt-duckdb {version('dbt-duckdb')}, duckdb {duckdb.__version__}")


def ready_made(folder: Path, evaluations: Any) -> Path:
    return new_project(folder, FILES, {"vars": {"rankhouse": evaluations}})


def check(project: Path, version_of_dbt: str, evaluations: Any) -> None:
    several = len(evaluations) if isinstance(evaluations, list) else 1
    rows = {table: count * (1 if table == "own" else several) for table, count in ROWS.items()}
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        found = {table: con.table(table).count("*").fetchall()[0][0] for table in ROWS}
        means = con.execute("select distinct value from rankhouse__metrics where k is null").fetchall()
    if found != rows or means != [(0.5,)]:
        sys.exit(f"dbt {version_of_dbt} builds something else: {found}, {means}")


if __name__ == "__main__":
    main()
