"""What fell, as Markdown that a CI job can post."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rankhouse._comparing.table import in_markdown
from rankhouse._rendering.jinja import macros

MOST = 50
"""Rows of a gate that are shown."""


@dataclass(frozen=True)
class Summary:
    """What `check_metrics` found: the Markdown, and what fell in one line, '' where nothing did."""

    text: str
    failure: str = ""

    def __str__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


@dataclass
class Change:
    """The last day of a table against the one before; `lines` as the macro alert_summary takes them."""

    day: str
    before: str
    groups: Sequence[str]
    kind: str
    lines: list[dict[str, Any]]


def changes_of(change: Change, margin: float, significant: bool, confidence: float) -> Summary:
    """What the macro says, which the dbt operation rankhouse.check_metrics says too."""
    found = macros("duckdb").alert_summary(vars(change), margin, significant, confidence)
    n_names = found["n_names"]
    rows = [[*map(in_markdown, row[:n_names]), *row[n_names:]] for row in found["rows"]]
    text = [f"### {found['title']}", found["intro"], "\n".join(table_of(found["header"], rows, n_names))]
    return Summary("\n\n".join([*text, *filter(None, [found["more"]])]), found["failure"])


def table_of(header: Sequence[str], rows: Iterable[Sequence[str]], n_names: int) -> Iterator[str]:
    yield f"| {' | '.join(map(in_markdown, header))} |"
    last = len(header) - 1
    yield f"|{'|'.join('---' if place < n_names or place == last else '---:' for place in range(len(header)))}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
