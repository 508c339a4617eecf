"""Names that Postgres would cut: two that it would take for one are refused, and the queries' own are short enough."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import Macros, macros
from rankhouse._rendering.render import DIALECTS
from tables import every_measure
from warehouses.long_names import CUT, MAPS, STEM

ONE, OTHER = f"{STEM}a", f"{STEM}b"
IDENTIFIER = re.compile(r"'(?:[^']|'')*'|--[^\n]*|\"((?:[^\"]|\"\")*)\"|\b([a-z_]\w*)", re.IGNORECASE)


@pytest.fixture(params=["duckdb", "postgres", "redshift"])
def dialect(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def package(dialect: str) -> Macros:
    return macros(*DIALECTS[dialect])


@pytest.mark.parametrize(
    ("macro", "arguments"),
    [
        ("metrics", {"run": "run", "judgments": "judgments", "by": [ONE], "judgments_by": [OTHER]}),
        ("tie_audit", {"run": "run", "by": [ONE, OTHER]}),
        ("recommendation_metrics", {"run": "run", "measures": ["gini(among=shown)"], "by": [ONE, OTHER]}),
        ("rating_metrics", {"predictions": "ratings", "columns": {"rating": ONE, "prediction": OTHER}}),
        ("classifier_metrics", {"predictions": "predictions", "columns": {"score": ONE, "label": OTHER}}),
        ("compare", {"query_metrics": "by_query", "by": [ONE, OTHER]}),
        ("change_by_segment", {"query_metrics": "by_query", "by": [ONE], "segments": [OTHER]}),
        ("decision", {"query_metrics": "by_query", "by": [ONE], "segments": [OTHER]}),
        ("agreement", {"run": "run", "by": [ONE, OTHER]}),
        ("wide_metrics", {"metrics": "m", "measures": [f"ndcg(gain={gains})@10" for gains in MAPS]}),
        ("wide_metrics", {"metrics": "m", "measures": ["map"], "by": [ONE, OTHER]}),
    ],
)
def test_two_that_would_be_one_are_refused(
    dialect: str, package: Macros, macro: str, arguments: dict[str, Any]
) -> None:
    if dialect not in CUT:
        assert getattr(package, macro)(**arguments)
        return
    with pytest.raises(InputError, match=f"are the same name here, where only {CUT[dialect]} bytes of a name are kept"):
        getattr(package, macro)(**arguments)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("a" * 63, "a" * 63),
        ("a" * 64, "a" * 63),
        ("a" * 62 + "ö", "a" * 62),
        ("ö" * 40, "ö" * 31),
        ("日" * 22, "日" * 21),
        ("🙂" * 16 + "a", "🙂" * 15),
    ],
)
def test_what_postgres_keeps(name: str, kept: str) -> None:
    package = macros(*DIALECTS["postgres"])
    assert package.kept_name(name) == kept
    package.names_stay_apart([name, name, kept if kept == name else "other"])


def test_measures_of_one_column_are_refused_everywhere(package: Macros) -> None:
    measures = ["ndcg(gain=1:1/2:3)@10", "ndcg(gain=1:1/2:3)@10", "ndcg(gain=1.1:2/3:4)@5", "ndcg(gain=1:1/2:3/4:5)@5"]
    assert package.wide_metrics("m", measures)
    colliding = ["ndcg(gain=1:1.2/3:4)@5", "ndcg(gain=1.1:2/3:4)@5"]
    with pytest.raises(InputError, match=r"measures: .* and .* would both become the column ndcg_gain_1_1_2_3_4_at_5"):
        package.wide_metrics("m", colliding)


@pytest.mark.parametrize("ties", ["item", "average"])
def test_names_of_the_queries_own_are_short_enough(ties: str) -> None:
    package = macros(*DIALECTS["postgres"])
    asked = [str(measure) for measure in every_measure(None, 3) if package_takes(package, str(measure), ties)]
    asked += [f"ndcg(gain={gains})@3" for gains in MAPS]
    sql = package.metrics("main.run", "main.judgments", asked, by=["system", "day"], judgments_by=["day"], ties=ties)
    names = {first or second for first, second in IDENTIFIER.findall(sql)}
    assert "rankhouse_measured" in names
    assert [name for name in names if len(name.encode()) > CUT["postgres"]] == []


def package_takes(package: Macros, measure: str, ties: str) -> bool:
    (parsed,) = package.parse_measures([measure])
    declared = package.by_name(package.catalogue())["declared"]
    return package.refusal(declared[parsed["metric"]], parsed, ties) is None
