"""The ready-made models by partition on Postgres: every build ends in the full result and leaves other days alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from dbt_package.test_incremental import CHANGES, DAY, MEASURES, SOURCES, named
from dbt_projects import dbt, new_project
from rankhouse._rendering.jinja import macros
from warehouses import postgres
from warehouses.reference import Row

BY = {"by": ["system", DAY], "judgments_by": [DAY]}
SUMMARY: dict[str, Any] = {"grouping_sets": [["system", DAY], [DAY]], "min_queries": 2}
TABLES = {
    "rankhouse__query_metrics": macros("postgres").query_metrics("public.run", "public.judgments", MEASURES, **BY),
    "rankhouse__metrics": macros("postgres").metrics("public.run", "public.judgments", MEASURES, **BY, **SUMMARY),
}
SETTINGS = {
    "run": ["raw", "run"],
    "judgments": ["raw", "judgments"],
    "measures": MEASURES,
    "partition": DAY,
    **BY,
    **SUMMARY,
}
INPUTS = """
    create table run as
    select
        case s when 0 then 'bm25' else 'dense' end as system,
        case when d > 0 then date '2026-01-01' + d end as day ,
        'q' || d || q as query_id,
        'i' || i as item_id,
        cast((s * 5 + d * 3 + q * 2 + i * i) % 7 as double precision) as score
    from generate_series(0, 1) as s, generate_series(0, 4) as d, generate_series(0, 2) as q, generate_series(0, 5) as i;
    create table judgments as
    select distinct day , query_id, item_id, ascii(substr(item_id, 2)) * ascii(substr(query_id, 3)) % 3 as relevance
    from run
    where item_id < 'i4'
