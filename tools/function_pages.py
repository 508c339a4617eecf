"""docs/reference/functions/: a page for each public function, and their index.

A page is derived: what the function is for and its columns from results.yml, its arguments from arguments.yml, the
signatures from dbt's macro, the table macro, Python and the command, its refusals from the checks of macros/inputs, and
its example, which is run, from functions/examples.yml.
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

import rankhouse
import rankhouse.cli
import refused
from executed import executed
from interface.tables import Column, Result, in_duckdb, results, sentence, shared_columns
from interface.words import short_sentences
from rankhouse._rendering.jinja import macros
from rankhouse.cli._command import Command
from rankhouse.cli._program import COMMANDS
from rankhouse.cli._sentences import SENTENCES
from table_macros import TableMacro, in_sql, parameter, table_macros
from truths import Given, TypicalCall, typical_calls

TOOLS = Path(__file__).parent
DOCS = TOOLS.parent / "docs"
FOLDER = DOCS / "reference/functions"
COMMON = "../common.md"
# What a reader asks, and the folders of the macros that answer it.
QUESTIONS = {
    "How good are ranked lists?": ("ranking",),
    "Is one system better, and how sure is that?": ("comparison",),
    "How good is a classifier?": ("classification",),
    "How far off are predicted ratings and boxes?": ("rating", "detection"),
    "What do recommendations show, beside what is relevant?": ("recommendation",),
    "How good are labels, and where do more of them help?": ("labels",),
    "What do users prefer, and what would they have done?": ("online",),
    "Which answer is better?": ("answers",),
    "How is a test set made?": ("protocols",),
    "Why is a number what it is, and how does it change?": ("reports",),
}
TYPES = {
    "number": "number",
    "whole": "whole number",
    "count": "number",
    "text": "",
    "date": "date",
    "id": "",
    "flag": "true or false",
}
IN_COMMON = re.compile(
    r"Columns; each combination of their values, including NULL, is (a group|(evaluated|measured|estimated) separately)"
    r"|Further columns; "
)
"""What docs/reference/common.md says of `by`."""
SHORT = 60
"""A sentence of fewer letters stands on each page; a longer one, which others share, on one of them."""
WIDTH = 90
WHO = {"everywhere": "Everywhere", "python": "In Python", "counted": "Counted by `input_problems`"}
IN_GENERAL = re.compile(
    r"empty|.* is NULL( or NaN)?|.* of another type|.* is (infinite|not finite)|ids of different types"
)
FIRST = "For `duckdb` or `con.execute`, with [the macros loaded](../duckdb.md#install):"


@dataclass(frozen=True)
class Example:
    """A call that all ways in can make, over tables that its page creates."""

    tables: Mapping[str, str]
    created: Mapping[str, str]
    arguments: Mapping[str, Any]
    shown: str = ""
    rows: int = 0
    shell: str = ""
    guide: str = ""
    answers: str = ""


@cache
def written() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((TOOLS / "functions/examples.yml").read_text())
    return found


def example(name: str) -> Example:
    entry = written()["functions"].get(name)
    if entry is None:
        call = typical_calls()[name]
        given = {table.name: _values(table) for table in call.tables.values()}
        return Example({side: table.name for side, table in call.tables.items()}, given, call.arguments)
    tables = entry.get("tables", {})
    created = {table: written()["tables"][table].strip() for table in dict.fromkeys(tables.values())}
    return Example(tables, created, **{"arguments": {}, **{k: v for k, v in entry.items() if k != "tables"}})


def _values(table: Given) -> str:
    rows = [f"({', '.join(in_sql(value) for value in row)})" for row in table.rows]
    return "from (values\n    " + ",\n    ".join(rows) + f"\n) as listed({', '.join(table.names)})"


@dataclass(frozen=True)
class Function:
    """A macro with a typical call, and what it is called in each way in."""

    name: str

    @cached_property
    def call(self) -> TypicalCall:
        return typical_calls()[self.name]

    @cached_property
    def result(self) -> Result:
        return results()[self.name]

    @cached_property
    def table_macro(self) -> TableMacro | None:
        return next((made for made in table_macros() if made.name == self.name), None)

    @cached_property
    def python(self) -> Any:
        """Also where it takes other tables than the macro, so that the page has its signature alone."""
        return getattr(rankhouse, self.call.function or self.name, None)

    @cached_property
    def command(self) -> Command | None:
        typed = (self.call.function or self.name).replace("_", "-")
        found = COMMANDS.get(typed) if self.python else None
        return found if isinstance(found, Command) else None

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """dbt's arguments."""
        return dict(macros("duckdb").parameters[self.name])

    @cached_property
    def needs(self) -> tuple[str, ...]:
        return self.table_macro.needs if self.table_macro else tuple(self.call.given)

    @cached_property
    def question(self) -> str:
        folder = macros("duckdb").files[self.name].partition("/")[0]
        return next((asked for asked, folders in QUESTIONS.items() if folder in folders), folder.capitalize())

    @cached_property
    def meanings(self) -> dict[str, str]:
        """What each argument means, in the words of SQL, but for names of columns."""
        return {name: in_duckdb(sentence(self.name, name)) for name in self.defaults if name != "columns"}

    @cached_property
    def family(self) -> str:
        """Of its inputs, by the macro that lists their checks."""
        known = macros("duckdb").checked_macros()
        if self.name in known:
            return str(known[self.name]["family"])
        return str(known["metrics"]["family"]) if {"run", "judgments"} <= self.defaults.keys() else ""


