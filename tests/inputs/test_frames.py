"""DataFrames, Arrow data and Python's own tables: only what is asked for is read, and that whatever its type is."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from conftest import JUDGMENTS, RUN, Example, close, figures, leftovers
from examples import examples
from rankhouse._inputs.frames import lists

N = len(RUN)
ARROW = pa.Table.from_pylist(RUN)
PANDAS = pd.DataFrame(RUN)
POLARS = pl.DataFrame(RUN)
LABELS = pd.DataFrame(JUDGMENTS)

moment = datetime.fromisoformat
# Half of the rows have one value, half the other; what DuckDB makes of them sorts in this order.
HALVES = [place >= N // 2 for place in range(N)]


def of(first: Any, second: Any) -> list[Any]:
    return [second if is_second else first for is_second in HALVES]


PANDAS_COLUMNS: dict[str, Callable[[], Any]] = {
    "period": lambda: pd.PeriodIndex(of("2024-01", "2024-11"), freq="M"),
    "interval": lambda: pd.cut(pd.Series(of(7, 12)), [5, 10, 15]),
    "array of intervals": lambda: pd.arrays.IntervalArray.from_tuples(of((5, 10), (10, 15))),
    "category": lambda: pd.Categorical(of("low", "high"), ["low", "high"]),
    "category of numbers": lambda: pd.Categorical(of(5, 10)),
    "complex": lambda: of(1j, 2j),
    "longdouble": lambda: np.array(of(1, 2), dtype="longdouble"),
    "sparse": lambda: pd.arrays.SparseArray(of(0.0, 1.0)),
    "objects": lambda: of({1}, {2}),
    "arrow's": lambda: pd.array(of("a", "b"), dtype=pd.ArrowDtype(pa.string())),
    "time zone": lambda: pd.DatetimeIndex(of("2024-01-01", "2024-11-01")).tz_localize("Europe/Berlin"),
}
POLARS_COLUMNS: dict[str, Callable[[], pl.Series]] = {
    "128 bits": lambda: pl.Series(of(1, 2), dtype=pl.Int128),
    "128 bits, large": lambda: pl.Series(of(10**38, 2 * 10**38 - 10**30), dtype=pl.UInt128),
    "object": lambda: pl.Series(of(Decimal(1), "x"), dtype=pl.Object),
    "category": lambda: pl.Series(of(1, 7)).cut([0, 5, 9]),
    "nested": lambda: pl.Series(of({"a": [1]}, {"a": [2]})),
    "time zone": lambda: pl.Series(of(moment("2024-01-01"), moment("2024-02-01"))).dt.replace_time_zone("UTC"),
}
ARROW_COLUMNS: dict[str, Callable[[], pa.Array]] = {
    "half float": lambda: pa.array(np.array(of(1, 2), dtype="float16")),
    "long decimal": lambda: pa.array(of(Decimal(1), Decimal(2)), pa.decimal256(60)),
    "dictionary": lambda: pa.array(of("a", "b")).dictionary_encode(),
    "list": lambda: pa.array(of([1], [2])),
}
FRAMES = (
    [pytest.param(lambda f=f: PANDAS.assign(x=f()), id=f"pandas {name}") for name, f in PANDAS_COLUMNS.items()]
    + [
        pytest.param(lambda f=f, lazy=lazy: lazy(POLARS.with_columns(f().alias("x"))), id=f"polars {kind} {name}")
        for name, f in POLARS_COLUMNS.items()
        for kind, lazy in (("eager", lambda frame: frame), ("lazy", lambda frame: frame.lazy()))
    ]
    + [
        pytest.param(lambda f=f, made=made: made(ARROW.append_column("x", f())), id=f"arrow {kind} {name}")
        for name, f in ARROW_COLUMNS.items()
        for kind, made in (("table", lambda table: table), ("reader", lambda table: table.to_reader()))
    ]
)


@pytest.mark.thorough
@pytest.mark.parametrize("made", FRAMES)
def test_a_column_of_any_type(con: duckdb.DuckDBPyConnection, example: Example, made: Callable[[], Any]) -> None:
    """Not asked for, it is not looked at; as a group it tells its values apart, in their order."""
    found = rankhouse.evaluate(made(), LABELS, example.names, by="system", con=con)
    assert same(found, 1, example.summary(["system"]))

    grouped = rankhouse.evaluate(made(), LABELS, example.names, by=["x", "system"], con=con)
    parts = itertools.groupby(figures(grouped, 2), key=lambda row: row[0])
    for is_second, (_, rows) in zip((False, True), parts, strict=True):
        part = [row for row, half in zip(RUN, HALVES, strict=True) if half == is_second]
        assert sorted(row[1:] for row in rows) == close(sorted(Example(run=part).summary(["system"])))


def same(found: duckdb.DuckDBPyRelation, groups: int, expected: list[tuple[Any, ...]]) -> bool:
    return sorted(figures(found, groups)) == close(sorted(expected))


def test_texts_of_periods_intervals_and_moments(con: duckdb.DuckDBPyConnection) -> None:
    frame = PANDAS.assign(
        month=pd.PeriodIndex(of("2024-01", None), freq="M"),
        bin=pd.cut(pd.Series(of(7, 12)), [5, 10, 15]),
        at=pd.DatetimeIndex(of("2024-01-01 01:00", "2024-07-01 01:00")).tz_localize("Europe/Berlin"),
    )
    found = rankhouse.evaluate(frame, LABELS, "map", by=["month", "bin", "at"], queries="run", con=con)
    assert [row[:3] for row in found.fetchall()] == [
        ("2024-01", "(5, 10]", moment("2024-01-01")),
        (None, "(10, 15]", moment("2024-06-30 23:00")),
    ]


def test_moments_are_in_utc_whatever_the_zone_of_the_session(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("set timezone = 'America/New_York'")
    con.execute("create table moments as select *, timestamptz '2024-01-01 00:30:00+02' as at from run")
    con.execute("create table labels as select *, timestamptz '2023-12-31 17:30:00-05' as at from judgments")
    found = rankhouse.evaluate("moments", "labels", "map", by=["at", "system"], con=con)
    assert {row[0] for row in found.fetchall()} == {moment("2023-12-31 22:30")}
    # All are one query now, which may have an item once.
    con.execute("delete from labels where query_id = 'q3'")
    per_query = rankhouse.evaluate(
        "moments", "labels", "map", by="system", per_query=True, columns={"query_id": "at"}, con=con, check="none"
    )
    assert {row[1] for row in per_query.fetchall()} == {moment("2023-12-31 22:30")}


def test_categories_of_both_inputs_are_compared_as_texts(con: duckdb.DuckDBPyConnection) -> None:
    run = pd.DataFrame({"query_id": [1, 1], "item_id": [1, 1], "score": [1.0, 1.0]})
    labels = pd.DataFrame({"query_id": [1, 1], "item_id": [1, 1], "relevance": [1, 1]})
    run["bin"] = pd.cut(pd.Series([1, 9]), [0, 5, 10])
    labels["bin"] = pd.cut(pd.Series([9, 12]), [5, 10, 15])
    found = rankhouse.evaluate(run, labels, "mrr", by="bin", con=con)
    assert [(row[0], row[4], row[6]) for row in found.fetchall()] == [("(5, 10]", 1.0, 0)]


@given(data=st.data())
@examples(20)
def test_columns_and_levels_of_the_index_in_any_order(data: st.DataObject) -> None:
    """Whatever is a level of the index, in whatever order columns stand, and among whatever others."""
    example = Example()
    frame = PANDAS.assign(other=pd.PeriodIndex(of("2024-01", "2024-02"), freq="M"), **{"1": 1})
    frame = frame.rename(columns={"1": 1})[data.draw(st.permutations([*PANDAS.columns, "other", 1]))]
    levels = data.draw(st.lists(st.sampled_from(["query_id", "item_id", "system", "score", "other"]), unique=True))
    names = {name: data.draw(st.sampled_from([name, name.upper()])) for name in ("query_id", "score", "system")}
    given = frame.rename(columns=names).set_index([names.get(name, name) for name in levels]) if levels else frame
    with duckdb.connect() as con:
        found = rankhouse.evaluate(given, LABELS, example.names, by="system", con=con)
        assert same(found, 1, example.summary(["system"]))
        assert leftovers(con) == []


def test_a_series_by_query_and_item(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    scores = PANDAS.set_index(["system", "query_id", "item_id"])["score"]
    grades = LABELS.set_index(["query_id", "item_id"])["relevance"]
    found = rankhouse.evaluate(scores, grades, example.names, by="system", con=con)
    assert same(found, 1, example.summary(["system"]))


def test_two_columns_of_one_name(con: duckdb.DuckDBPyConnection) -> None:
    twice = pd.concat([PANDAS, PANDAS[["score"]] * 2], axis=1)
    cases = PANDAS.assign(SCORE=0.0, Score=1.0)
    for run, names in ((twice, "'score', 'score'"), (cases.drop(columns="score"), "'SCORE', 'Score'")):
        with pytest.raises(rankhouse.InputError, match="run: 2 columns are named 'score'") as caught:
            rankhouse.evaluate(run, "judgments", "map", by="system", con=con)
        assert names in str(caught.value)
    same, plain = (rankhouse.evaluate(run, "judgments", "map", by="system", con=con) for run in (cases, PANDAS))
    assert same.fetchall() == plain.fetchall()


def nested(rows: list[dict[str, Any]], number: str) -> dict[str, dict[str, Any]]:
    """As ranx and pytrec_eval take them."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        found.setdefault(row["query_id"], {})[row["item_id"]] = row[number]
    return found


