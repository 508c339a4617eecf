"""The SQL of a query as a template: every text that the package's macros render of it, whatever a caller may choose.

DuckDB's table macros have no Jinja at hand. They run `query(text)`, and make the text themselves: from a template that is
rendered here, once, by the very macros that render it for dbt. A macro that is given a `Plan` in place of a plan asks it
for what the caller has chosen. What the plan does not know yet is tried with all its values, and the texts that come of it
stand side by side, each under its conditions. That is done for each macro by itself, so that choices which have nothing to
do with each other are not multiplied.

While a template is made, what depends on the call stands in marks within the text:

    «ties=best|worst:text»    text under a condition
    «*gains*, :text»          text once for each of a list, with this between
    ǀnameǀ                    a value, of the call or of an element of the list

In the end it is a list of chunks, each a text with its conditions. `Template.sql` is that list as a DuckDB string, of which
the expressions in macros/duckdb/expressions.sql make a query.
"""

from __future__ import annotations

import copy
import difflib
import itertools
import numbers
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rankhouse._jinja import Macros, PackageMacro

Path = dict[str, str]
"""Choices that have been made: the value of each."""
Conditions = dict[str, frozenset[str]]
"""The values of each choice that a text is there under."""

WORTH_SHARING = 8
"""Atoms that two texts must have in common for them to be written once."""
OPENING, CLOSING, TOKEN = "«", "»", "ǀ"
LISTS_OF_GROUPS = ("outputs", "run_outputs", "keys_of_run", "keys_of_judgments")
GROUP_OPENING, GROUP_CLOSING = "‹", "›"
"""Of what is repeated for the user's groups, which may stand within what is repeated for measures."""
CHUNK, TEXT = "~", "!"


def token(name: str) -> str:
    return f"{TOKEN}{name}{TOKEN}"


class Undecided(Exception):  # noqa: N818  (control flow, not an error)
    """A macro has asked for a choice that is not made yet."""

    def __init__(self, name: str) -> None:
        self.name = name


class Number:
    """A number that is known only when the table macro is called: it renders as it is told.

    Compared with its default it is a choice; what compares it with anything else cannot be a template.
    """

    def __init__(self, text: str, default: Any = None, is_default: Callable[[], bool] | None = None) -> None:
        self.text, self.default, self.is_default = text, default, is_default

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if self.is_default is None or other != self.default:
            raise TypeError(f"{self.text} is compared with {other!r}, and is not known before the table macro is called")
        return self.is_default()

    __hash__ = None  # type: ignore[assignment]


numbers.Number.register(Number)


class Plan:
    """What a macro takes for a plan, or for a measure.

    choices: the values of each choice, by name; a field of this name is the choice itself, true and false as booleans.
    fields: all other fields; one that follows from choices is a function of the plan.
    """

    _numbers = itertools.count()

    def __init__(self, choices: Mapping[str, Sequence[str]], fields: Mapping[str, Any]) -> None:
        self._choices, self._fields = choices, fields
        self._path: Path | None = None
        self._number = next(self._numbers)

    def _along(self, path: Path) -> Plan:
        plan = copy.copy(self)
        plan._path = path
        return plan

    def chosen(self, name: str) -> str:
        if self._path is None or name not in self._path:
            raise Undecided(name)
        return self._path[name]

    def __getitem__(self, name: str) -> Any:
        if name in self._fields:
            value = self._fields[name]
            return value(self) if callable(value) else value
        if name not in self._choices:
            raise KeyError(name)
        value = self.chosen(name)
        return {"true": True, "false": False}.get(value, value)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self._fields or name in self._choices else default

    def explored(self, render: Callable[[Plan], Any]) -> list[tuple[Path, Any]]:
        """What a function gives under every combination of the choices that it asks for."""
        open_paths: list[Path] = [{}]
        found = []
        while open_paths:
            path = open_paths.pop()
            try:
                found.append((path, render(self._along(path))))
            except Undecided as asked:
                open_paths += [path | {asked.name: value} for value in reversed(self._choices[asked.name])]
        return found


@dataclass(frozen=True)
class Part:
    """A part of a plan that is made of choices.

    `"ideal_rank" in plan.needs` asks for the choice ideal_rank, and `plan.read_as.get("ids")` for the choice ids.
    """

    plan: Plan

    def __contains__(self, name: str) -> bool:
        return self.plan.chosen(name) == "true"

    def get(self, name: str) -> str | None:
        value = self.plan.chosen(name)
        return None if value in ("none", "false") else value


