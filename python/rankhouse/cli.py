"""The command line; `rankhouse --help` lists its commands."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, cast

import duckdb

import rankhouse
from rankhouse._agreement import MEASURES as AGREEMENT_MEASURES
from rankhouse._errors import InputError
from rankhouse._evaluate import MEASURES
from rankhouse._learning_curve import MEASURES as CURVE_MEASURES
from rankhouse._predictions import MEASURES as CLASSIFIER_MEASURES
from rankhouse._ratings import MEASURES as RATING_MEASURES
from rankhouse._sampled import MEASURES as SAMPLED_MEASURES
from rankhouse._sql import first_line

try:
    import typer
    from rich.console import Console
    from rich.text import Text
except ImportError:
    sys.exit("the rankhouse command needs typer and rich: pip install 'rankhouse[cli]'")

from rankhouse import _output
from rankhouse._progress import Progress

app = typer.Typer(
    help="Ranking metrics computed where the data lives.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
errors = Console(stderr=True)
# What every error of a command line is, in each version of typer.
USAGE_ERROR = cast(type[typer.BadParameter], typer.BadParameter.__base__)

Ties = StrEnum("Ties", ["item", "average", "best", "worst"])
Queries = StrEnum("Queries", ["judged", "intersection", "run", "all"])
Unjudged = StrEnum("Unjudged", ["irrelevant", "drop"])
Pool = StrEnum("Pool", ["judged", "retrieved"])
Incomplete = StrEnum("Incomplete", ["leave_out", "keep"])
Check = StrEnum("Check", ["auto", "full", "none"])
Interpolation = StrEnum("Interpolation", {"all": "all", "eleven": "11-point", "hundred_one": "101-point"})
Drawn = StrEnum("Drawn", ["uniform", "popularity"])
Correction = StrEnum("Correction", ["none", "rank", "cls", "bv"])
SplitMethod = StrEnum("SplitMethod", ["random", "leave_last", "time", "weak", "strong", "folds", "learning_curve"])
Short = StrEnum("Short", ["train", "leave_out"])
New = StrEnum("New", ["keep", "leave_out"])
Format = StrEnum("Format", ["table", "csv", "json", "parquet"])

Measures = Annotated[list[str], typer.Option("--measure", "-m", help="Such as ndcg@10, map, 'recall@100'; repeatable.")]
Groups = Annotated[
    list[str] | None, typer.Option("--by", help="A column whose values are evaluated apart; repeatable.")
]
Renames = Annotated[
    list[str] | None, typer.Option("--columns", help="query_id=user_id, run.item_id=sku, rank=position; repeatable.")
]
Convention = Annotated[
    str | None, typer.Option(help="Compute what another library does: trec_eval, sklearn, ...: see `conventions`.")
]
TieRule = Annotated[Ties | None, typer.Option(help="Order of items with equal scores; item by default.")]
QueryRule = Annotated[Queries | None, typer.Option(help="Which queries count; judged by default.")]
UnjudgedRule = Annotated[
    Unjudged | None, typer.Option(help="What an item without a judgment is; irrelevant by default.")
]
RelevantFrom = Annotated[float | None, typer.Option(help="The lowest relevance that counts as relevant.")]
PoolRule = Annotated[
    Pool | None, typer.Option(help="Whose judgments count: of all judged items, or of returned ones alone.")
]
Excluded = Annotated[
    str | None,
    typer.Option(help="File or table of query_id and item_id that leave lists and judgments: seen in training."),
]
Candidates = Annotated[
    str | None,
    typer.Option(help="File or table of query_id and item_id that alone take part: sampled or logged lists."),
]
Source = Annotated[str | None, typer.Option("--from", help="The convention to start from; by default our own.")]
Target = Annotated[str | None, typer.Option("--to", help="The convention to arrive at; by default our own.")]
PerQuery = Annotated[bool, typer.Option("--per-query", help="One row per query, not the mean.")]
CheckLevel = Annotated[Check, typer.Option(help="How far to look for items that stand twice in a query.")]
OutputFormat = Annotated[Format | None, typer.Option(help="By default that of the output file, or a table.")]
OutputFile = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")]
PrintFormat = Annotated[Format, typer.Option(help="How to print it.")]
Database = Annotated[
    Path | None, typer.Option(help="A DuckDB file with the run and the judgments as tables; opened read-only.")
]


@app.command()
def evaluate(
    run: Annotated[
        str, typer.Argument(help="File (parquet, csv, TREC run) or, with --database, table of scored items.")
    ],
    judgments: Annotated[
        str | None, typer.Argument(help="File (parquet, csv, TREC qrels) or table. None: RUN has a column relevance.")
    ] = None,
    measure: Measures = list(MEASURES),
    by: Groups = None,
    per_query: PerQuery = False,
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    check: CheckLevel = Check.auto,
    wide: Annotated[
        str | None,
        typer.Option(help="A column whose values stand side by side: measure, or one of --by."),
    ] = None,
    exclude: Excluded = None,
    candidates: Candidates = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Evaluate scored items against relevance judgments."""
    with _answering("Evaluating", run, database, format, output) as (con, write):
        result = rankhouse.evaluate(
            run,
            judgments,
            measure,
            by=by or [],
            per_query=per_query,
            convention=convention,
            relevant_from=relevant_from,
            exclude=exclude,
            candidates=candidates,
            columns=_renames(columns),
            con=con,
            **_given(ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=check),
        )
        write(result if wide is None else rankhouse.wide(result, wide))