@pytest.mark.parametrize("number", [float, np.float32, np.float64])
def test_dictionaries_by_query_and_item(con: duckdb.DuckDBPyConnection, number: Callable[[Any], Any]) -> None:
    old = [row for row in RUN if row["system"] == "old"]
    run = nested([{**row, "score": number(row["score"])} for row in old], "score")
    grades = nested([{**row, "relevance": number(row["relevance"])} for row in JUDGMENTS], "relevance")
    example = Example(run=old)
    for judgments in (grades, "judgments", LABELS):
        assert same(rankhouse.evaluate(run, judgments, example.names, con=con), 0, example.summary([]))
    found = rankhouse.evaluate(run, grades, example.names, columns={"query_id": "topic", "run.score": "s"}, con=con)
    assert same(found, 0, example.summary([]))


def test_lists_of_dictionaries_and_dictionaries_of_lists(con: duckdb.DuckDBPyConnection, example: Example) -> None:
    by_column = {name: [row[name] for row in RUN] for name in RUN[0]}
    arrays = {name: np.array(values) for name, values in by_column.items()}
    for run in (RUN, tuple(RUN), by_column, arrays):
        found = rankhouse.evaluate(run, JUDGMENTS, example.names, by="system", con=con)
        assert same(found, 1, example.summary(["system"]))


