"""`make demo-online`: build the dbt project on DuckDB, show what it says of the new ranker, and write a report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
from rich.console import Console
from rich.table import Table

import rankhouse

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "online.duckdb"
REPORT = PROJECT / "report.html"
console = Console(highlight=False)


def dbt(command: str) -> None:
    """Run dbt in the project; what it says is shown only when it fails."""
    executable = Path(sys.executable).with_name("dbt")
    done = subprocess.run([executable, command], cwd=PROJECT, capture_output=True, text=True, check=False)
    if done.returncode:
        console.print(done.stdout + done.stderr, markup=False, highlight=False)
        sys.exit(f"dbt {command} failed")


def show(con: duckdb.DuckDBPyConnection, title: str, sql: str) -> None:
    answer = con.sql(sql)
    console.print(f"[bold]{title}[/]", soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name, kind in zip(answer.columns, answer.types, strict=True):
        table.add_column(name, justify="left" if str(kind) == "VARCHAR" else "right", no_wrap=True)
    for row in answer.fetchall():
        table.add_row(
            *(f"{value:.4f}" if isinstance(value, float) else "" if value is None else str(value) for value in row)
        )
    console.print(table)
    console.print()


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
        dbt("deps")
    with console.status("dbt build: two rankers, 64,000 searches, and what can be told from them"):
        dbt("build")
    console.print()
    with duckdb.connect(str(DATABASE)) as con:
        show(
            con,
            "What the new ranker is worth, and what would be known if the shop were not simulated",
            "select answer, old_ranker as old, new_ranker as new, difference, ci_low, ci_high, true_difference as truth"
            " from answers order by place",
        )
        show(
            con,
            "How often users look at a position, from the old ranker's clicks, and the truth",
            "select position, examination, ci_low, ci_high, position ^ -0.7 as truth"
            " from examination order by position",
        )
        show(
            con,
            "Whether the old log can tell of the new ranker",
            "select n, mean_weight, ci_low, ci_high, effective_size, highest from weights",
        )
        show(con, "Interleaved searches, a: the new ranker", "from preference")
        path = report(con)
    console.print(f"The report: [bold]{path.name}[/]; the tables: [bold]{DATABASE.name}[/], both in examples/online.\n")


if __name__ == "__main__":
    main()
