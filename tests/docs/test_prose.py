"""The linter of prose finds the sentences that readers stumbled over, and nothing in plain ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import prose

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
