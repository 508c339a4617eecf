"""A report's page as its tests read it: tables, data, scripts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

VOID = {"meta", "link", "input", "br", "img", "hr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    parent: Element | None
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def all(self, tag: str) -> list[Element]:
        found = [self] if self.tag == tag else []
        return found + [each for child in self.children for each in child.all(tag)]

    def within(self, name: str) -> bool:
        return self.parent is not None and (
            name in self.parent.attributes.get("class", "").split() or self.parent.within(name)
        )


class Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.html = path.read_text(encoding="utf-8")
        self.root = self.at = Element("", {}, None)
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        if tag not in VOID:
            self.at = element

    def handle_endtag(self, tag: str) -> None:
        while self.at.tag != tag and self.at.parent:
            self.at = self.at.parent
        self.at = self.at.parent or self.at

    def handle_data(self, data: str) -> None:
        element: Element | None = self.at
        while element is not None:
            element.texts.append(data)
            element = element.parent

    @property
    def data(self) -> Any:
        (script,) = (each for each in self.root.all("script") if each.attributes.get("id") == "data")
        return json.loads(script.text)

    def one(self, tag: str) -> Element:
        (found,) = self.root.all(tag)
        return found

    def table(self, name: str, subset: int = 0) -> list[list[str]]:
        """The cells that are read first, without marks and what stands below, of the rows of one segment: of a table,
        or of all those of this name and a number."""
        tables = [
            each for each in self.root.all("table") if re.fullmatch(rf"table-{name}(-\d+)?", each.attributes["id"])
        ]
        chosen = {} if not subset else {"data-s": str(subset)}
        rows = [
            row
            for table in tables
            for row in table.all("tr")
            if row.parent is not None
            and row.parent.tag == "tbody"
            and row.attributes.get("class") != "note"
            and row.attributes.get("data-s") == chosen.get("data-s")
        ]
        return [[_first(cell) for cell in row.children] for row in rows]

    def marks(self, name: str) -> dict[str, list[str]]:
        """The marks of the numbers of each row, and what they say, by its first cell."""
        (table,) = (each for each in self.root.all("table") if each.attributes.get("id") == f"table-{name}")
        rows = [row.children for row in table.all("tr") if row.children[0].tag == "th" and row.children[-1].tag == "td"]
        return {head.text: [mark for cell in cells if (mark := _mark(cell))] for head, *cells in rows}


def _mark(cell: Element) -> str:
    return "".join(each.text for each in cell.all("span") if each.attributes.get("class") == "mark")


def _first(cell: Element) -> str:
    others = "".join(each.text for each in cell.children if each.tag == "span")
    return cell.text.removesuffix(others)
