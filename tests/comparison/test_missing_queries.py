"""What is said of judged queries that a system lacks: counted by query, with some of them named."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

import rankhouse

pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        con.execute(
            "create table judgments as select 100 + q as query_id, 'd' as item_id, 1 as relevance,"
            " ['de', 'fr'][1 + q // 2 % 2] as country from range(800) t(q)"
        )
        yield con


def said(con: duckdb.DuckDBPyConnection, lacking: str) -> list[str]:
    """What is said of judged queries. lacking: of a system `s`, whether it lacks query q."""
    run = con.sql(
        "select s as system, 100 + q as query_id, 'd' as item_id, 1.0 as score"
        f" from range(800) t(q), (values ('a', 0), ('b', 1), ('c', 2), ('d', 3)) x(s, place) where not ({lacking})"
    )
    found = rankhouse.compare(run, "judgments", ["recall@1"], con=con).warnings
    return [each.split(": ")[0] for each in found if "judged queries" in each]


def test_each_system_lacks_other_queries(con: duckdb.DuckDBPyConnection) -> None:
    """The longest list of queries is not all that are judged."""
    lacking = "q between 10 * place and 10 * place + 6 + (s = 'd')::int"
    assert said(con, lacking) == [
        "of 800 judged queries, 'a' lacks 7 (100, 101, 102, ...), 'b' lacks 7 (110, 111, 112, ...),"
        " 'c' lacks 7 (120, 121, 122, ...), 'd' lacks 8 (130, 131, 132, ...)"
    ]


def test_systems_answer_halves(con: duckdb.DuckDBPyConnection) -> None:
    assert said(con, "(q % 2 = place % 2) and q < 798 or q >= 798") == [
        "of 800 judged queries, 'a' lacks 401 (100, 102, 104, ...), 'b' lacks 401 (101, 103, 105, ...),"
        " 'c' lacks 401 (100, 102, 104, ...), 'd' lacks 401 (101, 103, 105, ...)"
    ]


def test_what_all_lack_tells_nothing_of_how_they_differ(con: duckdb.DuckDBPyConnection) -> None:
    assert said(con, "q < 7") == []
    assert said(con, "q < 7 or q = 9 and s = 'a'") == [
        "of 800 judged queries, 'a' lacks 8 (100, 101, 102, ...), 'b' lacks 7 (100, 101, 102, ...),"
        " 'c' lacks 7 (100, 101, 102, ...), 'd' lacks 7 (100, 101, 102, ...)"
    ]
    assert said(con, "q = 9 and s = 'b'") == ["of 800 judged queries, 'b' lacks 1 (109)"]


def test_the_report_does_not_say_that_every_query_is_on_both_sides(
    con: duckdb.DuckDBPyConnection, tmp_path: pathlib.Path
) -> None:
    run = con.sql(
        "select s as system, 100 + q as query_id, 'd' as item_id, 1.0 as score"
        " from range(800) t(q), (values ('a'), ('b')) x(s) where q % 2 = (s = 'a')::int"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rankhouse._reporting.page.libraries", str)
        page = rankhouse.report(run, "judgments", ["recall@1"], tmp_path / "report.html", con=con).read_text()
    assert "every query is judged and answered by some system" in page
    assert "both sides." not in page
    assert "of 800 judged queries, &#39;a&#39; lacks 400 (100, 102, 104, ...)" in page


def run_of(con: duckdb.DuckDBPyConnection, answers: str) -> duckdb.DuckDBPyRelation:
    """Each system has half of its queries right. answers: whether a system `s` answers query q."""
    return con.sql(
        "select s as system, 100 + q as query_id, case when (q + length(s)) // 6 % 2 = 0 then 'd' else 'e' end"
        " as item_id, 1.0 as score from range(800) t(q), (values ('a'), ('bb'), ('ccc')) x(s)"
        f" where {answers}"
    )


def compared(con: duckdb.DuckDBPyConnection, answers: str, **more: Any) -> rankhouse.Comparison:
    return rankhouse.compare(run_of(con, answers), "judgments", ["recall@1"], con=con, **more)


HALVES = "(s = 'a' and q % 2 = 0 or s = 'bb' and q % 2 = 1)"


@pytest.mark.parametrize(
    ("answers", "words", "n_a"),
    [
        (HALVES, "no query", 400),
        # Far more answers on one side are no reason to ship.
        (f"{HALVES} and (s = 'bb' or q < 100)", "no query", 50),
        (f"{HALVES} or s = 'a' and q = 1", "1 query", 401),
        (f"{HALVES} or s = 'a' and q < 8", "4 queries", 404),
    ],
)
def test_nothing_is_promised_of_systems_that_share_no_query(
    con: duckdb.DuckDBPyConnection, answers: str, words: str, n_a: int
) -> None:
    found = compared(con, answers)
    verdict, said = found.verdict, f"bb and a answer {words} in common"
    assert verdict is not None
    assert str(verdict) == f"Not decided: {said}."
    assert verdict.more_units is None
    assert found.warnings[0].startswith(f"{said}, of 400 and {n_a} judged ones: ")
    assert "power" not in str(found)


def test_systems_that_share_some_queries_are_compared(con: duckdb.DuckDBPyConnection) -> None:
    """One that answers few has to share them, and not all that the other has."""
    for answers in (f"{HALVES} or s = 'a' and q < 80", "s = 'a' and q < 20 or s = 'bb'"):
        found = compared(con, answers)
        assert found.apart == {}
        assert found.verdict is not None
        assert "in common" not in f"{found.verdict} {found.warnings}"


def test_every_pair_of_the_best_counts_and_every_group(con: duckdb.DuckDBPyConnection) -> None:
    answers = f"{HALVES} and (s = 'a' or q < 100) or s = 'ccc' and q % 2 = 0"
    assert set(compared(con, answers).apart) == {frozenset(["a", "bb"]), frozenset(["ccc", "bb"])}
    verdict = compared(con, answers, baseline="a").verdict
    assert verdict is not None
    assert (verdict.system, verdict.baseline) == ("ccc", "a")
    assert "in common" not in verdict.reason
    verdict = compared(con, HALVES, by="country").verdict
    assert verdict is not None
    assert str(verdict) == "Not decided: bb and a answer no query in common."


def test_the_report_says_that_systems_share_no_query(con: duckdb.DuckDBPyConnection, tmp_path: pathlib.Path) -> None:
    run = run_of(con, HALVES)
    page = rankhouse.report(run, "judgments", ["recall@1"], tmp_path / "report.html", by="country", con=con).read_text()
    assert "Not decided: bb and a answer no query in common." in page
    assert ", but bb and a answer no query in common." in page
    assert "would tell" not in page
    assert "would be needed" not in page
