"""What fell, as Markdown that a CI job can post."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rankhouse._comparing.table import in_markdown
from rankhouse._monitoring.fallen import Bound, Change, Line, percent

MOST = 50
"""Rows that did not fall, and rows of a gate, that are shown."""


@dataclass(frozen=True)
class Summary:
    """What `check_metrics` found: the Markdown, and what fell in one line, '' where nothing did."""

    text: str
    failure: str = ""

    def __str__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def changes_of(change: Change, bound: Bound) -> Summary:
    fallen = sorted(
        (line for line in change.lines if line.fell(bound)), key=lambda line: (line.value is not None, line.gain)
    )
    others = [line for line in change.lines if not line.fell(bound)]
    n_lines = f"{len(change.lines):,} {'mean' if len(change.lines) == 1 else 'means'}"
    head = f"{len(fallen):,} of {n_lines} fell" if fallen else f"none of {n_lines} fell"
    text = [
        f"### {change.day}: {head}",
        f"Against {change.before}. A mean fell where {bound}. {change.kind}",
    ]
    header = [*change.groups, "measure", change.before, change.day, "change"]
    header += [f"{percent(bound.confidence)} interval", "queries", "verdict"]
    shown = [*fallen, *others[:MOST]]
    text.append("\n".join(table_of(header, [cells(line, bound) for line in shown], len(change.groups) + 1)))
    if len(others) > MOST:
        text.append(f"{len(others) - MOST:,} more did not fall.")
    failure = ""
    if fallen:
        worst = fallen[0]
        name = ", ".join([*map(str, worst.group), worst.measure])
        how = "is missing" if worst.value is None else f"by {abs(worst.change or 0):.4g}"
        failure = f"{head} on {change.day}: {name} {how}" + (f", and {len(fallen) - 1} more" if fallen[1:] else "")
    return Summary("\n\n".join(text), failure)


def cells(line: Line, bound: Bound) -> list[str]:
    change = line.change
    relative = f" ({change / abs(line.before):+.1%})" if change is not None and line.before else ""
    says = line.says(bound)
    return [
        *(in_markdown("NULL" if one is None else str(one)) for one in line.group),
        in_markdown(line.measure),
        figure(line.before),
        figure(line.value),
        "" if change is None else f"{signed(change)}{relative}",
        "" if line.ends is None else f"{signed(line.ends[0])} to {signed(line.ends[1])}",
        ", ".join(f"{n:,}" for n in line.n_queries),
        f"**{says}**" if line.fell(bound) else says,
    ]


def figure(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def signed(value: float) -> str:
    text = f"{value:+.4f}"
    return text if float(text) else "0.0000"


def table_of(header: Sequence[str], rows: Iterable[Sequence[str]], n_names: int) -> Iterator[str]:
    yield f"| {' | '.join(map(in_markdown, header))} |"
    last = len(header) - 1
    yield f"|{'|'.join('---' if place < n_names or place == last else '---:' for place in range(len(header)))}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
