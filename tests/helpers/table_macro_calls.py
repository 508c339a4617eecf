"""Calls of DuckDB's table macros for hypothesis, the text that each runs, and the text that dbt runs for the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import duckdb
from hypothesis import strategies as st

import library
import rankhouse
from examples import one_of_many
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import Macros, macros
from table_macros import TableMacro

Call = dict[str, Any]


@cache
def table_macros() -> dict[str, TableMacro]:
    return {made.name: made for made in library.table_macros()}


def parameters(name: str) -> dict[str, str | None]:
    """The parameters of a table macro with their defaults."""
    return table_macros()[name].arguments


@cache
def _connection() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect(config={"threads": 1})
    rankhouse.register(con)
    return con


@cache
def _created(name: str) -> None:
    """The scalar macro `call_<name>`, which gives the text that the table macro runs."""
    made = next(each for each in library.asking_macros() if each.name == name)
    signature, call = made.signature.replace(name, f"call_{name}", 1), made.body.replace("\n", " ")
    asked = re.search(r"\[(rankhouse_sql\(.*\)::varchar\))\]", call)
    assert asked
    _connection().execute(f"create macro {signature} as {asked[1]}")


def literal(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return f"map {{{', '.join(f'{literal(name)}: {literal(each)}' for name, each in value.items())}}}"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return "null" if value is None else str(value).lower()


def arguments(call: Call) -> str:
    return ", ".join(f'"{name}" := {literal(value)}' for name, value in call.items())


class Refused(str):
    """The message of an error in place of a text."""


LOOKED_UP = re.compile(
    r"\(select \w+\.\* replace \((?:\s*\"(?:[^\"]|\"\")*\" as \"(?:[^\"]|\"\")*\",?)+\s*\)"
    r" from (query_table\('(?:[^']|'')*'\)) as \w+\)"
)
"""A table whose grouping columns DuckDB is made to look up, so that it says which ones are near."""
ANSWER = re.compile(r"from \((.*)\)(?: order by all)?", re.DOTALL)
REFUSAL = re.compile(r"select error\('(.*)'\)", re.DOTALL)


def text_by_duckdb(name: str, call: Call) -> str:
    """What the table macro runs, but for the lookups and the order that dbt has no need of."""
    return texts_by_duckdb(name, [call])[0]


def texts_by_duckdb(name: str, calls: list[Call]) -> list[str]:
    """The same for many calls at once."""
    _created(name)
    asked = ", ".join(f"call_{name}({arguments(call)})" for call in calls)
    return [answered(text) for text in _connection().execute(f"select {asked}").fetchall()[0]]


def answered(text: str) -> str:
    """The text that a statement runs, or what it refuses."""
    if refused := REFUSAL.fullmatch(text):
        return Refused(refused[1].replace("''", "'"))
    found = ANSWER.fullmatch(text)
    assert found, text
    return without_lookups(found[1])


def without_lookups(text: str) -> str:
    """Columns are put in place of themselves for messages alone."""
    rest, n_found = LOOKED_UP.subn(r"\1", text)
    return without_lookups(rest) if n_found else rest


def differing(name: str, calls: list[Call]) -> list[tuple[Call, str, str]]:
    """The calls whose texts are not the same words, with both texts, or that one of the two refuses."""
    both = zip(calls, texts_by_duckdb(name, calls), [text_by_dbt(name, call) for call in calls], strict=True)
    return [
        (call, found, expected)
        for call, found, expected in both
        if words(found) != words(expected) or isinstance(found, Refused) != isinstance(expected, Refused)
    ]


def _kind(name: str, parameter: str) -> str:
    return str(macros("duckdb").argument_of(name, parameter).get("kind", "choice"))


def _columns(made: dict[str, Any]) -> list[str]:
    return [column for part in ("columns", "optional") for column in made.get(part, "").split()]


COLUMNS = tuple(dict.fromkeys(column for made in macros("duckdb").table_macros().values() for column in _columns(made)))
"""Those of the inputs of all table macros, whose names are parameters."""


def relations_of(name: str) -> list[str]:
    """The tables that a table macro takes; the baseline of a comparison is the name of a system."""
    usual = table_macros()[name].typical
    return [
        each for each in (*usual.needs, *usual.takes) if each in parameters(name) and _kind(name, each) == "relation"
    ]


RELATIONS = tuple(dict.fromkeys(relation for name in table_macros() for relation in relations_of(name)))


LISTS = ("by", "judgments_by", "ground_truth_by", "segments")
UNGROUPED = ("convention_problems", "input_problems", "sample_negatives")
"""Those whose results do not have the columns named in by."""


def is_grouped(name: str) -> bool:
    """Whether its results have the columns named in by."""
    return "by" in parameters(name) and name not in UNGROUPED


@cache
def taken(name: str) -> tuple[str, ...]:
    """What no column of by can be named like."""
    return tuple(macros("duckdb").names_taken(name)) if is_grouped(name) else ()


def columns_named(name: str) -> list[str]:
    """The parameters of a table macro that name columns: those of COLUMNS that are no tables or numbers to it."""
    others = (
        {"k"}
        if name.endswith("_exposure") or name in ("fuse", "no_answer_curve", "search_health")
        else {"k", "value", "measure"}
        if name == "explain_number"
        else set()
    )
    # What decides, where no column of measures is read.
    others |= {"measure"} if name in ("classifier_decision", "try_decision", "best_of") else set()
    others |= {*relations_of(name)}
    return [column for column in COLUMNS if column in parameters(name) and column not in others]


def columns_alone(name: str, call: Call) -> set[str]:
    """Of the relations of a call those that name a column in it, because what they would stand beside is missing."""
    beside = macros("duckdb").table_macros()[name].get("beside", {})
    return {relation for relation, other in beside.items() if call.get(other) is None}


def named_alone(name: str) -> set[str]:
    """The columns whose names are arguments of their own in dbt too, and cannot be given in `columns`."""
    return {parameter for parameter, _ in macros("duckdb").parameters[name]} & set(COLUMNS)


@cache
def parsing_macros() -> Macros:
    """The package's macros as they are while dbt parses a project."""
    package = Macros("duckdb", is_read=False)
    package._environment.globals["execute"] = False
    return package


