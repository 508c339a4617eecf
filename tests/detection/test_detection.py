"""Object detection: against brute force, published numbers and pycocotools, through every way in; bad input."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import detections as brute_force
import rankhouse
from copied import copy_macros
from detections import BOX, LEVELS, Row
from examples import examples
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from rankhouse.cli import app
from warehouses import transpiled

WAYS = ["dbt", "table macro", "python"]
COLUMNS = {"detections": ["image_id", "class_id", "score", *BOX], "ground_truth": ["image_id", "class_id", *BOX]}
CLASS_COLUMNS = ["class_id", "measure", "iou_threshold", "value", "n_ground_truth", "n_detections", "n_true_positives"]
MEAN_COLUMNS = ["measure", "iou_threshold", "value", "n_classes", "n_ground_truth", "n_detections", "n_true_positives"]


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    copy_macros(con)
    return con


def load(con: duckdb.DuckDBPyConnection, detections: list[Row], ground_truth: list[Row], *groups: str) -> None:
    for name, rows in (("detections", detections), ("ground_truth", ground_truth)):
        columns = [*(g for g in groups if not rows or g in rows[0]), *COLUMNS[name]]
        columns += [mark for mark in ("iscrowd", "area") if rows and mark in rows[0]]
        types = {column: pa.float64() for column in (*BOX, "score", "area")}
        types |= {"image_id": pa.int64(), "iscrowd": pa.int64()}
        frame = pa.Table.from_pylist(  # noqa: F841 (read by the next line)
            rows, schema=pa.schema([(column, types.get(column, pa.string())) for column in columns])
        )
        con.execute(f"create or replace table {name} as from frame")


def asked(con: duckdb.DuckDBPyConnection, way: str, per_class: bool = False, **options: Any) -> duckdb.DuckDBPyRelation:
    name = "detection_class_metrics" if per_class else "detection_metrics"
    if way == "dbt":
        return con.sql(getattr(macros("duckdb"), name)("main.detections", "main.ground_truth", **options))
    if way == "table macro":
        given = "".join(f", {option} := {value!r}" for option, value in options.items())
        return con.sql(f"from {name}('detections', 'ground_truth'{given})")
    options.pop("ground_truth_by", None)
    return rankhouse.detection_metrics("detections", "ground_truth", per_class=per_class, con=con, **options)


Figures = dict[tuple[Any, ...], tuple[Any, ...]]


def assert_same(found: Figures, expected: Figures) -> None:
    assert found.keys() == expected.keys()
    for key, (value, *counts) in expected.items():
        wanted = None if value is None else pytest.approx(float(value), rel=1e-12, abs=1e-12)
        assert found[key] == (wanted, *counts), key


def from_steps(con: duckdb.DuckDBPyConnection, query: str, **options: Any) -> list[tuple[Any, ...]]:
    """What `query` finds in the steps before the last select, of the tables that are loaded."""
    sql = macros("duckdb").detection_class_metrics("main.detections", "main.ground_truth", **options)
    return con.sql(sql.rpartition("select")[0] + query).fetchall()


def per_class(relation: duckdb.DuckDBPyRelation) -> Figures:
    assert relation.columns[-7:] == CLASS_COLUMNS
    return {(*row[:-6], row[-5]): row[-4:] for row in relation.fetchall()}


def means(relation: duckdb.DuckDBPyRelation) -> Figures:
    """(groups, threshold) -> value, classes, boxes, detections."""
    assert relation.columns[-8:] == [*MEAN_COLUMNS, "n_left_out"]
    return {(*row[:-8], row[-7]): row[-6:-2] for row in relation.fetchall()}


def expected_means(figures: dict[Any, Any], thresholds: list[float]) -> Figures:
    expected = {}
    for threshold in [*thresholds, *([None] if len(thresholds) > 1 else [])]:
        at = [found for (_, t), found in figures.items() if t == (threshold or thresholds[0])]
        counts = (sum(value is not None for value, *_ in at), sum(n for _, n, *_ in at), sum(n for _, _, n, _ in at))
        expected[(threshold,)] = (brute_force.mean(figures, threshold), *counts)
    return expected


def test_worked_example_of_pascal_voc(con: duckdb.DuckDBPyConnection) -> None:
    """24.57 % (24.56 % there, from rounded terms) and 26.84 %, at IoU 0.3; seven true positives in this order."""
    found = brute_force.true_positives(*brute_force.padilla(), threshold=brute_force.Fraction(3, 10))
    assert [place for place, is_true in enumerate(found, 1) if is_true] == [1, 3, 10, 12, 13, 14, 23]
    load(con, *brute_force.padilla())
    for interpolation, value in {"all": 0.24568668046928915, "11-point": 0.26839826839826840}.items():
        for way in WAYS:
            result = means(asked(con, way, iou_thresholds=[0.3], interpolation=interpolation))
            assert_same(result, {(0.3,): (value, 1, 15, 24)})


def test_recorded_values_of_pycocotools(con: duckdb.DuckDBPyConnection) -> None:
    """pycocotools 2.0.11, COCOeval with maxDets 100 over all areas; VOC's rule gives foxes 0.5455 at 0.5."""
    load(con, *brute_force.crowded())
    coco = {"interpolation": "101-point", "iou_thresholds": [threshold / 100 for threshold in range(50, 100, 5)]}
    for way in WAYS:
        by_threshold = {threshold: value for (threshold,), (value, *_) in means(asked(con, way, **coco)).items()}
        recorded = {None: 0.14998784930010786, 0.5: 0.4839302249137381, 0.75: 0.05131822141051877}
        assert {key: by_threshold[key] for key in recorded} == pytest.approx(recorded, abs=1e-12)
        classes = per_class(asked(con, way, per_class=True, **coco))
        at_half = {"cat": 0.4258346764815128, "dog": 0.47026369303597026, "fox": 0.5556923052237311}
        assert {name: classes[name, 0.5][0] for name in at_half} == pytest.approx(at_half, abs=1e-12)


