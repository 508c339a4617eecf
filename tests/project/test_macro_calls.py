"""A macro that no test calls may not work at all: every macro of the package is called here, on each engine's path."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from hypothesis import Phase, settings

import beyond
import library
from entered import entered, unseen
from rankhouse._rendering import jinja
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.render import DIALECTS
from refusals import GOOD
from relations import Relation
from table_macro_calls import WRONG_MEASURES, Call, calls, parameters
from table_macro_tables import Names, typical_call
from tables import POLICIES, TIES, every_measure, has_closed_form

# Generic tests of dbt, which builds them in integration_tests/.
OF_DBT = "test_"
SPLITS: list[dict[str, Any]] = [
    *({"method": "random"}, {"method": "leave_last"}, {"method": "time", "cut": "2026-01-31"}, {"method": "folds"}),
    *({"method": "weak", "given": 2}, {"method": "strong", "given": 2}, {"method": "learning_curve", "given": 2}),
]
# Ties, queries, cutoffs and the sort of evaluation: every two of them meet.
EVALUATIONS = [
    (ties, queries, cutoffs, (place + number) % 3)
    for place, (ties, queries) in enumerate(zip(TIES, POLICIES, strict=True))
    for number, cutoffs in enumerate(((10,), (300,), (None, 10)))
]
# Where a dialect differs, it differs by these.
EVALUATIONS_OF_DIALECTS = [
    ("item", "run", (10,), 0),
    ("average", "all", (10,), 0),
    ("item", "run", (10,), 1),
    ("item", "run", (10,), 2),
]


@pytest.mark.thorough
def test_every_macro_is_called() -> None:
    with entered() as found:
        for package in (jinja.Macros(is_read=False), jinja.Macros("duckdb", is_read=False)):
            all_macros(package)
            refusals(package)
            assert not changed_constants(package)
        for dialect, prefixes in DIALECTS.items():
            if dialect != "duckdb":
                macros_of_a_dialect(jinja.Macros(*prefixes, is_read=False))
        models(jinja.Macros("duckdb"))
        models_of_several()
        compiled_by_dbt()
        tries(jinja.Macros("duckdb"))
        for package in (jinja.Macros(is_read=False), jinja.Macros("duckdb", is_read=False)):
            preferences(package)
        incremental_models(jinja.Macros("duckdb"))
        overwritten_models(jinja.Macros("spark"))
        assert jinja.Macros("spark").query_metrics("run", "judgments", ["alpha_ndcg@3"], intents="aspect")
        assert jinja.Macros("spark").value_bounds("run", "judgments", ["ndcg@5"], top_grade=3)
        exact = ("run", "judgments", ["alpha_ndcg(ideal=exact)@3"])
        assert jinja.Macros("postgres").query_metrics(*exact, intents="aspect")
        with pytest.raises(InputError, match="cannot be computed on Spark"):
            jinja.Macros("spark").preference_ratings("preferences")
        with pytest.raises(InputError, match="not available on Spark"):
            jinja.Macros("spark").query_metrics(*exact, intents="aspect")
        for prefixes in DIALECTS.values():
            gates(jinja.Macros(*prefixes))
        operations(jinja.Macros("duckdb"))
        library.made_anew()
        table_macros(jinja.Macros("duckdb"))
        labels(jinja.Macros())
        test_types_that_dbt_tells_of()
        wrong_calls(jinja.Macros("duckdb"))
        for package in (jinja.Macros(is_read=False), jinja.Macros("duckdb", is_read=False)):
            checks(package)
    assert not unseen(found)
    uncalled = jinja.macros().files.keys() - set().union(*found.values())
    uncalled = {name for name in uncalled if not name.startswith(OF_DBT)}
    assert not uncalled, f"call {sorted(uncalled)} here, or remove them"


def test_types_that_dbt_tells_of() -> None:
    """Booleans become numbers on DuckDB; elsewhere labels alone are read as such."""
    kinds = {"uuid": "a uuid", "time without time zone": "a time", "timestamp without time zone": "time"}
    kinds |= {"int4range": "a int4range", "USER-DEFINED": "a user-defined", "VARIANT": "other", "name": "text"}
    for dtype, kind in kinds.items():
        column = SimpleNamespace(dtype=dtype, is_string=lambda: False, is_number=lambda: False)
        assert jinja.Macros().known_kind_of(column) == kind
    for dialect, is_read in {
        "duckdb": True,
        "spark": True,
        "postgres": False,
        "bigquery": False,
        "snowflake": False,
    }.items():
        package = jinja.Macros(*DIALECTS[dialect])
        assert (package.reads_booleans("score"), package.reads_booleans("relevance")) == (is_read, True)


def checks(package: Any) -> None:
    """What is looked at in the inputs of each macro, and in a sample of them."""
    for good in GOOD.values():
        arguments = {**{side: side for side in good.tables}, **good.options, "columns": good.columns}
        assert package.checks_of(good.macro, arguments)
        sampled = arguments | {"one_in": dict.fromkeys(good.tables, 10), "shown": {}, "others": {}}
        assert package.problem_counts(package.checked_inputs(good.macro, sampled))
    table = {
        "side": "run",
        "ids": ["query_id", "item_id"],
        "numbers": ["score"],
        "by": [],
        "is_list": True,
        "has_orders": True,
    }
    lists = {"run": "run", "columns": {}, "common": [], "tables": [table | {"is_labelled": False, "exponential": None}]}
    assert package.checked_lists(lists)
    assert package.test_unique_items("run")
    assert "-distance" in package.advice_on_missing("run", "score", ["distance"], True)
    assert "is read as a score" in package.doubt_of_score("run", "distance", True)
    for engine in ("postgres", "redshift", "spark"):
        other = jinja.Macros(engine)
        assert other.is_word("a")
        assert other.match_as_one("one", "two", ["system", "place"])
        read = {"run": "run", "columns": {}}
        assert other.values_if_there(read, "run", "weight")
        assert other.rows_with_both_orders(read, "run", {"key_1": "run.a"}, {"rank": "rank", "score": "score"}, None)
    with pytest.raises(InputError, match="options is a dictionary of the arguments of"):
        package.input_problems(log="log", options={"banana": 1})


def table_macros(package: jinja.Macros) -> None:
    asked = {"run": "run", "judgments": "judgments", "by": ["system"], "columns": None}
    assert "query_table(''run'')" in package.text_of_call("metrics", {**asked, "show_sql": True})
    for macro, call, message in (
        ("metric", asked, "no table macro 'metric'"),
        ("metrics", [], "a JSON object"),
        ("metrics", {**asked, "version": "0.9"}, "made by rankhouse 0.9"),
        ("metrics", {**asked, "judgements": "j"}, "did you mean 'judgments'"),
        ("metrics", {**asked, "run": "main.rankhouse_run"}, "takes the name main.rankhouse_run for a step"),
    ):
        with pytest.raises(InputError, match=message):
            package.text_of_call(macro, call)
    assert "DuckDB 1.4.3 or newer" in package.oldest_version()
    assert "query_table(case" in package.table_of_parameter("run")
    for name in package.table_macros():
        for given in every_choice(name):
            with contextlib.suppress(InputError):
                package.text_of_call(name, given)


def every_choice(name: str) -> Iterator[Call]:
    """A typical call of a table macro, the same with every choice of its arguments, and some calls at random."""
    typical = typical_call(name, Names())
    yield typical
    for argument in parameters(name):
        for choice in jinja.macros("duckdb").argument_of(name, argument).get("choices", []):
            yield typical | {argument: choice}
    yield from drawn(name, 5)


def drawn(name: str, number: int) -> list[Call]:
    """The same ones in every process."""
    found: list[Call] = []

    @settings(max_examples=number, database=None, derandomize=True, phases=[Phase.generate])
    @hypothesis.given(calls(name))
    def draw(call: Call) -> None:
        found.append(call)

    draw()
    return found


OF_INTENTS = [
    *(
        "subtopic_recall@5",
        "alpha_dcg@5",
        "alpha_dcg(normalize=full)@5",
        "alpha_ndcg@5",
        "err_ia@5",
        "nerr_ia@5",
        "precision_ia@5",
        "map_ia",
    ),
    *("nrbp", "nnrbp", "d_sharp_ndcg@5"),
]
CLICK_MODELS = ("coec", "ctr", "pbm", "cascade", "dcm", "sdbn")


def labels(package: jinja.Macros) -> None:
    """On an engine that nothing is said of, but for the exact ideal, which DuckDB has a way of its own to."""
    for weights in ({}, {"intent_weight": "share"}):
        assert package.query_metrics("run", "judgments", OF_INTENTS, intents="aspect", columns=weights)
    exact = ["alpha_ndcg(ideal=exact)@3"]
    assert jinja.Macros("duckdb").query_metrics("run", "judgments", exact, intents="aspect")
    for method in CLICK_MODELS:
        assert package.click_judgments("log", method)
        assert package.click_judgments("log", method, grades=2, by=["market"])
    assert package.click_judgments("log", "ctr", fit_prior=True)
    assert package.click_judgments("log", "sdbn", unclicked="unexamined", grades=[0.1])
    assert package.interleaving("log", cluster="user_id")
    assert package.rater_agreement("ratings", pairs=True)
    assert package.rater_agreement("ratings", method="cohen", weights="linear")
    assert package.merge_ratings("ratings", adjudicator="chief")
    assert package.to_judge("run", "judgments", columns={"text_hash": "text", "judged_by": "judge"})
    assert package.query_metrics("run", "judgments", ["context_recall"], intents="claim")
    for estimators in (["sips", "snsips"], ["rips", "cascade_dr"]):
        assert package.off_policy("log", estimators)


def wrong_calls(package: jinja.Macros) -> None:
    """What is said of measures and arguments that are not as they should be."""
    ranked = {"run": "run", "judgments": "judgments"}
    asked: list[tuple[str, Call]] = [
        *(("query_metrics", ranked | {"measures": [measure]}) for measure in WRONG_MEASURES),
        *(("classifier_metrics", {"predictions": "p", "measures": [measure]}) for measure in WRONG_MEASURES),
        *(("agreement", {"run": "run", "measures": [measure]}) for measure in WRONG_MEASURES),
        *(("query_metrics", {**ranked, "measures": ["ndcg"], "convention": name}) for name in package.conventions()),
        *(
            ("query_metrics", {**ranked, "measures": [measure], "convention": name})
            for measure in ("ndcg(gain=binary)@3", "rbp(p=0.3)", "alpha_ndcg@5", "nugget_recall")
            for name in package.conventions()
        ),
        *(
            ("click_judgments", {"log": "log", "method": method, **given})
            for method in CLICK_MODELS
            for given in ({"fit_prior": True}, {"prior": [1, 1]}, {"prior": [1]}, {"counts": True}, {"grades": []})
        ),
        *(("click_judgments", {"log": "log", "method": "sdbn", "examination": given}) for given in ("e", "")),
        ("metrics", {"run": "run", "intents": "aspect"}),
        ("metrics", {**ranked, "by": "system", "judgments_by": ["day"]}),
        ("query_metrics", {**ranked, "measures": ["nugget_recall"], "intents": "nugget"}),
        ("query_metrics", {**ranked, "measures": ["ndcg@3"], "importance": "importance"}),
        ("classifier_metrics", {"predictions": "p", "measures": ["f1(threshold=x)"]}),
        ("classifier_metrics", {"predictions": "p", "measures": ["roc_auc_std_error"], "weight": "w"}),
        ("classifier_metrics", {"predictions": "p", "thresholds": []}),
        ("interleaving", {"log": "log", "team_a": "b"}),
        ("off_policy_tuning", {"log": "log", "clip": []}),
        ("off_policy", {"log": "log", "estimators": ["ips", "sips"]}),
        ("off_policy_tuning", {"log": "log", "estimators": ["snips"]}),
        ("off_policy", {"log": "log", "estimators": []}),
        ("off_policy", {"log": "log", "estimators": ["switch_dr"]}),
        ("rating_metrics", {"predictions": "p", "measures": []}),
        ("rater_agreement", {"ratings": "r", "scale": ["low"]}),
        ("rater_agreement", {"ratings": "r", "level": "ratio", "scale": ["low", "high"]}),
        ("click_estimates", {"log": "l", "run": "r", "examination": "e", "measures": ["dcg"], "run_by": ["a"]}),
        ("metric_trust", {"experiments": "e", "offline_error": "error"}),
        ("metric_trust", {"experiments": "e", "online_error": "error"}),
        ("value_bounds", {**ranked, "measures": ["ndcg(negative=keep)@3"]}),
        ("value_bounds", {**ranked, "measures": ["q_measure"]}),
        ("click_estimates", {"log": "log", "run": "run", "examination": "e", "measures": ["ndcg@10"]}),
        ("metrics", {"judgments": "judgments"}),
        ("metrics", {**ranked, "measures": []}),
        ("metrics", {**ranked, "judgments_by": ["day"], "pool": "retrieved", "queries": "run"}),
        ("query_metrics", {**ranked, "measures": ["precision(denominator=retrieved)@3"], "convention": "rectools"}),
        ("query_metrics", {**ranked, "measures": ["nugget_recall(okay=0.5)"], "intents": "nugget"}),
        ("click_estimates", {"log": "log", "run": "run", "examination": "e", "measures": ["dcg(gain=1:3)"]}),
        ("rating_metrics", {"predictions": "p", "measures": ["maee"]}),
        ("confusion", {"predictions": "p", "thresholds": "nan"}),
        ("off_policy_tuning", {"log": "log", "clip": [2, 0]}),
        ("binned_auc", {"predictions": "p", "lowest": 2, "highest": 1}),
        ("value_bounds", {**ranked, "measures": ["ndcg@3", "bpref", "rbp"], "queries": "all"}),
        ("metrics", {**ranked, "columns": {"run.weight": "traffic"}}),
        ("no_answer_curve", {**ranked, "columns": {"run.rank": "place"}}),
        ("mean_intervals", {"query_metrics": "q", "method": "wilson", "columns": {"weight": "weight"}}),
        ("to_judge", {"runs": "run", "judgments": "judgments", "judge": "second"}),
    ]
    for name, call in asked:
        with contextlib.suppress(InputError):
            package.text_of_call(name, call)
    for wrong in ("ndcg", {"measure": "ndcg"}, 5):
        with pytest.raises(InputError, match="measures must be a list"):
            package.query_metrics(**ranked, measures=wrong)
    with pytest.raises(InputError, match="by is a list of column names"):
        package.query_metrics(**ranked, by="system")
    with pytest.raises(InputError, match="thresholds"):
        package.confusion("predictions", 0.5)


def changed_constants(package: jinja.Macros) -> list[str]:
    """Macros without parameters are called once: those of whose answer a caller has changed an entry."""
    kept_once = {
        name: macro
        for name, macro in vars(package).items()
        if isinstance(macro, jinja.PackageMacro) and "constant" in vars(macro)
    }
    assert "catalogue" in kept_once
    return [name for name, macro in kept_once.items() if macro.constant != macro._called()]


def all_macros(package: jinja.Macros) -> None:
    evaluations(package, EVALUATIONS)
    assert package.query_metrics("run", "judgments", provenance=True)
    assert package.metrics("run", "judgments", columns={"weight": "traffic"})
    assert package.metric_settings(["ndcg@5"], convention="trec_eval")
    short = package.plan({"run": "run", "judgments": "judgments", "measures": ["map", "bpref"], "longest_list": 9})
    assert package.query_metrics_of(short)
    for errors in (package.mean_errors, package.clustered_summary):
        assert "n_clusters" in errors("values", "user_id", by=["day"])
    assert "n_clusters" in package.difference_errors("values", "user_id", "system", by=["day"])
    assert "at most 1" in package.says_raised_by_duplicates("ndcg@2", "1.5")
    column, other = (SimpleNamespace(name="query_id", dtype=dtype) for dtype in ("text", "bigint"))
    assert package.says_ids_apart(column, other) == (
        "query_id is text in the run and bigint in the judgments, which never match: cast one of them"
    )
    assert package.says_wrong_column("score", "number", column).endswith("query_id of type text")
    recommendations(package)
    assert package.input_problems("run", "judgments", by=["system"])
    assert package.tie_audit("run", "judgments", ["map", "bpref"], by=["system"])
    assert package.rating_metrics("predictions", ["mae", "mape", "r2"], columns={"weight": "worth"})
    assert package.rating_metrics("predictions", ["mape", "rmse", "r2", "explained_variance"], by=["system"])
    assert package.detection_metrics(
        "d", "g", ["0.5:0.95"], "11-point", by=["system", "part"], ground_truth_by=["part"]
    )
    assert package.detection_class_metrics("d", "g")
    marks = {"ground_truth.iscrowd": "crowd", "area": "area"}
    assert package.detection_metrics("d", "g", columns=marks, area_range="medium", max_detections=100)
    assert package.explain_number(0.5, "run", "judgments", "ndcg", k=5, changes=1, by=["system"])
    assert package.without_exponents(package.settings_tried("ndcg(gain=linear)", 5, 1, False))
    assert package.explain("run", "judgments", ["ndcg@5"], source="rectools", target="trec_eval", by=["system"])
    for name in package.conventions():
        asked = {
            "sklearn": ["ndcg(gain=linear)@3"],
            "ndeval": ["err_ia@3"],
            "ragas": ["context_precision@3"],
            "autoevals": ["context_precision@3"],
            "nuggetizer": ["nugget_recall"],
            "haystack": ["ndcg"],
        }.get(name, ["precision@3"])
        intents = "aspect" if name in ("ndeval", "nuggetizer") else None
        assert package.query_metrics("run", "judgments", asked, convention=name, intents=intents)
        assert package.convention_problems("run", "judgments", name, intents=intents)
    for policy in package.reference_policies():
        assert package.reference_results("run", "judgments", "expected", **policy)
    classifiers(package)
    curves(package)
    sides(package)
    decided(package)
    fusions(package)
    periods(package)
    comparisons(package)
    of_engines(package)
    agreements(package)
    with pytest.raises(
        InputError, match="a measure has at most 10,000 characters, got one of 10001 that begins with 'x"
    ):
        package.metrics("run", "judgments", ["x" * 10001])
    with pytest.raises(InputError, match="did you mean 'ndcg'"):
        package.parse_measures(["ndgc@10"])
    for wrong in ({"columns": 5}, {"checked": 5}, {"convention": {"quereis": "all"}}, {"run": None}):
        with pytest.raises(InputError):
            package.metrics(**{"run": "run"} | wrong)
    with pytest.raises(InputError, match="ndcg has no option 'gian'"):
        package.parse_measures(["ndcg(gian=linear)@10"])
    for gate, given in (("complete_items", {"value": ""}), ("missing_share_at_most", {"at_most": 2})):
        with pytest.raises(InputError):
            getattr(package, f"test_{gate}")("main.model", **given)
    assert package.test_no_training_items("main.run", "main.seen")
    splits(package)
    samples(package)
    distributions(package)


def refusals(package: jinja.Macros) -> None:
    with pytest.raises(InputError, match="write the schema before the table's name"):
        package.rating_metrics("rankhouse_wide")
    with pytest.raises(InputError, match="value is the figure to explain"):
        package.explain_number("most", "run", "judgments")
    with pytest.raises(InputError, match="give the cutoff either in the measure or in k"):
        package.explain_number(0.5, "run", "judgments", "ndcg@10", k=5)
    with pytest.raises(InputError, match="novelty needs interactions"):
        package.recommendation_metrics("main.run", ["novelty"])
    with pytest.raises(InputError, match="the name means a step of this query"):
        package.recommendation_metrics("rankhouse_run", ["personalisation"])
    with pytest.raises(InputError, match="would both become the column ndcg_gain_1_1_2_3_4_at_5"):
        package.wide_metrics("metrics", ["ndcg(gain=1:1.2/3:4)@5", "ndcg(gain=1.1:2/3:4)@5"])
    with pytest.raises(InputError, match="are the same name here, where only 63 bytes"):
        jinja.Macros("postgres").agreement("main.run", by=["a" * 70, "a" * 71])
    with pytest.raises(InputError, match="only available on DuckDB"):
        jinja.Macros().ndcg_at_k("relevance", "score", 10)


def macros_of_a_dialect(package: jinja.Macros) -> None:
    evaluations(package, EVALUATIONS_OF_DIALECTS)
    assert package.metrics("run", "judgments", ["map"], provenance=True)
    assert package.position_bias("log")
    for sets in (None, [["system"], []]):
        given = {"by": ["system"], "cluster": "user_id", "grouping_sets": sets}
        assert "n_clusters" in package.metrics("run", "judgments", ["gmap", "roc_auc(weights=positives)"], **given)
    recommendations(package)
    assert package.input_problems("run", "judgments")
    classifiers(package)
    curves(package)
    sides(package)
    decided(package)
    fusions(package)
    periods(package)
    comparisons(package)
    agreements(package)
    splits(package)
    samples(package)
    assert package.detection_metrics("d", "g")
    assert package.query_metrics("run", "judgments", ["ndcg@3"], convention="rectools")
    if package.prefixes[0] in ("bigquery", "snowflake"):
        with pytest.raises(InputError, match="has no 32-bit floats"):
            package.query_metrics("run", "judgments", ["ndcg@3"], convention="pytrec_eval")
    else:
        assert package.query_metrics("run", "judgments", ["ndcg@3"], convention="pytrec_eval")
    of_engines(package)


def of_engines(package: jinja.Macros) -> None:
    """What the steps of a query do not always ask an engine."""
    assert package.literal("it's") and package.same_group("a", "b")
    assert package.row_hash(["a", "b"]) is None or "b" in package.row_hash(["a", "b"])
    assert "a" in package.sum_of_hashes("a")
    assert package.partition_replacement() in ("delete", "overwrite")
    assert package.inserting_strategy() in ("append", "merge")
    assert package.lock_table("built") in ("", "lock table built", "lock table built in share row exclusive mode")
    assert package.settings_of_transaction() in ("", "set local enable_nestloop = off; set local jit = off")
    assert package.tells_case() is (package.prefixes[0] == "postgres")
    if package.prefixes[0] == "postgres":
        type_on_postgres(package)


def type_on_postgres(package: jinja.Macros) -> None:
    """tests/warehouses/incremental.py asks a server."""
    asked: list[str] = []
    found = SimpleNamespace(columns=[SimpleNamespace(values=lambda: ["character(3)"])])
    package._environment.globals |= {"execute": True, "run_query": lambda sql: asked.append(sql) or found}
    condition = package.is_one_of_values("a'day", ["r12", None], '"user"."run"')
    assert condition == """("a'day" in (cast('r12' as character(3))) or "a'day" is null)"""
    assert 'to_regclass(\'"user"."run"\')' in asked[0] and "'a''day'" in asked[0]


def evaluations(package: jinja.Macros, chosen: list[tuple[str, str, tuple[int | None, ...], int]]) -> None:
    groups = {"by": ["system"], "judgments_by": ["segment"]}
    for ties, queries, cutoffs, sort in chosen:
        asked = [str(measure) for measure in every_measure(*cutoffs) if has_closed_form(measure, ties)]
        if sort == 0:
            assert package.query_metrics("run", "judgments", asked, ties=ties, queries=queries, **groups)
        elif sort == 1:
            assert package.metrics("run", None, asked, ties=ties, queries=queries, unjudged="drop")
        else:
            assert package.query_metrics("run", "judgments", asked, ties=ties, checked=True)


def classifiers(package: jinja.Macros) -> None:
    every = [measure["name"] for measure in package.classification_catalogue()]
    for by in ([], ["system"]):
        assert package.classifier_metrics("predictions", every, by=by)
        assert package.lift("predictions", by=by)
        assert package.binned_auc("predictions", by=by)
    predicted = {"prediction": "predicted"}
    weighted = [name for name in every if name not in ("roc_auc_std_error", "break_even")]
    assert package.classifier_metrics("predictions", weighted, columns={"weight": "worth"})
    assert package.classifier_metrics("predictions", ["pr_auc(area=davis_goadrich)"], columns={"weight": "worth"})
    assert package.prediction_problems("predictions", {"weight": "worth"})
    for draw in (package.roc_curve, package.pr_curve, package.calibration, package.lift, package.binned_auc):
        assert draw("predictions", by=["system"], columns={"weight": "worth"})
    assert package.classifier_metrics("predictions", ["mcc"], columns=predicted)
    assert package.confusion("predictions", [0.3, 0.5], columns=predicted)
    assert package.roc_curve("predictions", points=None)
    assert package.pr_curve("predictions", points=5)
    assert package.calibration("predictions")
    assert package.prediction_problems("predictions", columns=predicted)
    for by in ([], ["system"], ["system", "day"]):
        for columns in ({}, {"weight": "worth"}):
            assert package.confusion_matrix("predictions", by=by, columns=columns)
            assert package.class_metrics("predictions", by=by, columns=columns)
            assert package.class_metrics("predictions", by, "zero", columns)
    compared_classifiers(package)


def compared_classifiers(package: jinja.Macros) -> None:
    for by in ([], ["segment"], ["segment", "day"]):
        for columns in ({}, {"weight": "worth"}):
            assert package.auc_interval("predictions", by=by, columns=columns)
            for test, baseline in (("delong", None), ("mcnemar", "old")):
                shared = {"by": by, "correction": "none", "columns": columns}
                assert package.compare_classifiers("predictions", baseline, test, **shared)
                assert package.compare_classifiers("predictions", baseline, test, cluster="patient", **shared)
    wrong: list[dict[str, Any]] = [{"by": ["system"]}, {"baseline": ["old"]}, {"test": "t"}, {"confidence": 95}]
    wrong += [{"cluster": "system"}, {"cluster": "day", "by": ["day"]}]
    for given in wrong:
        with pytest.raises(InputError):
            package.compare_classifiers("predictions", **given)


def samples(package: jinja.Macros) -> None:
    for by, exclude in (("uniform", None), ("popularity", "main.seen")):
        assert package.sample_negatives("main.items", "main.judgments", by=by, exclude=exclude)
    for by in ([], ["system"]):
        assert package.sampled_ranks("main.run", "main.judgments", "main.sample", by=by)
        assert package.correct_sampled("main.ranks", "main.corrections", by=by)


def splits(package: jinja.Macros) -> None:
    for call in SPLITS:
        assert package.split("ratings", **call, **({} if call == {"method": "folds"} else {"new_items": "leave_out"}))
    assert package.split_counts("parts", by=["n_given"])
    wrong: list[dict[str, Any]] = [
        *({"method": "time", "cut": " "}, {"method": "weak"}, {"share": 2}, {"n": 1, "share": 0.5}, {"folds": 3}),
        *({"method": "folds", "fold": 6}, {"method": "folds", "short": "leave_out"}),
        {"method": "learning_curve", "given": 1001},
    ]
    for call in wrong:
        with pytest.raises(InputError):
            package.split("ratings", **call)


def recommendations(package: jinja.Macros) -> None:
    tables = {name: f"main.{name}" for name in package.recommendation_inputs()}
    for measures in ([str(measure) for measure in beyond.every_measure(None, 10)], ["novelty"], ["gini@5"]):
        assert package.recommendation_metrics("main.run", measures, **tables, by=["system"])
    assert package.recommendation_metrics("main.run", ["personalisation@10"])


def curves(package: jinja.Macros) -> None:
    """The curves of groups of one column and of several, which some engines make one key of."""
    for by in (["system"], ["system", "segment"]):
        assert package.learning_curve("by_query", by)
        assert package.mean_over_curve("by_query", by, incomplete="keep")
        assert package.curve_crossings("by_query", ["market", *by[1:]])
    wrong = (
        {"repetitions": 20_000},
        {"confidence": 1},
        {"by": ["n_given"]},
        {"by": ["system"], "columns": {"system": "model"}},
    )
    for given in wrong:
        with pytest.raises(InputError):
            package.curve_crossings("by_query", **given)


def sides(package: jinja.Macros) -> None:
    for by in ([], ["market"], ["market", "device"]):
        for baseline in (None, "bm25"):
            assert package.change_by_segment("by_query", ["country", "age"], baseline=baseline, by=by)
            assert package.confidence_sequence("by_query", baseline=baseline, by=by)
    wrong: list[dict[str, Any]] = [{"segments": []}, {"by": ["country"]}, {"by": ["system"]}, {"baseline": ["a"]}]
    for given in wrong:
        with pytest.raises(InputError):
            package.change_by_segment("by_query", **{"segments": ["country"], **given})
    wrong = [{"confidence": 95}, {"tightest_at": 0}, {"min_queries": 1}, {"day": "system"}, {"day": "value"}]
    for given in wrong:
        with pytest.raises(InputError):
            package.confidence_sequence("by_query", **given)


def decided(package: jinja.Macros) -> None:
    more: dict[str, Any] = {"segments": ["country"], "measure": "ndcg@10", "margins": {"recall@10": 0.1}}
    for by in ([], ["market"], ["market", "device"]):
        for test in ("t", "sign", "randomisation"):
            assert package.decision("by_query", by=by, baseline="bm25", test=test, **more)
            assert package.decision("by_query", by=by, test=test, cluster="user_id", guardrails=["map"])
    assert package.decision("by_query", cluster=False)
    names = ["baseline", "measure", "guardrails", "cluster"]
    asked = {**dict.fromkeys(names), "system": "system", "segments": [], "by": [], "margins": {}, "test": "t"}
    asked |= {"confidence": 0.95, "power": 0.8}
    assert package.decided_pairs("by_query", asked)
    assert package.test_decision_is("decisions", ["ship", "ship, but"])
    decided_by_evidence(package)
    wrong: list[dict[str, Any]] = [{"margins": [1]}, {"margins": {"map": -1}}, {"test": "bootstrap"}, {"cluster": True}]
    for given in [*wrong, {"measure": "map", "margins": {"map": 0.1}}, {"confidence": 95}, {"segments": "country"}]:
        with pytest.raises(InputError):
            package.decision("by_query", **given)


def decided_by_evidence(package: jinja.Macros) -> None:
    """Of rows and of slates, with weights and without, in both orders or one: with all that is read beside."""
    weighted = {"columns": {"weight": "weight"}}
    kinds: list[tuple[str, str, dict[str, Any]]] = [
        ("interleaving_decision", "log", {"baseline": "b"}),
        ("interleaving_decision", "log", {"method": "balanced"}),
        ("interleaving_decision", "log", {"method": "optimised", "length": 10}),
        ("policy_decision", "log", {"estimators": ["dr", "snips"]}),
        ("policy_decision", "log", {"estimators": ["snsips", "sips"], "clip": 5}),
        ("try_decision", "tries", {"baseline": "old", "margins": {"pass_all@3": 0.1}}),
        ("try_decision", "tries", {"measures": ["mean", "pass@2"], "measure": "pass@2", "guardrails": []}),
        ("preference_decision", "preferences", {"baseline": "old", **weighted}),
        ("preference_decision", "preferences", {"method": "davidson", "order_effect": True, "prior": 1}),
        ("classifier_decision", "predictions", {"baseline": "old", **weighted}),
        ("classifier_decision", "predictions", {"measure": "accuracy", "threshold": 0.3}),
    ]
    beside: list[dict[str, Any]] = [
        {},
        {"by": ["market"], "segments": ["country", "device"], "test": "sign"},
        {"by": ["market"], "segments": ["country"], "cluster": "user_id", "test": "randomisation"},
        {"cluster": False, "segments": ["country"]},
    ]
    for name, table, arguments in kinds:
        # Elsewhere fewer models of verdicts are fitted, on Spark none.
        is_elsewhere = name == "preference_decision" and "duckdb" not in package.prefixes
        if is_elsewhere and ("spark" in package.prefixes or arguments.get("order_effect")):
            continue
        for more in beside:
            assert getattr(package, name)(table, **arguments, **more)
        wrong = [{"segments": "country"}, {"by": ["country"], "segments": ["country"]}, {"cluster": True}]
        for given in [*wrong, {"by": ["market"], "cluster": "market"}, {"confidence": 95}, {"by": ["decision"]}]:
            with pytest.raises(InputError):
                getattr(package, name)(table, **arguments, **given)


def periods(package: jinja.Macros) -> None:
    arguments = package.arguments()
    for grain in arguments["grain"]["choices"]:
        assert package.date_spine("2026-01-01", "2026-02-01", grain)
        for by in ([], ["market"], ["market", "device"]):
            assert package.moving_average("by_day", 3, by, grain=grain)
            assert package.change_from_previous("by_day", by, grain=grain, interval="normal")
    assert package.change_from_previous("by_day", columns={"n_queries": "n"})
    wrong: list[dict[str, Any]] = [{"by": ["day"]}, {"by": ["K"]}, {"day": "value"}, {"day": ""}, {"confidence": 95}]
    for given in [*wrong, {"grain": "hour"}, {"interval": "t"}, {"metrics": None}, {"columns": {"value": "x"}}]:
        with pytest.raises(InputError):
            package.change_from_previous(**{"metrics": "by_day"} | given)
    with pytest.raises(InputError):
        package.moving_average("by_day", 0)
    for ends in (("2026-02-30", "2026-03-01"), ("2026-01-02", "2026-01-01")):
        with pytest.raises(InputError):
            package.date_spine(*ends)


def comparisons(package: jinja.Macros) -> None:
    arguments = package.arguments()
    intervals = [None, *arguments["interval"]["choices"]]
    tests = [*zip(["t"] * len(intervals), intervals, strict=True)]
    tests += zip(arguments["test"]["choices"], itertools.cycle(reversed(intervals)), strict=False)
    for test, interval in tests:
        assert package.compare("by_query", by=["market"], test=test, interval=interval, correction="bonferroni")
    for correction in arguments["correction"]["choices"]:
        assert package.compare("by_query", baseline="bm25", systems=["bm25", "dense"], correction=correction)
    wrong = [{"power": 0.5}, {"confidence": 1}, {"repetitions": 0}, {"by": ["System"]}, {"by": ["wins"]}, {"test": "z"}]
    wrong += [{"systems": "bm25"}]
    for given in wrong:
        with pytest.raises(InputError):
            package.compare("by_query", **given)
    for method in arguments["mean_intervals.method"]["choices"]:
        assert package.mean_intervals("by_query", by=["market", "day"], method=method)
    for test in arguments["test"]["choices"]:
        assert "rankhouse_clusters" in package.compare("by_query", test=test, cluster="user_id")
    for method in ("t", "bca"):
        assert package.mean_intervals("by_query", by=["market"], method=method, cluster="user_id")
    with pytest.raises(InputError):
        package.mean_intervals("by_query", method="wilson", cluster="user_id")
    for given in ({"method": "z"}, {"confidence": 0}, {"by": ["Method"]}, {"columns": {"n_given": "n"}}):
        with pytest.raises(InputError):
            package.mean_intervals("by_query", **given)


def agreements(package: jinja.Macros) -> None:
    every = [declared["name"] for declared in package.agreement_catalogue()]
    for by in ([], ["market", "day"]):
        assert package.agreement("main.run", by=by)
        assert package.query_agreement("main.run", [*every, "rbo(ties=b)@5"], baseline="bm25", by=by)
        plan = package.agreement_plan("agreement", "main.run", every, "system", None, by, {}, systems=["bm25", "dense"])
        assert plan["systems"]
    for given in ({"by": ["system"]}, {"baseline": ["bm25"]}, {"measures": ["ndcg"]}, {"columns": {"relevance": "x"}}):
        with pytest.raises(InputError):
            package.agreement("main.run", **given)


def fusions(package: jinja.Macros) -> None:
    for given in ({"columns": {"rank": "position"}}, {"method": "sum", "norm": "z"}, {"method": "mnz", "norm": "none"}):
        assert "rankhouse_fused" in package.fuse("runs", by=["day"], weights={"bm25": 0, "dense": 1}, **given)
    asked = {"measure": "ndcg@10", "by": ["day"]}
    assert "rankhouse_candidates" in package.best_of("values", **asked)
    assert "rankhouse_clusters" in package.best_of("values", cluster="user_id", **asked)
    for given in ({"norm": "z"}, {"method": "sum", "k": 1}, {"weights": [1]}, {"weights": {"bm25": 0}}):
        with pytest.raises(InputError):
            package.fuse("runs", **given)
    with pytest.raises(InputError):
        package.best_of("values", measure=1)


def distributions(package: jinja.Macros) -> None:
    for expression in (package.normal_tail, package.two_sided_normal):
        assert "exp(" in expression("z")
    assert "ln(" in package.rows_with_normal_quantiles("t", {"z": "p"})
    assert package.student_tail_steps("t")[-1]["name"] == "rankhouse_t_tails"
    assert package.student_quantile_steps("t", ["0.975"])[-1]["name"] == "rankhouse_t_quantiles"
    assert package.sign_test_steps("t")[-1]["name"] == "rankhouse_t_signs"
    assert package.signed_rank_steps("t")[-1]["name"] == "rankhouse_t_exact"


def models(package: jinja.Macros) -> None:
    """What the models of the package call, with stand-ins for dbt's own functions."""
    settings = {"run": "run", "judgments": ["warehouse", "judgments"], "measures": ["map"], "by": ["day"]}
    settings |= {"latest": "day", "complete": {"share_judged": 0.8, "min_queries": 2, "age": 3}}
    package._environment.globals |= {
        "var": {"rankhouse": settings, "rankhouse_reference_fixtures": True}.get,
        "ref": lambda *names: ".".join(["main", *names]),
        "project_name": "user",
        "source": lambda *names: ".".join(names),
        "config": lambda **_: "",
        "execute": True,
    }
    (evaluation,) = package.configured()
    assert evaluation["arguments"]["judgments"] == "warehouse.judgments"
    assert package.is_configured()
    assert not package.has_partitions()
    assert not package.has_provenance()
    arguments = {name: given for name, given in settings.items() if name not in ("latest", "complete")}
    shown = {"name": None, "latest": "day", "complete": settings["complete"]}
    assert package.settings() == [{**shown, "arguments": arguments}]
    assert package.configured_groups() == ["day"]
    assert "from main.rankhouse.rankhouse__metrics" in package.configured_wide(False)
    assert "map" not in package.wide_metrics("metrics", settings["measures"], settings["by"], "day")
    assert package.complete_of("week") == package.maturity_by_rule({}, False)
    assert package.has_maturity() and "is_complete" in package.maturity_of_settings()
    assert package.complete_of("day")["days"] == "main.rankhouse.rankhouse__maturity"
    assert "mature.is_complete" in package.configured_wide(True)
    for wrong in ({"latest": "week"}, {"complete": {"shared": 1}}, {"complete": 0.8}):
        with pytest.raises(InputError, match="complete"):
            package.check_configured_maturity(settings | wrong)
    # A measure is called as it is in the table, where the convention's options are not spelled out.
    default_of_trec = package.wide_metrics("metrics", ["ndcg(gain=linear)@10"], convention="trec_eval")
    assert "measure = 'ndcg@10'" in default_of_trec
    assert "settings_id" in package.configured_settings()
    assert package.reference_model()
    assert package.columns_wanted([{"measure": "text"}, {"k": "number"}]) == [("measure", "text"), ("k", "number")]


