"""Classifier metrics against scikit-learn and brute force, through every way in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

import rankhouse
from copied import copy_macros
from examples import examples
from predicted import Predicted
from predictions import AT_THRESHOLD, EVERY, FAWCETT, OF_PROBABILITIES, WORKED, Rows, known
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

LISTED = "[" + ", ".join(f"'{name}'" for name in EVERY) + "]"

# Halves, quarters and eighths: sums are exact, edges of bins are hit, and there are ties.
SCORES = st.integers(0, 8).map(lambda eighths: eighths / 8)
ROWS = st.lists(st.tuples(SCORES, st.integers(0, 1)), min_size=1, max_size=30)
CASES = st.lists(ROWS, min_size=8, max_size=8)


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, rows: Rows, name: str = "predictions") -> None:
    con.execute(
        f"create or replace table {name} as select unnest($1::double[]) as score, unnest($2::integer[]) as label",
        [[score for score, _ in rows], [label for _, label in rows]],
    )


Answer = list[tuple[Any, ...]]


def each(con: duckdb.DuckDBPyConnection, cases: Sequence[Any], ask: Callable[[list[str]], Answer]) -> Iterator[Any]:
    """A case with its answer: all as groups of one call, which costs as much as for one, and the last one without.

    A row is a score, a label and, where there is one, a weight.
    """
    numbered = [(number, *row) for number, rows in enumerate(cases) for row in rows]
    case, score, label, *worth = map(list, zip(*numbered, strict=True))
    con.execute(
        'create or replace table predictions as select unnest($1::integer[]) as "case", unnest($2::double[]) as score,'
        " unnest($3::integer[]) as label, unnest($4::double[]) as worth",
        [case, score, label, worth[0] if worth else [None] * len(case)],
    )
    answers: dict[int, Answer] = {number: [] for number in range(len(cases))}
    for number, *row in ask(["case"]):
        answers[number].append(tuple(row))
    yield from zip(cases, answers.values(), strict=True)
    con.execute(f'delete from predictions where "case" <> {len(cases) - 1}')
    yield cases[-1], ask([])


def near(value: float | None) -> Any:
    return value if value is None else pytest.approx(value, abs=1e-12)


def every(rows: Rows, thresholds: list[float]) -> dict[tuple[str, float | None], Any]:
    return {key: near(value) for key, value in known(rows, thresholds).items()}


def by_measure(relation: Any, groups: int = 0) -> dict[Any, Any]:
    return values_of(relation.fetchall(), groups)


def values_of(rows: Answer, groups: int = 0) -> dict[Any, Any]:
    found = {(*row[:groups], row[groups], row[groups + 2]): row[groups + 3] for row in rows}
    assert len(found) == len(rows)
    return found


def ways_in(con: duckdb.DuckDBPyConnection, thresholds: list[float]) -> dict[str, dict[Any, Any]]:
    """The three paths of SQL: sorted rows, windows within groups (here one), and the table macro."""
    sql = macros("duckdb")
    portable = str(macros("none").classifier_metrics("main.predictions", EVERY, thresholds=thresholds))
    sorted_rows = str(sql.classifier_metrics("main.predictions", EVERY, thresholds=thresholds))
    return {
        "duckdb": by_measure(con.execute(sorted_rows)),
        "portable": by_measure(con.execute(portable)),
        "macro": by_measure(
            con.execute(f"from classifier_metrics('predictions', measures := {LISTED}, thresholds := {thresholds})")
        ),
        "python": by_measure(rankhouse.classifier_metrics("predictions", EVERY, thresholds=thresholds, con=con)),
    }


@pytest.mark.thorough
@pytest.mark.parametrize("rows", [WORKED, FAWCETT, [(0.5, 1)], [(0.5, 0), (0.25, 0)], [(0.5, 1), (0.5, 0)]])
def test_every_way_in_gives_the_same(con: duckdb.DuckDBPyConnection, rows: Rows) -> None:
    load(con, rows)
    for name, found in ways_in(con, [0.5, 0.36]).items():
        assert found == every(rows, [0.5, 0.36]), name


@examples(3)
@given(cases=CASES)
def test_values_are_those_of_scikit_learn_and_brute_force(con: duckdb.DuckDBPyConnection, cases: list[Rows]) -> None:
    thresholds = [0.5, 0.0, 2.0]

    def ask(by: list[str]) -> Answer:
        sql = macros("duckdb").classifier_metrics("main.predictions", EVERY, by=by, thresholds=thresholds)
        return con.execute(str(sql)).fetchall()

    for rows, found in each(con, cases, ask):
        assert values_of(found) == every(rows, thresholds), rows


def test_worked_numbers(con: duckdb.DuckDBPyConnection) -> None:
    for rows, area in ((WORKED, 0.75), (FAWCETT, 0.68)):
        load(con, rows)
        assert by_measure(rankhouse.classifier_metrics("predictions", "auc", con=con)) == {
            ("roc_auc", None): pytest.approx(area, abs=1e-12)
        }


def test_groups_are_apart_and_null_is_a_group(con: duckdb.DuckDBPyConnection) -> None:
    groups: dict[Any, Rows] = {"a": WORKED, None: FAWCETT, "b": [(0.25, 1), (0.5, 0)]}
    con.execute("create or replace table grouped (system varchar, score double, label boolean)")
    for system, rows in groups.items():
        con.executemany("insert into grouped values (?, ?, ?)", [[system, s, bool(y)] for s, y in rows])
    expected = {(system, *key): value for system, rows in groups.items() for key, value in every(rows, [0.5]).items()}
    found = by_measure(rankhouse.classifier_metrics("grouped", EVERY, by="system", con=con), 1)
    macro = con.execute(f"from classifier_metrics('grouped', measures := {LISTED}, by := ['system'])")
    assert found == by_measure(macro, 1) == expected


@examples(10)
@given(rows=ROWS, thresholds=st.lists(SCORES, min_size=1, max_size=5, unique=True))
def test_confusion_counts(con: duckdb.DuckDBPyConnection, rows: Rows, thresholds: list[float]) -> None:
    load(con, rows)
    positives = sum(label for _, label in rows)
    labels = [label for _, label in rows]
    expected = []
    for threshold in sorted(thresholds):
        tn, fp, fn, tp = sk.confusion_matrix(labels, [score >= threshold for score, _ in rows], labels=[0, 1]).ravel()
        assert Predicted(rows).at(threshold).cells == (tp, fp, fn, tn)
        expected.append((threshold, tp, fp, fn, tn, len(rows), positives, 0))
    assert rankhouse.confusion("predictions", thresholds, con=con).fetchall() == expected
    assert con.execute(f"from confusion('predictions', thresholds := {thresholds})").fetchall() == expected


def test_predicted_labels_take_the_place_of_scores(con: duckdb.DuckDBPyConnection) -> None:
    load(con, FAWCETT)
    con.execute("create or replace table predicted as select score >= 0.5 as yes, label from predictions")
    expected = {(name, None): value for (name, _), value in every(FAWCETT, [0.5]).items() if name in AT_THRESHOLD}
    found = by_measure(rankhouse.classifier_metrics("predicted", AT_THRESHOLD, columns={"prediction": "yes"}, con=con))
    asked = "[" + ", ".join(f"'{name}'" for name in AT_THRESHOLD) + "]"
    macro = con.execute(f"from classifier_metrics('predicted', measures := {asked}, prediction := 'yes')")
    assert found == by_measure(macro) == expected
    counted = con.execute("from confusion('predicted', prediction := 'yes')").fetchall()
    assert counted == [(None, *Predicted(FAWCETT).at(0.5).cells, 20, 10, 0)]
    for call in (
        lambda: rankhouse.classifier_metrics("predicted", "roc_auc", columns={"prediction": "yes"}, con=con),
        lambda: rankhouse.lift("predicted", columns={"prediction": "yes"}, con=con),
    ):
        with pytest.raises(InputError, match="needs scores"):
            call()
    with pytest.raises(duckdb.Error, match="needs scores"):
        con.execute("from classifier_metrics('predicted', measures := ['ks'], prediction := 'yes')")


@examples(8)
@given(rows=ROWS, score=st.floats(0, 1))
def test_aggregates(con: duckdb.DuckDBPyConnection, rows: Rows, score: float) -> None:
    rows = [*rows, (score, 1)]
    load(con, rows)
    con.execute("insert into predictions values (null, 1), (0.5, null)")
    found = con.execute(
        "select log_loss(label, score), brier(label = 1, score), mcc(label, score >= 0.5) from predictions"
    )
    expected = known(rows, [0.5], ["log_loss", "brier", "mcc"])
    assert found.fetchall() == [tuple(map(near, expected.values()))]


def test_aggregates_are_one_expression_and_refuse_other_labels(con: duckdb.DuckDBPyConnection) -> None:
    load(con, FAWCETT)
    once = "select mcc(label, score >= 0.5), log_loss(label, score), brier(label, score) from predictions"
    twice = "select 2 / mcc(label, score >= 0.5), -log_loss(label, score), 2 / brier(label, score) from predictions"
    mcc, loss, brier = con.execute(once).fetchall()[0]
    assert con.execute(twice).fetchall()[0] == pytest.approx((2 / mcc, -loss, 2 / brier), abs=1e-12)
    assert con.execute("select brier(label, score + 1) from predictions").fetchall() == [(None,)]
    with pytest.raises(duckdb.Error, match="a label is 0 or 1"):
        con.execute("select brier(label + 1, score) from predictions").fetchall()


def test_probabilities_of_0_and_1_are_clipped(con: duckdb.DuckDBPyConnection) -> None:
    rows: Rows = [(0.0, 1), (1.0, 0), (1.0, 1), (1e-300, 0)]
    load(con, rows)
    expected = sk.log_loss([1, 0, 1, 0], [0.0, 1.0, 1.0, 1e-300])
    assert expected == pytest.approx(2 * 52 * math.log(2) / 4, abs=1e-12)
    found = by_measure(rankhouse.classifier_metrics("predictions", "log_loss", con=con))
    assert found == {("log_loss", None): pytest.approx(expected, abs=1e-12)}


BAD_ROWS = "(null, 1), ('nan'::double, 0), (0.5, null), (0.5, 2), (0.5, -1)"


def test_bad_rows_are_left_out_and_counted_in_sql(con: duckdb.DuckDBPyConnection) -> None:
    load(con, FAWCETT)
    con.execute(f"insert into predictions values {BAD_ROWS}")
    for found in ways_in_sql(con):
        values = {(row[0], row[2]): row[3] for row in found}
        assert values == every(FAWCETT, [0.5])
        assert {row[4:] for row in found} == {(20, 10, 5)}
    problems = con.execute(str(macros("duckdb").prediction_problems("main.predictions"))).fetchall()
    assert sorted((problem, n_rows) for problem, n_rows, _ in problems) == [
        ("label is NULL", 1),
        ("label is not 0 or 1", 2),
        ("score is NULL or NaN", 2),
    ]
    assert con.execute("from prediction_problems('predictions')").fetchall() == sorted(problems)


def ways_in_sql(con: duckdb.DuckDBPyConnection) -> Iterator[list[tuple[Any, ...]]]:
    for package in (macros("duckdb"), macros("none")):
        yield con.execute(str(package.classifier_metrics("main.predictions", EVERY))).fetchall()
    yield con.execute(f"from classifier_metrics('predictions', measures := {LISTED})").fetchall()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("(null, 1)", "1 row has no score .NULL or NaN in column 'score'., e.g. score NULL, label 1"),
        ("('nan', 1)", "1 row has no score .NULL or NaN in column 'score'., e.g. score nan, label 1"),
        ("(0.5, null)", "1 row has no label .NULL in column 'label'., e.g. score 0.5, label NULL"),
        ("(0.5, 2)", "1 row has a label that is neither 0 nor 1 in column 'label', e.g. score 0.5, label 2"),
    ],
)
def test_bad_rows_are_refused_in_python(con: duckdb.DuckDBPyConnection, row: str, message: str) -> None:
    load(con, FAWCETT)
    con.execute(f"insert into predictions values {row}")
    with pytest.raises(InputError, match=message):
        rankhouse.classifier_metrics("predictions", con=con)


def test_scores_that_are_no_probabilities(con: duckdb.DuckDBPyConnection) -> None:
    rows: Rows = [(3.5, 1), (-2.0, 0), (math.inf, 1), (-math.inf, 0), (0.5, 0)]
    load(con, rows)
    for found in ways_in_sql(con):
        values = {row[0]: row[3] for row in found}
        assert [values[name] for name in OF_PROBABILITIES] == [None] * 4
        assert values["roc_auc"] == 1
    with pytest.raises(InputError, match="4 rows have a score outside 0 to 1 in column 'score'"):
        rankhouse.classifier_metrics("predictions", "brier", con=con)
    with pytest.raises(InputError, match="4 rows have a score outside 0 to 1"):
        rankhouse.calibration("predictions", con=con)
    assert rankhouse.roc_curve("predictions", con=con).fetchall()[0][-1] == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"measures": "roc_acu"}, "did you mean 'roc_auc'"),
        ({"measures": "f1@10"}, "f1 takes no cutoff"),
        ({"measures": "f_beta(beta=0)"}, "beta of f_beta is a number above 0"),
        ({"measures": []}, "no measure was asked for"),
        ({"thresholds": ["high"]}, "a threshold is a finite number"),
        ({"thresholds": "0.5"}, "thresholds is a list of numbers"),
        ({"thresholds": [math.nan]}, "a threshold is a finite number"),
        ({"thresholds": True}, "a threshold is a finite number"),
        ({"thresholds": []}, "thresholds is empty"),
        ({"by": "sytem"}, "no column 'sytem'"),
        ({"columns": {"score": "p"}}, "no column 'p'"),
        ({"columns": {"scroe": "p"}}, "did you mean 'score'"),
        ({"columns": {"score": "name"}}, "score must be a number"),
        ({"predictions": "nothing"}, "there is no table"),
        ({"predictions": None}, "predictions is missing"),
        ({"predictions": "empty"}, "is empty"),
    ],
)
def test_bad_arguments_are_refused(con: duckdb.DuckDBPyConnection, call: dict[str, Any], message: str) -> None:
    load(con, FAWCETT)
    con.execute("create or replace table named as select *, 'x' as name from predictions")
    con.execute("create or replace table empty as from predictions limit 0")
    with pytest.raises(InputError, match=message):
        rankhouse.classifier_metrics(**{"predictions": "named", "con": con} | call)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("measures := ['roc_acu']", "did you mean ''roc_auc''|did you mean 'roc_auc'"),
        ("measures := ['f1(beta=3)']", "f1 has no option 'beta'"),
        ("measures := ['f_beta(beta=0)']", "beta of f_beta is a number above 0, got '0'"),
        pytest.param(
            *("measures := ['ece(bins=2.5)']", "bins of ece is a whole number"),
            marks=pytest.mark.xfail(reason="half a bin is not refused"),
        ),
        ("measures := []", "no measure was asked for"),
        ("measures := ['f1'], thresholds := []", "thresholds is empty"),
        ("measures := ['f1'], thresholds := ['nan']", "a threshold is a finite number"),
        ("measures := ['f1'], thresholds := [null]", "a threshold is a finite number"),
        ("measures := ['f1'], by := ['nope']", '"nope" in REPLACE list not found'),
    ],
)
def test_bad_arguments_of_the_table_macro(con: duckdb.DuckDBPyConnection, arguments: str, message: str) -> None:
    load(con, FAWCETT)
    with pytest.raises(duckdb.Error, match=message):
        con.execute(f"from classifier_metrics('predictions', {arguments})").fetchall()


def test_hostile_names(con: duckdb.DuckDBPyConnection) -> None:
    """Tables and columns named like steps, columns and parameters of the queries."""
    load(con, FAWCETT)
    names = ["n_rows", "rankhouse_points", "tp", "by_1", "measure", 'a"b; drop table predictions']
    listed = ", ".join(f'1 as "{name.replace(chr(34), chr(34) * 2)}"' for name in names)
    for first, table in enumerate(("rankhouse_totals", "rankhouse_prediction_rows", "points", 'select "x"')):
        quoted = '"' + table.replace('"', '""') + '"'
        con.execute(f'create table {quoted} as select score as "bins", label as "threshold", {listed} from predictions')
        renamed = {"score": "bins", "label": "threshold"}
        # Another one is the first of the groups, of which some names count the places.
        by = [name for name in names[first:] + names[:first] if name not in ("n_rows", "tp", "measure")]
        found = rankhouse.classifier_metrics(table, "roc_auc", by=by, columns=renamed, con=con).fetchall()
        assert found == [(*[1] * len(by), "roc_auc", "roc_auc", None, pytest.approx(0.68), 20, 10, 0)]
        assert len(rankhouse.roc_curve(table, by=by, columns=renamed, con=con).fetchall()) == 21
        assert len(rankhouse.lift(table, by=by, columns=renamed, con=con).fetchall()) == 10
        if '"' not in table:
            for name in ("measure", "by_1", "rankhouse_points"):
                arguments = f"'memory.main.{table}', by := ['{name}'], score := 'bins', label := 'threshold'"
                assert len(con.execute(f"from pr_curve({arguments})").fetchall()) == 21
        con.execute(f"drop table {quoted}")
    assert con.execute("select count(*) from predictions").fetchall() == [(20,)]


def test_a_bare_table_named_like_a_step_is_refused() -> None:
    with pytest.raises(InputError, match="write the schema before the table's name"):
        macros("duckdb").roc_curve("rankhouse_points")


def test_neither_the_order_of_rows_nor_other_measures_change_a_value(con: duckdb.DuckDBPyConnection) -> None:
    load(con, FAWCETT)
    first = rankhouse.classifier_metrics("predictions", EVERY, con=con).fetchall()
    expected = [(*row[:3], near(row[3]), *row[4:]) for row in first]
    load(con, FAWCETT[::-1])
    assert rankhouse.classifier_metrics("predictions", EVERY, con=con).fetchall() == expected
    for measure in EVERY:
        alone = rankhouse.classifier_metrics("predictions", measure, con=con).fetchall()
        assert alone == [row for row in expected if row[0] == alone[0][0]]


def test_duplicated_negatives_change_pr_and_not_roc(con: duckdb.DuckDBPyConnection) -> None:
    found = []
    for copies in (1, 10):
        load(con, [row for row in FAWCETT for _ in range(1 if row[1] else copies)])
        values = rankhouse.classifier_metrics("predictions", ["roc_auc", "pr_auc"], con=con).fetchall()
        curve = rankhouse.roc_curve("predictions", con=con).project("threshold, fpr, tpr").fetchall()
        found.append(({row[0]: row[3] for row in values}, curve))
    (once, curve), (often, curve_of_many) = found
    assert often["roc_auc"] == pytest.approx(once["roc_auc"], abs=1e-12)
    assert curve_of_many == [(t, *map(pytest.approx, (x, y))) for t, x, y in curve]
    assert often["pr_auc"] < once["pr_auc"] - 0.2


@pytest.mark.parametrize("keeps_order", [True, False])
def test_rows_in_another_order_are_never_another_value(keeps_order: bool) -> None:
    """Many rows on several threads, with and without the setting that keeps the order of rows."""
    with duckdb.connect(config={"threads": 4}) as con:
        con.execute(
            "create table predictions as select hash(i) % 100000 / 1e5 as score, hash(i, 1) % 3 = 0 as label"
            " from range(600000) as numbers(i)"
        )
        measures = ["roc_auc", "pr_auc"]
        portable = by_measure(con.execute(str(macros("none").classifier_metrics("main.predictions", measures))))
        con.execute(f"set preserve_insertion_order = {keeps_order}")
        found = by_measure(con.execute(str(macros("duckdb").classifier_metrics("main.predictions", measures))))
        assert found == {measure: near(value) for measure, value in portable.items()}


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rankhouse import cli

    path = tmp_path / "predictions.csv"
    path.write_text("system,score,label\n" + "".join(f"s,{score},{label}\n" for score, label in WORKED))

    def run(*arguments: str) -> str:
        monkeypatch.setattr("sys.argv", ["rankhouse", *arguments])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        assert not stopped.value.code, capsys.readouterr().err
        return capsys.readouterr().out

    asked = ("-m", "auc", "-m", "f1", "--threshold", "0.3", "--by", "system")
    # The second of each is the name that the command had before.
    for name in ("classifier-metrics", "classifier"):
        assert run(name, str(path), *asked, "--format", "csv") == (
            "system,measure,metric,threshold,value,n_rows,n_positives,n_left_out\n"
            "s,roc_auc,roc_auc,,0.75,4,2,0\ns,f1,f1,0.3,0.8,4,2,0\n"
        )
    for counts in (["confusion"], ["classifier", "--counts"]):
        assert run(*counts, str(path), "--format", "csv").splitlines()[1] == "0.5,1,0,1,2,4,2,0"
    curves = [
        (("roc-curve",), ("curve", "roc"), ("--points", "20"), 6),
        (("pr-curve",), ("curve", "pr"), ("--points", "0"), 6),
    ]
    curves += [((name,), ("curve", name), ("--bins", "2"), 3) for name in ("calibration", "lift")]
    for now, before, options, n_lines in curves:
        printed = run(*now, str(path), *options, "--format", "csv")
        assert len(printed.splitlines()) == n_lines
        assert run(*before, str(path), *options, "--format", "csv") == printed
    assert run("binned-auc", str(path), "--format", "csv").splitlines()[1] == "0.75,0.75,0.75,4,2"


@pytest.mark.parametrize("column", ["system", "Model"])
def test_rows_of_several_classifiers_are_told(column: str) -> None:
    """Each is perfect by itself; together their scores overlap."""
    rows = [("old", 0.9, 1), ("old", 0.6, 0), ("new", 0.4, 1), ("new", 0.1, 0)]
    with duckdb.connect() as con:
        con.execute(f"create table predictions ({column} varchar, score double, label int)")
        con.executemany("insert into predictions values (?, ?, ?)", rows)
        with pytest.warns(rankhouse.InputWarning, match=rf"column '{column}' has .* 'new' and 'old'.* by='{column}'"):
            pooled = rankhouse.classifier_metrics("predictions", "roc_auc", con=con).fetchall()
        assert [row[3] for row in pooled] == [0.75]
        each = rankhouse.classifier_metrics("predictions", "roc_auc", by=column, con=con)
        assert [row[4] for row in each.fetchall()] == [1.0, 1.0]
        con.execute("delete from predictions where score > 0.5")
        rankhouse.classifier_metrics("predictions", "roc_auc", con=con)
