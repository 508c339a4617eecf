"""The package's Jinja macros as Lua: `python to_lua.py FOLDER` writes the headers that src/ embeds. Needs jinja2 alone.

Each file of macros becomes one chunk, statement by statement from Jinja2's own syntax tree; nothing is evaluated here.
A value of Lua stands for each of Python's: nil for an undefined name, `null` for None (see src/lua/values.lua).
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeGuard

from jinja2 import Environment, nodes

HERE = Path(__file__).parent
PACKAGE = HERE.parent
LIBRARY = ("values", "text", "filters", "asked")
"""Files of src/lua in the order in which they are run."""
PREFIXES = ("duckdb", "default")
ENTRY = "text_of_call"
OWN = ("columns_of_relation", "laid_out", "require_of_catalogue", "warn_of_text")
"""The macros that src/lua has itself: nobody reads what a call runs, and no dbt knows of models and their columns."""
SCRIPTS = ("rankhouse", "table_macros")
"""Files of sql/ that LOAD executes."""
DBTS = (
    *("config", "dbt_version", "flags", "fromjson", "graph", "is_incremental", "load_relation", "log", "model", "ref"),
    *("run_query", "source", "target", "this", "tojson", "var"),
)
"""Names that only dbt has. A macro may hold them; to read one is an error, as it is in Python."""
FUNCTIONS = ("range", "local_md5")
"""Those of Jinja and dbt that src/lua has under the same names."""
OF_DICTIONARIES = {name for name in dir(dict) if not name.startswith("_")}
CACHED = (
    "M, P, T, F, X, null, void, missing, list, tuple, D, dict, merged, constant, str, cat, truth, eq, contains, less"
)
CACHED += (
    ", add, sub, mul, div, floordiv, mod, pow, neg, and_, or_, get, slice, iter, kept, unpacked, range, concat, put"
)
CACHED += ", called, refuse, absent, local_md5"
"""What a chunk takes of the library as locals of its own, which Lua finds fastest."""


class NotTranslated(Exception):  # noqa: N818  (says what, where it is caught)
    """Something of Jinja that no macro has used until now."""


def literal(text: str) -> str:
    escapes = {"\n": "\\n", "\r": "\\r", "\0": "\\0", '"': '\\"', "\\": "\\\\"}
    return '"' + "".join(escapes.get(each, each) for each in text) + '"'


def joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


class Package:
    """The macros of a folder, by name."""

    def __init__(self, folder: Path) -> None:
        environment = Environment(extensions=["jinja2.ext.do"], keep_trailing_newline=False)
        self.macros: dict[str, nodes.Macro] = {}
        self.files: dict[str, str] = {}
        for path in sorted(folder.rglob("*.sql")):
            for macro in environment.parse(path.read_text(encoding="utf-8")).find_all(nodes.Macro):
                self.macros[macro.name] = macro
                self.files[macro.name] = path.relative_to(folder).as_posix()
        self.parameters = {name: parameters_of(macro) for name, macro in self.macros.items()}

    def dispatched(self, hook: nodes.Node) -> str:
        if not isinstance(hook, nodes.Const):
            raise NotTranslated("adapter.dispatch of a name that is computed")
        for prefix in PREFIXES:
            if (name := f"{prefix}__{hook.value}") in self.macros:
                return name
        raise NotTranslated(f"no macro {hook.value} for DuckDB")

    def called_by(self, name: str) -> Iterator[str]:
        for call in self.macros[name].find_all(nodes.Call):
            if is_dispatch(call):
                yield self.dispatched(call.args[0])
        for read in self.macros[name].find_all(nodes.Getattr):
            if is_name(read.node, "rankhouse"):
                yield read.attr

    def reachable(self, names: Iterable[str]) -> list[str]:
        found, waiting = set[str](), list(names)
        while waiting:
            if (name := waiting.pop()) not in found and name not in OWN:
                if name not in self.macros:
                    raise NotTranslated(f"no macro {name}")
                found.add(name)
                waiting += self.called_by(name)
        return sorted(found)


def parameters_of(macro: nodes.Macro) -> list[str]:
    names = {each.name for each in macro.find_all(nodes.Name)}
    if names & {"varargs", "caller"}:
        raise NotTranslated(f"{macro.name} takes varargs or a caller")
    return [each.name for each in macro.args] + ["kwargs"] * ("kwargs" in names)


def is_name(node: nodes.Node, name: str) -> TypeGuard[nodes.Name]:
    return isinstance(node, nodes.Name) and node.name == name


def is_dispatch(node: nodes.Node) -> TypeGuard[nodes.Call]:
    return (
        isinstance(node, nodes.Call)
        and isinstance(node.node, nodes.Getattr)
        and is_name(node.node.node, "adapter")
        and node.node.attr == "dispatch"
    )


def is_return(node: nodes.Node) -> TypeGuard[nodes.Call]:
    return isinstance(node, nodes.Call) and is_name(node.node, "return")


def names_of(target: nodes.Node) -> list[str]:
    """The names that an assignment or a loop binds."""
    if isinstance(target, nodes.Tuple):
        return [name for each in target.items for name in names_of(each)]
    if not isinstance(target, nodes.Name):
        raise NotTranslated(f"a target that is a {type(target).__name__}")
    return [target.name]


def names_set(body: Iterable[nodes.Node]) -> list[str]:
    """The names that a scope sets. A loop is a scope of its own, a condition is none."""
    found = list[str]()
    for node in body:
        if isinstance(node, nodes.Assign) and not isinstance(node.target, nodes.NSRef):
            found += names_of(node.target)
        elif isinstance(node, nodes.AssignBlock):
            found += [*names_of(node.target), *names_set(node.body)]
        elif isinstance(node, nodes.If):
            found += names_set([*node.body, *node.elif_, *node.else_])
    return list(dict.fromkeys(found))


class Writer:
    """One macro as Lua. `scopes`: the names that are bound, by scope. `output`: the local list of what it says."""

    def __init__(self, package: Package, provided: set[str]) -> None:
        self.package, self.provided = package, provided
        self.scopes: list[set[str]] = []
        self.output = "o"
        self.count = 0

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def macro(self, macro: nodes.Macro, is_asked: bool) -> str:
        """`is_asked`: by name, with a dictionary of its arguments."""
        parameters = self.package.parameters[macro.name]
        self.scopes, self.output, self.count = [set(parameters)], "o", 0
        own = [name for name in names_set(macro.body) if name not in parameters]
        defaults = [None] * (len(macro.args) - len(macro.defaults)) + macro.defaults
        lines = [
            f"if v_{each.name} == nil then v_{each.name} = {self.value(default) if default else 'missing'} end"
            for each, default in zip(macro.args, defaults, strict=True)
        ]
        if "kwargs" in parameters:
            lines.append("if v_kwargs == nil then v_kwargs = dict() end")
        self.scopes[0].update(own)
        if own:
            lines.append("local " + ", ".join(f"v_{name}" for name in own))
        says = f"local o = {{}}\n{self.body(macro.body)}\nreturn concat(o)"
        function = f"function({', '.join(f'v_{each}' for each in parameters)})\n" + "\n".join([*lines, says, "end"])
        made = f"M.{macro.name} = " + (function if parameters else f"constant({function})")
        listed = ", ".join(map(literal, parameters))
        return f"{made}\nP.{macro.name} = {{{listed}}}" if is_asked else made

    # Statements.

    def body(self, statements: Iterable[nodes.Node]) -> str:
        return "\n".join(self.statement(each) for each in statements)

    def statement(self, node: nodes.Node) -> str:
        return self.by_kind("statement", node)

    def by_kind(self, kind: str, node: nodes.Node) -> str:
        write: Callable[[nodes.Node], str] | None = getattr(self, f"{kind}_{type(node).__name__.lower()}", None)
        if write is None:
            raise NotTranslated(f"{type(node).__name__} in line {node.lineno}")
        return write(node)

    def statement_output(self, node: nodes.Output) -> str:
        return "\n".join(map(self.said, node.nodes))

    def said(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.TemplateData):
            return f"{self.output}[#{self.output} + 1] = {literal(node.data)}"
        if is_return(node):
            return self.returned(node)
        if isinstance(node, nodes.CondExpr) and any(map(is_return, node.find_all(nodes.Call))):
            otherwise = f" else {self.said(node.expr2)}" if node.expr2 is not None else ""
            return f"if {self.condition(node.test)} then {self.said(node.expr1)}{otherwise} end"
        return f"{self.output}[#{self.output} + 1] = str({self.value(node)})"

    def returned(self, call: nodes.Call) -> str:
        return f"do return {self.value(call.args[0]) if call.args else 'null'} end"

    def statement_exprstmt(self, node: nodes.ExprStmt) -> str:
        return self.returned(node.node) if is_return(node.node) else f"_ = {self.value(node.node)}"

    def statement_assign(self, node: nodes.Assign) -> str:
        value = self.value(node.node)
        if isinstance(node.target, nodes.NSRef):
            return f"put(v_{node.target.name}, {literal(node.target.attr)}, {value})"
        names = names_of(node.target)
        values = f"unpacked({value}, {len(names)})" if isinstance(node.target, nodes.Tuple) else value
        return f"{', '.join(f'v_{name}' for name in names)} = {values}"

    def statement_assignblock(self, node: nodes.AssignBlock) -> str:
        if node.filter is not None:
            raise NotTranslated("a block with a filter")
        before, self.output = self.output, self.fresh("o")
        (name,) = names_of(node.target)
        lines = f"do local {self.output} = {{}}\n{self.body(node.body)}\nv_{name} = concat({self.output}) end"
        self.output = before
        return lines

    def statement_if(self, node: nodes.If) -> str:
        branches = [f"if {self.condition(node.test)} then\n{self.body(node.body)}\n"]
        branches += [f"elseif {self.condition(each.test)} then\n{self.body(each.body)}\n" for each in node.elif_]
        branches += [f"else\n{self.body(node.else_)}\n"] if node.else_ else []
        return "".join(branches) + "end"

    def statement_for(self, node: nodes.For) -> str:
        if node.recursive:
            raise NotTranslated("a loop that calls itself")
        items, place = self.fresh("l"), self.fresh("i")
        names, listed = names_of(node.target), f"iter({self.value(node.iter)})"
        self.scopes.append({*names, "loop"})

        def bound(one: str) -> str:
            values = f"unpacked({one}, {len(names)})" if isinstance(node.target, nodes.Tuple) else one
            return f"local {', '.join(f'v_{name}' for name in names)} = {values}"

        if node.test is not None:
            listed = f"kept({listed}, function(one) {bound('one')}; return {self.condition(node.test)} end)"
        own = [name for name in names_set(node.body) if name not in names]
        # A value of the scope around it is seen until the iteration sets its own.
        first = [f"local v_{name} = {self.name(name) if self.is_bound(name) else 'nil'}" for name in own]
        self.scopes[-1].update(own)
        lines = [f"do local {items} = {listed}", f"for {place} = 1, {items}.n do", bound(f"{items}[{place}]"), *first]
        if any(is_name(each, "loop") for child in node.body for each in (child, *child.find_all(nodes.Name))):
            lines.append(
                f"local v_loop = {{index = {place}, index0 = {place} - 1, first = {place} == 1,"
                f" last = {place} == {items}.n, length = {items}.n}}"
            )
        lines += [self.body(node.body), "end"]
        self.scopes.pop()
        if node.else_:
            lines += [f"if {items}.n == 0 then", self.body(node.else_), "end"]
        return "\n".join([*lines, "end"])

    # Expressions.

    def value(self, node: nodes.Node) -> str:
        return self.by_kind("value", node)

    def values(self, listed: Iterable[nodes.Node]) -> str:
        return ", ".join(map(self.value, listed))

    def pairs(self, keywords: Iterable[nodes.Keyword]) -> str:
        """A dictionary of keywords."""
        listed = [f"{literal(each.key)}, {self.value(each.value)}" for each in keywords]
        return f"D({{{', '.join(listed)}}}, {len(listed)})"

    def condition(self, node: nodes.Node) -> str:
        """Lua's true or false, where Python asks whether a value is true."""
        if isinstance(node, nodes.And | nodes.Or):
            word = "and" if isinstance(node, nodes.And) else "or"
            return f"({self.condition(node.left)} {word} {self.condition(node.right)})"
        if isinstance(node, nodes.Not):
            return f"(not {self.condition(node.node)})"
        return self.value(node) if isinstance(node, nodes.Compare | nodes.Test) else f"truth({self.value(node)})"

    def value_const(self, node: nodes.Const) -> str:
        value = node.value
        if isinstance(value, str):
            return literal(value)
        if isinstance(value, int) and not -(2**63) < value < 2**63:
            raise NotTranslated(f"the number {value}")
        return {"None": "null", "True": "true", "False": "false"}.get(repr(value), repr(value))

    def is_bound(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes)

    def name(self, name: str) -> str:
        return f"v_{name}"

    def value_name(self, node: nodes.Name) -> str:
        if self.is_bound(node.name):
            return self.name(node.name)
        if node.name in FUNCTIONS:
            return node.name
        if node.name in ("execute", "none"):
            return {"execute": "true", "none": "null"}[node.name]
        if node.name in DBTS:
            return f"absent({literal(node.name)})"
        raise NotTranslated(f"the name {node.name} in line {node.lineno}")

    def value_list(self, node: nodes.List) -> str:
        return f"list{{n = {len(node.items)}{''.join(f', {self.value(each)}' for each in node.items)}}}"

    def value_tuple(self, node: nodes.Tuple) -> str:
        return f"tuple{{n = {len(node.items)}{''.join(f', {self.value(each)}' for each in node.items)}}}"

    def value_dict(self, node: nodes.Dict) -> str:
        listed = [f"{self.value(each.key)}, {self.value(each.value)}" for each in node.items]
        return f"D({{{', '.join(listed)}}}, {len(listed)})"

    def value_concat(self, node: nodes.Concat) -> str:
        return f"cat({self.values(node.nodes)})"

    def value_add(self, node: nodes.Add) -> str:
        return f"add({self.values([node.left, node.right])})"

    def value_sub(self, node: nodes.Sub) -> str:
        return f"sub({self.values([node.left, node.right])})"

    def value_mul(self, node: nodes.Mul) -> str:
        return f"mul({self.values([node.left, node.right])})"

    def value_div(self, node: nodes.Div) -> str:
        return f"div({self.values([node.left, node.right])})"

    def value_floordiv(self, node: nodes.FloorDiv) -> str:
        return f"floordiv({self.values([node.left, node.right])})"

    def value_mod(self, node: nodes.Mod) -> str:
        return f"mod({self.values([node.left, node.right])})"

    def value_pow(self, node: nodes.Pow) -> str:
        return f"pow({self.values([node.left, node.right])})"

    def value_neg(self, node: nodes.Neg) -> str:
        return f"neg({self.value(node.node)})"

    def value_not(self, node: nodes.Not) -> str:
        return self.condition(node)

    def value_and(self, node: nodes.And) -> str:
        return f"and_({self.value(node.left)}, function() return {self.value(node.right)} end)"

    def value_or(self, node: nodes.Or) -> str:
        return f"or_({self.value(node.left)}, function() return {self.value(node.right)} end)"

    def value_condexpr(self, node: nodes.CondExpr) -> str:
        otherwise = self.value(node.expr2) if node.expr2 is not None else "void"
        test = self.condition(node.test)
        return f"(function() if {test} then return {self.value(node.expr1)} else return {otherwise} end end)()"

    def value_compare(self, node: nodes.Compare) -> str:
        if len(node.ops) > 1 and not all(isinstance(each.expr, nodes.Const | nodes.Name) for each in node.ops[:-1]):
            raise NotTranslated("a chain of comparisons whose middle is computed")
        written, left = [], self.value(node.expr)
        for each in node.ops:
            right = self.value(each.expr)
            written.append(
                {
                    "eq": f"eq({left}, {right})",
                    "ne": f"not eq({left}, {right})",
                    "lt": f"less({left}, {right})",
                    "gt": f"less({right}, {left})",
                    "lteq": f"less({left}, {right}, true)",
                    "gteq": f"less({right}, {left}, true)",
                    "in": f"contains({right}, {left})",
                    "notin": f"not contains({right}, {left})",
                }[each.op]
            )
            left = right
        return f"({' and '.join(written)})"

    def value_getattr(self, node: nodes.Getattr) -> str:
        if is_name(node.node, "rankhouse"):
            return f"M.{self.known(node.attr)}"
        if is_name(node.node, "loop"):
            if node.attr not in ("index", "index0", "first", "last", "length"):
                raise NotTranslated(f"loop.{node.attr}")
            return f"v_loop.{node.attr}"
        if node.attr in OF_DICTIONARIES:
            raise NotTranslated(f".{node.attr} without a call, in line {node.lineno}")
        return f"get({self.value(node.node)}, {literal(node.attr)})"

    def value_getitem(self, node: nodes.Getitem) -> str:
        if is_name(node.node, "rankhouse"):
            return f"M[{self.value(node.arg)}]"
        if isinstance(node.arg, nodes.Slice):
            ends = [self.value(each) if each else "null" for each in (node.arg.start, node.arg.stop, node.arg.step)]
            return f"slice({self.value(node.node)}, {', '.join(ends)})"
        return f"get({self.value(node.node)}, {self.value(node.arg)})"

    def value_filter(self, node: nodes.Filter) -> str:
        if node.node is None or node.dyn_args or node.dyn_kwargs:
            raise NotTranslated(f"such a use of the filter {node.name}")
        keywords = ", ".join(f"{each.key} = {self.value(each.value)}" for each in node.kwargs)
        kept = self.of_library(f"F.{node.name}")
        return f"{kept}({joined(self.value(node.node), f'{{{keywords}}}', self.values(node.args))})"

    def value_test(self, node: nodes.Test) -> str:
        if node.name == "defined" and isinstance(node.node, nodes.Name) and node.node.name in DBTS:
            return "false"
        test = "T['in']" if node.name == "in" else self.of_library(f"T.{node.name}")
        return f"{test}({self.values([node.node, *(node.args or ())])})"

    def of_library(self, name: str) -> str:
        if name not in self.provided:
            raise NotTranslated(f"{name}, which src/lua does not have")
        return name

    def known(self, name: str) -> str:
        if name not in self.package.macros:
            raise NotTranslated(f"no macro {name}")
        return name

    # Calls.

    def value_call(self, node: nodes.Call) -> str:
        called = node.node
        if is_return(node):
            raise NotTranslated(f"return within an expression, in line {node.lineno}")
        if is_dispatch(node):
            return f"M.{self.package.dispatched(node.args[0])}"
        if is_dispatch(called):
            return self.macro_called(self.package.dispatched(called.args[0]), node)
        if isinstance(called, nodes.Getattr) and is_name(called.node, "rankhouse"):
            return self.macro_called(self.known(called.attr), node)
        if isinstance(called, nodes.Getitem) and is_name(called.node, "rankhouse"):
            return self.asked(self.value(called.arg), node)
        if isinstance(called, nodes.Getattr) and is_name(called.node, "exceptions"):
            return f"refuse({self.value(node.args[0])})"
        if is_name(called, "dict"):
            given = [*map(self.value, node.args), *([self.pairs(node.kwargs)] if node.kwargs else [])]
            return f"merged({joined(*given, self.value(node.dyn_kwargs) if node.dyn_kwargs else '')})"
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            raise NotTranslated(f"a call with stars in line {node.lineno}")
        arguments = self.values(node.args)
        if is_name(called, "namespace"):
            return self.pairs(node.kwargs)
        if isinstance(called, nodes.Getattr) and f"X.{called.attr}" in self.provided:
            if called.attr == "format":
                keywords = ", ".join(f"{each.key} = {self.value(each.value)}" for each in node.kwargs)
                return f"X.format({joined(self.value(called.node), f'{{{keywords}}}', arguments)})"
            if not node.kwargs:
                return f"X.{called.attr}({joined(self.value(called.node), arguments)})"
        if node.kwargs:
            raise NotTranslated(f"keywords of a value that is called, in line {node.lineno}")
        return f"{self.value(called)}({arguments})"

    def macro_called(self, name: str, node: nodes.Call) -> str:
        if node.dyn_kwargs is not None:
            return self.asked(literal(name), node)
        if node.dyn_args is not None:
            raise NotTranslated(f"a call of {name} with a star")
        parameters = self.package.parameters[name]
        given = {parameters[place]: self.value(each) for place, each in enumerate(node.args)}
        given |= {each.key: self.value(each.value) for each in node.kwargs if each.key in parameters}
        if others := [each for each in node.kwargs if each.key not in parameters]:
            if "kwargs" not in parameters:
                raise NotTranslated(f"{name} has no {others[0].key}")
            given["kwargs"] = self.pairs(others)
        count = 1 + max((parameters.index(each) for each in given), default=-1)
        return f"M.{name}({', '.join(given.get(each, 'nil') for each in parameters[:count])})"

    def asked(self, name: str, node: nodes.Call) -> str:
        """A macro called by a name that is computed, or with a dictionary of arguments."""
        if node.dyn_args is not None or (node.args and (node.kwargs or node.dyn_kwargs)):
            raise NotTranslated(f"such arguments of a macro that is asked by name, in line {node.lineno}")
        if node.args:
            return f"M[{name}]({self.values(node.args)})"
        given = [self.pairs(node.kwargs)] if node.kwargs else []
        given += [self.value(node.dyn_kwargs)] if node.dyn_kwargs is not None else []
        return f"called({name}, {given[0] if len(given) == 1 else f'merged({joined(*given)})'})"


