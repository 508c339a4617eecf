"""Grouping sets and minimum support of `metrics`, and what adds up: groups roll up to the mean of their queries."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from examples import examples
from oracle import Measure
from rankhouse import InputError
from rankhouse._rendering.jinja import macros
from table_macro_calls import parsing_macros
from tables import Tables, assert_same, tables

MEASURES = [
    Measure("ndcg", 2),
    Measure("roc_auc"),
    Measure("gmap"),
    Measure("recall", 2, (("weights", "relevant"),)),
    Measure("roc_auc", None, (("weights", "positives"),)),
]
COLUMNS = ["value", "n_queries", "n_missing", "value_sum", "std_error", "ci_low", "ci_high"]


def subsets(columns: list[str]) -> list[list[str]]:
    return [list(chosen) for n in range(len(columns) + 1) for chosen in itertools.combinations(columns, n)]


def computed(data: Tables, **arguments: Any) -> dict[tuple[Any, ...], list[Any]]:
    """Of each set, group and measure: the numbers."""
    with duckdb.connect() as con:
        data.load(con)
        rows = con.execute(data.sql(MEASURES, summary=True, **arguments)).fetchall()
    n = len(data.groups)
    return {(row[n], row[:n], row[n + 1]): list(row[n + 4 :]) for row in rows}


@examples(8)
@given(
    data=tables(layouts=["by run", "by both", "by judgments", "labelled by"]),
    queries=st.sampled_from(["judged", "run"]),
)
def test_every_set_is_the_evaluation_of_its_groups(data: Tables, queries: str) -> None:
    sets = subsets(data.groups)
    found = computed(data, grouping_sets=sets, queries=queries)
    expected = {}
    for columns in sets:
        units = [
            # A query of two groups is two values in the mean of both.
            replace(
                unit,
                query=(unit.group, unit.query),
                group=tuple(
                    value if name in columns else None for name, value in zip(data.groups, unit.group, strict=True)
                ),
            )
            for unit in oracle.units(data.run, data.labels, data.by, data.labels_by)
        ]
        for (group, measure), summary in oracle.metrics(units, MEASURES, queries=queries).items():
            expected[", ".join(columns), group, measure] = [getattr(summary, name) for name in COLUMNS]
    flat = [
        {(*key, name): row[i] for key, row in side.items() for i, name in enumerate(COLUMNS)}
        for side in (found, expected)
    ]
    assert_same(*flat, tolerance=1e-9)


def flat(rows: dict[tuple[Any, ...], list[Any]]) -> dict[tuple[Any, ...], Any]:
    return {(*key, name): number for key, row in rows.items() for name, number in zip(COLUMNS, row, strict=True)}


@examples(8)
@given(data=tables(layouts=["by both"]))
def test_sums_and_counts_add_up_to_every_coarser_set(data: Tables) -> None:
    """As a dashboard does it: from the rows of system and day to those of a system, a day, and of everything."""
    found = computed(data, grouping_sets=[["system", "day"], ["system"], ["day"], []])
    for (columns, group, measure), (value, n_queries, n_missing, value_sum, *_) in found.items():
        parts = [
            row
            for (finest, parted, name), row in found.items()
            if finest == "system, day"
            and name == measure
            and all(
                mine == theirs
                for column, mine, theirs in zip(["system", "day"], group, parted, strict=True)
                if column in columns.split(", ")
            )
        ]
        assert n_queries == sum(row[1] for row in parts)
        assert n_missing == sum(row[2] for row in parts)
        total = math.fsum(row[3] for row in parts if row[3] is not None)
        assert (value_sum or 0) == pytest.approx(total, abs=1e-9)
        if n_queries and measure in ("ndcg@2", "roc_auc"):
            assert value == pytest.approx(total / n_queries, abs=1e-12)
        if n_queries and measure == "gmap":
            assert value == pytest.approx(math.exp(total / n_queries), abs=1e-12)


@examples(6)
@given(data=tables(layouts=["by run"]), least=st.integers(1, 4), sets=st.sampled_from([None, [["system"], []]]))
def test_means_over_few_queries_are_left_out(data: Tables, least: int, sets: list[list[str]] | None) -> None:
    with duckdb.connect() as con:
        data.load(con)
        every, supported = (
            con.sql(data.sql(MEASURES, summary=True, grouping_sets=sets, min_queries=minimum)) for minimum in (0, least)
        )
        kept = every.filter(f"n_queries >= {least}")
        # Which rows: the last digit of a sum may differ between two executions.
        rows, expected = (
            side.select("* exclude (value, value_sum, std_error, ci_low, ci_high)") for side in (supported, kept)
        )
        assert sorted(rows.fetchall(), key=str) == sorted(expected.fetchall(), key=str)


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ("system", "grouping_sets is a list of lists of columns, such as .* got 'system'"),
        ([], "grouping_sets is a list of lists"),
        (["system"], "a set of grouping_sets is a list of column names"),
        ([["sytem"]], "'sytem' is not a grouping column: did you mean 'system'"),
        ([["system", "day"], ["day", "system"]], "twice"),
        ([["day", "day"]], "names a column twice"),
    ],
)
def test_wrong_sets_are_refused(sets: Any, message: str) -> None:
    """When dbt compiles, and when it parses."""
    for package in (macros("duckdb"), parsing_macros()):
        with pytest.raises(InputError, match=message):
            package.metrics("main.run", "main.judgments", ["map"], by=["system", "day"], grouping_sets=sets)


def test_any_name_may_be_in_a_set() -> None:
    name = "the 'by_1\" of \\ set"
    quoted = '"' + name.replace('"', '""') + '"'
    with duckdb.connect() as con:
        con.execute(f"create table run as select 'q' as query_id, 'i' as item_id, 1 as score, 'x' as {quoted}")
        con.execute("create table judgments as select 'q' as query_id, 'i' as item_id, 1 as relevance")
        query = macros("duckdb").metrics("main.run", "main.judgments", ["mrr"], by=[name], grouping_sets=[[name], []])
        assert con.execute(f"select {quoted}, grouping_set, value from ({query}) order by all").fetchall() == [
            ("x", name, 1.0),
            (None, "", 1.0),
        ]
