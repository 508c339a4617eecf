"""DuckDB's table macros run the text that dbt runs: any call of any of them, and any error.

That the extension gives the same text is what tests/extension holds.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from rankhouse._rendering.jinja import macros
from table_macro_calls import (
    COLUMNS,
    CUTOFFS,
    HOSTILE,
    RELATIONS,
    Call,
    Refused,
    calls,
    columns_named,
    differing,
    every_measure,
    named_alone,
    parameters,
    parsing_macros,
    relations_of,
    table_macros,
    taken,
    text_by_dbt,
    text_by_duckdb,
    words,
)
from table_macro_tables import Names, typical_call

LONGEST_LINE = 200
"""Characters of a line of SQL that somebody still reads: users see it in what dbt compiles and by show_sql."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", table_macros())
@examples(2)
@given(data=st.data())
def test_a_table_macro_runs_the_text_of_dbt(name: str, data: st.DataObject) -> None:
    drawn = data.draw(st.lists(calls(name), min_size=10, max_size=10))
    assert differing(name, drawn) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", table_macros())
@examples(2)
@given(data=st.data())
def test_while_dbt_parses_calls_are_checked_and_no_query_is_written(name: str, data: st.DataObject) -> None:
    for call in data.draw(st.lists(calls(name), min_size=5, max_size=5)):
        compiled, parsed = text_by_dbt(name, call), text_by_dbt(name, call, parsing_macros())
        assert parsed == (compiled if isinstance(compiled, Refused) else "")


@pytest.mark.parametrize("name", table_macros())
def test_no_line_is_too_long_to_read(name: str) -> None:
    sql = text_by_dbt(name, typical_call(name, Names()))
    assert not isinstance(sql, Refused), sql
    # A sentence of an answer, such as an explanation, is as long as it is.
    lines = re.sub(r"'[^'\n]*' as explanation", "'' as explanation", sql).split("\n")
    assert [line for line in lines if len(line) > LONGEST_LINE] == []


@pytest.mark.parametrize("name", table_macros())
def test_no_sentence_has_a_word_that_the_layout_takes_for_a_bracket(name: str) -> None:
    """What stands behind a lone `end` would be a step further out."""
    sql = text_by_dbt(name, typical_call(name, Names()))
    assert not isinstance(sql, Refused), sql
    code = "".join(line for line in sql.splitlines(keepends=True) if not line.lstrip().startswith("--"))
    brackets = [re.findall(r"\b(?:case|end)\b", text) for text in code.split("'")[1::2]]
    assert [each for each in brackets if each.count("case") != each.count("end")] == []


@pytest.mark.parametrize("name", table_macros())
def test_any_text_is_a_name_like_others(name: str) -> None:
    marks = dict(zip([*RELATIONS, *COLUMNS], [each for each in HOSTILE if each not in taken(name)], strict=False))
    # A prediction takes the place of the score; what an intent weighs is read where intents are.
    left_out = {"prediction", "intent_weight", "importance"}
    call: Call = {each: marks[each] for each in marks if each in parameters(name) and each not in left_out}
    roles = [call.get(each) for each in ("n_given", "system", "day")]
    groups = [each for each in HOSTILE if each not in (*taken(name), *roles)]
    alone = named_alone(name) & {*columns_named(name)} | (
        {"baseline"} & parameters(name).keys() - set(relations_of(name))
    )
    call |= {each: f'it\'s "{each}"' for each in alone}
    if "segments" in parameters(name):
        call["segments"], groups = groups[::2], groups[1::2]
    call |= {each: groups for each in ("by", "judgments_by", "ground_truth_by") if each in parameters(name)}
    if name == "fuse":
        # No column there.
        call["k"] = 60
    if name == "sample_negatives":
        call["by"] = "popularity"
    if name == "explain_number":
        call |= {"value": 0.5, "measure": "ndcg@3", "changes": 0}
    if name == "recommendation_metrics":
        call["measures"] = ["novelty@3", "intra_list_diversity"]
    if name == "click_estimates":
        call["measures"] = ["dcg@3", "average_relevance_position"]
    if name == "classifier_decision":
        call["measure"] = "accuracy"
    call = {each: value for each, value in call.items() if each in table_macros()[name].typical.arguments}
    found, expected = text_by_duckdb(name, call), text_by_dbt(name, call)
    assert not isinstance(expected, Refused)
    assert words(found) == words(expected)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "more"),
    [
        *(("query_metrics", {"ties": ties}) for ties in ("item", "average", "best", "worst")),
        ("recommendation_metrics", {}),
        ("classifier_metrics", {}),
        ("agreement", {}),
        ("query_agreement", {}),
    ],
)
def test_every_option_of_every_measure(name: str, more: Call) -> None:
    call = {each: each for each in RELATIONS if each in parameters(name)} | more

    measures = answered(name, call, [*every_measure(name)])
    assert len(measures) > 20
    assert differing(name, [{**call, "measures": measures}]) == []