# What is embedded.


def library() -> dict[str, str]:
    """The files of src/lua, in the order in which they are run."""
    return {f"lua/{name}.lua": (HERE / "src/lua" / f"{name}.lua").read_text(encoding="utf-8") for name in LIBRARY}


def written(package: Package, names: Iterable[str], asked: Iterable[str]) -> str:
    """A chunk of these macros. `asked`: those that may be called by a name that is computed."""
    writer = Writer(package, set(re.findall(r"\b[FTX]\.\w+", "".join(library().values()))))
    lines = [f"local _, {CACHED} = nil, {CACHED}"]
    for name in names:
        try:
            lines.append(writer.macro(package.macros[name], name in asked))
        except NotTranslated as problem:
            raise NotTranslated(f"{package.files[name]}, {name}: {problem}") from None
    return "\n".join([*lines, ""])


def chunks(others: Iterable[str] = ()) -> dict[str, str]:
    """The Lua of each file, by its name. `others`: further macros that are asked by name."""
    package, asked = Package(PACKAGE / "macros"), [*table_macros(), *others]
    files = dict[str, list[str]]()
    for name in package.reachable([ENTRY, *asked]):
        files.setdefault(package.files[name], []).append(name)
    index = ", ".join(f"{name} = {literal(file)}" for file, names in files.items() for name in names)
    return (
        library()
        | {"lua/unicode.lua": unicode(), "lua/index.lua": f"return {{{index}}}\n"}
        | {file: written(package, names, asked) for file, names in files.items()}
    )


