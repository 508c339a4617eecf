"""How arguments are typed, where neither their names nor their types say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import typer

from rankhouse.cli._completing import complete_convention, complete_measure
from rankhouse.cli._reading import cluster_or_none, margins, named_runs, renames, weights

Format: TypeAlias = Literal["table", "csv", "json", "parquet"]


@dataclass(frozen=True)
class Option:
    """names: by default that of the argument. kind: what typer reads, by default what the function takes. default: of
    the command, or of the choices the one that is called so. read: makes of what was typed what the function takes.
    """

    names: tuple[str, ...] = ()
    metavar: str | None = None
    kind: Any = None
    default: Any = ...
    read: Callable[[Any], Any] | None = None
    complete: Callable[..., Any] | None = None
    help: str = ""


def choice(kind: Any, metavar: str, text: str, default: str | None = None) -> Any:
    """An option whose choices stand in its help, which is broken between them. metavar: what one of them is."""
    listed = ", ".join(f"{each} (default)" if each == default else each for each in get_args(kind) or kind)
    return typer.Option(metavar=metavar, help=f"{text}: {listed}.", show_default=False)


def runs(further: str = "", read: Callable[[Any], Any] | None = None) -> Option:
    """further: what may be given beside files and tables."""
    files = "Files (parquet, csv, TREC run) or tables, one per system (NAME=FILE gives it a name)"
    return Option(kind=list[str], read=read, help=f"{files}, or one with a column of systems{further}.")


RUNS_OR_VALUES = ", or with values by query. The last one may be the judgments"
MEASURES = ("--measure", "-m")
ONE_MEASURE = Option(MEASURES, default=["ndcg@10"], complete=complete_measure)
OF_A_TABLE = Option(MEASURES, kind=list[str], default=None, complete=complete_measure)
"""Measures that may come from the table."""
OWN_MEASURES = Option(MEASURES)
"""Measures of another list than that of `evaluate`, which are not completed."""

OR_INDEPENDENT = Option(metavar="COLUMN", kind=str, read=cluster_or_none)
DECIDING: Mapping[str, Option] = {
    "measure": Option(MEASURES, metavar="MEASURE", complete=complete_measure),
    "guardrails": Option(("--guardrail",), metavar="MEASURE", kind=list[str], default=None),
    "margins": Option(("--margin",), metavar="MEASURE=NUMBER", kind=list[str], default=[], read=margins),
    "cluster": OR_INDEPENDENT,
}
"""Options of a decision by one of several measures."""

WEIGHTS = Option(("--weight",), metavar="SYSTEM=NUMBER", kind=list[str], default=[], read=weights)
"""Numbers by system, all alike by default."""

OPTIONS: Mapping[str, Option] = {
    "by": Option(default=[]),
    "columns": Option(kind=list[str], read=renames),
    "convention": Option(complete=complete_convention),
    "judgments": Option(("--judgments", "-j")),
    "measures": Option(MEASURES, complete=complete_measure),
    "runs": runs(read=named_runs),
    "source": Option(("--from",), complete=complete_convention),
    "target": Option(("--to",), complete=complete_convention),
    **{name: Option((f"--{name.removesuffix('s')}",)) for name in ("estimators", "segments", "thresholds")},
}
METAVARS: Mapping[str, str] = {
    name: metavar
    for metavar, names in {
        "COLUMN": "by cluster day intents offline_error online_error sample segments system time",
        "NAME=COLUMN": "columns",
        "MEASURE": "measures",
        "METHOD": "correction interval method",
        "NAME": "convention source target team_a team_b",
        "TABLE": "candidates crossings distances examination exclude features interactions interleaving items judgments"
        " learning_curve machine nuggets off_policy predictions ratings targets tries",
        "CREDIT": "credit",
        "ESTIMATOR": "estimators",
        "LEVEL": "check level",
        "NUMBER": "relevant_from",
        "ORDER": "order",
        "PERIOD": "grain",
        "RANGE": "area_range",
        "RATER": "adjudicator",
        "READER": "attention",
        "SCHEMA": "failures",
        "SYSTEM": "baseline",
        "TEST": "test",
        "TIME": "cut",
        "WEIGHTS": "weights",
    }.items()
    for name in names.split()
}

ANSWERED_IN = "Output format, by default that of the output file or a table"
OutputFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file; - is standard output.")
]
OUTPUTS: Mapping[str, Any] = {
    "format": Annotated[Format | None, choice(Format, "FORMAT", ANSWERED_IN)],
    "printed": Annotated[Format | None, choice(Format, "FORMAT", "How to print it", "table")],
    "output": OutputFile,
    "charts": Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write charts of the result to this folder, as SVG and PNG."),
    ],
    "database": Annotated[
        Path | None, typer.Option(metavar="FILE", help="A DuckDB file that has the tables; opened read-only.")
    ],
}
"""Where an answer goes, and where its tables are."""
