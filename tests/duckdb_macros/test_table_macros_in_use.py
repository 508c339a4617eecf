"""Table macros wherever a table may stand, with what may be left out: each gives the rows of the text that dbt runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from copied import copy_macros
from rankhouse._rendering.jinja import macros
from table_macro_calls import Call, text_by_dbt, text_by_duckdb, words
from table_macro_tables import TABLES, Names, call, registered_tables, rows, typical_call

MRR = "measures := 'mrr'"
Rows = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with registered_tables() as con:
        yield con


@pytest.fixture(scope="module")
def wanted(con: duckdb.DuckDBPyConnection) -> Rows:
    return ranked(con, "main.run", "main.judgments", ["mrr"])


def ranked(con: duckdb.DuckDBPyConnection, *arguments: Any, **named: Any) -> Rows:
    """What dbt's text gives."""
    return con.execute(f"from ({macros('duckdb').metrics(*arguments, **named)}) as found order by all").fetchall()


# Values.

PAIRS = {"exclude": "main.exclude", "candidates": "main.candidates"}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("query_metrics", {"by": ["system", "day"], "judgments_by": ["day"], **PAIRS}),
        ("tie_audit", {"by": ["system", "day"], "judgments_by": ["day"], **PAIRS}),
        ("input_problems", {"by": ["system", "day"], "judgments_by": ["day"]}),
    ],
)
def test_rows_are_those_of_dbt(con: duckdb.DuckDBPyConnection, name: str, arguments: dict[str, Any]) -> None:
    if "problems" not in name:
        arguments = {**arguments, "measures": DEFAULTS}
    text = getattr(macros("duckdb"), name)("main.run", "main.judgments", **arguments)
    found = con.execute(f"from ({call(name, Names())}) order by all").fetchall()
    assert found == con.execute(f"from ({text}) as found order by all").fetchall() != []


# What may be left out.

DEFAULTS = ["ndcg@10", "average_precision", "reciprocal_rank", "precision@10", "recall@10"]


@pytest.mark.parametrize(
    ("macro", "measures"),
    [
        ("metrics('run', 'judgments')", DEFAULTS),
        ("query_metrics('run', 'judgments')", DEFAULTS),
        ("tie_audit('run', 'judgments')", DEFAULTS),
        ("explain('run', 'judgments')", ["ndcg@10"]),
        ("rating_metrics('predictions')", ["mae", "mse", "rmse", "r2"]),
        ("classifier_metrics('predictions')", ["roc_auc", "pr_auc", "f1"]),
    ],
)
def test_measures_by_default(con: duckdb.DuckDBPyConnection, macro: str, measures: list[str]) -> None:
    found = con.execute(f"select distinct measure from {macro} order by all").fetchall()
    assert [name for (name,) in found] == sorted(measures)


@pytest.mark.parametrize("said", ["by := 'system'", "by := ['system']", "\"by\" := ['system']", "BY := ('system')"])
def test_one_name_needs_no_list(con: duckdb.DuckDBPyConnection, said: str) -> None:
    found = con.execute(f"from metrics('run', 'judgments', {MRR}, {said})").fetchall()
    assert found == ranked(con, "main.run", "main.judgments", ["mrr"], by=["system"])


@pytest.mark.parametrize(
    "said",
    [
        *("columns := null", "columns := map {}", "columns := {'score': 'score'}", "score := null", "rank := null"),
        *("ties := null", "checked := null", "relevant_from := null", "convention := null", '"by" := []'),
        *("measures := ['mrr']", "measures := ['mrr', ' MRR ', 'reciprocal_rank']", "measures := 'mrr'::enum('mrr')"),
    ],
)
def test_null_and_what_means_nothing(con: duckdb.DuckDBPyConnection, wanted: Rows, said: str) -> None:
    said = said if "measures" in said else f"{MRR}, {said}"
    assert con.execute(f"from metrics('run', 'judgments', {said})").fetchall() == wanted


@pytest.mark.parametrize(
    ("macro", "column"), [("confusion", "prediction"), ("confusion", "weight"), ("query_agreement", "rank")]
)
def test_an_optional_column_may_have_its_own_name(con: duckdb.DuckDBPyConnection, macro: str, column: str) -> None:
    """To name it is to say that it is there: the rows are other ones than without it."""
    named = rows(con, call(macro, Names(), optional=[column]))
    assert named == rows(con, text_by_dbt(macro, typical_call(macro, Names(), optional=[column])))
    assert named != rows(con, call(macro, Names()))


@pytest.mark.parametrize(
    ("macro", "given"),
    [("classifier_metrics", {"thresholds": [0.5, 1]}), ("click_judgments", {"prior": [0.5, 2], "method": "ctr"})],
)
def test_whole_numbers_beside_others_are_whole(macro: str, given: Call) -> None:
    """A list of DuckDB has one type, in which 2 is 2.0 where 0.5 stands beside it."""
    made = typical_call(macro, Names()) | given
    assert words(text_by_duckdb(macro, made)) == words(text_by_dbt(macro, made))