def models_of_several() -> None:
    """The same of a list of evaluations; each var has a package of its own, because macros are asked once."""
    search = {"name": "search", "run": "run", "judgments": "judgments", "measures": ["map"], "by": ["day"]}

    def package_of(evaluations: Any, **variables: Any) -> jinja.Macros:
        package = jinja.Macros("duckdb")
        package._environment.globals |= {"var": {"rankhouse": evaluations, **variables}.get, "execute": True}
        package._environment.globals |= {"ref": lambda *names: ".".join(["main", *names]), "project_name": "user"}
        return package

    package = package_of([search], rankhouse_columns=[{"name": "dya"}])
    assert package.names_of_evaluations() == ["search"]
    with pytest.raises(InputError, match="got 'dya': did you mean 'day'"):
        package.configured_wide(False)
    assert "evaluation = 'search'" in package_of([search]).configured_wide(False)
    with pytest.raises(
        InputError, match="evaluation 'search': by names 'evaluation', which is also a column of the result"
    ):
        package_of([search | {"by": ["evaluation"]}]).settings()
    for wrong in ({"min_queries": -1}, {"min_queries": "x"}, {"provenance": "yes"}):
        with pytest.raises(InputError, match=f"{next(iter(wrong))} "):
            package_of([search | wrong]).settings()
    with pytest.raises(InputError, match="maps the name of each evaluation to its partitions"):
        package_of([search], rankhouse_partitions=["2026-01-01"]).named_partitions("search")
    with pytest.raises(InputError, match="names the unknown evaluation 'serach': did you mean 'search'"):
        package_of([search], rankhouse_partitions={"serach": []}).named_partitions("search")
    partitions = {"search": ["2026-01-01"]}
    assert package_of([search], rankhouse_partitions=partitions).named_partitions("search") == ["2026-01-01"]
    printed: list[str] = []
    package = package_of([search])
    package._environment.globals |= {"print": printed.append, "tojson": json.dumps}
    for legacy in (None, True):
        package.semantic_model(legacy=legacy)
    assert all("  - name: search_average_precision" in text for text in printed)
    assert ["semantic_models:" in text for text in printed] == [False, True]
    with pytest.raises(InputError, match="of evaluation 'search', got 'week': name it with day"):
        package.semantic_model(day="week")


