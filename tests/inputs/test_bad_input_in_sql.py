"""Bad input where SQL cannot refuse it, or must: dbt's text, the table macros and the aggregates on DuckDB."""

from __future__ import annotations

from functools import cache
from typing import Any

import duckdb
import pytest

import rankhouse
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from table_macro_calls import texts_by_duckdb

WAYS = ["dbt", "table macro"]


@pytest.fixture
def con(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Rows of one query: a at 3, b at 2 and relevant."""
    con = registered
    con.execute("create table run (query_id varchar, item_id varchar, score double)")
    con.execute("insert into run values ('q', 'a', 3), ('q', 'b', 2)")
    con.execute("create table judgments (query_id varchar, item_id varchar, relevance double)")
    con.execute("insert into judgments values ('q', 'b', 1)")
    return con


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def evaluated(
    con: duckdb.DuckDBPyConnection,
    way: str,
    *measures: Any,
    run: str = "run",
    judgments: str = "judgments",
    shown: str = "measure, value",
    **names: str,
) -> list[tuple[Any, ...]]:
    """Values per query; tables and columns by their plain names, whatever these are."""
    if way == "dbt":
        tables = [f"main.{quoted(table)}" for table in (run, judgments)]
        sql = macros("duckdb").query_metrics(*tables, list(measures), columns=names)
        return con.execute(f"select {shown} from ({sql}) as found order by all").fetchall()
    given = "".join(f", {argument} := {text(name)}" for argument, name in names.items())
    listed = ", ".join(text(quoted(table)) for table in (run, judgments))
    sql = f"from query_metrics({listed}, measures := ?{given}) select {shown} order by all"
    return con.execute(sql, [list(measures)]).fetchall()


def with_flaws(con: duckdb.DuckDBPyConnection, table: str, flaws: dict[str, str]) -> None:
    """A copy of a query and its judgments for each flaw of a row, and that row in the table."""
    for name in ("run", "judgments"):
        con.execute(f"create table {name}_copy as from {name}")
        con.execute(f"delete from {name}")
    for flaw, row in flaws.items():
        for name in ("run", "judgments"):
            con.execute(f"insert into {name} select ? as query_id, * exclude (query_id) from {name}_copy", [flaw])
        con.execute(f"insert into {table} values {row.format(query=text(flaw))}")


@pytest.mark.parametrize("way", WAYS)
def test_rows_that_cannot_be_ranked_are_left_out(con: duckdb.DuckDBPyConnection, way: str) -> None:
    flaws = {
        "no query_id": "(null, 'c', 9)",
        "no item_id": "({query}, null, 9)",
        "no score": "({query}, 'c', null)",
        "NaN": "({query}, 'c', 'nan')",
    }
    with_flaws(con, "run", flaws)
    found = evaluated(con, way, "mrr", "precision@2", shown="query_id, measure, value")
    assert found == sorted((flaw, measure, 0.5) for flaw in flaws for measure in ("precision@2", "reciprocal_rank"))


@pytest.mark.parametrize("way", WAYS)
def test_judgments_that_say_nothing_are_left_out(con: duckdb.DuckDBPyConnection, way: str) -> None:
    flaws = {
        "no query_id": "(null, 'a', 9)",
        "no item_id": "({query}, null, 9)",
        "no relevance": "({query}, 'a', null)",
        "NaN": "({query}, 'a', 'nan')",
    }
    with_flaws(con, "judgments", flaws)
    found = evaluated(con, way, "mrr", "recall", shown="query_id, measure, value")
    wanted = {"recall": 1.0, "reciprocal_rank": 0.5}
    assert found == sorted((flaw, measure, value) for flaw in flaws for measure, value in wanted.items())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["varchar", "enum ('3', '2')"])
def test_text_is_no_score(con: duckdb.DuckDBPyConnection, way: str, kind: str) -> None:
    con.execute(f"create table texts as select query_id, item_id, score::integer::varchar::{kind} as score from run")
    with pytest.raises(duckdb.Error, match="score must be a number, but"):
        evaluated(con, way, "mrr", run="texts")
    for call in ("reciprocal_rank(relevance, score)", "ndcg_at_k(relevance, score, 3)", "roc_auc(relevance, score)"):
        with pytest.raises(duckdb.Error, match="score must be a number, but"):
            con.execute(f"select {call} from texts left join judgments using (query_id, item_id)").fetchall()


@pytest.mark.parametrize("way", WAYS)
def test_ids_of_an_enumeration_decide_no_ties(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("create table tied as select query_id, item_id::enum ('b', 'a') as item_id, 1 as score from run")
    with pytest.raises(duckdb.Error, match="item_id is an enum"):
        evaluated(con, way, "mrr", run="tied")
    # Python knows the type, and b goes before a.
    assert rankhouse.evaluate("tied", "judgments", "mrr", con=con).fetchall()[0][3] == 1


@pytest.mark.parametrize("way", WAYS)
def test_infinite_scores_are_ranked(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("insert into run values ('q', 'c', '-inf'), ('q', 'd', 'inf')")
    con.execute("insert into judgments values ('q', 'c', 1)")
    assert evaluated(con, way, "average_precision") == [("average_precision", (1 / 3 + 2 / 4) / 2)]


@pytest.mark.parametrize("way", WAYS)
def test_negative_and_fractional_relevance(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("update judgments set relevance = 0.5")
    con.execute("insert into judgments values ('q', 'a', -2)")
    assert evaluated(con, way, "cg", "ndcg(gain=linear)@1", "recall") == [
        ("cg", -1.5),
        ("ndcg(gain=linear)@1", 0.0),
        ("recall", 1.0),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_relevance_that_overflows(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """It is refused with exponential gain alone."""
    con.execute("update judgments set relevance = 2000")
    assert evaluated(con, way, "cg") == [("cg", 2000.0)]
    with pytest.raises(duckdb.Error, match="above 1000 overflows the exponential gain"):
        evaluated(con, way, "ndcg")


@pytest.mark.parametrize("way", WAYS)
def test_empty_tables(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("create table nothing as from run limit 0")
    con.execute("create table unknown as from judgments limit 0")
    assert evaluated(con, way, "mrr", "recall@5", run="nothing") == [("recall@5", 0.0), ("reciprocal_rank", 0.0)]
    assert evaluated(con, way, "mrr", judgments="unknown") == []


@pytest.mark.parametrize("way", WAYS)
def test_no_query_in_common_counts_0(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("update run set query_id = 'other'")
    assert evaluated(con, way, "mrr") == [("reciprocal_rank", 0.0)]


@pytest.mark.parametrize("way", WAYS)
def test_cutoffs_longer_than_the_list(con: duckdb.DuckDBPyConnection, way: str) -> None:
    cutoffs = (3, 1000, 10**12)
    found = evaluated(con, way, *(f"precision@{k}" for k in cutoffs))
    assert found == sorted((f"precision@{k}", 1 / k) for k in cutoffs)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("ndcg@0", "whole number of at least 1"),
        ("ndcg@-1", "whole number of at least 1"),
        ("ndcg@2.5", "whole number of at least 1"),
        ("ndcg@ten", "whole number of at least 1"),
        ("ndgc@10", "did you mean"),
        ("novelty@10", "unknown measure 'novelty@10': it is a measure of recommendation_metrics"),
        ("mcc", "unknown measure 'mcc': it is a measure of classifier_metrics"),
        ("ndcg(gian=linear)", "ndcg has no option 'gian'"),
        ("ndcg(gain=quadratic)", "gain of ndcg is"),
        ("ndcg(", "malformed|unknown"),
        ("", "malformed|unknown"),
        ("roc_auc@10", "takes no cutoff"),
        ("ndcg'; drop table run; --", "malformed|unknown"),
    ],
)
def test_measures(con: duckdb.DuckDBPyConnection, way: str, measure: str, message: str) -> None:
    with pytest.raises((InputError, duckdb.Error), match=message):
        evaluated(con, way, measure)
    assert con.execute("select count(*) from run").fetchall() == [(2,)]


NAMES = [
    'a "quoted" name',
    "it's",
    "semi;colon",
    "two words",
    "with.dots",
    "select",
    "rank",
    "k",
    "hit",
    "measure",
    "value",
    "rankhouse_run",
    "rankhouse_ranked",
    "größe 日本",
    "x'); drop table run; --",
]


def columns_named_from(place: int) -> dict[str, str]:
    query, item, figure = (NAMES[(place + more) % len(NAMES)] for more in range(3))
    return {"query_id": query, "item_id": item, "score": figure, "relevance": figure}


@cache
def texts(of: str) -> list[str]:
    """What the table macro runs for tables, or for columns, of each of the names."""
    call = {"run": "run", "judgments": "judgments", "measures": ["mrr"]}
    # It finds a table by its name alone, and its own steps come first: memory.main.name reaches the table.
    tables = [{"run": f"memory.main.{name}" if name.startswith("rankhouse_") else quoted(name)} for name in NAMES]
    named = {"tables": tables, "columns": [columns_named_from(place) for place in range(len(NAMES))]}[of]
    return texts_by_duckdb("query_metrics", [call | names for names in named])


def reciprocal_rank(con: duckdb.DuckDBPyConnection, sql: str) -> float:
    ((value,),) = con.execute(f"select value from ({sql}) as found").fetchall()
    return float(value)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_tables_of_any_name(con: duckdb.DuckDBPyConnection, way: str, place: int) -> None:
    name = NAMES[place]
    con.execute(f"create table {quoted(name)} as from run")
    if way == "dbt":
        sql = macros("duckdb").query_metrics(f"main.{quoted(name)}", "main.judgments", ["mrr"])
    else:
        sql = texts("tables")[place]
    if way == "table macro" and '"' in name and duckdb.__version__ < "2":
        with pytest.raises(duckdb.Error, match="does not exist"):
            reciprocal_rank(con, sql)
    else:
        assert reciprocal_rank(con, sql) == 0.5
    assert con.execute("select count(*) from run").fetchall() == [(2,)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_columns_of_any_name(con: duckdb.DuckDBPyConnection, way: str, place: int) -> None:
    """Each name is once that of the queries, of the items, and of scores and relevance."""
    names = columns_named_from(place)
    for table, value in (("run", "score"), ("judgments", "relevance")):
        for column in ("query_id", "item_id", value):
            con.execute(f"alter table {table} rename {column} to {quoted(names[column])}")
    if way == "dbt":
        sql = macros("duckdb").query_metrics("main.run", "main.judgments", ["mrr"], columns=names)
    else:
        sql = texts("columns")[place]
    assert reciprocal_rank(con, sql) == 0.5


@pytest.mark.parametrize("name", ["x'); drop table run; --", "it's"])
def test_a_call_with_names_runs_its_text(con: duckdb.DuckDBPyConnection, name: str) -> None:
    con.execute(f"alter table run rename score to {quoted(name)}")
    con.execute(f"create table {quoted(name)} as from run")
    assert evaluated(con, "table macro", "mrr", run=name, score=name) == [("reciprocal_rank", 0.5)]
    assert con.execute("select count(*) from run").fetchall() == [(2,)]


@pytest.mark.parametrize("way", WAYS)
def test_ids_of_any_text(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """Each text is a query and its relevant item."""
    con.execute("create table lists (query_id varchar, item_id varchar, score double)")
    con.execute("create table labels as select query_id, item_id, 1 as relevance from lists")
    for name in NAMES:
        con.execute("insert into lists values (?, 'a', 3), (?, ?, 2)", [name, name, name])
        con.execute("insert into labels values (?, ?, 1)", [name, name])
    found = evaluated(con, way, "mrr", run="lists", judgments="labels", shown="query_id, measure, value")
    assert found == sorted((name, "reciprocal_rank", 0.5) for name in NAMES)


@pytest.mark.parametrize("way", WAYS)
def test_a_missing_column_is_named(con: duckdb.DuckDBPyConnection, way: str) -> None:
    con.execute("alter table run rename score to points")
    with pytest.raises(duckdb.Error, match="score"):
        evaluated(con, way, "mrr")


@pytest.mark.parametrize("k", ["0", "-1", "2.5", "null"])
def test_cutoffs_of_aggregates(con: duckdb.DuckDBPyConnection, k: str) -> None:
    with pytest.raises(duckdb.Error, match="the cutoff k is a whole number of at least 1"):
        con.execute(f"select ndcg_at_k(1, score, {k}) from run").fetchall()


@pytest.mark.parametrize(("k", "value"), [("3", 2 / 3), ("1000", 2 / 1000), ("1000000000000", 2e-12)])
def test_long_cutoffs_of_aggregates(con: duckdb.DuckDBPyConnection, k: str, value: float) -> None:
    assert con.execute(f"select precision_at_k(1, score, {k}) from run").fetchall() == [
        (pytest.approx(value, rel=1e-14),)
    ]


def test_aggregates_refuse_nan(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("insert into run values ('q', 'c', 'nan')")
    with pytest.raises(duckdb.Error, match="a score is NaN"):
        con.execute("select ndcg_at_k(1, score, 10) from run").fetchall()
    with pytest.raises(duckdb.Error, match="a relevance is NaN"):
        con.execute("select ndcg_at_k(score, item_id, 10) from run").fetchall()


def test_aggregates_take_the_options_they_know(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(duckdb.Error, match=r"gain is one of exponential .* got cubic"):
        con.execute("select ndcg_at_k(1, score, 10, gain := 'cubic') from run").fetchall()


FLAWED_RUN = [
    ("s", "q1", "a", 1.0),
    ("s", "q1", "a", 2.0),
    ("t", "q1", "a", 2.0),
    ("t", "q9", "a", float("inf")),
    ("t", None, "b", float("nan")),
    ("t", "q1", None, None),
]
FLAWED_JUDGMENTS = [("q1", "a", 1.0), ("q2", "b", 1001.0), ("q2", "c", -1.0), ("q2", None, None)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("by", "duplicates"), [(["system"], 1), ([], 1)])
def test_input_problems_are_counted_with_an_example(
    registered: duckdb.DuckDBPyConnection, way: str, by: list[str], duplicates: int
) -> None:
    con = registered
    con.execute("create table run (system varchar, query_id varchar, item_id varchar, score double)")
    con.executemany("insert into run values (?, ?, ?, ?)", FLAWED_RUN)
    con.execute("create table judgments (query_id varchar, item_id varchar, relevance double)")
    con.executemany("insert into judgments values (?, ?, ?)", FLAWED_JUDGMENTS)
    if way == "dbt":
        sql = f"({macros('duckdb').input_problems('main.run', 'main.judgments', by)}) as found"
    else:
        sql = f"input_problems('run', 'judgments', \"by\" := {by}::varchar[])"
    sql = f"select side, problem, n_rows, example from {sql} order by all"
    first, second = ("system 's', ", "system 't', ") if by else ("", "")
    assert con.execute(sql).fetchall() == [
        ("judgments", "item_id is NULL", 1, "query_id 'q2', item_id NULL"),
        ("judgments", "query without results", 1, "query_id 'q2'"),
        ("judgments", "relevance above 1000", 1, "query_id 'q2', item_id 'b'"),
        ("judgments", "relevance is NULL or NaN", 1, "query_id 'q2', item_id NULL"),
        ("run", "duplicate", duplicates, f"{first}query_id 'q1', item_id 'a'"),
        ("run", "item_id is NULL", 1, f"{second}query_id 'q1', item_id NULL"),
        ("run", "query without judgments", 1, "query_id 'q9'"),
        ("run", "query_id is NULL", 1, f"{second}query_id NULL, item_id 'b'"),
        ("run", "score is NULL or NaN", 2, f"{second}query_id 'q1', item_id NULL"),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_query_is_looked_for_in_its_group(registered: duckdb.DuckDBPyConnection, way: str) -> None:
    con = registered
    con.execute(
        "create table run as from (values (1, 'q1', 'a', 1), (2, 'q1', 'a', 1)) as _(day, query_id, item_id, score)"
    )
    con.execute(
        "create table judgments as from (values (1, 'q1', 'a', 1), (3, 'q1', 'a', 1), (null, 'q1', 'a', 1))"
        " as _(day, query_id, item_id, relevance)"
    )
    by = {"by": ["day"], "judgments_by": ["day"]}
    if way == "dbt":
        sql = f"({macros('duckdb').input_problems('main.run', 'main.judgments', **by)}) as found"
    else:
        sql = "input_problems('run', 'judgments', \"by\" := ['day'], judgments_by := ['day'])"
    assert con.execute(f"select side, problem, n_rows, example from {sql} order by all").fetchall() == [
        ("judgments", "query without results", 2, "query_id 'q1'"),
        ("run", "query without judgments", 1, "query_id 'q1'"),
    ]


def test_input_problems_of_clean_tables(con: duckdb.DuckDBPyConnection) -> None:
    assert con.execute("from input_problems('run', 'judgments')").fetchall() == []


@pytest.mark.parametrize("macro", ["metrics", "query_metrics"])
@pytest.mark.parametrize("argument", ["by", "judgments_by"])
def test_a_grouping_column_that_is_not_there_is_an_error(
    con: duckdb.DuckDBPyConnection, macro: str, argument: str
) -> None:
    with pytest.raises(duckdb.Error, match='"nobody" in REPLACE list not found'):
        con.execute(f"from {macro}('run', 'judgments', measures := ['map'], {argument} := ['nobody'])").fetchall()


COMPARISONS: dict[str, dict[str, Any]] = {
    "compare": {},
    "change_by_segment": {"segments": ["country"]},
    "confidence_sequence": {},
    "decision": {"segments": ["country"]},
    "agreement": {},
    "query_agreement": {},
    "compare_classifiers": {},
}


@pytest.mark.parametrize("way", WAYS)
def test_a_baseline_that_is_no_system_stops_a_comparison(registered: duckdb.DuckDBPyConnection, way: str) -> None:
    registered.execute("""
        create table given as
        select
            system, 'q' as query_id, 'a' as item_id, 1 as row_id, 0.5 as score, 1 as label,
            'rr' as measure, 'rr' as metric, null::int as k, 1.0 as value, 'at' as country, 1 as day
        from (values ('bm25'), ('dense')) as named(system);
        create table one_system as from given where system = 'bm25';
        create table nothing as from given limit 0;
    """)

    def rows(macro: str, table: str, baseline: str) -> int:
        if way == "dbt":
            call = getattr(macros("duckdb"), macro)(f"main.{table}", baseline=baseline, **COMPARISONS[macro])
            sql = f"from ({call}) as found"
        else:
            more = "".join(f", {name} := {value}" for name, value in COMPARISONS[macro].items())
            sql = f"from {macro}('{table}', baseline := {text(baseline)}{more})"
        return len(registered.execute(sql).fetchall())

    for macro in COMPARISONS:
        assert rows(macro, "given", "bm25") >= 1
        assert rows(macro, "nothing", "bm52") == 0
        for table, last in (("given", "dense"), ("one_system", "bm25")):
            message = f"baseline 'it's' is not one of the systems, which range from 'bm25' to '{last}'"
            with pytest.raises(duckdb.Error, match=message):
                rows(macro, table, "it's")
