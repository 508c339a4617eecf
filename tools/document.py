"""Writes what is derived: measure pages, the yaml of the macros, the DuckDB script, outputs of executed examples.

`python tools/document.py` brings all of it up to date; tests/test_docs.py fails when it is not.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from executed import executed
from rankhouse._jinja import macros
from rankhouse._register import bundle, duckdb_macros

TOOLS = Path(__file__).parent
ROOT = TOOLS.parent
DOCS = ROOT / "docs"
SITE = ROOT / "mkdocs.yml"
MADE = "# Made by tools/document.py from the declarations and comments in this folder."

# What the arguments of the formulas mean, wherever they occur: (type, description).
ARGUMENTS = {
    "relevance": ("string", "SQL expression: the graded relevance of the row's item; above 0 is relevant."),
    "score": ("string", "SQL expression: the score of the row's item; NULL when the list lacks the item."),
    "rank": ("string", "SQL expression: the rank of the row's item, 1 first; NULL when the list lacks the item."),
    "k": ("string", "SQL expression or number: the cutoff, at least 1. none: the whole list counts."),
    "hit": ("string", "SQL expression: 1 for a relevant item, 0 for another one."),
    "first_hit": ("string", "SQL expression: 1 for the first relevant item of the list, 0 for any other."),
    "hits_upto": ("string", "SQL expression: number of relevant items down to and including the row's rank."),
    "hits": ("string", "SQL expression: number of relevant items in the first k."),
    "depth": ("string", "SQL expression: the cutoff k, or the number of items returned."),
    "n_relevant": ("string", "SQL expression: number of relevant items of the query, returned or not."),
    "denominator": ("string", "What the sum is divided by."),
    "precision_sum": ("string", "SQL expression: what precision_sum() gives."),
    "gain": ("string", "What an item is worth: exponential, linear or binary; in cg and dcg an SQL expression for it."),
    "negative": ("string", "What a negative relevance is worth: zero, or keep."),
    "log_base": ("float", "Base of the logarithm in the discount, above 1."),
    "beta": ("float", "How much more recall weighs than precision, above 0."),
    "dcg": ("string", "SQL expression: what dcg() gives for the list."),
    "idcg": ("string", "SQL expression: what dcg() gives for the ideal order."),
    "rank_sum": (
        "string",
        "SQL expression: sum of the mid-ranks of the relevant items, rank 1 being the highest score.",
    ),
    "n_positive": ("string", "SQL expression: number of relevant items in the list."),
    "n_negative": ("string", "SQL expression: number of the list's other items."),
    "numerator": ("string", "SQL expression."),
    "interpolation": ("string", "none, max or 11-point."),
    "undefined": ("string", "Value of a list of one class: null or 0.5."),
    "recall": ("float", "The level of recall, from 0 to 1."),
    "p": ("float", "Probability to go on to the next item, above 0 and below 1."),
    "max_grade": ("float", "The highest grade of the scale."),
    "stop": ("string", "SQL expression: the probability that the row's item satisfies the reader."),
    "unstopped": ("string", "SQL expression: the probability that no item above has satisfied the reader."),
    "others_above": ("string", "SQL expression: number of items judged not relevant above the row's."),
    "n_others": ("string", "SQL expression: number of items judged not relevant in the whole query."),
    "gain_upto": ("string", "SQL expression: gains of the list down to the row's rank."),
    "ideal_upto": ("string", "SQL expression: gains of the ideal order down to the row's rank."),
    "relevant_from": ("float", "The lowest relevance that counts as relevant; none: any above 0."),
    "rounding": ("float", "What is added to recall * R before it is rounded down, above 0 and up to 1."),
    "above": ("string", "SQL expression: number of the list's other items that score higher than the row's."),
    "tied": ("string", "SQL expression: number of the list's other items of the same score."),
    "limit": ("float", "The highest false positive rate that counts, above 0 and up to 1."),
    "average_precision": ("string", "SQL expression: what average_precision() gives."),
    "others_through": ("string", "SQL expression: number of the list's other items that score at least as high."),
    "last_rank": ("string", "SQL expression: the place of the last item of the row's score."),
    "is_counted": ("string", "SQL expression: 1 for an item of the catalogue, 0 for another one."),
    "n_items": ("string", "SQL expression: number of items of the catalogue."),
    "n_interactions": ("string", "SQL expression: number of interactions of the row's item; NULL for none."),
    "part": ("string", "SQL expression: number of users, or interactions, of the row's item; at least 1."),
    "whole": ("string", "SQL expression: number of all users, or interactions."),
    "is_expected": ("string", "SQL condition: a simple recommender shows the row's item; NULL for no."),
    "distance": ("string", "SQL expression: the distance of the row's pair of items; NULL when it is not known."),
    "exposure": ("string", "SQL expression: number of lists that show the row's item; NULL leaves it out."),
    "place": ("string", "SQL expression: the item's place by exposure, 1 for the least shown."),
    "n_unshown": ("string", "SQL expression: number of further items, which no list shows."),
    "unit": ("string", "SQL expression: the natural logarithm of the base, ln(2) for bits."),
    "weight": (
        "string",
        "SQL expression: sum of 1 / sqrt(length of the list) over the lists that show the row's item.",
    ),
    "n_lists": ("string", "SQL expression: number of lists."),
    "product": ("string", "SQL expression: sum of the products of the weights that two items share."),
    "left_square": ("string", "SQL expression: sum of the squared weights of one item."),
    "right_square": ("string", "SQL expression: that of the other item."),
    "shared": ("string", "SQL expression: sum of the smaller weight of each feature that two items share."),
    "left_total": ("string", "SQL expression: sum of the weights of one item."),
    "right_total": ("string", "SQL expression: that of the other item."),
}
PRIVATE = re.compile(r"^(declare|value|weight)_|_options$|^(argument|within|one_of_weights|last_rank)$")
MACRO = re.compile(
    r"(?:\{#-?\s*(?P<comment>(?:(?!#\}).)*?)\s*-?#\}\n)?\{%-? macro (?P<name>\w+)\((?P<parameters>[^)]*)\)", re.DOTALL
)


@cache
def catalogue() -> list[dict[str, Any]]:
    declared: list[dict[str, Any]] = macros("duckdb").catalogue()
    return declared


@cache
def recommendation_catalogue() -> list[dict[str, Any]]:
    declared: list[dict[str, Any]] = macros("duckdb").recommendation_catalogue()
    return declared


def examples(file: str = "examples.yml") -> dict[str, dict[str, str]]:
    worked: dict[str, dict[str, str]] = yaml.safe_load((TOOLS / file).read_text())
    return worked


def recommendation_examples() -> dict[str, dict[str, str]]:
    return examples("recommendation_examples.yml")


def by_hand(arithmetic: str) -> float:
    """The value of a worked example's own arithmetic."""
    return float(eval(arithmetic, {"__builtins__": {}, "log2": math.log2}))


