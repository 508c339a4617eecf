"""Folders of a file for each day (day=2026-01-01/...): only the days that are asked for are read.

Of all other days the rows are overwritten and the ends of the files, which have the schema and the number of rows, are
left: whoever reads a row of them gets an error.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
from typer.testing import CliRunner

import rankhouse
from dbt_projects import DATABASE, dbt, new_project
from rankhouse.cli import app

DAYS = 10
ASKED = "2026-01-03"
BY = "by := ['system', 'day'], judgments_by := ['day']"
MEASURES = ["ndcg@10", "map"]


@pytest.fixture
def db(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return registered


@pytest.fixture
def folder(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> Path:
    """run and judgments by day, and judgments of no day in undated.parquet; `db` has the same as tables."""
    db.execute(
        f"""
        create table run as
        select
            system,
            date '2026-01-01' + d::integer as day,
            'q' || q as query_id,
            'i' || i as item_id,
            cast(hash(system, d, q, i) % 97 as double) as score
        from (values ('bm25'), ('dense')) as systems(system), range({DAYS}) as days(d), range(8) as queries(q),
            range(12) as items(i);
        create table judgments as
        select distinct day, query_id, item_id, cast(hash(day, query_id, item_id) % 3 as integer) as relevance from run
        where item_id < 'i5';
        create table undated as select query_id, item_id, max(relevance) as relevance from judgments group by all;
        copy undated to '{tmp_path}/undated.parquet'
        """
    )
    for table in ("run", "judgments"):
        db.execute(f"copy {table} to '{tmp_path}/{table}' (format parquet, partition_by (day))")
    return tmp_path


def spoil(folder: Path, *kept: str) -> None:
    """Overwrites the rows of all days but these."""
    files = [path for path in folder.rglob("day=*/*.parquet") if path.parent.name.removeprefix("day=") not in kept]
    assert len(files) == 2 * (DAYS - len(kept))
    for path in files:
        content = path.read_bytes()
        end = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
        path.write_bytes(content[:4] + b"\xff" * (end - 4) + content[end:])


def pattern(folder: Path, table: str) -> str:
    return f"{folder}/{table}/day=*/*.parquet"


def expected(db: duckdb.DuckDBPyConnection, judgments: str = "judgments", days: str = f"day = '{ASKED}'") -> list[Any]:
    """From the tables, of which every row is read."""
    by = BY if judgments == "judgments" else BY.partition(", judgments_by")[0]
    rows = db.execute(
        f"from metrics('run', '{judgments}', measures := {MEASURES}, {by}) select system, day, measure, value,"
        f" n_queries where {days} order by all"
    ).fetchall()
    assert rows
    return close(rows)


def close(rows: list[Any]) -> list[Any]:
    return [tuple(pytest.approx(one, abs=1e-12) if isinstance(one, float) else one for one in row) for row in rows]


def found(relation: duckdb.DuckDBPyRelation) -> list[Any]:
    return relation.select("system, day, measure, value, n_queries").order("all").fetchall()


DAYS_ASKED = {
    "a text": f"day = '{ASKED}'",
    "a range": f"day >= date '{ASKED}' and day < date '{ASKED}' + 1",
    "a list": f"day in ('{ASKED}')",
    "a variable": "day = getvariable('asked')",
    "the last one of another table": "day = (select max(asked.day) from asked)",
    "a part of it": "strftime(day, '%d') = '03'",
}


@pytest.mark.parametrize("judgments", ["judgments", "undated"])
def test_table_macros(db: duckdb.DuckDBPyConnection, folder: Path, judgments: str) -> None:
    db.execute(f"set variable asked = date '{ASKED}'; create table asked as select date '{ASKED}' as day")
    truth = expected(db, judgments)
    spoil(folder, ASKED)
    queries = {name: query_of_days(folder, judgments, condition) for name, condition in DAYS_ASKED.items()}
    answers = {name: db.execute(query).fetchall() for name, query in queries.items()}
    assert answers == dict.fromkeys(DAYS_ASKED, truth)
    plans = {name: db.execute(f"explain analyze {query}").fetchall()[0][1] for name, query in queries.items()}
    scanned = {name: set(re.findall(r"Scanning Files: (\d+/\d+)", plan)) for name, plan in plans.items()}
    # One that DuckDB computes while it runs counts all files as scanned, and reads one.
    del scanned["the last one of another table"]
    assert scanned == {name: {f"1/{DAYS}"} for name in scanned}
    read = {name: set(re.findall(r"Total Files Read: (\d+)", plan)) for name, plan in plans.items()}
    assert read == {name: {"1"} for name in read}


def query_of_days(folder: Path, judgments: str, condition: str) -> str:
    is_dated = judgments == "judgments"
    labels = f"(from '{pattern(folder, 'judgments')}' where {condition})"
    return f"""
        with listed as (from '{pattern(folder, "run")}' where {condition}),
            labels as {labels if is_dated else f"(from '{folder}/undated.parquet')"}
        from metrics(
            'listed', 'labels', measures := {MEASURES}, {BY if is_dated else BY.partition(", judgments_by")[0]}
        )
        select system, day, measure, value, n_queries
        order by all
    """


def test_a_macro_and_a_view_of_the_users(db: duckdb.DuckDBPyConnection, folder: Path) -> None:
    truth = expected(db)
    spoil(folder, ASKED)
    db.execute(f"create view runs as from '{pattern(folder, 'run')}'")
    db.execute(
        f"""
        create or replace temp macro quality_of(asked) as table
        with listed as (from runs where day = asked),
            labels as (from '{pattern(folder, "judgments")}' where day = asked)
        from metrics('listed', 'labels', measures := {MEASURES}, {BY})
        select system, day, measure, value, n_queries
        order by all
        """
    )
    assert db.execute("from quality_of(?)", [ASKED]).fetchall() == truth


def test_a_condition_on_the_metrics_reads_every_day(db: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """As the documentation says."""
    files = ", ".join(f"'{pattern(folder, table)}'" for table in ("run", "judgments"))
    query = f"from metrics({files}, measures := {MEASURES}, {BY}) where day = '{ASKED}'"
    assert len(db.execute(query).fetchall()) == 2 * len(MEASURES)
    plan = db.execute(f"explain analyze {query}").fetchall()[0][1]
    assert f"Total Files Read: {DAYS}" in plan


@pytest.mark.parametrize("check", ["auto", "full", "none"])
def test_evaluate(db: duckdb.DuckDBPyConnection, folder: Path, check: Any) -> None:
    truth = expected(db)
    spoil(folder, ASKED)
    forms: dict[str, list[Any]] = {"relation": [], "view": [], "pattern": [], "folder": [], "path": []}
    for table in ("run", "judgments"):
        asked = f"from '{pattern(folder, table)}' where day = '{ASKED}'"
        db.execute(f"create view {table}_of_day as {asked}")
        forms["relation"].append(db.sql(asked))
        forms["view"].append(f"{table}_of_day")
        forms["pattern"].append(f"{folder}/{table}/day={ASKED[:-1]}[3-3]/*.parquet")
        forms["folder"].append(f"{folder}/{table}/day={ASKED}")
        forms["path"].append(folder / table / f"day={ASKED}")
    by = ["system", "day"]
    answers = {
        form: found(rankhouse.evaluate(*given, MEASURES, by=by, check=check, con=db)) for form, given in forms.items()
    }
    assert answers == dict.fromkeys(forms, truth)


def test_days_of_the_run_alone(db: duckdb.DuckDBPyConnection, folder: Path) -> None:
    days = f"day in ('{ASKED}', '2026-01-07')"
    truth = expected(db, "undated", days)
    spoil(folder, ASKED, "2026-01-07")
    run = db.sql(f"from '{pattern(folder, 'run')}' where {days}")
    metrics = rankhouse.evaluate(run, folder / "undated.parquet", MEASURES, by=["system", "day"], con=db)
    assert found(metrics) == truth


def test_a_whole_folder_has_the_day_as_a_column(db: duckdb.DuckDBPyConnection, folder: Path) -> None:
    truth = expected(db, days="true")
    metrics = rankhouse.evaluate(folder / "run", folder / "judgments", MEASURES, by=["system", "day"], con=db)
    assert found(metrics) == truth


@pytest.mark.parametrize("form", ["day={}", "day={}/", "day={}/*.parquet", "day=2026-01-[0]3/*.parquet"])
def test_command_line(db: duckdb.DuckDBPyConnection, folder: Path, form: str) -> None:
    truth = expected(db)
    spoil(folder, ASKED)
    files = [f"{folder}/{table}/{form.format(ASKED)}" for table in ("run", "judgments")]
    options = ["--by", "system", "--by", "day", "--format", "json"]
    for measure in MEASURES:
        options += ["-m", measure]
    done = CliRunner().invoke(app, ["evaluate", *files, *options])
    assert done.exit_code == 0, done.output
    rows = [
        (row["system"], row["day"], row["measure"], row["value"], row["n_queries"]) for row in json.loads(done.stdout)
    ]
    assert sorted(rows) == [(system, str(day), *others) for system, day, *others in truth]


@pytest.mark.thorough
def test_ready_made_models(db: duckdb.DuckDBPyConnection, folder: Path, tmp_path_factory: Any) -> None:
    """A build with `lookback` reads the rows of its days alone; days that have not changed are not read to evaluate.

    The first days' files are read through sources and, when the last day has changed once more, through views.
    """
    tables = ("run", "judgments")
    located = [{"name": name, "meta": {"external_location": f"'{pattern(folder, name)}'"}} for name in tables]
    sources = {"version": 2, "sources": [{"name": "raw", "schema": "main", "tables": located}]}
    files = {"models/sources.yml": json.dumps(sources)}
    for name in tables:
        files[f"models/{name}_view.sql"] = (
            "{{ config(materialized='view') }} select * from {{ source('raw', '" + name + "') }}"
        )
    sources_named = {name: ["raw", name] for name in tables}
    views_named = {name: f"{name}_view" for name in tables}
    settings = {"measures": MEASURES, "by": ["system", "day"], "judgments_by": ["day"], "partition": "day"}
    project = new_project(tmp_path_factory.mktemp("project"), files, {"flags": {"send_anonymous_usage_stats": False}})

    def build(is_possible: bool = True, **more: Any) -> None:
        done = dbt(project, "run", "--vars", json.dumps({"rankhouse": settings | more}), artifacts=False)
        assert (done.returncode == 0) == is_possible, done.stdout + done.stderr

    def built() -> list[Any]:
        with duckdb.connect(str(project / DATABASE)) as database:
            return found(database.table("rankhouse__metrics"))

    build(**sources_named)
    for change, named in [("-score", sources_named), ("score * (hash(query_id, item_id) % 5)", views_named)]:
        before = built()
        db.execute(f"update run set score = {change} where day = '2026-01-{DAYS:02}'")
        db.execute(f"copy run to '{folder}/run' (format parquet, partition_by (day), overwrite)")
        truth = expected(db, days="true")
        spoil(folder, f"2026-01-{DAYS - 1:02}", f"2026-01-{DAYS:02}")
        build(lookback=2, **named)
        assert built() == truth != before
    build(is_possible=False, **views_named)
