"""Charts: their figures against numpy's, what is thinned and left out, hostile names, errors, colours."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import altair
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
import vl_convert

import charts
import rankhouse
from rankhouse import InputError, cli, plot

HOSTILE = ["<script>alert(1)</script>", 'it\'s "quoted"', "a.b[0]", "line\nbreak", "back\\slash", "‮turned", "", None]
SYSTEMS = ["new", "old"]
MEASURES = ["ndcg@10", "ndcg@5", "average_precision"]
"""Not in the order of the alphabet."""
N = 40


@pytest.fixture(scope="module")
def values() -> pd.DataFrame:
    """Values by query, two of them missing."""
    drawn = np.random.default_rng(0)
    rows = [
        {"system": system, "query_id": f"q{query}", "measure": measure, "metric": measure.split("@")[0]}
        | {"k": int(measure.split("@")[1]) if "@" in measure else None, "value": value}
        for system in SYSTEMS
        for measure in MEASURES
        for query, value in enumerate(drawn.beta(2, 2 if system == "new" else 3, N))
    ]
    frame = pd.DataFrame(rows)
    frame.loc[frame.query_id.isin(["q3"]) & (frame.system == "old"), "value"] = np.nan
    return frame


@pytest.fixture(scope="module")
def predictions() -> pd.DataFrame:
    drawn = np.random.default_rng(1)
    score = drawn.random(600).round(2)
    return pd.DataFrame({"score": score, "label": (drawn.random(600) < score).astype(int), "model": "a"})


def metrics(
    systems: list[Any], measures: list[str] | None = None, groups: dict[str, Any] | None = None, **more: Any
) -> pd.DataFrame:
    drawn = np.random.default_rng(2)
    rows = []
    for system, measure in itertools.product(systems, measures or MEASURES):
        value = drawn.uniform(0.2, 0.8)
        rows.append(
            {"system": system, **(groups or {}), "measure": measure, "metric": measure.split("@")[0]}
            | {"k": int(measure.split("@")[1]) if "@" in measure else None, "value": value}
            | {"n_queries": 100, "ci_low": value - 0.05, "ci_high": value + 0.05, **more}
        )
    return pd.DataFrame(rows)


def compiled(chart: Any) -> str:
    """The SVG of a chart, which Altair's schema and Vega take without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        specification = chart.to_dict(validate=True)
        svg: str = vl_convert.vegalite_to_svg(specification)
    ET.fromstring(svg)
    return svg


