"""Lines of SQL that people can read: none is wider than a window."""

from __future__ import annotations

import re

WIDTH = 120
WORD = re.compile(r"(?:(?:\"?\w+\"? :=|'\w+':) )?(?:'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[^\s'\"])+")
"""What no line of SQL is broken in: a name with its value, too."""
QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")


def wrapped(line: str) -> str:
    """A long line of SQL on several, each but the first indented; broken between words, and in a long text."""
    stripped = line.lstrip()
    # A name may hold a line break, and its quotes are not of this line alone then.
    if len(line) <= WIDTH or WORD.sub("", stripped).strip():
        return line
    indent = line[: len(line) - len(stripped)]
    is_comment = stripped.startswith("--")
    further = "-- " if is_comment else "    "
    lines: list[str] = []
    for word in line.split() if is_comment else WORD.findall(QUOTED.sub(_broken, line)):
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{indent}{further if lines else ''}{word}")
    return "\n".join(lines)


def _broken(found: re.Match[str]) -> str:
    """A text that is too long for a line as several that are put together; a name stays one."""
    text = found[0]
    if text.startswith('"') or len(text) <= WIDTH * 2 // 3:
        return text
    parts = [""]
    for word in re.findall(r"[^ ]* ?", text[1:-1]):
        if parts[-1] and len(parts[-1]) + len(word) > WIDTH // 2:
            parts.append("")
        parts[-1] += word
    return "(" + " || ".join(f"'{part}'" for part in parts) + ")" if len(parts) > 1 else text
