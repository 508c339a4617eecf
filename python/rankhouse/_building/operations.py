"""What templates do with values of a call, as DuckDB spells it: filters, tests, comparisons, entries and methods.

A value that is known is left to Jinja and Python.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import quote

from jinja2 import Environment

from rankhouse._building import expressions as sql
from rankhouse._building.expressions import BOOL, FALSE, FLOAT, INT, NONE, TEXT, TRUE, Expr, list_of
from rankhouse._building.values import (
    MISSING,
    OF_A_CALL,
    Cases,
    Entry,
    Items,
    Loop,
    Missing,
    Path,
    Sym,
    SymList,
    SymMap,
    Table,
    as_expression,
    as_text,
    condition_of,
    field_of,
    has_loops,
    joined,
    joined_list,
    length,
    list_of_entries,
    loop_for,
    loop_over,
    names_of_keys,
    of_expression,
    text_of,
    truth,
)
from rankhouse._building.values import filtered as list_filtered

_JINJA = Environment()


class Reader(Protocol):
    """What operations ask of the one that reads a macro: where it is, and how it takes values."""

    path: Path

    def own(self, value: Any) -> Any: ...

    def within(self, value: Any) -> Any: ...

    def attribute(self, owner: Any, name: str) -> Any: ...

    def set_in(self, table: Table, key: Any, value: Any) -> None: ...


class Rounds:
    """What `loop` is within a loop."""


class CertainRound(Rounds):
    """One of so many, all of which are there."""

    def __init__(self, place: int, n_rounds: int) -> None:
        self.index, self.index0, self.length = place + 1, place, n_rounds
        self.first, self.last = place == 0, place == n_rounds - 1


class Round(Rounds):
    """One that is there under a condition; the rounds `before` it may be there or not."""

    def __init__(self, before: Items) -> None:
        n_before = as_expression(length(before))
        self.index0 = of_expression(n_before)
        self.index = Sym(sql.expr("({} + 1)", n_before, type=INT))
        self.first = of_condition(sql.equal(n_before, sql.constant(0)))


class RoundOfAList(Rounds):
    """Every round of a loop over a list of the call."""

    def __init__(self, loop: Loop) -> None:
        self.index = Sym(loop.index)
        self.index0 = Sym(sql.expr("({} - 1)", loop.index, type=INT))
        self.first = Sym(sql.equal(loop.index, sql.constant(1)))
        self.length = Sym(sql.length_of(loop.source))
        self.last = Sym(sql.equal(loop.index, self.length.expr))


def narrowed(text: str) -> str:
    """A template's own text, without its indentation."""
    return re.sub(r"[ \t]*\n\s*", "\n", re.sub(r"[ \t]+", " ", text))


def of_condition(condition: Expr) -> Any:
    return condition is TRUE if condition in (TRUE, FALSE) else Sym(condition)


def is_of_a_call(value: Any) -> bool:
    if isinstance(value, Items):
        return any(entry.path or is_of_a_call(entry.value) for entry in value.entries)
    if isinstance(value, Table):
        return any(is_of_a_call(one) for one in value.values.values())
    if isinstance(value, list | tuple):
        return any(map(is_of_a_call, value))
    return isinstance(value, (*OF_A_CALL, Missing))


def is_boolean(value: Any) -> bool:
    if isinstance(value, Cases):
        return all(is_boolean(one) for _, one in value.alternatives)
    return isinstance(value, bool) or (isinstance(value, Sym) and value.expr.type.name == "bool")


def plain(value: Any) -> Any:
    """A known value as Python has it."""
    if isinstance(value, Items):
        return [plain(entry.value) for entry in value.entries]
    if isinstance(value, Table):
        return {key: plain(one) for key, one in value.values.items()}
    return value


def as_items(reader: Reader, value: Any) -> Items | SymList:
    """A list that may be one of several."""
    if isinstance(value, Cases):
        lists = [(condition, one) for condition, one in value.alternatives if one is not MISSING and one is not None]
        if any(isinstance(one, SymList) or (isinstance(one, Items) and has_loops(one)) for _, one in lists):
            return SymList(as_expression(Cases(tuple(lists)) if len(lists) > 1 else lists[0][1]))
        found = Items(reader.path.elements)
        left: Expr = TRUE
        for condition, one in lists:
            now = reader.path.simplified(sql.all_of(left, condition))
            path = () if now is TRUE else (now,)
            found.entries += [Entry((*path, *entry.path), entry.value) for entry in _entries(reader, one)]
            left = sql.all_of(left, sql.no(condition))
        return found
    if isinstance(value, Items) and has_loops(value):
        # Made once, whatever is done with it.
        return SymList(list_of_entries(value))
    if isinstance(value, Items | SymList):
        return value
    if isinstance(value, Table):
        return Items((), [Entry((), key) for key in value.values])
    return Items((), [Entry((), one) for one in value])


