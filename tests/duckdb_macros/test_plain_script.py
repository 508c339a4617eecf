"""The plain script: its open arguments give what the macros with all arguments give, and what the oracle gives."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import rankhouse
from frozen_macros import FROZEN, OPEN
from rankhouse._rendering.jinja import macros
from table_macro_calls import literal

SCRIPT = Path(__file__).parents[2] / "sql" / "rankhouse.sql"
LIMIT = 1_000_000
LONGEST_LINE = 200
EIGHT = ["precision", "recall", "hit_rate", "f1", "average_precision", "reciprocal_rank", "ndcg", "roc_auc"]
WITH_K = ["precision", "recall", "hit_rate", "f1", "ndcg"]
Rows = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def plain() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as con:
        con.execute(SCRIPT.read_text(encoding="utf-8"))
        yield con


def test_people_can_read_it() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.encode()) < LIMIT
    assert max(map(len, text.splitlines())) <= LONGEST_LINE


def test_it_asks_nothing_of_anybody(plain: duckdb.DuckDBPyConnection) -> None:
    assert "rankhouse_sql" not in SCRIPT.read_text(encoding="utf-8")
    made = {
        name
        for (name,) in plain.execute(
            "select function_name from duckdb_functions()"
            " where function_type = 'table_macro' and comment like '% [rankhouse]'"
        ).fetchall()
    }
    assert made == {*OPEN, *FROZEN}


@cache
def measures_of(declared: str) -> list[str]:
    return [declared, *macros("duckdb").declaration(declared)["aliases"]]


# What is asked for, and the cutoffs that it is asked for without one: text, or name.
NAMES = st.sampled_from(EIGHT)
CUTOFFS = st.integers(1, 6)


@st.composite
def asked(draw: st.DrawFn) -> tuple[list[str], list[str], int | list[int] | None]:
    """Measures for the plain macro, the same for the full one, and k."""
    k = draw(st.none() | CUTOFFS | st.lists(CUTOFFS, min_size=1, max_size=2, unique=True))
    cutoffs = [k] if k is None or isinstance(k, int) else k
    given_here, in_full = [], []
    for name in draw(st.lists(NAMES, min_size=1, max_size=4)):
        spelled = draw(st.sampled_from(measures_of(name)))
        if draw(st.booleans()):
            spelled = spelled.upper()
        if name != "roc_auc" and draw(st.booleans()):
            written = f"{spelled}@{draw(CUTOFFS)}"
            given_here.append(written)
            in_full.append(written)
        else:
            given_here.append(spelled)
            usual = cutoffs if name in WITH_K else [None]
            in_full += [spelled if cutoff is None else f"{spelled}@{cutoff}" for cutoff in usual]
    return given_here, in_full, k


SYSTEMS = st.sampled_from(["a", "b", None])
DAYS = st.sampled_from([1, 2])
LISTS = st.dictionaries(
    st.tuples(SYSTEMS, DAYS, st.sampled_from("qrs"), st.sampled_from("uvwxyz")),
    st.integers(0, 3),
    min_size=1,
    max_size=40,
)
JUDGED = st.dictionaries(
    st.tuples(DAYS, st.sampled_from("qrst"), st.sampled_from("uvwxyz")), st.integers(-1, 2), min_size=1, max_size=24
)


@st.composite
def grouped(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """by and judgments_by, in any order; rows are told apart by all of their columns."""
    return draw(st.sampled_from([["system", "day"], ["day", "system"]])), ["day"]


@pytest.mark.thorough
@given(run=LISTS, judged=JUDGED, groups=grouped(), measures=asked(), per_query=st.booleans())
def test_open_arguments_give_what_the_full_macros_give(
    plain: duckdb.DuckDBPyConnection,
    run: dict[tuple[Any, ...], int],
    judged: dict[tuple[Any, ...], int],
    groups: tuple[list[str], list[str]],
    measures: tuple[list[str], list[str], int | list[int] | None],
    per_query: bool,
) -> None:
    by, judgments_by = groups
    make(plain, run, judged)
    here, in_full, k = measures
    macro = "query_metrics" if per_query else "metrics"
    arguments = f'measures := {here}, "by" := {by}, judgments_by := {judgments_by}, k := {"null" if k is None else k}'
    found = answer(plain, f"from {macro}('run', 'judgments', {arguments}) order by all")
    full = getattr(macros("duckdb"), macro)("run", "judgments", in_full, by=by, judgments_by=judgments_by)
    assert found == answer(plain, f"from ({full}) order by all")


@pytest.mark.thorough
@given(run=LISTS, measures=asked(), per_query=st.booleans())
def test_one_table_may_have_both_scores_and_labels(
    plain: duckdb.DuckDBPyConnection,
    run: dict[tuple[Any, ...], int],
    measures: tuple[list[str], list[str], int | list[int] | None],
    per_query: bool,
) -> None:
    make(plain, run, {})
    plain.execute("create or replace table labelled as select *, hash(item_id, day) % 3 as relevance from run")
    here, in_full, k = measures
    macro = "query_metrics" if per_query else "metrics"
    arguments = f"measures := {here}, \"by\" := ['system', 'day'], k := {'null' if k is None else k}"
    found = answer(plain, f"from {macro}('labelled', {arguments}) order by all")
    full = getattr(macros("duckdb"), macro)("labelled", None, in_full, by=["system", "day"])
    assert found == answer(plain, f"from ({full}) order by all")


@pytest.mark.thorough
@given(run=LISTS, judged=JUDGED)
def test_values_are_those_of_the_oracle(
    plain: duckdb.DuckDBPyConnection, run: dict[tuple[Any, ...], int], judged: dict[tuple[Any, ...], int]
) -> None:
    run = {(None, 1, query, item): score for (system, day, query, item), score in run.items()}
    judged = {(1, query, item): grade for (_, query, item), grade in judged.items()}
    make(plain, run, judged)
    found = {
        (query, metric, k): value
        for query, _, metric, k, value in plain.execute(
            "from query_metrics('run', 'judgments', k := [1, 3])"
        ).fetchall()
    }
    for query, name in itertools.product("qrst", EIGHT):
        grades = {item: grade for (_, of, item), grade in judged.items() if of == query}
        scores = {item: score for (_, _, of, item), score in run.items() if of == query}
        if not any(grade > 0 for grade in grades.values()):
            assert not any(of == query for of, _, _ in found)
            continue
        for k in [1, 3] if name in WITH_K else [None]:
            expected, value = oracle.value(name, scores, grades, k), found[query, name, k]
            assert (expected is None) == (value is None), (query, name, k)
            assert expected is None or math.isclose(value, expected, abs_tol=1e-12), (query, name, k)


def make(con: duckdb.DuckDBPyConnection, run: dict[tuple[Any, ...], int], judged: dict[tuple[Any, ...], int]) -> None:
    con.execute("create or replace table run (system varchar, day int, query_id varchar, item_id varchar, score int)")
    con.execute("create or replace table judgments (day int, query_id varchar, item_id varchar, relevance int)")
    for table, rows in (("run", run), ("judgments", judged)):
        if rows:
            values = [f"({', '.join(map(literal, [*key, value]))})" for key, value in rows.items()]
            con.execute(f"insert into {table} values {', '.join(values)}")


def answer(con: duckdb.DuckDBPyConnection, query: str) -> tuple[list[str], Rows]:
    asked_for = con.execute(query)
    return [column[0] for column in asked_for.description or []], [
        tuple(rounded(value) for value in row) for row in asked_for.fetchall()
    ]


def rounded(value: Any) -> Any:
    """The last digit of a sum is that of its order."""
    if not isinstance(value, float):
        return value
    return "nan" if value != value else float(f"{value:.14g}")


def small(con: duckdb.DuckDBPyConnection) -> None:
    make(
        con,
        {("a", 1, "q", "u"): 2, ("a", 1, "q", "v"): 1, (None, 1, "q", "u"): 1, ("a", 1, "r", "w"): 1},
        {(1, "q", "v"): 1, (1, "r", "w"): 2, (1, "s", "w"): 1},
    )


def test_a_name_stands_for_a_list_of_one(plain: duckdb.DuckDBPyConnection) -> None:
    small(plain)
    one = answer(plain, "from metrics('run', 'judgments', measures := 'ndcg', \"by\" := 'system', k := 5)")
    assert one == answer(
        plain, "from metrics('run', 'judgments', measures := ['ndcg'], \"by\" := ['system'], k := [5])"
    )
    assert [row[0] for row in one[1]] == ["a", None]
    found = answer(plain, "from metrics('run', 'judgments', measures := ['P@{1,2}'], \"by\" := ['system'])")
    assert [row[1] for row in found[1]] == ["precision@1", "precision@2"] * 2


def test_names_of_columns_need_no_plain_letters(plain: duckdb.DuckDBPyConnection) -> None:
    small(plain)
    for name in ("run", "judgments", "measures", "by", "a name, [x]", 'quo"te', "it's", "select"):
        quoted = '"' + name.replace('"', '""') + '"'
        text = name.replace("'", "''")
        plain.execute(f"create or replace table other as select * rename (system as {quoted}) from run")
        names, rows = answer(plain, f"from metrics('other', 'judgments', \"by\" := ['{text}'])")
        assert names[0] == name
        assert [row[1:] for row in rows] == [
            row[1:] for row in answer(plain, "from metrics('run', 'judgments', \"by\" := 'system')")[1]
        ]


REFUSED = {
    "measures := ['ndgc@5']": "unknown measure 'ndgc@5': these macros have precision, ",
    "measures := ['ndcg(gain=linear)@5']": "unknown measure 'ndcg(gain=linear)@5'",
    "measures := [null]": "unknown measure 'NULL'",
    "measures := []": "no measure was asked for",
    "measures := ['ndcg@0']": "the cutoff of a measure is a whole number of at least 1, got '0' in 'ndcg@0'",
    "measures := ['P@']": "the cutoff of a measure is a whole number of at least 1, got '' in 'P@'",
    "measures := ['roc_auc@5']": "roc_auc takes no cutoff: write 'roc_auc' instead of 'roc_auc@5'",
    "k := 0": "k is a cutoff, a whole number of at least 1, or a list of them, got 0",
    "k := 2.5": "k is a cutoff, a whole number of at least 1, or a list of them, got 2.5",
    "k := [5, null]": "k is a cutoff",
    "k := 'ten'": "k is a cutoff",
    "\"by\" := ['system', 'sytem']": 'Column "sytem" was selected but was not found',
    "\"by\" := ['system', 'system']": "by names a column twice: [system, system]",
    "\"by\" := ['system', 'value']": "by names 'value', which is also a column of the result",
    "\"by\" := ['system', 'a', 'b', 'c', 'd', 'e']": "by names more than 5 columns",
    "\"by\" := ['system'], judgments_by := ['day']": "judgments_by lists the columns of by",
    '"by" := []': "run: query 'q' has item 'u' more than once: keep one of its rows, or name the column",
}


@pytest.mark.parametrize("macro", OPEN)
@pytest.mark.parametrize(("arguments", "message"), REFUSED.items(), ids=REFUSED)
def test_what_is_refused(plain: duckdb.DuckDBPyConnection, macro: str, arguments: str, message: str) -> None:
    small(plain)
    plain.execute(
        "create or replace table wide as select *, 1 as value, 1 as a, 2 as b, 3 as c, 4 as d, 5 as e from run"
    )
    by = "" if '"by"' in arguments else ", \"by\" := 'system'"
    with pytest.raises(duckdb.Error, match=re.escape(message)):
        plain.execute(f"from {macro}('wide', 'judgments', {arguments}{by})").fetchall()


def test_a_duplicate_that_no_cutoff_reaches_is_found(plain: duckdb.DuckDBPyConnection) -> None:
    small(plain)
    plain.execute(
        "create or replace table long as select 'q' as query_id, 'v' || i as item_id, i as score from range(60) t(i)"
    )
    assert plain.execute("select count(*) from metrics('long', 'judgments', measures := 'ndcg', k := 1)").fetchall()
    plain.execute("insert into long values ('q', 'v1', 0.5)")
    with pytest.raises(duckdb.Error, match="query 'q' has item 'v1' more than once"):
        plain.execute("from metrics('long', 'judgments', measures := 'ndcg', k := 1)").fetchall()


PREDICTIONS = """
create or replace table predictions as select i as row_id, i * 7 % 13 / 13e0 as score, (i * 5 % 7 < 3)::int as label,
    (i * 3 % 5 < 2)::int as prediction, i % 6 as rating, if(i % 3 = 0, null, i % 3) as lang, 'm' || i % 2 as system
