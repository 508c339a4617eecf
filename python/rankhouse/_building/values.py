"""What templates work with while they are read for a table macro: known values, and values that the call decides.

Known values are Python's own. Of a call there are
    Sym         a text, number or boolean, as an expression
    Cases       one of several values, each under its condition: the first one that holds, and one does
    SymList     a list, as an expression
    SymMap      a dictionary, as an expression
    Items       a list that a template makes: its entries under conditions, or once for each of a list
    Table       a dictionary that a template makes
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from rankhouse._building import expressions as sql
from rankhouse._building.expressions import BOOL, FALSE, INT, TEXT, TRUE, Expr, Type, list_of, unified


class Missing:
    """No value: what a dictionary has not."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = Missing()


@dataclass(frozen=True, eq=False)
class Sym:
    expr: Expr

    def __bool__(self) -> bool:
        raise TypeError("whether this is true is not known before the table macro is called")


@dataclass(frozen=True, eq=False)
class SymList:
    expr: Expr

    @property
    def item(self) -> Type:
        return self.expr.type.item or TEXT


@dataclass(frozen=True, eq=False)
class SymMap:
    expr: Expr


@dataclass(frozen=True, eq=False)
class Loop:
    """Once for each of a list, by a variable; `index` counts from 1."""

    source: Expr
    variable: Expr
    index: Expr


@dataclass(frozen=True, eq=False)
class Cases:
    alternatives: tuple[tuple[Expr, Any], ...]


@dataclass
class Entry:
    path: tuple[Expr | Loop, ...]
    value: Any


@dataclass(eq=False)
class Items:
    base: tuple[Expr | Loop, ...]
    entries: list[Entry] = field(default_factory=list)


@dataclass(eq=False)
class Table:
    base: tuple[Expr | Loop, ...]
    values: dict[Any, Any] = field(default_factory=dict)
    rest: SymMap | None = None
    """Where other keys are looked up."""


OF_A_CALL = (Sym, SymList, SymMap, Cases, Items, Table)


def has_loop(entry: Entry) -> bool:
    return any(isinstance(element, Loop) for element in entry.path)


def has_loops(items: Items) -> bool:
    return any(map(has_loop, items.entries))


def condition_of(path: Sequence[Expr | Loop]) -> Expr:
    """All conditions of a path together."""
    return sql.all_of(*(element for element in path if isinstance(element, Expr)))


@dataclass(frozen=True)
class Knowledge:
    """What is known of conditions; `open` are those that are known, of which it is not known why."""

    known: Mapping[Expr, bool] = field(default_factory=dict)
    fixed: Mapping[Expr, Any] = field(default_factory=dict)
    open: tuple[Expr, ...] = ()
    found: dict[Expr, Expr] = field(default_factory=dict)
    then: dict[Expr, Knowledge] = field(default_factory=dict)
    """What is known with one condition more."""

    def with_(self, condition: Expr) -> Knowledge:
        if (found := self.then.get(condition)) is None:
            found = self.then[condition] = self._with(condition)
        return found

    def _with(self, condition: Expr) -> Knowledge:
        more = Knowledge(dict(self.known), dict(self.fixed), self.open)
        waiting, news = [(condition, True)], set[Expr]()
        while waiting:
            one, is_true = waiting.pop()
            more.known[one] = is_true  # type: ignore[index]
            if one.op in ("not", "is not null"):
                waiting.append((sql.no(one), not is_true))
            elif one.op in ("and", "or"):
                if is_true == (one.op == "and"):
                    waiting += [(part, is_true) for part in one.args]
                else:
                    more = replace(more, open=(*more.open, one))
            elif is_true and one.op == "equal" and sql.is_constant(one.args[1]):
                more.fixed[one.args[0]] = one.args[1].value  # type: ignore[index]
            news |= sql.parts_of(one)
            if not waiting:
                more = replace(more, found={}, then={})
                followed, settled = more._following(news)
                more = replace(more, open=tuple(one for one in more.open if one not in settled))
                waiting, news = list(followed), set()
        return more

    def _following(self, news: set[Expr]) -> tuple[list[tuple[Expr, bool]], set[Expr]]:
        """Of open conditions that news concern what their last part must be, and those of which nothing is left."""
        found, settled = [], set()
        for condition in self.open:
            if news.isdisjoint(sql.parts_of(condition)):
                continue
            decisive = sql.constant(self.known[condition])
            left = [each for each in map(self.simplified, condition.args) if each is not sql.no(decisive)]
            if decisive in left or len(left) == 1:
                settled.add(condition)
            if len(left) == 1 and decisive not in left:
                found.append((left[0], self.known[condition]))
        return found, settled

    def simplified(self, condition: Expr) -> Expr:
        if condition.value is not None:
            return condition
        if (found := self.found.get(condition)) is None:
            found = self._simplified(condition)
            if found in self.known:
                found = sql.constant(self.known[found])
            self.found[condition] = found
        return found

    def _simplified(self, condition: Expr) -> Expr:
        if condition in self.known:
            return sql.constant(self.known[condition])
        match condition.op:
            case "not" | "is not null":
                return sql.no(self.simplified(sql.no(condition)))
            case "and":
                return sql.all_of(*map(self.simplified, condition.args))
            case "or":
                return sql.any_of(*map(self.simplified, condition.args))
            case "equal" if condition.args[0] in self.fixed and sql.is_constant(condition.args[1]):
                return sql.constant(self.fixed[condition.args[0]] == condition.args[1].value)
        return condition


