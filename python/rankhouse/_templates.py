"""The SQL of a query as a template: every text that the package's macros render of it, whatever a caller may choose.

DuckDB's table macros have no Jinja at hand. They run `query(text)`, and make the text themselves: from a template that is
rendered here, once, by the very macros that render it for dbt. A macro that is given a `Plan` in place of a plan asks it
for what the caller has chosen. What the plan does not know yet is tried with all its values, and the texts that come of it
stand side by side, each under its conditions. That is done for each macro by itself, so that choices which have nothing to
do with each other are not multiplied.

While a template is made, what depends on the call stands in marks within the text:

    «ties=best|worst:text»    text under a condition
    «*gains*, :text»          text once for each of a list, with this between
    ǀnameǀ                    a value; ǀ,nameǀ brings the comma that follows it

In the end it is a list of chunks, each a text with its conditions. `Template.sql` is that list as a DuckDB string, and
`chosen_text` and `filled` are the DuckDB expressions that make a query of it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rankhouse._jinja import Macros, PackageMacro
from rankhouse._sql import literal

Path = dict[str, str]
"""Choices that have been made: the value of each."""
Conditions = dict[str, frozenset[str]]
"""The values of each choice that a text is there under."""

OPENING, CLOSING, TOKEN = "«", "»", "ǀ"
CHUNK, TEXT = "¶", "§"


def token(name: str) -> str:
    return f"{TOKEN}{name}{TOKEN}"


class Undecided(Exception):  # noqa: N818  (control flow, not an error)
    """A macro has asked for a choice that is not made yet."""

    def __init__(self, name: str) -> None:
        self.name = name


class Number(float):
    """A number that is known only when the table macro is called: it renders as a token."""

    def __new__(cls, name: str) -> Number:
        number = super().__new__(cls, 2)
        number.name = name  # type: ignore[attr-defined]
        return number

    def __str__(self) -> str:
        return token(self.name)  # type: ignore[attr-defined]


class Plan:
    """What a macro takes for a plan, or for a measure.

    choices: the values of each choice, by name; a field of this name is the choice itself, true and false as booleans.
    fields: all other fields; one that follows from choices is a function of the plan.
    """

    def __init__(self, choices: Mapping[str, Sequence[str]], fields: Mapping[str, Any], path: Path | None = None) -> None:
        self._choices, self._fields, self._path = choices, fields, path

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
                found.append((path, render(Plan(self._choices, self._fields, path))))
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
        return None if value == "none" else value


@dataclass(frozen=True)
class Columns:
    """The user's names for columns, as tokens. Those in `optional` may be given or not."""

    plan: Plan
    optional: Sequence[str] = ()

    def get(self, name: str, default: str | None = None) -> str | None:
        ours = name.split(".")[-1]
        if ours in self.optional and self.plan.chosen(f"names_{ours}") == "false":
            return default
        return token(name)

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None


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
            "keys_of_side": lambda _, side: [token(f",keys_of_{side}")],
            "named_groups": lambda _, relation, *__: [token(f",groups_of_{relation}")],
            "named_run_groups": lambda _, relation: [token(f",run_groups_of_{relation}")],
            "quoted_outputs": lambda _: [token(",outputs")],
            "outputs_of": lambda _, relation: [token(f",outputs_of_{relation}")],
            "and_same_outputs": lambda _, *sides: token(f"same_outputs_of_{'_and_'.join(sides)}"),
            "and_same_run_outputs": lambda _, *sides: token(f"same_run_outputs_of_{'_and_'.join(sides)}"),
        }

    def _match(self, left: str, right: str, names: Sequence[str]) -> str:
        return _of_keys([self.matched(left, right, name) for name in names], " and ", "1 = 1")

    def _and_match(self, left: str, right: str, names: Sequence[str]) -> str:
        return "".join(_under_key(name, f" and {self.matched(left, right, name)}") for name in names)

    def template(self, plan: Plan, render: Callable[[Plan], Any]) -> Template:
        """The texts that a function gives of a plan; none is no text."""
        texts = [(path, str(text or "")) for path, text in plan.explored(render)]
        return Template.of(_alternatives(texts, plan._choices), plan._choices)


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
        key = f"{self.macro.name} {id(plan._fields)} {args[1:]!r} {kwargs!r}"
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
    """Every entry of some lists once, in their order, under the conditions of the lists that have it."""
    entries: list[Any] = []
    for _, items in values:
        place = 0
        for item in items:
            if item not in entries[place:]:
                entries.insert(place, item)
            place = entries.index(item, place) + 1
    merged = []
    for entry in entries:
        paths = [{n: frozenset([v]) for n, v in path.items()} for path, items in values if entry in items]
        merged += [_under(conditions, entry) for conditions in _simplified(paths, choices)]
    return merged


