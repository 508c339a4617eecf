"""What DuckDB's table macros look up when they read a call: what measures and conventions declare, as a map of texts.

names, means                what measures are called, and the measure that each name means
elsewhere, TASK             the tasks that have other measures, and the names of these
no cutoff, geometric        measures that take no cutoff; those whose mean is geometric
MEASURE                     its options
MEASURE.OPTION              choices (map: or pairs), and these; or number, the default, the limits above, below, from
                            and to, and what is said of them
map                         what is said of pairs that are none
MEASURE formulas            one template, of parts: its value, its weight, the column and value of its worth, what it
                            needs, whether it takes the whole list, why it is refused, what it can be
needs                       all that measures may need
conventions                 their names
CONVENTION ties, ...        its policies, how ids and numbers are read, and what it needs
CONVENTION measures         what it has
CONVENTION MEASURE          what it says of options: OPTION=CHOICE|CHOICE, the first one its default
CONVENTION refused MEASURE  why it is refused
says NAME                   what is said of a call, with its values as ǀ2ǀ, ǀ3ǀ, ...; ǀ?3ǀ is a hint
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from rankhouse._building.marks import Conditions, token, under
from rankhouse._building.plans import Number, Plan
from rankhouse._building.templates import Template, Templates
from rankhouse._sql import literal

Declaration = Mapping[str, Any]
Facts = dict[str, list[str]]
LIMITS = ("lowest", "highest")
PART, ONE = "¬", "¦"
"""Between the parts of a measure's template, and after each of several within a part."""


def as_map(facts: Facts) -> str:
    """The facts as a DuckDB expression."""
    entries = (f"{_quoted(name)}=[{', '.join(map(_quoted, values))}]" for name, values in facts.items())
    return f"{literal('{' + ', '.join(entries) + '}')}::map(varchar, varchar[])"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def facts_of_catalogue(package: Templates, catalogue: Sequence[Declaration]) -> Facts:
    spelled = [(name, declared["name"]) for declared in catalogue for name in (declared["name"], *declared["aliases"])]
    names = [name for name, _ in spelled]
    facts = {
        "names": names,
        "means": [measure for _, measure in spelled],
        "no cutoff": [declared["name"] for declared in catalogue if declared["cutoff"] == "none"],
        "geometric": [declared["name"] for declared in catalogue if declared.get("mean") == "geometric"],
    }
    elsewhere: Facts = {}
    for name, task in package.measures_elsewhere(names).items():
        elsewhere.setdefault(task, []).append(name)
    facts |= {"elsewhere": list(elsewhere)} | elsewhere
    for declared in catalogue:
        if declared["options"]:
            facts[declared["name"]] = list(declared["options"])
        for option, spec in declared["options"].items():
            facts[f"{declared['name']}.{option}"] = _option(package, spec)
            if "pairs" in spec:
                facts["map"] = [spec["pairs"]]
    return facts


def _option(package: Templates, spec: Declaration) -> list[str]:
    if "choices" in spec:
        return ["map" if "pairs" in spec else "choices", *spec["choices"]]
    limits = [str(spec.get(limit, "")) for limit in ("above", "below", "from", "to")]
    return ["number", str(spec["default"]), *limits, package.range_text(spec)]


def _texts(values: Any) -> list[str]:
    return [str(value) for value in (values if isinstance(values, list | tuple | dict) else [values])]


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
    facts = {f"{declared['name']} formulas": [_formulas(package, declared)] for declared in catalogue}
    return facts | {"needs": needs_of_measures(catalogue)}


