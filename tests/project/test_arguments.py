"""Every public macro, every argument, given what it cannot be: an error in words, or SQL that is one query.

The table is made from the macros' own signatures, so that a new argument is covered on the day it is written.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

from interface import catalogue, docstrings, macro_yaml, tables
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import Macros
from typical import typical_calls

ROOT = Path(__file__).parents[2]
PACKAGE = Macros("duckdb")
PACKAGE._environment.globals["adapter"].get_columns_in_relation = lambda _: []
# A project without the var rankhouse.
PACKAGE._environment.globals["var"] = lambda _, default=None: default
CALLS: dict[str, dict[str, Any]] = {name: call.given for name, call in typical_calls().items()}
# The data tests, as somebody might call them; dbt gives the model itself.
RELATION = {"model": "main.tested"}
GATES: dict[str, dict[str, Any]] = {
    "test_unique_items": {},
    "test_one_score_per_item": {},
    "test_complete_items": {"value": "score"},
    "test_ids_match": {"judgments": "judgments"},
    "test_queries_overlap": {"judgments": "judgments"},
    "test_relevance_between": {"lowest": 0, "highest": 3},
    "test_no_training_items": {"training": "seen"},
    "test_no_input_problems": {},
    "test_ties_do_not_matter": {},
    "test_same_settings": {},
    "test_metric_at_least": {"measure": "ndcg@10", "at_least": 0.3},
    "test_judged_share_at_least": {"at_least": 0.5},
    "test_enough_queries": {"at_least": 100},
    "test_missing_share_at_most": {},
    "test_has_groups": {"by": "system", "values": ["bm25"]},
    "test_metric_not_worse_than": {"measure": "ndcg@10", "baseline": {"system": "bm25"}},
    "test_decision_is": {"decisions": ["ship", "ship, but"]},
    "test_follows_convention": {"convention": "trec_eval"},
    "test_has_columns": {"columns": [{"measure": "text"}]},
}
CALLS |= {name: RELATION | call for name, call in GATES.items()}
HOSTILE = "x'\"; drop table run; --"
WRONG: list[Any] = [
    None, "", "x", HOSTILE, "0 or 1=1", 5, -1, 0.5, float("nan"), float("inf"), True,
    [], ["x"], [HOSTILE], ["0 or 1=1"], [None], [5], [[]], {}, {"x": "y"}, {HOSTILE: HOSTILE}, {"score": HOSTILE},
    {"item_id": 5},
]  # fmt: skip


def arguments_of(name: str) -> list[str]:
    return [argument for argument, _ in PACKAGE.parameters[name] if argument != "model"]


def is_relation(name: str, argument: str) -> bool:
    return PACKAGE.argument_of(name, argument).get("kind") == "relation"


def test_every_data_test_with_arguments_is_called() -> None:
    """`column_name` is what dbt gives to a test that stands below a column."""
    tests = (name for name in PACKAGE.parameters if name.startswith("test_"))
    assert {name for name in tests if {*arguments_of(name)} - {"column_name"}} == GATES.keys()


def test_every_call_is_right() -> None:
    for name, call in CALLS.items():
        assert getattr(PACKAGE, name)(**call).lstrip().startswith(("with", "select")), name


def answered(name: str, argument: str, value: Any) -> str | InputError:
    """The SQL of a call with this argument, or its error."""
    try:
        return str(getattr(PACKAGE, name)(**CALLS[name] | {argument: value}))
    except InputError as error:
        return error


@pytest.mark.thorough
@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_in_words(name: str) -> None:
    with duckdb.connect() as con:
        for argument in arguments_of(name):
            for value in WRONG:
                # A relation is what ref() and source() give, SQL of the project's own.
                if is_relation(name, argument) and isinstance(value, str | dict):
                    continue
                answer = answered(name, argument, value)
                if isinstance(answer, str):
                    statements = con.extract_statements(answer)
                    assert [each.type for each in statements] == [duckdb.StatementType.SELECT], (argument, value)
                else:
                    # By its name, or as what it is.
                    names = (argument.removesuffix("s"), "convention", str(value))
                    assert any(word in str(answer) for word in names), (argument, value, answer)


@pytest.mark.parametrize(
    ("convention", "message"),
    [
        ({"quereis": "all"}, "the convention has no key 'quereis': did you mean 'queries'"),
        ({"measures": {"ndgc": {}}}, "measures has no key 'ndgc': did you mean 'ndcg'"),
        ({"measures": {"ndcg": {"gian": "linear"}}}, "ndcg has no key 'gian'"),
        ({"measures": ["ndcg"]}, "measures is a dictionary"),
        ({"read_as": {"id": "text"}}, "read_as has no key 'id': did you mean 'ids'"),
    ],
)
def test_a_convention_of_ones_own_says_what_there_is(convention: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        PACKAGE.metrics("run", "judgments", ["ndcg@10"], convention=convention)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("rbp(p=1e-3)", "rbp(p=0.001)"),
        ("rbp(p=1E-1)", "rbp(p=0.1)"),
        ("f_beta(beta=1.4142135623730951)", "f_beta(beta=1.4142135623730951)"),
        ("f_beta(beta=.5e1)", "f_beta(beta=5)"),
        ("f_beta(beta=123456789012345678)", "f_beta(beta=1.2345678901234568e+17)"),
    ],
)
def test_numbers_in_any_spelling(written: str, canonical: str) -> None:
    assert PACKAGE.parse_measures([written])[0]["measure"] == canonical


CATALOGUES = ["catalogue", "classification_catalogue", "recommendation_catalogue", "agreement_catalogue"]


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_an_option_takes_its_choices_alone(catalogue: str) -> None:
    """Pairs of numbers are a choice of gain."""
    known = getattr(PACKAGE, catalogue)()
    asked = [
        (measure["name"], option, wrong)
        for measure in known
        for option, spec in measure["options"].items()
        if "choices" in spec
        for wrong in ("other", spec["choices"][0] + "s", *(["1:2", "1:2/2:3"] if option != "gain" else []))
    ]
    assert asked
    for name, option, wrong in asked:
        with pytest.raises(InputError, match=f"^{option} of {name} is one of .*, got '{re.escape(wrong)}' in "):
            PACKAGE.parse_measures([f"{name}({option}={wrong})"], known)


@pytest.mark.parametrize("number", ["1e", "1e400", "1_0", "٣", "--1", "0x1", "1e+"])
def test_what_is_no_number(number: str) -> None:
    with pytest.raises(InputError, match="beta of f_beta is a number above 0"):
        PACKAGE.parse_measures([f"f_beta(beta={number})"])


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("test_missing_share_at_most", {"at_most": 10}, "at_most is a number from 0 to 1, got '10'"),
        ("test_queries_overlap", {"at_least": -0.1}, "at_least is a number from 0 to 1, got '-0.1'"),
        ("test_judged_share_at_least", {"at_least": 80}, "at_least is a number from 0 to 1, got '80'"),
        ("test_ties_do_not_matter", {"at_most": -1}, "at_most is a number of at least 0, got '-1'"),
        ("test_metric_at_least", {"at_least": "0.3"}, "at_least is a finite number, got '0.3'"),
        ("test_metric_at_least", {"measure": "ndcg(gian=linear)@10"}, "ndcg has no option 'gian'"),
        ("test_metric_at_least", {"convention": "trec"}, "unknown convention 'trec'"),
        ("test_metric_at_least", {"convention": "ranx", "measure": "err"}, "has no measure that matches 'err'"),
        ("test_enough_queries", {"at_least": 2.5}, "at_least is a whole number of at least 0"),
        ("test_has_groups", {"values": []}, "values is a list of the groups that are expected"),
        ("test_has_groups", {"values": "bm25"}, "values is a list of the groups that are expected"),
        ("test_relevance_between", {"lowest": 3, "highest": 0}, "highest is a number of at least 3, got '0'"),
        ("test_metric_not_worse_than", {"margin": -0.1}, "margin is a number of at least 0"),
        ("decision", {"cluster": True}, "cluster is the name of a column, got 'True'"),
        ("decision", {"measure": "map", "margins": {"map": 0.1}}, "margins: 'map' decides, so it has no margin"),
        ("decision", {"margins": {"map": -1}}, "margins['map'] is a number of at least 0"),
        ("decision", {"guardrails": "map"}, "guardrails must be a list such as ['recall@100'], got map"),
        ("decision", {"measure": ["map"]}, "measure is a string such as 'ndcg@10', got '['map']'"),
        ("classifier_decision", {"measure": "auc"}, "measure is one of roc_auc | accuracy, got 'auc'"),
        ("try_decision", {"measures": ["pass"]}, "pass"),
        ("policy_decision", {"estimators": ["snip"]}, "did you mean 'snips'"),
        ("preference_decision", {"cluster": True}, "cluster is the name of a column, got 'True'"),
        ("interleaving_decision", {"segments": ["day"], "by": ["day"]}, "by and segments both name the column 'day'"),
        ("test_decision_is", {"decisions": ["shipp"]}, "unknown decision 'shipp': did you mean 'ship'"),
        ("test_decision_is", {"decisions": "ship"}, "decisions must be a list such as"),
        ("test_decision_is", {"decisions": []}, "decisions must be a list such as"),
        ("test_metric_not_worse_than", {"by": ["system"]}, "by names 'system', which distinguishes the two sides"),
        ("test_metric_not_worse_than", {"baseline": {"system": ["a"]}}, "baseline is a dictionary of columns and"),
        ("test_complete_items", {"value": ["score"]}, "value is the name of a column"),
        ("test_no_training_items", {"training": None}, "training is the name of a table, or a relation"),
        ("test_follows_convention", {"convention": None}, "unknown convention 'none'"),
        ("test_has_columns", {"columns": {"value": "double"}}, "of kinds text, number and other"),
        ("test_has_columns", {"columns": [{"value": "number"}, "k"]}, "of kinds text, number and other"),
    ],
)
def test_a_gate_that_could_not_fail_is_refused(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        getattr(PACKAGE, name)(**CALLS[name] | given)


def asked() -> list[tuple[str, str]]:
    """Every argument of what is public: macros, and functions of Python."""
    parameters = {name: [each for each, _ in PACKAGE.parameters[name]] for name in tables.public_macros()}
    functions = {name: [*inspect.signature(each).parameters] for name, each in docstrings.functions().items()}
    return [(owner, name) for each in (parameters, functions) for owner, names in each.items() for name in names]


def test_every_macro_is_described() -> None:
    assert tables.public_macros().keys() >= CALLS.keys()


def test_a_sentence_names_every_choice() -> None:
    compared = 0
    for owner, name in asked():
        for way in ("text", "python", "sql"):
            said = tables.sentence(owner, name, way)
            for choice in tables.spec(owner, name).get("choices", []):
                assert re.search(rf"(?<!\w){choice}(?!\w)", said), (owner, name, choice)
                compared += 1
    assert compared > 200


def test_an_entry_says_nothing_unknown() -> None:
    fields = {*catalogue.AT_RUN_TIME, *tables.SENTENCES, "literal", "type"}
    for key, entry in tables.arguments().items():
        assert entry.keys() <= fields, key
        assert entry.get("kind", "text") in macro_yaml.TYPES, key
        for text in (str(entry.get(field, "Nothing.")) for field in tables.SENTENCES):
            assert text.count("`") % 2 == 0 and text[-1] in ".?", key


def test_no_entry_is_of_nothing() -> None:
    taken = set(asked()) | {(macro, name) for macro, each in PACKAGE.parameters.items() for name, _ in each}
    # One that comes with others as **kwargs, and one of every table macro.
    names = {name for _, name in taken} | {"lookback", "show_sql"}
    for key, entry in tables.arguments().items():
        if entry.keys() == {"command"}:
            continue  # an option that commands alone have
        owner, _, name = key.rpartition(".")
        assert (owner, name) in taken if owner else name in names, key


def test_no_entry_is_hidden_by_others() -> None:
    """An argument that every macro has an entry of its own for needs no common sentence."""
    said = {
        key for owner, name in asked() for key in (f"{owner}.{name}", name) if "text" in tables.arguments().get(key, {})
    }
    used = {key for owner, name in asked() for key in [next(k for k in (f"{owner}.{name}", name) if k in said)]}
    assert said - used == set()


def test_a_column_is_said_once() -> None:
    """What is said of a column for all results is said of one that some result has, and not word by word again."""
    shared = tables.read("results.yml")["columns"]
    own = [
        each for result in tables.read("results.yml")["results"].values() for each in result.get("columns", {}).items()
    ]
    assert shared.keys() <= {name for name, _ in own}
    for name, said in own:
        assert said is None or said.get("text") is None or said["text"] != shared.get(name, {}).get("text"), name