@dataclass(frozen=True)
class Columns:
    """The user's names for columns, as tokens. Those in `optional`, such as `run.rank`, may be given or not."""

    plan: Plan
    optional: Sequence[str] = ()

    def get(self, name: str, default: str | None = None) -> str | None:
        if any(name == optional.split(".")[1] for optional in self.optional):
            return None
        if name in self.optional and self.plan.chosen(f"names_{name}") == "false":
            return default
        return token(name)


class Templates(Macros):
    """The package's macros for DuckDB, those of them in Python that write marks."""

    def __init__(self) -> None:
        super().__init__("duckdb", macro_type=_Explored)
        self.rendered: dict[str, Any] = {}
        self.__dict__ |= {
            "laid_out": lambda sql: sql,
            "remark": lambda _: "",
            "query_of": _query_of,
            "listed": lambda items: _separated(items, ",\n"),
            "inline": lambda items: _separated(items, ", "),
            "match": self._match,
            "and_match": self._and_match,
            "needed": lambda _, need, text: f"{OPENING}{need}=true:{text}{CLOSING}",
            "per_gain": _per_gain,
            "per_measure": _per_measure,
            # The user's grouping columns, of which a call may name any number.
            "keys_of_side": lambda _, side: (
                [_each(f"keys_of_{side}", "ǀnameǀ as ǀkeyǀ")] if side in ("run", "judgments") else []
            ),
            "named_groups": lambda _, relation, *__: [_each("outputs", f"{relation}.ǀkeyǀ as ǀnameǀ")],
            "named_run_groups": lambda _, relation: [_each("run_outputs", f"{relation}.ǀkeyǀ as ǀnameǀ")],
            "quoted_outputs": lambda _: [_each("outputs", "ǀnameǀ")],
            "outputs_of": lambda _, relation: [_each("outputs", f"{relation}.ǀnameǀ")],
            "and_same_outputs": lambda _, *sides: _each("outputs", _same_name(*sides)),
            "and_same_run_outputs": lambda _, *sides: _each("run_outputs", _same_name(*sides)),
        }

    def _match(self, left: str, right: str, names: Sequence[str]) -> str:
        return _of_keys([self.matched(left, right, name) for name in names], " and ", "1 = 1")

    def _and_match(self, left: str, right: str, names: Sequence[str]) -> str:
        return "".join(_under_key(name, f" and {self.matched(left, right, name)}") for name in names)

    def template(self, plan: Plan, render: Callable[[Plan], Any]) -> Template:
        """The texts that a function gives of a plan; none is no text."""
        return Template.of(self.marked(plan, render), plan._choices)

    def marked(self, plan: Plan, render: Callable[[Plan], Any]) -> str:
        """The same as one text with marks."""
        return _alternatives([(path, str(text or "")) for path, text in plan.explored(render)], plan._choices)


class _Explored(PackageMacro):
    """A macro that, given a plan, gives all that it can give of it, each under its conditions."""

    package: Templates

    def __init__(self, macro: Any, package: Macros) -> None:
        super().__init__(macro, package)
        self.is_looked_at = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        plan = args[0] if args and isinstance(args[0], Plan) else None
        if plan is None or plan._path is None or self.is_looked_at:
            return super().__call__(*args, **kwargs)
        key = f"{self.macro.name} {plan._number} {args[1:]!r} {kwargs!r}"
        if key not in self.package.rendered:
            values = plan.explored(lambda known: PackageMacro.__call__(self, known, *args[1:], **kwargs))
            try:
                self.package.rendered[key] = _side_by_side(values, plan._choices)
            except ValueError:
                # Whoever calls it looks at what it gives, and so has to know the choices too.
                self.is_looked_at = True
                return super().__call__(*args, **kwargs)
        found = self.package.rendered[key]
        # Macros add to the lists that others give them.
        return list(found) if isinstance(found, list) else found


