"""The figures of docs/images that explain a measure or a rule."""

from __future__ import annotations


def of(folder: str, measure: str) -> dict[str, str] | None:
    """The figure of a measure's page, and what it shows in words."""
    return FIGURES.get(f"{folder}/{measure}")


FIGURES: dict[str, dict[str, str]] = {}