def text_by_dbt(name: str, call: Call, package: Macros | None = None) -> str:
    """The same by the macro of dbt, which takes relations, and all names of columns in one argument."""
    renamed = set(COLUMNS) - named_alone(name) | columns_alone(name, call)
    named = {parameter: value for parameter, value in call.items() if parameter in renamed}
    given = {parameter: value for parameter, value in call.items() if parameter not in named}
    given |= {
        parameter: f"query_table({literal(table)})"
        for parameter, table in given.items()
        if _kind(name, parameter) == "relation" and table is not None and not is_refused(table)
    }
    if "judgments" in dict(macros("duckdb").parameters[name]) and "run" in parameters(name):
        given = {"judgments": None, **given}
    if named or "columns" in given:
        given["columns"] = named | given.get("columns", {})
    try:
        return without_lookups(str(getattr(package or macros("duckdb"), name)(**given)))
    except InputError as error:
        return Refused(error)


def is_refused(relation: str) -> bool:
    return not relation.replace(" ", "") or bool(macros("duckdb").is_step_name(relation))


_WORD = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|\w+|\S")


def words(sql: str) -> list[str]:
    """A text without its comments, and without the spaces and line breaks that mean nothing."""
    return [word for word in _WORD.findall(sql) if not word.startswith("--")]


# Measures.