FEW = 8
"""Open conditions that are followed, and alternatives that are told apart one by one."""


class Path:
    """The conditions and loops that what is read now stands under, and what follows from them."""

    def __init__(self) -> None:
        self.elements: tuple[Expr | Loop, ...] = ()
        self.knowledge = Knowledge()

    @contextmanager
    def under(self, *elements: Expr | Loop) -> Iterator[None]:
        before = self.elements, self.knowledge
        self.add(*elements)
        try:
            yield
        finally:
            self.elements, self.knowledge = before

    def add(self, *elements: Expr | Loop) -> None:
        """For good, as far as what stands around it goes."""
        for element in elements:
            if isinstance(element, Loop):
                self.elements += (element,)
            elif (condition := self.simplified(element)) is not TRUE:
                self.elements += (condition,)
                self.knowledge = self.knowledge.with_(condition)

    def assume(self, condition: Expr) -> None:
        """For good, as `add`, but nothing stands under it: where it does not hold nothing is asked for."""
        if (left := self.simplified(condition)) is not TRUE:
            self.knowledge = self.knowledge.with_(left)

    def leave(self, condition: Expr) -> None:
        """For the alternatives after one: that it does not hold, as far as that says something by itself."""
        if condition.op != "and" or len(self.knowledge.open) < FEW:
            self.add(sql.no(condition))

    def simplified(self, condition: Expr) -> Expr:
        return self.knowledge.simplified(condition)

    def beyond(self, base: Sequence[Expr | Loop]) -> tuple[Expr | Loop, ...]:
        """What stands around this, and does not around something that was made before."""
        return tuple(element for element in self.elements if element not in base)

    def cases(self, alternatives: Sequence[tuple[Expr, Any]]) -> Any:
        """The first alternative whose condition holds; the value itself where that is known."""
        found: list[tuple[Expr, Any]] = []
        alternatives = list(_each_alternative(alternatives))
        exclusive = sql.exclude_each_other([condition for condition, _ in alternatives[:-1]])
        with self.under():
            for condition, value in alternatives:
                left = self.simplified(condition)
                if left is FALSE or value is MISSING:
                    continue
                if found and is_same(found[-1][1], value):
                    found[-1] = (sql.any_of(found[-1][0], left), value)
                else:
                    found.append((left, value))
                if left is TRUE:
                    break
                if not exclusive:
                    self.leave(left)
        if not found:
            return MISSING
        return found[0][1] if len(found) == 1 else Cases(tuple(found))

    def known(self, value: Any) -> Any:
        """Without the cases that cannot be here."""
        if not isinstance(value, Cases):
            return value
        conditions = [self.simplified(condition) for condition, _ in value.alternatives[:-1]]
        if any(condition in (TRUE, FALSE) for condition in conditions):
            return self.cases(value.alternatives)
        return value

    def each_case(self, value: Any, function: Callable[[Any], Any]) -> Any:
        """What a function gives of a value, by cases where there are several."""
        value = self.known(value)
        if not isinstance(value, Cases):
            return function(value)
        found = []
        with self.under():
            for condition, one in value.alternatives:
                with self.under(condition):
                    found.append((condition, function(one)))
                self.leave(condition)
        return self.cases(found)


