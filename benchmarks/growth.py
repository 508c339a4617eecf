"""How the CPU seconds of each macro grow: with the rows, the groups and the distinct values, on DuckDB and Postgres."""

from __future__ import annotations

import math
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.calls import CALLS, ROWS, SMALLER, tables
from benchmarks.processes import thread_seconds
from benchmarks.report import Section, reached
from rankhouse._rendering.jinja import macros

LIMIT = 1.3
"""The exponent: 1 is as the rows, and n log n is up to 1.15 at these sizes; the rest is noise."""
SHOWN = 1.1
"""What grows faster is listed."""
SIZES = {"duckdb": 64, "postgres": 32}
"""Times 3,000 rows at most, in steps of two."""
ENOUGH, PATIENCE, STOP = 0.4, 10, 30
"""CPU seconds after which a call is not run at the next size, also with more values; seconds until one is stopped."""
WATCHED = {"rater_agreement", "value_bounds", "merge_ratings", "compare"}
"""Macros of which every call is measured, not the one with the defaults alone."""
AXES = ("rows", "groups", "values")
TYPES = {"VARCHAR": "text", "DOUBLE": "double precision", "HUGEINT": "bigint"}
DOCUMENTED = {
    ("value_bounds", "rows"): "a list without a cutoff is tried with each number of relevant unjudged items, so that"
    " its rows are squared: give cutoffs",
    ("value_bounds", "values"): "as by rows, at any number of distinct relevances",
    ("value_bounds", "groups"): "as the queries, from a start so slow that Postgres is stopped: give cutoffs",
    ("sampled_ranks", "groups"): "candidates without the column of the groups take part in each group",
    ("correct_sampled", "groups"): "as sampled_ranks",
    ("correct_sampled", "rows"): "Postgres compares a rank with all corrections of its measure and method, which are as"
    " many as negatives",
    ("expected_exposure", "groups"): "judgments without the column of the groups count in each group",
    ("group_exposure", "groups"): "features and judgments without the column of the groups count in each group",
    ("merge_ratings", "values"): "Dawid and Skene weigh each rating for every rating that occurs",
    ("detection_metrics", "rows"): "every box is compared with every true box of its image and class",
    ("detection_class_metrics", "rows"): "as detection_metrics",
    ("curve_crossings", "rows"): "with longer curves, each crossing is compared with every crossing of a sample",
    ("metric_trust", "rows"): "every two experiments of a measure are compared",
    ("metric_trust", "values"): "as by rows",
}
"""What grows faster because of what it computes, which the docstring or the page of each says."""
Load = Callable[[dict[str, str], dict[str, int]], None]
Run = Callable[[str], float]


@contextmanager
def on_duckdb(stop: int) -> Iterator[tuple[Load, Run]]:
    with duckdb.connect(config={"threads": 1}) as con:

        def load(columns: dict[str, str], rows: dict[str, int]) -> None:
            for table, listed in columns.items():
                con.execute(f"create or replace table {table} as select {listed} from range({rows[table]}) as r(i)")

        def run(sql: str) -> float:
            start = time.process_time()
            stopper = threading.Timer(stop, con.interrupt)
            stopper.start()
            try:
                con.execute(sql).fetchall()
            except duckdb.InterruptException:
                return math.inf
            finally:
                stopper.cancel()
            return time.process_time() - start

        yield load, run


def loads(server: Any) -> Load:
    """Into tables of Postgres that nothing analyses, neither here nor the server by itself."""

    def load(columns: dict[str, str], rows: dict[str, int]) -> None:
        with duckdb.connect() as source, tempfile.TemporaryDirectory() as folder:
            for table, listed in columns.items():
                found = source.sql(f"select {listed} from range({rows[table]}) as r(i)")
                kinds = zip(found.columns, found.types, strict=True)
                typed = ", ".join(f"{name} {TYPES.get(str(kind), str(kind))}" for name, kind in kinds)
                server.con.execute(
                    f"drop table if exists {table}; create table {table} ({typed}) with (autovacuum_enabled = false)"
                )
                found.write_csv(f"{folder}/rows.csv", header=False)
                with server.con.cursor().copy(f"copy {table} from stdin (format csv)") as copy:
                    copy.write(Path(folder, "rows.csv").read_bytes())

    return load


@contextmanager
def on_postgres(stop: int) -> Iterator[tuple[Load, Run]]:
    """As loaded, with what the ready-made models set for their transaction."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from psycopg.errors import QueryCanceled

    from warehouses.postgres import session

    with session() as server:
        ((process,),) = server.query("select pg_backend_pid()")
        as_models = str(macros("postgres").settings_of_transaction()).replace("set local", "set")
        server.con.execute(f"set max_parallel_workers_per_gather = 0; set statement_timeout = '{stop}s'; {as_models}")

        def run(sql: str) -> float:
            start = thread_seconds(process)
            try:
                server.query(sql)
            except QueryCanceled:
                return math.inf
            return thread_seconds(process) - start

        yield loads(server), run


ENGINES = {"duckdb": on_duckdb, "postgres": on_postgres}
Call = tuple[str, str]
Points = dict[int, float]


def asked() -> Iterator[tuple[Call, dict[str, Any]]]:
    """What is resampled is resampled twenty times: how often is a number of its own."""
    for macro, (given, others) in CALLS.items():
        for name, arguments in {"defaults": {}, **(others if macro in WATCHED else {})}.items():
            few = {"repetitions": 20} if takes(macro, "repetitions") else {}
            yield (macro, name), given | few | arguments


def takes(macro: str, parameter: str) -> bool:
    return parameter in [name for name, _ in macros("duckdb").parameters[macro]]


def of_axis(axis: str, macro: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments by groups, where the relation has them; none where the macro has no such numbers."""
    columns = tables()
    read = [value for value in arguments.values() if isinstance(value, str) and value in columns]
    if axis == "groups" and takes(macro, "by") and "segment" in columns[read[0]]:
        # Otherwise every query would count in every segment.
        of_labels = {"judgments_by": ["segment"]} if takes(macro, "judgments_by") else {}
        return arguments | {"by": [*arguments.get("by", []), "segment"]} | of_labels
    if axis == "rows" or any(tables(**{axis: 2})[table] != columns[table] for table in read):
        return arguments
    return None