from range(90) as rows(i);
create or replace table run as select q as query_id, i as item_id, (i * q) % 11 as score, 's' || s as system, s as lang
from range(6) as items(i), range(1, 5) as queries(q), range(2) as systems(s);
create or replace table judgments as select q as query_id, i as item_id, i % 3 as relevance
from range(5) as items(i), range(1, 5) as queries(q);
create or replace table query_metrics as select *, query_id % 2 as lang
from query_metrics('run', 'judgments', "by" := ['system']);
"""


def groupings(macro: str) -> list[list[str]]:
    """What a macro is grouped by: rows of problems are told apart by the system, which compare has by itself."""
    if "problems" in macro:
        return [["system", "lang"]] if macro == "input_problems" else [[]]
    return [[], ["lang"]] if macro == "compare" else [[], ["lang"], ["system", "lang"]]


@pytest.mark.thorough
@pytest.mark.parametrize(("macro", "by"), [(macro, by) for macro in FROZEN for by in groupings(macro)])
def test_frozen_macros_give_what_the_full_macros_give(
    plain: duckdb.DuckDBPyConnection, macro: str, by: list[str]
) -> None:
    plain.execute(PREDICTIONS)
    parameters = [
        name
        for (name,) in plain.execute(
            f"select unnest(parameters) from duckdb_functions() where function_name = '{macro}'"
        ).fetchall()
    ]
    tables = [each for each in parameters if each != "by"]
    arguments: dict[str, Any] = {"by": by} if "by" in parameters else {}
    if macro in ("confusion_matrix", "class_metrics"):
        arguments["columns"] = {"prediction": "prediction"}
    called = ", ".join([*map(repr, tables), *([f'"by" := {by}'] if "by" in parameters else [])])
    found = answer(plain, f"from {macro}({called}) order by all")
    full = getattr(macros("duckdb"), macro)(*tables, **arguments)
    assert found == answer(plain, f"from ({full}) order by all")
    assert found[1] or macro == "prediction_problems" or macro == "input_problems"


def test_a_file_has_the_plain_script(tmp_path: Path) -> None:
    made = rankhouse.install(tmp_path / "library.duckdb")
    assert {"metrics", "ndcg_at_k", "compare"} <= {*made.macros}
    with duckdb.connect() as con:
        con.execute(f"attach '{tmp_path / 'library.duckdb'}' as library (read_only)")
        con.execute("create table run as select 1 as query_id, 2 as item_id, 3 as score, 1 as relevance")
        found = con.execute("select value from library.main.metrics('run', measures := 'ndcg')").fetchall()
    assert found == [(1.0,)]


@pytest.mark.parametrize("call", ["confusion('{}')", "metrics('runs', '{}')", "metrics('{}')"])
def test_a_table_is_no_step_of_the_query(plain: duckdb.DuckDBPyConnection, call: str) -> None:
    plain.execute("create or replace view runs as select 1 as query_id, 2 as item_id, 1.0 as score, 1 as relevance")
    plain.execute("create or replace view own as select *, 1 as label from runs")
    plain.execute("create or replace view rankhouse_own as from own")
    plain.execute("create or replace view rankhouse__own as from own")
    known = plain.execute(f"from {call.format('own')}").fetchall()
    for name in ("rankhouse_own", "main.Rankhouse_own"):
        with pytest.raises(duckdb.Error, match=re.escape(f"DuckDB takes the name {name} for a step of this query")):
            plain.execute(f"from {call.format(name)}")
    for name in ("memory.main.rankhouse_own", "rankhouse__own"):
        assert plain.execute(f"from {call.format(name)}").fetchall() == known
