"""A comparison as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rankhouse._comparison import Comparison


def as_text(comparison: Comparison) -> str:
    return str(comparison.relation)


def as_html(comparison: Comparison) -> str:
    return f"<pre>{as_text(comparison)}</pre>"


def as_markdown(comparison: Comparison) -> str:
    return as_text(comparison)


def as_latex(comparison: Comparison) -> str:
    return as_text(comparison)
