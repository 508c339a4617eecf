"""A comparison as lines of text that fit a terminal."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rankhouse._comparing.grids import Cell, Grid, Report
from rankhouse._results.text import cells_wide, visible

GAP = 2
RAISED = str.maketrans("abcdefghijklmnop", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ")
"""There is no raised q: with more systems their letters stand beside the numbers."""
Line = Sequence[tuple[str, bool]]
"""Pieces of a line, bold or not."""


def lines_of(report: Report, width: int, *, is_whole: bool, is_bold: bool, warnings: bool) -> Iterator[Line]:
    """is_whole: whether no column is spared, however wide. is_bold: whether bold is seen, which the legend tells."""
    raised = _raised if report.n_systems <= len(RAISED) and _is_printable(_raised("a")) else _beside
    names = shown_names(report, max(12, width // 4))
    values = report.values(lambda grid: _total(_columns(grid, names, raised)) <= width)
    columns = _columns(values, names, raised)
    for block in _blocks(columns, values.n_names, width):
        yield from _drawn(block, values, width)
        yield []
    legend = [*report.legend, *(["Bold: the best."] if is_bold else [])]
    yield from _wrapped(" ".join(map(visible, legend)), width)
    yield []
    spared = yield from _pairs(report.pairs, _columns(report.pairs, names, raised), 10_000 if is_whole else width)
    told = [report.more] if report.more else []
    told += [f"a wider terminal shows {', '.join(spared)} too"] if spared else []
    for line in told:
        yield from _wrapped(f"({line})", width)
    if clipped := {full: short for full, short in names.items() if short != visible(full)}:
        yield []
        yield from ([(f"{short} is {visible(full)}", False)] for full, short in clipped.items())
    if warnings and report.warnings:
        yield []
        for warning in report.warnings:
            yield from _wrapped(f"warning: {visible(warning)}", width, "  ")


def _pairs(grid: Grid, columns: Sequence[_Column], width: int) -> Generator[Line, None, list[str]]:
    """In a narrow terminal with short headers, then under headings, then without some columns, which are returned."""
    if _total(columns) > width:
        columns = [column if column.is_name else column.narrowed() for column in columns]
    n_heading = grid.n_heading if _total(columns) > width else 0
    spared = []
    for header in grid.spared:
        if _total(columns[n_heading:]) + GAP * bool(n_heading) > width:
            spared.append(header)
            columns = [column for column in columns if column.is_name or " ".join(column.header) != header]
    yield from _drawn(columns, grid, width, n_heading)
    return spared


def shown_names(report: Report, longest: int) -> dict[str, str]:
    """Names as they are printed: long ones without their middle, unless that makes two of them alike."""
    cells = [*report.by_measure.headers, *report.by_system.headers]
    for grid in (report.by_measure, report.by_system, report.pairs):
        cells += [cell for row in grid.rows for cell in row[: grid.n_names]]
    names = {cell.text: _clipped(visible(cell.text), longest) for cell in cells}
    shown = list(names.values())
    return {full: short if shown.count(short) == 1 else visible(full) for full, short in names.items()}


def _clipped(text: str, longest: int) -> str:
    if cells_wide(text) <= longest:
        return text
    # The end of a measure or a file is what tells it from others.
    kept = longest - 1
    return f"{text[: kept - kept // 2]}…{text[-(kept // 2) :]}"


@dataclass(frozen=True)
class _Column:
    """header: one line or several."""

    header: Sequence[str]
    texts: Sequence[str]
    marks: Sequence[str]
    bold: Sequence[bool]
    is_name: bool

    @property
    def text_width(self) -> int:
        return max([*(cells_wide(line) - self.mark_width for line in self.header), *map(cells_wide, self.texts)])

    @property
    def mark_width(self) -> int:
        return max(map(cells_wide, self.marks), default=0)

    @property
    def width(self) -> int:
        return self.text_width + self.mark_width

    def narrowed(self) -> _Column:
        longest = max([6, *map(cells_wide, self.texts)]) + 1
        lines = [""]
        for word in re.findall(r"[^ /]+[ /]?", " ".join(self.header)):
            if lines[-1] and len(lines[-1] + word.rstrip()) > longest:
                lines.append("")
            lines[-1] += word
        return replace(self, header=[line.rstrip() for line in lines])

    def head(self, line: int, n_lines: int) -> str:
        place = line - (n_lines - len(self.header))
        text = self.header[place] if place >= 0 else ""
        space = " " * (self.width - cells_wide(text))
        return text + space if self.is_name else space + text

    def pieces(self, place: int) -> Iterator[tuple[str, bool]]:
        text, mark = self.texts[place], self.marks[place]
        space = " " * (self.text_width - cells_wide(text))
        yield ("" if self.is_name else space), False
        yield text, self.bold[place]
        yield (space if self.is_name else "") + mark + " " * (self.mark_width - cells_wide(mark)), False


def _columns(grid: Grid, names: Mapping[str, str], raised: Callable[[str], str]) -> list[_Column]:
    def name(cell: Cell) -> str:
        return f"{names.get(cell.text, cell.text)} {cell.letters}".rstrip()

    found = []
    for place, header in enumerate(grid.headers):
        is_name = place < grid.n_names
        cells = [row[place] for row in grid.rows]
        texts = [name(cell) if is_name else cell.text for cell in cells]
        marks = ["" if is_name or not cell.letters else raised(cell.letters) for cell in cells]
        found.append(_Column([name(header)], texts, marks, [cell.bold for cell in cells], is_name))
    return found


def _total(columns: Sequence[_Column]) -> int:
    return sum(column.width + GAP for column in columns) - GAP


def _blocks(columns: Sequence[_Column], n_names: int, width: int) -> Iterator[list[_Column]]:
    """What does not fit side by side goes below, with the names again."""
    names, block = list(columns[:n_names]), list(columns[:n_names])
    for column in columns[n_names:]:
        if len(block) > n_names and _total([*block, column]) > width:
            yield block
            block = list(names)
        block.append(column)
    yield block


def _drawn(columns: Sequence[_Column], grid: Grid, width: int, n_heading: int = 0) -> Iterator[Line]:
    headings, columns = columns[:n_heading], columns[n_heading:]
    indent = " " * (GAP * bool(headings))
    n_lines = max(len(column.header) for column in columns)
    for line in range(n_lines):
        yield [((indent + (" " * GAP).join(column.head(line, n_lines) for column in columns)).rstrip(), True)]
    last = None
    for place in range(len(grid.rows)):
        heading = (" " * GAP).join(column.texts[place] for column in headings)
        if headings and heading != last:
            yield [(heading, False)]
            last = heading
        pieces = [(indent, False)]
        for position, column in enumerate(columns):
            pieces += [(" " * GAP if position else "", False), *column.pieces(place)]
        yield _without_end(pieces)
        if place in grid.notes:
            yield from _wrapped(indent + "  " + grid.notes[place], width, indent + "  ")


def _without_end(pieces: Sequence[tuple[str, bool]]) -> Line:
    kept = list(pieces)
    while kept and not kept[-1][0].strip():
        kept.pop()
    return [*kept[:-1], *((text.rstrip(), bold) for text, bold in kept[-1:])]


def _wrapped(text: str, width: int, indent: str = "") -> Iterator[Line]:
    for line in textwrap.wrap(text, max(width, 40), subsequent_indent=indent, break_on_hyphens=False):
        yield [(line, False)]


def _raised(letters: str) -> str:
    return letters.translate(RAISED)


def _beside(letters: str) -> str:
    return f" {letters}"


def _is_printable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
