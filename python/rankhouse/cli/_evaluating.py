"""Commands that evaluate runs, and say what can be evaluated."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

import rankhouse
from rankhouse._rendering.refused import InputError
from rankhouse.cli import _charts
from rankhouse.cli._command import CHARTED, Asked
from rankhouse.cli._completing import complete_convention, complete_measure
from rankhouse.cli._options import ONE_MEASURE, Option
from rankhouse.cli._program import Panel
from rankhouse.cli._sentences import SENTENCES

panel = Panel("Evaluate")


@panel.special(
    "rankhouse evaluate bm25.run qrels.txt -m ndcg@10 -m map",
    "rankhouse evaluate runs.parquet judgments.csv --by system --per-query",
    outputs=CHARTED,
)
def evaluate(
    asked: Asked,
    wide: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Turn the values of this column into columns: measure, or one of --by."),
    ] = None,
) -> None:
    """Evaluate scored items against relevance judgments."""
    with asked.answering() as (con, write):
        result = rankhouse.evaluate(**asked.arguments, con=con)
        write(result if wide is None else rankhouse.wide(result, wide))
        asked.draw(_charts.of_metrics(result, asked.arguments["by"]))


panel.declare(
    "metric_settings",
    "List the settings behind the numbers of `evaluate --provenance`: settings_id, name, value.",
    "rankhouse metric-settings -m ndcg@10 --convention trec_eval",
    work="Listing",
    outputs=("printed",),
)
panel.declare(
    "explain",
    "Show why two libraries disagree: how much of the difference each option accounts for.",
    "rankhouse explain bm25.run qrels.txt --from sklearn --to trec_eval",
    work="Explaining",
    options={"ties": Option(default="item")},
)


@panel.special(
    "rankhouse explain-number 0.9307 bm25.run qrels.txt -m ndcg -k 10",
    work="Explaining",
    options={
        "measure": Option(("--measure", "-m"), metavar="MEASURE", complete=complete_measure),
        "k": Option(("-k",), metavar="N"),
        "changes": Option(metavar="N"),
    },
)
def explain_number(
    asked: Asked,
    limit: Annotated[int, typer.Option(metavar="N", help="Show only the nearest N; 0 shows all.")] = 10,
) -> None:
    """Find the settings that give a figure: conventions, known faults, options, policies, nearest first."""
    with asked.answering() as (con, write):
        result = rankhouse.explain_number(**asked.arguments, con=con)
        write(result.filter(f"place <= {limit}") if limit else result)


panel.declare(
    "tie_audit",
    "Show how much ties decide: each query's lowest, expected and highest value over all orders of tied items.",
    "rankhouse tie-audit bm25.run qrels.txt -m ndcg@10 -m map",
    work="Auditing",
    chart="ties",
    options={"measures": ONE_MEASURE},
)
panel.declare(
    "no_answer_curve",
    "Show how many queries with and without an answer return something at each threshold of the score.",
    "rankhouse no-answer-curve runs.parquet judgments.csv --by system -k 3",
    options={"k": Option(("-k",), metavar="N")},
)


def _end(name: str, sentence: str) -> Any:
    return typer.Option(name, metavar="NAME", help=sentence, autocompletion=complete_convention)


@panel.special(
    "rankhouse sql results judgments -m ndcg@10 --dialect postgres",
    "rankhouse sql --explain -m ndcg@10 --from sklearn --to trec_eval",
    of="evaluate",
    outputs=(),
    options={
        "run": Option(default="run", help="Name of the table of scored items."),
        "judgments": Option(default="judgments", help="Name of the table of judgments."),
    },
    without={"check": "no table is looked at"},
)
def sql(
    asked: Asked,
    judgments_by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN", help="Evaluate each value of this column of the judgments on its own; repeatable."
        ),
    ] = None,
    dialect: Annotated[
        str, typer.Option(metavar="ENGINE", help="The engine that will run it: duckdb, postgres, spark, ...")
    ] = "duckdb",
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Print the SQL of an explanation instead, --from one convention --to another."),
    ] = False,
    source: Annotated[str | None, _end("--from", SENTENCES["source"])] = None,
    target: Annotated[str | None, _end("--to", SENTENCES["target"])] = None,
    macros: Annotated[bool, typer.Option("--macros", help="Print the DuckDB macro library instead.")] = False,
) -> None:
    """Print the SQL of an evaluation or of an explanation, or the DuckDB macros."""
    from rankhouse._rendering.render import render, render_explanation

    if macros:
        sys.stdout.write(rankhouse.bundle())
        return
    ends: dict[str, Any] = {"source": source, "target": target}
    ends = {name: end for name, end in ends.items() if end is not None}
    given, of_both = asked.arguments, {"run", "judgments", "measures", "by", "per_query", "exclude", "candidates"}
    if not given["provenance"]:
        del given["provenance"]
    if (given.keys() - of_both - {"ties", "columns"}) if explain else ends:
        raise InputError(
            "--from and --to go with --explain, which takes no convention, and only --ties of the policies"
        )
    printed = render_explanation if explain else render
    sys.stdout.write(printed(**given, **ends, judgments_by=judgments_by or [], dialect=dialect) + ";\n")


@panel.special("rankhouse measures", "rankhouse measures --format json", work="Listing", outputs=("printed",))
def measures(asked: Asked) -> None:
    """List the measures with their options and aliases."""
    with asked.answering() as (con, write):
        write(
            rankhouse.measures(con).project(
                "name, function, array_to_string(aliases, ', ') as aliases, cutoff,"
                " array_to_string(options, '; ') as options, description"
            )
        )


@panel.special("rankhouse conventions", work="Listing", outputs=("printed",))
def conventions(asked: Asked) -> None:
    """List the libraries whose numbers can be reproduced."""
    with asked.answering() as (con, write):
        write(
            rankhouse.conventions(con).project(
                "name, library, array_to_string(measures, ', ') as measures, array_to_string(needs, ', ') as needs"
            )
        )
