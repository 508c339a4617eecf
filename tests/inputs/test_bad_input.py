"""What cannot be evaluated is refused in one line that names what is wrong, where, and what to do about it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rankhouse
from conftest import Example, close, figures, leftovers, load, refused
from rankhouse import InputError, InputWarning

NAN = float("nan")


def changed(con: duckdb.DuckDBPyConnection, table: str, column: str, value: object, where: str = "true") -> None:
    con.execute(f"update {table} set {column} = ? where {where}", [value])


@pytest.mark.parametrize(
    ("table", "column", "value", "message"),
    [
        ("run", "query_id", None, "run: 1 row has no query_id (NULL in column 'query_id'), e.g. system 'old'"),
        ("run", "item_id", None, "run: 1 row has no item_id (NULL in column 'item_id'), e.g. ... query_id 'q1'"),
        ("run", "score", None, "run: 1 row has no score (NULL or NaN in column 'score'), e.g. ... item_id 'd1'"),
        ("run", "score", NAN, "run: 1 row has no score (NULL or NaN in column 'score'), e.g. ... item_id 'd1'"),
        ("judgments", "query_id", None, "judgments: 1 row has no query_id (NULL in column 'query_id')"),
        ("judgments", "item_id", None, "judgments: 1 row has no item_id ... e.g. query_id 'q1'"),
        ("judgments", "relevance", None, "judgments: 1 row has no relevance ... e.g. query_id 'q1', item_id 'd2'"),
        (
            "judgments",
            "relevance",
            NAN,
            "judgments: 1 row has no relevance (NULL or NaN in ... e.g. query_id 'q1'",
        ),
        (
            "judgments",
            "relevance",
            float("inf"),
            "judgments: 1 row has an infinite relevance in column 'relevance'",
        ),
        (
            "judgments",
            "relevance",
            float("-inf"),
            "judgments: 1 row has an infinite relevance in column 'relevance'",
        ),
    ],
)
@pytest.mark.parametrize("form", ["table", "polars", "parquet"])
def test_null_and_nan(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, table: str, column: str, value: object, message: str, form: str
) -> None:
    changed(con, table, column, value, f"rowid = (select min(rowid) from {table})")
    inputs: dict[str, Any] = {"run": "run", "judgments": "judgments"}
    if form == "polars":
        inputs[table] = pl.from_arrow(con.sql(f"from {table}").to_arrow_table())
    elif form == "parquet":
        # pyarrow leaves NaN out of a file's statistics, from which DuckDB then answers.
        inputs[table] = str(tmp_path / "written.parquet")
        pq.write_table(con.sql(f"from {table}").to_arrow_table(), inputs[table])
    refused(message, inputs["run"], inputs["judgments"], ["ndcg@10"], by=["system"], con=con)


def test_many_rows_are_counted(con: duckdb.DuckDBPyConnection) -> None:
    changed(con, "run", "score", None, "system = 'old'")
    refused("run: 4 rows have no score", "run", "judgments", "map", by="system", con=con)
    con.execute("insert into run select 'q1', 'x' || range, null, 'old' from range(1234)")
    refused("run: 1,238 rows have no score", "run", "judgments", "map", by="system", con=con)


def test_duplicates(con: duckdb.DuckDBPyConnection) -> None:
    message = refused("run: 2 items appear more than once in the same query", "run", "judgments", "map", con=con)
    assert re.search(r"e.g. query_id 'q[13]', item_id 'd[29]'; keep one row of each", message)
    assert message.endswith("or add the column that distinguishes the rows to by ('system')")
    con.execute("insert into run from run where item_id = 'd10'")
    refused(
        "run: 1 item appears more ... e.g. system 'old', query_id 'q1', item_id 'd10'",
        "run", "judgments", "map", by="system", con=con,
    )  # fmt: skip
    con.execute("create or replace table run as select distinct * from run")
    con.execute("insert into judgments from judgments where item_id = 'd7'")
    refused(
        "judgments: 1 item appears more than once in the same query, e.g. query_id 'q2', item_id 'd7'",
        "run", "judgments", "map", by="system", con=con,
    )  # fmt: skip


@pytest.mark.parametrize("collation", ["", "nocase"])
def test_duplicates_of_texts_in_files(tmp_path: Path, collation: str) -> None:
    """By a collation more texts are equal than those with equal hashes."""
    run, judgments = str(tmp_path / "run.parquet"), str(tmp_path / "judgments.parquet")
    with duckdb.connect() as con:
        con.execute(f"copy (select 'q1' as query_id, 'd1' as item_id, 1 as relevance) to '{judgments}'")
        for repeated, where in [("d7", "'d7'"), ("D7", "'[dD]7'")]:
            items = "select 'q1' as query_id, 'd' || range as item_id, range as score from range(20)"
            con.execute(f"copy ({items} union all select 'q1', '{repeated}', 99) to '{run}'")
            con.execute(f"set default_collation = '{collation}'")
            if repeated == "D7" and not collation:
                assert len(rankhouse.evaluate(run, judgments, "map", con=con).fetchall()) == 1
                continue
            message = refused("run: 1 item appears more than once in the same query", run, judgments, "map", con=con)
            assert re.search(rf"e.g. query_id 'q1', item_id {where}", message)


def test_duplicates_of_a_large_run_are_looked_for_in_a_sample() -> None:
    with duckdb.connect() as con:
        con.execute(
            "create table run as select i // 100 as query_id, i % 100 as item_id, i as score from range(2100000) t(i)"
        )
        con.execute("create table label as select range as query_id, 1 as item_id, 1 as relevance from range(100)")
        con.execute("insert into run from run where item_id = 7")
        refused(
            "run: ... items appear more than once in the same query in a sample of one in 11 queries",
            "run",
            "label",
            "mrr",
            con=con,
        )
        refused(
            "run: 21,000 items appear more than once in the same query, e.g.",
            "run",
            "label",
            "mrr",
            con=con,
            check="full",
        )
        con.execute("delete from run where item_id = 7 and query_id <> 20")
        refused("run: 1 item appears", "run", "label", "mrr", con=con, check="full")
        con.execute("delete from run where query_id = 20; insert into label values (0, 1, 1)")
        refused("judgments: 1 item appears", "run", "label", "mrr", con=con, check="full")


def test_unchecked_data_are_cleaned_as_the_macros_do(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("insert into run values ('q1', null, 9, 'old'), ('q1', 'x', 'nan', 'old')")
    found = rankhouse.evaluate("run", "judgments", "mrr", by="system", per_query=True, con=con, check="none")
    assert ("old", "q1", "reciprocal_rank", "reciprocal_rank", None, 0.5) in found.fetchall()
    con.execute("insert into run values ('q1', 'd2', 2.5, 'old')")
    told = "run: query 'q1' has item 'd2' more than once"
    refused(told, "run", "judgments", "mrr", by="system", con=con, check="none")


def test_infinite_negative_and_fractional_numbers_are_fine(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    """The example has them all: infinite scores of both signs, relevance -2 and 0.5."""
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


def test_relevance_that_overflows(con: duckdb.DuckDBPyConnection) -> None:
    changed(con, "judgments", "relevance", 1001, "item_id = 'd7'")
    for asked in ("ndcg@10", "dcg", "cg(gain=exponential)@3"):
        refused(
            "judgments: 1 row has a relevance above 1000 ... e.g. query_id 'q2', item_id 'd7' ... gain=linear",
            "run", "judgments", ["map", asked], by="system", con=con,
        )  # fmt: skip
    found = rankhouse.evaluate("run", "judgments", ["map", "ndcg(gain=linear)@10"], by="system", con=con)
    assert len(found.fetchall()) == 4
    changed(con, "judgments", "relevance", 1000, "item_id = 'd7'")
    assert len(rankhouse.evaluate("run", "judgments", "ndcg@10", by="system", con=con).fetchall()) == 2


@pytest.mark.parametrize("column", ["query_id", "item_id"])
def test_numbers_and_text_as_ids(con: duckdb.DuckDBPyConnection, column: str) -> None:
    con.execute(f"create table labels as select * replace (ord({column}) as {column}) from judgments")
    refused(
        f"run has '{column}' as VARCHAR and judgments has '{column}' as INTEGER ... cast one of the columns",
        "run", "labels", "map", by="system", con=con,
    )  # fmt: skip
    frame = con.sql("from labels").df()
    refused(f"run has '{column}' as VARCHAR", "run", frame, "map", by="system", con=con)


def test_ids_of_different_widths_are_of_one_kind(con: duckdb.DuckDBPyConnection) -> None:
    run = pd.DataFrame({"query_id": [1, 1], "item_id": [5, 6], "score": [1, 2]})
    judgments = pa.table({"query_id": pa.array([1.0]), "item_id": pa.array([5], pa.uint8()), "relevance": [1]})
    assert figures(rankhouse.evaluate(run, judgments, "mrr", con=con)) == [("reciprocal_rank", 0.5, 1, 0)]


def test_missing_columns(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create table clicks as select query_id, item_id as item, score, system from run")
    message = refused("run (clicks) has no column 'item_id'", "clicks", "judgments", "map", con=con)
    assert "its columns are 'query_id', 'item', 'score', 'system'" in message
    assert "columns={'item_id': ...}" in message
    refused("judgments (clicks) has no column 'item_id'", "run", "clicks", "map", con=con)
    refused("judgments (run) has no column 'relevance'", "run", "run", "map", con=con)
    refused("run (run) has no column 'relevance'", "run", None, "map", con=con)
    refused(
        "run (run) has no column 'scores' (score): did you mean 'score'?",
        "run", "judgments", "map", columns={"score": "scores"}, con=con,
    )  # fmt: skip
    frame = con.sql("from clicks").df()
    refused("run (a pandas DataFrame) has no column 'item_id'", frame, "judgments", "map", con=con)


def test_missing_grouping_columns(con: duckdb.DuckDBPyConnection) -> None:
    message = refused(
        "by: run and judgments have no column 'sytem': did you mean 'system'?",
        "run", "judgments", "map", by=["sytem"], con=con,
    )  # fmt: skip
    assert "the columns of run are 'query_id', 'item_id', 'score', 'system'" in message
    assert "the columns of judgments are 'query_id', 'item_id', 'relevance', 'day'" in message
    refused("by has the column 'System' twice", "run", "judgments", "map", by=["system", "System"], con=con)
    refused("by is a list of column names", "run", "judgments", "map", by=[1], con=con)
    refused("by is a list of column names", "run", "judgments", "map", by={"system": 1}, con=con)


def test_columns_that_are_no_renaming(con: duckdb.DuckDBPyConnection) -> None:
    refused(
        "columns: 'query' is not ... did you mean 'query_id'?",
        "run",
        "judgments",
        "map",
        columns={"query": "x"},
        con=con,
    )
    refused("columns: 'system.item_id' is not", "run", "judgments", "map", columns={"system.item_id": "x"}, con=con)
    refused(
        "columns: the name for 'score' must be a string, got 1",
        "run",
        "judgments",
        "map",
        columns={"score": 1},
        con=con,
    )
    refused("columns is a dict", "run", "judgments", "map", columns=["score"], con=con)


def test_columns_that_hold_no_numbers(con: duckdb.DuckDBPyConnection) -> None:
    changed_type = "create table {} as select * replace ({}::varchar as {}) from {}"
    con.execute(changed_type.format("texts", "score", "score", "run"))
    con.execute(changed_type.format("labels", "relevance", "relevance", "judgments"))
    refused(
        "run: score must be a number, but column 'score' is VARCHAR; cast it",
        "texts",
        "judgments",
        "map",
        by="system",
        con=con,
    )
    refused(
        "judgments: relevance must be a number, but column 'relevance' is VARCHAR",
        "run",
        "labels",
        "map",
        by="system",
        con=con,
    )
    ranked = {"rank": "system"}
    refused(
        "run: rank must be a number, but column 'system' is VARCHAR", "run", "judgments", "map", columns=ranked, con=con
    )


def test_empty_inputs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute("create table none as from run limit 0; create table nothing as from judgments limit 0")
    refused("run (none) is empty", "none", "judgments", "map", con=con)
    refused("judgments (nothing) is empty", "run", "nothing", "map", by="system", con=con)
    frame = pd.DataFrame({"query_id": [], "item_id": [], "score": []})
    refused("run (a pandas DataFrame) is empty", frame, "judgments", "map", con=con)
    (tmp_path / "empty.run").write_text("")
    refused("empty.run) is empty", tmp_path / "empty.run", "judgments", "map", con=con)


def test_no_query_in_common(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("update judgments set query_id = 'other-' || query_id")
    message = refused("run and judgments have no query in common", "run", "judgments", "map", by="system", con=con)
    assert re.search(r"e.g. query_id of run 'q\d', query_id of judgments 'other-q\d'", message)


def test_queries_in_common_are_found_wherever_they_are(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create table long as select range as query_id, 1 as item_id, 1 as score from range(50000)")
    con.execute("create table late as select 49999 as query_id, 1 as item_id, 1 as relevance")
    assert figures(rankhouse.evaluate("long", "late", "mrr", con=con)) == [("reciprocal_rank", 1.0, 1, 0)]


def test_a_labelled_table(con: duckdb.DuckDBPyConnection) -> None:
    rows = [{"query_id": 1, "item_id": 1, "score": 1.0, "relevance": 1.0}, {"query_id": 1, "item_id": 2}]
    frame = pl.DataFrame(rows, schema={"query_id": int, "item_id": int, "score": float, "relevance": float})
    refused("run: 1 row has neither score nor relevance, e.g. query_id 1, item_id 2", frame, None, "map", con=con)
    refused(
        "run: 1 row has NaN in column 'relevance'", frame.fill_null(NAN).with_columns(score=1.0), None, "map", con=con
    )
    refused("run: 1 row has NaN in column 'score'", frame.with_columns(score=NAN).head(1), None, "map", con=con)
    refused("run: 1 item appears more than once", pl.concat([frame.head(1)] * 2), None, "map", con=con)
    assert rankhouse.evaluate(frame.head(1), None, "map", con=con).fetchall()[0][3] == 1


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("ndcg@0", "the cutoff of a measure is a whole number of at least 1, got '0' in 'ndcg@0'"),
        ("ndcg@-1", "the cutoff of a measure is a whole number of at least 1, got '-1'"),
        ("ndcg@2.5", "the cutoff of a measure is a whole number of at least 1, got '2.5'"),
        ("ndcg@ten", "the cutoff of a measure is a whole number of at least 1, got 'ten'"),
        ("ndcg@", "the cutoff of a measure is a whole number of at least 1, got ''"),
        ("ndcg@99999999999999999999", "the cutoff of a measure is a whole number"),
        *(
            (
                f"ndcg@{braced}",
                f"at least 1, got '{braced}' in 'ndcg@{braced}'; write several as {{5,10}}, each once",
            )
            for braced in ("{}", "{1,}", "{1,1}", "{a}", "{1", "{5}x")
        ),
        ("ndgc@10", "unknown measure 'ndgc@10': did you mean 'ndcg'?"),
        ("ndcg(gains=linear)@10", "ndcg has no option 'gains' (in 'ndcg(gains=linear)@10'): did you mean 'gain'?"),
        ("ndcg(gain=lineal)@10", "gain"),
        ("ndcg(gain)@10", "malformed option 'gain'"),
        ("ndcg(gain=linear@10", "malformed measure"),
        ("ndcg)gain=linear(@10", "malformed measure"),
        ("@10", "malformed measure '@10'"),
        ("", "malformed measure ''"),
        ("ndcg; drop table run", "unknown measure"),
        ("roc_auc@10", "roc_auc takes no cutoff"),
        (10, "a measure is a string such as 'ndcg@10', got 10"),
        (None, "a measure is a string such as 'ndcg@10', got None"),
    ],
)
def test_measures(con: duckdb.DuckDBPyConnection, measure: object, message: str) -> None:
    refused(message, "run", "judgments", ["map", measure], by="system", con=con)


@pytest.mark.parametrize("measures", [[], (), 10, {"ndcg@10": 1}])
def test_what_is_no_list_of_measures(con: duckdb.DuckDBPyConnection, measures: object) -> None:
    refused("such as ['ndcg@10', 'map']", "run", "judgments", measures, by="system", con=con)


def test_measures_that_are_none_are_the_usual_ones(con: duckdb.DuckDBPyConnection) -> None:
    usual = rankhouse.evaluate("run", "judgments", by="system", con=con).fetchall()
    assert len({row[1] for row in usual}) > 2
    assert rankhouse.evaluate("run", "judgments", None, by="system", con=con).fetchall() == usual


@pytest.mark.parametrize("k", [1000, 10**12])
def test_cutoffs_longer_than_any_list(con: duckdb.DuckDBPyConnection, k: int) -> None:
    deep = figures(rankhouse.evaluate("run", "judgments", [f"ndcg@{k}", f"recall@{k}"], by="system", con=con), 1)
    whole = figures(rankhouse.evaluate("run", "judgments", ["ndcg", "recall"], by="system", con=con), 1)
    assert [(row[0], *row[2:]) for row in deep] == close([(row[0], *row[2:]) for row in whole])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ties": "random"}, "ties is one of item | average | best | worst, got 'random'"),
        ({"queries": "both"}, "queries is one of judged | intersection | run | all, got 'both'"),
        ({"unjudged": "skip"}, "unjudged is one of irrelevant | drop, got 'skip'"),
        ({"check": "some"}, "check is one of auto | full | none, got 'some'"),
        ({"convention": "trec"}, "unknown convention 'trec': did you mean 'trec_eval'"),
        ({"pool": "all"}, "pool is one of judged | retrieved, got 'all'"),
        ({"relevant_from": 0}, "relevant_from is the lowest relevance that counts as relevant, a number above 0"),
        ({"con": "x.duckdb"}, "con is a DuckDB connection, got str"),
    ],
)
def test_options(con: duckdb.DuckDBPyConnection, options: dict[str, Any], message: str) -> None:
    refused(message, "run", "judgments", "map", **({"by": "system", "con": con} | options))


def test_arguments_are_refused_before_the_data_are_read(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create view failing as select error('read') as query_id, 1 as item_id, 1 as score")
    refused("unknown measure", "failing", "judgments", "nonsense", con=con)
    refused("ties is one of", "failing", "judgments", "map", ties="x", con=con)


@pytest.mark.parametrize("given", [1, 1.5, ["run"], {"run"}, object(), b"run"])
def test_what_is_no_input(con: duckdb.DuckDBPyConnection, given: object) -> None:
    refused("run is a table name, a path of ... got a", given, "judgments", "map", con=con)


def test_no_run(con: duckdb.DuckDBPyConnection) -> None:
    refused("run is missing", None, "judgments", "map", con=con)


def test_neither_a_table_nor_a_file(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    refused("run: there is no table or view 'runs' ... no file 'runs'", "runs", "judgments", "map", con=con)
    refused("no table or view 'judgements' ... no file", "run", "judgements", "map", con=con)
    refused("no table or view 'run.parquet' ... no file", "run.parquet", "judgments", "map", con=con)
    refused("no table or view '' ", "", "judgments", "map", con=con)
    refused("run: there is no file", tmp_path / "run.csv", "judgments", "map", con=con)
    refused("run: there is no file", tmp_path / "run", "judgments", "map", con=con)
    refused("cannot read ... No files found", str(tmp_path / "*.parquet"), "judgments", "map", con=con)
    refused("is a folder without files; name its files, such as", tmp_path, "judgments", "map", con=con)


def test_files_that_are_not_what_they_are_called(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "run.parquet").write_text("query_id,item_id,score\n1,2,3\n")
    refused("cannot read", tmp_path / "run.parquet", "judgments", "map", con=con)
    (tmp_path / "run.csv.gz").write_text("query_id,item_id,score\n1,2,3\n")
    refused("cannot read", tmp_path / "run.csv.gz", "judgments", "map", con=con)


def test_more_measures_than_one_query_holds(con: duckdb.DuckDBPyConnection) -> None:
    cutoffs = ",".join(map(str, range(1, 502)))
    message = (
        "measures has 501 measures, but a call takes at most 500, because the memory and time of its query grow"
        " with them: split them into several calls, such as 100 in each"
    )
    for measures in (f"ndcg@{{{cutoffs}}}", [f"rbp(p={0.1 + n / 1000:.4f})" for n in range(501)]):
        refused(message, "run", "judgments", measures, con=con)
    # What is asked for twice counts once.
    assert len(rankhouse.evaluate("run", "judgments", ["mrr", "map"] * 300, by="system", con=con).fetchall()) == 4


def test_a_score_of_nan_in_a_run_file(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    nan = tmp_path / "nan.run"
    nan.write_text("q1 Q0 d1 1 nan tag\n")
    refused(
        "run: 1 row has no score (NULL or NaN in column 'score'), e.g. query_id 'q1', item_id 'd1'",
        nan,
        "judgments",
        "map",
        con=con,
    )


def test_errors_of_the_engine_leave_nothing_behind(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    con.execute("create view failing as select query_id, item_id, error('no!')::double as score from run")
    refused("run: cannot read failing: ... no!", "failing", "judgments", "map", con=con)
    refused("run: cannot read a DuckDB relation: no!", con.sql("from failing"), "judgments", "map", con=con)
    assert leftovers(con) == []
    load(con, "run", example.run)
    assert len(rankhouse.evaluate("run", "judgments", "map", by="system", con=con).fetchall()) == 2


def test_errors_in_a_transaction(con: duckdb.DuckDBPyConnection) -> None:
    """Bad data end no transaction: nothing fails in the engine."""
    con.begin()
    con.execute("insert into run from run")
    refused("appear more than once", "run", "judgments", "map", by="system", con=con)
    refused("no table or view", "runs", "judgments", "map", con=con)
    refused("has no column", "run", "judgments", "map", columns={"score": "x"}, con=con)
    con.execute("delete from run")
    refused("is empty", "run", "judgments", "map", by="system", con=con)
    con.rollback()
    assert con.execute("select count(*) from run").fetchall() == [(8,)]


def test_an_engine_that_is_no_spark_session() -> None:
    refused("engine is a SparkSession, or None for DuckDB, got str", "run", "judgments", "map", engine="spark")


def test_a_property_of_the_queries_as_a_group_is_warned_of() -> None:
    """Queries of one device each: the judgments expect them of every device."""
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute(
            "create table run as select q as query_id, q % 3 as device, i as item_id, i as score"
            " from range(60) as queries(q), range(5) as items(i)"
        )
        con.execute("create table judgments as select distinct query_id, device, 1 as item_id, 1 as relevance from run")
        con.execute("create view unsplit as select * exclude (device) from judgments")
        with pytest.warns(
            InputWarning, match="each of the 60 queries of run is in only one of the 3 groups of 'device'"
        ):
            rankhouse.evaluate("run", "unsplit", "mrr", by="device", con=con)
        # Named by the judgments too, or not missed: nothing to warn of.
        rankhouse.evaluate("run", "judgments", "mrr", by="device", con=con)
        rankhouse.evaluate("run", "unsplit", "mrr", by="device", queries="run", con=con)
        # A system answers every query, and one query may be in one group.
        con.execute("insert into run select query_id, 9, item_id, score from run")
        rankhouse.evaluate("run", "unsplit", "mrr", by="device", con=con)


def test_items_that_match_nowhere_are_warned_of() -> None:
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute("create table run as select 1 as query_id, 'a' as item_id, 1 as score")
        con.execute("create table judgments as select 1 as query_id, '00a' as item_id, 1 as relevance")
        with pytest.warns(InputWarning, match="none of the 1 judged items: its 'item_id' has values such as 'a'"):
            found = rankhouse.evaluate("run", "judgments", "mrr", con=con).fetchall()
        assert found[0][3] == 0


def test_floats_that_cannot_tell_ids_apart_are_refused() -> None:
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute(f"create table run as select 1 as query_id, {2**60 + 1} as item_id, 1 as score")
        con.execute(f"create table judgments as select 1 as query_id, {2**60}::double as item_id, 1 as relevance")
        with pytest.raises(InputError, match="1 row has numbers in run that a float cannot distinguish"):
            rankhouse.evaluate("run", "judgments", "mrr", con=con)
        con.execute("update run set item_id = 7; update judgments set item_id = 7")
        assert rankhouse.evaluate("run", "judgments", "mrr", con=con).fetchall()[0][3] == 1
