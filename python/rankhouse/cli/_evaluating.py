"""Commands that evaluate runs, and say what can be evaluated."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import rankhouse
from rankhouse._evaluating.evaluate import MEASURES
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.render import render, render_explanation
from rankhouse.cli import _charts, _output
from rankhouse.cli._charts import ChartsFolder
from rankhouse.cli._completing import complete_convention, complete_measure
from rankhouse.cli._options import (
    Candidates,
    CheckLevel,
    Convention,
    Database,
    Excluded,
    Groups,
    Intents,
    Judgments,
    Measures,
    OutputFile,
    OutputFormat,
    PerQuery,
    PoolRule,
    PrintFormat,
    Provenance,
    QueryRule,
    RelevantFrom,
    Renames,
    Run,
    TieRule,
    UnjudgedRule,
)
from rankhouse.cli._shell import answering, chosen, opened, panel, renames

command = panel("Evaluate")


Source = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="NAME",
        help="The convention to start from; rankhouse's own by default.",
        autocompletion=complete_convention,
    ),
]
Target = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="NAME",
        help="The convention to arrive at; rankhouse's own by default.",
        autocompletion=complete_convention,
    ),
]


@command(
    "rankhouse evaluate bm25.run qrels.txt -m ndcg@10 -m map",
    "rankhouse evaluate runs.parquet judgments.csv --by system --per-query",
)
def evaluate(
    run: Run,
    judgments: Judgments = None,
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
    check: CheckLevel = "auto",
    wide: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Spread this column over columns: measure, or one of --by."),
    ] = None,
    exclude: Excluded = None,
    candidates: Candidates = None,
    intents: Intents = None,
    provenance: Provenance = False,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Evaluate scored items against relevance judgments."""
    _charts.require(folder)
    with answering("Evaluating", run, database, format, output) as (con, write):
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
            intents=intents,
            provenance=provenance,
            columns=renames(columns),
            con=con,
            **chosen(ties=ties, queries=queries, unjudged=unjudged, pool=pool, check=check),
        )
        write(result if wide is None else rankhouse.wide(result, wide))
        _charts.write(folder, _charts.of_metrics(result, by or []))


@command("rankhouse metric-settings -m ndcg@10 --convention trec_eval")
def metric_settings(
    measure: Measures = list(MEASURES),
    convention: Convention = None,
    ties: TieRule = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    exclude: Excluded = None,
    candidates: Candidates = None,
    intents: Intents = None,
    columns: Renames = None,
    format: PrintFormat = "table",  # noqa: A002
) -> None:
    """List what the numbers of `evaluate --provenance` are made with: settings_id, name, value."""
    with opened() as con:
        listed = rankhouse.metric_settings(
            measure,
            convention=convention,
            relevant_from=relevant_from,
            exclude=exclude,
            candidates=candidates,
            intents=intents,
            columns=renames(columns),
            con=con,
            **chosen(ties=ties, queries=queries, unjudged=unjudged, pool=pool),
        )
        _output.write(listed, format, None)