MARKS = {"columns": {"iscrowd": "iscrowd", "area": "area"}}
# AP, AP at 0.5 and at 0.75, and AR, by range of areas and detections per image and class.
PYCOCOTOOLS = {
    ("all", 1): (0.12497760490334747, 0.20297029702970298, 0.12517680339462517, 0.13407775020678245),
    ("all", 10): (0.39169621266628224, 0.6706045111403235, 0.4012966317436503, 0.5511993382961125),
    ("all", 100): (0.4536807657718432, 0.7470344408791081, 0.49307063939111984, 0.7803143093465674),
    ("small", 1): (0.19455445544554456, 0.25742574257425743, 0.25742574257425743, 0.19047619047619047),
    ("small", 10): (0.3727141285557127, 0.5699198491277698, 0.38095238095238093, 0.5476190476190477),
    ("small", 100): (0.46667505881098387, 0.6940269919849128, 0.5191548405002103, 0.8015873015873016),
    ("medium", 1): (0.05445544554455444, 0.08910891089108908, 0.024752475247524754, 0.060139860139860134),
    ("medium", 10): (0.39385204612302827, 0.7180703647287806, 0.3501965637740245, 0.5083916083916085),
    ("medium", 100): (0.47205973236873333, 0.8126064729235071, 0.44266147920608834, 0.7783216783216783),
    ("large", 1): (0.1516996699669967, 0.26732673267326734, 0.15379537953795377, 0.16244343891402716),
    ("large", 10): (0.4668276248300265, 0.7655498487020228, 0.5650428779141651, 0.588235294117647),
    ("large", 100): (0.516506348535399, 0.8224123827815174, 0.6604891956216151, 0.771945701357466),
}


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
def test_crowds_areas_and_limits_are_those_of_pycocotools(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """2.0.11; AR is the mean of the recall over classes and thresholds."""
    load(con, *brute_force.marked())
    coco = {"interpolation": "101-point", "iou_thresholds": [threshold / 100 for threshold in range(50, 100, 5)]}
    for number, ((area_range, most), recorded) in enumerate(PYCOCOTOOLS.items()):
        if way != "dbt" and number % 5:
            continue
        options = {**coco, "area_range": area_range, "max_detections": most}
        options |= {"iscrowd": "iscrowd", "area": "area"} if way == "table macro" else MARKS
        by_threshold = {threshold: value for (threshold,), (value, *_) in means(asked(con, way, **options)).items()}
        classes = per_class(asked(con, way, per_class=True, **options)).values()
        recall = math.fsum(found / objects for _, objects, _, found in classes) / len(classes)
        figures = (by_threshold[None], by_threshold[0.5], by_threshold[0.75], recall)
        assert figures == pytest.approx(recorded, abs=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_crowds_over_each_other_are_as_in_brute_force(con: duckdb.DuckDBPyConnection, way: str) -> None:
    """A detection that several crowds cover alike is left out once, however often a query is worked out."""
    detections, ground_truth = brute_force.overlapping_crowds()
    load(con, detections, ground_truth)
    options = {"iscrowd": "iscrowd"} if way == "table macro" else {"columns": {"iscrowd": "iscrowd"}}
    expected = brute_force.with_ignored(detections, ground_truth, [0.5], "all", "all", None)
    found = per_class(asked(con, way, per_class=True, iou_thresholds=[0.5], **options))
    assert_same(found, expected)


def test_every_pair_of_a_detection_and_a_crowd_has_a_number_of_its_own(con: duckdb.DuckDBPyConnection) -> None:
    """Where two share one, engines that work a query out twice may decide a tie between them in two ways."""
    load(con, *brute_force.overlapping_crowds())
    shared = "select count(*) - count(distinct (detection_rank, box_number)) from rankhouse_pairs"
    assert from_steps(con, shared, columns={"iscrowd": "iscrowd"}) == [(0,)]


def of_cases(figures: Iterable[Figures]) -> Figures:
    return {(f"case {number}", *key): found for number, case in enumerate(figures) for key, found in case.items()}


def load_cases(con: duckdb.DuckDBPyConnection, cases: Sequence[tuple[list[Row], list[Row]]]) -> None:
    """Detections and ground truth of several cases, groups of one call, which costs as much as for one."""
    tables = (
        [{"case": f"case {number}"} | row for number, case in enumerate(cases) for row in case[side]] for side in (0, 1)
    )
    load(con, *tables, "case")


CASES = {"by": ["case"], "ground_truth_by": ["case"]}
N_CASES = 4


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@given(data=st.data())
@examples(5)
def test_what_is_ignored_is_as_in_brute_force(con: duckdb.DuckDBPyConnection, way: str, data: st.DataObject) -> None:
    """Corners of whole 16s, so that areas are at the bounds of a range too."""
    marks = st.fixed_dictionaries(
        {"iscrowd": st.sampled_from([0, 0, 1, None]), "area": st.sampled_from([None, 1023.5, 1024, 9216, 9217])}
    )
    cases = []
    for _ in range(N_CASES):
        detections, ground_truth = (
            [row | {side: 16 * row[side] for side in BOX} for row in data.draw(items("aab", scored=scored))]
            for scored in (True, False)
        )
        cases.append((detections, [row | data.draw(marks) for row in ground_truth]))
    load_cases(con, cases)
    thresholds = data.draw(st.lists(st.sampled_from([0.1, 0.3, 0.5, 1.0]), min_size=1, max_size=2, unique=True))
    area_range = data.draw(st.sampled_from(list(brute_force.AREAS)))
    most = data.draw(st.sampled_from([None, 1, 3]))
    named = data.draw(st.sampled_from([[], ["iscrowd"], ["area"], ["iscrowd", "area"]]))
    options: dict[str, Any] = CASES | {"iou_thresholds": thresholds, "area_range": area_range, "max_detections": most}
    if most is None and way == "table macro":
        del options["max_detections"]
    same = dict(zip(named, named, strict=True))
    options |= same if way == "table macro" else {"columns": same}
    expected, in_all = [], []
    for detections, ground_truth in cases:
        read = [
            {name: row[name] for name in row if name not in ("iscrowd", "area") or name in named}
            for row in ground_truth
        ]
        figures = brute_force.with_ignored(detections, read, thresholds, "all", area_range, most)
        expected.append(figures)
        in_all.append(expected_means(figures, thresholds))
        if (None,) in in_all[-1] and (area_range != "all" or "iscrowd" in named):
            in_all[-1][None,] = (*in_all[-1][None,][:-1], None)
    assert_same(per_class(asked(con, way, per_class=True, **options)), of_cases(expected))
    assert_same(means(asked(con, way, **options)), of_cases(in_all))


def test_a_crowd_excuses_any_number_of_detections_and_nothing_else(con: duckdb.DuckDBPyConnection) -> None:
    """By hand: of three detections within the crowd none counts, the object there is found, the fifth is false."""

    def box(x_min: float, x_max: float) -> Row:
        return {"image_id": 1, "class_id": "a", "x_min": x_min, "y_min": 0, "x_max": x_max, "y_max": 10}

    crowd, found = box(0, 100) | {"iscrowd": 1}, box(0, 10) | {"iscrowd": 0}
    detections = [box(x, x + 10) | {"score": 1 - x / 1000} for x in (0, 20, 40, 60, 96)]
    load(con, detections, [crowd, found])
    for way in WAYS:
        options = {"iscrowd": "iscrowd"} if way == "table macro" else {"columns": {"iscrowd": "iscrowd"}}
        assert per_class(asked(con, way, per_class=True, **options)) == {("a", 0.5): (1.0, 1, 2, 1)}
    load(con, detections, [crowd | {"iscrowd": 0}, found])
    assert per_class(asked(con, "dbt", per_class=True)) == {("a", 0.5): (0.5, 2, 5, 1)}


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@pytest.mark.parametrize("area_range", ["all", "small"])
def test_a_mark_that_is_nan_is_none(con: duckdb.DuckDBPyConnection, way: str, area_range: str) -> None:
    detections, ground_truth = brute_force.marked()
    load(con, detections, ground_truth)
    options = {"area_range": area_range, **({"iscrowd": "iscrowd", "area": "area"} if way == "table macro" else MARKS)}
    found = []
    for nothing in ("null", "'nan'"):
        con.execute("alter table ground_truth alter iscrowd type double")
        con.execute(f"update ground_truth set iscrowd = {nothing}, area = {nothing}")
        found.append(sorted(map(str, asked(con, way, per_class=True, **options).fetchall())))
    assert found[0] == found[1]


def test_marks_that_say_nothing_are_refused_in_python(con: duckdb.DuckDBPyConnection) -> None:
    detections, ground_truth = brute_force.marked()
    for odd, message in (
        ({"iscrowd": 2}, "ground_truth: 1 row has an iscrowd other than 0, 1 or NULL in column .*, e.g. image_id"),
        (
            {"area": -1.0},
            "ground_truth: 1 row has an area that is not a number of at least 0 in column .*, e.g. image_id",
        ),
    ):
        load(con, detections, [ground_truth[0] | odd, *ground_truth[1:]])
        with pytest.raises(rankhouse.InputError, match=message):
            rankhouse.detection_metrics("detections", "ground_truth", con=con, **MARKS)  # type: ignore[arg-type]
    for options, message in (
        ({"area_range": "tiny"}, "area_range"),
        ({"max_detections": 0}, "max_detections"),
    ):
        with pytest.raises(rankhouse.InputError, match=message):
            rankhouse.detection_metrics("detections", "ground_truth", con=con, **options)  # type: ignore[arg-type]


numbers = st.integers(0, 6)


@st.composite
def boxes(draw: st.DrawFn) -> Row:
    x, y = draw(numbers), draw(numbers)
    return {"x_min": x, "y_min": y, "x_max": x + draw(numbers), "y_max": y + draw(numbers)}


def items(classes: str, scored: bool) -> st.SearchStrategy[list[Row]]:
    place = {"image_id": st.integers(1, 2), "class_id": st.sampled_from(classes)}
    score = {"score": st.integers(1, 6).map(float)} if scored else {}
    return st.lists(
        st.builds(lambda where, box: where | box, st.fixed_dictionaries(place | score), boxes()),
        min_size=1,
        max_size=14,
    )


@pytest.mark.parametrize("way", ["dbt", "table macro"])
@given(
    cases=st.lists(
        st.tuples(items("aab", scored=True), items("aac", scored=False)), min_size=N_CASES, max_size=N_CASES
    ),
    thresholds=st.lists(st.sampled_from([0.1, 0.25, 0.3, 0.5, 0.75, 1.0]), min_size=1, max_size=3, unique=True),
    interpolation=st.sampled_from(list(LEVELS)),
)
@examples(4)
def test_values_are_those_of_brute_force(
    con: duckdb.DuckDBPyConnection,
    way: str,
    cases: list[tuple[list[Row], list[Row]]],
    thresholds: list[float],
    interpolation: str,
) -> None:
    load_cases(con, cases)
    options = CASES | {"iou_thresholds": thresholds, "interpolation": interpolation}
    expected = [brute_force.by_class(*case, thresholds, interpolation) for case in cases]
    in_all = [expected_means(figures, thresholds) for figures in expected]
    assert_same(per_class(asked(con, way, per_class=True, **options)), of_cases(expected))
    assert_same(means(asked(con, way, **options)), of_cases(in_all))


def test_crowds_are_walked_pair_by_pair(con: duckdb.DuckDBPyConnection) -> None:
    crowd = brute_force.crowd(40, 12)
    load(con, *crowd)
    thresholds = [0.1, 0.3, 0.5]
    expected = brute_force.by_class(*crowd, thresholds)
    by_best_box_alone = brute_force.by_class(*crowd, thresholds, rule="voc")
    assert all(expected[key] != by_best_box_alone[key] for key in expected)
    assert_same(per_class(asked(con, "dbt", per_class=True, iou_thresholds=thresholds)), expected)


def test_spark_walks_without_recursion(con: duckdb.DuckDBPyConnection) -> None:
    """Of 100 steps at most, which Spark's recursive queries have, this crowd takes more. Translated for DuckDB."""
    crowd = brute_force.crowd(40, 12)
    load(con, *crowd)
    ((n_steps,),) = from_steps(con, "select max(pair_number) from rankhouse_contested", iou_thresholds=[0.1])
    assert n_steps > 100
    sql = macros(*DIALECTS["databricks"]).detection_class_metrics("detections", "ground_truth", [0.1])
    assert "recursive" not in sql
    with transpiled.session("databricks") as session:
        for name, rows in zip(COLUMNS, crowd, strict=True):
            columns = {"image_id": "bigint", "class_id": "text"} | dict.fromkeys([*COLUMNS[name][2:]], "double")
            session.load(name, columns, [tuple(row[column] for column in columns) for row in rows])
        rows = session.query(sql)
    assert_same({(row[0], row[2]): row[3:] for row in rows}, brute_force.by_class(*crowd, [0.1]))


def test_a_detection_takes_its_second_best_box_when_the_best_is_taken(con: duckdb.DuckDBPyConnection) -> None:
    def box(x_min: float, x_max: float) -> Row:
        return {"image_id": 1, "class_id": "a", "x_min": x_min, "y_min": 0, "x_max": x_max, "y_max": 10}

    ground_truth = [box(0, 10), box(2, 12)]
    # Both detections overlap the first box best; the second one reaches 0.5 with the other box too.
    detections = [box(0, 10) | {"score": 0.9}, box(1, 10) | {"score": 0.8}]
    load(con, detections, ground_truth)
    assert per_class(asked(con, "dbt", per_class=True)) == {("a", 0.5): (1.0, 2, 2, 2)}
    assert brute_force.by_class(detections, ground_truth, rule="voc")["a", 0.5][3] == 1
    # Each object counts once: a third detection of the first is a false positive.
    load(con, [*detections, box(0, 10) | {"score": 0.7}], ground_truth)
    assert per_class(asked(con, "dbt", per_class=True)) == {("a", 0.5): (1.0, 2, 3, 2)}


@given(detections=items("ab", scored=True), ground_truth=items("ab", scored=False), seed=st.integers(0, 99))
@examples(8)
def test_order_and_copies_of_systems_change_nothing(
    con: duckdb.DuckDBPyConnection, detections: list[Row], ground_truth: list[Row], seed: int
) -> None:
    load(con, detections, ground_truth)
    alone = means(asked(con, "dbt", iou_thresholds=[0.3, 0.5]))
    shuffled = random.Random(seed)
    both = [row | {"system": system} for row in detections for system in ("s", None)]
    shuffled.shuffle(both)
    load(con, both, shuffled.sample(ground_truth, len(ground_truth)), "system")
    for way in ("dbt", "table macro"):
        found = means(asked(con, way, iou_thresholds=[0.3, 0.5], by=["system"]))
        assert_same(found, {(system, *key): figures for key, figures in alone.items() for system in ("s", None)})


def test_groups_of_both_tables_meet_their_own_part(con: duckdb.DuckDBPyConnection) -> None:
    parts = {"day": brute_force.crowded(), "night": brute_force.padilla()}
    detections = [
        row | {"part": part, "system": system}
        for part, (found, _) in parts.items()
        for row in found
        for system in ("new", "old")
        if part == "day" or system == "new"
    ]
    ground_truth = [row | {"part": part} for part, (_, truth) in parts.items() for row in truth]
    load(con, detections, ground_truth, "part", "system")
    expected: Figures = {}
    for part, (found, truth) in parts.items():
        figures = expected_means(brute_force.by_class(found, truth), [0.5])[(0.5,)]
        expected["new", part, 0.5] = figures
        # A system that found nothing at night has 0 there.
        expected["old", part, 0.5] = figures if part == "day" else (0, *figures[1:3], 0)
    for way in WAYS:
        options = {"by": ["system", "part"], "ground_truth_by": ["part"]}
        assert_same(means(asked(con, way, **options)), expected)


def test_rows_that_cannot_be_matched_are_left_out_and_counted(con: duckdb.DuckDBPyConnection) -> None:
    detections, ground_truth = brute_force.padilla()
    expected = brute_force.by_class(detections, ground_truth, [0.3])
    odd: list[Row] = [
        detections[0] | {"score": None},
        detections[0] | {"score": math.nan},
        detections[0] | {"image_id": None},
        detections[0] | {"class_id": None},
        detections[0] | {"x_min": math.nan},
        detections[0] | {"y_max": math.inf},
        detections[0] | {"x_max": None},
    ]
    load(con, [*odd, *detections], [ground_truth[0] | {"x_min": -math.inf}, *ground_truth])
    for way in ("dbt", "table macro"):
        (row,) = asked(con, way, iou_thresholds=[0.3]).fetchall()
        assert row[2:] == (pytest.approx(float(expected["person", 0.3][0] or 0), abs=1e-12), 1, 15, 24, 7, 8)
        assert_same(per_class(asked(con, way, per_class=True, iou_thresholds=[0.3])), expected)


def test_empty_tables(con: duckdb.DuckDBPyConnection) -> None:
    detections, ground_truth = brute_force.padilla()
    for way in ("dbt", "table macro"):
        load(con, [], ground_truth)
        assert means(asked(con, way)) == {(0.5,): (0.0, 1, 15, 0)}
        load(con, detections, [])
        assert means(asked(con, way)) == {(0.5,): (None, 0, 0, 24)}
        assert per_class(asked(con, way, per_class=True)) == {("person", 0.5): (None, 0, 24, 0)}
        load(con, [], [])
        assert means(asked(con, way)) == {(0.5,): (None, 0, 0, 0)}


IOUS: list[tuple[tuple[Any, ...], float | None]] = [
    ((0, 0, 2, 2, 1, 1, 3, 3), 1 / 7),
    ((0, 0, 2, 2, 0, 0, 2, 2), 1.0),
    ((0, 0, 2, 2, 2, 0, 4, 2), 0.0),
    ((0, 0, 4, 4, 1, 1, 2, 2), 1 / 16),
    ((0, 0, 2, 2, 5, 5, 6, 6), 0.0),
    # A point, a line and an inverted box have no area; two of them nothing to share.
    ((1, 1, 1, 1, 0, 0, 2, 2), 0.0),
    ((2, 2, 0, 0, 0, 0, 2, 2), 0.0),
    ((1, 1, 1, 1, 1, 1, 1, 1), None),
    ((0, 0, 2, 2, 0, 0, 2, None), None),
    ((math.nan, 0, 2, 2, 0, 0, 2, 2), None),
    ((0, 0, math.inf, 2, 0, 0, 2, 2), None),
]


@pytest.mark.parametrize(("corners", "expected"), IOUS)
def test_iou(con: duckdb.DuckDBPyConnection, corners: tuple[Any, ...], expected: float | None) -> None:
    given = [
        f"({'null' if corner is None else repr(float(corner))!r} :: double)".replace("'null'", "null")
        for corner in corners
    ]
    # An expression as an argument, and as a part of one.
    sums = [f"{corner} + 1" for corner in given]
    for call in (
        f"iou({', '.join(given)})",
        macros("duckdb").iou(*given),
        macros("duckdb").iou(*sums),
        f"iou({', '.join(sums)})",
    ):
        row = con.execute(f"select {call}, 1 - {call}, -{call} * 2").fetchone()
        wanted = (None,) * 3 if expected is None else pytest.approx((expected, 1 - expected, -expected * 2), abs=1e-15)
        assert row == wanted


@given(one=boxes(), other=boxes())
@examples(12)
def test_iou_is_exact(con: duckdb.DuckDBPyConnection, one: Row, other: Row) -> None:
    corners = [*brute_force.box(one), *brute_force.box(other)]
    expected = brute_force.iou(brute_force.box(one), brute_force.box(other))
    call = f"iou({', '.join(map(str, corners))})"
    assert con.execute(f"select {call}").fetchone() == (None if expected is None else float(expected),)


@given(one=boxes(), other=boxes())
@examples(12)
def test_covered_share_is_exact(con: duckdb.DuckDBPyConnection, one: Row, other: Row) -> None:
    expected = brute_force.covered(brute_force.box(one), brute_force.box(other))
    call = macros("duckdb").covered_share(*map(str, [*brute_force.box(one), *brute_force.box(other)]))
    assert con.execute(f"select {call}").fetchone() == (None if expected is None else float(expected),)


def test_hostile_names(con: duckdb.DuckDBPyConnection) -> None:
    detections, ground_truth = brute_force.padilla()
    load(con, detections, ground_truth)
    names = {"class_id": 'it\'s; "quoted"', "x_min": "rank", "score": "iou_threshold", "image_id": "by_1"}
    quoted = {ours: '"' + theirs.replace('"', '""') + '"' for ours, theirs in names.items()}
    for name in ("detections", "ground_truth"):
        renamed = ", ".join(f"{ours} as {theirs}" for ours, theirs in quoted.items() if ours in COLUMNS[name])
        con.execute(f"create or replace table \"{name} 'x'\" as select * rename ({renamed}), 's' as taken from {name}")
    expected = ("s", "person", "average_precision", 0.3)
    options: dict[str, Any] = {"iou_thresholds": [0.3], "by": ["taken"]}
    dbt = macros("duckdb").detection_class_metrics(
        "\"detections 'x'\"", "\"ground_truth 'x'\"", ground_truth_by=["taken"], columns=names, **options
    )
    python = rankhouse.detection_metrics(
        "detections 'x'", "ground_truth 'x'", per_class=True, columns=names, con=con, **options
    )
    renamed = ", ".join(f"{ours} := '{theirs.replace(chr(39), chr(39) * 2)}'" for ours, theirs in names.items())
    table = con.sql(
        "from detection_class_metrics('\"detections ''x''\"', '\"ground_truth ''x''\"', iou_thresholds := [0.3],"
        f" by := ['taken'], ground_truth_by := ['taken'], {renamed})"
    )
    for result in (con.sql(dbt), python, table):
        (row,) = result.fetchall()
        assert row[:4] == expected
        assert row[4] == pytest.approx(0.24568668046928915, abs=1e-12)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"iou_thresholds": [0]}, "iou_thresholds is a list of numbers above 0 and up to 1"),
    ({"iou_thresholds": [1.5]}, "got '1.5'"),
    ({"iou_thresholds": []}, "iou_thresholds is a list"),
    ({"iou_thresholds": ["half"]}, "iou_thresholds is a list"),
    ({"iou_thresholds": ["0.9:0.5"]}, "iou_thresholds is a list"),
    ({"iou_thresholds": ["0.5:0.9:0"]}, "iou_thresholds is a list"),
    ({"interpolation": "12-point"}, "interpolation is one of all | 11-point | 101-point, got '12-point'"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_arguments_are_refused_by_dbt_and_python(
    con: duckdb.DuckDBPyConnection, arguments: dict[str, Any], message: str
) -> None:
    load(con, *brute_force.padilla())
    for way in ("dbt", "python"):
        with pytest.raises(rankhouse.InputError) as raised:
            asked(con, way, **arguments)
        assert message in str(raised.value)


def test_ranges_of_thresholds() -> None:
    parsed = macros("duckdb").parse_thresholds
    assert parsed(["0.5:0.95:0.05"]) == [round(0.5 + 0.05 * n, 2) for n in range(10)]
    assert parsed("0.5:0.95") == parsed(["0.5:0.95:0.05"])
    assert parsed([0.5, "0.5", "0.4:0.6:0.1"]) == [0.5, 0.4, 0.6]
    assert parsed(0.75) == [0.75]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("iou_thresholds := [0.0]", "iou_thresholds is a list of numbers above 0 and up to 1"),
        ("iou_thresholds := [0.5, null]", "iou_thresholds is a list of numbers above 0 and up to 1"),
        ("iou_thresholds := []", "iou_thresholds is a list of numbers above 0 and up to 1"),
        ("interpolation := 'x'", "interpolation is one of all | 11-point | 101-point, got 'x'"),
        ("by := ['nobody']", '"nobody" in REPLACE list not found'),
        (
            "by := ['score'], ground_truth_by := ['score']",
            "not found",
        ),
        ("ground_truth_by := ['x_min']", "the ground truth also has, but 'x_min' is not in by"),
    ],
)
def test_wrong_arguments_of_the_table_macro(con: duckdb.DuckDBPyConnection, arguments: str, message: str) -> None:
    load(con, *brute_force.padilla())
    for name in ("detection_metrics", "detection_class_metrics"):
        with pytest.raises(duckdb.Error) as raised:
            con.sql(f"from {name}('detections', 'ground_truth', {arguments})").fetchall()
        assert message in str(raised.value)


