"""What dbt offers around a build, with the ready-made models and a model of the user's: docs/reference/dbt.md.

Every test works on a copy of one project that has been built.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from dbt_projects import DATABASE, ROOT, dbt, new_project, statuses

pytestmark = pytest.mark.thorough

SETTINGS: dict[str, Any] = {
    "run": "search_run",
    "judgments": "search_judgments",
    "measures": ["reciprocal_rank"],
    "by": ["system", "day"],
    "judgments_by": ["day"],
    "partition": "day",
    "latest": "day",
}
# Three days; on each one query of one system, whose relevant item is at rank 2.
INPUTS = """
create table run as
select 'bm25' as system, day::date as day, 'q1' as query_id, item_id, score
from generate_series(date '2026-01-01', date '2026-01-03', interval 1 day) as days(day),
    (values ('a', 2.0), ('b', 1.0)) as items(item_id, score);
create table judgments as select distinct day, query_id, 'b' as item_id, 1 as relevance from run;
"""
FILES = {
    "models/search_run.sql": "select * from {{ source('raw', 'run') }}",
    "models/search_judgments.sql": "select * from {{ source('raw', 'judgments') }}",
    "models/shown_before.sql": "select 'q1' as query_id, 'z' as item_id",
    "models/search_quality.sql": """
{{ rankhouse.metrics(
    run=ref("search_run"),
    judgments=ref("search_judgments"),
    measures=["mrr"],
    by=["system", "day"],
    judgments_by=["day"],
) }}
""",
    "models/search_contract.sql": """
select system, day, measure, value, n_queries from {{ ref("rankhouse__metrics") }}
""",
    "models/models.yml": """
sources:
  - name: raw
    schema: main
    tables: [{name: run}, {name: judgments}]
models:
  - name: search_run
    config: {event_time: day}
    data_tests:
      - rankhouse.no_training_items: {arguments: {training: ref('shown_before')}}
  - name: search_judgments
    config: {event_time: day}
  - name: search_contract
    config: {contract: {enforced: true}, materialized: table}
    columns:
      - {name: system, data_type: varchar}
      - {name: day, data_type: date}
      - {name: measure, data_type: varchar}
      - {name: value, data_type: double}
      - {name: n_queries, data_type: bigint}
unit_tests:
  - name: the_second_of_three
    model: search_quality
    given:
      - input: ref('search_run')
        rows:
          - {system: bm25, query_id: q1, item_id: a, score: 3.0}
          - {system: bm25, query_id: q1, item_id: b, score: 2.0}
          - {system: bm25, query_id: q1, item_id: c, score: 1.0}
      - input: ref('search_judgments')
        rows: [{query_id: q1, item_id: b, relevance: 1}]
    expect:
      rows: [{system: bm25, measure: reciprocal_rank, value: 0.5, n_queries: 1, n_missing: 0}]
