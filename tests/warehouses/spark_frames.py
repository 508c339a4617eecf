"""`rankhouse.evaluate(..., engine=spark)` on DataFrames and tables, against brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import oracle
import rankhouse
from oracle import Measure
from rankhouse import InputError
from rankhouse._rendering.jinja import macros
from warehouses import brute_force
from warehouses.comparison import TOLERANCE, Comparison
from warehouses.spark import Spark

MEASURES = [Measure("ndcg", 3), Measure("average_precision"), Measure("recall", 3), Measure("roc_auc")]
NAMES = [str(measure) for measure in MEASURES]


def values(spark: SparkSession) -> Iterator[Comparison]:
    """Per query from DataFrames, means from table names; the refusals on the way."""
    rows = brute_force.rows()
    loader = Spark(spark)
    for table, columns, listed in zip(
        ("frames_run", "frames_judgments"), (brute_force.RUN, brute_force.JUDGMENTS), rows, strict=True
    ):
        loader.load(table, columns, [tuple(row.values()) for row in listed])
    run, judgments = spark.table("frames_run"), spark.table("frames_judgments")
    refuses_bad_input(spark, run, judgments)
    refuses_ids_of_two_types(spark)

    run.cache()
    spark.sparkContext.setJobGroup("evaluating", "nothing may run")
    renamed = judgments.withColumnsRenamed({"relevance": "{grade}"})
    per_query = rankhouse.evaluate(
        run, renamed, NAMES, by=["segment", "system"], per_query=True, columns={"relevance": "{grade}"}, engine=spark
    )
    means = rankhouse.evaluate("frames_run", "frames_judgments", NAMES, by=["segment", "system"], engine=spark)
    assert not spark.sparkContext.statusTracker().getJobIdsForGroup("evaluating"), "evaluate ran a job"
    assert run.storageLevel.useMemory, "evaluate took a frame out of the cache"
    assert isinstance(per_query, DataFrame) and isinstance(means, DataFrame)
    assert per_query.columns == ["segment", "system", "query_id", "measure", "metric", "k", "value"]

    units = list(oracle.units(*rows, ["system"], ["segment"]))
    found = {((row[1], row[0]), row[2], row[3]): row[6] for row in per_query.collect()}
    known = oracle.query_metrics(units, MEASURES)
    assert found.keys() == known.keys()
    for key, value in known.items():
        yield Comparison(key[2], f"query {key[1]!r} of {key[0]}", value, found[key], TOLERANCE)
    figures = {((row["system"], row["segment"]), row["measure"]): row for row in means.collect()}
    summaries = oracle.metrics(units, MEASURES)
    assert figures.keys() == summaries.keys()
    for group, summary in summaries.items():
        for name, value in vars(summary).items():
            yield Comparison(group[1], f"{name} of {group[0]}", value, figures[group][name], TOLERANCE)


def refuses_bad_input(spark: SparkSession, run: DataFrame, judgments: DataFrame) -> None:
    text = run.withColumn("score", run.score.cast("string"))
    numbered = judgments.withColumn("item_id", judgments.relevance.cast("bigint"))
    for given, message in [
        ((run.drop("score"), judgments, {}), "run (a Spark DataFrame) has no column 'score'"),
        ((run, judgments, {"by": ["sistem"]}), "did you mean 'system'?"),
        ((text, judgments, {}), "score must be a number, but column 'score' is VARCHAR"),
        ((run, numbered, {}), "item_id of run is VARCHAR and of judgments BIGINT"),
        (("no_such_table", judgments, {}), "Spark has no table 'no_such_table'"),
        (([1], judgments, {}), "run is a Spark DataFrame or a table name, got builtins.list"),
        ((run, judgments, {"check": "full"}), "run: 2 rows have no query_id (NULL in column 'query_id')"),
    ]:
        left, right, options = given
        with pytest.raises(InputError, match=re.escape(message)):
            rankhouse.evaluate(left, right, NAMES, engine=spark, **options)


IDS = {
    "string": ("'7'", "'007'"),
    "int": ("7", "8"),
    "bigint": ("7", "9007199254740993"),
    "double": ("7", "9e15 + 1e13"),
}
WORDS = "ids of the two inputs have different types|DATATYPE_MISMATCH.ARRAY_FUNCTION_DIFF_TYPES"


def refuses_ids_of_two_types(spark: SparkSession) -> None:
    """Spark takes '007' and 7 for equal, and compares a bigint with a double as doubles."""
    for mine, theirs, is_refused in [
        ("string", "bigint", True),
        ("bigint", "string", True),
        ("bigint", "double", True),
        ("int", "bigint", False),
    ]:
        for table, kind, value in (("ids_run", mine, "score"), ("ids_judgments", theirs, "relevance")):
            rows = [f"select 'q' as query_id, cast({each} as {kind}) as item_id, 1 as {value}" for each in IDS[kind]]
            spark.sql(f"create or replace temp view {table} as {' union all '.join(rows)}")
        # Lists and lookups, and joins.
        for ties in ("item", "average"):
            sql = str(macros("spark").query_metrics("ids_run", "ids_judgments", ["recall@10"], ties=ties))
            if is_refused:
                with pytest.raises((PySparkException, Py4JError), match=WORDS):
                    spark.sql(sql).collect()
            else:
                assert [row["value"] for row in spark.sql(sql).collect()] == [0.5]
