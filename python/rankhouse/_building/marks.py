"""Marks within a text, while a template is made of it, and texts side by side under their conditions.

«ties=best|worst:text»    text under a condition
«*gains*, :text»          text once for each of a list, with this between
ǀnameǀ                    a value, of the call or of an element of the list
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Choices = Mapping[str, Sequence[str]]
"""What may be chosen: the values of each choice."""
Path = dict[str, str]
"""Choices that have been made: the value of each."""
Conditions = dict[str, frozenset[str]]
"""The values of each choice that a text is there under."""

OPENING, CLOSING, TOKEN = "«", "»", "ǀ"
WORTH_SHARING = 8
"""Atoms that two texts must have in common for them to be written once."""


def token(name: str) -> str:
    return f"{TOKEN}{name}{TOKEN}"


def under(conditions: Conditions, text: str) -> str:
    """A text that is there under conditions."""
    return mark(guard(conditions), text) if conditions else text


def mark(guarded: str, text: str) -> str:
    return f"{OPENING}{guarded}:{text}{CLOSING}"


def each(listed: str, text: str, between: str = "") -> str:
    """A text once for each of a list."""
    return mark(f"*{listed}*{between}", text)


def guard(conditions: Conditions) -> str:
    return "&".join(f"{name}={'|'.join(sorted(values))}" for name, values in conditions.items())


def both(*guards: str) -> str:
    return "&".join(filter(None, guards))


def narrowed(conditions: Conditions, guarded: str, choices: Choices) -> Conditions | None:
    """The conditions and those of a mark; None where they exclude each other."""
    found = dict(conditions)
    for condition in filter(None, guarded.split("&")):
        name, _, values = condition.partition("=")
        found[name] = found.get(name, frozenset(choices[name])) & frozenset(values.split("|"))
        if not found[name]:
            return None
    return {name: values for name, values in found.items() if values != frozenset(choices[name])}


_ATOM = re.compile(r"\s+|[^\s«»]+|[«»]")


def atoms(text: str) -> list[str]:
    """Words and spaces, and marks with all that they hold."""
    found: list[str] = []
    depth = 0
    for word in _ATOM.findall(text):
        if depth:
            found[-1] += word
        else:
            found.append(" " if word.isspace() else word)
        depth += {OPENING: 1, CLOSING: -1}.get(word, 0)
    return found


# Texts side by side.


def alternatives(values: list[tuple[Path, str]], choices: Choices) -> str:
    """Texts under their conditions; what several of them have in common is written once."""
    there = [(path, text) for path, text in values if text]
    if len(there) in (0, len(values)):
        return _together(there, choices)
    # Whether there is any text is said first, for those who join texts by commas.
    parts = []
    for conditions in simplified([of_path(path) for path, _ in there], choices):
        meant = [
            (path, text) for path, text in there if narrowed(conditions, guard(of_path(path)), choices) is not None
        ]
        parts.append(mark(guard(conditions), _together(meant, choices)))
    return "".join(parts)


def _together(values: list[tuple[Path, str]], choices: Choices) -> str:
    merged: list[tuple[str, list[int]]] = []
    for number, (_, text) in enumerate(values):
        merged = _aligned(merged, atoms(text), number)
    parts = []
    for numbers, group in itertools.groupby(merged, key=lambda one: one[1]):
        text = "".join(atom for atom, _ in group)
        if len(numbers) == len(values):
            parts.append(text)
            continue
        paths = [of_path(values[number][0]) for number in numbers]
        parts += [mark(guard(conditions), text) for conditions in simplified(paths, choices)]
    return "".join(parts)


def of_path(path: Path) -> Conditions:
    return {name: frozenset([value]) for name, value in path.items()}


def _aligned(merged: list[tuple[str, list[int]]], atoms: list[str], number: int) -> list[tuple[str, list[int]]]:
    """Some texts side by side, and one more: every atom with the numbers of the texts that have it here."""
    together: list[tuple[str, list[int]]] = []
    done = done_of_atoms = 0
    for start, from_, size in _matching_blocks([atom for atom, _ in merged], atoms):
        is_end = 0 in (start, from_) or start + size == len(merged) or from_ + size == len(atoms)
        if size >= WORTH_SHARING or is_end:
            together += merged[done:start]
            together += [(atom, [number]) for atom in atoms[done_of_atoms:from_]]
            together += [(atom, [*others, number]) for atom, others in merged[start : start + size]]
            done, done_of_atoms = start + size, from_ + size
    return together


def _matching_blocks(one: list[str], other: list[str]) -> list[tuple[int, int, int]]:
    """As difflib's, whose time grows with the square of the length: most of a text is at its ends, and the same."""
    shorter = min(len(one), len(other))
    head = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    tail = next((n for n in range(shorter - head) if one[-1 - n] != other[-1 - n]), shorter - head)
    middles = one[head : len(one) - tail], other[head : len(other) - tail]
    inner = difflib.SequenceMatcher(None, *middles, autojunk=False).get_matching_blocks()[:-1] if all(middles) else []
    blocks = [(0, 0, head), *((start + head, from_ + head, size) for start, from_, size in inner)]
    return [*blocks, (len(one) - tail, len(other) - tail, tail), (len(one), len(other), 0)]


