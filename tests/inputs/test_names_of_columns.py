"""One dictionary of the user's names serves all calls."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import duckdb
import pytest

import rankhouse
from rankhouse import InputError, cli

NAMES = {
    "query_id": "visitor",
    "user_id": "visitor",
    "item_id": "sku",
    "score": "p",
    "relevance": "grade",
    "popularity": "n_sold",
    "rating": "stars",
    "prediction": "stars_hat",
    "rated_at": "seen_at",
    "label": "clicked",
    "row_id": "impression",
    "predictions.score": "p_click",
    "value": "mean",
    "n_queries": "n",
    "image_id": "picture",
    "items.item_id": "sku",
    "feature": "genre",
    "ratings.item_id": "sku",
}
TABLES = """
create table run as select system, visitor, sku, hash(visitor * 31 + sku + len(system)) / 1e19 as p
from (values ('a'), ('bb')) as systems(system), range(33) as v(visitor), range(12) as s(sku);
create table judgments as select visitor, sku, (visitor + sku) % 3 as grade
from range(33) as v(visitor), range(12) as s(sku);
create table items as select sku, sku + 1 as n_sold, sku % 2 as genre
from range(12) as s(sku);
create table ratings as select visitor, sku, 1.0 + sku % 5 as stars, 3.0 as stars_hat, visitor + sku as seen_at
from range(33) as v(visitor), range(12) as s(sku);
create table clicks as select system, impression, impression % 3 = 0 as clicked,
    hash(impression + len(system)) / 1e20 as p_click
from (values ('a'), ('bb')) as systems(system), range(60) as i(impression);
create table classes as select impression % 3 as clicked, impression % 4 as stars_hat
from range(60) as i(impression);
create table metrics as select system, visitor, 'map' as measure, 'map' as metric,
    null::int as k, visitor / 10.0 as mean
