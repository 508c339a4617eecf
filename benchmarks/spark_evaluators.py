"""Spark's own evaluators beside `rankhouse.evaluate(..., engine=spark)`, each in a JVM of its own."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import rankhouse
from benchmarks.processes import cpu_seconds
from benchmarks.report import Section, reached

MEASURES = ["ndcg(gain=binary)@10", "average_precision", "recall@10"]
SETTINGS = {
    "spark.driver.memory": "10g",
    "spark.sql.shuffle.partitions": "8",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
# How many calls one after another; two of other sizes.
CALLS = {1_000_000: 8, 10_000_000: 6, 100_000_000: 2}
# How many times as long RankingEvaluator is asked to take. All contenders are measured where it is asked.
ASKED = {1_000_000: 1.0, 10_000_000: 1.5}
TOLERANCE = 1e-9

REMARK = (
    "What costs what: each query's items and scores become one list, in one shuffle; its judged items are looked up in"
    " that, or from 500 on merged with it. Most of a first call is Java: Spark generates 37 classes for the query, and"
    " compiles them in 1.8 seconds; the JVM compiles Spark itself while it runs. Of 10,000 rows the first call took"
    " 14 CPU seconds, the second 4.7, the fifth 3 and the seventieth 1.0; of the last, 0.2 were analysis and 0.25"
    " planning. Spark's own evaluators begin likewise, with smaller plans."
)


@dataclass
class Call:
    """What one call took: seconds, and CPU seconds of the JVM."""

    seconds: float
    cpu: float


@dataclass
class Frames:
    """A run of 100 items a query and a tenth as many judgments, cached."""

    session: Any
    run: Any
    judgments: Any

    def evaluated(self, check: str) -> list[float]:
        found = rankhouse.evaluate(self.run, self.judgments, MEASURES, engine=self.session, check=check).collect()
        by_measure = {row["measure"]: row["value"] for row in found}
        return [by_measure[measure] for measure in MEASURES]

    def lists(self) -> Any:
        from pyspark.sql import functions as F  # noqa: N812

        ranked = "transform(sort_array(collect_list(struct(score, item_id)), false), x -> x.item_id)"
        predicted = self.run.groupBy("query_id").agg(F.expr(ranked).alias("prediction"))
        labels = self.judgments.groupBy("query_id").agg(F.collect_list("item_id").alias("label"))
        return predicted.join(labels, "query_id").select("prediction", "label").cache()

    def evaluator(self) -> list[float]:
        from pyspark.ml.evaluation import RankingEvaluator

        frame = self.lists()
        asked = RankingEvaluator(predictionCol="prediction", labelCol="label", k=10)
        names = ("ndcgAtK", "meanAveragePrecision", "recallAtK")
        values = [asked.setMetricName(name).evaluate(frame) for name in names]
        frame.unpersist()
        return values

    def metrics(self) -> list[float]:
        from pyspark.mllib.evaluation import RankingMetrics

        frame = self.lists()
        made = RankingMetrics(frame.rdd.map(lambda row: (row[0], row[1])))
        values = [made.ndcgAt(10), made.meanAveragePrecision, made.recallAt(10)]
        frame.unpersist()
        return values

    def collected(self) -> None:
        from pyspark.sql import functions as F  # noqa: N812

        lists = F.collect_list("item_id").alias("a"), F.collect_list("score").alias("b")
        listed = self.run.groupBy("query_id").agg(*lists)
        listed.select(F.sum(F.col("a")[0]), F.sum(F.col("b")[0])).collect()

    def window(self) -> None:
        from pyspark.sql import functions as F  # noqa: N812

        placed = F.expr("row_number() over (partition by query_id order by score desc, item_id desc)")
        self.run.select(placed.alias("place")).agg(F.sum("place")).collect()


OURS = "rankhouse, check=none"
THEIRS = "pyspark.ml RankingEvaluator"
TASKS: dict[str, Callable[[Frames], list[float] | None]] = {
    OURS: lambda frames: frames.evaluated("none"),
    "rankhouse": lambda frames: frames.evaluated("auto"),
    THEIRS: Frames.evaluator,
    "pyspark.mllib RankingMetrics": Frames.metrics,
    "the run collected into lists, and no more": Frames.collected,
    "one window over the run, and no more": Frames.window,
}


def frames_of(rows: int) -> Frames:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[2]").config(map=SETTINGS).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    run = session.range(0, rows, 1, 8).selectExpr(
        "id div 100 as query_id", "cast(id % 100 as double) as item_id", "cast(xxhash64(id) as double) as score"
    )
    judgments = session.range(0, rows // 10, 1, 8).selectExpr(
        "id div 10 as query_id",
        "cast(pmod(xxhash64(id, 7), 10) + 12 * (id % 10) as double) as item_id",
        "cast(1 as double) as relevance",
    )
    for frame in (run, judgments):
        frame.cache().count()
    return Frames(session, run, judgments)


def taken(name: str, rows: int) -> tuple[list[Call], list[float] | None, str]:
    """What a task takes, call after call in one JVM, its values, and the version of Spark."""
    frames = frames_of(rows)
    java = frames.session.sparkContext._gateway.proc.pid
    calls, values = [], None
    for _ in range(CALLS.get(rows, 2)):
        start, used = time.perf_counter(), cpu_seconds(java)
        values = TASKS[name](frames)
        calls.append(Call(time.perf_counter() - start, cpu_seconds(java) - used))
    version = frames.session.version
    frames.session.stop()
    return calls, values, version


def spark(rows: int) -> Section:
    calls: dict[str, list[Call]] = {}
    expected: list[float] | None = None
    version = ""
    asked = ASKED.get(rows)
    for name in TASKS if asked else (OURS, THEIRS):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            calls[name], values, version = process.submit(taken, name, rows).result()
        expected = expected or values
        if values is not None and expected is not None:
            agree = (math.isclose(a, b, abs_tol=TOLERANCE) for a, b in zip(values, expected, strict=True))
            assert all(agree), (name, values, expected)
    n_calls = len(calls[OURS])
    before = 3 if n_calls > 4 else 1
    limit = f" Asked for: later, RankingEvaluator takes at least {asked:g} times our CPU." if asked else ""
    section = Section(
        f"Spark, {rows:,} rows",
        f"{rows:,} rows ({rows // 100:,} queries x 100) and a tenth as many judgments as two cached DataFrames, Spark"
        f" {version}, local[2]: NDCG@10 of binary gains, MAP and recall@10, the same values from all. Spark's own"
        " evaluators get lists that are made of the rows and cached within the time. Each has a JVM of its own and is"
        f" called {n_calls} times one after another; `later` is the median without the first {before}. CPU seconds are"
        f" those of the JVM, its compiler among them, and hold better where others use the machine.{limit}",
        ["by", "first, s", "later, s", "first, CPU s", "second, CPU s", "later, CPU s", "later, times ours", "reached"],
    )
    later = {name: each[before:] for name, each in calls.items()}
    cpu = {name: statistics.median(call.cpu for call in each) for name, each in later.items()}
    for name, (first, second, *_) in calls.items():
        ratio = cpu[name] / cpu[OURS]
        seconds = statistics.median(call.seconds for call in later[name])
        section.rows.append(
            [
                name,
                *(f"{figure:.1f}" for figure in (first.seconds, seconds, first.cpu, second.cpu)),
                f"{cpu[name]:.2f}",
                f"{ratio:.2f}",
                reached(ratio >= asked) if asked and name == THEIRS else "",
            ]
        )
    # Once on the page.
    if rows == min(CALLS):
        section.remarks.append(REMARK)
    return section
