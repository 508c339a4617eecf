"""Writes what is derived: lists of measures, aggregates, the interface, yaml, DuckDB's scripts, pages, what they print.

`python tools/document.py` brings all of it up to date, and fewer pages with names of measures, `document.py ndcg`.
tests/docs/test_docs.py fails where something is out of date.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Collection
from functools import cache, partial
from pathlib import Path
from typing import Any

import duckdb
import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

import aggregates
import catalogues
import cheat_sheet
import clipping_chart
import figures
import function_pages
import sampled_chart
from copied import copy_macros
from executed import executed
from interface import derived as of_interface
from library import duckdb_macros, scripts
from rankhouse._evaluating.measures import range_in_words
from rankhouse._rendering.jinja import macros
from truths import DocumentedTruth, truths

TOOLS = Path(__file__).parent
ROOT = TOOLS.parent
DOCS = ROOT / "docs"
SITE = ROOT / "mkdocs.yml"
MADE = "# Made by tools/document.py from the declarations and comments in this folder."

# What the arguments of the formulas mean, wherever they occur: (type, description).
ARGUMENTS = {
    "relevance": ("string", "SQL expression: the graded relevance of the row's item; above 0 is relevant."),
    "score": ("string", "SQL expression: the score of the row's item; NULL when the item is not in the list."),
    "rank": ("string", "SQL expression: the rank of the row's item, 1 first; NULL when the item is not in the list."),
    "earlier": ("string", "SQL expression: items above that are relevant to the row's intent."),
    "best_above": ("string", "SQL expression: the highest relevance of these to the row's intent; NULL for none."),
    "n_listed": ("string", "SQL expression: intents of the query that its judgments list."),
    "vital": ("string", "SQL expression: 1 for a row of a vital nugget, 0 for another one."),
    "n_vital": ("string", "SQL expression: vital nuggets of the query; none: all weigh the same."),
    "verdicts": ("string", "ranked, unordered or joined."),
    "okay": ("float", "The weight of a nugget that is not vital, from 0 to 1."),
    "partial": ("float", "What partial support is worth, from 0 to 1."),
    "full_from": ("float", "The relevance from which on an item supports a nugget in full."),
    "share": ("string", "SQL expression: how much the row's intent counts, 1 where all count the same."),
    "n_intents": ("string", "SQL expression: intents of the query for which some item is relevant."),
    "n_of_intent": ("string", "SQL expression: items that are relevant to the row's intent, returned or not."),
    "subtopic_recall": ("string", "SQL expression: what subtopic_recall() gives for the list."),
    "alpha": ("float", "The probability that an item satisfies a reader whose intent it serves, from 0 to 1."),
    "gamma": ("float", "The weight of subtopic recall, from 0 to 1."),
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
    "discount": ("string", "How a gain is discounted: burges, by log(rank + 1), or jarvelin, from rank log_base on."),
    "beta": ("float", "How much more recall weighs than precision, above 0."),
    "dcg": ("string", "SQL expression: what dcg() gives for the list."),
    "idcg": ("string", "SQL expression: what dcg() gives for the ideal order."),
    "rank_sum": (
        "string",
        "SQL expression: sum of the mid-ranks of the relevant items, rank 1 being the highest score.",
    ),
    "n_positive": ("string", "SQL expression: number of relevant items in the list."),
    "n_negative": ("string", "SQL expression: number of the list's other items."),
    "recall": ("float", "The level of recall, from 0 to 1."),
    "p": ("float", "Probability to go on to the next item, above 0 and below 1."),
    "max_grade": ("float", "The highest grade of the scale."),
    "stop": ("string", "SQL expression: the probability that the row's item satisfies the reader."),
    "unstopped": ("string", "SQL expression: the probability that no item above has satisfied the reader."),
    "others_above": ("string", "SQL expression: number of items judged not relevant above the row's."),
    "n_others": ("string", "SQL expression: number of items judged not relevant in the whole query."),
    "gain_upto": ("string", "SQL expression: gains of the list down to the row's rank."),
    "ideal_upto": ("string", "SQL expression: gains of the ideal order down to the row's rank."),
    "pool_above": ("string", "SQL expression: number of items of the pool above the row's."),
    "judged_above": ("string", "SQL expression: number of those of them with a judgment."),
    "reached": ("string", "SQL expression: the probability that the reader sees the row's rank."),
    "next_rank": ("string", "SQL expression: the rank of the next row; NULL for the last one."),
    "wrong": ("string", "SQL expression: number of pairs whose item of the lower grade stands above."),
    "pairs": ("string", "SQL expression: number of pairs with different grades."),
    "max_rel": ("float", "The highest grade of the scale, whose share is 1."),
    "t": ("float", "How many relevant items the reader wants, above 0."),
    "hb": ("float", "How much more a reader wants for each unit that an item is above the median gain, at least 0."),
    "gain_med": ("float", "The median gain, from 0 to 1."),
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
    "shown": ("string", "SQL expression: the share of the row's feature in a list, 0 to 1."),
    "other": ("string", "SQL expression: its share in what the list is compared with."),
    "target": ("string", "SQL expression: the share that the row's feature is to have."),
    "smoothing": ("string", "SQL expression: how much of the target is mixed into what is shown, above 0."),
    "divergence": ("string", "SQL expression: the divergence of the shares from the target shares."),
    "product": ("string", "SQL expression: sum of the products of the weights that two items share."),
    "left_square": ("string", "SQL expression: sum of the squared weights of one item."),
    "right_square": ("string", "SQL expression: that of the other item."),
    "shared": ("string", "SQL expression: sum of the smaller weight of each feature that two items share."),
    "left_total": ("string", "SQL expression: sum of the weights of one item."),
    "right_total": ("string", "SQL expression: that of the other item."),
}
PRIVATE = re.compile("own_|declare_|value_|weight_|worth_")
MACRO = re.compile(
    r"(?:\{#-?\s*(?P<comment>(?:(?!#\}).)*?)\s*-?#\}\n)?\{%-? macro (?P<name>\w+)\((?P<parameters>[^)]*)\)", re.DOTALL
)


# The measures that have a page each: the folder of the pages, here and in docs/, and their task.
TASKS = {"measures": "ranking", "recommendations": "recommendation", "classifier": "classification"}

# The folders of pages that nobody writes.
DERIVED = (*TASKS, function_pages.FOLDER.name)


@cache
def catalogue(folder: str = "measures") -> list[dict[str, Any]]:
    declared: list[dict[str, Any]] = getattr(macros("duckdb"), catalogues.LISTS[TASKS[folder]])()
    return [each | {"range": range_in_words(each)} for each in declared]


def truth(folder: str, name: str) -> DocumentedTruth:
    found: DocumentedTruth = truths(TASKS[folder])[name]
    return found


@cache
def symbols() -> dict[str, str]:
    meanings: dict[str, str] = yaml.safe_load((TOOLS / "symbols.yml").read_text())
    return meanings


def formula(folder: str, name: str) -> dict[str, str]:
    """A measure's formula as LaTeX, and what the symbols in it mean."""
    known = truth(folder, name)
    return {"latex": known.latex, "where": "; ".join(symbols().get(symbol, symbol) for symbol in known.where)}


