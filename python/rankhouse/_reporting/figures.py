"""Charts as the page holds them: specifications without their rows, and rows as lists; what is the same, once."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rankhouse._rendering.errors import InputError

DIGITS = 9
"""Significant ones of the charts' numbers."""


@dataclass
class Figure:
    """A place on the page and its charts, one for each choice of measure, pair and segment that changes it."""

    name: str
    title: str
    variants: list[dict[str, Any]] = field(default_factory=list)

    @property
    def description(self) -> str:
        return str(self.variants[0]["description"]) if self.variants else ""


@dataclass
class Figures:
    """All charts of a report."""

    figures: dict[str, Figure] = field(default_factory=dict)
    specs: dict[str, int] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, chart: Any, **chosen: int) -> Figure:
        """A chart, as a specification, under a name; `chosen`: what it is of, by its place in the page's lists."""
        spec = dict(chart)
        title = spec.pop("title", {})
        title = title if isinstance(title, Mapping) else {"text": title}
        for dropped in ("config", "$schema", "usermeta"):
            spec.pop(dropped, None)
        description = spec.pop("description", "")
        spec = self._without_rows(spec)
        subtitle = title.get("subtitle") or []
        text = _text(title.get("text", ""))
        figure = self.figures.setdefault(name, Figure(name, text))
        figure.variants.append(
            {
                **chosen,
                "spec": self._place(self.specs, spec),
                "title": text,
                "subtitle": subtitle if isinstance(subtitle, str) else " ".join(map(str, subtitle)),
                "description": description,
                "words": _words(description, text, subtitle if isinstance(subtitle, str) else " ".join(subtitle)),
            }
        )
        return figure

    @contextmanager
    def adding(self) -> Iterator[None]:
        """A chart of which nothing is to be seen, such as a measure that is NULL everywhere, is left out."""
        try:
            yield
        except InputError as error:
            if not str(error).startswith("plot."):
                raise

    def payload(self) -> dict[str, Any]:
        return {
            "figures": {name: figure.variants for name, figure in self.figures.items()},
            "specs": [json.loads(text) for text in self.specs],
            "rows": [json.loads(text) for text in self.rows],
        }

    def _place(self, known: dict[str, int], value: Any) -> int:
        return known.setdefault(json.dumps(value, ensure_ascii=False, default=str), len(known))

    def _without_rows(self, node: Any) -> Any:
        if isinstance(node, list):
            return [self._without_rows(each) for each in node]
        if not isinstance(node, dict):
            return _number(node)
        return {
            key: {"rows": self._place(self.rows, _packed(value))} if key == "data" else self._without_rows(value)
            for key, value in node.items()
        }


def _packed(rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    fields = list(dict.fromkeys(name for row in rows for name in row))
    return {"fields": fields, "rows": [[_number(row.get(name)) for name in fields] for row in rows]}


def _number(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None
    return value


def _words(description: str, title: str, subtitle: str) -> str:
    """What the text alternative says beyond title and subtitle."""
    words = description.removeprefix(f"{title}: ")
    return "" if words.rstrip(".").lower() in subtitle.lower() else words


def _text(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(map(str, value))
