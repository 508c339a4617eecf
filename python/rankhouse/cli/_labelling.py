"""Commands over labels: what several raters said, machine labels beside human ones, and what clicks say."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import rankhouse
from rankhouse.cli import _charts
from rankhouse.cli._charts import ChartsFolder
from rankhouse.cli._comparison import named_runs
from rankhouse.cli._options import (
    CheckLevel,
    Confidence,
    Database,
    Groups,
    Measures,
    OutputFile,
    OutputFormat,
    PerQuery,
    QueryRule,
    Renames,
    Run,
    Runs,
    Seed,
    SystemColumn,
    choice,
    renames_option,
)
from rankhouse.cli._shell import answering, chosen, panel, renames
from rankhouse.types import (
    AgreementMethod,
    BiasMethod,
    ClickMethod,
    JudgingOrder,
    KappaWeights,
    Level,
    MergeMethod,
    MergeTies,
    Unclicked,
    Updates,
)

command = panel("Label")

Ratings = Annotated[str, typer.Argument(help="File or, with --database, table of ratings: unit_id, rater_id, rating.")]
ClickLog = Annotated[
    str,
    typer.Argument(
        help="File or table of items shown: search_id, query_id, item_id, position, clicked; or of counts:"
        " query_id, item_id, position, impressions, clicks."
    ),
]
LogColumns = Annotated[list[str] | None, renames_option("item_id=sku, clicked=is_click")]
Prior = Annotated[
    tuple[float, float],
    typer.Option(metavar="CLICKS NONE", help="Clicks, and impressions without one, that shares begin with."),
]
ModelSteps = Annotated[int, typer.Option(help="Steps of pbm, up to 200.")]
ModelUpdates = Annotated[
    Updates, choice(Updates, "RULE", "Attraction and examination of pbm at once, or one by one", "simultaneous")
]
FirstPosition = Annotated[int, typer.Option(help="0 where positions start at 0.")]
RatingColumns = Annotated[list[str] | None, renames_option("unit_id=doc, rating=grade")]


@command(
    "rankhouse rater-agreement grades.csv --level ordinal",
    "rankhouse rater-agreement grades.csv --method cohen --pairs",
)
def rater_agreement(
    ratings: Ratings,
    method: Annotated[
        AgreementMethod, choice(AgreementMethod, "METHOD", "Alpha, a kappa, or the share that is equal", "krippendorff")
    ] = "krippendorff",
    level: Annotated[Level, choice(Level, "LEVEL", "How far ratings are apart, for alpha", "nominal")] = "nominal",
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
                method=method,
                level=level,
                weights=weights,
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
    "rankhouse merge-ratings grades.csv -o judgments.parquet",
    "rankhouse merge-ratings grades.csv --method dawid_skene",
)
def merge_ratings(
    ratings: Ratings,
    method: Annotated[
        MergeMethod, choice(MergeMethod, "METHOD", "What makes one label of several ratings", "majority")
    ] = "majority",
    by: Groups = None,
    ties: Annotated[MergeTies, choice(MergeTies, "RULE", "Which of equally frequent ratings", "lowest")] = "lowest",
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
                method=method,
                ties=ties,
                by=by or [],
                adjudicator=adjudicator,
                steps=steps,
                columns=renames(columns),
                con=con,
            )
        )


@command(
    "rankhouse grade-calibration people.csv model.csv",
    "rankhouse grade-calibration people.csv model.csv --confusion",
)
def grade_calibration(
    human: Annotated[str, typer.Argument(help="File or table of judgments by people: query_id, item_id, relevance.")],
    machine: Annotated[str, typer.Argument(help="The same by a machine, of these items and others.")],
    by: Groups = None,
    per_grade: Annotated[
        bool, typer.Option("--per-grade/--overall", help="One row per grade of the machine, or one in all.")
    ] = True,
    confusion: Annotated[bool, typer.Option("--confusion", help="How often which two grades meet.")] = False,
    confidence: Confidence = 0.95,
    columns: Annotated[list[str] | None, renames_option("machine.relevance=grade")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare a machine's grades with those of people: what a grade is worth, the bias, the confusion matrix."""
    shared: dict[str, Any] = {"by": by or [], "columns": renames(columns)}
    with answering("Computing", human, database, format, output) as (con, write):
        if confusion:
            write(rankhouse.grade_confusion(human, machine, **shared, con=con))
        else:
            write(
                rankhouse.grade_calibration(
                    human, machine, per_grade=per_grade, confidence=confidence, **shared, con=con
                )
            )


@command("rankhouse prediction-powered by_people.parquet by_model.parquet")
def prediction_powered(
    human: Annotated[str, typer.Argument(help="File or table of values by query, under human labels.")],
    machine: Annotated[str, typer.Argument(help="The same under machine labels, of all queries.")],
    by: Groups = None,
    tuned: Annotated[
        bool, typer.Option("--tuned/--untuned", help="Weigh the machine (PPI++), or count it in full (PPI).")
    ] = True,
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
                tuned=tuned,
                confidence=confidence,
                columns=renames(columns),
                con=con,
            )
        )


