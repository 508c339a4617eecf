"""The dbt package as its users have it: installed into a project, built on DuckDB."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from dbt_projects import DATABASE, ROOT, dbt, installed, new_project
from rankhouse._rendering import jinja

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("dbt"))


@pytest.fixture(scope="module")
def built(project: Path) -> Path:
    result = dbt(project, "build", artifacts=False)
    assert result.returncode == 0, result.stdout
    return project / DATABASE


def test_build_passes_and_covers_every_reference_value(built: Path) -> None:
    with duckdb.connect(str(built), read_only=True) as con:
        tables = [name for (name,) in con.execute("select table_name from duckdb_tables()").fetchall()]
        checked = sum(
            con.execute(f"select count(*) from {name}").fetchall()[0][0]
            for name in tables
            if name.startswith("rankhouse__reference_")
        )
    with (ROOT / "seeds/rankhouse_reference_expected.csv").open() as file:
        assert checked == len(list(csv.DictReader(file)))


@pytest.fixture
def copied(project: Path, built: Path, tmp_path: Path) -> Path:
    """The project as it has been built, for a test that changes it."""
    return shutil.copytree(project, tmp_path / "project", symlinks=True)


def failing(project: Path, *selected: str) -> list[str]:
    """The lines of the tests that fail in a build."""
    result = dbt(project, "build", "--select", *selected, artifacts=False)
    assert result.returncode == 1, result.stdout
    return [line for line in result.stdout.splitlines() if " FAIL " in line]


def test_a_wrong_expected_value_fails_the_build(copied: Path) -> None:
    with duckdb.connect(str(copied / DATABASE)) as con:
        con.execute("update expected_metrics set value = value + 1e-6 where measure = 'ndcg@3'")
        con.execute("update rankhouse_reference_expected set value = value + 1e-6 where measure = 'roc_auc'")
    lines = failing(copied, "mean_quality", "rankhouse__reference_ties_item")
    assert any("same_rows_mean_quality" in line for line in lines)
    assert any("rankhouse__reference_ties_item" in line for line in lines)


def test_input_tests_fail_on_flawed_items(copied: Path) -> None:
    (copied / "seeds" / "flawed.yml").write_text(
        "version: 2\nseeds:\n  - name: flawed_items\n    data_tests:\n"
        "      - rankhouse.unique_items\n"
        "      - rankhouse.complete_items: {arguments: {value: score}}\n"
        "      - rankhouse.relevance_between: {arguments: {lowest: 0, highest: 3}}\n"
        "      - rankhouse.queries_overlap: {arguments: {judgments: ref('relevance_judgments'), at_least: 0.9}}\n"
        "      - rankhouse.no_training_items: {arguments: {training: ref('scored_items')}}\n"
        "      - rankhouse.ids_match: {arguments: {judgments: ref('numbered')}}\n"
        "      - rankhouse.no_input_problems\n"
    )
    (copied / "models" / "numbered.sql").write_text("select 1 as query_id, 2 as item_id, 1 as relevance\n")
    seeds = copied / "seeds" / "seeds.yml"
    original = seeds.read_text()
    seeds.write_text(original[: original.index("  - name: flawed_items")])
    with (copied / "seeds" / "scored_items.csv").open("a") as items:
        items.write("bm25,2026-01-01,q1,a,1\n")
    lines = failing(copied, "flawed_items", "numbered", "scored_items", "relevance_judgments")
    for name in (
        "unique_items",
        "complete_items",
        "relevance_between",
        "queries_overlap",
        "no_training_items",
        "ids_match",
        "no_input_problems",
    ):
        assert any(f"rankhouse_{name}_flawed_items" in line for line in lines), (name, lines)


CALLS = [
    "metrics('main.run', 'main.judgments', ['ndcg@10', 'map'])",
    "query_metrics('main.run', none, ['recall(denominator=min(k, relevant))@5', 'auc'], by=['system'])",
    "metrics('main.run', 'main.judgments', ['gmap'], by=['a b'], judgments_by=['x'], ties='average'"
    ", queries='all', unjudged='drop', columns={'rank': 'place'})",
    "query_metrics('main.run', 'main.judgments', ['q_measure', 'bpref', 'ndcg(negative=normalize)@300'], ties='worst')",
    "recommendation_metrics('main.run', ['gini@5', 'ild(distance=jaccard)', 'novelty@3'], items='main.items'"
    ", interactions='main.history', features='main.genres', by=['a b'], columns={'features.weight': 'w'})",
    "change_by_segment('main.by_query', ['a b', 'country'], system='day', baseline='2026-01-01', by=['system'])",
    "decision('main.by_query', 'it\\'s', 'the system', 'ndcg@10', ['recall@5'], {'recall@5': 0.01}, ['country']"
    ", ['a b'])",
    "decision('main.by_query', test='sign', cluster=false, confidence=0.9, columns={'query_id': 'user id'})",
    "confidence_sequence('main.by_query', baseline='it\\'s', by=['a b', 'x'], columns={'query_id': 'user id'})",
    "mean_intervals('main.by_query', ['a b', 'x'], 'bca', 0.9, 100, 7, columns={'query_id': 'user id'})",
    "class_metrics('main.predictions', ['a b', 'x'], 'zero', {'label': 'the class', 'weight': 'w'})",
    "confusion_matrix('main.predictions', columns={'prediction': 'predicted'})",
    "date_spine('2026-01-30', '2026-03-01', 'week')",
    "moving_average('main.by_day', 28, ['a b', 'x'], 'the day', 'month', {'n_queries': 'n'})",
    "change_from_previous('main.by_day', [], grain='quarter', confidence=0.9, columns={'std_error': 'se'})",
    "ndcg_at_k('relevance', 'score', 10)",
    "dcg('a + b', 'item_rank', 10)",
]


TABLE = re.compile(r"'main\.(\w+)'")


@pytest.fixture(scope="module")
def rendered(project: Path) -> dict[str, str]:
    """The text of each call, by the command itself: dbt in a process from scratch, as a user starts it.

    It reads the whole package then, and warns of nothing.
    """
    relation = r"api.Relation.create(schema='main', identifier='\1')"
    texts = "\n-- next\n".join(f"{{{{ rankhouse.{TABLE.sub(relation, call)} }}}}" for call in CALLS)
    done = subprocess.run(
        [sys.executable, "-m", "dbt.cli.main", "--warn-error", "compile", "--quiet", "--inline", texts],
        cwd=project,
        env=os.environ | {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0", "DBT_DUCKDB_PATH": DATABASE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(zip(CALLS, done.stdout.split("\n-- next\n"), strict=True))


@pytest.mark.parametrize("call", CALLS)
def test_dbt_renders_the_text_that_python_renders(rendered: dict[str, str], call: str) -> None:
    """Of relations: texts look at their types themselves in dbt, which cannot ask its catalogue."""
    name, arguments = TABLE.sub(r"""'"main"."\1"'""", call).split("(", 1)
    known = {"macro": getattr(jinja.macros("duckdb", is_read=True), name), "none": None, "false": False}
    ours = eval(f"macro({arguments}", known)
    assert rendered[call].strip() == ours.strip()


def test_a_project_without_settings_has_no_more_than_the_ready_made_models(tmp_path: Path) -> None:
    """Switched off. dbt makes a test of a model before it knows so; of columns there are none then."""
    project = new_project(tmp_path / "user", {"models/one.sql": "select 1 as one"})
    assert dbt(project, "parse").returncode == 0
    manifest = json.loads((project / "target" / "manifest.json").read_text())
    ready_made = {path.stem for path in (ROOT / "models").glob("*.sql")}
    assert {name.split(".")[-1] for name in manifest["disabled"]} == ready_made
    nodes = manifest["nodes"].values()
    assert [node["name"] for node in nodes if node["resource_type"] != "test"] == ["one"]
    assert {node["file_key_name"] for node in nodes if node["resource_type"] == "test"} <= {
        f"models.{name}" for name in ready_made
    }
    assert [node["name"] for node in nodes if node.get("column_name")] == []
    assert [each["path"] for each in manifest["macros"].values() if "outside_dbt" in each["path"]] == []


def test_an_unknown_setting_names_the_nearest(project: Path) -> None:
    result = dbt(
        project, "parse", "--vars", "{rankhouse: {run: scored_items, measures: [map], judgements: relevance_judgments}}"
    )
    assert result.returncode != 0
    assert "the unknown argument 'judgements': did you mean 'judgments'?" in " ".join(result.stdout.split())


def test_an_unknown_measure_is_a_compilation_error_that_names_the_nearest(project: Path) -> None:
    result = dbt(project, "compile", "--inline", "{{ rankhouse.metrics('main.run', 'main.judgments', ['ndgc@10']) }}")
    assert result.returncode != 0
    assert "did you mean 'ndcg'?" in " ".join((result.stdout + result.stderr).split())
