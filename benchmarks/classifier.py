"""Areas and curves of one large group of scores, in units of one sort of them; binned AUC in units of a group by."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

import duckdb

from benchmarks.core import execute, seconds
from benchmarks.report import Section, reached
from rankhouse._rendering.jinja import macros

PREDICTIONS = "main.predictions"
DATA = """
    create table predictions as
    select score, (hash(i, 1) / 18446744073709551616 < 0.05 + 0.3 * score)::integer as label
    from (select i, hash(i) / 18446744073709551616 as score from range({rows}) as numbers(i))
"""
SORT = "select max(place) from (select row_number() over (order by score desc) as place from predictions)"
SCAN = "select floor(score * 1000) as bin, count(*), sum(label) from predictions group by bin"


@dataclass(frozen=True)
class Query:
    name: str
    sql: str
    floor: str
    limit: float


def queries() -> list[Query]:
    render = macros("duckdb")
    areas = str(render.classifier_metrics(PREDICTIONS, ["roc_auc", "pr_auc"]))
    return [
        Query("ROC and PR area", areas, SORT, 2),
        Query("ROC area and curve of at most 1,000 points", str(render.roc_curve(PREDICTIONS)), SORT, 2),
        Query("PR area and curve of at most 1,000 points", str(render.pr_curve(PREDICTIONS)), SORT, 2),
        Query("binned AUC, 1,000 bins", str(render.binned_auc(PREDICTIONS)), SCAN, 3),
        Query(
            "binned AUC, 1,000 bins, range given",
            str(render.binned_auc(PREDICTIONS, lowest=0, highest=1)),
            SCAN,
            3,
        ),
    ]


def measure(rows: int, repetitions: int) -> Section:
    section = Section(
        "Classifier curves",
        f"{rows:,} distinct scores in one group, a DuckDB table in memory, 2 threads. The unit is `row_number() over"
        " (order by score desc)` for areas and curves, `group by floor(score * 1000)` with two sums for binned AUC,"
        f" timed right before each query; median and least of {repetitions} repetitions.",
        ["query", "unit, s", "seconds", "median units", "least units", "at most", "reached"],
    )
    with duckdb.connect(config={"threads": 2}) as con:
        con.execute(DATA.format(rows=rows))
        for query in queries():
            run, floor = execute(query.sql), execute(query.floor)
            run(con)
            floors = []
            times = []
            for _ in range(repetitions):
                floors.append(seconds(floor, con))
                times.append(seconds(run, con))
            ratios = [taken / unit for taken, unit in zip(times, floors, strict=True)]
            median = statistics.median(ratios)
            section.rows.append(
                [
                    query.name,
                    f"{statistics.median(floors):.2f}",
                    f"{statistics.median(times):.2f}",
                    f"{median:.2f}",
                    f"{min(ratios):.2f}",
                    f"{query.limit}",
                    reached(median <= query.limit),
                ]
            )
    return section
