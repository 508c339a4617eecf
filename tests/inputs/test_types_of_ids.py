"""Ids of two types: refused, or the value that the ids as text have; no measure leaves its bounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import duckdb
import pytest

import rankhouse
from rankhouse._rendering.jinja import macros

TYPES = {
    "varchar": ["'7'", "'007'", "'8'"],
    "varchar collate nocase": ["'7'", "'007'", "'8'"],
    "integer": ["7", "8", "9"],
    "bigint": ["7", "9007199254740993", "9007199254740992"],
    "hugeint": ["7", "9007199254740993", "9007199254740992"],
    "double": ["7", "9007199254740992", "8"],
    "uuid": [f"'00000000-0000-0000-0000-00000000000{digit}'" for digit in "789"],
}
MEASURES = ["recall@10", "average_precision", "ndcg@10"]
DIFFERENT = "ids of the two inputs have different types or collations|values of these types cannot be compared"
REFUSED = DIFFERENT + "|Conversion Error|out of range|Cannot compare|Cannot mix"

Query = Callable[..., str]


def load(con: duckdb.DuckDBPyConnection, column: str, mine: str, theirs: str) -> None:
    """One query whose run has three items, or three with one item each, and the same of the judgments."""
    other = "item_id" if column == "query_id" else "query_id"
    for table, kind, value in (("run", mine, "score"), ("judgments", theirs, "relevance")):
        con.execute(f"create or replace table {table} ({column} {kind}, {other} varchar, {value} double)")
        for number, literal in enumerate(TYPES[kind]):
            con.execute(f"insert into {table} values ({literal}, 'a', {3 - number})")


def as_text(con: duckdb.DuckDBPyConnection, column: str) -> None:
    for table in ("run", "judgments"):
        con.execute(
            f"create or replace table {table}_of_text as select * replace"
            f" (regexp_replace({column}::varchar collate nocase, '[.]0+$', '') as {column}) from {table}"
        )


def by_dbt(run: str, judgments: str, measures: list[str], ties: str) -> str:
    return str(macros("duckdb").query_metrics(f"main.{run}", f"main.{judgments}", measures, ties=ties))


def by_table_macro(run: str, judgments: str, measures: list[str], ties: str) -> str:
    return f"from query_metrics('{run}', '{judgments}', measures := {measures}, ties := '{ties}')"


@pytest.mark.parametrize(("column", "ties"), [("query_id", "item"), ("item_id", "item"), ("item_id", "average")])
def test_ids_of_two_types_are_refused_or_have_the_value_of_their_text(
    registered: duckdb.DuckDBPyConnection, column: str, ties: str
) -> None:
    con, answered, refused = registered, set(), {}
    for mine, theirs in product(TYPES, TYPES):
        load(con, column, mine, theirs)
        try:
            found = con.sql(by_dbt("run", "judgments", MEASURES, ties)).fetchall()
        except duckdb.Error as error:
            refused[mine, theirs] = str(error)
            continue
        answered.add((mine, theirs))
        values = [row[-1] for row in found]
        assert all(value is None or 0 <= value <= 1 for value in values), (mine, theirs, found)
        if "double" not in (mine, theirs):
            as_text(con, column)
            meant = con.sql(by_dbt("run_of_text", "judgments_of_text", MEASURES, ties)).fetchall()
            assert sorted((row[1], row[-1]) for row in found) == sorted((row[1], row[-1]) for row in meant)
    assert [pair for pair, message in refused.items() if not re.search(REFUSED, message)] == []
    assert {(kind, kind) for kind in TYPES} <= answered
    assert {("integer", "bigint"), ("bigint", "hugeint")} <= answered


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("varchar", "integer"),
        ("bigint", "double"),
        ("hugeint", "double"),
        ("varchar", "varchar collate nocase"),
        ("varchar collate nocase", "varchar"),
        ("uuid", "varchar"),
    ],
)
@pytest.mark.parametrize("query", [by_dbt, by_table_macro])
def test_one_judged_item_is_not_met_twice(
    registered: duckdb.DuckDBPyConnection, query: Query, mine: str, theirs: str
) -> None:
    con = registered
    rows = {"varchar": ("'a'", "'A'"), "varchar collate nocase": ("'a'", "'b'"), "uuid": ("uuid()", "uuid()")}
    mine_first, mine_second = rows.get(mine, ("9007199254740992", "9007199254740993"))
    theirs_first = {"integer": "7", "double": "9007199254740992"}.get(theirs, "'a'")
    if theirs == "integer":
        mine_first, mine_second = "'007'", "'7'"
    if mine == "uuid":
        mine_first, theirs_first = (f"'{'1' * 8}-{'1' * 4}-{'1' * 4}-{'1' * 4}-{'1' * 12}'",) * 2
    con.execute(f"create table run (query_id varchar, item_id {mine}, score double)")
    con.execute(f"insert into run values ('q', {mine_first}, 2), ('q', {mine_second}, 1)")
    con.execute(f"create table judgments (query_id varchar, item_id {theirs}, relevance double)")
    con.execute(f"insert into judgments values ('q', {theirs_first}, 1)")
    for ties in ("item", "average"):
        with pytest.raises(duckdb.Error, match=DIFFERENT):
            con.sql(query("run", "judgments", ["recall@10", "ndcg"], ties)).fetchall()


@pytest.mark.parametrize(
    "arguments", [{"unjudged": "drop"}, {"pool": "retrieved"}, {"exclude": "main.pairs"}, {"candidates": "main.pairs"}]
)
def test_every_join_of_two_inputs_refuses(con: duckdb.DuckDBPyConnection, arguments: dict[str, str]) -> None:
    con.execute(
        "create or replace table run as from (values ('q', '007', 2), ('q', '7', 1)) as _(query_id, item_id, score)"
    )
    con.execute("create or replace table judgments as from (values ('q', 7, 1)) as _(query_id, item_id, relevance)")
    if "pool" not in arguments and "unjudged" not in arguments:
        con.execute("alter table judgments alter item_id type varchar")
    con.execute("create table pairs as select 'q' as query_id, 7 as item_id")
    with pytest.raises(duckdb.Error, match=DIFFERENT):
        con.sql(str(macros("duckdb").metrics("main.run", "main.judgments", ["precision@5"], **arguments))).fetchall()


@pytest.mark.parametrize(("mine", "theirs"), [("'007'", "7"), ("'7'", "7.0::double"), ("'a'", "'A' collate nocase")])
@pytest.mark.parametrize("way", ["dbt", "table macro"])
def test_images_of_two_types(registered: duckdb.DuckDBPyConnection, way: str, mine: str, theirs: str) -> None:
    box = "0 as x_min, 0 as y_min, 1 as x_max, 1 as y_max"
    registered.execute(f"create table detections as select {mine} as image_id, 'c' as class_id, 1 as score, {box}")
    registered.execute(f"create table ground_truth as select {theirs} as image_id, 'c' as class_id, {box}")
    if "collate" in theirs:
        registered.execute(
            "create or replace table ground_truth (image_id varchar collate nocase, class_id varchar,"
            " x_min double, y_min double, x_max double, y_max double)"
        )
        registered.execute("insert into ground_truth values ('A', 'c', 0, 0, 1, 1)")
    sql = "from detection_metrics('detections', 'ground_truth')"
    if way == "dbt":
        sql = str(macros("duckdb").detection_metrics("main.detections", "main.ground_truth"))
    with pytest.raises(duckdb.Error, match=DIFFERENT):
        registered.sql(sql).fetchall()


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize(
    ("mine", "theirs", "problem", "n_rows"),
    [
        ("'007'", "7", "ids of different types", 1),
        ("'x '", "'x'", "no item in common with judgments", 1),
        ("7", "7.0::double", None, 0),
        ("7", "7::hugeint", None, 0),
        ("'x'", "'x'", None, 0),
    ],
)
def test_input_problems_tell(
    registered: duckdb.DuckDBPyConnection, way: str, mine: str, theirs: str, problem: str | None, n_rows: int
) -> None:
    registered.execute(f"create table run as select 'q' as query_id, {mine} as item_id, 1.0 as score")
    registered.execute(f"create table judgments as select 'q' as query_id, {theirs} as item_id, 1.0 as relevance")
    sql = "from input_problems('run', 'judgments')"
    if way == "dbt":
        sql = str(macros("duckdb").input_problems("main.run", "main.judgments"))
    found = {row[1]: row[2] for row in registered.sql(sql).fetchall()}
    if problem is None:
        assert found == {}
    else:
        assert found[problem] == n_rows


@pytest.mark.parametrize("side", ["run", "judgments"])
@pytest.mark.parametrize("column", ["query_id", "item_id"])
@pytest.mark.parametrize("check", ["auto", "none"])
def test_python_refuses_a_collation_of_one_side(side: str, column: str, check: str) -> None:
    with duckdb.connect() as con:
        con.execute("create table run as from (values ('a', 'a', 2.0)) as _(query_id, item_id, score)")
        con.execute("create table judgments as from (values ('a', 'a', 1.0)) as _(query_id, item_id, relevance)")
        con.execute(f"alter table {side} alter {column} type varchar collate nocase")
        with pytest.raises(rankhouse.InputError, match=r"different types or collations, .* collation with collate c$"):
            rankhouse.evaluate("run", "judgments", "recall@10", con=con, check=check).fetchall()
        # As it says.
        con.execute(f"create table plain as select * replace ({column} collate c as {column}) from {side}")
        tables = {"run": "run", "judgments": "judgments"} | {side: "plain"}
        assert rankhouse.evaluate(*tables.values(), "recall@10", con=con, check=check).fetchall()


@pytest.mark.parametrize("column", ["query_id", "item_id"])
@pytest.mark.parametrize("check", ["auto", "none"])
def test_python_refuses_two_collations(column: str, check: str) -> None:
    """DuckDB plans no comparison of them."""
    with duckdb.connect() as con:
        con.execute("create table run as from (values ('a', 'a', 2.0)) as _(query_id, item_id, score)")
        con.execute("create table judgments as from (values ('a', 'a', 1.0)) as _(query_id, item_id, relevance)")
        con.execute(f"alter table run alter {column} type varchar collate nocase")
        con.execute(f"alter table judgments alter {column} type varchar collate noaccent")
        with pytest.raises(rankhouse.InputError, match="columns of different collations are compared"):
            rankhouse.evaluate("run", "judgments", "recall@10", con=con, check=check).fetchall()