def test_every_entrance_takes_what_evaluate_takes(con: duckdb.DuckDBPyConnection) -> None:
    other = pd.PeriodIndex(["2024-01", "2024-02"], freq="M")
    predictions = pd.DataFrame({"score": [0.9, 0.1], "label": [1, 0], "other": other})
    assert rankhouse.classifier_metrics(predictions, "roc_auc", con=con).fetchall()[0][3] == 1
    assert [row[0] for row in rankhouse.confusion(predictions, by="other", con=con).fetchall()] == [
        "2024-01",
        "2024-02",
    ]
    assert rankhouse.binned_auc({"score": [0.9, 0.1], "label": [True, False]}, con=con).fetchall()[0][0] == 1
    ratings = [{"rating": 1, "prediction": 2}, {"rating": 1, "prediction": 4}]
    assert rankhouse.rating_metrics(ratings, "mae", con=con).fetchall()[0][1] == 2
    run, grades = {"q": {"a": 1, "b": 1}}, {"q": {"b": 1}}
    assert rankhouse.tie_audit(run, grades, "mrr", con=con).fetchall()[0][5:9] == (1, 0.5, 0.75, 1)
    assert rankhouse.explain(run, grades, "mrr", target="trec_eval", con=con).fetchall()[0][5] == 1
    found = rankhouse.recommendation_metrics(run, "coverage@1", items=[{"item_id": "a"}, {"item_id": "b"}], con=con)
    assert found.fetchall()[0][3] == 0.5
    boxes: dict[str, list[Any]] = {
        "image_id": [1],
        "class_id": [1],
        "x_min": [0],
        "y_min": [0],
        "x_max": [1],
        "y_max": [1],
    }
    found = rankhouse.detection_metrics(boxes | {"score": [1]}, boxes, con=con)
    assert found.project("value").fetchall() == [(1.0,)]


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ({}, "run \\(a dict\\) is empty: it has no rows"),
        ({"q": {}}, "run \\(a dict\\) is empty: it has no rows"),
        ({"q": {"a": 1}, "r": 2}, "got values of the types dict, int"),
        ({"query_id": ["q"], "item_id": ["a"], "score": "x"}, "got values of the types list, str"),
        ({"query_id": ["q", "q"], "item_id": ["a"], "score": [1]}, "the same length, got {'query_id': 2, 'item_id': 1"),
        ({"q": {"a": "high"}}, "score must be a number, but column 'score' is VARCHAR"),
        ({"q": {"a": None}}, "1 row has no score .NULL or NaN in column 'score'., e.g. query_id 'q', item_id 'a'"),
        ([{"query_id": "q", "item_id": "a"}], "run \\(a list\\) has no column 'score'"),
    ],
)
def test_what_is_wrong_with_a_dictionary(con: duckdb.DuckDBPyConnection, run: Any, message: str) -> None:
    with pytest.raises(rankhouse.InputError, match=message):
        rankhouse.evaluate(run, {"q": {"a": 1}}, "mrr", con=con)


