"""The ready-made models by partition: every build ends in the full result, and leaves other partitions alone.

Truth is the SQL of the evaluation itself over all of the inputs, which other tests compare with exact values.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dbt_projects import DATABASE, dbt, new_project
from rankhouse._jinja import macros

DAY = "Day o'clock"
MEASURES = ["ndcg@3", "map", "roc_auc"]
TABLES = {"rankhouse__query_metrics": macros("duckdb").query_metrics, "rankhouse__metrics": macros("duckdb").metrics}
Row = tuple[Any, ...]

# Kills dbt after the rows of the model that DIE names are inserted and before they are committed.
DEADLY = """
import os, signal
from dbt.adapters.duckdb.plugins import BasePlugin

class Plugin(BasePlugin):
    def configure_connection(self, conn):
        conn.create_function("die", lambda: os.kill(os.getpid(), signal.SIGKILL), [], "integer", side_effects=True)
"""
DIE = "{% macro die() %}{% if env_var('DIE', '') == this.name %} select die() {% endif %}{% endmacro %}"
SOURCES = """
version: 2
sources:
  - name: raw
    schema: main
    tables: [{name: run}, {name: judgments}]
"""

# Statements that change the inputs, and the days of January that a build makes anew then; `day` is the partition.
CHANGES: list[tuple[str, list[int | None]]] = [
    # A new day, judged late: first without labels, then with them. One more label of a day before.
    (
        "insert into run select system, date '2026-01-09', query_id, item_id, -score from run where day = '2026-01-02';"
        "insert into judgments select day , query_id, 'i5', 2 from judgments where day = '2026-01-04'",
        [9, 4],
    ),
    (
        "insert into judgments select date '2026-01-09', query_id, item_id, relevance from judgments"
        " where day = '2026-01-02'",
        [9],
    ),
    # A label changed, a day scored anew, items deleted, a batch loaded twice, a day gone, and rows without a day.
    (
        "update judgments set relevance = 3 - relevance where day = '2026-01-02' and item_id = 'i1';"
        "update run set score = -score where day = '2026-01-03';"
        "delete from run where day = '2026-01-04' and system = 'dense' and item_id < 'i3';"
        "insert into run select * from run where day = '2026-01-09';"
        "delete from run where day = '2026-01-05';"
        "delete from run where day is null and system = 'bm25'",
        [2, 3, 4, 9, 5, None],
    ),
]

# Items that change places in the lists of a day, and in the judgments of another one: nothing else is different.
SWAPPED: tuple[str, list[int | None]] = (
    "update run set item_id = 'i' || (3 - item_id[2:]::int) where day = '2026-01-03' and item_id in ('i1', 'i2');"
    "update judgments set item_id = 'i' || (3 - item_id[2:]::int)"
    " where day = '2026-01-04' and item_id in ('i1', 'i2')",
    [3, 4],
)


def tables_of_inputs(dated: bool) -> str:
    """The statements that make run and judgments; dated: judgments have a day too."""
    return f"""
        create table run as
        select
            case s when 0 then 'bm25' else 'dense' end as system,
            case when d > 0 then date '2026-01-01' + d::integer end as day ,
            'q' || d || q as query_id,
            'i' || i as item_id,
            cast(hash(s, d, q, i) % 7 as double) as score
        from range(2) as systems(s), range(5) as days(d), range(3) as queries(q), range(6) as items(i);
        create table judgments as
        select distinct
            {" day , " if dated else ""} query_id,
            item_id,
            cast(hash(query_id, item_id) % 3 as integer) as relevance
        from run
        where item_id < 'i4'
    """


class Warehouse:
    """A project whose run and judgments are tables that a test changes as it likes; dated: judgments have a day too."""

    def __init__(self, folder: Path, dated: bool) -> None:
        self.judgments_by = [DAY] if dated else []
        self.summary = {"grouping_sets": [["system", DAY], [DAY]], "min_queries": 2} if dated else {}
        self.settings: dict[str, Any] = {
            "run": ["raw", "run"],
            "judgments": ["raw", "judgments"],
            "measures": MEASURES,
            "by": ["system", DAY],
            "judgments_by": self.judgments_by,
            "partition": DAY,
            **self.summary,
        }
        self.project = new_project(
            folder,
            {"models/sources.yml": SOURCES, "deadly.py": DEADLY, "macros/die.sql": DIE},
            {"models": {"rankhouse": {"+post-hook": "{{ die() }}"}}, "flags": {"send_anonymous_usage_stats": False}},
            plugin="deadly",
        )
        self.change(tables_of_inputs(dated))

    def change(self, sql: str) -> None:
        with duckdb.connect(str(self.project / DATABASE)) as con:
            con.execute(named(sql))

    def build(self, *arguments: str, variables: dict[str, Any] | None = None, die: str = "") -> None:
        given = json.dumps({"rankhouse": self.settings} | (variables or {}))
        command = ("run", "--threads", "1", "--vars", given, *arguments)
        done = dbt(self.project, *command, artifacts=False, DIE=die)
        assert done.returncode == (-9 if die else 0), done.stdout + done.stderr

    def rows(self, query: str) -> list[Row]:
        with duckdb.connect(str(self.project / DATABASE)) as con:
            return con.execute(f"select * from ({named(query)}) order by all").fetchall()

    def table(self, name: str) -> list[Row]:
        figures = "fingerprint" if name == "rankhouse__metrics" else "fingerprint, n_missing"
        return self.rows(f"select * exclude ({figures}) from {name}")

    def truth(self, name: str) -> list[Row]:
        more = self.summary if name == "rankhouse__metrics" else {}
        return self.rows(
            TABLES[name](
                "main.run", "main.judgments", MEASURES, by=["system", DAY], judgments_by=self.judgments_by, **more
            )
        )

    def build_touching(self, *days: int | None, **options: Any) -> None:
        """A build after which the tables are right and only these days' rows have been written."""
        touched = [None if day is None else f"2026-01-{day:02}" for day in days]
        literals = ", ".join(f"'{day}'" for day in touched if day) or "'1970-01-01'"
        others = f" day not in ({literals}) " + (" and day is not null " if None in touched else " or day is null ")
        for name in TABLES:
            self.change(
                f"create table saved_{name} as from {name}; update {name} set metric = 'untouched' where ({others})"
            )
        self.build(**options)
        for name in TABLES:
            before = self.rows(
                f"from saved_{name} where ({others})".replace(" day ", ' "' + DAY.replace('"', '""') + '" ')
            )
            kept = self.rows(
                f"select * replace (split_part(measure, '@', 1) as metric) from {name} where metric = 'untouched'"
            )
            assert kept == before
            self.change(f"update {name} set metric = split_part(measure, '@', 1); drop table saved_{name}")
        self.is_right()

    def is_right(self) -> None:
        for name in TABLES:
            assert self.table(name) == same(self.truth(name))


