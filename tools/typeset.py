"""Formulas as MathML, for the site: a Python-Markdown extension that needs no script and no other server.

A block ```math holds LaTeX, and $`...`$ holds LaTeX within a line; GitHub typesets both as well.
"""

from __future__ import annotations

from typing import Any

from latex2mathml.converter import convert, convert_to_element
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

# Before `code` is looked for, whose priority is 190.
PRIORITY = 195


def mathml(latex: str) -> str:
    """A formula on lines of its own."""
    written: str = convert(latex, display="block")
    return written


def fence(source: str, *settings: Any, **_: Any) -> str:
    """What pymdownx.superfences asks of a fence of its own; the second setting is the class."""
    return f'<div class="{settings[1]}">{mathml(source)}</div>'


class _Inline(InlineProcessor):  # type: ignore[misc]
    def handleMatch(self, m: Any, data: str) -> Any:  # noqa: ARG002, N802
        return convert_to_element(m.group(1)), m.start(0), m.end(0)


class Typeset(Extension):  # type: ignore[misc]
    def extendMarkdown(self, md: Any) -> None:  # noqa: N802
        md.inlinePatterns.register(_Inline(r"\$`([^`]+)`\$", md), "typeset", PRIORITY)


def makeExtension(**options: Any) -> Typeset:  # noqa: N802
    return Typeset(**options)
