"""confusion_matrix and class_metrics against scikit-learn and brute force, through every way in."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

import rankhouse
from copied import copy_macros
from examples import examples
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

Row = tuple[Any, Any, float]  # label, prediction, weight
# Classes that are named like SQL.
HOSTILE = ["cat", "it's", '"dog"', "", "a, b", "'; drop table predictions; --", "ß", "NULL", " cat"]
SETS: list[list[Any]] = [HOSTILE, [3, 10, -1, 0], [True, False], [1.0, 2.0, -1.0]]
WEIGHTS = st.sampled_from([0.0, 0.1, 0.25, 0.3, 1.0, 1.7, 3.0])
MEASURES = ("precision", "recall", "f1")
AVERAGES = ("macro", "micro", "weighted")
SHOWN = ["label", "average", *MEASURES, "accuracy", "n_actual", "n_predicted", "tp", "fp", "fn", "tn", "n_rows"]
TYPES = {str: "varchar", int: "integer", bool: "boolean", float: "double"}


@st.composite
def some_rows(draw: st.DrawFn) -> list[Row]:
    """Few classes, so that some are never predicted and some never actual."""
    known = st.sampled_from(draw(st.sampled_from(SETS)))
    return draw(st.lists(st.tuples(known, known, WEIGHTS), min_size=1, max_size=25))


@st.composite
def some_cases(draw: st.DrawFn) -> list[list[Row]]:
    """Tables of classes of one type."""
    known = st.sampled_from(draw(st.sampled_from(SETS)))
    return draw(st.lists(st.lists(st.tuples(known, known, WEIGHTS), min_size=1, max_size=25), min_size=6, max_size=6))


@pytest.fixture(scope="module")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        copy_macros(con)
        yield con


def load(con: duckdb.DuckDBPyConnection, rows: list[Any], groups: str = "") -> None:
    sql_type = TYPES[type(rows[0][-3])]
    columns = f"{groups}label {sql_type}, prediction {sql_type}, worth double"
    con.execute(f"create or replace table predictions ({columns})")
    listed = [list(column) for column in zip(*rows, strict=True)]
    con.execute(f"insert into predictions select {', '.join(['unnest(?)'] * len(listed))}", listed)


def each(
    con: duckdb.DuckDBPyConnection, cases: list[list[Row]], **arguments: Any
) -> list[tuple[list[Row], list[dict[str, Any]]]]:
    """Class metrics of each case, all as groups of one call, which costs as much as for one."""
    load(con, [(number, *row) for number, rows in enumerate(cases) for row in rows], '"case" integer, ')
    found = answered(rankhouse.class_metrics("predictions", by="case", **arguments, con=con))
    assert {row["case"] for row in found} == set(range(len(cases)))
    return [(rows, [row for row in found if row["case"] == number]) for number, rows in enumerate(cases)]


def near(value: Any) -> Any:
    return value if value is None or isinstance(value, (str, bool)) else pytest.approx(value, abs=1e-12)


def quietly(function: Any, *given: Any, **options: Any) -> Any:
    """What scikit-learn gives, without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*given, **options)


def ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def counts(rows: list[Row], label: Any, is_weighted: bool) -> dict[str, float]:
    def of(is_actual: bool, is_predicted: bool) -> float:
        return math.fsum(
            weight if is_weighted else 1
            for actual, predicted, weight in rows
            if (actual == label) == is_actual and (predicted == label) == is_predicted
        )

    return {"tp": of(True, True), "fp": of(False, True), "fn": of(True, False), "tn": of(False, False)}


