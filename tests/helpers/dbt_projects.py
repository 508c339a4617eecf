"""dbt as its users run it: projects in folders of their own, with the package installed, on DuckDB."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any
from unittest import mock

import yaml

ROOT = Path(__file__).parents[2]
DATABASE = "built.duckdb"
PLUGIN = "rankhouse.dbt_plugin"
PATIENCE = 600
"""Seconds that a command may take; the longest takes a minute on a busy machine."""
SETTINGS = {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0", "DBT_DUCKDB_PATH": DATABASE}


@cache
def processes() -> ForkServerContext:
    """dbt takes seconds to import, and as many to read the package. A server that has done so makes every process."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["server_of_dbt"])
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("python", "tests/helpers"))
    with mock.patch.dict(os.environ, SETTINGS | {"PYTHONPATH": paths}):
        forkserver.ensure_running()
    return context


def dbt(project: Path, *arguments: str, artifacts: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """As `dbt` on the command line, in the project's folder.

    artifacts: with manifest.json and run_results.json, which take a third of a small build.
    """
    settings = SETTINGS | environment | ({} if artifacts else {"DBT_WRITE_JSON": "0"})
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder, "stdout"), Path(folder, "stderr")
        command = processes().Process(target=_command, args=(project, arguments, settings, printed))
        command.start()
        command.join(PATIENCE)
        has_ended = command.exitcode is not None
        command.kill()
        command.join()
        stdout, stderr = (path.read_text() for path in printed)
    assert command.exitcode is not None
    assert has_ended, f"dbt {arguments} took more than {PATIENCE} seconds: {stdout}"
    return subprocess.CompletedProcess(arguments, command.exitcode, stdout, stderr)


def _command(project: Path, arguments: Sequence[str], environment: Mapping[str, str], printed: Sequence[Path]) -> None:
    for number, path in enumerate(printed, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    os.environ.update(environment)
    os.chdir(project)
    sys.path[:0] = [str(project), str(ROOT / "python")]
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager
    from dbt.cli.main import cli

    try:
        cli(["--no-use-colors", *arguments])
    finally:
        # A process of multiprocessing ends without what is registered for the exit.
        DuckDBConnectionManager.close_all_connections()


def installed(folder: Path, name: str = "integration_tests") -> Path:
    """A copy of a project of this repository in a new folder, with the package installed."""
    project = copied(folder, name)
    result = dbt(project, "deps")
    assert result.returncode == 0, result.stdout
    return project


def copied(folder: Path, name: str = "integration_tests") -> Path:
    """The same before the package is installed, which stands in its packages.yml."""
    built = shutil.ignore_patterns("target", "dbt_packages", "logs", "*.yml.lock", "*.duckdb")
    project = shutil.copytree(ROOT / name, folder / Path(name).name, ignore=built)
    (project / "packages.yml").write_text(f"packages:\n  - local: {ROOT}\n")
    return project


def new_project(
    folder: Path, files: dict[str, str], settings: dict[str, Any] | None = None, plugin: str | None = None
) -> Path:
    """A project of these files and further keys of dbt_project.yml; the package is linked to, as `dbt deps` does.

    plugin: of dbt-duckdb. Ours registers the macros anew for every command.
    """
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "dbt_packages").mkdir(parents=True)
    (folder / "dbt_packages" / "rankhouse").symlink_to(ROOT)
    output = {"type": "duckdb", "path": DATABASE, "threads": 2, "plugins": [{"module": plugin}] if plugin else []}
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
