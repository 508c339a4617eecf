"""Each optional column that is there, by its standard name, is used or named in a warning, unless its name is None."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import rankhouse
from rankhouse import InputError
from rankhouse._inputs.columns import OPTIONAL
from rankhouse._rendering.jinja import macros
from rankhouse.cli._reading import renames
from rankhouse.cli._wording import as_typed
from typical import Given, TypicalCall
from typical_functions import CALLS, called, taken_by

VALUES = {"prediction": [0, 1, 1], "iscrowd": [0, 0, 1]}
"""What may stand in these columns; numbers from 1 on in the others."""
TESTED_BELOW = ("intent_weight", "importance", "area")
"""They matter with other arguments alone."""
LISTS = ("run", "runs")


def with_column(table: Given, name: str) -> pa.Table:
    values = VALUES.get(name, [1, 2, 3]) if name != "judge_id" else range(len(table.rows))
    columns = {each: table.column(each) for each in table.names}
    return pa.table(columns | {name: [values[place % len(values)] for place in range(len(table.rows))]})


def optional() -> list[Any]:
    """Each call, side and optional column that the call does not name."""
    made = macros("duckdb").table_macros()
    return [
        pytest.param(call, side, name, id=f"{call_name}: {side}.{name}")
        for call_name, call in CALLS.items()
        for name in made.get(call.macro, {}).get("optional", "").split()
        for side in call.tables
        if name in OPTIONAL.get(side, ()) or (name == "rank" and side in LISTS)
        if name not in TESTED_BELOW and name not in call.arguments.get("columns", {})
    ]


def tables_of(call: TypicalCall, side: str, name: str) -> dict[str, Any]:
    plain = {argument: pa.Table.from_pylist(table.dictionaries) for argument, table in call.tables.items()}
    return plain | {side: with_column(call.tables[side], name)}


def test_every_optional_column_is_known_here() -> None:
    made = macros("duckdb").table_macros().values()
    names = {name for each in made for name in each.get("optional", "").split()}
    assert names - {"rank", "importance"} == {name for side in OPTIONAL.values() for name in side}
    assert {param.values[2] for param in optional()} == names - {*TESTED_BELOW}


@pytest.mark.parametrize(("call", "side", "name"), optional())
def test_it_is_used_or_named(call: TypicalCall, side: str, name: str) -> None:
    tables = tables_of(call, side, name)
    with duckdb.connect() as con, warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        called(call, con, tables).fetchall()
    said = [str(each.message) for each in found]
    if name == "judge_id":
        assert not any(name in each for each in said)
        first = tables[side].slice(0, 1)
        twice = tables | {side: pa.concat_tables([tables[side], first])}
        with duckdb.connect() as con, pytest.raises(InputError, match="more than once by one judge"):
            called(call, con, twice).fetchall()
        return
    if name == "rank":
        # Ranks 1, 2, 3 over all lists, whatever their scores are.
        assert any("with a better rank" in each for each in said)
        return
    assert [each for each in said if f"column {name!r} is there but does not count" in each], said
    if "columns" in taken_by(call):
        columns = call.arguments.get("columns", {}) | {name: None}
        without = replace(call, arguments=call.arguments | {"columns": columns})
        with duckdb.connect() as con, warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            called(without, con, tables).fetchall()
        assert not any(repr(name) in str(each.message) for each in found)


# The rows of a decision look at such a column themselves.
CLUSTERED = [
    pytest.param(call, side, id=name)
    for name, call in CALLS.items()
    if not name.endswith("decision")
    and "cluster" in taken_by(call)
    and not {"cluster", "per_query"} & {*call.arguments, *call.function_takes}
    for side in [*call.tables][-1:]
]


@pytest.mark.parametrize(("call", "side"), CLUSTERED)
def test_a_column_named_cluster_is_named(call: TypicalCall, side: str) -> None:
    """One value for all would change nothing where the number of clusters is looked at."""
    table = call.tables[side]
    key = next(name for name in ("query_id", "search_id", "row_id") if name in table.names)
    order = sorted({str(value) for value in table.column(key)})
    clusters = [order.index(str(value)) // 2 for value in table.column(key)]
    plain = {argument: pa.Table.from_pylist(given.dictionaries) for argument, given in call.tables.items()}
    tables = plain | {side: plain[side].append_column("cluster", pa.array(clusters))}
    with duckdb.connect() as con, warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        called(call, con, tables).fetchall()
    if len(order) > 2:
        assert any("cluster='cluster'" in str(each.message) for each in found)


JUDGED = [("q", "a", 1, "x"), ("q", "b", 1, "y"), ("r", "a", 2, "x")]


def test_weights_of_intents_are_named() -> None:
    names = ("query_id", "item_id", "relevance", "intent", "intent_weight", "importance")
    judgments = [dict(zip(names, (*row, 2, "vital"), strict=True)) for row in JUDGED]
    run = [("q", "a", 2.0), ("r", "a", 1.0)]
    with pytest.warns(rankhouse.InputWarning, match="judgments: column 'intent_weight' is there but does not count"):
        rankhouse.evaluate(run, judgments, ["alpha_ndcg@10"], intents="intent")
    unweighted = {"intents": "intent", "columns": {"intent_weight": None}}
    rankhouse.evaluate(run, judgments, ["alpha_ndcg@10"], **unweighted)
    # What needs the importance of nuggets does not do without it.
    with pytest.raises(InputError, match="importance"):
        rankhouse.evaluate(run, judgments, ["nugget_recall(okay=0)@10"], **unweighted)


def test_areas_matter_where_some_of_them_count() -> None:
    box = {"image_id": 1, "class_id": "a", "x_min": 0, "y_min": 0, "x_max": 9, "y_max": 9}
    found, truth = [box | {"score": 0.5}], [box | {"area": 5000}]
    rankhouse.detection_metrics(found, truth)
    with pytest.warns(rankhouse.InputWarning, match="ground_truth: column 'area' is there"):
        rankhouse.detection_metrics(found, truth, area_range="small")


VERDICTS = [
    {"query_id": query, "system_a": "x", "system_b": "y", "winner": winner, "judge_id": judge}
    for query in range(4)
    for judge, winner in enumerate(("a", "a", "b"))
]


def test_judges_are_read_where_they_are() -> None:
    """Krippendorff's alpha of three judges who say a, a, b of each of four queries, by its definition."""
    by_check = {row[0]: row for row in rankhouse.preference_checks(VERDICTS).fetchall()}
    observed = 4 * (4 / 2) / 12
    expected = 2 * 8 * 4 / (12 * 11)
    assert by_check["judge_agreement"][1] == pytest.approx(1 - observed / expected)
    assert by_check["both_orders"][4] == 12
    alone = {row[0]: row for row in rankhouse.preference_checks(VERDICTS, columns={"judge_id": None}).fetchall()}
    assert alone["judge_agreement"][1] is None
    assert alone["both_orders"][4] == 4


def test_a_weight_is_a_choice() -> None:
    rows = {"score": [0.9, 0.8, 0.1], "label": [1, 0, 1], "weight": [1.0, 5.0, 1.0]}
    precision = {1 / 2: {"weight": None}, 1 / 6: {"weight": "weight"}}
    for value, columns in precision.items():
        (row,) = rankhouse.classifier_metrics(rows, ["precision"], columns=columns).fetchall()
        assert row[3] == pytest.approx(value)
    with pytest.raises(InputError, match="the name for 'label' must be a string"):
        rankhouse.classifier_metrics(rows, ["precision"], columns={"label": None})
    assert renames(["weight=", "score=p"]) == {"weight": None, "score": "p"}
    assert as_typed("leave it out with columns={'weight': None}") == "leave it out with --columns weight="
