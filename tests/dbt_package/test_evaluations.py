"""Several evaluations in the var, in the tables of the ready-made models, each by its own partition.

Truth is the SQL of each evaluation by itself, which other tests compare with exact values.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from dbt_package.test_incremental import same
from dbt_projects import DATABASE, dbt, new_project, statuses
from rankhouse._rendering.jinja import macros

pytestmark = pytest.mark.thorough

SOURCES = """
sources:
  - name: raw
    schema: main
    tables: [{name: run}, {name: judgments}, {name: shop}, {name: bought}]
"""
# Search has two systems, a day and ids that are texts; the shop has weeks, segments, and ids that are numbers.
INPUTS = """
create table run as
select system, day::date as day, 'q' || q as query_id, 'i' || i as item_id,
    (hash(system, day, q, i) % 97)::double as score
from (values ('bm25'), ('dense')) as systems(system), range(date '2026-01-01', date '2026-01-04', interval 1 day)
    as days(day), range(4) as queries(q), range(6) as items(i);
create table judgments as
select distinct day, query_id, item_id, hash(query_id, item_id) % 3 as relevance from run where item_id < 'i4';
create table shop as
select week, q as user_id, i as item_id, (hash(week, q, i) % 89)::double as score
from range(1, 4) as weeks(week), range(5) as users(q), range(7) as items(i);
create table bought as
select distinct user_id, item_id, (user_id % 2 = 0)::varchar as segment, 1 as relevance
from shop where hash(user_id, item_id) % 2 = 0;
"""
SEARCH: dict[str, Any] = {
    "measures": ["ndcg@3", "map"],
    "by": ["system", "day"],
    "judgments_by": ["day"],
    "queries": "judged",
}
SHOP: dict[str, Any] = {
    "measures": ["ndcg@3", "recall(weights=relevant)@2"],
    "by": ["week"],
    "judgments_by": ["segment"],
    "columns": {"query_id": "user_id"},
}
NAMED: list[dict[str, Any]] = [
    {"name": "search", "run": ["raw", "run"], "judgments": ["raw", "judgments"], **SEARCH, "latest": "day"},
    {"name": "it's a shop", "run": ["raw", "shop"], "judgments": ["raw", "bought"], **SHOP, "latest": "week"},
]
PARTITIONED = [{**NAMED[0], "partition": "day"}, {**NAMED[1], "partition": "week"}]
ONE_PARTITIONED = [{**NAMED[0], "partition": "day", "provenance": True}, NAMED[1]]


def project_of(folder: Path) -> Path:
    project = new_project(folder, {"models/sources.yml": SOURCES})
    change(project, INPUTS)
    return project


def change(project: Path, sql: str) -> None:
    with duckdb.connect(str(project / DATABASE)) as con:
        con.execute(sql)


def rows(project: Path, query: str) -> list[Any]:
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        found = con.execute(f"select * from ({query}) order by all").fetchall()
    return same(found)


def build(project: Path, evaluations: Any, *arguments: str, fails: str = "", **variables: Any) -> None:
    given = json.dumps({"rankhouse": evaluations, **variables})
    command = ("--warn-error", "build", "--threads", "1", "--vars", given, *arguments)
    done = dbt(project, *command, artifacts=True)
    assert bool(done.returncode) == bool(fails), done.stdout + done.stderr
    assert fails in " ".join(done.stdout.split()), done.stdout


def is_right(project: Path) -> None:
    """The rows of each evaluation are its own, its grouping columns first; the others' are NULL."""
    package = macros("duckdb")
    for table, macro, key in (
        ("rankhouse__metrics", package.metrics, ""),
        ("rankhouse__query_metrics", package.query_metrics, "query_id, "),
    ):
        figures = key + "measure, metric, k, value" + ("" if key else ", n_queries, n_missing, value_sum, std_error")
        for name, groups, truth, others in (
            ("search", "system, day", macro("main.run", "main.judgments", **SEARCH), "week, segment"),
            ("it''s a shop", "week, segment", macro("main.shop", "main.bought", **SHOP), "system, day"),
        ):
            columns = f"{groups}, {figures}".replace("query_id", "query_id::varchar as query_id")
            kept = rows(project, f"select {groups}, {figures} from {table} where evaluation = '{name}'")
            assert kept and kept == rows(project, f"select {columns} from ({truth})")
            for column in others.split(", "):
                assert not rows(project, f"from {table} where evaluation = '{name}' and {column} is not null")


