"""Spark in local mode, in this process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pyspark.sql import SparkSession

from warehouses.reference import Row, Unavailable

TYPES = {"text": "string", "double": "double", "bigint": "bigint"}

# Small data: planning, compiling and scheduling would take most of the time. Java's best compiler is left on, because
# planning the long queries is most of what is left, minutes of it.
SMALL = {
    "spark.driver.extraJavaOptions": "-XX:ReservedCodeCacheSize=240m",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
}


@dataclass
class Spark:
    spark: SparkSession

    @property
    def version(self) -> str:
        return f"Spark {self.spark.version}"

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        schema = ", ".join(f"`{name}` {TYPES[kind]}" for name, kind in columns.items())
        self.spark.createDataFrame(rows, schema).createOrReplaceTempView(table)

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
def session() -> Iterator[Spark]:
    if not shutil.which("java"):
        raise Unavailable("java is not here: Spark 4 needs Java 17 or 21, for example apt-get install openjdk-17-jre")
    spark = builder("local[2]", SMALL).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield Spark(spark)
    finally:
        spark.stop()
