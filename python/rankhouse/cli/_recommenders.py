"""Commands for recommenders: splits, curves, samples, and measures beyond accuracy."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from typing import Annotated, Any

import typer

import rankhouse
from rankhouse._evaluating.ratings import MEASURES as RATING_MEASURES
from rankhouse._protocols.learning_curve import MEASURES as CURVE_MEASURES
from rankhouse._protocols.sampled import MEASURES as SAMPLED_MEASURES
from rankhouse._rendering.errors import InputError
from rankhouse.cli import _charts, _output
from rankhouse.cli._charts import ChartsFolder
from rankhouse.cli._options import (
    CheckLevel,
    Convention,
    Database,
    Groups,
    Measures,
    OutputFile,
    OutputFormat,
    PoolRule,
    QueryRule,
    RelevantFrom,
    Renames,
    TieRule,
    UnjudgedRule,
    choice,
    measures_option,
    renames_option,
)
from rankhouse.cli._shell import answering, chosen, panel, renames
from rankhouse.types import Attention, Drawn, Incomplete, New, Short, SplitMethod

command = panel("Recommend")

SampleColumn = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="The column that tells several rankings of a query apart.")
]
Reader = Annotated[Attention, choice(Attention, "READER", "What a rank gets", "rbp")]
Persistence = Annotated[float, typer.Option("--p", help="Probability that a reader goes on to the next rank.")]
Satisfaction = Annotated[float, typer.Option(help="Of cascade, the probability that a relevant item is enough.")]
LastRank = Annotated[int | None, typer.Option("--k", help="Ranks below it get nothing.")]


# Of an option that is repeated typer takes an enumeration alone.
Estimate = StrEnum("Estimate", ["none", "rank", "cls", "bv"])


@command(
    "rankhouse split ratings.csv -o split.parquet",
    "rankhouse split ratings.csv --method random --share 0.2",
)
def split(
    ratings: Annotated[str, typer.Argument(help="File or, with --database, table: user_id, item_id, rated_at.")],
    method: Annotated[
        SplitMethod, choice(SplitMethod, "METHOD", "Which items are tested", "leave_last")
    ] = "leave_last",
    n: Annotated[
        int | None, typer.Option("-n", "--n", help="Test this many of each user's items; with leave_last 1 by default.")
    ] = None,
    share: Annotated[float | None, typer.Option(help="Test this share of them; with strong, of the users.")] = None,
    given: Annotated[
        int | None, typer.Option(help="Test all but this many of them; for weak, strong and learning_curve.")
    ] = None,
    cut: Annotated[
        str | None, typer.Option(metavar="TIME", help="Test everything from this time on, such as 2026-01-31.")
    ] = None,
    folds: Annotated[int | None, typer.Option(help="Number of folds; 5 by default.")] = None,
    fold: Annotated[int | None, typer.Option(help="The fold to test; without it all folds are numbered.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the split.")] = 0,
    short: Annotated[Short, choice(Short, "RULE", "Where users with too few items go", "train")] = "train",
    new_users: Annotated[New, choice(New, "RULE", "Test rows of users without a training row", "keep")] = "keep",
    new_items: Annotated[New, choice(New, "RULE", "Test rows of items without a training row", "keep")] = "keep",
    columns: Annotated[list[str] | None, renames_option("user_id=visitor, rated_at=seen_at")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Split ratings into train and test, the same rows every time; with -o, print how many rows went where."""
    with answering("Splitting", ratings, database, format, output) as (con, write):
        result = rankhouse.split(
            ratings,
            n=n,
            share=share,
            given=given,
            cut=number_or_text(cut),
            folds=folds,
            fold=fold,
            seed=seed,
            columns=renames(columns),
            con=con,
            **chosen(method=method, short=short, new_users=new_users, new_items=new_items),
        )
        write(result)
        if output:
            ours = {ours: name for ours, name in renames(columns).items() if ours in ("user_id", "item_id")}
            by = [name for name in ["n_given"] if name in result.columns]
            part = {} if "part" in result.columns else {"part": "fold"}
            counts = rankhouse.split_counts(result, by=by, columns={**ours, **part}, con=con)
            _output.write(counts, "table", None)