def test_numbers_by_query_and_item_are_no_predictions(con: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(rankhouse.InputError, match="predictions has no numbers by query and item"):
        rankhouse.classifier_metrics({"q": {"a": 1}}, con=con)


@pytest.mark.parametrize(
    "ids", [["a", 2, "c"], [1, "2", 3], [True, "a", "b"], [None, "a", 2.5], [float("nan"), "a", 2.5]]
)
@pytest.mark.parametrize("made", [dict, pd.DataFrame, lambda columns: pd.DataFrame(columns).to_dict("records")])
def test_ids_that_are_text_and_numbers_are_refused(made: Any, ids: list[Any]) -> None:
    """DuckDB makes text of them, and the 2 of another table is no '2'."""
    run = made({"query_id": ["q"] * 3, "item_id": ids, "score": [3, 2, 1]})
    judgments = {"query_id": ["q"] * 3, "item_id": ["a", "b", "c"], "relevance": [1, 0, 1]}
    with pytest.raises(rankhouse.InputError, match="run: column 'item_id' has text and other values, such as '"):
        rankhouse.evaluate(run, judgments, "map")
    nested = {"q": dict(zip(ids, [3, 2, 1], strict=True))}
    with pytest.raises(rankhouse.InputError, match="run: column 'item_id' has text and other values, such as '"):
        rankhouse.evaluate(nested, judgments, "map")


@pytest.mark.parametrize("missing", [None, pd.NA, pd.NaT])
def test_what_is_missing_is_no_other_value(missing: Any) -> None:
    """In a column that is read: no type is refused for it."""
    assert lists("run", {"item_id": ["a", missing]}, ["item_id"]) == {"item_id": ["a", missing]}


def test_missing_ids_are_no_other_values() -> None:
    run = pd.DataFrame({"query_id": ["q"] * 3, "item_id": ["a", float("nan"), None], "score": [3, 2, 1]}, dtype=object)
    with pytest.raises(rankhouse.InputError, match="run: 2 rows have no item_id"):
        rankhouse.evaluate(run.astype({"score": float}), {"q": {"a": 1}}, "map")