def compiled_by_dbt() -> None:
    """What dbt's catalogue tells of inputs, and what stands where a relation belongs."""
    warned: list[str] = []
    run = {"query_id": "text", "item_id": "text", "score": "double"}
    judgments = Relation("judged", query_id="text", item_id="text", relevance="integer")

    def package_of(*dialect: str) -> jinja.Macros:
        package = jinja.Macros(*dialect)
        nodes = {"model.user.search_run": SimpleNamespace(resource_type="model", name="search_run", alias="search_run")}
        graph = SimpleNamespace(nodes=nodes, sources={})
        package._environment.globals |= {"dbt_version": "1.11.0", "graph": graph}
        package._environment.globals["adapter"].get_columns_in_relation = lambda relation: relation.columns
        package._environment.globals["exceptions"].warn = warned.append
        return package

    package = package_of("duckdb")
    for columns, said in (
        ({"query_id": "text", "item_id": "text"}, "has no column 'score'"),
        (run | {"score": "text"}, "score must be a number, but column 'score' is text"),
        (run | {"item_id": "integer"}, "values of these types cannot be compared"),
        (run, "by: run .* has no column 'system'"),
    ):
        with pytest.raises(InputError, match=said):
            package.metrics(Relation("run", **columns), judgments, ["map"], by=["system"] if columns is run else [])
    # A text asks for its types itself, where the engine can.
    for dialect in ("duckdb", "postgres"):
        sql = package_of(dialect).metrics("main.run", judgments, ["map"])
        assert ("(select run.* replace (" in sql) is (dialect == "duckdb")
    log = Relation("log", logging_probability="double", target_probability="double", reward="double")
    with pytest.raises(InputError, match="without a model ask for estimators"):
        package.off_policy(log)
    spelled = Relation("run", QueryId="text", item_id="text", score="double")
    with pytest.raises(
        InputError, match=r"this engine distinguishes upper and lower case: write columns=\{'query_id': 'QueryId'\}"
    ):
        package_of("postgres").metrics(spelled, judgments, ["map"], columns={"query_id": "queryid"})
    with pytest.raises(InputError, match=r"model .* has no column 'relevance'"):
        package.test_relevance_between(Relation("run", **run), 0, 3)
    package.metrics("search_run", "judged", ["map"])
    assert len(warned) == 1 and "ref('search_run')" in warned[0]
    for test, given, said in (
        ("test_unique_items", {"column_name": "score"}, "write it under data_tests of the model"),
        ("test_unique_items", {"byy": []}, "unknown argument 'byy' of the test unique_items"),
        ("test_ids_match", {"judgments": "judged"}, "judgments"),
    ):
        with pytest.raises(InputError, match=said):
            getattr(package, test)(Relation("run", **run), **given)
    with pytest.raises(InputError, match="500"):
        package.metrics("run", "judgments", [f"ndcg@{k}" for k in range(1, 502)])
    with pytest.raises(InputError, match="top_grade"):
        package.value_bounds("run", "judgments", ["ndcg@5"], top_grade=1001)


