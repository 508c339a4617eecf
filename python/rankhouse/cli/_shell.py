"""What every command needs of the terminal: the program, connections, progress, errors."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import duckdb
import typer
from rich.console import Console
from rich.text import Text

from rankhouse._inputs.progress import Progress, told
from rankhouse._rendering.errors import InputError
from rankhouse.cli import _output
from rankhouse.cli._wording import as_typed


def said_last(*commands: str) -> str:
    """The end of a help text; typer makes lines of its paragraphs."""
    return "\n\n".join(["Example:" if len(commands) == 1 else "Examples:", *commands])


app = typer.Typer(
    help="Ranking, recommendation and classifier metrics, computed where the data lives.",
    epilog=said_last(
        "rankhouse evaluate bm25.run qrels.txt -m ndcg@10", "rankhouse compare bm25.run dense.run qrels.txt"
    ),
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
errors = Console(stderr=True)
# What every error of a command line is, in each version of typer.
USAGE_ERROR = cast(type[typer.BadParameter], typer.BadParameter.__base__)


def warn(message: Warning | str, *_: object) -> None:
    print(f"rankhouse: warning: {as_typed(str(message))}", file=sys.stderr)


def fail(message: str, status: int = 2) -> None:
    print(f"rankhouse: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(status)


Command = TypeVar("Command", bound=Callable[..., Any])


def panel(name: str) -> Callable[..., Callable[[Command], Command]]:
    """What makes commands of a panel of the list. Each takes examples, which end its help, and typer's options."""

    def command(*examples: str, **options: Any) -> Callable[[Command], Command]:
        return app.command(rich_help_panel=name, epilog=said_last(*examples) if examples else None, **options)

    return command


@contextmanager
def connected(database: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
    if database and not database.exists():
        raise InputError(f"the database {str(database)!r} does not exist")
    with opened(database, read_only=database is not None) as con:
        yield con


@contextmanager
def answering(
    work: str,
    table: str,
    database: Path | None,
    format: str | None,  # noqa: A002
    output: Path | None,
) -> Iterator[tuple[duckdb.DuckDBPyConnection, Callable[[duckdb.DuckDBPyRelation], None]]]:
    """A connection to work on, and what prints or writes the relation that comes of it."""
    suffix = _output.choose_format(format, output)
    with connected(database) as con, working(f"{work} {table}", con, table) as stop:

        def write(result: duckdb.DuckDBPyRelation) -> None:
            # Its line is gone before the first line of the result.
            stop()
            _output.write(result, suffix, output)

        yield con, write


@contextmanager
def opened(database: Path | None = None, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(database or ":memory:"), read_only=read_only) as con:
        # DuckDB draws its progress on standard output, where the result goes.
        con.execute("set enable_progress_bar = false")
        yield con


@contextmanager
def working(
    message: str, con: duckdb.DuckDBPyConnection | None = None, table: str = ""
) -> Iterator[Callable[[], None]]:
    """A spinner on standard error, when somebody is looking, and what ends it; of long work how far it is."""
    if not errors.is_terminal:
        yield lambda: None
        return
    progress = Progress(message, con, table) if con else None
    with (
        told(progress.step if progress else lambda _: None),
        errors.status(Text(message, no_wrap=True, overflow="ellipsis")) as status,
    ):
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


def chosen(**choices: str | None) -> dict[str, Any]:
    """The choices that were made; the others are left to their defaults, or to the convention."""
    return {name: choice for name, choice in choices.items() if choice is not None}


def renames(pairs: list[str] | None) -> dict[str, str]:
    found = {}
    for pair in pairs or []:
        name, equals, column = pair.partition("=")
        if not (name and equals and column):
            raise InputError(f"--columns is written name=column, such as query_id=user_id, got {pair!r}")
        found[name] = column
    return found
