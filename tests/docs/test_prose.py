"""The linter of prose finds the sentences that readers stumbled over, and nothing in plain ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import prose
from pasted import BLOCK

STUMBLED_OVER = {
    "What was never shown, no click tells anything about.": "object_first",
    "Of what is known here, 1, 0.5, 0.33, 0.25 and 0.2, that comes close.": "of_first",
    "It is the error of the best candidate, which nobody knows beforehand, it exceeds by less than 40 %.": "taken_up",
    "Unjudged are the items that any group's list of the query has and the judgments have not.": "verb_second",
    "They take what nobody looked at for what nobody wanted.": "nobody",
    "Raters are apart: one who sees what another said agrees with him for nothing.": "one_who",
    "Of two items of a query, so often has a method the less attractive one in front.": "so_often",
    "Its highest one is another matter, because grades differ.": "another_matter",
    "`mean_weight` is 1 but for chance.": "but_for",
    "With few queries, below 100, the normal interval is none.": "none",
    "No difference is significant: p < 0.05 nowhere.": "nowhere",
    "Means by system: ndcg@10 0.519 of hybrid, the highest.": "the_highest",
    "Should the table be empty, an error is raised.": "inverted",
    "The lists, of which two are empty, count.": "of_which",
}
PLAIN = """# Items that were never shown

Clicks say nothing about items that were never shown. None of the five lists is empty, and the first one has none.

- `of`: what a person reads first. If the table is empty, an error is raised.

```sql
-- Of two items, so often has a method the less attractive one in front.
```
"""


def rules_of(tmp_path: Path, text: str) -> set[str]:
    page = tmp_path / "page.md"
    page.write_text(text)
    return {finding.rule for finding in prose.findings(page)}


@pytest.mark.parametrize("sentence", STUMBLED_OVER)
def test_sentences_that_readers_stumbled_over_are_found(tmp_path: Path, sentence: str) -> None:
    assert STUMBLED_OVER[sentence] in rules_of(tmp_path, f"# A page\n\nThis is plain.\n{sentence} So is this.\n")


def test_plain_sentences_and_code_are_left_alone(tmp_path: Path) -> None:
    assert rules_of(tmp_path, PLAIN) == set()


def test_a_finding_tells_the_line(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A page\n\nThis is 1\nbut for chance.\n")
    assert [(finding.line, finding.rule) for finding in prose.findings(page)] == [(4, "but_for")]


# What the pages hold together, and the most of one page; a guide is what somebody reads from its top.
ALL_WORDS, OF_A_PAGE, OF_A_GUIDE = 168_200, 6_000, 1_500
GUIDES = ("answers", "comparison", "how-to", "labels", "online", "protocols", "start", "tasks")
LIVING = ("living-tables.md", "late-labels.md", "several-evaluations.md", "segments.md", "publishing.md")


def words(page: Path) -> int:
    """As `wc -w` counts them, with code and what it prints."""
    return len(page.read_text().split())


def test_pages_keep_to_their_length() -> None:
    pages = sorted((prose.ROOT / "docs").rglob("*.md"))
    guides = [page for page in pages if page.parent.name in GUIDES or page.name in LIVING]
    assert len(guides) > 60
    assert {page.name: words(page) for page in guides if words(page) > OF_A_GUIDE} == {}
    assert {page.name: words(page) for page in pages if words(page) > OF_A_PAGE} == {}
    assert sum(map(words, pages)) <= ALL_WORDS


def test_a_guide_that_begins_in_sql_says_where_it_goes() -> None:
    for page in prose.ROOT.joinpath("docs").rglob("*.md"):
        text = page.read_text()
        block = BLOCK.search(text)
        if page.parent.name in GUIDES and block and block["language"] == "sql":
            above = text[: block.start()].rstrip().rpartition("\n\n")[2]
            assert "`duckdb`" in above or "`con.execute`" in above, page