def tries(package: jinja.Macros) -> None:
    assert "rankhouse_clusters" in package.try_metrics("tries", ["mean"], cluster="document_id")
    assert "n_passed" in package.try_metrics("tries", ["pass@2"], per_query=True)
    for measures, given, said in (
        (["pass"], {}, "needs a number of tries"),
        (["pass@1001"], {}, "at most 1000 tries"),
        (["mean"], {"per_query": True, "cluster": "day"}, "cluster is for means"),
    ):
        with pytest.raises(InputError, match=said):
            package.try_metrics("tries", measures, **given)


def preferences(package: jinja.Macros) -> None:
    given = {"by": ["day"], "columns": {"judge_id": "rater", "weight": "worth"}}
    asked = {"baseline": "old", "cluster": "document_id", "prior": 1}
    assert "rankhouse_reaches" in package.preference_checks("preferences", **given)
    assert "rankhouse_differences" in package.preferences_of("values", by=["day"])
    assert "rankhouse_inverse" in package.preference_ratings("preferences", **asked, **given)
    assert "rankhouse_tested" in package.preference_pairs("preferences", baseline="old", **given)
    assert "rankhouse_widths" in package.pairs_to_judge("preferences", limit=3, **given)
    assert package.preference_power("preferences")
    both = {"method": "davidson", "order_effect": True}
    if "duckdb" in package.prefixes:
        assert "tie_scores" in package.preference_ratings("preferences", **both)
    else:
        with pytest.raises(InputError, match="only supported on DuckDB"):
            package.preference_ratings("preferences", **both)