@command(
    "rankhouse click-judgments clicks.csv -o judgments.parquet",
    "rankhouse click-judgments clicks.csv --method sdbn --grades 4",
)
def click_judgments(
    log: ClickLog,
    method: Annotated[ClickMethod, choice(ClickMethod, "METHOD", "What makes relevance of clicks", "coec")] = "coec",
    min_impressions: Annotated[int, typer.Option(help="Items with fewer have no row.")] = 1,
    grades: Annotated[
        str | None,
        typer.Option(metavar="N|LIST", help="A number of quantiles, or thresholds such as 0.1,0.3; grades from 0 on."),
    ] = None,
    examination: Annotated[
        str | None, typer.Option(metavar="FILE", help="Examination by position, in place of estimates of coec and pbm.")
    ] = None,
    prior: Prior = (0, 0),
    steps: ModelSteps = 50,
    by: Groups = None,
    fit_prior: Annotated[bool, typer.Option("--fit-prior", help="For ctr, the prior from the items' shares.")] = False,
    updates: ModelUpdates = "simultaneous",
    unclicked: Annotated[
        Unclicked, choice(Unclicked, "RULE", "How far a search without a click was read", "examined")
    ] = "examined",
    first_position: FirstPosition = 1,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Make judgments of a click log."""
    with answering("Judging", log, database, format, output) as (con, write):
        write(
            rankhouse.click_judgments(
                log,
                method=method,
                min_impressions=min_impressions,
                grades=_grades(grades),
                examination=examination,
                prior=prior,
                steps=steps,
                by=by or [],
                fit_prior=fit_prior,
                updates=updates,
                unclicked=unclicked,
                first_position=first_position,
                columns=renames(columns),
                con=con,
            )
        )


def _grades(given: str | None) -> int | list[float] | None:
    """`4`: quantiles; `0.1,0.3`, and `0.5`, which is no whole number: thresholds."""
    if given is None:
        return None
    if given.strip().isdigit():
        return int(given)
    try:
        return [float(one) for one in given.split(",") if one.strip()]
    except ValueError:
        raise rankhouse.InputError(
            f"--grades is a number of quantiles such as 4, or thresholds such as 0.1,0.3, got {given!r}"
        ) from None


@command("rankhouse position-bias clicks.csv", "rankhouse position-bias clicks.csv --method swaps")
def position_bias(
    log: ClickLog,
    method: Annotated[BiasMethod, choice(BiasMethod, "METHOD", "What tells the bias", "pbm")] = "pbm",
    by: Groups = None,
    prior: Prior = (0, 0),
    steps: ModelSteps = 50,
    updates: ModelUpdates = "simultaneous",
    confidence: Confidence = 0.95,
    first_position: FirstPosition = 1,
    columns: LogColumns = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Estimate how much more often higher positions are examined."""
    with answering("Estimating", log, database, format, output) as (con, write):
        write(
            rankhouse.position_bias(
                log,
                method=method,
                by=by or [],
                prior=prior,
                steps=steps,
                updates=updates,
                confidence=confidence,
                first_position=first_position,
                columns=renames(columns),
                con=con,
            )
        )


JudgmentsFile = Annotated[str, typer.Argument(help="File (parquet, csv, TREC qrels) or table of judgments.")]


@command("rankhouse value-bounds runs.parquet judgments.csv --top-grade 3 --by system")
def value_bounds(
    run: Run,
    judgments: JudgmentsFile,
    measure: Measures = ["ndcg@10"],
    top_grade: Annotated[float, typer.Option(help="The highest grade of the scale.")] = 1,
    by: Groups = None,
    per_query: PerQuery = False,
    queries: QueryRule = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Show how low and how high measures could be, whatever the labels of unjudged items are."""
    _charts.require(folder)
    with answering("Evaluating", run, database, format, output) as (con, write):
        result = rankhouse.value_bounds(
            run,
            judgments,
            measure,
            top_grade,
            per_query,
            by=by or [],
            columns=renames(columns),
            con=con,
            **chosen(queries=queries, check=check),
        )
        write(result)
        if not per_query:
            _charts.write(folder, _charts.of_curve("value_bounds", result))


@command("rankhouse to-judge bm25.run dense.run -j qrels.txt --limit 20 -o next.csv")
def to_judge(
    runs: Runs,
    judgments: Annotated[
        str,
        typer.Option(
            "--judgments", "-j", metavar="TABLE", help="File (parquet, csv, TREC qrels) or table of judgments."
        ),
    ],
    depth: Annotated[int, typer.Option(metavar="K", help="The pool is the first K items of every list.")] = 10,
    limit: Annotated[int | None, typer.Option(metavar="N", help="The first N items, of each group.")] = None,
    order: Annotated[
        JudgingOrder, choice(JudgingOrder, "ORDER", "The widest item first, or the highest rank", "difference")
    ] = "difference",
    by: Groups = None,
    system: SystemColumn = "system",
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """List the unjudged items whose labels settle how systems differ, for people who label."""
    with answering("Pooling", runs[0], database, format, output) as (con, write):
        write(
            rankhouse.to_judge(
                named_runs(runs),
                judgments,
                depth,
                limit,
                order,
                by=by or [],
                system=system,
                columns=renames(columns),
                con=con,
                **chosen(check=check),
            )
        )
