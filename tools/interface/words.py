"""What Python has of the table of arguments beside docstrings: the words of its types, the help of its commands."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

from interface.tables import arguments, in_python, plain, sentence
from rankhouse._rendering.jinja import macros
from rankhouse.cli._command import Command
from rankhouse.cli._program import COMMANDS

PACKAGE = Path(__file__).parents[2] / "python/rankhouse"
TYPES = PACKAGE / "types.py"
SENTENCES = PACKAGE / "cli/_sentences.py"
WIDTH = 120
INDENT = " " * 8
CHOICES = re.compile(r"(?<=\n\n)(?:\w+: TypeAlias = Literal\[[^\]]*\]\n)+")
HEAD = '''\
"""What each argument is, in a sentence: for every function, or for one that says so (`function.argument`).

Made by tools/document.py from tools/interface/arguments.yml.
"""

SENTENCES: dict[str, str] = {
'''


def derived() -> dict[Path, Callable[[], str]]:
    return {TYPES: types, SENTENCES: sentences}


def types() -> str:
    """types.py, in which the words to choose from are those of the table."""
    found: dict[str, list[str]] = {}
    for key, entry in arguments().items():
        if "choices" in entry:
            name = entry.get("literal", key.title().replace("_", ""))
            if found.setdefault(name, entry["choices"]) != entry["choices"]:
                raise LookupError(f"{key} has other choices than another {name}: give it a literal of its own")
    found["ConventionName"] = sorted(macros("duckdb").conventions())
    text, count = CHOICES.subn("".join(_literal(*each) for each in found.items()), TYPES.read_text(encoding="utf-8"))
    assert count == 1, "types.py has no place for the words"
    return text


def _literal(name: str, choices: list[str]) -> str:
    line = f"{name}: TypeAlias = Literal[{', '.join(map(json.dumps, choices))}]\n"
    if len(line) <= WIDTH:
        return line
    return f"{name}: TypeAlias = Literal[\n" + "".join(f"    {json.dumps(each)},\n" for each in choices) + "]\n"


def sentences() -> str:
    return HEAD + "".join(_line(*each) for each in short_sentences().items()) + "}\n"


def _line(key: str, short: str) -> str:
    line = f"    {json.dumps(key)}: {_quoted(short)},\n"
    if len(line) <= WIDTH:
        return line
    room = WIDTH - len(INDENT)
    fits = len(_quoted(short)) <= room
    parts = [short] if fits else textwrap.wrap(short, room - 4, drop_whitespace=False, break_on_hyphens=False)
    return f"    {json.dumps(key)}: (\n" + "".join(f"{INDENT}{_quoted(part)}\n" for part in parts) + "    ),\n"


def _quoted(text: str) -> str:
    """In the quotes that need fewer escapes, as ruff has it."""
    mark = "'" if text.count('"') > text.count("'") else '"'
    return mark + text.replace(mark, f"\\{mark}") + mark


def short_sentences() -> dict[str, str]:
    """The sentences of the options that commands have; where there is no shorter one, that of every way in."""
    found = {key: entry["command"] for key, entry in arguments().items() if "command" in entry}
    for command in COMMANDS.values():
        if isinstance(command, Command):
            for name in command.arguments:
                if not (command.option(name).help or {name, f"{command.of}.{name}"} & found.keys()):
                    found[f"{command.of}.{name}"] = plain(in_python(sentence(command.of, name)))
    return found