def gates(package: jinja.Macros) -> None:
    """Gates that look at the newest day alone, and say why they fail."""
    rule = {"min_queries": 30, "age": 3}
    assert "rankhouse_newest" in package.test_metric_at_least("m", "map", 0.3, latest="day", complete=rule)
    assert "rankhouse_newest" in package.test_has_groups("m", "system", ["bm25"], latest="day", complete=rule)
    against = {"baseline": {"system": "bm25"}, "by": ["segment"], "latest": "day", "complete": {}}
    assert "rankhouse_sides" in package.test_metric_not_worse_than("q", "map", min_queries=30, **against)
    assert "rankhouse_clusters" in package.test_metric_not_worse_than("q", "map", cluster="user_id", **against)
    with pytest.raises(InputError, match="cluster is for common queries"):
        package.test_metric_not_worse_than("q", "map", cluster="user_id", paired=False, **against)
    before = {"previous": "day", "complete": rule, "significant": True}
    for paired in (True, False):
        assert "rankhouse_before" in package.test_metric_not_worse_than(
            "q", "map", paired=paired, min_queries=2, **before
        )


class Config(dict[str, str]):
    """dbt's config: asked for a setting, or called with some."""

    def __call__(self, **_: Any) -> str:
        return ""


def in_a_later_build(package: jinja.Macros) -> None:
    """What dbt has beside the macros when the ready-made models by partition are built again."""
    settings = {"run": "run", "judgments": "judgments", "measures": ["map"], "by": ["day"], "judgments_by": ["day"]}
    settings |= {"partition": "day", "lookback": 2, "grouping_sets": [["day"]]}
    day = SimpleNamespace(name="day", dtype="date", data_type="date", is_string=lambda: False, is_number=lambda: False)
    found = SimpleNamespace(values=lambda: ["2026-01-01", None])
    key = SimpleNamespace(name="row_id", dtype="text", data_type="text", is_string=lambda: True)
    package._environment.globals["adapter"].get_columns_in_relation = lambda _: [day, key]
    package._environment.globals |= {
        "var": {"rankhouse": settings}.get,
        "ref": lambda *names: ".".join(names),
        "project_name": "user",
        "config": Config(),
        "invocation_args_dict": {},
        "this": "built",
        "execute": True,
        "is_incremental": lambda: True,
        "load_relation": lambda relation: relation,
        "flags": SimpleNamespace(FULL_REFRESH=False),
        "run_query": lambda query: SimpleNamespace(
            columns=[SimpleNamespace(values=lambda: [None])] if " as problem from " in query else [found],
            rows=[(day, "known") for day in found.values()],
        ),
        "local_md5": lambda text: f"md5 of {len(text)}",
        "dbt": SimpleNamespace(hash=lambda expression: f"md5({expression})"),
    }


