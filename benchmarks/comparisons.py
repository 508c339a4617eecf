"""Comparisons of systems: the randomisation test beside ranx and scipy, and many systems at once."""

from __future__ import annotations

import time
from collections.abc import Callable

import duckdb
import numpy as np
from ranx.statistical_tests import fisher_randomization_test
from scipy import stats

from benchmarks.report import Section, reached
from rankhouse._rendering.jinja import macros

MEASURES = 5
AS_FAST = 1.0


def values(con: duckdb.DuckDBPyConnection, name: str, systems: int, queries: int) -> None:
    """Values by query that no two systems share."""
    con.execute(
        f"create table {name} as select 's' || lpad(system::varchar, 3, '0') as system, query as query_id,"
        " 'm' || measure as measure, 'm' as metric, 10 as k,"
        " (hash(system, query, measure) % 1000003) / 1000003::double as value"
        f" from range({systems}) a(system), range({queries}) b(query), range({MEASURES}) c(measure)"
    )


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(queries: int, repetitions: int) -> Section:
    section = Section(
        "Comparing systems",
        f"Fisher's randomisation test of two systems, {repetitions:,} repetitions over {queries:,} queries x {MEASURES}"
        " measures, in one process with as many threads as each takes by itself; ranx compiled beforehand. scipy's"
        " `permutation_test` is vectorised in batches of 500. Asked for: at least as fast as both.",
        ["task", "seconds", "ratio to rankhouse", "reached"],
        figure=(
            "benchmark-comparisons.svg",
            "Seconds of a randomisation test: rankhouse the fewest, then ranx, then scipy",
        ),
    )
    package = macros("duckdb")
    with duckdb.connect() as con:
        values(con, "two", 2, queries)
        wide = con.execute("pivot two on system using max(value) group by measure, query_id order by all").fetchnumpy()
        pairs = [
            (wide["s000"][wide["measure"] == name], wide["s001"][wide["measure"] == name])
            for name in dict.fromkeys(wide["measure"])
        ]
        sql = package.compare("two", test="randomisation", repetitions=repetitions)
        ours = seconds(lambda: con.execute(sql).fetchall())
        section.rows.append(["`rankhouse.compare`, randomisation", f"{ours:.2f}", "1", ""])
        fisher_randomization_test(*(side[:50] for side in pairs[0]), n_permutations=10)
        peers: dict[str, Callable[[], object]] = {
            "ranx, `fisher_randomization_test`": lambda: [
                fisher_randomization_test(*pair, n_permutations=repetitions) for pair in pairs
            ],
            "scipy, `permutation_test`": lambda: [
                stats.permutation_test(
                    (own - other,),
                    lambda sample, axis: np.mean(sample, axis=axis),
                    permutation_type="samples",
                    n_resamples=repetitions,
                    vectorized=True,
                    batch=500,
                )
                for own, other in pairs
            ],
        }
        for name, work in peers.items():
            took = seconds(work)
            met = reached(took >= AS_FAST * ours)
            section.rows.append([name, f"{took:.2f}", f"{took / ours:.1f}", met])
        section.rows.extend(all_pairs(con, queries))
    return section


def all_pairs(con: duckdb.DuckDBPyConnection, queries: int) -> list[list[str]]:
    """100 systems, each against each."""
    values(con, "many", 100, queries // 10)
    rows = []
    for test in ("t", "wilcoxon", "sign"):
        sql = macros("duckdb").compare("many", test=test)
        took = seconds(lambda sql=sql: con.execute(sql).fetchall())
        what = f"4,950 pairs of 100 systems, {queries // 10:,} queries x {MEASURES} measures: {test}"
        rows.append([what, f"{took:.2f}", "", ""])
    return rows
