"""Every argument of every function can be typed, and what is typed reaches the function."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from pathlib import Path
from typing import Any

import pytest
import typer

import rankhouse
from executed import commanded
from rankhouse.cli import app
from rankhouse.cli._command import NO_OPTION, Command
from rankhouse.cli._program import COMMANDS
from rankhouse.cli._sentences import SENTENCES

BUILT: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
DERIVED = {name: command for name, command in COMMANDS.items() if isinstance(command, Command)}
FUNCTIONS = sorted({name.replace("-", "_") for name in COMMANDS} & set(rankhouse.__all__))
# Commands that call other functions, or print what they made: `evaluate` is not called by `sql`.
ELSEWHERE = {"sql", "curve", "measures", "conventions"}
# What was typed, and what the function takes; of others both are the same.
READ: dict[str, tuple[Any, Any]] = {
    "columns": (["query_id=topic"], {"query_id": "topic"}),
    "grades": ("0.1,0.3", [0.1, 0.3]),
    "fuse.weights": (["bm25=0.5"], {"bm25": 0.5}),
    "margins": (["recall@100=0.01"], {"recall@100": 0.01}),
    "cut": ("20.5", 20.5),
    "expected": (["system=bm25,dense", "day=1"], {"system": ["bm25", "dense"], "day": ["1"]}),
}
# Options of the command itself that change an argument: curves are told apart by their system too.
OWN = {"learning-curve": {"system": ""}}
# Where commands that take no function's arguments call them otherwise.
CALLED_OTHERWISE = {
    "install": {"path": "file"},
    "publish": {"source": "database", "tables": "table"},
    # Arguments of a macro: the two most common ones, and any other.
    "freeze": {"arguments": "argument"},
}


class CalledError(Exception):
    """Ends a command at its function."""


def parameters(name: str) -> dict[str, inspect.Parameter]:
    """Of a function, with those of an evaluation that it hands on."""
    own = dict(inspect.signature(getattr(rankhouse, name)).parameters)
    if "evaluation" in own and own["evaluation"].kind is inspect.Parameter.VAR_KEYWORD:
        del own["evaluation"]
        handed_on = typing.get_type_hints(getattr(rankhouse, name))["evaluation"]
        own = {each: parameters("evaluate")[each] for each in typing.get_args(handed_on)[0].__annotations__} | own
    return own


def value_of(name: str, kind: Any, default: Any) -> Any:
    """A value of the type that a command declares, other than the default."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        (kind,) = (each for each in typing.get_args(kind) if each is not type(None))
    if typing.get_origin(kind) is list:
        (each,) = typing.get_args(kind)
        return [value_of(f"{name}_{n}", each, None) for n in "ab"]
    if typing.get_origin(kind) is tuple:
        return tuple(0.625 + place for place, _ in enumerate(typing.get_args(kind)))
    if kind is bool:
        return not default
    if typing.get_origin(kind) is typing.Literal:
        return next(each for each in reversed(typing.get_args(kind)) if each != default)
    if issubclass(kind, enum.Enum):
        return next(each for each in reversed(kind) if each != default)
    found = {int: 17, float: 0.625, str: f"{name}_given", Path: Path(name)}[kind]
    assert found != default
    return found


def plain(value: Any) -> Any:
    """As functions take it."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value.value if isinstance(value, enum.Enum) else value


@pytest.mark.parametrize("typed", sorted(DERIVED.keys() - ELSEWHERE))
def test_every_argument_is_handed_on(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = DERIVED[typed]
    callback = command.callback()
    given, expected, taken = {}, {}, parameters(command.of)
    for name, parameter in inspect.signature(callback).parameters.items():
        given[name] = OWN.get(typed, {}).get(name, parameter.default)
        if name in taken:
            value = value_of(name, typing.get_args(parameter.annotation)[0], taken[name].default)
            given[name], expected[name] = READ.get(f"{command.of}.{name}") or READ.get(name) or (value, plain(value))
    signature, found = inspect.signature(getattr(rankhouse, command.of)), {}

    def called(*arguments: Any, **more: Any) -> None:
        found.update(signature.bind(*arguments, **more).arguments)
        raise CalledError

    def reported(evaluation: dict[str, Any], **arguments: Any) -> None:
        found.update(**arguments, **evaluation)
        raise CalledError

    if typed == "report":
        monkeypatch.setattr("rankhouse._reporting.report.written_report", reported)
    else:
        monkeypatch.setattr(rankhouse, command.of, called)
    with pytest.raises(CalledError):
        callback(**given)
    if isinstance(found.get("evaluation"), dict):
        found |= found.pop("evaluation")
    assert {each: found.get(each) for each in expected} == expected


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_can_be_typed(name: str) -> None:
    typed = name.replace("_", "-")
    otherwise = CALLED_OTHERWISE.get(name, {})
    offered = {parameter.name for parameter in BUILT[typed].params}
    without = DERIVED[typed].without if typed in DERIVED else {}
    taken = {otherwise.get(each, each) for each in parameters(name)}
    assert taken - offered == (taken & NO_OPTION.keys()) | without.keys()


def test_what_cannot_be_typed_has_a_reason() -> None:
    reasons = [*NO_OPTION.values(), *(why for command in DERIVED.values() for why in command.without.values())]
    assert all(len(why.split()) > 2 for why in reasons)


def test_every_sentence_is_shown() -> None:
    shown = set()
    for command in DERIVED.values():
        for name in (each for each in command.arguments if not command.option(each).help):
            own = f"{command.of}.{name}"
            shown.add(own if own in SENTENCES else name)
    assert shown == SENTENCES.keys()


def test_every_command_is_looked_at() -> None:
    assert COMMANDS.keys() == BUILT.keys()
    assert COMMANDS.keys() > ELSEWHERE
    assert CALLED_OTHERWISE.keys() == {name.replace("-", "_") for name in COMMANDS.keys() - DERIVED.keys()} & set(
        FUNCTIONS
    )


def test_only_the_command_that_is_called_is_built() -> None:
    assert commanded(["--help"])[0] == 0
    program = typer.main.get_command(app)
    commands: dict[str, Any] = program.commands  # type: ignore[attr-defined]
    assert program(["measures", "--help"], prog_name="rankhouse", standalone_mode=False) == 0
    assert [name for name, command in commands.items() if "made" in vars(command)] == ["measures"]
