"""`python tools/prose.py`: what readers of the pages stumble over, found by proselint with rules of our own.

The rules are for word order that English does not have (`Of two items, so often has a method ...`) and for phrases that
take a second reading. Code is left out, in blocks and within lines.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from proselint.checks import __register__ as of_proselint
from proselint.registry.checks import Check
from proselint.registry.checks.engine import Fast
from proselint.registry.checks.types import ExistenceSimple

ROOT = Path(__file__).parents[1]
START = r"(?m)(?:^(?:[-*] |\d\. |\| )?|[.!?] )"
"""Where a sentence may begin."""
RULES = {
    "object_first": (
        START + r"(?:What|Who|Whoever) [^.,|]{3,60}, (?:no|nobody|nothing|the|it|they|he|we)\b",
        "say who does what first",
    ),
    "of_first": (START + r"(?-i:Of) [a-z`]", "begin with the subject"),
    "taken_up": (r", which [^.,|]{3,60}, (?:it|they|he|that)\b", "one subject a sentence"),
    "verb_second": (
        START + r"(?-i:[A-Z])[a-z]+(?:ed|wn|en) (?:is|are|was|were) (?:the|a|an|what|all|each)\b",
        "begin with the subject",
    ),
    "nobody": (r"\b(?:what|that which) (?:nobody|no one|no list|no row|none)\b", "name who and what"),
    "one_who": (r"\b(?:one|he|those) who [a-z]+ [^.?|]{3,60}(?:,| [a-z]+s with him)", "name the reader or the person"),
    "whoever": (r"\bwhoever\b", "write if you"),
    "so_often": (
        r"\bso (?:often|many|much|few|long) (?:has|have|is|are|does|do|can|did)\b",
        "say how many, and of what",
    ),
    "another_matter": (r"\banother matter\b", "say what differs"),
    "but_for": (r"\bbut for\b", "write except"),
    "none": (r"\b(?:interval|value|answer|one|that|which|it) is (?-i:none)\b", "write that there is no such thing"),
    "nowhere": (r"\bnowhere\b", "say what is not there"),
    "the_highest": (r"\d of [\w@.]+, the (?:highest|lowest)", "begin with what is highest"),
    "of_which": (r"[,;(] ?of (?:which|whom)\b", "make it a sentence of its own"),
    "such_that": (r"\bsuch that\b", "write so that"),
    "same_of": (r"\bthe same of\b", "say what is the same"),
    "inverted": (START + r"(?:Should|Had|Were) (?:a|an|the|it|they|there|you)\b", "write if"),
}
OF_PROSELINT = (
    "archaism",
    "cliches",
    "malapropisms",
    "misc.but",
    "mondegreens",
    "nonwords",
    "redundancy",
)
CODE = re.compile(r"^```.*?^```$|^<!--.*?-->$|`[^`\n]+`|\$`[^`]+`\$|\]\([^)\s]+\)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Finding:
    path: Path
    line: int
    rule: str
    text: str
    advice: str

    def __str__(self) -> str:
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{path}:{self.line}: {self.rule}: {self.text!r}: {self.advice}"


def checks() -> list[Check]:
    own = [
        Check(check_type=ExistenceSimple(pattern=pattern), engine=Fast(), path=rule, message=advice)
        for rule, (pattern, advice) in RULES.items()
    ]
    return own + [check for check in of_proselint if any(map(check.matches_partial, OF_PROSELINT))]


CHECKS = checks()


def prose_of(page: str) -> str:
    """The page with its code as blanks and its paragraphs on one line, every letter in its place."""
    without = CODE.sub(
        lambda found: (
            re.sub(r"[^\n]", " ", found[0]) if found[0][0] != "`" or "\n" in found[0] else "x" * len(found[0])
        ),
        page,
    )
    return re.sub(r"(?<=[^\n|])\n(?=[^\n#|>\-*\s\d])", " ", without)


def findings(path: Path) -> Iterator[Finding]:
    page = path.read_text()
    prose = prose_of(page)
    for check in CHECKS:
        for result in check.check_with_flags(prose):
            start, end = result.span
            yield Finding(
                path, page.count("\n", 0, start + 1) + 1, check.path, prose[start:end].strip(), result.message
            )


def pages() -> list[Path]:
    folders = (path for name in ("skills", "docs") for path in sorted((ROOT / name).rglob("*.md")))
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *folders]


def main() -> None:
    found = sorted((each for path in map(Path, sys.argv[1:] or pages()) for each in findings(path.resolve())), key=str)
    print(*found, sep="\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
