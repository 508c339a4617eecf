"""A table has the same name in all functions; former names are accepted with a warning that says what to write."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import rankhouse
from interface import docstrings, tables
from rankhouse import plot
from rankhouse._rendering.renamed import renamed

PAGE = Path(__file__).parents[2] / "docs/reference/python.md"
NO_TABLES = {
    "con": "a connection",
    "measures": "texts such as ndcg@10",
    "name": "what a macro shall be called",
    "path": "a file",
    "source": "a database",
    "start_date": "a day",
    "value": "a number",
}
"""What else may come first."""
SECTIONS = {"interleaving", "off_policy", "nuggets"}
"""Tables of a report, named for the sections that show them."""
RESULTS = {
    "agreed": {"rater_agreement"},
    "audit": {"tie_audit"},
    "bins": {"calibration", "lift"},
    "bounds": {"value_bounds"},
    "calibrated": {"grade_calibration"},
    "checks": {"preference_checks"},
    "classical": {"mean_intervals"},
    "compared": {"compare"},
    "confusion": {"confusion", "grade_confusion"},
    "crossings": {"curve_crossings"},
    "curve": {"learning_curve", "pr_curve", "roc_curve"},
    "estimates": {"off_policy"},
    "examination": {"position_bias"},
    "interleaved": {"interleaving"},
    "metrics": {"evaluate"},
    "pairs": {"preference_pairs"},
    "powered": {"prediction_powered"},
    "query_metrics": {"evaluate"},
    "ranked": {"system_ranks"},
    "rated": {"preference_ratings"},
    "trust": {"metric_trust"},
}
"""What charts take: the result of which function."""
INPUTS = {"experiments"}
"""What a chart takes as the function of its name does."""
ANY = {"Any", "Runs", "duckdb.DuckDBPyRelation"}
CHARTS = {name: getattr(plot, name) for name in plot.__all__ if name not in ("save", "theme")}


def on_the_page() -> set[str]:
    section = PAGE.read_text(encoding="utf-8").partition("### Names of arguments\n")[2].partition("\n## ")[0]
    return {name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}


def parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def tables_of(name: str, function: Callable[..., Any]) -> set[str]:
    """The tables that a function takes."""
    return {
        each.name
        for each in parameters(function)
        if "Table" in each.annotation
        or (each.annotation.removesuffix(" | None") in ANY and tables.spec(name, each.name).get("kind") == "relation")
    }


def test_a_table_has_the_same_name_in_all_functions() -> None:
    found = {name: tables_of(name, function) for name, function in docstrings.functions().items()}
    assert found["report"] >= SECTIONS
    found["report"] -= SECTIONS
    assert {name: of - on_the_page() for name, of in found.items() if of - on_the_page()} == {}
    assert set.union(*found.values()) == on_the_page()


def test_what_comes_first_is_a_table_or_named_here() -> None:
    first = {name: each[0].name for name, of in docstrings.functions().items() if (each := parameters(of))}
    assert {name: one for name, one in first.items() if one not in on_the_page() | NO_TABLES.keys()} == {}
    assert NO_TABLES.keys() <= set(first.values())


def test_a_chart_names_what_it_takes_for_the_function_that_returns_it() -> None:
    taken = {name: [each.name for each in parameters(of) if each.annotation == "Any"] for name, of in CHARTS.items()}
    assert [name for name, of in taken.items() if not of] == []
    assert {one for of in taken.values() for one in of} == RESULTS.keys() | INPUTS
    for name, of in taken.items():
        said = CHARTS[name].__doc__ or ""
        for one in of:
            line = re.search(rf"(?m)(?:^ *|\. ){one}: (.*(?:\n {{8}}.*)*)", said)
            # Some say only what differs from another chart of the same table.
            sources = set(re.findall(r"`(?:rankhouse\.)?(\w+)[`(]", line.group(1) if line else ""))
            assert not line or one in INPUTS or sources & RESULTS[one], (name, one, sources)


BY_QUERY = pd.DataFrame(
    [
        {"system": system, "query_id": query, "measure": "mrr", "metric": "reciprocal_rank", "k": None, "value": value}
        for system, values in (("a", [0.5, 1.0, 0.25]), ("b", [1.0, 0.5, 0.5]))
        for query, value in enumerate(values)
    ]
)
BY_DAY = pd.DataFrame(
    [
        {"day": f"2026-01-0{day}", "measure": "mrr", "metric": "reciprocal_rank", "k": None, "value": value}
        | {"n_queries": 100, "value_sum": 100 * value, "std_error": 0.01}
        for day, value in ((1, 0.5), (2, 0.4))
    ]
).astype({"day": "datetime64[ns]"})
INTERVAL = {"ci_low": 0.1, "ci_high": 0.9}
EXAMINATION = pd.DataFrame([{"position": place, "examination": 1 / place} for place in (1, 2, 3)])
INTERLEAVED = pd.DataFrame([{"wins_a": 30, "wins_b": 20, "ties": 50, "preference": 0.1, **INTERVAL}])
RATED = pd.DataFrame([{"system": "a", "rating": 0.5, **INTERVAL, "rank": 1, "rank_low": 1, "rank_high": 1}])
FORMER = [
    (rankhouse.check_metrics, "table", "metrics", BY_DAY),
    (rankhouse.wide, "result", "metrics", None),
    (plot.differences, "values", "query_metrics", BY_QUERY),
    (plot.distribution, "values", "query_metrics", BY_QUERY),
    (plot.position_bias, "bias", "examination", EXAMINATION),
    (plot.interleaving, "preferences", "interleaved", INTERLEAVED),
    (plot.board, "ratings", "rated", RATED),
]


def shown(found: Any) -> Any:
    if isinstance(found, duckdb.DuckDBPyRelation):
        return found.columns, found.fetchall()
    return found.to_dict() if hasattr(found, "to_dict") else vars(found)


@pytest.mark.parametrize(("function", "former", "name", "table"), FORMER, ids=[each[0].__name__ for each in FORMER])
def test_a_former_name_is_accepted_with_a_warning(
    function: Callable[..., Any], former: str, name: str, table: Any
) -> None:
    with duckdb.connect() as con:
        if table is None:
            table, call = con.from_df(BY_QUERY), partial(function, columns="system")
        else:
            call = partial(function, con=con)
        expected = shown(call(table))
        assert shown(call(**{name: table})) == expected
        with pytest.warns(FutureWarning) as warned:
            found = call(**{former: table})
        assert shown(found) == expected
        (one,) = warned
        assert str(one.message) == f"{function.__name__}: {former}= is accepted until 2.0: write {name}="
        assert one.filename == __file__
        for both in (partial(call, table), partial(call, **{name: table})):
            with pytest.raises(TypeError, match=rf"{function.__name__}\(\) got multiple values for argument '{name}'"):
                both(**{former: table})


def test_no_signature_has_a_former_name() -> None:
    for function, former, name, _ in FORMER:
        assert parameters(function)[0].name == name
        assert former not in inspect.signature(function).parameters
        assert f"{name}: " in (function.__doc__ or "") and f"{former}: " not in (function.__doc__ or "")


def test_several_names_at_once() -> None:
    @renamed(old="new", past="present")
    def taken(new: int, *, present: int, other: int = 3) -> tuple[int, int, int]:
        return new, present, other

    former: dict[str, Any] = {"old": 1, "past": 2}
    with pytest.warns(FutureWarning, match="until 2.0") as warned:
        assert taken(**former) == (1, 2, 3)
    assert len(warned) == 2
    assert taken(1, present=2, other=4) == (1, 2, 4)
