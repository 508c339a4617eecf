"""`dbt build` of integration_tests/ on engines that run here: a database of its own, thrown away with the folder.

It has the reference fixtures as models, whose rows are compared here, too.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dbt_projects import dbt, installed
from rankhouse._rendering.shipped import shipped
from warehouses import reference, transpiled
from warehouses.comparison import Comparison
from warehouses.reference import Session

MODELS = sorted(path.stem for path in shipped("models").glob("reference/rankhouse__reference_*.sql"))


@dataclass(frozen=True)
class Built:
    """How many seeds, models and tests dbt built, and the values of the reference fixtures among them."""

    n_nodes: int
    fixtures: list[Comparison]


def build(engine: str) -> Built:
    """Raises AssertionError with what dbt said when a node failed."""
    with target(engine) as variables, tempfile.TemporaryDirectory() as folder:
        project = installed(Path(folder))
        result = dbt(project, "build", **variables)
        assert result.returncode == 0, f"dbt build on {engine}:\n{result.stdout}\n{result.stderr}"
        nodes = json.loads((project / "target" / "run_results.json").read_text())["results"]
        done = [node for node in nodes if node["status"] in ("success", "pass")]
        # There is nothing to build of an exposure.
        others = {node["unique_id"]: node["status"] for node in nodes if node not in done}
        assert done and {*others.values()} <= {"no-op"}, others
        with opened(engine, project, variables) as session:
            rows = [row for model in MODELS for row in session.query(f"select * from rankhouse.{model}")]
        return Built(len(done), reference.compared(rows))


@contextmanager
def opened(engine: str, project: Path, variables: Mapping[str, str]) -> Iterator[Session]:
    """What dbt built; Spark's tables are files, which DuckDB reads sooner than Spark starts."""
    if engine == "postgres":
        from warehouses import postgres

        with postgres.connected(int(variables["DBT_POSTGRES_PORT"])) as session:
            yield session
    else:
        folder = project / "spark-warehouse" / "rankhouse.db"
        with transpiled.session("duckdb") as session:
            session.con.execute("create schema rankhouse")
            for model in MODELS:
                session.con.execute(f"create view rankhouse.{model} as from read_parquet('{folder / model}/*.parquet')")
            yield session


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