def table_macros() -> list[str]:
    statements = (PACKAGE / "sql/table_macros.sql").read_text(encoding="utf-8")
    return re.findall(r"^create or replace macro (\w+)\(", statements, re.MULTILINE)


def unicode() -> str:
    """What Python knows of characters beyond ASCII."""
    beyond = [chr(number) for number in range(128, 0x110000) if not 0xD800 <= number < 0xE000]
    # A sigma at the end of a word has a form of its own, and these two sets say where a word ends.
    cased = [each for each in beyond if (each + "Σ").lower().endswith("ς")]
    passed = [each for each in beyond if ("a" + each + "Σ").lower().endswith("ς")]
    zeros = [each for each in beyond if unicodedata.decimal(each, None) == 0]
    tables = {
        "lower": mapped((each, each.lower()) for each in beyond),
        "upper": mapped((each, each.upper()) for each in beyond),
        "is_cased": ranges(cased),
        "is_passed": ranges(sorted(set(passed) - set(cased))),
        "is_space": ranges(each for each in beyond if each.isspace()),
        "is_alnum": ranges(each for each in beyond if each.isalnum()),
        "is_digit": ranges(each for each in beyond if each.isdigit()),
        "is_printable": ranges(each for each in beyond if each.isprintable()),
        "zeros": f"{{{', '.join(str(ord(each)) for each in zeros)}}}",
    }
    return "return {\n" + "".join(f"{name} = {table},\n" for name, table in tables.items()) + "}\n"