def _entries(reader: Reader, value: Any) -> list[Entry]:
    """Those of a list that a template makes without a loop over a list of the call."""
    items = as_items(reader, value)
    assert isinstance(items, Items)
    return items.entries


def _is_of_texts(value: Any) -> bool:
    return isinstance(value, Items) and all(
        isinstance(entry.value, str) or (isinstance(entry.value, Sym) and entry.value.expr.type == TEXT)
        for entry in value.entries
    )


# Filters.


def filtered(reader: Reader, name: str, value: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    if value is MISSING or (value is None and name == "length"):
        return MISSING
    own = _FILTERS.get(name)
    if own is not None and (name in _OWN_ALWAYS or is_of_a_call(value) or is_of_a_call(list(args))):
        return own(reader, value, *args, **kwargs)
    if is_of_a_call(value):
        raise TypeError(f"the filter {name} of {value}")
    found = _JINJA.call_filter(
        name, plain(value), list(map(plain, args)), {key: plain(one) for key, one in kwargs.items()}
    )
    return reader.own(list(found) if not isinstance(found, str | int | float | bool) and found is not None else found)


def _list(reader: Reader, value: Any) -> Any:
    if isinstance(value, SymList):
        return value
    if isinstance(value, Items):
        return Items(reader.path.elements, list(value.entries))
    if isinstance(value, Sym):
        return SymList(sql.expr("string_split({}, '')", value.expr, type=list_of(TEXT)))
    return reader.own(list(value))


def _join(reader: Reader, value: Any, separator: str = "", attribute: str | None = None) -> Any:
    if attribute is not None:
        value = _map(reader, value, attribute=attribute)
    listed = value if isinstance(value, Items) else as_items(reader, value)
    return joined_list(listed.expr, separator) if isinstance(listed, SymList) else joined(listed, separator)


def _each(reader: Reader, value: Any, function: Callable[[Any], Any]) -> Any:
    value = value if _is_of_texts(value) else as_items(reader, value)
    if isinstance(value, SymList):
        loop = loop_for(value.expr)
        with reader.path.under(loop):
            made = as_expression(function(of_expression(loop.variable)))
        return SymList(loop_over(loop, made))
    assert isinstance(value, Items)
    found = Items(reader.path.elements)
    for entry in value.entries:
        with reader.path.under(*entry.path):
            found.entries.append(Entry(entry.path, function(reader.path.known(entry.value))))
    return found


def _map(reader: Reader, value: Any, name: str | None = None, attribute: str | None = None) -> Any:
    if attribute is not None:
        return _each(reader, value, lambda one: reader.attribute(one, attribute))
    assert name is not None
    return _each(reader, value, lambda one: filtered(reader, name, one, (), {}))


def _kept(reader: Reader, value: Any, condition: Callable[[Any], Any]) -> Any:
    """The entries for which a condition holds."""
    value = value if _is_of_texts(value) else as_items(reader, value)
    if isinstance(value, SymList):
        loop = loop_for(value.expr)
        with reader.path.under(loop):
            is_kept = truth(condition(of_expression(loop.variable)))
        if is_kept is FALSE:
            return Items(reader.path.elements)
        return SymList(list_filtered(loop, is_kept)) if is_kept is not TRUE else value
    assert isinstance(value, Items)
    found = Items(reader.path.elements)
    for entry in value.entries:
        with reader.path.under(*entry.path):
            is_kept = reader.path.simplified(truth(condition(reader.path.known(entry.value))))
        if is_kept is not FALSE:
            found.entries.append(Entry((*entry.path, *([is_kept] if is_kept is not TRUE else [])), entry.value))
    return found


def _select(is_negated: bool, by_attribute: bool) -> Callable[..., Any]:
    def select(reader: Reader, value: Any, *args: Any) -> Any:
        attribute, (test, *others) = (args[0], args[1:] or ("",)) if by_attribute else (None, args or ("",))

        def condition(one: Any) -> Any:
            if attribute is not None:
                one = reader.path.known(reader.attribute(one, attribute))
            found = reader.path.each_case(one, lambda each: tested(reader, test, each, others) if test else each)
            return of_condition(sql.no(truth(found))) if is_negated else found

        return _kept(reader, value, condition)

    return select


def _replace(_: Reader, value: Any, old: Any, new: Any, count: int | None = None) -> Any:
    texts = [as_text(one) for one in (value, old, new)]
    if count is None and _is_mark(old) and _is_pattern_with(texts[0], old) is not None:
        return _replaced(texts[0], old, new)
    if count == 1:
        place = sql.expr("strpos({}, {})", texts[0], texts[1], type=INT)
        pattern = "case when {0} > 0 then {1}[:{0} - 1] || {3} || {1}[{0} + length({2}):] else {1} end"
        return Sym(sql.expr(pattern, place, *texts, type=TEXT))
    return Sym(sql.expr("replace({}, {}, {})", *texts, type=TEXT))


def _is_mark(text: Any) -> bool:
    return isinstance(text, str) and text[:1] + text[-1:] in ("<>", "{}")


def _trim(_: Reader, value: Any) -> Any:
    return of_expression(_trimmed(as_text(value)))


def _trimmed(text: Expr) -> Expr:
    if sql.is_constant(text):
        return sql.constant(text.value.strip())
    if _is_word(text):
        return text
    if text.op == "choice":
        return sql.choice([(condition, _trimmed(one)) for condition, one in sql.cases_of(text)], TEXT)
    if text.op == "concatenated" and all(map(sql.is_constant, (text.args[0], text.args[-1]))):
        first, *between, last = text.args
        head, tail = first.value.lstrip(), last.value.rstrip()
        if head and tail:
            return sql.concatenated(sql.constant(head), *between, sql.constant(tail))
    return sql.expr(f"trim({{}}, url_decode('{quote(_BLANK)}'))", text, type=TEXT)


_BLANK = "".join(chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace())
"""What Python takes for white space."""


def _int(_: Reader, value: Any, default: int = 0) -> Any:
    if isinstance(value, Sym) and value.expr.type.name == "int":
        return value
    if isinstance(value, Sym) and value.expr.type.name == "float":
        return Sym(sql.expr("coalesce(try_cast(trunc({}) as bigint), 0)", value.expr, type=INT))
    return Sym(sql.expr(f"coalesce(try_cast({{}} as bigint), {default})", as_expression(value), type=INT))


def _float(_: Reader, value: Any, default: float = 0.0) -> Any:
    return Sym(sql.expr(f"coalesce(try_cast({{}} as double), {default})", as_expression(value), type=FLOAT))


def _unique(_: Reader, value: Any, case_sensitive: bool = False, attribute: str | None = None) -> Any:
    listed = as_expression(value)
    loop, other = loop_for(listed), loop_for(listed)
    by = listed
    mine: Expr = loop.variable
    if attribute is not None:
        by, mine = loop_over(other, field_of(other.variable, attribute)), field_of(loop.variable, attribute)
    if not case_sensitive and mine.type == TEXT:
        other = loop_for(by)
        by, mine = loop_over(other, _lowered(other.variable)), _lowered(mine)
    first = sql.expr("(list_position({}, {}) = {})", by, mine, loop.index, type=BOOL)
    return SymList(list_filtered(loop, first))


def _lowered(text: Expr) -> Expr:
    return sql.expr("lower({})", text, type=TEXT)


def _of_list(function: str, type_: Callable[[Expr], sql.Type]) -> Callable[..., Any]:
    def of_list(_: Reader, value: Any) -> Any:
        listed = as_expression(value)
        return of_expression(sql.expr(f"{function}({{}})", listed, type=type_(listed)))

    return of_list


def _first(reader: Reader, value: Any) -> Any:
    return item_of(reader, value, 0)


def _sum(_: Reader, value: Any, start: Any = 0) -> Any:
    if plain(start):
        raise TypeError(f"a sum that starts at {start}")
    listed = as_expression(value)
    assert listed.type.item
    if listed.type.item.name == "list":
        return SymList(sql.expr("flatten({})", listed, type=listed.type.item))
    return Sym(sql.expr("coalesce(list_sum({}), 0)", listed, type=listed.type.item))


def _text_function(function: str) -> Callable[..., Any]:
    return lambda _, value: Sym(sql.expr(f"{function}({{}})", as_text(value), type=TEXT))


_FILTERS: dict[str, Callable[..., Any]] = {
    "list": _list,
    "join": _join,
    "map": _map,
    "select": _select(is_negated=False, by_attribute=False),
    "reject": _select(is_negated=True, by_attribute=False),
    "selectattr": _select(is_negated=False, by_attribute=True),
    "rejectattr": _select(is_negated=True, by_attribute=True),
    "length": lambda _, value: length(value),
    "string": lambda _, value: text_of(value),
    "trim": _trim,
    "round": lambda _, value, digits=0: Sym(sql.expr(f"round({{}}, {digits})", as_expression(value), type=FLOAT)),
    "lower": _text_function("lower"),
    "upper": _text_function("upper"),
    "replace": _replace,
    "int": _int,
    "float": _float,
    "unique": _unique,
    "reverse": _of_list("list_reverse", lambda listed: listed.type),
    "sort": _of_list("list_sort", lambda listed: listed.type),
    "max": _of_list("list_max", lambda listed: listed.type.item or NONE),
    "min": _of_list("list_min", lambda listed: listed.type.item or NONE),
    "first": _first,
    "sum": _sum,
}
_OWN_ALWAYS = {"list", "join", "map", "select", "reject", "selectattr", "rejectattr", "length", "first"}


# Tests.


def tested(reader: Reader, name: str, value: Any, args: Sequence[Any]) -> Any:
    match name:
        case "none":
            return value is None
        case "string":
            return _is_text(value)
        case "number":
            is_known = isinstance(value, int | float)
            return is_known or (isinstance(value, Sym) and value.expr.type.name in ("int", "float", "bool"))
        case "boolean":
            return is_boolean(value)
        case "mapping":
            return isinstance(value, Table | SymMap | Mapping)
        case "iterable" | "sequence":
            return _is_text(value) or isinstance(value, Table | SymMap | Mapping | Items | SymList | list | tuple)
        case "in":
            return contains(reader, args[0], value)
        case "equalto":
            return compared(reader, "eq", value, args[0])
        case "odd":
            return arithmetic(reader, "mod", value, 2)
    raise TypeError(f"the test {name}")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, Sym) and value.expr.type.name == "text")