def one_of(condition: Expr, value: Any, otherwise: Any) -> Cases:
    return Cases(tuple(_each_alternative([(condition, value), (TRUE, otherwise)])))


def condensed(value: Any) -> Any:
    """One of many records, lists or texts of a declaration as one that DuckDB looks up."""
    if (
        not isinstance(value, Cases)
        or len(value.alternatives) < FEW
        or any(_is_nested(one) for _, one in value.alternatives)
    ):
        return value
    try:
        return of_expression(as_expression(value))
    except TypeError:
        return value


def _is_nested(value: Any) -> bool:
    """Whether it is a dictionary of dictionaries, which a declaration is."""
    values = value.values if isinstance(value, Table) else value
    return isinstance(values, Mapping) and any(isinstance(one, Mapping | Table) for one in values.values())


def _keys_of(value: Any) -> tuple[Any, ...] | None:
    values = value.values if isinstance(value, Table) else value
    return tuple(values) if isinstance(values, Mapping) else None


def settled(value: Any) -> Any:
    """Of one of several values the one that it is, as DuckDB finds it: what follows need not tell them apart."""
    if not isinstance(value, Cases) or any(isinstance(one, Items) for _, one in value.alternatives):
        return value
    if len(value.alternatives) == 2 and any(one is None for _, one in value.alternatives):
        return value
    values = [one for _, one in value.alternatives]
    if any(map(_is_nested, values)) or len(set(map(_keys_of, values))) > 1:
        return value
    try:
        return of_expression(as_expression(value))
    except TypeError:
        return value


def _each_alternative(alternatives: Sequence[tuple[Expr, Any]]) -> Iterator[tuple[Expr, Any]]:
    for condition, value in alternatives:
        if isinstance(value, Cases):
            yield from ((sql.all_of(condition, own), one) for own, one in value.alternatives)
        else:
            yield condition, value


def is_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, Sym) and isinstance(other, Sym):
        return one.expr is other.expr
    if isinstance(one, (*OF_A_CALL, Missing)) or isinstance(other, (*OF_A_CALL, Missing)):
        return False
    return type(one) is type(other) and bool(one == other)


def of_expression(expr: Expr) -> Any:
    """An expression as a value, by its type."""
    if expr.type.optional:
        certain = replace(expr.type, optional=False)
        if expr.type.name == "none":
            return None
        same = sql.expr("{}", expr.args[0] if expr.pattern == "{}" else expr, type=certain)
        return Cases(((sql.is_null(expr), None), (TRUE, of_expression(same))))
    if expr.type.name == "list":
        return SymList(expr)
    if expr.type.name == "map":
        return SymMap(expr)
    if expr.type.name == "record":
        return Table((), {name: of_expression(field_of(expr, name)) for name, _ in expr.type.fields})
    return expr.value if sql.is_constant(expr) else Sym(expr)


def field_of(record: Expr, name: str) -> Expr:
    if record.op == "record":
        return record.args[[field for field, _ in record.type.fields].index(name)]
    return sql.expr(f"struct_extract({{}}, '{name}')", record, type=dict(record.type.fields)[name], op="field")


def number_as_text(number: Expr) -> Expr:
    """As Python writes it: without a fraction that is 0, which a number of a call never is told from a whole one by."""
    pattern = "case when {0} = trunc({0}) and abs({0}) < 1e15 then {0}::bigint::varchar else {0}::varchar end"
    return sql.expr(pattern, number, type=TEXT)


def as_text(value: Any) -> Expr:
    """As a template writes it."""
    if isinstance(value, Cases):
        return sql.text_of_choice([(condition, as_text(one)) for condition, one in value.alternatives])
    if isinstance(value, Sym):
        if value.expr.type.name == "float":
            return number_as_text(value.expr)
        if value.expr.type.name == "bool":
            return sql.expr("case when {} then 'True' else 'False' end", value.expr, type=TEXT)
        return value.expr if value.expr.type.name == "text" else sql.expr("{}::varchar", value.expr, type=TEXT)
    if isinstance(value, SymList | SymMap):
        return sql.expr("{}::varchar", value.expr, type=TEXT)
    if isinstance(value, OF_A_CALL):
        raise TypeError(f"{type(value).__name__} has no text")
    return sql.constant(str(value))


