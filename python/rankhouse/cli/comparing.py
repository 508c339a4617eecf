"""Commands that compare systems, and values by query."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated, Any

import typer

import rankhouse
from rankhouse import _output
from rankhouse._agreement import MEASURES as AGREEMENT_MEASURES
from rankhouse._errors import InputError
from rankhouse._evaluate import MEASURES
from rankhouse.cli import charts
from rankhouse.cli.charts import ChartsFolder
from rankhouse.cli.options import (
    Baseline,
    Candidates,
    Check,
    CheckLevel,
    ComparedMeasures,
    Convention,
    CorrectionRule,
    Database,
    Excluded,
    Groups,
    JudgmentsTable,
    OutputFile,
    OutputFormat,
    PerQuery,
    PoolRule,
    QueryRule,
    RelevantFrom,
    Renames,
    Runs,
    SystemColumn,
    TestRule,
    TieRule,
    UnjudgedRule,
)
from rankhouse.cli.shell import answering, app, chosen, connected, fail, renames, working

command = partial(app.command, rich_help_panel="Compare")


ComparisonInterval = StrEnum("ComparisonInterval", ["t", "percentile", "bca"])
ComparisonFormat = StrEnum("ComparisonFormat", ["table", "csv", "json", "parquet", "markdown", "latex", "html", "flat"])
FinishedTable = Annotated[
    str, typer.Argument(help="File or, with --database, table of values by query: what evaluate --per-query gave.")
]
FinishedRenames = Annotated[
    list[str] | None, typer.Option("--columns", metavar="NAME=COLUMN", help="value=score; repeatable.")
]
IntervalMethod = StrEnum("IntervalMethod", ["t", "bootstrap", "bca", "wilson"])


@command()
def compare(
    runs: Annotated[
        list[str],
        typer.Argument(
            help="Files (parquet, csv, TREC run) or tables, one per system, NAME=FILE to name it; or one with a column"
            " of systems, or with values by query. The last one may be the judgments."
        ),
    ],
    judgments: JudgmentsTable = None,
    measure: ComparedMeasures = None,
    baseline: Baseline = None,
    by: Groups = None,
    system: SystemColumn | None = None,
    test: TestRule = None,
    correction: CorrectionRule = None,
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
    exclude: Excluded = None,
    candidates: Candidates = None,
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
        typer.Option(metavar="CONDITION", help="Exit with 1 on such a difference: 'ndcg@10 < -0.01'; repeatable."),
    ] = None,
    exit_with_verdict: Annotated[
        bool,
        typer.Option(
            "--exit-with-verdict",
            help="Exit with 0 for ship, 1 for do not ship, 3 for not decided, by the first measure.",
        ),
    ] = False,
    flat: Annotated[bool, typer.Option("--flat", help="Flat names for experiment trackers, as JSON.")] = False,
    format: Annotated[  # noqa: A002
        ComparisonFormat | None, typer.Option(help="By default that of the output file, or a table.")
    ] = None,
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Compare systems query by query: which is better, and how sure is that?"""
    from rankhouse import _comparison_command as tools

    charts.require(folder)
    if exit_with_verdict and by:
        raise InputError("--exit-with-verdict is of all queries: leave --by out")
    conditions = [tools.condition(text) for text in fail_if or []]
    printed = tools.choose_format(format and format.value, output, is_flat=flat, is_rows=(moved or lists) is not None)
    if moved is not None and lists is not None:
        raise InputError("--moved and --lists are two answers: ask for one of them")
    with connected(database) as con, working("Comparing", con) as stop:
        evaluation: dict[str, Any] = {
            "convention": convention,
            "relevant_from": relevant_from,
            "exclude": exclude,
            "candidates": candidates,
            "columns": renames(columns),
            "con": con,
            **chosen(ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=check),
        }
        systems, grades = tools.apart(runs, judgments, renames(columns), con)
        # Values by query take no argument of an evaluation.
        given = {name: value for name, value in evaluation.items() if value is not None}
        comparison = rankhouse.compare(
            tools.named_runs(systems),
            grades,
            measure or MEASURES,
            baseline=baseline,
            by=by or [],
            confidence=confidence,
            power=power,
            repetitions=repetitions,
            seed=seed,
            system=system,
            **chosen(test=test, correction=correction, interval=interval),
            **given,
        )
        failure = tools.failure(comparison, conditions)
        verdict = comparison.verdict if exit_with_verdict else None
        if exit_with_verdict and verdict is None:
            raise InputError("no pair of systems has a difference by the first measure: there is no verdict")
        rows = None
        if moved is not None:
            rows = tools.moved(comparison, moved, is_short=printed == "table")
        elif lists is not None:
            rows = tools.lists(comparison, lists, is_short=printed == "table")
        # Its line is gone before the first line of the result.
        stop()
        if rows is None:
            tools.write(comparison, printed, output)
        else:
            _output.write(rows, printed, output)
        charts.write(folder, charts.of_comparison(comparison))
    if failure:
        fail(failure, 1)
    if verdict:
        fail(str(verdict), verdict.status)


