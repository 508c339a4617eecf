"""python -m warehouses [ENGINE ...] [--write]: the same values on every engine, and a page of results."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from warehouses.engines import BUILT, ENGINES, built, checked, timed
from warehouses.page import PAGE, page
from warehouses.reference import Unavailable


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
        # Spark takes longest, then those that are engines of their own.
        longest_first = sorted(engines, key=lambda engine: (engine != "spark", ENGINES[engine] != "run"))
        running, building = {}, {}
        for engine in longest_first:
            running[engine] = pool.submit(timed, checked, engine)
            if engine in BUILT:
                building[engine] = pool.submit(timed, built, engine)
        for engine in engines:
            try:
                result, seconds = running[engine].result()
                if engine in BUILT:
                    n_built, more = building[engine].result()
                    result, seconds = replace(result, built=n_built), seconds + more
            except Exception as error:
                pool.shutdown(cancel_futures=True)
                if isinstance(error, Unavailable | AssertionError):
                    sys.exit(f"{engine}: {error}")
                raise
            print(result, f"({seconds:.0f} s)", flush=True)
            results.append(result)
    if arguments.write:
        PAGE.write_text(page(results))


if __name__ == "__main__":
    main()
