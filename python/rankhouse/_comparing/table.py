"""A comparison as people read it: the cells of its report as text, HTML, Markdown and LaTeX."""

from __future__ import annotations

import html
import os
import re
import shutil
import sys
from collections.abc import Iterator

from rankhouse._comparing.grids import Cell, Grid, reported
from rankhouse._comparing.text import lines_of
from rankhouse._results.differences import Differences
from rankhouse._results.numbers import NOTHING
from rankhouse._results.text import visible

PAGE = 120
MOST_COLUMNS = 8
"""Systems side by side in a document."""


def as_text(comparison: Differences, *, warnings: bool = True) -> str:
    """As wide as the terminal; where there is none, every column."""
    is_whole = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    lines = lines_of(reported(comparison), _width(), is_whole=is_whole, is_bold=False, warnings=warnings)
    return "\n".join("".join(text for text, _ in line) for line in lines)


def show(comparison: Differences, *, warnings: bool = True) -> None:
    """Print it; on a terminal with the best values in bold, where rich is installed."""
    if not sys.stdout.isatty():
        print(as_text(comparison, warnings=warnings))
        return
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        print(as_text(comparison, warnings=warnings))
        return
    console = Console(highlight=False, soft_wrap=True)
    for line in lines_of(reported(comparison), _width(), is_whole=False, is_bold=True, warnings=warnings):
        console.print(Text.assemble(*((text, "bold" if bold else "") for text, bold in line)))


def _width() -> int:
    """Of the terminal that is printed on, not of one that a program was started in."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return PAGE
    return shutil.get_terminal_size((PAGE, 24)).columns


def _fits(grid: Grid) -> bool:
    return len(grid.headers) - grid.n_names <= MOST_COLUMNS


STYLE = """\
.rankhouse-comparison table { border-collapse: collapse; margin: 0 0 .5em; color: inherit; background: none; }
.rankhouse-comparison th, .rankhouse-comparison td { padding: .15em .7em; text-align: right; white-space: nowrap;
  border: 0; color: inherit; background: none; font-variant-numeric: tabular-nums; }
