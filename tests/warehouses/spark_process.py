"""A process with a session of Spark for one build of dbt after another: Java need not start and learn for each."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import yaml

from dbt_projects import ROOT, SETTINGS, copied


def profile() -> dict[str, Any]:
    """Spark in the process of dbt, with the settings of integration_tests/."""
    output = yaml.safe_load((ROOT / "integration_tests" / "profiles.yml").read_text())
    session: dict[str, Any] = output["integration_tests"]["outputs"]["spark"]
    session["server_side_parameters"]["spark.master"] = "local[2]"
    # Of more than 32 folders a job would make the list, at every look.
    session["server_side_parameters"]["spark.sql.sources.parallelPartitionDiscovery.threshold"] = "10000"
    return {"user": {"target": "dev", "outputs": {"dev": session | {"schema": "built"}}}}


def serve(folder: Path, pipe: Connection, environment: Mapping[str, str], keeps_macros: bool) -> None:
    """Statements and builds come in; what dbt and Spark print is in said.txt."""
    os.chdir(folder)
    os.environ.update(SETTINGS | environment)
    (folder / "said.txt").touch()
    for stream in (1, 2):
        os.dup2(os.open(folder / "said.txt", os.O_WRONLY | os.O_APPEND), stream)
    from dbt.adapters.duckdb.connections import DuckDBConnectionManager
    from dbt.cli.main import dbtRunner
    from dbt_common.tests import enable_test_caching
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    if keeps_macros:
        enable_test_caching()
    builder = SparkSession.builder.enableHiveSupport()
    spark = builder.config(map=profile()["user"]["outputs"]["dev"]["server_side_parameters"]).getOrCreate()
    pipe.send(spark.sparkContext._gateway.proc.pid)
    while (asked := pipe.recv()) is not None:
        if isinstance(asked, str):
            try:
                pipe.send([tuple(row) for row in spark.sql(asked).collect()])
            except (PySparkException, Py4JError) as refused:
                pipe.send(str(refused))
        else:
            project, arguments = asked
            os.chdir(project)
            done = dbtRunner().invoke(["--no-use-colors", *arguments])
            DuckDBConnectionManager.close_all_connections()
            pipe.send(bool(done.success))


class Process:
    """The process that `serve` is, and that of its Java. The tables are below spark-warehouse/ in the folder.

    keeps_macros: dbt keeps macros parsed and compiled from one build to the next, by their texts. Users' dbt does not.
    """

    def __init__(
        self, folder: Path, environment: Mapping[str, str] | None = None, *, keeps_macros: bool = False
    ) -> None:
        self.folder, self.warehouse = folder, folder / "spark-warehouse"
        self.environment, self.keeps_macros = environment or {}, keeps_macros
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(self.folder, theirs, self.environment, self.keeps_macros))
        self.process.start()
        theirs.close()
        self.java: int = self.pipe.recv()

    def sql(self, statement: str) -> Any:
        """Rows. Raises AssertionError with the words of a Spark that refuses the statement."""
        self.pipe.send(statement)
        found = self.pipe.recv()
        assert not isinstance(found, str), f"{statement}: {found}"
        return found

    def begin(self, project: Path, *arguments: str) -> None:
        """dbt, in the project's folder; the pipe has then whether it has ended well."""
        self.pipe.send((project, arguments))

    def dbt(self, project: Path, *arguments: str) -> None:
        """Raises AssertionError with the end of what dbt said."""
        self.begin(project, *arguments)
        assert self.pipe.recv(), f"dbt {arguments}: {(self.folder / 'said.txt').read_text()[-5000:]}"

    def installed(self, folder: Path, name: str) -> Path:
        """A copy of a project of this repository in a new folder, with the package installed."""
        project = copied(folder, name)
        self.dbt(project, "deps")
        return project

    def kill(self) -> None:
        for process in (self.java, self.process.pid):
            assert process is not None
            # Java ends by itself where Python has failed.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.join()

    def end(self) -> None:
        self.pipe.send(None)
        self.process.join()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, kind: object, *about: object) -> None:
        if kind:
            self.kill()
        else:
            self.end()
