"""The command `dwell-times`."""

from __future__ import annotations

from typing import Annotated

import typer

import rankhouse
from rankhouse.cli._options import Database, Groups, OutputFile, OutputFormat, renames_option
from rankhouse.cli._shell import answering, panel, renames

command = panel("Online")


@command("rankhouse dwell-times visits.csv --shortest 2")
def dwell_times(
    visits: Annotated[str, typer.Argument(help="File or, with --database, table of visits: position, seconds.")],
    by: Groups = None,
    shortest: Annotated[float, typer.Option(metavar="SECONDS", help="A shorter visit does not count.")] = 0,
    columns: Annotated[list[str] | None, renames_option("seconds=dwell")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show how long people stay with what they click, by position."""
    with answering("Averaging", visits, database, format, output) as (con, write):
        write(rankhouse.dwell_times(visits, by=by or [], shortest=shortest, columns=renames(columns), con=con))
