"""Tables of the page: cells with what a filter needs to know of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rankhouse._results.numbers import NOTHING, p_value


@dataclass(frozen=True)
class Cell:
    """text: what is read first. small: what stands below it. mark: a raised letter or sign, which `says` explains.

    system: the position of the system that the cell is about; it is hidden with it. is_muted: not significant.
    """

    text: str
    small: str = ""
    mark: str = ""
    says: str = ""
    is_name: bool = False
    is_best: bool = False
    is_muted: bool = False
    system: int | None = None


@dataclass(frozen=True)
class Row:
    """systems: the positions of those that the row is about. chosen: the values of m, p, s that it belongs to."""

    cells: Sequence[Cell]
    systems: Sequence[int] = ()
    chosen: dict[str, int] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class Table:
    """name: of its file. caption: what a row is. fold: what stands in its place where it is folded.

    notes_among: the notes where a segment is chosen, by its place.
    """

    name: str
    caption: str
    headers: Sequence[Cell]
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    fold: str = ""
    is_open: bool = True
    notes_among: dict[int, Sequence[str]] = field(default_factory=dict)

    @property
    def marks(self) -> int:
        """The letters of the longest mark beside a number, whose room all numbers leave so that they stand in line."""
        cells = [cell for row in self.rows for cell in row.cells if not cell.is_name]
        return max((len(cell.mark) for cell in cells), default=0)

    def among(self, **chosen: int) -> Table:
        """The same, of one choice alone."""
        rows = [replace(row, chosen={**row.chosen, **chosen}) for row in self.rows]
        return replace(self, rows=rows, notes_among={chosen["s"]: self.notes})

    def and_rows_of(self, other: Table) -> Table:
        return replace(self, rows=[*self.rows, *other.rows], notes_among={**self.notes_among, **other.notes_among})


def name(text: str | None, system: int | None = None) -> Cell:
    return Cell(NOTHING if text is None else text, is_name=True, system=system)


def figure(text: str, small: str = "") -> Cell:
    return Cell(text, small)


def p_text(value: float | None) -> str:
    """As `p_value`, with a space after its sign."""
    return p_value(value).replace("<", "< ").replace(">", "> ")


def count(value: int | None) -> Cell:
    return Cell(NOTHING if value is None else f"{value:,}")


def per_cent(value: float | None, digits: int = 1) -> Cell:
    return Cell(NOTHING if value is None else f"{100 * value:.{digits}f} %")
