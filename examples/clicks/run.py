"""`make demo-clicks`: build the dbt project on DuckDB and show what clicks say of two rankers.

With a file of UBI events as argument: the same of these, read in place.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import duckdb
from running import console, dbt, show

import rankhouse

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "clicks.duckdb"
SIMULATED = ("errors", "attractions", "true_quality")
PICTURE = PROJECT / "day_by_day.svg"


def draw(con: duckdb.DuckDBPyConnection, picture: Path) -> None:
    """NDCG beside what the users of the same days met: a line each."""
    shown = "select day, measure as system, 'Search, day by day' as measure, value, ci_low, ci_high, n as n_queries"
    chosen = "measure in ('ndcg(gain=linear)@5', 'success@5', 'abandoned', 'no_result')"
    chart = rankhouse.plot.over_time(con.sql(f"{shown} from day_by_day where {chosen}"), "day", con=con)
    chart.save(str(picture))


def main() -> None:
    events = sys.argv[1:]
    if events:
        os.environ["UBI_EVENTS"] = str(Path(events[0]).resolve())
    DATABASE.unlink(missing_ok=True)
    with console.status("dbt deps: installs rankhouse"):
        dbt(PROJECT, "deps")
    with console.status("dbt build: events, click log, counts, judgments, metrics, comparison, gate, search health"):
        dbt(PROJECT, "build", *(["--exclude", *SIMULATED] if events else []))
    console.print()
    with duckdb.connect(str(DATABASE), read_only=True) as con:
        show(
            con,
            "What is in the events of each application",
            "select application, lowest as first, highest as last, impressions, clicks, without_query as no_query,"
            " clicks_without_impression as no_impression from ubi_findings order by impressions desc",
        )
        show(
            con,
            "How often a position is looked at",
            "select position, examination, ci_low, ci_high, impressions, clicks from examination order by 1 limit 6",
        )
        show(
            con,
            f"NDCG@5 of {'the order of the ids' if events else 'the next ranker'} and of the live one, by clicks",
            "select method, value as next, baseline_value as live, difference, ci_low, ci_high, n_queries"
            " from comparison order by method",
        )
        show(
            con,
            "What judgments say of the lists of a day, and what their users met",
            "pivot (select day, replace(measure, '(gain=linear)', '') as measure, value from day_by_day)"
            " on measure in ('ndcg@5', 'success@5', 'abandoned', 'no_result') using max(value)"
            " order by day desc limit 6",
        )
        if not events:
            show(
                con,
                "By the attraction that clicks were drawn from",
                "select max(value) filter (system = 'next') as next, max(value) filter (system = 'live') as live"
                " from true_quality",
            )
            show(
                con,
                "Of two items of a query, how often a method has them in the wrong order; three kinds of readers",
                "pivot (from errors select method, reader, wrong_pairs) on reader using max(wrong_pairs)"
                " order by method",
            )
        draw(con, PICTURE)
    console.print(f"NDCG@5 beside what users met, day by day: [bold]{PICTURE.name}[/] in examples/clicks.")
    console.print(f"The tables: [bold]{DATABASE.name}[/] in examples/clicks; its README says what each one is.\n")


if __name__ == "__main__":
    main()
