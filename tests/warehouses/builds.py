"""`dbt build` of integration_tests/ on engines that run here: a database of its own, thrown away with the folder.

It has the reference fixtures as models, whose rows are compared here, too.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from dbt_projects import dbt, installed
from rankhouse._rendering.shipped import shipped
from warehouses import reference, transpiled
from warehouses.comparison import Comparison
from warehouses.reference import Session
from warehouses.spark_process import Process

MODELS = sorted(path.stem for path in shipped("models").glob("reference/rankhouse__reference_*.sql"))


@dataclass(frozen=True)
class Built:
    """How many seeds, models and tests dbt built, and the values of the reference fixtures among them."""

    n_nodes: int
    fixtures: list[Comparison]


def on_postgres() -> Built:
    """Raises AssertionError with what dbt said when a node failed."""
    from warehouses import postgres

    with postgres.server() as port, tempfile.TemporaryDirectory() as folder:
        project = installed(Path(folder))
        result = dbt(project, "build", DBT_TARGET="postgres", DBT_POSTGRES_PORT=str(port))
        assert result.returncode == 0, f"dbt build on Postgres:\n{result.stdout}\n{result.stderr}"
        with postgres.connected(port) as session:
            return built(project, session)


def on_spark(process: Process) -> Built:
    """The same; the tables are files, which DuckDB reads sooner than Spark."""
    with tempfile.TemporaryDirectory() as folder, transpiled.session("duckdb") as session:
        project = process.installed(Path(folder), "integration_tests")
        # With the code that Spark generates, as it does for its users.
        process.sql("set spark.sql.codegen.factoryMode = FALLBACK")
        process.dbt(project, "build", "--target", "spark")
        process.sql("reset spark.sql.codegen.factoryMode")
        session.con.execute("create schema rankhouse")
        for model in MODELS:
            files = process.warehouse / "rankhouse.db" / model / "*.parquet"
            session.con.execute(f"create view rankhouse.{model} as from read_parquet('{files}')")
        return built(project, session)


def built(project: Path, session: Session) -> Built:
    nodes = json.loads((project / "target" / "run_results.json").read_text())["results"]
    done = [node for node in nodes if node["status"] in ("success", "pass")]
    # There is nothing to build of an exposure.
    others = {node["unique_id"]: node["status"] for node in nodes if node not in done}
    assert done and {*others.values()} <= {"no-op"}, others
    rows = [row for model in MODELS for row in session.query(f"select * from rankhouse.{model}")]
    return Built(len(done), reference.compared(rows))
