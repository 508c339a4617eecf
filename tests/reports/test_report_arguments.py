"""Arguments of `report` that say nothing about what it is given are refused; others are obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from pages import Page
from rankhouse._results.numbers import number

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")
PREDICTIONS = (
    "select 0.02 * (hash(i) % 10000) / 10000.0 as score, (hash(i, 'y') % 10000 < hash(i) % 10000 * 0.01)::int as label,"
    " 1 + i % 3 as w from range(20000) t(i)"
)
LOG = (
    "select 0.5 as logging_probability, case when i % 2 = 0 then 0.6 else 0.4 end as target_probability,"
    " (hash(i) % 10 < 3 - i % 2)::int as reward from range(400) t(i)"
)


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


@pytest.mark.parametrize(
    ("sql", "given", "arguments", "message"),
    [
        (PREDICTIONS, "predictions", {"measures": ["banana"]}, "banana"),
        (PREDICTIONS, "predictions", {"treshold": 0.5}, "unknown argument 'treshold' of report"),
        (LOG, "off_policy", {"treshold": 0.5}, "unknown argument 'treshold' of report"),
        (PREDICTIONS, "predictions", {"corection": "none"}, "did you mean 'correction'"),
        (PREDICTIONS, "predictions", {"ties": "best"}, "report: ties does not apply to 'predictions': leave it out"),
        (PREDICTIONS, "predictions", {"test": "sign"}, "report: test does not apply to 'predictions'"),
        (PREDICTIONS, "predictions", {"time": "day"}, "report: time does not apply to 'predictions'"),
        (LOG, "off_policy", {"measures": ["ndcg@10"]}, "report: measures does not apply to 'off_policy'"),
        (LOG, "off_policy", {"seed": 1}, "report: seed does not apply to 'off_policy'"),
        (LOG, "off_policy", {"team_a": "control"}, "report: team_a is a team in a log of interleaving"),
        (LOG, "off_policy", {"by": "country"}, "report: by does not apply to 'off_policy'"),
    ],
)
def test_what_does_not_fit_is_refused(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, sql: str, given: str, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(rankhouse.InputError) as raised:
        rankhouse.report(path=tmp_path / "a.html", con=con, **{given: con.sql(sql)}, **arguments)
    assert message in str(raised.value)
    assert not (tmp_path / "a.html").exists()


def test_unknown_arguments_are_refused_beside_runs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run = con.sql("select 1 as query_id, 1 as item_id, 1.0 as score, 1 as relevance")
    with pytest.raises(rankhouse.InputError, match="unknown argument 'treshold' of report"):
        rankhouse.report(run, path=tmp_path / "a.html", con=con, treshold=1)  # type: ignore[call-arg]


def test_measures_of_predictions_are_those_of_the_table(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    measures = ["brier", "roc_auc"]
    given = con.sql(PREDICTIONS)
    page = Page(rankhouse.report(predictions=given, measures=measures, path=tmp_path / "a.html", con=con))
    assert [row[0] for row in page.table("classifier")] == measures


def test_the_confidence_is_that_of_logs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    log = con.sql(LOG)
    page = Page(rankhouse.report(off_policy=log, confidence=0.5, path=tmp_path / "a.html", con=con))
    (low, high), *_ = rankhouse.off_policy(log, "snips", confidence=0.5, con=con).project("ci_low, ci_high").fetchall()
    assert f"({low:.3f} to {high:.3f}) a row by snips" in page.html
    assert "Below each value is its 50 % interval." in page.html


@pytest.mark.parametrize("columns", [{}, {"weight": "w"}])
def test_rare_positives_are_seen(con: duckdb.DuckDBPyConnection, tmp_path: Path, columns: dict[str, str]) -> None:
    """One row in 200 is positive, and no score is above 0.02."""
    given = con.sql(PREDICTIONS)
    page = Page(rankhouse.report(predictions=given, columns=columns, path=tmp_path / "a.html", con=con))
    (n_positives,) = given.aggregate("sum(label)").fetchall()[0]
    assert [each.text for each in page.root.all("dt")][:2] == ["Positives", "Rows"]
    assert page.root.all("dd")[0].text.startswith(f"{n_positives}0.")
    weighted = " weighted by w" if columns else ""
    assert f"over 20,000 rows{weighted}, {n_positives} of them positive" in page.html
    confusion = page.data["confusion"]
    assert min(confusion["thresholds"]) < 0.001
    assert max(confusion["thresholds"]) <= 0.02
    assert len(confusion["thresholds"]) > 80
    # The best F1 and the error are the same in the table, the charts and the matrix that is seen first.
    names = ["best_f1", "best_f1_threshold", "ece"]
    best, threshold, ece = (
        value
        for (value,) in rankhouse.classifier_metrics(given, names, columns=columns, con=con).project("value").fetchall()
    )
    table = {row[0]: row[1] for row in page.table("classifier")}
    assert [table["best_f1"], table["ece"]] == [number(best), number(ece)]
    tp, fp, fn, _ = confusion["counts"][0][confusion["first"]]
    assert confusion["thresholds"][confusion["first"]] == threshold
    assert 2 * tp / (2 * tp + fp + fn) == pytest.approx(best, rel=1e-12)
    (of_thresholds,), (of_bins,) = (page.data["figures"][name] for name in ("thresholds", "calibration"))
    assert f"the highest F1 is {number(best)}, at the threshold {threshold:.4g}" in of_thresholds["subtitle"]
    assert f"Average error (ECE): {number(ece)}." in of_bins["subtitle"]
    # Ten parts of equal weight, with Wilson's intervals.
    rows = next(each for each in page.data["rows"] if "ci_low" in each["fields"] and "positive_share" in each["fields"])
    bins = [dict(zip(rows["fields"], row, strict=True)) for row in rows["rows"]]
    weight = columns.get("weight", "1")
    shares = given.query(
        "given",
        f"select sum({weight}) / (select sum({weight}) from given), sum({weight} * label) / sum({weight}),"
        f" sum({weight}) ** 2 / sum({weight} ** 2) from given"
        f" where score between {bins[-1]['bin_from']} and {bins[-1]['bin_to']}",
    )
    assert len(bins) == 10
    assert shares is not None
    share_of_weight, share, n = shares.fetchall()[0]
    assert share_of_weight == pytest.approx(0.1, abs=0.001)
    assert bins[-1]["positive_share"] == pytest.approx(share, rel=1e-6)
    scipy = pytest.importorskip("scipy.stats")
    z = scipy.norm.ppf(0.975)
    middle, half = (share + z * z / 2 / n) / (1 + z * z / n), z * (share * (1 - share) / n + (z / 2 / n) ** 2) ** 0.5
    assert bins[-1]["ci_low"] == pytest.approx(middle - half / (1 + z * z / n), rel=1e-6)
    assert bins[-1]["ci_high"] == pytest.approx(middle + half / (1 + z * z / n), rel=1e-6)