def text_of(*values: Any) -> Any:
    """Values one after the other, as a text."""
    found = sql.concatenated(*map(as_text, values))
    return found.value if sql.is_constant(found) else Sym(found)


def as_expression(value: Any) -> Expr:
    """A value as DuckDB has it."""
    if isinstance(value, Sym | SymList | SymMap):
        return value.expr
    if isinstance(value, Cases):
        return _expression_of_cases(value)
    if isinstance(value, Items):
        return list_of_entries(value)
    if isinstance(value, list | tuple):
        return _list([as_expression(one) for one in value])
    if isinstance(value, Table | Mapping) and getattr(value, "rest", None) is None:
        values = value.values if isinstance(value, Table) else value
        return record_of({name: as_expression(one) for name, one in values.items()})
    if value is None or isinstance(value, str | int | float):
        return sql.constant(value)
    raise TypeError(f"{value!r} is no value of DuckDB")


def _expression_of_cases(value: Cases) -> Expr:
    (condition, first), (_, last) = value.alternatives[0], value.alternatives[-1]
    if len(value.alternatives) == 2 and first is None and isinstance(last, Sym | SymList | SymMap):
        # What is NULL or something is that.
        whole = last.expr.args[0] if last.expr.pattern == "{}" else last.expr
        if condition is sql.is_null(whole):
            return sql.expr("{}", whole, type=replace(last.expr.type, optional=True))
    cases = [(condition, as_expression(one)) for condition, one in value.alternatives if one is not MISSING]
    type_ = cases[0][1].type
    for _, one in cases[1:]:
        type_ = unified(type_, one.type)
    converted = [(condition, converted_to(one, type_)) for condition, one in cases]
    if type_.name == "record" and not type_.optional:
        fields = {
            name: _choice([(condition, field_of(one, name)) for condition, one in converted], field)
            for name, field in type_.fields
        }
        return record_of(fields, type_)
    return _choice(converted, type_)


def _choice(converted: Sequence[tuple[Expr, Expr]], type_: Type) -> Expr:
    """Equal values of alternatives that exclude each other are one; many constants are looked up."""
    whens, last = list(converted[:-1]), converted[-1]
    if all(one is last[1] for _, one in whens):
        return last[1]
    keys = sql.keys_of([condition for condition, _ in whens])
    if keys is not None:
        is_known = all(sql.is_made_of_constants(one) for _, one in converted)
        compared, known = keys
        if is_known and (len(whens) >= FEW or (len(compared) > 1 and sum(map(len, known)) >= FEW)):
            return _looked_up(*keys, [one for _, one in converted], type_)
        by_value: dict[Expr, list[Expr]] = {}
        for condition, one in whens:
            by_value.setdefault(one, []).append(condition)
        by_value.pop(last[1], None)
        converted = [(sql.any_of(*conditions), one) for one, conditions in by_value.items()] + [last]
    is_text = type_ == TEXT and all(one.type == TEXT for _, one in converted)
    return sql.text_of_choice(converted) if is_text else sql.choice(converted, type_)


def names_of_keys(compared: Sequence[Expr], keys: Sequence[sql.Keys]) -> tuple[Expr, Expr]:
    """The constants that several values are compared with as a list of texts, and the text of these values."""
    parts: list[Expr] = []
    for one in compared:
        text = sql.expr("coalesce({}, '')", one, type=TEXT) if one.type.optional else one
        parts += [sql.constant("."), text] if parts else [text]
    flat = [".".join("" if part is None else str(part) for part in key) for each in keys for key in each]
    return sql.constant_list(flat), sql.concatenated(*parts)