.rankhouse-comparison thead th { border-bottom: 1px solid; }
.rankhouse-comparison .name { text-align: left; font-weight: normal; }
.rankhouse-comparison thead .name { font-weight: bold; }
.rankhouse-comparison .note { text-align: left; padding-left: 2em; opacity: .75; }
.rankhouse-comparison sup { line-height: 0; }
.rankhouse-comparison { overflow-x: auto; }"""


def as_html(comparison: Differences) -> str:
    report = reported(comparison)
    parts = [
        f'<div class="rankhouse-comparison">\n<style>\n{STYLE}\n</style>',
        *_html_table(report.values(_fits)),
        f"<p>{_html(' '.join([*report.legend, 'Bold: the best.']))}</p>",
        *_html_table(report.pairs),
        *([f"<p>{_html(report.more)}</p>"] if report.more else []),
        *(f"<p>Warning: {_html(warning)}</p>" for warning in report.warnings),
        "</div>",
    ]
    return "\n".join(parts)


def _html(text: str) -> str:
    return html.escape(visible(text))


def _html_table(grid: Grid) -> Iterator[str]:
    def cell(given: Cell, place: int, *, is_head: bool) -> str:
        is_name = place < grid.n_names
        text = _html(given.text)
        if given.letters:
            text += f" {given.letters}" if is_head or is_name else f"<sup>{given.letters}</sup>"
        text = f"<b>{text}</b>" if given.bold else text
        kind = ' class="name"' if is_name else ""
        if is_head:
            return f'<th scope="col"{kind}>{text}</th>'
        return f'<th scope="row"{kind}>{text}</th>' if is_name else f"<td>{text}</td>"

    yield "<table>\n<thead>"
    yield f"<tr>{''.join(cell(each, place, is_head=True) for place, each in enumerate(grid.headers))}</tr>"
    yield "</thead>\n<tbody>"
    for row, cells in enumerate(grid.rows):
        yield f"<tr>{''.join(cell(each, place, is_head=False) for place, each in enumerate(cells))}</tr>"
        if row in grid.notes:
            yield f'<tr><td class="note" colspan="{len(grid.headers)}">{_html(grid.notes[row])}</td></tr>'
    yield "</tbody>\n</table>"


def as_markdown(comparison: Differences) -> str:
    report = reported(comparison)
    paragraphs = [
        "\n".join(_markdown_table(report.values(_fits))),
        in_markdown(" ".join([*report.legend, "Bold: the best."])),
        "\n".join(_markdown_table(report.pairs)),
        *([in_markdown(f"({report.more})")] if report.more else []),
    ]
    lists = [
        [
            f"- {', '.join(in_markdown(cell.text) for cell in report.pairs.rows[row][: report.pairs.n_names])}: {note}"
            for row, note in report.pairs.notes.items()
        ],
        [f"- Warning: {in_markdown(warning)}" for warning in report.warnings],
    ]
    return "\n\n".join([*paragraphs, *("\n".join(lines) for lines in lists if lines)])


MARKUP = {sign: f"\\{sign}" for sign in "\\`*_{}[]#!"} | {sign: f"&#{ord(sign)};" for sign in "&|$~"}
"""Of Markdown; the signs that not every reader of it takes escaped are entities."""


def in_markdown(text: str) -> str:
    """Nothing in a name is markup, not even HTML."""
    escaped = "".join(MARKUP.get(each, each) for each in visible(text))
    return re.sub(r"<(?=[^ \d])", "&lt;", escaped)


def _markdown_table(grid: Grid) -> Iterator[str]:
    def cell(given: Cell, place: int, *, is_head: bool) -> str:
        is_name = is_head or place < grid.n_names
        text = in_markdown(given.text) if is_name else given.text
        text = f"**{text}**" if given.bold else text
        if not given.letters:
            return text
        return f"{text} {given.letters}" if is_name else f"{text}<sup>{given.letters}</sup>"

    yield f"| {' | '.join(cell(each, place, is_head=True) for place, each in enumerate(grid.headers))} |"
    yield f"|{'|'.join('---' if place < grid.n_names else '---:' for place in range(len(grid.headers)))}|"
    for cells in grid.rows:
        yield f"| {' | '.join(cell(each, place, is_head=False) for place, each in enumerate(cells))} |"


LATEX = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # What begins a row is no argument of the \\ before it.
    "[": "{[}",
    "*": "{*}",
    NOTHING: "--",
}


def as_latex(comparison: Differences) -> str:
    report = reported(comparison)
    parts = [
        r"% \usepackage{booktabs}",
        *(f"% warning: {visible(warning)}" for warning in report.warnings),
        *_latex_table(report.values(_fits), " ".join([*report.legend, "Bold: the best."])),
        "",
        *_latex_table(report.pairs, "Differences of pairs." + (f" {report.more}." if report.more else "")),
    ]
    return "\n".join(parts)


def _latex(text: str) -> str:
    # Two hyphens or quotes stay two.
    apart = re.sub(r"([-'])(?=\1)", "\\1\0", visible(text))
    return "".join(LATEX.get(each, each) for each in apart).replace("\0", "{}")


def _latex_figure(text: str) -> str:
    """Signs of numbers are those of mathematics."""
    signs = re.sub(r"(?<!\d)[-+]|<", lambda sign: f"${sign.group()}$", text)
    signs = re.sub(r"(?<=\d)-(?=\d)", "--", signs)
    return signs.replace("%", r"\%").replace(NOTHING, "--")


def _latex_table(grid: Grid, caption: str) -> Iterator[str]:
    n_figures = len(grid.headers) - grid.n_names

    def cell(given: Cell, place: int) -> str:
        is_name = place < grid.n_names
        text = _latex(given.text) if is_name else _latex_figure(given.text)
        text = rf"\textbf{{{text}}}" if given.bold else text
        if not given.letters:
            return text
        return f"{text} {given.letters}" if is_name else f"{text}$^{{{given.letters}}}$"

    yield "\\begin{table}\n\\centering"
    yield rf"\caption{{{_latex(caption)}}}"
    yield rf"\begin{{tabular}}{{{'l' * grid.n_names}{'r' * n_figures}}}"
    yield r"\toprule"
    yield " & ".join(f"{_latex(head.text)} {head.letters}".rstrip() for head in grid.headers) + r" \\"
    yield r"\midrule"
    for row, cells in enumerate(grid.rows):
        yield " & ".join(cell(each, place) for place, each in enumerate(cells)) + r" \\"
        if row in grid.notes:
            yield rf"\multicolumn{{{len(grid.headers)}}}{{l}}{{\quad {_latex(grid.notes[row])}}} \\"
    yield "\\bottomrule\n\\end{tabular}\n\\end{table}"
