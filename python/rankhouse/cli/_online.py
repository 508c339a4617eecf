"""Commands over what users did: interleaved searches, and measures that told it before."""

from __future__ import annotations

from typing import Annotated

import typer

import rankhouse
from rankhouse.cli._options import Confidence, Database, Groups, OutputFile, OutputFormat, choice, renames_option
from rankhouse.cli._shell import answering, panel, renames
from rankhouse.types import Credit, InterleavingMethod, InterleavingTest

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


@command("rankhouse interleaving log.csv", "rankhouse interleaving log.csv --cluster user_id")
def interleaving(
    log: Log,
    method: Method = "team_draft",
    cluster: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="A column, such as the user, whose searches hang together.")
    ] = None,
    by: Groups = None,
    test: Annotated[InterleavingTest, choice(InterleavingTest, "TEST", "Where the p-value is from", "sign")] = "sign",
    confidence: Confidence = 0.95,
    power: Annotated[float, typer.Option(help="Of searches_needed: the probability of finding the preference.")] = 0.8,
    team_a: TeamA = "a",
    team_b: TeamB = "b",
    credit: Credited = "reciprocal_rank",
    length: Length = None,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute which of two systems the clicks on interleaved lists prefer."""
    with answering("Computing", log, database, format, output) as (con, write):
        write(
            rankhouse.interleaving(
                log,
                method=method,
                cluster=cluster,
                by=by or [],
                test=test,
                confidence=confidence,
                power=power,
                team_a=team_a,
                team_b=team_b,
                credit=credit,
                length=length,
                columns=renames(columns),
                con=con,
            )
        )


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


@command("rankhouse interleaving-checks log.csv")
def interleaving_checks(
    log: Log,
    by: Groups = None,
    team_a: TeamA = "a",
    team_b: TeamB = "b",
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Check whether items were dealt fairly, and count what does not count."""
    with answering("Checking", log, database, format, output) as (con, write):
        write(
            rankhouse.interleaving_checks(
                log, by=by or [], team_a=team_a, team_b=team_b, columns=renames(columns), con=con
            )
        )


@command("rankhouse metric-trust experiments.csv")
def metric_trust(
    experiments: Annotated[
        str,
        typer.Argument(
            help="File or table of past experiments: experiment, measure, offline_difference, online_difference."
        ),
    ],
    by: Groups = None,
    error_ratio: Annotated[
        float, typer.Option(help="The error variance of online differences over that of offline ones.")
    ] = 1,
    offline_error: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Standard errors of offline differences.")
    ] = None,
    online_error: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Standard errors of online differences.")
    ] = None,
    confidence: Confidence = 0.95,
    columns: Annotated[list[str] | None, renames_option("experiment=test_id")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute how far offline differences told online ones in past experiments."""
    with answering("Computing", experiments, database, format, output) as (con, write):
        write(
            rankhouse.metric_trust(
                experiments,
                by=by or [],
                error_ratio=error_ratio,
                offline_error=offline_error,
                online_error=online_error,
                confidence=confidence,
                columns=renames(columns),
                con=con,
            )
        )


@command("rankhouse discriminative-power pairs.csv")
def discriminative_power(
    comparisons: Annotated[
        str, typer.Argument(help="File or table of compared pairs: measure, p_value, queries_needed.")
    ],
    by: Groups = None,
    alpha: Annotated[float, typer.Option(help="Two systems are different below this p-value.")] = 0.05,
    share: Annotated[float, typer.Option(help="Of the pairs that queries_needed is enough for.")] = 0.5,
    columns: Annotated[list[str] | None, renames_option("p_value=p_adjusted")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute how well measures tell systems apart."""
    with answering("Computing", comparisons, database, format, output) as (con, write):
        write(
            rankhouse.discriminative_power(
                comparisons, by=by or [], alpha=alpha, share=share, columns=renames(columns), con=con
            )
        )
