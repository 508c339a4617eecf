"""Published files: complete, readable by old versions of DuckDB, replaced under the eyes of their readers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import rankhouse
from cli.test_cli import command
from dbt_projects import DATABASE, PLUGIN, dbt, new_project
from rankhouse import InputError

ROWS = [("bm25", "ndcg@10", 0.25, None), ("dense", "ndcg@10", 0.5, 3)]


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    path = tmp_path / "warehouse's.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("create table rankhouse__metrics (system varchar, measure varchar, value double, k bigint)")
        con.executemany("insert into rankhouse__metrics values (?, ?, ?, ?)", ROWS)
        con.execute("create view rankhouse__latest as from rankhouse__metrics where system = 'dense'")
        con.execute('create schema marts; create table marts."by ""day""" as select 1 as "a b"')
        con.execute("create schema old; create table old.rankhouse__metrics as select 2 as two")
        con.execute("drop table old.rankhouse__metrics")
    return path


def content(path: Path, table: str = "rankhouse__metrics") -> list[tuple[object, ...]]:
    """In a process of its own, as a dashboard is: DuckDB gives one process one instance of a path."""
    program = (
        "import duckdb, json, sys\n"
        "con = duckdb.connect(sys.argv[1], read_only=True)\n"
        "print(json.dumps(con.execute('from ' + sys.argv[2] + ' order by all').fetchall()))"
    )
    done = subprocess.run([sys.executable, "-c", program, path, table], check=True, capture_output=True, text=True)
    return [tuple(row) for row in json.loads(done.stdout)]