def parts(node: Any) -> Iterator[dict[str, Any]]:
    """Every dictionary of a specification."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from parts(value)
    elif isinstance(node, list):
        for value in node:
            yield from parts(value)


def data_of(chart: Any, *fields: str) -> list[dict[str, Any]]:
    """The rows with these fields, of the first data that have them."""
    for part in parts(chart.to_dict()):
        rows = part.get("values")
        if isinstance(rows, list) and rows and isinstance(rows[0], dict) and set(fields) <= set(rows[0]):
            return rows
    raise AssertionError(f"no data with {fields}")


def subtitle(chart: Any) -> str:
    return " ".join(chart.to_dict()["title"].get("subtitle", []))


def title(chart: Any) -> str:
    return " ".join(chart.to_dict()["title"]["text"])


def compared(values: pd.DataFrame, **arguments: Any) -> rankhouse.Comparison:
    with pytest.warns(rankhouse.InputWarning, match="1 queries have a value on one side only"):
        return rankhouse.compare(values, **arguments)


AGREED = pd.DataFrame(
    [
        {"rater_id": one, "other_rater_id": other, "method": "cohen", "value": value, "n_units": n}
        for one, other, value, n in [("ann", "bob", 0.75, 6), ("ann", "cy", 0.5, 5), ("bob", "cy", -0.25, 4)]
    ]
)
CONFUSED = pd.DataFrame(
    [
        {"human_grade": human, "machine_grade": machine, "n_items": n, "human_share": None, "machine_share": share}
        for human, machine, n, share in [(0, 0, 9, 0.9), (1, 0, 1, 0.1), (1, 2, 5, 1.0), (None, 2, 80, None)]
    ]
)
CALIBRATED = pd.DataFrame(
    [
        {"length": length, "machine_grade": grade, "human_grade": grade - bias, "human_low": grade - bias - 0.1}
        | {"human_high": grade - bias + 0.1, "bias": bias, "n_items": 20}
        for length, bias in (("long", 0.5), ("short", 0.25))
        for grade in (0.0, 1.0, 2.0)
    ]
)
POWERED = pd.DataFrame([{"measure": "ndcg@10", "value": 0.52, "ci_low": 0.49, "ci_high": 0.55, "tuning": 0.9}])
POWERED = POWERED.assign(n_human=50, n_machine=1000, effective_labels=388.4)


BIAS = {
    "position": [1, 2, 3, 4],
    "examination": [1, 0.5, 0.375, None],
    "impressions": [100, 100, 90, 80],
    "clicks": [40, 20, 14, 0],
    "ci_low": [1, 0.4, 0.25, None],
    "ci_high": [1, 0.625, 0.5625, None],
}


def every_chart(values: pd.DataFrame, predictions: pd.DataFrame) -> dict[str, Callable[[], Any]]:
    days = pd.concat(
        [metrics(SYSTEMS, groups={"day": date(2024, 1, 1) + timedelta(day)}) for day in range(5)], ignore_index=True
    )
    curve = pd.concat([metrics(SYSTEMS, ["ndcg@10"], n_given=n) for n in (1, 2, 5)], ignore_index=True)
    curve = curve[["system", "measure", "n_given", "value", "n_queries", "ci_low", "ci_high"]]
    crossing = {"measure": "ndcg@10", "system": "old", "other_system": "new", "crossing": 1.5}
    crossings = pd.DataFrame([crossing | {"ci_low": 1.1, "ci_high": 1.9}])
    audit = values.assign(lowest=values.value - 0.1, expected=values.value, highest=values.value + 0.1)

    ranked = pd.DataFrame(
        [{"measure": "map", "system": name, "value": 0.5, "rank": 1, "rank_low": 1, "rank_high": 2} for name in SYSTEMS]
    )

    preference = {"wins_a": 30, "wins_b": 20, "ties": 50, "preference": 0.1, "ci_low": -0.04, "ci_high": 0.24}
    preferences = pd.DataFrame([{"country": country, **preference} for country in ("de", "fr")])
    differences = {"experiment": [1, 2, 3], "measure": ["ndcg@10"] * 3, "offline_difference": [-0.1, 0.1, 0.2]}
    experiments = pd.DataFrame(differences | {"online_difference": [-0.2, 0.1, None]})
    trust = pd.DataFrame([{"measure": "ndcg@10", "agreement": 1.0, "slope": 1.5, "intercept": -0.05}])

    estimated = {"value": 0.06, "std_error": 0.01, "ci_low": 0.04, "ci_high": 0.08, "n": 400, "effective_size": 105.2}
    estimates = pd.DataFrame([{"estimator": name, **estimated} for name in ("ips", "snips")])

    rated = {"strength": 0.5, "rating": 1086.9, "ci_low": 1010.0, "ci_high": 1150.0, "rank": 1, "win_rate": 0.6225}
    board = pd.DataFrame([{"system": name, **rated, "rank_low": 1, "rank_high": 2} for name in SYSTEMS])
    pairs = pd.DataFrame([{"system": "old", "baseline": "new", "win_rate": 0.25, "ci_low": 0.125, "ci_high": 0.5}])
    shares = {"first_shown_wins": 0.625, "order_agreement": 0.75, "both_orders": 0.5}
    checks = pd.DataFrame([{"check": name, "value": value, "n": 8} for name, value in shares.items()])
    checks = checks.assign(ci_low=checks.value - 0.125, ci_high=checks.value + 0.125)

    return {
        "board": lambda: plot.board(board),
        "win_rates": lambda: plot.win_rates(pairs),
        "system_ranks": lambda: plot.system_ranks(ranked),
        "order_effect": lambda: plot.order_effect(checks),
        "off_policy": lambda: plot.off_policy(estimates),
        "interleaving": lambda: plot.interleaving(preferences),
        "metric_trust": lambda: plot.metric_trust(experiments, trust),
        "summary": lambda: plot.summary(metrics(SYSTEMS)),
        "by_cutoff": lambda: plot.by_cutoff(metrics(SYSTEMS)),
        "distribution": lambda: plot.distribution(values),
        "differences": lambda: plot.differences(values),
        "comparison": lambda: plot.comparison(compared(values)),
        "by_segment": lambda: plot.by_segment(metrics(SYSTEMS, groups={"country": "de"}), "country"),
        "over_time": lambda: plot.over_time(days, "day"),
        "roc": lambda: plot.roc(rankhouse.roc_curve(predictions)),
        "precision_recall": lambda: plot.precision_recall(rankhouse.pr_curve(predictions, by="model")),
        "thresholds": lambda: plot.thresholds(rankhouse.confusion(predictions, [0.2, 0.4, 0.6])),
        "calibration": lambda: plot.calibration(rankhouse.calibration(predictions)),
        "lift": lambda: plot.lift(rankhouse.lift(predictions, by="model")),
        "learning_curve": lambda: plot.learning_curve(curve, crossings),
        "position_bias": lambda: plot.position_bias(pd.DataFrame(BIAS)),
        "ties": lambda: plot.ties(audit),
        "raters": lambda: plot.raters(AGREED),
        "grade_confusion": lambda: plot.grade_confusion(CONFUSED),
        "grade_calibration": lambda: plot.grade_calibration(CALIBRATED),
        "prediction_powered": lambda: plot.prediction_powered(POWERED, metrics(["by people"], ["ndcg@10"])),
        "value_bounds": lambda: plot.value_bounds(audit.assign(n_unjudged=3)),
    }


NAMES = [name for name in plot.__all__ if name not in ("save", "theme")]


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_every_chart_compiles_and_tells_what_it_shows(
    name: str, values: pd.DataFrame, predictions: pd.DataFrame, tmp_path: Path
) -> None:
    chart = every_chart(values, predictions)[name]()
    svg = compiled(chart)
    shown = " ".join("".join(text.itertext()) for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"))
    for line in chart.to_dict()["title"]["text"]:
        assert line in shown
    # The text alternative has the title and a figure.
    assert chart.description.startswith(title(chart))
    assert re.search(r"\d\.\d", chart.description)
    saved = plot.save(chart, tmp_path / "chart.svg").read_text()
    assert ET.fromstring(saved).get("aria-label") == chart.description
    assert plot.save(chart, tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
    # No colour but those of the theme: what is left of the specification names none.
    without_theme = {key: value for key, value in chart.to_dict().items() if key not in ("config", "datasets")}
    assert re.findall(r"#[0-9a-fA-F]{6}", json.dumps(without_theme)) == []
    # Nor is a mark fainter than its colour.
    assert not [part for part in parts(without_theme) if "opacity" in part]
    dark = chart.configure(**plot.theme.DARK)
    assert compiled(dark) != svg
    for each in (chart, dark):
        assert_shown(each)


def assert_shown(chart: Any) -> None:
    """In a notebook: as a picture, and by the Vega of JupyterLab or VS Code, which is older than Altair's."""
    bundle = chart._repr_mimebundle_()
    assert set(bundle) == {"image/svg+xml", "application/vnd.vegalite.v5+json"}
    picture = bundle["image/svg+xml"]
    assert ET.fromstring(picture).get("aria-label") == chart.description
    # Nothing is loaded from anywhere.
    assert set(re.findall(r"https?://[^\s\"'<]+", picture)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        older = vl_convert.vegalite_to_svg(bundle["application/vnd.vegalite.v5+json"], vl_version="5.8")
    assert marks_of(older) == marks_of(picture)


def marks_of(svg: str) -> dict[str, int]:
    return Counter(each.get("aria-roledescription", "") for each in ET.fromstring(svg).iter())


def test_a_renderer_that_the_user_has_enabled_goes_first() -> None:
    chart = plot.summary(metrics(SYSTEMS))
    with altair.renderers.enable("png"):
        (png, _) = chart._repr_mimebundle_()
    assert set(png) == {"image/png"}


def test_without_vl_convert_charts_show_as_those_of_altair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert set(plot.summary(metrics(SYSTEMS))._repr_mimebundle_()) == {"text/html"}


def test_summary_has_the_figures_in_the_order_of_the_table() -> None:
    table = metrics(SYSTEMS)
    rows = data_of(plot.summary(table), "measure", "value", "ci_low")
    assert [(row["system"], row["measure"]) for row in rows] == list(zip(table.system, table.measure, strict=True))
    assert [row["value"] for row in rows] == list(table.value)
    assert [row["ci_high"] for row in rows] == list(table.ci_high)
    (sort,) = {
        tuple(part["sort"])
        for part in parts(plot.summary(table).to_dict())
        if part.get("field") == "measure" and "sort" in part
    }
    assert sort == tuple(MEASURES)


def test_tables_may_be_of_any_kind() -> None:
    table = metrics(SYSTEMS)
    with duckdb.connect() as con:
        con.register("seen", table)
        con.execute("create table kept as from seen")
        charts = [
            plot.summary(table),
            plot.summary(pl.from_pandas(table)),
            plot.summary(con.sql("from kept")),
            plot.summary("kept", con=con),
            plot.summary(table.to_dict("list")),
        ]
        found = [data_of(chart, "measure", "value") for chart in charts]
        assert all(rows == found[0] for rows in found)
        assert con.sql("from duckdb_tables() where temporary").fetchall() == []


def test_null_values_are_left_out_and_said() -> None:
    table = metrics(SYSTEMS)
    table.loc[0, "value"] = None
    chart = plot.summary(table)
    assert len(data_of(chart, "value", "measure")) == len(table) - 1
    assert "Left out: 1 mean that is NULL." in subtitle(chart)


def test_measures_of_other_scales_have_axes_of_their_own() -> None:
    table = pd.concat([metrics(SYSTEMS, ["ndcg@10"]), metrics(SYSTEMS, ["dcg@10"]).assign(value=12.5)])
    chart = plot.summary(table)
    assert [view.title for view in chart.vconcat] == ["ndcg@10", "dcg@10"]
    compiled(chart)


def test_thirty_systems_have_a_row_each_in_the_summary_and_the_highest_a_line() -> None:
    systems = [f"system {number}" for number in range(30)]
    table = metrics(systems, ["ndcg@5", "ndcg@10"])
    summary = plot.summary(table)
    assert len(data_of(summary, "system", "value")) == 30
    compiled(summary)
    chart = plot.by_cutoff(table)
    shown = {row["system"] for row in data_of(chart, "system", "k")}
    highest = table[table.measure == "ndcg@10"].nlargest(12, "value").system
    assert shown == set(highest)
    assert "The 12 highest ndcg@10 of 30." in subtitle(chart)


def test_cutoffs_are_numbers_and_measures_without_one_are_named() -> None:
    chart = plot.by_cutoff(metrics(["one"]))
    rows = data_of(chart, "k", "value")
    assert sorted((row["k"], row["measure"]) for row in rows) == [(5, "ndcg@5"), (10, "ndcg@10")]
    assert "Left out, without a cutoff: average_precision." in subtitle(chart)
    with pytest.raises(InputError, match=r"none of the measures has a cutoff \(average_precision\): evaluate some"):
        plot.by_cutoff(metrics(["one"], ["average_precision"]))


@pytest.mark.parametrize("bins", [1, 7, 20, 200])
def test_distribution_is_the_histogram_of_numpy(values: pd.DataFrame, bins: int) -> None:
    chart = plot.distribution(values, bins=bins)
    views = chart.to_dict()["vconcat"]
    for system, view in zip(SYSTEMS, views, strict=True):
        own = values[(values.system == system) & (values.measure == "ndcg@10")].value.dropna()
        counts, edges = np.histogram(own, bins, (0, 1))
        (rows,) = (
            layer["data"]["values"] for layer in view["layer"] if "bin" in layer.get("data", {}).get("values", [{}])[0]
        )
        assert {row["bin"]: row["n"] for row in rows} == {place: n for place, n in enumerate(counts) if n}
        for row in rows:
            assert row["low"] == pytest.approx(edges[row["bin"]], abs=1e-12)
            assert row["high"] == pytest.approx(edges[row["bin"] + 1], abs=1e-12)
        assert f"mean {own.mean():.3f}, median {own.median():.3f}" in chart.description
    assert "Left out: 1 query without a value." in subtitle(chart)


def test_bins_of_other_values_span_these() -> None:
    frame = pd.DataFrame({"query_id": ["a", "b", "c"], "measure": "dcg", "value": [-2.0, 5.0, 5.0]})
    rows = data_of(plot.distribution(frame, bins=7), "bin", "n")
    assert [(row["low"], row["high"], row["n"]) for row in rows] == [(-2, -1, 1), (4, 5, 2)]
    same = data_of(plot.distribution(frame.assign(value=3.0), bins=1), "bin", "n")
    assert [(row["low"], row["high"], row["n"]) for row in same] == [(2.5, 3.5, 3)]


def test_many_systems_are_strips(values: pd.DataFrame) -> None:
    many = pd.concat([values.assign(system=f"s{number}") for number in range(9)]).dropna()
    many = many.drop_duplicates(["system", "query_id", "measure"])
    chart = plot.distribution(many)
    assert sum(row["n"] for row in data_of(chart, "bin", "n")) == len(many[many.measure == "ndcg@10"])
    compiled(chart)


def paired(values: pd.DataFrame, measure: str) -> pd.DataFrame:
    wide = values[values.measure == measure].pivot_table(index="query_id", columns="system", values="value")
    return wide.dropna()


def test_differences_are_those_of_numpy(values: pd.DataFrame) -> None:
    wide = paired(values, "ndcg@5")
    expected = np.sort(wide.old - wide.new)
    chart = plot.differences(values, measure="ndcg@5", baseline="new")
    rows = data_of(chart, "difference")
    assert np.allclose([row["difference"] for row in rows], expected, atol=1e-12, rtol=0)
    assert [row["query_id"] for row in rows] == list((wide.old - wide.new).sort_values().index)
    text = f"old is better in {(expected > 0).sum()} of 39 queries, worse in {(expected < 0).sum()}, equal in 0"
    assert text in chart.description
    assert f"{expected.mean():+.4f}".replace("-", "\N{MINUS SIGN}") in chart.description
    assert "Left out: 1 query with a value for only one of them." in subtitle(chart)


def test_differences_of_a_comparison_are_those_of_its_values(values: pd.DataFrame) -> None:
    ours = data_of(plot.differences(compared(values, baseline="old"), measure="ndcg@5"), "difference")
    theirs = data_of(plot.differences(values, measure="ndcg@5", system="new", baseline="old"), "difference")
    assert [row["difference"] for row in ours] == [row["difference"] for row in theirs]
    by_column = data_of(plot.differences(values, measure="ndcg@5", system="system", baseline="old"), "difference")
    assert by_column == theirs


def test_differences_are_taken_within_groups() -> None:
    rows = [
        {"system": system, "country": country, "query_id": "q", "measure": "ndcg", "value": value}
        for system, country, value in (("a", "de", 0.1), ("b", "de", 0.5), ("a", "fr", 0.9), ("b", "fr", 0.2))
    ]
    found = data_of(plot.differences(pd.DataFrame(rows)), "difference")
    assert [row["difference"] for row in found] == pytest.approx([-0.7, 0.4])


def test_a_million_values_are_thinned_in_the_database() -> None:
    with duckdb.connect() as con:
        con.execute(
            "create table v as select s as system, i as query_id, 'ndcg@10' as measure,"
            " (hash(i * 7 + len(s)) % 1000003) / 1000003.0 as value"
            " from range(500000) t(i), (values ('a'), ('bb')) x(s)"
        )
        wide = con.sql(
            "select a.value as a, b.value as b from v a join v b using (query_id)"
            " where a.system = 'a' and b.system = 'bb'"
        ).fetchnumpy()
        expected = np.sort(wide["b"] - wide["a"])
        chart = plot.differences("v", con=con)
        rows = data_of(chart, "difference")
        assert len(rows) == 1000
        assert (rows[0]["difference"], rows[-1]["difference"]) == (expected[0], expected[-1])
        assert np.allclose(
            [row["difference"] for row in rows], expected[[int(row["number"]) for row in rows]], atol=1e-12
        )
        gaps = np.diff([row["number"] for row in rows])
        assert gaps.max() - gaps.min() <= 1
        assert "1,000 of 500,000 queries, evenly spaced, with the largest loss and gain." in subtitle(chart)
        counted = data_of(plot.distribution("v", con=con), "bin", "n")
        counts, _ = np.histogram(wide["a"], 20, (0, 1))
        assert [row["n"] for row in counted] == list(counts)


def test_comparison_has_all_rows_with_their_intervals(values: pd.DataFrame) -> None:
    comparison = compared(values)
    chart = plot.comparison(comparison)
    rows = [row for part in parts(chart.to_dict()) if "values" in part for row in part["values"] if "said" in row]
    expected = {row["measure"]: row for row in comparison.rows()}
    assert {row["measure"] for row in rows} == set(MEASURES)
    for row in rows:
        own = expected[row["measure"]]
        assert [row[name] for name in ("difference", "ci_low", "ci_high")] == [
            own[name] for name in ("difference", "ci_low", "ci_high")
        ]
        assert row["said"] == ("significant" if own["p_adjusted"] < 0.05 else "not significant")
    with pytest.raises(InputError, match=r"plot\.comparison takes what rankhouse\.compare\(\.\.\.\) returns"):
        plot.comparison(values)


def test_the_method_of_a_comparison_warns_and_returns_the_same_chart(values: pd.DataFrame) -> None:
    comparison = compared(values)
    with pytest.warns(FutureWarning) as warned:
        chart = comparison.plot()
    (one,) = warned
    assert str(one.message).endswith("in 2.0: use rankhouse.plot.comparison(compared)")
    assert one.filename == __file__
    assert chart.to_dict() == plot.comparison(comparison).to_dict()


def test_of_many_segments_those_with_the_most_queries_are_kept() -> None:
    table = pd.concat(
        [metrics(["one"], ["ndcg@10"], {"country": f"land {n}"}).assign(n_queries=n) for n in range(80)],
        ignore_index=True,
    )
    table["value"] = np.random.default_rng(3).random(80)
    chart = plot.by_segment(table, "country")
    kept = {row["segment"] for row in data_of(chart, "segment")}
    assert kept == {f"land {n}" for n in range(30, 80)}
    assert "The 50 segments with the most queries, of 80." in subtitle(chart)
    (order,) = {
        tuple(part["sort"]) for part in parts(chart.to_dict()) if part.get("field") == "segment" and "sort" in part
    }
    by_value = table[table.n_queries >= 30].sort_values("value", ascending=False).country
    assert list(order) == list(by_value)


def test_segments_that_are_numbers_stay_in_their_order() -> None:
    table = pd.concat([metrics(["one"], ["ndcg@10"], {"length": n}) for n in (10, 9, None, 2)], ignore_index=True)
    chart = plot.by_segment(table.astype({"length": "Int64"}), "length")
    orders = [part["sort"] for part in parts(chart.to_dict()) if part.get("field") == "segment" and "sort" in part]
    assert orders[0] == ["2", "9", "10", "(none)"]


def test_of_many_days_the_ends_and_extremes_are_kept() -> None:
    drawn = np.random.default_rng(4).random(3000)
    days = [date(2016, 1, 1) + timedelta(day) for day in range(3000)]
    table = pd.DataFrame({"day": days, "measure": "ndcg@10", "value": drawn})
    chart = plot.over_time(table, "day")
    rows = data_of(chart, "time", "value")
    assert len(rows) <= 402 + 2
    assert {drawn[0], drawn[-1], drawn.min(), drawn.max()} <= {row["value"] for row in rows}
    assert [row["time"] for row in rows] == sorted(row["time"] for row in rows)
    assert rows[0]["time"] == "2016-01-01T00:00:00"
    assert f"{len(rows):,} of 3,000 points" in subtitle(chart)


LATE = """
create table late as
select system, date '2026-01-01' + day::int as day, 'ndcg@10' as measure, 'ndcg' as metric, 10 as k, 0.5 as value,
    if(day = 4, 2, 20) as n_queries, if(day = 4, 18, 0) as n_missing, 0.01 as std_error, 0.48 as ci_low, 0.52 as ci_high
from (values ('old'), ('new')) as systems(system), range(5) as days(day);
create table maturity as select distinct day, day < date '2026-01-04' as is_complete from late;
"""


@pytest.mark.parametrize(("complete", "n_days"), [(None, 5), ({"min_queries": 10}, 4), ("maturity", 3)])
def test_days_whose_labels_are_not_there_yet_are_left_out(complete: Any, n_days: int) -> None:
    with duckdb.connect() as con:
        con.execute(LATE)
        for given in ("late", con.sql("from late"), con.sql("from late").df()):
            shown = json.dumps(plot.over_time(given, "day", complete=complete, con=con).to_dict())
            assert [f"2026-01-0{day}" in shown for day in range(1, 6)] == [day <= n_days for day in range(1, 6)]
        with pytest.raises(
            InputError, match=r"no value of column 'day' is complete according to .*: there is nothing to show"
        ):
            plot.over_time("late", "day", complete={"min_queries": 100}, con=con)


@pytest.mark.parametrize("times", [["2024-01-01", "2024-01-02"], [1, 2], [date(2024, 1, 1), date(2024, 1, 2)]])
def test_times_are_dates_or_numbers(times: list[Any]) -> None:
    table = pd.DataFrame({"week": times, "measure": "ndcg", "value": [0.5, 0.6]})
    compiled(plot.over_time(table, "week"))


def test_roc_and_precision_recall_have_area_and_break_even(predictions: pd.DataFrame) -> None:
    from sklearn.metrics import average_precision_score, roc_auc_score

    curve = rankhouse.roc_curve(predictions, None)
    chart = plot.roc(curve)
    area = roc_auc_score(predictions.label, predictions.score)
    assert f"Area {area:.3f}." in subtitle(chart)
    points = [row for part in parts(chart.to_dict()) if "values" in part for row in part["values"] if "fpr" in row]
    assert {(row["fpr"], row["tpr"]) for row in points} == set(curve.project("fpr, tpr").fetchall())
    (even,) = {row["tpr"] for row in points if row["is_break_even"]}
    assert f"break-even at true positive rate {even:.3f}" in chart.description
    twice = pd.concat([predictions, predictions.assign(model="b", score=1 - predictions.score)])
    chart = plot.precision_recall(rankhouse.pr_curve(twice, by="model"))
    area = average_precision_score(predictions.label, predictions.score)
    domains = [part["domain"] for part in parts(chart.to_dict()) if isinstance(part.get("domain"), list)]
    assert any(str(names[0]) == f"a: area {area:.3f}" for names in domains)


@pytest.mark.thorough
def test_long_curves_keep_ends_and_break_even() -> None:
    drawn = np.random.default_rng(5)
    score = drawn.random(20_000)
    frame = pd.DataFrame({"score": score, "label": (drawn.random(20_000) < score).astype(int)})
    curve = rankhouse.roc_curve(frame, None).df()
    chart = plot.roc(curve)
    rows = [row for part in parts(chart.to_dict()) if "values" in part for row in part["values"] if "place" in row]
    assert {1, len(curve)} <= {row["place"] for row in rows}
    assert any(row["is_break_even"] for row in rows)
    n = len({row["place"] for row in rows})
    assert n <= 3002
    assert f"{n:,} of {len(curve):,} points." in subtitle(chart)


def test_thresholds_are_those_of_sklearn(predictions: pd.DataFrame) -> None:
    from sklearn.metrics import f1_score, precision_score, recall_score

    chart = plot.thresholds(rankhouse.confusion(predictions, [0.25, 0.5, 0.75]))
    rows = {(row["threshold"], row["measure"]): row["value"] for row in data_of(chart, "threshold", "measure")}
    for threshold in (0.25, 0.5, 0.75):
        predicted = predictions.score >= threshold
        for name, score in (("precision", precision_score), ("recall", recall_score), ("f1", f1_score)):
            assert rows[threshold, name] == pytest.approx(score(predictions.label, predicted), abs=1e-12)
    best = max((0.25, 0.5, 0.75), key=lambda threshold: rows[threshold, "f1"])
    assert f"at the threshold {best:.4g}" in chart.description


def test_the_share_of_positives_is_one_of_weights() -> None:
    predictions = pd.DataFrame({"score": [0.9, 0.8, 0.3, 0.1], "label": [1, 0, 1, 0], "worth": [1.0, 1.0, 1.0, 7.0]})
    for columns, share in (({}, 0.5), ({"weight": "worth"}, 0.2)):
        chart = plot.precision_recall(rankhouse.pr_curve(predictions, columns=columns))
        assert f"the share of positives, {share:.3f}" in subtitle(chart)


def test_calibration_tells_the_calibration_error(predictions: pd.DataFrame) -> None:
    binned = np.clip(np.ceil(predictions.score * 10) - 1, 0, 9)
    parts_of = predictions.groupby(binned)
    gap = (parts_of.score.mean() - parts_of.label.mean()).abs()
    expected = (gap * parts_of.size()).sum() / len(predictions)
    chart = plot.calibration(rankhouse.calibration(predictions))
    assert f"Average error (ECE): {expected:.3f}." in subtitle(chart)


def test_the_calibration_error_of_weighted_rows_is_that_of_the_metric() -> None:
    """By numpy too, and with the error of a second group: few rows may weigh most."""
    generator = np.random.default_rng(3)
    score = generator.random(400)
    label = (generator.random(400) < score**2).astype(int)
    weight = np.where(score > 0.7, 40.0, generator.random(400)) * (generator.random(400) > 0.1)
    predictions = pd.DataFrame({"system": ["a", "b"] * 200, "score": score, "label": label, "worth": weight})
    given: dict[str, Any] = {"by": "system", "columns": {"weight": "worth"}}
    known = dict(rankhouse.classifier_metrics(predictions, ["ece"], **given).project("system, value").fetchall())
    told = []
    for name in ("a", "b"):
        own = (predictions.system == name).to_numpy()
        place = np.clip(np.ceil(score[own] * 10), 1, 10).astype(int)
        of_bin = [np.bincount(place, weight[own] * each, 11) for each in (score[own], label[own])]
        expected = np.abs(of_bin[0] - of_bin[1]).sum() / weight[own].sum()
        assert known[name] == pytest.approx(expected, abs=1e-12)
        told.append(f"{name} {expected:.3f}")
    chart = plot.calibration(rankhouse.calibration(predictions, **given))
    assert f"Average error (ECE): {', '.join(told)}." in subtitle(chart)


def test_ties_are_means_over_queries(values: pd.DataFrame) -> None:
    audit = values.assign(lowest=values.value / 2, highest=values.value, expected=values.value)
    rows = data_of(plot.ties(audit), "lowest", "highest")
    for row in rows:
        own = values[(values.system == row["system"]) & (values.measure == row["measure"])].value.dropna()
        assert row["highest"] == pytest.approx(own.mean(), abs=1e-12)
        assert row["spread"] == pytest.approx(own.mean() / 2, abs=1e-12)


# Names, errors, edges.


def test_raters_who_agree_most_come_first() -> None:
    chart = plot.raters(AGREED)
    cells = {(row["row"], row["column"]): row["value"] for row in data_of(chart, "row", "column")}
    # Both ways round.
    assert cells["bob", "cy"] == cells["cy", "bob"] == -0.25 and len(cells) == 6
    assert "ann agrees most with the others, 0.625 on average; lowest for bob and cy, -0.250" in chart.description
    many = [
        {"rater_id": f"r{one:02}", "other_rater_id": f"r{other:02}", "method": "cohen", "value": 1 - other / 40}
        for one, other in itertools.combinations(range(20), 2)
    ]
    chart = plot.raters(pd.DataFrame(many).assign(n_units=3))
    assert len({row["row"] for row in data_of(chart, "row", "column")}) == 15
    assert "The 15 of 20 raters" in subtitle(chart)


def test_grades_are_shares_of_the_machines_and_biases() -> None:
    chart = plot.grade_confusion(CONFUSED)
    assert {(row["row"], row["column"]): row["value"] for row in data_of(chart, "row", "column")} == {
        ("0", "0"): 0.9,
        ("1", "0"): 0.1,
        ("1", "2"): 1.0,
    }
    assert "60.0 % of 15 items got the same grade" in chart.description
    chart = plot.grade_calibration(CALIBRATED)
    assert "+0.500, of grade 0 (long)" in chart.description
    with pytest.raises(InputError, match="no item has both grades"):
        plot.grade_confusion(CONFUSED[CONFUSED.human_grade.isna()])


def test_means_of_both_labels_stand_beside_those_of_people() -> None:
    chart = plot.prediction_powered(
        POWERED, metrics(["by people"], ["ndcg@10"])[["measure", "value", "ci_low", "ci_high"]]
    )
    rows = data_of(chart, "system", "value")
    assert [row["system"] for row in rows] == ["human and machine", "human only"]
    assert "ndcg@10 0.520 from 50 human labels, worth 388" in chart.description
    with pytest.raises(InputError, match="2 rows for measure 'ndcg@10': keep the rows of one group"):
        plot.prediction_powered(pd.concat([POWERED, POWERED]))


@pytest.mark.thorough
@pytest.mark.parametrize("column", ["system", "a.b[0]", 'x"y', "<b>", "datum.value", "value", "line\nbreak"])
def test_names_may_be_hostile(column: str) -> None:
    table = metrics(HOSTILE).rename(columns={"system": column} if column != "value" else {"system": "value_"})
    name = column if column != "value" else "value_"
    chart = plot.summary(table, system=name)
    svg = compiled(chart)
    assert "<script>" not in svg
    assert "‮" not in svg
    found = {row["system"] for row in data_of(chart, "system", "value")}
    assert {"(none)", "(empty)", "<script>alert(1)</script>", "a.b[0]", "line\\nbreak"} <= found
    by = plot.by_segment(metrics(SYSTEMS, groups={name + "2": "a.b"}), name + "2")
    compiled(by)


def test_hostile_systems_differ(values: pd.DataFrame, tmp_path: Path) -> None:
    names = dict(zip(SYSTEMS, ["a'b\n", '<i>"'], strict=True))
    renamed = values.assign(system=values.system.map(names), measure=values.measure + '"<&')
    chart = plot.differences(renamed)
    compiled(chart)
    assert "<i>" not in plot.save(chart, tmp_path / "x.svg").read_text()
    assert len(data_of(chart, "difference")) == 39


@pytest.mark.parametrize("name", ["summary", "distribution"])
def test_one_query_and_one_system_are_enough(name: str) -> None:
    frame = pd.DataFrame({"query_id": ["q"], "measure": ["ndcg@10"], "value": [0.5]})
    chart = plot.distribution(frame) if name == "distribution" else plot.summary(frame[["measure", "value"]])
    compiled(chart)


def test_one_query_differs() -> None:
    frame = pd.DataFrame({"system": SYSTEMS, "query_id": "q", "measure": "ndcg@10", "value": [0.5, 0.5]})
    chart = plot.differences(frame)
    assert "equal in 1" in chart.description
    compiled(chart)


ERRORS: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: plot.summary(metrics(SYSTEMS).drop(columns="value")),
        r"plot\.summary: .* has no column 'value'.*evaluate",
    ),
    (lambda: plot.summary(None), r"plot\.summary takes a table, got nothing"),
    (lambda: plot.summary(metrics(SYSTEMS), system="sistem"), "has no column 'sistem': did you mean 'system'"),
    (lambda: plot.summary(metrics(SYSTEMS).assign(value="x")), r"'value' is a number"),
    (lambda: plot.summary(metrics(SYSTEMS).iloc[:0]), "no rows|empty"),
    (lambda: plot.summary(metrics(SYSTEMS).assign(value=None)), "every value is NULL|'value' is a number"),
    (
        lambda: plot.summary(pd.concat([metrics(SYSTEMS, groups={"country": c}) for c in ("de", "fr")])),
        r"2 rows for measure 'ndcg@10' and system 'new': keep one value of 'country'",
    ),
    (
        lambda: plot.summary(pd.DataFrame({"query_id": ["a", "b"], "measure": "ndcg", "value": 1.0})),
        r"these are values by query: pass what .* without per_query",
    ),
    (lambda: plot.by_segment(metrics(SYSTEMS), "land"), "has no column 'land'"),
    (lambda: plot.by_segment(metrics(SYSTEMS, groups={"c": 1}), "c", measure="ndcg@1"), "did you mean 'ndcg@10'"),
    (lambda: plot.over_time(metrics(SYSTEMS, groups={"day": "soon"}), "day"), "dates, times or numbers, got 'soon'"),
    (lambda: plot.distribution(metrics(SYSTEMS)), r"has no column 'query_id'"),
    (lambda: plot.roc(metrics(SYSTEMS)), r"has no column 'threshold'.*rankhouse\.roc_curve"),
]


