"""DuckDB's table macros: what a call asks for, read in SQL, and the text of the query that it runs.

A table macro is `query(text)`. The text comes of a template (see _templates.py) and of what the call says: its arguments
are put into one struct, and each step of a pipeline adds fields that follow from those before, as the package's macros do
for dbt: `p` is the call, `m` a measure of it, `o` an option of a measure. What measures, conventions and policies allow is
looked up in `facts`, a map that is made of the same declarations. Whatever is wrong becomes the field `problem`, in the
words of macros/catalogue/messages.sql.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rankhouse._sql import literal
from rankhouse._templates import (
    KEYS,
    NO_LISTS,
    Columns,
    Number,
    Part,
    Plan,
    Template,
    Templates,
    chosen_text,
    filled,
    holds,
    message,
    token,
)

YES_NO = ("true", "false")
RECORD, FIELD, VALUE = "¦", "¬", "·"
"""Between the entries of `facts`, between the name of an entry and its values, and between these."""


@cache
def package() -> Templates:
    return Templates()


@dataclass
class Pipeline:
    """A struct to which steps add fields, each an expression over the struct by its name."""

    variable: str
    first: str
    steps: list[dict[str, str]] = field(default_factory=list)

    def add(self, **fields: str) -> Pipeline:
        self.steps.append(fields)
        return self

    def of(self, one: str, *, is_list: bool = False) -> str:
        sql = one if is_list else f"[{one}]"
        for fields in self.steps:
            added = ", ".join(f"{name} := {expression}" for name, expression in fields.items())
            sql = f"list_transform({sql}, lambda {self.variable}: struct_insert({self.variable}, {added}))"
        return sql if is_list else f"{sql}[1]"

    @property
    def sql(self) -> str:
        return self.of(self.first)

    @property
    def list_sql(self) -> str:
        return self.of(self.first, is_list=True)


def cases(*pairs: tuple[str, str], otherwise: str = "null") -> str:
    whens = " ".join(f"when {condition} then {value}" for condition, value in pairs)
    return f"case {whens} else {otherwise} end"


def first_of(values: str) -> str:
    """The first of a list that is not NULL."""
    return f"list_filter({values}, lambda found: found is not null)[1]"


def joined(values: str, separator: str) -> str:
    return f"array_to_string({values}, {literal(separator)})"


def quoted(name: str) -> str:
    """A text as an identifier."""
    return f"'\"' || replace({name}, '\"', '\"\"') || '\"'"


def quoted_literal(text: str) -> str:
    """A text as a literal."""
    return f"'''' || replace({text}, '''', '''''') || ''''"


class Facts(dict[str, list[str]]):
    """What table macros look up by name."""

    def sql(self) -> str:
        text = RECORD.join(f"{name}{FIELD}{VALUE.join(values)}" for name, values in self.items())
        return (
            f"map_from_entries(list_transform(string_split({literal(text)}, '{RECORD}'), lambda fact:"
            f" row(split_part(fact, '{FIELD}', 1), string_split(split_part(fact, '{FIELD}', 2), '{VALUE}'))))"
        )


def fact(*parts: str) -> str:
    return f"p['facts'][{' || '.join(parts)}]"


def texts_of(values: Any) -> list[str]:
    return [str(value) for value in (values if isinstance(values, list | tuple) else [values])]


# What measures declare.


def facts_of_catalogue(catalogue: Iterable[Mapping[str, Any]]) -> Facts:
    facts = Facts()
    names: list[str] = []
    for declared in catalogue:
        name = declared["name"]
        names += [name, *declared["aliases"]]
        for spelling in (name, *declared["aliases"]):
            facts[f"spelling {spelling}"] = [name]
        facts[f"{name} cutoff"] = [declared["cutoff"]]
        if declared["options"]:
            facts[f"{name} options"] = list(declared["options"])
        for option, spec in declared["options"].items():
            facts |= facts_of_option(f"{name}.{option}", spec)
        if rules := declared.get("rules"):
            facts[f"{name} rules"] = [
                f"{_conditions(rule['with'])}>{rule['refused'].replace('{', token('')[0]).replace('}', token('')[0])}"
                for rule in rules
            ]
    facts["names"] = names
    for name, task in package().measures_elsewhere(names).items():
        facts[f"elsewhere {name}"] = [task]
    return facts


def facts_of_option(name: str, spec: Mapping[str, Any]) -> Facts:
    if "choices" not in spec:
        limits = [str(spec.get(limit, "")) for limit in ("above", "below", "from", "to")]
        return Facts({f"{name} default": [str(spec["default"])], f"{name} range": [*limits, package().range_text(spec)]})
    facts = Facts({f"{name} default": [spec["choices"][0]], f"{name} choices": spec["choices"]})
    if "pairs" in spec:
        facts[f"{name} pairs"] = [spec["pairs"]]
    return facts


def _conditions(settings: Mapping[str, Iterable[str]]) -> str:
    return "&".join(f"{name}={'|'.join(map(str, values))}" for name, values in settings.items())


def facts_of_conventions() -> Facts:
    facts = Facts()
    for name, settings in package().conventions().items():
        for key, value in (settings | settings.get("read_as", {})).items():
            if key not in ("read_as", "measures", "refused"):
                facts[f"{name} {key}"] = texts_of(value)
        facts[f"{name} measures"] = list(settings["measures"])
        for measure, reason in settings.get("refused", {}).items():
            facts[f"{name} refused {measure}"] = [reason]
        for measure, options in settings["measures"].items():
            if options:
                facts[f"{name} {measure} options"] = list(options)
            for option, value in options.items():
                facts[f"{name} {measure}.{option}"] = texts_of(value)
    facts["conventions"] = list(package().conventions())
    return facts


# Measure strings.


def hint(given: str, known: str) -> str:
    """What macros/catalogue/suggest.sql says: the known name that shares most pairs of letters with the given one."""
    pairs = f"list_transform(range(1, length({given})), lambda i: substr({given}, i, 2))"
    letters = f"list_transform(range(1, length({given}) + 1), lambda i: substr({given}, i, 1))"
    shared = [f"len(list_filter({parts}, lambda part: contains(name, part)))" for parts in (pairs, letters)]
    score = f"(2.0 * {shared[0]} + {shared[1]}) / (length({given}) + length(name))"
    best = f"list_reduce(list_transform({known}, lambda name: {{'name': name, 'score': {score}}}), lambda a, b: case when b['score'] > a['score'] then b else a end)"
    said = f"list_transform([{best}], lambda best: case when best['score'] > 0.6 then ': did you mean ''' || best['name'] || '''?' else ':' end)[1]"
    return f"{said} || ' Known: ' || {joined(known, ', ')}"


def is_number(text: str) -> str:
    """As is_number_text: digits with at most one point."""
    return f"(regexp_full_match({text}, '[0-9]+\\.?[0-9]*|\\.[0-9]+') and length({text}) <= 15)"


def spelled_number(text: str) -> str:
    """A number as it is written in a measure's name."""
    return f"regexp_replace({text}::double::varchar, '\\.0$', '')"