CODE = re.compile(r"(?<![\w`/])(?:[a-z_]+=[\w:/.+-]*\w|[a-z]+(?:_[a-z0-9]+)+(?:\([^)]*\))?)(?![\w`])")
# A sentence that begins so belongs to the one before it.
REFERS_BACK = ("It ", "Its ", "That ", "This ", "They ", "These ", "Then ")


def marked(text: str) -> str:
    """Text of a declaration with its names and options as code."""
    return CODE.sub(lambda code: f"`{code.group()}`", text)


def points(notes: str) -> list[str]:
    """The sentences of a note, each with those that refer to it."""
    found: list[str] = []
    for sentence in re.split(r"(?<=[.;])(?<!et al\.)(?<!i\.e\.) (?=[A-Z]|[a-z_]+=)", notes):
        if found and (sentence.startswith(REFERS_BACK) or found[-1].endswith(";")):
            found[-1] += f" {sentence}"
        else:
            found.append(sentence)
    return [marked(point) for point in found]


def by_hand(arithmetic: str) -> float:
    """The value of a worked example's own arithmetic."""
    return float(eval(arithmetic, {"__builtins__": {}, "log2": math.log2, "ln": math.log}))


def documented_macros(path: Path) -> list[dict[str, Any]]:
    """The public macros of a file for dbt's yaml: name, description, arguments."""
    declarations = {declaration["name"]: declaration for folder in FORMULAS for declaration in catalogue(folder)}
    documented = []
    for macro in MACRO.finditer(path.read_text()):
        name = macro["name"]
        if not _is_public(name):
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


def _is_public(macro: str) -> bool:
    return not PRIVATE.match(macro) and "__" not in macro


def _default(value: object) -> str:
    return "" if value is None else f" Default: {value}."


def macro_yaml(folder: str, file: str) -> str:
    found = [macro for path in sorted((ROOT / "macros" / folder).glob(file)) for macro in documented_macros(path)]
    text: str = yaml.safe_dump({"version": 2, "macros": found}, sort_keys=False, width=120)
    return f"{MADE}\n{text}"