def _looked_up(compared: Sequence[Expr], keys: Sequence[sql.Keys], values: Sequence[Expr], type_: Type) -> Expr:
    """The constant at the place of a key, the last one at any other."""
    listed_keys, key = names_of_keys(compared, keys)
    position = sql.expr("list_position({}, {})", listed_keys, key, type=INT)
    distinct = list(dict.fromkeys(values))
    places = [distinct.index(one) + 1 for each, one in zip(keys, values, strict=False) for _ in each]
    numbers = sql.expr(f"'{places}'::bigint[]", type=list_of(INT))
    otherwise = distinct.index(values[-1]) + 1
    place = sql.expr(f"coalesce(list_extract({{}}, {{}}), {otherwise})", numbers, position, type=INT)
    listed = sql.constant_of(_list([converted_to(one, type_) for one in distinct]))
    return sql.expr("list_extract({}, {})", listed, place, type=type_)


def converted_to(one: Expr, type_: Type) -> Expr:
    """The same as of another type, which it is of too."""
    if replace(one.type, optional=type_.optional) == type_:
        return one
    if one.type.name == "none" or one.pattern == "[]":
        return sql.expr(f"{one.pattern}::{type_.sql}", type=type_)
    if type_.name == "record" and not one.type.optional:
        have = dict(one.type.fields)
        fields = {
            name: converted_to(field_of(one, name), wanted)
            if name in have
            else sql.expr(f"null::{wanted.sql}", type=wanted)
            for name, wanted in type_.fields
        }
        return record_of(fields, type_)
    return sql.expr(f"{{}}::{type_.sql}", one, type=type_)


def _list(items: Sequence[Expr]) -> Expr:
    if not items:
        return sql.expr("[]", type=Type("list"), op="list")
    type_ = items[0].type
    for one in items[1:]:
        type_ = unified(type_, one.type)
    pattern = "[" + ", ".join(["{}"] * len(items)) + "]"
    return sql.expr(pattern, *(converted_to(one, type_) for one in items), type=list_of(type_), op="list")


def record_of(fields: Mapping[str, Expr], type_: Type | None = None) -> Expr:
    pattern = "{{" + ", ".join(f"'{name}': {{}}" for name in fields) + "}}"
    found = Type("record", fields=tuple((name, one.type) for name, one in fields.items()))
    return sql.expr(pattern, *fields.values(), type=type_ or found, op="record")


def list_of_entries(items: Items) -> Expr:
    """A list that a template makes as one of DuckDB."""
    parts: list[Expr] = []
    certain: list[Expr] = []
    for together in _in_loops(items.entries):
        entry = together[0]
        if len(together) > 1:
            # What one round adds stands before what the next one does.
            loop, *_ = entry.path
            assert isinstance(loop, Loop)
            inner = list_of_entries(Items((), [Entry(each.path[1:], each.value) for each in together]))
            parts += [_list(certain)] if certain else []
            parts.append(sql.expr("flatten({})", loop_over(loop, inner), type=inner.type))
            certain = []
        elif entry.path:
            parts += [_list(certain)] if certain else []
            certain = []
            parts.append(_part(entry.path, as_expression(entry.value)))
        else:
            certain.append(as_expression(entry.value))
    if certain or not parts:
        parts.append(_list(certain))
    type_ = parts[0].type
    for one in parts[1:]:
        type_ = unified(type_, one.type)
    parts = [converted_to(one, type_) for one in parts]
    pattern = f"list_concat({', '.join(['{}'] * len(parts))})"
    return parts[0] if len(parts) == 1 else sql.expr(pattern, *parts, type=type_)


