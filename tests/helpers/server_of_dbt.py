"""What the processes of `dbt_projects.dbt` begin with: a dbt that has built a project, and keeps what it read.

It keeps macros parsed and compiled, by their texts, as it does for its own tests. Nothing is kept of a project. (dbt
imports every module on the path whose name begins with dbt_; this one is for the server alone.)
"""

from __future__ import annotations

import contextlib
import gc
import tempfile
from pathlib import Path

from dbt.adapters.duckdb.connections import DuckDBConnectionManager
from dbt.adapters.factory import reset_adapters
from dbt.cli.main import dbtRunner
from dbt_common.tests import enable_test_caching

import rankhouse.dbt_plugin  # noqa: F401 (to be imported by now)
from dbt_projects import new_project
from garbage import collect_seldom
from ready_made_models import FILES, SETTINGS


def build_once() -> None:
    """What is wrong with the package is said by the commands of the tests, not here."""
    enable_test_caching()
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        new_project(Path(folder), FILES, {"vars": {"rankhouse": SETTINGS | {"partition": "day"}}})
        # The second time from what the first one has written down.
        for _ in range(2):
            # The static parser's threads would not be there in the processes that wait for them.
            dbtRunner().invoke(["--quiet", "--no-static-parser", "run"])
    DuckDBConnectionManager.close_all_connections()
    reset_adapters()
    threads = Path("/proc/self/task")
    if threads.exists() and len(list(threads.iterdir())) > 1:
        raise RuntimeError("dbt has left threads behind: processes made from here would wait for them for ever")
    # Processes share with the server what their collectors do not visit.
    gc.collect()
    collect_seldom()


build_once()
