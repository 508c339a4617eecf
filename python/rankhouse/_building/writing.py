"""The text of an expression, in which what is there more than once is made once.

DuckDB has no `let`, and binds lambdas within lambdas in a time that doubles with each that looks at the one around it.
So what is made once goes through a list of one as a record that grows, a step after the other:
list_transform(list_transform([...], lambda s: {'x1': ...}), lambda s: {'x1': s.x1, 'x2': ...})[1], and within a loop
through its own list.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rankhouse._building.expressions import Expr, certain, constants_of, expr, from_the_leaves, is_constant, no
from rankhouse._building.pieces import FILLED
from rankhouse._building.values import names_of_keys
from rankhouse._rendering.sql import literal

WORTH_NAMING = 30
"""Words of SQL that are saved by making something once: DuckDB reads and binds each of them at every call."""
WORDS_OF_A_NAME = 5
FEW = 2
"""Texts between which || is shorter than concat."""
_WORD = re.compile(r"'(?:[^']|'')*'|\w+|[^\s\w{}]")


def written(root: Expr) -> str:
    return _Writer(root).text()


class _Writer:
    def __init__(self, root: Expr) -> None:
        self.root = root
        self.order = from_the_leaves(root)
        self.loops = {variable: one for one in self.order for variable in one.binds}
        """The loop of each variable."""
        self.depths: dict[Expr, int] = {}
        self.scopes = {one: self._scope_of(one) for one in self.order}
        self.names = self._named()
        self.levels = self._levels()
        self.own: dict[Expr | None, list[Expr]] = {}
        for one in self.names:
            self.own.setdefault(self.scopes[one], []).append(one)
        self.n_states = 0
        self.templates: dict[Expr, str] = {}
        """Of each that is filled how a record is asked for it: by a field, and a place there."""

    def text(self) -> str:
        own = self.own.get(None, [])
        if not own:
            return self._written(self.root, {})
        states, state = self._states(None, own, self.root, {})
        return f"list_transform({states}, lambda {state}:\n{self._written(self.root, {None: state})})[1]"

    # What is named, and where.

    def _depth(self, loop: Expr) -> int:
        """How many loops are around it, itself among them."""
        if loop not in self.depths:
            self.depths[loop] = 1 + max((self._depth(self.loops[each]) for each in loop.free), default=0)
        return self.depths[loop]

    def _scope_of(self, one: Expr) -> Expr | None:
        """The innermost loop whose variables it has."""
        return max((self.loops[each] for each in one.free), key=self._depth, default=None)

    def _named(self) -> dict[Expr, str]:
        """What is shorter to name than to write again."""
        named: set[Expr] = set()
        for _ in range(4):
            words: dict[Expr, int] = {}
            for one in self.order:
                own = len(_WORD.findall(one.pattern))
                words[one] = own + sum(
                    WORDS_OF_A_NAME if arg in named else words[arg] for arg in _as_often_as_written(one)
                )
            copies: Counter[Expr] = Counter({self.root: 1})
            found: set[Expr] = set()
            for one in reversed(self.order):
                saved = (copies[one] - 1) * words[one] - WORDS_OF_A_NAME * copies[one]
                if (saved >= WORTH_NAMING or one.op == "filled") and one not in self.loops and not is_constant(one):
                    found.add(one)
                    copies[one] = 1
                for arg in _as_often_as_written(one):
                    copies[arg] += copies[one]
            named = found
        return {one: f"x{number}" for number, one in enumerate((each for each in self.order if each in named), 1)}

    def _levels(self) -> dict[Expr, int]:
        """Of what is named the step that makes it: after all that it is made of, in its scope."""
        needed: dict[Expr, dict[Expr | None, int]] = {}
        levels: dict[Expr, int] = {}
        for one in self.order:
            found: dict[Expr | None, int] = {}
            for arg in one.args:
                for scope, level in needed[arg].items():
                    found[scope] = max(found.get(scope, 0), level)
            if one.binds:
                found.pop(one, None)
            if one in self.names:
                levels[one] = found.get(self.scopes[one], 0) + 1
                found[self.scopes[one]] = levels[one]
            needed[one] = found
        return levels

    def _reads(self, one: Expr, scope: Expr | None) -> set[Expr]:
        """What it takes from a record of the scope: what is named there, and the scope's variables."""
        found: set[Expr] = set()
        seen: set[Expr] = set()
        waiting = list(one.args)
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            is_of_scope = self.loops[each] is scope if each in self.loops else each in self.names
            if is_of_scope and (each in self.loops or self.scopes[each] is scope):
                found.add(each)
            elif each not in self.names or self.scopes[each] is not scope:
                waiting += each.args
        return found

    # The text.

    def _states(
        self, scope: Expr | None, own: Sequence[Expr], body: Expr, around: dict[Expr | None, str], source: str = ""
    ) -> tuple[str, str]:
        """The list of records with what is named in a scope, and what such a record is called."""
        variables = scope.binds if scope else ()
        n_levels = max(self.levels[one] for one in own)
        reads = {one: self._reads(one, scope) for one in own}
        at_end = self._reads(expr("{}", body, type=body.type), scope)
        # As late as can be, so that few values go through many records.
        first_read = dict.fromkeys(at_end, n_levels + 1)
        for one in sorted(own, key=self.levels.__getitem__, reverse=True):
            self.levels[one] = first_read.get(one, n_levels + 1) - 1
            for each in reads[one]:
                first_read[each] = min(first_read.get(each, n_levels + 1), self.levels[one])
        state, listed = "", source
        for level in range(1, n_levels + 1):
            here = {**around, scope: state} if state else dict(around)
            fields = [] if state else [f"'{each.pattern}': {each.pattern}" for each in variables]
            there = [one for one in own if self.levels[one] == level]
            fields += [f"'{self.names[one]}': {_bare(self._made(one, here))}" for one in there if one.op != "filled"]
            if templates := [one for one in there if one.op == "filled"]:
                fields.append(self._filled(templates, here))
            if not fields:
                continue
            record = "{" + ",\n".join(fields) + "}"
            if state:
                record = f"struct_concat({state}, {record})"
            if level == 1 and scope is None:
                listed = f"[{record}]"
            else:
                parameters = state or ", ".join(self._name(one) for one in variables)
                listed = f"list_transform({listed}, lambda {parameters}: {record})"
            self.n_states += 1
            state = f"s{self.n_states}"
        return listed, state

    def _filled(self, templates: Sequence[Expr], here: dict[Expr | None, str]) -> str:
        """A field of several texts, which are made alike."""
        parts = ("text", "held", "filled")
        name = f"t{len(self.templates)}"
        records = []
        for number, one in enumerate(templates, 1):
            self.templates[one] = f"{name}[{number}]"
            texts = (_bare(self._written(arg, here)) for arg in one.args)
            records.append("{" + ", ".join(f"'{part}': {text}" for part, text in zip(parts, texts, strict=True)) + "}")
        return f"'{name}': list_transform([{', '.join(records)}], lambda each: {FILLED.format('each')})"

    def _name(self, one: Expr) -> str:
        return self.names.get(one) or one.pattern

    def _access(self, one: Expr, state: str) -> str:
        name = self.templates.get(one) or self._name(one)
        return _field(state, name) if state else name

    def _written(self, one: Expr, states: dict[Expr | None, str]) -> str:
        """An expression where records of the scopes are called so."""
        if one in self.names:
            return self._access(one, states[self.scopes[one]])
        return self._made(one, states)

    def _made(self, one: Expr, states: dict[Expr | None, str]) -> str:
        if one in self.loops:
            return self._access(one, states.get(self.loops[one], ""))
        if one.op == "field" and (one.args[0] in self.names or one.args[0] in self.loops):
            return _field(self._written(one.args[0], states), one.pattern.split("'")[1])
        if one.op in ("and", "or"):
            return self._joined(one, states)
        if one.op == "equal" and _may_be_null(one.args[0]):
            left, right = (self._written(arg, states) for arg in one.args)
            return f"({left} is not distinct from {right})"
        if one.op == "concatenated" and len(one.args) > FEW and not any(map(_may_be_null, one.args)):
            return f"concat({', '.join(_bare(self._written(arg, states)) for arg in one.args)})"
        if not one.binds:
            return _filled(one.pattern, [self._written(arg, states) for arg in one.args])
        source, body = _bare(self._written(one.args[0], states)), one.args[-1]
        own = self.own.get(one, [])
        if not own:
            parameters = [each.pattern for each in one.binds]
            return one.pattern.format(source, *parameters, _bare(self._written(body, states)))
        listed, state = self._states(one, own, body, states, source)
        text = self._written(body, {**states, one: state})
        if _is_filter(one):
            kept = f"list_filter({listed}, lambda {state}: {_bare(text)})"
            return f"list_transform({kept}, lambda {state}: {self._access(one.binds[0], state)})"
        return f"list_transform({listed}, lambda {state}: {_bare(text)})"

    def _joined(self, one: Expr, states: dict[Expr | None, str]) -> str:
        """Comparisons of one value, or of two together, with constants as `in`, or as `not in`."""
        is_or = one.op == "or"
        groups: dict[tuple[Expr, ...], dict[Expr, list[str]]] = {}
        for arg in one.args:
            compared = (None if arg in self.names else constants_of(arg if is_or else no(arg))) or {}
            keys = list(itertools.product(*compared.values()))
            is_of_texts = len(compared) < 3 and all(isinstance(each, str) for key in keys for each in key)
            values = tuple(compared) if is_of_texts else ()
            groups.setdefault(values, {})[arg] = [".".join(key) for key in keys] if values else []
        parts: list[str] = []
        for values, args in groups.items():
            if not values or len(args) < (2 if len(values) == 1 else 3):
                parts += [self._written(arg, states) for arg in args]
                continue
            keys_of_all = itertools.chain.from_iterable(args.values())
            text = self._written(values[0] if len(values) == 1 else names_of_keys(values, [])[1], states)
            among = f"({text} {'in' if is_or else 'not in'} ({', '.join(map(literal, keys_of_all))}))"
            is_sure = len(values) > 1 or not _may_be_null(values[0])
            parts.append(among if is_sure else f"coalesce({among}, {str(not is_or).lower()})")
        return parts[0] if len(parts) == 1 else f"({f' {one.op} '.join(parts)})"


