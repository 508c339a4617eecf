"""`make demo`: fill a DuckDB file with the digits' runs and judgments, build the dbt project, show what it made."""

from __future__ import annotations

import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
from rich.console import Console

import rankhouse
from rankhouse import demo

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "digits.duckdb"
REPORT = PROJECT / "report.html"
TITLE = "Image search over handwritten digits"
console = Console(highlight=False)


@contextmanager
def step(title: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    started = time.perf_counter()
    with console.status(title):
        yield
    console.print(f"[green]✓[/] {title} [dim]{time.perf_counter() - started:.1f} s[/]")


def dbt(command: str) -> None:
    """Run dbt in the project; what it says is shown only when it fails."""
    dbt_executable = Path(sys.executable).with_name("dbt")
    done = subprocess.run([dbt_executable, command], cwd=PROJECT, capture_output=True, text=True, check=False)
    if done.returncode:
        console.print(done.stdout + done.stderr, markup=False, highlight=False)
        sys.exit(f"dbt {command} failed")


def main() -> None:
    console.print(f"\n[bold]{TITLE}[/]: 450 queries, 1,347 images, 3 rankers\n")
    DATABASE.unlink(missing_ok=True)
    with step("Three rankers score 1,818,450 pairs of images"), duckdb.connect(str(DATABASE)) as con:
        demo.make_tables(con)
    with step("dbt deps: installs rankhouse"):
        dbt("deps")
    with step("dbt build: 3 tables of metrics, with their tests"):
        dbt("build")

    path = DATABASE.relative_to(Path.cwd()) if DATABASE.is_relative_to(Path.cwd()) else DATABASE
    with duckdb.connect(str(DATABASE), read_only=True) as con:
        console.print("\n[bold]search_quality[/]")
        demo.show(con, "search_quality")
    console.print(f"\nThe tables: [bold]{path}[/]. Which digits are hard to find?\n")
    console.print(
        f"""  .venv/bin/python -c "import duckdb; duckdb.connect('{path}').sql('''
    from search_quality_by_digit select digit, value
    where system = 'lda' and measure = 'average_precision' order by value''').show()"
""",
        markup=False,
        soft_wrap=True,
    )
    with step("rankhouse.report: all of it as one page"), duckdb.connect(str(DATABASE), read_only=True) as con:
        con.execute("set enable_progress_bar = false")
        with warnings.catch_warnings():
            # The page has them at its top.
            warnings.simplefilter("ignore", rankhouse.InputWarning)
            rankhouse.report("run", "judgments", demo.MEASURES, REPORT, by="digit", title=TITLE, con=con)
    page = REPORT.relative_to(Path.cwd()) if REPORT.is_relative_to(Path.cwd()) else REPORT
    size = f"{REPORT.stat().st_size / 1e6:.1f} MB"
    console.print(f"\nThe report, which opens in any browser: [bold]{page}[/] ({size})\n", soft_wrap=True)


if __name__ == "__main__":
    main()
