"""Stand-ins for the plans and measures that the package's macros work with, while templates are made of them.

What a caller may choose is a choice, with all its values; what a caller gives is a token.
"""

from __future__ import annotations

import copy
import itertools
import numbers
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rankhouse._building.marks import Choices, Path, token


class Undecided(Exception):  # noqa: N818  (control flow, not an error)
    """A macro has asked for a choice that is not made yet."""

    def __init__(self, name: str) -> None:
        self.name = name


class Number:
    """A number that is known only when the table macro is called: it renders as it is told.

    Compared with its default it is a choice; what compares it with anything else cannot be a template.
    """

    def __init__(self, text: str, default: Any = None, is_default: Callable[[], bool] | None = None) -> None:
        self.text, self.default, self.is_default = text, default, is_default

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if self.is_default is None or other != self.default:
            raise TypeError(
                f"{self.text} is compared with {other!r}, and is not known before the table macro is called"
            )
        return self.is_default()

    __hash__ = None  # type: ignore[assignment]


numbers.Number.register(Number)


class Plan:
    """What a macro takes for a plan, or for a measure.

    choices: the values of each choice, by name; a field of this name is the choice itself, true and false as booleans.
    fields: all other fields; one that follows from choices is a function of the plan.
    """

    _numbers = itertools.count()

    def __init__(self, choices: Choices, fields: Mapping[str, Any]) -> None:
        self._choices, self._fields = choices, fields
        self._path: Path | None = None
        self._number = next(self._numbers)

    def _along(self, path: Path) -> Plan:
        plan = copy.copy(self)
        plan._path = path
        return plan

    def chosen(self, name: str) -> str:
        if self._path is None or name not in self._path:
            raise Undecided(name)
        return self._path[name]

    def __getitem__(self, name: str) -> Any:
        if name in self._fields:
            value = self._fields[name]
            return value(self) if callable(value) else value
        if name not in self._choices:
            raise KeyError(name)
        value = self.chosen(name)
        return {"true": True, "false": False}.get(value, value)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self._fields or name in self._choices else default

    def explored(self, render: Callable[[Plan], Any]) -> list[tuple[Path, Any]]:
        """What a function gives under every combination of the choices that it asks for."""
        open_paths: list[Path] = [{}]
        found = []
        while open_paths:
            path = open_paths.pop()
            try:
                found.append((path, render(self._along(path))))
            except Undecided as asked:
                open_paths += [path | {asked.name: value} for value in reversed(self._choices[asked.name])]
        return found


@dataclass(frozen=True)
class Part:
    """A part of a plan that is made of choices.

    `"ideal_rank" in plan.needs` asks for the choice ideal_rank, and `plan.read_as.get("ids")` for the choice ids.
    """

    plan: Plan

    def __contains__(self, name: str) -> bool:
        return self.plan.chosen(name) == "true"

    def get(self, name: str) -> str | None:
        value = self.plan.chosen(name)
        return None if value in ("none", "false") else value


@dataclass(frozen=True)
class Columns:
    """The user's names for columns, as tokens. Those in `optional`, such as `run.rank`, may be given or not."""

    plan: Plan
    optional: Sequence[str] = ()

    def get(self, name: str, default: str | None = None) -> str | None:
        if any(name == optional.split(".")[1] for optional in self.optional):
            return None
        if name in self.optional and self.plan.chosen(f"names_{name}") == "false":
            return default
        return token(name)
