"""Measures beyond accuracy against brute force, through every way in; their bounds; data and names that are odd."""

from __future__ import annotations

import csv
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import beyond
import rankhouse
from beyond import Item, Measure, World, every_measure
from copied import copy_macros
from examples import examples, one_of_many
from executed import commanded
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import quoted
from tables import NUMBER_IDS, TEXT_IDS, same

MEASURES = every_measure(None, 1, 2, 3, 10, 1_000_000_000_000)
INPUTS = ("items", "interactions", "judgments", "features", "distances", "baseline", "targets")
COLUMNS = {
    "run": ["system", "query_id", "item_id", "score"],
    "items": ["item_id"],
    "interactions": ["query_id", "item_id"],
    "judgments": ["query_id", "item_id", "relevance"],
    "features": ["item_id", "feature", "weight"],
    "distances": ["item_id", "other_item_id", "distance"],
    "baseline": ["query_id", "item_id", "score"],
    "targets": ["feature", "target_share"],
    "exclude": ["query_id", "item_id"],
}
WAYS = ["dbt", "table macro", "python"]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, world: World) -> None:
    rows = [*world.run, *world.interactions, *world.judgments, *world.baseline, *world.items, *world.features]
    rows += [row for row in world.exclude if row["item_id"] is not None]
    numbers = all(isinstance(row["item_id"], int) for row in [*rows, *world.distances])
    item = pa.int64() if numbers else pa.string()
    types = {"item_id": item, "other_item_id": item, "query_id": pa.int64()}
    types |= {"system": pa.string(), "feature": pa.string()}
    for name, columns in COLUMNS.items():
        schema = pa.schema([(column, types.get(column, pa.float64())) for column in columns])
        frame = pa.Table.from_pylist(getattr(world, name), schema=schema)  # noqa: F841 (read by the next line)
        con.execute(f"create or replace table {name} as from frame")


def measured(
    con: duckdb.DuckDBPyConnection,
    way: str,
    measures: Sequence[Any],
    by: Sequence[str] = (),
    inputs: Sequence[str] = INPUTS,
    **names: str,
) -> list[tuple[Any, ...]]:
    """Rows of loaded tables by one way in; `names`: the user's columns."""
    asked = list(map(str, measures))
    names = {"weight": "weight"} | names
    if way == "python":
        tables = dict(zip(inputs, inputs, strict=True))
        found = rankhouse.recommendation_metrics("run", asked, **tables, by=by, columns=names, con=con, check="none")
        return found.fetchall()
    if way == "dbt":
        tables = {name: f"main.{name}" for name in inputs}
        sql = macros("duckdb").recommendation_metrics("main.run", asked, **tables, by=list(by), columns=names)
        return con.execute(str(sql)).fetchall()
    given = "".join(f", {name} := '{name}'" for name in inputs)
    of_one = {ours: names.pop(ours) for ours in list(names) if "." in ours}
    given += "".join(f", {ours} := '{theirs.replace(chr(39), chr(39) * 2)}'" for ours, theirs in names.items())
    return con.execute(
        f"from recommendation_metrics('run', measures := ?, by := ?, columns := ?{given})", [asked, list(by), of_one]
    ).fetchall()


def by_key(rows: list[tuple[Any, ...]], groups: int) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """(group, measure): value, n_queries, n_unknown, value_sum, std_error."""
    return {row[: groups + 1]: row[groups + 3 : groups + 8] for row in rows}


def assert_agrees(found: dict[Any, tuple[Any, ...]], expected: dict[Any, tuple[Any, ...]]) -> None:
    assert found.keys() == expected.keys()
    for key, figures in expected.items():
        assert all(map(same, found[key], figures)), f"{key}: {found[key]}, expected {figures}"


numbers = st.sampled_from([0.0, 0.5, 1.0, 1.0, 2.0, 3.0])


TARGETS = [
    [],
    [{"feature": "x", "target_share": 1.0}],
    [
        {"feature": "x", "target_share": 0.5},
        {"feature": "y", "target_share": 0.25},
        {"feature": "w", "target_share": 0.25},
    ],
    [
        {"feature": "z", "target_share": 0.0},
        {"feature": "y", "target_share": 0.3},
        {"feature": "x", "target_share": 0.7},
    ],
]


