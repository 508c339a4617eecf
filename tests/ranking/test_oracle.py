"""The rendered SQL against brute force, query by query, on random small tables."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracle
from copied import copy_macros
from examples import examples
from oracle import Measure, Row
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from tables import (
    BEYOND_THE_HEAP,
    CUTOFFS,
    POLICIES,
    TIES,
    Tables,
    assert_same,
    every_measure,
    has_closed_form,
    is_within_its_cutoff,
    looks_at_grades,
    measures,
    several,
    tables,
)


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    copy_macros(con)
    return con


def per_query(con: duckdb.DuckDBPyConnection, case: Tables, sql: str) -> oracle.PerQuery:
    """The rows of query_metrics by (group, query, measure), each once."""
    cursor = con.execute(sql)
    columns = [column[0] for column in cursor.description or []]
    rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    assert sorted(columns) == sorted([*case.groups, "query_id", "measure", "metric", "k", "value"])
    found = {(tuple(row[name] for name in case.groups), row["query_id"], row["measure"]): row["value"] for row in rows}
    assert len(found) == len(rows)
    for row in rows:
        name, _, cutoff = row["measure"].partition("@")
        assert row["metric"] == name.partition("(")[0]
        assert row["k"] == (int(cutoff) if cutoff else None)
    return found


def expected_units(case: Tables, unjudged: str = "irrelevant") -> list[oracle.Unit]:
    return list(oracle.units(case.run, case.labels, case.by, case.labels_by, unjudged))


@pytest.mark.parametrize("queries", POLICIES)
@pytest.mark.parametrize("ties", TIES)
@given(data=st.data(), case=tables(), unjudged=st.sampled_from(["irrelevant", "drop"]), checked=st.booleans())
@examples(8)
def test_every_query_has_the_value_that_brute_force_gives(
    con: duckdb.DuckDBPyConnection,
    ties: str,
    queries: str,
    data: st.DataObject,
    case: Tables,
    unjudged: str,
    checked: bool,
) -> None:
    asked = data.draw(measures(ties))
    case.load(con)
    sql = case.sql(asked, ties=ties, queries=queries, unjudged=unjudged, checked=checked)
    expected = oracle.query_metrics(expected_units(case, unjudged), asked, ties, queries)
    assert_same(per_query(con, case, sql), expected)


@pytest.mark.parametrize("ties", TIES)
@given(
    data=st.data(),
    case=tables(),
    queries=st.sampled_from(POLICIES),
    unjudged=st.sampled_from(["irrelevant", "drop"]),
)
@examples(8)
def test_table_macro_gives_the_values_of_brute_force(
    con: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables, queries: str, unjudged: str
) -> None:
    assume(case.run)
    asked = data.draw(measures(ties))
    case.load(con)
    judgments = "null" if case.judgments is None else "'judgments'"
    sql = (
        f"from query_metrics('run', {judgments},"
        f" measures := {[str(measure) for measure in asked]}, by := {case.by}, judgments_by := {case.judgments_by},"
        f" ties := '{ties}', queries := '{queries}', unjudged := '{unjudged}')"
    )
    expected = oracle.query_metrics(expected_units(case, unjudged), asked, ties, queries)
    assert_same(per_query(con, case, sql), expected)


def test_table_macro_takes_several_scales_and_gains_in_a_call(con: duckdb.DuckDBPyConnection) -> None:
    graded = [{"query_id": 1, "item_id": item, "relevance": grade} for item, grade in (("a", 1.0), ("b", 2.0))]
    Tables([{"query_id": 1, "item_id": "a", "score": 1.0}], graded, [], []).load(con)
    by_hand = {
        "err": 1 / 16,
        "err(max_grade=2)": 1 / 4,
        "dcg(gain=1:5/2:7)": 5.0,
        "idcg(gain=linear)@1": 2.0,
        "ndcg(gain=1:3/2:4)@1": 3 / 4,
        "ndcg@1": 1 / 3,
    }
    sql = "select measure, value from query_metrics('run', 'judgments', measures := ?)"
    assert dict(con.execute(sql, [list(by_hand)]).fetchall()) == pytest.approx(by_hand, rel=1e-14)


def test_table_macro_takes_the_whole_ideal_order_when_nothing_else_needs_it(con: duckdb.DuckDBPyConnection) -> None:
    graded = [
        {"query_id": 1, "item_id": item, "relevance": grade} for item, grade in (("a", 2.0), ("b", 1.0), ("c", 1.0))
    ]
    Tables([{"query_id": 1, "item_id": item, "score": 1.0} for item in ("a", "b")], graded, [], []).load(con)
    listed = 1 + 2 / math.log2(3)
    asked = "['ndcg(gain=linear, ideal=all)@2']"
    found = con.sql(f"select value from query_metrics('run', 'judgments', measures := {asked})").fetchall()
    assert found == [(pytest.approx(listed / (2 + 1 / math.log2(3) + 1 / 2), rel=1e-14),)]


def test_table_macro_counts_the_judged_queries_of_an_empty_run(con: duckdb.DuckDBPyConnection) -> None:
    case = Tables([], [{"query_id": 1, "item_id": "a", "relevance": 1.0}], [], [])
    case.load(con)
    sql = "from query_metrics('run', 'judgments', measures := ['precision@1'])"
    assert per_query(con, case, sql) == {((), 1, "precision@1"): 0.0}
    assert per_query(con, case, case.sql([Measure("precision", 1)])) == {((), 1, "precision@1"): 0.0}


@pytest.mark.thorough
@pytest.mark.parametrize("ties", TIES)
@given(case=several(4))
@examples(1)
def test_all_measures_in_one_query(con: duckdb.DuckDBPyConnection, ties: str, case: Tables) -> None:
    """In two, since a call takes at most 500."""
    every = every_measure(None, *CUTOFFS)
    for half in (every[::2], every[1::2]):
        compare_all(con, case, half, ties)


def within_cutoffs(*cutoffs: int) -> list[Measure]:
    return [measure for measure in every_measure(*cutoffs) if is_within_its_cutoff(measure)]


REACHES = {
    "whole": every_measure(None),
    "heap": within_cutoffs(1, 3),
    "deep": within_cutoffs(BEYOND_THE_HEAP),
    "far": within_cutoffs(5, CUTOFFS[-1]),
}


@pytest.mark.thorough
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("reach", REACHES)
@given(case=several(4))
@examples(2)
def test_all_measures_of_a_reach(con: duckdb.DuckDBPyConnection, reach: str, ties: str, case: Tables) -> None:
    compare_all(con, case, REACHES[reach], ties)


@pytest.mark.parametrize("ties", TIES)
def test_reaches_are_those_of_the_plan(ties: str) -> None:
    assert {reach: reach_of(asked, ties) for reach, asked in REACHES.items()} == {reach: reach for reach in REACHES}


def with_the_rule(asked: list[Measure], ties: str) -> list[Measure]:
    return [measure for measure in asked if has_closed_form(measure, ties)]


def reach_of(asked: list[Measure], ties: str) -> str:
    """How far a query for all of them looks, which decides how it ranks."""
    names = [str(measure) for measure in with_the_rule(asked, ties)]
    return str(
        macros("duckdb").plan({"run": "run", "judgments": "judgments", "measures": names, "ties": ties})["reach"]
    )


def compare_all(con: duckdb.DuckDBPyConnection, case: Tables, measures: list[Measure], ties: str) -> None:
    asked = with_the_rule(measures, ties)
    case.load(con)
    expected = oracle.query_metrics(expected_units(case), asked, ties)
    assert_same(per_query(con, case, case.sql(asked, ties=ties)), expected)


@pytest.mark.parametrize("queries", POLICIES)
@given(data=st.data(), case=tables(), ties=st.sampled_from(TIES))
@examples(8)
def test_summaries_are_means_with_counts_and_intervals(
    con: duckdb.DuckDBPyConnection, queries: str, data: st.DataObject, case: Tables, ties: str
) -> None:
    asked = data.draw(measures(ties))
    case.load(con)
    units = expected_units(case)
    cursor = con.execute(case.sql(asked, summary=True, ties=ties, queries=queries))
    columns = [column[0] for column in cursor.description or []]
    width = columns.index("measure")
    assert columns[width:] == ["measure", "metric", "k", *oracle.Summary.__annotations__]
    got = {(row[:width], row[width]): row[width + 3 :] for row in cursor.fetchall()}
    expected = oracle.metrics(units, asked, ties, queries)
    assert got.keys() == expected.keys()
    for key, summary in expected.items():
        # An error's last digits are those of the values, however small the error is beside them.
        tolerance = 1e-12 * max(1.0, abs(summary.value or 0))
        names = vars(summary)
        assert_same(dict(zip(names, got[key], strict=True)), names, tolerance)


unusable: list[dict[str, Any]] = [
    {"score": float("nan"), "relevance": float("nan")},
    {"score": None, "relevance": None},
    {"query_id": None},
    {"item_id": None},
]


@given(data=st.data(), case=tables())
@examples(12)
def test_unchecked_tables_lose_unusable_rows(con: duckdb.DuckDBPyConnection, data: st.DataObject, case: Tables) -> None:
    def dirty(rows: list[Row]) -> list[Row]:
        spoilt = list(rows)
        for row in data.draw(st.lists(st.sampled_from(rows), max_size=6)) if rows else []:
            change = data.draw(st.sampled_from(unusable))
            spoilt.append(row | {name: figure for name, figure in change.items() if name in row})
        return data.draw(st.permutations(spoilt))

    run = dirty(case.run)
    case = Tables(run, None if case.judgments is None else dirty(case.judgments), case.by, case.judgments_by)
    asked = data.draw(measures())
    case.load(con)
    expected = oracle.query_metrics(expected_units(case), asked)
    assert_same(per_query(con, case, case.sql(asked, checked=False)), expected)


@pytest.mark.parametrize("way", ["evaluate", "table macro"])
@given(
    data=st.data(), case=tables(), ties=st.sampled_from(["item", "average"]), lowest=st.sampled_from([0.5, 1, 2, 25])
)
@examples(6)
def test_relevance_below_the_lowest_counts_as_none(
    con: duckdb.DuckDBPyConnection, way: str, data: st.DataObject, case: Tables, ties: str, lowest: float
) -> None:
    assume(case.run)
    asked = [measure for measure in data.draw(measures(ties)) if not looks_at_grades(measure)]
    assume(asked)
    case.load(con)
    policies = {"ties": ties, "queries": "run"}
    sql = case.sql(asked, relevant_from=lowest, **policies)
    if way == "table macro":
        judgments = "null" if case.judgments is None else "'judgments'"
        sql = (
            f"from query_metrics('run', {judgments}, measures := {[str(measure) for measure in asked]},"
            f" by := {case.by}, judgments_by := {case.judgments_by}, ties := '{ties}', queries := 'run',"
            f" relevant_from := {lowest})"
        )
    units = [
        replace(
            unit, judgments={item: min(grade, 0) if grade < lowest else grade for item, grade in unit.judgments.items()}
        )
        for unit in expected_units(case)
    ]
    assert_same(per_query(con, case, sql), oracle.query_metrics(units, asked, **policies))


def test_gains_below_the_lowest_relevance_stay(con: duckdb.DuckDBPyConnection) -> None:
    run = [{"query_id": q, "item_id": i, "score": s} for q in (1, 2) for i, s in (("a", 2.0), ("b", 1.0))]
    labels = {(1, "a"): 1.0, (1, "b"): 3.0, (2, "a"): 1.0}
    judgments = [{"query_id": q, "item_id": i, "relevance": r} for (q, i), r in labels.items()]
    case = Tables(run, judgments, [], [])
    case.load(con)
    asked = [Measure("ndcg", 2), Measure("ndcg", 2, (("gain", "binary"),))]
    found = per_query(con, case, case.sql(asked, relevant_from=2, queries="run"))
    graded = (1 + 7 / math.log2(3)) / (7 + 1 / math.log2(3))
    assert found == {
        ((), 1, "ndcg@2"): pytest.approx(graded, rel=1e-12),
        ((), 1, "ndcg(gain=binary)@2"): pytest.approx(1 / math.log2(3), rel=1e-12),
        ((), 2, "ndcg@2"): None,
        ((), 2, "ndcg(gain=binary)@2"): None,
    }


@pytest.mark.parametrize("queries", POLICIES)
@given(data=st.data(), case=tables(), ties=st.sampled_from(TIES), unjudged=st.sampled_from(["irrelevant", "drop"]))
@examples(6)
def test_a_pool_of_retrieved_items_has_no_other_judgment(
    con: duckdb.DuckDBPyConnection, queries: str, data: st.DataObject, case: Tables, ties: str, unjudged: str
) -> None:
    asked = data.draw(measures(ties))
    case.load(con)
    policies = {"ties": ties, "queries": queries}
    units = [oracle.retrieved_alone(unit) for unit in expected_units(case, unjudged)]
    if queries == "run" and not set(case.labels_by) <= set(case.by):
        with pytest.raises(InputError, match="group by columns of the run instead of day"):
            case.sql(asked, pool="retrieved", **policies)
        return
    sql = case.sql(asked, pool="retrieved", unjudged=unjudged, **policies)
    assert_same(per_query(con, case, sql), oracle.query_metrics(units, asked, **policies))


def long_lists(k: int | None) -> Tables:
    """Lists of which four items share one score on both sides of the cutoff; the others have scores of their own."""
    generator = random.Random(k)
    run: list[Row] = []
    judgments: list[Row] = []
    for query, length in enumerate([250, 256, 257, 600]):
        items = generator.sample(range(1000), length)
        start = min(k or 100, length) - generator.randint(1, 3)
        places = {
            item: -min(place, start) if start <= place < start + 4 else -place for place, item in enumerate(items)
        }
        run += ({"query_id": query, "item_id": item, "score": float(score)} for item, score in places.items())
        judged = {*generator.sample(range(1000), 300), *items[start : start + 3]}
        judgments += (
            {"query_id": query, "item_id": item, "relevance": float(generator.choice([-1, 0, 1, 2, 3]))}
            for item in judged
        )
    return Tables(run, judgments, [], [])


@pytest.mark.thorough
@pytest.mark.parametrize("k", [255, 256, 257, 400, None])
@pytest.mark.parametrize("ties", TIES)
def test_long_lists_with_ties_across_the_cutoff(con: duckdb.DuckDBPyConnection, ties: str, k: int | None) -> None:
    asked = every_measure(None) if k is None else within_cutoffs(*{5, k} if k == 400 else {k})
    assert reach_of(asked, ties) == ("whole" if k is None else "heap" if k <= 256 else "deep")
    compare_all(con, long_lists(k), asked, ties)


@given(case=tables(["one"]), data=st.data())
@examples(8)
def test_columns_of_other_names_and_a_rank_in_place_of_a_score(
    con: duckdb.DuckDBPyConnection, case: Tables, data: st.DataObject
) -> None:
    case.load(con)
    con.execute(
        "create or replace table renamed as select query_id as user_id, item_id as sku,"
        " rank() over (partition by query_id order by score desc) as position from run"
    )
    con.execute(
        'create or replace table "select" as'
        ' select query_id as user_id, item_id as asin, relevance as "order" from judgments'
    )
    asked = data.draw(measures())
    columns = {
        "query_id": "user_id",
        "run.item_id": "sku",
        "judgments.item_id": "asin",
        "relevance": "order",
        "rank": "position",
    }
    sql = macros("duckdb").query_metrics("renamed", 'main."select"', list(map(str, asked)), columns=columns)
    assert_same(per_query(con, case, sql), oracle.query_metrics(expected_units(case), asked))


def test_nobody_looks_below_an_item_that_is_enough_for_certain(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table run as select 'q' as query_id, n as item_id, -n as score from range(400) _(n)")
    con.execute("create or replace table judgments as select query_id, item_id, 100 as relevance from run")
    asked = ["err(max_grade=100)", "nerr8@500", "nerr9@500", "nerr10", "nerr11"]
    found = con.sql(f"select measure, value from metrics('run', 'judgments', measures := {asked})").fetchall()
    assert dict(found) == dict.fromkeys(asked, pytest.approx(1, abs=1e-12))


def test_measures_under_test_are_the_catalogue_spelled_as_the_package_spells_them() -> None:
    asked = every_measure(None, 10)
    parsed = macros("duckdb").parse_measures(list(map(str, asked)))
    assert [measure["measure"] for measure in parsed] == list(map(str, asked))
    # Those over intents are in test_intents.py.
    of_items = [entry for entry in macros("duckdb").catalogue() if "intents" not in entry["needs"]]
    declared = {
        (entry["name"], option, str(choice))
        for entry in of_items
        for option, spec in entry["options"].items()
        for choice in spec.get("choices", [spec.get("default")])
        if "required" not in spec
    }
    covered = {
        (measure["metric"], option, chosen) for measure in parsed for option, chosen in measure["options"].items()
    }
    assert declared <= covered
    assert {measure.metric for measure in asked} == {entry["name"] for entry in of_items}


def test_no_fewer_values_are_checked_than_before() -> None:
    every = every_measure(None, *CUTOFFS)
    tried = {ties: sum(has_closed_form(measure, ties) for measure in every) for ties in TIES}
    fewest = {"item": 597, "average": 412, "best": 591, "worst": 591}
    assert all(tried[ties] >= least for ties, least in fewest.items())
