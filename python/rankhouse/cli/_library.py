"""Commands about macros, files and this library itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import rankhouse
from rankhouse._rendering.refused import InputError
from rankhouse.cli import _output
from rankhouse.cli._completing import complete_measure
from rankhouse.cli._options import MEASURES, OutputFile
from rankhouse.cli._program import Panel
from rankhouse.cli._shell import connected, errors, opened, working

panel = Panel("Install and share")


@panel.special("rankhouse install warehouse.duckdb")
def install(
    file: Annotated[Path, typer.Argument(help="A DuckDB file, new or existing.")],
    schema: Annotated[str, typer.Option(help="The schema to store them in, created if it does not exist.")] = "main",
    replace: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MACRO", help="A macro of your own in that schema that may be replaced, or all; repeatable."
        ),
    ] = None,
) -> None:
    """Put the macros into a DuckDB file, to be opened or attached anywhere."""
    made = rankhouse.install(file, schema=schema, replace=replace or ())
    Console().print(f"installed {made}", highlight=False, markup=False, soft_wrap=True)


@panel.special("rankhouse publish warehouse.duckdb published --table metrics")
def publish(
    database: Annotated[Path, typer.Argument(help="A DuckDB file with metric tables; opened read-only.")],
    folder: Annotated[Path, typer.Argument(help="The folder for the files, created if it does not exist.")],
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLE", help="A table or view, by default those of the dbt models; repeatable."),
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the DuckDB file, without .duckdb.")] = "metrics",
) -> None:
    """Write metric tables as Parquet and as a DuckDB file for dashboards, replacing earlier ones."""
    with working(f"Publishing {database}"):
        paths = rankhouse.publish(database, folder, table, name)
    Console().print("\n".join(map(str, paths)), highlight=False, markup=False, soft_wrap=True)


@panel.special("rankhouse check warehouse.duckdb")
def check(
    file: Annotated[
        Path | None, typer.Argument(help="A DuckDB file, which is not changed; by default a database in memory.")
    ] = None,
) -> None:
    """Compute the reference fixtures and compare them with their expected values."""
    from rankhouse._installing import fixtures

    with connected(file) as con, working("Checking the reference fixtures"):
        results = fixtures.check(con)
    failed = [result for result in results if not result.passed]
    for result in failed:
        errors.print(f"failed: {result}", highlight=False, markup=False)
    Console().print(f"{len(results) - len(failed)} of {len(results)} reference values agree", highlight=False)
    if failed:
        raise typer.Exit(1)


@panel.special("rankhouse demo")
def demo(
    database: Annotated[Path | None, typer.Option(help="Keep the tables in this DuckDB file.")] = None,
) -> None:
    """Search images of handwritten digits with three rankers, and measure them."""
    from rankhouse import demo as digits

    with opened(database) as con:
        with working("Searching 1,347 images for each of 450"):
            digits.make_tables(con)
            metrics = rankhouse.evaluate("run", "judgments", digits.MEASURES, by=["system"], con=con)
            metrics.create("rankhouse_demo_metrics")
        digits.show(con, "rankhouse_demo_metrics")
        con.execute("drop table rankhouse_demo_metrics")
    if database:
        Console().print(f"tables run and judgments: {database}", highlight=False)


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
            help="Any other argument of the macro, as JSON or text: judgments=null, exclude=true; repeatable.",
        ),
    ] = None,
    output: OutputFile = None,
    database: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Store the macro in this DuckDB file, new or existing.")
    ] = None,
) -> None:
    """Write a call of a table macro as a macro that needs neither Python nor an extension."""
    from rankhouse._installing.stored import store

    arguments = {**({"measures": measure} if measure else {}), **({"by": by} if by else {}), **_read(argument or [])}
    text = rankhouse.freeze(name, macro, **arguments)
    if output:
        _output.write_text(text, output)
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