def contains(reader: Reader, container: Any, value: Any) -> Any:
    container = reader.path.known(container)
    if container is None or container is MISSING:
        return False
    if isinstance(container, Cases):
        if isinstance(value, Sym) and (found := _in_one(container, value)) is not None:
            return found
        return reader.path.each_case(container, lambda one: contains(reader, one, value))
    if isinstance(container, SymList):
        if value is None:
            return Sym(sql.expr("(list_aggregate({0}, 'count') < len({0}))", container.expr, type=BOOL))
        return Sym(sql.expr("list_contains({}, {})", container.expr, as_expression(value), type=BOOL))
    if isinstance(container, SymMap):
        return Sym(sql.expr("map_contains({}, {})", container.expr, as_text(value), type=BOOL))
    if isinstance(container, str) and not isinstance(value, OF_A_CALL):
        return value in container
    is_listed = isinstance(container, Mapping | list | tuple) and isinstance(value, Sym)
    if is_listed and len(container) >= WORTH_A_CASE and all(isinstance(one, str) for one in container):
        return contains(reader, SymList(sql.constant_list(list(container))), value)
    if isinstance(container, Sym) and _is_mark(value):
        found = _is_pattern_with(container.expr, value)
        if found is not None:
            return found
    if isinstance(container, Sym | str):
        return Sym(sql.expr("contains({}, {})", as_text(container), as_text(value), type=BOOL))
    if isinstance(container, Table):
        if container.rest is not None and value not in container.values:
            return contains(reader, container.rest, value)
        if isinstance(value, OF_A_CALL):
            return contains(reader, list(container.values), value)
        return of_condition(_is_not_missing(container.values.get(value, MISSING)))
    listed = as_items(reader, container)
    if isinstance(listed, SymList):
        return contains(reader, listed, value)
    found = []
    for entry in listed.entries:
        found.append(sql.all_of(condition_of(entry.path), truth(compared(reader, "eq", value, entry.value))))
    return of_condition(sql.any_of(*found))


