"""How each engine is checked."""

from __future__ import annotations

import importlib
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from warehouses import (
    agreement,
    brute_force,
    builds,
    calls,
    classes,
    classifiers_compared,
    click_estimates,
    clicks,
    comparisons,
    decisions_made,
    detection,
    distributions,
    exclusion,
    exposures_compared,
    holes,
    intents,
    intervals,
    labels,
    learning_curves,
    long_lists,
    long_names,
    off_policy,
    online,
    periods,
    pointwise,
    provenance,
    query_weights,
    recommendations,
    reference,
    sample,
    sampled,
    sequences,
    splitting,
    transpiled,
)
from warehouses.comparison import Comparison, agreeing, largest_deviations
from warehouses.page import Result
from warehouses.reference import Session, Unavailable

ENGINES = {
    "duckdb": "run",
    "postgres": "run",
    "spark": "run",
    "spark cluster": "run",
    "clickhouse": "run",
    "snowflake": "emulated",
    "bigquery": "compiled",
    "databricks": "compiled",
    "redshift": "compiled",
    "trino": "compiled",
}
VALUES = [calls.values, brute_force.values, recommendations.values, pointwise.values]
VALUES += [
    detection.values,
    splitting.values,
    comparisons.values,
    classes.values,
    classifiers_compared.values,
    intents.values,
    intervals.values,
    labels.values,
    off_policy.values,
    online.values,
    holes.values,
    query_weights.values,
    clicks.values,
    click_estimates.values,
    exposures_compared.values,
    provenance.values,
    agreement.values,
    learning_curves.values,
    sampled.values,
    exclusion.values,
    sequences.values,
    decisions_made.values,
    periods.values,
    distributions.values,
    long_lists.values,
    long_names.values,
]

CLUSTER = "spark cluster"


@dataclass(frozen=True)
class Task:
    """What a process does for an engine: compares its values, or what dbt builds."""

    engine: str
    part: str

    def __str__(self) -> str:
        return f"{self.engine}, {self.part}"


@dataclass
class Done:
    """What a task has found, and the seconds of its parts, in the order in which they were done."""

    task: Task
    version: str = ""
    fixtures: list[Comparison] = field(default_factory=list)
    others: list[Comparison] = field(default_factory=list)
    n_built: int | None = None
    seconds: dict[str, float] = field(default_factory=dict)


def opened(engine: str) -> AbstractContextManager[Session]:
    if ENGINES[engine] == "compiled" or engine == "duckdb":
        return transpiled.session(engine)
    session: AbstractContextManager[Session] = importlib.import_module(f"warehouses.{engine}").session()
    return session


def tasks(engines: list[str], builds: bool, cluster: bool) -> list[Task]:
    """Those that take longest first: values, what dbt builds and the cluster, which a sample may leave out."""
    found = [Task(engine, "dbt") for engine in engines if engine in BUILT and builds]
    found += [Task(engine, "values") for engine in engines if cluster or engine != CLUSTER]
    return sorted(found, key=lambda task: task.engine != "spark")


def done(task: Task, seed: str | None) -> Done:
    """All of it, or the sample of a seed. Raises Unavailable or AssertionError, and what else goes wrong as a text."""
    try:
        return _done(task, seed)
    except (Unavailable, AssertionError):
        raise
    except Exception as error:  # noqa: BLE001  (whatever it is, it is told)
        # Errors of an engine's library need not come through between processes.
        raise RuntimeError("".join(traceback.format_exception(error))) from None


def _done(task: Task, seed: str | None) -> Done:
    sample.begin(task.engine, seed)
    found = Done(task)
    if task.part == "dbt":
        BUILT[task.engine](found)
    elif task.engine == CLUSTER:
        with timed(found, "values"):
            check_cluster(found)
    else:
        check_values(found)
    wrong = [one for one in found.fixtures + found.others if not one.agrees]
    assert not wrong, "\n".join([f"{len(wrong)} values are wrong:", *map(str, wrong[:10])])
    return found


@contextmanager
def timed(found: Done, part: str) -> Iterator[None]:
    start = time.monotonic()
    yield
    found.seconds[part] = time.monotonic() - start


def check_values(found: Done) -> None:
    engine = found.task.engine
    with opened(engine) as session:
        found.version = session.version
        # dbt builds the fixtures as models, which `builds` compares.
        if not (sample.is_whole() and engine in BUILT):
            with timed(found, "fixtures"):
                found.fixtures += reference.reference_values(session, engine)
        for values in VALUES:
            with timed(found, values.__module__.rpartition(".")[2]):
                found.others += values(session, engine)


def check_cluster(found: Done) -> None:
    from warehouses import cluster

    with cluster.session() as session:
        found.version = session.version
        found.others += cluster.checked(session.spark)


def build_on_postgres(found: Done) -> None:
    from warehouses import incremental, nights_on_postgres

    with timed(found, "incremental"):
        incremental.check()
    with timed(found, "build"):
        record(found, builds.on_postgres())
    if sample.is_whole():
        with timed(found, "nights"):
            nights_on_postgres.check()


def build_on_spark(found: Done) -> None:
    from warehouses import example, incremental_spark
    from warehouses.spark import quick_builds
    from warehouses.spark_process import Process

    with (
        tempfile.TemporaryDirectory() as folder,
        quick_builds() as environment,
        Process(Path(folder), environment, keeps_macros=True) as process,
    ):
        parts: dict[str, Callable[[], None]] = {
            "build": lambda: record(found, builds.on_spark(process)),
            "example": lambda: example.check(process),
            "incremental": lambda: incremental_spark.check(process),
        }
        # Seventeen minutes together: a sample has one.
        for part in sample.some(parts):
            with timed(found, part):
                parts[part]()


def record(found: Done, built: builds.Built) -> None:
    found.n_built, found.fixtures = built.n_nodes, built.fixtures


BUILT = {"postgres": build_on_postgres, "spark": build_on_spark}
"""Where dbt builds, in a task of its own."""


def result(engine: str, parts: Sequence[Done]) -> Result:
    """What the tasks of an engine have found, that of its values first."""
    fixtures = [one for part in parts for one in part.fixtures]
    others = [one for part in parts for one in part.others]
    return Result(
        engine=engine,
        how=ENGINES[engine],
        version=parts[0].version,
        fixtures=agreeing(fixtures) if fixtures else "",
        brute_force=agreeing(others),
        built=next((part.n_built for part in parts if part.n_built is not None), None),
        deviations=largest_deviations(fixtures + others),
    )
