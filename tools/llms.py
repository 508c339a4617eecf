"""`python tools/llms.py [site]` writes llms.txt beside the pages: what there is, for agents that read Markdown.

In the form of llmstxt.org: a line for each page of the navigation in mkdocs.yml, with its first sentence.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOT_PROSE = ("#", "```", "|", "<", "!", "-", "$")


class Navigation(yaml.SafeLoader):  # type: ignore[misc]
    """Without the names of Python that extensions of Markdown are given."""


Navigation.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def text() -> str:
    site = Navigation((ROOT / "mkdocs.yml").read_text()).get_single_data()
    lines = [f"# {site['site_name']}", "", f"> {site['site_description']}"]
    for section in site["nav"]:
        ((title, entries),) = section.items()
        lines += ["", f"## {title}", "", *(line(*page) for page in pages(entries))]
    return "\n".join(lines) + "\n"


def pages(entries: list[dict[str, Any]], under: str = "") -> Iterator[tuple[str, str]]:
    """Title and path of each; "Evaluate: a classifier" of what stands under a title."""
    for entry in entries:
        ((title, found),) = entry.items()
        if isinstance(found, str):
            yield f"{under}: {title}" if under else title, found
        else:
            yield from pages(found, title)


def line(title: str, path: str) -> str:
    address = path.removesuffix(".md").removesuffix("index")
    folder = f"{address.rstrip('/') or '.'}/"
    return f"- [{title}]({folder}): {first_sentence(DOCS / path)}"


def first_sentence(page: Path) -> str:
    """Links as their words."""
    for paragraph in page.read_text().split("\n\n"):
        if not paragraph.startswith(NOT_PROSE):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
            return re.split(r"(?<=[.:?]) (?=[A-Z])", words)[0]
    return ""


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "site"
    (folder / "llms.txt").write_text(text())
