"""How each engine is checked."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from warehouses import (
    agreement,
    brute_force,
    builds,
    classes,
    classifiers_compared,
    click_estimates,
    clicks,
    comparisons,
    detection,
    distributions,
    exclusion,
    exposures_compared,
    holes,
    intents,
    intervals,
    labels,
    learning_curves,
    long_names,
    off_policy,
    online,
    periods,
    pointwise,
    provenance,
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
from warehouses.reference import Session

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
VALUES = [brute_force.values, recommendations.values, pointwise.values, detection.values, splitting.values]
VALUES += [
    comparisons.values,
    classes.values,
    classifiers_compared.values,
    intents.values,
    intervals.values,
    labels.values,
    off_policy.values,
    online.values,
    holes.values,
    clicks.values,
    click_estimates.values,
    exposures_compared.values,
    provenance.values,
    agreement.values,
    learning_curves.values,
    sampled.values,
    exclusion.values,
    sequences.values,
    periods.values,
    distributions.values,
    long_names.values,
]

CLUSTER = "spark cluster"
BUILT = {"postgres": ["incremental", "build"], "spark": ["incremental_spark", "example", "build"]}
"""What dbt does, each in processes of its own."""
LONGEST_FIRST = ["values", "incremental_spark", "build", "example", "incremental"]


@dataclass(frozen=True)
class Task:
    """What a process does for an engine: compares its values, or has dbt build something."""

    engine: str
    part: str

    def __str__(self) -> str:
        return f"{self.engine}, {self.part}"


@dataclass(frozen=True)
class Done:
    task: Task
    result: Result | None
    built: int | None
    seconds: dict[str, float]
    """Of each part, in the order in which they were done."""


def opened(engine: str) -> AbstractContextManager[Session]:
    if ENGINES[engine] == "compiled" or engine == "duckdb":
        return transpiled.session(engine)
    session: AbstractContextManager[Session] = importlib.import_module(f"warehouses.{engine}").session()
    return session


def tasks(engines: list[str], is_sample: bool) -> list[Task]:
    """Those that take longest first. A sample has neither what dbt builds nor the cluster."""
    found = [Task(engine, "values") for engine in engines if not (is_sample and engine == CLUSTER)]
    if not is_sample:
        found += [Task(engine, part) for engine in engines for part in BUILT.get(engine, [])]
    return sorted(found, key=lambda task: (task.engine != "spark", LONGEST_FIRST.index(task.part)))


def done(task: Task, is_sample: bool) -> Done:
    """Raises Unavailable or AssertionError."""
    sample.begin(task.engine, is_sample)
    seconds: dict[str, float] = {}
    if task.part == "values":
        result = (checked_cluster if task.engine == CLUSTER else checked)(task.engine, seconds)
        return Done(task, result, None, seconds)
    with timed(seconds, task.part):
        n_built = built(task)
    return Done(task, None, n_built, seconds)


@contextmanager
def timed(seconds: dict[str, float], part: str) -> Iterator[None]:
    start = time.monotonic()
    yield
    seconds[part] = time.monotonic() - start


def checked(engine: str, seconds: dict[str, float]) -> Result:
    with opened(engine) as session:
        with timed(seconds, "fixtures"):
            reference.load(session)
            fixtures = reference.reference_values(session, engine)
        others: list[Comparison] = []
        for values in VALUES:
            with timed(seconds, values.__module__.rpartition(".")[2]):
                others += values(session, engine)
        version = session.version
    refuse_wrong(fixtures + others)
    return Result(
        engine=engine,
        how=ENGINES[engine],
        version=version,
        fixtures=agreeing(fixtures),
        brute_force=agreeing(others),
        built=None,
        deviations=largest_deviations(fixtures + others),
    )


def checked_cluster(engine: str, seconds: dict[str, float]) -> Result:
    from warehouses import cluster

    with timed(seconds, "values"), cluster.session() as session:
        compared = cluster.checked(session.spark)
        version = session.version
    refuse_wrong(compared)
    return Result(engine, ENGINES[engine], version, "", agreeing(compared), None, largest_deviations(compared))


def built(task: Task) -> int | None:
    """How many nodes of the project in integration_tests/ dbt built. Raises AssertionError."""
    if task.part == "build":
        return builds.build(task.engine)
    importlib.import_module(f"warehouses.{task.part}").check()
    return None


def refuse_wrong(compared: list[Comparison]) -> None:
    wrong = [one for one in compared if not one.agrees]
    assert not wrong, "\n".join([f"{len(wrong)} values are wrong:", *map(str, wrong[:10])])
