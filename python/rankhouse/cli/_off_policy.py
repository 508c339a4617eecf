"""Commands over logs of policies: what another policy would have earned."""

from __future__ import annotations

from typing import Annotated

import typer

import rankhouse
from rankhouse.cli._options import (
    Confidence,
    Database,
    Groups,
    OutputFile,
    OutputFormat,
    measures_option,
    renames_option,
)
from rankhouse.cli._shell import answering, panel, renames

command = panel("Online")

Log = Annotated[
    str,
    typer.Argument(help="File or, with --database, table of a log: logging_probability, target_probability, reward."),
]
Estimators = Annotated[
    list[str] | None,
    typer.Option(
        "--estimator",
        metavar="ESTIMATOR",
        help="ips, snips, dm, dr, sndr, switch_dr or dros; of slates sips, snsips, iips, sniips, rips, snrips or"
        " cascade_dr; ips, snips and dr by default; repeatable.",
    ),
]
ClickMeasures = Annotated[
    list[str], measures_option("dcg@10, precision@5, reciprocal_rank@10 or average_relevance_position; repeatable.")
]
DEFAULT = ("ips", "snips", "dr")
Clip = Annotated[float | None, typer.Option(help="The largest weight, for ips, dr, sips, iips and rips.")]
Switch = Annotated[float | None, typer.Option(help="For switch_dr, the weight above which the model alone counts.")]
Shrinkage = Annotated[float | None, typer.Option(help="For dros, how far weights stay what they are.")]
LogColumns = Annotated[list[str] | None, renames_option("reward=clicked, logging_probability=propensity")]


@command(
    "rankhouse off-policy bandit.csv",
    "rankhouse off-policy bandit.csv --estimator ips --clip 10 --by country",
)
def off_policy(
    log: Log,
    estimators: Estimators = None,
    clip: Clip = None,
    switch: Switch = None,
    shrinkage: Shrinkage = None,
    by: Groups = None,
    confidence: Confidence = 0.95,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Estimate what a policy would have earned, from the log of another one."""
    with answering("Estimating", log, database, format, output) as (con, write):
        write(
            rankhouse.off_policy(
                log,
                estimators or DEFAULT,
                clip=clip,
                switch=switch,
                shrinkage=shrinkage,
                by=by or [],
                confidence=confidence,
                columns=renames(columns),
                con=con,
            )
        )


@command("rankhouse compare-policies bandit.csv --estimator ips --by country")
def compare_policies(
    log: Log,
    estimators: Estimators = None,
    clip: Clip = None,
    switch: Switch = None,
    shrinkage: Shrinkage = None,
    by: Groups = None,
    confidence: Confidence = 0.95,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare two policies on the log of a third one."""
    with answering("Comparing", log, database, format, output) as (con, write):
        write(
            rankhouse.compare_policies(
                log,
                estimators or DEFAULT,
                clip=clip,
                switch=switch,
                shrinkage=shrinkage,
                by=by or [],
                confidence=confidence,
                columns=renames(columns),
                con=con,
            )
        )


@command("rankhouse click-estimates shown.csv bm25.run examined.csv -m dcg@10")
def click_estimates(
    log: Annotated[
        str,
        typer.Argument(help="File or table of what searches showed: search_id, query_id, item_id, position, clicked."),
    ],
    run: Annotated[str, typer.Argument(help="The new ranker's lists, as of evaluate.")],
    examination: Annotated[str, typer.Argument(help="File or table of position and examination.")],
    measures: ClickMeasures,
    clip: Annotated[float | None, typer.Option(help="The largest weight of a click, 1 / examination.")] = None,
    by: Groups = None,
    columns: Annotated[list[str] | None, renames_option("search_id=session, run.item_id=sku")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Estimate what a ranker's lists would have earned, from the clicks on another one's."""
    with answering("Estimating", log, database, format, output) as (con, write):
        write(
            rankhouse.click_estimates(
                log, run, examination, measures, clip=clip, by=by or [], columns=renames(columns), con=con
            )
        )


@command(
    "rankhouse off-policy-tuning bandit.csv --clip 2 --clip 10 --clip 50",
    "rankhouse off-policy-tuning bandit.csv --estimator switch_dr --by country",
)
def off_policy_tuning(
    log: Log,
    estimators: Annotated[
        list[str] | None,
        typer.Option(
            "--estimator",
            metavar="ESTIMATOR",
            help="ips, dr, switch_dr or dros; of slates sips, iips or rips; ips by default; repeatable.",
        ),
    ] = None,
    clip: Annotated[
        list[float] | None,
        typer.Option(help="A candidate for ips, dr, sips, iips and rips; 1 to 1000 by default; repeatable."),
    ] = None,
    switch: Annotated[
        list[float] | None, typer.Option(help="A candidate for switch_dr; 1 to 1000 by default; repeatable.")
    ] = None,
    shrinkage: Annotated[
        list[float] | None, typer.Option(help="A candidate for dros; 1 to 1000000 by default; repeatable.")
    ] = None,
    by: Groups = None,
    confidence: Confidence = 0.95,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Choose the clip, switch or shrinkage of estimators by an estimate of their error."""
    given = {"clip": clip, "switch": switch, "shrinkage": shrinkage}
    with answering("Tuning", log, database, format, output) as (con, write):
        write(
            rankhouse.off_policy_tuning(
                log,
                estimators or "ips",
                **{name: each for name, each in given.items() if each},
                by=by or [],
                confidence=confidence,
                columns=renames(columns),
                con=con,
            )
        )


@command("rankhouse off-policy-weights bandit.csv --by country")
def off_policy_weights(
    log: Log,
    by: Groups = None,
    confidence: Confidence = 0.95,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show whether a log can answer for a policy: effective size, quantiles of weights, overlap."""
    with answering("Weighing", log, database, format, output) as (con, write):
        write(rankhouse.off_policy_weights(log, by=by or [], confidence=confidence, columns=renames(columns), con=con))
