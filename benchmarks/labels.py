"""Labels: agreement of a million ratings and their merging, beside a plain group by and the library krippendorff."""

from __future__ import annotations

from collections.abc import Callable

import duckdb
import krippendorff
import numpy as np

from benchmarks.report import Section
from benchmarks.seconds import seconds
from rankhouse._rendering.jinja import macros

OF_A_UNIT = 5
RATERS = 100


def ratings(con: duckdb.DuckDBPyConnection, rows: int) -> None:
    """Five raters of a hundred for each unit, who are right six times of ten."""
    unit, place = f"i // {OF_A_UNIT}", f"i % {OF_A_UNIT}"
    con.execute(
        f"create table ratings as select {unit} as unit_id, (({unit}) * 7919 + ({place}) * 13) % {RATERS} as rater_id,"
        f" (case when hash(i) % 10 < 6 then hash({unit}) else hash(i + 1) end % 5)::int as rating"
        f" from range({rows}) t(i)"
    )


def measure(rows: int) -> Section:
    section = Section(
        "Labels",
        f"{rows:,} ratings of {rows // OF_A_UNIT:,} units by {RATERS} raters, five each, in five grades. The table is"
        " in memory; krippendorff gets an array of raters by units, which is made beforehand.",
        ["task", "seconds", "processor seconds"],
    )
    package = macros("duckdb")
    with duckdb.connect() as con:
        con.execute("set enable_progress_bar = false")
        ratings(con, rows)
        found = con.execute("select rater_id, unit_id, rating from ratings").fetchnumpy()
        table = np.full((RATERS, rows // OF_A_UNIT), np.nan)
        table[found["rater_id"], found["unit_id"]] = found["rating"]

        def run(sql: str) -> Callable[[], object]:
            return lambda: con.execute(f"create or replace temp table answer as {sql}")

        agreement = package.rater_agreement("ratings", level="ordinal", repetitions=0)
        tasks: dict[str, Callable[[], object]] = {
            "count by unit and rating: a plain `group by`": run(
                "select unit_id, rating, count(*) from ratings group by all"
            ),
            "`rater_agreement`, ordinal alpha": run(agreement),
            "krippendorff, ordinal alpha": lambda: krippendorff.alpha(table, level_of_measurement="ordinal"),
            "`rater_agreement`, with an interval of 100 repetitions": run(
                package.rater_agreement("ratings", level="ordinal", repetitions=100)
            ),
            "`merge_ratings`, majority": run(package.merge_ratings("ratings")),
            "`merge_ratings`, Dawid and Skene, 20 steps": run(package.merge_ratings("ratings", "dawid_skene")),
        }
        for name, task in tasks.items():
            wall, cpu = seconds(task)
            section.rows.append([name, f"{wall:.2f}", f"{cpu:.2f}"])
        (value,) = con.execute(f"select value from ({agreement})").fetchone() or (None,)
        section.remarks.append(
            f"Both say {value:.6f}."
            if abs(value - krippendorff.alpha(table, level_of_measurement="ordinal")) < 1e-9
            else "They do not say the same."
        )
    return section