def mapped(pairs: Iterable[tuple[str, str]]) -> str:
    return "{" + ", ".join(f'["{one}"] = "{other}"' for one, other in pairs if one != other) + "}"


def ranges(characters: Iterable[str]) -> str:
    """First and last of each range, one after the other."""
    found = list[int]()
    for number in map(ord, characters):
        if found and found[-1] == number - 1:
            found[-1] = number
        else:
            found += [number, number]
    return f"{{{', '.join(map(str, found))}}}"


def version() -> str:
    found = re.search(r'^version = "(.*)"', (PACKAGE / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1]


# The headers.


def array(name: str, text: str) -> str:
    """As bytes: compilers limit how long a text is. A zero is at the end."""
    return f"static const unsigned char {name}[] = {{{','.join(map(str, text.encode()))},0}};\n"


def embedded() -> str:
    """What src/reader.c embeds."""
    found = chunks()
    arrays = [array(f"CHUNK_{number}", text) for number, text in enumerate(found.values())]
    rows = [f'{{"{name}", CHUNK_{number}, sizeof(CHUNK_{number}) - 1}},\n' for number, name in enumerate(found)]
    head = "static const struct { const char *name; const unsigned char *text; size_t size; } CHUNKS[] = {\n"
    # The library's own files come first, and are run in this order.
    return "".join([*arrays, f"#define FILES_OF_LIBRARY {len(LIBRARY)}\n", head, *rows, "};\n"])


def without_table_macros(script: str) -> str:
    """The statements of a script that make or describe no table macro."""
    ends = r";\n(?=create or replace macro |comment on macro |\Z)"
    table = r"comment on macro table |create [^\n]*(\n +[^\n]*)*\)\s+as table\n"
    _, _, rest = script.partition("\n\n")
    kept = [each for each in re.split(ends, rest) if each and not re.match(table, each)]
    return ";\n".join([*kept, ""])


def scripts() -> str:
    """What src/rankhouse.c executes."""
    texts = {name: (PACKAGE / f"sql/{name}.sql").read_text(encoding="utf-8") for name in SCRIPTS}
    # Table macros that ask take the place of frozen ones.
    texts["rankhouse"] = without_table_macros(texts["rankhouse"])
    arrays = [array(name.upper(), text) for name, text in texts.items()]
    return f'#define RANKHOUSE_VERSION "{version()}"\n' + "".join(arrays)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    try:
        for name, text in {"embedded.h": embedded(), "scripts.h": scripts()}.items():
            (target / name).write_text(text, encoding="utf-8")
    except NotTranslated as problem:
        sys.exit(f"not translated: {problem}")