CATALOGUES = {"recommendation_metrics": "recommendation_catalogue", "classifier_metrics": "classification_catalogue"}
CATALOGUES |= {"rating_metrics": "rating_catalogue"}
CATALOGUES |= dict.fromkeys(("agreement", "query_agreement"), "agreement_catalogue")
NUMBERS = (0.1, 0.25, 0.5, 1, 2, 2.5, 4, 7, 15)
CUTOFFS = (1, 3, 10, 100, 300, 1000, 200_000, 10**12)
MAPS = ("1:1/2:3/3:7", "0.5:1/2:2.5")
WRONG_MEASURES = [
    *("ndcg@0", "ndcg@-1", "ndcg@2.5", "ndcg@ten", "ndcg@1234567890123456789", "ndgc@10", "ndcg_@3", "ndcg_10@3", "@3"),
    *("ndcg(", "ndcg)", "", " ", "ndcg()(", "ndcg(gain)", "ndcg(gain=)", "ndcg(=linear)", "ndcg(gian=linear)"),
    *(
        "ndcg(gain=cubic)",
        "ndcg(gain=linear, gain=binary)",
        "ndcg(gain=2:1/1:3)",
        "ndcg(gain=1:2/2:1)",
        "ndcg(gain=1:)",
    ),
    *(
        "rbp(p=2)",
        "rbp(p=x)",
        "roc_auc(partial=0)",
        "err(max_grade=1e400)",
        "mrr(gain=linear)",
        "roc_auc@10",
        "f1(x=1)",
    ),
    *("novelty@10", "mcc", "rmse", "ndcg'; drop table run; --", "ndcg(gain=‹linear›)", "ǀmeasureǀ", "«ndcg»", "r\n@3"),
]


