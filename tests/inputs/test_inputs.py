"""Every form in which a run and judgments may come gives the same numbers and leaves nothing behind."""

from __future__ import annotations

import gzip
import os
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import rankhouse
from conftest import Example, close, figures, leftovers, load
from rankhouse._evaluating import doubts
from rankhouse._rendering.jinja import macros

Make = Callable[[duckdb.DuckDBPyConnection, str, Path], Any]


def written(con: duckdb.DuckDBPyConnection, table: str, path: Path, options: str = "") -> str:
    con.execute(f"copy {table} to '{path}' {options}")
    return str(path)


def trec(con: duckdb.DuckDBPyConnection, table: str, path: Path, separator: str = " ") -> str:
    fields = {
        "run": "query_id, 'Q0', item_id, '1', score, system",
        "judgments": "query_id, '0', item_id, relevance",
    }
    rows = con.execute(f"select {fields[table]} from {table}").fetchall()
    text = "".join(separator.join(map(str, row)) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return str(path)


def arrow(con: duckdb.DuckDBPyConnection, table: str) -> pa.Table:
    return con.sql(f"from {table}").to_arrow_table()


FORMS: dict[str, Make] = {
    "pandas": lambda con, table, _: con.sql(f"from {table}").df(),
    "pandas categories": lambda con, table, _: con.sql(f"from {table}").df().astype({"item_id": "category"}),
    "polars": lambda con, table, _: pl.from_arrow(arrow(con, table)),
    "polars lazy": lambda con, table, _: pl.from_arrow(arrow(con, table)).lazy(),
    "polars categories": lambda con, table, _: pl.from_arrow(arrow(con, table)).cast({"item_id": pl.Categorical}),
    "arrow table": lambda con, table, _: arrow(con, table),
    "arrow batch": lambda con, table, _: arrow(con, table).combine_chunks().to_batches()[0],
    "arrow reader": lambda con, table, _: arrow(con, table).to_reader(),
    "relation of a table": lambda con, table, _: con.table(table),
    "relation of a query": lambda con, table, _: con.sql(f"select * from {table} where true"),
    "relation with parameters": lambda con, table, _: con.sql(f"select * from {table} where ?", params=[True]),
    "relation of a frame": lambda con, table, _: con.from_df(con.sql(f"from {table}").df()),
    "table": lambda _, table, __: table,
    "qualified table": lambda _, table, __: f"memory.main.{table}",
    "quoted table": lambda _, table, __: f'"main"."{table}"',
    "parquet": lambda con, table, folder: written(con, table, folder / f"{table}.parquet"),
    "path of parquet": lambda con, table, folder: Path(written(con, table, folder / f"{table}.parquet")),
    "parquet by its content": lambda con, table, folder: written(con, table, folder / table, "(format parquet)"),
    "csv": lambda con, table, folder: written(con, table, folder / f"{table}.csv"),
    "csv.gz": lambda con, table, folder: written(con, table, folder / f"{table}.csv.gz"),
    "tsv": lambda con, table, folder: written(con, table, folder / f"{table}.tsv", "(header, delimiter '\t')"),
    "csv in txt": lambda con, table, folder: written(con, table, folder / f"{table}.txt", "(format csv, header)"),
    "jsonl": lambda con, table, folder: written(con, table, folder / f"{table}.jsonl", "(format json)"),
    "jsonl.gz": lambda con, table, folder: written(con, table, folder / f"{table}.jsonl.gz", "(format json)"),
    "json": lambda con, table, folder: written(con, table, folder / f"{table}.json", "(format json, array)"),
    "jsonl by its content": lambda con, table, folder: written(con, table, folder / f"{table}-file", "(format json)"),
    "trec": lambda con, table, folder: trec(con, table, folder / f"{table}.{'run' if table == 'run' else 'qrels'}"),
    "trec.gz": lambda con, table, folder: trec(con, table, folder / f"{table}.trec.gz"),
    "trec in txt": lambda con, table, folder: trec(con, table, folder / f"{table}.txt", "\t"),
    "trec without suffix": lambda con, table, folder: trec(con, table, folder / f"{table}-file", "  \t "),
    "trec in txt.gz": lambda con, table, folder: trec(con, table, folder / f"{table}.txt.gz"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
def test_every_form(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, form: str) -> None:
    run, judgments = (FORMS[form](con, table, tmp_path) for table in ("run", "judgments"))
    found = rankhouse.evaluate(run, judgments, example.names, by=["system"], con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.parametrize("form", ["pandas", "polars", "arrow table", "parquet", "csv", "trec", "relation of a query"])
def test_forms_mixed_with_a_table(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, form: str) -> None:
    run, judgments = (FORMS[form](con, table, tmp_path) for table in ("run", "judgments"))
    for pair in ((run, "judgments"), ("run", judgments)):
        found = rankhouse.evaluate(*pair, example.names, by=["system"], con=con)
        assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.parametrize("form", ["pandas", "parquet", "csv"])
def test_without_a_connection(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, form: str) -> None:
    run, judgments = (FORMS[form](con, table, tmp_path) for table in ("run", "judgments"))
    found = rankhouse.evaluate(run, judgments, example.names, by="system")
    assert figures(found, 1) == close(example.summary(["system"]))
    assert leftovers(duckdb.default_connection()) == []


def test_names_of_the_default_connection(example: Example) -> None:
    default = duckdb.default_connection()
    try:
        load(default, "run_of_the_default", example.run)
        load(default, "judgments_of_the_default", example.judgments)
        found = rankhouse.evaluate("run_of_the_default", "judgments_of_the_default", example.names, by="system")
        assert figures(found, 1) == close(example.summary(["system"]))
    finally:
        duckdb.execute("drop table if exists run_of_the_default; drop table if exists judgments_of_the_default")


def test_relations_of_a_connection_that_is_not_named(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    for run, judgments in (
        (con.table("run"), con.table("judgments")),
        (con.sql("from run"), con.sql("from judgments")),
    ):
        found = rankhouse.evaluate(run, judgments, example.names, by="system")
        assert figures(found, 1) == close(example.summary(["system"]))
        assert leftovers(con) == leftovers(duckdb.default_connection()) == []


def test_relations_of_two_connections(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    with duckdb.connect() as other:
        load(other, "labels", example.judgments)
        for judgments in (other.table("labels"), other.sql("from labels")):
            found = rankhouse.evaluate("run", judgments, example.names, by="system", con=con)
            assert figures(found, 1) == close(example.summary(["system"]))
        assert leftovers(other) == []


def test_views_temporary_tables_frames_and_attached_databases(
    con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path
) -> None:
    frame = con.sql("from run").df()
    con.register("seen_frame", frame)
    con.execute("create view seen as select query_id, item_id, score * 2 as score, system from run")
    con.execute("create temp table kept as from run")
    con.execute(f"attach '{tmp_path / 'other.duckdb'}' as other")
    con.execute("create schema other.shop; create table other.shop.clicks as from run")
    for run in ("seen", "seen_frame", "kept", "temp.kept", "other.shop.clicks", '"other"."shop"."clicks"'):
        found = rankhouse.evaluate(run, "judgments", example.names, by="system", con=con)
        assert figures(found, 1) == close(example.summary(["system"]))


HOSTILE = [
    "rankhouse_run",
    "rankhouse_judgments",
    "rankhouse_units",
    "rankhouse_rows",
    "select",
    'a "quoted" name',
    "'; drop table run; --",
    "with.dots.in it",
    "Größe 日本 🙂",
    "con",
    "self",
    "inputs",
    "run.csv.gz",
    "a/b",
]


@pytest.mark.thorough
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("quoted", [False, True])
def test_names_of_tables(con: duckdb.DuckDBPyConnection, example: Example, name: str, quoted: bool) -> None:
    identifier = '"' + name.replace('"', '""') + '"'
    con.execute(f"create table {identifier} as from run")
    con.execute("drop table run")
    found = rankhouse.evaluate(identifier if quoted else name, "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))
    assert con.execute(f"select count(*) from {identifier}").fetchall() == [(8,)]


COLUMNS = [
    "by_1",
    "rank",
    "k",
    "value",
    "measure",
    "metric",
    "group_0",
    "result",
    "hit",
    "item_rank",
    "n_queries",
    "gain",
]
COLUMNS += ["select", 'a "quoted" name', "'; drop table run; --", "with.dots", "Größe 日本 🙂", "score_1"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.filterwarnings("ignore:.*is read as a score")
def test_names_of_columns(con: duckdb.DuckDBPyConnection, example: Example, name: str) -> None:
    """As a grouping column, and as the column of items and of scores."""
    identifier = '"' + name.replace('"', '""') + '"'
    con.execute(f"create table grouped as select query_id, item_id, score, system as {identifier} from run")
    if name in macros("duckdb").result_columns("metrics"):
        with pytest.raises(rankhouse.InputError, match=f"by names '{name}', which is also a column of the result"):
            rankhouse.evaluate("grouped", "judgments", example.names, by=[name], con=con)
    else:
        by_name = rankhouse.evaluate("grouped", "judgments", example.names, by=[name], con=con)
        assert by_name.columns[0] == name
        assert figures(by_name, 1) == close(example.summary(["system"]))

    con.execute(f"create table items as select query_id, item_id as {identifier}, score, system from run")
    items = rankhouse.evaluate("items", "judgments", example.names, by="system", columns={"run.item_id": name}, con=con)
    assert figures(items, 1) == close(example.summary(["system"]))

    con.execute(f"create table scores as select query_id, item_id, score as {identifier}, system from run")
    scores = rankhouse.evaluate("scores", "judgments", example.names, by="system", columns={"score": name}, con=con)
    assert figures(scores, 1) == close(example.summary(["system"]))


def test_grouped_by_query(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    found = rankhouse.evaluate("run", "judgments", example.names, by=["system", "query_id"], con=con)
    assert figures(found, 2) == close(example.summary(["system", "query_id"], ["query_id"]))


def test_a_grouping_column_named_like_a_column_that_is_renamed(
    con: duckdb.DuckDBPyConnection, example: Example
) -> None:
    con.execute("create table odd as select query_id, item_id, score as relevance, system as score from run")
    con.execute("create table labels as select query_id, item_id, relevance as query from judgments")
    found = rankhouse.evaluate(
        "odd", "labels", example.names, by=["score"], columns={"score": "relevance", "relevance": "query"}, con=con
    )
    assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.parametrize(
    "item", ["'; drop table run; --", 'a"b', "a b", "a.b", "null", "", "日本", "🙂", "%s", "$1", "{{ x }}"]
)
def test_ids_with_any_character(con: duckdb.DuckDBPyConnection, item: str) -> None:
    run = pd.DataFrame({"query_id": [item, item], "item_id": [item, "other"], "score": [2.0, 1.0]})
    judgments = pd.DataFrame({"query_id": [item], "item_id": [item], "relevance": [True]})
    found = rankhouse.evaluate(run, judgments, ["mrr"], per_query=True, con=con)
    assert found.fetchall() == [(item, "reciprocal_rank", "reciprocal_rank", None, 1.0)]


def test_python_variables_are_not_tables(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    """DuckDB would take any of these names for the frame that is bound to it here or in our own code."""
    con.execute("drop table run")
    run = given = home = inputs = frame = pd.DataFrame({"query_id": ["q1"], "item_id": ["d2"], "score": [1.0]})
    for name, value in {"run": run, "given": given, "home": home, "inputs": inputs, "frame": frame}.items():
        with pytest.raises(rankhouse.InputError, match=f"no table or view '{name}'"):
            rankhouse.evaluate(name, "judgments", example.names, con=con)
        assert rankhouse.evaluate(value, "judgments", "mrr", con=con).fetchall()[0][4] == 3


def test_a_name_that_is_a_table_and_a_file(
    con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run").write_text("q1 Q0 nothing 1 1.0 file\n")
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))
    (tmp_path / "run.csv").write_text("query_id,item_id,score,system\nq1,d2,1.0,file\n")
    con.execute('create table "run.csv" as from run')
    found = rankhouse.evaluate("run.csv", "judgments", example.names, by="system", con=con)
    assert {row[0] for row in found.fetchall()} == {"file"}


def test_names_of_files(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path) -> None:
    for name in ("a b.csv", "it's.csv", 'quo"ted.csv', "run[1].csv", "日本.csv", "a;b.csv"):
        path = tmp_path / name
        con.sql("from run").write_csv(str(path))
        found = rankhouse.evaluate(path, "judgments", example.names, by="system", con=con)
        assert figures(found, 1) == close(example.summary(["system"]))


def test_a_pattern_of_files(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path) -> None:
    for system in ("old", "new"):
        con.execute(f"copy (from run where system = '{system}') to '{tmp_path / system}.parquet'")
    found = rankhouse.evaluate(str(tmp_path / "*.parquet"), "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


def test_numbers_as_ids_of_a_csv_file_become_text_beside_text(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run, qrels, labels = tmp_path / "run.csv", tmp_path / "x.qrels", tmp_path / "labels.csv"
    run.write_text("query_id,item_id,score\n007,1,1.5\n007,2,1.5\n")
    qrels.write_text("007 0 2 1\n")
    found = rankhouse.evaluate(run, qrels, "mrr", per_query=True, con=con)
    assert found.fetchall() == [("007", "reciprocal_rank", "reciprocal_rank", None, 1.0)]
    labels.write_text("query_id,item_id,relevance\n007,2,1\nq8,x,1\n")
    found = rankhouse.evaluate(run, labels, "mrr", con=con)
    assert figures(found) == [("reciprocal_rank", 0.5, 2, 1)]


def test_trec_lines(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Quotes, commas and comment signs are part of an id, blank lines are none, the order of lines does not count."""
    run, qrels = tmp_path / "x.run", tmp_path / "x.qrels"
    run.write_bytes(b"\n1 Q0 \"a,#b 1 1e-3 tag\r\n\n   \n1\tQ0\t b' 2   -inf  tag  \n")
    qrels.write_text("1 0 \"a,#b -1\n1 0 b' 0.5")
    found = rankhouse.evaluate(run, qrels, ["mrr", "precision@1"], by="system", per_query=True, con=con)
    assert [(row[0], row[1], row[-1]) for row in found.fetchall()] == [("tag", "1", 0.5), ("tag", "1", 0.0)]


def test_a_run_read_from_many_lines(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """More than one thread reads it."""
    path = tmp_path / "large.run"
    with path.open("w") as file:
        file.writelines(f"{n // 10} Q0 {n % 10} 0 {n % 10} x\n" for n in range(300_000))
    label = pd.DataFrame({"query_id": [str(n) for n in range(30_000)], "item_id": "8", "relevance": 1})
    assert figures(rankhouse.evaluate(path, label, "mrr", con=con)) == [("reciprocal_rank", 0.5, 30_000, 0)]


def folders(con: duckdb.DuckDBPyConnection, folder: Path) -> dict[str, Path]:
    """The run as Spark writes it: beside the files _SUCCESS, checksums, and what an unfinished job has left."""
    made = {name: folder / name for name in ("parquet", "csv", "json", "partitioned")}
    for name in ("parquet", "csv", "json"):
        (made[name] / "_temporary").mkdir(parents=True)
        for part, system in enumerate(("old", "new")):
            rows = f"select * from run where system = '{system}'"
            con.execute(f"copy ({rows}) to '{made[name]}/part-0000{part}-c000.{name}' (format {name})")
        con.execute(f"copy run to '{made[name]}/_temporary/part-00000.{name}' (format {name})")
    con.execute(f"copy run to '{made['partitioned']}' (format parquet, partition_by (system))")
    for path in made.values():
        (path / "_SUCCESS").touch()
        (path / ".part-00000-c000.parquet.crc").write_bytes(b"crc")
    return made


@pytest.mark.parametrize("form", ["parquet", "csv", "json", "partitioned"])
def test_a_folder(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, form: str) -> None:
    folder = folders(con, tmp_path)[form]
    for given in (folder, str(folder), f"{folder}/"):
        found = rankhouse.evaluate(given, "judgments", example.names, by="system", con=con)
        assert sorted(figures(found, 1)) == close(sorted(example.summary(["system"])))


def test_folders_that_are_no_table(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    for name, inner, message in (
        ("delta", "_delta_log", "a Delta table, where not every file counts"),
        ("iceberg", "metadata", "an Iceberg table, where not every file counts"),
        ("empty", "below", "a folder without files"),
    ):
        (tmp_path / name / inner).mkdir(parents=True)
        with pytest.raises(rankhouse.InputError, match=message):
            rankhouse.evaluate(tmp_path / name, "judgments", "map", con=con)
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    con.execute(f"copy run to '{mixed}/a.parquet'; copy run to '{mixed}/b.csv'")
    with pytest.raises(rankhouse.InputError, match=r"not form one table; name its files, such as '.*/\*.parquet'"):
        rankhouse.evaluate(mixed, "judgments", "map", con=con)


def test_a_path_from_home(
    con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    con.execute(f"copy run to '{tmp_path}/run.csv'")
    (tmp_path / "run").mkdir()
    con.execute(f"copy run to '{tmp_path}/run/part.parquet'")
    for given in ("~/run.csv", Path("~/run.csv"), "~/run", "~/*.csv"):
        found = rankhouse.evaluate(given, "judgments", example.names, by="system", con=con)
        assert sorted(figures(found, 1)) == close(sorted(example.summary(["system"])))


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
@pytest.mark.parametrize("form", ["parquet", "csv.gz", "trec", "trec.gz", "jsonl"])
def test_a_pipe(con: duckdb.DuckDBPyConnection, example: Example, tmp_path: Path, form: str) -> None:
    content = Path(FORMS[form](con, "run", tmp_path)).read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[content])
    writer.start()
    found = rankhouse.evaluate(pipe, "judgments", example.names, by="system", con=con)
    writer.join()
    assert sorted(figures(found, 1)) == close(sorted(example.summary(["system"])))


def test_a_csv_file_whose_types_change_far_below(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """DuckDB tells the types by the first 20,480 lines."""
    run, labels = tmp_path / "run.csv", tmp_path / "labels.csv"
    run.write_text("query_id,item_id,score\n" + "".join(f"{n},1,1\n" for n in range(30_000)) + "q,x,0.5\nq,y,0.75\n")
    labels.write_text("query_id,item_id,relevance\n007,1,1\n7,1,1\n8,1,1\n")
    found = rankhouse.evaluate(run, labels, "mrr", con=con)
    assert figures(found) == [("reciprocal_rank", pytest.approx(2 / 3), 3, 1)]
    labels.write_text("query_id,item_id,relevance\nq,x,1\n")
    assert figures(rankhouse.evaluate(run, labels, "mrr", con=con)) == [("reciprocal_rank", 0.5, 1, 0)]


HEAD = "query_id,item_id,score\n"
MANY = HEAD + "".join(f"q{n},a,1\n" for n in range(30_000))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (HEAD + "q1,a,1\nq1,b,2,3\n", ["line 3 has 4 fields instead of 3: 'q1,b,2,3'"]),
        (MANY + "q1,b,high\n", ["line 30,002", "Could not convert string \"high\" to 'BIGINT': 'q1,b,high'"]),
        (MANY + "q1,b,1,1,1\n", ["line 30,002", "Expected Number of Columns: 3 Found: 4: 'q1,b,1,1,1'"]),
        (MANY + "q1,\xff,1\n", ["line 30,002", "not utf-8 encoded"]),
        ("", ["is empty"]),
    ],
)
def test_errors_of_csv_files(con: duckdb.DuckDBPyConnection, tmp_path: Path, text: str, parts: list[str]) -> None:
    path = tmp_path / "run.csv"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(rankhouse.InputError) as caught:
        rankhouse.evaluate(path, "judgments", "map", con=con)
    message = str(caught.value)
    assert message.startswith("run")
    assert "\n" not in message
    for part in (str(path), *parts):
        assert part in message, message


def test_groups_with_all_judged_queries_are_counted_beforehand(
    con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4 of the run with 3 judged queries are 12; what the judgments are grouped by too is no product."""
    monkeypatch.setattr(doubts, "MANY", 11)
    con.execute("create table clicks as select *, item_id as click from run where system = 'old'")
    with pytest.warns(rankhouse.InputWarning, match="by: 4 groups of 'click' with 3 judged queries each are 12 "):
        rankhouse.evaluate("clicks", "judgments", "map", by=["click"], queries="run", check="auto", con=con)
    con.execute("create table labels as select *, item_id as click from judgments")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rankhouse.evaluate("clicks", "labels", "map", by=["click"], queries="run", con=con)
    monkeypatch.setattr(doubts, "MANY", 12)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rankhouse.evaluate("clicks", "judgments", "map", by=["click"], queries="run", con=con)
