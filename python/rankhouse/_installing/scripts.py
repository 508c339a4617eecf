"""The scripts of sql/, which tools/library.py makes, as statements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rankhouse._rendering.errors import short_errors
from rankhouse._rendering.shipped import shipped

STATEMENT = re.compile(
    r"(create or replace macro |comment on macro (?:table )?)(\w+)(?s:.*?)"
    r";\n(?=create or replace macro |comment on macro |\Z)"
)


STORAGE = "v1.4.0"
"""Of a new file with macros: older versions of DuckDB, in which they are not tested, refuse to open it."""


@dataclass(frozen=True)
class Statement:
    """A statement of a script, which makes a macro or says what it is."""

    text: str
    head: str
    """What stands before the macro's name."""
    name: str
    is_table: bool

    @property
    def creates(self) -> bool:
        return self.head.startswith("create")

    def at(self, place: str) -> str:
        """The same for a schema, which is not that of the connection."""
        return f"{self.head}{place}.{self.text[len(self.head) :]}"


@cache
@short_errors
def bundle() -> str:
    """The plain script, for `.read rankhouse.sql` in the DuckDB command line: what needs nothing but DuckDB."""
    return _text("rankhouse.sql")


def macro_names() -> list[str]:
    return [*names(library())]


def names(statements: Iterable[Statement]) -> tuple[str, ...]:
    return tuple(each.name for each in statements if each.creates)


@cache
def plain() -> tuple[Statement, ...]:
    """What needs nothing but DuckDB."""
    return tuple(_statements(bundle()))


@cache
def library() -> tuple[Statement, ...]:
    """What is made where table macros can ask: they take the place of frozen ones."""
    return (*(each for each in plain() if not each.is_table), *_statements(_text("table_macros.sql")))


def _text(file: str) -> str:
    return (shipped("sql") / file).read_text(encoding="utf-8")


def _statements(script: str) -> list[Statement]:
    """The heading is a comment, and lines of its own before the first."""
    found = [(found[0].removesuffix(";\n"), found[1], found[2]) for found in STATEMENT.finditer(script)]
    tables = {name for _, head, name in found if head == "comment on macro table "}
    return [Statement(text, head, name, name in tables) for text, head, name in found]
