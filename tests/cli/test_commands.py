"""Every argument of every command reaches the function that the command is named for."""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rankhouse
from rankhouse.cli import app

COMMANDS = {info.callback.__name__: info.callback for info in app.registered_commands if info.callback}
# What is printed, where and how, is the command's own affair.
OF_THE_COMMAND = {
    None: {"format", "output", "database", "folder"},
    "evaluate": {"wide"},
    "compare": {"moved", "lists", "fail_if", "flat", "exit_with_verdict"},
    # COLUMN=VALUE,VALUE; asked for in test_alerts.py.
    "check_metrics": {"expect"},
    "classifier_metrics": {"counts"},
    # Rows that are shown, of those that come back.
    "explain_number": {"limit"},
    # grade_confusion is another function.
    "grade_calibration": {"confusion"},
    # A number or a list is read from it; asked for in test_clicks.py.
    "click_judgments": {"grades"},
    # Thresholds are read from it, also 0.5:0.95.
    "detection_metrics": {"iou"},
    # The answer is made by further functions of the curve, and their arguments are tested with it.
    "learning_curve": {"mean", "crossings", "incomplete", "system", "by", "repetitions", "seed", "confidence"},
}
# Their functions are not called, or with what the command has looked up.
ELSEWHERE = {"sql", "curve", "measures", "conventions", "report", "install", "freeze", "publish", "check", "demo"}


class CalledError(Exception):
    """Ends a command at its function."""


def parameters(name: str) -> dict[str, inspect.Parameter]:
    """Of a function, with those of an evaluation that it hands on."""
    own = inspect.signature(getattr(rankhouse, name)).parameters
    hands_on = any(each.kind is each.VAR_KEYWORD for each in own.values())
    return {**(parameters("evaluate") if hands_on else {}), **own}


def value_of(name: str, kind: Any, default: Any) -> Any:
    """A value of the type that a command declares, other than the default."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        (kind,) = (each for each in typing.get_args(kind) if each is not type(None))
    if typing.get_origin(kind) is list:
        (each,) = typing.get_args(kind)
        # NAME=COLUMN; a single run is no list.
        return ["query_id=topic"] if name == "columns" else [value_of(f"{name}_{n}", each, None) for n in "ab"]
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


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - ELSEWHERE))
def test_every_argument_is_handed_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command: Callable[..., None] = COMMANDS[name]
    declared = {
        each: kind
        for each, kind in typing.get_type_hints(command).items()
        if each not in {"return", *OF_THE_COMMAND[None], *OF_THE_COMMAND.get(name, set())}
    }
    defaults = inspect.signature(command).parameters
    given = {each: value_of(each, kind, defaults[each].default) for each, kind in declared.items()}
    taken = parameters(name)
    # Several measures are one option, repeated.
    expected = {each if each in taken else f"{each}s": plain(value) for each, value in given.items()}
    if "columns" in expected:
        expected["columns"] = {"query_id": "topic"}
    signature, found = inspect.signature(getattr(rankhouse, name)), {}

    def called(*arguments: Any, **more: Any) -> None:
        found.update(signature.bind(*arguments, **more).arguments)
        raise CalledError

    monkeypatch.setattr(rankhouse, name, called)
    with pytest.raises(CalledError):
        command(**given)
    found |= found.pop("evaluation", {})
    assert {each: found.get(each) for each in expected} == expected


def test_every_command_is_looked_at() -> None:
    assert COMMANDS.keys() > ELSEWHERE
    assert OF_THE_COMMAND.keys() - {None} <= COMMANDS.keys() - ELSEWHERE
