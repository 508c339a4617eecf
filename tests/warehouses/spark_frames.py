"""`rankhouse.evaluate(..., engine=spark)` on DataFrames and tables, against brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pyspark.sql import DataFrame, SparkSession

import oracle
import rankhouse
from oracle import Measure
from rankhouse import InputError
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
        ((text, judgments, {}), "score is a number, and column 'score' is VARCHAR"),
        ((run, numbered, {}), "item_id of run is VARCHAR and of judgments BIGINT"),
        (("no_such_table", judgments, {}), "Spark has no table 'no_such_table'"),
        (([1], judgments, {}), "run is a Spark DataFrame or a table name, got builtins.list"),
        ((run, judgments, {"check": "full"}), "run: 2 rows have no query_id (NULL in column 'query_id')"),
    ]:
        left, right, options = given
        with pytest.raises(InputError, match=re.escape(message)):
            rankhouse.evaluate(left, right, NAMES, engine=spark, **options)