def measure_page(folder: str, measure: dict[str, Any]) -> str:
    """A measure's page, its examples executed."""
    name = measure["name"]
    example = truth(folder, name).example
    page: str = _template(folder).render(
        measure=measure,
        example=example,
        formula=formula(folder, name),
        figure=figures.of(folder, name),
        by_hand=round(by_hand(example.by_hand), 4),
        given={need: TABLES[need] for need in _needed(measure)},
        output="",
        range_text=macros("duckdb").range_text,
        expressions=_expressions(folder, name),
        aggregates=[made.signature for made in duckdb_macros() if made.name in (name, f"{name}_at_k")],
    )
    return executed(page, registered())


@cache
def _template(folder: str) -> Template:
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True, loader=FileSystemLoader(TOOLS))
    environment.filters |= {"marked": marked, "points": points}
    return environment.get_template(f"{folder}/page.md.jinja")


@cache
def registered() -> duckdb.DuckDBPyConnection:
    """A connection with the macros that all pages of measures share."""
    con = duckdb.connect()
    copy_macros(con)
    return con


# The tables of the worked example of recommendations.
TABLES = {"items": "catalogue", "interactions": "history", "judgments": "judgments", "features": "features"}


def _needed(measure: dict[str, Any]) -> list[str]:
    """The inputs that a measure of recommendations takes by its defaults."""
    return [need["input"] for need in measure.get("inputs", []) if need.get("choice") in (None, *_defaults(measure))]


def _defaults(measure: dict[str, Any]) -> list[str]:
    return [spec["choices"][0] for spec in measure["options"].values() if "choices" in spec]


# The folder of macros whose files each declare a measure, and hold its formulas.
FORMULAS = {"measures": "measures/ranking", "recommendations": "measures/recommendation"}


def _expressions(folder: str, measure: str) -> list[str]:
    """Signatures of a measure's formulas, `dcg(gain, rank, k=none, log_base=2)`, as they are written in its file."""
    if folder not in FORMULAS:
        return []
    texts = [path.read_text() for path in (ROOT / "macros" / FORMULAS[folder]).glob("*.sql")]
    (text,) = [text for text in texts if f"macro declare_{measure}()" in text]
    shown = [macro for macro in MACRO.finditer(text) if _is_public(macro["name"])]
    if folder == "measures":
        shown = [macro for macro in shown if macro["name"] == measure]
    return [f"{macro['name']}({' '.join(macro['parameters'].split())})" for macro in shown]


def measure_index() -> str:
    lines = [
        "# Ranking measures",
        "",
        "Write `name[(option=value, ...)][@k]`, in lower or upper case: `ndcg@10`, `ndcg(gain=linear)@10`, `map`.",
        "For several cutoffs, write `ndcg@{1,5,10}` (in a shell, in quotes)."
        f" A call takes at most {macros('duckdb').most_measures()} measures.",
        "Spellings of ir_measures and trec_eval work too: `nDCG@10`, `P@5`, `ndcg_cut_10`, `recip_rank`.",
        "",
        "| measure | what it is | range | other names |",
        "|---|---|---|---|",
    ]
    for measure in catalogue():
        cutoff = {"none": "", "optional": "[@k]", "required": "@k"}[str(measure["cutoff"])]
        names = ", ".join(f"`{alias}`" for alias in measure["aliases"])
        name = measure["name"]
        lines.append(f"| [`{name}{cutoff}`]({name}.md) | {measure['description']} | {measure['range']} | {names} |")
    return "\n".join(lines) + "\n"


def recommendation_index() -> str:
    lines = [
        "# Measures beyond accuracy",
        "",
        "`recommendation_metrics` computes these measures: see [Beyond accuracy](../tasks/beyond-accuracy.md).",
        "",
        "| measure | what it is | range | needs | other names |",
        "|---|---|---|---|---|",
    ]
    for measure in catalogue("recommendations"):
        name = measure["name"]
        needs = ", ".join(dict.fromkeys(f"`{need['input']}`" for need in measure["inputs"]))
        names = ", ".join(f"`{alias}`" for alias in measure["aliases"])
        figures = [f"[`{name}[@k]`]({name}.md)", measure["description"], measure["range"], needs, names]
        lines.append(f"| {' | '.join(figures)} |")
    return "\n".join(lines) + "\n"


