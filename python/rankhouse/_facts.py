"""What DuckDB's table macros look up when they read a call: the declarations of measures and conventions as a map of texts.

    spelling NAME                       the measure that a name or alias means
    names, elsewhere NAME               all of them; what has a measure that these are not
    MEASURE cutoff|mean|options         as declared
    MEASURE.OPTION choices|default|pairs|range
                                        as declared; range: the limits above, below, from, to, and what is said of them
    MEASURE formulas                    one template, of parts: its value, its weight, the column and value of its worth,
                                        what it needs, whether it takes the whole list, why it is refused
    says NAME                           what is said of a call, with its values as ǀ2ǀ, ǀ3ǀ, ...; ǀ?3ǀ is a hint
    conventions, CONVENTION ...         their names; the policies and how ids and numbers are read
    CONVENTION measures|refused MEASURE what it has, and what it calls by the same name
    CONVENTION MEASURE options, CONVENTION MEASURE.OPTION
                                        what it says of options, the first one its default
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rankhouse._sql import literal
from rankhouse._templates import Conditions, Number, Plan, Template, Templates, token, under

Declaration = Mapping[str, Any]
Facts = dict[str, list[str]]
PART, ONE = "¬", "¦"
"""Between the parts of a measure's template, and after each of several within a part."""


def as_map(facts: Facts) -> str:
    """The facts as a DuckDB expression."""
    entries = (f"{_quoted(name)}=[{', '.join(map(_quoted, values))}]" for name, values in facts.items())
    return f"{literal('{' + ', '.join(entries) + '}')}::map(varchar, varchar[])"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def facts_of_catalogue(package: Templates, catalogue: Sequence[Declaration]) -> Facts:
    names = [name for declared in catalogue for name in (declared["name"], *declared.get("aliases", []))]
    facts = {"names": names}
    for declared in catalogue:
        facts |= {f"spelling {name}": [declared["name"]] for name in (declared["name"], *declared.get("aliases", []))}
        facts |= _facts_of_measure(package, declared)
    return facts | {f"elsewhere {name}": [task] for name, task in package.measures_elsewhere(names).items()}


def _facts_of_measure(package: Templates, declared: Declaration) -> Facts:
    facts = {
        "cutoff": [declared.get("cutoff", "none")],
        "mean": _texts(declared.get("mean", [])),
        "options": list(declared["options"]),
    }
    named = {f"{declared['name']} {name}": values for name, values in facts.items() if values}
    for option, spec in declared["options"].items():
        named |= {f"{declared['name']}.{option} {name}": values for name, values in _facts_of_option(package, spec).items()}
    return named


def _facts_of_option(package: Templates, spec: Declaration) -> Facts:
    if "choices" not in spec:
        limits = [str(spec.get(limit, "")) for limit in ("above", "below", "from", "to")]
        return {"default": _texts(spec["default"]), "range": [*limits, package.range_text(spec)]}
    facts = {"default": spec["choices"][:1], "choices": spec["choices"]}
    return facts | ({"pairs": [spec["pairs"]]} if "pairs" in spec else {})


def _texts(values: Any) -> list[str]:
    return [str(value) for value in (values if isinstance(values, list | tuple) else [values])]


def needs_of_measures(catalogue: Sequence[Declaration]) -> list[str]:
    """All that the rows of measures may need, what follows from other needs among it."""
    found = [need for declared in catalogue for _, need in _needs(declared)]
    return list(dict.fromkeys([*found, "summed_hits"]))


def _needs(declared: Declaration) -> list[tuple[Conditions, str]]:
    needs: list[tuple[Conditions, str]] = [({}, need) for need in declared.get("needs", [])]
    for option, by_choice in declared.get("needs_with", {}).items():
        for choice, wanted in by_choice.items():
            setting = {"any other": "other"}.get(choice, choice)
            needs += [({option: frozenset([setting])}, need) for need in wanted]
    return needs


def facts_of_formulas(package: Templates, catalogue: Sequence[Declaration]) -> Facts:
    return {f"{declared['name']} formulas": [_formulas(package, declared)] for declared in catalogue}


