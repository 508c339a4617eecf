"""freeze: a call of a table macro as a macro that needs nothing but DuckDB."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from executed import commanded
from rankhouse._rendering.jinja import macros

LONGEST_LINE = 200
TABLES = """
create table run as select q as query_id, i as item_id, (i * q * s) % 11 as score, 's' || s as system, s as run
from range(6) as items(i), range(1, 5) as queries(q), range(1, 3) as systems(s);
create table judgments as select q as query_id, i as item_id, i % 3 as relevance
from range(5) as items(i), range(1, 5) as queries(q);
create table seen as select q as query_id, 4 as item_id from range(1, 3) as queries(q);
create table predictions as select i * 7 % 13 / 13e0 as score, (i * 5 % 7 < 3)::int as label, i % 2 as predictions
from range(90) as rows(i);
"""
RANKED = {"measures": ["ndcg@3", "map"], "by": ["system"]}


@pytest.fixture
def con() -> Any:
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute(TABLES)
        yield con


def answer(con: duckdb.DuckDBPyConnection, query: str) -> Any:
    found = con.execute(query)
    return [column[0] for column in found.description or []], found.fetchall()


@pytest.mark.parametrize("macro", ["metrics", "query_metrics"])
def test_a_frozen_call_gives_what_the_call_gives(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    con.execute(rankhouse.freeze("search_quality", macro, **RANKED))
    found = answer(con, "from search_quality('run', 'judgments') order by all")
    full = getattr(macros("duckdb"), macro)("run", "judgments", **RANKED)
    assert found == answer(con, f"from ({full}) order by all")
    # The tables are those of the call: a CTE, a view or a file.
    assert answer(con, "with other as (from run) from search_quality('other', 'judgments') order by all") == found


def test_the_text_says_what_made_it(con: duckdb.DuckDBPyConnection) -> None:
    text = rankhouse.freeze("search_quality", "metrics", **RANKED)
    call = "rankhouse.freeze('search_quality', 'metrics', measures=['ndcg@3', 'map'], by=['system'])"
    head = text[: text.index(macros("duckdb").oldest_version())]
    assert "\ncreate or replace macro search_quality(run, judgments) as table\n" in text
    assert head.replace("\n-- ", " ") == f"-- metrics of rankhouse {rankhouse.__version__}, frozen by {call}\n"
    con.execute(text)
    [(comment,)] = con.execute(
        "select comment from duckdb_functions() where function_name = 'search_quality'"
    ).fetchall()
    assert comment.startswith(f"metrics of rankhouse {rankhouse.__version__}, frozen with measures=['ndcg@3', 'map'],")
    # It is the user's, and register leaves it alone.
    assert not comment.endswith("[rankhouse]")


@pytest.mark.thorough
@pytest.mark.parametrize("macro", [*macros("duckdb").table_macros()])
def test_every_table_macro_is_frozen(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    needed = {
        "explain_number": {"value": 0.5, "measure": "ndcg", "k": 3},
        "recommendation_metrics": {"measures": ["catalogue_coverage@3"], "items": True},
        "click_estimates": {"measures": ["dcg@3"]},
        "change_by_segment": {"segments": ["country"]},
        "input_problems": {"run": True, "judgments": True},
    }.get(macro, {})
    text = rankhouse.freeze("frozen", macro, **needed)
    assert max(map(len, text.splitlines())) <= LONGEST_LINE
    con.execute(text)


def test_a_table_is_a_parameter_or_fixed(con: duckdb.DuckDBPyConnection) -> None:
    def made(**tables: Any) -> tuple[list[str], Any]:
        con.execute(rankhouse.freeze("quality", "metrics", **RANKED, **tables))
        [(parameters,)] = con.execute(
            "select parameters from duckdb_functions() where function_name = 'quality'"
        ).fetchall()
        return parameters, answer(con, f"from quality({', '.join(map(repr, parameters))})")

    assert made()[0] == ["run", "judgments"]
    con.execute("create view exclude as from seen")
    parameters, found = made(exclude=True)
    assert parameters == ["run", "judgments", "exclude"]
    assert made(exclude="seen") == (["run", "judgments"], found)
    assert made(exclude="seen", judgments="judgments") == (["run"], found)
    assert made(run="run", judgments="judgments", exclude=None)[0] == []
    con.execute("create or replace table run as select *, item_id % 3 as relevance from run")
    assert made(judgments=None)[0] == ["run"]


@pytest.mark.parametrize("macro", ["position_bias", "input_problems"])
def test_clicks_of_a_log_are_a_column(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    """search_health reads a table of that name."""
    con.execute("""
        create table counted as select place % 4 as query_id, place % 6 as item_id, 1 + place % 3 as position,
            20 as impressions, place as n_clicks
        from range(30) as places(place)
    """)
    if macro == "input_problems":
        says: dict[str, Any] = {"options": {"counts": True}, "log": True}
        full = macros("duckdb").input_problems(log="counted", columns={"clicks": "n_clicks"}, options={"counts": True})
    else:
        says = {"counts": True}
        full = macros("duckdb").position_bias("counted", columns={"clicks": "n_clicks"}, counts=True)
    con.execute(rankhouse.freeze("frozen", macro, clicks="n_clicks", **says))
    found = answer(con, "from frozen('counted') order by all")
    assert found == answer(con, f"from ({full}) order by all") != []


def test_parameters_take_the_place_of_no_column(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(rankhouse.freeze("q", "metrics", measures=["ndcg@3"], by=["run"], columns={"run.item_id": "judgments"}))
    con.execute("create table other as select * rename (item_id as judgments) from run")
    found = con.execute("select run, value from q('other', 'judgments')").fetchall()
    full = macros("duckdb").metrics("run", "judgments", ["ndcg@3"], by=["run"])
    assert found == con.execute(f"select run, value from ({full}) order by all").fetchall()
    con.execute(rankhouse.freeze("c", "classifier_metrics", measures=["f1"], by=["predictions"]))
    found = con.execute("select predictions, value from c('predictions')").fetchall()
    full = macros("duckdb").classifier_metrics("predictions", ["f1"], by=["predictions"])
    assert found == con.execute(f"select predictions, value from ({full}) order by all").fetchall()


@pytest.mark.thorough
@pytest.mark.parametrize("macro", [*macros("duckdb").table_macros()])
def test_parameters_are_bare_nowhere_but_where_they_are_read(macro: str) -> None:
    """Whatever a column is called: a macro's parameter replaces a bare name of its body."""
    made = macros("duckdb").table_macros()[macro]
    if (
        "by" not in made.get("takes", "").split()
        or "grouped" in made
        or macro in ("change_by_segment", "sample_negatives")
    ):
        return
    table = made["needs"].split()[0]
    needed = {
        "recommendation_metrics": {"measures": ["catalogue_coverage@3"], "items": True},
        "click_estimates": {"measures": ["dcg@3"]},
    }.get(macro, {})
    text = rankhouse.freeze("frozen", macro, by=[table], **needed)
    assert any(f"else {name} end)" in text for name in (table, f"{table}_2"))


