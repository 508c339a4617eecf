"""Lists as one: worked numbers, what ranx computes, brute force through every way in, properties, bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from examples import examples
from fusions import Item, Row, fused
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from recorded import fusion as recorded
from table_macro_calls import arguments as written

RANX = json.loads((Path(recorded.__file__).parent / "values.json").read_text())["values"]
WAYS = ["dbt", "table macro", "python"]
WORKED: list[Row] = [
    *(("a", "q", item, score) for item, score in {"d1": 9.0, "d2": 7.0, "d3": 4.0}.items()),
    *(("b", "q", item, score) for item, score in {"d2": 0.9, "d4": 0.8, "d1": 0.1}.items()),
]


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        yield con


def tabled(con: duckdb.DuckDBPyConnection, rows: Sequence[Row]) -> None:
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    columns = [[row[place] for row in rows] for place in range(4)]
    con.execute(
        "insert into run select unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::varchar[]),"
        " unnest($4::double[])",
        columns,
    )


def asked(con: duckdb.DuckDBPyConnection, way: str = "dbt", **arguments: Any) -> dict[Item, tuple[float, int]]:
    if way == "dbt":
        found = con.sql(str(macros("duckdb").fuse("main.run", **arguments)))
    elif way == "python":
        found = rankhouse.fuse("run", **arguments, con=con)
    else:
        found = con.sql(f"from fuse({written({'run': 'run', **arguments})})")
    assert found.columns == ["query_id", "item_id", "score", "n_lists"]
    rows = found.fetchall()
    answer = {(query, item): (score, n_lists) for query, item, score, n_lists in rows}
    assert len(answer) == len(rows)
    return answer


def assert_near(found: dict[Item, tuple[float, int]], known: dict[Item, tuple[float, int]]) -> None:
    assert found.keys() == known.keys()
    for item, (score, n_lists) in known.items():
        assert found[item][1] == n_lists, item
        assert found[item][0] == pytest.approx(score, rel=1e-11, abs=1e-11), item


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("arguments", "known"),
    [
        ({}, {"d2": 0.032522475, "d1": 0.032266458, "d4": 0.016129032, "d3": 0.015873016}),
        ({"method": "sum"}, {"d2": 1.6, "d1": 1, "d4": 0.875, "d3": 0}),
        ({"method": "sum", "weights": {"a": 1, "b": 2}}, {"d2": 2.6, "d4": 1.75, "d1": 1, "d3": 0}),
        ({"method": "mnz"}, {"d2": 3.2, "d1": 2, "d4": 0.875, "d3": 0}),
    ],
)
def test_worked_numbers(
    con: duckdb.DuckDBPyConnection, way: str, arguments: dict[str, Any], known: dict[str, float]
) -> None:
    tabled(con, WORKED)
    found = asked(con, way, **arguments)
    assert {item: score for (_, item), (score, _) in found.items()} == pytest.approx(known, abs=5e-10)
    if way == "python":
        assert [item for _, item in found] == list(known)
    assert {item: n_lists for (_, item), (_, n_lists) in found.items()} == {"d1": 2, "d2": 2, "d3": 1, "d4": 1}


@pytest.mark.parametrize("call", recorded.CALLS)
def test_scores_are_those_of_ranx(con: duckdb.DuckDBPyConnection, call: str) -> None:
    method, _, option = call.partition(" ")
    for case in range(recorded.N_CASES):
        lists = recorded.lists(case)
        tabled(
            con,
            [
                (system, query, item, score)
                for system, run in lists.items()
                for query, items in run.items()
                for item, score in items.items()
            ],
        )
        arguments: dict[str, Any] = {"method": method}
        if method == "rrf":
            arguments["k"] = int(option or 60)
        elif method == "weighted":
            arguments = {"method": "sum", "norm": option, "weights": recorded.weights(case)}
        else:
            arguments["norm"] = option
        found = {item: score for item, (score, _) in asked(con, **arguments).items()}
        known = {(query, item): score for query, items in RANX[call][case].items() for item, score in items.items()}
        assert found == pytest.approx(known, rel=1e-11, abs=1e-11)


scores = st.sampled_from([-3.0, 0.0, 0.1, 0.30000000000000004, 2.0, 2.5]) | st.floats(-1e6, 1e6, width=32)
lists = st.dictionaries(
    st.tuples(st.sampled_from(["bm25", "dense", "it's"]), st.sampled_from(["q1", "q2"])),
    st.dictionaries(st.sampled_from("abcdefgB"), scores, min_size=1, max_size=7),
    min_size=1,
).map(
    lambda drawn: [
        (system, query, item, score) for (system, query), items in drawn.items() for item, score in items.items()
    ]
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[list[Row], dict[str, Any]]:
    rows = draw(lists)
    method = draw(st.sampled_from(["rrf", "sum", "mnz"]))
    arguments: dict[str, Any] = {"method": method}
    if method == "rrf":
        arguments["k"] = draw(st.sampled_from([0, 1, 2.5, 60, 1000]))
    else:
        arguments["norm"] = draw(st.sampled_from(["min_max", "z", "none"]))
    if draw(st.booleans()):
        systems = sorted({row[0] for row in rows})
        drawn = draw(st.lists(st.sampled_from([0, 0.5, 1, 3]), min_size=len(systems), max_size=len(systems)))
        weights = dict(zip(systems, drawn, strict=True))
        if any(drawn):
            arguments["weights"] = weights
    return rows, arguments


@pytest.mark.parametrize("way", WAYS)
@given(call=calls())
@examples(20)
def test_brute_force_gives_the_same(
    con: duckdb.DuckDBPyConnection, way: str, call: tuple[list[Row], dict[str, Any]]
) -> None:
    rows, arguments = call
    tabled(con, rows)
    found, known = asked(con, way, **arguments), fused(rows, **arguments)
    assert found.keys() == known.keys()
    # Of a nearly constant list rounding is most of what a norm sees.
    size = max([1.0, *(abs(row[3]) for row in rows)]) if arguments.get("norm") == "none" else 1.0
    for item, (score, n_lists) in known.items():
        assert found[item] == (pytest.approx(score, rel=1e-9, abs=1e-9 * size), n_lists)


def test_equal_scores_of_a_list(con: duckdb.DuckDBPyConnection) -> None:
    """Three times 0.1 has a mean of 0.10000000000000002 in 64 bits."""
    tabled(con, [("a", "q", item, 0.1) for item in "xyz"])
    assert asked(con, method="sum") == {("q", item): (1.0, 1) for item in "xyz"}
    assert asked(con, method="sum", norm="z") == {("q", item): (0.0, 1) for item in "xyz"}
    # Ties go by item id, descending, as in an evaluation.
    assert asked(con, k=0) == {("q", "z"): (1.0, 1), ("q", "y"): (0.5, 1), ("q", "x"): (pytest.approx(1 / 3), 1)}


@pytest.mark.parametrize("method", ["sum", "mnz"])
@pytest.mark.parametrize("norm", ["min_max", "z", "none"])
@pytest.mark.parametrize("size", [1e-300, 5e-324, 1e100])
def test_scores_of_any_size_give_numbers(con: duckdb.DuckDBPyConnection, method: str, norm: str, size: float) -> None:
    tabled(con, [("a", "q", "x", size), ("a", "q", "y", 0.0), ("b", "q", "x", -size), ("b", "q", "y", size)])
    for score, _ in asked(con, method=method, norm=norm).values():
        assert abs(score) <= 1e101


def test_a_fused_run_can_be_evaluated_by_what_was_tried(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, WORKED)
    parts = [
        f"select {k} as rrf_k, {w} as w, * from fuse('run', k := {k}, weights := {{'a': {w}, 'b': {1 - w}}})"
        for k in (10, 60)
        for w in (0.0, 0.5, 1.0)
    ]
    con.execute("create or replace table swept as " + " union all ".join(parts))
    judgments = {"q": {"d4": 1, "d3": 1}}
    found = rankhouse.evaluate("swept", judgments, ["rr"], by=["rrf_k", "w"], con=con)
    values = {(k, float(w)): value for k, w, value in found.project("rrf_k, w, value").fetchall()}
    assert values == {
        (k, w): pytest.approx(rr) for k in (10, 60) for w, rr in {0.0: 1 / 2, 0.5: 1 / 3, 1: 1 / 3}.items()
    }


def test_groups_are_fused_by_themselves_and_null_is_one(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, WORKED)
    con.execute(
        "create or replace table grouped as select null::varchar as day, 1 as w, * from run"
        " union all select 'x', 1, * from run where system = 'a' union all select 'x', null, * from run"
    )
    for by in (["day", "w"], ["w", "day"]):
        rows = con.sql(str(macros("duckdb").fuse("grouped", "sum", by=by))).fetchall()
        found = {(*row[:2], row[3]): row[4:] for row in rows}
        for group in ((None, 1), ("x", None), ("x", 1)):
            alone = WORKED if group != ("x", 1) else WORKED[:3]
            key = group if by[0] == "day" else group[::-1]
            known = {item: figures for (_, item), figures in fused(alone, "sum").items()}
            assert {item: found[*key, item] for item in known} == {
                item: (pytest.approx(score), n) for item, (score, n) in known.items()
            }
        assert len(found) == 4 + 4 + 3


@pytest.mark.parametrize("way", ["dbt", "python"])
def test_ranks_take_the_place_of_scores(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """rrf adds a rank to k as it is: a list that lacks rank 2 keeps its rank 3."""
    con.execute(
        "create or replace table run as from (values ('a', 'q', 'x', 1), ('a', 'q', 'y', 3), ('b', 'q', 'x', 2))"
        " as listed(system, query_id, item_id, position)"
    )
    found = asked(con, way, columns={"rank": "position"})
    assert found == {("q", "x"): (pytest.approx(1 / 61 + 1 / 62), 2), ("q", "y"): (pytest.approx(1 / 63), 1)}
    found = asked(con, way, method="sum", columns={"rank": "position"})
    assert found == {("q", "x"): (2.0, 2), ("q", "y"): (0.0, 1)}


def test_python_takes_runs_by_name(con: duckdb.DuckDBPyConnection) -> None:
    runs = {"a": {"q": {"d1": 9, "d2": 7, "d3": 4}}, "b": {"q": {"d2": 0.9, "d4": 0.8, "d1": 0.1}}}
    found = rankhouse.fuse(runs, "sum", weights={"a": 1, "b": 2}).fetchall()
    assert [row[1:] for row in found] == [("d2", pytest.approx(2.6), 2), ("d4", 1.75, 1), ("d1", 1.0, 2), ("d3", 0, 1)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"weights": {"a": 1}}, "weights: system 'b' of the run has none"),
        ({"weights": {"a": 1, "b": 1, "c": 2}}, "weights: 'c' is not one of the systems, which range from 'a' to 'b'"),
        ({"weights": {"a": 1, "b": 1, "c": 0}}, "weights: 'c' is not one of the systems, which range from 'a' to 'b'"),
        ({"weights": {"a": 0, "b": 0}}, "weights: every system has the weight 0"),
        ({"weights": {"a": -1, "b": 1}}, r"weights\['a'\] is a number from 0"),
        ({"weights": [1, 2]}, "weights is a map of numbers by system such as {'bm25': 1"),
        ({"norm": "z"}, "norm: rrf reads ranks, not scores: leave norm='z' out"),
        ({"method": "sum", "k": 10}, "k: sum reads scores, not ranks: leave k=10 out"),
        ({"method": "borda"}, "method is one of rrf | sum | mnz"),
        ({"k": -1}, "k is a number of at least 0"),
    ],
)
def test_wrong_arguments_are_refused(
    con: duckdb.DuckDBPyConnection, way: str, arguments: dict[str, Any], said: str
) -> None:
    tabled(con, WORKED)
    with pytest.raises((InputError, duckdb.Error), match=said):
        asked(con, way, **arguments)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("score", [1e101, -float("inf"), float("inf")])
def test_scores_without_a_finite_sum_are_refused_where_they_are_added(
    con: duckdb.DuckDBPyConnection, way: str, score: float
) -> None:
    tabled(con, [*WORKED, ("a", "q", "d9", score)])
    assert len(asked(con, way)) == 5
    for norm in ("min_max", "z", "none"):
        with pytest.raises((InputError, duckdb.Error), match=r"a score beyond 1e100 in column .score., e.g. system a"):
            asked(con, way, method="sum", norm=norm)


def test_what_a_list_cannot_have(con: duckdb.DuckDBPyConnection) -> None:
    tabled(con, [*WORKED, ("a", "q", "d1", 1.0)])
    for way in WAYS:
        with pytest.raises((InputError, duckdb.Error), match=r"(?s)more than once.*d1|d1.*more than once"):
            asked(con, way)
    # As in an evaluation: refused in Python, left out elsewhere.
    tabled(con, [*WORKED, ("a", "q", "d9", float("nan"))])
    assert_near(asked(con, "dbt"), fused(WORKED))
    with pytest.raises(InputError, match="1 row has no score"):
        asked(con, "python")
    con.execute("update run set system = null, score = 1 where item_id = 'd9'")
    assert_near(asked(con, "table macro"), fused(WORKED))
    with pytest.raises(InputError, match="1 row has no system"):
        asked(con, "python")
