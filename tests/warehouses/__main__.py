"""python -m warehouses [ENGINE ...] [--write]: the same values on every engine, and a page of results."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context

from warehouses import brute_force, builds, detection, pointwise, recommendations, reference, transpiled
from warehouses.comparison import Comparison, agreeing, largest_deviations
from warehouses.page import PAGE, Result, page
from warehouses.reference import Session, Unavailable

# How each engine is checked.
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
VALUES = [brute_force.values, recommendations.values, pointwise.values, detection.values]

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
    if engine == "postgres":
        from warehouses import incremental

        incremental.check()
    return Result(
        engine=engine,
        how=ENGINES[engine],
        version=version,
        fixtures=agreeing(fixtures),
        brute_force=agreeing(others),
        built=builds.build(engine) if engine in BUILT else None,
        deviations=largest_deviations(fixtures + others),
    )


def timed(engine: str) -> tuple[Result, float]:
    start = time.monotonic()
    return checked(engine), time.monotonic() - start


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


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m warehouses", description=__doc__)
    parser.add_argument("engines", nargs="*", choices=[*ENGINES, []], metavar="ENGINE")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}, when all engines are checked")
    arguments = parser.parse_args()
    if arguments.write and arguments.engines:
        parser.error("--write needs all engines")
    engines = arguments.engines or list(ENGINES)
    results = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        # Those that are engines of their own take longest.
        longest_first = sorted(engines, key=lambda engine: ENGINES[engine] != "run")
        running = {engine: pool.submit(timed, engine) for engine in longest_first}
        for engine in engines:
            try:
                result, seconds = running[engine].result()
            except (Unavailable, AssertionError) as error:
                pool.shutdown(cancel_futures=True)
                sys.exit(f"{engine}: {error}")
            print(result, f"({seconds:.0f} s)", flush=True)
            results.append(result)
    if arguments.write:
        PAGE.write_text(page(results))


if __name__ == "__main__":
    main()
