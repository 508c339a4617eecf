"""On Postgres as on DuckDB: grades that are booleans, columns whose names have capitals, preferences without a maximum.

`make test-warehouses` and its samples run it, since it needs Postgres.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from boards import board_at_an_edge, drawn_board, has_maximum, table_of
from dbt_projects import dbt, new_project
from rankhouse._rendering.jinja import macros
from warehouses import postgres

TABLES = """
create table run as
select * from (values (1, 'a', 3.0), (1, 'b', 2.0), (2, 'c', 2.0), (2, 'd', 1.0)) as t(query_id, item_id, score);
create table judgments as
select * from (values (1, 'a', true), (1, 'b', false), (2, 'd', true)) as t(query_id, item_id, relevance);
create table machine as select query_id, item_id, not relevance as relevance from judgments;
create table exact as select query_id as "QueryId", item_id as "ItemId", score as "Score", 'x' as "Shop" from run;
create table folded as select query_id as QueryId, item_id as ItemId, score as Score, 'x' as Shop from run;
"""
LISTS = {"run": "run", "judgments": "judgments"}
ASKED = "{{{{ rankhouse.metrics(ref('run'), source('s', 'judgments'), ['mrr'], by=['{shop}'], columns={names}) }}}}"
OWN = {"run.query_id": "QueryId", "run.item_id": "ItemId", "run.score": "Score"}
FOLDED = {ours: name.lower() for ours, name in OWN.items()}
SOURCES = {"version": 2, "sources": [{"name": "s", "schema": "public", "tables": [{"name": "judgments"}]}]}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with postgres.server() as port:
        with postgres.connected(port) as session:
            session.con.execute(TABLES)
        yield port


def asked(port: int, name: str, /, **arguments: Any) -> list[Any]:
    with postgres.connected(port) as session:
        return session.query(str(getattr(macros("postgres"), name)(**arguments)))


def test_grades_may_be_booleans(port: int) -> None:
    """The relevant item of query 1 is first, that of query 2 second."""
    found = asked(port, "query_metrics", **LISTS, measures=["mrr", "precision@1"])
    assert {(row[0], row[1]): row[4] for row in found} == {
        (1, "reciprocal_rank"): 1,
        (2, "reciprocal_rank"): 0.5,
        (1, "precision@1"): 1,
        (2, "precision@1"): 0,
    }
    assert asked(port, "input_problems", **LISTS) == []


@pytest.mark.parametrize(
    "run",
    [
        "(select * from run)",
        "\n(with listed as (select * from run) select * from listed)\n",
        "select * from run",
        "with listed as (select * from run) select * from listed",
        "(select * from run) as mine",
        "(select * from run) mine",
        "(values (1, 'a', 3.0), (1, 'b', 2.0), (2, 'c', 2.0), (2, 'd', 1.0)) as t(query_id, item_id, score)",
        "run as mine",
        "run where score > (select 0)",
    ],
)
def test_a_table_may_be_a_query(port: int, run: str) -> None:
    """With an alias or without one, which Postgres before 16 asks for."""
    measures = ["mrr", "precision@1"]
    assert asked(port, "query_metrics", run=run, judgments="judgments", measures=measures) == asked(
        port, "query_metrics", **LISTS, measures=measures
    )
    assert asked(port, "input_problems", run=run, judgments="judgments") == []


def test_grades_of_machines_may_be_booleans(port: int) -> None:
    """The machine says the contrary of each: two relevant items are not to it, and the other one is."""
    sides = {"human": "judgments", "machine": "machine"}
    found = {tuple(map(float, row[:3])) for row in asked(port, "grade_confusion", **sides)}
    assert {row for row in found if row[2] > 0} == {(1, 0, 2), (0, 1, 1)}
    assert asked(port, "checks_of", macro="grade_calibration", arguments=sides) == []


def project(folder: Path, port: int, table: str, **asked_for: Any) -> Path:
    made = new_project(
        folder,
        {
            "models/run.sql": f"select * from public.{table}",
            "models/quality.sql": ASKED.format(**asked_for),
            "models/sources.yml": yaml.safe_dump(SOURCES),
        },
    )
    return on_postgres(made, port, "built")


def on_postgres(made: Path, port: int, schema: str) -> Path:
    output = {"type": "postgres", "host": "127.0.0.1", "port": port, "user": "postgres", "password": "", "threads": 1}
    output |= {"dbname": "postgres", "schema": schema}
    (made / "profiles.yml").write_text(yaml.safe_dump({"user": {"target": "dev", "outputs": {"dev": output}}}))
    return made


@pytest.mark.parametrize(("table", "names", "shop"), [("exact", OWN, "Shop"), ("folded", FOLDED, "shop")])
def test_names_as_the_relation_has_them_are_read(
    port: int, tmp_path: Path, table: str, names: dict[str, str], shop: str
) -> None:
    built = dbt(project(tmp_path, port, table, names=names, shop=shop), "build")
    assert built.returncode == 0, built.stdout
    with postgres.connected(port) as session:
        assert session.query(f'select "{shop}", value from built.quality') == [("x", 0.75)]


@pytest.mark.parametrize(
    ("table", "names", "shop", "said"),
    [
        (
            "folded",
            OWN,
            "shop",
            "has no column 'QueryId', but 'queryid', and this engine distinguishes upper and lower case: write",
        ),
        ("folded", OWN, "shop", "write columns={'query_id': 'queryid'}"),
        ("exact", FOLDED, "Shop", "write columns={'query_id': 'QueryId'}"),
        (
            "folded",
            FOLDED,
            "Shop",
            "has no column 'Shop', but 'shop', and this engine distinguishes upper and lower case: write",
        ),
        ("exact", OWN, "shop", "write 'Shop' in by"),
    ],
)
def test_other_capitals_are_answered_by_the_right_ones(
    port: int, tmp_path: Path, table: str, names: dict[str, str], shop: str, said: str
) -> None:
    built = dbt(project(tmp_path, port, table, names=names, shop=shop), "build")
    assert built.returncode != 0
    assert "run (postgres.built.run)" in built.stdout
    assert said in " ".join(built.stdout.split())


EVALUATIONS = [
    {
        "name": "search",
        "run": ["s", "systems"],
        "judgments": ["s", "judgments"],
        "measures": ["mrr", "ndcg@2"],
        "by": ["system", "day"],
        "latest": "day",
        "complete": {"share_judged": 0.9},
    },
    {"name": "it's all", "run": ["s", "run"], "judgments": ["s", "judgments"], "measures": ["mrr"]},
]
DAYS = """
create table if not exists systems as
select system, day, query_id, item_id, case when system = 'new' then score else -score end as score
from run, (values ('old'), ('new')) as s(system), (values (date '2026-01-01'), (date '2026-01-02')) as d(day);
insert into systems
select system, date '2026-01-03', query_id, item_id, 1 from (values ('old'), ('new')) as s(system),
    (values (9, 'x'), (1, 'a')) as listed(query_id, item_id);
