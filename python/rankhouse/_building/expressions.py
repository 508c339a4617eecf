"""Expressions of DuckDB, of which each that is written twice is one object, and their text.

A template that is read for a table macro (see reading.py) becomes such an expression: what the call decides is left to
DuckDB, everything else has been decided.
"""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any

from rankhouse._rendering.sql import literal


@dataclass(frozen=True)
class Type:
    """Of a value: text, int, float, bool, list, record or map, and of what; `optional`: NULL is none."""

    name: str
    item: Type | None = None
    fields: tuple[tuple[str, Type], ...] = ()
    optional: bool = False

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.item, self.fields, self.optional))

    @property
    def sql(self) -> str:
        if self.name == "list":
            return f"{self.item.sql if self.item else 'varchar'}[]"
        if self.name == "map":
            return f"map(varchar, {self.item.sql if self.item else 'varchar'})"
        if self.name == "record":
            fields = (f'"{name}" {field.sql}' for name, field in self.fields)
            return f"struct({', '.join(fields)})"
        return {"text": "varchar", "int": "bigint", "float": "double", "bool": "boolean", "none": "varchar"}[self.name]


NONE, TEXT, INT, FLOAT, BOOL = (Type(name) for name in ("none", "text", "int", "float", "bool"))


def list_of(item: Type) -> Type:
    return Type("list", item)


def unified(one: Type, other: Type) -> Type:
    """A type that both are of. Raises TypeError where there is none."""
    if "none" in (one.name, other.name):
        return replace(other if one.name == "none" else one, optional=True)
    optional = one.optional or other.optional
    if {one.name, other.name} == {"int", "float"}:
        return replace(FLOAT, optional=optional)
    if one.name != other.name:
        raise TypeError(f"{one.sql} and {other.sql} are in one place")
    if one.name in ("list", "map"):
        item = unified(one.item, other.item) if one.item and other.item else one.item or other.item
        return replace(one, item=item, optional=optional)
    if one.name == "record":
        fields = dict(one.fields)
        for name, field in other.fields:
            fields[name] = unified(fields.get(name, NONE), field)
        missing = [name for name, _ in one.fields if name not in dict(other.fields)]
        fields |= {name: replace(fields[name], optional=True) for name in missing}
        return replace(one, fields=tuple(fields.items()), optional=optional)
    return replace(one, optional=optional)


class Expr:
    """`pattern` with {} for each of `args`. The last one of an expression that binds variables is the lambda's body."""

    __slots__ = ("args", "binds", "free", "loop", "op", "pattern", "type", "value")
    op: str
    """What it does, where that is looked at: not, and, or, equal, concatenated."""
    pattern: str
    args: tuple[Expr, ...]
    type: Type
    binds: tuple[Expr, ...]
    loop: tuple[Expr, ...]
    """The variables that a lambda was written with: what was read in one loop has the same."""
    value: Any
    free: frozenset[Expr]

    def __repr__(self) -> str:
        return self.pattern.format(*self.args)


_known: dict[Any, Any] = {}


def expr(
    pattern: str,
    *args: Expr,
    type: Type,  # noqa: A002
    binds: tuple[Expr, ...] = (),
    value: Any = None,
    op: str = "",
) -> Expr:
    key = (pattern, args, type, binds, value)
    if (found := _known.get(key)) is None:
        found = _known[key] = Expr()
        found.pattern, found.args, found.type, found.binds, found.value = pattern, args, type, binds, value
        found.op, found.loop = op, ()
        free = frozenset().union(*(arg.free for arg in args))
        found.free = free - frozenset(binds)
    return found


def forget() -> None:
    """Every expression and variable that has been made, so that what is made next does not depend on them."""
    _known.clear()
    _known.update({(one.pattern, (), BOOL, (), one.value): one for one in (TRUE, FALSE)})
    _numbers.clear()


_numbers: Counter[str] = Counter()


def variable(name: str, type: Type) -> Expr:  # noqa: A002
    """One that nothing else has."""
    _numbers[name] += 1
    found = expr(f"{name}_{_numbers[name]}", type=type)
    found.free = frozenset([found])
    return found


def bound(
    pattern: str,
    source: Expr,
    variables: Sequence[Expr],
    body: Expr,
    type: Type,  # noqa: A002
    loop: tuple[Expr, ...] = (),
) -> Expr:
    """An expression with a lambda: `pattern` with {} for the source, each variable and the body.

    The variables of the lambda are its own, and not those that its body was written with; what two loops of a template
    do alike is one expression.
    """
    written = loop or tuple(variables)
    body = replaced(body, dict(zip(variables, written, strict=True)))
    key = (pattern, source, written, body)
    if (found := _known.get(key)) is None:
        own = [variable(each.pattern.rpartition("_")[0], each.type) for each in variables]
        within = replaced(body, dict(zip(written, own, strict=True)))
        found = _known[key] = expr(pattern, source, *own, within, type=type, binds=tuple(own))
        found.loop = written
    return found


