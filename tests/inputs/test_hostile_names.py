"""Tables, columns and groups of any name: a table macro finds what is really named so, or says that it is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse._rendering.jinja import macros
from table_macro_calls import columns_named, hostile, named_alone, parameters, table_macros, taken
from table_macro_tables import TABLES, Names, call, create, quoted, registered_tables, rows, tables_of

# DuckDB 1.5 finds no table whose name has a quotation mark in it by query_table.
TABLE_NAMES = hostile if duckdb.__version__ >= "2" else hostile.filter(lambda name: '"' not in name)
ALTERNATIVES = {"rank", "prediction", "weight", "iscrowd", "area", "text_hash", "judged_by"}
"""Columns that are read only where they are named."""
NEED_SCORES = {"roc_curve", "pr_curve", "calibration", "lift", "binned_auc", "auc_interval"}
NEED_SCORES |= {"compare_classifiers", "classifier_decision"}


@pytest.fixture(scope="module")
def plain() -> Iterator[duckdb.DuckDBPyConnection]:
    with registered_tables() as con:
        yield con


@pytest.fixture(scope="module")
def rows_of(plain: duckdb.DuckDBPyConnection) -> Callable[..., list[Any]]:
    """What a macro answers over tables of their own names, with these optional columns; asked once."""

    @cache
    def answer(macro: str, *optional: str) -> list[Any]:
        return rows(plain, asked(macro, Names(), optional))

    return answer


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """Nothing but the macros, and a table that nothing may touch."""
    with duckdb.connect(config={"threads": 1}) as con:
        copy_macros(con)
        con.execute("create table canary as select 42 as answer")
        yield con
        assert con.execute("select table_name from duckdb_tables()").fetchall() == [("canary",)]
        assert con.execute("from canary").fetchall() == [(42,)]


def asked(macro: str, names: Names, optional: Iterable[str]) -> str:
    """A call, without what says in words what columns are called."""
    said = "select side, problem, n_rows " if macro == "input_problems" else ""
    return said + call(macro, names, optional=optional)


READING = [macro for macro in table_macros() if macro != "metric_settings"]
"""That reads no table: it tells settings."""


def distinct(texts: st.SearchStrategy[str], count: int) -> st.SearchStrategy[list[str]]:
    free = texts.filter(lambda name: name.lower() not in ("canary", *TABLES) and not name.startswith("rankhouse_"))
    return st.lists(free, min_size=count, max_size=count, unique_by=str.lower)


@st.composite
def hostile_names(draw: st.DrawFn, macro: str, optional: Iterable[str]) -> Names:
    """Another name for every table that a macro takes and for every column, one of them in one table alone."""
    tables = tables_of(macro)
    # Weights and importance of intents are refused where no column of intents is named.
    left_out = ALTERNATIVES.difference(optional) | {"intent_weight", "importance", "judge_id"}
    # Problems of inputs are asked for by the tables of one macro, whose columns alone may be renamed.
    there = {column for table in tables for column in TABLES[table]} if macro == "input_problems" else None
    columns = [name for name in columns_named(macro) if name not in left_out and (there is None or name in there)]
    if "predictions" not in tables:
        sided = [c for c in columns if c not in named_alone(macro)]
        columns.append(draw(st.sampled_from([f"{t}.{c}" for t in tables for c in TABLES[t] if c in sided])))
    columns += ["system", "day"]
    # Other columns, such as a rank beside the score, keep their names.
    kept = {column for table in tables for column in TABLES[table]}.difference(columns)
    free = hostile.filter(lambda name: name.lower() not in {*taken(macro), *kept})
    return Names(
        dict(zip(tables, draw(distinct(TABLE_NAMES, len(tables))), strict=True)),
        dict(zip(columns, draw(distinct(free, len(columns))), strict=True)),
    )


@pytest.mark.thorough
@pytest.mark.parametrize("macro", READING)
@examples(3)
@given(data=st.data())
def test_what_is_really_named_so_is_found(
    rows_of: Callable[..., list[Any]], con: duckdb.DuckDBPyConnection, macro: str, data: st.DataObject
) -> None:
    there = ALTERNATIVES & parameters(macro).keys() if macro not in {*NEED_SCORES, "input_problems"} else set()
    optional = [name for name in sorted(there) if data.draw(st.booleans())]
    names = data.draw(hostile_names(macro, optional))
    try:
        create(con, tables_of(macro), names)
        found = rows(con, asked(macro, names, optional))
    finally:
        for name in names.tables.values():
            con.execute(f"drop table if exists {quoted(name)}")
    assert found == rows_of(macro, *optional) != []


HERE = {column for table in TABLES.values() for column in table} | {"run_group", "judged_group", "shared_group"}
absent = hostile.filter(lambda text: len(text) > 4 and text.lower() not in HERE)


LOGS = {"impressions", "clicks", "search_id"}
TEAMS = {"team_a", "team_b"}
LISTS = TEAMS | {"rank_a", "rank_b"}
SLATES = {"slate_id", "position"}
NOT_READ = {
    "merge_ratings": {"adjudicator"},
    "recommendation_metrics": {"targets", "target_share"},
    "click_judgments": LOGS,
    "position_bias": LOGS,
    "interleaving": LISTS,
    "interleaving_searches": LISTS,
    "interleaving_checks": TEAMS,
    "off_policy": SLATES,
    "compare_policies": SLATES,
    "interleaving_decision": LISTS,
    "policy_decision": SLATES | {"predicted_reward", "target_predicted_reward", "baseline_predicted_reward"},
    "off_policy_tuning": SLATES | {"predicted_reward", "target_predicted_reward"},
}
"""What no call below reads: columns of other methods, of counts, of slates; a rater or a team that nobody is."""


def takes_text(default: str | None) -> bool:
    return default is None or default in ("null", "[]") or default.startswith(("'", "['"))


@pytest.mark.thorough
@pytest.mark.parametrize("macro", READING)
@examples(4)
@given(data=st.data())
def test_what_is_not_there_is_an_error(plain: duckdb.DuckDBPyConnection, macro: str, data: st.DataObject) -> None:
    before = plain.execute("select table_name, estimated_size from duckdb_tables() order by all").fetchall()
    left_out = NOT_READ.get(macro, set())
    taken = [name for name, default in parameters(macro).items() if takes_text(default) and name not in left_out]
    argument = data.draw(st.sampled_from(taken))
    more = {argument: data.draw(absent)}
    with pytest.raises(duckdb.Error):
        plain.execute(call(macro, Names(), more=more))
    assert plain.execute("select table_name, estimated_size from duckdb_tables() order by all").fetchall() == before


def test_a_name_of_the_querys_own_is_no_column(registered: duckdb.DuckDBPyConnection) -> None:
    registered.execute("create table run as select 1 as topic, 2 as item_id, 3 as score, 1 as relevance")
    with pytest.raises(duckdb.BinderException):
        registered.execute("from metrics('run', query_id := 'topic', item_id := 'query_id')")


@pytest.mark.parametrize("macro", ["tie_audit", "explain"])
@pytest.mark.parametrize("group", ["k", "Measure", "value", "query_id", "step", "before", "spread"])
def test_no_group_is_named_like_a_column_of_the_answer(
    plain: duckdb.DuckDBPyConnection, macro: str, group: str
) -> None:
    with pytest.raises(duckdb.Error, match=f"by names '{group}', which is also a column of the result"):
        plain.execute(f"from {macro}('run', measures := 'ndcg@5', \"by\" := '{group}')")
    with pytest.raises(rankhouse.InputError, match=f"by names '{group}', which is also a column of the result"):
        getattr(macros("duckdb"), macro)("run", measures=["ndcg@5"], by=[group])
