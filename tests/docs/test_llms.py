"""llms.txt of the site: every page, each with a sentence."""

from __future__ import annotations

import re

import document
import llms


def test_every_page_is_listed_with_a_sentence() -> None:
    lines = [line for line in llms.text().splitlines() if line.startswith("- ")]
    found = [re.fullmatch(r"- \[[^\]]+\]\(([^)]+)\): .*\w.*", line) for line in lines]
    addresses = sorted(match[1] for match in found if match)
    pages = sorted(str(page.relative_to(document.DOCS)) for page in document.DOCS.rglob("*.md"))
    assert addresses == sorted(
        f"{page.removesuffix('.md').removesuffix('index').rstrip('/') or '.'}/" for page in pages
    )
    assert len(addresses) == len(lines)