def _in_one(container: Cases, value: Sym) -> Any:
    """Whether one of several dictionaries has a text of the call, looked up among all that they have."""
    if len(container.alternatives) < WORTH_A_CASE:
        return None
    found = [
        sql.all_of(condition, sql.equal(value.expr, sql.constant(name)))
        for condition, values in container.alternatives
        if isinstance(values, Mapping | Table)
        for name in (values.values if isinstance(values, Table) else values)
    ]
    keys = sql.keys_of(found)
    if keys is None:
        return None
    listed, key = names_of_keys(*keys)
    return Sym(sql.expr("list_contains({}, {})", listed, key, type=BOOL))


def _is_not_missing(value: Any) -> Expr:
    if isinstance(value, Cases):
        return sql.choice([(condition, _is_not_missing(one)) for condition, one in value.alternatives], BOOL)
    return sql.constant(value is not MISSING)


# Comparisons and arithmetic.

_SQL = {"lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "ne": "<>", "eq": "="}
_PYTHON: dict[str, Callable[[Any, Any], Any]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "lteq": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "gteq": lambda a, b: a >= b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "pow": lambda a, b: a**b,
}
_PATTERNS = {"add": "({} + {})", "sub": "({} - {})", "mul": "({} * {})", "div": "({} / {})", "mod": "({} % {})"}
_PATTERNS |= {"floordiv": "({} // {})", "pow": "pow({}, {})"}


def compared(reader: Reader, name: str, left: Any, right: Any) -> Any:
    if name in ("in", "notin"):
        found = reader.path.each_case(left, lambda one: contains(reader, right, one))
        return found if name == "in" else of_condition(sql.no(truth(found)))
    return _both(reader, left, right, lambda one, other: _compared(name, one, other))


def _compared(name: str, left: Any, right: Any) -> Any:
    if MISSING in (left, right):
        return name == "ne"
    if not is_of_a_call(left) and not is_of_a_call(right):
        return _PYTHON[name](plain(left), plain(right))
    if name == "ne":
        return of_condition(sql.no(truth(_compared("eq", left, right))))
    if name == "eq" and _kind(left) != _kind(right):
        return False
    one, other = as_expression(left), as_expression(right)
    if name == "eq":
        return of_condition(sql.equal(one, other))
    return Sym(sql.expr(f"({{}} {_SQL[name]} {{}})", one, other, type=BOOL))


def _kind(value: Any) -> str:
    if _is_text(value):
        return "text"
    if isinstance(value, Sym | int | float):
        return "number"
    return "list" if isinstance(value, SymList | Items | list | tuple) else type(value).__name__


def _both(reader: Reader, left: Any, right: Any, function: Callable[[Any, Any], Any]) -> Any:
    return reader.path.each_case(left, lambda one: reader.path.each_case(right, lambda other: function(one, other)))


def arithmetic(reader: Reader, name: str, left: Any, right: Any) -> Any:
    return _both(reader, left, right, lambda one, other: _calculated(reader, name, one, other))


def _calculated(reader: Reader, name: str, left: Any, right: Any) -> Any:
    lists = (Items, SymList, list, tuple)
    if isinstance(left, lists) and isinstance(right, lists):
        if isinstance(left, SymList) or isinstance(right, SymList):
            one, other = as_expression(left), as_expression(right)
            type_ = sql.unified(one.type, other.type)
            return SymList(sql.expr("list_concat({}, {})", one, other, type=type_))
        both = [one.entries if isinstance(one, Items) else _entries(reader, one) for one in (left, right)]
        return Items(reader.path.elements, [entry for entries in both for entry in entries])
    if not is_of_a_call(left) and not is_of_a_call(right):
        return _PYTHON[name](left, right)
    one, other = as_expression(left), as_expression(right)
    if name == "add" and "text" in (one.type.name, other.type.name):
        return text_of(left, right)
    type_ = FLOAT if "float" in (one.type.name, other.type.name) or name in ("div", "pow") else INT
    return Sym(sql.expr(_PATTERNS[name], one, other, type=type_))


# Entries and slices.


def item_of(reader: Reader, owner: Any, key: Any) -> Any:
    if isinstance(owner, Table | Mapping):
        values = owner.values if isinstance(owner, Table) else owner
        if isinstance(owner, Table) and owner.rest is not None and key not in values:
            return item_of(reader, owner.rest, key)
        if isinstance(key, Sym):
            return looked_up(reader, values, key, MISSING)
        return values.get(key, MISSING)
    if isinstance(owner, Items):
        return _entry_of(reader, owner, key)
    if isinstance(owner, SymMap):
        return of_expression(_of_map(owner, key))
    if isinstance(owner, SymList):
        return of_expression(sql.expr("list_extract({}, {})", owner.expr, _from_one(key), type=owner.item))
    if isinstance(owner, Sym):
        return Sym(sql.expr("array_extract({}, {})", owner.expr, _from_one(key), type=TEXT))
    if isinstance(key, Sym):
        return item_of(reader, SymList(as_expression(list(owner))), key)
    return owner[key] if isinstance(key, int) and -len(owner) <= key < len(owner) else MISSING


def _from_one(place: Any) -> Expr:
    if isinstance(place, int):
        return sql.constant(place + 1 if place >= 0 else place)
    return sql.expr("({} + 1)", as_expression(place), type=INT)


def _entry_of(reader: Reader, items: Items, place: Any) -> Any:
    if not isinstance(place, int) or has_loops(items):
        return item_of(reader, SymList(list_of_entries(items)), place)
    entries = items.entries
    if all(not entry.path for entry in entries):
        return entries[place].value if -len(entries) <= place < len(entries) else MISSING
    counted = entries[: place + 1] if place >= 0 else entries[place:]
    if len(counted) == (place + 1 if place >= 0 else -place) and not any(entry.path for entry in counted):
        return entries[place].value
    if place not in (0, -1):
        raise TypeError(f"entry {place} of a list whose entries may not be there")
    ordered = entries if place == 0 else entries[::-1]
    found = [(condition_of(entry.path), entry.value) for entry in ordered]
    return reader.path.cases([*found, (TRUE, MISSING)])


WORTH_A_CASE = 8
"""Entries of a dictionary from which on a text of the call is looked up in a map."""


def looked_up(reader: Reader, values: Mapping[Any, Any], key: Sym, default: Any) -> Any:
    """What a dictionary has for a text of the call."""
    known = {name: value for name, value in values.items() if value is not MISSING}
    if len(known) >= WORTH_A_CASE and all(isinstance(one, str) for one in known.values()):
        keys, listed = sql.constant_list(list(known)), sql.constant_list(list(known.values()))
        type_ = TEXT if default is MISSING else replace(TEXT, optional=True)
        found = sql.expr("list_extract({}, list_position({}, {}))", listed, keys, key.expr, type=type_)
        return reader.path.each_case(of_expression(found), lambda one: default if one is None else one)
    by_value: list[tuple[Any, list[Expr]]] = []
    for name, value in known.items():
        condition = sql.equal(key.expr, sql.constant(name))
        same = next((conditions for one, conditions in by_value if _is_equal(one, value)), None)
        if same is None:
            by_value.append((value, [condition]))
        else:
            same.append(condition)
    cases = [(sql.any_of(*conditions), value) for value, conditions in by_value]
    return reader.path.cases(cases if default is MISSING else [*cases, (TRUE, default)])


def looked_up_in_one(reader: Reader, owner: Cases, key: Sym) -> Any:
    """What one of several dictionaries has for a text of the call, each entry under all its conditions."""
    found = []
    for condition, values in owner.alternatives:
        if not isinstance(values, Mapping | Table):
            return reader.path.each_case(owner, lambda one: item_of(reader, one, key))
        for name, value in (values.values if isinstance(values, Table) else values).items():
            found.append((sql.all_of(condition, sql.equal(key.expr, sql.constant(name))), reader.within(value)))
    there = [(reader.path.simplified(condition), value) for condition, value in found]
    return Cases(tuple((condition, value) for condition, value in there if condition is not FALSE))


def _is_equal(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and isinstance(one, str | int | float | bool) and one == other)


def _of_map(owner: SymMap, key: Any) -> Expr:
    item = replace(owner.expr.type.item or TEXT, optional=True)
    return sql.expr("map_extract_value({}, {})", owner.expr, as_text(key), type=item)


def certain(owner: SymMap, key: str) -> Any:
    """What a dictionary has for a key that is there."""
    found = _of_map(owner, key)
    return of_expression(sql.expr("{}", found, type=replace(found.type, optional=False)))


def _keys(owner: SymMap) -> SymList:
    return SymList(sql.expr("map_keys({})", owner.expr, type=list_of(TEXT)))


def dictionary(reader: Reader, pairs: Items) -> Any:
    """A dictionary of pairs that a template has collected."""
    known = [(entry.path, _entries(reader, entry.value)) for entry in pairs.entries]
    if all(not path and isinstance(pair[0].value, str) for path, pair in known):
        return Table(reader.path.elements, {pair[0].value: pair[1].value for _, pair in known})
    records = Items(
        pairs.base,
        [Entry(path, {"key": pair[0].value, "value": pair[1].value}) for path, pair in known],
    )
    # Of a key that is there twice the first one counts: it is refused elsewhere.
    first = _unique(reader, SymList(list_of_entries(records)), attribute="key").expr
    assert first.type.item
    type_ = sql.Type("map", dict(first.type.item.fields)["value"])
    return SymMap(sql.expr("map_from_entries({})", first, type=type_))


def slice_of(reader: Reader, owner: Any, start: Any, stop: Any) -> Any:
    if isinstance(owner, Items) and not any(entry.path for entry in owner.entries) and not is_of_a_call([start, stop]):
        return Items(reader.path.elements, owner.entries[start:stop])
    if not is_of_a_call([owner, start, stop]):
        return owner[start:stop]
    function, value = "list_slice", as_expression(owner)
    if value.type.name == "text":
        function = "array_slice"
    bounds = [sql.constant(1) if start is None else _from_one(start)]
    if stop is None:
        bounds.append(sql.length_of(value) if value.type.name == "list" else sql.expr("length({})", value, type=INT))
    elif isinstance(stop, int) and stop < 0:
        bounds.append(sql.constant(stop - 1))
    else:
        bounds.append(as_expression(stop))
    return of_expression(sql.expr(f"{function}({{}}, {{}}, {{}})", value, *bounds, type=value.type))


# Methods.


def method(reader: Reader, owner: Any, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    if owner is None or owner is MISSING:
        # Where it is one of several values, and nothing says that it cannot be this one.
        return MISSING
    if isinstance(owner, Items) and name in ("append", "extend"):
        return _add(reader, owner, args[0], is_one=name == "append")
    if isinstance(owner, Table):
        return _of_table(reader, owner, name, args, kwargs)
    if isinstance(owner, SymMap):
        return _of_sym_map(reader, owner, name, args)
    if isinstance(owner, Mapping) and name == "get" and is_of_a_call(args[0]):
        return reader.path.each_case(args[0], lambda key: _got(reader, owner, key, *args[1:]))
    if isinstance(owner, Mapping) and name in ("items", "keys", "values"):
        return reader.own(list(getattr(owner, name)()))
    if isinstance(owner, SymList | Items) and name == "index":
        return Sym(sql.expr("(list_position({}, {}) - 1)", as_expression(owner), as_expression(args[0]), type=INT))
    if isinstance(owner, list | dict) and name in ("append", "extend", "update"):
        raise TypeError("a list or dictionary of a declaration is changed")
    if not is_of_a_call(owner) and not is_of_a_call(list(args)):
        found = getattr(plain(owner), name)(*map(plain, args), **kwargs)
        return reader.own(found)
    return _of_text(reader, owner, name, args)


def _add(reader: Reader, items: Items, value: Any, is_one: bool) -> None:
    beyond = reader.path.beyond(items.base)
    if is_one:
        items.entries.append(Entry(beyond, value))
        return
    value = reader.path.known(value)
    if isinstance(value, Items):
        items.entries += [Entry((*beyond, *entry.path), entry.value) for entry in value.entries]
        return
    listed = as_items(reader, value)
    if isinstance(listed, SymList):
        loop = loop_for(listed.expr)
        items.entries.append(Entry((*beyond, loop), of_expression(loop.variable)))
    else:
        items.entries += [Entry((*beyond, *entry.path), entry.value) for entry in listed.entries]


def _got(reader: Reader, values: Mapping[Any, Any], key: Any, default: Any = None) -> Any:
    if isinstance(key, Sym):
        return looked_up(reader, values, key, default)
    found = values.get(key, MISSING)
    if isinstance(found, Cases):
        return reader.path.each_case(found, lambda one: default if one is MISSING else one)
    return default if found is MISSING else reader.within(found)


def _of_table(reader: Reader, table: Table, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    match name:
        case "get":
            if table.rest is not None and args[0] not in table.values:
                return _of_sym_map(reader, table.rest, "get", args)
            return reader.path.each_case(args[0], lambda key: _got(reader, table.values, key, *args[1:]))
        case "update":
            for one in [*args, kwargs]:
                values = reader.path.known(one)
                if isinstance(values, SymMap):
                    if table.values or table.rest or reader.path.beyond(table.base):
                        raise TypeError("a dictionary that is not empty is updated by one of the call")
                    table.rest = values
                    continue
                for key, value in (values.values if isinstance(values, Table) else values).items():
                    reader.set_in(table, key, value)
            return None
        case "items":
            pairs = {key: [Entry((), key), Entry((), reader.within(one))] for key, one in table.values.items()}
            return _of_those_there(reader, table, {key: Items((), pair) for key, pair in pairs.items()})
        case "keys":
            return _of_those_there(reader, table, {key: key for key in table.values})
        case "values":
            return _of_those_there(reader, table, table.values)
    raise TypeError(f"{name} of a dictionary")


def _of_those_there(reader: Reader, table: Table, made: Mapping[Any, Any]) -> Items:
    """What is made of each key, where the dictionary has it."""
    if table.rest is not None:
        raise TypeError("the keys of a dictionary, some of which the call has")
    present = [(_is_not_missing(value), made[key]) for key, value in table.values.items()]
    entries = [Entry(() if now is TRUE else (now,), one) for now, one in present if now is not FALSE]
    return Items(reader.path.elements, entries)


def _of_sym_map(reader: Reader, owner: SymMap, name: str, args: Sequence[Any]) -> Any:
    match name:
        case "get":
            default = args[1] if len(args) > 1 else None
            return reader.path.each_case(args[0], lambda key: _or_default(reader, _of_map(owner, key), default))
        case "keys":
            return _keys(owner)
        case "values":
            item = owner.expr.type.item or TEXT
            return SymList(sql.expr("map_values({})", owner.expr, type=list_of(item)))
    raise TypeError(f"{name} of a map")


def _or_default(reader: Reader, found: Expr, default: Any) -> Any:
    if default is not None and isinstance(default, str | Sym | Cases):
        other = as_expression(default)
        if other.type.name == found.type.name == "text":
            return of_expression(sql.expr("coalesce({}, {})", found, other, type=other.type))
    return reader.path.each_case(of_expression(found), lambda one: default if one is None else one)


def _is_word(text: Expr) -> bool | None:
    """Whether it is made of letters and digits alone, with points and underscores; None where that is not known."""
    if sql.is_constant(text):
        return bool(re.fullmatch(r"[\w.]*", text.value))
    if text.pattern == "{}::varchar":
        return text.args[0].type.name == "int" or None
    if text.pattern.startswith(("replace(", "trim(")):
        return _is_word(text.args[0])
    parts = {_is_word(one) for one in text.args} if text.op == "concatenated" else set()
    if text.op == "choice" and text.type.name == "text":
        parts = {_is_word(one) for _, one in sql.cases_of(text)}
        return parts.pop() if len(parts) == 1 else None
    return False if False in parts else True if parts == {True} else None


def _of_text(reader: Reader, owner: Any, name: str, args: Sequence[Any]) -> Any:
    texts = [as_text(one) for one in (owner, *args)]
    match name:
        case "split":
            if len(texts) == 1:
                pattern = r"list_filter(regexp_split_to_array({}, '\s+'), lambda word: word <> '')"
                return SymList(sql.expr(pattern, texts[0], type=list_of(TEXT)))
            return SymList(sql.expr("string_split({}, {})", *texts, type=list_of(TEXT)))
        case "startswith" | "endswith":
            function = {"startswith": "starts_with", "endswith": "ends_with"}[name]
            given = args[0]
            options = [one.value for one in _entries(reader, given)] if isinstance(given, Items | tuple) else [given]
            conditions = [sql.expr(f"{function}({{}}, {{}})", texts[0], as_text(one), type=BOOL) for one in options]
            return of_condition(sql.any_of(*conditions))
        case "strip":
            return Sym(sql.expr("trim({}, {})", *texts, type=TEXT))
        case "lstrip" | "rstrip":
            return Sym(sql.expr(f"{name[0]}trim({{}}, {{}})", *texts, type=TEXT))
        case "lower" | "upper":
            return Sym(sql.expr(f"{name}({{}})", texts[0], type=TEXT))
        case "partition":
            place = sql.expr("strpos({}, {})", *texts, type=INT)
            patterns = [
                "case when {0} > 0 then {1}[:{0} - 1] else {1} end",
                "case when {0} > 0 then {2} else '' end",
                "case when {0} > 0 then {1}[{0} + length({2}):] else '' end",
            ]
            return Items((), [Entry((), Sym(sql.expr(pattern, place, *texts, type=TEXT))) for pattern in patterns])
        case "replace":
            return _replace(reader, owner, *args)
        case "count":
            without = sql.expr("(length({0}) - length(replace({0}, {1}, ''))) // length({1})", *texts, type=INT)
            return Sym(without)
        case "format":
            return _formatted(owner, args)
        case "isalnum" if (is_word := _is_word(texts[0])) is not None:
            return is_word
        case "isalnum":
            return Sym(sql.expr("regexp_full_match({}, '[\\p{{L}}\\p{{N}}]+')", texts[0], type=BOOL))
        case "isascii":
            return Sym(sql.expr("regexp_full_match({}, '[\\x00-\\x7f]*')", texts[0], type=BOOL))
    raise TypeError(f"{name} of a text")


def _formatted(pattern: Any, args: Sequence[Any]) -> Any:
    """A pattern may have parts that the call decides, in which no place is filled in."""
    whole = as_text(pattern)
    parts: list[Any] = []
    following = iter(args)
    for part in whole.args if whole.op == "concatenated" else [whole]:
        if not sql.is_constant(part):
            parts.append(Sym(part))
            continue
        for text, place in re.findall(r"([^{]*)(\{\w*\})?", part.value):
            parts.append(text)
            if place:
                number = place[1:-1]
                parts.append(args[int(number)] if number.isdigit() else next(following))
    return text_of(*parts)


def _replaced(text: Expr, old: str, new: Any) -> Any:
    """Parts that the call decides do not have what is replaced."""
    return of_expression(_replaced_in(text, old, new))


def _replaced_in(text: Expr, old: str, new: Any) -> Expr:
    if sql.is_constant(text):
        first, *others = text.value.split(old)
        return as_text(text_of(first, *(part for other in others for part in (new, other)))) if others else text
    if text.op == "concatenated":
        return sql.concatenated(*(_replaced_in(part, old, new) for part in text.args))
    if text.op in sql.OF_TEXTS:
        args = [_replaced_in(part, old, new) if part.type.name == "text" else part for part in text.args]
        return sql.expr(text.pattern, *args, type=text.type, op=text.op)
    return text


def _is_pattern_with(text: Expr, old: str) -> bool | None:
    """Whether a pattern has what is replaced in it; None of a text that the call decides."""
    if sql.is_constant(text):
        return old in text.value
    if text.op not in sql.OF_TEXTS:
        return None
    return any(_is_pattern_with(part, old) for part in text.args if part.type.name == "text")
