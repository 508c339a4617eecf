"""python -m benchmarks [core|classifier|peers|...] [--quick] [--write]: printed, or on docs/reference/benchmarks.md.

Without names all sections are written there, each as soon as it is measured.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import (
    classifier,
    clicks,
    comparisons,
    core,
    growth,
    incremental,
    labels,
    large,
    off_policy,
    peers,
    plans,
    reports,
    ways,
)
from benchmarks.report import Section, write

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "benchmarks.md"
NAMES = [
    "core",
    "ways",
    "calls",
    "exclusion",
    "starts",
    "plans",
    "classifier",
    "peers",
    "comparisons",
    "labels",
    "clicks",
    "off_policy",
    "reports",
    "large",
    "incremental",
    "growth",
]
ON_DEMAND = ["billion"]
"""Written by name alone: 25 GB of disk and ten minutes."""


def section(name: str, quick: bool) -> Section:
    if name == "core":
        return core.measure(rows=100_000 if quick else 10_000_000, repetitions=1 if quick else 7)
    if name == "ways":
        return ways.table_macros(rows=100_000 if quick else 5_000_000, repetitions=1 if quick else 5)
    if name == "calls":
        return ways.calls(repetitions=1 if quick else 7)
    if name == "exclusion":
        return ways.exclusion(rows=100_000 if quick else 10_000_000, repetitions=1 if quick else 5)
    if name == "starts":
        return ways.starts(repetitions=1 if quick else 5, n_models=3 if quick else 100)
    if name == "plans":
        return plans.measure([""]) if quick else plans.measure()
    if name == "growth":
        return growth.measure(quick)
    if name == "classifier":
        return classifier.measure(rows=100_000 if quick else 10_000_000, repetitions=1 if quick else 7)
    if name == "peers":
        return peers.measure(rows=20_000 if quick else 1_000_000)
    if name == "comparisons":
        return comparisons.measure(queries=1_000 if quick else 10_000, repetitions=1_000 if quick else 10_000)
    if name == "labels":
        return labels.measure(rows=100_000 if quick else 1_000_000)
    if name == "clicks":
        return clicks.measure(rows=1_000_000 if quick else 100_000_000)
    if name == "off_policy":
        return off_policy.measure(rows=1_000_000 if quick else 10_000_000)
    if name == "reports":
        return reports.measure(queries=100 if quick else 800, repetitions=1 if quick else 3)
    if name == "incremental":
        return incremental.measure(histories=[1] if quick else [1, 10, 100], queries=100 if quick else 3_000)
    if name == "billion":
        rows, memory = (10_000_000, "500MB") if quick else (1_000_000_000, "8GB")
        return large.measure("A billion rows", rows, memory)
    return large.measure("Larger than memory", rows=1_000_000 if quick else 100_000_000, memory="4GB")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*NAMES, *ON_DEMAND, []], metavar="|".join([*NAMES, *ON_DEMAND]))
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs; nothing is written")
    parser.add_argument("--write", action="store_true", help="write the sections that are named")
    arguments = parser.parse_args()
    if arguments.write and arguments.quick:
        parser.error("--write is for full sizes")
    written = not arguments.quick and (arguments.write or not arguments.names)
    for name in arguments.names or NAMES:
        measured = section(name, arguments.quick)
        print(measured.markdown(), flush=True)
        if written:
            write(PAGE, measured)


if __name__ == "__main__":
    main()