def simplified(paths: list[Conditions], choices: Choices) -> list[Conditions]:
    """Conditions of one text: two that differ in one choice are one with the values of both."""
    for one, other in itertools.combinations(paths, 2):
        names = {**one, **other}
        values = {
            name: (one.get(name, frozenset(choices[name])), other.get(name, frozenset(choices[name]))) for name in names
        }
        differing = [name for name, (mine, theirs) in values.items() if mine != theirs]
        if len(differing) == 1:
            both = {name: mine | theirs for name, (mine, theirs) in values.items()}
            both = {name: mine for name, mine in both.items() if mine != frozenset(choices[name])}
            rest = [path for path in paths if path is not one and path is not other]
            return simplified([*rest, both], choices)
    return paths


# Lists of columns, with separators between those that are there.

KEYS = ("run_group", "shared_group", "judged_group")
_KEY = re.compile(rf"\b({'|'.join(KEYS)})\b")
_KEY_COLUMN = re.compile(rf"(?:[\w.]+ as |\w+ := |\w+\.)?({'|'.join(KEYS)})")


def under_key(text_with_key: str, text: str) -> str:
    """A text that is there where the key is, if there is one."""
    key = _KEY.search(text_with_key)
    return mark(f"{key[1]}=true", text) if key else text


def of_keys(entries: Sequence[str], separator: str, nothing: str = "") -> str:
    """Entries with separators; those of keys, which come first, are there where the key is."""
    keyed = [entry for entry in entries if _KEY.search(entry)]
    plain = [entry for entry in entries if not _KEY.search(entry)]
    if plain or not keyed:
        return "".join(under_key(entry, entry + separator) for entry in keyed) + (separator.join(plain) or nothing)
    names = [_KEY.findall(entry)[0] for entry in keyed]
    texts = []
    for there in itertools.product([True, False], repeat=len(keyed)):
        conditions = {name: frozenset([str(is_there).lower()]) for name, is_there in zip(names, there, strict=True)}
        text = separator.join(itertools.compress(keyed, there)) or nothing
        texts.append(mark(guard(conditions), text))
    return "".join(texts)


def separated(items: Iterable[str], separator: str) -> str:
    """A list of columns of which some are there under conditions, with separators between those that are."""
    entries = [entry for item in items for entry in _entries(str(item))]
    if not any(entry.is_certain for entry in entries):
        return of_keys([entry.text for entry in entries], separator)
    text, is_first = "", True
    for entry in entries:
        if entry.is_certain:
            text += ("" if is_first else separator) + entry.text
            is_first = False
        else:
            between = entry.text + separator if is_first else separator + entry.text
            text += mark(entry.guard, between)
    return text


@dataclass(frozen=True)
class _Entry:
    guard: str
    text: str
    is_certain: bool


def _entries(item: str, guarded: str = "") -> list[_Entry]:
    """An item is there, or under the conditions of the marks that it is made of."""
    if key := _KEY_COLUMN.fullmatch(item):
        return [_Entry(both(guarded, f"{key[1]}=true"), item, is_certain=False)]
    parts = atoms(item)
    if not all(part.startswith(OPENING) for part in parts) or (guarded and "*" in item.partition(":")[0]):
        return [_Entry(guarded, item, is_certain=not guarded)]
    found = []
    for inner, _, text in (part[1:-1].partition(":") for part in parts):
        named = both(guarded, inner)
        found += [_Entry(named, text, is_certain=False)] if "*" in inner else _entries(text, named)
    return found