def by_hand(rows: list[Row], undefined: str, is_weighted: bool) -> dict[Any, dict[str, Any]]:
    """Every row of the answer by its class, or the name of its average."""
    found: dict[Any, dict[str, Any]] = {}
    labels = sorted({row[0] for row in rows} | {row[1] for row in rows})
    for label in labels:
        found["class", label] = counts(rows, label, is_weighted) | {
            "n_actual": sum(row[0] == label for row in rows),
            "n_predicted": sum(row[1] == label for row in rows),
            "accuracy": None,
        }
    classes = list(found.values())
    sums = {name: sum(each[name] for each in classes) for name in classes[0] if name != "accuracy"}
    for each in [*classes, sums]:
        tp, fp, fn = each["tp"], each["fp"], each["fn"]
        each |= {"precision": ratio(tp, tp + fp), "recall": ratio(tp, tp + fn)}
        each["f1"] = ratio(2 * tp, 2 * tp + fp + fn) if tp + fn else None
    right = math.fsum((weight if is_weighted else 1) for a, p, weight in rows if a == p)
    accuracy = ratio(right, math.fsum(row[2] for row in rows) if is_weighted else len(rows))
    for average in AVERAGES:
        found["average", average] = sums | {"accuracy": accuracy}
    for name in MEASURES:
        valued = [(each[name], each["tp"] + each["fn"]) for each in classes]
        if undefined == "zero":
            valued = [(value or 0, support) for value, support in valued]
        valued = [(value, support) for value, support in valued if value is not None]
        found["average", "macro"][name] = ratio(math.fsum(value for value, _ in valued), len(valued))
        weighted = math.fsum(value * support for value, support in valued)
        found["average", "weighted"][name] = ratio(weighted, math.fsum(support for _, support in valued))
    return found


def answered(found: duckdb.DuckDBPyRelation) -> list[dict[str, Any]]:
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def require_rows(found: list[dict[str, Any]], known: dict[Any, dict[str, Any]], n_rows: int) -> None:
    keys = [("class", row["label"]) if row["average"] is None else ("average", row["average"]) for row in found]
    assert keys == list(known)
    for row, expected in zip(found, known.values(), strict=True):
        assert (row["label"] is None) == (row["average"] is not None)
        assert {name: row[name] for name in expected} == {name: near(value) for name, value in expected.items()}
        assert (row["n_rows"], row["n_left_out"]) == (n_rows, 0)


@pytest.mark.parametrize("columns", [{}, {"weight": "worth"}], ids=["rows", "weights"])
@pytest.mark.parametrize("undefined", ["leave_out", "zero"])
@examples(6)
@given(cases=some_cases())
def test_class_metrics_by_brute_force(
    con: duckdb.DuckDBPyConnection, columns: dict[str, str], undefined: Any, cases: list[list[Row]]
) -> None:
    for rows, found in each(con, cases, undefined=undefined, columns=columns):
        require_rows(found, by_hand(rows, undefined, bool(columns)), len(rows))
    # One without groups.
    load(con, cases[-1])
    found = answered(rankhouse.class_metrics("predictions", undefined=undefined, columns=columns, con=con))
    require_rows(found, by_hand(cases[-1], undefined, bool(columns)), len(cases[-1]))


@pytest.mark.thorough
@pytest.mark.parametrize("columns", [{}, {"weight": "worth"}], ids=["rows", "weights"])
@examples(6)
@given(cases=some_cases())
def test_class_metrics_are_those_of_scikit_learn(
    con: duckdb.DuckDBPyConnection, columns: dict[str, str], cases: list[list[Row]]
) -> None:
    with_zero = each(con, cases, undefined="zero", columns=columns)
    for (rows, found), (_, left_out) in zip(with_zero, each(con, cases, columns=columns), strict=True):
        if not columns or sum(row[2] for row in rows):
            require_report(rows, bool(columns), found, left_out)


