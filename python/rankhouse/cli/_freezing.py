"""The command that writes a macro for where neither Python nor an extension can be had."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import rankhouse
from rankhouse._installing.stored import store
from rankhouse._rendering.errors import InputError
from rankhouse.cli._completing import complete_measure
from rankhouse.cli._library import panel
from rankhouse.cli._options import MEASURES, OutputFile


@panel.special(
    "rankhouse freeze search_quality metrics -m ndcg@10 --by system",
    "rankhouse freeze by_query query_metrics -m map -o by_query.sql",
)
def freeze(
    name: Annotated[str, typer.Argument(help="What the new macro is called.")],
    macro: Annotated[str, typer.Argument(help="A table macro, such as metrics, query_metrics or compare.")],
    measure: Annotated[
        list[str] | None,
        typer.Option(
            *MEASURES, metavar="MEASURE", help="Such as ndcg@10, map; repeatable.", autocompletion=complete_measure
        ),
    ] = None,
    by: Annotated[
        list[str] | None, typer.Option("--by", metavar="COLUMN", help="A grouping column; repeatable.")
    ] = None,
    argument: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Any other argument of the macro, as JSON or a text: judgments=null, exclude=true; repeatable.",
        ),
    ] = None,
    output: OutputFile = None,
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Store the macro in this DuckDB file, new or existing.")
    ] = None,
) -> None:
    """Write a call of a table macro as a macro that needs neither Python nor an extension."""
    arguments = {**({"measures": measure} if measure else {}), **({"by": by} if by else {}), **_read(argument or [])}
    text = rankhouse.freeze(name, macro, **arguments)
    if output:
        output.write_text(text, encoding="utf-8")
    if database:
        store(database, name, text)
        Console().print(f"stored {name} in {database}", highlight=False, markup=False, soft_wrap=True)
    if not output and not database:
        typer.echo(text, nl=False)


def _read(arguments: list[str]) -> dict[str, Any]:
    found = {}
    for each in arguments:
        name, equals, value = each.partition("=")
        if not name or not equals or name in ("name", "macro"):
            raise InputError(f"--argument is written name=value, such as queries=all, got {each!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found