@app.command(name="learning-curve")
def learning_curve(
    run: Annotated[str, typer.Argument(help="File or, with --database, table of scored items at every point.")],
    judgments: Annotated[
        str | None, typer.Argument(help="File or table of judgments, of each point or of all.")
    ] = None,
    measure: Measures = [CURVE_MEASURES],
    by: Groups = None,
    given: Annotated[str, typer.Option(help="The column with the number of given ratings.")] = "n_given",
    mean: Annotated[
        bool, typer.Option("--mean", help="MANDCG: the mean over users of their means over the curve.")
    ] = False,
    crossings: Annotated[bool, typer.Option("--crossings", help="Where the curves of two systems cross.")] = False,
    incomplete: Annotated[
        Incomplete | None, typer.Option(help="With --mean, users without a value at some point; leave_out by default.")
    ] = None,
    system: Annotated[
        str, typer.Option(help="The column that tells the systems apart; '' where there is one.")
    ] = "system",
    repetitions: Annotated[int, typer.Option(help="With --crossings: bootstrap samples, 1 to 10,000.")] = 1000,
    seed: Annotated[int, typer.Option(help="With --crossings: another one, other samples.")] = 0,
    confidence: Annotated[float, typer.Option(help="With --crossings: of the interval.")] = 0.95,
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    check: CheckLevel = Check.auto,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Evaluate by the number of ratings that are given, for each system and each combination of --by."""
    if mean and crossings:
        raise InputError("--mean and --crossings are two answers: ask for one of them")
    with _answering("Evaluating", run, database, format, output) as (con, write):
        evaluation: dict[str, Any] = {
            "given": given,
            "convention": convention,
            "relevant_from": relevant_from,
            "columns": _renames(columns),
            "con": con,
            **_given(ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=check),
        }
        groups = by or []
        curves = [*([system] if system else []), *groups]
        if crossings:
            bootstrap: dict[str, Any] = {"repetitions": repetitions, "seed": seed, "confidence": confidence}
            answer = rankhouse.curve_crossings(
                run, judgments, measure, system=system, by=groups, **bootstrap, **evaluation
            )
        elif mean:
            kept = _given(incomplete=incomplete)
            answer = rankhouse.mean_over_curve(run, judgments, measure, by=curves, **kept, **evaluation)
        else:
            answer = rankhouse.learning_curve(run, judgments, measure, by=curves, **evaluation)
        write(answer)


ComparisonTest = StrEnum("ComparisonTest", ["t", "wilcoxon", "sign", "randomisation", "bootstrap"])
ComparisonInterval = StrEnum("ComparisonInterval", ["t", "percentile", "bca"])
ComparisonFormat = StrEnum("ComparisonFormat", ["table", "csv", "json", "parquet", "markdown", "latex", "html", "flat"])
CompareCorrection = StrEnum("CompareCorrection", ["holm", "bonferroni", "benjamini_hochberg", "none"])


@app.command()
def compare(
    runs: Annotated[
        list[str],
        typer.Argument(
            help="Files (parquet, csv, TREC run) or tables, one per system, NAME=FILE to name it; or one with a column"
            " of systems, or with values by query."
        ),
    ],
    judgments: Annotated[
        str | None, typer.Option("--judgments", "-j", help="File (parquet, csv, TREC qrels) or table of judgments.")
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure", "-m", help="Such as ndcg@10, map; repeatable. By default those of evaluate, or of the table."
        ),
    ] = None,
    baseline: Annotated[str | None, typer.Option(help="What all others are compared with; by default, all pairs.")] = (
        None
    ),
    by: Groups = None,
    system: Annotated[str, typer.Option(help="The column that tells the systems of one run apart.")] = "system",
    test: Annotated[ComparisonTest | None, typer.Option(help="t by default; all are paired and two-sided.")] = None,
    correction: Annotated[
        CompareCorrection | None, typer.Option(help="Of the p-values of all rows together; holm by default.")
    ] = None,
    interval: Annotated[
        ComparisonInterval | None, typer.Option(help="Of the difference; t by default, bca for the bootstrap.")
    ] = None,
    confidence: Annotated[
        float, typer.Option(help="Of the interval; a difference is significant where p is below the rest.")
    ] = 0.95,
    power: Annotated[float, typer.Option(help="The chance of seeing the smallest detectable difference.")] = 0.8,
    repetitions: Annotated[int, typer.Option(help="Of randomisation and bootstrap, 1 to 10,000.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Another one, other repetitions.")] = 0,
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    check: CheckLevel = Check.auto,
    moved: Annotated[
        str | None, typer.Option(metavar="MEASURE", help="Instead: the queries that moved most by a measure.")
    ] = None,
    lists: Annotated[
        str | None, typer.Option(metavar="QUERY", help="Instead: what the systems return for a query, side by side.")
    ] = None,
    fail_if: Annotated[
        list[str] | None,
        typer.Option(help="Exit with 1 where a difference is so, such as 'ndcg@10 < -0.01'; repeatable."),
    ] = None,
    flat: Annotated[bool, typer.Option("--flat", help="Flat names for experiment trackers, as JSON.")] = False,
    format: Annotated[  # noqa: A002
        ComparisonFormat | None, typer.Option(help="By default that of the output file, or a table.")
    ] = None,
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare systems query by query: which is better, and how sure is that?"""
    from rankhouse import _comparison_command as command

    conditions = [command.condition(text) for text in fail_if or []]
    chosen = command.choose_format(format and format.value, output, is_flat=flat, is_rows=(moved or lists) is not None)
    if moved is not None and lists is not None:
        raise InputError("--moved and --lists are two answers: ask for one of them")
    with _connected(database) as con, _working("Comparing", con) as stop:
        evaluation: dict[str, Any] = {
            "convention": convention,
            "relevant_from": relevant_from,
            "columns": _renames(columns),
            "con": con,
            **_given(ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=check),
        }
        # Values by query take no argument of an evaluation.
        given = {name: value for name, value in evaluation.items() if value is not None}
        comparison = rankhouse.compare(
            command.named_runs(runs),
            judgments,
            measure or MEASURES,
            baseline=baseline,
            by=by or [],
            confidence=confidence,
            power=power,
            repetitions=repetitions,
            seed=seed,
            system=system,
            **_given(test=test, correction=correction, interval=interval),
            **given,
        )
        failure = command.failure(comparison, conditions)
        rows = None
        if moved is not None:
            rows = command.moved(comparison, moved, is_short=chosen == "table")
        elif lists is not None:
            rows = command.lists(comparison, lists, is_short=chosen == "table")
        # Its line is gone before the first line of the result.
        stop()
        if rows is None:
            command.write(comparison, chosen, output)
        else:
            _output.write(rows, chosen, output)
    if failure:
        _fail(failure, 1)


@app.command()
def agreement(
    runs: Annotated[
        list[str],
        typer.Argument(
            help="Files (parquet, csv, TREC run) or tables, one per system, NAME=FILE to name it; or one with a column"
            " of systems."
        ),
    ],
    measure: Annotated[
        list[str], typer.Option("--measure", "-m", help="Such as overlap@10, 'rbo(p=0.9)@100', spearman; repeatable.")
    ] = list(AGREEMENT_MEASURES),
    baseline: Annotated[str | None, typer.Option(help="What all others are compared with; by default, all pairs.")] = (
        None
    ),
    by: Groups = None,
    system: Annotated[str, typer.Option(help="The column that tells the systems of one run apart.")] = "system",
    per_query: PerQuery = False,
    columns: Annotated[list[str] | None, typer.Option(help="query_id=topic, rank=position; repeatable.")] = None,
    check: CheckLevel = Check.auto,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show how much the lists of systems differ, without judgments: overlap, rank-biased overlap, correlations."""
    from rankhouse._comparison_command import named_runs

    with _answering("Comparing", runs[0], database, format, output) as (con, write):
        result = rankhouse.agreement(
            named_runs(runs),
            measure,
            baseline=baseline,
            by=by or [],
            per_query=per_query,
            system=system,
            columns=_renames(columns),
            con=con,
            **_given(check=check),
        )
        write(result)


@app.command()
def explain(
    run: Annotated[str, typer.Argument(help="File or table, as in evaluate.")],
    judgments: Annotated[str | None, typer.Argument(help="File or table, as in evaluate.")] = None,
    measure: Measures = ["ndcg@10"],
    source: Source = None,
    target: Target = None,
    by: Groups = None,
    per_query: Annotated[bool, typer.Option("--per-query", help="One row per query and step.")] = False,
    ties: TieRule = None,
    columns: Renames = None,
    check: CheckLevel = Check.auto,
    exclude: Excluded = None,
    candidates: Candidates = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show why two libraries disagree: which option makes how much of the difference."""
    with _answering("Explaining", run, database, format, output) as (con, write):
        result = rankhouse.explain(
            run,
            judgments,
            measure,
            source=source,
            target=target,
            by=by or [],
            per_query=per_query,
            exclude=exclude,
            candidates=candidates,
            columns=_renames(columns),
            con=con,
            **_given(ties=ties, check=check),
        )
        write(result)


@app.command()
def tie_audit(
    run: Annotated[str, typer.Argument(help="File or table, as in evaluate.")],
    judgments: Annotated[str | None, typer.Argument(help="File or table, as in evaluate.")] = None,
    measure: Measures = ["ndcg@10"],
    by: Groups = None,
    convention: Convention = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    check: CheckLevel = Check.auto,
    exclude: Excluded = None,
    candidates: Candidates = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show how much ties decide: each query's lowest, expected and highest value over all orders of tied items."""
    with _answering("Auditing", run, database, format, output) as (con, write):
        result = rankhouse.tie_audit(
            run,
            judgments,
            measure,
            by=by or [],
            convention=convention,
            relevant_from=relevant_from,
            exclude=exclude,
            candidates=candidates,
            columns=_renames(columns),
            con=con,
            **_given(queries=queries, unjudged=unjudged, pool=pool, check=check),
        )
        write(result)


@app.command()
def conventions(
    format: PrintFormat = Format.table,  # noqa: A002
) -> None:
    """List the libraries whose numbers can be computed."""
    with _opened() as con:
        listed = rankhouse.conventions(con).project(
            "name, library, array_to_string(measures, ', ') as measures, array_to_string(needs, ', ') as needs"
        )
        _output.write(listed, format.value, None)


@app.command()
def recommendation_metrics(
    run: Annotated[str, typer.Argument(help="File or, with --database, table of recommended items, with scores.")],
    measure: Annotated[
        list[str],
        typer.Option("--measure", "-m", help="Such as catalogue_coverage@10, novelty@10, gini; repeatable."),
    ],
    items: Annotated[str | None, typer.Option(help="File or table of the catalogue: item_id.")] = None,
    interactions: Annotated[str | None, typer.Option(help="What users did before: query_id, item_id.")] = None,
    judgments: Annotated[str | None, typer.Option(help="Judged items: query_id, item_id, relevance.")] = None,
    features: Annotated[str | None, typer.Option(help="What items are like: item_id, feature.")] = None,
    distances: Annotated[str | None, typer.Option(help="Pairs of items: item_id, other_item_id, distance.")] = None,
    baseline: Annotated[str | None, typer.Option(help="The run of a simple recommender.")] = None,
    by: Groups = None,
    columns: Renames = None,
    check: Annotated[Check, typer.Option(help="How far to look for items that stand twice in a list.")] = Check.auto,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Measure recommendations beyond accuracy: coverage, novelty, diversity, ..."""
    with _answering("Measuring", run, database, format, output) as (con, write):
        result = rankhouse.recommendation_metrics(
            run,
            measure,
            items=items,
            interactions=interactions,
            judgments=judgments,
            features=features,
            distances=distances,
            baseline=baseline,
            by=by or [],
            columns=_renames(columns),
            con=con,
            check=check.value,
        )
        write(result)


@app.command()
def sample_negatives(
    items: Annotated[str, typer.Argument(help="File or, with --database, table of the catalogue: item_id.")],
    judgments: Annotated[str, typer.Argument(help="File or table: query_id, item_id, relevance.")],
    n: Annotated[int, typer.Option("-n", help="How many negatives for each query.")] = 100,
    by: Annotated[Drawn, typer.Option(help="Every item alike, or by the items' column popularity.")] = Drawn.uniform,
    exclude: Annotated[str | None, typer.Option(help="Items of queries that are not drawn: query_id, item_id.")] = None,
    seed: Annotated[int, typer.Option(help="Another number, another sample.")] = 0,
    relevant_from: RelevantFrom = None,
    columns: Annotated[list[str] | None, typer.Option(help="query_id=user_id, popularity=n; repeatable.")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Draw items for each query that are not relevant: the candidates of a sampled evaluation."""
    with _answering("Drawing", items, database, format, output) as (con, write):
        drawn = rankhouse.sample_negatives(
            items,
            judgments,
            n,
            by=by.value,
            exclude=exclude,
            seed=seed,
            relevant_from=relevant_from,
            columns=_renames(columns),
            con=con,
        )
        write(drawn)


@app.command()
def correct_sampled(
    run: Annotated[str, typer.Argument(help="File or table of scores of the candidates, as in evaluate.")],
    judgments: Annotated[str, typer.Argument(help="File or table, as in evaluate.")],
    candidates: Annotated[str, typer.Argument(help="File or table of sampled items: query_id, item_id.")],
    n_items: Annotated[int, typer.Option(help="Among how many items a relevant one is ranked, itself included.")],
    measure: Measures = list(SAMPLED_MEASURES),
    method: Annotated[list[Correction], typer.Option(help="How to estimate; repeatable.")] = [Correction.bv],
    gamma: Annotated[float, typer.Option(help="Of bv: how much variance counts against bias.")] = 0.1,
    replacement: Annotated[bool, typer.Option("--replacement", help="An item could be drawn twice.")] = False,
    by: Groups = None,
    relevant_from: RelevantFrom = None,
    columns: Renames = None,
    check: CheckLevel = Check.auto,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Estimate metrics over all items from ranks among sampled ones."""
    with _answering("Correcting", run, database, format, output) as (con, write):
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
            columns=_renames(columns),
            con=con,
            check=check.value,
        )
        write(corrected)


@app.command()
def sql(
    run: Annotated[str, typer.Argument(help="Name of the table of scored items.")] = "run",
    judgments: Annotated[str, typer.Argument(help="Name of the table of judgments.")] = "judgments",
    measure: Measures = list(MEASURES),
    by: Groups = None,
    judgments_by: Annotated[
        list[str] | None, typer.Option(help="A column of the judgments whose values are evaluated apart; repeatable.")
    ] = None,
    per_query: PerQuery = False,
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    exclude: Excluded = None,
    candidates: Candidates = None,
    dialect: Annotated[str, typer.Option(help="The engine that is to run it.")] = "duckdb",
    explain: Annotated[
        bool, typer.Option("--explain", help="Of explain instead: --from one convention --to another.")
    ] = False,
    source: Source = None,
    target: Target = None,
    macros: Annotated[bool, typer.Option("--macros", help="Print the DuckDB macro library instead.")] = False,
) -> None:
    """Print the SQL of an evaluation or of an explanation, or the DuckDB macros."""
    if macros:
        sys.stdout.write(rankhouse.bundle())
        return
    from rankhouse._render import render, render_explanation

    evaluation = {"convention": convention, "relevant_from": relevant_from}
    evaluation |= _given(queries=queries, unjudged=unjudged, pool=pool)
    ends = {"source": source, "target": target}
    if any(given is not None for given in (evaluation if explain else ends).values()):
        raise InputError(
            "--from and --to go with --explain, which takes no convention and of the policies --ties alone"
        )
    printed = render_explanation if explain else render
    sys.stdout.write(
        printed(
            run,
            judgments,
            measure,
            by=by or [],
            judgments_by=judgments_by or [],
            per_query=per_query,
            exclude=exclude,
            candidates=candidates,
            columns=_renames(columns),
            dialect=dialect,
            ties=ties and ties.value,
            **(ends if explain else evaluation),
        )
        + ";\n"
    )


@app.command()
def rating_metrics(
    predictions: Annotated[str, typer.Argument(help="File or, with --database, table: rating, prediction.")],
    measure: Annotated[list[str], typer.Option("--measure", "-m", help="mae, mse, rmse, r2; repeatable.")] = list(
        RATING_MEASURES
    ),
    by: Groups = None,
    columns: Annotated[list[str] | None, typer.Option(help="rating=stars, prediction=guess; repeatable.")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Measure the error of predicted ratings."""
    with _answering("Measuring", predictions, database, format, output) as (con, write):
        result = rankhouse.rating_metrics(predictions, measure, by=by or [], columns=_renames(columns), con=con)
        write(result)


@app.command()
def detection_metrics(
    detections: Annotated[
        str, typer.Argument(help="File or, with --database, table: image_id, class_id, score, x_min, ..., y_max.")
    ],
    ground_truth: Annotated[str, typer.Argument(help="File or table: image_id, class_id, x_min, ..., y_max.")],
    iou: Annotated[list[str], typer.Option(help="A threshold, or a range such as 0.5:0.95:0.05; repeatable.")] = [
        "0.5"
    ],
    interpolation: Annotated[Interpolation, typer.Option(help="How the curve is read.")] = Interpolation.all,
    by: Groups = None,
    per_class: Annotated[bool, typer.Option("--per-class", help="One row per class, not the mean.")] = False,
    columns: Annotated[list[str] | None, typer.Option(help="class_id=label, detections.score=p; repeatable.")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Measure object detections: average precision at IoU thresholds."""
    with _answering("Measuring", detections, database, format, output) as (con, write):
        result = rankhouse.detection_metrics(
            detections,
            ground_truth,
            iou_thresholds=iou,
            interpolation=interpolation.value,
            by=by or [],
            per_class=per_class,
            columns=_renames(columns),
            con=con,
        )
        write(result)


@app.command()
def split(
    ratings: Annotated[str, typer.Argument(help="File or, with --database, table: user_id, item_id, rated_at.")],
    method: Annotated[SplitMethod, typer.Option(help="Which items are tested.")] = SplitMethod.leave_last,
    n: Annotated[int | None, typer.Option("-n", "--n", help="So many of each user's items; 1 of leave_last.")] = None,
    share: Annotated[float | None, typer.Option(help="Such a share of them; of strong, of the users.")] = None,
    given: Annotated[int | None, typer.Option(help="All but so many, of weak, strong and learning_curve.")] = None,
    cut: Annotated[str | None, typer.Option(help="All from this time on, such as 2026-01-31.")] = None,
    folds: Annotated[int | None, typer.Option(help="Number of folds; 5 by default.")] = None,
    fold: Annotated[int | None, typer.Option(help="The fold that is tested. None: all are numbered.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed gives another split.")] = 0,
    short: Annotated[Short, typer.Option(help="Where users with too few items go.")] = Short.train,
    new_users: Annotated[New, typer.Option(help="What is tested of users without a training row.")] = New.keep,
    new_items: Annotated[New, typer.Option(help="What is tested of items without a training row.")] = New.keep,
    columns: Annotated[list[str] | None, typer.Option(help="user_id=visitor, rated_at=seen_at; repeatable.")] = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Split ratings into train and test, the same rows every time; with -o it prints what became of how many."""
    with _answering("Splitting", ratings, database, format, output) as (con, write):
        result = rankhouse.split(
            ratings,
            n=n,
            share=share,
            given=given,
            cut=_number_or_text(cut),
            folds=folds,
            fold=fold,
            seed=seed,
            columns=_renames(columns),
            con=con,
            **_given(method=method, short=short, new_users=new_users, new_items=new_items),
        )
        write(result)
        if output:
            ours = {ours: name for ours, name in _renames(columns).items() if ours in ("user_id", "item_id")}
            by = [name for name in ["n_given"] if name in result.columns]
            part = {} if "part" in result.columns else {"part": "fold"}
            counts = rankhouse.split_counts(result, by=by, columns={**ours, **part}, con=con)
            _output.write(counts, "table", None)


FinishedTable = Annotated[
    str, typer.Argument(help="File or, with --database, table of values by query: what evaluate --per-query gave.")
]
FinishedRenames = Annotated[list[str] | None, typer.Option("--columns", help="value=score; repeatable.")]


@app.command(name="change-by-segment")
def change_by_segment(
    query_metrics: FinishedTable,
    segment: Annotated[list[str], typer.Option(help="A column whose values are segments; repeatable.")],
    system: Annotated[str, typer.Option(help="The column whose values are compared, such as day.")] = "system",
    baseline: Annotated[str | None, typer.Option(help="Its value that all others are compared with.")] = None,
    by: Groups = None,
    columns: FinishedRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Split the change of a mean by segments: what they weigh, and what changed within them."""
    with _answering("Comparing", query_metrics, database, format, output) as (con, write):
        result = rankhouse.change_by_segment(
            query_metrics,
            segment,
            system=system,
            baseline=baseline,
            by=by or [],
            columns=_renames(columns),
            con=con,
        )
        write(result)


IntervalMethod = StrEnum("IntervalMethod", ["t", "bootstrap", "bca", "wilson"])


@app.command(name="mean-intervals")
def mean_intervals(
    query_metrics: FinishedTable,
    by: Groups = None,
    method: Annotated[
        IntervalMethod, typer.Option(help="How the interval is made; wilson: of values that are 0 or 1.")
    ] = IntervalMethod.t,
    confidence: Annotated[float, typer.Option(help="The share of such intervals that hold the mean.")] = 0.95,
    repetitions: Annotated[int, typer.Option(help="Of bootstrap and bca.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Another one, other repetitions.")] = 0,
    columns: FinishedRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compute means over queries with intervals: Student's t, the bootstrap, or Wilson's for hits and misses."""
    with _answering("Computing", query_metrics, database, format, output) as (con, write):
        result = rankhouse.mean_intervals(
            query_metrics,
            by=by or [],
            **_given(method=method),
            confidence=confidence,
            repetitions=repetitions,
            seed=seed,
            columns=_renames(columns),
            con=con,
        )
        write(result)


@app.command(name="confidence-sequence")
def confidence_sequence(
    query_metrics: FinishedTable,
    system: Annotated[str, typer.Option(help="The column that tells the systems apart.")] = "system",
    baseline: Annotated[str | None, typer.Option(help="The system that all others are compared with.")] = None,
    day: Annotated[str, typer.Option(help="The column of the looks.")] = "day",
    by: Groups = None,
    confidence: Annotated[float, typer.Option(help="That the interval holds at all looks together.")] = 0.95,
    tightest_at: Annotated[int, typer.Option(help="The number of queries at which it is the tightest.")] = 1000,
    min_queries: Annotated[int, typer.Option(help="The number of queries below which there is no interval.")] = 30,
    columns: FinishedRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare two systems after each look, with an interval that one may look at every day."""
    with _answering("Comparing", query_metrics, database, format, output) as (con, write):
        result = rankhouse.confidence_sequence(
            query_metrics,
            system=system,
            baseline=baseline,
            day=day,
            by=by or [],
            confidence=confidence,
            tightest_at=tightest_at,
            min_queries=min_queries,
            columns=_renames(columns),
            con=con,
        )
        write(result)


@app.command()
def install(file: Annotated[Path, typer.Argument(help="A DuckDB file, new or existing.")]) -> None:
    """Put the macros into a DuckDB file, to be opened or attached anywhere."""
    rankhouse.install(file)
    Console().print(f"installed {len(rankhouse._register.macro_names())} macros into {file}", highlight=False)


@app.command()
def publish(
    database: Annotated[Path, typer.Argument(help="A DuckDB file with metric tables; opened read-only.")],
    folder: Annotated[Path, typer.Argument(help="Where the files go; made when it is not there.")],
    table: Annotated[
        list[str] | None, typer.Option(help="A table or view, by default those of the dbt models; repeatable.")
    ] = None,
    name: Annotated[str, typer.Option(help="Of the DuckDB file, without .duckdb.")] = "metrics",
) -> None:
    """Write metric tables as Parquet and as a DuckDB file for dashboards, in place of those that are there."""
    with _working(f"Publishing {database}"):
        paths = rankhouse.publish(database, folder, table, name)
    Console().print("\n".join(map(str, paths)), highlight=False, markup=False, soft_wrap=True)


@app.command()
def check(
    file: Annotated[
        Path | None, typer.Argument(help="A DuckDB file; nothing in it is changed. None: in memory.")
    ] = None,
) -> None:
    """Compute the reference fixtures and compare them with their expected values."""
    from rankhouse import _fixtures

    with _connected(file) as con, _working("Checking the reference fixtures"):
        results = _fixtures.check(con)
    failed = [result for result in results if not result.passed]
    for result in failed:
        errors.print(f"failed: {result}", highlight=False, markup=False)
    Console().print(f"{len(results) - len(failed)} of {len(results)} reference values agree", highlight=False)
    if failed:
        raise typer.Exit(1)


@app.command()
def demo(
    database: Annotated[Path | None, typer.Option(help="Keep the tables in this DuckDB file.")] = None,
) -> None:
    """Search images of handwritten digits with three rankers, and measure them."""
    from rankhouse import demo as digits

    with _opened(database) as con:
        with _working("Searching 1,347 images for each of 450"):
            digits.make_tables(con)
            metrics = rankhouse.evaluate("run", "judgments", digits.MEASURES, by=["system"], con=con)
            metrics.create("rankhouse_demo_metrics")
        digits.show(con, "rankhouse_demo_metrics")
        con.execute("drop table rankhouse_demo_metrics")
    if database:
        Console().print(f"tables run and judgments: {database}", highlight=False)


Predictions = Annotated[
    str, typer.Argument(help="File (parquet, csv) or, with --database, table with the columns score and label.")
]
PredictionRenames = Annotated[
    list[str] | None,
    typer.Option("--columns", help="score=p_click, label=clicked, or prediction=predicted; repeatable."),
]
Thresholds = Annotated[
    list[float], typer.Option("--threshold", help="A score of this or above is predicted positive; repeatable.")
]
IntervalShare = Annotated[float, typer.Option("--confidence", help="Of the interval: 0.95 for 95 %.")]
Curve = StrEnum("Curve", ["roc", "pr", "calibration", "lift"])
ClassifierTest = StrEnum("ClassifierTest", ["delong", "mcnemar"])
Adjustment = StrEnum("Adjustment", ["holm", "bonferroni", "benjamini_hochberg", "none"])


@app.command()
def classifier(
    predictions: Predictions,
    measure: Annotated[
        list[str], typer.Option("--measure", "-m", help="Such as roc_auc, mcc, 'f_beta(beta=2)'; repeatable.")
    ] = list(CLASSIFIER_MEASURES),
    threshold: Thresholds = [0.5],
    by: Groups = None,
    counts: Annotated[bool, typer.Option("--counts", help="Confusion counts in place of measures.")] = False,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Metrics of a binary classifier from scores, or predicted labels, and true labels."""
    with _answering("Evaluating", predictions, database, format, output) as (con, write):
        if counts:
            result = rankhouse.confusion(predictions, threshold, by=by or [], columns=_renames(columns), con=con)
        else:
            result = rankhouse.classifier_metrics(
                predictions, measure, by=by or [], thresholds=threshold, columns=_renames(columns), con=con
            )
        write(result)


@app.command()
def curve(
    kind: Annotated[Curve, typer.Argument(help="Which curve, or table of a curve.")],
    predictions: Predictions,
    points: Annotated[int, typer.Option(help="At most so many points of roc and pr; 0: every distinct score.")] = 1000,
    bins: Annotated[int, typer.Option(help="Number of bins of calibration and lift.")] = 10,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """ROC or precision-recall curve, calibration table, lift and gain table."""
    makers: dict[Curve, Callable[..., duckdb.DuckDBPyRelation]] = {
        Curve.roc: partial(rankhouse.roc_curve, points=points or None),
        Curve.pr: partial(rankhouse.pr_curve, points=points or None),
        Curve.calibration: partial(rankhouse.calibration, bins=bins),
        Curve.lift: partial(rankhouse.lift, bins=bins),
    }
    with _answering("Evaluating", predictions, database, format, output) as (con, write):
        result = makers[kind](predictions, by=by or [], columns=_renames(columns), con=con)
        write(result)


@app.command(name="binned-auc")
def binned_auc(
    predictions: Predictions,
    bins: Annotated[int, typer.Option(help="Bins of equal width.")] = 1000,
    lowest: Annotated[float | None, typer.Option(help="Where the first bin starts.")] = None,
    highest: Annotated[float | None, typer.Option(help="Where the last bin ends.")] = None,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """ROC AUC from a histogram of the scores, with bounds, without a sort."""
    with _answering("Evaluating", predictions, database, format, output) as (con, write):
        result = rankhouse.binned_auc(
            predictions,
            bins,
            by=by or [],
            lowest=lowest,
            highest=highest,
            columns=_renames(columns),
            con=con,
        )
        write(result)


@app.command(name="auc-interval")
def auc_interval(
    predictions: Predictions,
    confidence: IntervalShare = 0.95,
    by: Groups = None,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """ROC AUC with its standard error and an interval."""
    with _answering("Evaluating", predictions, database, format, output) as (con, write):
        write(
            rankhouse.auc_interval(predictions, by=by or [], confidence=confidence, columns=_renames(columns), con=con)
        )


@app.command(name="compare-classifiers")
def compare_classifiers(
    predictions: Annotated[
        str,
        typer.Argument(help="File (parquet, csv) or, with --database, table with system, row_id, score and label."),
    ],
    baseline: Annotated[str | None, typer.Option(help="The system that all others are compared with.")] = None,
    test: Annotated[ClassifierTest, typer.Option(help="Of areas under the curve, or of decisions.")] = (
        ClassifierTest.delong
    ),
    threshold: Annotated[float, typer.Option(help="A score of this or above is predicted positive.")] = 0.5,
    system: Annotated[str, typer.Option(help="The column that tells the systems apart.")] = "system",
    by: Groups = None,
    correction: Annotated[Adjustment, typer.Option(help="Of the p-values of all rows together.")] = Adjustment.holm,
    confidence: IntervalShare = 0.95,
    columns: PredictionRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare classifiers on the same rows, in pairs: differences with intervals and p-values."""
    with _answering("Comparing", predictions, database, format, output) as (con, write):
        result = rankhouse.compare_classifiers(
            predictions,
            baseline=baseline,
            test=test.value,
            threshold=threshold,
            system=system,
            by=by or [],
            correction=correction.value,
            confidence=confidence,
            columns=_renames(columns),
            con=con,
        )
        write(result)


@app.command()
def measures(
    format: PrintFormat = Format.table,  # noqa: A002
) -> None:
    """List the measures with their options and aliases."""
    with _opened() as con:
        listed = rankhouse.measures(con).project(
            "name, function, array_to_string(aliases, ', ') as aliases, cutoff,"
            " array_to_string(options, '; ') as options, description"
        )
        _output.write(listed, format.value, None)


@app.callback(invoke_without_command=True)
def command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"rankhouse {rankhouse.__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Exit with 2 for bad input, 1 for a failed check, 130 when interrupted; errors are a line on standard error."""
    warnings.showwarning = _warn  # type: ignore[assignment]
    try:
        status = app(prog_name="rankhouse", standalone_mode=False)
        sys.stdout.flush()
    except (InputError, USAGE_ERROR) as error:
        _fail(error.format_message() if isinstance(error, USAGE_ERROR) else str(error))
    except BrokenPipeError:
        # Whoever read the output has seen enough, as `head` does; Python must not try to write the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (KeyboardInterrupt, typer.Abort, duckdb.InterruptException):
        _fail("interrupted", 130)
    except RuntimeError as error:
        # What DuckDB 2 raises for an interrupted query.
        if "interrupted" not in str(error):
            raise
        _fail("interrupted", 130)
    except duckdb.Error as error:
        _fail(first_line(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    else:
        sys.exit(status)


def _warn(message: Warning | str, *_: object) -> None:
    print(f"rankhouse: warning: {message}", file=sys.stderr)


def _fail(message: str, status: int = 2) -> None:
    print(f"rankhouse: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(status)


@contextmanager
def _connected(database: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
    if database and not database.exists():
        raise InputError(f"the database {str(database)!r} does not exist")
    with _opened(database, read_only=database is not None) as con:
        yield con


@contextmanager
def _answering(
    work: str,
    table: str,
    database: Path | None,
    format: Format | None,  # noqa: A002
    output: Path | None,
) -> Iterator[tuple[duckdb.DuckDBPyConnection, Callable[[duckdb.DuckDBPyRelation], None]]]:
    """A connection to work on, and what prints or writes the relation that comes of it."""
    chosen = _output.choose_format(format and format.value, output)
    with _connected(database) as con, _working(f"{work} {table}", con, table) as stop:

        def write(result: duckdb.DuckDBPyRelation) -> None:
            # Its line is gone before the first line of the result.
            stop()
            _output.write(result, chosen, output)

        yield con, write


@contextmanager
def _opened(database: Path | None = None, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(database or ":memory:"), read_only=read_only) as con:
        # DuckDB draws its progress on standard output, where the result goes.
        con.execute("set enable_progress_bar = false")
        yield con


@contextmanager
def _working(
    message: str, con: duckdb.DuckDBPyConnection | None = None, table: str = ""
) -> Iterator[Callable[[], None]]:
    """A spinner on standard error, when somebody is looking, and what ends it; of long work how far it is."""
    if not errors.is_terminal:
        yield lambda: None
        return
    progress = Progress(message, con, table) if con else None
    with errors.status(Text(message, no_wrap=True, overflow="ellipsis")) as status:
        stopped = threading.Event()

        def watch() -> None:
            while not stopped.wait(0.25):
                if progress and progress.seconds >= 1:
                    status.update(Text(progress.line(errors.width - 4), no_wrap=True))

        def stop() -> None:
            stopped.set()
            watching.join()
            status.stop()

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        try:
            yield stop
        finally:
            stop()


def _given(**choices: StrEnum | None) -> dict[str, Any]:
    """The choices that were made; the others are left to their defaults, or to the convention."""
    return {name: choice.value for name, choice in choices.items() if choice is not None}


def _number_or_text(text: str | None) -> str | float | None:
    """A time as text, or the number that stands for it."""
    for number in (int, float):
        with suppress(TypeError, ValueError):
            return number(str(text))
    return text


def _renames(pairs: list[str] | None) -> dict[str, str]:
    renames = {}
    for pair in pairs or []:
        name, equals, column = pair.partition("=")
        if not (name and equals and column):
            raise InputError(f"--columns is written name=column, such as query_id=user_id, got {pair!r}")
        renames[name] = column
    return renames
