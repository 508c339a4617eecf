"""What the demos share: dbt in a project, and tables on the screen. The Makefile puts this folder on the path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
from rich.console import Console
from rich.table import Table

console = Console(highlight=False)


def dbt(project: Path, *command: str) -> None:
    """Run dbt in the project; what it says is shown only when it fails."""
    executable = Path(sys.executable).with_name("dbt")
    done = subprocess.run([executable, *command], cwd=project, capture_output=True, text=True, check=False)
    if done.returncode:
        console.print(done.stdout + done.stderr, markup=False, highlight=False)
        sys.exit(f"dbt {' '.join(command)} failed")


def show(con: duckdb.DuckDBPyConnection, title: str, sql: str, digits: int = 3) -> None:
    answer = con.sql(sql)
    console.print(f"[bold]{title}[/]", soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name, kind in zip(answer.columns, answer.types, strict=True):
        table.add_column(name, justify="left" if str(kind) == "VARCHAR" else "right", no_wrap=True)
    for row in answer.fetchall():
        table.add_row(*(shown(value, digits) for value in row))
    console.print(table)
    console.print()


def shown(value: object, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)
