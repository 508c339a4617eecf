"""dbt as its users run it: projects in folders of their own, with the package installed, on DuckDB."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
DATABASE = "built.duckdb"


def dbt(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0", "DBT_DUCKDB_PATH": DATABASE}
    return subprocess.run(
        [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", *arguments],
        cwd=project,
        env=os.environ | settings | {"PYTHONPATH": str(ROOT / "python")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def installed(folder: Path) -> Path:
    """A copy of integration_tests/ in a new folder, with the package installed."""
    project = shutil.copytree(
        ROOT / "integration_tests",
        folder / "integration_tests",
        ignore=shutil.ignore_patterns("target", "dbt_packages", "logs", "*.yml.lock"),
    )
    (project / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n")
    result = dbt(project, "deps")
    assert result.returncode == 0, result.stdout
    return project


def new_project(folder: Path, files: dict[str, str], settings: dict[str, Any] | None = None) -> Path:
    """A project of these files and further keys of dbt_project.yml; the package is linked to, as `dbt deps` does."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "dbt_packages").mkdir()
    (folder / "dbt_packages" / "rankhouse").symlink_to(ROOT)
    output = {"type": "duckdb", "path": DATABASE, "threads": 2, "plugins": [{"module": "rankhouse.dbt_plugin"}]}
    for name, content in {
        "packages.yml": {"packages": [{"local": str(ROOT)}]},
        "profiles.yml": {"user": {"target": "dev", "outputs": {"dev": output}}},
        "dbt_project.yml": {"name": "user", "profile": "user", "version": "1.0", **(settings or {})},
    }.items():
        (folder / name).write_text(yaml.safe_dump(content))
    return folder


def statuses(project: Path) -> dict[str, str]:
    """Of the last command: name and status of each node."""
    results = json.loads((project / "target" / "run_results.json").read_text())["results"]
    return {result["unique_id"].split(".")[2]: result["status"] for result in results}
