"""The ready-made models by partition on Spark: the changes of tests/dbt_package/test_incremental.py, on Parquet tables.

The inputs are tables of DuckDB, written as Parquet files after every change. Truth is the SQL of the evaluation on
DuckDB over all of them, which other tests compare with exact values.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from dbt_package.test_incremental import CHANGES, MEASURES, SOURCES, tables_of_inputs
from dbt_projects import new_project
from rankhouse._rendering.jinja import macros
from warehouses.spark_process import Process, profile

# Hive's own catalog finds no partitions by a column whose name has a quote or a space.
DAY = "day"
BY: dict[str, Any] = {"by": ["system", DAY], "judgments_by": [DAY]}
SUMMARY: dict[str, Any] = {"grouping_sets": [["system", DAY], [DAY]], "min_queries": 2}
TABLES = {
    "rankhouse__query_metrics": macros("duckdb").query_metrics("main.run", "main.judgments", MEASURES, **BY),
    "rankhouse__metrics": macros("duckdb").metrics("main.run", "main.judgments", MEASURES, **BY, **SUMMARY),
}
MODELS = ["rankhouse__partitions", *TABLES]
SETTINGS = {
    "run": ["raw", "run"],
    "judgments": ["raw", "judgments"],
    "measures": MEASURES,
    "partition": DAY,
    **BY,
    **SUMMARY,
}
# A day of which nothing is judged has no rows.
UNJUDGED_DAY = "2026-01-03"
UNJUDGED = f"delete from judgments where day = '{UNJUDGED_DAY}'"
Row = tuple[Any, ...]


class Warehouse:
    """Tables of Spark below a folder, and the inputs as tables of DuckDB."""

    def __init__(self, folder: Path, process: Process) -> None:
        self.project = new_project(folder, {"models/sources.yml": SOURCES.replace("schema: main", "schema: raw")})
        (self.project / "profiles.yml").write_text(yaml.safe_dump(profile()))
        self.process = process
        self.inputs = duckdb.connect()
        self.n_changes = 0
        self.targets: dict[str, int] = {}
        self.process.sql("create database raw")

    def change(self, sql: str) -> None:
        self.inputs.execute(sql)
        self.n_changes += 1
        for table in ("run", "judgments"):
            path = self.project / "inputs" / str(self.n_changes) / table
            path.mkdir(parents=True)
            self.inputs.execute(f"copy {table} to '{path}/part.parquet'")
            self.process.sql(f"create or replace view raw.{table} as select * from parquet.`{path}`")

    def command(self, *arguments: str, **variables: Any) -> list[str]:
        given = json.dumps({"rankhouse": SETTINGS} | variables)
        select = [] if "--select" in arguments else ["--select", *MODELS]
        # Other variables have another folder: dbt would read the whole package again each time that they change.
        target = f"target_{self.targets.setdefault(given, len(self.targets))}"
        return ["run", "--threads", "1", "--vars", given, "--target-path", target, *select, *arguments]

    def build(self, *arguments: str, **variables: Any) -> None:
        self.process.dbt(self.project, *self.command(*arguments, **variables))

    def die(self) -> None:
        """A build whose process, and Java, are killed while the rows of the values by query are written."""
        pattern = "*/rankhouse__query_metrics/.spark-staging-*"
        self.process.begin(self.project, *self.command())
        deadline = time.monotonic() + 300
        while not list(self.process.warehouse.glob(pattern)):
            assert time.monotonic() < deadline and not self.process.pipe.poll(), "nothing was written"
            time.sleep(0.001)
        self.process.kill()
        self.process.start()

    def folder(self, table: str) -> Path:
        (found,) = self.process.warehouse.glob(f"built.db/{table}")
        return found

    def files(self, table: str) -> dict[str, set[str]]:
        """Of each day that the table has a folder for, the names of its files, which are others when it is written."""
        days: dict[str, set[str]] = {}
        for path in self.folder(table).glob("*=*/*.parquet"):
            days.setdefault(path.parent.name.partition("=")[2], set()).add(path.name)
        return days

    def table(self, name: str) -> list[Row]:
        columns = ", ".join(f"`{column}`" for column in self.columns(name))
        return in_order(self.process.sql(f"select {columns} from built.{name}"))

    def truth(self, name: str) -> list[Row]:
        columns = ", ".join(f'"{column}"' for column in self.columns(name))
        return in_order(self.inputs.execute(f"select {columns} from ({TABLES[name]})").fetchall())

    def columns(self, name: str) -> list[str]:
        found = [row[0] for row in self.inputs.execute(f"describe {TABLES[name]}").fetchall()]
        return found if name == "rankhouse__metrics" else [column for column in found if column != "n_missing"]

    def is_right(self) -> None:
        for name in TABLES:
            assert self.table(name) == same(self.truth(name)), name

    def build_touching(self, *days: int | None, **variables: Any) -> None:
        """A build after which the tables are right and only these days' files are others."""
        before = {name: self.files(name) for name in TABLES}
        self.build(**variables)
        self.is_right()
        written = {"__HIVE_DEFAULT_PARTITION__" if day is None else f"2026-01-{day:02}" for day in days}
        for name in TABLES:
            after = self.files(name)
            known = before[name] | after
            changed = {day for day in known if before[name].get(day) != after.get(day)}
            assert changed == known.keys() & written, f"{name}: {changed} were written instead of {written}"