def exponent(points: Points) -> float:
    """By the last eight-fold size that was run, or all of them; infinite where a call was stopped.

    Below a hundredth of a second a call is its plan.
    """
    *before, last = sorted(points)
    if not before:
        return math.inf
    first = max(last // 8, before[0])
    if not math.isfinite(points[first] + points[last]):
        return math.inf
    return math.log(max(points[last], 0.01) / max(points[first], 0.01)) / math.log(last / first)


def measured(engine: str, sizes: int, names: set[str], stop: int) -> dict[tuple[str, Call], Points]:
    """Of each axis and call the CPU seconds by size; infinite of one that runs for `stop` seconds.

    With more values the rows stay a quarter of the most.
    """
    found: dict[tuple[str, Call], Points] = {}
    with ENGINES[engine](stop) as (load, run):
        for axis in AXES:
            size = 1
            calls = {call: of_axis(axis, call[0], arguments) for call, arguments in asked()}
            open_calls = {call: arguments for call, arguments in calls.items() if arguments is not None}
            if names:
                open_calls = {call: arguments for call, arguments in open_calls.items() if call[0] in names}
            while open_calls and size <= (min(8, sizes) if axis == "values" else sizes):
                rows = -(-sizes // 4) if axis == "values" else size
                counts = {table: SMALLER.get(table, ROWS) * rows for table in tables()}
                used = {
                    value for arguments in open_calls.values() for value in arguments.values() if isinstance(value, str)
                }
                columns = tables(**({} if axis == "rows" else {axis: size}))
                load({table: columns[table] for table in columns if table in used}, counts)
                for call, arguments in list(open_calls.items()):
                    sql = str(getattr(macros(engine), call[0])(**arguments))
                    try:
                        seconds = run(sql)
                        if seconds < ENOUGH:
                            seconds = min(seconds, run(sql))
                    except Exception as error:
                        raise RuntimeError(f"{engine}, {axis} times {size}: {' '.join(call)}") from error
                    found.setdefault((axis, call), {})[size] = seconds
                    if seconds > (PATIENCE if axis == "values" else ENOUGH) and size > 4:
                        del open_calls[call]
                size *= 2
    return found


def measured_twice(engine: str, sizes: int, names: set[str]) -> dict[tuple[str, Call], Points]:
    """What grows faster than it may is measured once more, because another process may have had the processor."""
    found = measured(engine, sizes, names, STOP)
    doubtful = {
        call[0]
        for (axis, call), points in found.items()
        if exponent(points) > LIMIT and (call[0], axis) not in DOCUMENTED
    }
    again = measured(engine, sizes, doubtful, STOP) if doubtful else {}
    for key, points in again.items():
        found[key] = {size: min(points[size], found[key].get(size, math.inf)) for size in points}
    return found


def measure(quick: bool, names: set[str] = frozenset()) -> Section:  # type: ignore[assignment]
    engines = {
        engine: measured(engine, 2, names, stop=1) if quick else measured_twice(engine, sizes, names)
        for engine, sizes in SIZES.items()
    }
    section = Section(
        "Growth",
        "How the CPU seconds of the SQL of each macro grow: the exponent of the size over the last eight-fold step, 1"
        " being as the rows. rows: longer lists, and more rows in as many groups; groups: as many more queries, users,"
        f" images and segments; values: more distinct scores, ratings and labels in as many rows. Sizes are doubled"
        f" from {ROWS:,} rows on until a call takes {ENOUGH} s, at most to {ROWS * SIZES['duckdb']:,} rows on DuckDB"
        f" and {ROWS * SIZES['postgres']:,} on Postgres, one thread, tables as they are loaded, which Postgres has not"
        " analysed, with `settings_of_transaction`, as the ready-made models run: without it `agreement` and others"
        " compare all rows with all others there. Resampling with 20 repetitions. Asked for: at most"
        f" {LIMIT}, which is n log n and the noise of the"
        f" clock; where what is computed grows faster, the remarks below say how. Calls of at most {SHOWN} are not"
        " listed.",
        ["macro", "call", *(f"{engine}, {axis}" for engine in engines for axis in AXES), "reached"],
    )
    for call, _ in asked():
        cells, verdicts, slopes = [], [], []
        for found in engines.values():
            for axis in AXES:
                points = found.get((axis, call))
                if points is None:
                    cells.append("")
                    continue
                slope = exponent(points)
                slopes.append(slope)
                cells.append(f"{slope:.2f}" if math.isfinite(slope) else f"more than {PATIENCE} s")
                verdicts.append(
                    "yes" if round(slope, 2) <= LIMIT else "said" if (call[0], axis) in DOCUMENTED else "no"
                )
        if verdicts and max(slopes) > SHOWN:
            verdict = "no" if "no" in verdicts else "said" if "said" in verdicts else reached(True)
            section.rows.append([f"`{call[0]}`", call[1], *cells, verdict])
    section.remarks.extend(f"`{macro}`, {axis}: {reason}." for (macro, axis), reason in DOCUMENTED.items())
    return section
