"""A Spark standalone cluster on loopback, one master and two workers, and `rankhouse.evaluate` on it."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import DataFrame, SparkSession

import rankhouse
from warehouses.comparison import Comparison
from warehouses.spark import QUICKLY_COMPILED, SMALL, Spark, builder
from warehouses.spark_frames import values

DISTRIBUTED = {
    **SMALL,
    "spark.driver.extraJavaOptions": QUICKLY_COMPILED,
    "spark.executor.extraJavaOptions": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
    "spark.executor.cores": "1",
    "spark.executor.memory": "512m",
    "spark.scheduler.minRegisteredResourcesRatio": "1",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.shuffle.partitions": "4",
    "spark.default.parallelism": "4",
    # What another executor has shuffled comes through its port, as between machines, not from the disk they share.
    "spark.shuffle.readHostLocalDisk": "false",
    # Tasks go to any executor at once, however little there is to do.
    "spark.locality.wait": "0",
}


@contextmanager
def started(folder: Path, role: str, *arguments: str) -> Iterator[None]:
    """A daemon of Spark's that ends with the block."""
    launcher = Path(pyspark.__file__).parent / "bin" / "spark-class"
    environment = os.environ | {
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_DAEMON_JAVA_OPTS": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
    }
    with (folder / f"{role}-{len(list(folder.iterdir()))}.log").open("w") as log:
        process = subprocess.Popen(
            [str(launcher), f"org.apache.spark.deploy.{role.lower()}.{role}", *arguments],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def master() -> Iterator[str]:
    """The address of a cluster."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        here = ["--host", "127.0.0.1", "--webui-port", "0"]
        stack.enter_context(started(folder, "Master", *here, "--port", str(port)))
        wait_for(port)
        for worker in ("one", "two"):
            work = ["--cores", "1", "--memory", "1g", "--work-dir", f"{folder}/{worker}"]
            stack.enter_context(started(folder, "Worker", *here, *work, f"spark://127.0.0.1:{port}"))
        yield f"spark://127.0.0.1:{port}"


def wait_for(port: int, seconds: int = 60) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


@contextmanager
def session() -> Iterator[Spark]:
    with master() as address:
        spark = builder(address, DISTRIBUTED).getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        try:
            yield Spark(spark)
        finally:
            spark.stop()


# Ranked in lists of a query, and with windows over its rows.
IN_LISTS = ["ndcg@10", "map", "mrr", "precision@10", "rbp@10", "bpref"]
IN_WINDOWS = ["ndcg@10", "map", "roc_auc", "err@10", "q_measure"]


def steps(plan: Any) -> Iterator[Any]:
    """A physical plan's operators."""
    yield plan
    children = plan.children()
    for place in range(children.size()):
        yield from steps(children.apply(place))


def asked(pairs: DataFrame) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """Measures with options that are evaluated in ways of their own."""
    yield IN_LISTS, {}
    yield IN_WINDOWS, {}
    yield IN_LISTS, {"by": ["system"]}
    yield IN_WINDOWS, {"by": ["system"]}
    yield IN_LISTS[:-1], {"ties": "average"}
    yield IN_LISTS, {"unjudged": "drop"}
    yield IN_LISTS, {"exclude": pairs}
    yield IN_WINDOWS, {"exclude": pairs, "candidates": pairs}


def nothing_goes_to_one_task(spark: SparkSession) -> None:
    """Raises AssertionError when a plan has a window over more than a query, or brings all rows into one partition."""
    run = spark.range(0, 100, 1, 4).selectExpr(
        "id % 2 as system", "id div 10 as query_id", "id % 10 as item_id", "rand(1) as score"
    )
    judgments = spark.range(0, 30, 1, 4).selectExpr(
        "id div 5 as query_id", "id % 5 as item_id", "cast(id % 3 as double) as relevance"
    )
    pairs = spark.range(0, 30, 1, 4).selectExpr("id div 5 as query_id", "id % 5 as item_id")
    found = []
    for measures, options in asked(pairs):
        with warnings.catch_warnings(action="ignore", category=rankhouse.InputWarning):
            frame = rankhouse.evaluate(run, judgments, measures, engine=spark, **options)
        windows = 0
        for step in steps(frame._jdf.queryExecution().executedPlan()):
            shown = f"{measures}, {list(options)}: {step.simpleString(100)}"
            if step.nodeName() == "Window":
                assert "query_id" in step.partitionSpec().mkString(","), shown
                windows += 1
            assert "SinglePartition" not in shown, shown
        found.append(windows)
    # Lists need one alone, which counts the hits above a rank.
    assert found[0] == 1 and min(found[1], *found[3:5]) > 1, f"the windows of each plan: {found}"


def checked(spark: SparkSession) -> list[Comparison]:
    """The values of `evaluate`. Raises AssertionError unless both executors worked and sent each other rows."""
    nothing_goes_to_one_task(spark)
    compared = list(values(spark))
    status = spark.sparkContext._jsc.sc().statusStore()
    executors = status.executorList(False)
    tasks = {one.id(): one.totalTasks() for one in map(executors.apply, range(executors.size()))}
    working = {name: n for name, n in tasks.items() if name != "driver" and n > 0}
    assert len(working) == 2, f"executors with the number of their tasks: {tasks}"
    gateway = spark.sparkContext._gateway
    stages = status.stageList([], False, False, gateway.new_array(gateway.jvm.double, 0), [])
    remote = sum(stages.apply(place).shuffleRemoteBytesRead() for place in range(stages.size()))
    assert remote > 0, "no executor read what another one had shuffled"
    return compared