@pytest.mark.parametrize(
    ("detection", "truth", "arguments", "message"),
    [
        ({"score": None}, {}, {}, "detections: 1 row has no score (NULL or NaN in column 'score'), e.g. image_id 1"),
        ({"class_id": None}, {}, {}, "detections: 1 row has no class_id (NULL in column 'class_id'), e.g. image_id 1"),
        (
            {"y_max": math.nan},
            {},
            {},
            "detections: 1 row has no y_max (NULL or NaN in column 'y_max'), e.g. image_id",
        ),
        ({}, {"x_min": -math.inf}, {}, "ground_truth: 1 row has an infinite x_min in column 'x_min', e.g. image_id 1"),
        ({"x_max": 1.0}, {}, {}, "detections: 1 row has an x_max below x_min, e.g. image_id 1, class_id 'person'"),
        ({}, {"y_max": 1.0}, {}, "ground_truth: 1 row has an y_max below y_min, e.g. image_id 1, class_id 'person'"),
        ({}, {}, {"by": ["nobody"]}, "has no column 'nobody'"),
        ({}, {}, {"columns": {"score": "p"}}, "has no column 'p' (score)"),
        ({}, {}, {"columns": {"x": "p"}}, "'x' is not one of the columns that are read"),
        ({}, {}, {"columns": {"ground_truth.image_id": "class_id"}}, "these types cannot be compared"),
    ],
)
def test_bad_rows_are_refused_in_python(
    con: duckdb.DuckDBPyConnection, detection: Row, truth: Row, arguments: dict[str, Any], message: str
) -> None:
    detections, ground_truth = brute_force.padilla()
    load(con, [detections[0] | detection, *detections[1:]], [ground_truth[0] | truth, *ground_truth[1:]])
    with pytest.raises(rankhouse.InputError) as raised:
        rankhouse.detection_metrics("detections", "ground_truth", con=con, **arguments)
    assert message in str(raised.value)


