"""What dbt says of the ready-made models: their columns for catalogues and contracts, alerts, a semantic model."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml
from typer.testing import CliRunner

from dbt_package.test_evaluations import INPUTS, NAMED, PARTITIONED, SOURCES, change
from dbt_projects import DATABASE, ROOT, dbt, installed, new_project
from rankhouse.cli import app

pytestmark = pytest.mark.thorough

ONE = {key: value for key, value in PARTITIONED[0].items() if key != "name"}
WITH_ALL = {**ONE, "provenance": True, "measures": ["ndcg@3", "map", "recall(weights=relevant)@{1,2}"]}
# The systems have other columns than ours, one of them with a name that has to be quoted.
DOCUMENTED = {"models": {"rankhouse": {"+persist_docs": {"relation": True, "columns": True}}}}
MODELS = ("query_metrics", "metrics", "wide", "latest", "partitions", "metric_settings")


def project_of(folder: Path, settings: Any, more: dict[str, Any]) -> Path:
    project = new_project(folder, {"models/sources.yml": SOURCES}, {"vars": {"rankhouse": settings}, **more})
    change(project, INPUTS)
    return project


def runs(project: Path, *arguments: str, status: int = 0) -> str:
    done = dbt(project, *arguments, artifacts=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def columns(project: Path, table: str) -> dict[str, tuple[str, str | None]]:
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        found = con.execute(
            "select column_name, data_type, comment from duckdb_columns()"
            f" where table_name = '{table}' order by column_index"
        )
        return {name: (kind, comment) for name, kind, comment in found.fetchall()}


def configure(project: Path, **settings: Any) -> None:
    path = project / "dbt_project.yml"
    known = yaml.safe_load(path.read_text())
    for key, value in settings.items():
        known[key] = {**known.get(key, {}), **value}
    path.write_text(yaml.safe_dump(known))


@pytest.mark.parametrize("settings", [WITH_ALL, PARTITIONED], ids=["one", "several"])
def test_every_column_has_a_type_and_a_description_and_contracts_hold(tmp_path: Path, settings: Any) -> None:
    project = project_of(tmp_path, settings, DOCUMENTED)
    # Without the further var: no column is described that is not there, and those of measures are not described.
    runs(project, "--warn-error", "build")
    found = columns(project, "rankhouse__query_metrics")
    assert found["day"] == ("DATE", "A column that rows are grouped by.")
    assert [name for name, (_, comment) in found.items() if not comment] == []
    assert columns(project, "rankhouse__wide")["ndcg_at_3"][1] is None
    printed = yaml.safe_load(runs(project, "--quiet", "run-operation", "rankhouse.column_metadata"))
    further = printed["vars"]["rankhouse_columns"]
    assert {
        "name": "ndcg_at_3",
        "data_type": "double",
        "description": "Mean of ndcg@3 over the queries that count.",
    } in further
    assert {"name": "day", "data_type": "date", "description": "A column that rows are grouped by."} in further
    # Each column with its type in the manifest, which a contract then compares with what the models give.
    further[0]["description"] = "Which ranker made the list, live or candidate."
    configure(
        project, **printed, models={"rankhouse": {**DOCUMENTED["models"]["rankhouse"], "+contract": {"enforced": True}}}
    )
    for _ in range(2):
        runs(project, "--warn-error", "build")
    models = json.loads((project / "target" / "manifest.json").read_text())["nodes"]
    for name in MODELS if settings is WITH_ALL else MODELS[:-1]:
        there = columns(project, f"rankhouse__{name}")
        told = models[f"model.rankhouse.rankhouse__{name}"]["columns"]
        assert there.keys() == told.keys()
        assert [column for column, entry in told.items() if not entry["data_type"] or not entry["description"]] == []
        assert [column for column, (_, comment) in there.items() if not comment] == []
    assert columns(project, "rankhouse__wide")[further[0]["name"]][1] == further[0]["description"]


def test_a_wrong_type_breaks_the_contract_and_a_wrong_name_is_said(tmp_path: Path) -> None:
    wrong = [{"name": "system", "data_type": "integer"}, {"name": "day", "data_type": "date"}]
    settings = {key: value for key, value in ONE.items() if key != "partition"}
    project = project_of(
        tmp_path, settings, {"models": {"rankhouse": {"rankhouse__metrics": {"+contract": {"enforced": True}}}}}
    )
    configure(project, vars={"rankhouse_columns": wrong})
    done = runs(project, "run", "--select", "rankhouse__query_metrics", "rankhouse__metrics", status=1)
    assert "enforced contract that failed" in done
    configure(project, vars={"rankhouse_columns": [{"name": "sytem"}]})
    done = " ".join(runs(project, "parse", status=2).split())
    assert "of measures, got 'sytem': did you mean 'system'?" in done


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = project_of(tmp_path_factory.mktemp("several"), NAMED, {})
    runs(project, "run")
    return project


def said(project: Path, **arguments: Any) -> tuple[int, str]:
    done = dbt(project, "--quiet", "run-operation", "rankhouse.check_metrics", "--args", json.dumps(arguments))
    return done.returncode, done.stdout


def commanded(project: Path, *arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["check-metrics", *arguments, "--database", str(project / DATABASE)])
    return done.exit_code, done.stdout, done.stderr


CALLS: list[tuple[dict[str, Any], list[str]]] = [
    ({"evaluation": "search"}, ["rankhouse__metrics", "--evaluation", "search"]),
    (
        {"evaluation": "search", "confidence": 0.5},
        ["rankhouse__metrics", "--evaluation", "search", "--confidence", "0.5"],
    ),
    (
        {
            "evaluation": "search",
            "significant": False,
            "measures": ["nDCG@3"],
            "expected": {"system": ["bm25", "next"]},
        },
        [
            *("rankhouse__metrics", "--evaluation", "search", "--no-significant", "-m", "nDCG@3"),
            *("--expect", "system=bm25,next"),
        ],
    ),
    (
        {"evaluation": "search", "metrics": "rankhouse__query_metrics", "margin": 0.001, "significant": False},
        ["rankhouse__query_metrics", "--evaluation", "search", "--margin", "0.001", "--no-significant"],
    ),
    (
        {"evaluation": "it's a shop", "metrics": "rankhouse__query_metrics", "day": "week", "measures": "ndcg@3"},
        ["rankhouse__query_metrics", "--evaluation", "it's a shop", "--day", "week", "-m", "ndcg@3"],
    ),
]


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
@pytest.mark.parametrize(("arguments", "command"), CALLS, ids=range(len(CALLS)))
def test_the_operation_prints_what_the_command_prints(
    several: Path, arguments: dict[str, Any], command: list[str]
) -> None:
    status, printed, failure = commanded(several, *command)
    assert status in (0, 1) and printed.startswith("### "), printed + failure
    found, text = said(several, **arguments)
    assert text.startswith(printed), text + "\n---\n" + printed
    assert found == status
    assert " ".join(failure.split()) in " ".join(text.split())


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "rows of rankhouse__metrics have no value in 'day': look at one evaluation with evaluation"),
    ({"model": "rankhouse__metrics"}, "unknown argument 'model' of check_metrics: write metrics"),
    ({"metrics": "ref('rankhouse__metrics')"}, "did you mean 'rankhouse__metrics'?"),
    ({"metrics": "rankhouse_metrics"}, "there is no model 'rankhouse_metrics': did you mean 'rankhouse__metrics'?"),
    ({"evaluation": "serach"}, "metrics: rankhouse__metrics has no rows for evaluation 'serach'"),
    ({"evaluation": "search", "measures": ["ndcg@4"]}, "the table has no measure 'ndcg@4': did you mean 'ndcg@3'?"),
    ({"evaluation": "search", "day": "dya"}, "has no column 'dya': did you mean 'day'?"),
    ({"evaluation": "search", "margin": -1}, "margin is a number of at least 0, got '-1'"),
    ({"evaluation": "search", "grain": "year"}, "column 'day' of the table has 1 year: there is nothing to compare"),
    (
        {"evaluation": "search", "expected": {"sytem": "x"}},
        "expected: 'sytem' does not distinguish the rows of a day: did you",
    ),
    ({"evaluation": "it's a shop", "day": "week"}, "is not a plain mean over queries"),
]


def test_what_is_wrong_with_a_call_is_said(several: Path) -> None:
    for arguments, message in WRONG:
        status, text = said(several, **arguments)
        assert status and message in " ".join(text.split()), (message, text)


WITHOUT_VAR: list[tuple[str, dict[str, Any], str]] = [
    ("check_metrics", {}, "the var rankhouse is missing, which names what is evaluated: write vars: {rankhouse: {run:"),
    ("check_metrics", {"metrics": "rankhouse__query_metrics"}, "in dbt_project.yml, or name a model of your own"),
    ("check_metrics", {"metrics": "scores", "evaluation": "search"}, "metrics: scores has no column 'evaluation'"),
    ("column_metadata", {}, "the var rankhouse is missing"),
    ("semantic_model", {}, "the var rankhouse is missing"),
    ("semantic_model", {"models": "x"}, "unknown argument 'models' of semantic_model: did you mean 'model'?"),
    ("publish", {}, "rankhouse.publish needs the folder that files are written to: --args '{folder: dashboards}'"),
    ("publish", {"folder": "x"}, "the var rankhouse is missing"),
    (
        "publish",
        {"folder": "x", "model": "scores"},
        "unknown argument 'model' of publish: write models, a list of names",
    ),
    ("publish", {"folder": "x", "models": "score"}, "there is no model 'score': did you mean 'scores'?"),
]


def test_an_operation_without_what_it_needs_says_so(tmp_path: Path) -> None:
    day = "select date '2026-01-01' as day, 'ndcg@3' as measure, 'ndcg' as metric, 3 as k, 1.0 as value"
    project = new_project(tmp_path, {"models/scores.sql": day})
    runs(project, "run")
    for name, arguments, message in WITHOUT_VAR:
        done = dbt(project, "--quiet", "run-operation", f"rankhouse.{name}", "--args", json.dumps(arguments))
        assert done.returncode and message in " ".join(done.stdout.split()), (message, done.stdout)


def test_the_semantic_model_is_that_of_the_example(tmp_path: Path) -> None:
    """Which MetricFlow itself is asked about: make demo-metricflow."""
    project = installed(tmp_path, "examples/metricflow")
    printed = runs(project, "--quiet", "run-operation", "rankhouse.semantic_model")
    assert printed == (ROOT / "examples/metricflow/models/semantic_models.yml").read_text()


def test_each_evaluation_has_a_semantic_model_of_its_own(several: Path) -> None:
    printed = yaml.safe_load(runs(several, "--quiet", "run-operation", "rankhouse.semantic_model"))
    assert [model["name"] for model in printed["semantic_models"]] == [
        "search_query_quality",
        "it_s_a_shop_query_quality",
    ]


def test_dbt_of_today_finds_semantics_among_the_properties_of_a_model(several: Path, tmp_path: Path) -> None:
    """The same metrics, dimensions and filters; tests/versions/dbt_v2.py lets dbt v2 read them."""
    project = installed(tmp_path, "examples/metricflow")
    for each in (several, project):
        arguments = ["--quiet", "run-operation", "rankhouse.semantic_model", "--args"]
        legacy = yaml.safe_load(runs(each, *arguments, "{legacy: true}"))
        (model,) = yaml.safe_load(runs(each, *arguments, "{legacy: false}"))["models"]
        assert model["name"] == "query_quality" and model["semantic_model"] == {"enabled": True}
        assert [metric["name"] for metric in model["metrics"]] == [metric["name"] for metric in legacy["metrics"]]
        for metric, old in zip(model["metrics"], legacy["metrics"], strict=True):
            same = {"label", "description", "type"}
            assert {key: metric[key] for key in same} == {key: old[key] for key in same}
            assert metric["filter"] == re.sub(r"'\w*evaluation__", "'evaluation__", old["filter"])
            (old_measure,) = (
                measure
                for semantic in legacy["semantic_models"]
                for measure in semantic["measures"]
                if measure["name"] == old["type_params"]["measure"]
            )
            assert (metric["agg"], metric["expr"]) == (old_measure["agg"], old_measure["expr"])
        dimensions = {
            column["dimension"].get("name", column["name"]): column["dimension"]["type"]
            for column in model["columns"]
            if "dimension" in column
        }
        dimensions |= {one["name"]: one["type"] for one in model.get("derived_semantics", {}).get("dimensions", [])}
        for semantic in legacy["semantic_models"]:
            for dimension in semantic["dimensions"]:
                assert dimension["name"] in dimensions