def test_both_kinds_of_files_hold_the_tables(warehouse: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dash" / "boards"
    paths = rankhouse.publish(warehouse, folder)
    assert [path.relative_to(folder).as_posix() for path in paths] == [
        "rankhouse__metrics.parquet",
        "rankhouse__latest.parquet",
        "metrics.duckdb",
    ]
    assert sorted(folder.iterdir()) == sorted(paths)
    assert content(paths[-1]) == ROWS
    assert content(paths[-1], "rankhouse__latest") == ROWS[1:]
    with duckdb.connect() as con:
        assert con.execute(f"from '{paths[0]}' order by system").fetchall() == ROWS
        assert con.execute(f"from '{paths[1]}'").fetchall() == ROWS[1:]


def test_the_database_is_stored_as_duckdb_1_0_stores_it(warehouse: Path, tmp_path: Path) -> None:
    """64 is the storage version of 0.10 to 1.1; `make test-readers` opens the file with these versions themselves."""
    path = rankhouse.publish(warehouse, tmp_path)[-1]
    with path.open("rb") as file:
        header = file.read(20)
    assert (header[8:12], int.from_bytes(header[12:20], "little")) == (b"DUCK", 64)


def test_an_open_reader_keeps_the_file_that_it_opened(warehouse: Path, tmp_path: Path) -> None:
    path = rankhouse.publish(warehouse, tmp_path)[-1]
    program = (
        "import duckdb, sys\n"
        "con = duckdb.connect(sys.argv[1], read_only=True)\n"
        "con.execute('select 1').fetchall()\n"
        "print('open', flush=True)\n"
        "sys.stdin.readline()\n"
        "print(con.execute('select count(*), sum(value) from rankhouse__metrics').fetchall(), flush=True)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "open\n"
        with duckdb.connect(str(warehouse)) as con:
            con.execute("update rankhouse__metrics set value = 1")
        rankhouse.publish(warehouse, tmp_path)
        printed, _ = reader.communicate("\n")
    assert printed == "[(2, 0.75)]\n"
    assert [row[2] for row in content(path)] == [1.0, 1.0]


def test_what_fails_leaves_the_published_files(warehouse: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dashboards"
    before = {path: path.read_bytes() for path in rankhouse.publish(warehouse, folder)}
    with duckdb.connect(str(warehouse)) as con:
        con.execute("create or replace view rankhouse__latest as select error('no such day') as value")
    with pytest.raises(InputError, match=r"cannot publish rankhouse__latest: .*no such day"):
        rankhouse.publish(warehouse, folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_an_open_connection_and_hostile_names(warehouse: Path, tmp_path: Path) -> None:
    with duckdb.connect(str(warehouse)) as con:
        paths = rankhouse.publish(con, tmp_path / "it's", ['marts.by "day"'], name="all 'of' it")
        assert con.execute("select database_name from duckdb_databases() where not internal").fetchall() == [
            ("warehouse's",)
        ]
    assert [path.name for path in paths] == ['by "day".parquet', "all 'of' it.duckdb"]
    assert content(paths[-1], '"by ""day"""') == [(1,)]


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (["nothing"], "there is no table 'nothing'; the database has .*marts.by"),
        (["rankhouse__metrics", "main.rankhouse__metrics"], "two tables are named 'rankhouse__metrics'"),
        ([], "name the tables"),
    ],
)
def test_tables_that_cannot_be_published(warehouse: Path, tmp_path: Path, tables: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rankhouse.publish(warehouse, tmp_path / "out", tables)
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.parametrize("name", ["../x", "a/b", "", "..", "a\\b"])
def test_a_name_stays_in_its_folder(warehouse: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="becomes the name of a file"):
        rankhouse.publish(warehouse, tmp_path / "inside", name=name)
    assert [*tmp_path.rglob("*")] == [warehouse]


def test_a_name_in_two_schemas_is_ambiguous(warehouse: Path, tmp_path: Path) -> None:
    with duckdb.connect(str(warehouse)) as con:
        con.execute("create table marts.rankhouse__metrics as select 2 as two")
    with pytest.raises(InputError, match=r"name one of main\.rankhouse__metrics, marts\.rankhouse__metrics"):
        rankhouse.publish(warehouse, tmp_path)
    paths = rankhouse.publish(warehouse, tmp_path, ["marts.rankhouse__metrics"])
    assert content(paths[-1]) == [(2,)]


def test_a_published_file_that_is_written_to_is_left_alone(warehouse: Path, tmp_path: Path) -> None:
    (tmp_path / "metrics.duckdb.wal").write_bytes(b"")
    with pytest.raises(InputError, match="another process is writing to"):
        rankhouse.publish(warehouse, tmp_path)


def test_on_the_command_line(warehouse: Path, tmp_path: Path) -> None:
    done = command(tmp_path, "publish", warehouse.name, "out", "--table", "rankhouse__latest", "--name", "live")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["out/rankhouse__latest.parquet", "out/live.duckdb"]
    assert content(tmp_path / "out" / "live.duckdb", "rankhouse__latest") == ROWS[1:]
    done = command(tmp_path, "publish", "missing.duckdb", "out")
    assert (done.returncode, done.stderr) == (2, "rankhouse: the database 'missing.duckdb' does not exist\n")
    (tmp_path / "text.duckdb").write_text("no database")
    done = command(tmp_path, "publish", "text.duckdb", "out")
    assert done.returncode == 2
    assert done.stderr.startswith("rankhouse: cannot open 'text.duckdb'")


@pytest.mark.thorough
def test_as_a_dbt_operation(tmp_path: Path) -> None:
    settings = {"run": "scored", "measures": ["mrr"], "by": ["system"]}
    scored = "select 'bm25' as system, 'q' as query_id, 'i' as item_id, 1 as score, 1 as relevance"
    project = new_project(tmp_path, {"models/scored.sql": scored}, {"vars": {"rankhouse": settings}}, PLUGIN)
    assert dbt(project, "run", artifacts=False).returncode == 0
    done = dbt(project, "run-operation", "rankhouse.publish", "--args", "{folder: out}")
    assert done.returncode == 0, done.stdout
    assert "out/metrics.duckdb" in done.stdout
    with duckdb.connect(str(project / DATABASE)) as con:
        assert content(project / "out" / "metrics.duckdb") == con.execute("from rankhouse__metrics").fetchall()
    done = dbt(project, "run-operation", "rankhouse.publish", "--args", "{folder: out, models: [scored, gone]}")
    assert done.returncode != 0
    assert "there is no model 'gone'" in " ".join(done.stdout.split())