@st.composite
def worlds(draw: st.DrawFn) -> World:
    ids: list[Item] = draw(st.sampled_from([[*TEXT_IDS], [*NUMBER_IDS]]))
    items = st.sampled_from(ids)
    by = draw(st.sampled_from([[], ["system"]]))
    # The square of a much smaller weight is 0 in doubles, and a vector of such weights has no length.
    fractions = [st.floats(low, high).filter(lambda x: x == 0 or abs(x) > 1e-100) for low, high in ((-2, 2), (0, 1))]
    weights = draw(st.sampled_from([st.just(1.0), numbers, *fractions]))

    def pairs(most: int, values: st.SearchStrategy[float], queries: int = 4) -> list[tuple[int, Item, float]]:
        keys = st.tuples(st.integers(0, queries), items)
        return [(*key, value) for key, value in draw(st.dictionaries(keys, values, max_size=most)).items()]

    scores = numbers | st.sampled_from([math.inf, -math.inf])
    run = [
        {"system": system, "query_id": query, "item_id": item, "score": score}
        for system in (["s", None] if by else ["s"])
        for query, item, score in pairs(14, scores)
    ]
    feature = st.tuples(items, st.sampled_from(["x", "y", "z"]))
    distances = st.lists(st.tuples(items, items, numbers), max_size=12)
    return World(
        run=run,
        items=[{"item_id": item} for item in draw(st.lists(items, max_size=10))],
        interactions=[
            {"query_id": query, "item_id": item}
            for query, item in draw(st.lists(st.tuples(st.integers(0, 6), items), max_size=15))
        ],
        judgments=[
            {"query_id": q, "item_id": i, "relevance": r} for q, i, r in pairs(12, numbers.map(lambda n: n - 1))
        ],
        features=[
            {"item_id": item, "feature": name, "weight": weight}
            for (item, name), weight in draw(st.dictionaries(feature, weights, max_size=15)).items()
        ],
        distances=[{"item_id": a, "other_item_id": b, "distance": d} for a, b, d in draw(distances)],
        baseline=[{"query_id": q, "item_id": i, "score": s} for q, i, s in pairs(10, scores)],
        targets=draw(st.sampled_from(TARGETS)),
        by=by,
    )


some_measures = st.lists(one_of_many(MEASURES), min_size=1, max_size=20, unique=True)


@examples(12)
@given(world=worlds(), measures=some_measures)
def test_dbt_agrees_with_brute_force(con: duckdb.DuckDBPyConnection, world: World, measures: list[Measure]) -> None:
    load(con, world)
    expected = beyond.recommendation_metrics(world, measures)
    assert_agrees(by_key(measured(con, "dbt", measures, world.by), len(world.by)), expected)


@examples(12)
@given(world=worlds(), measures=some_measures, data=st.data())
def test_excluded_pairs_leave_before_ranks_are_computed(
    con: duckdb.DuckDBPyConnection, world: World, measures: list[Measure], data: st.DataObject
) -> None:
    """Pairs of all lists, some twice, NULLs, and pairs of nobody."""
    listed = [(row["query_id"], row["item_id"]) for row in [*world.run, *world.judgments, *world.baseline]]
    drawn = data.draw(st.lists(st.sampled_from([*listed, (None, None), (77, None)]), max_size=20))
    all_of_one = [pair for pair in listed if pair[0] == 1]
    pairs = data.draw(st.sampled_from([drawn, drawn, drawn + all_of_one, listed]))
    world = replace(world, exclude=[{"query_id": query, "item_id": item} for query, item in pairs])
    load(con, world)
    expected = beyond.recommendation_metrics(world, measures)
    rows = measured(con, data.draw(st.sampled_from(["dbt", "table macro"])), measures, world.by, [*INPUTS, "exclude"])
    assert_agrees(by_key(rows, len(world.by)), expected)
    assert {row[-1] for row in rows} <= {"all but excluded"}


@examples(6)
@given(world=worlds(), measures=some_measures)
def test_table_macro_agrees_with_brute_force(
    con: duckdb.DuckDBPyConnection, world: World, measures: list[Measure]
) -> None:
    load(con, world)
    expected = beyond.recommendation_metrics(world, measures)
    assert_agrees(by_key(measured(con, "table macro", measures, world.by), len(world.by)), expected)


# Upper ends of the declared ranges, for weights of at least 0.
HIGHEST = {
    "catalogue_coverage": 1,
    "serendipity": 1,
    "gini": 1,
    "personalisation": 1,
    "intra_list_diversity": 1,
    "awrf": 1,
    "miscalibration": math.log(1 / 0.01),
}


@pytest.mark.thorough
@examples(10)
@given(world=worlds())
def test_values_lie_in_the_declared_range(con: duckdb.DuckDBPyConnection, world: World) -> None:
    load(con, world)
    con.execute("update features set weight = abs(weight)")
    con.execute("update distances set distance = least(distance, 1)")
    for row in measured(con, "dbt", every_measure(None, 1, 3), world.by):
        measure, metric, value = row[len(world.by)], row[len(world.by) + 1], row[len(world.by) + 3]
        assert value is None or 0 <= value <= HIGHEST.get(metric, math.inf), (measure, value)
        if "normalisation" in measure and value is not None:
            assert value <= 1


