"""The SQL of a query as a template: every text that the package's macros render of it, whatever a caller may choose.

DuckDB's table macros have no Jinja at hand. They run `query(text)`, and make the text themselves: from a template that
is rendered here, once, by the very macros that render it for dbt. A macro that is given a stand-in for a plan (see
plans.py) asks it for what the caller has chosen. What the plan does not know yet is tried with all its values, and the
texts that come of it stand side by side, each under its conditions (see marks.py). That is done for each macro by
itself, so that choices which have nothing to do with each other are not multiplied.

In the end a template is a list of chunks, each a text with its conditions. `Template.sql` is that list as a DuckDB
string, of which the expressions in macros/expressions.sql, beside this file, make a query.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from rankhouse._building import marks
from rankhouse._building.marks import CLOSING, OPENING, TOKEN, Choices, Conditions, Path, each, token
from rankhouse._building.plans import Plan
from rankhouse._jinja import Macros, PackageMacro

LISTS_OF_GROUPS = ("outputs", "run_outputs", "keys_of_run", "keys_of_judgments")
GROUP_OPENING, GROUP_CLOSING = "‹", "›"
"""Of what is repeated for the user's groups, which may stand within what is repeated for measures."""
CHUNK, TEXT = "~", "!"
MACROS = pathlib.Path(__file__).with_name("macros")


class Templates(Macros):
    """The package's macros for DuckDB, those of them in Python that write marks."""

    def __init__(self) -> None:
        super().__init__("duckdb", macro_type=_Explored, folders=[MACROS])
        self.rendered: dict[str, Any] = {}
        self.__dict__ |= {
            "laid_out": lambda sql: sql,
            "remark": lambda _: "",
            "query_of": _query_of,
            "listed": lambda items: marks.separated(items, ",\n"),
            "inline": lambda items: marks.separated(items, ", "),
            "match": self._match,
            "and_match": self._and_match,
            "needed": lambda _, need, text: f"{OPENING}{need}=true:{text}{CLOSING}",
            "per_gain": _per_gain,
            "per_measure": _per_measure,
            # The user's grouping columns, of which a call may name any number.
            "keys_of_side": lambda _, side: (
                [each(f"keys_of_{side}", "ǀnameǀ as ǀkeyǀ")] if side in ("run", "judgments") else []
            ),
            "named_groups": lambda _, relation, *__: [each("outputs", f"{relation}.ǀkeyǀ as ǀnameǀ")],
            "named_run_groups": lambda _, relation: [each("run_outputs", f"{relation}.ǀkeyǀ as ǀnameǀ")],
            "quoted_outputs": lambda _: [each("outputs", "ǀnameǀ")],
            "outputs_of": lambda _, relation: [each("outputs", f"{relation}.ǀnameǀ")],
            "and_same_outputs": lambda _, *sides: each("outputs", _same_name(*sides)),
            "and_same_run_outputs": lambda _, *sides: each("run_outputs", _same_name(*sides)),
        }

    def _match(self, left: str, right: str, names: Sequence[str]) -> str:
        return marks.of_keys([self.matched(left, right, name) for name in names], " and ", "1 = 1")

    def _and_match(self, left: str, right: str, names: Sequence[str]) -> str:
        return "".join(marks.under_key(name, f" and {self.matched(left, right, name)}") for name in names)

    def template(self, plan: Plan, render: Callable[[Plan], Any]) -> Template:
        """The texts that a function gives of a plan; none is no text."""
        return Template.of(self.marked(plan, render), plan._choices)

    def marked(self, plan: Plan, render: Callable[[Plan], Any]) -> str:
        """The same as one text with marks."""
        return marks.alternatives([(path, str(text or "")) for path, text in plan.explored(render)], plan._choices)


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


def _side_by_side(values: list[tuple[Path, Any]], choices: Choices) -> Any:
    """Values under their conditions as one value. Raises ValueError where that cannot be."""
    first = values[0][1]
    if all(value == first for _, value in values):
        return first
    if all(isinstance(value, str) for _, value in values):
        return marks.alternatives(values, choices)
    if all(_is_step(value) for _, value in values) and len({(v["name"], v["hint"]) for _, v in values}) == 1:
        return first | {"sql": marks.alternatives([(path, step["sql"]) for path, step in values], choices)}
    if all(isinstance(value, list) for _, value in values):
        return _lists_side_by_side(values, choices)
    raise ValueError("values of different kinds")


def _is_step(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() >= {"name", "row", "sql", "hint"}


def _lists_side_by_side(values: list[tuple[Path, list[Any]]], choices: Choices) -> list[Any]:
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
            item = item | {"sql": marks.alternatives([(path, step["sql"]) for path, step in those], choices)}
        paths = marks.simplified([marks.of_path(path) for path, _ in those], choices)
        merged += [_under(conditions, item) for conditions in paths]
    return merged


def _under(conditions: Conditions, item: Any) -> Any:
    if _is_step(item):
        return item | {"guard": marks.both(marks.guard(conditions), item.get("guard", ""))}
    return marks.under(conditions, item)


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
    return [each(which, text)]


def _per_measure(plan: Plan, pattern: str, separator: str, which: str = "measures") -> str:  # noqa: ARG001
    text = re.sub("<([a-z_]+)>", rf"{TOKEN}\1{TOKEN}", pattern)
    return f"{OPENING}*{which}*{separator}:{text}{CLOSING}"


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
    def of(cls, text: str, choices: Choices) -> Template:
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
        conditions = list(dict.fromkeys(marks.guard(chunk.conditions) for chunk in self.chunks))
        chunks = [f"{conditions.index(marks.guard(chunk.conditions)) + 1}{TEXT}{chunk.text}" for chunk in self.chunks]
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


def _flattened(text: str, conditions: Conditions, choices: Choices) -> Iterator[Chunk]:
    for atom in marks.atoms(text):
        if not atom.startswith(OPENING):
            yield Chunk(atom, conditions)
            continue
        guard, _, inner = atom[1:-1].partition(":")
        named, _, repeated = guard.partition("*")
        under = marks.narrowed(conditions, named, choices)
        if under is None:
            continue
        of_groups = repeated.split("*")[0] in LISTS_OF_GROUPS
        if repeated:
            yield Chunk(f"{GROUP_OPENING if of_groups else OPENING}{repeated}*", under)
        yield from _flattened(inner, under, choices)
        if repeated:
            yield Chunk(GROUP_CLOSING if of_groups else CLOSING, under)