def replaced(one: Expr, names: Mapping[Expr, Expr], done: dict[Expr, Expr] | None = None) -> Expr:
    """With other expressions in place of variables."""
    done = {} if done is None else done
    if one in names:
        return names[one]
    if not one.free & names.keys():
        return one
    if one not in done:
        args = [replaced(arg, names, done) for arg in one.args]
        if one.binds:
            done[one] = bound(one.pattern, args[0], args[1:-1], args[-1], one.type, one.loop)
        else:
            done[one] = expr(one.pattern, *args, type=one.type, value=one.value, op=one.op)
    return done[one]


def constant(value: Any) -> Expr:
    """Of a text, number or boolean, or of None."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, str):
        return expr(_braced(literal(value)), type=TEXT, value=value)
    if isinstance(value, int):
        return expr(str(value), type=INT, value=value)
    if isinstance(value, float):
        return expr(f"{value!r}::double", type=FLOAT, value=value)
    return expr("null", type=replace(NONE, optional=True))


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def is_constant(one: Expr) -> bool:
    return one.value is not None


def from_the_leaves(root: Expr) -> list[Expr]:
    """Every expression after those that it is made of."""
    found: dict[Expr, None] = {}
    waiting = [(root, False)]
    while waiting:
        one, is_done = waiting.pop()
        if is_done:
            found[one] = None
        elif one not in found:
            waiting.append((one, True))
            waiting += [(arg, False) for arg in reversed(one.args) if arg not in found]
    return list(found)


def is_made_of_constants(one: Expr) -> bool:
    return (
        is_constant(one)
        or (one.op in ("list", "record") and all(map(is_made_of_constants, one.args)))
        or (not one.args and one.pattern.startswith(("null", "[]")))
    )


BETWEEN = "⏎"
"""Between the texts of a list, in one literal: DuckDB reads that faster than a literal for each."""
MANY = 6


def constant_list(texts: Sequence[str]) -> Expr:
    if len(texts) > MANY and not any(BETWEEN in text for text in texts):
        return expr(_braced(f"string_split({literal(BETWEEN.join(texts))}, '{BETWEEN}')"), type=list_of(TEXT))
    return expr(_braced(f"[{', '.join(map(literal, texts))}]"), type=list_of(TEXT))


def constant_of(one: Expr) -> Expr:
    """A list or record of many constants as one literal."""
    if one.type == list_of(TEXT) and all(is_constant(arg) for arg in one.args):
        return constant_list([arg.value for arg in one.args])
    if len(one.args) <= MANY:
        return one
    return expr(_braced(f"{literal(_spelled(one))}::{one.type.sql}"), type=one.type)


def _spelled(one: Expr) -> str:
    """As DuckDB reads it from a text."""
    if isinstance(one.value, str):
        return '"' + one.value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if one.op == "list":
        return f"[{', '.join(map(_spelled, one.args))}]"
    if one.op == "record":
        names = (name for name, _ in one.type.fields)
        return "{" + ", ".join(f"{name}: {_spelled(arg)}" for name, arg in zip(names, one.args, strict=True)) + "}"
    if one.pattern.startswith(("null", "[]")):
        return one.pattern.partition("::")[0].upper()
    return one.pattern.removesuffix("::double")


# Conditions.

TRUE, FALSE = expr("true", type=BOOL, value=True), expr("false", type=BOOL, value=False)


def no(one: Expr) -> Expr:
    if (found := _known.get(("no", one))) is None:
        found = _known["no", one] = _negated(one)
    return found


def _negated(one: Expr) -> Expr:
    if one in (TRUE, FALSE):
        return FALSE if one is TRUE else TRUE
    if one.op == "is null":
        return expr("({} is not null)", one.args[0], type=BOOL, op="is not null")
    if one.op == "is not null":
        return is_null(one.args[0])
    return one.args[0] if one.op == "not" else expr("(not {})", one, type=BOOL, op="not")


def parts_of(condition: Expr) -> frozenset[Expr]:
    """What may decide a condition when it is known: itself, what it is made of, and what is compared in it."""
    if (found := _known.get(("parts", condition))) is None:
        found = _known["parts", condition] = _parts_of(condition)
    return found


def _parts_of(condition: Expr) -> frozenset[Expr]:
    if condition.op in ("not", "is not null"):
        return parts_of(no(condition)) | {condition}
    if condition.op in ("and", "or"):
        return frozenset([condition]).union(*map(parts_of, condition.args))
    return frozenset([condition, condition.args[0]] if condition.op == "equal" else [condition])


def all_of(*conditions: Expr) -> Expr:
    return _joined("and", TRUE, FALSE, conditions)


def any_of(*conditions: Expr) -> Expr:
    return _joined("or", FALSE, TRUE, conditions)


def _joined(word: str, neutral: Expr, decisive: Expr, conditions: Sequence[Expr]) -> Expr:
    key = (word, *conditions)
    if (found := _known.get(key)) is None:
        found = _known[key] = _made_joined(word, neutral, decisive, conditions)
    return found


def _made_joined(word: str, neutral: Expr, decisive: Expr, conditions: Sequence[Expr]) -> Expr:
    flat: dict[Expr, None] = {}
    for condition in conditions:
        parts = condition.args if condition.op == word else (condition,)
        flat |= dict.fromkeys(part for part in parts if part is not neutral)
    if facts := facts_of(flat, is_true=word == "and"):
        simpler = dict.fromkeys(under(part, facts) for part in flat)
        flat = {part: None for part in simpler if part is not neutral}
    if decisive in flat or any(no(part) in flat for part in flat):
        return decisive
    other = "or" if word == "and" else "and"
    for part in list(flat):
        # x or (not x and y) is x or y.
        if part.op == other and any(no(each) in flat for each in part.args):
            rest = _joined(other, decisive, neutral, [each for each in part.args if no(each) not in flat])
            return _joined(word, neutral, decisive, [rest if each is part else each for each in flat])
    if not flat:
        return neutral
    if len(flat) == 1:
        return next(iter(flat))
    return expr("(" + f" {word} ".join(["{}"] * len(flat)) + ")", *flat, type=BOOL, op=word)


def facts_of(conditions: Iterable[Expr], is_true: bool) -> dict[Expr, Expr]:
    """Of values that have to be a constant where all conditions are true (or false) the equation that says so."""
    found: dict[Expr, Expr] = {}
    for one in conditions:
        said = one if is_true else no(one)
        if said.op == "equal" and is_constant(said.args[1]):
            found.setdefault(certain(said.args[0]), said)
    return found


def under(one: Expr, facts: Mapping[Expr, Expr]) -> Expr:
    """A condition where these equations hold, but for the equations themselves."""
    if one.op == "equal" and (known := facts.get(certain(one.args[0]))) is not None and is_constant(one.args[1]):
        return one if known is one else constant(known.args[1].value == one.args[1].value)
    if one.op in ("is null", "is not null") and certain(one.args[0]) in facts:
        return constant(one.op == "is not null")
    if one.op == "not":
        return no(under(one.args[0], facts))
    if one.op in ("and", "or"):
        parts = [under(part, facts) for part in one.args]
        return one if all(map(operator.is_, parts, one.args)) else (all_of if one.op == "and" else any_of)(*parts)
    return one


def certain(one: Expr) -> Expr:
    """The value that has been taken for one that is there."""
    while one.pattern == "{}":
        (one,) = one.args
    return one


def equal(one: Expr, other: Expr) -> Expr:
    if is_constant(one) and is_constant(other):
        return constant(one.value == other.value)
    if is_constant(one):
        one, other = other, one
    return TRUE if one is other else expr("({} = {})", one, other, type=BOOL, op="equal")


def is_null(one: Expr) -> Expr:
    return expr("({} is null)", one, type=BOOL, op="is null")


def choice(cases: Sequence[tuple[Expr, Expr]], type: Type) -> Expr:  # noqa: A002
    """case when ... end, whose last condition is taken for true."""
    whens, last = cases[:-1], cases[-1][1]
    if not whens:
        return last
    if type.name == "bool" and not type.optional and (found := _condition_of_choice(whens, last)) is not None:
        return found
    pattern = "case" + " when {} then {}" * len(whens) + " else {} end"
    return expr(pattern, *(part for case in whens for part in case), last, type=type, op="choice")


OF_TEXTS = ("choice", "concatenated", "listed", "when")
"""Operations that make a text of texts."""


def cases_of(choice: Expr) -> list[tuple[Expr, Expr]]:
    """The conditions and values of a choice."""
    return [*zip(choice.args[:-1:2], choice.args[1:-1:2], strict=True), (TRUE, choice.args[-1])]


def when(condition: Expr, text: Expr) -> Expr:
    """A text, or NULL."""
    return expr("case when {} then {} end", condition, text, type=TEXT, op="when")


def _condition_of_choice(whens: Sequence[tuple[Expr, Expr]], last: Expr) -> Expr | None:
    """The same by and, or and not, where that is short."""
    if exclude_each_other([condition for condition, _ in whens]):
        otherwise = all_of(last, *(no(condition) for condition, _ in whens)) if last is not FALSE else FALSE
        if last is TRUE:
            otherwise = no(any_of(*(condition for condition, _ in whens)))
        if last in (TRUE, FALSE) or len(whens) < SHORT:
            return any_of(*(all_of(condition, one) for condition, one in whens), otherwise)
    if len(whens) >= SHORT:
        return None
    return reduce(lambda rest, case: any_of(all_of(*case), all_of(no(case[0]), rest)), reversed(whens), last)


SHORT = 4
"""Alternatives of a condition from which on it stays a case."""


def exclude_each_other(conditions: Sequence[Expr]) -> bool:
    """Whether they compare the same values with different constants."""
    return keys_of(conditions) is not None


Keys = list[tuple[Any, ...]]


def keys_of(conditions: Sequence[Expr]) -> tuple[tuple[Expr, ...], list[Keys]] | None:
    """The values that all of them compare with constants, and the constants of each; none where one could be two."""
    compared: tuple[Expr, ...] | None = None
    found: list[Keys] = []
    for condition in conditions:
        found.append([])
        for part in condition.args if condition.op == "or" and not _is_of_one(condition) else (condition,):
            constants = constants_of(part)
            if constants is None or (compared is not None and constants.keys() != set(compared)):
                return None
            compared = compared or tuple(constants)
            found[-1] += itertools.product(*(constants[each] for each in compared))
    keys = [key for each in found for key in each]
    return None if compared is None or len({*keys}) < len(keys) else (compared, found)


def _is_of_one(condition: Expr) -> bool:
    return _constants_of_one(condition) is not None


def constants_of(condition: Expr) -> dict[Expr, list[Any]] | None:
    """By what it compares the constants that these are; None for NULL."""
    found: dict[Expr, list[Any]] = {}
    for part in condition.args if condition.op == "and" else (condition,):
        of_one = _constants_of_one(part)
        if of_one is None or of_one[0] in found:
            return None
        found[of_one[0]] = of_one[1]
    return found


def _constants_of_one(condition: Expr) -> tuple[Expr, list[Any]] | None:
    """One value, and the constants that it may be."""
    found: list[Any] = []
    compared: set[Expr] = set()
    for part in condition.args if condition.op == "or" else (condition,):
        if part.op == "equal" and is_constant(part.args[1]):
            found.append(part.args[1].value)
        elif part.op == "is null":
            found.append(None)
        else:
            return None
        compared.add(certain(part.args[0]))
    return (compared.pop(), found) if len(compared) == 1 else None


# Texts.


def concatenated(*parts: Expr) -> Expr:
    flat: list[Expr] = []
    for part in parts:
        for each in part.args if part.op == "concatenated" else (part,):
            if each.value == "":
                continue
            if flat and is_constant(flat[-1]) and is_constant(each):
                flat[-1] = constant(flat[-1].value + each.value)
            else:
                flat.append(each)
    if not flat:
        return constant("")
    if len(flat) == 1:
        return flat[0]
    return expr("(" + " || ".join(["{}"] * len(flat)) + ")", *flat, type=TEXT, op="concatenated")


# Functions of DuckDB's that are macros, such as array_to_string, nullif and split_part, write their arguments twice.


def length_of(listed: Expr) -> Expr:
    """How many entries a list has; what is made of each changes nothing of that."""
    listed = certain(listed)
    while listed.pattern.startswith("list_transform("):
        listed = listed.args[0]
    return expr("len({})", listed, type=INT)


def has_any(listed: Expr) -> Expr:
    return expr("({} > 0)", length_of(listed), type=BOOL)


def joined(listed: Expr, separator: str) -> Expr:
    """The texts of a list as one; NULL where there is none."""
    return expr("list_aggr({}, 'string_agg', {})", listed, constant(separator), type=TEXT, op="joined")


def or_nothing(text: Expr) -> Expr:
    return expr("coalesce({}, '')", text, type=TEXT)


def listed(separator: str, texts: Sequence[Expr]) -> Expr:
    """Those that are not NULL, with a separator between them."""
    pattern = f"concat_ws({{}}, {', '.join(['{}'] * len(texts))})"
    return expr(pattern, constant(separator), *texts, type=TEXT, op="listed")


def text_of_choice(cases: Sequence[tuple[Expr, Expr]]) -> Expr:
    """The same of texts, with what all of them begin and end with outside."""
    parts = [list(one.args) if one.op == "concatenated" else [one] for _, one in cases]
    head: list[Expr] = []
    tail: list[Expr] = []
    for shared, place in ((head, 0), (tail, -1)):
        while all(parts_of_one and parts_of_one[place] is parts[0][place] for parts_of_one in parts):
            for parts_of_one in parts:
                taken = parts_of_one.pop(place)
            shared.append(taken)
    rest = [concatenated(*parts_of_one) for parts_of_one in parts]
    if all(one is rest[0] for one in rest):
        return concatenated(*head, rest[0], *reversed(tail))
    between = choice([(condition, one) for (condition, _), one in zip(cases, rest, strict=True)], TEXT)
    return concatenated(*head, between, *reversed(tail))