""",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = new_project(tmp_path_factory.mktemp("built"), FILES, {"vars": {"rankhouse": SETTINGS}})
    change(project, INPUTS)
    # Unit tests, contracts and the package's own tests are part of it.
    runs(project, "--warn-error", "build", artifacts=True)
    assert set(statuses(project).values()) == {"success", "pass"}
    assert statuses(project)["search_quality"] == statuses(project)["search_contract"] == "success"
    shutil.copytree(project / "target", project / "production")
    return project


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Path:
    return shutil.copytree(built, tmp_path / "project", symlinks=True)


def test_the_page_has_these_features() -> None:
    section = (
        (ROOT / "docs" / "reference" / "dbt.md").read_text().partition("## Around a build")[2].partition("\n## ")[0]
    )
    features = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")][1:]
    expected = ["`--warn-error`", "unit tests", "contracts", "`persist_docs`", "`--empty`", "`--sample`", "`dbt parse`"]
    assert features == [*expected, "partial parsing", "`state:modified`", "`--defer`", "`dbt clone`"]


def runs(project: Path, *arguments: str, artifacts: bool = False) -> str:
    done = dbt(project, *arguments, artifacts=artifacts)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def change(project: Path, sql: str) -> None:
    with duckdb.connect(str(project / DATABASE)) as con:
        con.execute(sql)


def rows(project: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(project / DATABASE), read_only=True) as con:
        return con.execute(sql).fetchall()


def values(project: Path, table: str = "rankhouse__metrics") -> dict[int, float]:
    """The reciprocal rank of each day."""
    return dict(rows(project, f"select day(day), value from {table} order by all"))


def configure(project: Path, **settings: Any) -> None:
    path = project / "dbt_project.yml"
    text = yaml.safe_load(path.read_text())
    text["vars"]["rankhouse"] |= settings
    path.write_text(yaml.safe_dump(text))


def listed(project: Path, *arguments: str) -> list[str]:
    found = runs(project, "--quiet", "ls", "--resource-type", "model", "--output", "name", *arguments)
    return found.split()


UP = "update run set score = 3 where item_id = 'b' and day in ('2026-01-01', '2026-01-03')"


def test_a_sample_leaves_other_days_as_they_are(project: Path) -> None:
    change(project, UP + "; delete from run where day = '2026-01-02'")
    runs(project, "run", "--sample", '{"start": "2026-01-03", "end": "2026-01-04"}')
    assert values(project) == values(project, "rankhouse__query_metrics") == {1: 0.5, 2: 0.5, 3: 1.0}
    runs(project, "run")
    assert values(project) == values(project, "rankhouse__query_metrics") == {1: 1.0, 3: 1.0}


def test_an_empty_build_leaves_the_days_that_there_are(project: Path) -> None:
    change(project, UP)
    runs(project, "build", "--empty", "--exclude", "test_type:unit")
    assert values(project) == values(project, "rankhouse__query_metrics") == {1: 0.5, 2: 0.5, 3: 0.5}
    runs(project, "run")
    assert values(project) == values(project, "rankhouse__query_metrics") == {1: 1.0, 2: 0.5, 3: 1.0}


def test_an_empty_build_makes_tables_without_rows(project: Path) -> None:
    (project / DATABASE).unlink()
    change(project, INPUTS)
    runs(project, "run", "--empty")
    assert values(project) == values(project, "search_contract") == {}
    runs(project, "run")
    assert values(project) == values(project, "search_contract") == {1: 0.5, 2: 0.5, 3: 0.5}


def test_parsing_checks_the_arguments_of_models(project: Path) -> None:
    model = project / "models" / "search_quality.sql"
    text = model.read_text()
    many = f'"ndcg@{{{",".join(map(str, range(1, 502)))}}}"'
    for measure, message in (
        ('"mmr"', "unknown measure 'mmr': did you mean 'mrr'?"),
        (many, "measures has 501 measures, but a call takes at most 500"),
    ):
        model.write_text(text.replace('"mrr"', measure))
        done = dbt(project, "parse")
        assert done.returncode != 0
        assert message in " ".join(done.stdout.split())


def test_partial_parsing_sees_what_has_changed(project: Path) -> None:
    assert "Unable to do partial parsing" not in runs(project, "ls")
    model = project / "models" / "search_quality.sql"
    model.write_text(model.read_text().replace('"mrr"', '"ndcg(gain=linear)@1"'))
    assert "Unable to do partial parsing" not in runs(project, "run", "--select", "search_quality")
    assert rows(project, "select measure from search_quality") == [("ndcg(gain=linear)@1",)] * 3


@pytest.mark.parametrize("compares_text", [False, True])
def test_state_modified_selects_what_has_changed(project: Path, compares_text: bool) -> None:
    """compares_text: the settings of models as they are written, not what they mean, as dbt 1.12 does of itself."""
    path = project / "dbt_project.yml"
    settings = yaml.safe_load(path.read_text())
    settings.setdefault("flags", {})["state_modified_compare_more_unrendered_values"] = compares_text
    path.write_text(yaml.safe_dump(settings))
    runs(project, "parse", "--target-path", "production", artifacts=True)
    modified = ("--state", "production", "--select", "state:modified")
    assert listed(project, *modified) == []
    configure(project, measures=["precision@1"])
    model = project / "models" / "search_quality.sql"
    model.write_text(model.read_text().replace('"mrr"', '"map"'))
    # Settings are a model only where numbers say where they come from, and maturity where labels come late.
    ready_made = {path.stem for path in (ROOT / "models").glob("rankhouse__*.sql")}
    others = {"rankhouse__metric_settings", "rankhouse__maturity"}
    assert {*listed(project, *modified)} == (ready_made - others) | {"search_quality"}


EVALUATE = {"search_quality", "rankhouse__partitions", "rankhouse__query_metrics"}
READ_MEASURES = EVALUATE | {"rankhouse__metrics", "rankhouse__wide", "rankhouse__latest"}
# A macro that is edited, its file, and the models that depend on it.
EDITED = {
    "value_ndcg(measure)": ("measures/ranking/dcg.sql", READ_MEASURES),
    "mae(actual, predicted)": ("measures/rating/mae.sql", {"rating_errors"}),
    "duckdb__holds_ideal(plan)": ("ranking/ranked_on_duckdb.sql", EVALUATE),
    "conventions()": ("catalogue/conventions.sql", READ_MEASURES),
}


def test_state_modified_selects_the_models_of_an_edited_macro(project: Path) -> None:
    """Of a formula, a step or a convention. A formula is one of its task's, whichever measures a model names."""
    (project / "models" / "rating_errors.sql").write_text("{{ rankhouse.rating_metrics(ref('search_run')) }}")
    package = project / "dbt_packages" / "rankhouse"
    package.unlink()
    for name in ("macros", "models", "seeds"):
        shutil.copytree(ROOT / name, package / name)
    for name in ("dbt_project.yml", ".dbtignore"):
        shutil.copy(ROOT / name, package)
    runs(project, "parse", "--target-path", "production", artifacts=True)
    for macro, (file, models) in EDITED.items():
        path = package / "macros" / file
        text = path.read_text()
        path.write_text(re.sub(rf"({{% macro {re.escape(macro)} -?%}})", r"\1{# edited #}", text))
        assert {*listed(project, "--state", "production", "--select", "state:modified")} == models, macro
        path.write_text(text)