@examples(6)
@given(world=worlds(), measures=some_measures, seed=st.integers(0, 10))
def test_neither_the_order_of_rows_nor_other_measures_matter(
    con: duckdb.DuckDBPyConnection, world: World, measures: list[Measure], seed: int
) -> None:
    load(con, world)
    before = by_key(measured(con, "dbt", every_measure(2, None) + measures, world.by), len(world.by))
    shuffled = {name: random.Random(seed).sample(rows, len(rows)) for name in COLUMNS if (rows := getattr(world, name))}
    load(con, replace(world, **shuffled))
    after = by_key(measured(con, "dbt", measures, world.by), len(world.by))
    assert_agrees(after, {key: before[key] for key in after})


# Three lists; x is outside the catalogue, and nobody knows it. The first two places: a 2 times, b 2, c 1, x 1.
WORLD = World(
    run=[
        {"system": "s", "query_id": user, "item_id": item, "score": -float(place)}
        for user, items in {1: "abd", 2: "ac", 3: "bx"}.items()
        for place, item in enumerate(items)
    ],
    items=[{"item_id": item} for item in "abcde"],
    interactions=[
        {"query_id": user, "item_id": item}
        for item, users in {"a": "1234", "b": "12", "c": "4"}.items()
        for user in users
    ],
    judgments=[
        {"query_id": user, "item_id": item, "relevance": 1.0}
        for user, items in {1: "bd", 2: "c", 3: "x"}.items()
        for item in items
    ],
    features=[
        {"item_id": item, "feature": feature, "weight": weight}
        for item, feature, weight in [("a", "drama", 3.0), ("a", "war", 4.0), ("b", "drama", 1.0), ("c", "fun", 2.0)]
    ],
    distances=[
        {"item_id": "b", "other_item_id": "a", "distance": 0.25},
        {"item_id": "a", "other_item_id": "b", "distance": 0.75},
        {"item_id": "a", "other_item_id": "c", "distance": 1.0},
    ],
    baseline=[{"query_id": 2, "item_id": "c", "score": 1.0}],
    targets=[{"feature": "drama", "target_share": 0.5}, {"feature": "fun", "target_share": 0.5}],
)
for row in WORLD.interactions:
    row["query_id"] = int(row["query_id"])