@cache
def declarations(catalogue: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = getattr(macros("duckdb"), catalogue)()
    return found


@st.composite
def measures(draw: st.DrawFn, name: str) -> str:
    """A measure in any of its spellings, as it is declared; several scales of err and maps of gains among them."""
    declared = draw(one_of_many(declarations(CATALOGUES.get(name, "catalogue"))))
    text = draw(st.sampled_from([declared["name"], *declared["aliases"], f" {declared['name'].upper()}\t"]))
    options = []
    for option, spec in declared["options"].items():
        if draw(st.integers(0, 2)) == 0:
            values = [*spec.get("choices", NUMBERS), *(MAPS if "pairs" in spec else [])]
            options.append(f"{option}={draw(st.sampled_from(values))}")
    if options:
        text = f"{text.rstrip()}({draw(st.sampled_from([', ', ',', ' , '])).join(options)})"
    if declared["cutoff"] != "none" and draw(st.booleans()):
        text = f"{text.rstrip()}@{draw(st.sampled_from(CUTOFFS))}"
    return text


def every_measure(name: str) -> Iterator[str]:
    """Every measure by itself and with each value of each of its options, as a whole and with a cutoff."""
    for declared in declarations(CATALOGUES.get(name, "catalogue")):
        for k in ["", "@7"] if declared["cutoff"] != "none" else [""]:
            yield f"{declared['name']}{k}"
            for option, spec in declared["options"].items():
                for value in [*spec.get("choices", NUMBERS[:4]), *(MAPS if "pairs" in spec else [])]:
                    yield f"{declared['name']}({option}={value}){k}"


# Calls.

HOSTILE = [
    *(
        "two  words",
        "it's",
        'a "quoted" name',
        "semi;colon",
        "with.dots",
        "größe 日本",
        "line\n  break",
        "\u00a0",
        "``",
    ),
    *("x'); drop table canary; --", '"; drop table canary; --', "/* */", "--", "$1", "?", "{{ x }}", "\\", "%s"),
    *("ǀnameǀ", "ǀkeyǀ", "ǀrunǀ", "ǀrun.scoreǀ", "ǀ", "‹outputs*ǀnameǀ›", "‹", "›", "«measures*, *ǀvalueǀ»", "«", "»"),
    *("¶1¦2·3¶", "¬\n", "ǀ1ǀ", "·", "x1", "s1"),
    *("ǁ", "~", "!", "1!x~2!y", "⏎", "¬", "¦", "<gain>", "{x}", "[1]", "with ,", "with recursive ,", "rankhouse_facts"),
    *(
        "rankhouse_run.item_id",
        "null",
        "select",
        "rank",
        "k",
        "measure",
        "value",
        "run_group",
        "judged_group",
        "=",
        "&|",
    ),
]
plain_names = st.sampled_from(["a", "b", "c", "query", "score"])
any_text = st.text(st.characters(exclude_characters="\x00", codec="utf-8"), min_size=1)
hostile = st.sampled_from(HOSTILE) | any_text
names = plain_names | hostile


def some_of(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


by = st.lists(names, max_size=3, unique=True)
# dbt puts a number into brackets where it is written with an exponent.
fractions = st.integers(1, 10**6).map(lambda number: (2 * number + 1) / 64)
numbers = some_of(0.5, 1, 2, 0.001) | fractions
policies = {name: st.sampled_from(choices) for name, choices in macros("duckdb").policies().items()}
conventions = st.none() | st.sampled_from(list(macros("duckdb").conventions()))
RIGHT: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(COLUMNS, names),
    **dict.fromkeys(RELATIONS, names),
    **dict.fromkeys(("by", "judgments_by", "ground_truth_by"), by),
    **policies,
    **dict.fromkeys(("convention", "source", "target"), conventions),
    **dict.fromkeys(("checked", "provenance", "per_query", "pairs", "tuned", "per_grade"), st.booleans()),
    "relevant_from": numbers,
    "intents": st.none() | names,
    "thresholds": st.lists(some_of(0.1, 0.5, 1, -2) | fractions, min_size=1, max_size=3),
    "iou_thresholds": st.lists(some_of(0.5, 0.75, 1), min_size=1, max_size=3)
    | st.lists(some_of("0.3", "0.5:0.95:0.05", "0.5:0.6"), min_size=1, max_size=3),
    "interpolation": some_of("all", "11-point", "101-point"),
    "area_range": some_of("all", "small", "medium", "large"),
    "max_detections": some_of(None, 1, 100),
    "points": some_of(None, 5, 100, 10_000_000),
    "bins": some_of(1, 7, 10_000_000),
    "lowest": some_of(None, -1.5, 0),
    "highest": some_of(None, 1, 2.25),
    "incomplete": some_of("leave_out", "keep"),
    "undefined": some_of("leave_out", "zero"),
    "repetitions": some_of(1, 250, 10_000),
    "confidence": some_of(0.5, 0.95, 0.999),
    "segments": st.lists(names, min_size=1, max_size=3, unique=True),
    "tightest_at": some_of(1, 5000),
    "min_queries": some_of(2, 100),
    "periods": some_of(1, 7, 10_000_000),
    "top_grade": some_of(1, 3, 0.5, 2.25),
    "depth": some_of(1, 10, 10_000_000),
    "limit": some_of(None, 1, 500),
    "order": some_of("difference", "depth"),
    "grain": some_of("day", "week", "month", "quarter", "year"),
    "credit": some_of("reciprocal_rank", "rank"),
    "length": some_of(None, 1, 10),
    "team_a": some_of("a", "Model 1", "it's"),
    "team_b": some_of("b", "größe"),
    "cluster": st.none() | names,
    "alpha": some_of(0.05, 0.5),
    "error_ratio": some_of(1, 0.25, 7),
    "grouping_sets": some_of(None, [["a"], []], [["a", "b"], ["b"], []], [["query"]]),
    "steps": some_of(1, 5, 100),
    "offline_error": names,
    "online_error": names,
}


WRONG: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(policies, some_of("sideways", "Item", "ǀtiesǀ")),
    **dict.fromkeys(("by", "judgments_by", "ground_truth_by"), some_of(["a", "a"], ["a", "b", "a"], ["nowhere"])),
    **dict.fromkeys(("convention", "source", "target"), some_of("trec", "", "it's", "ndcg")),
    "relevant_from": some_of(0, -1, -2.5),
    "intents": some_of(""),
    "thresholds": some_of([]),
    "iou_thresholds": some_of([], ["x"], [0], [1.5], ["0.5:0.4"], ["0.1:0.2:0.3:0.4"], ["0.5", "it's"], ["0.5:0.9:0"]),
    "interpolation": some_of("none", "11", "ǀ"),
    "area_range": some_of("", "Small", "ǀ"),
    "max_detections": some_of(0, 2.5, 20_000_000),
    "points": some_of(4, 7.5, 20_000_000, -1),
    "bins": some_of(0, 2.5, 20_000_000),
    "lowest": some_of(1, 7),
    "incomplete": some_of("drop", ""),
    "undefined": some_of("null", "", None),
    "repetitions": some_of(0, 10_001, 2.5, 20_000_000),
    "confidence": some_of(0, 1, -0.5, 95),
    "segments": some_of([], ["a", "a"], ["Value"], ["nowhere", "system"]),
    "tightest_at": some_of(0, 2.5, 20_000_000),
    "min_queries": some_of(1, 2.5),
    "periods": some_of(0, 2.5, 20_000_000),
    "top_grade": some_of(0, -1),
    "depth": some_of(0, 2.5, 20_000_000),
    "limit": some_of(0, 2.5),
    "order": some_of("width", "", None),
    "grain": some_of("hour", "", None),
    "credit": some_of("clicks", "", None),
    "length": some_of(0, 2.5, 20_000_000),
    "team_a": some_of("", "B", "b"),
    "alpha": some_of(0, 1, 2.5),
    "grouping_sets": some_of([], [["nowhere"]], ["a"], "a"),
    "steps": some_of(-1, 2.5, 201),
    "error_ratio": some_of(0, -1),
    "offline_error": some_of(None, ""),
    "columns": st.dictionaries(st.sampled_from(["foo", "run.scores"]), names, min_size=1),
    "measures": st.lists(st.sampled_from(WRONG_MEASURES) | st.text(st.sampled_from("ndcg@(=,)1 'ǀ\"é:/"))).map(list),
}


