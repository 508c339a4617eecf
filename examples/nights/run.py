"""`make demo-nights`: build the dbt project ten times, a night after the other, and show what each build said."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
from running import console, dbt, show

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "nights.duckdb"
NIGHTS = range(1, 11)
SHOWN = """
    select
        {night},
        (select max(day) from run),
        (select max(day) from rankhouse__latest),
        max(ndcg_at_5) filter (system = 'bm25'),
        max(ndcg_at_5) filter (system = 'dense'),
        max(ndcg_at_5) filter (system = 'hybrid')
    from rankhouse__latest
"""


def said() -> list[str]:
    """The reasons of the gates that failed in the last build."""
    results = json.loads((PROJECT / "target" / "run_results.json").read_text())["results"]
    failed = [result["relation_name"] for result in results if result["status"] == "warn"]
    with duckdb.connect(str(DATABASE), read_only=True) as con:
        return [reason for table in failed for (reason,) in con.execute(f"select reason from {table}").fetchall()]


def main() -> None:
    DATABASE.unlink(missing_ok=True)
    with console.status("dbt deps: installs rankhouse"):
        dbt(PROJECT, "deps")
    told = {}
    with duckdb.connect() as seen:
        seen.execute(
            "create table nights(night int, newest_day date, shown_day date, bm25 double, dense double, hybrid double)"
        )
        for night in NIGHTS:
            with console.status(f"dbt build: night {night} of {len(NIGHTS)}"):
                dbt(PROJECT, "build", "--vars", f"{{night: {night}}}")
            told[night] = said()
            with duckdb.connect(str(DATABASE), read_only=True) as built:
                row = built.execute(SHOWN.format(night=night)).fetchone()
            seen.execute("insert into nights values (?, ?, ?, ?, ?, ?)", row)
        console.print()
        show(seen, "NDCG@5 of the newest day whose labels are complete, as each night showed it", "from nights")
    console.print("[bold]What the gates said[/]")
    for night, reasons in told.items():
        for reason in reasons:
            console.print(f"night {night}: {reason}", soft_wrap=True)
    console.print(f"\nThe tables: [bold]{DATABASE.name}[/] in examples/nights.\n")


if __name__ == "__main__":
    main()