def _under(conditions: Conditions, item: Any) -> Any:
    guard = _guard(conditions)
    if _is_step(item):
        return item | {"guard": "&".join(filter(None, [guard, item.get("guard", "")]))}
    return f"{OPENING}{guard}:{item}{CLOSING}" if guard else item


def _guard(conditions: Conditions) -> str:
    return "&".join(f"{name}={'|'.join(sorted(values))}" for name, values in conditions.items())


def _alternatives(values: list[tuple[Path, str]], choices: Mapping[str, Sequence[str]]) -> str:
    """Texts under their conditions; what all of them begin and end with is written once."""
    texts = [_atoms(text) for _, text in values]
    shortest = min(map(len, texts))
    begin = next((i for i in range(shortest) if len({text[i] for text in texts}) > 1), shortest)
    rest = shortest - begin
    end = next((i for i in range(rest) if len({text[-1 - i] for text in texts}) > 1), rest)
    paths: dict[str, list[Conditions]] = {}
    for (path, _), text in zip(values, texts, strict=True):
        middle = "".join(text[begin : len(text) - end])
        paths.setdefault(middle, []).append({name: frozenset([value]) for name, value in path.items()})
    middles = [
        f"{OPENING}{_guard(conditions)}:{middle}{CLOSING}"
        for middle in filter(None, paths)
        for conditions in _simplified(paths[middle], choices)
    ]
    return "".join([*texts[0][:begin], *middles, *texts[0][len(texts[0]) - end :]])


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


def _query_of(steps: list[dict[str, Any]], row: str, sql: str, recursive: bool = False) -> str:  # noqa: ARG001
    """Every step brings the comma before it; the first comma goes when the text is made."""
    ctes = []
    for step in steps:
        cte = f", {step['name']} as {step['hint']} ( {step['sql']} )"
        ctes.append(f"{OPENING}{step['guard']}:{cte}{CLOSING}" if step.get("guard") else cte)
    return f"with {'recursive ' if recursive else ''}{''.join(ctes)} {sql}"


def _per_gain(plan: Plan, which: str, pattern: str) -> list[str]:  # noqa: ARG001
    text = pattern.replace("<gain>", token("gain")).replace("<value>", token("worth"))
    return [f"{OPENING}*{which}*:{text}{CLOSING}"]


def _per_measure(plan: Plan, pattern: str, separator: str, which: str = "measures") -> str:  # noqa: ARG001
    text = re.sub("<([a-z_]+)>", rf"{TOKEN}\1{TOKEN}", pattern)
    return f"{OPENING}*{which}*{separator}:{text}{CLOSING}"


KEYS = ("run_group", "shared_group", "judged_group")
_KEY = re.compile(rf"\b({'|'.join(KEYS)})\b")
_KEY_COLUMN = re.compile(rf"(?:[\w.]+ as |\w+\.)?({'|'.join(KEYS)})")


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
    entries = [_entry(str(item)) for item in items if str(item)]
    if not any(entry.is_certain for entry in entries):
        return _of_keys([entry.text for entry in entries], separator)
    text, is_first = "", True
    for entry in entries:
        if entry.is_certain:
            text += ("" if is_first else separator) + entry.text
            is_first = False
        elif entry.guard:
            between = entry.text + separator if is_first else separator + entry.text
            text += f"{OPENING}{entry.guard}:{between}{CLOSING}"
        else:
            text += entry.text
    return text


@dataclass(frozen=True)
class _Entry:
    guard: str
    text: str
    is_certain: bool


def _entry(item: str) -> _Entry:
    if key := _KEY_COLUMN.fullmatch(item):
        return _Entry(f"{key[1]}=true", item, is_certain=False)
    if item.startswith(OPENING) and len(_atoms(item)) == 1:
        guard, _, text = item[1:-1].partition(":")
        return _Entry(guard, text, is_certain=False)
    return _Entry("", item, is_certain=not item.startswith(f"{TOKEN},"))


@dataclass
class Chunk:
    """A text under conditions; `each` and `between`: the list that it is repeated for, and what stands between."""

    text: str
    conditions: Conditions = field(default_factory=dict)
    each: str = ""
    between: str = ""