def incremental_models(package: jinja.Macros) -> None:
    """The same by partition; test_incremental.py runs them."""
    in_a_later_build(package)
    changed = '("day" in (cast(\'2026-01-01\' as date)) or "day" is null)'
    assert package.has_partitions()
    assert package.ready_made(True, materialized="view") == ""
    (evaluation,) = package.configured()
    arguments = evaluation["arguments"]
    several_evaluations(package, arguments)
    for sql, n_places in [
        # One of them is the row of the judgments whose ids are looked at.
        (package.incremental_query_metrics("known", **arguments), 6),
        (package.incremental_metrics("by_query", "known", **arguments), 3),
    ]:
        assert " ".join(str(sql).split()).count(changed) == n_places
    assert package.lock_built() == ""
    assert package.delete_changed("known", "day").split() == f"delete from built where {changed}".split()
    assert ">= cast('2026-01-01' as date)" in package.incremental_partitions(**arguments)
    assert package.as_argument('a"{{ b }}%') == '"a\\"\\u007b\\u007b b \\u007d\\u007d\\u0025"'
    with pytest.raises(InputError, match=r"has 2 of 1 partitions that are not, and never were, in column"):
        package.check_partitions(["2026-01-02"], arguments, "known")
    assert 'cast(null as date) as "day"' not in package.stacked_metrics({"a": "main.metrics", "b": "main.metrics"})
    with pytest.raises(InputError, match="by names 'Evaluation', which is also a column of the result"):
        package.stacked_metrics({"a": "main.metrics"}, by=["Evaluation"])
    assert package.result_columns("metrics")[0] == "measure"
    assert package.kind_of(package._environment.globals["adapter"].get_columns_in_relation("built")[0]) == "other"
    assert "max(" in package.test_metric_not_worse_than("metrics", "map", previous="day")