"""


def test_a_list_of_evaluations_with_its_operations(port: int, tmp_path: Path) -> None:
    """Of the third day one query of two is judged, so that the second one is the latest that is complete."""
    with postgres.connected(port) as session:
        session.con.execute(DAYS)
    tables = [{"name": name} for name in ("systems", "run", "judgments")]
    sources = {"version": 2, "sources": [{"name": "s", "schema": "public", "tables": tables}]}
    made = on_postgres(new_project(tmp_path, {"models/sources.yml": yaml.safe_dump(sources)}), port, "listed")
    given = ("--vars", json.dumps({"rankhouse": EVALUATIONS}))
    built = dbt(made, "build", *given)
    assert built.returncode == 0, built.stdout
    with postgres.connected(port) as session:
        found = session.query("select evaluation, system, day, measure, value from listed.rankhouse__metrics")
        latest = session.query("select evaluation, system, day from listed.rankhouse__latest")
    second = date(2026, 1, 2)
    assert ("search", "new", second, "reciprocal_rank", 0.75) in found
    assert ("it's all", None, None, "reciprocal_rank", 0.75) in found
    assert set(latest) == {("search", "old", second), ("search", "new", second), ("it's all", None, None)}
    for operation, arguments, said in (
        ("check_metrics", {"evaluation": "search"}, "| new | ndcg@2 |"),
        ("column_metadata", {}, "data_type: double precision"),
    ):
        run = dbt(made, "run-operation", f"rankhouse.{operation}", "--args", json.dumps(arguments), *given)
        assert run.returncode == 0, run.stdout
        assert said in run.stdout


def test_attractions_may_shrink_to_nothing(port: int) -> None:
    """An item that stands first and is never clicked loses attraction with each step, until no double holds it."""
    shown = [(search, "a", 1, 1) for search in range(30)] + [(search, "b", 1, 0) for search in range(30, 60)]
    shown += [(search, "c", 2, search % 2) for search in range(60)]
    given = {"log": "clicks", "method": "pbm", "steps": 200}
    rows = ", ".join(f"({search}, 'q', '{item}', {position}, {click})" for search, item, position, click in shown)
    table = (
        f"create table clicks as select * from (values {rows}) as t(search_id, query_id, item_id, position, clicked)"
    )
    names = "query_id", "item_id", "relevance"
    with postgres.connected(port) as session, duckdb.connect() as con:
        session.con.execute(table)
        con.execute(table)
        columns = f"select {', '.join(names)} from"
        found = session.query(f"{columns} ({macros('postgres').click_judgments(**given)}) as judged")
        wanted = con.execute(f"{columns} ({macros('duckdb').click_judgments(**given)}) as judged").fetchall()
        assert sorted(found) == [
            (query, item, pytest.approx(value, abs=1e-12)) for query, item, value in sorted(wanted)
        ]
        assert session.query(str(macros("postgres").position_bias("clicks", steps=200)))


def test_strengths_without_a_maximum(port: int) -> None:
    """Its few steps do not find every maximum, and are not taken for one where there is none."""
    draw = random.Random(1)
    boards = [drawn_board(draw) for _ in range(60)] + [board_at_an_edge(draw) for _ in range(60)]
    rows = list(zip(*table_of(boards).values(), strict=True))
    found: dict[int, dict[str, bool]] = {}
    with postgres.connected(port) as session:
        kinds = {"board": "bigint"} | dict.fromkeys(("query_id", "system_a", "system_b", "winner"), "text")
        session.load("preferences", kinds, rows)
        sql = macros("postgres").preference_ratings("preferences", by=["board"], repetitions=1)
        for row in session.query(f"select board, strength is null, coalesce(reason, '') from ({sql}) as rated"):
            found.setdefault(row[0], {})[row[2]] = row[1]
    assert len(found) == len(boards)
    for number, reasons in found.items():
        ((reason, is_null),) = reasons.items()
        assert reason.startswith("no chain of wins") is not has_maximum(boards[number])
        assert is_null is bool(reason)
    n_found = sum("" in reasons for reasons in found.values())
    assert n_found > 0.7 * sum(map(has_maximum, boards))


def test_weights_that_do_not_add_up_exactly_are_no_wins(port: int) -> None:
    """0.1 + 0.2 + 0.3 - 0.6 is not 0, but nobody beat x."""
    rows = [(f"q{n}", "x", "y", "a", n / 10) for n in range(1, 4)]
    rows += [(f"r{n}", "y", "x", "b", n / 10) for n in range(1, 8)]
    kinds = dict.fromkeys(("query_id", "system_a", "system_b", "winner"), "text") | {"worth": "double"}
    with postgres.connected(port) as session:
        session.load("weighted", kinds, rows)
        sql = macros("postgres").preference_ratings("weighted", repetitions=1, columns={"weight": "worth"})
        assert session.query(f"select strength, left(reason, 8) from ({sql}) as rated") == [(None, "no chain")] * 2