def _side_by_side(values: list[tuple[Path, Any]], choices: Mapping[str, Sequence[str]]) -> Any:
    """Values under their conditions as one value. Raises ValueError where that cannot be."""
    first = values[0][1]
    if all(value == first for _, value in values):
        return first
    if all(isinstance(value, str) for _, value in values):
        return _alternatives(values, choices)
    if all(_is_step(value) for _, value in values) and len({(v["name"], v["hint"]) for _, v in values}) == 1:
        return first | {"sql": _alternatives([(path, step["sql"]) for path, step in values], choices)}
    if all(isinstance(value, list) for _, value in values):
        return _lists_side_by_side(values, choices)
    raise ValueError("values of different kinds")


def _is_step(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= {"name", "row", "sql", "hint"}


def _lists_side_by_side(values: list[tuple[Path, list[Any]]], choices: Mapping[str, Sequence[str]]) -> list[Any]:
    """Every entry of some lists once, in their order, under the conditions of the lists that have it.

    Steps of one name are one entry, whose SQL has alternatives.
    """
    entries: list[Any] = []
    found: list[list[tuple[Path, Any]]] = []
    for path, items in values:
        place = 0
        for item in items:
            name = (item["name"], item["hint"], item.get("guard", "")) if _is_step(item) else item
            if name not in entries[place:]:
                entries.insert(place, name)
                found.insert(place, [])
            place = entries.index(name, place) + 1
            found[place - 1].append((path, item))
    merged = []
    for those in found:
        item = those[0][1]
        if _is_step(item):
            item = item | {"sql": _alternatives([(path, each["sql"]) for path, each in those], choices)}
        merged += [_under(conditions, item) for conditions in _simplified([_of_path(path) for path, _ in those], choices)]
    return merged


def under(conditions: Conditions, text: str) -> str:
    """A text that is there under conditions."""
    return f"{OPENING}{_guard(conditions)}:{text}{CLOSING}" if conditions else text


def _under(conditions: Conditions, item: Any) -> Any:
    if _is_step(item):
        return item | {"guard": _both(_guard(conditions), item.get("guard", ""))}
    return under(conditions, item)


def _guard(conditions: Conditions) -> str:
    return "&".join(f"{name}={'|'.join(sorted(values))}" for name, values in conditions.items())


def _alternatives(values: list[tuple[Path, str]], choices: Mapping[str, Sequence[str]]) -> str:
    """Texts under their conditions; what several of them have in common is written once."""
    there = [(path, text) for path, text in values if text]
    if len(there) in (0, len(values)):
        return _together(there, choices)
    # Whether there is any text is said first, for those who join texts by commas.
    parts = []
    for conditions in _simplified([_of_path(path) for path, _ in there], choices):
        meant = [(path, text) for path, text in there if _with(conditions, _guard(_of_path(path)), choices) is not None]
        parts.append(f"{OPENING}{_guard(conditions)}:{_together(meant, choices)}{CLOSING}")
    return "".join(parts)


def _together(values: list[tuple[Path, str]], choices: Mapping[str, Sequence[str]]) -> str:
    merged: list[tuple[str, list[int]]] = []
    for number, (_, text) in enumerate(values):
        merged = _aligned(merged, _atoms(text), number)
    parts = []
    for numbers_, atoms in itertools.groupby(merged, key=lambda one: one[1]):
        text = "".join(atom for atom, _ in atoms)
        if len(numbers_) == len(values):
            parts.append(text)
            continue
        for conditions in _simplified([_of_path(values[number][0]) for number in numbers_], choices):
            parts.append(f"{OPENING}{_guard(conditions)}:{text}{CLOSING}")
    return "".join(parts)


def _of_path(path: Path) -> Conditions:
    return {name: frozenset([value]) for name, value in path.items()}


def _aligned(merged: list[tuple[str, list[int]]], atoms: list[str], number: int) -> list[tuple[str, list[int]]]:
    """Some texts side by side, and one more: every atom with the numbers of the texts that have it here."""
    together: list[tuple[str, list[int]]] = []
    matcher = difflib.SequenceMatcher(None, [atom for atom, _ in merged], atoms, autojunk=False)
    done = done_of_atoms = 0
    for start, from_, size in matcher.get_matching_blocks():
        is_end = 0 in (start, from_) or start + size == len(merged) or from_ + size == len(atoms)
        if size >= WORTH_SHARING or is_end:
            together += merged[done:start]
            together += [(atom, [number]) for atom in atoms[done_of_atoms:from_]]
            together += [(atom, [*others, number]) for atom, others in merged[start : start + size]]
            done, done_of_atoms = start + size, from_ + size
    return together


def _simplified(paths: list[Conditions], choices: Mapping[str, Sequence[str]]) -> list[Conditions]:
    """Conditions of one text: two that differ in one choice are one with the values of both."""
    for one, other in itertools.combinations(paths, 2):
        names = one.keys() | other.keys()
        values = {name: (one.get(name, frozenset(choices[name])), other.get(name, frozenset(choices[name]))) for name in names}
        differing = [name for name, (mine, theirs) in values.items() if mine != theirs]
        if len(differing) == 1:
            both = {name: mine | theirs for name, (mine, theirs) in values.items()}
            both = {name: mine for name, mine in both.items() if mine != frozenset(choices[name])}
            rest = [path for path in paths if path is not one and path is not other]
            return _simplified([*rest, both], choices)
    return paths


_ATOM = re.compile(r"\s+|[^\s«»]+|[«»]")


def _atoms(text: str) -> list[str]:
    """Words and spaces, and marks with all that they hold."""
    atoms: list[str] = []
    depth = 0
    for word in _ATOM.findall(text):
        if depth:
            atoms[-1] += word
        else:
            atoms.append(" " if word.isspace() else word)
        depth += {OPENING: 1, CLOSING: -1}.get(word, 0)
    return atoms


def _each(listed: str, text: str) -> str:
    """A text once for each of a list."""
    return f"{OPENING}*{listed}*:{text}{CLOSING}"


def _same_name(left: str, right: str) -> str:
    return f" and {left}.ǀnameǀ is not distinct from {right}.ǀnameǀ"


def _query_of(steps: list[dict[str, Any]], row: str, sql: str, recursive: bool = False) -> str:  # noqa: ARG001
    """Every step brings the comma before it; the first comma goes when the text is made."""
    ctes = []
    for step in steps:
        cte = f", {step['name']} as {step['hint']} ( {step['sql']} )"
        ctes.append(f"{OPENING}{step['guard']}:{cte}{CLOSING}" if step.get("guard") else cte)
    return f"with {'recursive ' if recursive else ''}{''.join(ctes)} {sql}"


def _per_gain(plan: Plan, which: str, pattern: str) -> list[str]:  # noqa: ARG001
    text = pattern.replace("<gain>", token("gain")).replace("<value>", token("worth"))
    return [_each(which, text)]


def _per_measure(plan: Plan, pattern: str, separator: str, which: str = "measures") -> str:  # noqa: ARG001
    text = re.sub("<([a-z_]+)>", rf"{TOKEN}\1{TOKEN}", pattern)
    return f"{OPENING}*{which}*{separator}:{text}{CLOSING}"


KEYS = ("run_group", "shared_group", "judged_group")
_KEY = re.compile(rf"\b({'|'.join(KEYS)})\b")
_KEY_COLUMN = re.compile(rf"(?:[\w.]+ as |\w+ := |\w+\.)?({'|'.join(KEYS)})")


def _under_key(text_with_key: str, text: str) -> str:
    """A text that is there where the key is, if there is one."""
    key = _KEY.search(text_with_key)
    return f"{OPENING}{key[1]}=true:{text}{CLOSING}" if key else text


def _of_keys(entries: Sequence[str], separator: str, nothing: str = "") -> str:
    """Entries with separators; those of keys, which come first, are there where the key is."""
    keyed = [entry for entry in entries if _KEY.search(entry)]
    plain = [entry for entry in entries if not _KEY.search(entry)]
    if plain or not keyed:
        return "".join(_under_key(entry, entry + separator) for entry in keyed) + (separator.join(plain) or nothing)
    names = [_KEY.findall(entry)[0] for entry in keyed]
    texts = []
    for there in itertools.product([True, False], repeat=len(keyed)):
        guard = {name: frozenset([str(is_there).lower()]) for name, is_there in zip(names, there, strict=True)}
        text = separator.join(itertools.compress(keyed, there)) or nothing
        texts.append(f"{OPENING}{_guard(guard)}:{text}{CLOSING}")
    return "".join(texts)


def _separated(items: Iterable[str], separator: str) -> str:
    """A list of columns of which some are there under conditions, with separators between those that are."""
    entries = [entry for item in items for entry in _entries(str(item))]
    if not any(entry.is_certain for entry in entries):
        return _of_keys([entry.text for entry in entries], separator)
    text, is_first = "", True
    for entry in entries:
        if entry.is_certain:
            text += ("" if is_first else separator) + entry.text
            is_first = False
        else:
            between = entry.text + separator if is_first else separator + entry.text
            text += f"{OPENING}{entry.guard}:{between}{CLOSING}"
    return text


@dataclass(frozen=True)
class _Entry:
    guard: str
    text: str
    is_certain: bool


def _entries(item: str, guard: str = "") -> list[_Entry]:
    """An item is there, or under the conditions of the marks that it is made of."""
    if key := _KEY_COLUMN.fullmatch(item):
        return [_Entry(_both(guard, f"{key[1]}=true"), item, is_certain=False)]
    atoms = _atoms(item)
    if not all(atom.startswith(OPENING) for atom in atoms) or (guard and "*" in item.partition(":")[0]):
        return [_Entry(guard, item, is_certain=not guard)]
    marks = [atom[1:-1].partition(":") for atom in atoms]
    return [
        entry
        for inner, _, text in marks
        for entry in (
            [_Entry(_both(guard, inner), text, is_certain=False)] if "*" in inner else _entries(text, _both(guard, inner))
        )
    ]


def _both(*guards: str) -> str:
    return "&".join(filter(None, guards))


@dataclass
class Chunk:
    """A text under conditions."""

    text: str
    conditions: Conditions = field(default_factory=dict)


@dataclass(frozen=True)
class Template:
    """A template in its chunks. What is repeated stands in brackets in their texts: «list*between*text»."""

    chunks: tuple[Chunk, ...]

    @classmethod
    def of(cls, text: str, choices: Mapping[str, Sequence[str]]) -> Template:
        """Of a text with marks. No literal of the package's has a line break or two spaces in it."""
        chunks: list[Chunk] = []
        for chunk in _flattened(" ".join(text.split()), {}, choices):
            if chunks and chunks[-1].conditions == chunk.conditions:
                chunks[-1].text += chunk.text
            else:
                chunks.append(chunk)
        return cls(tuple(chunks))

    @property
    def sql(self) -> str:
        """Chunks of "number of the condition!text", and before them the conditions."""
        conditions = list(dict.fromkeys(_guard(chunk.conditions) for chunk in self.chunks))
        chunks = [f"{conditions.index(_guard(chunk.conditions)) + 1}{TEXT}{chunk.text}" for chunk in self.chunks]
        return f"{TEXT.join(conditions)}{CHUNK}{CHUNK.join(chunks)}"

    @property
    def choices(self) -> set[str]:
        """The choices that it depends on."""
        return {name for chunk in self.chunks for name in chunk.conditions}

    @property
    def lists(self) -> set[str]:
        """The lists of groups that it repeats something for."""
        return {part.split("*")[0] for chunk in self.chunks for part in chunk.text.split(GROUP_OPENING)[1:]}

    @property
    def tokens(self) -> set[str]:
        """The values that it is to be filled with."""
        return {name for chunk in self.chunks for name in chunk.text.split(TOKEN)[1::2]}


def _flattened(text: str, conditions: Conditions, choices: Mapping[str, Sequence[str]]) -> Iterator[Chunk]:
    for atom in _atoms(text):
        if not atom.startswith(OPENING):
            yield Chunk(atom, conditions)
            continue
        guard, _, inner = atom[1:-1].partition(":")
        named, _, repeated = guard.partition("*")
        under = _with(conditions, named, choices)
        if under is None:
            continue
        of_groups = repeated.split("*")[0] in LISTS_OF_GROUPS
        if repeated:
            yield Chunk(f"{GROUP_OPENING if of_groups else OPENING}{repeated}*", under)
        yield from _flattened(inner, under, choices)
        if repeated:
            yield Chunk(GROUP_CLOSING if of_groups else CLOSING, under)


def _with(conditions: Conditions, guard: str, choices: Mapping[str, Sequence[str]]) -> Conditions | None:
    """The conditions and those of a mark; None where they exclude each other."""
    both = dict(conditions)
    for condition in filter(None, guard.split("&")):
        name, _, values = condition.partition("=")
        both[name] = both.get(name, frozenset(choices[name])) & frozenset(values.split("|"))
        if not both[name]:
            return None
    return {name: values for name, values in both.items() if values != frozenset(choices[name])}
