"""No grouping column is named like a column of the result, in any way in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import pandas as pd
import pytest

import rankhouse
from interface.tables import results
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from table_macro_calls import LISTS, is_grouped, named_alone, parameters, table_macros, taken, text_by_dbt
from table_macro_tables import OF_EVIDENCE, Names, call, registered_tables

GROUPED = [name for name in table_macros() if is_grouped(name)]
NOT_ALWAYS = {name: {"candidates"} for name in ("query_metrics", "metrics", "recommendation_metrics")}
NOT_ALWAYS["try_metrics"] = {"n_queries", "n_left_out", "std_error", "ci_low", "ci_high"}
"""What the calls below ask for beside."""


OF_SYSTEMS = ("compare", "compare_classifiers", "system_ranks", "best_of")
"""Whose results name systems, by which no column of by can be called."""


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with registered_tables() as con:
        yield con


def test_an_interval_is_that_of_the_main_figure_or_named_for_its_figure() -> None:
    """`ci_low` and `ci_high`, or names such as `rank_low` and `rank_high` beside `rank`."""
    n_named = 0
    for name, result in results().items():
        columns = [column.name for column in result.columns]
        figures = {column.partition("_")[0] for column in columns if not column.endswith(("_low", "_high"))}
        for end in (column.removesuffix("_low") for column in columns if column.endswith("_low")):
            assert f"{end}_high" in columns, (name, end)
            assert end == "ci" or end in figures, (name, end)
            n_named += end != "ci"
    assert n_named


@pytest.mark.thorough
@pytest.mark.parametrize("macro", GROUPED)
def test_the_columns_of_a_result_are_known(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    # Asked of the text alone: the tables of the names have several values of a query, which some macros refuse.
    columns = con.sql(call(macro, Names())).columns
    groups = {"system", "day", "n_given"} if macro not in OF_SYSTEMS else {"day"}
    if macro == "decision":
        groups = {"n_given"}
    if macro in OF_EVIDENCE:
        groups = {"day"}
    if macro in ("agreement", "query_agreement", "curve_crossings", "preference_ratings", "preference_pairs"):
        groups = {"day"}
    found = [name for name in columns if name not in groups | NOT_ALWAYS.get(macro, set())]
    assert found == macros("duckdb").result_columns(macro)


# DuckDB's types of what results.yml says a column is; an id has that of the input.
NUMBERS = {"DOUBLE", "FLOAT", "DECIMAL"}
WHOLE = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"}
TYPES = {
    "number": NUMBERS,
    "whole": WHOLE,
    "count": NUMBERS | WHOLE,
    "text": {"VARCHAR"},
    "flag": {"BOOLEAN"},
    "date": {"DATE", "TIMESTAMP"},
}


@pytest.mark.thorough
@pytest.mark.parametrize("macro", table_macros())
def test_columns_are_of_the_types_that_are_said(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    found = con.sql(call(macro, Names()))
    types = dict(zip(found.columns, (str(each).partition("(")[0] for each in found.types), strict=True))
    columns = {column.name: column for column in results()[macro].columns if column.is_fixed}
    assert {name for name, column in columns.items() if not column.when} <= types.keys()
    for name in types.keys() & columns.keys():
        kind = columns[name].type
        # A column of an input, of the same name, comes as it is.
        assert kind == "id" or name in parameters(macro) or types[name] in TYPES[kind], (name, types[name], kind)


def refusal(argument: str, name: str, macro: str | None = None) -> str:
    """A column that `system` names as well is not to be renamed, but to be left out of `by`."""
    if macro is not None and name == "system" and "system" in named_alone(macro):
        return f"{argument} and system both name the column 'system': name it once"
    return f"{argument} names '{name}', which is also a column of the result: rename it in a view or a select"


@pytest.mark.parametrize("macro", GROUPED)
def test_none_of_by_is_named_like_one(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    package = macros("duckdb")
    for argument in (one for one in LISTS if one in parameters(macro)):
        for name in (*package.result_columns(macro)[:3], taken(macro)[-1].upper()):
            given: dict[str, Any] = {argument: ["no_such", name]}
            if macro == "recommendation_metrics":
                given["measures"] = ["personalisation"]
            if macro == "explain_number":
                given["value"] = 0.5
            if macro == "change_by_segment" and argument == "by":
                given["segments"] = ["day"]
            with pytest.raises(duckdb.Error, match=refusal(argument, name, macro)):
                con.execute(call(macro, Names(), more=given))
            tables = {table: table for table in ("run", "judgments") if table in parameters(macro)}
            assert refusal(argument, name, macro) in text_by_dbt(macro, {**required(macro), **tables, **given})


@pytest.mark.parametrize(
    "macro", [macro for macro in GROUPED if "system" in named_alone(macro) and "system" in taken(macro)]
)
def test_systems_in_another_column_leave_the_name_taken(con: duckdb.DuckDBPyConnection, macro: str) -> None:
    given = {"by": ["system"], "system": "n_given"}
    with pytest.raises(duckdb.Error, match=refusal("by", "system")):
        con.execute(call(macro, Names(), more=given))
    tables = {table: table for table in ("run", "judgments") if table in parameters(macro)}
    assert refusal("by", "system") in text_by_dbt(macro, {**required(macro), **tables, **given})


def required(macro: str) -> dict[str, str]:
    return {name: name for name, default in parameters(macro).items() if default is None}


@pytest.mark.parametrize("name", ["measure", "Value", "k", "n_queries", "query_id", "grouping_set"])
def test_python_refuses_it_before_it_reads(name: str) -> None:
    run = pd.DataFrame({name: ["a"], "query_id": [1], "item_id": [1], "score": [1.0], "relevance": [1]})
    per_query = name == "query_id"
    with pytest.raises(InputError, match=refusal("by", name)):
        rankhouse.evaluate(run, by=name, per_query=per_query)
    with pytest.raises(InputError, match=refusal("by", "spread")):
        rankhouse.tie_audit(
            run.rename(columns={name: "spread"}) if not per_query else run.assign(spread=1), by="spread"
        )


def test_a_name_of_another_result_is_a_name_like_others() -> None:
    run = pd.DataFrame({"value_sum": ["a"], "query_id": [1], "item_id": [1], "score": [1.0], "relevance": [1]})
    per_query = rankhouse.evaluate(run, by="value_sum", measures="mrr", per_query=True)
    assert per_query.fetchall() == [("a", 1, "reciprocal_rank", "reciprocal_rank", None, 1.0)]


@pytest.mark.parametrize(
    ("by", "name"), [(["n_items"], "n_items"), (["Fingerprint"], "Fingerprint"), (["weight"], "weight"), (["k"], "k")]
)
def test_tables_that_are_kept_have_further_columns(by: list[str], name: str) -> None:
    with pytest.raises(InputError, match=refusal("by", name)):
        macros("duckdb").checked_incremental_arguments({"run": "run", "by": by})
    with pytest.raises(InputError, match=refusal("judgments_by", name)):
        macros("duckdb").checked_incremental_arguments({"run": "run", "judgments_by": by})


@pytest.mark.parametrize("name", ["ndcg_at_10", "n_queries"])
def test_wide_tables_have_columns_of_their_own(name: str) -> None:
    with pytest.raises(InputError, match=refusal("by", name)):
        macros("duckdb").wide_metrics("main.metrics", ["ndcg@10"], [name])


# The second table of a step is not looked at beforehand.
TOLD = (
    r'"dya" in REPLACE list not found in \w+\nCandidate bindings: .*"day"|"machine" does not have a column named "dya"'
)


@pytest.mark.parametrize("macro", table_macros())
def test_a_column_that_is_not_there_is_told_with_those_that_are_near(
    con: duckdb.DuckDBPyConnection, macro: str
) -> None:
    for argument in (one for one in LISTS if one in parameters(macro) and macro != "sample_negatives"):
        given: dict[str, Any] = {argument: ["dya"]}
        if "ground_truth_by" in parameters(macro) or macro in ("value_bounds", "to_judge"):
            given["by"] = ["day", "dya"]
        with pytest.raises(duckdb.Error, match=TOLD):
            con.execute(call(macro, Names(), more=given))