figures = {
    "value": some_of(0.5, "0.9300", "93.1%", 1),
    "measure": some_of("ndcg", "ndcg@5", "map", "P@3"),
    "k": some_of(None, 3),
    "changes": some_of(0, 1),
}
figures_wrong = {
    "value": some_of("x", "", None, "1,5"),
    "measure": some_of("ndgc", "", "ndcg@0"),
    "k": some_of(0, 2.5),
    "changes": some_of(10, 0.5),
}
sizes = st.integers(1, 20)
shares = some_of(0.2, 0.5, 0.001, 1e-7)
seeds = some_of(0, 7)
kept = some_of("keep", "leave_out")
held_out = st.fixed_dictionaries(
    {}, optional={"short": some_of("train", "leave_out"), "new_users": kept, "new_items": kept, "seed": seeds}
)
splits = st.one_of(
    st.fixed_dictionaries({"method": some_of("random", "leave_last")}, optional={"n": sizes}),
    st.fixed_dictionaries({"method": some_of("random", "leave_last"), "share": shares}),
    st.fixed_dictionaries({"method": st.just("time"), "cut": some_of("2026-01-31", "it's", "ǀseedǀ", "5", 5, 2.5)}),
    st.fixed_dictionaries({"method": some_of("weak", "learning_curve"), "given": sizes}),
    st.fixed_dictionaries({"method": st.just("strong"), "given": sizes}, optional={"share": shares}),
    st.fixed_dictionaries(
        {"method": st.just("folds")}, optional={"folds": st.integers(4, 20), "fold": st.integers(1, 4)}
    ),
)
drawn = {"n": st.integers(1, 10_000), "seed": some_of(0, 7, 10_000_000), "by": some_of("uniform", "popularity")}
drawn_wrong = {"n": some_of(0, 2.5, -1, 20_000_000), "seed": some_of(-1, 0.5), "by": some_of("random", "", "ǀseedǀ")}
classifiers = {
    "test": some_of("delong", "mcnemar"),
    "baseline": st.none() | names,
    "threshold": some_of(0, 0.5, 1, -2) | fractions,
    "correction": some_of("holm", "bonferroni", "benjamini_hochberg", "none"),
    "cluster": st.none() | names,
}
compared = {
    "test": some_of("t", "wilcoxon", "sign", "randomisation", "bootstrap"),
    "baseline": st.none() | names,
    "interval": some_of(None, "t", "percentile", "bca"),
    "correction": classifiers["correction"],
    "power": some_of(0.6, 0.8, 0.999),
}
changes = {"interval": some_of("welch", "normal")}
changes_wrong = {"interval": some_of("t", "", None)}
intervals = {"method": some_of("t", "bootstrap", "bca", "wilson")}
intervals_wrong = {"method": some_of("percentile", "", None)}
raters = {
    "method": some_of("krippendorff", "cohen", "fleiss", "gwet", "agreement"),
    "level": some_of("nominal", "ordinal", "interval", "ratio"),
    "weights": some_of(None, "linear", "quadratic"),
    "repetitions": some_of(0, 10, 10_000),
}
interleaved = {
    "method": some_of("team_draft", "balanced", "optimised"),
    "test": some_of("sign", "t"),
    "power": compared["power"],
}
interleaved_wrong = {"method": some_of("draft", "", None), "test": some_of("wilcoxon", "")}
exposed = {
    "sample": some_of(None, "draw", "it's"),
    "attention": some_of("rbp", "cascade", "log2"),
    "p": some_of(0.25, 0.5, 0.9),
    "satisfaction": some_of(0, 0.5, 1),
    "k": some_of(None, 1, 10),
}
exposed_wrong = {"attention": some_of("linear", "", None), "p": some_of(0, 1), "satisfaction": some_of(2, -1)}
exposed_wrong |= {"k": some_of(0, -5)}
fused = {"k": some_of(60, 0, 2.5), "weights": some_of(None, {"bm25": 1, "it's": 2.5}, {"a": 0, "ǀkǀ": 0.5})}
fused_wrong = {"k": some_of(-1, None), "weights": some_of({"a": -1}, {"a": 0}, "a"), "norm": some_of("max", None)}
raters_wrong = {"method": some_of("scott", ""), "level": some_of("cardinal", None), "weights": some_of("none", "")}
merged = {
    "method": some_of("majority", "mean", "median", "dawid_skene"),
    "ties": some_of("lowest", "highest", "none"),
    "adjudicator": st.none() | names,
}
merged_wrong = {"method": some_of("mode", "", None), "ties": some_of("item", "", None)}
policies = {
    "estimators": some_of(
        *(["ips"], ["snips", "dm"], ["dr", "sndr"], ["switch_dr", "dros", "ips"], ["sips", "snsips"], [" IIPS "]),
        *(["sniips"], ["rips", "cascade_dr"], ["snrips"]),
    ),
    "clip": some_of(None, 0.5, 10),
    "switch": some_of(0, 2.5),
    "shrinkage": some_of(0.5, 100),
}
tuned = {
    "estimators": some_of(["ips"], ["switch_dr", "dros"], ["dr"], ["iips"]),
    "clip": some_of([1], [0.5, 20]),
    "switch": some_of([2.5, 1, 2.5]),
    "shrinkage": some_of([0.5], [100, 3, 7]),
}
tuned_wrong = {
    "estimators": some_of(["snips"], ["ips", "sips"], []),
    **dict.fromkeys(("clip", "switch", "shrinkage"), some_of([], [2, 0], [-1])),
}
clicked = some_of(
    *(
        ["dcg@10"],
        ["precision@{1,5}", "mrr"],
        ["average_relevance_position", "dcg(discount=jarvelin, log_base=3)"],
        ["P@5", "rr@2", "dcg"],
    )
)
clicked_wrong = some_of(
    ["ndcg@10"],
    ["average_relevance_position@3"],
    [],
    ["dcg(gain=1:3)"],
    ["average_relevance_position(weights=relevance)"],
    ["map", "dcg"],
)
policies_wrong = {
    "estimators": some_of(["ipw"], ["ips", "sips"], [], ["switch_dr", "rips"]),
    "clip": some_of(0, -1),
    "switch": some_of(-1, "nan"),
    "shrinkage": some_of(0, -2),
}
clicks = {
    "click_judgments": {
        "method": some_of("coec", "ctr", "pbm", "cascade", "dcm", "sdbn"),
        "min_impressions": some_of(0, 1, 100),
        "grades": some_of(None, 2, 5, [0.5], [0.1, 0.3]),
        "examination": some_of(None, "examination", "shop.examination"),
        "prior": some_of([0, 0], [1, 1], [0.5, 2]),
        "fit_prior": st.booleans(),
        "updates": some_of("simultaneous", "alternating"),
        "unclicked": some_of("examined", "unexamined"),
        "counts": st.booleans(),
        "first_position": some_of(0, 1),
    },
    "position_bias": {
        "method": some_of("pbm", "swaps", "random"),
        "prior": some_of([0, 0], [1, 1], [0.5, 2]),
        "updates": some_of("simultaneous", "alternating"),
        "confidence": some_of(0.9, 0.95),
        "counts": st.booleans(),
        "first_position": some_of(0, 1),
    },
}
clicks_wrong = {
    "method": some_of("ubm", "", None),
    "min_impressions": some_of(-1, 0.5),
    "grades": some_of(1, 2.5, [], -3),
    "prior": some_of([1], [1, -1], [1, 2, 3], []),
    "updates": some_of("both", "", None),
    "unclicked": some_of("seen", "", None),
    "first_position": some_of(-1, 0.5),
}
compared_wrong = {"test": some_of("delong", ""), "interval": some_of("wald", ""), "power": some_of(0.5, 1, -1)}
classifiers_wrong = {"test": some_of("t", "", "Delong"), "correction": some_of("fdr", "")}
wrong_splits = some_of(
    *({"method": "sideways"}, {"n": 0}, {"n": 2.5}, {"n": 1, "share": 0.5}, {"share": 0}, {"share": 1}, {"cut": "5"}),
    *({"method": "time"}, {"method": "time", "cut": " "}, {"method": "weak"}, {"method": "strong"}, {"seed": -1}),
    *({"method": "folds", "fold": 6}, {"method": "folds", "folds": 3, "fold": 4}, {"method": "folds", "folds": 1}),
    *({"method": "folds", "n": 1}, {"method": "learning_curve", "given": 1001}, {"short": "drop"}, {"new_users": ""}),
)