def documented_macros(path: Path) -> list[dict[str, Any]]:
    """The public macros of a file for dbt's yaml: name, description, arguments."""
    declarations = {declaration["name"]: declaration for declaration in [*catalogue(), *recommendation_catalogue()]}
    documented = []
    for macro in MACRO.finditer(path.read_text()):
        name = macro["name"]
        if PRIVATE.search(name) or "__" in name:
            continue
        measure = declarations.get(name.removesuffix("_at_k"))
        texts = [f"{measure['description']} {measure['formula']}. {measure['undefined']}"] if measure else []
        if name.endswith("_at_k"):
            texts.append("An aggregate over the rows of one query, on DuckDB.")
        elif macro["comment"]:
            texts.append(" ".join(macro["comment"].split()))
        arguments = []
        for argument, default in macros("duckdb").parameters[name]:
            kind, meaning = ARGUMENTS[argument]
            arguments.append({"name": argument, "type": kind, "description": meaning + _default(default)})
        documented.append({"name": name, "description": " ".join(texts), "arguments": arguments})
    return documented


def _default(value: object) -> str:
    return "" if value is None else f" Default: {value}."


def macro_yaml(folder: str, file: str) -> str:
    found = [macro for path in sorted((ROOT / "macros" / folder).glob(file)) for macro in documented_macros(path)]
    text: str = yaml.safe_dump({"version": 2, "macros": found}, sort_keys=False, width=120)
    return f"{MADE}\n{text}"


def measure_page(measure: dict[str, Any]) -> str:
    """The measure's page, its examples executed."""
    name = measure["name"]
    example = examples()[name]
    formulas = [macro["name"] for macro in documented_macros(_file_of(name)) if macro["name"] == name]
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, loader=FileSystemLoader(TOOLS))
    page: str = environment.get_template("measure.md.jinja").render(
        measure=measure,
        example=example,
        by_hand=round(by_hand(example["by_hand"]), 4),
        output="",
        range_text=macros("duckdb").range_text,
        expressions=[_signature(formula) for formula in formulas],
        aggregates=[made.signature for made in duckdb_macros() if made.name in (name, f"{name}_at_k")],
    )
    return executed(page)


# The tables of the worked example.
TABLES = {"items": "catalogue", "interactions": "history", "judgments": "judgments", "features": "features"}


