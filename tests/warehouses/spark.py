"""Spark in local mode, in this process."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import SparkSession

from warehouses.reference import Row, Unavailable

TYPES = {"text": "string", "double": "double", "bigint": "bigint"}

# Room, so that Java need not look for garbage while it plans.
ROOM = "-XX:+UseSerialGC -Xms1g -Xmn700m -XX:MetaspaceSize=256m"
# For few short queries.
QUICKLY_COMPILED = f"{ROOM} -XX:TieredStopAtLevel=1"
# Planning long queries is minutes: what is called most is worth Java's best compiler, which takes most of the time when
# it compiles as much as it likes.
HOTTEST_COMPILED = (
    f"{ROOM} -XX:ReservedCodeCacheSize=240m -XX:Tier4InvocationThreshold=30000 -XX:Tier4MinInvocationThreshold=6000"
    " -XX:Tier4CompileThreshold=90000 -XX:Tier4BackEdgeThreshold=240000"
)
# Small data: planning, compiling and scheduling would take most of the time.
SMALL = {
    "spark.driver.memory": "2g",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    # Parses a statement once and not twice.
    "spark.sql.legacy.parameterSubstitution.constantsOnly": "true",
}
# Without code that Spark generates and compiles for every expression. What dbt builds and the cluster generate it.
INTERPRETED = {"spark.sql.codegen.factoryMode": "NO_CODEGEN"}


@dataclass
class Spark:
    spark: SparkSession

    @property
    def version(self) -> str:
        return f"Spark {self.spark.version}"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        schema = ", ".join(f"`{name}` {TYPES[kind]}" for name, kind in columns.items())
        self.spark.createDataFrame(rows, schema).localCheckpoint().createOrReplaceTempView(table)

    def query(self, sql: str) -> list[Row]:
        return [tuple(row) for row in self.spark.sql(sql).collect()]


def builder(master: str, settings: Mapping[str, str]) -> SparkSession.Builder:
    """Spark on loopback alone, without a user interface."""
    common = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    return SparkSession.builder.master(master).config(map={**common, **settings})


@contextmanager
def quick_builds() -> Iterator[dict[str, str]]:
    """The environment of a dbt whose Spark is for small data, where its profile says nothing else."""
    common = {"spark.driver.defaultJavaOptions": HOTTEST_COMPILED, "spark.sql.shuffle.partitions": "2"}
    settings = SMALL | INTERPRETED | common | {"spark.ui.enabled": "false"}
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"{name} {value}\n" for name, value in settings.items()]
        Path(folder, "spark-defaults.conf").write_text("".join(lines))
        yield {"SPARK_CONF_DIR": folder}


@contextmanager
def session() -> Iterator[Spark]:
    if not shutil.which("java"):
        raise Unavailable("java is not here: Spark 4 needs Java 17 or 21, for example apt-get install openjdk-17-jre")
    settings = SMALL | INTERPRETED | {"spark.driver.extraJavaOptions": HOTTEST_COMPILED}
    spark = builder("local[2]", settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield Spark(spark)
    finally:
        spark.stop()
