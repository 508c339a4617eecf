"""A Python-Markdown extension: marks the SQL of a page that the site's button "Run in this page" runs.

What needs tables of Python, Parquet, which the browser's DuckDB lacks, or a prepared statement has no mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from pasted import BLOCK

MADE_IN_PYTHON = re.compile(r"""create (?:or replace )?(?:table|view) (\w+)|\.create\("(\w+)"\)|freeze\("(\w+)\"""")
SCRIPT = "con.execute(rankhouse.bundle())"
"""The plain script has macros of the same names, with other arguments."""
NOT_IN_A_BROWSER = re.compile(r"parquet|^(prepare|execute)\b", re.IGNORECASE | re.MULTILINE)
# Before fences are read, whose priority is 25, and after `pasted` has read the page.
PRIORITY = 27


def runnable(page: str) -> Iterator[re.Match[str]]:
    """The blocks of SQL that run one after the other in a database without tables."""
    blocks = [block for block in BLOCK.finditer(page) if not block["skip"]]
    python = "".join(block["code"] for block in blocks if block["language"] == "python")
    names = [name for found in MADE_IN_PYTHON.findall(python) for name in found if name]
    for block in blocks:
        sql = block["code"]
        is_ours = SCRIPT in python or any(re.search(rf"\b{name}\b", sql) for name in names)
        if block["language"] == "sql" and not is_ours and not NOT_IN_A_BROWSER.search(sql):
            yield block


class _Marked(Preprocessor):  # type: ignore[misc]
    def run(self, lines: list[str]) -> list[str]:
        page, made, place = "\n".join(lines), "", 0
        for block in runnable(page):
            made += page[place : block.start()] + "```{.sql .runs}" + page[block.start() + len("```sql") : block.end()]
            place = block.end()
        return (made + page[place:]).split("\n")


class Marking(Extension):  # type: ignore[misc]
    def extendMarkdown(self, md: Any) -> None:  # noqa: N802
        md.preprocessors.register(_Marked(md), "runnable", PRIORITY)


def makeExtension(**options: Any) -> Marking:  # noqa: N802
    return Marking(**options)
