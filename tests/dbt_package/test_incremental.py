"""The ready-made models by partition: every build ends in the full result, and leaves other partitions alone.

Truth is the SQL of the evaluation itself over all of the inputs, which other tests compare with exact values.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dbt_projects import DATABASE, dbt, new_project
from rankhouse._rendering.jinja import macros

pytestmark = pytest.mark.thorough

DAY = "Day o'clock"
MEASURES = ["ndcg@3", "map", "roc_auc"]
TABLES = {"rankhouse__query_metrics": macros("duckdb").query_metrics, "rankhouse__metrics": macros("duckdb").metrics}
Row = tuple[Any, ...]

# After the rows of the model that DIE or FULL names are inserted, and before they are committed, dbt is killed, or no
# file can grow any more.
DEADLY = """
import os, resource, signal
from dbt.adapters.duckdb.plugins import BasePlugin

def fill_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

class Plugin(BasePlugin):
    def configure_connection(self, conn):
        conn.create_function("die", lambda: os.kill(os.getpid(), signal.SIGKILL), [], "integer", side_effects=True)
        conn.create_function("fill_disk", fill_disk, [], "integer", side_effects=True, null_handling="special")
"""
DIE = """
{% macro die() %}
{% if env_var("DIE", "") == this.name %} select die() {% endif %}
{% if env_var("FULL", "") == this.name %} select fill_disk() {% endif %}
{% endmacro %}
"""
SOURCES = """
version: 2
sources:
  - name: raw
    schema: main
    tables: [{name: run}, {name: judgments}, {name: exclude}, {name: candidates}]
