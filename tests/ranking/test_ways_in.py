"""Aggregate macro, table macro, dbt model and Python give the same values on the same rows, and brute force's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import duckdb
import pytest

import oracle
import rankhouse
from copied import copy_macros
from dbt_projects import DATABASE, dbt, new_project
from oracle import Measure
from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._installing.fixtures import load
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import rows
from tables import TIES, assert_same, every_measure, example, has_closed_form, same

ASKED = [
    measure for measure in every_measure(None, 1, 3, 10) if not any(name == "weights" for name, _ in measure.options)
]


def asked(ties: str) -> list[Measure]:
    return [measure for measure in ASKED if has_closed_form(measure, ties)]


@cache
def aggregates() -> dict[str, list[str]]:
    """The parameters of each aggregate of the library."""
    with duckdb.connect() as con:
        copy_macros(con)
        listed = (
            "from duckdb_functions() select function_name, parameters where function_type = 'macro' and not internal"
        )
        return dict(con.execute(listed).fetchall())


def expected(measures: list[Measure], ties: str) -> dict[tuple[int, str], float | None]:
    units = list(oracle.units(EXAMPLE.run, EXAMPLE.labels))
    return {(query, name): value for (_, query, name), value in oracle.query_metrics(units, measures, ties).items()}  # type: ignore[misc]


EXAMPLE = example()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows, the macros, and the tables that dbt made of them: dbt_item, dbt_average, ..."""
    models = {
        f"models/dbt_{ties}.sql": "{{ rankhouse.query_metrics('main.run', 'main.judgments',"
        f" {[str(measure) for measure in asked(ties)]}, ties='{ties}') }}}}"
        for ties in TIES
    }
    project = new_project(tmp_path_factory.mktemp("ways"), models, {"models": {"+materialized": "table"}})
    path = project / DATABASE
    with duckdb.connect(str(path)) as con:
        EXAMPLE.load(con)
        copy_macros(con)
    done = dbt(project, "run", artifacts=False)
    assert done.returncode == 0, done.stdout
    return path


@pytest.fixture(scope="module")
def con(database: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(database)) as con:
        rankhouse.register(con)
        yield con


@pytest.mark.parametrize("way", ["table macro", "dbt model", "python"])
@pytest.mark.parametrize("ties", TIES)
def test_every_way_in_gives_the_values_of_brute_force(con: duckdb.DuckDBPyConnection, ties: str, way: str) -> None:
    measures = asked(ties)
    names = [str(measure) for measure in measures]
    if way == "table macro":
        result = con.sql(f"from query_metrics('run', 'judgments', measures := {names}, ties := '{ties}')")
    elif way == "dbt model":
        result = con.table(f"dbt_{ties}")
    else:
        result = rankhouse.evaluate("run", "judgments", names, ties=ties, per_query=True, con=con)
    found = {(query, name): value for query, name, value in result.project("query_id, measure, value").fetchall()}
    assert_same(found, expected(measures, ties))


def call(measure: Measure, score: str) -> str | None:
    """The aggregate of a measure, None where there is none."""
    name = measure.metric if measure.k is None else f"{measure.metric}_at_k"
    if name not in aggregates() or not accepts(aggregates()[name], measure):
        return None
    arguments = ["relevance", score, *([] if measure.k is None else [str(measure.k)])]
    options = [
        f"{name} := '{value}'" if isinstance(value, str) else f"{name} := {value}" for name, value in measure.options
    ]
    return f"{name}({', '.join(arguments + options)})"


def accepts(parameters: list[str], measure: Measure) -> bool:
    options = dict(measure.options)
    is_map = any(":" in str(choice) for choice in options.values())
    return options.keys() <= {*parameters} and not is_map and "step" not in options.values()


def aggregated(ties: str = "item") -> list[Measure]:
    return [measure for measure in asked(ties) if call(measure, "score")]


def test_the_usual_measures_are_the_same_in_every_way_in() -> None:
    assert macros("duckdb").default_measures() == list(MEASURES)


def test_measures_have_the_aggregates_that_they_declare() -> None:
    reaches = {True: "whole_list", False: "at_k"}
    declared = {
        (measure["name"], reach): options
        for measure in macros("duckdb").catalogue()
        for reach, options in measure.get("aggregates", {}).items()
    }
    plain = {(measure.metric, reaches[measure.k is None]) for measure in aggregated() if not measure.options}
    assert plain == declared.keys()
    for (metric, reach), options in declared.items():
        positional = ["relevance", "score", "k"] if reach == "at_k" else ["relevance", "score"]
        assert aggregates()[f"{metric}_at_k" if reach == "at_k" else metric] == positional + options
    # As many as there have been.
    assert len(declared) >= 31 and len(aggregated()) >= 167


@pytest.mark.parametrize("ties", ["item", "worst"])
def test_aggregates_give_the_values_of_brute_force(con: duckdb.DuckDBPyConnection, ties: str) -> None:
    """In a statement each: DuckDB takes minutes for one of forty."""
    found = {}
    for measure in aggregated(ties):
        # The item id as the score's second part decides ties; AUC counts them half, label ranking at their last place.
        by_item = ties == "item" and not oracle.truth_of(measure.metric).has_a_rule_for_ties(dict(measure.options))
        score = "case when score is not null then row(score, item_id) end" if by_item else "score"
        result = con.execute(
            f"select query_id, {call(measure, score)}"
            " from run full join judgments using (query_id, item_id) group by query_id"
        )
        found |= {(query, str(measure)): value for query, value in result.fetchall()}
    wanted = expected(aggregated(ties), ties)
    assert_same({key: value for key, value in found.items() if key in wanted}, wanted)


@pytest.mark.parametrize("way", ["table macro", "python"])
def test_reference_fixtures(way: str) -> None:
    """`rankhouse check` and dbt compare them too, each by its own way in."""
    with duckdb.connect() as con:
        copy_macros(con)
        names = load(con)
        policies = rows(con, f"select distinct ties, queries, unjudged from {names['expected']}")
        compared = 0
        for ties, queries, unjudged in policies:
            wanted = rows(
                con,
                f"select fixture, query_id, measure, value, tolerance from {names['expected']}"
                f" where query_id is not null"
                f" and ties = '{ties}' and queries = '{queries}' and unjudged = '{unjudged}'",
            )
            measures = sorted({name for _, _, name, _, _ in wanted})
            run, judgments = names["run"], names["judgments"]
            if way == "python":
                result = rankhouse.evaluate(
                    run, judgments, measures, by=["fixture"], ties=ties, queries=queries, unjudged=unjudged,
                    per_query=True, con=con, check="none",
                )  # fmt: skip
            else:
                result = con.sql(
                    f"from query_metrics('{run}', '{judgments}', measures := {measures}, by := ['fixture'],"
                    f" judgments_by := ['fixture'], ties := '{ties}', queries := '{queries}', unjudged := '{unjudged}')"
                )
            values = result.project("fixture, query_id, measure, value").fetchall()
            found = {(fixture, query, name): value for fixture, query, name, value in values}
            wrong = {
                (fixture, query, name): (found[fixture, query, name], value)
                for fixture, query, name, value, tolerance in wanted
                if not same(found[fixture, query, name], value, tolerance)
            }
            assert not wrong
            compared += len(wanted)
        assert compared > 300