def test_tables_hold_the_evaluations_of_the_list(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    build(project, NAMED)
    assert set(statuses(project).values()) == {"success", "pass"}
    is_right(project)
    columns = [name for name, *_ in rows_of_columns(project, "rankhouse__metrics")]
    assert columns[:6] == ["evaluation", "system", "day", "week", "segment", "measure"]
    # Each evaluation's latest rows, a column for each measure; those of the other are NULL.
    latest = rows(project, "select evaluation, day, week, ndcg_at_3, average_precision from rankhouse__latest")
    assert {row[:3] for row in latest} == {
        ("it's a shop", None, 3),
        ("search", rows(project, "select date '2026-01-03'")[0][0], None),
    }
    assert {row[0] for row in latest if row[4] is None} == {"it's a shop"}
    assert len(rows(project, "from rankhouse__wide")) == 2 * 3 + 2 * 3


def rows_of_columns(project: Path, table: str) -> list[Any]:
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        return con.execute(f"describe {table}").fetchall()


def touched(project: Path, partition: str = "coalesce(day(day), week)") -> set[Any]:
    """The partitions that the last build has written, and a mark on all rows for the next one."""
    found = rows(
        project, f"select distinct evaluation, {partition} from rankhouse__metrics where metric <> 'untouched'"
    )
    change(project, "update rankhouse__metrics set metric = 'untouched'")
    return {tuple(row) for row in found}


def test_each_evaluation_is_built_by_its_own_partition(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    build(project, PARTITIONED)
    is_right(project)
    kept = ["rankhouse__partitions", "rankhouse__query_metrics", "rankhouse__metrics"]
    select = ("--select", *kept, "--exclude", "resource_type:test")
    touched(project)
    build(project, PARTITIONED, *select)
    assert touched(project) == set()
    change(
        project,
        "update run set score = -score where day = '2026-01-02'; delete from run where day = '2026-01-03';"
        "insert into shop select 4, user_id, item_id, score + 1 from shop where week = 1",
    )
    build(project, PARTITIONED, *select)
    assert touched(project) == {("search", 2), ("it's a shop", 4)}
    assert rows(project, "select evaluation, day(day), week, n_items from rankhouse__partitions") == [
        *(("it's a shop", None, week, 35) for week in (1, 2, 3, 4)),
        *(("search", day, None, n_items) for day, n_items in ((1, 48), (2, 48), (3, 0))),
    ]
    # One that has left the list leaves the tables; a window of one leaves the other alone.
    change(project, "update run set score = -score; update shop set score = -score")
    build(project, PARTITIONED, *select, rankhouse_partitions={"search": ["2026-01-01"]})
    assert touched(project) == {("search", 1)}
    build(project, PARTITIONED, *select, "--full-refresh")
    is_right(project)
    build(project, [PARTITIONED[0]], *select, "--full-refresh")
    touched(project, "day(day)")
    build(project, [PARTITIONED[0], {**PARTITIONED[0], "name": "again"}], *select)
    assert touched(project, "day(day)") == {("again", 1), ("again", 2)}
    build(project, [{**PARTITIONED[0], "name": "again"}], *select)
    assert rows(project, "select distinct evaluation from rankhouse__metrics") == [("again",)]
    build(
        project,
        [PARTITIONED[0]],
        *select,
        rankhouse_partitions=["2026-01-01"],
        fails="maps the name of each evaluation",
    )
    build(project, {**PARTITIONED[0], "name": None}, *select, fails="has the unknown argument 'name'")
    single = {key: value for key, value in PARTITIONED[0].items() if key != "name"}
    build(
        project, single, *select, fails="was built with a list of evaluations in the var rankhouse, which now has one"
    )


def test_an_evaluation_without_a_partition_is_made_whole_beside_one_with(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    build(project, ONE_PARTITIONED)
    is_right(project)
    touched(project)
    build(project, ONE_PARTITIONED)
    assert touched(project) == {("it's a shop", week) for week in (1, 2, 3)}
    # Where one asks for provenance all rows have it.
    assert rows(project, "select count(*) from rankhouse__query_metrics where settings_id is null") == [(0,)]
    assert rows(
        project, "select evaluation, count(distinct settings_id) from rankhouse__metric_settings group by 1"
    ) == [
        ("it's a shop", 2),
        ("search", 2),
    ]


WRONG: list[tuple[Any, str]] = [
    ([], "the var rankhouse is an evaluation, or a list of them"),
    (["search"], "evaluation 1 of the var rankhouse has no name"),
    ([NAMED[0], {"run": ["raw", "run"]}], "evaluation 2 of the var rankhouse has no name"),
    ([NAMED[0], NAMED[0]], "the var rankhouse has two evaluations named 'search'"),
    ([{"name": "search", "measures": ["map"]}], "evaluation 'search' of the var rankhouse needs the argument run"),
    ([{**NAMED[0], "measure": ["map"]}], "evaluation 'search' of the var rankhouse has the unknown argument 'measure'"),
    ([{"name": "a", "run": ["raw", "run"]}], "evaluation 'a' of the var rankhouse needs the argument measures"),
    ([{**NAMED[0], "partition": "week"}], "evaluation 'search' of the var rankhouse has the partition 'week', which"),
    (
        [{**NAMED[1], "by": ["evaluation", NAMED[1]["latest"]]}],
        "evaluation 'it's a shop': by names 'evaluation', which is also a column of",
    ),
]


def test_what_is_wrong_in_the_list_is_said_by_the_name_of_the_evaluation(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    for evaluations, message in WRONG:
        done = dbt(project, "parse", "--vars", json.dumps({"rankhouse": evaluations}))
        assert done.returncode and message in " ".join(done.stdout.split()), (message, done.stdout)
    # What the engine alone knows.
    change(project, "create or replace table shop as select week as day, * exclude (week) from shop")
    evaluations = [NAMED[0], {**NAMED[1], "by": ["day"], "latest": "day"}]
    said = "the grouping column 'day' is DATE in evaluation 'search' and BIGINT in 'it's a shop': cast it in the model"
    build(project, evaluations, fails=said)


GATED = """
models:
  - name: all_metrics
    data_tests:
      - rankhouse.metric_at_least:
          name: search_is_good
          arguments: {measure: ndcg@3, at_least: 0.01, latest: day}
          config: {where: "evaluation = 'search'"}
      - rankhouse.metric_at_least:
          name: shop_is_perfect
          arguments: {measure: ndcg@3, at_least: 0.999, latest: week}
          config: {where: "evaluation = 'it''s a shop'", store_failures: true}
      - rankhouse.has_groups:
          name: both_systems_on_the_last_day
          arguments: {by: system, values: [bm25, dense], latest: day}
          config: {where: "evaluation = 'search'"}
"""


def test_gates_look_at_the_evaluation_of_their_where(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    (project / "models" / "all_metrics.sql").write_text("select * from {{ ref('rankhouse', 'rankhouse__metrics') }}")
    (project / "models" / "gates.yml").write_text(GATED)
    build(project, NAMED, fails="shop_is_perfect")
    found = statuses(project)
    assert found["shop_is_perfect"] == "fail"
    assert found["search_is_good"] == found["both_systems_on_the_last_day"] == "pass"
    failing = rows(project, "select distinct evaluation, week, day from main_dbt_test__audit.shop_is_perfect")
    assert failing == [("it's a shop", 3, None)]