def recommendation_page(measure: dict[str, Any]) -> str:
    """The page of a measure beyond accuracy, its examples executed."""
    name = measure["name"]
    example = recommendation_examples()[name]
    formulas = [macro["name"] for macro in documented_macros(_file_of(name))]
    needed = [need["input"] for need in measure["inputs"] if need.get("choice") in (None, *_defaults(measure))]
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, loader=FileSystemLoader(TOOLS))
    page: str = environment.get_template("recommendation.md.jinja").render(
        measure=measure,
        example=example,
        by_hand=round(by_hand(example["by_hand"]), 4),
        given={name: TABLES[name] for name in needed},
        output="",
        range_text=macros("duckdb").range_text,
        expressions=[_signature(formula) for formula in formulas],
    )
    return executed(page)


def _defaults(measure: dict[str, Any]) -> list[str]:
    return [spec["choices"][0] for spec in measure["options"].values() if "choices" in spec]


def _file_of(measure: str) -> Path:
    """The file that declares a measure."""
    (found,) = [p for p in _formula_files() if f"macro declare_{measure}()" in p.read_text()]
    return found


def _formula_files() -> list[Path]:
    return [path for folder in ("measures", "beyond") for path in (ROOT / "macros" / folder).glob("*.sql")]


def _signature(macro: str) -> str:
    """`dcg(gain, rank, k=none, log_base=2)`, as it is written in its file."""
    (found,) = [
        match for path in _formula_files() for match in MACRO.finditer(path.read_text()) if match["name"] == macro
    ]
    return f"{macro}({' '.join(found['parameters'].split())})"


def measure_index() -> str:
    lines = [
        "# Measures",
        "",
        "Written `name[(option=value, ...)][@k]`, in lower or upper case: `ndcg@10`, `ndcg(gain=linear)@10`, `map`.",
        "The spellings of ir_measures and trec_eval are understood too: `nDCG@10`, `P@5`, `ndcg_cut_10`, `recip_rank`.",
        "",
        "| measure | | range | other names |",
        "|---|---|---|---|",
    ]
    for measure in catalogue():
        cutoff = "" if measure["cutoff"] == "none" else "[@k]"
        names = ", ".join(f"`{alias}`" for alias in measure["aliases"])
        name = measure["name"]
        lines.append(f"| [`{name}{cutoff}`]({name}.md) | {measure['description']} | {measure['range']} | {names} |")
    return "\n".join(lines) + "\n"


def recommendation_index() -> str:
    lines = [
        "# Measures beyond accuracy",
        "",
        "Asked for with `recommendation_metrics`: [Beyond accuracy](../beyond-accuracy.md).",
        "",
        "| measure | | range | needs | other names |",
        "|---|---|---|---|---|",
    ]
    for measure in recommendation_catalogue():
        name = measure["name"]
        needs = ", ".join(dict.fromkeys(f"`{need['input']}`" for need in measure["inputs"]))
        names = ", ".join(f"`{alias}`" for alias in measure["aliases"])
        figures = [f"[`{name}[@k]`]({name}.md)", measure["description"], measure["range"], needs, names]
        lines.append(f"| {' | '.join(figures)} |")
    return "\n".join(lines) + "\n"


def site_configuration() -> str:
    """mkdocs.yml with every measure in its navigation."""
    text = SITE.read_text()
    for folder, declared in {"measures": catalogue(), "recommendations": recommendation_catalogue()}.items():
        pages = "".join(f"      - {measure['name']}: {folder}/{measure['name']}.md\n" for measure in declared)
        listed = re.compile(rf"(?<=      - Overview: {folder}/index.md\n)(      - \w+: {folder}/\w+.md\n)*")
        text = listed.sub(pages, text)
    return text


def derived() -> dict[Path, Callable[[], str]]:
    """Every file that is derived, with what makes its text."""
    pages = {DOCS / "measures" / f"{measure['name']}.md": partial(measure_page, measure) for measure in catalogue()}
    pages |= {
        DOCS / "recommendations" / f"{measure['name']}.md": partial(recommendation_page, measure)
        for measure in recommendation_catalogue()
    }
    return pages | {
        DOCS / "measures/index.md": measure_index,
        DOCS / "recommendations/index.md": recommendation_index,
        SITE: site_configuration,
        ROOT / "sql/rankhouse.sql": bundle,
        ROOT / "macros/measures/measures.yml": partial(macro_yaml, "measures", "*.sql"),
        ROOT / "macros/beyond/beyond.yml": partial(macro_yaml, "beyond", "*.sql"),
        ROOT / "macros/aggregate/aggregate.yml": partial(macro_yaml, "aggregate", "at_k.sql"),
    }


def written_pages() -> list[Path]:
    """Pages written by hand, whose examples are executed."""
    return [ROOT / "README.md", *sorted(page for page in DOCS.glob("*.md") if page.name != "benchmarks.md")]


def main() -> None:
    texts = derived() | {page: partial(executed, page.read_text()) for page in written_pages()}
    for path, made in texts.items():
        text = made()
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            sys.stdout.write(f"wrote {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