def require_report(
    rows: list[Row], is_weighted: bool, found: list[dict[str, Any]], left_out: list[dict[str, Any]]
) -> None:
    """With `zero` every number of a classification report, averages among them; without it those that are defined."""
    labels, predictions, weights = (list(column) for column in zip(*rows, strict=True))
    given = {"sample_weight": weights} if is_weighted else {}
    known = sorted({*labels, *predictions})

    def options(row: dict[str, Any], zero_division: float) -> dict[str, Any]:
        return {"labels": known, "average": row["average"], "zero_division": zero_division, **given}

    theirs = sk.precision_recall_fscore_support(labels, predictions, labels=known, zero_division=0, **given)
    for row, *values in zip(found[: len(known)], *theirs, strict=True):
        assert [row[name] or 0 for name in MEASURES] == [near(float(value)) for value in values[:3]]
        assert row["tp"] + row["fn"] == near(float(values[3]))
    for row in found[len(known) :]:
        theirs = sk.precision_recall_fscore_support(labels, predictions, **options(row, 0))
        assert [row[name] for name in MEASURES] == [near(float(value)) for value in theirs[:3]], row["average"]
        assert row["accuracy"] == near(float(sk.accuracy_score(labels, predictions, **given)))
    # NaN in place of zero does not count. Only an F1 of a class that is never actual is 0 there, and NULL here.
    for row in left_out[len(known) :]:
        report = quietly(sk.precision_recall_fscore_support, labels, predictions, **options(row, math.nan))
        for name, value in zip(MEASURES[:2], report, strict=False):
            # Of classes that count for nothing their average is 0 there.
            nothing = math.isnan(value) or (row["average"] == "weighted" and row[name] is None and value == 0)
            assert row[name] == (None if nothing else near(float(value))), (row["average"], name)


@examples(15)
@given(rows=some_rows())
def test_a_classification_report_is_the_same(con: duckdb.DuckDBPyConnection, rows: list[Row]) -> None:
    load(con, [(str(label), str(prediction), weight) for label, prediction, weight in rows])
    labels, predictions = [str(row[0]) for row in rows], [str(row[1]) for row in rows]
    report = sk.classification_report(labels, predictions, output_dict=True, zero_division=0)
    found = answered(rankhouse.class_metrics("predictions", undefined="zero", con=con))
    for row in found:
        if row["average"] == "micro":
            assert row["f1"] == near(report["accuracy"])
            continue
        theirs = report[row["label"] if row["average"] is None else f"{row['average']} avg"]
        ours = [row["precision"] or 0, row["recall"] or 0, row["f1"] or 0, row["n_actual"]]
        assert ours == [near(theirs[name]) for name in ("precision", "recall", "f1-score", "support")]


@pytest.mark.parametrize("columns", [{}, {"weight": "worth"}], ids=["rows", "weights"])
@examples(25)
@given(rows=some_rows())
def test_the_matrix_is_that_of_scikit_learn(
    con: duckdb.DuckDBPyConnection, columns: dict[str, str], rows: list[Row]
) -> None:
    load(con, rows)
    labels, predictions, weights = (list(column) for column in zip(*rows, strict=True))
    known = sorted({*labels, *predictions})
    found = rankhouse.confusion_matrix("predictions", columns=columns, con=con).fetchall()
    assert [row[:2] for row in found] == [(actual, predicted) for actual in known for predicted in known]
    cells = quietly(sk.confusion_matrix, labels, predictions, labels=known).ravel()
    assert [row[2] for row in found] == cells.tolist()
    if columns and sum(weights):
        weighted = quietly(sk.confusion_matrix, labels, predictions, labels=known, sample_weight=weights).ravel()
        assert [row[3] for row in found] == [near(float(value)) for value in weighted]


GROUPED = [
    *(("a", 1, *row) for row in (("x", "x", 1.0), ("x", "y", 0.5), ("y", "y", 2.0), ("z", "x", 1.0))),
    *(("a", 2, *row) for row in (("x", "w", 1.0), ("w", "w", 1.5))),
    *((None, 1, *row) for row in (("u", "u", 1.0), ("it's", '"u"', 1.0))),
]