from (values ('a'), ('bb')) as systems(system), range(33) as v(visitor);
"""


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        con.execute(TABLES)
        yield con


def test_one_dictionary_for_all_calls(con: duckdb.DuckDBPyConnection) -> None:
    named = {"columns": NAMES, "con": con}
    answers = {
        "evaluate": rankhouse.evaluate("run", "judgments", by="system", **named),
        "explain": rankhouse.explain("run", "judgments", "map", by="system", target="sklearn", **named),
        "compare": rankhouse.compare("run", "judgments", "map", **named).relation,
        "finished": rankhouse.compare("metrics", **named).relation,
        "agreement": rankhouse.agreement("run", **named),
        "split": rankhouse.split("ratings", **named),
        "sample_negatives": rankhouse.sample_negatives("items", "judgments", 3, by="popularity", **named),
        "recommendation": rankhouse.recommendation_metrics(
            "run", "catalogue_coverage@3", by="system", items="items", **named
        ),
        "rating": rankhouse.rating_metrics("ratings", **named),
        "classes": rankhouse.class_metrics("classes", **named),
        "mean_intervals": rankhouse.mean_intervals("metrics", by="system", **named),
        "change_by_segment": rankhouse.change_by_segment("metrics", "visitor", **named),
    }
    assert all(answer.limit(1).fetchall() for answer in answers.values())
    # What `split` and `sample_negatives` give is read by the next call under the same names.
    assert answers["split"].columns[:2] == ["visitor", "sku"]
    assert answers["sample_negatives"].columns == ["visitor", "sku", "grade", "n_negatives"]
    candidates = answers["sample_negatives"]
    with pytest.warns(rankhouse.InputWarning, match="given candidates"):
        rankhouse.evaluate("run", "judgments", by="system", candidates=candidates, **named)
    # A prediction takes the place of the score, so that it is no name for both.
    scored = {"columns": {ours: name for ours, name in NAMES.items() if ours != "prediction"}, "con": con}
    assert rankhouse.compare_classifiers("clicks", **scored).fetchall()
    assert rankhouse.classifier_metrics("clicks", by="system", **scored).fetchall()


def test_names_of_nothing_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    for key, message in (
        ("qury_id", "'qury_id' is not one of the columns that are read: did you mean 'query_id'?"),
        ("raing", "did you mean 'rating'?"),
        ("runn.score", "did you mean 'run.score'?"),
    ):
        with pytest.raises(InputError) as caught:
            rankhouse.evaluate("run", "judgments", columns={**NAMES, key: "x"}, con=con)
        assert message in str(caught.value)
    # A weight that is left out would be another answer.
    with pytest.raises(InputError, match="break_even counts rows and has no weighted form"):
        rankhouse.classifier_metrics("clicks", ["break_even"], columns={"weight": "w"}, con=con)


@pytest.mark.parametrize("name", ["weight", "run.weight", "judgments.weight", "intent_weight", "importance"])
def test_a_weight_that_nothing_reads_is_refused(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """It would be another answer, and the caller believes to have it."""
    weigh_queries = (rankhouse.evaluate, rankhouse.compare) if name not in ("weight", "judgments.weight") else ()
    for ask in (rankhouse.tie_audit, *weigh_queries):
        with pytest.raises(InputError, match=f"columns: '{name}' is not read, since .*this call.*; leave it out"):
            ask("run", "judgments", "map", by="system", columns={**NAMES, name: "no_such_column"}, con=con)
    # Of an input that this call does not have it is another call's.
    of_another = {**NAMES, "predictions.weight": "no_such_column", "features.weight": "no_such_column"}
    assert rankhouse.evaluate("run", "judgments", "map", by="system", columns=of_another, con=con).fetchall()


def test_every_name_that_is_read_is_known() -> None:
    from rankhouse._inputs.columns import known_columns, known_inputs
    from rankhouse._rendering.jinja import macros

    package = macros("duckdb")
    read = [
        *package.comparison_columns(),
        *(
            name
            for checks in map(package.checked_macro, package.checked_macros())
            if "declared" in checks
            for name in package.names_declared(checks["declared"], {"role": False})
        ),
        *package.moving_average_columns(),
        *package.change_from_previous_columns(),
        *package.change_by_segment_columns(),
        *(name for names in package.recommendation_inputs().values() for name in names),
    ]
    assert set(read) <= set(known_columns())
    assert set(package.recommendation_inputs()) <= set(known_inputs())


def test_the_command_recognises_judgments(
    con: duckdb.DuckDBPyConnection,
    tmp_path: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(str(tmp_path))
    lines = "select visitor || ' Q0 ' || sku || ' 1 ' || p || ' tag' from run where system = "
    grades = "select visitor || ' 0 ' || sku || ' ' || grade from judgments"
    for name, sql in {"a.run": f"{lines}'a'", "b.run": f"{lines}'bb'", "qrels.txt": grades}.items():
        con.sql(sql).write_csv(name, header=False)
    con.sql("select sku as item_id, visitor as query_id, p as score, system as model from run").write_csv("both.csv")
    con.sql("select visitor as query_id, sku as item_id, grade as relevance from judgments").write_csv("grades.csv")

    def told(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["rankhouse", "compare", *arguments, "-m", "map", "--format", "csv"])
        with pytest.raises(SystemExit):
            cli.main()
        out, err = capsys.readouterr()
        # Sums of floats may end otherwise.
        return err or re.sub(r"(\.\d{9})\d*", r"\1", out)

    expected = told("a.run", "b.run", "--judgments", "qrels.txt")
    assert expected.count("\n") == 2
    assert told("a.run", "b.run", "qrels.txt") == expected
    # As in Python, the first column of by tells the systems of a run apart where none is named `system`.
    by_model = told("both.csv", "grades.csv", "--by", "model")
    assert by_model.splitlines()[1].split(",")[3:5] == ["bb", "a"]
    assert told("both.csv", "grades.csv", "--system", "model") == by_model
    assert "or give judgments (compare and report: --judgments FILE)" in told("a.run", "b.run")
