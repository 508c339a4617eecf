"""The yaml of the page on dbt, in a project that dbt builds: the ready-made models, contracts and gates."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from dbt_projects import ROOT, dbt, new_project, statuses

PAGE = (ROOT / "docs" / "dbt.md").read_text()
RUN = """
select system, date '2026-01-01' + day::integer as day, 'q' || q as query_id, 'i' || i as item_id, -i as score
from (values ('live'), ('next')) as systems(system), range(2) as days(day), range(120) as queries(q),
    range(9) as items(i)
"""
JUDGMENTS = """
select 'q' || q as query_id, 'i' || i as item_id, 1 + q % 3 as relevance
from range(120) as queries(q), range(9) as items(i)
"""
MODEL = re.compile(r"`models/(\w+)\.sql`:\n\n<!-- not run -->\n```jinja\n(.*?)```", re.DOTALL)


def blocks() -> list[dict[str, Any]]:
    return [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


def test_the_yaml_of_the_page_is_built(tmp_path: Path) -> None:
    settings = next(block["vars"] for block in blocks() if "vars" in block)
    settings["rankhouse"]["measures"].append("judged@10")
    models = [model for block in blocks() for model in block.get("models", [])]
    # The contract on the run is of a page whose run has no days.
    next(model for model in models if model["name"] == "search_run")["data_tests"][0]["rankhouse.unique_items"] = {
        "arguments": {"by": ["system", "day"]}
    }
    files = {f"models/{name}.sql": sql for name, sql in MODEL.findall(PAGE)}
    assert sorted(files) == ["models/search_quality.sql", "models/search_quality_by_query.sql"]
    files |= {"models/search_run.sql": RUN, "models/search_judgments.sql": JUDGMENTS}
    files["models/models.yml"] = yaml.safe_dump({"version": 2, "models": models})
    project = new_project(tmp_path, files, {"vars": settings})
    built = dbt(project, "--warn-error", "build")
    assert built.returncode == 0, built.stdout
    tests = [name for name, status in statuses(project).items() if status == "pass"]
    for model in models:
        for test in model["data_tests"]:
            name = (test if isinstance(test, str) else next(iter(test))).removeprefix("rankhouse.")
            assert any(f"rankhouse_{name}_{model['name']}" in ran for ran in tests), (name, tests)