@pytest.mark.parametrize(("made", "message"), ERRORS)
def test_errors_name_the_column_and_what_to_pass(made: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        made()


@pytest.mark.parametrize("bins", [0, 201, 2.5, True])
def test_bins_are_a_whole_number(values: pd.DataFrame, bins: Any) -> None:
    with pytest.raises(InputError, match="bins is a whole number from 1 to 200"):
        plot.distribution(values, bins=bins)


def test_differences_name_two_systems(values: pd.DataFrame) -> None:
    with pytest.raises(InputError, match="there is no system 'odl': did you mean 'old'"):
        plot.differences(values, baseline="odl")
    with pytest.raises(InputError, match="are both 'old'"):
        plot.differences(values, system="old", baseline="old")
    with pytest.raises(InputError, match="no column distinguishes systems"):
        plot.differences(values[values.system == "old"].drop(columns="system"))
    with pytest.raises(InputError, match="two systems are needed, but there is only 'old'"):
        plot.differences(values[values.system == "old"])


def test_files_are_svg_or_png(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"plot\.save writes \.svg and \.png"):
        plot.save(plot.summary(metrics(["a"])), tmp_path / "chart.gif")
    with pytest.raises(InputError, match="cannot write"):
        plot.save(plot.summary(metrics(["a"])), tmp_path / "nowhere" / "chart.svg")


def test_without_altair_the_rest_works_and_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['altair'] = None\n"
        "import rankhouse\n"
        "try: rankhouse.plot\n"
        "except rankhouse.InputError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "charts need altair and vl-convert: pip install 'rankhouse[report]'\n"


def test_rankhouse_alone_imports_no_altair() -> None:
    code = "import sys, rankhouse; print('altair' in sys.modules, hasattr(rankhouse, 'nothing'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


# Colours.


def linear(colour: str) -> np.ndarray[Any, Any]:
    """Of sRGB, as WCAG 2 has it."""
    parts_of = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(parts_of <= 0.04045, parts_of / 12.92, ((parts_of + 0.055) / 1.055) ** 2.4)


def contrast(colour: str, other: str) -> float:
    low, high = sorted(float(linear(each) @ [0.2126, 0.7152, 0.0722]) for each in (colour, other))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    # Of WCAG's own examples: the lightest grey on white that passes for text.
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("theme", [plot.theme.LIGHT, plot.theme.DARK], ids=["light", "dark"])
def test_colours_of_texts_and_marks_are_readable(theme: dict[str, Any]) -> None:
    background = theme["background"]
    title_of, axis, legend = theme["title"], theme["axis"], theme["legend"]
    texts = [title_of["color"], title_of["subtitleColor"], axis["labelColor"], axis["titleColor"]]
    texts += [legend["labelColor"], legend["titleColor"], theme["text"]["color"], theme["style"]["note"]["color"]]
    marks = [*theme["range"]["category"], theme["style"]["reference"]["stroke"]]
    assert min(contrast(colour, background) for colour in texts + marks) >= 4.5


# Machado, Oliveira, Fernandes (2009), severity 1: what people without one kind of cone see, in linear RGB.
SEEN = {
    "by all": np.eye(3),
    "without red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "without green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "without blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]])


def lab(colour: str, seen: Any) -> np.ndarray[Any, Any]:
    xyz = XYZ @ np.clip(np.array(seen) @ linear(colour), 0, 1) / [0.95047, 1, 1.08883]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("theme", [plot.theme.LIGHT, plot.theme.DARK], ids=["light", "dark"])
def test_colours_differ_for_everyone(theme: dict[str, Any], seen: str) -> None:
    colours = [lab(colour, SEEN[seen]) for colour in theme["range"]["category"]]
    # In CIELAB a difference of 2.3 is just noticeable.
    assert min(np.linalg.norm(one - other) for one, other in itertools.combinations(colours, 2)) >= 12


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("theme", [plot.theme.LIGHT, plot.theme.DARK], ids=["light", "dark"])
def test_colours_leave_the_middle_on_both_sides_for_everyone(theme: dict[str, Any], seen: str) -> None:
    ramp = [lab(colour, SEEN[seen]) for colour in theme["range"]["heatmap"]]
    middle = len(ramp) // 2
    for half in (ramp[middle::-1], ramp[middle:]):
        far = [np.linalg.norm(colour - ramp[middle]) for colour in half]
        assert far == sorted(far) and far[-1] > 40
    for step in range(1, middle + 1):
        assert np.linalg.norm(ramp[middle - step] - ramp[middle + step]) > 12


def test_systems_are_told_apart_without_colour() -> None:
    systems = [f"s{number}" for number in range(12)]
    specification = plot.by_cutoff(metrics(systems, ["ndcg@5", "ndcg@10"])).to_dict()
    channels = {
        name: [part["encoding"][name] for part in parts(specification) if name in part.get("encoding", {})]
        for name in ("shape", "strokeDash")
    }
    shape, dash = (
        dict(zip(scale["scale"]["domain"], scale["scale"]["range"], strict=True)) for (scale,) in channels.values()
    )
    both = {(shape[name], tuple(dash[name])) for name in systems}
    assert len(both) == 12


# The command line.


@pytest.fixture
def files(tmp_path: Path, values: pd.DataFrame, predictions: pd.DataFrame) -> Path:
    drawn = np.random.default_rng(6)
    rows = [
        {"system": system, "country": "de" if query % 2 else "fr", "day": f"2026-01-0{1 + query % 3}"}
        | {"query_id": f"q{query}", "item_id": f"d{item}", "score": drawn.random(), "relevance": int(item == 0)}
        for system, query, item in itertools.product(SYSTEMS, range(N), range(6))
    ]
    pd.DataFrame(rows).to_csv(tmp_path / "run.csv", index=False)
    predictions.to_csv(tmp_path / "predictions.csv", index=False)
    values.dropna(subset="value").to_csv(tmp_path / "values.csv", index=False)
    return tmp_path


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def command(files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    def run(*arguments: str) -> Done:
        monkeypatch.chdir(files)
        monkeypatch.setattr(sys, "argv", ["rankhouse", *arguments])
        # Which it sets for the whole process.
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", rankhouse.InputWarning)
            with pytest.raises(SystemExit) as exited:
                cli.main()
        said = capsys.readouterr()
        return Done(exited.value.code or 0, said.out, said.err)  # type: ignore[arg-type]

    return run


TWO = ["-m", "ndcg@2", "-m", "ndcg@5"]
COMMANDS: list[tuple[list[str], list[str]]] = [
    (["evaluate", "run.csv", *TWO, "--by", "system"], ["by_cutoff", "summary"]),
    (["evaluate", "run.csv", "-m", "map", "--by", "system", "--by", "country"], ["by_segment_country"]),
    (["evaluate", "run.csv", "-m", "map", "--by", "system", "--by", "day"], ["over_time_day"]),
    (["evaluate", "run.csv", "-m", "map", "--by", "system", "--per-query"], ["distribution_average_precision"]),
    (["evaluate", "run.csv", "-m", "map", "--by", "system", "--wide", "system"], ["summary"]),
    (
        ["compare", "run.csv", "-m", "map"],
        ["comparison", "differences_average_precision", "distribution_average_precision"],
    ),
    (["tie-audit", "run.csv", "--by", "system"], ["ties"]),
    (["roc-curve", "predictions.csv"], ["roc"]),
    (["pr-curve", "predictions.csv"], ["precision_recall"]),
    (["calibration", "predictions.csv"], ["calibration"]),
    (["lift", "predictions.csv"], ["lift"]),
    (["confusion", "predictions.csv", "--threshold", "0.3", "--threshold", "0.6"], ["thresholds"]),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("arguments", "names"), COMMANDS, ids=lambda each: "-".join(each[:1]))
def test_charts_of_commands_are_files(
    command: Callable[..., Done], files: Path, arguments: list[str], names: list[str]
) -> None:
    without = command(*arguments)
    done = command(*arguments, "--charts", "made/here")
    assert (done.returncode, done.stdout) == (0, without.stdout)
    expected = [f"made/here/{name}{suffix}" for name in names for suffix in (".png", ".svg")]
    assert sorted(str(path.relative_to(files)) for path in files.glob("made/here/*")) == expected
    said = re.findall(r"^rankhouse: wrote (.*)$", done.stderr, re.MULTILINE)
    assert sorted(said) == expected
    for path in files.glob("made/here/*.svg"):
        assert ET.parse(path).getroot().get("aria-label")


def test_charts_that_cannot_be_are_errors(command: Callable[..., Done]) -> None:
    evaluate = ["evaluate", "run.csv", "-m", "map"]
    done = command(*evaluate, "--charts", "run.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--charts is a folder, but 'run.csv' cannot be created: File exists" in done.stderr
    groups = ["--by", "system", "--by", "country", "--by", "day"]
    done = command(*evaluate, *groups, "--charts", "made")
    assert done.returncode == 2
    assert "no chart fits this result: evaluate by at most one column besides that of the systems" in done.stderr


def test_charts_without_the_extra_are_an_error_before_anything_is_computed(
    command: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    done = command("evaluate", "nowhere.csv", "-m", "map", "--charts", "made")
    assert done.returncode == 2
    assert done.stderr == "rankhouse: files of charts need vl-convert: pip install 'rankhouse[report]'\n"


# The documentation.


@pytest.mark.thorough
def test_pictures_of_the_documentation_are_those_of_its_code(tmp_path: Path) -> None:
    made = {path.name: path for path in charts.drawn(tmp_path)}
    shown = {path.name: path for path in charts.PICTURES.glob("*.svg")}
    pages = "".join(page.read_text() for page in charts.PAGES)
    assert made.keys() == shown.keys() == set(re.findall(r"images/charts/(\w+\.svg)", pages))
    for name, path in shown.items():
        # Letters are as wide as the fonts of a machine; figures are not.
        now, then = (ET.fromstring(each.read_text()) for each in (made[name], path))
        assert then.get("aria-label") == now.get("aria-label"), "run: python tools/charts.py"
        assert path.stat().st_size < 60_000
