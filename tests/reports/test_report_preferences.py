"""The section Preferences of a report: figures by hand, the comparisons needed by scipy, verdicts on the edges."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import rankhouse
from pages import Page
from rankhouse import InputError
from rankhouse._answers.preference_power import preference_power
from rankhouse.cli import main
from reports.test_plot_preferences import RATES, verdicts

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        yield con


def reported(tmp_path: Path, preferences: Any, *arguments: Any, **more: Any) -> Page:
    return Page(rankhouse.report(*arguments, path=tmp_path / "a.html", preferences=preferences, **more))


def told(page: Page) -> tuple[str, str]:
    """The verdict and the finding, where there is one of each."""
    (verdict,) = (each for each in page.root.all("p") if each.attributes.get("class", "").startswith("verdict"))
    (finding,) = (each for each in page.root.all("p") if each.attributes.get("class") == "finding")
    return verdict.text, finding.text


def duels(rates: dict[tuple[str, str], float], n_queries: int) -> pd.DataFrame:
    """Each pair once a query, shown in alternating order; the share of queries that the first of the pair wins."""
    rows = []
    for (one, other), rate in rates.items():
        for query in range(n_queries):
            wins = (query * 7) % n_queries < rate * n_queries
            pair, winner = ((one, other), "ab"[not wins]) if query % 2 else ((other, one), "ab"[wins])
            rows.append((f"q{query}", *pair, winner))
    return pd.DataFrame(rows, columns=["query_id", "system_a", "system_b", "winner"])


def needed_by_scipy(frame: pd.DataFrame, one: str, other: str, confidence: float, power: float) -> int | None:
    """The fewest queries whose t test finds the win rate, as comparisons: the same error as the interval's."""
    own = frame[frame.system_a.isin([one, other]) & frame.system_b.isin([one, other])]
    of_first = np.where(own.winner == "tie", 0.5, (own.winner == "a").astype(float))
    scores = np.where(own.system_a == one, of_first, 1 - of_first)
    weights = own.weight.to_numpy() if "weight" in own else np.ones(len(own))
    rate, n = np.average(scores, weights=weights), len(scores)
    sums = pd.Series(weights * (scores - rate)).groupby(own.query_id.to_numpy()).sum().to_numpy()
    g = len(sums)
    if g < 2 or abs(rate - 0.5) < 1e-12 or np.abs(sums).max() < 1e-12:
        return None
    error = np.sqrt(g / (g - 1) * (sums**2).sum()) / weights.sum()
    for m in itertools.count(2):
        quantiles = stats.t.ppf((1 + confidence) / 2, m - 1) + stats.t.ppf(power, m - 1)
        if quantiles * error * np.sqrt(g) / np.sqrt(m) <= abs(rate - 0.5):
            return int(np.ceil(m * n / g - 1e-9))
    raise AssertionError


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("confidence", "power"), [(0.95, 0.8), (0.9, 0.95)])
def test_the_comparisons_needed_are_those_of_a_t_test(seed: int, confidence: float, power: float) -> None:
    draw = random.Random(seed)
    rows = []
    for query in range(draw.randint(2, 30)):
        for one, other in itertools.permutations("xyz", 2):
            for _ in range(draw.choice([0, 1, 1, 3])):
                winner = draw.choices(["a", "tie", "b"], [3 + (one < other), 1, 3])[0]
                rows.append((query, one, other, winner))
    frame = pd.DataFrame(rows, columns=["query_id", "system_a", "system_b", "winner"])
    columns = {}
    if seed % 2:
        frame["weight"] = [draw.choice([0.5, 1, 2.25]) for _ in rows]
        columns = {"weight": "weight"}
    found = preference_power(frame, columns, None, confidence=confidence, power=power).fetchall()
    assert len(found) == 3
    for system, baseline, n, n_units, needed in found:
        own = frame[frame.system_a.isin([system, baseline]) & frame.system_b.isin([system, baseline])]
        assert (n, n_units) == (len(own), own.query_id.nunique())
        expected = needed_by_scipy(frame, system, baseline, confidence, power)
        # Beyond 60 queries quantiles are by their expansion, which may be off by one query.
        assert needed == expected or abs(needed - expected) <= np.ceil(n / n_units)
        assert needed == expected or needed > 60 * n / n_units


def test_one_query_and_equal_systems_have_no_count() -> None:
    for winners in ("aaa", "ab"):
        frame = pd.DataFrame({"query_id": range(len(winners)), "system_a": "x", "system_b": "y"})
        ((*_, needed),) = preference_power(frame.assign(winner=list(winners)), {}, None).fetchall()
        assert needed is None
    alone = pd.DataFrame({"query_id": [1], "system_a": ["x"], "system_b": ["y"], "winner": ["a"]})
    assert preference_power(alone, {}, None).fetchall() == [("y", "x", 1, 1, None)]