@command(
    "rankhouse learning-curve curve.csv judgments.csv -m ndcg@10",
    "rankhouse learning-curve curve.csv judgments.csv --crossings",
)
def learning_curve(
    run: Annotated[str, typer.Argument(help="File or, with --database, table of scored items at every point.")],
    judgments: Annotated[
        str | None, typer.Argument(help="File or table of judgments, of each point or of all.")
    ] = None,
    measure: Measures = [CURVE_MEASURES],
    by: Groups = None,
    given: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column with the number of given ratings.")
    ] = "n_given",
    mean: Annotated[
        bool, typer.Option("--mean", help="MANDCG: the mean over users of their means over the curve.")
    ] = False,
    crossings: Annotated[bool, typer.Option("--crossings", help="Where the curves of two systems cross.")] = False,
    incomplete: Annotated[
        Incomplete | None,
        choice(Incomplete, "RULE", "With --mean, users without a value at some point", "leave_out"),
    ] = None,
    system: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column that tells systems apart; '' where there is only one.")
    ] = "system",
    repetitions: Annotated[int, typer.Option(help="With --crossings: bootstrap samples, 1 to 10,000.")] = 1000,
    seed: Annotated[int, typer.Option(help="With --crossings: seed of the samples.")] = 0,
    confidence: Annotated[float, typer.Option(help="With --crossings: confidence level of the interval.")] = 0.95,
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Evaluate by number of given ratings, for each system and each combination of --by."""
    if mean and crossings:
        raise InputError("--mean and --crossings are two answers: ask for one of them")
    if folder and (mean or crossings):
        raise InputError("--charts shows the curve: leave out --mean and --crossings")
    _charts.require(folder)
    with answering("Evaluating", run, database, format, output) as (con, write):
        evaluation: dict[str, Any] = {
            "given": given,
            "convention": convention,
            "relevant_from": relevant_from,
            "columns": renames(columns),
            "con": con,
            **chosen(ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=check),
        }
        groups = by or []
        curves = [*([system] if system else []), *groups]
        if crossings:
            bootstrap: dict[str, Any] = {"repetitions": repetitions, "seed": seed, "confidence": confidence}
            answer = rankhouse.curve_crossings(
                run, judgments, measure, system=system, by=groups, **bootstrap, **evaluation
            )
        elif mean:
            kept = chosen(incomplete=incomplete)
            answer = rankhouse.mean_over_curve(run, judgments, measure, by=curves, **kept, **evaluation)
        else:
            answer = rankhouse.learning_curve(run, judgments, measure, by=curves, **evaluation)
        write(answer)
        _charts.write(folder, _charts.of_curve("learning_curve", answer, given=given))


@command(
    "rankhouse expected-exposure bm25.run judgments.csv",
    "rankhouse expected-exposure bm25.run judgments.csv --attention cascade",
)
def expected_exposure(
    run: Annotated[str, typer.Argument(help="File or, with --database, table of rankings, with scores.")],
    judgments: Annotated[str, typer.Argument(help="File or table of judgments: query_id, item_id, relevance.")],
    sample: SampleColumn = None,
    attention: Reader = "rbp",
    p: Persistence = 0.5,
    satisfaction: Satisfaction = 0.5,
    k: LastRank = None,
    by: Groups = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare the exposure that items get with what relevant ones deserve, over one ranking of a query or several."""
    with answering("Evaluating", run, database, format, output) as (con, write):
        write(
            rankhouse.expected_exposure(
                run,
                judgments,
                sample=sample,
                attention=attention,
                p=p,
                satisfaction=satisfaction,
                k=k,
                by=by or [],
                columns=renames(columns),
                con=con,
                check=check,
            )
        )


