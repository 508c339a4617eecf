"""Options that several commands take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import typer

from rankhouse.cli._completing import complete_convention, complete_measure
from rankhouse.types import Check, Correction, Pool, Queries, Test, Ties, Unjudged

Format: TypeAlias = Literal["table", "csv", "json", "parquet"]


def choice(kind: Any, word: str, text: str, default: str = "", *names: str) -> Any:
    """An option whose choices stand in its help, which is broken between them. word: what one of them is."""
    choices = ", ".join(f"{each} (default)" if each == default else each for each in get_args(kind) or kind)
    return typer.Option(*names, metavar=word, help=f"{text}: {choices}.", show_default=False)


def measures_option(text: str, complete: Callable[[str], Iterator[str]] | None = None) -> Any:
    return typer.Option("--measure", "-m", metavar="MEASURE", help=text, autocompletion=complete)


def renames_option(text: str) -> Any:
    return typer.Option("--columns", metavar="NAME=COLUMN", help=f"{text}; repeatable.")


def runs_argument(text: str) -> Any:
    """text: what may be given beside files and tables."""
    files = "Files (parquet, csv, TREC run) or tables, one per system, NAME=FILE to name it"
    return typer.Argument(help=f"{files}; or one with a column of systems{text}.")


Run = Annotated[
    str,
    typer.Argument(help="File (parquet, csv, TREC run) or, with --database, table of scored items."),
]
Judgments = Annotated[
    str | None,
    typer.Argument(help="File (parquet, csv, TREC qrels) or table; not needed where RUN has a column relevance."),
]
Measures = Annotated[list[str], measures_option("Such as ndcg@10, map, recall@100; repeatable.", complete_measure)]
Groups = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="COLUMN", help="Evaluate each value of this column on its own; repeatable."),
]
Renames = Annotated[list[str] | None, renames_option("query_id=user_id, run.item_id=sku, rank=position")]
Convention = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Compute what another library computes: trec_eval, sklearn, ...; see `conventions`.",
        autocompletion=complete_convention,
    ),
]
TieRule = Annotated[Ties | None, choice(Ties, "RULE", "Order of items with equal scores", "item")]
QueryRule = Annotated[Queries | None, choice(Queries, "RULE", "Which queries count", "judged")]
UnjudgedRule = Annotated[
    Unjudged | None, choice(Unjudged, "RULE", "What becomes of items without a judgment", "irrelevant")
]
RelevantFrom = Annotated[
    float | None, typer.Option(metavar="NUMBER", help="The lowest relevance that counts as relevant.")
]
PoolRule = Annotated[Pool | None, choice(Pool, "RULE", "Items whose judgments count", "judged")]
Excluded = Annotated[
    str | None,
    typer.Option(
        metavar="TABLE",
        help="Items to leave out of lists and judgments, such as those seen in training: query_id, item_id.",
    ),
]
Candidates = Annotated[
    str | None,
    typer.Option(
        metavar="TABLE", help="The only items that take part, such as sampled or logged lists: query_id, item_id."
    ),
]
Intents = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN", help="The column of the judgments that holds intents: for alpha_ndcg@10, err_ia@10."
    ),
]
Provenance = Annotated[
    bool, typer.Option("--provenance", help="Last columns that say when, by which version, with which settings.")
]
PerQuery = Annotated[bool, typer.Option("--per-query", help="One row per query, not the mean.")]
CheckLevel = Annotated[Check, choice(Check, "LEVEL", "How far to look for duplicate items within a query", "auto")]
Baseline = Annotated[
    str | None,
    typer.Option(metavar="SYSTEM", help="The system that all others are compared with; all pairs by default."),
]
_system = typer.Option("--system", metavar="COLUMN", help="The column that tells systems apart.")
SystemColumn = Annotated[str, _system]
OptionalSystemColumn = Annotated[str | None, _system]
Runs = Annotated[list[str], runs_argument("")]
RUNS_OR_VALUES = ", or with values by query. The last one may be the judgments"
JudgmentsTable = Annotated[
    str | None,
    typer.Option("--judgments", "-j", metavar="TABLE", help="File (parquet, csv, TREC qrels) or table of judgments."),
]
ComparedMeasures = Annotated[
    list[str] | None,
    measures_option(
        "Such as ndcg@10, map; repeatable. By default those of evaluate, or of the table.", complete_measure
    ),
]
TestRule = Annotated[Test | None, choice(Test, "TEST", "Paired, two-sided test", "t")]
CorrectionRule = Annotated[
    Correction | None, choice(Correction, "METHOD", "Correction of the p-values of all rows together", "holm")
]
Confidence = Annotated[float, typer.Option("--confidence", help="Confidence level of the interval.")]
Repetitions = Annotated[int, typer.Option(help="Repetitions of randomisation and bootstrap, 1 to 10,000.")]
Seed = Annotated[int, typer.Option(help="Seed of the random repetitions.")]
OutputFormat = Annotated[
    Format | None, choice(Format, "FORMAT", "Output format, by default that of the output file or a table")
]
OutputFile = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")]
PrintFormat = Annotated[Format, choice(Format, "FORMAT", "How to print it", "table")]
Database = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A DuckDB file that has the tables; opened read-only."),
]