# value, n_queries, n_unknown
BY_HAND = {
    "catalogue_coverage@2": (3 / 5, 3, 1),
    "catalogue_coverage": (4 / 5, 3, 1),
    "novelty@2": (((0 + 1) / 2 + (0 + 2) / 2 + (1 + 2) / 2) / 3, 3, 1),
    "novelty(probability=interactions)@1": ((2 * math.log2(7 / 4) + math.log2(7 / 2)) / 3, 3, 0),
    "average_popularity@2": (((4 + 2) / 2 + (4 + 1) / 2 + (2 + 0) / 2) / 3, 3, 1),
    "average_popularity(normalisation=interactions)@1": ((4 + 4 + 2) / 7 / 3, 3, 0),
    "serendipity@2": ((0 + 1 / 2 + 1 / 2) / 3, 3, 0),
    "serendipity(expected=baseline)@2": ((1 / 2 + 0 + 1 / 2) / 3, 3, 0),
    "serendipity@4": ((1 + 0 + 1) / 4 / 3, 3, 0),
    "serendipity(denominator=retrieved)@4": ((1 / 3 + 0 + 1 / 2) / 3, 3, 0),
    "intra_list_diversity@2": ((1 - 3 / 5 + 1) / 2, 2, 1),
    "intra_list_diversity(distance=jaccard)@2": ((1 - 1 / 7 + 1) / 2, 2, 1),
    "intra_list_diversity(distance=table)@2": ((1 / 2 + 1) / 2, 2, 1),
    "gini@2": ((0 * 1 + 2 * 2 + 4 * 2) / (5 * 5), 3, 1),
    "gini(among=shown)@2": ((-3 * 1 - 1 * 1 + 1 * 2 + 3 * 2) / (4 * 6), 3, 0),
    "entropy@2": (2 / 3 * math.log2(3) + 1 / 3 * math.log2(6), 3, 0),
    "entropy(normalisation=catalogue)@2": ((4 / 5 * math.log(5 / 2) + 1 / 5 * math.log(5)) / math.log(5), 3, 1),
    "personalisation@2": (1 - (1 / 2 + 1 / 2 + 0) / 3, 3, 0),
    # Of drama, war and fun a is 3/7, 4/7, 0; all three items 10/21, 4/21, 1/3. First come a, a and b.
    "awrf(divergence=tv)@1": (1 - (8 / 21 + 8 / 21 + 11 / 21) / 3, 3, 0),
    # The targets are 1/2, 0, 1/2. x has no group.
    "awrf(target=given, divergence=tv)@1": (1 - (4 / 7 + 4 / 7 + 1 / 2) / 3, 3, 0),
    "awrf(target=given, attention=trec, divergence=tv)@2": (1 - (1 / 2 + 2 / 7 + 1 / 2) / 3, 3, 1),
    # Relevant are b, then c, which has nothing of a, and x.
    "awrf(target=relevant, unit=bits)@1": (
        (1 - (3 / 7 * math.log2(3 / 5) + 4 / 7 * math.log2(2) + math.log2(7 / 5)) / 2 + 0) / 2,
        2,
        0,
    ),
    # The histories are a and b, twice, and a.
    "miscalibration@1": (
        (
            2 * 5 / 7 * math.log(5 / (0.99 * 3 + 0.01 * 5))
            + 2 * 2 / 7 * math.log(2 / (0.99 * 4 + 0.01 * 2))
            + 3 / 7 * math.log(3 / (0.99 * 7 + 0.01 * 3))
            + 4 / 7 * math.log(100)
        )
        / 3,
        3,
        0,
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_values_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, WORLD)
    found = {row[0]: (row[3], row[4], row[5]) for row in measured(con, way, BY_HAND)}
    assert found == {name: (pytest.approx(value, abs=1e-12), *counts) for name, (value, *counts) in BY_HAND.items()}


# Each list without what its user has seen: b, d of user 1; c of user 2; x of user 3, whose b is gone. The baseline of
# user 2 begins with a, which is seen, so c is expected at 1.
SEEN = [(1, "a"), (1, "a"), (2, "a"), (3, "b"), (None, "c"), (2, None), (4, "a")]
BY_HAND_OF_UNSEEN = {
    "catalogue_coverage@1": (2 / 5, 3, 1),
    "catalogue_coverage@2": (3 / 5, 3, 1),
    # Nobody knows d and x, which are as novel as c, known to one of four users.
    "novelty@2": (((1 + 2) / 2 + 2 + 2) / 3, 3, 2),
    "average_popularity@1": ((2 + 1 + 0) / 3, 3, 1),
    "personalisation@1": (1, 3, 0),
    "gini(among=shown)@1": (0, 3, 0),
    "serendipity(expected=baseline)@1": ((1 + 0 + 1) / 3, 3, 0),
    "awrf(target=given, divergence=tv)@1": (((1 - 1 / 2) + (1 - 1 / 2)) / 2, 2, 1),
}


def load_unseen(con: duckdb.DuckDBPyConnection) -> None:
    baseline = [*WORLD.baseline, {"query_id": 2, "item_id": "a", "score": 2.0}]
    load(con, replace(WORLD, baseline=baseline, exclude=[{"query_id": user, "item_id": item} for user, item in SEEN]))


@pytest.mark.parametrize("way", WAYS)
def test_values_of_unseen_items_by_hand(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load_unseen(con)
    con.execute('alter table exclude rename query_id to "the user\'s"')
    rows = measured(con, way, BY_HAND_OF_UNSEEN, (), [*INPUTS, "exclude"], **{"exclude.query_id": "the user's"})
    found = {row[0]: (row[3], row[4], row[5], row[-1]) for row in rows}
    assert found == {
        name: (pytest.approx(value, abs=1e-12), *counts, "all but excluded")
        for name, (value, *counts) in BY_HAND_OF_UNSEEN.items()
    }


def test_the_command_leaves_seen_items_out(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    load_unseen(con)
    for table in ("run", "items", "exclude"):
        con.execute(f"copy {table} to '{tmp_path / table}.parquet'")
    given = [f"--{name}={tmp_path / name}.parquet" for name in ("items", "exclude")]
    asked = ["recommendation-metrics", str(tmp_path / "run.parquet"), "-m", "coverage@1", *given, "--format", "csv"]
    status, answer, _ = commanded(asked)
    (row,) = csv.DictReader(answer.splitlines())
    assert (status, float(row["value"]), row["candidates"]) == (0, 2 / 5, "all but excluded")


@pytest.mark.parametrize("way", WAYS)
def test_a_group_whose_lists_are_all_seen_stays(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load_unseen(con)
    con.execute("insert into run values ('gone', 2, 'a', 1)")
    rows = measured(con, way, ["coverage@1", "novelty@1"], ["system"], [*INPUTS, "exclude"])
    assert [row[1:2] + row[4:6] for row in rows if row[0] == "gone"] == [
        ("catalogue_coverage@1", None, 0),
        ("novelty@1", None, 0),
    ]


def test_wrong_pairs_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    load_unseen(con)
    con.execute("create or replace table odd as select 1 as query_id, 7 as item_id")
    for pairs, message in (("odd", "exclude has 'item_id' as INTEGER"), ("items", "exclude .* no column 'query_id'")):
        with pytest.raises(InputError, match=message):
            rankhouse.recommendation_metrics("run", "personalisation@1", exclude=pairs, con=con)
    with pytest.raises(InputError, match="exclude"):
        macros("duckdb").recommendation_metrics("main.run", ["personalisation@1"], exclude=["seen"])


# RecTools 0.19.0 on the rows below: MeanInvUserFreq, AvgRecPopularity, CatalogCoverage, and IntraListDiversity with
# Hamming distances between the bits of the item's number.
RECTOOLS = {
    "novelty@3": 2.2330458433864524,
    "average_popularity@3": 5.066666666666666,
    "average_popularity(normalisation=interactions)@3": 0.08444444444444443,
    "catalogue_coverage@1": 0.6923076923076923,
    "intra_list_diversity(distance=table)@3": 1.8999999999999997,
}


@pytest.mark.parametrize("measure", RECTOOLS)
def test_rectools_agrees(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    users = 9 if measure.startswith("catalogue") else 20
    con.execute(
        f"create or replace table run as select u as query_id, (u + r * (u % 4 + 1)) % 13 as item_id, -r as score"
        f" from range({users}) as users(u), range(5) as ranks(r)"
    )
    con.execute(
        "create or replace table interactions as select u as query_id, (u * u + j) % 11 as item_id"
        " from range(20) as users(u), range(3) as times(j)"
    )
    con.execute("create or replace table items as select i as item_id from range(13) as numbers(i)")
    con.execute(
        "create or replace table distances as select i as item_id, j as other_item_id, bit_count(xor(i, j)) as distance"
        " from range(13) as a(i), range(13) as b(j) where i < j"
    )
    tables = {name: name for name in ("interactions", "items", "distances")}
    found = rankhouse.recommendation_metrics("run", measure, **tables, con=con).fetchall()
    assert found[0][3] == pytest.approx(RECTOOLS[measure], abs=1e-12)


def rows_of(seed: str) -> list[dict[str, Any]]:
    """A seed of integration_tests/, numbers as numbers."""
    numbers = {"score", "relevance", "strength", "distance", "value", "n_queries", "n_unknown"}
    path = Path(__file__).parents[2] / f"integration_tests/seeds/{seed}.csv"
    with path.open() as file:
        return [
            {name: (float(text) if text else None) if name in numbers else text for name, text in row.items()}
            for row in csv.DictReader(file)
        ]


def test_expected_values_of_the_dbt_project_are_those_of_brute_force() -> None:
    run, expected = rows_of("scored_items"), rows_of("expected_recommendation_metrics")
    world = World(
        run=run,
        items=rows_of("catalogue_items"),
        interactions=rows_of("past_interactions"),
        judgments=rows_of("relevance_judgments"),
        features=[{**row, "weight": row["strength"]} for row in rows_of("item_features")],
        distances=rows_of("item_distances"),
        baseline=rows_of("baseline_items"),
        by=["system", "day"],
    )
    found = beyond.recommendation_metrics(world, every_measure(None, 1, 2, 3))
    wrong = [
        row
        for row in expected
        if not all(
            map(
                same,
                found[row["system"], row["day"], row["measure"]],
                [row["value"], row["n_queries"], row["n_unknown"]],
            )
        )
    ]
    assert expected
    assert not wrong


@pytest.mark.parametrize("way", WAYS)
def test_columns_and_order(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, WORLD)
    rows = measured(con, way, ["novelty@2", "gini@2", "ARP", "Novelty@2"])
    assert [row[:3] for row in sorted(rows)] == [
        ("average_popularity", "average_popularity", None),
        ("gini@2", "gini", 2),
        ("novelty@2", "novelty", 2),
    ]
    value, lists, _, total, error, low, high = next(row for row in rows if row[1] == "novelty")[3:]
    assert (total, lists) == (pytest.approx(3 * value), 3)
    assert (low, high) == (pytest.approx(value - 1.96 * error, abs=1e-4), pytest.approx(value + 1.96 * error, abs=1e-4))
    assert next(row for row in rows if row[1] == "gini")[6:] == (None, None, None, None)


def test_python_names_its_columns_and_leaves_nothing_behind(con: duckdb.DuckDBPyConnection) -> None:
    load(con, WORLD)
    tables = con.execute("show tables").fetchall()
    found = rankhouse.recommendation_metrics("run", "personalisation@2", by="system", con=con)
    names = ["system", "measure", "metric", "k", "value", "n_queries", "n_unknown", "value_sum", "std_error"]
    assert found.columns == [*names, "ci_low", "ci_high"]
    assert con.execute("show tables").fetchall() == tables


@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_unusable_rows_are_left_out(con: duckdb.DuckDBPyConnection, way: str) -> None:
    load(con, WORLD)
    before = by_key(measured(con, way, BY_HAND), 0)
    for table, rows in {
        "run": "('s', null, 'a', 9), ('s', 1, null, 9), ('s', 1, 'e', null), ('s', 1, 'e', 'nan'), ('s', 1, 'b', null)",
        "items": "(null), ('a')",
        "interactions": "(null, 'e'), (1, null)",
        "judgments": "(1, null, 1), (null, 'b', 1), (1, 'a', null), (1, 'a', 'nan')",
        "features": "(null, 'war', 1), ('x', null, 1), ('x', 'war', null), ('x', 'war', 'nan'), ('x', 'fun', 'inf')",
        "distances": "(null, 'a', 1), ('b', 'x', null), ('b', 'x', 'nan'), ('b', 'x', '-inf'), ('a', 'a', 5)",
        "baseline": "(1, 'b', null), (null, 'b', 9), (1, 'b', 'nan')",
        "targets": "('fun', 0)",
    }.items():
        con.execute(f"insert into {table} values {rows}")
    assert_agrees(by_key(measured(con, way, BY_HAND), 0), before)


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize("table", COLUMNS)
def test_empty_tables(con: duckdb.DuckDBPyConnection, way: str, table: str) -> None:
    load(con, WORLD)
    con.execute(f"delete from {table}")
    emptied = replace(WORLD, **{table: []})
    measures = every_measure(2)
    assert_agrees(by_key(measured(con, way, measures), 0), beyond.recommendation_metrics(emptied, measures))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("measure", "needed"),
    [
        ("catalogue_coverage", "items"),
        ("gini@3", "items"),
        ("entropy(normalisation=catalogue)", "items"),
        ("novelty@3", "interactions"),
        ("average_popularity", "interactions"),
        ("serendipity(expected=baseline)", "judgments"),
        ("intra_list_diversity", "features"),
        ("intra_list_diversity(distance=table)@3", "distances"),
        ("awrf@3", "features"),
        ("miscalibration", "features"),
    ],
)
def test_an_input_that_is_needed_is_named(con: duckdb.DuckDBPyConnection, way: str, measure: str, needed: str) -> None:
    load(con, WORLD)
    ask: dict[str, Callable[[], object]] = {
        "python": lambda: rankhouse.recommendation_metrics("run", [measure], con=con),
        "dbt": lambda: macros("duckdb").recommendation_metrics("main.run", [measure]),
        "table macro": lambda: con.execute("from recommendation_metrics('run', measures := ?)", [[measure]]),
    }
    with pytest.raises((InputError, duckdb.Error), match=re.escape(measure) + f" needs {needed}, a relation with"):
        ask[way]()


WRONG_TARGETS = {
    "[('drama', 0.5), ('fun', 0.25)]": "targets: the shares sum to 0.75, not to 1: divide each by their sum",
    "[('drama', 1.5), ('fun', -0.5)]": "targets: 2 rows lack a feature or a share from 0 to 1",
    "[('drama', 1.0), ('fun', null)]": "1 row",
    "[('drama', 1.0), ('fun', 'nan')]": "1 row",
    "[('drama', 0.5), (null, 0.5)]": "1 row",
}


@pytest.mark.parametrize("way", [*WAYS, "command"])
@pytest.mark.parametrize("rows", WRONG_TARGETS)
def test_targets_that_are_no_distribution(con: duckdb.DuckDBPyConnection, tmp_path: Path, way: str, rows: str) -> None:
    load(con, WORLD)
    con.execute("create or replace table targets(feature varchar, target_share double)")
    con.execute("insert into targets values " + rows[1:-1])
    ask = ["awrf(target=given)@2"]
    if way == "command":
        for table in ("run", "features", "targets"):
            con.execute(f"copy {table} to '{tmp_path / table}.parquet'")
        given = [f"--{name}={tmp_path / name}.parquet" for name in ("features", "targets")]
        asked = ["recommendation-metrics", str(tmp_path / "run.parquet"), "-m", *ask, *given, "--columns", "weight="]
        status, _, complaint = commanded(asked)
        assert (status, len(complaint.splitlines())) == (2, 1)
        assert WRONG_TARGETS[rows] in complaint
        return
    tables = {"features": "features", "targets": "targets"}

    def call() -> None:
        if way == "python":
            rankhouse.recommendation_metrics("run", ask, **tables, columns={"weight": None}, con=con)
        measured(con, way, ask)

    with pytest.raises((InputError, duckdb.Error), match=re.escape(WRONG_TARGETS[rows])):
        call()


@pytest.mark.parametrize("way", WAYS)
def test_groups_that_are_listed_twice_or_by_nobody(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """A group of an item counts once, with its highest weight; a group of targets as often as it stands there."""
    load(con, WORLD)
    asked = ["awrf@2", "awrf(target=given)@2", "miscalibration@2"]
    before = by_key(measured(con, way, asked), 0)
    con.execute("insert into features values ('a', 'war', 4), ('a', 'drama', 1), ('b', 'drama', 1)")
    con.execute(
        "create or replace table targets as"
        " from (values ('fun', 0.5), ('drama', 0.25), ('drama', 0.25)) as rows(feature, target_share)"
    )
    assert_agrees(by_key(measured(con, way, asked), 0), before)
    con.execute("create or replace table targets as from (values ('nobody', 1.0)) t(feature, target_share)")
    (found,) = measured(con, way, ["awrf(target=given, unit=bits)"])
    assert found[3:6] == (pytest.approx(0, abs=1e-12), 3, 2)


@examples(6)
@given(world=worlds())
def test_lists_like_their_targets_are_fair(con: duckdb.DuckDBPyConnection, world: World) -> None:
    """A list of one item whose group is that of all items, of the relevant ones, of the history: 1, 1 and 0."""
    load(con, world)
    con.execute("update features set feature = 'x', weight = 1")
    asked = ["awrf", "awrf(target=relevant, unit=bits)", "awrf(target=uniform, divergence=tv)", "miscalibration"]
    for row in measured(con, "dbt", asked, world.by):
        figures = row[len(world.by) :]
        assert figures[3] in (None, 0 if figures[1] == "miscalibration" else 1)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("ndcg@10", "unknown measure 'ndcg@10'"),
        ("noveltie", "did you mean 'novelty'"),
        ("novelty@0", "whole number of at least 1"),
        ("gini(among=nobody)", "among of gini is one of catalogue | shown, got 'nobody'"),
        ("gini(distance=table)", "gini has no option 'distance'"),
        ("awrf(target=equal)", "target of awrf is one of population | uniform | relevant | given, got 'equal'"),
        ("awrf(attention=rbp, p=1)", "p of awrf is a number above 0 and below 1, got '1'"),
        ("miscalibration(alpha=0)", "alpha of miscalibration is a number above 0 and below 1, got '0'"),
        ("entropy(log_base=1)", "log_base of entropy is a number above 1, got '1'"),
    ],
)
def test_measures_that_are_refused(con: duckdb.DuckDBPyConnection, way: str, measure: str, message: str) -> None:
    load(con, WORLD)
    with pytest.raises((InputError, duckdb.Error), match=re.escape(message)):
        measured(con, way, [measure])


@pytest.mark.parametrize("by", [["sistem"], ["system", "no ' such"]])
def test_a_grouping_column_that_the_run_lacks(con: duckdb.DuckDBPyConnection, by: list[str]) -> None:
    load(con, WORLD)
    with pytest.raises(duckdb.Error, match=f'"{by[-1]}" in REPLACE list not found'):
        con.execute("from recommendation_metrics('run', measures := ['gini(among=shown)@2'], by := ?)", [by])


def test_relations_named_like_a_step_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"items: write the schema before the table's name, such as main.rankhouse_run"
    ):
        macros("duckdb").recommendation_metrics("main.run", ["gini"], items="rankhouse_run")


FAULTS = {
    "run": ("insert into run values ('s', 1, 'a', 5)", "run: 1 item appears more than once"),
    "items": ("insert into items values (null)", "items: 1 row has no item_id"),
    "interactions": ("insert into interactions values (null, 'a')", "interactions: 1 row has no query_id"),
    "judgments": ("update judgments set query_id = 99", "run and judgments have no query in common"),
    "features": (
        "update features set weight = 'nan'",
        "features: 4 rows have no weight (NULL or NaN in",
    ),
    "distances": ("update distances set distance = 'inf'", "an infinite distance in column 'distance'"),
    "baseline": ("delete from baseline", "baseline (baseline) is empty"),
    "targets": ("update targets set target_share = null", "targets: 2 rows have no target_share"),
}


@pytest.mark.parametrize("table", FAULTS)
def test_python_refuses_bad_rows(con: duckdb.DuckDBPyConnection, table: str) -> None:
    load(con, WORLD)
    statement, message = FAULTS[table]
    con.execute(statement)
    with pytest.raises(InputError, match=re.escape(message)):
        rankhouse.recommendation_metrics(
            "run",
            ["personalisation"],
            **{table: table} if table != "run" else {},
            columns={"weight": "weight"},
            con=con,
        )


@pytest.mark.parametrize("table", ["items", "interactions", "features", "distances"])
def test_python_refuses_ids_of_another_kind(con: duckdb.DuckDBPyConnection, table: str) -> None:
    load(con, WORLD)
    con.execute(f"create or replace table {table} as select * replace (7 as item_id) from {table}")
    with pytest.raises(InputError, match=f"run has 'item_id' as VARCHAR and {table} has 'item_id' as INTEGER"):
        rankhouse.recommendation_metrics(
            "run", ["personalisation"], **{table: table}, columns={"weight": "weight"}, con=con
        )


def test_python_names_what_is_missing(con: duckdb.DuckDBPyConnection) -> None:
    load(con, WORLD)
    con.execute("alter table features rename feature to genre")
    with pytest.raises(InputError, match=r"features .* has no column 'feature'"):
        rankhouse.recommendation_metrics("run", ["ild"], features="features", con=con)
    with pytest.raises(InputError, match="'wieght' is not one of the columns that are read: did you mean 'weight'"):
        rankhouse.recommendation_metrics("run", ["ild"], features="features", columns={"wieght": "w"}, con=con)
    with pytest.raises(InputError, match="run has no column 'market'"):
        rankhouse.recommendation_metrics("run", ["personalisation"], by="market", con=con)
    with pytest.raises(InputError, match="run is missing"):
        rankhouse.recommendation_metrics(None, ["personalisation"], con=con)
    with pytest.raises(InputError, match="check is one of"):
        rankhouse.recommendation_metrics("run", ["personalisation"], con=con, check="all")


HOSTILE = [
    "value",
    "measure",
    "k",
    "by_1",
    "items",
    "rankhouse_items",
    "Größe",
    "select",
    "it's",
    'say "so"',
    "a.b",
    "x'); drop table run; --",
]


@pytest.fixture(scope="module")
def by_system(con: duckdb.DuckDBPyConnection) -> dict[str, dict[Any, tuple[Any, ...]]]:
    """What every way in gives where columns have their usual names."""
    load(con, WORLD)
    return {way: by_key(measured(con, way, BY_HAND, ["system"]), 1) for way in WAYS}


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", range(len(HOSTILE)), ids=HOSTILE)
def test_columns_of_any_name(
    con: duckdb.DuckDBPyConnection, by_system: dict[str, dict[Any, tuple[Any, ...]]], way: str, place: int
) -> None:
    """Each name is once that of the items, of the groups, where the result has none, and of the figures of features."""
    load(con, WORLD)
    item, system, figure = (HOSTILE[(place + more) % len(HOSTILE)] for more in range(3))
    system += " of it" if system in macros("duckdb").result_columns("recommendation_metrics") else ""
    renamed = [(table, "item_id", item) for table, columns in COLUMNS.items() if "item_id" in columns]
    renamed += [("run", "system", system), ("features", "weight", figure), ("distances", "distance", figure)]
    for table, column, name in renamed:
        con.execute(f"alter table {table} rename {column} to {quoted(name)}")
    found = measured(con, way, BY_HAND, [system], item_id=item, weight=figure, distance=figure)
    assert_agrees(by_key(found, 1), by_system[way])


@pytest.mark.parametrize("name", HOSTILE)
def test_tables_of_any_name(con: duckdb.DuckDBPyConnection, name: str) -> None:
    load(con, WORLD)
    with con.cursor() as cursor:
        cursor.execute("create schema if not exists hostile")
        cursor.execute(f"create or replace table hostile.{quoted(name)} as from items")
        sql = macros("duckdb").recommendation_metrics("main.run", ["coverage@2"], items=f"hostile.{quoted(name)}")
        assert cursor.execute(f"select value from ({sql}) as found").fetchall() == [(0.6,)]
        cursor.execute("drop schema hostile cascade")


def test_columns_of_one_input_and_a_rank(con: duckdb.DuckDBPyConnection) -> None:
    load(con, WORLD)
    expected = by_key(measured(con, "python", BY_HAND), 0)
    con.execute("alter table items rename item_id to sku")
    con.execute("create or replace table run as select * exclude (score), (1 - score)::utinyint as place from run")
    con.execute("create or replace table baseline as select * exclude (score), 1 as place from baseline")
    found = measured(con, "python", BY_HAND, **{"items.item_id": "sku", "rank": "place"})
    assert_agrees(by_key(found, 0), expected)


def test_files_of_numbers_are_text_beside_text(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "lists.run").write_text("u1 Q0 007 1 2.0 tag\nu1 Q0 8 2 1.0 tag\n")
    (tmp_path / "catalogue.csv").write_text("item_id\n007\n8\n9\n")
    (tmp_path / "pairs.csv").write_text("item_id,other_item_id,distance\n8,007,0.5\n")
    found = rankhouse.recommendation_metrics(
        str(tmp_path / "lists.run"),
        ["coverage", "ild(distance=table)"],
        items=tmp_path / "catalogue.csv",
        distances=tmp_path / "pairs.csv",
        con=con,
    )
    assert [row[3] for row in found.fetchall()] == [pytest.approx(2 / 3), 0.5]
