"""`dbt build` of integration_tests/ on engines that run here: a database of its own, thrown away with the folder."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dbt_projects import dbt, installed


def build(engine: str) -> int:
    """How many seeds, models and tests dbt built. Raises AssertionError with what dbt said when one of them failed."""
    with target(engine) as variables, tempfile.TemporaryDirectory() as folder:
        project = installed(Path(folder))
        result = dbt(project, "build", **variables)
        assert result.returncode == 0, f"dbt build on {engine}:\n{result.stdout}\n{result.stderr}"
        nodes = json.loads((project / "target" / "run_results.json").read_text())["results"]
        done = [node for node in nodes if node["status"] in ("success", "pass")]
        # There is nothing to build of an exposure.
        others = {node["unique_id"]: node["status"] for node in nodes if node not in done}
        assert done and {*others.values()} <= {"no-op"}, others
        return len(done)


@contextmanager
def target(engine: str) -> Iterator[dict[str, str]]:
    """The variables that profiles.yml reads."""
    if engine == "postgres":
        from warehouses import postgres

        with postgres.server() as port:
            yield {"DBT_TARGET": engine, "DBT_POSTGRES_PORT": str(port)}
    else:
        from warehouses import spark

        with spark.quick_builds() as environment:
            yield {"DBT_TARGET": engine, **environment}