def test_judgments_in_the_run_itself(con: duckdb.DuckDBPyConnection) -> None:
    assert con.execute(f"from metrics('run', {MRR})").fetchall() == ranked(con, "main.run", None, ["mrr"])
    assert con.execute(f"from metrics('run', null, {MRR})").fetchall() == ranked(con, "main.run", None, ["mrr"])


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("metrics(null, 'judgments')", "run is the name of a table, or a relation"),
        ("roc_curve(null)", "predictions is the name of a table, or a relation"),
        ("detection_metrics('detections', null)", "ground_truth is the name of a table, or a relation"),
        ("metrics('nowhere', 'judgments')", "nowhere"),
        ("metrics('run', 'judgments', measures := [])", "no measure was asked for"),
        (
            "metrics('run', 'judgments', measures := list_transform(range(1, 502), lambda k: 'ndcg@' || k))",
            "measures has 501 measures, but a call takes at most 500, because the memory",
        ),
        ("metrics('run', 'judgments', measures := ['mrr', null])", "unknown measure 'NULL'"),
        ("recommendation_metrics('run', measures := null)", "measures must be a list such as"),
        ("metrics('run', 'judgments', measures := 5)", "unknown measure '5'"),
        ("metrics('run', 'judgments', \"by\" := null)", "by is a list of column names"),
        ("metrics('run', 'judgments', \"by\" := ['system', 'system'])", "by names a column twice: system, system"),
        ("metrics('run', 'judgments', relevant_from := 'one')", "one"),
        ("metrics('run', 'judgments', score := 'points')", "points"),
        ("metrics('rankhouse_judgments', 'judgments')", "write the schema before the table's name"),
        (
            "metrics('\"\".rankhouse_judgments', 'judgments', score := 'relevance')",
            "write the database and the schema before it",
        ),
        ("explain('run', 'judgments', ties := 'sideways')", "ties is one of item | average | best | worst"),
        ("convention_problems('run', 'judgments', ties := 'sideways')", "ties is one of item | average"),
        ("detection_metrics('detections', 'ground_truth', iou_thresholds := ['x'])", "got 'x'"),
        ("rating_metrics('predictions', [])", "must be a list such as ['mae', 'mape'], got none"),
        ("lift('predictions', bins := null)", "bins is a whole number"),
    ],
)
def test_what_cannot_be_answered_is_an_error(con: duckdb.DuckDBPyConnection, sql: str, message: str) -> None:
    with pytest.raises(duckdb.Error) as caught:
        con.execute(f"from {sql}")
    assert message in str(caught.value)


def test_a_name_without_quotes_is_the_name(con: duckdb.DuckDBPyConnection, wanted: Rows) -> None:
    assert con.execute(f"from metrics(run, judgments, {MRR})").fetchall() == wanted
    with pytest.raises(duckdb.Error, match="nowhere"):
        con.execute(f"from metrics(nowhere, judgments, {MRR})")


# Where they may stand.


def test_prepared_with_all_that_changes(con: duckdb.DuckDBPyConnection, wanted: Rows) -> None:
    sql = 'from metrics($run, $judgments, measures := $measures, score := $score, "by" := $by, columns := $columns)'
    values = {"run": "run", "judgments": "judgments", "score": "score", "by": [], "columns": {"rank": None}}
    for measures in (["mrr"], "mrr"):
        assert con.execute(sql, {**values, "measures": measures}).fetchall() == wanted
    con.execute(f"prepare asked as from metrics(?, ?, {MRR})")
    assert con.execute("execute asked('run', 'judgments')").fetchall() == wanted
    assert con.execute("execute asked('main.run', 'memory.main.judgments')").fetchall() == wanted


def test_in_a_view_that_follows_its_tables() -> None:
    with duckdb.connect() as con:
        copy_macros(con)
        con.execute("create table list as select 1 as query_id, 'a' as item_id, 1 as score, 1 as relevance")
        con.execute(f"create view quality as select value from metrics('list', {MRR})")
        assert con.execute("from quality").fetchall() == [(1.0,)]
        con.execute("insert into list values (1, 'b', 2, 0)")
        assert con.execute("from quality").fetchall() == [(0.5,)]


def test_in_a_join_a_subquery_and_twice(con: duckdb.DuckDBPyConnection, wanted: Rows) -> None:
    asked = f"metrics('run', 'judgments', {MRR})"
    value = wanted[0][3]
    assert con.execute(f"select (select value from {asked})").fetchall() == [(value,)]
    assert con.execute(f"select a.value, b.value from {asked} as a join {asked} as b using (measure)").fetchall() == [
        (value, value)
    ]
    assert (
        len(con.execute(f"from {asked} union all from metrics('run', 'judgments', measures := 'map')").fetchall()) == 2
    )
    assert con.execute(f"create or replace temp table kept as from {asked}").fetchall() == [(1,)]


def test_over_the_callers_own_cte(con: duckdb.DuckDBPyConnection) -> None:
    sql = f"with best as (from run where score > 2) from metrics('best', 'judgments', {MRR})"
    assert con.execute(sql).fetchall() == ranked(con, "(from main.run where score > 2)", "main.judgments", ["mrr"])


def test_over_variables_of_python(con: duckdb.DuckDBPyConnection, wanted: Rows) -> None:
    frame = pd.DataFrame(TABLES["run"])
    table = con.table("judgments").to_arrow_table()
    assert con.execute(f"from metrics('frame', 'table', {MRR})").fetchall() == wanted
    assert len(frame) == table.num_rows


@pytest.mark.parametrize("run", ["other.main.run", "other.run", '"other"."main"."run"', "my_temp", '"my run"', "RUN"])
def test_over_tables_anywhere(con: duckdb.DuckDBPyConnection, wanted: Rows, tmp_path: Path, run: str) -> None:
    con.execute(f"attach '{tmp_path / 'other.duckdb'}' as other")
    try:
        con.execute("create table other.run as from run")
        con.execute("create or replace temp table my_temp as from run")
        con.execute('create or replace temp table "my run" as from run')
        assert con.execute(f"from metrics(?, 'judgments', {MRR})", [run]).fetchall() == wanted
    finally:
        con.execute("detach other")
