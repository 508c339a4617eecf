"""Small faults of the macros, drawn at random: what tools/faults.py plants with --random.

A mutant is one change of a macro's Jinja or SQL: a comparison turned, a constant changed, an operator or a condition
dropped, two arguments exchanged. Comments and sentences stay, and so do macros that DuckDB's queries never call:
`make test` does not run these.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from jinja2 import Environment, TemplateError

from macro_code import BLANK, MACRO, SAYS, Code, callers_of, clause_end, closing, code_of, entry_end, texts_of

JINJA = Environment(extensions=["jinja2.ext.do"], autoescape=False)
DERIVED = "Made by "
Site = tuple[str, int, int, str]
"""A kind, where it begins and ends in a text, and what stands there then."""
TURNED = {
    "<": ["<=", ">"],
    "<=": ["<", ">="],
    ">": [">=", "<"],
    ">=": [">", "<="],
    "==": ["!="],
    "!=": ["=="],
    "=": ["<>"],
    "<>": ["="],
    "in": ["not in"],
    "not in": ["in"],
    "is none": ["is not none"],
    "is not none": ["is none"],
    "is null": ["is not null"],
    "is not null": ["is null"],
}
OPERATORS = {" - ": " + ", " * ": " / ", " / ": " * ", " // ": " * ", " + ": " - ", " % ": " * "}
COUNTERPARTS = [("min(", "max("), ("least(", "greatest("), ("floor(", "ceil("), ("sum(", "avg("), ("lag(", "lead(")]
COUNTERPARTS += [(" asc", " desc"), ("nulls first", "nulls last")]
WORDS = dict(COUNTERPARTS) | {other: one for one, other in COUNTERPARTS}
WORDS |= {"left join": "join", "union all": "union", "preceding": "following", "rank(": "row_number("}
NO_CALLS = ("step", "query_of", "least", "greatest", "range", "match", "macro", "in", "and", "or", "not")
"""What stands before a bracket in which the order does not matter, or that has a sentence, or that is no call."""


@dataclass(frozen=True)
class Mutant:
    """Of `source`, the text of `file`, what stands from `start` to `end` becomes `becomes`."""

    kind: str
    file: str
    macro: str
    start: int
    end: int
    becomes: str
    source: str

    @property
    def planted(self) -> str:
        return self.source[: self.start] + self.becomes + self.source[self.end :]

    @property
    def line(self) -> int:
        return self.source.count("\n", 0, self.start) + 1

    def __str__(self) -> str:
        before, after = (text.splitlines()[self.line - 1].strip() for text in (self.source, self.planted))
        return f"{self.file}:{self.line}: {self.kind}\n    - {before}\n    + {after}"


@dataclass(frozen=True)
class Macro:
    """What can be changed of a macro; size: how many words and signs of code it has."""

    file: str
    name: str
    source: str
    size: int
    sites: list[Site]


def drawn(folder: Path, number: int, seed: int) -> list[Mutant]:
    """Macros by their size, in each a kind, of each kind a place: other ones for each seed."""
    chosen = random.Random(seed)  # noqa: S311  (a choice that can be repeated)
    macros = macros_of(folder)
    weights = [macro.size for macro in macros]
    found: dict[str, Mutant] = {}
    while len(found) < number:
        (macro,) = chosen.choices(macros, weights)
        kind = chosen.choice(sorted({kind for kind, *_ in macro.sites}))
        _, start, end, becomes = chosen.choice([site for site in macro.sites if site[0] == kind])
        mutant = Mutant(kind, macro.file, macro.name, start, end, becomes, macro.source)
        if can_be_read(mutant.planted):
            found.setdefault(str(mutant), mutant)
    return [*found.values()]


def can_be_read(source: str) -> bool:
    try:
        JINJA.parse(source)
    except TemplateError:
        return False
    return True


@cache
def macros_of(folder: Path) -> list[Macro]:
    found = []
    callers = callers_of(folder)
    for path, source in texts_of(folder).items():
        file = path.relative_to(folder.parent).as_posix()
        for macro in MACRO.finditer(source):
            if macro[1] not in callers or re.fullmatch(SAYS, macro[1]) or DERIVED in source[:400]:
                continue
            code = [*code_of(source, macro.start(), macro.end())]
            if sites := [site for each in code for site in sites_of(each)]:
                size = sum(len(re.findall(r"\w+|[^\w\s]", each.text)) for each in code)
                found.append(Macro(file, macro[1], source, size, sites))
    return found


def sites_of(code: Code) -> Iterator[Site]:
    for find in (comparisons, constants, operators, conditions, words, arguments):
        for kind, start, end, becomes in find(code):
            if BLANK not in becomes and code.text[start:end] != becomes:
                yield kind, code.start + start, code.start + end, becomes


def replaced(code: Code, kind: str, pattern: str, turned: Callable[[str], list[str]]) -> Iterator[Site]:
    for found in re.finditer(pattern, code.text):
        for becomes in turned(found[0]):
            yield kind, found.start(), found.end(), becomes


def comparisons(code: Code) -> Iterator[Site]:
    signs = r"(?<= )(?:<=|>=|<|>)(?= )"
    if code.is_jinja:
        words = r"(?<= )(?:==|!=|is not none|is none)(?=\W)|(?<! \w)(?<= )not in(?= )"
        yield from replaced(code, "comparison", f"{signs}|{words}", TURNED.__getitem__)
        if not re.match(r"\{%-? for ", code.text):
            yield from replaced(code, "comparison", r"(?<= )(?<!not )in(?= )", TURNED.__getitem__)
    else:
        words = r"(?<=[ \w])(?:=|<>)(?= )(?!\s*any)|\bis (?:not )?null\b"
        yield from replaced(code, "comparison", f"{signs}|{words}", TURNED.__getitem__)


def constants(code: Code) -> Iterator[Site]:
    number = r"(?<![\w.\"{%])\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.\"}])"
    yield from replaced(code, "constant", number, other_numbers)
    yield from replaced(code, "constant", r"\b(?:true|false)\b(?! ?=)", lambda text: [str(text == "false").lower()])


def other_numbers(text: str) -> list[str]:
    """Those that make a difference, also where a number is only very small or very large."""
    number = float(text)
    if 0 < number < 1e-6:
        return ["0.01"]
    if number > 1e6:
        return ["1000"]
    if "." in text or "e" in text:
        return [f"{number * 1.5:g}", f"{number / 2:g}"]
    return [str(int(number) + 1), str(int(number) - 1)] if number else ["1"]


def operators(code: Code) -> Iterator[Site]:
    """Jinja's + joins lists, which - cannot part: anything finds that."""
    of_jinja = r"(?<=[\w)\]}]) (?:[-*/%]|//) (?=[\w(\[{])"
    of_sql = r"(?<=\S)(?<!select) [-+*/%] (?=\S)"
    yield from replaced(code, "operator", of_jinja if code.is_jinja else of_sql, lambda text: [OPERATORS[text]])
    if code.is_jinja:
        yield from replaced(code, "operator", r" \+ (?=\d)", lambda text: [OPERATORS[text]])
    yield from replaced(code, "operator", r"(?<=[(,] )-(?=\w)|(?<=[(=\[])-(?=\w)", lambda _: [""])


