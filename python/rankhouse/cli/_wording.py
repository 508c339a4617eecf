"""Errors and warnings as a shell's user needs them: what Python's arguments are called on the command line."""

from __future__ import annotations

import re

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
    (re.compile(r"or give judgments$"), "or give judgments (compare and report: --judgments FILE)"),
    (
        re.compile(r"there is no table or view ('.*') on this connection and no file \1;.*", re.DOTALL),
        r"there is no file \1, and no such table; --database FILE opens a DuckDB file with tables",
    ),
)


def as_typed(message: str) -> str:
    for pattern, text in ARGUMENTS:
        message = pattern.sub(text, message)
    return message
