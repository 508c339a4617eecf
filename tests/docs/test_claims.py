"""What pages say in a sentence, run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sklearn.metrics import cohen_kappa_score, f1_score  # type: ignore[import-untyped]

import rankhouse
from rankhouse._rendering.jinja import macros

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def sentence(page: str, text: str) -> None:
    """The page says this, so that who changes it comes here."""
    assert text in " ".join((DOCS / page).read_text(encoding="utf-8").split())


def test_f1_of_several_classes_is_that_of_scikit_learn(con: duckdb.DuckDBPyConnection) -> None:
    sentence("how-to/from-scikit-learn.md", '`f1` of `class_metrics(undefined="zero")`')
    label, predicted = [*"aabb"], [*"aabc"]
    rows = ", ".join(map(str, zip(label, predicted, strict=True)))
    con.execute(f"create table predictions as from (values {rows}) as seen(label, prediction)")

    def found(**more: Any) -> dict[str, float]:
        answer = rankhouse.class_metrics("predictions", con=con, **more)
        return dict(answer.filter("average is not null").project("average, f1").fetchall())

    zero = found(undefined="zero")
    for average in ("macro", "micro", "weighted"):
        assert zero[average] == pytest.approx(f1_score(label, predicted, average=average, zero_division=0))
    # c is never the label and has no F1: the mean of a (1) and b (2/3) is another number.
    assert zero["macro"] == pytest.approx(5 / 9)
    assert found()["macro"] == pytest.approx(5 / 6)


def test_a_scale_with_grades_that_nobody_gave(con: duckdb.DuckDBPyConnection) -> None:
    sentence("labels/raters.md", "to the weights of `cohen` they lie between others")
    ann, bob = [*"nnffm"], [*"nmmff"]
    pairs = enumerate(zip(ann, bob, strict=True))
    rows = ", ".join(f"({unit}, 'ann', '{one}'), ({unit}, 'bob', '{other}')" for unit, (one, other) in pairs)
    con.execute(f"create table ratings as from (values {rows}) as given(unit_id, rater_id, rating)")

    def value(scale: str, **more: Any) -> float:
        ((found,),) = rankhouse.rater_agreement("ratings", scale=[*scale], con=con, **more).project("value").fetchall()
        return float(found)

    for weights in ("linear", "quadratic"):
        for scale in ("nmf", "npmf"):
            expected = cohen_kappa_score(ann, bob, labels=[*scale], weights=weights)
            assert value(scale, method="cohen", weights=weights) == pytest.approx(expected)
    assert value("nmf", method="cohen", weights="linear") != value("npmf", method="cohen", weights="linear")
    assert value("nmf", level="ordinal") == value("npmf", level="ordinal")
    for level in ("interval", "ratio"):
        with pytest.raises(rankhouse.InputError, match=f"level='{level}' needs numbers: leave the scale out"):
            value("nmf", level=level)


def test_arguments_of_the_operation_for_alerts() -> None:
    text = (DOCS / "how-to/alerts.md").read_text(encoding="utf-8")
    paragraph = text.split("It reads the model `rankhouse__metrics`, unless ")[1].split("(", 1)[0]
    named = [re.split(r"[:\s]", name)[0] for name in re.findall(r"`([^`]+)`", paragraph)]
    parameters = [name for name, _ in macros("duckdb").parameters["check_metrics"]]
    assert named[0] == "metrics"
    assert set(named) <= set(parameters) - {"table"}


def differences(con: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """A comparison of values by query that differ by these: (trial, query_id, difference)."""
    return rankhouse.compare(
        con.sql(
            "select system, trial, trial || '-' || query_id as query_id, 'm' as measure, 'm' as metric, null::int as k,"
            f" if(system = 'new', difference, 0) as value from ({sql}), (values ('old'), ('new')) as s(system)"
        ),
        baseline="old",
        by="trial",
        con=con,
    )


@pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
def test_thirty_queries_that_are_not_lost_are_enough(con: duckdb.DuckDBPyConnection) -> None:
    sentence("comparison/compare.md", "at least 30 queries that are not lost")
    queries = (
        "select 0 as trial, i as query_id, if(i < 3, -0.01, 0.3 + i % 3 / 10) as difference from range({}) as t(i)"
    )
    assert differences(con, queries.format(32)).verdict.decision == "not decided"
    assert differences(con, queries.format(33)).verdict.decision == "ship"


@pytest.mark.parametrize("engine", ["duckdb", "postgres"])
def test_the_page_of_the_design_lists_the_steps_of_an_evaluation(engine: str) -> None:
    page = (DOCS / "reference/design.md").read_text(encoding="utf-8")
    table = page[page.index("| steps | what they have |") :].split("\n\n")[0]
    listed = re.findall(r"`(\w+)`", table)
    sql = str(macros(engine).metrics("run", "judgments", ["ndcg@10"], by=["system"]))
    steps = re.findall(r"^ *rankhouse_(\w+) as (?:materialized )?\($", sql, re.MULTILINE)
    assert steps == listed if engine == "duckdb" else 0 < len(steps) < len(listed)
