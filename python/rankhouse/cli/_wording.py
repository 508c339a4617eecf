"""Errors and warnings as a shell's user needs them: what Python's arguments are called on the command line."""

from __future__ import annotations

import re
from collections.abc import Collection

ARGUMENTS = (
    (re.compile(r"columns=\{'([\w.]+)': \.\.\.\}"), r"--columns \1=..."),
    (re.compile(r"columns=\{'([\w.]+)': '([^']+)'\}"), r"--columns \1=\2"),
    (re.compile(r"columns=\{'([\w.]+)': None\}"), r"--columns \1="),
    (
        re.compile(r"\b(queries|unjudged|ties|pool|check|test|interval|cluster|system|day|by|intents)='(\w+)'"),
        r"--\1 \2",
    ),
    (re.compile(r"\bthresholds=\[(.*?)\]"), r"--threshold \1"),
    (re.compile(r"\bhelp\(rankhouse\.correct_sampled\)"), "rankhouse correct-sampled --help"),
    (re.compile(r"compare\(\{'a': run, 'b': other\}, judgments\)"), "rankhouse compare RUN OTHER JUDGMENTS"),
    (
        re.compile(r": give con\.sql\('\.\.\.'\), which returns its rows$"),
        ": write its rows into a file, or make a view of it",
    ),
    (re.compile(r"or give judgments$"), "or give judgments (compare and report: --judgments FILE)"),
    (
        re.compile(r"there is no table or view ('.*') on this connection and no file \1;.*", re.DOTALL),
        r"there is no file \1, and no such table; --database FILE opens a DuckDB file with tables",
    ),
)


UNKNOWN_OPTION = re.compile(r"No such option: --([\w-]+).*", re.DOTALL)
SEVERAL_RUNS = re.compile(r"(Got unexpected extra argument.*)", re.DOTALL)


def of_usage(message: str, command: str, known: Collection[str]) -> str:
    """Python's words for an option, and the command that takes several runs. known: the options of the command."""
    if command == "evaluate":
        message = SEVERAL_RUNS.sub(r"\1; rankhouse compare takes several runs", message)
    if (option := UNKNOWN_OPTION.match(message)) is None:
        return message
    from rankhouse._rendering.jinja import macros

    name = option[1].replace("-", "_")
    hint = macros("duckdb").argument_elsewhere(name, [*known])
    hint = re.sub(r"^: write (\w+)$", lambda found: f": write --{found[1]}" if found[1] in known else found[0], hint)
    return f"No such option: --{option[1]}{hint}" if hint else message


def as_typed(message: str) -> str:
    for pattern, text in ARGUMENTS:
        message = pattern.sub(text, message)
    return message
