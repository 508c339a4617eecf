"""One more day on Spark, by the length of the history before it: the ready-made models on Parquet tables by day."""

from __future__ import annotations

import json
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import yaml

from benchmarks.incremental import FIRST, SETTINGS
from benchmarks.processes import cpu_seconds
from benchmarks.report import Section

TESTS = Path(__file__).parents[1] / "tests"
MODELS = ["rankhouse__partitions", "rankhouse__query_metrics", "rankhouse__metrics"]


class Warehouse:
    """A project whose inputs are tables partitioned by day; builds use one session of Spark."""

    def __init__(self, folder: Path, queries: int) -> None:
        sys.path[:0] = [str(TESTS), str(TESTS / "helpers")]
        from dbt_projects import new_project
        from warehouses.spark_process import Process, profile

        tables = [{"name": "run"}, {"name": "judgments"}]
        sources = {"version": 2, "sources": [{"name": "raw", "schema": "raw", "tables": tables}]}
        self.folder, self.queries, self.days = (
            new_project(folder, {"models/sources.yml": json.dumps(sources)}),
            queries,
            0,
        )
        (folder / "profiles.yml").write_text(yaml.safe_dump(profile()))
        self.process = Process(folder)
        self.process.sql("create database raw")
        for table, figure in (("run", "score double"), ("judgments", "relevance int")):
            self.process.sql(
                f"create table raw.{table} (query_id bigint, item_id bigint, {figure}, day date)"
                f" using parquet partitioned by (day) location '{self.folder / 'inputs' / table}'"
            )

    def add(self, days: int) -> None:
        """Each day has its queries with 100 scored items and 10 judgments."""
        with duckdb.connect() as con:
            for n in range(self.days, self.days + days):
                day = FIRST + timedelta(days=n)
                rows = f"range({self.queries}) as queries(q)"
                for table, columns, items in (
                    ("run", f"i as item_id, hash({n}, q, i) / 1e19 as score", 100),
                    ("judgments", f"i * 7 as item_id, cast(hash(i, q, {n}) % 3 as integer) as relevance", 10),
                ):
                    path = self.folder / "inputs" / table / f"day={day}"
                    path.mkdir(parents=True)
                    con.execute(
                        f"copy (select q as query_id, {columns} from {rows}, range({items}) as items(i))"
                        f" to '{path}/part.parquet'"
                    )
        added = " ".join(f"partition (day = '{FIRST + timedelta(days=n)}')" for n in range(self.days, self.days + days))
        for table in ("run", "judgments"):
            self.process.sql(f"alter table raw.{table} add {added}")
        self.days += days

    @property
    def last(self) -> date:
        return FIRST + timedelta(days=self.days - 1)

    def build(self, *arguments: str, **variables: Any) -> tuple[float, float]:
        """Seconds in the three tables' models, and the CPU seconds of Spark; every day is in them afterwards."""
        used = cpu_seconds(self.process.java)
        given = json.dumps({"rankhouse": SETTINGS, **variables})
        self.process.dbt(self.folder, "run", "--threads", "1", "--vars", given, "--select", *MODELS, *arguments)
        used = cpu_seconds(self.process.java) - used
        assert self.process.sql("select count(distinct day) from built.rankhouse__metrics") == [(self.days,)]
        results = json.loads((self.folder / "target" / "run_results.json").read_text())["results"]
        return float(sum(result["execution_time"] for result in results)), used


def measure(histories: list[int], queries: int) -> Section:
    section = Section(
        "One more day on Spark",
        f"`python -m benchmarks.warehouses days`: the ready-made models by day, {queries * 100:,} scored items and"
        f" {queries * 10:,} judgments a day, three measures, inputs and results Parquet tables of the catalog that are"
        " partitioned by day, local[2]: dbt's execution time of the three tables together, and CPU seconds of Spark in"
        " brackets, which hold better where others use the machine. For one more day all days are looked at for"
        " changes, or the last three, by `lookback: 3`, or the new one alone, named by a var. Nothing new is what dbt"
        " and Spark take in any case, and the look. Spark's driver lists the folders: from the 33rd on a job would, at"
        " every look. Over inputs that are views of folders, Spark lists all of these for each of its statements.",
        [
            "days before",
            "full refresh, s",
            "nothing new, s",
            "one more day, s",
            "one more day, `lookback: 3`, s",
            "one more day, named, s",
        ],
    )
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as name:
        warehouse = Warehouse(Path(name), queries)
        try:
            for history in histories:
                warehouse.add(history - warehouse.days)
                if history == histories[0]:
                    # Java compiles what it runs often.
                    warehouse.build()
                figures = [warehouse.build("--full-refresh"), warehouse.build()]
                warehouse.add(1)
                figures.append(warehouse.build())
                warehouse.add(1)
                figures.append(warehouse.build(rankhouse=SETTINGS | {"lookback": 3}))
                warehouse.add(1)
                figures.append(warehouse.build(rankhouse_partitions=[str(warehouse.last)]))
                section.rows.append([str(history), *(f"{seconds:.1f} ({used:.1f})" for seconds, used in figures)])
        finally:
            warehouse.process.end()
    return section