def in_order() -> list[Function]:
    """In that of the table macros, in which the most general function of a family comes first."""
    order = [made.name for made in table_macros()]
    names = sorted(typical_calls(), key=lambda name: (order.index(name) if name in order else len(order), name))
    return [*map(Function, names)]


@cache
def functions() -> dict[str, Function]:
    """In the order of the questions, and in each of the table macros."""
    asked = in_order()
    questions = [*QUESTIONS, *dict.fromkeys(each.question for each in asked if each.question not in QUESTIONS)]
    return {each.name: each for asks in questions for each in asked if each.question == asks}


# The calls.


def sql_call(name: str, given: Example) -> str:
    needs = functions()[name].needs
    parts = [in_sql(given.tables.get(each, given.arguments.get(each))) for each in needs]
    rest = {**given.tables, **given.arguments}
    first = [next(iter(functions()[name].defaults))] if not needs and given.tables else []
    parts += [in_sql(given.tables[each]) for each in first]
    keyed = {each: value for each, value in rest.items() if each not in (*needs, *first)}
    # The second table of an evaluation is known by its place.
    if needs[:1] == ("run",) or first == ["run"]:
        parts += [in_sql(keyed.pop("judgments"))] if "judgments" in keyed else []
    parts += [f"{parameter(each)} := {in_sql(_alone(value))}".replace('"by"', "by") for each, value in keyed.items()]
    select = f"\nselect {given.shown}" if given.shown else ""
    is_ordered = macros("duckdb").table_macros()[name].get("ordered", True)
    limit = ("" if is_ordered else "\norder by all") + (f"\nlimit {given.rows}" if given.rows else "")
    return _wrapped(f"from {name}(", parts, ")", "    ") + f"{select}{limit};"


def dbt_call(name: str, given: Example) -> str:
    parts = [f'{each}=ref("{table}")' for each, table in given.tables.items()]
    parts += [f"{each}={_literal(value)}" for each, value in given.arguments.items()]
    return "{{ " + _wrapped(f"rankhouse.{name}(", parts, ")", "    ") + " }}"


def python_call(name: str, given: Example) -> str:
    function = functions()[name]
    if not function.python or function.call.function is None:
        return ""
    taken = inspect.signature(function.python).parameters
    tables = {each: _literal(f"{table}.csv") for each, table in given.tables.items()}
    # The tables that come first have no name; a run is one of a function's `runs`.
    first = [text for each, text in tables.items() if each not in taken]
    for each in list(taken)[len(first) :]:
        if each not in tables:
            break
        first.append(tables[each])
    named = {each: text for each, text in tables.items() if text not in first}
    parts = [*first, *(f"{each}={text}" for each, text in named.items())]
    parts += [f"{each}={_literal(_alone(value))}" for each, value in given.arguments.items() if each != "judgments_by"]
    parts += [f"{each}={_literal(value)}" for each, value in function.call.function_takes.items()]
    called = function.call.function or name
    line = f"print(rankhouse.{called}({', '.join(parts)}))"
    if len(line) > WIDTH:
        line = "\n    ".join([f"result = rankhouse.{called}(", *(f"{part}," for part in parts)]) + "\n)\nprint(result)"
    return f"import rankhouse\n\n{line}"


def shell_call(name: str, given: Example) -> str:
    function = functions()[name]
    command = function.command
    if command is None or function.call.command is None:
        return ""
    words = ["rankhouse", (function.call.function or name).replace("_", "-")]
    values = {**given.tables, **given.arguments}
    tables = dict.fromkeys(given.tables)
    for each in command.positions:
        # A run is one of a function's `runs`.
        held = each if each in values else next(iter(given.tables)) if each == "runs" else ""
        if held in values:
            words.append(f"{values.pop(held)}.csv" if held in tables else str(values.pop(held)))
    for each, value in values.items():
        if each == "judgments_by":
            continue
        option = command.option(each).names[-1] if command.option(each).names else f"--{each.replace('_', '-')}"
        if value is True:
            words.append(option)
            continue
        if isinstance(value, dict):
            value = [f"{name}={number}" for name, number in value.items()]
        for one in value if isinstance(value, list) else [value]:
            words += [option, shlex.quote(f"{one}.csv" if each in tables else str(one))]
    return "$ " + " ".join([*words, *given.shell.split()])