def _formulas(package: Templates, declared: Declaration) -> str:
    options = declared["options"]
    choices = {
        name: [*spec["choices"], *(["map"] if "pairs" in spec else [])]
        for name, spec in options.items()
        if "choices" in spec
    }
    choices |= {name: ["default", "other"] for name, spec in options.items() if "choices" not in spec}
    choices |= {
        "cutoff": ["none", "given"],
        "without_relevant": ["false", "true"],
        "only": ["none", "intersection"],
        "relevant_from": ["false", "true"],
        "ties": package.policies()["ties"],
    }

    def field(name: str) -> Any:
        return lambda plan: None if plan.chosen(name) == "false" else token(name)

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
        return lambda known: (declared["worth"](known, field("relevant_from")(known)) or {}).get(key, "")

    whole = declared.get("whole_list_with", {})
    refused = {"metric": token("metric"), "measure": token("measure"), "text": token("text")}
    rules = [
        (
            {
                name: frozenset(_as_chosen(options.get(name, {}), value) for value in values)
                for name, values in rule["with"].items()
            },
            rule,
        )
        for rule in declared.get("rules", [])
    ]
    texts = [
        package.marked(plan, package.value_of),
        package.marked(plan, declared["weight"]) if "weight" in declared else "1",
        *(package.marked(without_map, worth(key)) if "worth" in declared else "" for key in ("column", "value")),
        "".join(under(conditions, need + ONE) for conditions, need in _needs(declared)),
        "".join(under({option: frozenset(values)}, "whole") for option, values in whole.items()),
        "".join(under(conditions, package.says_refused(rule, refused) + ONE) for conditions, rule in rules),
        *(package.marked(plan, partial(_limit, package, name)) for name in LIMITS),
    ]
    return Template.of(PART.join(texts), choices).sql


def _as_chosen(option: Declaration, value: Any) -> str:
    """How a template calls a value that a rule names: of a number only the default."""
    return "default" if "default" in option and value == option["default"] else str(value)


def _limit(package: Templates, limit: str, measure: Plan) -> str:
    return package.limit_of(measure, limit)  # type: ignore[no-any-return]


def facts_of_conventions(package: Templates) -> Facts:
    known = package.conventions()
    facts: Facts = {"conventions": list(known)}
    for name, settings in known.items():
        said = {
            key: settings.get(key) for key in (*package.policies(), "library", "without_relevant", "needs", "measures")
        }
        said |= settings.get("read_as", {})
        facts |= {f"{name} {key}": _texts(value) for key, value in said.items() if value is not None}
        facts |= {f"{name} refused {measure}": [reason] for measure, reason in settings.get("refused", {}).items()}
        for measure, options in settings["measures"].items():
            if options:
                facts[f"{name} {measure}"] = [
                    f"{option}={'|'.join(_texts(value))}" for option, value in options.items()
                ]
    return facts


def facts_of_classifier(package: Templates) -> Facts:
    """Of measures of a classifier: their value, what they are computed from, and the sums that they need."""
    catalogue = package.classification_catalogue()
    facts = facts_of_catalogue(package, catalogue)
    facts["unweighted"] = [declared["name"] for declared in catalogue if "unweighted" in declared]
    needs = []
    for declared in catalogue:
        choices = {name: spec["choices"] for name, spec in declared["options"].items() if "choices" in spec}
        value, needed = "", declared["name"] + ONE
        needs.append(declared["name"])
        for conditions, chosen in _by_choice(declared):
            text = _tokens(chosen["value"])
            value += under(conditions, package.of_probabilities(text) if declared["part"] == "rows" else text)
            own = [*chosen.get("sums", {}), *chosen.get("needs", [])]
            own += ["probabilities"] if declared["part"] == "rows" else []
            needed += under(conditions, "".join(need + ONE for need in own)) if own else ""
            needs += own
        facts[f"{declared['name']} formulas"] = [Template.of(PART.join([value, declared["part"], needed]), choices).sql]
    return facts | {"needs": list(dict.fromkeys(needs))}


def _by_choice(declared: Declaration) -> list[tuple[Conditions, Declaration]]:
    """What a measure of a classifier declares under each choice of an option, and under the others."""
    for option, chosen in declared.get("by_choice", {}).items():
        others = frozenset(declared["options"][option]["choices"]) - chosen.keys()
        return [({option: others}, declared), *(({option: frozenset([name])}, said) for name, said in chosen.items())]
    return [({}, declared)]


