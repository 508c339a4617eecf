"""What ties decide, against every order of the tied items."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import pytest

import oracle
import rankhouse
from oracle import Row
from rankhouse._rendering.jinja import macros
from tables import Tables, every_measure, example, has_closed_form, same

EXAMPLE = example()


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    EXAMPLE.load(con)
    return con


def rows(con: duckdb.DuckDBPyConnection, sql: str) -> list[Row]:
    cursor = con.execute(sql)
    names = [column[0] for column in cursor.description or []]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def audit(con: duckdb.DuckDBPyConnection, measures: list[str], **arguments: Any) -> str:
    return str(macros("duckdb").tie_audit("main.run", "main.judgments", measures, **arguments))


WAYS = ["dbt", "python"]
CUTOFFS = [None, 1, 3, 10]


@pytest.mark.parametrize("cutoff", CUTOFFS)
@pytest.mark.parametrize("way", WAYS)
def test_values_are_those_of_every_order(con: duckdb.DuckDBPyConnection, way: str, cutoff: int | None) -> None:
    """Every measure at each cutoff by one of the ways, which run the same text: by the other one at the next cutoff."""
    every = [
        measure
        for measure in every_measure(cutoff)
        if has_closed_form(measure, "best") and "weights" not in dict(measure.options)
    ]
    measures = every[(WAYS.index(way) + CUTOFFS.index(cutoff)) % 2 :: 2]
    units = list(oracle.units(EXAMPLE.run, EXAMPLE.labels))
    expected = {
        ties: oracle.query_metrics(units, [m for m in measures if has_closed_form(m, ties)], ties)
        for ties in ("item", "worst", "average", "best")
    }
    found = audited(con, way, list(map(str, measures)))
    assert {((), row["query_id"], row["measure"]) for row in found} == expected["item"].keys()
    for row in found:
        key = ((), row["query_id"], row["measure"])
        for column, ties in {"value": "item", "expected": "average"}.items():
            assert same(row[column], expected[ties].get(key)), (key, column)
        low, high = expected["worst"].get(key), expected["best"].get(key)
        if low is not None and high is not None and low > high:
            low, high = high, low
        assert same(row["lowest"], low) and same(row["highest"], high), key
        assert same(row["spread"], None if low is None or high is None else high - low)


def audited(con: duckdb.DuckDBPyConnection, way: str, measures: list[str], **arguments: Any) -> list[Row]:
    if way == "dbt":
        return rows(con, audit(con, measures, **arguments))
    relation = rankhouse.tie_audit("run", "judgments", measures, con=con, **arguments)
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


@pytest.mark.parametrize("way", WAYS)
def test_tied_share_counts_rows_within_the_cutoff(con: duckdb.DuckDBPyConnection, way: str) -> None:
    audited_rows = audited(con, way, ["mrr", "mrr@2"])
    found = {(row["query_id"], row["measure"]): row["tied_share"] for row in audited_rows}
    for query in {row["query_id"] for row in EXAMPLE.labels}:
        scores = sorted((row["score"] for row in EXAMPLE.run if row["query_id"] == query), reverse=True)
        for measure, top in {"reciprocal_rank": scores, "reciprocal_rank@2": scores[:2]}.items():
            if (query, measure) in found:
                share = sum(scores.count(score) > 1 for score in top) / len(top) if top else 0
                assert found[query, measure] == pytest.approx(share, abs=1e-15)


@pytest.mark.parametrize("way", WAYS)
def test_groups_are_audited_apart(way: str) -> None:
    con = duckdb.connect()
    run = [
        {"system": system, "query_id": 1, "item_id": item, "score": score}
        for system, scores in {"tied": (1.0, 1.0), "clear": (2.0, 1.0), None: (1.0, 1.0)}.items()
        for item, score in zip(("a", "b"), scores, strict=True)
    ]
    judgments = [{"query_id": 1, "item_id": "a", "relevance": 1.0}]
    Tables(run, judgments, [], []).load(con)
    found = audited(con, way, ["precision@1"], by=["system"])
    figures = {row["system"]: (row["tied_share"], row["lowest"], row["expected"], row["highest"]) for row in found}
    assert figures == {"tied": (1, 0, 0.5, 1), "clear": (0, 1, 1, 1), None: (1, 0, 0.5, 1)}


def test_policies_are_those_of_evaluate(con: duckdb.DuckDBPyConnection) -> None:
    policies: dict[str, Any] = {"queries": "all", "unjudged": "drop", "pool": "retrieved", "relevant_from": 2}
    found = audited(con, "python", ["ndcg@3", "recall@3"], **policies)
    assert len(found) > 10
    for column, ties in {"value": "item", "lowest": "worst", "expected": "average", "highest": "best"}.items():
        evaluated = rankhouse.evaluate(
            "run", "judgments", ["ndcg@3", "recall@3"], ties=ties, per_query=True, con=con, **policies
        )
        values = evaluated.project("query_id, measure, value").fetchall()
        assert [(row["query_id"], row["measure"], row[column]) for row in found] == values
    assert any(row["spread"] for row in found)


def test_a_convention_gives_all_but_its_rule_for_ties(con: duckdb.DuckDBPyConnection) -> None:
    """pytrec_eval reads scores as 32-bit floats, which ties what a table tells apart, and has linear gain."""
    con.execute(
        "create or replace table close as from (values (1, 'a', 1.0), (1, 'b', 1.00000001))"
        " as _(query_id, item_id, score)"
    )
    con.execute(
        "create or replace table graded as from (values (1, 'a', 3), (1, 'b', 1), (2, 'a', 1))"
        " as _(query_id, item_id, relevance)"
    )
    best = 3 + 1 / math.log2(3)
    worst = 1 + 3 / math.log2(3)
    found = rankhouse.tie_audit("close", "graded", "ndcg", convention="pytrec_eval", con=con)
    assert rows(con, macros("duckdb").tie_audit("main.close", "main.graded", ["ndcg"], convention="pytrec_eval")) == [
        dict(zip(found.columns, row, strict=True)) for row in found.fetchall()
    ]
    (row,) = found.project("query_id, measure, tied_share, value, lowest, expected, highest").fetchall()
    assert row == (1, "ndcg", 1.0, *map(pytest.approx, [worst / best, worst / best, (best + worst) / 2 / best, 1.0]))
    # Without it both queries count, and nothing is tied.
    assert (
        rankhouse.tie_audit("close", "graded", "ndcg", con=con).project("tied_share, spread").fetchall() == [(0, 0)] * 2
    )
    asked = rankhouse.tie_audit("close", "graded", "ndcg", convention="pytrec_eval", queries="judged", con=con)
    assert len(asked.fetchall()) == 2


def test_bad_input_is_refused(con: duckdb.DuckDBPyConnection) -> None:
    for arguments, message in [
        ({"measures": "ndgc@3"}, "did you mean 'ndcg'"),
        ({"measures": "average_precision(denominator=hits)@3"}, "depends on ties in two ways"),
        ({"queries": "none"}, "queries is one of"),
        ({"convention": "trec"}, "unknown convention 'trec'"),
        ({"by": "nobody"}, "no column 'nobody'"),
        ({"columns": {"score": "points"}}, "no column 'points'"),
    ]:
        with pytest.raises(rankhouse.InputError, match=message):
            rankhouse.tie_audit("run", "judgments", **{"measures": "mrr", "con": con, **arguments})


@pytest.mark.parametrize("name", ['a "quoted" name', "it's", "rank", "x'); drop table run; --"])
def test_columns_of_any_name(name: str) -> None:
    con = duckdb.connect()
    quoted = '"' + name.replace('"', '""') + '"'
    con.execute(f"create table r as select 's' as {quoted}, 1 as query_id, 2 as item_id, 0.5 as score")
    con.execute("create table j as select 1 as query_id, 2 as item_id, 1 as relevance")
    found = rankhouse.tie_audit("r", "j", "mrr", by=[name], con=con)
    assert found.columns[0] == name
    assert found.fetchall() == [("s", 1, "reciprocal_rank", "reciprocal_rank", None, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0)]


def test_the_gate_fails_when_the_mean_can_move(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(f"create or replace table audited as {audit(con, ['precision@1', 'roc_auc'])}")
    gate = macros("duckdb").test_ties_do_not_matter
    (failing,) = rows(con, gate("audited", at_most=0.0))
    assert failing["measure"] == "precision@1"
    assert failing["spread"] == pytest.approx(failing["highest"] - failing["lowest"], abs=1e-15)
    assert rows(con, gate("audited", at_most=failing["spread"])) == []
