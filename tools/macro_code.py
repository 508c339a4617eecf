"""The code of the macros as text, for tools/mutants.py: their Jinja and their SQL, and who calls whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

STRING = r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\''
OPENS = re.compile(r"\{[{%#]")
BRACKET = re.compile(rf"{STRING}|[()\[\]{{}},]", re.DOTALL)
CLAUSE = re.compile(
    rf"{STRING}|[()\[\]{{}},]|-?%\}}"
    r"|\b(?:and|or|if|else|then|end|when|as|group|order|from|where|join|having|over|limit)\b",
    re.DOTALL,
)
DEPTH = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
MACRO = re.compile(r"\{%-? macro (\w+)\(.*?\{%-? endmacro -?%\}", re.DOTALL)
SAYS = r"says_\w+|\w*messages?|\w*_reason|\w*description"
"""Macros that give a sentence."""
SENTENCES = re.compile(rf"\b(?:raise_compiler_error|warn|log|rankhouse\.(?:{SAYS}))\(")
PROSE = re.compile(
    r'"(?:description|formula|notes|says|source|message|advice|reason|title|intro|rules|range|when_undefined)": '
)
OF_SENTENCES = re.compile(
    r"(?<![\w.])(?:a|an|the|of|each|its|it|that|which|has|have|are|to|no|per|what)(?![\w.(])",
)
OF_SQL = re.compile(
    r"all|and|any|as|asc|between|by|case|cast|coalesce|count|cross|desc|distinct|double|else|end|exists|"
    r"false|filter|first|following|from|full|group|having|in|inner|is|join|last|lateral|left|like|limit|"
    r"max|min|not|null|nulls|offset|on|or|order|over|partition|precision|preceding|range|row|rows|select|"
    r"set|sum|then|true|unbounded|union|using|values|varchar|when|where|with|within",
    re.IGNORECASE,
)
WORD = re.compile(r"(?<![\w'])[A-Za-z][a-z]*(?![\w'(.])")
BLANK = "\x00"


@dataclass(frozen=True)
class Code:
    """A stretch of a file, which begins at `start` there: a tag of Jinja with blanks for its strings, or SQL.

    whole: the same with its strings, but for sentences.
    """

    is_jinja: bool
    start: int
    text: str
    whole: str


@cache
def texts_of(folder: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.sql"))}


@cache
def constants_of(folder: Path) -> set[str]:
    """Macros without parameters."""
    return {name for source in texts_of(folder).values() for name in re.findall(r"\{%-? macro (\w+)\(\)", source)}


@cache
def callers_of(folder: Path) -> dict[str, set[str]]:
    """Of each macro that DuckDB's queries may call those that call it."""
    calls = {
        macro[1]: {*re.findall(r"\brankhouse\.(\w+)|dispatch\(\s*\"(\w+)", macro[0])}
        for source in texts_of(folder).values()
        for macro in MACRO.finditer(source)
    }
    named = {caller: {name or hook for name, hook in names} for caller, names in calls.items()}
    called = {name for caller, names in named.items() for name in names - {caller}}
    waiting = [name for name in named if name not in called and "__" not in name]
    waiting += [name for name in named if name.startswith("duckdb_macro__")]
    found: dict[str, set[str]] = {name: set() for name in waiting}
    while waiting:
        caller = waiting.pop()
        for name in named[caller]:
            of_engine = next((each for each in (f"duckdb__{name}", f"default__{name}") if each in named), name)
            for other in {name, of_engine} & named.keys():
                if other not in found:
                    waiting.append(other)
                found.setdefault(other, set()).add(caller)
    return found


def code_of(source: str, start: int, end: int) -> Iterator[Code]:
    """What stands there, without comments and sentences."""
    at = start
    while (begins := OPENS.search(source, at, end)) is not None:
        yield from _sql_of(source, at, begins.start())
        if begins[0] == "{#":
            at = source.index("#}", begins.end()) + 2
        else:
            at = closing(source, begins.end(), 2 if begins[0] == "{{" else 1) + 1
            yield from _jinja_of(source, begins.start(), at)
    yield from _sql_of(source, at, end)


def _sql_of(source: str, start: int, end: int) -> Iterator[Code]:
    """Without comments and literals."""
    at = start
    for left_out in re.compile(r"--[^\n]*|'[^'\n]*'").finditer(source, start, end):
        yield Code(False, at, source[at : left_out.start()], source[at : left_out.start()])
        at = left_out.end()
    yield Code(False, at, source[at:end], source[at:end])


def _jinja_of(source: str, start: int, end: int) -> Iterator[Code]:
    text = source[start:end]
    for sentence in SENTENCES.finditer(text):
        text = _blanked(text, sentence.end(), closing(text, sentence.end()))
    for sentence in PROSE.finditer(text):
        text = _blanked(text, sentence.end(), clause_end(text, sentence.end()))
    plain = text
    for string in re.finditer(STRING, text, re.DOTALL):
        inner = string.start() + 1, string.end() - 1
        plain = _blanked(plain, *inner)
        if string[0][0] == '"' and is_sql(string[0][1:-1]):
            yield from _sql_of(source, start + inner[0], start + inner[1])
    yield Code(True, start, plain, text)


def is_sql(text: str) -> bool:
    """Without an article, and not three words in a row that are none of SQL's."""
    words = WORD.sub(lambda word: word[0] if OF_SQL.fullmatch(word[0]) else "word", text)
    return not OF_SENTENCES.search(text) and not re.search(r"(?:\bword\b[,:;]? ){2}\bword\b", words)


def _blanked(text: str, start: int, end: int) -> str:
    """Of the same length."""
    return text[:start] + re.sub(r"[^\n]", BLANK, text[start:end]) + text[end:]


def closing(text: str, at: int, depth: int = 1) -> int:
    """Where as many brackets close that are open here, at the latest where the text ends."""
    for token in BRACKET.finditer(text, at):
        depth += DEPTH.get(token[0], 0)
        if not depth:
            return token.start()
    return len(text)


def entry_end(text: str, at: int, end: int) -> int:
    """Where an entry of a list ends that begins here."""
    depth = 0
    for token in BRACKET.finditer(text, at, end):
        depth += DEPTH.get(token[0], 0)
        if not depth and token[0] == ",":
            return token.start()
    return end


def clause_end(text: str, at: int) -> int:
    """Where a condition ends that begins here, or an entry of a list."""
    depth = 0
    for token in CLAUSE.finditer(text, at):
        depth += DEPTH.get(token[0], 0)
        if depth < 0 or (not depth and token[0][0] not in "\"'()[]{}"):
            return token.start()
    return len(text)
