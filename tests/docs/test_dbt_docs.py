"""The dbt of the documentation, built by dbt: every jinja and yaml block of every page has a home here, or fails.

A block that is run is a model over the tables that its page has made so far. A block that is not run by itself is the
file that the paragraph above names; with the yaml of its page it makes a project.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest
import typer
import yaml

import document
import rankhouse
from dbt_projects import DATABASE, PLUGIN, ROOT, dbt, new_project, statuses
from executed import BLOCK, PRINTING, as_text
from rankhouse.cli import app

pytestmark = pytest.mark.thorough

WRITTEN = document.written_pages()
PAGES = [ROOT / "README.md", *document.skills(), *sorted((ROOT / "docs").rglob("*.md"))]
NAMED = re.compile(r"`((?:models|macros)/\w+\.sql)`")
YAML = re.compile(r"^```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)
REF = re.compile(r"""ref\(["'](\w+)["']\)""")
Files = dict[str, str]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


# Blocks that are run.


@dataclass(frozen=True)
class Block:
    page: Path
    name: str
    code: str
    shown: str | None


# The relations of a block are copies of the tables that its page has made by then.
REFERENCE = """
{% macro ref(name) %}
    {{ return(api.Relation.create(target.database, "copies", model.name ~ "__" ~ name)) }}
{% endmacro %}
"""


def run_in_turn(con: duckdb.DuckDBPyConnection) -> Iterator[Block]:
    """Every block that is run, in turn, with its relations in the schema `copies`."""
    con.execute("create schema copies")
    for page in PAGES:
        schema = re.sub(r"\W", "_", name_of(page).removesuffix(".md")).lower()
        con.execute(f"create schema {schema}; set search_path = '{schema},main'")
        blocks = [block for block in BLOCK.finditer(page.read_text()) if not block["skip"]]
        last = max((number for number, block in enumerate(blocks) if block["language"] == "jinja"), default=-1)
        for number, block in enumerate(blocks[: last + 1]):
            if block["language"] == "sql":
                for statement in duckdb.extract_statements(block["code"]):
                    if statement.type not in PRINTING:
                        con.execute(statement)
            elif block["language"] == "python" and ".create(" in block["code"]:
                exec(block["code"], {"con": con, "rankhouse": rankhouse})
            elif block["language"] == "jinja":
                name = f"{schema}_{number}"
                for table in set(REF.findall(block["code"])):
                    con.execute(f'create table copies."{name}__{table}" as from "{table}"')
                yield Block(page, name, block["code"], block["output"])


def test_blocks_are_built_and_have_the_rows_that_are_shown(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Where blocks write files.
    folder = contextlib.chdir(tmp_path_factory.mktemp("written"))
    with duckdb.connect(str(tmp_path / DATABASE)) as con, folder:
        rankhouse.register(con, schema="main")
        blocks = list(run_in_turn(con))
    assert len(blocks) > 50
    # Those of the derived pages differ in the measure alone.
    made = {True: '{{ config(materialized="table") }}\n', False: '{{ config(materialized="view") }}\n'}
    files = {f"models/{block.name}.sql": made[block.page in WRITTEN] + block.code for block in blocks}
    project = new_project(tmp_path, files | {"macros/ref.sql": REFERENCE}, plugin=PLUGIN)
    built = dbt(project, "--warn-error", "run")
    assert built.returncode == 0, built.stdout
    assert statuses(project) == {block.name: "success" for block in blocks}
    with duckdb.connect(str(tmp_path / DATABASE), read_only=True) as con:
        for block in blocks:
            if block.shown is not None:
                con.execute(f"from {block.name}")
                assert as_text(con).rstrip() == block.shown.rstrip(), block


# Files and yaml.

RUN = """
select system, date '2026-01-01' + day::integer as day, 'q' || q as query_id, 'i' || i as item_id, -i as score
from (values ('live'), ('next')) as systems(system), range(2) as days(day), range(120) as queries(q),
    range(9) as items(i)
"""
JUDGMENTS = """
select 'q' || q as query_id, 'i' || i as item_id, 1 + q % 3 as relevance
from range(120) as queries(q), range(9) as items(i)
"""
RATINGS = """
select 'u' || u as user_id, 'i' || i as item_id, 3 as rating, date '2026-01-20' + i::integer as rated_at
from range(9) as users(u), range(20) as items(i)
"""
INPUTS = {"models/search_run.sql": RUN, "models/search_judgments.sql": JUDGMENTS}
# What pages tell in words; search_run and search_judgments are the reader's own.
BY_DAY = INPUTS | {
    "models/search_judgments.sql": f"select date '2026-01-01' + day::integer as day, judged.*"
    f" from ({JUDGMENTS}) as judged, range(2) as days(day)",
}
TOLD: dict[str, Files] = {
    "docs/comparison/decide.md": {
        "models/by_query.sql": (ROOT / "docs/comparison/decide.md")
        .read_text()
        .split("create table by_query as\n")[1]
        .split(";\ncopy")[0],
        "models/decisions.sql": """
{{ rankhouse.decision(ref("by_query"), baseline="bm25", measure="ndcg@10", segments=["country"]) }}""",
    },
    "docs/reference/dbt.md": INPUTS,
    "docs/how-to/alerts.md": INPUTS
    | {
        "models/search_quality.sql": """
{{ rankhouse.metrics(ref("search_run"), ref("search_judgments"), ["ndcg@10"], by=["system", "day"]) }}""",
        "models/models.yml": "{version: 2, models: [{name: search_quality,"
        " data_tests: [rankhouse.missing_share_at_most]}]}",
    },
    "docs/how-to/gate.md": {
        "models/search_run.sql": f"select * from ({RUN}) as listed where day = '2026-01-01'",
        "models/search_judgments.sql": JUDGMENTS,
        "models/search_quality.sql": """
{{ rankhouse.metrics(ref("search_run"), ref("search_judgments"), ["ndcg@10", "judged@10"], by=["system"]) }}""",
        "models/search_quality_by_query.sql": """
{{ rankhouse.query_metrics(ref("search_run"), ref("search_judgments"), ["ndcg@10"], by=["system"]) }}""",
    },
    "skills/adding-a-quality-gate/SKILL.md": {
        "models/search_run.sql": f"select system, query_id, item_id, score from ({RUN}) as listed"
        " where day = '2026-01-01'",
        "models/search_judgments.sql": JUDGMENTS,
    },
    "docs/start/dbt.md": {
        "models/search_run.sql": f"select 'dense' as system, query_id, item_id, score from ({RUN}) as listed"
        " where system = 'live' and day = '2026-01-01'",
        "models/search_judgments.sql": JUDGMENTS,
        "models/search_quality.sql": """
{{ rankhouse.metrics(ref("search_run"), ref("search_judgments"), ["ndcg@10"], by=["system"]) }}""",
    },
    "docs/reference/living-tables.md": BY_DAY,
    "docs/reference/late-labels.md": BY_DAY,
    "docs/reference/several-evaluations.md": BY_DAY
    | {
        "models/recommended_items.sql": "select 1 as week, 'u1' as user_id, 'i1' as item_id, 1 as score",
        "models/bought_items.sql": "select 'u1' as user_id, 'i1' as item_id, 1 as relevance",
        "models/shop_metrics.sql": """
{{ rankhouse.metrics(
    ref("recommended_items"), ref("bought_items"), ["hit_rate@10"], by=["week"], columns={"query_id": "user_id"}
) }}""",
    },
    "docs/reference/publishing.md": INPUTS
    | {
        "models/search_quality.sql": """
select system, measure, value, n_queries
from ({{ rankhouse.metrics(ref("search_run"), ref("search_judgments"), ["ndcg@10"], by=["system", "day"]) }}) as m""",
    },
    "docs/reference/provenance.md": INPUTS
    | {
        f"models/{month}.sql": """
{{ config(materialized="table") }}
{{ rankhouse.metrics(ref("search_run"), ref("search_judgments"), ["mrr"], by=["system", "day"], provenance=true) }}"""
        for month in ("january", "february")
    },
    "docs/reference/other-tools.md": INPUTS,
    "docs/protocols/splits.md": {
        "models/ratings.sql": RATINGS,
        "models/recommended.sql": "select 'u1' as user_id, 'i100' as item_id, 1 as score",
    },
    "docs/reference/ties-and-queries.md": INPUTS
    | {
        "models/search_ties.sql": """
{{ rankhouse.tie_audit(ref("search_run"), ref("search_judgments"), ["mrr"], by=["system", "day"]) }}"""
    },
}


def files_of(page: Path) -> Files:
    """The blocks that are not run by themselves, each under the last name in the paragraph above."""
    text = page.read_text()
    files = {}
    for block in BLOCK.finditer(text):
        if block["skip"] and block["language"] in ("jinja", "sql"):
            names = NAMED.findall(text[: block.start()].rstrip().rpartition("\n\n")[2])
            assert names, f"{name_of(page)}: name the file of this block in the paragraph above it:\n{block['code']}"
            files[names[-1]] = block["code"]
    return files


def yaml_of(page: Path) -> list[dict[str, Any]]:
    return [yaml.safe_load(block) for block in YAML.findall(page.read_text())]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_has_a_home(page: Path) -> None:
    """By its language and, of yaml, by its first key."""
    opening = re.findall(r"^```(\w*)$", page.read_text(), re.MULTILINE)[::2]
    assert {*opening} <= {"sql", "jinja", "python", "console", "text", "yaml", "math"}
    assert opening.count("yaml") == len(yaml_of(page))
    if files_of(page) or any(key != "packages" for block in yaml_of(page) for key in block):
        assert name_of(page) in TOLD
    # `on` is how a workflow begins, and true in yaml.
    known = {"packages", "vars", "models", "model-paths", "type", "data_tests", "unit_tests", True}
    assert {next(iter(block)) for block in yaml_of(page)} <= known


def test_workflows_call_commands_that_there_are() -> None:
    workflows = [block for page in PAGES for block in yaml_of(page) if True in block]
    steps = [step.get("run", "") for block in workflows for job in block["jobs"].values() for step in job["steps"]]
    calls = [step.split(">>")[0].split() for step in steps if step.startswith("rankhouse ")]
    assert calls
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for _, name, *words in calls:
        known = {option for parameter in commands[name].params for option in parameter.opts}
        assert {word for word in words if word.startswith("-")} <= known


PACKAGES = [page for page in PAGES if any("packages" in block for block in yaml_of(page))]


@pytest.mark.parametrize("page", PACKAGES, ids=name_of)
def test_packages_are_installed(page: Path, tmp_path: Path) -> None:
    (tmp_path / "rankhouse").symlink_to(ROOT)
    project = new_project(tmp_path / "project", {"models/one.sql": "select 1 as one"})
    (project / "dbt_packages" / "rankhouse").unlink()
    block = next(block for block in yaml_of(page) if "packages" in block)
    (project / "packages.yml").write_text(yaml.safe_dump(block))
    assert dbt(project, "deps").returncode == 0
    assert (project / "dbt_packages" / "rankhouse" / "dbt_project.yml").is_file()


@pytest.mark.parametrize("page", TOLD)
def test_the_yaml_of_a_page_is_built(page: str, tmp_path: Path) -> None:
    blocks = yaml_of(ROOT / page)
    models = [model for block in blocks for model in block.get("models", [])]
    settings = next((block["vars"] for block in blocks if "vars" in block), {})
    defaults = [block for block in blocks if "data_tests" in block]
    folders = next((block for block in blocks if "model-paths" in block), {})
    if page == "docs/reference/dbt.md":
        settings["rankhouse"]["measures"].append("judged@10")
        # The contract on the run is of a table without days.
        contract = next(model for model in models if model["name"] == "search_run")["data_tests"][0]
        contract["rankhouse.unique_items"]["arguments"]["by"].append("day")
    if page == "docs/reference/ties-and-queries.md":
        models[0]["data_tests"][0]["rankhouse.ties_do_not_matter"]["arguments"]["by"].append("day")
    files = TOLD[page] | files_of(ROOT / page)
    unit_tests = [test for block in blocks for test in block.get("unit_tests", [])]
    if models:
        files["models/models.yml"] = yaml.safe_dump({"version": 2, "models": models, "unit_tests": unit_tests})
    project = new_project(tmp_path, files, ({"vars": settings} if settings else {}) | (defaults or [{}])[0] | folders)
    for output in (block for block in blocks if "type" in block):
        profile = {"user": {"target": "dev", "outputs": {"dev": output}}}
        (project / "profiles.yml").write_text(yaml.safe_dump(profile))
    built = dbt(project, "--warn-error", "build")
    assert built.returncode == 0, built.stdout
    ran = statuses(project)
    assert {*ran.values()} <= {"success", "pass"}
    assert {Path(name).stem for name in files if name.startswith("models/") and name.endswith(".sql")} <= ran.keys()
    run = json.loads((project / "target" / "run_results.json").read_text())["results"]
    passed = {each["unique_id"].split(".")[-1] for each in run if each["unique_id"].startswith("unit_test.")}
    assert passed == {test["name"] for test in unit_tests}
    assert ("rankhouse__reference_ties_item" in ran) == bool(folders)
    if defaults:
        with duckdb.connect(str(project / DATABASE), read_only=True) as con:
            stored = "select table_name from duckdb_tables() where schema_name = 'main_dbt_test__audit'"
            assert con.execute(stored).fetchall()
    for model in models:
        for test in model.get("data_tests", []):
            name = (test if isinstance(test, str) else next(iter(test))).removeprefix("rankhouse.")
            assert any(test.startswith(f"rankhouse_{name}_{model['name']}") for test in ran), (name, ran)
