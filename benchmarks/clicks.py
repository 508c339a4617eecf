"""Judgments from a hundred million impressions, beside a plain group by over the same log."""

from __future__ import annotations

from collections.abc import Callable

import duckdb

from benchmarks.report import Section
from benchmarks.seconds import seconds
from rankhouse._rendering.jinja import macros

DEPTH = 10
ITEMS = 20
SEARCHES_OF_A_QUERY = 1000
STEPS = (1, 11)
MEMORY = "12GB"


def log(con: duckdb.DuckDBPyConnection, rows: int) -> None:
    """Ten of a query's twenty items at each search, which begin anywhere; clicks by attraction over position."""
    searches = rows // DEPTH
    item = f"(position * 7 + hash(search_id + 1) % {ITEMS}) % {ITEMS}"
    con.execute(
        f"create table log as select search_id::int as search_id, query_id::int as query_id, ({item})::int as item_id,"
        " position::int as position,"
        f" hash(search_id, position) % 1000 < hash(query_id, {item}) % 900 / position as clicked"
        f" from (select i as search_id, hash(i) % {max(searches // SEARCHES_OF_A_QUERY, 1)} as query_id"
        f" from range({searches}) as t(i)) cross join range(1, {DEPTH + 1}) as u(position)"
    )


def measure(rows: int) -> Section:
    section = Section(
        "Clicks",
        f"{rows:,} impressions: {rows // DEPTH:,} searches with lists of {DEPTH}, {SEARCHES_OF_A_QUERY:,} for each"
        f" query, whose {ITEMS} items stand at all positions. The table is in memory. A ratio is to the group by, in"
        " processor seconds.",
        ["task", "seconds", "processor seconds", "ratio"],
    )
    package = macros("duckdb")
    with duckdb.connect(config={"memory_limit": MEMORY}) as con:
        con.execute("set enable_progress_bar = false")
        log(con, rows)

        def run(sql: str) -> Callable[[], object]:
            return lambda: con.execute(f"create or replace temp table answer as {sql}")

        counted = (
            "select query_id, item_id, position, count(*) as impressions, sum(clicked::int) as clicks"
            " from log group by all"
        )
        tasks: dict[str, Callable[[], object]] = {
            "impressions and clicks by query, item and position: a plain `group by`": run(counted),
            "`click_judgments`, ctr": run(package.click_judgments("log", method="ctr")),
            "`click_judgments`, coec": run(package.click_judgments("log")),
            **{
                f"`click_judgments`, pbm, {steps} step{'s' if steps > 1 else ''}": run(
                    package.click_judgments("log", method="pbm", steps=steps)
                )
                for steps in STEPS
            },
        }
        found = {}
        for name, task in tasks.items():
            wall, cpu = seconds(task)
            found[name] = cpu
            section.rows.append([name, f"{wall:.2f}", f"{cpu:.2f}", f"{cpu / next(iter(found.values())):.1f}"])
        plain, *_, first, last = found.values()
        con.execute(f"create table counts as {counted}")
        wall, cpu = seconds(run(package.click_judgments("counts", method="pbm", steps=STEPS[1], counts=True)))
        (cells,) = con.execute("select count(*) from counts").fetchone() or (0,)
        section.rows.append(
            [f"the same from counts, {cells:,} rows", f"{wall:.2f}", f"{cpu:.2f}", f"{cpu / plain:.1f}"]
        )
        section.remarks.append(
            f"A further step of pbm takes {(last - first) / (STEPS[1] - STEPS[0]):.2f} processor seconds,"
            f" {(last - first) / (STEPS[1] - STEPS[0]) / plain:.2f} times the group by."
        )
    return section
