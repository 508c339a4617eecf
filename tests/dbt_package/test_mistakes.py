"""What an analytics engineer gets wrong, and reads: the mistakes of a list as models of one project, built once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dbt_projects import dbt, new_project
from mistakes import MODELS, TABLES, VARS, Mistake
from rankhouse import InputError
from rankhouse._rendering.jinja import Macros

pytestmark = pytest.mark.thorough

COLUMN_TEST = """
models:
  - name: search_run
    columns:
      - name: item_id
        data_tests:
          - rankhouse.unique_items:
              arguments: {by: [system]}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mistakes are made when models run: what a macro refuses when a project is read would end the command."""
    depends = "".join(f"-- depends_on: {{{{ ref('{name}') }}}}\n" for name in TABLES)
    files = {f"models/{name}.sql": text for name, text in TABLES.items()}
    files |= {
        f"models/mistake_{mistake.name}.sql": f"{depends}{{% if execute %}}{{{{ {mistake.call} }}}}{{% endif %}}"
        for mistake in MODELS
    }
    return new_project(tmp_path_factory.mktemp("mistakes") / "project", files, {"models": {"+materialized": "table"}})


@pytest.fixture(scope="module")
def said(project: Path) -> Mapping[str, str]:
    """The message of each mistake; empty where nobody noticed it."""
    printed = dbt(project, "run").stdout
    results = json.loads((project / "target/run_results.json").read_text())["results"]
    messages = {
        result["unique_id"].split(".")[2]: result["message"] if result["status"] == "error" else ""
        for result in results
    }
    wrong = [name for name in TABLES if messages[name]]
    assert not wrong, messages[wrong[0]]
    return messages | {"printed": printed}


def test_mistakes_are_told_with_their_fix(said: Mapping[str, str]) -> None:
    told = {mistake.name: said[f"mistake_{mistake.name}"] for mistake in MODELS}
    poor = {mistake.name: told[mistake.name] for mistake in MODELS if not is_told(mistake, told[mistake.name])}
    assert not poor
    in_the_engines_words = [name for name, text in told.items() if "Binder Error" in text or "Conversion Error" in text]
    assert in_the_engines_words == []
    assert len(MODELS) >= 58
    assert sum(mistake.tells_fix for mistake in MODELS) >= 50


def is_told(mistake: Mistake, message: str) -> bool:
    # What follows an empty line are dbt's macros, whose names might hold what is looked for.
    return all(text in message.split("\n\n")[0].split("\n  \n")[0] for text in mistake.told)


def test_a_text_for_a_ref_is_a_warning(said: Mapping[str, str]) -> None:
    warning = "run is the text 'search_run', so dbt does not know what to build first: write ref('search_run')"
    assert warning in said["printed"]


def test_a_test_under_a_column_is_told_where_it_belongs(project: Path) -> None:
    (project / "models/columns.yml").write_text(COLUMN_TEST)
    parsed = dbt(project, "parse")
    (project / "models/columns.yml").unlink()
    assert parsed.returncode == 2
    assert "unique_items looks at a whole table: write it under data_tests of the model" in parsed.stdout


@pytest.mark.parametrize("mistake", VARS)
def test_the_var_of_the_ready_made_models(mistake: tuple[dict[str, Any] | None, str]) -> None:
    settings, told = mistake
    macros = Macros("duckdb")
    macros._environment.globals["var"] = {"rankhouse": settings}.get
    with pytest.raises(InputError, match=told):
        macros.settings()
