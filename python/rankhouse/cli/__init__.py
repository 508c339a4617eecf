"""The command line; `rankhouse --help` lists its commands. A module for each panel of that list."""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable
from functools import cache
from typing import Annotated

import duckdb

import rankhouse
from rankhouse._rendering.refused import InputError
from rankhouse._rendering.sql import first_line

try:
    import rich  # noqa: F401
    import typer
except ImportError:
    sys.exit("the rankhouse command needs typer and rich: pip install 'rankhouse[cli]'")

# In the order of the list.
from rankhouse.cli import (  # noqa: F401, I001
    _evaluating,
    _comparing,
    _reporting,
    _classifiers,
    _recommenders,
    _detecting,
    _labelling,
    _online,
    _answers,
    _library,
)
from rankhouse.cli._program import app
from rankhouse.cli._shell import USAGE_ERROR, fail, warn
from rankhouse.cli._wording import as_typed, of_usage

__all__ = ["app", "main"]


@app.callback(invoke_without_command=True)
def command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        typer.echo(f"rankhouse {rankhouse.__version__}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@cache
def program() -> Callable[..., int]:
    """All commands with their options, which take longer to read than a small table to evaluate."""
    return typer.main.get_command(app)


def main() -> None:
    """Exit with 2 for bad input, 1 for a failed check, 130 when interrupted; errors are a line on standard error."""
    warnings.showwarning = warn  # type: ignore[assignment]
    # By an exception, so that files that are half written are removed.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        status = program()(prog_name="rankhouse", standalone_mode=False)
        sys.stdout.flush()
    except USAGE_ERROR as error:
        where = error.ctx.command_path if error.ctx else "rankhouse"
        params = error.ctx.command.params if error.ctx else []
        known = [str(each.name) for each in params if each.param_type_name == "option"]
        message = of_usage(error.format_message().rstrip(".?"), where.split(" ", 1)[-1], known)
        fail(f"{message}; see {where} --help")
    except InputError as error:
        fail(as_typed(str(error)))
    except BrokenPipeError:
        # Whoever read the output has seen enough, as `head` does; Python must not try to write the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (KeyboardInterrupt, typer.Abort, duckdb.InterruptException):
        fail("interrupted", 130)
    except RuntimeError as error:
        # What DuckDB 2 raises for an interrupted query.
        if "interrupted" not in str(error):
            raise
        fail("interrupted", 130)
    except duckdb.Error as error:
        fail(first_line(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    else:
        if status == 130:
            # Typer makes a status of Ctrl-C in a command.
            fail("interrupted", 130)
        sys.exit(status)