def test_preferences_alone(tmp_path: Path, con: duckdb.DuckDBPyConnection) -> None:
    frame = verdicts()
    page = reported(tmp_path, frame, con=con)
    assert [each.attributes["id"] for each in page.root.all("section")] == ["preferences", "method"]
    assert page.one("title").text == "Preferences"
    # Of maximum likelihood by scipy; wins, ties and losses are counts of the table.
    board = page.table("board")
    assert [row[:2] for row in board] == [["c", "1,030"], ["a", "1,020"], ["b", "950"]]
    assert [row[4:] for row in board] == [["66", "33", "8", "25"], ["70", "33", "10", "27"], ["66", "23", "6", "37"]]
    # The better rated system first, whatever the two of them say.
    pairs = page.table("preference_pairs")
    assert [row[1] for row in pairs] == [
        f"{rate:.2f}" for rate in (1 - RATES["a", "c"], 1 - RATES["b", "c"], RATES["a", "b"])
    ]
    assert [row[3] for row in pairs] == ["13 / 6 / 16", "20 / 2 / 9", "17 / 4 / 14"]
    expected = [needed_by_scipy(frame, *pair, 0.95, 0.8) for pair in ("ca", "cb", "ab")]
    assert [int(row[6].replace(",", "")) for row in pairs] == expected
    checks = {row[0]: row[1:] for row in page.table("preference_checks")}
    assert checks["Won by the first shown"] == [f"{46 / 89:.3f}", "89"]
    assert checks["Ties"] == [f"{12 / 101:.3f}", "101"]
    assert checks["Sets connected by wins"] == ["1", "3"]
    assert set(page.data["figures"]) == {"board", "win_rates", "order_effect"}
    verdict, finding = told(page)
    assert finding.startswith("c is rated highest: 1,030 (95 % interval ")
    assert "from 101 comparisons of 40 queries. Tied with it, because their ranks overlap: a" in finding
    assert f"c is preferred to a with a rate of {1 - RATES['a', 'c']:.2f} (95 % interval " in finding
    assert finding.endswith("in 35 comparisons of the two.")
    assert verdict.startswith("Not decided: c and a do not differ significantly by rating; about ")
    assert verdict.endswith(" more queries would tell.")


def test_a_system_that_nobody_can_reach_is_shipped(tmp_path: Path) -> None:
    frame = duels({("best", "good"): 0.85, ("best", "poor"): 0.9, ("good", "poor"): 0.8}, 60)
    verdict, finding = told(reported(tmp_path, frame))
    assert verdict == "Ship best: significantly better than every other system by rating."
    assert "No other system can have its rank. best is preferred to good with a rate of 0.850 (" in finding
    assert finding.endswith("in 60 comparisons of the two.")


def test_few_queries_decide_nothing(tmp_path: Path) -> None:
    frame = duels({("best", "poor"): 0.9}, 20)
    verdict, finding = told(reported(tmp_path, frame))
    assert verdict.startswith("Not decided: 20 queries are too few to compare best and poor by rating; about ")
    assert "No other system can have its rank." in finding
    verdict, finding = told(reported(tmp_path, duels({("best", "poor"): 0.75}, 4)))
    assert verdict.startswith("Not decided: 4 queries are too few to compare best and poor by rating; about ")
    assert "There are too few queries for intervals." in finding


def test_systems_without_a_rating_are_said(tmp_path: Path) -> None:
    never_lost = duels({("best", "poor"): 1.0}, 40)
    with pytest.warns(rankhouse.InputWarning, match="preferences: best, poor have no rating: the systems fall"):
        page = reported(tmp_path, never_lost)
    verdict, finding = told(page)
    assert verdict == "Not decided: no system has a rating."
    assert finding == (
        "From 40 comparisons of 40 queries, no system has a rating: the systems fall into 2 sets, and between two"
        " sets wins go in one direction at most."
    )
    assert set(page.data["figures"]) == {"win_rates", "order_effect"}
    assert [row[1] for row in page.table("board")] == ["\N{EN DASH}"] * 2


def test_systems_that_never_met_are_said(tmp_path: Path) -> None:
    frame = duels({("one", "poor"): 0.8, ("two", "poor"): 0.75}, 40)
    _, finding = told(reported(tmp_path, frame))
    assert "Tied with it, because their ranks overlap: two" in finding
    assert finding.endswith("one and two were never compared with each other.")


def test_an_order_that_decides_is_a_doubt(tmp_path: Path) -> None:
    frame = duels({("one", "two"): 0.5}, 60).assign(winner=["b" if place % 5 == 0 else "a" for place in range(60)])
    with pytest.warns(rankhouse.InputWarning, match=r"preferences: the first shown wins 0\.80 \(0\.6.*order_effect"):
        page = reported(tmp_path, frame)
    assert "the order matters too" in page.root.text


