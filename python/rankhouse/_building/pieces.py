"""Texts that the call decides in many places, as data: DuckDB binds every word of an expression at each call.

A text is a list of pieces, each a text under conditions. The conditions and the values that stand in the pieces are
made once, in two lists; which pieces there are, and what fills them, is looked up there. What is chosen by a name, such
as a measure's formula, is looked up by the name, and only then in pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rankhouse._building import expressions as sql
from rankhouse._building.expressions import (
    BOOL,
    FALSE,
    INT,
    OF_TEXTS,
    TEXT,
    TRUE,
    Expr,
    cases_of,
    from_the_leaves,
    list_of,
)

FEW = 4
"""Choices of a text up to which it stays an expression."""
SHORT = 300
"""Characters of a part that is there more than once up to which it is written anew."""
PIECE, UNDER, AND, VALUE, PART = "¶", "¦", "·", "ǀ", "¬"
"""Before each piece; after its conditions; between these; around the number of a value; between several texts."""
Conditions = tuple[tuple[Expr, bool], ...]


def lowered(root: Expr) -> Expr:
    """With texts as data in place of expressions of many choices."""
    return _Lowering(root).of(root)


class _Lowering:
    def __init__(self, root: Expr) -> None:
        self.done: dict[Expr, Expr] = {}
        self.uses: Counter[Expr] = Counter()
        self.choices: dict[Expr, int] = {}
        self.lengths: dict[Expr, int] = {}
        for one in from_the_leaves(root):
            self.uses.update(one.args)
            is_choice = one.op in ("choice", "when") and one.type.name == "text"
            self.choices[one] = (len(one.args) // 2 if is_choice else 0) + sum(
                self.choices[arg] for arg in one.args if one.op in OF_TEXTS
            )
            self.lengths[one] = len(one.pattern) + sum(self.lengths[arg] for arg in one.args)

    def of(self, one: Expr) -> Expr:
        if one not in self.done:
            self.done[one] = self._made(one)
        return self.done[one]

    def _made(self, one: Expr) -> Expr:
        if _is_of_pieces(one) and self.choices[one] > FEW:
            return self._template(one)
        if one.op == "record":
            self._together(one)
        if not one.args:
            return one
        args = [self.of(arg) for arg in one.args]
        return sql.expr(one.pattern, *args, type=one.type, binds=one.binds, value=one.value, op=one.op)

    def _together(self, record: Expr) -> None:
        """Fields that are looked up by the same name are one text, taken apart afterwards."""
        by_name: dict[Expr, list[Expr]] = {}
        for arg in record.args:
            if arg.type.name == "text" and arg not in self.done and (looked_up := _looked_up(arg)) is not None:
                by_name.setdefault(looked_up[0], []).append(arg)
        for key, args in by_name.items():
            if len(args) < 2:
                continue
            found = _Pieces(self)
            texts = [dict(looked_up[1]) for arg in args if (looked_up := _looked_up(arg))]
            names = list(dict.fromkeys(name for each in texts for name in each))
            others = [cases_of(arg)[-1][1] for arg in args]
            templates = [
                found.text_of([each.get(name, other) for each, other in zip(texts, others, strict=True)])
                for name in names
            ]
            templates.append(found.text_of(others))
            template = sql.expr(
                f"list_extract({{}}, coalesce(list_position({{}}, {{}}), {len(templates)}))",
                sql.constant_list(templates),
                sql.constant_list(names),
                key,
                type=TEXT,
            )
            parts = sql.expr(f"string_split({{}}, '{PART}')", found.filled(template, TEXT), type=list_of(TEXT))
            part = sql.variable("part", TEXT)
            there = sql.expr("case when {0} <> '' then {0} end", part, type=TEXT)
            parts = sql.bound("list_transform({}, lambda {}: {})", parts, [part], there, list_of(TEXT))
            for number, arg in enumerate(args, 1):
                own = sql.expr(f"list_extract({{}}, {number})", parts, type=arg.type)
                self.done[arg] = own if arg.type.optional else sql.or_nothing(own)

    def _template(self, one: Expr) -> Expr:
        found = _Pieces(self)
        if (looked_up := _looked_up(one)) is not None:
            key, texts = looked_up
            keys = sql.constant_list([name for name, _ in texts])
            listed = sql.constant_list(
                [found.text(text) for text in [*(text for _, text in texts), cases_of(one)[-1][1]]]
            )
            pattern = f"list_extract({{}}, coalesce(list_position({{}}, {{}}), {len(texts) + 1}))"
            template = sql.expr(pattern, listed, keys, key, type=TEXT)
        else:
            template = sql.constant(found.text(one))
        return found.filled(template, one.type)


def _is_of_pieces(one: Expr) -> bool:
    return one.type.name == "text" and one.op in OF_TEXTS


def _looked_up(one: Expr) -> tuple[Expr, list[tuple[str, Expr]]] | None:
    """The name that a choice goes by, and what it gives for each; the last one for any other."""
    if one.op != "choice":
        return None
    cases = cases_of(one)
    keys = sql.keys_of([condition for condition, _ in cases[:-1]])
    if len(cases) <= FEW or keys is None or len(keys[0]) > 1:
        return None
    return keys[0][0], [(name, text) for named, (_, text) in zip(keys[1], cases, strict=False) for (name,) in named]


FILLED = (
    "list_aggr(list_transform(string_split(list_aggr(list_transform(list_filter(list_transform("
    f"string_split({{0}}['text'], '{PIECE}'), lambda piece: string_split(piece, '{UNDER}')), lambda thirds:"
    f" list_has_all({{0}}['held'], string_split(thirds[1], '{AND}'))"
    f" and not list_has_any({{0}}['held'], string_split(thirds[2], '{AND}'))),"
    f" lambda thirds: thirds[3]), 'string_agg', ''), '{VALUE}'), lambda part, place: case when place % 2 = 1 then part"
    " else list_extract({0}['filled'], part::bigint) end), 'string_agg', '')"
)
"""The text of a template, of a record with what is held and what fills it: the pieces that are there, as one."""


@dataclass
class _Pieces:
    """What a template looks up: what is held of values and lists, conditions, and the values that fill it."""

    lowering: _Lowering
    held: dict[Expr, str] = field(default_factory=dict)
    values: dict[Expr, int] = field(default_factory=dict)

    def text(self, one: Expr) -> str:
        return self.text_of([one])

    def text_of(self, texts: Sequence[Expr]) -> str:
        """Of several texts, with a mark between them."""
        pieces: list[tuple[Conditions, str]] = []
        parts: list[tuple[Conditions, str | Expr]] = []
        for number, one in enumerate(texts):
            parts += [((), PART)] if number else []
            parts += self._parts(one, (), is_whole=True)
        for conditions, part in parts:
            text = part if isinstance(part, str) else f"{VALUE}{self._number(self.values, part)}{VALUE}"
            if pieces and pieces[-1][0] == conditions:
                pieces[-1] = conditions, pieces[-1][1] + text
            else:
                pieces.append((conditions, text))
        return PIECE.join(f"{self._said(conditions)}{UNDER}{text}" for conditions, text in pieces)

    def _said(self, conditions: Conditions) -> str:
        """What has to be held, and what must not be."""
        said: dict[bool, list[str]] = {True: [], False: []}
        for condition, is_true in conditions:
            said[is_true].append(self._held(condition))
        there, others = AND.join(said[True]), AND.join(said[False]) or "none"
        return f"{there}{UNDER}{others}"

    def _held(self, condition: Expr) -> str:
        """How a condition is called among what is held: by its number, or by a value and what it has to be."""
        compared, name = condition, ""
        if condition.op == "equal" and sql.is_constant(condition.args[1]) and condition.args[0].type.name == "text":
            compared, name = condition.args[0], str(condition.args[1].value)
        elif condition.pattern.startswith("list_contains(") and sql.is_constant(condition.args[1]):
            compared, listed = condition.args
            name = str(listed.value)
        if compared is condition:
            numbers = [one for one in self.held if one.type.name == "bool"]
            return self.held.setdefault(condition, str(len(numbers) + 1))
        return self.held.setdefault(compared, f"v{len(self.held)}") + f"={name}"

    def _number(self, numbers: dict[Expr, int], one: Expr) -> int:
        return numbers.setdefault(one, len(numbers) + 1)

    def _parts(self, one: Expr, under: Conditions, is_whole: bool = False) -> Iterator[tuple[Conditions, str | Expr]]:
        is_shared = self.lowering.uses[one] > 1 and self.lowering.lengths[one] > SHORT
        if sql.is_constant(one):
            if one.value:
                yield under, one.value
        elif one.op == "concatenated" and (is_whole or not is_shared):
            for arg in one.args:
                yield from self._parts(arg, under)
        elif one.pattern.startswith("null"):
            return
        elif one.op == "choice" and (is_whole or (one.type == TEXT and not is_shared)) and _looked_up(one) is None:
            left = under
            for condition, text in cases_of(one):
                if (now := _added(left, condition, is_true=True)) is not None:
                    yield from self._parts(text, now)
                if condition is TRUE or (more := _added(left, condition, is_true=False)) is None:
                    break
                left = more
        elif one.op == "listed" and (is_whole or not is_shared):
            yield from self._listed(one, under)
        else:
            yield under, one

    def _listed(self, one: Expr, under: Conditions) -> Iterator[tuple[Conditions, str | Expr]]:
        separator, *texts = one.args
        before: list[Expr] = []
        for text in texts:
            is_there, inner = _presence(text)
            here = _added(under, is_there, is_true=True)
            if here is None:
                continue
            if before:
                after = _added(here, sql.any_of(*before), is_true=True)
                if after is not None:
                    yield after, separator.value
            yield from self._parts(inner, here)
            before.append(is_there)

    def filled(self, template: Expr, type_: sql.Type) -> Expr:
        """The text of the pieces that are there, with their values; NULL for none, where it may be."""
        values = [self.lowering.of(one) for one in self.values]
        listed = sql.expr("[" + ", ".join(["{}"] * len(values)) + "]::varchar[]", *values, type=list_of(TEXT))
        text = sql.expr("{} {} {}", template, self._all_held(), listed, type=TEXT, op="filled")
        return sql.expr("{}", text, type=type_) if type_.optional else sql.or_nothing(text)

    def _all_held(self) -> Expr:
        found: list[Expr] = []
        single: list[Expr] = []
        conditions: list[Expr] = []
        for one, name in self.held.items():
            made = self.lowering.of(one)
            if one.type.name == "list":
                each = sql.variable("each", TEXT)
                named = sql.concatenated(sql.constant(f"{name}="), each)
                found.append(sql.bound("list_transform({}, lambda {}: {})", made, [each], named, list_of(TEXT)))
            elif one.type.name == "text":
                single.append(sql.concatenated(sql.constant(f"{name}="), made))
            else:
                conditions.append(made)
        if conditions:
            is_true, place = sql.variable("is_true", BOOL), sql.variable("place", INT)
            number = sql.expr("case when {} then {}::varchar end", is_true, place, type=TEXT)
            listed = sql.expr("[" + ", ".join(["{}"] * len(conditions)) + "]", *conditions, type=list_of(BOOL))
            found.append(
                sql.bound("list_transform({}, lambda {}, {}: {})", listed, [is_true, place], number, list_of(TEXT))
            )
        # What asks for nothing has an empty text in its place.
        single.append(sql.constant(""))
        found.append(sql.expr("[" + ", ".join(["{}"] * len(single)) + "]", *single, type=list_of(TEXT)))
        return (
            found[0]
            if len(found) == 1
            else sql.expr(f"list_concat({', '.join(['{}'] * len(found))})", *found, type=list_of(TEXT))
        )


def _presence(text: Expr) -> tuple[Expr, Expr]:
    """Of an entry of a list the condition that it is there, and its text."""
    if text.op == "when":
        return text.args[0], text.args[1]
    if text.op == "joined":
        return sql.has_any(text.args[0]), sql.or_nothing(text)
    return TRUE, text


def _added(conditions: Conditions, condition: Expr, is_true: bool) -> Conditions | None:
    """The conditions and one more, told apart into its parts; none where they exclude each other."""
    condition = sql.under(condition, sql.facts_of((one for one, is_held in conditions if is_held), is_true=True))
    if condition in (TRUE, FALSE):
        return conditions if (condition is TRUE) == is_true else None
    if condition.op in ("not", "is not null"):
        return _added(conditions, sql.no(condition), not is_true)
    if condition.op == ("and" if is_true else "or"):
        found: Conditions | None = conditions
        for part in condition.args:
            found = None if found is None else _added(found, part, is_true)
        return found
    if (condition, not is_true) in conditions:
        return None
    if (condition, is_true) in conditions:
        return conditions
    if is_true and (facts := sql.facts_of([condition], is_true=True)):
        # What a value is says what it is not.
        conditions = tuple(each for each in conditions if each[1] or sql.under(each[0], facts) is not FALSE)
    return (*conditions, (condition, is_true))