@pytest.mark.parametrize("by", [["system"], ["system", "day"]])
@pytest.mark.parametrize("columns", [{}, {"weight": "worth"}], ids=["rows", "weights"])
def test_every_group_is_by_itself(con: duckdb.DuckDBPyConnection, by: list[str], columns: dict[str, str]) -> None:
    load(con, GROUPED, "system varchar, day integer, ")
    found = answered(rankhouse.class_metrics("predictions", by=by, columns=columns, con=con))
    matrix = rankhouse.confusion_matrix("predictions", by=by, columns=columns, con=con).fetchall()
    groups = dict.fromkeys(tuple(row[: len(by)]) for row in GROUPED)
    for group in groups:
        rows = [row[2:] for row in GROUPED if row[: len(by)] == group]
        here = [row for row in found if tuple(row[name] for name in by) == group]
        require_rows(here, by_hand(rows, "leave_out", bool(columns)), len(rows))
        known = sorted({row[0] for row in rows} | {row[1] for row in rows})
        cells = [row[len(by) :][:3] for row in matrix if row[: len(by)] == group]
        assert cells == [
            (actual, predicted, sum(row[:2] == (actual, predicted) for row in rows))
            for actual in known
            for predicted in known
        ]


def test_every_way_in_is_the_same(con: duckdb.DuckDBPyConnection) -> None:
    load(con, GROUPED, "system varchar, day integer, ")
    columns = {"weight": "worth"}
    python = rankhouse.class_metrics("predictions", by="system", undefined="zero", columns=columns, con=con).fetchall()
    sql = "from class_metrics('predictions', by := 'system', undefined := 'zero', weight := 'worth')"
    assert con.sql(sql).fetchall() == python
    by_dbt = con.sql(macros("duckdb").class_metrics("main.predictions", ["system"], "zero", columns)).fetchall()
    assert sorted(by_dbt, key=str) == sorted(python, key=str)
    python = rankhouse.confusion_matrix("predictions", by="system", columns=columns, con=con).fetchall()
    sql = "from confusion_matrix('predictions', by := 'system', columns := map {'predictions.weight': 'worth'})"
    assert con.sql(sql).fetchall() == python
    by_dbt = con.sql(macros("duckdb").confusion_matrix("main.predictions", ["system"], columns)).fetchall()
    assert sorted(by_dbt, key=str) == sorted(python, key=str)


def test_rows_that_are_left_out_are_counted(con: duckdb.DuckDBPyConnection) -> None:
    con.execute(
        "create or replace table predictions as from (values"
        " ('a', 'x', 'x', 1.0), ('a', 'x', null, 1), ('a', null, 'y', 1), ('b', null, 'x', 1),"
        " ('c', 'x', 'y', 'nan'::double), ('c', 'x', 'x', -1), ('c', 'y', 'y', null), ('c', 'x', 'x', 2))"
        " as given(system, label, prediction, worth)"
    )
    sql = "select system, label, prediction, n_rows, n_left_out from confusion_matrix('predictions', \"by\" := 'system'"
    assert con.sql(f"{sql}) where system <> 'c'").fetchall() == [("a", "x", "x", 1, 2)]
    assert con.sql(f"{sql}, weight := 'worth') where system = 'c'").fetchall() == [("c", "x", "x", 1, 3)]
    # A group of which nothing is left has its averages, and no class.
    found = con.sql("from class_metrics('predictions', \"by\" := 'system') where system = 'b'").fetchall()
    nothing = (None, None, None, None, 0, 0, 0, 0, 0, 0, 0, 1)
    assert found == [("b", None, average, *nothing) for average in AVERAGES]
    con.execute("delete from predictions")
    found = con.sql("from class_metrics('predictions')").fetchall()
    assert found == [(None, average, *nothing[:-1], 0) for average in AVERAGES]
    assert con.sql("from confusion_matrix('predictions')").fetchall() == []


def test_weights_of_nothing_are_no_value(con: duckdb.DuckDBPyConnection) -> None:
    load(con, [("a", "a", 0.0), ("a", "b", 0.0)])
    for row in answered(rankhouse.class_metrics("predictions", columns={"weight": "worth"}, con=con)):
        assert [row[name] for name in (*MEASURES, "accuracy")] == [None] * 4
        assert row["n_rows"] == 2


