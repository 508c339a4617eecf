"""Relations as dbt has them, and what its catalogue tells of their columns."""

from __future__ import annotations

import re
from types import SimpleNamespace

TEXT = re.compile("VARCHAR|TEXT|ENUM", re.IGNORECASE)
NUMBER = re.compile("INT|DOUBLE|DECIMAL|FLOAT", re.IGNORECASE)


class Relation:
    """It knows its name, and is no text. `columns`: their types by name, where no engine is asked for them."""

    def __init__(self, name: str, shown: str | None = None, **columns: str) -> None:
        self.identifier = name
        self.shown = name if shown is None else shown
        self.columns = [column(*each) for each in columns.items()]

    def __str__(self) -> str:
        return self.shown


def column(name: str, kind: str) -> SimpleNamespace:
    return SimpleNamespace(
        name=name, dtype=kind, is_string=lambda: bool(TEXT.match(kind)), is_number=lambda: bool(NUMBER.search(kind))
    )
