"""The command that writes a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast

import typer

from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._evaluating.values import LimitedEvaluation
from rankhouse._inputs.progress import tell
from rankhouse._rendering.errors import InputError
from rankhouse._reporting.report import written_report
from rankhouse.cli._comparison import apart, named_runs
from rankhouse.cli._options import (
    RUNS_OR_VALUES,
    Baseline,
    Candidates,
    CheckLevel,
    ComparedMeasures,
    Convention,
    CorrectionRule,
    Database,
    Excluded,
    Intents,
    JudgmentsTable,
    OptionalSystemColumn,
    PoolRule,
    QueryRule,
    RelevantFrom,
    Renames,
    Repetitions,
    Seed,
    TestRule,
    TieRule,
    UnjudgedRule,
    runs_argument,
)
from rankhouse.cli._shell import chosen, connected, errors, panel, renames, warn, working

command = panel("Compare")


@command(
    "rankhouse report bm25.run dense.run qrels.txt -m ndcg@10 -m map",
    "rankhouse report --predictions predictions.csv -o classifiers.html",
)
def report(
    runs: Annotated[
        list[str] | None,
        runs_argument(RUNS_OR_VALUES + ". None with --predictions or --learning-curve alone"),
    ] = None,
    judgments: JudgmentsTable = None,
    measure: ComparedMeasures = None,
    predictions: Annotated[
        str | None,
        typer.Option(
            "--predictions", metavar="TABLE", help="File or table of a classifier's predictions: score, label."
        ),
    ] = None,
    learning_curve: Annotated[
        str | None, typer.Option(metavar="TABLE", help="File or table that `learning-curve` wrote.")
    ] = None,
    crossings: Annotated[
        str | None, typer.Option(metavar="TABLE", help="File or table that `learning-curve --crossings` wrote.")
    ] = None,
    ratings: Annotated[
        str | None, typer.Option(metavar="TABLE", help="File or table of ratings: unit_id, rater_id, rating.")
    ] = None,
    machine: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="File or table of a machine's judgments, beside those of people."),
    ] = None,
    features: Annotated[
        str | None, typer.Option(metavar="TABLE", help="File or table of the groups of items: item_id, feature.")
    ] = None,
    interleaving: Annotated[
        str | None, typer.Option(metavar="TABLE", help="File or table of interleaved searches, team drafts.")
    ] = None,
    off_policy: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="File or table of a log: logging_probability, target_probability, reward."),
    ] = None,
    nuggets: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="File or table of judgments by intent or nugget: see --intents."),
    ] = None,
    intents: Intents = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="COLUMN", help="A column of segments, which get a chart and a filter; repeatable."
        ),
    ] = None,
    time: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="A column of dates or times, for means over time.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title of the page; by default the names of the systems.")] = None,
    baseline: Baseline = None,
    system: OptionalSystemColumn = None,
    test: TestRule = None,
    correction: CorrectionRule = None,
    confidence: Annotated[float, typer.Option(help="Confidence level of the intervals of differences.")] = 0.95,
    repetitions: Repetitions = 10_000,
    seed: Seed = 0,
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    exclude: Excluded = None,
    candidates: Candidates = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file, which opens in any browser, offline.")
    ] = Path("report.html"),
    database: Database = None,
) -> None:
    """Write an evaluation as one HTML file: tables, charts, rankings, and how all of it was computed."""
    methods: dict[str, Any] = {
        "baseline": baseline,
        "test": test or "t",
        "correction": correction or "holm",
        "interval": None,
        "confidence": confidence,
        "power": 0.8,
        "repetitions": repetitions,
        "seed": seed,
    }
    if not runs and all(each is None for each in (predictions, learning_curve, ratings, interleaving, off_policy)):
        raise InputError(
            "report: nothing to report: name runs, --predictions, --learning-curve, --ratings, --interleaving or"
            " --off-policy"
        )
    with connected(database) as con, working("Reporting", con) as stop:
        evaluation: dict[str, Any] = {
            "convention": convention,
            "relevant_from": relevant_from,
            "exclude": exclude,
            "candidates": candidates,
            "columns": renames(columns) or None,
            "con": con,
            **chosen(
                ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=None if check == "auto" else check
            ),
        }
        # Values by query take no argument of an evaluation.
        given = {name: value for name, value in evaluation.items() if value is not None}
        systems, grades = apart(runs or [], judgments, renames(columns), con)
        path, doubts = written_report(
            runs=named_runs(systems) if systems else None,
            judgments=grades,
            measures=measure or MEASURES,
            path=output,
            by=by or [],
            time=time,
            predictions=predictions,
            learning_curve=learning_curve,
            crossings=crossings,
            ratings=ratings,
            machine=machine,
            features=features,
            interleaving=interleaving,
            off_policy=off_policy,
            nuggets=nuggets,
            intents=intents,
            title=title,
            system=system,
            methods=methods,
            evaluation=cast(LimitedEvaluation, given),
            say=say,
        )
        stop()
    for doubt in doubts:
        warn(doubt)
    print(f"The report: {path} ({path.stat().st_size / 1e6:.1f} MB)")


def say(step: str) -> None:
    """A step of the work: a line where somebody reads along later, and what a terminal shows at work."""
    if errors.is_terminal:
        tell(step)
    else:
        errors.print(f"rankhouse: {step}", highlight=False, markup=False)
