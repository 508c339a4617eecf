"""The value of a policy from the log of another one, beside a plain group by over the same rows."""

from __future__ import annotations

from collections.abc import Callable

import duckdb

from benchmarks.report import Section
from benchmarks.seconds import seconds
from rankhouse._rendering.jinja import macros

GROUPS = 20


def log(con: duckdb.DuckDBPyConnection, rows: int) -> None:
    """Actions of four probabilities, in groups of a country each."""
    con.execute(
        f"create table log as select hash(i) % {GROUPS} as country,"
        " [0.1, 0.2, 0.3, 0.4][1 + (hash(i + 1) % 4)::int] as logging_probability,"
        " [0.4, 0.3, 0.2, 0.1][1 + (hash(i + 2) % 4)::int] as target_probability,"
        " (hash(i + 3) % 10 < 2)::double as reward, 0.2 as predicted_reward, 0.25 as target_predicted_reward"
        f" from range({rows}) t(i)"
    )


def measure(rows: int) -> Section:
    section = Section(
        "Logs of policies",
        f"{rows:,} logged actions in {GROUPS} groups, the table in memory.",
        ["task", "seconds", "processor seconds"],
    )
    package = macros("duckdb")
    with duckdb.connect() as con:
        con.execute("set enable_progress_bar = false")
        log(con, rows)

        def run(sql: str) -> Callable[[], object]:
            return lambda: con.execute(f"create or replace temp table answer as {sql}")

        weight = "target_probability / logging_probability"
        tasks: dict[str, Callable[[], object]] = {
            "mean and spread of weighted rewards: a plain `group by`": run(
                f"select country, avg({weight} * reward), stddev_samp({weight} * reward) from log group by all"
            ),
            "`off_policy`, ips": run(package.off_policy("log", ["ips"], by=["country"])),
            "`off_policy`, ips, snips and dr": run(package.off_policy("log", by=["country"])),
            "`compare_policies` with the log's own, ips": run(
                package.compare_policies(
                    "log", ["ips"], by=["country"], columns={"baseline_probability": "logging_probability"}
                )
            ),
            "`off_policy_weights`, which sorts them": run(package.off_policy_weights("log", by=["country"])),
        }
        for name, task in tasks.items():
            wall, cpu = seconds(task)
            section.rows.append([name, f"{wall:.2f}", f"{cpu:.2f}"])
    return section