def facts_of_recommendations(package: Templates) -> Facts:
    """Of measures of recommendations: what they need, and why they are refused without it."""
    catalogue = package.recommendation_catalogue()
    facts = facts_of_catalogue(package, catalogue)
    for declared in catalogue:
        choices = {name: spec["choices"] for name, spec in declared["options"].items() if "choices" in spec}
        choices |= {name: ["false", "true"] for name in package.recommendation_inputs()}
        refused = ""
        for need in declared["inputs"]:
            conditions = {need["input"]: frozenset(["false"])}
            if "option" in need:
                conditions[need["option"]] = frozenset([need["choice"]])
            refused += under(conditions, package.says_needs_input(token("measure"), need["input"]) + ONE)
        needs = f"{declared['name']}{ONE}{declared['level']}{ONE}"
        choices |= {"weights_of_features": ["none", "given"]}
        plan = Plan(choices, {"declaration": declared})
        limits = [package.marked(plan, partial(_limit, package, name)) for name in LIMITS]
        facts[f"{declared['name']} formulas"] = [Template.of(PART.join([needs, refused, *limits]), choices).sql]
    flags = [need for declared in catalogue for need in (declared["name"], declared["level"])]
    return facts | {"needs": list(dict.fromkeys(flags))}


def facts_of_agreement(package: Templates) -> Facts:
    """Of measures of two lists: what they need, and what they can be."""
    catalogue = package.agreement_catalogue()
    facts = facts_of_catalogue(package, catalogue)
    for declared in catalogue:
        choices = {name: spec["choices"] for name, spec in declared["options"].items() if "choices" in spec}
        tied = "tied" if "is_tied" in declared else ""
        if "ties" in choices:
            tied = under({"ties": frozenset(choices["ties"][1:])}, "tied")
        needs = "".join(need + ONE for need in (declared["name"], declared["family"], *declared.get("needs", []), tied))
        limits = [str(declared[name]) for name in LIMITS]
        facts[f"{declared['name']} formulas"] = [Template.of(PART.join([needs, *limits]), choices).sql]
    return facts | {"needs": needs_of_agreement(catalogue)}


def needs_of_agreement(catalogue: Sequence[Declaration]) -> list[str]:
    needs = [need for one in catalogue for need in (one["name"], one["family"], *one.get("needs", []))]
    return [*dict.fromkeys(needs), "tied"]


def facts_of_ratings(package: Templates) -> Facts:
    catalogue = package.rating_catalogue()
    facts: Facts = {"names": [declared["name"] for declared in catalogue]}
    for declared in catalogue:
        facts[f"{declared['name']} value"] = [" ".join(declared["value"]("rating", "prediction").split())]
        facts[f"{declared['name']} sum"] = [" ".join(package.rating_sum(declared["summed"]).split())]
        for figure in ("value", "sum"):
            text = declared["weighted" if figure == "value" else "weighted_sum"]
            facts[f"{declared['name']} {figure}"].append(" ".join(text.split()))
    return facts


def _tokens(pattern: str) -> str:
    """<beta> as a token."""
    return re.sub("<([a-z_]+)>", lambda match: token(match[1]), pattern)


def facts_of_messages(package: Templates, names: Iterable[str]) -> Facts:
    """What is said, by its name: says_malformed is `malformed`. Other names are none of a message."""
    facts = {}
    for name in sorted(set(names)):
        if name == "refused":
            facts["says refused"] = [token("2")]
        elif f"says_{name}" in package.files:
            says = getattr(package, f"says_{name}")
            marks: dict[str, Any] = {}
            for place, parameter in enumerate(says.macro.arguments, start=2):
                mark = token(f"?{place}" if parameter == "hint" else str(place))
                marks[parameter] = [mark] if parameter in LISTS else mark
            facts[f"says {name}"] = [says(**marks)]
    return facts


LISTS = ("choices", "allowed", "columns", "known", "listed")
"""Parameters that are lists, which come as one text here."""