def classifier_index() -> str:
    lines = [
        "# Measures of a classifier",
        "",
        "`classifier_metrics` computes these measures: see [Classification](../tasks/classification.md).",
        "",
        "| measure | what it is | formula | undefined | other names |",
        "|---|---|---|---|---|",
    ]
    for measure in catalogue("classifier"):
        name = measure["name"]
        # Behind the measure's own name; a bar would end the cell.
        latex = formula("classifier", name)["latex"]
        typeset = latex.partition(" = ")[2 if " = " in latex else 0].replace("|", r"\vert ")
        names = ", ".join(f"`{alias}`" for alias in measure["aliases"])
        figures = [f"[`{name}`]({name}.md)", measure["description"], f"$`{typeset}`$", measure["undefined"], names]
        lines.append(f"| {' | '.join(figures)} |")
    return "\n".join(lines) + "\n"


def site_configuration() -> str:
    """mkdocs.yml with every measure and function in its navigation."""
    text = SITE.read_text()
    listed = {folder: [measure["name"] for measure in catalogue(folder)] for folder in TASKS}
    listed[str(function_pages.FOLDER.relative_to(DOCS))] = sorted(function_pages.functions())
    for folder, names in listed.items():
        overview = re.compile(rf"^( +)- Overview: {folder}/index\.md\n(?: +- \w+: {folder}/\w+\.md\n)*", re.MULTILINE)
        text = overview.sub(partial(_listed, folder, names), text)
    return text


def _listed(folder: str, names: list[str], overview: re.Match[str]) -> str:
    pages = [("Overview", "index"), *((name, name) for name in names)]
    return "".join(f"{overview[1]}- {title}: {folder}/{page}.md\n" for title, page in pages)


def of_macros() -> dict[Path, Callable[[], str]]:
    """What dbt's documentation says of the macros, and the library of DuckDB macros."""
    return {
        ROOT / "macros/measures/ranking/measures.yml": partial(macro_yaml, "measures/ranking", "*.sql"),
        ROOT / "macros/measures/recommendation/measures.yml": partial(macro_yaml, "measures/recommendation", "*.sql"),
        ROOT / "macros/duckdb/aggregates.yml": partial(macro_yaml, "duckdb", aggregates.PATH.name),
        **{ROOT / "sql" / name: partial(_script, name) for name in ("rankhouse.sql", "table_macros.sql")},
    }


def _script(name: str) -> str:
    return scripts()[name]


def of_site() -> dict[Path, Callable[[], str]]:
    """Pages that nobody writes, their figures and the navigation."""
    pages = {
        DOCS / folder / f"{measure['name']}.md": partial(measure_page, folder, measure)
        for folder in TASKS
        for measure in catalogue(folder)
    }
    return pages | {
        DOCS / "measures/index.md": measure_index,
        DOCS / "recommendations/index.md": recommendation_index,
        DOCS / "classifier/index.md": classifier_index,
        **function_pages.derived(),
        DOCS / "reference/cheat-sheet.md": lambda: executed(cheat_sheet.page()),
        **{DOCS / "images" / name: partial(figures.drawn, name) for name in figures.FIGURES},
        DOCS / "images/sampled.svg": sampled_chart.chart,
        DOCS / "images/clipping.svg": clipping_chart.chart,
        SITE: site_configuration,
    }


# In this order each stage finds what the ones before have written: lists, aggregates, the library, pages that call it.
STAGES: tuple[Callable[[], dict[Path, Callable[[], str]]], ...] = (
    catalogues.derived,
    aggregates.derived,
    of_interface,
    of_macros,
    of_site,
)


def derived() -> dict[Path, Callable[[], str]]:
    """Every file that is derived, with what makes its text."""
    return {path: made for stage in STAGES for path, made in stage().items()}


NOT_BY_HAND = ("benchmarks.md", "cheat-sheet.md")


def skills() -> list[Path]:
    """What dbt gives to agents of those who install the package."""
    return sorted((ROOT / "skills").rglob("*.md"))


def written_pages() -> list[Path]:
    """Pages written by hand, whose examples are executed."""
    pages = sorted(DOCS.rglob("*.md"))
    return [
        ROOT / "README.md",
        *skills(),
        *(page for page in pages if page.parent.name not in DERIVED and page.name not in NOT_BY_HAND),
    ]


def executed_pages() -> dict[Path, Callable[[], str]]:
    return {page: partial(_run, page) for page in written_pages()}


def _run(page: Path) -> str:
    return executed(page.read_text())


def main(measures: Collection[str]) -> None:
    """Writes all that is derived; where measures are named, of the pages only theirs and the lists of pages."""
    for stage in (*STAGES, *([] if measures else [executed_pages])):
        for path, made in stage().items():
            if measures and stage is of_site and path != SITE and path.stem not in {*measures, "index"}:
                continue
            text = made()
            if not path.exists() or path.read_text() != text:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
                sys.stdout.write(f"wrote {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