def several_evaluations(package: jinja.Macros, arguments: dict[str, Any]) -> None:
    """test_evaluations.py builds them."""
    columns = package._environment.globals["adapter"].get_columns_in_relation
    package._environment.globals |= {"fromjson": json.loads, "tojson": json.dumps}
    evaluations = [{"name": name, "arguments": arguments} for name in ("search", "it's")]
    with pytest.raises(
        InputError, match="built was built with one evaluation in the var rankhouse, which now has a list"
    ):
        package.kept_query_metrics(evaluations, "known")
    named = SimpleNamespace(name="evaluation", dtype="text", data_type="text", is_string=lambda: True)
    package._environment.globals["adapter"].get_columns_in_relation = lambda _: [named, *columns("built")]
    sql = package.kept_query_metrics(evaluations, "known")
    assert sql.count("cast('it''s' as varchar) as evaluation") == 1
    assert "(evaluation = 'search' and (" in package.kept_metrics(evaluations, "by_query", "known")
    assert (
        package.partitions_argument(evaluations) == 'fromjson("[[\\"search\\", \\"day\\"], [\\"it\'s\\", \\"day\\"]]")'
    )
    deleted = package.delete_changed("known", [["search", "day"], ["shop", None]])
    assert deleted.split()[-4:] == ["not", "in", "('search',", "'shop')"] and "(evaluation = 'shop')" in deleted
    assert package.null_of_type("date") == "cast(null as date)"
    package._environment.globals["adapter"].get_columns_in_relation = columns


