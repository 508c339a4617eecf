"""The paragraphs of docstrings that say what the arguments of a public function are, and what it returns.

Only these are written anew. A summary, what is raised and remarks stay as they are in the source.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import rankhouse
from interface.tables import Result, in_python, results, sentence, spec

WIDTH = 120
INDENT = " " * 4
FIRST_WORD = re.compile(r"[A-Z][a-z]*(?=[ ,;:.])")
CODE = re.compile("`[^`]*`")
HELD = "\0"
ANY_TABLE = "Any table that `evaluate` takes."


def derived() -> dict[Path, Callable[[], str]]:
    """Each source with public functions."""
    return {path: partial(_rewritten, path) for path in dict.fromkeys(map(_source, functions().values()))}


@cache
def functions() -> dict[str, Any]:
    found = {name: getattr(rankhouse, name) for name in rankhouse.__all__}
    return {name: each for name, each in found.items() if inspect.isfunction(each)}


def _source(function: Any) -> Path:
    return Path(inspect.getsourcefile(inspect.unwrap(function)) or "")


def _rewritten(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    nodes = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name in functions()]
    for node in reversed(nodes):
        said = node.body[0]
        assert isinstance(said, ast.Expr) and said.end_lineno is not None
        docstring = documented(node.name, ast.get_docstring(node) or "")
        lines[said.lineno - 1 : said.end_lineno] = [_in_source(docstring)]
    return "".join(lines)


def _in_source(docstring: str) -> str:
    assert "\\" not in docstring and '"""' not in docstring
    if "\n" not in docstring:
        return f'{INDENT}"""{docstring}"""\n'
    return textwrap.indent(f'"""{docstring}\n"""\n', INDENT)


def documented(name: str, docstring: str) -> str:
    """A docstring with the paragraphs that are derived."""
    kept = [part for part in re.split(r"\n{2,}", docstring.strip()) if not _is_derived(name, part)]
    place = next((index for index, part in enumerate(kept) if part.startswith("Raises ")), len(kept))
    remarks, raised = kept[1:place], kept[place:]
    return "\n\n".join(filter(None, [kept[0], _arguments(name), *remarks, _returns(name), *raised]))


def _is_derived(name: str, paragraph: str) -> bool:
    if paragraph.startswith("Returns "):
        return name in results() and bool(results()[name].columns)
    heads = [line.partition(": ")[0] for line in paragraph.split("\n") if not line.startswith(" ")]
    return all(each in _parameters(name) for head in heads for each in head.split(", "))


@cache
def _parameters(name: str) -> dict[str, Any]:
    return dict(inspect.signature(functions()[name]).parameters)


def _arguments(name: str) -> str:
    return "\n".join(_wrapped(f"{each}: {meaning}") for each, meaning in meanings(name).items())


def meanings(name: str) -> dict[str, str]:
    """What each argument of a function means."""
    found = {each: in_python(sentence(name, each, "python")) for each in _parameters(name)}
    # Of tables the first one says what all of them may be.
    first = next((each for each in found if spec(name, each).get("kind") == "relation"), None)
    if first and "`evaluate`" not in found[first] and name != "evaluate":
        found[first] += f" {ANY_TABLE}"
    return {each: _within(text) for each, text in found.items()}


def _within(text: str) -> str:
    """A sentence after a colon."""
    return FIRST_WORD.sub(lambda word: word.group().lower(), text, count=1) if FIRST_WORD.match(text) else text


def _returns(name: str) -> str:
    result = results().get(name)
    if result is None or not result.columns:
        return ""
    parts = [_gives(f"Returns {result.returns or result.row}", result)]
    parts += [_gives(f"{when[0].upper()}{when[1:]} {results()[of].row}", results()[of]) for when, of in result.also]
    notes = " ".join(filter(None, [result.notes, result.python]))
    # One paragraph, so that all of it is found again.
    return "\n".join([*parts, *([_wrapped(notes, "")] if notes else [])])


def _gives(row: str, result: Result) -> str:
    """What there is a row for, and a line for each column."""
    return "\n".join([_wrapped(f"{row}:", ""), *_columns(result)])


def _columns(result: Result) -> Iterator[str]:
    for line in result.lines():
        yield _wrapped(line, INDENT, INDENT)


def _wrapped(text: str, deeper: str = INDENT, indent: str = "") -> str:
    # No line ends within code.
    unbroken = CODE.sub(lambda code: code.group().replace(" ", HELD), text)
    filled = textwrap.fill(
        unbroken,
        WIDTH - len(INDENT),
        initial_indent=indent,
        subsequent_indent=indent + deeper,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return filled.replace(HELD, " ")
