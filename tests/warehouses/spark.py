"""Spark in local mode, in this process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pyspark.sql import SparkSession

from warehouses.reference import Row, Unavailable

TYPES = {"text": "string", "double": "double", "bigint": "bigint"}


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


@contextmanager
def session() -> Iterator[Spark]:
    if not shutil.which("java"):
        raise Unavailable("java is not here: Spark 4 needs Java 17 or 21, for example apt-get install openjdk-17-jre")
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield Spark(spark)
    finally:
        spark.stop()
