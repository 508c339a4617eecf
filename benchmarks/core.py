"""`evaluate` and the aggregate macro in units of DuckDB's own floor: one sort of the run within its queries."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

import rankhouse
from benchmarks import data
from benchmarks.report import Section, reached
from rankhouse._rendering.jinja import macros

MEASURES = ["precision", "recall", "hit_rate", "average_precision", "reciprocal_rank", "ndcg"]
AT_10 = [f"{name}@10" for name in MEASURES]
CUTOFFS = [5, 10, 20, 50, 100]
AT_FIVE = [f"{name}@{k}" for name in MEASURES for k in CUTOFFS]
WHOLE_LIST = ["average_precision", "reciprocal_rank", "roc_auc"]
COMMON = [
    "precision",
    "recall",
    "f1",
    "f_beta",
    "hits",
    "hit_rate",
    "reciprocal_rank",
    "average_precision",
    "gmap",
    "interpolated_precision",
    "r_precision",
    "cg",
    "dcg",
    "idcg",
    "ndcg",
    "err",
    "rbp",
    "q_measure",
    "bpref",
    "judged",
    "roc_auc",
    "label_ranking_average_precision",
    "label_ranking_loss",
    "coverage_error",
]
"""What trec_eval, scikit-learn and the libraries for recommenders have."""


def catalogue(names: Container[str] | None = None) -> list[str]:
    """Every ranking measure, or those of these names: at the five cutoffs, or of the whole list when it has none."""
    measures = []
    for declared in macros("duckdb").catalogue():
        # These judgments have no intents.
        if "intents" in declared.get("needs", []):
            continue
        name, cutoffs = declared["name"], [] if declared["cutoff"] == "none" else CUTOFFS
        if names is not None and name not in names:
            continue
        required = [option for option, spec in declared["options"].items() if "required" in spec]
        name += "".join(f"({option}=100000)" for option in required)
        measures.extend([f"{name}@{k}" for k in cutoffs] or [name])
    return measures


FLOOR = """
    select max(place) from (select row_number() over (partition by query_id order by score desc) as place from run)
"""
AGGREGATE = "select avg(value) from (select ndcg_at_k(relevance, score, 10) as value from labelled group by query_id)"


@dataclass(frozen=True)
class Task:
    name: str
    limit: float | None  # in units of the floor
    run: Callable[[duckdb.DuckDBPyConnection], object]


def evaluate(measures: list[str]) -> Callable[[duckdb.DuckDBPyConnection], object]:
    return lambda con: rankhouse.evaluate("run", "judgments", measures, con=con).fetchall()


def execute(sql: str) -> Callable[[duckdb.DuckDBPyConnection], object]:
    return lambda con: con.execute(sql).fetchall()


def query(measures: list[str], checked: bool = True) -> str:
    return str(macros("duckdb").metrics("main.run", "main.judgments", measures, checked=checked))


def tasks(at_10: float, at_five: float, common: float | None) -> list[Task]:
    limits: list[tuple[str, list[str], float | None]] = [
        ("six measures at 10", AT_10, at_10),
        ("six measures at 5, 10, 20, 50, 100", AT_FIVE, at_five),
        ("AP, RR and AUC of the whole list", WHOLE_LIST, 2.5),
        (f"{len(COMMON)} ranking measures, at 5, 10, 20, 50, 100", catalogue(COMMON), common),
        ("every ranking measure of lists without intents, at 5, 10, 20, 50, 100", catalogue(), None),
    ]
    return [
        *(Task(f"evaluate: {name}", limit, evaluate(asked)) for name, asked, limit in limits),
        Task("aggregate macro: ndcg_at_k", 0.5, execute(AGGREGATE)),
        *(Task(f"the query alone: {name}", None, execute(query(asked))) for name, asked, _ in limits),
        Task("the same that looks for duplicates: six measures at 10", None, execute(query(AT_10, checked=False))),
    ]


@contextmanager
def opened(queries: int, length: int) -> Iterator[duckdb.DuckDBPyConnection]:
    with tempfile.TemporaryDirectory(prefix="rankhouse-bench-") as folder:
        path = Path(folder) / "bench.duckdb"
        data.database(path, queries, length)
        with duckdb.connect(str(path), config={"threads": 2}) as con:
            rankhouse.register(con)
            yield con


def seconds(task: Callable[[duckdb.DuckDBPyConnection], object], con: duckdb.DuckDBPyConnection) -> float:
    start = time.perf_counter()
    task(con)
    return time.perf_counter() - start


def measure(rows: int, repetitions: int) -> Section:
    """Each repetition times the floor and then every task, so that a busy moment of the machine weighs on both."""
    section = Section(
        "Against DuckDB's own floor",
        f"{rows:,} rows and a tenth as many judgments as two DuckDB tables, 2 threads, ties by item id. The unit S is"
        " `row_number() over (partition by query_id order by score desc)` over the run, timed right before each task;"
        f" median and least of {repetitions} repetitions. The query alone: what `evaluate` runs after it has"
        " checked the data; the same that looks for duplicates: as dbt runs it, where nobody has (at most 1.5 times as"
        " long is asked for).",
        ["queries x items", "task", "seconds", "median S", "least S", "at most", "reached"],
    )
    shapes = [(rows // 100, 100, (0.7, 1.5, None)), (rows // 5_000, 5_000, (0.2, 0.5, 3.0))]
    for queries, length, limits in shapes:
        with opened(queries, length) as con:
            asked = tasks(*limits)
            for task in asked:
                task.run(con)
            times: dict[str, list[float]] = {task.name: [] for task in asked}
            ratios: dict[str, list[float]] = {task.name: [] for task in asked}
            floors = []
            for _ in range(repetitions):
                for task in asked:
                    floors.append(seconds(execute(FLOOR), con))
                    times[task.name].append(seconds(task.run, con))
                    ratios[task.name].append(times[task.name][-1] / floors[-1])
        shape = f"{queries:,} x {length:,}"
        section.rows.append([shape, "S", f"{statistics.median(floors):.2f}", "1", "1", "", ""])
        for task in asked:
            median = statistics.median(ratios[task.name])
            section.rows.append(
                [
                    shape,
                    task.name,
                    f"{statistics.median(times[task.name]):.2f}",
                    f"{median:.2f}",
                    f"{min(ratios[task.name]):.2f}",
                    "" if task.limit is None else f"{task.limit}",
                    "" if task.limit is None else reached(median <= task.limit),
                ]
            )
    return section
