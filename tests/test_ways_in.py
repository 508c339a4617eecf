"""Aggregate macro, table macro, dbt model and Python give the same values on the same rows, and brute force's."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import oracle
import rankhouse
from dbt_projects import ROOT, dbt
from oracle import Measure, Row
from rankhouse._building.library import DuckDBMacro, duckdb_macros
from rankhouse._evaluate import MEASURES
from rankhouse._fixtures import load
from rankhouse._jinja import macros
from rankhouse._sql import rows
from tables import LABEL_RANKING, TIES, Tables, assert_same, every_measure, has_closed_form

ASKED = [
    measure for measure in every_measure(None, 1, 3, 10) if not any(name == "weights" for name, _ in measure.options)
]
AGGREGATES = {made.name: made for made in duckdb_macros() if not made.is_table}


def example() -> Tables:
    """Twelve queries with ties, items that one side lacks, a query without results and one without relevant items."""
    generator = random.Random(20)
    run: list[Row] = []
    judgments: list[Row] = []
    for query in range(12):
        items = generator.sample(range(30), 16)
        returned = [] if query == 3 else items[: generator.randint(1, 9)]
        run += ({"query_id": query, "item_id": item, "score": generator.randint(1, 4) / 2} for item in returned)
        grades = [-1, 0] if query == 7 else [-1, 0, 0, 1, 1, 2, 3]
        judgments += (
            {"query_id": query, "item_id": item, "relevance": float(generator.choice(grades))}
            for item in items[generator.randint(0, 3) : 13]
        )
    return Tables(run, judgments, [], [])


def asked(ties: str) -> list[Measure]:
    return [measure for measure in ASKED if has_closed_form(measure, ties)]


def expected(measures: list[Measure], ties: str) -> dict[tuple[int, str], float | None]:
    units = list(oracle.units(EXAMPLE.run, EXAMPLE.labels))
    return {(query, name): value for (_, query, name), value in oracle.query_metrics(units, measures, ties).items()}  # type: ignore[misc]


EXAMPLE = example()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows, the macros, and the tables that dbt made of them: dbt_item, dbt_average, ..."""
    project = tmp_path_factory.mktemp("ways")
    path = project / "built.duckdb"
    with duckdb.connect(str(path)) as con:
        EXAMPLE.load(con)
        rankhouse.register(con)
    shutil.copy(ROOT / "integration_tests" / "profiles.yml", project)
    profile = (ROOT / "integration_tests" / "dbt_project.yml").read_text().split("profile:")[1].splitlines()[0]
    (project / "dbt_project.yml").write_text(f"name: ways\nversion: '1.0'\nprofile: {profile}\n")
    (project / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n")
    (project / "models").mkdir()
    for ties in TIES:
        names = [str(measure) for measure in asked(ties)]
        (project / "models" / f"dbt_{ties}.sql").write_text(
            "{{ config(materialized='table') }}"
            f"{{{{ rankhouse.query_metrics('main.run', 'main.judgments', {names}, ties='{ties}') }}}}"
        )
    for command in ("deps", "run"):
        done = dbt(project, command)
        assert done.returncode == 0, done.stdout
    return path


@pytest.fixture(scope="module")
def con(database: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(database)) as con:
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
    if not (macro := AGGREGATES.get(name)) or not accepts(macro, measure):
        return None
    arguments = ["relevance", score, *([] if measure.k is None else [str(measure.k)])]
    options = [
        f"{name} := '{value}'" if isinstance(value, str) else f"{name} := {value}" for name, value in measure.options
    ]
    return f"{name}({', '.join(arguments + options)})"


def accepts(macro: DuckDBMacro, measure: Measure) -> bool:
    options = dict(measure.options)
    is_map = any(":" in str(choice) for choice in options.values())
    return options.keys() <= macro.parameters.keys() and not is_map and "step" not in options.values()


AGGREGATED = [measure for measure in asked("worst") if call(measure, "score")]


def test_the_usual_measures_are_the_same_in_every_way_in() -> None:
    assert macros("duckdb").default_measures() == list(MEASURES)


def test_measures_without_an_aggregate() -> None:
    """Of the whole list they are what count(*) and a filter give; gmap is a mean of logarithms."""
    plain = [measure for measure in asked("worst") if not measure.options]
    without = {(measure.metric, measure.k is None) for measure in plain if measure not in AGGREGATED}
    # Of trec_eval, ir_measures and TF-Ranking, as table macros alone.
    tables_alone = {
        "set_precision",
        "set_f",
        "set_average_precision",
        "num_ret",
        "num_rel",
        "num_q",
        "sdcg",
        "insq",
        "inst",
    }
    tables_alone |= {"bpm", "inferred_average_precision", "pairwise_accuracy", "average_relevance_position"}
    tables_alone |= {"nerr8", "nerr9", "nerr10", "nerr11", "ordered_pair_accuracy"}
    tables_alone |= {"catalogue_accuracy", "partial_auc", "pap"}
    without = {one for one in without if one[0] not in tables_alone}
    counts = ("precision", "f1", "f_beta", "hits", "hit_rate", "err", "judged")
    assert without == {*((name, True) for name in counts), ("gmap", True), ("gmap", False)}


@pytest.mark.parametrize("ties", ["item", "worst"])
@pytest.mark.parametrize("measure", AGGREGATED, ids=str)
def test_aggregates_give_the_values_of_brute_force(con: duckdb.DuckDBPyConnection, measure: Measure, ties: str) -> None:
    # The item id as the score's second part decides ties; AUC counts them half, label ranking at their last place.
    by_item = ties == "item" and measure.metric not in ("roc_auc", *LABEL_RANKING)
    score = "case when score is not null then row(score, item_id) end" if by_item else "score"
    result = con.sql(
        f"select query_id, '{measure}', {call(measure, score)}"
        " from run full join judgments using (query_id, item_id) group by query_id"
    )
    wanted = expected([measure], ties)
    found = {(query, name): value for query, name, value in result.fetchall()}
    assert_same({key: value for key, value in found.items() if key in wanted}, wanted)


@pytest.mark.parametrize("way", ["table macro", "python"])
def test_reference_fixtures(way: str) -> None:
    """`rankhouse check` and dbt compare them too, each by its own way in."""
    with duckdb.connect() as con:
        rankhouse.register(con)
        names = load(con)
        policies = rows(con, f"select distinct ties, queries, unjudged from {names['expected']}")
        compared = 0
        for ties, queries, unjudged in policies:
            chosen = f"ties = '{ties}' and queries = '{queries}' and unjudged = '{unjudged}'"
            wanted = rows(
                con,
                "select fixture, query_id, measure, value, tolerance"
                f" from {names['expected']} where {chosen} and query_id is not null",
            )
            for fixture in sorted({row[0] for row in wanted}):
                cases = [row for row in wanted if row[0] == fixture]
                for table in ("run", "judgments"):
                    con.execute(
                        f"create or replace temp view fixture_{table} as"
                        f" select * exclude (fixture) from {names[table]} where fixture = '{fixture}'"
                    )
                measures = sorted({row[2] for row in cases})
                if way == "python":
                    result = rankhouse.evaluate(
                        "fixture_run", "fixture_judgments", measures, ties=ties, queries=queries, unjudged=unjudged,
                        per_query=True, con=con, check="none",
                    )  # fmt: skip
                else:
                    result = con.sql(
                        f"from query_metrics('fixture_run', 'fixture_judgments', measures := {measures},"
                        f" ties := '{ties}', queries := '{queries}', unjudged := '{unjudged}')"
                    )
                found = {
                    (query, name): value for query, name, value in result.project("query_id, measure, value").fetchall()
                }
                for _, query, name, value, tolerance in cases:
                    assert_same({name: found[query, name]}, {name: value}, tolerance)
                    compared += 1
        assert compared > 300
