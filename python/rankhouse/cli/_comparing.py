"""Commands that compare systems, and values by query."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import typer

import rankhouse
from rankhouse._comparing.agreement import MEASURES as AGREEMENT_MEASURES
from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._rendering.errors import InputError
from rankhouse.cli import _charts, _comparison, _output
from rankhouse.cli._charts import ChartsFolder
from rankhouse.cli._comparison import named_runs
from rankhouse.cli._options import (
    RUNS_OR_VALUES,
    Baseline,
    Candidates,
    CheckLevel,
    ComparedMeasures,
    Confidence,
    Convention,
    CorrectionRule,
    Database,
    Excluded,
    Groups,
    JudgmentsTable,
    OptionalSystemColumn,
    OutputFile,
    OutputFormat,
    PerQuery,
    PoolRule,
    QueryRule,
    RelevantFrom,
    Renames,
    Repetitions,
    Runs,
    Seed,
    SystemColumn,
    TestRule,
    TieRule,
    UnjudgedRule,
    choice,
    measures_option,
    renames_option,
    runs_argument,
)
from rankhouse.cli._shell import answering, chosen, connected, fail, panel, renames, working
from rankhouse.types import Interval, IntervalMethod

command = panel("Compare")


ComparisonFormat: TypeAlias = Literal["table", "csv", "json", "parquet", "markdown", "latex", "html", "flat"]
FinishedTable = Annotated[
    str, typer.Argument(help="File or, with --database, table of values by query, the output of evaluate --per-query.")
]
FinishedRenames = Annotated[list[str] | None, renames_option("value=score")]


@command(
    "rankhouse compare bm25.run dense.run qrels.txt -m ndcg@10 -m map",
    "rankhouse compare values.parquet --baseline bm25 --fail-if 'ndcg@10 < -0.01'",
)
def compare(
    runs: Annotated[list[str], runs_argument(RUNS_OR_VALUES)],
    judgments: JudgmentsTable = None,
    measure: ComparedMeasures = None,
    baseline: Baseline = None,
    by: Groups = None,
    system: OptionalSystemColumn = None,
    test: TestRule = None,
    correction: CorrectionRule = None,
    interval: Annotated[
        Interval | None,
        choice(Interval, "METHOD", "Interval of the difference (bca with --test bootstrap)", "t"),
    ] = None,
    confidence: Annotated[
        float, typer.Option(help="Confidence level of the interval; differences are significant at 1 minus it.")
    ] = 0.95,
    power: Annotated[float, typer.Option(help="The chance of seeing the smallest detectable difference.")] = 0.8,
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
    moved: Annotated[
        str | None, typer.Option(metavar="MEASURE", help="Show the queries that moved most by a measure instead.")
    ] = None,
    lists: Annotated[
        str | None, typer.Option(metavar="QUERY", help="Show the lists of a query side by side instead.")
    ] = None,
    fail_if: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION", help="Exit with 1 if a difference is like this: 'ndcg@10 < -0.01'; repeatable."
        ),
    ] = None,
    exit_with_verdict: Annotated[
        bool,
        typer.Option(
            "--exit-with-verdict",
            help="Exit with 0 for ship, 1 for do not ship, 3 for not decided, by the first measure.",
        ),
    ] = False,
    flat: Annotated[bool, typer.Option("--flat", help="Print flat names for experiment trackers, as JSON.")] = False,
    format: Annotated[  # noqa: A002
        ComparisonFormat | None,
        choice(ComparisonFormat, "FORMAT", "Output format, by default that of the output file or a table"),
    ] = None,
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Compare systems query by query: which is better, and how sure is that?"""
    _charts.require(folder)
    conditions = [_comparison.condition(text) for text in fail_if or []]
    printed = _comparison.choose_format(format, output, is_flat=flat, is_rows=(moved or lists) is not None)
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
        systems, grades = _comparison.apart(runs, judgments, renames(columns), con)
        # Values by query take no argument of an evaluation.
        given = {name: value for name, value in evaluation.items() if value is not None}
        comparison = rankhouse.compare(
            named_runs(systems),
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
        failure = _comparison.failure(comparison, conditions)
        verdict = comparison.verdict if exit_with_verdict else None
        if exit_with_verdict and verdict is None:
            raise InputError("no pair of systems has a difference by the first measure: there is no verdict")
        rows = None
        if moved is not None:
            rows = _comparison.moved(comparison, moved, is_short=printed == "table")
        elif lists is not None:
            rows = _comparison.lists(comparison, lists, is_short=printed == "table")
        # Its line is gone before the first line of the result.
        stop()
        if rows is None:
            _comparison.write(comparison, printed, output)
        else:
            _output.write(rows, printed, output)
        _charts.write(folder, _charts.of_comparison(comparison))
    if failure:
        fail(failure, 1)
    if verdict:
        fail(str(verdict), verdict.status)


@command("rankhouse agreement bm25.run dense.run -m overlap@10 -m 'rbo(p=0.9)'")
def agreement(
    runs: Runs,
    measure: Annotated[
        list[str],
        measures_option("Such as overlap@10, 'rbo(p=0.9)@100', spearman; repeatable."),
    ] = list(AGREEMENT_MEASURES),
    baseline: Baseline = None,
    by: Groups = None,
    system: SystemColumn = "system",
    per_query: PerQuery = False,
    columns: Annotated[list[str] | None, renames_option("query_id=topic, rank=position")] = None,
    check: CheckLevel = "auto",
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show how much the lists of systems differ, without judgments: overlap, rank-biased overlap, correlations."""
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


@command("rankhouse mean-intervals values.parquet --by system --method bca")
def mean_intervals(
    query_metrics: FinishedTable,
    by: Groups = None,
    method: Annotated[
        IntervalMethod, choice(IntervalMethod, "METHOD", "Kind of interval; wilson is for values of 0 and 1", "t")
    ] = "t",
    confidence: Confidence = 0.95,
    repetitions: Annotated[int, typer.Option(help="Repetitions of bootstrap and bca.")] = 10_000,
    seed: Seed = 0,
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


@command("rankhouse change-by-segment values.parquet --segment country")
def change_by_segment(
    query_metrics: FinishedTable,
    segment: Annotated[
        list[str], typer.Option(metavar="COLUMN", help="A column whose values are segments; repeatable.")
    ],
    system: Annotated[
        str, typer.Option(metavar="COLUMN", help="The column whose values are compared, such as day.")
    ] = "system",
    baseline: Annotated[
        str | None, typer.Option(metavar="VALUE", help="The value that all others are compared with.")
    ] = None,
    by: Groups = None,
    columns: FinishedRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Split the change of a mean by segments: their weights, and what changed within them."""
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


@command("rankhouse confidence-sequence values.parquet --baseline bm25")
def confidence_sequence(
    query_metrics: FinishedTable,
    system: SystemColumn = "system",
    baseline: Baseline = None,
    day: Annotated[str, typer.Option(metavar="COLUMN", help="The column of dates, each of them a look.")] = "day",
    by: Groups = None,
    confidence: Annotated[float, typer.Option(help="Confidence level of the interval, at all looks together.")] = 0.95,
    tightest_at: Annotated[int, typer.Option(help="The number of queries at which the interval is tightest.")] = 1000,
    min_queries: Annotated[int, typer.Option(help="No interval below this number of queries.")] = 30,
    columns: FinishedRenames = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Compare two systems day by day, with an interval that holds however often you look."""
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