def named(sql: str) -> str:
    """With the name of the partition's column for the word day."""
    return sql.replace(" day ", f' "{DAY}" ')


def same(rows: list[Row]) -> list[Row]:
    return [
        tuple(pytest.approx(value, abs=1e-12) if isinstance(value, float) else value for value in row) for row in rows
    ]


def test_whatever_changes_a_build_ends_in_the_full_result(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    warehouse.is_right()
    assert len(warehouse.table("rankhouse__metrics")) == (2 + 1) * 5 * len(MEASURES)
    warehouse.build_touching()

    for change, days in [*CHANGES, SWAPPED]:
        warehouse.change(change)
        warehouse.build_touching(*days)
    warehouse.build_touching()

    # The tables of a full refresh are the same.
    incremental = {name: warehouse.table(name) for name in TABLES}
    warehouse.build("--full-refresh")
    for name in TABLES:
        assert warehouse.table(name) == same(incremental[name])


def test_a_build_killed_half_way_leaves_the_old_tables_and_the_next_one_is_right(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    before = {name: warehouse.table(name) for name in TABLES}
    warehouse.change("update run set score = -score where day = '2026-01-03'")
    warehouse.build(die="rankhouse__query_metrics")
    assert {name: warehouse.table(name) for name in TABLES} == before
    # One table is committed by now, the other one is not.
    warehouse.build(die="rankhouse__metrics")
    assert warehouse.table("rankhouse__query_metrics") == same(warehouse.truth("rankhouse__query_metrics"))
    assert warehouse.table("rankhouse__metrics") == before["rankhouse__metrics"]
    assert warehouse.truth("rankhouse__metrics") != before["rankhouse__metrics"]
    warehouse.build()
    warehouse.is_right()


def test_windows_and_judgments_without_a_day(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=False)
    warehouse.build()
    warehouse.is_right()

    # What is not looked at stays as it was, until it is.
    warehouse.change("update run set score = -score where day in ('2026-01-02', '2026-01-03')")
    old = warehouse.table("rankhouse__metrics")
    warehouse.settings["lookback"] = 2
    warehouse.build()
    assert warehouse.table("rankhouse__metrics") == same(old)
    warehouse.build(variables={"rankhouse_partitions": ["2026-01-03"]})
    assert warehouse.table("rankhouse__metrics") != same(old)
    assert warehouse.table("rankhouse__metrics") != same(warehouse.truth("rankhouse__metrics"))
    warehouse.build_touching(2, variables={"rankhouse_partitions": ["2026-01-02", "2026-01-03"]})

    # A judgment without a day is one of every day; so are the measures.
    warehouse.change("insert into judgments values ('q11', 'i5', 2)")
    del warehouse.settings["lookback"]
    warehouse.build_touching(2, 3, 4, 5, None)
    warehouse.settings["measures"] = ["precision@2"]
    warehouse.build()
    assert warehouse.rows("select distinct measure from rankhouse__metrics") == [("precision@2",)]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"partition": "week"}, "the partition 'week', which is not one of the columns in its by"),
        ({"grouping_sets": [["system"]]}, "which every set of its grouping_sets needs"),
    ],
)
def test_a_partition_is_a_column_of_the_run(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    done = dbt(warehouse.project, "parse", "--vars", json.dumps({"rankhouse": warehouse.settings | settings}))
    assert done.returncode != 0
    assert message in " ".join(done.stdout.split())
