"""Commands over logs of searches: interleaving."""

from __future__ import annotations

from typing import Annotated

import typer

import rankhouse
from rankhouse.cli._options import Database, Groups, OutputFile, OutputFormat, choice, renames_option
from rankhouse.cli._shell import answering, panel, renames
from rankhouse.types import Credit, InterleavingMethod

command = panel("Online")

Log = Annotated[
    str,
    typer.Argument(
        help="File or, with --database, table of shown items: search_id, item_id, position, team (or rank_a, rank_b),"
        " clicked."
    ),
]
Method = Annotated[
    InterleavingMethod, choice(InterleavingMethod, "METHOD", "How the lists were interleaved", "team_draft")
]
TeamA = Annotated[str, typer.Option(metavar="NAME", help="The first system in the column team.")]
TeamB = Annotated[str, typer.Option(metavar="NAME", help="The second system.")]
Credited = Annotated[Credit, choice(Credit, "CREDIT", "What a click is worth, for optimised", "reciprocal_rank")]
Length = Annotated[int | None, typer.Option(help="How long both lists are, for optimised.")]
LogColumns = Annotated[list[str] | None, renames_option("search_id=session, team=model")]


@command("rankhouse interleaving-searches log.csv -o searches.parquet")
def interleaving_searches(
    log: Log,
    method: Method = "team_draft",
    by: Groups = None,
    team_a: TeamA = "a",
    team_b: TeamB = "b",
    credit: Credited = "reciprocal_rank",
    length: Length = None,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute which system each interleaved search prefers."""
    with answering("Computing", log, database, format, output) as (con, write):
        write(
            rankhouse.interleaving_searches(
                log,
                method=method,
                by=by or [],
                team_a=team_a,
                team_b=team_b,
                credit=credit,
                length=length,
                columns=renames(columns),
                con=con,
            )
        )
