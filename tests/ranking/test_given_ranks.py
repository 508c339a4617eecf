"""A run that gives ranks in place of scores keeps them: where it has none at a rank, nothing relevant stands there."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import pytest
from typer.testing import CliRunner

import rankhouse
from copied import copy_macros
from rankhouse._rendering.jinja import macros
from rankhouse.cli import app
from tables import TIES
from typical import TypicalCall, create_tables, typical_calls

MEASURES = [
    "mrr@3",
    "mrr",
    "ndcg@10",
    "ndcg",
    "average_precision",
    "precision@3",
    "recall@3",
    "err@10",
    "rbp",
    "mrr@300",
]
QUERIES = 40


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    """Lists of some ranks up to 12, and the same with unjudged items at all the ranks that they lack."""
    generator = random.Random(3)
    con = duckdb.connect(config={"threads": 1})
    con.execute("create table sparse (query_id integer, item_id varchar, place integer)")
    con.execute("create table judgments (query_id integer, item_id varchar, relevance integer)")
    for query in range(QUERIES):
        places = generator.sample(range(1, 13), generator.randint(1, 6))
        con.executemany("insert into sparse values (?, ?, ?)", [[query, f"i{place}", place] for place in places])
        grades = [[query, f"i{place}", generator.choice([0, 1, 2])] for place in (*places, 20)]
        con.executemany("insert into judgments values (?, ?, ?)", grades)
    con.execute(
        "create table filled as select query_id, coalesce(item_id, 'unjudged ' || place) as item_id, place"
        " from (select distinct query_id from sparse) cross join range(1, 13) as places(place)"
        " left join sparse using (query_id, place)"
    )
    copy_macros(con)
    return con


def values(result: duckdb.DuckDBPyRelation) -> dict[tuple[int, str], float]:
    return {(query, name): value for query, name, value in result.project("query_id, measure, value").fetchall()}


@pytest.mark.parametrize("ties", [rule for rule in TIES if rule != "average"])
def test_gaps_are_ranks_without_a_relevant_item(con: duckdb.DuckDBPyConnection, ties: str) -> None:
    asked = {"ties": ties, "per_query": True, "con": con, "columns": {"rank": "place"}}
    sparse, filled = (values(rankhouse.evaluate(run, "judgments", MEASURES, **asked)) for run in ("sparse", "filled"))
    assert sparse == pytest.approx(filled, abs=1e-12)
    called = con.sql(
        f"from query_metrics('sparse', 'judgments', measures := {MEASURES}, ties := '{ties}', rank := 'place')"
    )
    assert values(called) == pytest.approx(filled, abs=1e-12)


def test_average_is_between_the_bounds(con: duckdb.DuckDBPyConnection) -> None:
    """Two items at rank 3, one of them relevant, and one at rank 7."""
    rows = "(1, 'a', 3), (1, 'b', 3), (1, 'c', 7)"
    con.execute(f"create or replace table tied as from (values {rows}) as t(query_id, item_id, place)")
    con.execute("create or replace table labels as from (values (1, 'a', 1)) as t(query_id, item_id, relevance)")
    found = {
        ties: rankhouse.evaluate("tied", "labels", ["mrr"], ties=ties, con=con, columns={"rank": "place"}).fetchall()
        for ties in TIES
    }
    ranks = {ties: rows[0][3] for ties, rows in found.items()}
    # The higher id goes first.
    assert ranks == pytest.approx({"item": 1 / 4, "best": 1 / 3, "worst": 1 / 4, "average": (1 / 3 + 1 / 4) / 2})


def test_dropped_items_leave_no_gap(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table tied as from (values (1, 'x', 1), (1, 'a', 2)) as t(query_id, item_id, place)")
    con.execute("create or replace table labels as from (values (1, 'a', 1)) as t(query_id, item_id, relevance)")
    found = rankhouse.evaluate("tied", "labels", ["mrr"], unjudged="drop", con=con, columns={"rank": "place"})
    assert found.fetchall()[0][3] == 1


FROM_0 = "(1, 'a', 3, 1), (2, 'b', 0, 1), (2, 'c', 5, 1), (2, 'd', 2, 0)"
"""Hits at the fourth place of one list, and at the first and the sixth of another: MRR 5/8, precision@3 1/6."""


def store_places(con: duckdb.DuckDBPyConnection, rows: str, name: str) -> None:
    con.execute(f"create or replace table placed as from (values {rows}) as t(query_id, item_id, place, relevance)")
    con.execute(f"create or replace table {name} as select query_id, item_id, place from placed")
    con.execute("create or replace table labels as select query_id, item_id, relevance from placed")


def test_ranks_from_0_are_refused_and_right_from_1_on(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    store_places(con, FROM_0, "from_0")
    con.execute("create or replace table from_1 as select * replace (place + 1 as place) from from_0")
    asked = {"measures": ["mrr", "precision@3"], "con": con, "columns": {"rank": "place"}}
    found = rankhouse.evaluate("from_1", "labels", **asked).project("value").fetchall()
    assert found == [(pytest.approx(5 / 8),), (pytest.approx(1 / 6),)]
    said = r"ranks start at 1: add 1 if yours start at 0"
    for check in ("auto", "full", "none"):
        with pytest.raises((rankhouse.InputError, duckdb.Error), match=said):
            rankhouse.evaluate("from_0", "labels", **asked, check=check)
    for ties in TIES:
        with pytest.raises(duckdb.Error, match=said):
            con.execute(f"from metrics('from_0', 'labels', measures := ['mrr'], ties := '{ties}', rank := 'place')")
    for name in ("from_0", "labels"):
        con.execute(f"copy {name} to '{tmp_path / name}.csv'")
    typed = ["evaluate", f"{tmp_path}/from_0.csv", f"{tmp_path}/labels.csv", "-m", "mrr", "--columns", "rank=place"]
    assert "ranks start at 1" in str(CliRunner().invoke(app, typed).exception)


def ranks_of(call: TypicalCall) -> bool:
    """Whether the macro takes ranks, of a table that has scores."""
    made = macros("duckdb").table_macros().get(call.macro, {})
    is_ranked = "rank" in made.get("optional", "").split() and call.macro != "input_problems"
    return is_ranked and {"run", "runs"} & {*call.tables} != set()


RANKED = {name: call for name, call in typical_calls().items() if ranks_of(call)}


@pytest.mark.parametrize("name", RANKED)
@pytest.mark.parametrize("rank", ["0", "-1", "1.5", "null", "'nan'::double"])
def test_every_macro_refuses_what_is_no_rank(con: duckdb.DuckDBPyConnection, name: str, rank: str) -> None:
    call = RANKED[name]
    create_tables(con, call.tables.values())
    tables = {side: table.name for side, table in call.tables.items()}
    side = "runs" if "runs" in tables else "run"
    con.execute(
        "create or replace table with_ranks as select *, row_number() over (partition by all_but_score"
        f" order by score desc) as rank from (select *, 1 as all_but_score from {tables[side]})"
    )
    package, columns = macros("duckdb"), call.arguments.get("columns", {}) | {f"{side}.rank": "rank"}
    given = tables | {side: "with_ranks"} | call.arguments | {"columns": columns}
    con.execute(str(getattr(package, call.macro)(**given))).fetchall()
    con.execute(f"create or replace table with_ranks as select * replace ({rank} as rank) from with_ranks")
    with pytest.raises(duckdb.Error, match="a rank that is not a whole number of at least 1"):
        con.execute(str(getattr(package, call.macro)(**given))).fetchall()


DISTANCES = "(1, 'a', 1, 0.1), (1, 'b', 2, 0.2), (1, 'c', 3, 0.3)"


def test_a_rank_that_contradicts_the_score_is_named(con: duckdb.DuckDBPyConnection) -> None:
    """The item at rank 1 has the lowest distance: RR 1 by ranks, 1/3 by distances as scores."""
    con.execute(f"create or replace table near as from (values {DISTANCES}) as t(query_id, item_id, rank, score)")
    con.execute("create or replace table labels as from (values (1, 'a', 1)) as t(query_id, item_id, relevance)")
    for columns, decides, value in (({}, "score", 1 / 3), ({"rank": "rank"}, "rank", 1.0)):
        said = rf"run: 2 rows have a higher score than an item of the query with a better rank.*the {decides} decides"
        with pytest.warns(rankhouse.InputWarning, match=said):
            found = rankhouse.evaluate("near", "labels", ["mrr"], columns=columns, con=con)
        assert found.fetchall()[0][3] == pytest.approx(value)
        named = "".join(f", {ours} := '{name}'" for ours, name in columns.items())
        ((problem, n_rows, message),) = con.sql(
            f"select problem, n_rows, message from input_problems(run := 'near', judgments := 'labels'{named})"
            " where refused = 'counted'"
        ).fetchall()
        assert (problem, n_rows) == ("rank contradicts the score", 2)
        assert f"the {decides} decides" in message
    con.execute("create or replace table near as select * replace (-score as score) from near")
    assert rankhouse.evaluate("near", "labels", ["mrr"], con=con).fetchall()[0][3] == 1


def test_ids_in_a_column_called_rank_are_no_ranks(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table near as from (values (1, 1, 0.1), (1, 2, 0.2)) as t(query_id, rank, score)")
    con.execute("create or replace table labels as from (values (1, 1, 1)) as t(query_id, rank, relevance)")
    asked = "from input_problems(run := 'near', judgments := 'labels', item_id := 'rank')"
    assert con.sql(asked).fetchall() == []
    found = rankhouse.evaluate("near", "labels", ["mrr"], columns={"item_id": "rank"}, con=con)
    assert found.fetchall()[0][3] == 1 / 2


def test_files_of_trec_are_ordered_by_score(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """As trec_eval does, whatever their ranks start with."""
    (tmp_path / "a.run").write_text("q Q0 x 0 9.0 tag\nq Q0 y 1 8.0 tag\n")
    (tmp_path / "a.qrels").write_text("q 0 y 1\n")
    found = rankhouse.evaluate(str(tmp_path / "a.run"), str(tmp_path / "a.qrels"), ["mrr"], con=con)
    assert found.fetchall()[0][3] == 1 / 2
    (tmp_path / "a.run").write_text("q Q0 x 1 0.1 tag\nq Q0 y 2 0.2 tag\n")
    with pytest.warns(rankhouse.InputWarning, match="if low scores are good, as of distances, negate them"):
        found = rankhouse.evaluate(str(tmp_path / "a.run"), str(tmp_path / "a.qrels"), ["mrr"], con=con)
    assert found.fetchall()[0][3] == 1
