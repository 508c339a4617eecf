"""examples/online, built by dbt: its truth computed again in Python, and what the pages say of it."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import duckdb
import pytest

from dbt_projects import ROOT, dbt, installed

pytestmark = pytest.mark.thorough

PAGES = ("examples/online/README.md", "docs/online/shop.md")


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    project = installed(tmp_path_factory.mktemp("example"), "examples/online")
    done = dbt(project, "build", artifacts=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return duckdb.connect(str(project / "online.duckdb"), read_only=True)


@pytest.fixture(scope="module")
def answers(con: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    figures = "old_ranker, new_ranker, difference, ci_low, ci_high, true_difference"
    return con.execute(f"select answer, {figures} from answers order by place").fetchall()


def test_the_truth_is_that_of_all_lists(con: duckdb.DuckDBPyConnection) -> None:
    lists: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    rows = con.execute("select system, query_id, probability, appeal from rankers order by score desc").fetchall()
    for system, query, probability, appeal in rows:
        lists[system, query].append((probability, appeal))
    for system, clicks, first_clicks, dcg in con.execute("from truth").fetchall():
        known = [0.0, 0.0, 0.0]
        for query in range(1, 101):
            items = lists[system, query]
            assert sum(probability for probability, _ in items) == pytest.approx(1)
            for first, (probability, appeal) in enumerate(items):
                shown = [appeal, *(other for place, (_, other) in enumerate(items) if place != first)]
                known[0] += probability * sum(one * at**-0.7 for at, one in enumerate(shown, 1)) / 100
                known[1] += probability * appeal / 100
            known[2] += sum(appeal / math.log2(rank + 1) for rank, (_, appeal) in enumerate(items, 1)) / 100
        assert [clicks, first_clicks, dcg] == pytest.approx(known)


def test_answers_are_near_the_truth_but_for_clicks_as_counted(answers: list[tuple[Any, ...]]) -> None:
    assert len(answers) == 7
    for answer, *_, difference, low, high, truth in answers:
        if answer == "DCG@10, clicks as counted":
            assert difference < 0 < truth
        elif truth is not None:
            assert difference == pytest.approx(truth, rel=0.5)
        if low is not None:
            assert low > 0
            assert truth is None or low < truth < high


def test_the_log_has_been_shown_and_clicked_as_it_is_said(con: duckdb.DuckDBPyConnection) -> None:
    """The first item by its probability, clicks by the position: each within four standard errors."""
    for position in range(1, 11):
        ((n, clicked, expected),) = con.execute(
            "select count(*), avg(clicked::int), avg(appeal * position ^ -0.7) from click_log join rankers"
            " using (query_id, item_id) where system = 'old' and position = ?",
            [position],
        ).fetchall()
        assert abs(clicked - expected) < 4 * math.sqrt(expected / n)
    ((left, n_drafts),) = con.execute(
        "select count(*) filter (n_items <> 10 or n_positions <> 10 or n_a <> 5), count(*) from (select"
        " count(distinct item_id) as n_items, count(distinct position) as n_positions,"
        " count(*) filter (team = 'a') as n_a from drafts group by search_id)"
    ).fetchall()
    assert (left, n_drafts) == (0, 4000)


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_these_answers(con: duckdb.DuckDBPyConnection, answers: list[tuple[Any, ...]], page: str) -> None:
    text = (ROOT / page).read_text()
    for answer, old, new, difference, low, high, truth in answers:
        interval = "" if low is None else f"{low:.4f} to {high:.4f}"
        known = "" if truth is None else f"{truth:+.4f}"
        assert f"| {answer} | {old:.4f} | {new:.4f} | {difference:+.4f} | {interval} | {known} |" in text
    ((needed,),) = con.execute("select searches_needed from preference").fetchall()
    said = " ".join(text.split())
    assert f"{needed} would find its preference" in said
    widths = {answer: high - low for answer, *_, low, high, _ in answers if low is not None}
    narrow, wide = (widths[f"First clicks, {of}"] for of in ("old log", "A/B test"))
    assert 0.45 < narrow / wide < 0.55
    assert "Its interval is half as wide" in said