def overwritten_models(package: jinja.Macros) -> None:
    """The same where partitions are overwritten; tests/warehouses/incremental_spark.py runs them."""
    in_a_later_build(package)
    asked: list[str] = []
    nothing = SimpleNamespace(values=lambda: [None])
    rows = [("2026-01-01", "known"), ("2026-01-01", "built"), ("*/ /*", "built"), (None, "built")]
    days = SimpleNamespace(values=lambda: ["2026-01-01", "2026-01-02"])
    model = SimpleNamespace(compiled_code=None)
    package._environment.globals |= {
        "run_query": lambda sql: (
            asked.append(sql) or SimpleNamespace(columns=[nothing if " as problem from " in sql else days], rows=rows)
        ),
        "model": model,
        "tojson": json.dumps,
        "fromjson": json.loads,
        "ref": lambda *names: ".".join(["main", *names]),
    }
    assert package.reference_table("run") == "main.rankhouse_reference_run"
    arguments = package.configured()[0]["arguments"]
    with pytest.raises(InputError, match="evaluation 'search' has a partition, but several evaluations in one table"):
        package.kept_partitions([{"name": "search", "arguments": arguments}])
    assert "known.fingerprint <> 'gone'" in package.incremental_partitions(**arguments)
    sql = package.incremental_query_metrics("known", **arguments)
    assert "from built where" not in sql
    assert sql.count("(`day` in (cast('2026-01-01' as date)))") == 4
    noted = r"""/* rankhouse_stale: ["2026-01-01", "*\/ \/*", null] */"""
    assert noted in sql and noted in package.incremental_metrics("by_query", "known", **arguments)
    # The hook looks at those that are noted; at all of them, where it finds no note.
    rows[2:] = [(None, "built")]
    dropped = "alter table built drop if exists partition (`day` = '2026-01-01'), partition (`day` = null)"
    for compiled, condition in [(sql, "cast('*/ /*' as date)) or `day` is null)"), (None, "where 1 = 1")]:
        model.compiled_code = compiled
        assert package.drop_stale("known", "day").strip() == dropped
        assert asked[-1].count(condition) == (2 if compiled else 1)
    rows.clear()
    model.compiled_code = package.incremental_query_metrics("known", **arguments)
    asked.clear()
    assert package.drop_stale("known", "day") == "" and not asked
    package._environment.globals["config"]["file_format"] = "delta"
    assert package.drop_partitions("built", "day", [None]) == "delete from built where (`day` is null)"


def operations(package: jinja.Macros) -> None:
    """What test_publish.py runs with dbt itself."""
    asked: list[str] = []
    logged: list[str] = []
    path = SimpleNamespace(values=lambda: ["out/metrics.duckdb"])
    node = SimpleNamespace(resource_type="model", name="rankhouse__metrics", schema="main", alias="it's")
    package._environment.globals |= {
        "target": SimpleNamespace(type="duckdb"),
        "graph": SimpleNamespace(nodes={"model": node}),
        "run_query": lambda sql: asked.append(sql) or SimpleNamespace(columns=[path], rows=[1]),
        "log": lambda text, **_: logged.append(text),
    }
    package.publish("out")
    assert "rankhouse_publish('out', ['main.it''s']::varchar[], 'metrics')" in asked[-1]
    assert logged == ["out/metrics.duckdb"]
    with pytest.raises(InputError, match="there is no model 'x'; known: rankhouse__metrics"):
        package.publish("out", "x")
    node.name = "other"
    with pytest.raises(InputError, match="the var rankhouse is missing"):
        package.publish("out")
    alerts(package)


def alerts(package: jinja.Macros) -> None:
    """What test_operations.py and test_alerts.py run."""
    line = {"group": ["a|b"], "measure": "map", "metric": "average_precision", "n_queries": [1234]}
    line |= {"value": 0.25, "before": 0.5, "ends": [-0.3, -0.2]}
    change = {"day": "2", "before": "1", "groups": ["system"], "kind": "Pairs.", "lines": [line]}
    summary = package.alert_summary(change)
    assert summary["failure"] == "1 of 1 mean fell on 2: a|b, map by 0.25"
    told = "| a&#124;b | map | 0.5000 | 0.2500 | -0.2500 (-50.0%) | -0.3000 to -0.2000 | 1,234 | **fell** |"
    assert package.alert_text(summary).splitlines()[-1] == told
    assert package.groups_missing(change, {"system": ["a|b", "c"]}) == ["system c"]
    assert package.with_commas(1234567) == "1,234,567"
    assert package.signed_figure(-0.00001) == "0.0000"
    assert package.marked_text("x") == "'=' || cast(x as varchar)"
    operations_on_tables(jinja.Macros("duckdb"))


def operations_on_tables(package: jinja.Macros) -> None:
    """On stand-ins for a table of metrics, of values by query, and for what an engine answers."""
    printed: list[str] = []
    names = ["evaluation", "system", "day", "measure", "metric", "k", "value"]
    node = {"resource_type": "model", "database": "d", "schema": "main"}
    nodes = {
        name: SimpleNamespace(**node, name=name, alias=name) for name in ("rankhouse__wide", "rankhouse__query_metrics")
    }
    nodes["metrics"] = SimpleNamespace(**node, name="rankhouse__metrics", alias="rankhouse__metrics")
    answers = {
        "select distinct measure": [["map"]],
        "is null": [[0]],
        "select min(measure)": [[None]],
        "as n_1": [[1, 1]],
        "as problem": [[None]],
        "as recency": [
            ["=bm25", "=2", "=map", "=average_precision", 1, 0.25, 0.5, -0.3, -0.2, 7, 7, 0],
            ["=bm25", "=1", "=map", "=average_precision", 2, 0.5, None, None, None, 7, None, 0],
        ],
        "as day_text": [["=2"], ["=1"]],
        "as compared": [["=bm25", "=map", "=average_precision", 0.25, 0.5, -0.3, -0.2, 7]],
    }

    def run_query(sql: str) -> Any:
        rows = next(found for mark, found in reversed(answers.items()) if mark in sql)
        return SimpleNamespace(rows=rows, columns=[SimpleNamespace(values=lambda: [row[0] for row in rows])])

    def columns(relation: str) -> list[Any]:
        known = [
            *names,
            *(["query_id"] if "query" in relation else ["average_precision"] if "wide" in relation else []),
        ]
        return [SimpleNamespace(name=name, data_type="VARCHAR") for name in known]

    settings = {"name": "search", "run": "run", "judgments": "j", "measures": ["map"], "by": ["system", "day"]}
    package._environment.globals["adapter"].get_columns_in_relation = columns
    package._environment.globals |= {
        "var": {"rankhouse": [settings]}.get,
        "graph": SimpleNamespace(nodes=nodes),
        "api": SimpleNamespace(Relation=SimpleNamespace(create=lambda **given: f"main.{given['identifier']}")),
        "load_relation": lambda relation: relation,
        "run_query": run_query,
        "print": printed.append,
        "tojson": json.dumps,
        "execute": True,
    }
    package.check_single_evaluation("listed", "day")
    for table in ("rankhouse__metrics", "rankhouse__query_metrics"):
        with pytest.raises(InputError, match=r"rankhouse: 1 of 1 mean fell on 2: bm25, map by 0\.25"):
            package.check_metrics(table, evaluation="search")
        assert printed[-1].startswith("### 2: 1 of 1 mean fell")
    warned: list[str] = []
    package._environment.globals["exceptions"].warn = warned.append
    with pytest.raises(InputError, match="1 of 1 mean fell"):
        package.check_metrics(table="rankhouse__query_metrics", evaluation="search")
    assert warned == ["check_metrics: table is accepted until 2.0: write metrics"]
    with pytest.raises(InputError, match="table is the former name of metrics: give only one of them"):
        package.check_metrics("rankhouse__query_metrics", table="rankhouse__query_metrics")
    with pytest.raises(InputError, match="column 'day' of the table has no day: there is nothing to compare"):
        package.raise_nothing_to_compare("day", "day", 0)
    package.column_metadata()
    assert 'name: "average_precision"\n      data_type: varchar' in printed[-1]
