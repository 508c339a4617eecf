"""What `evaluate` returns: its columns, their order, its rows, and that it outlives what it was made from."""

from __future__ import annotations

import inspect
import math
from pathlib import Path

import duckdb
import pytest

import rankhouse
from conftest import Example, close, figures, leftovers, load, query_figures
from rankhouse._rendering.jinja import macros
from rankhouse._results.relation import as_text

SUMMARY = ["measure", "metric", "k", "value", "n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high"]
PER_QUERY = ["query_id", "measure", "metric", "k", "value"]


def test_summary(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    found = rankhouse.evaluate("run", "judgments", example.names, by=["system"], con=con)
    assert found.columns == ["system", *SUMMARY]
    assert figures(found, 1) == close(example.summary(["system"]))
    assert [row[1:4] for row in found.fetchall()] == [
        ("ndcg@2", "ndcg", 2),
        ("average_precision", "average_precision", None),
        ("recall@5", "recall", 5),
    ] * 2


def test_per_query(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    found = rankhouse.evaluate("run", "judgments", example.names, by=["system"], per_query=True, con=con)
    assert found.columns == ["system", *PER_QUERY]
    assert query_figures(found, 1) == close(example.per_query(["system"]))


def test_types(con: duckdb.DuckDBPyConnection) -> None:
    summary = rankhouse.evaluate("run", "judgments", "ndcg@2", by="system", con=con)
    numbers = ["BIGINT", "DOUBLE", "BIGINT", "BIGINT", "DOUBLE", "DOUBLE", "DOUBLE", "DOUBLE"]
    assert [str(kind) for kind in summary.types] == ["VARCHAR", "VARCHAR", "VARCHAR", *numbers]
    per_query = rankhouse.evaluate("run", "judgments", "ndcg@2", by="system", per_query=True, con=con)
    assert [str(kind) for kind in per_query.types] == ["VARCHAR"] * 4 + ["BIGINT", "DOUBLE"]


def test_grouped_by_both_sides_in_the_order_asked_for(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    found = rankhouse.evaluate("run", "judgments", example.names, by=["day", "system"], con=con)
    assert found.columns[:2] == ["day", "system"]
    expected = [(row[1], row[0], *row[2:]) for row in example.summary(["system"], ["day"])]
    assert figures(found, 2) == close(sorted(expected, key=lambda row: row[:2]))


def test_grouped_by_a_column_of_both(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    days = {"q1": 1, "q2": 2, "q3": 2}
    example.run = [{**row, "day": days[row["query_id"]]} for row in example.run if row["system"] == "old"]
    load(con, "run", example.run)
    found = rankhouse.evaluate("run", "judgments", example.names, by=["day"], per_query=True, con=con)
    assert query_figures(found, 1) == close(example.per_query(["day"], ["day"]))


@pytest.mark.parametrize("queries", ["judged", "intersection", "run", "all"])
@pytest.mark.parametrize("ties", ["item", "average", "best", "worst"])
def test_policies(con: duckdb.DuckDBPyConnection, example: Example, ties: str, queries: str) -> None:
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", ties=ties, queries=queries, con=con)
    assert figures(found, 1) == close(example.summary(["system"], ties=ties, queries=queries))


def test_rows_are_in_the_order_of_the_measures_as_asked(con: duckdb.DuckDBPyConnection) -> None:
    asked = ["ndcg@5", "ndcg@10", "mrr", "recall@20", "ndcg@5"]
    names = ["ndcg@5", "ndcg@10", "reciprocal_rank", "recall@20"]
    for query_ids in (False, True):
        found = rankhouse.evaluate("run", "judgments", asked, by="system", per_query=query_ids, con=con)
        rows = found.project("system, query_id, measure" if query_ids else "system, measure").fetchall()
        keys = list(dict.fromkeys(row[:-1] for row in rows))
        assert keys == sorted(keys)
        assert [row[-1] for row in rows] == names * len(keys)


def test_several_cutoffs_in_braces(con: duckdb.DuckDBPyConnection) -> None:
    # Several threads add up in any order, and the last bits differ.
    con.execute("set threads = 1")
    braced = rankhouse.evaluate("run", "judgments", ["ndcg(gain=linear)@{2, 1}", "P@{1}", "mrr"], by="system", con=con)
    names = ["ndcg(gain=linear)@2", "ndcg(gain=linear)@1", "precision@1", "reciprocal_rank"]
    found = rankhouse.evaluate("run", "judgments", names, by="system", con=con)
    assert [row[1] for row in braced.fetchall()] == names * 2
    assert braced.fetchall() == found.fetchall()


@pytest.mark.skipif(duckdb.__version__.startswith("1."), reason="relations of DuckDB 1 print themselves")
@pytest.mark.parametrize(("width", "missing"), [(120, "metric, k, value_sum"), (80, "metric, k, value_sum, std_error")])
def test_the_value_is_seen_where_it_is_printed(
    con: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    width: int, missing: str,
) -> None:  # fmt: skip
    con.execute("update run set system = 'a system of ' || system")
    monkeypatch.setenv("COLUMNS", str(width))
    found = rankhouse.evaluate("run", "judgments", ["recall@5", "ndcg@2"], by=["system", "day"], con=con)
    lines = str(found).splitlines()
    place = lines[0].index(" value")
    assert [line[place : place + 6].strip() for line in lines[1:-1]] == [f"{row[5]:.4f}" for row in found.fetchall()]
    assert lines[-1] == f"({len(lines) - 2} rows; other columns: {missing})"
    assert max(map(len, lines[:-1])) <= width
    found.show()
    assert capsys.readouterr().out == f"{found}\n"
    found.show(max_width=400)
    assert "value_sum" in capsys.readouterr().out
    assert isinstance(found, duckdb.DuckDBPyRelation)
    assert con.sql("select count(*) from found").fetchall() == [(len(lines) - 2,)]


def test_a_long_result_is_printed_in_part(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create table many as select q as query_id, 'd' as item_id, 1.0 as score, 1 as relevance from range(50) t(q)"
    )
    found = rankhouse.evaluate("many", None, "mrr", per_query=True, con=con)
    lines = as_text(found, 80).splitlines()
    assert len(lines) == 42
    assert lines[-1] == "(50 rows, the first 40 shown; other columns: metric, k)"


def test_a_single_labelled_table(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    example.run = [row for row in example.run if row["system"] == "old"]
    load(con, "run", example.run)
    con.execute(
        "create table labelled as select query_id, item_id, score, relevance"
        " from run full join judgments using (query_id, item_id)"
    )
    found = rankhouse.evaluate("labelled", None, example.names, con=con)
    assert figures(found) == close(example.summary([]))
    assert con.execute("select count(*) from labelled where score is null or relevance is null").fetchall() == [(5,)]


def test_renamed_columns(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    con.execute(
        'create table shown as select query_id as "user id", item_id as sku, score as "a ""b""", system from run'
    )
    con.execute(
        'create table bought as select query_id as "user id", item_id as item, relevance as grade from judgments'
    )
    found = rankhouse.evaluate(
        "shown",
        "bought",
        example.names,
        by=["system"],
        columns={
            "query_id": "user id",
            "run.item_id": "sku",
            "judgments.item_id": "item",
            "score": 'a "b"',
            "relevance": "grade",
        },
        con=con,
    )
    assert figures(found, 1) == close(example.summary(["system"]))


@pytest.mark.parametrize("type_name", ["bigint", "utinyint", "double", "decimal(9, 2)"])
def test_a_rank_instead_of_the_score(con: duckdb.DuckDBPyConnection, example: Example, type_name: str) -> None:
    con.execute(
        "create table ranked as select query_id, item_id, system,"
        f" cast(rank() over (partition by system, query_id order by score desc) as {type_name}) as place from run"
    )
    found = rankhouse.evaluate("ranked", "judgments", example.names, by="system", columns={"rank": "place"}, con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


def test_boolean_and_text_enumerations(con: duckdb.DuckDBPyConnection) -> None:
    """Enumerated ids are text: tied items go by their bytes, whatever the order of the enumeration."""
    con.execute("create type item as enum ('b', 'c', 'a')")
    con.execute("create table shown as select 1 as query_id, unnest(['a', 'b', 'c'])::item as item_id, true as score")
    con.execute(
        "create table label as select query_id, item_id::varchar as item_id, item_id = 'b' as relevance from shown"
    )
    assert figures(rankhouse.evaluate("shown", "label", "mrr", con=con)) == [("reciprocal_rank", 0.5, 1, 0)]


def test_one_measure_as_a_text(con: duckdb.DuckDBPyConnection) -> None:
    one = figures(rankhouse.evaluate("run", "judgments", "nDCG@2", by="system", con=con), 1)
    twice = figures(rankhouse.evaluate("run", "judgments", ["ndcg_cut_2", "ndcg@2"], by="system", con=con), 1)
    assert one == close(twice)
    assert len(one) == 2


def test_undefined_values_are_null(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("insert into judgments values ('q4', 'd1', 0, 3)")
    asked = ["ndcg@2", "roc_auc"]
    found = rankhouse.evaluate("run", "judgments", asked, by="system", queries="run", per_query=True, con=con)
    values = [row[-1] for row in found.fetchall()]
    assert None in values
    assert not any(value is not None and math.isnan(value) for value in values)


def test_only_a_query_with_a_relevant_item_can_be_missing(con: duckdb.DuckDBPyConnection) -> None:
    """Of three queries two have no list, and one of these nothing relevant."""
    con.execute("create or replace table run as select 1 as query_id, 1 as item_id, 1 as score")
    grades = "(values (1, 1, 1), (2, 1, 0), (3, 1, 1)) as grades(query_id, item_id, relevance)"
    con.execute(f"create or replace table judgments as from {grades}")
    found = rankhouse.evaluate("run", "judgments", "precision@1", queries="all", con=con)
    assert found.project("value, n_queries, n_missing").fetchall() == [(pytest.approx(1 / 3), 3, 1)]


def test_values_by_hand(con: duckdb.DuckDBPyConnection) -> None:
    """Items of a list, the best first, by how they are judged; what is in brackets is tied.

    bpref takes as many above a hit as there are relevant items: (1 - 1/2) / 2 and 0. A tie is worth a half to roc_auc.
    """
    con.execute("create or replace table run (query_id varchar, item_id integer, score integer)")
    con.execute("create or replace table judgments (query_id varchar, item_id integer, relevance integer)")
    lists = {"0, 1, 0, 0, 1": [0, 1, 0, 0, 1], "0, 0, 0, 1, 1": [0, 0, 0, 1, 1], "(1, 0, 0), 0": [1, 0, 0, 0]}
    for name, grades in lists.items():
        for place, grade in enumerate(grades):
            score = 9 - (2 if name.startswith("(") and place < 3 else place)
            con.execute("insert into run values (?, ?, ?)", [name, place, score])
            con.execute("insert into judgments values (?, ?, ?)", [name, place, grade])
    con.execute("insert into judgments select query_id, 9, 0 from judgments group by all")
    found = rankhouse.evaluate("run", "judgments", ["bpref", "roc_auc"], per_query=True, con=con)
    values = {(row[0], row[1]): row[-1] for row in found.fetchall()}
    assert {query: values[query, "bpref"] for query in [*lists][:2]} == {"0, 1, 0, 0, 1": 0.25, "0, 0, 0, 1, 1": 0}
    assert values["(1, 0, 0), 0", "roc_auc"] == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)


def test_result_outlives_the_inputs(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    found = rankhouse.evaluate("run", "judgments", example.names, by="system", con=con)
    con.execute("drop table run")
    con.execute("drop table judgments")
    assert figures(found, 1) == close(example.summary(["system"]))
    assert len(found.filter("k = 2").project("value").fetchall()) == 2
    assert len(found.fetchall()) == 6


def test_case_of_column_names_does_not_matter(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    found = rankhouse.evaluate(
        "run", "judgments", example.names, by=["SYSTEM"], columns={"item_id": "Item_ID"}, con=con
    )
    assert found.columns[0] == "SYSTEM"
    assert figures(found, 1) == close(example.summary(["system"]))


def test_null_is_a_group(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    con.execute("update run set system = null where system = 'old'")
    found = rankhouse.evaluate("run", "judgments", "recall@5", by="system", con=con)
    assert [row[0] for row in found.fetchall()] == ["new", None]


def test_read_only_database(tmp_path: Path, example: Example) -> None:
    path = str(tmp_path / "x.duckdb")
    with duckdb.connect(path) as con:
        load(con, "run", example.run)
        load(con, "judgments", example.judgments)
        con.execute("create view seen as from run")
    with duckdb.connect(path, read_only=True) as con:
        for run in ("run", "seen", con.table("run"), con.sql("from run"), con.sql("from run").df()):
            found = rankhouse.evaluate(run, "judgments", example.names, by="system", con=con)
            assert figures(found, 1) == close(example.summary(["system"]))
        assert leftovers(con) == []


def test_inside_a_transaction(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    con.begin()
    con.execute("delete from run where system = 'new'")
    example.run = [row for row in example.run if row["system"] == "old"]
    found = rankhouse.evaluate("run", "judgments", example.names, con=con)
    assert figures(found) == close(example.summary([]))
    with pytest.raises(rankhouse.InputError, match="there is no table"):
        rankhouse.evaluate("runs", "judgments", example.names, con=con)
    con.execute("insert into run values ('q9', 'd1', 1, 'still open')")
    con.rollback()
    assert con.execute("select count(*) from run").fetchall() == [(8,)]
    assert figures(found) == close(example.summary([]))


def test_settings_of_the_connection(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    for setting in (
        "python_enable_replacements = false",
        "default_null_order = 'nulls_first'",
        "default_order = 'desc'",
    ):
        con.execute(f"set {setting}")
    con.execute("create schema elsewhere; use elsewhere")
    found = rankhouse.evaluate("main.run", "memory.main.judgments", example.names, by="system", con=con)
    assert figures(found, 1) == close(example.summary(["system"]))


def test_random_scores_are_drawn_once(con: duckdb.DuckDBPyConnection) -> None:
    """A query and a view with random() give other rows each time they are read; an evaluation reads them once."""
    con.execute("create table pairs as select q as query_id, i as item_id from range(200) t(q), range(20) u(i)")
    con.execute("create table label as select query_id, item_id, 1 as relevance from pairs where item_id % 4 = 0")
    con.execute("create view guessed as select *, random() as score from pairs")
    for run in ("guessed", con.sql("select *, random() as score from pairs"), con.sql("from guessed")):
        for measure in ("recall@20", "ndcg@20", "precision@10"):
            (row,) = rankhouse.evaluate(run, "label", measure, con=con).fetchall()
            if measure == "recall@20":
                assert row[3] == 1
            else:
                assert 0 < row[3] < 1


def test_signature() -> None:
    """Other people's code is written against it."""
    parameters = inspect.signature(rankhouse.evaluate).parameters
    positional = [name for name, one in parameters.items() if one.kind is one.POSITIONAL_OR_KEYWORD]
    assert positional == ["run", "judgments", "measures"]
    assert {name: one.default for name, one in parameters.items() if one.kind is one.KEYWORD_ONLY} == {
        "by": (),
        "per_query": False,
        "convention": None,
        "ties": "item",
        "queries": "judged",
        "unjudged": "irrelevant",
        "relevant_from": None,
        "pool": "judged",
        "exclude": None,
        "candidates": None,
        "intents": None,
        "provenance": False,
        "cluster": None,
        "columns": None,
        "con": None,
        "check": "auto",
        "engine": None,
    }


def test_measures_are_listed() -> None:
    catalogue = rankhouse.measures()
    texts = ["description", "formula", "range", "undefined", "notes", "source"]
    assert catalogue.columns == ["name", "aliases", "cutoff", "options", *texts, "function"]
    rows = [dict(zip(catalogue.columns, row, strict=True)) for row in catalogue.fetchall()]
    listed = {row["name"]: row for row in rows}
    assert listed["ndcg"]["options"][0] == "gain=exponential|linear|binary"
    assert "mrr" in listed["reciprocal_rank"]["aliases"]
    assert listed["novelty"]["function"] == "recommendation_metrics"
    assert listed["mcc"]["function"] == "classifier_metrics"
    assert [row["function"] for row in rows if row["name"] == "recall"] == ["evaluate", "classifier_metrics"]
    assert all(row["description"] and row["formula"] and row["source"] for row in rows)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "aliases", "cutoff", "options"),
    rankhouse.measures().filter("function = 'evaluate'").project("name, aliases, cutoff, options").fetchall(),
)
def test_every_listed_measure_and_alias_can_be_evaluated(
    con: duckdb.DuckDBPyConnection, name: str, aliases: list[str], cutoff: str, options: list[str]
) -> None:
    # An option without a default has to be given.
    given = "".join(f"({option}100)" for option in options if option.endswith("="))
    asked = [spelling + given + ("@10" if cutoff == "required" else "") for spelling in [name, *aliases]]
    needs = next(each["needs"] for each in macros("duckdb").catalogue() if each["name"] == name)
    intents = "day" if "intents" in needs else None
    found = rankhouse.evaluate("run", "judgments", asked, by="system", intents=intents, con=con)
    assert {row[2] for row in found.fetchall()} == {name}