@command(
    "rankhouse group-exposure bm25.run judgments.csv groups.csv",
    "rankhouse group-exposure bm25.run judgments.csv groups.csv --k 10",
)
def group_exposure(
    run: Annotated[str, typer.Argument(help="File or, with --database, table of rankings, with scores.")],
    judgments: Annotated[str, typer.Argument(help="File or table of judgments: query_id, item_id, relevance.")],
    features: Annotated[str, typer.Argument(help="File or table of the groups of items: item_id, feature.")],
    sample: SampleColumn = None,
    attention: Reader = "rbp",
    p: Persistence = 0.5,
    satisfaction: Satisfaction = 0.5,
    k: LastRank = None,
    by: Groups = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare the exposure that groups of items get with what their relevant items deserve, with intervals."""
    with answering("Evaluating", run, database, format, output) as (con, write):
        write(
            rankhouse.group_exposure(
                run,
                judgments,
                features,
                sample=sample,
                attention=attention,
                p=p,
                satisfaction=satisfaction,
                k=k,
                by=by or [],
                columns=renames(columns),
                con=con,
                check=check,
            )
        )


@command(
    "rankhouse recommendation-metrics bm25.run -m personalisation@10",
    "rankhouse recommendation-metrics bm25.run -m coverage@10 --items items.csv",
)
def recommendation_metrics(
    run: Annotated[str, typer.Argument(help="File or, with --database, table of recommended items, with scores.")],
    measure: Annotated[
        list[str],
        measures_option("Such as catalogue_coverage@10, novelty@10, gini; repeatable."),
    ],
    items: Annotated[str | None, typer.Option(metavar="TABLE", help="File or table of the catalogue: item_id.")] = None,
    interactions: Annotated[
        str | None, typer.Option(metavar="TABLE", help="What users did before: query_id, item_id.")
    ] = None,
    judgments: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Judged items: query_id, item_id, relevance.")
    ] = None,
    features: Annotated[
        str | None, typer.Option(metavar="TABLE", help="What items are like: item_id, feature.")
    ] = None,
    distances: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Pairs of items: item_id, other_item_id, distance.")
    ] = None,
    baseline: Annotated[str | None, typer.Option(metavar="TABLE", help="The run of a simple recommender.")] = None,
    targets: Annotated[
        str | None, typer.Option(metavar="TABLE", help="What each group is to have: feature, target_share.")
    ] = None,
    by: Groups = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Measure recommendations beyond accuracy: coverage, novelty, diversity, ..."""
    with answering("Measuring", run, database, format, output) as (con, write):
        result = rankhouse.recommendation_metrics(
            run,
            measure,
            items=items,
            interactions=interactions,
            judgments=judgments,
            features=features,
            distances=distances,
            baseline=baseline,
            targets=targets,
            by=by or [],
            columns=renames(columns),
            con=con,
            check=check,
        )
        write(result)


@command("rankhouse rating-metrics rated.csv -m rmse -m mae")
def rating_metrics(
    predictions: Annotated[str, typer.Argument(help="File or, with --database, table: rating, prediction.")],
    measure: Annotated[
        list[str],
        measures_option("mae, mape, mse, rmse, r2, explained_variance; repeatable."),
    ] = list(RATING_MEASURES),
    by: Groups = None,
    columns: Annotated[list[str] | None, renames_option("rating=stars, prediction=guess")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Measure the error of predicted ratings."""
    with answering("Measuring", predictions, database, format, output) as (con, write):
        result = rankhouse.rating_metrics(predictions, measure, by=by or [], columns=renames(columns), con=con)
        write(result)


@command("rankhouse sample-negatives items.csv judgments.csv -n 5")
def sample_negatives(
    items: Annotated[str, typer.Argument(help="File or, with --database, table of the catalogue: item_id.")],
    judgments: Annotated[str, typer.Argument(help="File or table: query_id, item_id, relevance.")],
    n: Annotated[int, typer.Option("-n", help="How many negatives for each query.")] = 100,
    by: Annotated[
        Drawn, choice(Drawn, "RULE", "Every item alike, or by the items' column popularity", "uniform")
    ] = "uniform",
    exclude: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Items never to draw for a query: query_id, item_id.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    relevant_from: RelevantFrom = None,
    columns: Annotated[list[str] | None, renames_option("query_id=user_id, popularity=n")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Draw items for each query that are not relevant: the candidates of a sampled evaluation."""
    with answering("Drawing", items, database, format, output) as (con, write):
        drawn = rankhouse.sample_negatives(
            items,
            judgments,
            n,
            by=by,
            exclude=exclude,
            seed=seed,
            relevant_from=relevant_from,
            columns=renames(columns),
            con=con,
        )
        write(drawn)


@command("rankhouse correct-sampled bm25.run qrels.txt sampled.csv --n-items 100")
def correct_sampled(
    run: Annotated[str, typer.Argument(help="File or table of scores of the candidates, as in evaluate.")],
    judgments: Annotated[str, typer.Argument(help="File or table, as in evaluate.")],
    candidates: Annotated[str, typer.Argument(help="File or table of sampled items: query_id, item_id.")],
    n_items: Annotated[int, typer.Option(help="Among how many items a relevant one is ranked, itself included.")],
    measure: Measures = list(SAMPLED_MEASURES),
    method: Annotated[list[Estimate], choice(Estimate, "METHOD", "How to estimate; repeatable", "bv")] = [Estimate.bv],
    gamma: Annotated[float, typer.Option(help="For bv: how much variance counts against bias.")] = 0.1,
    replacement: Annotated[bool, typer.Option("--replacement", help="An item could be drawn twice.")] = False,
    by: Groups = None,
    relevant_from: RelevantFrom = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Estimate metrics over all items from ranks among sampled ones."""
    with answering("Correcting", run, database, format, output) as (con, write):
        corrected = rankhouse.correct_sampled(
            run,
            judgments,
            candidates,
            measure,
            n_items=n_items,
            method=[each.value for each in method],
            gamma=gamma,
            replacement=replacement,
            by=by or [],
            relevant_from=relevant_from,
            columns=renames(columns),
            con=con,
            check=check,
        )
        write(corrected)


def number_or_text(text: str | None) -> str | float | None:
    """A time as text, or the number that stands for it."""
    for number in (int, float):
        with suppress(TypeError, ValueError):
            return number(str(text))
    return text
