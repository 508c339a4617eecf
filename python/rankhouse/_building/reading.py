"""Reads the package's templates for a table macro, as Jinja does, with what the call says left open.

A macro is called with values that only the call decides (see values.py). What is known is worked out here. Where a
template asks about a value of the call, both answers are read, each under its condition; what a template refuses
becomes a problem of the call. So a rule, a check or a message stands in one macro, for dbt, Python and DuckDB.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from jinja2 import nodes

from rankhouse._building import expressions as sql
from rankhouse._building import operations
from rankhouse._building.expressions import FALSE, TEXT, TRUE, Expr
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
    condensed,
    condition_of,
    filtered,
    has_loops,
    list_of_entries,
    loop_for,
    loop_over,
    of_expression,
    one_of,
    settled,
    text_of,
    truth,
)
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import PackageMacro, macros


class ReadingError(Exception):
    """A template does what cannot be left open; the message says where."""


@dataclass
class Frame:
    """A macro that is being read."""

    name: str
    scopes: list[dict[str, Any]]
    base: tuple[Expr | Loop, ...]
    returned: list[tuple[Expr, Any]] = field(default_factory=list)
    ended: list[tuple[Expr, bool]] = field(default_factory=list)
    """Conditions under which nothing more of it is read, and whether the call is refused then."""

    def find(self, name: str) -> Any:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        raise KeyError(name)


@dataclass
class Problems:
    """What is refused, in the order in which it is found; within a loop, by what it goes through."""

    found: list[tuple[tuple[Expr, ...], Expr | tuple[Loop, Problems]]] = field(default_factory=list)

    def add(self, path: Sequence[Expr | Loop], message: Expr) -> None:
        conditions: list[Expr] = []
        for place, element in enumerate(path):
            if isinstance(element, Loop):
                within = self._of_loop(tuple(conditions), element)
                within.add(path[place + 1 :], message)
                return
            conditions.append(element)
        self.found.append((tuple(conditions), message))

    def _of_loop(self, conditions: tuple[Expr, ...], loop: Loop) -> Problems:
        if self.found and self.found[-1][0] == conditions:
            last = self.found[-1][1]
            if isinstance(last, tuple) and last[0] is loop:
                return last[1]
        within = Problems()
        self.found.append((conditions, (loop, within)))
        return within

    def first(self) -> Expr:
        """The message of the first one, NULL where there is none."""
        said: list[Expr] = []
        for conditions, found in self.found:
            if isinstance(found, tuple):
                loop, within = found
                each = sql.variable("each", MESSAGE)
                kept = sql.bound(
                    "list_filter({}, lambda {}: {})",
                    loop_over(loop, within.first()),
                    [each],
                    sql.no(sql.is_null(each)),
                    sql.list_of(MESSAGE),
                )
                message = sql.expr("list_extract({}, 1)", kept, type=MESSAGE)
            else:
                message = found
            condition = sql.all_of(*conditions)
            said.append(
                message if condition is TRUE else sql.expr("case when {} then {} end", condition, message, type=MESSAGE)
            )
        if not said:
            return sql.expr("null::varchar", type=MESSAGE)
        return sql.expr(f"coalesce({', '.join(['{}'] * len(said))})", *said, type=MESSAGE)


MESSAGE = replace(TEXT, optional=True)


@dataclass(frozen=True)
class Reference:
    """A macro of the package by its name."""

    name: str


@dataclass(frozen=True, eq=False)
class Method:
    """What a template calls of a value: `values.items`."""

    owner: Any
    name: str


@dataclass(eq=False)
class Namespace:
    """What a template sets within loops and blocks."""

    table: Table


STAY_LISTS = {
    "suggest": "known",
    "evaluated_by": "rules",
    "evaluated_steps": "steps",
    "switched_between": "switches",
    "read_by": "conventions",
}
"""Arguments of macros that are long lists: DuckDB goes through them, in place of a text for each entry."""


BY_DECLARATION = {
    "library_rules",
    "specs_of",
    "refusal",
    "planned_measure",
    "planned_classifier_measure",
    "planned_recommendation_measure",
    "planned_agreement_measure",
}
"""Macros that go through what a declaration says, their first argument: of several they are read for each by itself."""


@cache
def _trees() -> dict[str, nodes.Macro]:
    """The package's macros as Jinja reads them."""
    package = macros("duckdb")
    environment = package._environment
    assert environment.loader is not None
    found: dict[str, nodes.Macro] = {}
    for file in sorted(set(package.files.values())):
        tree = environment.parse(environment.loader.get_source(environment, file)[0], file)
        found |= {macro.name: macro for macro in tree.find_all(nodes.Macro)}
    return found


