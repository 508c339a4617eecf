"""`make demo-online`: build the dbt project on DuckDB, show what it says of the new ranker, and write a report."""

from __future__ import annotations

from pathlib import Path

import duckdb
from running import console, dbt, show

import rankhouse

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "online.duckdb"
REPORT = PROJECT / "report.html"


def report(con: duckdb.DuckDBPyConnection) -> Path:
    return rankhouse.report(
        {"old": "run_old", "new": "run_new"},
        "judgments",
        ["ndcg(gain=linear)@5", "dcg(gain=linear)@10"],
        REPORT,
        baseline="old",
        interleaving="drafts",
        off_policy="actions",
        title="The new ranker of a shop",
        con=con,
    )


def main() -> None:
    DATABASE.unlink(missing_ok=True)
    with console.status("dbt deps: installs rankhouse"):
        dbt(PROJECT, "deps")
    with console.status("dbt build: two rankers, 64,000 searches, and what can be told from them"):
        dbt(PROJECT, "build")
    console.print()
    with duckdb.connect(str(DATABASE)) as con:
        show(
            con,
            "What the new ranker is worth, and what would be known if the shop were not simulated",
            "select answer, old_ranker as old, new_ranker as new, difference, ci_low, ci_high, true_difference as truth"
            " from answers order by place",
            digits=4,
        )
        show(
            con,
            "How often users look at a position, from the old ranker's clicks, and the truth",
            "select position, examination, ci_low, ci_high, position ^ -0.7 as truth"
            " from examination order by position",
            digits=4,
        )
        show(
            con,
            "Whether the old log can tell of the new ranker",
            "select n, mean_weight, ci_low, ci_high, effective_size, highest from weights",
            digits=4,
        )
        show(con, "Interleaved searches, a: the new ranker", "from preference", digits=4)
        path = report(con)
    console.print(f"The report: [bold]{path.name}[/]; the tables: [bold]{DATABASE.name}[/], both in examples/online.\n")


if __name__ == "__main__":
    main()