def develop(project: Path) -> None:
    """From now on builds go to the schema dev."""
    path = project / "profiles.yml"
    profiles = yaml.safe_load(path.read_text())
    profiles["user"]["outputs"]["dev"]["schema"] = "dev"
    path.write_text(yaml.safe_dump(profiles))


def test_deferred_inputs_are_those_of_production(project: Path) -> None:
    develop(project)
    configure(project, measures=["precision@2"])
    selected = ["rankhouse__partitions", "rankhouse__query_metrics", "rankhouse__metrics"]
    runs(project, "run", "--defer", "--state", "production", "--select", *selected)
    assert rows(project, "select distinct measure, value from dev.rankhouse__metrics") == [("precision@2", 0.5)]
    assert values(project, "main.rankhouse__metrics") == {1: 0.5, 2: 0.5, 3: 0.5}
    # Nothing else was made there.
    assert rows(project, "select count(*) from duckdb_views() where schema_name = 'dev'") == [(0,)]


def test_a_clone_is_a_view_until_it_is_built(project: Path) -> None:
    develop(project)
    runs(project, "clone", "--state", "production")
    assert values(project, "dev.rankhouse__metrics") == {1: 0.5, 2: 0.5, 3: 0.5}
    change(project, UP)
    runs(project, "run")
    assert values(project, "dev.rankhouse__metrics") == values(project, "dev.rankhouse__query_metrics")
    assert values(project, "dev.rankhouse__metrics") == {1: 1.0, 2: 0.5, 3: 1.0}
    assert values(project, "main.rankhouse__metrics") == {1: 0.5, 2: 0.5, 3: 0.5}


def test_a_broken_contract_and_a_wrong_unit_test_stop_their_models(project: Path) -> None:
    path = project / "models" / "models.yml"
    text = path.read_text().replace("name: value, data_type: double", "name: value, data_type: varchar")
    path.write_text(text.replace("value: 0.5", "value: 0.25"))
    done = dbt(project, "build", "--select", "search_contract", "search_quality")
    assert done.returncode == 1
    assert "enforced contract that failed" in done.stdout
    assert statuses(project) == {"search_contract": "error", "search_quality": "skipped"}


def test_the_documentation_has_what_users_call(project: Path) -> None:
    """Of macros that users call a description; of the models' columns that follow from vars, their names."""
    runs(project, "--warn-error", "docs", "generate", "--empty-catalog", artifacts=True)
    manifest = json.loads((project / "target" / "manifest.json").read_text())
    ours = [macro for macro in manifest["macros"].values() if macro["package_name"] == "rankhouse"]
    described = {macro["name"] for macro in ours if macro["description"]}
    assert {"metrics", "query_metrics", "ndcg", "test_unique_items"} <= described
    models = {
        node["name"]: node["description"] for node in manifest["nodes"].values() if node["package_name"] == "rankhouse"
    }
    for name in ("query_metrics", "metrics", "wide", "latest"):
        assert "come first: system, day." in models[f"rankhouse__{name}"]
    for name in ("wide", "latest"):
        assert "a column for each measure (reciprocal_rank)" in models[f"rankhouse__{name}"]
    assert "comes first: day." in models["rankhouse__partitions"]