class Reader:
    """Calls macros of the package with values that a call decides."""

    def __init__(
        self,
        *prefixes: str,
        own: Mapping[str, Callable[[Any], Any]] | None = None,
        takes_options: bool = True,
        measures: Collection[str] | None = None,
    ) -> None:
        """`own`: what takes the place of a macro; without options a measure is as it is declared.

        measures: the names of those that may be asked for, by default all.
        """
        self.macros = macros(*prefixes)
        self.own_macros = own or {}
        self.takes_options = takes_options
        self.measures = measures
        self.prefixes = self.macros.prefixes
        self.path = Path()
        self.problems = Problems()
        self._frames: list[Frame] = []
        self._builtin: dict[str, Callable[..., Any]] = {
            "namespace": self._namespace,
            "dict": self._dict,
            "range": self._range,
            "local_md5": self._local_md5,
        }

    # Macros.

    def answer(self, name: str, arguments: Mapping[str, Any]) -> tuple[Any, Expr]:
        """What a macro gives back, and the message of what is refused, which is NULL where nothing is."""
        self.path, self.problems, self._frames = Path(), Problems(), []
        return self.call(name, **arguments), self.problems.first()

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if name in self.own_macros:
            return self.path.each_case(args[0], self.own_macros[name])
        if name == "spellings":
            return self.own(self._spellings)
        if name == "declaration" and operations.is_of_a_call(args[0]):
            return self.item(self.own(self._declared), args[0])
        if not any(map(operations.is_of_a_call, (*args, *kwargs.values()))):
            return self._as_jinja(name, args, kwargs)
        if name in BY_DECLARATION:
            return self.path.each_case(args[0], lambda one: self._by_declaration(name, one, args[1:], kwargs))
        return self._read_macro(_trees()[name], args, kwargs)

    @cached_property
    def _spellings(self) -> dict[str, str]:
        """The names of the measures that may be asked for, by their spellings."""
        found: dict[str, str] = self.macros.spellings()
        return {spelling: name for spelling, name in found.items() if self.measures is None or name in self.measures}

    @cached_property
    def _declared(self) -> dict[str, Any]:
        """Their declarations, in which one is looked up whose name a call says."""
        return {name: self.macros.declaration(name) for name in dict.fromkeys(self._spellings.values())}

    def _by_declaration(self, name: str, declaration: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if not self.takes_options and isinstance(declaration, Mapping):
            args = [self._as_declared(declaration, one) for one in args]
        return self._read_macro(_trees()[name], [declaration, *args], kwargs)

    def _as_declared(self, declaration: Mapping[str, Any], measure: Any) -> Any:
        """A measure with the options of its declaration, which are known where it is not known which one it has."""
        if not isinstance(measure, Table) or "options" not in measure.values:
            return measure
        default_of, plain = self.macros.default_of_option, self.macros.plain_number
        defaults = {option: default_of(spec) for option, spec in declaration["options"].items()}
        options = {option: one if isinstance(one, str) else plain(one) for option, one in defaults.items()}
        return Table(measure.base, {**measure.values, "options": options})

    def _as_jinja(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        def plain(value: Any) -> Any:
            return getattr(self.macros, value.name) if isinstance(value, Reference) else operations.plain(value)

        try:
            found = getattr(self.macros, name)(*map(plain, args), **{key: plain(one) for key, one in kwargs.items()})
        except InputError as error:
            self._refuse(str(error))
            return MISSING
        # Several lines are what a macro wrote, and not what it returned.
        return operations.narrowed(found) if isinstance(found, str) and "\n" in found else self.own(found)

    def own(self, value: Any) -> Any:
        """A list or dictionary of Python's as one that templates may change."""
        if isinstance(value, list | tuple):
            return Items(self.path.elements, [Entry((), one) for one in value])
        if isinstance(value, dict):
            return Table(self.path.elements, dict(value))
        return self.within(value)

    def _read_macro(self, macro: nodes.Macro, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        names = [argument.name for argument in macro.args]
        if len(args) > len(names) or kwargs.keys() - names:
            raise ReadingError(f"{macro.name} takes {', '.join(names)}, got {len(args)} and {', '.join(kwargs)}")
        given = dict(zip(names, args, strict=False)) | dict(kwargs)
        if (name := STAY_LISTS.get(macro.name)) is not None:
            given[name] = SymList(as_expression(given[name]))
        defaults = dict(zip(reversed(names), reversed(macro.defaults), strict=False))
        if needed := [name for name in names if name not in given and name not in defaults]:
            raise ReadingError(f"{macro.name} needs {', '.join(needed)}")
        frame = Frame(macro.name, [{}], self.path.elements)
        self._frames.append(frame)
        try:
            for name in names:
                frame.scopes[0][name] = given[name] if name in given else self.value(defaults[name])
            with self.path.under():
                text = self._body(macro.body)
        except (ReadingError, InputError):
            raise
        except Exception as error:
            raise ReadingError(f"{type(error).__name__}: {error}, in {self._where()}") from error
        finally:
            self._frames.pop()
        if not frame.ended:
            return text
        return settled(self.path.cases([*frame.returned, *([] if self._is_over(frame) else [(TRUE, text)])]))

    def _is_over(self, frame: Frame) -> bool:
        """Whether its end is never reached."""
        with self.path.under():
            for condition, is_refused in frame.ended:
                if self.path.simplified(condition) is TRUE:
                    return True
                self._goes_on(condition, is_refused)
        return False

    def _goes_on(self, condition: Expr, is_refused: bool) -> None:
        """What follows is read where the macro has not ended."""
        if is_refused:
            self.path.assume(sql.no(condition))
        else:
            self.path.add(sql.no(condition))

    def _where(self) -> str:
        return " <- ".join(frame.name for frame in reversed(self._frames))

    @property
    def frame(self) -> Frame:
        return self._frames[-1]

    # Statements.

    def _body(self, statements: Sequence[nodes.Node]) -> Any:
        """The text that they write."""
        parts: list[Any] = []
        with self.path.under():
            for statement in statements:
                n_ended = len(self.frame.ended)
                parts.append(self._statement(statement))
                for condition, is_refused in self.frame.ended[n_ended:]:
                    if self.path.simplified(condition) is TRUE:
                        return text_of(*parts)
                    self._goes_on(condition, is_refused)
        return text_of(*(part for part in parts if part != "")) if parts else ""

    def _statement(self, node: nodes.Node) -> Any:
        match node:
            case nodes.Output():
                return text_of(*(each for each in map(self._written, node.nodes) if each is not None))
            case nodes.If():
                return self._if(node)
            case nodes.For():
                return self._for(node)
            case nodes.Assign():
                self._assign(node.target, settled(self.value(node.node)))
            case nodes.AssignBlock():
                self._assign(node.target, self._body(node.body))
            case nodes.ExprStmt():
                self.value(node.node)
            case _:
                raise ReadingError(f"{type(node).__name__} in {self._where()}")
        return ""

    def _written(self, node: nodes.Expr) -> Any:
        if isinstance(node, nodes.TemplateData):
            return operations.narrowed(node.data)
        value = self.value(node)
        return None if value is MISSING else value

    def _return(self, value: Any = None) -> None:
        beyond = self.path.beyond(self.frame.base)
        if any(isinstance(element, Loop) for element in beyond):
            raise ReadingError(f"return within a loop over what a call says, in {self._where()}")
        condition = condition_of(beyond)
        self.frame.returned.append((condition, value))
        self.frame.ended.append((condition, False))

    def _refuse(self, message: Any) -> None:
        self.problems.add(self.path.elements, as_text(message))
        for frame in self._frames:
            frame.ended.append((self._condition_within_round(frame), True))

    def _condition_within_round(self, frame: Frame) -> Expr:
        """That of what is read now, within the round of the innermost loop of a macro, or within the whole macro."""
        beyond = self.path.beyond(frame.base)
        last_loop = max((place for place, each in enumerate(beyond) if isinstance(each, Loop)), default=-1)
        return condition_of(beyond[last_loop + 1 :])

    def _if(self, node: nodes.If) -> Any:
        texts: list[tuple[Expr, Any]] = []
        left: Expr = TRUE
        branches = [(node.test, node.body), *((one.test, one.body) for one in node.elif_), (None, node.else_)]
        for test, body in branches:
            with self.path.under(left):
                condition = TRUE if test is None else self.path.simplified(truth(self.path.known(self.value(test))))
                if condition is FALSE:
                    continue
                with self.path.under(condition):
                    texts.append((condition, self._body(body)))
            if condition is TRUE:
                break
            left = sql.all_of(left, sql.no(condition))
        return self.path.cases(texts) if texts else ""

    def _for(self, node: nodes.For) -> Any:
        parts = []
        iterated = self.path.known(self.value(node.iter))
        if isinstance(iterated, Cases):
            keys = self.path.each_case(iterated, lambda one: list(one) if isinstance(one, Mapping) else one)
            iterated = condensed(keys)
        if isinstance(iterated, Cases):
            iterated = operations.as_items(self, iterated)
        for path, value, loop in self._rounds(node, iterated):
            ended = [len(frame.ended) for frame in self._frames]
            with self.path.under(*path):
                self.frame.scopes.append({"loop": loop})
                try:
                    self._assign(node.target, value)
                    text = self._body(node.body)
                finally:
                    self.frame.scopes.pop()
            parts.append(self._of_rounds(path, text))
            if any(isinstance(each, Loop) for each in path):
                for frame, length in zip(self._frames, ended, strict=True):
                    del frame.ended[length:]
            for condition, is_refused in self.frame.ended[ended[-1] :]:
                self._goes_on(condition, is_refused)
        return text_of(*parts) if parts else ""

    def _of_rounds(self, path: Sequence[Expr | Loop], text: Any) -> Any:
        """The text of a round, if it is there, or of all rounds."""
        if text == "":
            return ""
        for element in reversed(path):
            if isinstance(element, Loop):
                listed = loop_over(element, as_text(text))
                text = Sym(sql.or_nothing(sql.joined(listed, "")))
            else:
                text = self.path.cases([(element, text), (TRUE, "")])
        return text

    def _rounds(self, node: nodes.For, iterated: Any) -> Iterator[tuple[tuple[Expr | Loop, ...], Any, Any]]:
        if isinstance(iterated, Items) and has_loops(iterated):
            iterated = SymList(list_of_entries(iterated))
        if isinstance(iterated, SymMap):
            iterated = operations.method(self, iterated, "keys", (), {})
        if isinstance(iterated, SymList):
            yield from self._rounds_of_a_list(node, iterated)
            return
        entries = iterated.entries if isinstance(iterated, Items) else [Entry((), one) for one in self._known(iterated)]
        kept: list[tuple[Entry, Expr]] = []
        for entry in entries:
            condition = self.path.simplified(condition_of(entry.path))
            if condition is FALSE:
                continue
            if node.test is not None:
                with self.path.under(condition):
                    condition = sql.all_of(condition, self._test_of_round(node, entry.value))
                if condition is FALSE:
                    continue
            kept.append((entry, condition))
        is_certain = all(condition is TRUE for _, condition in kept)
        for place, (entry, condition) in enumerate(kept):
            if is_certain:
                yield (), entry.value, operations.CertainRound(place, len(kept))
            else:
                before = Items((), [Entry((one,) if one is not TRUE else (), 1) for _, one in kept[:place]])
                yield (condition,) if condition is not TRUE else (), entry.value, operations.Round(before)

    def _test_of_round(self, node: nodes.For, value: Any) -> Expr:
        assert node.test is not None
        self.frame.scopes.append({})
        try:
            self._assign(node.target, value)
            return self.path.simplified(truth(self.path.known(self.value(node.test))))
        finally:
            self.frame.scopes.pop()

    def _rounds_of_a_list(
        self, node: nodes.For, iterated: SymList
    ) -> Iterator[tuple[tuple[Expr | Loop, ...], Any, Any]]:
        source = iterated.expr
        if node.test is not None:
            loop = loop_for(source)
            with self.path.under(loop):
                condition = self._test_of_round(node, of_expression(loop.variable))
            source = filtered(loop, condition) if condition is not TRUE else source
        loop = loop_for(source)
        yield (loop,), of_expression(loop.variable), operations.RoundOfAList(loop)

    def _known(self, iterated: Any) -> Sequence[Any]:
        if isinstance(iterated, Table) and iterated.rest is None:
            return list(iterated.values)
        if isinstance(iterated, OF_A_CALL):
            raise ReadingError(f"a loop over {iterated}, in {self._where()}")
        return list(iterated)

    def _assign(self, target: nodes.Node, value: Any) -> None:
        match target:
            case nodes.Name():
                scope = self.frame.scopes[-1]
                before = scope.get(target.name, MISSING)
                if before is MISSING:
                    try:
                        before = self.frame.find(target.name)
                    except KeyError:
                        before = MISSING
                # Within the round of a loop, or the macro, that the name belongs to.
                condition = self._condition_within_round(self.frame)
                is_certain = condition is TRUE or before is MISSING
                scope[target.name] = value if is_certain else one_of(condition, value, before)
            case nodes.NSRef():
                self.set_in(self.frame.find(target.name).table, target.attr, value)
            case nodes.Tuple():
                for place, one in enumerate(target.items):
                    self._assign(one, operations.item_of(self, value, place))
            case _:
                raise ReadingError(f"{type(target).__name__} is assigned to, in {self._where()}")

    def set_in(self, table: Table, key: Any, value: Any) -> None:
        value = settled(value)
        beyond = self.path.beyond(table.base)
        if any(isinstance(element, Loop) for element in beyond):
            raise ReadingError(f"{key!r} is set within a loop over what a call says, in {self._where()}")
        condition = condition_of(beyond)
        before = table.values.get(key, MISSING)
        table.values[key] = value if condition is TRUE else one_of(condition, value, before)

    # Expressions.

    def value(self, node: nodes.Node) -> Any:
        return self.path.known(self._value(node))

    def _value(self, node: nodes.Node) -> Any:
        match node:
            case nodes.Const():
                return node.value
            case nodes.TemplateData():
                return operations.narrowed(node.data)
            case nodes.Name():
                return self._named(node.name)
            case nodes.List() | nodes.Tuple():
                return Items(self.path.elements, [Entry((), self.value(one)) for one in node.items])
            case nodes.Dict():
                values = {self.value(pair.key): settled(self.value(pair.value)) for pair in node.items}
                return Table(self.path.elements, values)
            case nodes.Getattr():
                return self.attribute(self.value(node.node), node.attr)
            case nodes.Getitem():
                return self._item(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Filter():
                return self._filter(node)
            case nodes.Test():
                return self._test(node)
            case nodes.Concat():
                return text_of(*map(self.value, node.nodes))
            case nodes.CondExpr():
                return self._conditional(node)
            case nodes.Not():
                return operations.of_condition(sql.no(truth(self.value(node.node))))
            case nodes.And() | nodes.Or():
                return self._junction(node)
            case nodes.Compare():
                return self._comparison(node)
            case nodes.Neg():
                return operations.arithmetic(self, "sub", 0, self.value(node.node))
            case nodes.BinExpr():
                name = type(node).__name__.lower()
                return operations.arithmetic(self, name, self.value(node.left), self.value(node.right))
        raise ReadingError(f"{type(node).__name__} in {self._where()}")

    def _named(self, name: str) -> Any:
        try:
            return self.frame.find(name)
        except KeyError:
            if name in ("rankhouse", "adapter", "exceptions", "return", *self._builtin):
                return Reference(name)
            if name == "execute":
                return True
            raise ReadingError(f"{name} is not set, in {self._where()}") from None

    def attribute(self, owner: Any, name: str) -> Any:
        if owner == Reference("rankhouse"):
            return Reference(name)
        if isinstance(owner, Namespace):
            return self.path.known(owner.table.values.get(name, MISSING))
        if isinstance(owner, operations.Rounds):
            return getattr(owner, name)
        if isinstance(owner, Cases):
            return self.path.each_case(owner, lambda one: self.attribute(one, name))
        if isinstance(owner, Table | Mapping):
            values = owner.values if isinstance(owner, Table) else owner
            if hasattr(dict, name):
                return Method(owner, name)
            if name in values:
                return self.within(values[name])
            rest = getattr(owner, "rest", None)
            return MISSING if rest is None else operations.certain(rest, name)
        return Method(owner, name)

    def within(self, value: Any) -> Any:
        """What a dictionary or list has; one of the package's macros is called by its name."""
        if isinstance(value, PackageMacro):
            return Reference(value.macro.name)
        return self.path.known(value)

    def _item(self, node: nodes.Getitem) -> Any:
        owner = self.value(node.node)
        if isinstance(node.arg, nodes.Slice):
            bounds = [None if one is None else self.value(one) for one in (node.arg.start, node.arg.stop)]
            return self.path.each_case(owner, lambda one: operations.slice_of(self, one, *bounds))
        return self.item(owner, self.value(node.arg))

    def item(self, owner: Any, key: Any) -> Any:
        """What a dictionary or list has under a key."""
        if isinstance(owner, Cases) and isinstance(key, Sym):
            return condensed(operations.looked_up_in_one(self, owner, key))
        found = self.path.each_case(
            owner, lambda one: self.path.each_case(key, lambda each: self.within(operations.item_of(self, one, each)))
        )
        return condensed(found)

    def _conditional(self, node: nodes.CondExpr) -> Any:
        condition = self.path.simplified(truth(self.value(node.test)))
        found = []
        if condition is not FALSE:
            with self.path.under(condition):
                found.append((condition, self.value(node.expr1)))
        if condition is not TRUE:
            with self.path.under(sql.no(condition)):
                found.append((TRUE, "" if node.expr2 is None else self.value(node.expr2)))
        return self.path.cases(found)

    def _junction(self, node: nodes.And | nodes.Or) -> Any:
        """Of conditions whose values are asked for; Jinja gives the value that decides."""
        left = self.value(node.left)
        is_true = self.path.simplified(truth(left))
        stops = is_true if isinstance(node, nodes.Or) else sql.no(is_true)
        if stops is TRUE:
            return left
        if stops is FALSE:
            return self.value(node.right)
        with self.path.under(sql.no(stops)):
            right = self.value(node.right)
        decisive = isinstance(node, nodes.Or) if operations.is_boolean(left) else left
        return self.path.cases([(stops, decisive), (TRUE, right)])

    def _comparison(self, node: nodes.Compare) -> Any:
        left, conditions = self.value(node.expr), []
        for operand in node.ops:
            right = self.value(operand.expr)
            conditions.append(truth(operations.compared(self, operand.op, left, right)))
            left = right
        return operations.of_condition(sql.all_of(*conditions))

    def _arguments(self, node: nodes.Call | nodes.Filter | nodes.Test) -> tuple[list[Any], dict[str, Any]]:
        args = [self.value(one) for one in node.args]
        kwargs = {str(pair.key): self.value(pair.value) for pair in node.kwargs}
        if node.dyn_kwargs is not None:
            more = self.value(node.dyn_kwargs)
            kwargs |= more.values if isinstance(more, Table) else more
        return args, kwargs

    def _call(self, node: nodes.Call) -> Any:
        called = self.value(node.node)
        args, kwargs = self._arguments(node)
        return self.path.each_case(called, lambda one: self.applied(one, args, kwargs))

    def applied(self, called: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if isinstance(called, Method):
            if called.owner == Reference("adapter"):
                return self._dispatched(args[0])
            if called.owner == Reference("exceptions"):
                return self._refuse(args[0])
            return self.path.each_case(
                called.owner, lambda owner: operations.method(self, owner, called.name, args, kwargs)
            )
        if isinstance(called, Reference):
            if called.name == "return":
                return self._return(*args)
            if called.name in self._builtin:
                return self._builtin[called.name](*args, **kwargs)
            return self.call(called.name, *args, **kwargs)
        raise ReadingError(f"{called!r} is called, in {self._where()}")

    def _dispatched(self, name: str) -> Reference:
        for prefix in self.prefixes:
            if f"{prefix}__{name}" in self.macros.files:
                return Reference(f"{prefix}__{name}")
        raise ReadingError(f"{name} is not there for {self.prefixes}")

    def _filter(self, node: nodes.Filter) -> Any:
        assert node.node is not None
        value = self.value(node.node)
        args, kwargs = self._arguments(node)
        return self.path.each_case(value, lambda one: operations.filtered(self, node.name, one, args, kwargs))

    def _test(self, node: nodes.Test) -> Any:
        if node.name in ("defined", "undefined"):
            found = self._is_defined(node)
            return found if node.name == "defined" else operations.of_condition(sql.no(truth(found)))
        value = self.value(node.node)
        args, _ = self._arguments(node)
        return self.path.each_case(value, lambda one: operations.tested(self, node.name, one, args))

    def _is_defined(self, node: nodes.Test) -> Any:
        """Of a record that DuckDB looks up, what is NULL is what the declaration has not."""
        if isinstance(node.node, nodes.Name):
            try:
                return self.frame.find(node.node.name) is not MISSING
            except KeyError:
                return False
        assert isinstance(node.node, nodes.Getattr)
        name = node.node.attr

        def is_there(owner: Any) -> Any:
            found = self.attribute(owner, name)
            return self.path.each_case(found, lambda one: not isinstance(one, Method | Missing) and one is not None)

        return self.path.each_case(self.value(node.node.node), is_there)

    def _namespace(self, **values: Any) -> Namespace:
        return Namespace(Table(self.path.elements, dict(values)))

    def _dict(self, *given: Any, **values: Any) -> Any:
        for place, one in enumerate(given):
            if isinstance(one, Cases):
                others = given[:place], given[place + 1 :]
                return self.path.each_case(one, lambda each: self._dict(*others[0], each, *others[1], **values))  # noqa: B023
        found: dict[Any, Any] = {}
        rest = None
        for one in map(self.path.known, given):
            if isinstance(one, Items):
                return operations.dictionary(self, one)
            if isinstance(one, SymMap):
                rest = one
                continue
            found |= one.values if isinstance(one, Table) else one
            rest = getattr(one, "rest", None) or rest
        return Table(self.path.elements, found | values, rest)

    def _local_md5(self, text: Any) -> Any:
        return Sym(sql.expr("md5({})", as_text(text), type=sql.TEXT))

    def _range(self, *bounds: Any) -> Any:
        if not any(isinstance(one, OF_A_CALL) for one in bounds):
            return Items(self.path.elements, [Entry((), one) for one in range(*bounds)])
        numbers = [as_expression(one) for one in bounds]
        pattern = f"range({', '.join(['{}'] * len(numbers))})"
        return SymList(sql.expr(pattern, *numbers, type=sql.list_of(sql.INT)))