@command()
def agreement(
    runs: Runs,
    measure: Annotated[
        list[str],
        typer.Option(
            "--measure", "-m", metavar="MEASURE", help="Such as overlap@10, 'rbo(p=0.9)@100', spearman; repeatable."
        ),
    ] = list(AGREEMENT_MEASURES),
    baseline: Baseline = None,
    by: Groups = None,
    system: SystemColumn = "system",
    per_query: PerQuery = False,
    columns: Annotated[
        list[str] | None, typer.Option(metavar="NAME=COLUMN", help="query_id=topic, rank=position; repeatable.")
    ] = None,
    check: CheckLevel = Check.auto,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show how much the lists of systems differ, without judgments: overlap, rank-biased overlap, correlations."""
    from rankhouse._comparison_command import named_runs

    with answering("Comparing", runs[0], database, format, output) as (con, write):
        result = rankhouse.agreement(
            named_runs(runs),
            measure,
            baseline=baseline,
            by=by or [],
            per_query=per_query,
            system=system,
            columns=renames(columns),
            con=con,
            **chosen(check=check),
        )
        write(result)


@command()
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
    with answering("Computing", query_metrics, database, format, output) as (con, write):
        result = rankhouse.mean_intervals(
            query_metrics,
            by=by or [],
            **chosen(method=method),
            confidence=confidence,
            repetitions=repetitions,
            seed=seed,
            columns=renames(columns),
            con=con,
        )
        write(result)


@command()
def change_by_segment(
    query_metrics: FinishedTable,
    segment: Annotated[
        list[str], typer.Option(metavar="COLUMN", help="A column whose values are segments; repeatable.")
    ],
    system: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column whose values are compared, such as day.")
    ] = "system",
    baseline: Annotated[
        str | None, typer.Option(metavar="VALUE", help="Its value that all others are compared with.")
    ] = None,
    by: Groups = None,
    columns: FinishedRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Split the change of a mean by segments: what they weigh, and what changed within them."""
    with answering("Comparing", query_metrics, database, format, output) as (con, write):
        result = rankhouse.change_by_segment(
            query_metrics,
            segment,
            system=system,
            baseline=baseline,
            by=by or [],
            columns=renames(columns),
            con=con,
        )
        write(result)


@command()
def confidence_sequence(
    query_metrics: FinishedTable,
    system: SystemColumn = "system",
    baseline: Baseline = None,
    day: Annotated[str, typer.Option(metavar="COLUMN", help="The column of dates on which you look.")] = "day",
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
    with answering("Comparing", query_metrics, database, format, output) as (con, write):
        result = rankhouse.confidence_sequence(
            query_metrics,
            system=system,
            baseline=baseline,
            day=day,
            by=by or [],
            confidence=confidence,
            tightest_at=tightest_at,
            min_queries=min_queries,
            columns=renames(columns),
            con=con,
        )
        write(result)
