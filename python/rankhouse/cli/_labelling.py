"""Commands over labels: what several raters said, and machine labels beside human ones."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

import rankhouse
from rankhouse.cli._options import (
    Confidence,
    Database,
    Groups,
    OutputFile,
    OutputFormat,
    Seed,
    choice,
    renames_option,
)
from rankhouse.cli._shell import answering, chosen, panel, renames

command = panel("Label")

AgreementMethod = StrEnum("AgreementMethod", ["krippendorff", "cohen", "fleiss", "agreement"])
Level = StrEnum("Level", ["nominal", "ordinal", "interval", "ratio"])
KappaWeights = StrEnum("KappaWeights", ["linear", "quadratic"])
MergeMethod = StrEnum("MergeMethod", ["majority", "mean", "median", "dawid_skene"])
MergeTies = StrEnum("MergeTies", ["lowest", "highest", "none"])
Ratings = Annotated[str, typer.Argument(help="File or, with --database, table of ratings: unit_id, rater_id, rating.")]
RatingColumns = Annotated[list[str] | None, renames_option("unit_id=doc, rating=grade")]


@command(
    "rankhouse rater-agreement ratings.csv --level ordinal",
    "rankhouse rater-agreement ratings.csv --method cohen --weights quadratic --pairs",
)
def rater_agreement(
    ratings: Ratings,
    method: Annotated[
        AgreementMethod, choice(AgreementMethod, "METHOD", "Alpha, a kappa, or the share that is equal", "krippendorff")
    ] = AgreementMethod.krippendorff,
    level: Annotated[Level, choice(Level, "LEVEL", "How far ratings are apart, for alpha", "nominal")] = Level.nominal,
    weights: Annotated[
        KappaWeights | None, choice(KappaWeights, "WEIGHTS", "Distances of ratings for cohen; none by default")
    ] = None,
    by: Groups = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="One row per pair of raters.")] = False,
    confidence: Confidence = 0.95,
    repetitions: Annotated[int, typer.Option(help="Repetitions of the bootstrap; 0: no interval.")] = 1000,
    seed: Seed = 0,
    columns: RatingColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute how far raters agree beyond chance: Krippendorff's alpha, Cohen's and Fleiss' kappa."""
    with answering("Computing", ratings, database, format, output) as (con, write):
        write(
            rankhouse.rater_agreement(
                ratings,
                **chosen(method=method, level=level, weights=weights),
                by=by or [],
                pairs=pairs,
                confidence=confidence,
                repetitions=repetitions,
                seed=seed,
                columns=renames(columns),
                con=con,
            )
        )


@command(
    "rankhouse merge-ratings ratings.csv -o judgments.parquet",
    "rankhouse merge-ratings ratings.csv --method dawid_skene",
)
def merge_ratings(
    ratings: Ratings,
    method: Annotated[
        MergeMethod, choice(MergeMethod, "METHOD", "What makes one label of several ratings", "majority")
    ] = MergeMethod.majority,
    by: Groups = None,
    ties: Annotated[
        MergeTies, choice(MergeTies, "RULE", "Which of equally frequent ratings", "lowest")
    ] = MergeTies.lowest,
    adjudicator: Annotated[
        str | None, typer.Option(metavar="RATER", help="The rater whose rating stands, whatever the others said.")
    ] = None,
    steps: Annotated[int, typer.Option(help="Steps of dawid_skene.")] = 20,
    columns: RatingColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Make one label per unit of what several raters said."""
    with answering("Merging", ratings, database, format, output) as (con, write):
        write(
            rankhouse.merge_ratings(
                ratings,
                **chosen(method=method, ties=ties),
                by=by or [],
                adjudicator=adjudicator,
                steps=steps,
                columns=renames(columns),
                con=con,
            )
        )


@command("rankhouse prediction-powered by_people.parquet by_model.parquet")
def prediction_powered(
    human: Annotated[str, typer.Argument(help="File or table of values by query, under human labels.")],
    machine: Annotated[str, typer.Argument(help="The same under machine labels, of all queries.")],
    by: Groups = None,
    untuned: Annotated[bool, typer.Option("--untuned", help="Count the machine in full (PPI, not PPI++).")] = False,
    confidence: Confidence = 0.95,
    columns: Annotated[list[str] | None, renames_option("machine.value=guess")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Estimate means that human labels would give, from few of them and many machine labels."""
    with answering("Estimating", human, database, format, output) as (con, write):
        write(
            rankhouse.prediction_powered(
                human,
                machine,
                by=by or [],
                tuned=not untuned,
                confidence=confidence,
                columns=renames(columns),
                con=con,
            )
        )