def _in_loops(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries, those of the rounds of one loop together."""
    for loop, group in groupby(entries, lambda entry: entry.path[0] if entry.path else None):
        together = list(group)
        yield from [together] if isinstance(loop, Loop) else [[entry] for entry in together]


def _part(path: Sequence[Expr | Loop], value: Expr) -> Expr:
    """An entry as a list: of nothing, of one or of many."""
    if not path:
        return _list([value])
    first, rest = path[0], path[1:]
    if not isinstance(first, Loop):
        part = _part(rest, value)
        return sql.choice([(first, part), (TRUE, sql.expr(f"[]::{part.type.sql}", type=part.type))], part.type)
    if not rest:
        return loop_over(first, value)
    if not isinstance(rest[0], Loop) and len(rest) == 1 and first.index not in value.free:
        return loop_over(replace(first, source=filtered(first, rest[0])), value)
    inner = _part(rest, value)
    return sql.expr("flatten({})", loop_over(first, inner), type=inner.type)


def loop_over(loop: Loop, value: Expr) -> Expr:
    """A value for each of a list."""
    if loop.index in value.free:
        pattern, variables = "list_transform({}, lambda {}, {}: {})", [loop.variable, loop.index]
    else:
        pattern, variables = "list_transform({}, lambda {}: {})", [loop.variable]
    return sql.bound(pattern, loop.source, variables, value, list_of(value.type))


def filtered(loop: Loop, condition: Expr) -> Expr:
    if loop.index in condition.free:
        pattern, variables = "list_filter({}, lambda {}, {}: {})", [loop.variable, loop.index]
    else:
        pattern, variables = "list_filter({}, lambda {}: {})", [loop.variable]
    return sql.bound(pattern, loop.source, variables, condition, loop.source.type)


def loop_for(source: Expr) -> Loop:
    return Loop(source, sql.variable("each", source.type.item or TEXT), sql.variable("place", INT))


def joined(items: Items, separator: str) -> Any:
    """The entries as a text, with a separator between those that are there."""
    if all(not entry.path for entry in items.entries):
        parts: list[Any] = []
        for entry in items.entries:
            parts += [separator, entry.value] if parts else [entry.value]
        return text_of(*parts) if parts else ""
    texts = []
    for entry in items.entries:
        if has_loop(entry):
            text = sql.joined(_part(entry.path, as_text(entry.value)), separator)
            if isinstance(loop := entry.path[-1], Loop) and len(entry.path) == 1:
                # Once for each of a list: there is some where the list has some.
                text = sql.when(sql.has_any(loop.source), sql.or_nothing(text))
            texts.append(text)
        elif entry.path:
            texts.append(sql.when(condition_of(entry.path), as_text(entry.value)))
        else:
            texts.append(as_text(entry.value))
    return Sym(sql.listed(separator, texts))


def joined_list(listed: Expr, separator: str) -> Sym:
    return Sym(sql.or_nothing(sql.joined(listed, separator)))


def truth(value: Any) -> Expr:
    """Whether a template takes a value for true."""
    if isinstance(value, Cases):
        return sql.choice([(condition, truth(one)) for condition, one in value.alternatives], BOOL)
    if isinstance(value, Sym):
        if value.expr.type.name == "bool":
            return value.expr
        if value.expr.type.name == "text":
            return _is_not_empty(value.expr)
        return sql.no(sql.equal(value.expr, sql.constant(0)))
    if isinstance(value, SymList):
        return sql.has_any(value.expr)
    if isinstance(value, SymMap):
        return sql.expr("(cardinality({}) > 0)", value.expr, type=BOOL)
    if isinstance(value, Items):
        return sql.any_of(*(_is_there(entry) for entry in value.entries))
    if isinstance(value, Table):
        return sql.constant(bool(value.values))
    return sql.constant(bool(value) and value is not MISSING)


def _is_not_empty(text: Expr) -> Expr:
    if sql.is_constant(text):
        return sql.constant(text.value != "")
    if text.op == "concatenated":
        return sql.any_of(*map(_is_not_empty, text.args))
    if text.op == "choice" and text.type == TEXT:
        return sql.choice([(condition, _is_not_empty(one)) for condition, one in sql.cases_of(text)], BOOL)
    if text.op == "listed" and any(_is_not_empty(one) is TRUE for one in text.args[1:] if one.op != "when"):
        return TRUE
    return sql.no(sql.equal(text, sql.constant("")))


def _is_there(entry: Entry) -> Expr:
    if has_loop(entry):
        return sql.has_any(_part(entry.path, sql.constant(1)))
    return condition_of(entry.path)


def length(value: Any) -> Any:
    if isinstance(value, SymList):
        return Sym(sql.length_of(value.expr))
    if isinstance(value, Sym):
        return Sym(sql.expr("length({})", value.expr, type=INT))
    if isinstance(value, Items):
        if all(not entry.path for entry in value.entries):
            return len(value.entries)
        if has_loops(value):
            return Sym(sql.length_of(list_of_entries(value)))
        counted = [
            sql.choice([(_is_there(entry), sql.constant(1)), (TRUE, sql.constant(0))], INT) for entry in value.entries
        ]
        return Sym(sql.expr("(" + " + ".join(["{}"] * len(counted)) + ")", *counted, type=INT))
    return len(value.values if isinstance(value, Table) else value)