def _formulas(package: Templates, declared: Declaration) -> str:
    options = declared["options"]
    choices = {name: [*spec["choices"], *(["map"] if "pairs" in spec else [])] for name, spec in options.items() if "choices" in spec}
    choices |= {name: ["default", "other"] for name, spec in options.items() if "choices" not in spec}
    choices |= {
        "cutoff": ["none", "given"],
        "without_relevant": ["none", "given"],
        "only": ["none", "intersection"],
        "relevant_from": ["none", "given"],
        "ties": package.policies()["ties"],
    }

    def field(name: str) -> Any:
        return lambda plan: None if plan.chosen(name) == "none" else token(name)

    def number(name: str, default: Any) -> Any:
        return lambda plan: Number(token(name), default, lambda: plan.chosen(name) == "default")

    fields: dict[str, Any] = {
        "metric": declared["name"],
        "declaration": declared,
        "k": lambda plan: None if plan.chosen("cutoff") == "none" else Number(token("k")),
        "gain_column": token("gain_column"),
        "without_relevant": field("without_relevant"),
    }
    fields |= {name: number(name, spec["default"]) for name, spec in options.items() if "choices" not in spec}
    plan = Plan(choices, fields)
    # A gain map is no choice of a gain's value: the map itself is.
    without_map = Plan({name: [one for one in values if one != "map"] for name, values in choices.items()}, fields)

    def worth(key: str) -> Any:
        return lambda known: declared["worth"](known, field("relevant_from")(known))[key]

    whole = declared.get("whole_list_with", {})
    refused = {"metric": token("metric"), "measure": token("measure"), "text": token("text")}
    rules = [({name: frozenset(map(str, values)) for name, values in rule["with"].items()}, rule) for rule in declared.get("rules", [])]
    texts = [
        package.marked(plan, package.value_of),
        package.marked(plan, declared["weight"]) if "weight" in declared else "1",
        *(package.marked(without_map, worth(key)) if "worth" in declared else "" for key in ("column", "value")),
        "".join(under(conditions, need + ONE) for conditions, need in _needs(declared)),
        "".join(under({option: frozenset(values)}, "whole") for option, values in whole.items()),
        "".join(under(conditions, package.says_refused(rule, refused) + ONE) for conditions, rule in rules),
    ]
    return Template.of(PART.join(texts), choices).sql


def facts_of_conventions(package: Templates) -> Facts:
    known = package.conventions()
    facts: Facts = {"conventions": list(known)}
    for name, settings in known.items():
        policies = {key: settings.get(key) for key in (*package.policies(), "library", "without_relevant", "needs")}
        for key, value in (policies | settings.get("read_as", {})).items():
            if value is not None:
                facts[f"{name} {key}"] = _texts(value)
        facts[f"{name} measures"] = list(settings["measures"])
        facts |= {f"{name} refused {measure}": [reason] for measure, reason in settings.get("refused", {}).items()}
        for measure, options in settings["measures"].items():
            if options:
                facts[f"{name} {measure} options"] = list(options)
            facts |= {f"{name} {measure}.{option}": _texts(value) for option, value in options.items()}
    return facts


def facts_of_messages(package: Templates, names: Iterable[str]) -> Facts:
    """What is said, by its name: says_malformed is `malformed`."""
    facts = {}
    for name in names:
        marks: dict[str, Any] = {}
        for place, parameter in enumerate(getattr(package, f"says_{name}").macro.arguments, start=2):
            mark = token(f"?{place}" if parameter == "hint" else str(place))
            marks[parameter] = [mark] if parameter in LISTS else mark
        facts[f"says {name}"] = [getattr(package, f"says_{name}")(**marks)]
    return facts | {"says refused": [token("2")]}


LISTS = ("choices", "allowed", "columns", "known")
"""Parameters that are lists, which come as one text here."""


def merged(*parts: Facts) -> Facts:
    return dict(itertools.chain.from_iterable(part.items() for part in parts))