def in_order(rows: list[Row]) -> list[Row]:
    """By what is no measured figure."""
    return sorted(rows, key=lambda row: [repr(value) for value in row if not isinstance(value, float)])


def same(rows: list[Row]) -> list[Row]:
    return [
        tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row) for row in rows
    ]


def check(process: Process) -> None:
    """Raises AssertionError when a build leaves anything else than the full result, or writes an unchanged day."""
    with tempfile.TemporaryDirectory() as folder:
        built = Warehouse(Path(folder), process)
        # The first build has nothing to evaluate.
        built.change(f"{tables_of_inputs(dated=True)}; create table kept as from run; delete from run")
        built.build()
        built.is_right()
        built.change("insert into run from kept")
        built.build_touching(2, 3, 4, 5, None)
        built.build_touching()

        # What is looked at: two days that are named, the last day, all of them.
        looked_at: list[dict[str, Any]] = [
            {"rankhouse_partitions": ["2026-01-04", "2026-01-09"]},
            {"rankhouse": SETTINGS | {"lookback": 1}},
            {},
        ]
        for (change, days), variables in zip(CHANGES, looked_at, strict=True):
            built.change(change)
            built.build_touching(*days, **variables)
        dies_half_way(built)
        dies_before_the_drop(built)
        incremental = {name: built.table(name) for name in TABLES}
        built.build("--full-refresh")
        for name in TABLES:
            assert built.table(name) == same(incremental[name]), f"{name}: a full refresh is something else"
        built.change("delete from run")
        built.build()
        assert [built.table(name) for name in TABLES] == [[], []]


def dies_half_way(built: Warehouse) -> None:
    """A build that is killed while it writes: the tables are the old ones. Then one of the first table alone."""
    before = {name: built.table(name) for name in TABLES}
    built.change("update run set score = -score where day = '2026-01-02'")
    built.die()
    assert {name: built.table(name) for name in TABLES} == before
    built.build("--select", *MODELS[:2])
    assert built.table("rankhouse__query_metrics") == same(built.truth("rankhouse__query_metrics"))
    assert built.table("rankhouse__metrics") == before["rankhouse__metrics"]
    assert built.table("rankhouse__metrics") != built.truth("rankhouse__metrics")


def dies_before_the_drop(built: Warehouse) -> None:
    """Killed builds that have written their rows: what they were to drop is still there, until any other build."""
    built.change(UNJUDGED)
    kept = {table: folder for table in TABLES for folder in built.folder(table).glob(f"{DAY}={UNJUDGED_DAY}")}
    for folder in kept.values():
        shutil.copytree(folder, built.project / "kept" / folder.parent.name)
    built.build()
    built.is_right()
    for table, folder in kept.items():
        assert not folder.exists()
        shutil.copytree(built.project / "kept" / table, folder)
        built.process.sql(f"alter table built.{table} add partition ({DAY} = '{UNJUDGED_DAY}')")
        assert built.table(table) != same(built.truth(table))
    built.build(rankhouse_partitions=["2026-01-04"])
    built.is_right()