"""

# Statements that change the inputs, and the days of January that a build makes anew then; `day` is the partition.
CHANGES: list[tuple[str, list[int | None]]] = [
    # A new day, judged late: first without labels, then with them. One more label of a day before.
    (
        "insert into run select system, date '2026-01-09', query_id, item_id, -score from run where day = '2026-01-02';"
        "insert into judgments select distinct day , query_id, 'i5', 2 from judgments where day = '2026-01-04'",
        [9, 4],
    ),
    (
        "insert into judgments select date '2026-01-09', query_id, item_id, relevance from judgments"
        " where day = '2026-01-02'",
        [9],
    ),
    # A label changed, a day scored anew, items deleted, a day gone, and rows without a day.
    (
        "update judgments set relevance = 3 - relevance where day = '2026-01-02' and item_id = 'i1';"
        "update run set score = -score where day = '2026-01-03';"
        "delete from run where day = '2026-01-04' and system = 'dense' and item_id < 'i3';"
        "delete from run where day = '2026-01-09' and item_id = 'i0';"
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
        self.limits: dict[str, str] = {}
        self.change(tables_of_inputs(dated))

    def change(self, sql: str) -> None:
        with duckdb.connect(str(self.project / DATABASE)) as con:
            con.execute(named(sql))

    def limit(self) -> None:
        """With pairs that take no part, and those that may."""
        self.change(
            "create table exclude as"
            " select distinct query_id, item_id from run where item_id = 'i2' and query_id < 'q3';"
            "create table candidates as select distinct query_id, item_id from run where item_id <> 'i3'"
        )
        self.limits = {"exclude": "main.exclude", "candidates": "main.candidates"}
        self.settings |= {name: ["raw", name] for name in self.limits}

    def build(
        self,
        *arguments: str,
        variables: dict[str, Any] | None = None,
        die: str = "",
        full: str = "",
        fails: str = "",
    ) -> None:
        given = json.dumps({"rankhouse": self.settings} | (variables or {}))
        # Where no file can grow, neither can the log, nor what is printed.
        log = ("--log-level-file", "none") if full else ()
        command = (*log, "run", "--threads", "1", "--vars", given, *arguments)
        done = dbt(self.project, *command, artifacts=False, DIE=die, FULL=full)
        assert done.returncode == (-9 if die else 1 if full or fails else 0), done.stdout + done.stderr
        assert fails in done.stdout, done.stdout

    def rows(self, query: str) -> list[Row]:
        with duckdb.connect(str(self.project / DATABASE)) as con:
            return con.execute(f"select * from ({named(query)}) order by all").fetchall()

    def table(self, name: str) -> list[Row]:
        figures = "fingerprint, row_id" if name == "rankhouse__metrics" else "fingerprint, row_id, n_missing"
        return self.rows(f"select * exclude ({figures}) from {name}")

    def tables(self) -> dict[str, list[Row]]:
        return {name: self.table(name) for name in TABLES}

    def truth(self, name: str) -> list[Row]:
        more = self.summary if name == "rankhouse__metrics" else {}
        return self.rows(
            TABLES[name](
                "main.run",
                "main.judgments",
                MEASURES,
                by=["system", DAY],
                judgments_by=self.judgments_by,
                **self.limits,
                **more,
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
    incremental = warehouse.tables()
    warehouse.build("--full-refresh")
    for name in TABLES:
        assert warehouse.table(name) == same(incremental[name])


def test_a_build_killed_half_way_leaves_the_old_tables_and_the_next_one_is_right(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    before = warehouse.tables()
    warehouse.change("update run set score = -score where day = '2026-01-03'")
    warehouse.build(die="rankhouse__query_metrics")
    assert warehouse.tables() == before
    # One table is committed by now, the other one is not.
    warehouse.build(die="rankhouse__metrics")
    assert warehouse.table("rankhouse__query_metrics") == same(warehouse.truth("rankhouse__query_metrics"))
    assert warehouse.table("rankhouse__metrics") == before["rankhouse__metrics"]
    assert warehouse.truth("rankhouse__metrics") != before["rankhouse__metrics"]
    warehouse.build()
    warehouse.is_right()


@pytest.mark.parametrize("model", ["rankhouse__partitions", *TABLES])
def test_a_disk_that_is_full_leaves_the_old_tables_and_the_next_build_is_right(model: str, tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    before = warehouse.tables()
    warehouse.change("update run set score = -score where day = '2026-01-03'")
    warehouse.build(full=model)
    after = warehouse.tables()
    assert {name for name in TABLES if after[name] == before[name]} == {
        "rankhouse__partitions": {*TABLES},
        "rankhouse__query_metrics": {*TABLES},
        "rankhouse__metrics": {"rankhouse__metrics"},
    }[model]
    warehouse.build()
    warehouse.is_right()


def test_a_batch_loaded_twice_stops_the_build_and_leaves_the_old_tables(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    before = warehouse.tables()
    warehouse.change("create table saved as from run; insert into run from run where day = '2026-01-03'")
    warehouse.build(fails="' more than once in ")
    assert warehouse.tables() == before
    warehouse.change("create or replace table run as from saved")
    warehouse.build_touching()


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


@pytest.mark.parametrize("dated", [True, False])
def test_pairs_that_take_no_part_belong_to_the_days_that_have_them(tmp_path: Path, dated: bool) -> None:
    warehouse = Warehouse(tmp_path, dated=dated)
    warehouse.limit()
    warehouse.build()
    warehouse.is_right()
    # Queries begin with the number of their day, those without a day with 0.
    changes: list[tuple[str, list[int | None]]] = [
        ("insert into exclude values ('q10', 'i4'), (null, 'i1'), ('q31', null), ('nobody', 'i1')", [2]),
        ("insert into exclude from exclude", []),
        ("delete from exclude where query_id = 'q01'", [None]),
        ("insert into candidates values ('q31', 'i3'), ('q31', 'i3'), ('nobody', 'i1')", [4]),
        ("delete from candidates where query_id >= 'q4'", [5]),
    ]
    for change, days in changes:
        warehouse.change(change)
        if dated:
            warehouse.build_touching(*days)
    warehouse.build()
    warehouse.is_right()


def test_a_day_that_comes_back_unseen_is_not_evaluated_and_goes_again(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    without = "delete from run where day = '2026-01-02'"
    back = "insert into run from saved"
    warehouse.change(f"create table saved as from run where day = '2026-01-02'; {without}")
    warehouse.build_touching(2)
    gone = warehouse.tables()

    warehouse.settings["lookback"] = 2
    warehouse.change(back)
    warehouse.build()
    assert warehouse.tables() == gone
    # Evaluated by its name, gone, and looked for by its name.
    for change in (back, without):
        warehouse.change(f"{without}; {change}")
        warehouse.build_touching(2, variables={"rankhouse_partitions": ["2026-01-02"]})
    assert warehouse.tables() == gone
    # Rows that nobody can account for.
    warehouse.change(
        ";".join(
            f"insert into {name} select * replace (date '2026-01-02' as day , 'gone' as fingerprint) from {name}"
            for name in TABLES
        )
    )
    warehouse.build()
    assert warehouse.tables() == gone
    warehouse.change(back)
    del warehouse.settings["lookback"]
    warehouse.build_touching(2)


def test_a_batch_that_is_withdrawn_between_two_builds_leaves_nothing(tmp_path: Path) -> None:
    """It arrives when the partitions have been looked at, and before they are evaluated."""
    warehouse = Warehouse(tmp_path, dated=True)
    warehouse.build()
    warehouse.change("update run set score = -score where day = '2026-01-03'")
    warehouse.build("--select", "rankhouse__partitions")
    warehouse.change(
        "create table saved as from run;"
        "insert into run select system, day , 'late ' || query_id, item_id, score from run where day = '2026-01-03';"
        "update run set score = score * score where day = '2026-01-03'"
    )
    warehouse.build("--select", *TABLES)
    warehouse.is_right()
    warehouse.change("create or replace table run as from saved")
    warehouse.build_touching(3)


def test_days_of_another_schema_with_the_same_rows_are_known() -> None:
    """So that a clone of tables makes nothing anew; whatever else an argument says is part of the fingerprint."""
    package = macros("duckdb")
    package._environment.globals["local_md5"] = lambda text: hashlib.md5(text.encode()).hexdigest()
    relations = {"run": "a.run", "judgments": "a.judgments", "exclude": "a.seen", "candidates": "a.listed"}
    arguments: dict[str, Any] = relations | {"measures": ["ndcg@3"], "by": ["system", "day"], "partition": "day"}
    code = package.evaluation_code(arguments)
    assert package.evaluation_code(arguments | {name: f"b.{name}" for name in relations}) == code
    others: dict[str, Any] = {
        "measures": ["ndcg@4"],
        "by": ["day"],
        "judgments_by": ["day"],
        "columns": {"score": "points"},
        "ties": "average",
        "queries": "run",
        "unjudged": "drop",
        "checked": True,
        "relevant_from": 2,
        "pool": "retrieved",
        "convention": "trec_eval",
        "exclude": None,
        "candidates": None,
        "grouping_sets": [["day"]],
        "min_queries": 3,
        "provenance": True,
    }
    codes = {name: package.evaluation_code(arguments | {name: value}) for name, value in others.items()}
    assert len({code, *codes.values()}) == 1 + len(others), codes
    # The others say where rows come from, and which of them are looked at.
    assert set(package.known_incremental_arguments()) - set(others) == {"run", "judgments", "partition", "lookback"}


def test_days_say_when_they_were_evaluated(tmp_path: Path) -> None:
    warehouse = Warehouse(tmp_path, dated=False)
    warehouse.settings |= {"provenance": True}
    warehouse.build()
    said = "evaluated_at, rankhouse_version, settings_id"
    before = {name: warehouse.rows(f"select distinct day , {said} from {name}") for name in TABLES}
    ids = {row[-1] for row in before["rankhouse__metrics"]}
    assert {row[-1] for row in before["rankhouse__query_metrics"]} == ids
    told = warehouse.rows("select distinct settings_id from rankhouse__metric_settings")
    assert {settings_id for (settings_id,) in told} == ids
    warehouse.change("update run set score = -score where day = '2026-01-03'")
    warehouse.build()
    for name in TABLES:
        after = warehouse.rows(f"select distinct day , {said} from {name}")
        assert [row[:1] + row[2:] for row in after] == [row[:1] + row[2:] for row in before[name]]
        kept = {row[0] for row in set(after) & set(before[name])}
        assert {row[0] for row in after} - kept == {datetime.date(2026, 1, 3)}


# Values of a column that tells partitions apart, and one that is added.
KINDS = {
    "integer": ["1", "2"],
    "decimal(5, 2)": ["1.50", "22.25"],
    "double": ["0.1", "1e300"],
    "boolean": ["true", "false"],
    "timestamp": ["2026-01-01 00:00:00.000001", "2026-01-02 12:00:00"],
    "timestamptz": ["2026-01-01 00:00:00+00", "2026-03-29 01:30:00+00"],
    "interval": ["1 day", "2 hours"],
    "uuid": ["00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"],
    "enum ('r ''1', 'r, 2')": ["r '1", "r, 2"],
    "varchar[]": ["[a, 'b, c']", "[]"],
    "struct(y integer, m varchar)": ["{'y': 2026, 'm': 'a'}", "{'y': 2026, 'm': 'b''}'}"],
    "blob": ["\\x00a", "b"],
}


def test_a_partition_may_have_any_type() -> None:
    """Its values go through texts, and are found again by them."""
    from dbt.adapters.duckdb.column import DuckDBColumn

    package = macros("duckdb")
    with duckdb.connect() as con:

        def columns(relation: str) -> list[DuckDBColumn]:
            return [
                DuckDBColumn.create(name, kind) for name, kind, *_ in con.execute(f"describe {relation}").fetchall()
            ]

        package._environment.globals["adapter"].get_columns_in_relation = columns
        for kind, values in KINDS.items():
            con.execute(f'create or replace table days as select unnest($given)::{kind} as "{DAY}"', {"given": values})
            found = con.execute(f"select {package.text(package.quoted(DAY))} from days").fetchall()
            conditions = [package.is_one_of_values(DAY, [text], "days") for (text,) in found]
            counts = [
                con.execute(f"select count(*) from days where {condition}").fetchall() for condition in conditions
            ]
            assert len(set(conditions)) == len(counts) == 2
            assert counts == [[(1,)]] * 2, kind


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"partition": "week"}, "the partition 'week', which is not one of the columns in its by"),
        ({"grouping_sets": [["system"]]}, "which every set in its grouping_sets must include"),
    ],
)
def test_a_partition_is_a_column_of_the_run(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    warehouse = Warehouse(tmp_path, dated=True)
    done = dbt(warehouse.project, "parse", "--vars", json.dumps({"rankhouse": warehouse.settings | settings}))
    assert done.returncode != 0
    assert message in " ".join(done.stdout.split())
