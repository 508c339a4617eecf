"""python -m warehouses [ENGINE ...] [--sample [--seed SEED] [--builds] | --write]: the same values on every engine."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from warehouses import sample
from warehouses.engines import CLUSTER, ENGINES, Done, Task, done, result, tasks
from warehouses.page import PAGE, page
from warehouses.reference import Unavailable


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m warehouses", description=__doc__)
    parser.add_argument("engines", nargs="*", choices=[*ENGINES, []], metavar="ENGINE")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}, when all engines are checked")
    parser.add_argument("--sample", action="store_true", help="every measure and macro, with less of what they take")
    parser.add_argument("--seed", help="the sample to repeat; each change of the checkout has its own")
    parser.add_argument("--builds", action="store_true", help="with a sample too: what dbt builds")
    arguments = parser.parse_args()
    if arguments.write and (arguments.engines or arguments.sample):
        parser.error("--write needs all engines and all values")
    engines = arguments.engines or list(ENGINES)
    seed = (arguments.seed or sample.seed_of_the_checkout()) if arguments.sample else None
    results = []
    found = all_done(tasks(engines, arguments.builds or not seed, not seed), seed)
    for engine in engines:
        parts = [part for task, part in found.items() if task.engine == engine]
        if parts:
            results.append(result(engine, sorted(parts, key=lambda part: part.task.part != "values")))
            print(results[-1], flush=True)
    if seed:
        n_values = sum(result.n_values for result in results)
        left_out = CLUSTER if arguments.builds else f"{CLUSTER} and dbt"
        print(f"SAMPLE {seed}, of {n_values:,} values, without {left_out}: `make test-warehouses` checks all")
    if arguments.write:
        PAGE.write_text(page(results))


def all_done(listed: list[Task], seed: str | None) -> dict[Task, Done]:
    """Says of every part how many seconds it took. Ends the program at the first that is wrong."""
    again = f"; --seed {seed} repeats this sample" if seed else ""
    found = {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        running = {pool.submit(done, task, seed): task for task in listed}
        for future in as_completed(running):
            task = running[future]
            try:
                found[task] = future.result()
            except Exception as error:
                pool.shutdown(cancel_futures=True)
                if isinstance(error, Unavailable | AssertionError):
                    sys.exit(f"{task}: {error}{again}")
                raise
            for part, seconds in found[task].seconds.items():
                print(f"{task.engine:14} {part:20} {seconds:6.1f} s", flush=True)
    return found


if __name__ == "__main__":
    main()
