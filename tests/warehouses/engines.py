"""How each engine is checked."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from warehouses import (
    agreement,
    brute_force,
    builds,
    classes,
    classifiers_compared,
    comparisons,
    detection,
    distributions,
    exclusion,
    intervals,
    learning_curves,
    periods,
    pointwise,
    recommendations,
    reference,
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
BUILT = ["postgres", "spark"]
VALUES = [brute_force.values, recommendations.values, pointwise.values, detection.values, splitting.values]
VALUES += [
    comparisons.values,
    classes.values,
    classifiers_compared.values,
    intervals.values,
    agreement.values,
    learning_curves.values,
    sampled.values,
    exclusion.values,
    sequences.values,
    periods.values,
    distributions.values,
]

CLUSTER = "spark cluster"


def opened(engine: str) -> AbstractContextManager[Session]:
    if ENGINES[engine] == "compiled" or engine == "duckdb":
        return transpiled.session(engine)
    session: AbstractContextManager[Session] = importlib.import_module(f"warehouses.{engine}").session()
    return session


def checked(engine: str) -> Result:
    """Raises Unavailable or AssertionError."""
    if engine == CLUSTER:
        return checked_cluster()
    with opened(engine) as session:
        reference.load(session)
        fixtures = reference.reference_values(session, engine)
        others = [one for values in VALUES for one in values(session, engine)]
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


def built(engine: str) -> int:
    """How many nodes of dbt, after the incremental models. Raises AssertionError."""
    if engine == "postgres":
        from warehouses import incremental

        incremental.check()
    if engine == "spark":
        from warehouses import example, incremental_spark

        example.check()
        incremental_spark.check()
    return builds.build(engine)


T = TypeVar("T")


def timed(work: Callable[[str], T], engine: str) -> tuple[T, float]:
    start = time.monotonic()
    return work(engine), time.monotonic() - start


def checked_cluster() -> Result:
    from warehouses import cluster

    with cluster.session() as session:
        compared = cluster.checked(session.spark)
        version = session.version
    refuse_wrong(compared)
    return Result(CLUSTER, ENGINES[CLUSTER], version, "", agreeing(compared), None, largest_deviations(compared))


def refuse_wrong(compared: list[Comparison]) -> None:
    wrong = [one for one in compared if not one.agrees]
    assert not wrong, "\n".join([f"{len(wrong)} values are wrong:", *map(str, wrong[:10])])