def test_classes_of_two_types_are_compared_as_one(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table predictions as select 1 as label, 1.0::double as prediction")
    (row,) = rankhouse.confusion_matrix("predictions", con=con).fetchall()
    assert row == (1, 1, 1, 0)
    con.execute("create or replace table predictions as select 'x'::enum('x', 'y') as label, 'x' as prediction")
    (row,) = rankhouse.confusion_matrix("predictions", con=con).fetchall()
    assert row == ("x", "x", 1, 0)
    con.execute("create or replace table predictions as select 1 as label, '1' as prediction")
    with pytest.raises(InputError, match=r"'label' as INTEGER and 'prediction' as VARCHAR"):
        rankhouse.confusion_matrix("predictions", con=con)
    for macro in ("confusion_matrix", "class_metrics"):
        with pytest.raises(duckdb.InvalidInputException, match=r"'label' as INTEGER and 'prediction' as VARCHAR"):
            con.sql(f"from {macro}('predictions')").fetchall()
    # As in Python: of one kind they are compared.
    for pair in ("1 as label, 1.0::double as prediction", "'x'::enum('x', 'y') as label, 'x' as prediction"):
        con.execute(f"create or replace table predictions as select {pair}")
        found = con.sql("from confusion_matrix('predictions')")
        assert found.types == rankhouse.confusion_matrix("predictions", con=con).types
        assert found.fetchall() == rankhouse.confusion_matrix("predictions", con=con).fetchall()


def test_two_classes_are_those_of_confusion(con: duckdb.DuckDBPyConnection) -> None:
    """The same formulas as of a binary classifier."""
    load(con, [(label, prediction, 1.0) for label, prediction in [(1, 1), (1, 0), (0, 0), (0, 1), (0, 1), (1, 1)]])
    columns = {"prediction": "prediction"}
    binary = rankhouse.classifier_metrics("predictions", MEASURES, columns=columns, con=con)
    of_one = next(row for row in answered(rankhouse.class_metrics("predictions", con=con)) if row["label"] == 1)
    assert {row["measure"]: row["value"] for row in answered(binary)} == {name: of_one[name] for name in MEASURES}
    (cells,) = answered(rankhouse.confusion("predictions", columns=columns, con=con))
    assert {name: of_one[name] for name in ("tp", "fp", "fn", "tn")} == {
        name: cells[name] for name in ("tp", "fp", "fn", "tn")
    }


FRAME = pd.DataFrame({"label": ["a", "b", "b"], "prediction": ["a", "a", "b"], "worth": [1.0, 2.0, 3.0]})


@pytest.mark.parametrize("function", [rankhouse.confusion_matrix, rankhouse.class_metrics])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"predictions": None}, "predictions is missing"),
        ({"predictions": FRAME[:0]}, "is empty: it has no rows"),
        ({"predictions": FRAME.drop(columns="label")}, r"has no column 'label'"),
        ({"columns": {"label": "lable"}}, "has no column 'lable' .*did you mean 'label'"),
        ({"columns": {"lable": "label"}}, "'lable' is not one of the columns that are read: did you mean 'label'"),
        ({"columns": {"weight": "label"}}, "weight must be a number, but column 'label' is VARCHAR"),
        ({"columns": {"prediction": "worth"}}, "'label' as VARCHAR and 'worth' as DOUBLE, .* cast one of the columns"),
        ({"by": "label"}, "by names 'label', which is also a column of the result"),
        ({"by": ["N_Rows"]}, "by names 'N_Rows', which is also a column of the result"),
        ({"by": "system"}, "predictions has no column 'system'"),
        (
            {"predictions": FRAME.assign(prediction=["a", None, None])},
            "2 rows have no prediction .NULL in column 'prediction'., e.g. label 'b', prediction NULL",
        ),
        (
            {"predictions": FRAME.assign(worth=[1, -1, 2]), "columns": {"weight": "worth"}},
            "1 row has a weight that is NULL, NaN, infinite or below 0 in column 'worth', e.g. .*, worth -1; leave",
        ),
        ({"predictions": "run.trec"}, "has no labels"),
    ],
)
def test_what_is_wrong_is_said(function: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        function(**{"predictions": FRAME} | given)


def test_nan_is_no_class(con: duckdb.DuckDBPyConnection) -> None:
    con.execute("create or replace table predictions as select 'nan'::double as label, 1.0::double as prediction")
    with pytest.raises(InputError, match="1 row has NaN as label in column 'label'"):
        rankhouse.class_metrics("predictions", con=con)


def test_other_words_for_what_is_undefined_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    said = r"undefined is one of leave_out \| zero, got 'nan'"
    with pytest.raises(InputError, match=said):
        rankhouse.class_metrics(FRAME, undefined="nan")  # type: ignore[arg-type]
    load(con, [("a", "b", 1.0)])
    with pytest.raises(duckdb.Error, match="undefined is one of leave_out"):
        con.sql("from class_metrics('predictions', undefined := 'nan')").fetchall()
    with pytest.raises(duckdb.Error, match="by names 'tp', which is also a column of the result"):
        con.sql("from class_metrics('predictions', \"by\" := 'tp')").fetchall()


@examples(15)
@given(
    rows=st.lists(st.tuples(st.integers(0, 2), *[st.integers(1, 4)] * 2), min_size=1, max_size=20).filter(
        lambda rows: len({row[0] for row in rows}) == 3
    )
)
def test_auc_of_each_class_against_the_rest(con: duckdb.DuckDBPyConnection, rows: list[tuple[int, ...]]) -> None:
    """The recipe of docs/tasks/classification.md: `by` makes an AUC of each class, whose mean is scikit-learn's."""
    # Shares of 64, which add up to 1 exactly.
    shares = [(row[1] / 64, row[2] / 64, (64 - row[1] - row[2]) / 64) for row in rows]
    long = [
        (place, score, int(row[0] == place))
        for row, scores in zip(rows, shares, strict=True)
        for place, score in enumerate(scores)
    ]
    con.execute(
        "create or replace table one_against_rest as"
        " select unnest(?) as class, unnest(?::double[]) as score, unnest(?) as label",
        [list(column) for column in zip(*long, strict=True)],
    )
    found = answered(rankhouse.classifier_metrics("one_against_rest", "roc_auc", by="class", con=con))
    labels = [row[0] for row in rows]
    for average, weights in (("macro", [1, 1, 1]), ("weighted", [row["n_positives"] for row in found])):
        theirs = sk.roc_auc_score(labels, shares, multi_class="ovr", average=average)
        ours = math.fsum(row["value"] * weight for row, weight in zip(found, weights, strict=True)) / sum(weights)
        assert ours == near(float(theirs))


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from rankhouse import cli

    path = str(tmp_path / "predictions.csv")
    FRAME.rename(columns={"label": "species"}).assign(system="s").to_csv(path, index=False)

    def run(*arguments: str, status: int = 0) -> list[str]:
        monkeypatch.setattr("sys.argv", ["rankhouse", *arguments])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        printed = capsys.readouterr()
        assert (stopped.value.code or 0) == status, printed.err
        return (printed.err if status else printed.out).splitlines()

    renamed = ["--columns", "label=species", "--columns", "weight=worth", "--format", "csv"]
    heading, first, *_, last = run("class-metrics", path, "--by", "system", "--undefined", "zero", *renamed)
    assert heading == f"system,{','.join(SHOWN)},n_left_out"
    assert first.startswith("s,a,,0.333") and last.startswith("s,,weighted,")
    assert run("confusion-matrix", path, *renamed) == [
        *("label,prediction,n_rows,weight_sum,n_left_out", "a,a,1,1.0,0", "a,b,0,0.0,0"),
        *("b,a,1,2.0,0", "b,b,1,3.0,0"),
    ]
    assert "has no column 'label'" in " ".join(run("class-metrics", path, status=2))