def by_kind(name: str, parameter: str) -> st.SearchStrategy[Any] | None:
    """What the table of arguments allows of a parameter that is not named above."""
    spec = macros("duckdb").argument_of(name, parameter)
    if "choices" in spec:
        return st.sampled_from(spec["choices"])
    lowest, highest = spec.get("from", spec.get("above", 0)), spec.get("to", spec.get("below"))
    return {
        "relation": names,
        "column": names,
        "flag": st.booleans(),
        "number": some_of(lowest + 0.5, lowest + 2) if highest is None else some_of((lowest + highest) / 2),
        "whole": some_of(lowest + 1, lowest + 7) if highest is None else some_of(lowest, highest),
    }.get(spec.get("kind", "text"))


@st.composite
def columns_of(draw: st.DrawFn, name: str) -> dict[str, str]:
    """Names of columns, of all inputs or of one."""
    has = columns_named(name)
    sides = relations_of(name)
    keys = has if "predictions" in sides else [*has, *(f"{side}.{column}" for side in sides for column in has)]
    return draw(st.dictionaries(st.sampled_from(keys), names, max_size=3))


@st.composite
def calls(draw: st.DrawFn, name: str) -> Call:
    """Arguments of a table macro, at times one of them wrong."""
    known = {
        **{each: RIGHT[each] if each in RIGHT else by_kind(name, each) for each in parameters(name)},
        "columns": columns_of(name),
        **({"measures": st.lists(measures(name), min_size=1, max_size=3)} if "measures" in parameters(name) else {}),
    }
    known = {parameter: values for parameter, values in known.items() if values is not None}
    groups = [one for one in LISTS if one in known]
    known |= {
        one: RIGHT[one].map(lambda listed: [each for each in listed if each.lower() not in taken(name)])
        for one in groups
    }
    right_or_wrong = WRONG | {
        one: WRONG[one] | some_of(*(["a", each.upper()] for each in taken(name)[:3])) for one in groups if taken(name)
    }
    if name == "input_problems":
        # The inputs of one macro.
        macro = draw(one_of_many(list(macros("duckdb").checked_macros())))
        of_others = {*RELATIONS, *COLUMNS} - parameters(macro).keys()
        known = {each: values for each, values in known.items() if each not in of_others}
        known["macro"] = some_of(None, macro)
    if name == "explain_number":
        known |= figures
        right_or_wrong = WRONG | figures_wrong
    if name == "sample_negatives":
        known |= drawn
        right_or_wrong = WRONG | drawn_wrong
    if name == "compare_classifiers":
        known |= classifiers
        right_or_wrong = WRONG | classifiers_wrong
    if name == "compare":
        known |= compared
        right_or_wrong = WRONG | compared_wrong
    if name == "mean_intervals":
        known |= intervals
        right_or_wrong = WRONG | intervals_wrong
    if name == "rater_agreement":
        known |= raters
        right_or_wrong = WRONG | raters_wrong
    if name == "merge_ratings":
        known |= merged
        right_or_wrong = WRONG | merged_wrong
    if name in ("expected_exposure", "group_exposure"):
        known |= exposed
        right_or_wrong = WRONG | exposed_wrong
    if name == "fuse":
        known |= fused
        right_or_wrong = WRONG | fused_wrong
    if name == "no_answer_curve":
        known |= {"k": some_of(1, 10, 300)}
        right_or_wrong = WRONG | {"k": some_of(0, -5, None)}
    if name == "search_health":
        known |= {"k": some_of([1], [3, 10])}
        right_or_wrong = WRONG | {"k": some_of([0], [2.5], [])}
    if name.startswith("interleaving"):
        known |= {parameter: interleaved[parameter] for parameter in interleaved.keys() & known.keys()}
        right_or_wrong = WRONG | interleaved_wrong
    if name == "click_estimates":
        known |= {"measures": clicked, "clip": policies["clip"], "run_by": some_of(["a"], [], ["A"])}
        right_or_wrong = WRONG | {"measures": clicked_wrong, "clip": policies_wrong["clip"]}
    if name in ("off_policy", "compare_policies"):
        known |= policies
        right_or_wrong = WRONG | policies_wrong
    if name == "off_policy_tuning":
        known |= tuned
        right_or_wrong = WRONG | tuned_wrong
    if name == "discriminative_power":
        known |= {"share": some_of(0.25, 0.5, 1)}
        right_or_wrong = WRONG | {"share": some_of(0, 1.5)}
    if name in ("click_judgments", "position_bias"):
        known |= {one: choice for one, choice in clicks[name].items() if one in known}
        right_or_wrong = WRONG | {one: choice for one, choice in clicks_wrong.items() if one in known}
    if name == "change_from_previous":
        known |= changes
        right_or_wrong = WRONG | changes_wrong
    required = {parameter for parameter, default in parameters(name).items() if default is None}
    required |= {"measures"} if name in ("recommendation_metrics", "click_estimates") else {"segments"} & known.keys()
    # What measures need beside a run is given more often than not; of the pairs now these, now those.
    likely = ({*RELATIONS, "measures"} - {"exclude", "candidates"}) & known.keys()
    chosen = [
        parameter
        for parameter in known
        if parameter in required or draw(st.integers(0, 5)) < (5 if parameter in likely else 2)
    ]
    call = {parameter: draw(known[parameter]) for parameter in chosen}
    if draw(st.integers(0, 3)) == 0:
        wrong = draw(st.sampled_from([parameter for parameter in known if parameter in right_or_wrong]))
        call[wrong] = draw(right_or_wrong[wrong])
    if name == "split":
        call |= draw(
            wrong_splits if draw(st.integers(0, 3)) == 0 else splits.flatmap(lambda one: held_out.map(one.__or__))
        )
    # A score by its own argument and one by its default are the same to a table macro.
    if "prediction" in call or "prediction" in call.get("columns", {}):
        call.pop("score", None)
    return call