def _field(record: str, name: str) -> str:
    """Of a record by its name. Among the arguments of a table function DuckDB takes record.name for a text, and twice
    the time to bind record['name']."""
    if _FIELD_OF_RECORD.fullmatch(record):
        return f"{record}.{name}"
    return f"({_bare(record)}).{name}"


_FIELD_OF_RECORD = re.compile(r"\(\w+\)(\.\w+)+")


def _is_filter(loop: Expr) -> bool:
    return loop.pattern.startswith("list_filter")


def _may_be_null(one: Expr) -> bool:
    """Even where `{}` has taken it for a value that is there: a comparison is to be true or false in any case."""
    return certain(one).type.optional


_BEFORE, _AFTER = ("(", "[", ", ", "when ", "then ", "else ", ": "), (")", "]", ", ", " then", " when", " else", " end")
_PLACE = re.compile(r"\{\{|\}\}|\{(\d*)\}")


def _filled(pattern: str, texts: Sequence[str]) -> str:
    """The pattern with its arguments, these without parentheses where what is around them tells where they end."""
    if not texts:
        return pattern.format()
    found, last, number = [], 0, 0
    for place in _PLACE.finditer(pattern):
        if place[1] is None:
            continue
        text = texts[int(place[1]) if place[1] else number]
        number += 1
        before, after = pattern[last : place.start()], pattern[place.end() :]
        is_apart = pattern[: place.start()].endswith(_BEFORE) and after.startswith(_AFTER)
        found += [before.format(), _bare(text) if is_apart else text]
        last = place.end()
    return "".join([*found, pattern[last:].format()])


def _bare(text: str) -> str:
    """Without the parentheses around it."""
    if not text.startswith("(") or not text.endswith(")"):
        return text
    depth = 0
    for part in _PARENTHESES.finditer(text):
        depth += {"(": 1, ")": -1}.get(part[0], 0)
        if depth == 0 and part.end() < len(text):
            return text
    return text[1:-1]


_PARENTHESES = re.compile(r"'(?:[^']|'')*'|[()]")


def _as_often_as_written(one: Expr) -> Iterator[Expr]:
    """The arguments, each as often as the pattern has it."""
    for place, arg in enumerate(one.args):
        yield from [arg] * max(one.pattern.count(f"{{{place}}}"), 1)