def conditions(code: Code) -> Iterator[Site]:
    """One of several dropped, or turned round."""
    for found in re.finditer(r"(?<!\w)(and|or) ", code.text):
        line = code.text[: found.start()].rpartition("\n")[2]
        if found[1] == "and" and re.search(r"\bbetween\b(?!.*\band\b)", line):
            continue
        rest = code.whole[found.end() : clause_end(code.text, found.end())].rstrip()
        if BLANK not in rest:
            yield "condition", found.start(), found.end() + len(rest), ""
        yield "condition", found.start(1), found.end(1), "or" if found[1] == "and" else "and"
    negated = r"\bnot (?!in\b|null\b|none\b|distinct\b|materialized\b)(?<!is not )"
    yield from replaced(code, "condition", negated, lambda _: [""])
    if code.is_jinja:
        begins = re.match(r"\{%-? (?:el)?if (?=.* -?%\}$)", code.text)
        if begins and " else " not in code.text:
            yield "condition", begins.end(), begins.end(), "not "
        if re.match(r"\{%-? for ", code.text):
            yield from replaced(code, "condition", r" if .*?(?= -?%\}$)", lambda _: [""])
    else:
        yield from replaced(code, "condition", r"\bwhen (?=\w)(?!not )", lambda _: ["when not "])
        yield from replaced(code, "condition", r"\bselect distinct\b", lambda _: ["select"])
        yield from replaced(code, "condition", r"\((?=distinct )distinct ", lambda _: ["("])


def words(code: Code) -> Iterator[Site]:
    """Functions and words of SQL with a counterpart."""
    if not code.is_jinja:
        pattern = "|".join(rf"(?<!\w){re.escape(word)}" for word in WORDS)
        yield from replaced(code, "word", pattern, lambda text: [WORDS[text]])


def arguments(code: Code) -> Iterator[Site]:
    """Two neighbours exchanged, of those without a name."""
    if " macro " in code.text[:10]:
        return
    for call in re.finditer(r"(\w+)\(", code.text):
        if call[1] in NO_CALLS:
            continue
        spans, at, end = [], call.end(), closing(code.text, call.end())
        while at < end:
            stop = entry_end(code.text, at, end)
            inner = code.text[at:stop]
            spans.append((at + len(inner) - len(inner.lstrip()), stop - len(inner) + len(inner.rstrip())))
            at = stop + 1
        for (a, b), (c, d) in pairwise(spans):
            first, second = code.whole[a:b], code.whole[c:d]
            if first and second and not re.search(r"(?<![=!<>])=(?!=)|:=|\b(?:as|select)\b|->", f"{first} {second}"):
                yield "arguments", a, d, second + code.whole[b:c] + first
