"""What every command needs of the terminal: the program, connections, progress, errors."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import duckdb
import typer
from rich.console import Console
from rich.text import Text

from rankhouse._inputs.progress import Progress, told
from rankhouse._inputs.warehouses import refuse_warehouse
from rankhouse._rendering.refused import InputError
from rankhouse._results.text import visible
from rankhouse.cli._wording import as_typed

errors = Console(stderr=True)
# What every error of a command line is, in each version of typer.
USAGE_ERROR = cast(type[typer.BadParameter], typer.BadParameter.__base__)


def warn(message: Warning | str, *_: object) -> None:
    print(f"rankhouse: warning: {visible(as_typed(str(message)))}", file=sys.stderr)


def fail(message: str, status: int = 2) -> None:
    print(f"rankhouse: {visible(' '.join(message.split()))}", file=sys.stderr)
    sys.exit(status)


@contextmanager
def connected(database: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
    if database and not database.exists():
        refuse_warehouse(str(database))
        raise InputError(f"the database {str(database)!r} does not exist")
    with opened(database, read_only=database is not None) as con:
        yield con


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