"""
# Ends the connection after the rows of the model that DIE names are inserted and before they are committed.
DIE = """
{% macro die() %}
{% if env_var('DIE', '') == this.name %} select pg_terminate_backend(pg_backend_pid()) {% endif %}
{% if env_var('WAIT', '') %} select pg_sleep({{ env_var('WAIT') }}) {% endif %}
{% if env_var('PLANNED', '') %}
insert into planned select '{{ this.name }}', current_setting('enable_nestloop') || current_setting('jit')
{% endif %}
{% endmacro %}
"""
# Types of a day, and what its values are made of: those that information_schema does not tell in full.
KINDS = {
    "character(5)": "('r' || extract(day from day ))::character(5)",
    "mood": "(array['so ''so', 'a, b', 'c', 'd', 'e', 'f']::mood[])[extract(day from day )::int]",
    "text[]": "array[ day ::text, 'it''s, \"so\"']",
    "numeric(6, 2)": "extract(day from day ) / 4",
    "timestamptz": " day ::timestamptz + interval '1 microsecond'",
}


@dataclass
class Warehouse:
    project: Path
    con: psycopg.Connection

    def change(self, sql: str) -> None:
        self.con.execute(named(sql))

    def build(self, *arguments: str, die: str = "", **environment: str) -> None:
        given = json.dumps({"rankhouse": SETTINGS})
        done = dbt(self.project, "run", "--threads", "1", "--vars", given, *arguments, DIE=die, **environment)
        assert done.returncode == (1 if die else 0), done.stdout + done.stderr

    def rows(self, sql: str) -> list[Row]:
        """In the order of the columns that are no measured figures."""
        found = self.con.execute(sql).fetchall()
        return sorted(found, key=lambda row: [repr(value) for value in row if not isinstance(value, float)])

    def table(self, name: str) -> list[Row]:
        cursor = self.con.execute(f"select * from {name} limit 0")
        left_out = {"fingerprint", "row_id"}
        if name == "rankhouse__query_metrics":
            left_out.add("n_missing")
        kept = [column.name for column in cursor.description or () if column.name not in left_out]
        return self.rows("select {} from {}".format(", ".join(f'"{column}"' for column in kept), name))

    def written(self, name: str) -> dict[Any, set[Any]]:
        """Which transactions have written the rows of each day."""
        days: dict[Any, set[Any]] = {}
        for day, transaction in self.con.execute(named(f"select day , xmin::text from {name}")):
            days.setdefault(day and day.day, set()).add(transaction)
        return days

    def is_right(self) -> None:
        for name, truth in TABLES.items():
            assert self.table(name) == same(self.rows(truth)), name


def same(rows: list[Row]) -> list[Row]:
    return [
        tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row) for row in rows
    ]


@contextmanager
def warehouse() -> Iterator[Warehouse]:
    with tempfile.TemporaryDirectory() as folder, postgres.server() as port:
        project = new_project(
            Path(folder),
            {"models/sources.yml": SOURCES.replace("schema: main", "schema: public"), "macros/die.sql": DIE},
            {"models": {"rankhouse": {"+post-hook": "{{ die() }}"}}},
        )
        output = {"type": "postgres", "host": "127.0.0.1", "port": port, "user": "postgres", "password": "",
                  "dbname": "postgres", "schema": "public", "threads": 1}  # fmt: skip
        profile = {"user": {"target": "dev", "outputs": {"dev": output}}}
        (project / "profiles.yml").write_text(yaml.safe_dump(profile))
        with psycopg.connect(f"host=127.0.0.1 port={port} user=postgres dbname=postgres", autocommit=True) as con:
            yield Warehouse(project, con)


def check() -> None:
    """Raises AssertionError when a build leaves anything else than the full result, or writes an unchanged day."""
    with warehouse() as built:
        built.change(INPUTS)
        built.build()
        built.is_right()
        for change, days in [("select 1", []), *CHANGES]:
            before = {name: built.written(name) for name in TABLES}
            built.change(change)
            built.build()
            built.is_right()
            for name in TABLES:
                after = built.written(name)
                # A day of which nothing is judged has no rows, before or after.
                known = before[name] | after
                changed = {day for day in known if before[name].get(day) != after.get(day)}
                assert changed == known.keys() & {*days}, f"{name}: {changed} were written instead of {days}"
        dies_half_way(built)
        two_at_once(built)
        as_loaded(built)
        incremental = {name: built.table(name) for name in TABLES}
        built.build("--full-refresh")
        for name in TABLES:
            assert built.table(name) == same(incremental[name]), f"{name}: a full refresh is something else"
        types(built)


def as_loaded(built: Warehouse) -> None:
    """A planner that knows nothing of the new day makes no loops over all pairs of rows, and compiles nothing."""
    built.con.execute("create table planned (model text, settings text)")
    built.change(
        "insert into run select system, date '2026-01-11', query_id, item_id, score from run where day = '2026-01-02'"
    )
    built.build(PLANNED="1")
    built.is_right()
    planned = built.con.execute("select model from planned where settings = 'offoff' order by model").fetchall()
    assert planned == [(model,) for model in sorted(["rankhouse__partitions", *TABLES])]
    assert built.con.execute("show enable_nestloop").fetchone() == ("on",)


def types(built: Warehouse) -> None:
    """A partition of each type: made, changed, and gone."""
    built.con.execute("create type mood as enum ('so ''so', 'a, b', 'c', 'd', 'e', 'f')")
    for kind, value in KINDS.items():
        built.change(
            f"drop table if exists run, judgments, {', '.join(TABLES)}, rankhouse__partitions cascade; {INPUTS}"
        )
        for table in ("run", "judgments"):
            built.change(f"alter table {table} alter column day  type {kind} using {value}")
        built.build()
        built.change(
            "update run set score = -score where query_id < 'q2';"
            "delete from run where query_id > 'q3' and query_id < 'q4'"
        )
        built.build()
        built.is_right()


def dies_half_way(built: Warehouse) -> None:
    """A build whose connection ends before the rows are committed: the old rows stay, and the next build is right."""
    before = {name: built.table(name) for name in TABLES}
    built.change("update run set score = -score where day = '2026-01-02'")
    built.build(die="rankhouse__partitions")
    assert {name: built.table(name) for name in TABLES} == before
    for name in TABLES:
        built.build(die=name)
        assert built.table(name) == before[name], f"{name} has changed"
        assert built.rows(TABLES[name]) != before[name], "nothing was to be done"
    built.build()
    built.is_right()


def two_at_once(built: Warehouse) -> None:
    """Two builds of the same new day, each of which waits before it commits: both pass, and no row is there twice."""
    built.change(
        "insert into run select system, date '2026-01-10', query_id, item_id, score from run where day = '2026-01-02';"
        "insert into judgments select date '2026-01-10', query_id, item_id, 1 from judgments where day = '2026-01-02'"
    )
    built.build("--select", "rankhouse__partitions")
    given = json.dumps({"rankhouse": SETTINGS})
    command = [sys.executable, "-m", "dbt.cli.main", "run", "--vars", given, "--select", *TABLES]
    builds = [
        subprocess.Popen(
            [*command, "--target-path", f"target_{number}"],
            cwd=built.project,
            env=os.environ | {"WAIT": "4", "DBT_SEND_ANONYMOUS_USAGE_STATS": "0"},
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for build in builds:
        output, _ = build.communicate()
        assert build.returncode == 0, output
    built.is_right()