def test_judges_are_checked_separately(tmp_path: Path) -> None:
    both = pd.concat([verdicts().assign(judge=name) for name in ("ann", "<b>bob</b>")])
    both = both.assign(query_id=[f"q{place}" for place in range(101)] * 2)
    for key in ("judge_id", "preferences.judge_id"):
        page = reported(tmp_path, both, columns={key: "judge"})
        (figure,) = page.data["figures"]["order_effect"]
        assert "of 89 decided comparisons of" in figure["description"]
        # Both say the same of each query.
        checks = {row[0]: row[1:] for row in page.table("preference_checks")}
        assert float(checks["Agreement of judges (alpha)"][0]) == 1
        assert "<b>bob" not in page.html


def test_beside_runs_each_has_a_finding(tmp_path: Path) -> None:
    run = pd.DataFrame(
        [
            {
                "system": system,
                "query_id": f"q{query}",
                "item_id": item,
                "score": (item * (3 + query + len(system))) % 7,
            }
            for system, query, item in itertools.product(("old", "newer"), range(8), range(5))
        ]
    )
    judgments = (
        run[["query_id", "item_id"]].drop_duplicates().assign(relevance=lambda rows: (rows.item_id == 2).astype(int))
    )
    asked = verdicts().rename(columns={"winner": "verdict", "query_id": "question"})
    columns = {"preferences.winner": "verdict", "preferences.query_id": "question"}
    page = reported(tmp_path, asked, run, judgments, ["ndcg@5"], columns=columns)
    sections = [each.attributes["id"] for each in page.root.all("section")]
    assert sections.index("preferences") > sections.index("summary")
    assert [row[0] for row in page.table("board")] == ["c", "a", "b"]
    findings = [each.text for each in page.root.all("p") if each.attributes.get("class") == "finding"]
    assert len(findings) == 2 and findings[1].startswith("c is rated highest")
    alone = reported(tmp_path, None, run, judgments, ["ndcg@5"])
    assert alone.table("means") == page.table("means")
    assert "preferences" not in [each.attributes["id"] for each in alone.root.all("section")]


def test_systems_may_be_numbers(tmp_path: Path) -> None:
    numbered = verdicts().replace({"system_a": {"a": 10, "b": 9, "c": 8}, "system_b": {"a": 10, "b": 9, "c": 8}})
    numbered = numbered.astype({"system_a": int, "system_b": int})
    page = reported(tmp_path, numbered)
    assert [row[0] for row in page.table("board")] == ["8", "10", "9"]
    assert told(page)[1].startswith("8 is rated highest")


def test_names_are_text(tmp_path: Path) -> None:
    name = "<script>alert(1)</script>"
    page = reported(tmp_path, verdicts().replace({"c": name}))
    assert name not in page.html
    assert page.table("board")[0][0] == name


def test_the_command_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts().rename(columns={"winner": "verdict"}).to_csv(tmp_path / "verdicts.csv", index=False)
    monkeypatch.chdir(tmp_path)
    command = ["--preferences", "verdicts.csv", "--columns", "preferences.winner=verdict"]
    monkeypatch.setattr(sys, "argv", ["rankhouse", "report", *command])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code, capsys.readouterr().err
    assert [row[0] for row in Page(tmp_path / "report.html").table("board")] == ["c", "a", "b"]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"preferences": verdicts().drop(columns="winner")}, "preferences .*'winner'"),
    ({"preferences": verdicts().replace({"winner": {"tie": "draw"}})}, "preferences: .*'draw'"),
    ({"preferences": verdicts().assign(system_b="a")}, "preferences: .*itself|against itself"),
    ({"preferences": verdicts().iloc[:0]}, "preferences .*empty"),
    ({"preferences": verdicts(), "measures": ["ndcg@5"]}, "report: measures does not apply to 'preferences'"),
    ({"preferences": verdicts(), "baseline": "a"}, "report: baseline does not apply to 'preferences'"),
    ({"preferences": verdicts(), "by": "country"}, "report: by does not apply to 'preferences'"),
    ({"preferences": verdicts(), "confidence": 1.5}, "confidence"),
    ({"preferences": verdicts(), "power": 0.2}, "power"),
    ({"preferences": verdicts(), "correction": "bonferoni"}, "correction.*bonferoni"),
    ({"preferences": verdicts(), "columns": {"preferences.judge": "x"}}, "judge"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_input_is_refused_by_name(tmp_path: Path, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        rankhouse.report(path=tmp_path / "a.html", **arguments)
    assert not (tmp_path / "a.html").exists()


def test_the_confidence_and_the_power_are_obeyed(tmp_path: Path) -> None:
    frame = verdicts()
    page = reported(tmp_path, frame, confidence=0.8, power=0.9)
    pairs = page.table("preference_pairs")
    assert [int(row[6].replace(",", "")) for row in pairs] == [
        needed_by_scipy(frame, *pair, 0.8, 0.9) for pair in ("ca", "cb", "ab")
    ]
    assert "(80 % interval " in told(page)[1]