@command("rankhouse explain bm25.run qrels.txt --from sklearn --to trec_eval")
def explain(
    run: Run,
    judgments: Judgments = None,
    measure: Measures = ["ndcg@10"],
    source: Source = None,
    target: Target = None,
    by: Groups = None,
    per_query: Annotated[bool, typer.Option("--per-query", help="One row per query and step.")] = False,
    ties: TieRule = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    exclude: Excluded = None,
    candidates: Candidates = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Show why two libraries disagree: how much of the difference each option makes."""
    with answering("Explaining", run, database, format, output) as (con, write):
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
            columns=renames(columns),
            con=con,
            **chosen(ties=ties, check=check),
        )
        write(result)


@command("rankhouse explain-number 0.9307 bm25.run qrels.txt -m ndcg -k 10")
def explain_number(
    value: Annotated[str, typer.Argument(help="The figure, with the digits that it has: 0.9307, 0.9300 or 93.1%.")],
    run: Run,
    judgments: Judgments = None,
    measure: Annotated[
        str,
        typer.Option(
            "--measure", "-m", metavar="MEASURE", help="What it is said to be.", autocompletion=complete_measure
        ),
    ] = "ndcg@10",
    k: Annotated[
        int | None, typer.Option("-k", metavar="N", help="The cutoff; the usual ones are tried if nobody says.")
    ] = None,
    changes: Annotated[
        int, typer.Option(metavar="N", help="How many settings at once may differ from rankhouse's own.")
    ] = 2,
    limit: Annotated[int, typer.Option(metavar="N", help="Show so many, the nearest; 0 shows all.")] = 10,
    by: Groups = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    exclude: Excluded = None,
    candidates: Candidates = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    database: Database = None,
) -> None:
    """Find the settings that give a figure: conventions, known faults, options, policies, nearest first."""
    with answering("Explaining", run, database, format, output) as (con, write):
        result = rankhouse.explain_number(
            value,
            run,
            judgments,
            measure,
            k,
            changes=changes,
            by=by or [],
            exclude=exclude,
            candidates=candidates,
            columns=renames(columns),
            con=con,
            **chosen(check=check),
        )
        write(result.filter(f"place <= {limit}") if limit else result)


@command("rankhouse tie-audit bm25.run qrels.txt -m ndcg@10 -m map")
def tie_audit(
    run: Run,
    judgments: Judgments = None,
    measure: Measures = ["ndcg@10"],
    by: Groups = None,
    convention: Convention = None,
    queries: QueryRule = None,
    unjudged: UnjudgedRule = None,
    relevant_from: RelevantFrom = None,
    pool: PoolRule = None,
    columns: Renames = None,
    check: CheckLevel = "auto",
    exclude: Excluded = None,
    candidates: Candidates = None,
    format: OutputFormat = None,  # noqa: A002
    output: OutputFile = None,
    folder: ChartsFolder = None,
    database: Database = None,
) -> None:
    """Show how much ties decide: each query's lowest, expected and highest value over all orders of tied items."""
    _charts.require(folder)
    with answering("Auditing", run, database, format, output) as (con, write):
        result = rankhouse.tie_audit(
            run,
            judgments,
            measure,
            by=by or [],
            convention=convention,
            relevant_from=relevant_from,
            exclude=exclude,
            candidates=candidates,
            columns=renames(columns),
            con=con,
            **chosen(queries=queries, unjudged=unjudged, pool=pool, check=check),
        )
        write(result)
        _charts.write(folder, _charts.of_curve("ties", result))


@command(
    "rankhouse sql results judgments -m ndcg@10 --dialect postgres",
    "rankhouse sql --explain -m ndcg@10 --from sklearn --to trec_eval",
)
def sql(
    run: Annotated[str, typer.Argument(help="Name of the table of scored items.")] = "run",
    judgments: Annotated[str, typer.Argument(help="Name of the table of judgments.")] = "judgments",
    measure: Measures = list(MEASURES),
    by: Groups = None,
    judgments_by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="Evaluate each value of this column of the judgments on its own; repeatable."
        ),
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
    provenance: Provenance = False,
    dialect: Annotated[
        str, typer.Option(metavar="ENGINE", help="The engine that will run it: duckdb, postgres, spark, ...")
    ] = "duckdb",
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Print that of an explanation instead: --from one convention --to another."),
    ] = False,
    source: Source = None,
    target: Target = None,
    macros: Annotated[bool, typer.Option("--macros", help="Print the DuckDB macro library instead.")] = False,
) -> None:
    """Print the SQL of an evaluation or of an explanation, or the DuckDB macros."""
    if macros:
        sys.stdout.write(rankhouse.bundle())
        return
    evaluation = {"convention": convention, "relevant_from": relevant_from}
    evaluation |= chosen(queries=queries, unjudged=unjudged, pool=pool)
    evaluation |= {"provenance": True} if provenance else {}
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
            columns=renames(columns),
            dialect=dialect,
            ties=ties,
            **(ends if explain else evaluation),
        )
        + ";\n"
    )


@command("rankhouse measures", "rankhouse measures --format json")
def measures(
    format: PrintFormat = "table",  # noqa: A002
) -> None:
    """List the measures with their options and aliases."""
    with opened() as con:
        listed = rankhouse.measures(con).project(
            "name, function, array_to_string(aliases, ', ') as aliases, cutoff,"
            " array_to_string(options, '; ') as options, description"
        )
        _output.write(listed, format, None)


@command("rankhouse conventions")
def conventions(
    format: PrintFormat = "table",  # noqa: A002
) -> None:
    """List the libraries whose numbers can be computed."""
    with opened() as con:
        listed = rankhouse.conventions(con).project(
            "name, library, array_to_string(measures, ', ') as measures, array_to_string(needs, ', ') as needs"
        )
        _output.write(listed, format, None)