@pytest.mark.parametrize(
    "name", ['quo"te', "it's", "select", "two words", "Größe", "a.b", "-- no", "x;y", "🔎", "MixedCase", "line\nbreak"]
)
def test_any_name_is_taken_as_it_is(con: duckdb.DuckDBPyConnection, name: str) -> None:
    con.execute(rankhouse.freeze(name, "confusion"))
    quoted = '"' + name.replace('"', '""') + '"'
    assert con.execute(f"from {quoted}('predictions')").fetchall()
    assert con.execute(
        "select function_name from duckdb_functions() where function_name = ? and comment is not null", [name]
    ).fetchall()


def test_texts_of_arguments_stay_texts(con: duckdb.DuckDBPyConnection) -> None:
    name = "a\nb ' \" -- ; */ " + "long " * 60
    text = rankhouse.freeze("q", "confusion", by=[name], predictions="it's; --\n here")
    con.execute('create table "it\'s; --\n here" as select *, 1 as "' + name.replace('"', '""') + '" from predictions')
    con.execute(text)
    assert answer(con, "from q()")[0][0] == name


def test_a_table_is_no_step_of_the_query(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(rankhouse.freeze("quality", "metrics", **RANKED))
    known = answer(con, "from quality('run', 'judgments')")
    for name in ("rankhouse_judgments", "Rankhouse_Judgments_entries", "rankhouse__query_metrics"):
        con.execute(f"create view {name} as from run")
    said = "run: DuckDB takes the name {} for a step of this query: write the database and the schema before it"
    for name in ("rankhouse_judgments", "main.Rankhouse_Judgments_entries"):
        with pytest.raises(duckdb.Error, match=re.escape(said.format(name))):
            con.execute(f"from quality('{name}', 'judgments')")
    assert answer(con, "from quality('memory.main.rankhouse_judgments', 'judgments')") == known
    # The ready-made models have names like this one, and no step has.
    assert answer(con, "from quality('rankhouse__query_metrics', 'judgments')") == known
    rankhouse.register(con)
    listed = "from rankhouse.metrics('{}', 'judgments', measures := ['ndcg@3', 'map'], \"by\" := ['system'])"
    expected = answer(con, listed.format("run"))
    for name in ("rankhouse__query_metrics", "memory.main.rankhouse_judgments"):
        assert answer(con, listed.format(name)) == expected
    with pytest.raises(duckdb.Error, match=re.escape(said.format("main.rankhouse_judgments"))):
        con.execute(listed.format("main.rankhouse_judgments"))


REFUSED: list[tuple[str, Any, dict[str, Any], str]] = [
    ("", "metrics", {}, "the name of a macro must be a string such as 'search_quality', got ''"),
    (" ", "metrics", {}, "the name of a macro must be a string"),
    ("a\0b", "metrics", {}, "the name of a macro must be a string"),
    ("sum", "metrics", {}, "a macro 'sum' would hide the function of that name: choose another name"),
    ("Metrics", "metrics", {}, "would hide the function of that name"),
    ("ndcg_at_k", "metrics", {}, "would hide the function of that name"),
    ("read_csv", "metrics", {}, "would hide the function of that name"),
    ("q", "metric", {}, "rankhouse has no table macro 'metric': did you mean 'metrics'"),
    ("q", "metrics", {"measurs": ["map"]}, "unknown argument 'measurs' of metrics: did you mean 'measures'"),
    ("q", "metrics", {"measures": ["mop"]}, "unknown measure 'mop'"),
    ("q", "metrics", {"ties": "random"}, "ties is one of"),
    ("q", "metrics", {"run": None}, "metrics needs run: give the name of a table, or True to make it a parameter"),
    ("q", "metrics", {"run": 3}, "run is the name of a table, or True for a parameter of the macro, got 3"),
    (
        "q",
        "metrics",
        {"run": "rankhouse_run"},
        "run: write the schema before the table's name, such as main.rankhouse_run",
    ),
    ("q", "recommendation_metrics", {}, "measures must be a list"),
    ("q", "explain_number", {}, "explain_number needs the argument value"),
    ("q", "change_by_segment", {}, "segments"),
]


@pytest.mark.parametrize(("name", "macro", "arguments", "message"), REFUSED)
def test_what_is_refused(name: str, macro: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(rankhouse.InputError, match=message.replace("(", r"\(").replace(")", r"\)")):
        rankhouse.freeze(name, macro, **arguments)


def test_the_command_prints_writes_and_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def called(*words: str) -> tuple[int, str, str]:
        return commanded(["freeze", *words])

    monkeypatch.chdir(tmp_path)
    words = ["search_quality", "metrics", "-m", "ndcg@3", "-m", "map", "--by", "system"]
    text = rankhouse.freeze("search_quality", "metrics", measures=["ndcg@3", "map"], by=["system"])
    assert called(*words) == (0, text, "")
    assert called(*words, "-o", "q.sql") == (0, "", "")
    assert Path("q.sql").read_text(encoding="utf-8") == text
    for _ in range(2):
        assert called(*words, "--database", "q.duckdb") == (0, "stored search_quality in q.duckdb\n", "")
    with duckdb.connect("q.duckdb") as con:
        con.execute(TABLES)
        assert con.execute("from search_quality('run', 'judgments')").fetchall()
        con.execute("create macro mine(run) as table select 1")
    more = ["--argument", "queries=all", "--argument", 'columns={"score": "points"}', "--argument", "min_queries=3"]
    text = rankhouse.freeze("q", "metrics", measures=["map"], queries="all", columns={"score": "points"}, min_queries=3)
    assert called("q", "metrics", "-m", "map", *more)[1] == text
    for wrong, message in {
        ("sum", "metrics"): "would hide the function",
        ("q", "metrics", "--argument", "queries"): "--argument is written name=value",
        ("mine", "metrics", "--database", "q.duckdb"): "has a macro 'mine' that freeze did not write",
        ("q", "metrics", "--database", "q.sql"): "cannot store the macro in q.sql",
    }.items():
        status, shown, complaint = called(*wrong)
        assert (status, shown, complaint.count("\n")) == (2, "", 1)
        assert message in complaint