def _alone(value: Any) -> Any:
    """A list of one may be written without brackets."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def _literal(value: Any) -> str:
    return repr(value).replace("'", '"')


def _wrapped(head: str, parts: list[str], tail: str, indent: str) -> str:
    line = f"{head}{', '.join(parts)}{tail}"
    if len(line) <= WIDTH:
        return line
    return f"{head}\n" + "".join(f"{indent}{part},\n" for part in parts).removesuffix(",\n") + f"\n{tail}"


# The page.


@cache
def homes() -> dict[tuple[str, str], str]:
    """The first function that says of an argument what others say, too: (argument, sentence)."""
    found: dict[tuple[str, str], str] = {}
    for function in in_order():
        for each in function.meanings.items():
            found.setdefault(each, function.name)
    return found


def page(name: str) -> str:
    # A command that came with this run has its sentences in a file that was read before they were written.
    SENTENCES.update(short_sentences())
    function, given = functions()[name], example(name)
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, loader=FileSystemLoader(TOOLS))
    created = [f"create or replace table {table} as\n{text};" for table, text in given.created.items()]
    created += [f"copy {table} to '{table}.csv';" for table in given.created]
    text = environment.get_template("functions/page.md.jinja").render(
        name=name,
        summary=summary(function),
        guide=guide(name),
        first=FIRST,
        tables="\n".join([*created, ""] if created else []),
        sql=sql_call(name, given) if function.table_macro else "",
        rows=f"The first {given.rows} rows." if given.rows else "",
        dbt=dbt_call(name, given),
        python=python_call(name, given),
        shell=shell_call(name, given),
        signatures="\n".join(signatures(function)),
        arguments=list(arguments(function)),
        elsewhere=list(elsewhere(function)),
        row=f"{function.result.row[0].upper()}{function.result.row[1:]}.",
        columns=list(columns(function.result)),
        refused=refusals(function),
    )
    return executed(text)


def summary(function: Function) -> str:
    return " ".join(filter(None, [example(function.name).answers or function.result.text, function.result.notes]))


@cache
def guides() -> dict[str, str]:
    """The text of each page that is written by hand, outside the reference."""
    folders = ("answers", "comparison", "labels", "online", "protocols", "tasks", "how-to", "reference")
    return {
        str(page.relative_to(DOCS)): page.read_text()
        for folder in folders
        for page in sorted((DOCS / folder).glob("*.md"))
        if page.name not in ("index.md", "cheat-sheet.md", "python.md", "engines.md", "benchmarks.md", "common.md")
    }


def guide(name: str) -> dict[str, str]:
    """The page that calls it most often."""
    calls = re.compile(rf"\b{name}\(|rankhouse {name.replace('_', '-')}\b")
    weights = {"how-to": 100, "reference": 1}
    counted = {
        path: len(calls.findall(text)) * weights.get(path.partition("/")[0], 200) for path, text in guides().items()
    }
    chosen = example(name).guide
    best = chosen or max(counted, key=lambda path: counted[path])
    title = re.search(r"^# (.+)$", guides()[best], re.MULTILINE)
    return {"path": best, "title": title[1] if title else best} if chosen or counted[best] else {}


def signatures(function: Function) -> Iterator[str]:
    dbt = [name if name in function.needs else f"{name}={_written(value)}" for name, value in function.defaults.items()]
    yield _signature("dbt", f"rankhouse.{function.name}(", dbt)
    if made := function.table_macro:
        kept = {name: value for name, value in made.arguments.items() if name not in (*made.columns, *made.optional)}
        sql = [name if value is None else f"{parameter(name)} := {value}" for name, value in kept.items()]
        yield _signature("SQL", f"{function.name}(", [each.replace('"by"', "by") for each in sql])
    if function.python:
        of_python = inspect.signature(function.python).parameters.values()
        python = [str(each.replace(annotation=each.empty)) for each in of_python]
        yield _signature(
            "Python", f"rankhouse.{function.call.function or function.name}(", [_quoted(e) for e in python]
        )
    if function.command:
        positions = " ".join(each.upper() for each in function.command.positions)
        typed = (function.call.function or function.name).replace("_", "-")
        yield f"{'shell':8}rankhouse {typed} {positions} [OPTIONS]"


def _written(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else _literal(value)


def _quoted(text: str) -> str:
    return text.replace("'", '"').replace(" = ", "=")


def _signature(way: str, head: str, parts: list[str]) -> str:
    lines = [f"{way:8}{head}"]
    for place, part in enumerate(parts):
        text = part + (", " if place < len(parts) - 1 else ")")
        if len(lines[-1]) + len(text.rstrip()) > WIDTH:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * 12)
        lines[-1] += text
    return "\n".join(lines)


def arguments(function: Function) -> Iterator[dict[str, Any]]:
    """Those that this page explains."""
    for name, text in function.meanings.items():
        if not _is_elsewhere(function, name):
            yield {"names": [name], "text": text}


def _is_elsewhere(function: Function, name: str) -> bool:
    text = function.meanings[name]
    if name == "by":
        return IN_COMMON.match(text) is not None
    return len(text) > SHORT and homes()[name, text] != function.name


def elsewhere(function: Function) -> Iterator[str]:
    told: dict[str, list[str]] = {}
    for name, text in function.meanings.items():
        if _is_elsewhere(function, name) and name != "by":
            told.setdefault(homes()[name, text], []).append(name)
    for home, names in told.items():
        yield f"{_codes(names)}: as for [{home}]({home}.md#arguments)."
    common = ["by"] if "by" in function.meanings and _is_elsewhere(function, "by") else []
    if made := function.table_macro:
        common += [*made.columns, *made.optional]
    common += ["columns"] if "columns" in function.defaults else []
    if function.python:
        common += [name for name in ("con", "check", "engine") if name in inspect.signature(function.python).parameters]
    if common:
        yield f"{_codes(common)}: [common to all functions]({COMMON}#arguments)."


def _codes(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# Neighbours of which one line says enough.
TOGETHER = {
    ("measure", "metric", "k"): "the measure, its name without the cutoff, and the cutoff",
    ("ci_low", "ci_high"): "the ends of the interval",
    ("wins", "ties", "losses"): "queries where the system is better, where both are equal, and where the baseline is",
    ("tp", "fp", "fn", "tn"): "true and false positives, false and true negatives",
}


def columns(result: Result) -> Iterator[str]:
    if result.before:
        yield f"{result.before[0].upper()}{result.before[1:]}" if result.before[0] == "t" else result.before
    left = list(result.columns)
    while left:
        names = next((each for each in TOGETHER if tuple(one.name for one in left[: len(each)]) == each), ())
        if names and all(each == shared_columns()[each.name] for each in left[: len(names)]):
            yield f"{_codes(list(names))}: {TOGETHER[names]}"
            left = left[len(names) :]
        else:
            yield _column(left.pop(0))
    for when, name in result.also:
        yield f"{when[0].upper()}{when[1:]}: [those of {name}]({name}.md#result)."


def _column(column: Column) -> str:
    kind = ", ".join(filter(None, [TYPES[column.type], column.range, column.when]))
    null = f"; NULL {column.is_null}" if column.is_null else ""
    name = f"`{column.name}`" if column.is_fixed else column.name
    return f"{name}{f' ({kind})' if kind else ''}: {column.text}{null}"


@cache
def _first_of_family() -> dict[str, str]:
    found: dict[str, str] = {}
    for function in in_order():
        found.setdefault(function.family, function.name)
    return found


def refusals(function: Function) -> str:
    family = function.family
    if not family:
        return ""
    if (first := _first_of_family()[family]) != function.name:
        return f"The same rows as by [{first}]({first}.md#refused)."
    told: dict[str, list[str]] = {}
    for check in refused.checks(family):
        if not IN_GENERAL.fullmatch(check["problem"]):
            advice = f": {check['advice']}" if check["advice"] else ""
            told.setdefault(check["refused"], []).append(f"`{check['side']}`: {check['problem']}{advice}")
    lines = [f"[What all functions refuse]({COMMON}#refused), and:", ""]
    for who, problems in told.items():
        lines += [f"- {WHO[who]}:", *(f"    - {problem}" for problem in problems)]
    return "\n".join(lines)


def index() -> str:
    parts = ["# Functions\n", INTRODUCTION]
    for question in dict.fromkeys(each.question for each in functions().values()):
        parts.append(f"## {question}\n")
        rows = [
            f"| [{each.name}]({each.name}.md) | {_answer(each)} |"
            for each in functions().values()
            if each.question == question
        ]
        parts.append("\n".join(["| function | answers |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _answer(function: Function) -> str:
    text = example(function.name).answers or function.result.text
    return re.split(r"(?<=\w\w)(?<!et al)[.;] |\.$", text.replace("|", "\\|"))[0] + "."


INTRODUCTION = """\
Each page has an example with its output, the signatures for dbt, DuckDB, Python and a shell, the arguments, the columns
of the result, and what is refused. [What functions share](../common.md) says how to give tables and names of columns.
"""


def derived() -> dict[Path, Any]:
    return {FOLDER / "index.md": index, **{FOLDER / f"{name}.md": partial(page, name) for name in functions()}}