def read_measures(texts: str) -> str:
    """The expression of a list of structs, one for each text; see parse_measure in macros/catalogue/read_measures.sql."""
    says = package()
    text = "m['text']"
    m = Pipeline("m", f"list_transform({texts}, lambda text: {{'text': text}})")
    m.add(source=f"regexp_replace(lower({text}), '^\\s+|\\s+$', '', 'g')")
    m.add(
        parts=cases(
            (
                "contains(m['source'], '(')",
                "regexp_extract(m['source'], '(?s)^([^(]*)\\((.*)\\)([^)]*)$', ['head', 'options', 'tail'])",
            ),
            otherwise="regexp_extract(m['source'], '(?s)^([^@]*)()(.*)$', ['head', 'options', 'tail'])",
        )
    )
    m.add(head="trim(m['parts']['head'])", tail="trim(m['parts']['tail'])")
    m.add(
        exact=f"{fact('\'spelling \'', 'm[\'head\']')}[1]",
        stemmed=f"case when regexp_full_match(m['head'], '.*_[0-9]+') then {fact('\'spelling \'', 'regexp_replace(m[\'head\'], \'_[0-9]+$\', \'\')')}[1] end",
    )
    is_stemmed = "m['exact'] is null and m['stemmed'] is not null"
    m.add(
        metric="coalesce(m['exact'], m['stemmed'])",
        cutoff=cases(
            ("m['tail'] <> ''", "trim(substr(m['tail'], 2))"),
            (is_stemmed, "regexp_extract(m['head'], '_([0-9]+)$', 1)"),
        ),
        is_malformed=f"m['head'] = '' or m['tail'] <> '' and (m['tail'][1] <> '@' or {is_stemmed})",
        plain="replace(replace(translate(m['parts']['options'], ' ''\"', ''), 'min(k,relevant)', 'min'), 'min(relevant,k)', 'min')",
    )
    m.add(
        k="case when regexp_full_match(m['cutoff'], '[0-9]{1,18}') then nullif(m['cutoff']::bigint, 0) end",
        options=_read_options(),
    )
    return m.list_sql
