"""A build for one more day, by the length of the history before it: dbt's own timing of the ready-made models."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.report import Section

FIRST = date(2026, 1, 1)
PACKAGE = Path(__file__).parents[1]
SETTINGS = {
    "run": ["raw", "run"],
    "judgments": ["raw", "judgments"],
    "measures": ["ndcg@10", "recall@10", "mrr"],
    "by": ["day"],
    "judgments_by": ["day"],
    "partition": "day",
}
FILES: dict[str, Any] = {
    "dbt_project.yml": {
        "name": "bench",
        "profile": "bench",
        "vars": {"rankhouse": SETTINGS},
        "flags": {"send_anonymous_usage_stats": False},
    },
    "profiles.yml": {"bench": {"target": "dev", "outputs": {"dev": {"type": "duckdb", "path": "bench.duckdb"}}}},
    "packages.yml": {"packages": [{"local": str(PACKAGE)}]},
    "models/sources.yml": {
        "version": 2,
        "sources": [{"name": "raw", "schema": "main", "tables": [{"name": "run"}, {"name": "judgments"}]}],
    },
}


class Project:
    """A dbt project with a database; days arrive one after the other."""

    def __init__(self, folder: Path, queries: int) -> None:
        self.folder, self.queries, self.days = folder, queries, 0
        for name, content in FILES.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(json.dumps(content))  # JSON is YAML
        (folder / "dbt_packages").mkdir()
        (folder / "dbt_packages" / "rankhouse").symlink_to(PACKAGE)
        with duckdb.connect(str(folder / "bench.duckdb")) as con:
            con.execute("create table run (day date, query_id integer, item_id integer, score double)")
            con.execute("create table judgments (day date, query_id integer, item_id integer, relevance integer)")

    @property
    def last(self) -> str:
        return str(FIRST + timedelta(days=self.days - 1))

    def add(self, days: int) -> None:
        """Each day has its queries with 100 scored items and 10 judgments."""
        with duckdb.connect(str(self.folder / "bench.duckdb")) as con:
            for day in range(self.days, self.days + days):
                rows = f"range({self.queries}) as queries(q)"
                con.execute(
                    f"insert into run select date '{FIRST}' + {day}, q, i, hash({day}, q, i) / 1e19"
                    f" from {rows}, range(100) as items(i)"
                )
                con.execute(
                    f"insert into judgments select date '{FIRST}' + {day}, q, i * 7, hash(i, q, {day}) % 3"
                    f" from {rows}, range(10) as items(i)"
                )
        self.days += days

    def build(self, *arguments: str) -> float:
        """Seconds in the three tables' models; every day is in them afterwards."""
        done = subprocess.run(
            [sys.executable, "-m", "dbt.cli.main", "run", "--exclude", "rankhouse__latest", *arguments],
            cwd=self.folder,
            env=os.environ | {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stdout)
        results = json.loads((self.folder / "target" / "run_results.json").read_text())["results"]
        with duckdb.connect(str(self.folder / "bench.duckdb")) as con:
            assert con.execute("select count(distinct day) from rankhouse__metrics").fetchall() == [(self.days,)]
        return float(sum(result["execution_time"] for result in results))


def measure(histories: list[int], queries: int) -> Section:
    section = Section(
        "One more day",
        f"The ready-made models by day on DuckDB, {queries * 100:,} scored items and {queries * 10:,} judgments a day,"
        " three measures: dbt's execution time of the three tables together. For one more day all days are looked at"
        " for changes, or the new one alone, named by a var. Nothing new is what dbt itself takes, and the look.",
        ["days before", "full refresh, s", "nothing new, s", "one more day, s", "one more day, named, s"],
        figure=("benchmark-days.svg", "A full refresh takes longer with every day, one more day does not"),
    )
    for history in histories:
        with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name:
            project = Project(Path(name), queries)
            project.add(history)
            project.build()
            seconds = [project.build("--full-refresh"), project.build()]
            project.add(1)
            seconds.append(project.build())
            project.add(1)
            named = {"rankhouse": SETTINGS, "rankhouse_partitions": [project.last]}
            seconds.append(project.build("--vars", json.dumps(named)))
        section.rows.append([str(history), *(f"{time:.1f}" for time in seconds)])
    return section