def answered(name: str, call: Call, measures: list[str]) -> list[str]:
    """Those of the measures that dbt refuses neither alone nor together, found by halves."""
    if not isinstance(text_by_dbt(name, {**call, "measures": measures}), Refused):
        return measures
    middle = len(measures) // 2
    return [*answered(name, call, measures[:middle]), *answered(name, call, measures[middle:])] if middle else []


LISTS_OF_CUTOFFS = [
    *(
        "ndcg@{1,5,10}",
        " nDCG(gain=linear)@ { 5 ,\t10 } ",
        "ndcg(gain=linear)@{ 5 ,\n10 }\n",
        "map@{3}",
        "P@{5,05}",
    ),
    *("ndcg@{}", "ndcg@{1,}", "ndcg@{,}", "ndcg@{1,1}", "ndcg@{a}", "ndcg@{0,5}", "ndcg@{-1}", "ndcg@{1.5}"),
    *("ndcg@{1", "ndcg@1}", "ndcg@1,5", "ndcg{1}", "@{1}", "ndcg@{1}x", "ndcg@{1}@{2}", "ndcg@{{1}}", "ndcg_cut_{5}"),
    *("roc_auc@{1,5}", "ndcg@{5}(gain=linear)", "{ndcg@{5}", "ndcg@{99999999999999999999}", "{", "}", "@{}", "@{"),
]


@pytest.mark.parametrize("name", ["metrics", "query_metrics"])
def test_a_measure_is_a_list_of_one(name: str) -> None:
    call = {"run": "run", "judgments": "judgments", "measures": "ndcg(gain=linear)@{5,10}"}
    assert text_by_duckdb(name, call) == text_by_duckdb(name, {**call, "measures": [call["measures"]]})


@pytest.mark.parametrize("name", ["query_metrics", "explain"])
def test_lists_of_cutoffs(name: str) -> None:
    call = {"run": "run", "judgments": "judgments"}
    assert differing(name, [{**call, "measures": ["mrr", measure]} for measure in LISTS_OF_CUTOFFS]) == []


def test_a_name_with_letters_in_another_order_is_near() -> None:
    call = {"run": "run", "judgments": "judgments", "measures": ["ncdg@10"]}
    found = text_by_duckdb("query_metrics", call)
    assert found == text_by_dbt("query_metrics", call) == "unknown measure 'ncdg@10': did you mean 'ndcg'?"


def test_every_reach_of_a_cutoff() -> None:
    asked = ["ndcg", *(f"ndcg@{k}" for k in (*CUTOFFS, 255, 256, 257))]
    call = {"run": "run", "judgments": "judgments"}
    assert differing("query_metrics", [{**call, "measures": ["precision@1", measure]} for measure in asked]) == []


@pytest.mark.parametrize(
    "measures", [["roc_auc_std_error"], ["f1", "roc_auc", "roc_auc_std_error"], ["roc_auc_std_error", "roc_auc"]]
)
def test_what_is_wrong_with_a_classifier_is_told_in_one_order(measures: list[str]) -> None:
    """Labels in place of scores first, weights that a measure does not have then."""
    call = {"predictions": "p", "prediction": "label", "weight": "w", "measures": measures}
    found, expected = text_by_duckdb("classifier_metrics", call), text_by_dbt("classifier_metrics", call)
    assert isinstance(found, Refused)
    assert words(found) == words(expected)
    assert "needs scores" in " ".join(words(found))


OF_UNITS = {
    *(
        "query_metrics",
        "query_agreement",
        "tie_audit",
        "metric_settings",
        "explain_number",
        "to_judge",
        "merge_ratings",
        "pairs_to_judge",
    ),
    *("fuse", "click_judgments", "interleaving_searches", "sample_negatives", "sampled_ranks", "split"),
}
"""As many rows as queries, items, searches or settings: to sort them takes time that the caller may need otherwise.
Pairs to judge have an order of their own."""


@pytest.mark.parametrize("name", table_macros())
def test_answers_are_sorted_but_for_those_of_units(name: str) -> None:
    text = macros("duckdb").text_of_call(name, typical_call(name, Names()))
    assert text.endswith("order by all") is (name not in OF_UNITS)
