"""The program, and the panels of its list of commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand

from rankhouse.cli._command import Command, dashed

Special = TypeVar("Special", bound=Callable[..., None])

COMMANDS: dict[str, Command | Callable[..., None]] = {}
"""By their names as they are typed; functions where they take no function's arguments."""


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


class Built(TyperCommand):
    """A command whose options are made when it is called: the program knows of each its name and what it does."""

    @cached_property
    def made(self) -> Any:
        command = COMMANDS[str(self.name)]
        alone = typer.Typer(add_completion=False)
        alone.command()(command.callback() if isinstance(command, Command) else command)
        return typer.main.get_command(alone)

    @property
    def params(self) -> Any:
        return self.made.params

    @params.setter
    def params(self, none: Any) -> None:
        """Typer has none to give."""

    def invoke(self, ctx: Any) -> Any:
        return self.made.invoke(ctx)


class Panel:
    """What makes commands of a panel of the list. shared: of Command, for all that it declares."""

    def __init__(self, name: str, **shared: Any) -> None:
        self.name, self.shared = name, shared

    def declare(self, function: str, says: str, *examples: str, **declared: Any) -> None:
        """A command made of a function. says: what it does. examples: end its help. declared: of Command."""
        self._add(function, says, examples, Command(function, **{**self.shared, **declared}))

    def special(
        self, *examples: str, name: str = "", is_hidden: bool = False, **declared: Any
    ) -> Callable[[Special], Special]:
        """One made of the function below: with what was asked of the function in Python, or of its own arguments."""

        def command(special: Special) -> Special:
            called = name or special.__name__
            declares = {"of": called, "special": special, **self.shared, **declared}
            takes_asked = "asked" in inspect.signature(special).parameters
            made = Command(**declares) if takes_asked else special
            self._add(called, inspect.getdoc(special) or "", examples, made, is_hidden)
            return special

        return command

    def _add(
        self,
        name: str,
        says: str,
        examples: Sequence[str],
        made: Command | Callable[..., None],
        is_hidden: bool = False,
    ) -> None:
        typed = dashed(name)
        COMMANDS[typed] = made
        ending = said_last(*examples) if examples else None
        app.command(typed, cls=Built, help=says, epilog=ending, rich_help_panel=self.name, hidden=is_hidden)(nothing)


def nothing() -> None:
    """What typer takes for a command, until it is built."""
