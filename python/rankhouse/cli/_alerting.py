"""The command that tells what fell."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rankhouse
from rankhouse._rendering.errors import InputError
from rankhouse.cli import _output
from rankhouse.cli._completing import complete_measure
from rankhouse.cli._options import Confidence, Database, choice, measures_option
from rankhouse.cli._shell import chosen, connected, fail, panel, working
from rankhouse.types import Grain

command = panel("Compare")


@command(
    "rankhouse check-metrics daily.parquet -m ndcg@10 --margin 0.01",
    "rankhouse check-metrics daily.parquet --expect system=bm25,dense",
)
def check_metrics(
    table: Annotated[
        str | None,
        typer.Argument(help="File or, with --database, table of metrics by day, or of values by query."),
    ] = None,
    measure: Annotated[
        list[str] | None,
        measures_option("Of those of the table; all by default. Repeatable.", complete_measure),
    ] = None,
    day: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column of days; the last one is compared with the one before.")
    ] = "day",
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="A column that tells rows of a day apart; by default all other columns. Repeatable."
        ),
    ] = None,
    grain: Annotated[Grain, choice(Grain, "PERIOD", "How long a period is; its days add up", "day")] = "day",
    margin: Annotated[float, typer.Option(help="By how much a mean may fall.")] = 0.0,
    significant: Annotated[
        bool,
        typer.Option(
            help="Fail only where the whole interval of the change is below the margin, or wherever the mean is."
        ),
    ] = True,
    confidence: Confidence = 0.95,
    failures: Annotated[
        str | None, typer.Option(metavar="SCHEMA", help="Include the failing rows that dbt stored in this schema.")
    ] = None,
    expect: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=VALUE,...",
            help="Values that a column must have on the last day, such as system=bm25,dense. Repeatable.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the summary to this file.")
    ] = None,
    database: Database = None,
) -> None:
    """Report what fell since the day before, as Markdown for a pull request or CI job; exit with 1 if anything did."""
    with connected(database) as con, working("Checking", con) as stop:
        summary = rankhouse.check_metrics(
            table,
            measure or [],
            day=day,
            by=by,
            **chosen(grain=grain),
            margin=margin,
            significant=significant,
            confidence=confidence,
            failures=failures,
            expected=dict(map(groups_expected, expect or [])),
            con=con,
        )
        stop()
        _output.write_text(summary.text, output)
    if summary.failure:
        fail(summary.failure, 1)


def groups_expected(text: str) -> tuple[str, list[str]]:
    column, _, values = text.partition("=")
    names = [name.strip() for name in values.split(",")]
    if not column.strip() or "" in names:
        raise InputError(f"--expect is a column and its values, such as system=bm25,dense, got {text!r}")
    return column.strip(), names
