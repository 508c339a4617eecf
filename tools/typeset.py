"""Formulas as MathML, for the site: a Python-Markdown extension that needs no script and no other server.

A block ```math holds LaTeX, and $`...`$ holds LaTeX within a line; GitHub typesets both as well.
"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor

# Before `code` is looked for, whose priority is 190.
PRIORITY = 195


def mathml(latex: str, display: str = "inline") -> str:
    written: str = convert(latex, display=display)
    return written


def fence(source: str, language: str, css_class: str, options: dict[str, Any], md: Markdown, **_: Any) -> str:
    """What pymdownx.superfences asks of a fence of its own."""
    return f'<div class="{css_class}">{mathml(source, "block")}</div>'


class _Inline(InlineProcessor):
    def handleMatch(self, match: Any, data: str) -> tuple[ElementTree.Element, int, int]:  # type: ignore[override] # noqa: ARG002, N802
        return ElementTree.fromstring(mathml(match.group(1))), match.start(0), match.end(0)


class Typeset(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.inlinePatterns.register(_Inline(r"\$`([^`]+)`\$", md), "typeset", PRIORITY)


def makeExtension(**options: Any) -> Typeset:  # noqa: N802
    return Typeset(**options)
