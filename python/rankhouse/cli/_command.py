"""Commands made of functions: of a signature, the sentences of its arguments, and what is special about a command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import duckdb
import typer

import rankhouse
from rankhouse._results.files import refuse_overwriting
from rankhouse.cli import _charts, _output
from rankhouse.cli._options import METAVARS, OPTIONS, OUTPUTS, Option, choice
from rankhouse.cli._sentences import SENTENCES
from rankhouse.cli._shell import connected, working
from rankhouse.types import HasColumns

ANSWERED = ("format", "output", "database")
CHARTED = ("format", "output", "charts", "database")
LAST = ("columns", "check")
FORMATS = {"run": ", TREC run", "judgments": ", TREC qrels"}
NO_OPTION = {"con": "--database opens it", "engine": "an object of Python"}
"""Arguments that no command has, and why."""


@dataclass
class Asked:
    """What was typed: arguments as the function takes them, and where the answer goes. table: what is worked on."""

    work: str
    table: str
    arguments: dict[str, Any]
    format: str | None = None
    output: Path | None = None
    charts: Path | None = None
    database: Path | None = None

    @contextmanager
    def answering(
        self,
    ) -> Iterator[tuple[duckdb.DuckDBPyConnection, Callable[[duckdb.DuckDBPyRelation], None]]]:
        """A connection to work on, and what prints or writes the relation that comes of it."""
        _charts.require(self.charts)
        suffix = _output.choose_format(self.format, self.output)
        message = f"{self.work} {self.table}".strip()
        with connected(self.database) as con, working(message, con, self.table) as stop:

            def write(result: duckdb.DuckDBPyRelation) -> None:
                # Its line is gone before the first line of the result.
                stop()
                _output.write(result, suffix, self.output)

            yield con, write

    def draw(self, charts: Callable[[], Iterator[_charts.Named]]) -> None:
        _charts.write(self.charts, charts)


@dataclass(frozen=True)
class Command:
    """of: the function whose arguments it takes. work: what it does, while it does it. chart: of plot, of the answer.
    columns: an example of renamed ones. outputs: where the answer goes, of OUTPUTS. options: where they differ from
    OPTIONS. without: arguments that it does not have, and why. special: what is called with what was asked, in place
    of the function; it may have options of its own.
    """

    of: str
    work: str = "Evaluating"
    chart: str = ""
    columns: str = "query_id=user_id, run.item_id=sku, rank=position"
    outputs: Sequence[str] | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    without: Mapping[str, str] = field(default_factory=dict)
    special: Callable[..., None] | None = None

    @cached_property
    def arguments(self) -> dict[str, tuple[inspect.Parameter, Any]]:
        """Those of the function that can be typed, with their types."""
        found = arguments_of(getattr(rankhouse, self.of))
        names = [name for name in found if name not in NO_OPTION and name not in self.without]
        return {name: found[name] for name in sorted(names, key=LAST.__contains__)}

    @cached_property
    def positions(self) -> list[str]:
        """Arguments that are typed without a name: the first ones, while they are tables or have to be given."""
        found: list[str] = []
        for name, (parameter, hint) in self.arguments.items():
            is_needed = parameter.default is parameter.empty and not self.option(name).names
            if "runs" in found or parameter.kind is parameter.KEYWORD_ONLY or not (is_needed or is_table(hint)):
                break
            found.append(name)
        return found

    @cached_property
    def tables(self) -> list[str]:
        return [name for name in self.positions if is_table(self.arguments[name][1])]

    def option(self, name: str) -> Option:
        return self.options.get(name) or OPTIONS.get(name) or Option()

    def parameter(self, name: str) -> inspect.Parameter:
        """As typer reads it."""
        taken, hint = self.arguments[name]
        option = self.option(name)
        default = taken.default if option.default is ... else option.default
        kind = option.kind or kind_typed(hint)
        is_list = get_origin(kind) is list
        one = get_args(kind)[0] if is_list else kind
        text = self.sentence(name)
        info: Any
        if name in self.positions:
            info = typer.Argument(help=f"{text}.")
        elif is_choice(one):
            text += "; repeatable" if is_list else ""
            info = choice(one, self.metavar(name) or "RULE", text, default[0] if is_list else default)
            # What nobody chooses is left to the function, and to a convention.
            default = default if is_list else None
        elif kind is bool:
            info = typer.Option(*(option.names or (() if default else (f"--{dashed(name)}",))), help=f"{text}.")
        else:
            text += "; repeatable." if is_list else "."
            info = typer.Option(*option.names, metavar=self.metavar(name), help=text, autocompletion=option.complete)
        if default is None:
            kind |= None
        elif is_list and default is not taken.empty:
            default = [default] if isinstance(default, str) else list(default)
        return taken.replace(kind=taken.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info])

    def metavar(self, name: str) -> str | None:
        return self.option(name).metavar or METAVARS.get(name)

    def sentence(self, name: str) -> str:
        """Without its full stop, to which choices may be added."""
        if text := self.option(name).help:
            return text.removesuffix(".")
        text = (SENTENCES.get(f"{self.of}.{name}") or SENTENCES[name]).removesuffix(".")
        if name == "columns":
            return f"{text}, such as {self.columns}"
        if name not in self.tables and (name in self.positions or self.metavar(name) != "TABLE"):
            return text
        is_first = name in self.tables[:1]
        formats = f" (parquet, csv{FORMATS.get(name, '')})" if is_first or name in FORMATS else ""
        return f"File{formats} or{', with --database,' if is_first else ''} table of {text[0].lower()}{text[1:]}"

    def callback(self) -> Callable[..., None]:
        """What typer makes a command of."""
        special = self.special or self.answer
        outputs = (CHARTED if self.chart else ANSWERED) if self.outputs is None else self.outputs
        written = {"format" if each == "printed" else each: OUTPUTS[each] for each in outputs}
        own = [each for name, each in inspect.signature(special, eval_str=True).parameters.items() if name != "asked"]

        def called(**given: Any) -> None:
            read = {name: self.option(name).read or unchanged for name in self.arguments}
            tables = [given[name] for name in self.tables[:1] if given[name]]
            asked = Asked(
                self.work,
                next((each[0] if isinstance(each, list) else each for each in tables), ""),
                {name: read[name](given[name]) for name in read if given[name] is not None},
                **{name: given[name] for name in written},
            )
            typed = (given[name] for name in self.arguments if is_table(self.arguments[name][1]))
            refuse_overwriting(
                asked.output or asked.arguments.get("path"),
                chain.from_iterable(each if isinstance(each, list) else [each] for each in typed if each is not None),
            )
            special(asked, **{each.name: given[each.name] for each in own})

        typed = [
            *(each for each in own if is_argument(each)),
            *sorted(
                map(self.parameter, self.arguments),
                key=lambda each: each.default is not each.empty and not is_argument(each),
            ),
            *(each for each in own if not is_argument(each)),
            *(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=written[name])
                for name in written
            ),
        ]
        signature = inspect.Signature([each.replace(kind=each.KEYWORD_ONLY) for each in typed])
        called.__signature__ = signature  # type: ignore[attr-defined]
        return called

    def answer(self, asked: Asked) -> None:
        """What comes of the function, and its chart."""
        with asked.answering() as (con, write):
            result = getattr(rankhouse, self.of)(**asked.arguments, con=con)
            write(result)
            asked.draw(_charts.of_curve(self.chart, result))


def unchanged(given: Any) -> Any:
    return given


def dashed(name: str) -> str:
    return name.replace("_", "-")


def is_argument(parameter: inspect.Parameter) -> bool:
    return isinstance(parameter.annotation.__metadata__[0], typer.models.ArgumentInfo)


def arguments_of(function: Callable[..., Any]) -> dict[str, tuple[inspect.Parameter, Any]]:
    """With their types; also those of an evaluation that it hands on."""
    hints = get_type_hints(function)
    found: dict[str, tuple[inspect.Parameter, Any]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            (handed_on,) = get_args(hints[name])
            evaluation = arguments_of(rankhouse.evaluate)
            found |= {each: evaluation[each] for each in evaluation if each in handed_on.__annotations__}
        else:
            found[name] = parameter, hints[name]
    return found


def members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def is_table(hint: Any) -> bool:
    return not {Any, HasColumns}.isdisjoint(members(hint))


def is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, Enum))


def kind_typed(hint: Any) -> Any:
    """What typer reads for a type of Python: of several ones a choice, else a list, else a text."""
    kinds = {get_origin(each) or each: each for each in members(hint) if each is not NoneType}
    if Mapping in kinds or is_table(hint):
        return str
    if Literal in kinds:
        return kinds[Literal]
    for several in (Sequence, Iterable):
        if several in kinds:
            return list[get_args(kinds[several])[0]]  # type: ignore[misc]
    return next(iter(kinds)) if len(kinds) == 1 else str
