"""integration_tests/ as a user's project: a copy with the package installed, and dbt run in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def installed(folder: Path) -> Path:
    """The project in a new folder."""
    project = shutil.copytree(
        ROOT / "integration_tests",
        folder / "integration_tests",
        ignore=shutil.ignore_patterns("target", "dbt_packages", "logs", "*.yml.lock"),
    )
    (project / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n")
    result = dbt(project, "deps")
    assert result.returncode == 0, result.stdout
    return project


def dbt(project: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`variables` are those of the environment that profiles.yml reads."""
    environment = os.environ | {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0", "DBT_DUCKDB_PATH": "built.duckdb"} | variables
    environment["PYTHONPATH"] = str(ROOT / "python")
    return subprocess.run(
        [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", *arguments],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