@dataclass(frozen=True)
class Template:
    """A template in its chunks."""

    chunks: tuple[Chunk, ...]

    @classmethod
    def of(cls, text: str, choices: Mapping[str, Sequence[str]]) -> Template:
        """Of a text with marks. No literal of the package's has a line break or two spaces in it."""
        chunks: list[Chunk] = []
        for chunk in _flattened(" ".join(text.split()), {}, choices):
            last = chunks[-1] if chunks else None
            if last and not last.each and not chunk.each and last.conditions == chunk.conditions:
                last.text += chunk.text
            else:
                chunks.append(chunk)
        return cls(tuple(chunks))

    @property
    def sql(self) -> str:
        """Chunks of "number of the condition*list*between§text", and before them the conditions."""
        conditions = list(dict.fromkeys(_guard(chunk.conditions) for chunk in self.chunks))
        chunks = [
            f"{conditions.index(_guard(chunk.conditions)) + 1}"
            f"{f'*{chunk.each}*{chunk.between}' if chunk.each else ''}{TEXT}{chunk.text}"
            for chunk in self.chunks
        ]
        return f"{TEXT.join(conditions)}{CHUNK}{CHUNK.join(chunks)}"

    @property
    def choices(self) -> set[str]:
        """The choices that it depends on."""
        return {name for chunk in self.chunks for name in chunk.conditions}

    @property
    def tokens(self) -> set[str]:
        """The values that it is to be filled with, those of repeated chunks among them."""
        return {name for chunk in self.chunks for name in chunk.text.split(TOKEN)[1::2]}


def _flattened(text: str, conditions: Conditions, choices: Mapping[str, Sequence[str]]) -> Iterator[Chunk]:
    for atom in _atoms(text):
        if not atom.startswith(OPENING):
            yield Chunk(atom, conditions)
            continue
        guard, _, inner = atom[1:-1].partition(":")
        named, _, repeated = guard.partition("*")
        under = _with(conditions, named, choices)
        if under is not None and repeated:
            each, _, between = repeated.partition("*")
            yield Chunk(inner, under, each, between)
        elif under is not None:
            yield from _flattened(inner, under, choices)


def _with(conditions: Conditions, guard: str, choices: Mapping[str, Sequence[str]]) -> Conditions | None:
    """The conditions and those of a mark; None where they exclude each other."""
    both = dict(conditions)
    for condition in filter(None, guard.split("&")):
        name, _, values = condition.partition("=")
        both[name] = both.get(name, frozenset(choices[name])) & frozenset(values.split("|"))
        if not both[name]:
            return None
    return {name: values for name, values in both.items() if values != frozenset(choices[name])}


NO_LISTS = "map {}::map(varchar, map(varchar, varchar)[])"


def holds(conditions: str, settings: str) -> str:
    """The DuckDB expression whether conditions such as `ties=best|worst&weighted=true` hold under `settings`, a map."""
    values = "string_split(split_part(condition, '=', 2), '|')"
    fails = f"condition <> '' and not coalesce(list_contains({values}, ({settings})[split_part(condition, '=', 1)]), false)"
    return f"len(list_filter(string_split({conditions}, '&'), lambda condition: {fails})) = 0"


def chosen_text(template: str, settings: str, lists: str = NO_LISTS) -> str:
    """The DuckDB expression of a template's text under `settings`, a map of choices.

    `lists`: what chunks are repeated for, a map of lists of maps. Their tokens are filled in from these; others stay.
    """
    chunks = f"string_split({template}, '{CHUNK}')"
    known = f"list_transform(string_split({chunks}[1], '{TEXT}'), lambda conditions: {holds('conditions', settings)})"
    head, text = f"split_part(chunk, '{TEXT}', 1)", f"split_part(chunk, '{TEXT}', 2)"
    each = f"({lists})[split_part({head}, '*', 2)]"
    return f"""list_transform([{{'chunks': {chunks}[2:], 'holds': {known}}}], lambda template:
        array_to_string(list_transform(template['chunks'], lambda chunk: case
            when not template['holds'][split_part({head}, '*', 1)::int] then ''
            when not contains({head}, '*') then {text}
            else array_to_string(
                list_transform({each}, lambda element: {filled(text, 'element')}), split_part({head}, '*', 3)
            )
        end), ''))[1]"""


def filled(text: str, tokens: str) -> str:
    """The DuckDB expression of a text with its tokens filled in from a map; a token that the map lacks stays."""
    kept = f"'{TOKEN}' || part || '{TOKEN}'"
    return (
        f"array_to_string(list_transform(string_split({text}, '{TOKEN}'), lambda part, place:"
        f" case when place % 2 = 1 then part else coalesce(({tokens})[part], {kept}) end), '')"
    )


def message(text: str, **values: str) -> str:
    """A text with tokens as a DuckDB expression: SQL in place of each."""
    parts = [values[part] if place % 2 else literal(part) for place, part in enumerate(text.split(TOKEN))]
    return " || ".join(part for part in parts if part != "''")
