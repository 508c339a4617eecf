"""exclude and candidates: the numbers of inputs from which the pairs have been taken beforehand, by brute force."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import rankhouse
from examples import examples
from oracle import Row
from rankhouse._rendering.jinja import macros
from tables import POLICIES, TIES, Tables, assert_same, create, measures, tables

Pairs = list[tuple[Any, Any]]
UNJUDGED = ["irrelevant", "drop"]
NOBODY = -999
"""A query that keeps a group of the run alive in the brute force when all of its items have left."""


@pytest.fixture(scope="module")
def one() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        yield con


@st.composite
def pairs_of(draw: st.DrawFn, case: Tables) -> Pairs:
    """Pairs of the case and others, some of them twice, and NULLs."""
    there = list(dict.fromkeys((row["query_id"], row["item_id"]) for row in [*case.run, *case.labels]))
    item = there[0][1] if there else 1
    others = [(None, item), (0, None), (None, None), (77, item)]
    drawn = draw(st.lists(st.sampled_from([*there, *others]), max_size=30))
    return there + drawn if draw(st.integers(0, 5)) == 0 else drawn


def load_pairs(con: duckdb.DuckDBPyConnection, case: Tables, name: str, pairs: Pairs) -> None:
    is_text = any(isinstance(row["item_id"], str) for row in [*case.run, *case.labels])
    rows = [{"query_id": query, "item_id": item} for query, item in pairs]
    create(con, name, rows or [{"query_id": None, "item_id": None}], {"item_id"} if is_text else set())


def left_over(case: Tables, exclude: Pairs | None, candidates: Pairs | None) -> Tables:
    def stays(row: Row) -> bool:
        pair = row["query_id"], row["item_id"]
        return (exclude is None or pair not in exclude) and (candidates is None or pair in candidates)

    run = [row for row in case.run if stays(row)]
    judgments = None if case.judgments is None else [row for row in case.judgments if stays(row)]
    return replace(case, run=run, judgments=judgments)


def units_left(case: Tables, of: Tables, unjudged: str) -> list[oracle.Unit]:
    """What there is to evaluate of what is left, in the groups that the run had."""
    groups = {tuple(row[name] for name in of.by) for row in oracle.usable(of.run, of.by, "score")}
    held = [
        {**dict(zip(of.by, group, strict=True)), "query_id": NOBODY, "item_id": 0, "score": 0.0, "relevance": None}
        for group in groups
    ]
    units = oracle.units([*case.run, *held], case.labels, case.by, case.labels_by, unjudged)
    return [unit for unit in units if unit.query != NOBODY]


@pytest.mark.parametrize("ties", TIES)
@given(
    data=st.data(), case=tables(), queries=st.sampled_from(POLICIES), unjudged=st.sampled_from(["irrelevant", "drop"])
)
@examples(4)
def test_pairs_leave_before_ranks_are_computed(
    one: duckdb.DuckDBPyConnection, ties: str, data: st.DataObject, case: Tables, queries: str, unjudged: str
) -> None:
    asked = data.draw(measures(ties))
    which = data.draw(st.sampled_from(["exclude", "candidates", "both"]))
    exclude = None if which == "candidates" else data.draw(pairs_of(case))
    candidates = None if which == "exclude" else data.draw(pairs_of(case))
    case.load(one)
    given_pairs: dict[str, Any] = {}
    for name, pairs in (("exclude", exclude), ("candidates", candidates)):
        if pairs is not None:
            load_pairs(one, case, f"pairs_{name}", pairs)
            given_pairs[name] = f"main.pairs_{name}"
    sql = case.sql(asked, ties=ties, queries=queries, unjudged=unjudged, **given_pairs)
    rows = one.execute(sql).fetchall()
    n = len(case.groups)
    got = {(tuple(row[:n]), row[n], row[n + 1]): row[n + 4] for row in rows}
    units = units_left(left_over(case, exclude, candidates), case, unjudged)
    assert_same(got, oracle.query_metrics(units, asked, ties, queries))
    said = (
        "given candidates" if candidates is not None else "judged items" if unjudged == "drop" else "all but excluded"
    )
    assert {row[-1] for row in rows} <= {said}


@given(data=st.data(), case=tables())
@examples(3)
def test_excluding_nothing_changes_nothing(one: duckdb.DuckDBPyConnection, data: st.DataObject, case: Tables) -> None:
    asked = data.draw(measures())
    case.load(one)
    load_pairs(one, case, "nobody", [(None, None)])
    n = len(case.groups)
    for checked in (False, True):
        found = []
        for more in ({}, {"exclude": "nobody"}):
            rows = one.execute(case.sql(asked, checked=checked, **more)).fetchall()
            found.append({(tuple(row[:n]), row[n], row[n + 1]): row[n + 4] for row in rows})
        # Rows come in another order, and sums are of floats.
        assert_same(found[1], found[0], tolerance=1e-14)


RUN = "(values (1, 'a', 9), (1, 'b', 8), (1, 'c', 7), (2, 'a', 5), (2, 'b', 4)) as run(query_id, item_id, score)"
JUDGMENTS = "(values (1, 'b', 1), (1, 'c', 1), (2, 'c', 1)) as judgments(query_id, item_id, relevance)"


@pytest.fixture
def shop(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    con.execute(f"create table offers as from {RUN}; create table grades as from {JUDGMENTS}")
    con.execute("create table seen(query_id integer, item_id varchar)")
    return con


def shown(con: duckdb.DuckDBPyConnection, measure: str, **more: Any) -> list[Any]:
    figures = rankhouse.evaluate("offers", "grades", measure, con=con, **more)
    return figures.project("value, n_queries, n_missing").fetchall()


def test_the_ideal_can_be_reached(shop: duckdb.DuckDBPyConnection) -> None:
    """Item b, relevant and seen, is no part of the ideal: c at rank 2, behind a, of one relevant item."""
    shop.execute("insert into seen values (1, 'b'), (1, 'b'), (2, 'c')")
    assert shown(shop, "reciprocal_rank", exclude="seen") == [(0.5, 1, 0)]
    assert shown(shop, "recall@2", exclude="seen") == [(1, 1, 0)]


def test_a_user_without_a_list_is_missing_while_judgments_are_left(shop: duckdb.DuckDBPyConnection) -> None:
    shop.execute("insert into seen values (2, 'a'), (2, 'b')")
    assert shown(shop, "hit_rate@2", exclude="seen") == [(0.5, 2, 1)]
    shop.execute("insert into seen values (2, 'c')")
    assert shown(shop, "hit_rate@2", exclude="seen") == [(1, 1, 0)]
    shop.execute("insert into seen select query_id, item_id from offers")
    assert shown(shop, "hit_rate@2", exclude="seen") == []


def test_given_ranks_are_counted_anew(shop: duckdb.DuckDBPyConnection) -> None:
    """Ranks 1, 2, 3: with the first one gone, the second is the first."""
    shop.execute("create table places as select query_id, item_id, 10 - score as rank from offers where query_id = 1")
    shop.execute("insert into seen values (1, 'a')")
    for ties in TIES:
        sql = macros("duckdb").metrics(
            "places", "grades", ["precision@1"], exclude="seen", columns={"rank": "rank"}, queries="run", ties=ties
        )
        assert shop.execute(sql).fetchall()[0][3] == 1


@pytest.mark.parametrize("measure", ["ndcg@2", "ndcg@300", "ndcg"])
def test_excluded_items_take_no_place_in_a_tie(con: duckdb.DuckDBPyConnection, measure: str) -> None:
    con.execute("create table tied as select 1 as query_id, i as item_id, 1.0 as score from range(9) as t(i)")
    con.execute("create table label as select 1 as query_id, 3 as item_id, 1 as relevance")
    con.execute("create table seen as select 1 as query_id, i as item_id from range(4, 9) as t(i)")
    assert rankhouse.evaluate("tied", "label", measure, exclude="seen", con=con).fetchall()[0][3] == 1


def test_ids_of_two_types_are_refused_and_names_renamed(shop: duckdb.DuckDBPyConnection) -> None:
    shop.execute('create table odd as select 1 as "the user\'s", 7 as item_id')
    names = {"exclude.query_id": "the user's"}
    with pytest.raises(rankhouse.InputError, match="run has 'item_id' as VARCHAR and exclude has 'item_id' as INTEGER"):
        shown(shop, "ndcg@2", exclude="odd", columns=names)
    shop.execute("create table \"it's; seen\" as select 1 as \"the user's\", 'b' as item_id")
    assert shown(shop, "reciprocal_rank", exclude="it's; seen", columns=names, queries="intersection") == [(0.25, 2, 0)]
    with pytest.raises(rankhouse.InputError, match="no column 'query_id'"):
        shown(shop, "ndcg@2", exclude="odd")


def test_given_candidates_are_warned_of(shop: duckdb.DuckDBPyConnection) -> None:
    shop.execute("insert into seen values (1, 'a'), (1, 'b'), (1, 'b'), (2, 'c'), (null, 'a')")
    with pytest.warns(rankhouse.InputWarning, match=r"1\.5 per query.*help\(rankhouse\.correct_sampled\)"):
        shown(shop, "ndcg@2", candidates="seen")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert shown(shop, "ndcg@2", exclude="seen")


REPORTS = [("tie_audit", {}), ("explain", {"source": "sklearn", "target": "trec_eval", "per_query": True})]
LEFT = {"exclude": "anti", "candidates": "semi"}


@pytest.mark.parametrize(("report", "more"), REPORTS)
@pytest.mark.parametrize("side", LEFT)
def test_reports_take_the_same_pairs(
    shop: duckdb.DuckDBPyConnection, side: str, report: str, more: dict[str, Any]
) -> None:
    """tie_audit and explain over the pairs, and over what is left of the inputs."""
    shop.execute("insert into seen values (1, 'a'), (1, 'c'), (2, 'b'), (2, 'b'), (2, 'c'), (null, 'a')")
    if side == "exclude":
        shop.execute("delete from seen where item_id = 'c'")
    shop.execute("insert into offers values (1, 'd', 7), (2, 'd', 4)")
    for name in ("offers", "grades"):
        shop.execute(f"create table {name}_left as from {name} {LEFT[side]} join seen using (query_id, item_id)")
    asked: Any = ["ndcg@2"]
    by_dbt, by_python = getattr(macros("duckdb"), report), getattr(rankhouse, report)
    left = shop.execute(by_dbt("offers_left", "grades_left", asked, **more) + " order by all").fetchall()
    assert left
    assert (
        shop.execute(by_dbt("offers", "grades", asked, **more, **{side: "seen"}) + " order by all").fetchall() == left
    )
    shop.execute("create table known as select query_id as who, item_id from seen")
    renamed = {side: "known", "columns": {f"{side}.query_id": "who"}}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        found = by_python("offers", "grades", asked, **more, **renamed, con=shop)
    assert sorted(map(repr, found.fetchall())) == sorted(map(repr, left))
    assert ["given candidates" in str(one.message) for one in warned] == [True] * (side == "candidates")


@pytest.mark.parametrize("given_pairs", list(itertools.product([None, "seen"], [None, "lists"])))
def test_wrong_relations_are_refused(given_pairs: tuple[str | None, str | None]) -> None:
    exclude, candidates = given_pairs
    sql = macros("duckdb").metrics("run", "judgments", ["ndcg@10"], exclude=exclude, candidates=candidates)
    assert ("rankhouse_excluded" in sql, "rankhouse_candidates" in sql) == (exclude is not None, candidates is not None)
    for argument in ("exclude", "candidates"):
        with pytest.raises(rankhouse.InputError, match=argument):
            macros("duckdb").metrics("run", "judgments", ["ndcg@10"], **{argument: ["seen"]})


@pytest.mark.thorough
@pytest.mark.parametrize("limit", ["exclude", "candidates"])
def test_comparisons_and_their_lists_are_limited_too(limit: str, tmp_path: Path) -> None:
    with duckdb.connect() as con:
        con.execute(
            "create table run as select system, query_id, item_id, hash(system, query_id, item_id) / 2.0 ** 64 as score"
            " from (values ('a'), ('b')) as systems(system),"
            " (select i as query_id from range(40) as t(i)), (select i as item_id from range(12) as t(i))"
        )
        con.execute(
            "create table judgments as select query_id, item_id, item_id % 3 as relevance from run where system = 'a'"
        )
        con.execute(
            "create table pairs as select distinct query_id, item_id from run where (query_id + item_id) % 4 > 0"
        )
        asked = ["ndcg@5", "map"]
        limits: dict[str, Any] = {limit: "pairs"}
        whole = rankhouse.compare("run", "judgments", asked, con=con).rows()
        chosen = {item for (item,) in con.execute("select item_id from pairs where query_id = 7").fetchall()}
        with pytest.warns() if limit == "candidates" else warnings.catch_warnings():
            by_query = rankhouse.evaluate("run", "judgments", asked, by="system", per_query=True, con=con, **limits)
            of_values = rankhouse.compare(by_query, con=con).rows()
            for shape, runs in runs_in_every_shape(con, tmp_path).items():
                comparison = rankhouse.compare(runs, "judgments", asked, con=con, **limits)
                for row, same, other in zip(comparison.rows(), of_values, whole, strict=True):
                    assert row == {
                        name: pytest.approx(value, rel=1e-12) if isinstance(value, float) else value
                        for name, value in same.items()
                    }, shape
                    assert row["value"] != pytest.approx(other["value"]), shape
                listed = {item for row in comparison.lists(7, k=None).fetchall() for item in (row[1], row[3])} - {None}
                assert listed == (chosen if limit == "candidates" else set(range(12)) - chosen), shape


def runs_in_every_shape(con: duckdb.DuckDBPyConnection, folder: Path) -> dict[str, Any]:
    apart = {s: con.sql(f"select * exclude system from run where system = '{s}'") for s in ("a", "b")}
    files = {system: folder / f"{system}.parquet" for system in apart}
    for system, path in files.items():
        apart[system].write_parquet(str(path))
    return {"dictionary": apart, "column": "run", "files": files}
