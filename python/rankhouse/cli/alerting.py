"""The command that tells what fell."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import rankhouse
from rankhouse import _output
from rankhouse._errors import InputError
from rankhouse.cli.completing import complete_measure
from rankhouse.cli.options import Database
from rankhouse.cli.shell import app, chosen, connected, fail, working

command = partial(app.command, rich_help_panel="Compare")
Grain = StrEnum("Grain", ["day", "week", "month", "quarter", "year"])


@command()
def check_metrics(
    table: Annotated[
        str | None,
        typer.Argument(help="File or, with --database, table of metrics by day, or of values by query."),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            "-m",
            metavar="MEASURE",
            help="Of those of the table; all by default. Repeatable.",
            autocompletion=complete_measure,
        ),
    ] = None,
    day: Annotated[
        str, typer.Option(metavar="COLUMN", help="Whose last value is compared with the one before.")
    ] = "day",
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="What tells rows of a day apart; all other columns by default. Repeatable."
        ),
    ] = None,
    grain: Annotated[Grain, typer.Option(help="How long a period is; days of one add up.")] = Grain.day,
    margin: Annotated[float, typer.Option(help="By how much a mean may fall.")] = 0.0,
    significant: Annotated[
        bool, typer.Option(help="Fail where the whole interval of the change is below, or where the mean is.")
    ] = True,
    confidence: Annotated[float, typer.Option(help="Of the interval.")] = 0.95,
    failures: Annotated[
        str | None, typer.Option(metavar="SCHEMA", help="Also the failing rows that dbt has stored there.")
    ] = None,
    expect: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=VALUE,...",
            help="Values of a column that have to be there on the last day, as in system=bm25,dense. Repeatable.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the summary to this file.")
    ] = None,
    database: Database = None,
) -> None:
    """Tell what fell since the day before, as Markdown for a pull request or a CI job; exit with 1 if something did."""
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
