"""Checks the built site: every link and anchor resolves, nothing is asked of another server, search finds pages.

`python tools/check_site.py [site]` prints what is wrong and fails.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself, and by which attribute.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
# Words that somebody would search for, and the page that has to be among those found.
SEARCHES = {"ndcg": "measures/ndcg/", "calibration": "tasks/classification/", "trec_eval": "how-to/from-trec-eval/"}


@dataclass
class Page(HTMLParser):
    path: Path
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    empty: int = 0

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in FETCHED and FETCHED[tag] in given and given.get("rel") != "canonical":
            self.fetched.append(given[FETCHED[tag]])
        if tag == "img" and not given.get("alt"):
            self.empty += 1


@cache
def page(path: Path) -> Page:
    return Page(path)


def faults(site: Path) -> Iterator[str]:
    pages = sorted(site.rglob("*.html"))
    if not pages:
        yield f"{site} has no pages"
    listed = site / "llms.txt"
    for address in re.findall(r"\]\(([^)]*)\)", listed.read_text()) if listed.exists() else []:
        if not (site / address / "index.html").is_file():
            yield f"llms.txt: {address} is no page"
    for path in pages:
        name = path.relative_to(site)
        found = page(path)
        for link in [*found.links, *found.fetched]:
            if urlsplit(link).scheme in ("http", "https") or link.startswith("//"):
                if link in found.fetched:
                    yield f"{name} fetches {link}"
            elif not urlsplit(link).scheme and not _resolves(site, path, link):
                yield f"{name} has a broken link {link}"
        if found.empty:
            yield f"{name} has {found.empty} pictures without words for those who do not see them"
    for style in site.rglob("*.css"):
        text = style.read_text()
        if "@import" in text or "url(http" in text.replace('"', "").replace("'", ""):
            yield f"{style.relative_to(site)} asks another server"
    yield from _searches(site)


def _resolves(site: Path, path: Path, link: str) -> bool:
    address, anchor = unquote(urlsplit(link).path), unquote(urlsplit(link).fragment)
    target = path if not address else (site / address.lstrip("/") if address.startswith("/") else path.parent / address)
    target = target.resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return not anchor or target.suffix != ".html" or anchor in page(target).anchors


def _searches(site: Path) -> Iterator[str]:
    index = site / "search.json"
    if not index.is_file():
        yield "there is no index to search"
        return
    items = json.loads(index.read_text())["items"]
    for word, wanted in SEARCHES.items():
        hits = [item["location"] for item in items if word in f"{item['title']} {item['text']}".lower()]
        if not any(location.startswith(wanted) for location in hits):
            yield f"a search for {word} does not find {wanted}"


def main() -> None:
    site = Path(sys.argv[1] if len(sys.argv) > 1 else "site").resolve()
    found = list(faults(site))
    for fault in found:
        sys.stdout.write(f"{fault}\n")
    sys.exit(f"{len(found)} faults in {site.name}/" if found else None)


if __name__ == "__main__":
    main()