def test_tables_without_a_common_image_and_empty_ones_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    detections, ground_truth = brute_force.padilla()
    load(con, detections, [row | {"image_id": row["image_id"] + 100} for row in ground_truth])
    with pytest.raises(rankhouse.InputError, match="detections and ground_truth have no image in common"):
        rankhouse.detection_metrics("detections", "ground_truth", con=con)
    load(con, detections, [])
    with pytest.raises(rankhouse.InputError, match=r"ground_truth \(.*\) is empty"):
        rankhouse.detection_metrics("detections", "ground_truth", con=con)


def test_a_table_named_like_a_step_is_refused() -> None:
    with pytest.raises(rankhouse.InputError, match="ground_truth: write the schema before the table's name"):
        macros("duckdb").detection_metrics("d", "rankhouse_boxes")
    with pytest.raises(rankhouse.InputError, match="'part' is not in by"):
        macros("duckdb").detection_metrics("d", "g", ground_truth_by=["part"])


def test_command_line(tmp_path: Path) -> None:
    detections, ground_truth = brute_force.padilla()
    with duckdb.connect() as con:
        load(con, detections, ground_truth)
        for name in ("detections", "ground_truth"):
            con.execute(f"copy {name} to '{tmp_path / name}.csv'")
    files = [str(tmp_path / "detections.csv"), str(tmp_path / "ground_truth.csv")]
    runner = CliRunner()
    done = runner.invoke(app, ["detection-metrics", *files, "--iou", "0.3", "--format", "json"])
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)
    assert row["value"] == pytest.approx(0.24568668046928915, abs=1e-12)
    eleven = ["--iou", "0.3:0.5:0.1", "--interpolation", "11-point", "--per-class", "--format", "json"]
    done = runner.invoke(app, ["detection-metrics", *files, *eleven])
    assert done.exit_code == 0, done.output
    found = {row["iou_threshold"]: row["value"] for row in json.loads(done.stdout)}
    assert found.keys() == {0.3, 0.4, 0.5}
    assert found[0.3] == pytest.approx(0.26839826839826840, abs=1e-12)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_renders(dialect: str) -> None:
    package = macros(*DIALECTS[dialect])
    for macro in (package.detection_metrics, package.detection_class_metrics):
        assert "rankhouse_walked" in macro("main.d", "main.g", ["0.5:0.95"], by=["part"], ground_truth_by=["part"])
        marked = macro("main.d", "main.g", columns={"iscrowd": "c", "area": "a"}, area_range="small", max_detections=1)
        assert "rankhouse_outcomes" in marked


@pytest.mark.parametrize("column", ["score", "x_min", "y_max"])
def test_numbers_as_text_are_refused(con: duckdb.DuckDBPyConnection, column: str) -> None:
    """By the alphabet '95' came before '100': mAP 0.5 for 1."""
    con.execute(
        "create or replace temp table texts as from (values (1, 1, 100, 0, 0, 9, 9), (1, 1, 95, 20, 20, 29, 29))"
        " as given(image_id, class_id, score, x_min, y_min, x_max, y_max)"
    )
    con.execute("create or replace temp table objects as from texts where score = 100")
    assert value_of(con, "texts") == 1
    con.execute(f"create or replace temp table texts as select * replace ({column}::varchar as {column}) from texts")
    with pytest.raises(
        duckdb.Error, match=f"{column} must be a number, but column '{column}' is VARCHAR; cast it, or name"
    ):
        value_of(con, "texts")


def value_of(con: duckdb.DuckDBPyConnection, detections: str) -> float:
    sql = macros("duckdb").detection_metrics(detections, "objects", iou_thresholds=[0.5])
    rows = con.execute(str(sql)).fetchall()
    names = [column[0] for column in con.description or ()]
    return float(rows[0][names.index("value")])
