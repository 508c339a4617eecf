"""`rankhouse.report`: what is in the file. What a browser makes of it is in tests/browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import rankhouse
from pages import Page
from rankhouse._reporting import page as writing
from rankhouse._reporting import sections
from rankhouse._reporting.tables import p_text
from rankhouse._results.numbers import NOTHING, between, digits_of, number, rounded
from rankhouse.cli import main

MEASURES = ["ndcg@5", "ndcg@10", "average_precision"]
HOSTILE = """new</script><img src=x onerror="alert(1)"> & 'x'"""
pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


libraries = writing.libraries


def fill(con: duckdb.DuckDBPyConnection) -> None:
    """60 queries of two systems with ties, three countries and six days."""
    con.execute(
        "create table run as select system, 'q' || q as query_id, 'd' || i as item_id,"
        " floor(hash(q, i, system) % 12 + case when i < 4 then 3 * (system = 'new')::int else 0 end) as score"
        " from range(60) q(q), range(12) i(i), (values ('old'), ('new')) s(system)"
    )
    con.execute(
        "create table judgments as select 'q' || q as query_id, 'd' || i as item_id, (i % 3 + 1)::int as relevance,"
        " ['de', 'at', null][1 + (q % 3)::int] as country, date '2026-01-01' + (q % 6)::int as day"
        " from range(60) q(q), range(5) i(i)"
    )
    con.execute(
        "create table predictions as select s as system, (hash(i, s) % 1000) / 1000.0 as score,"
        " ((hash(i, s) % 1000) + (hash(i, 'noise') % 700) > 850)::int as label"
        " from range(400) i(i), (values ('a'), ('b')) s(s)"
    )


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        fill(con)
        before = con.execute("select table_name, temporary from duckdb_tables() order by all").fetchall()
        yield con
        assert con.execute("select table_name, temporary from duckdb_tables() order by all").fetchall() == before
        assert not con.execute("from duckdb_views() where not internal").fetchall()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of the tables as they are, which takes a second: several tests read it."""
    with duckdb.connect() as con, pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", rankhouse.InputWarning)
        patch.setattr(writing, "libraries", lambda: "/* Vega */")
        fill(con)
        return written(con, tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of segments and predictions, with Vega."""
    with duckdb.connect() as con, pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", rankhouse.InputWarning)
        patch.setattr(writing, "libraries", libraries)
        fill(con)
        return written(con, tmp_path_factory.mktemp("whole"), by="country", predictions="predictions")


def written(con: duckdb.DuckDBPyConnection, folder: Path, *arguments: Any, **more: Any) -> Page:
    path = rankhouse.report(*(arguments or ("run", "judgments", MEASURES)), folder / "report.html", con=con, **more)
    assert path == folder / "report.html"
    return Page(path)


def test_means_are_those_of_evaluate(con: duckdb.DuckDBPyConnection, plain: Page) -> None:
    found = rankhouse.evaluate("run", "judgments", MEASURES, by="system", con=con)
    means = {(row[1], row[0]): row[4] for row in found.fetchall()}
    shown = means_of(found, "measure", "system")
    assert plain.table("means") == [[m, shown[m, "new"], shown[m, "old"]] for m in MEASURES]
    # With nine digits in the charts.
    (chart,) = plain.data["figures"]["summary"]
    rows = rows_of(plain, chart)
    assert {(row["measure"], row["system"]): row["value"] for row in rows} == {
        key: float(f"{value:.9g}") for key, value in means.items()
    }


def difference(row: dict[str, Any]) -> str:
    return rounded(row["difference"], digits_of(row["ci_low"], row["ci_high"]), has_sign=True)


def means_of(relation: Any, *key: str) -> dict[Any, str]:
    """The means as the page has them: as many digits as their intervals allow."""
    rows = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    return {tuple(row[each] for each in key): mean(row) for row in rows}


def mean(row: dict[str, Any]) -> str:
    return rounded(row["value"], digits_of(row["ci_low"], row["ci_high"]))


def rows_of(page: Page, chart: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a chart's largest data."""
    places = [
        int(place) for place in re.findall(r'"data": \{"rows": (\d+)\}', json.dumps(page.data["specs"][chart["spec"]]))
    ]
    largest = max(
        (page.data["rows"][place] for place in places), key=lambda rows: len(rows["rows"]) * len(rows["fields"])
    )
    return [dict(zip(largest["fields"], row, strict=True)) for row in largest["rows"]]


def test_differences_are_those_of_compare(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    page = written(con, tmp_path, test="wilcoxon", correction="bonferroni")
    comparison = rankhouse.compare("run", "judgments", MEASURES, test="wilcoxon", correction="bonferroni", con=con)
    expected = [[row["measure"], difference(row)] for row in comparison.rows()]
    assert [row[:2] for row in page.table("differences")] == expected
    p = [row["p_adjusted"] for row in comparison.rows()]
    assert [row[3] for row in page.table("differences")] == [
        "< 0.0001" if each < 0.0001 else f"{each:.4f}" for each in p
    ]


def test_the_finding_names_the_best_system_and_how_sure_that_is(con: duckdb.DuckDBPyConnection, plain: Page) -> None:
    (finding,) = (each.text for each in plain.root.all("p") if each.attributes.get("class") == "finding")
    row = rankhouse.compare("run", "judgments", ["ndcg@5"], con=con).rows()[0]
    best, other = ("old", "new") if row["difference"] > 0 else ("new", "old")
    shown = means_of(rankhouse.evaluate("run", "judgments", ["ndcg@5"], by="system", con=con), "system")
    verdict = plain.root.all("p")[2].text
    # A third of the items is not judged.
    assert verdict.startswith(f"Not decided: {best} is significantly better than {other} by ndcg@5; ")
    assert verdict.endswith(f"for unjudged items that {other} ranks higher than {best}, would reverse it.")
    assert finding.startswith(f"{best} ")
    assert f"{shown[best,]} over 60 queries" in finding
    assert f"{difference(row).lstrip('+−')} above {other}" in finding


def test_marks_say_which_system_is_significantly_better(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """The new system has 0.1 more of a measure and of one where less is better, and now more, now less of a third."""
    change = "case measure when 'average_precision' then 0.1 * (-1) ** q else 0.1 + 0.001 * (q % 3) end"
    measures = ["ndcg", "label_ranking_loss", "average_precision"]
    values = con.sql(
        "select system, 'q' || q as query_id, measure, measure as metric, null::bigint as k,"
        f" 0.3 + 0.01 * (q % 7) + case system when 'new' then {change} else 0 end as value"
        f" from range(20) q(q), (values ('old'), ('new')) s(system), (select unnest({measures}) as measure)"
    )
    page = Page(rankhouse.report(values, None, measures, tmp_path / "report.html", baseline="old", con=con))
    assert page.marks("differences") == {
        "ndcg": ["▲ (new is significantly better)"],
        "label_ranking_loss": ["▼ (new is significantly worse)"],
        "average_precision": [],
    }
    # a is the new system, b the old one.
    assert page.marks("means") == {
        "ndcg": ["b (significantly better than old)"],
        "label_ranking_loss": ["a (significantly better than new)"],
        "average_precision": [],
    }


def test_clusters_of_queries(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Means are those of `evaluate` and differences those of `compare`, both with the cluster, in segments too."""
    con.execute("alter table judgments add column user_id varchar")
    con.execute("update judgments set user_id = 'u' || (substr(query_id, 2)::int // 4)")
    page = written(con, tmp_path, by="country", cluster="user_id")
    given = {"con": con, "cluster": "user_id"}
    found = rankhouse.evaluate("run", "judgments", MEASURES, by="system", **given)
    plain = rankhouse.evaluate("run", "judgments", MEASURES, by="system", con=con)
    assert found.project("ci_low").fetchall() != plain.project("ci_low").fetchall()
    means = means_of(found, "system", "measure")
    assert page.table("means") == [[each, means["new", each], means["old", each]] for each in MEASURES]
    known = {(row[0], row[1]): row[2:] for row in found.project("measure, system, value, ci_low, ci_high").fetchall()}
    rows = rows_of(page, page.data["figures"]["summary"][0])
    assert rows[0].keys() >= {"measure", "system", "value", "ci_low", "ci_high"}
    for row in rows:
        figures = row["value"], row["ci_low"], row["ci_high"]
        assert figures == pytest.approx(known[row["measure"], row["system"]], rel=1e-8)
    compared = rankhouse.compare("run", "judgments", MEASURES, **given).rows()
    assert [row[:2] for row in page.table("differences")] == [[row["measure"], difference(row)] for row in compared]
    p = [row["p_adjusted"] for row in compared]
    assert [row[3] for row in page.table("differences")] == [p_text(each) for each in p]
    by = {"by": ["system", "country"], **given}
    means = means_of(
        rankhouse.evaluate("run", "judgments", MEASURES, **by).filter("country = 'de'"), "system", "measure"
    )
    assert page.table("means", 2) == [[each, means["new", each], means["old", each]] for each in MEASURES]
    in_germany = [
        row
        for row in rankhouse.compare("run", "judgments", MEASURES, **{**by, "by": "country"}).rows()
        if row["country"] == "de"
    ]
    assert [row[1] for row in page.table("differences", 2)] == [difference(row) for row in in_germany]
    assert next(each.text for each in page.root.all("dd")) == "60with a value, in 15 clusters"
    assert "15 values of user_id" in page.root.text
    with pytest.raises(rankhouse.InputError, match="userid"):
        written(con, tmp_path, cluster="userid")
    with pytest.raises(rankhouse.InputError, match="cluster: 'predictions' has no column 'user_id'"):
        rankhouse.report(predictions="predictions", cluster="user_id", path=tmp_path / "r.html", con=con)


def test_order_of_systems_is_the_given_one(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    runs = {name: con.sql(f"select * exclude system from run where system = '{name}'") for name in ("old", "new")}
    page = written(con, tmp_path, runs, "judgments", ["ndcg@5"], baseline="old")
    assert page.data["systems"] == ["old", "new"]
    assert "new against old" in page.html


def test_a_single_system_has_no_comparison(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run = con.sql("select * exclude system from run where system = 'new'")
    page = written(con, tmp_path, run, "judgments", ["ndcg@5", "ndcg@10"])
    sections = [each.attributes["id"] for each in page.root.all("section")]
    assert sections == ["summary", "cutoffs", "queries", "inputs", "method"]
    assert page.data["systems"] == ["run"]
    found = rankhouse.evaluate(run, "judgments", ["ndcg@5"], con=con)
    assert page.table("means")[0] == ["ndcg@5", *means_of(found).values()]
    assert page.data["moved"][0]["rows"][0][2] == pytest.approx(
        rankhouse.evaluate(run, "judgments", ["ndcg@5"], per_query=True, con=con)
        .aggregate("min(value)")
        .fetchall()[0][0]
    )


def test_lists_are_those_of_the_comparison(con: duckdb.DuckDBPyConnection, plain: Page) -> None:
    comparison = rankhouse.compare("run", "judgments", MEASURES, con=con)
    moved = plain.data["moved"][0]["rows"]
    assert len(moved) == 50
    differences = comparison.queries("ndcg@5").order("abs(difference) desc, query_id").limit(50).fetchall()
    assert [(row[0], row[1]) for row in moved if row[1]] == [
        (row[0], float(f"{row[-1]:.9g}")) for row in differences if abs(row[-1]) > 1e-12
    ]
    unit = moved[0][0]
    own, other = (plain.data["systems"].index(name) for name in comparison.pair_of(None, None))
    by_rank = {row[2 + own]: row for row in plain.data["lists"][unit]}
    before = {row[2 + other]: row for row in plain.data["lists"][unit]}
    for rank, theirs, their_grade, mine, my_grade, was, _ in comparison.lists(unit).fetchall():
        assert by_rank[rank][:2] == [mine, my_grade]
        assert before[rank][:2] == [theirs, their_grade]
        assert by_rank[rank][2 + other] == was


def test_segments_are_evaluated_by_themselves(con: duckdb.DuckDBPyConnection, plain: Page, whole: Page) -> None:
    assert whole.data["subsets"] == [["", ""], ["country", "at"], ["country", "de"], ["country", NOTHING]]
    found = rankhouse.evaluate("run", "judgments", MEASURES, by=["system", "country"], con=con).filter("country = 'de'")
    means = {(row[2], row[0]): row[5] for row in found.fetchall()}
    shown = means_of(found, "measure", "system")
    assert whole.table("means", 2) == [[m, shown[m, "new"], shown[m, "old"]] for m in MEASURES]
    compared = rankhouse.compare("run", "judgments", MEASURES, by="country", con=con).rows()
    expected = [difference(row) for row in compared if row["country"] == "de"]
    assert [row[1] for row in whole.table("differences", 2)] == expected
    # The charts of a segment have its 20 queries, and its means.
    distribution, differences = (
        next(chart for chart in whole.data["figures"][name] if chart["s"] == 2)
        for name in ("distribution", "differences")
    )
    for system in ("new", "old"):
        of_system = rf"{system}: mean {means['ndcg@5', system]:.3f}, median \d\.\d+, 20 queries"
        assert re.search(of_system, distribution["description"])
    in_germany = {f"q{q}" for q in range(0, 60, 3)}
    assert {row["query_id"] for row in rows_of(whole, differences)} == in_germany
    # What all queries have is as without segments.
    assert whole.table("means") == plain.table("means")


def test_a_query_of_several_days_counts_once_a_day(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run = con.sql("select *, date '2026-01-01' as day from run union all select *, date '2026-01-02' from run")
    judgments = con.sql(
        "select * replace (date '2026-01-01' as day) from judgments"
        " union all select * replace (date '2026-01-02' as day) from judgments where query_id <> 'q1'"
    )
    page = written(con, tmp_path, run, judgments, ["ndcg@5"], time="day")
    assert "119" in {each.text for each in page.root.all("dd")} | {
        each.text.removesuffix("with a value") for each in page.root.all("dd")
    }
    assert page.data["moved"][0]["rows"][0][0].split(" · ")[1].startswith("2026-01-0")
    unit = page.data["moved"][0]["rows"][0][0]
    assert len(page.data["lists"][unit]) == 12
    (chart,) = page.data["figures"]["time"]
    found = rankhouse.evaluate(run, judgments, ["ndcg@5"], by=["system", "day"], con=con).fetchall()
    rows = rows_of(page, chart)
    assert sorted(row["value"] for row in rows) == sorted(float(f"{row[5]:.9g}") for row in found)


def test_dates_as_text_are_times(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute("alter table judgments alter day type varchar")
    for days, first in (("'2026-01-0' || (1 + hash(query_id) % 3)", "2026-01-01"), ("null", None)):
        con.execute(f"update judgments set day = {days}")
        page = written(con, tmp_path, "run", "judgments", ["ndcg@5"], time="day")
        (section,) = [each for each in page.root.all("section") if each.attributes.get("id") == "time"]
        said = [each.text for each in section.all("p") if each.attributes.get("class") == "intro"]
        assert said == ([] if first else ["There is no chart: no query with a value has a time in day."])
        if first:
            (chart,) = page.data["figures"]["time"]
            assert min(row["when"] for row in rows_of(page, chart)) == first
    for days in ("week 1", "2026-W01", "", "infinity", "0044-03-15 (BC)"):
        con.execute("update judgments set day = ?", [days])
        with pytest.raises(
            rankhouse.InputError, match=r"^time: 'day' is a column of dates.*; write a date as 2026-01-31$"
        ):
            written(con, tmp_path, "run", "judgments", ["ndcg@5"], time="day")


def test_hostile_names_are_text(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute("update run set system = ? where system = 'new'", [HOSTILE])
    con.execute("update run set item_id = item_id || '</script><b>', query_id = query_id || '\"><img src=x>'")
    con.execute("update judgments set item_id = item_id || '</script><b>', query_id = query_id || '\"><img src=x>'")
    con.execute("update judgments set country = '</option><script>alert(2)</script>' where country = 'de'")
    page = written(con, tmp_path, by="country", time="day", title="<script>alert(3)</script>")
    assert [each.attributes for each in page.root.all("script")] == [
        {"type": "application/json", "id": "data"},
        {},
        {},
    ]
    # No end of the element, such as "</script >", and no comment can be written without it.
    assert "<" not in page.root.all("script")[0].text
    assert not page.root.all("img")
    assert not page.root.all("b")
    assert page.one("h1").text == "<script>alert(3)</script>"
    assert page.data["systems"] == [HOSTILE, "old"]
    assert page.data["moved"][0]["rows"][0][0].endswith('"><img src=x>')
    assert any(HOSTILE in each.text for each in page.root.all("th"))
    on = [name for element in elements(page) for name in element.attributes if name.startswith("on")]
    assert on == []


def elements(page: Page) -> list[Any]:
    found, waiting = [], [page.root]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].children
    return found


def test_the_file_stands_by_itself(whole: Page) -> None:
    for element in elements(whole):
        for name in ("src", "srcset", "href", "action", "data", "poster"):
            value = element.attributes.get(name, "#")
            assert value.startswith("#"), f"{element.tag} {name}={value}"
    (policy,) = (each.attributes["content"] for each in whole.root.all("meta") if "http-equiv" in each.attributes)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    for script in whole.root.all("script")[1:]:
        digest = base64.b64encode(hashlib.sha256(script.text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "@import" not in whole.html
    assert "url(" not in whole.one("style").text
    assert len(whole.html.encode()) < 3_000_000


def test_undefined_is_a_dash_and_never_nan(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute("insert into judgments select 'lone', 'd' || i, 0, 'de', date '2026-01-01' from range(3) t(i)")
    con.execute("update judgments set relevance = 0 where country = 'at'")
    page = written(con, tmp_path, by="country", time="day", queries="all")
    shown = [each.text for tag in ("th", "td", "p", "dd", "li", "h3") for each in page.root.all(tag)]
    assert not [text for text in shown if re.search(r"\b(nan|NaN|inf|Infinity|None|NULL|undefined)\b", text)]
    assert not re.search(r"\b(NaN|Infinity)\b", json.dumps(page.data["rows"]))


def test_many_queries_are_thinned(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    con.execute(
        "create temp table many as select system, 'q' || q as query_id, 'd' || i as item_id, hash(q, i, system)"
        " as score from range(5000) q(q), range(4) i(i), (values ('old'), ('new')) s(system)"
    )
    con.execute("create temp table grades as select distinct query_id, 'd0' as item_id, 1 as relevance from many")
    page = written(con, tmp_path, "many", "grades", ["ndcg@3", "map"])
    con.execute("drop table many; drop table grades")
    (variant, *_) = page.data["figures"]["differences"]
    assert "of 5,000 queries" in variant["subtitle"]
    assert max(len(rows["rows"]) for rows in page.data["rows"]) <= 1000
    assert len(json.dumps(page.data)) < 400_000


def test_classifiers_on_the_same_rows_are_compared_by_segment(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    given = con.sql(
        "select s as system, i as row_id, ['de', 'fr'][1 + (i % 2)::int] as country,"
        " label + (hash(i, s) % 1000) / case s when 'a' then 500 else 200 end as score, label"
        " from (select i, (hash(i) % 3 = 0)::int as label from range(300) i(i)), (values ('a'), ('b')) s(s)"
    )
    page = Page(rankhouse.report(predictions=given, by="country", path=tmp_path / "report.html", con=con))
    n_positives = given.filter("label = 1 and system = 'a'").count("*").fetchall()[0][0]
    tiles = [each.text for each in page.root.all("dd")]
    assert tiles[:2] == [f"{n_positives}{100 * n_positives / 300:.1f} % positive", "300"]
    for name, by in (("classifier-differences", ()), ("classifier-differences-country", ("country",))):
        found = rankhouse.compare_classifiers(given, by=by, con=con)
        rows = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
        assert page.table(name) == [
            [
                *(row[each] for each in by),
                row["system"],
                difference(row),
                between(row["ci_low"], row["ci_high"], has_sign=True),
                p_text(row["p_adjusted"]),
                str(row["n_rows"]),
            ]
            for row in rows
        ]
    auc = means_of(rankhouse.auc_interval(given, by=["country", "system"], con=con), "country", "system")
    assert [row[:4] for row in page.table("classifier-country")] == [
        [country, auc[country, "a"], auc[country, "b"], "150"] for country in ("de", "fr")
    ]
    assert "Ship a: significantly better than b by roc_auc." in page.html
    (variant,) = page.data["figures"]["classifier-segment-0"]
    assert variant["title"] == "roc_auc by country"
    areas = rankhouse.auc_interval(given, by=["system", "country"], con=con)
    expected = {row[:2]: row[2:] for row in areas.project("system, country, value, ci_low, ci_high").fetchall()}
    drawn = chart_rows(page, variant)
    assert len(drawn) == len(expected) == 4
    for row in drawn:
        figures = [row[each] for each in ("value", "ci_low", "ci_high")]
        assert figures == pytest.approx(expected[row["system"], row["segment"]], rel=1e-8)


@pytest.mark.thorough
def test_rows_of_a_classifier_are_weighted_in_every_figure(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    columns = {"weight": "worth"}
    given = con.sql(
        "select s as system, i as row_id, ['de', 'fr'][1 + (i % 2)::int] as country, label, 1 + i % 5 * 0.5 as worth,"
        " (label + (hash(i, s) % 1000) / case s when 'a' then 500 else 200 end) / 6 as score"
        " from (select i, (hash(i) % 3 = 0)::int as label from range(300) i(i)), (values ('a'), ('b')) s(s)"
    )
    shared: dict[str, Any] = {"columns": columns, "con": con}
    page = Page(rankhouse.report(predictions=given, by="country", path=tmp_path / "report.html", **shared))
    rows = given.filter("system = 'a'").aggregate("sum(worth * label) / sum(worth)").fetchall()
    (n_positives,) = given.filter("system = 'a'").aggregate("sum(label)").fetchall()[0]
    assert page.root.all("dd")[0].text == f"{n_positives}{100 * rows[0][0]:.1f} % of the weight positive"
    assert page.html.count(f"over 300 rows weighted by worth, {n_positives} of them positive.") == 2
    assert "Rows are weighted by worth, here and below; numbers of rows are not." in page.html
    measures = [row[0] for row in page.table("classifier")]
    metrics = rankhouse.classifier_metrics(given, measures, by="system", **shared)
    values = {(row[1], row[0]): row[4] for row in metrics.fetchall()}
    intervals = {row[0]: row[4:6] for row in rankhouse.auc_interval(given, by="system", **shared).fetchall()}
    for measure, *shown in page.table("classifier"):
        limits = [intervals[system] if measure == "roc_auc" else (None, None) for system in "ab"]
        assert shown == [
            rounded(values[measure, system], digits_of(*of)) for system, of in zip("ab", limits, strict=True)
        ]
    for name, by in (("classifier-differences", []), ("classifier-differences-country", ["country"])):
        found = rankhouse.compare_classifiers(given, by=by, **shared)
        differences = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
        assert [row[len(by) + 1] for row in page.table(name)] == [difference(row) for row in differences]
    auc = means_of(rankhouse.auc_interval(given, by=["country", "system"], **shared), "country", "system")
    assert [row[1:4] for row in page.table("classifier-country")] == [
        [auc[country, "a"], auc[country, "b"], "150"] for country in ("de", "fr")
    ]
    confusion = page.data["confusion"]
    counts = rankhouse.confusion(given, confusion["thresholds"], by="system", **shared).project("tp, fp, fn, tn")
    assert [tuple(row) for of_system in confusion["counts"] for row in of_system] == counts.fetchall()
    beside = written(con, tmp_path, "run", "judgments", ["ndcg@5"], predictions=given, columns=columns)
    assert beside.table("classifier") == page.table("classifier")


def chart_rows(page: Page, variant: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of the chart's only data."""
    held = page.data["rows"][page.data["specs"][variant["spec"]]["data"]["rows"]]
    return [dict(zip(held["fields"], row, strict=True)) for row in held["rows"]]


@pytest.mark.thorough
def test_runs_and_predictions_have_a_verdict_each(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    given = con.sql(
        "select s as system, i as row_id, label + (hash(i, s) % 1000) / case s when 'a' then 500 else 200 end as score,"
        " label from (select i, (hash(i) % 3 = 0)::int as label from range(300) i(i)), (values ('a'), ('b')) s(s)"
    )
    page = written(con, tmp_path, "run", "judgments", ["ndcg@5"], predictions=given)
    comparison = rankhouse.compare("run", "judgments", ["ndcg@5"], con=con)
    assert told_at_top(page) == [
        *("Ranking", str(comparison.verdict)),
        *("Classifier", "Ship a: significantly better than b by roc_auc."),
    ]
    # By itself, with the better one as the baseline.
    alone = Page(rankhouse.report(predictions=given, baseline="a", path=tmp_path / "alone.html", con=con))
    assert [each.text for each in alone.root.all("h2")] == ["Classifier", "How it was computed"]
    assert told_at_top(alone)[-1] == "Do not ship b: significantly worse than a by roc_auc."


def told_at_top(page: Page) -> list[str]:
    """Headings and verdicts."""
    (top,) = (each for each in page.root.all("header") if each.attributes.get("class") == "top")
    return [each.text for each in top.children if each.tag == "h2" or "verdict" in each.attributes.get("class", "")]


def test_a_classifier_alone(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    given = con.sql("select score as p, label as clicked from predictions where system = 'a'")
    path = rankhouse.report(
        predictions=given, columns={"score": "p", "label": "clicked"}, path=tmp_path / "report.html", con=con
    )
    page = Page(path)
    confusion = page.data["confusion"]
    # Quantiles of all scores and of those of positives, and the best one.
    shares = [step / 50 for step in range(51)]
    quantiles = f"select unnest(quantile_disc(p, {shares})) from given"
    of_all, of_positive = (given.query("given", quantiles + where).fetchall() for where in ("", " where clicked = 1"))
    best = rankhouse.classifier_metrics(
        given, ["best_f1_threshold"], columns={"score": "p", "label": "clicked"}, con=con
    ).project("value")
    assert confusion["thresholds"] == sorted({each for (each,) in [*of_all, *of_positive, *best.fetchall()]})
    expected = rankhouse.confusion(
        given, confusion["thresholds"], columns={"score": "p", "label": "clicked"}, con=con
    ).project("tp, fp, fn, tn")
    assert [tuple(row) for row in confusion["counts"][0]] == expected.fetchall()
    metrics = rankhouse.classifier_metrics(
        given, ["brier", "log_loss"], columns={"score": "p", "label": "clicked"}, con=con
    ).project("measure, value")
    table = {row[0]: row[1] for row in page.table("classifier")}
    for measure, value in metrics.fetchall():
        assert table[measure] == number(value)
    assert set(page.data["figures"]) == {"roc", "pr", "thresholds", "calibration", "lift"}
    assert "AUC" in page.html or "area under the ROC curve" in page.html


def test_scores_that_are_no_probabilities_have_thresholds_of_their_own(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    given = con.sql("select system, 10 * score - 3 as score, label from predictions")
    page = Page(rankhouse.report(predictions=given, path=tmp_path / "report.html", con=con))
    thresholds = page.data["confusion"]["thresholds"]
    assert thresholds == sorted(set(thresholds))
    assert thresholds[0] < 0
    assert page.data["confusion"]["systems"] == ["a", "b"]
    assert "calibration" not in page.data["figures"]
    assert [len(counts) for counts in page.data["confusion"]["counts"]] == [len(thresholds)] * 2


def test_predictions_beside_runs_have_names_of_their_own(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    given = con.sql("select score as p, label as y from predictions where system = 'a'")
    run = con.sql("select * rename (score as points) from run")
    columns = {"score": "points", "label": "y", "predictions.score": "p"}
    page = written(con, tmp_path, run, "judgments", ["ndcg@5"], predictions=given, columns=columns)
    assert {"classifier", "summary"} <= {each.attributes["id"] for each in page.root.all("section")}


def test_a_learning_curve_alone(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    run = con.sql("select *, 1 + (hash(query_id) % 4)::int as n_given from run")
    curve = rankhouse.learning_curve(run, "judgments", con=con)
    crossings = rankhouse.curve_crossings(run, "judgments", repetitions=20, con=con)
    page = Page(rankhouse.report(learning_curve=curve, crossings=crossings, path=tmp_path / "report.html", con=con))
    assert [each.attributes["id"] for each in page.root.all("section")] == ["learning", "method"]
    (chart,) = page.data["figures"]["learning"]
    assert sorted(row["value"] for row in rows_of(page, chart)) == pytest.approx(
        sorted(row[0] for row in curve.project("value").fetchall())
    )


def test_what_holes_leave_open(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Over the queries of all segments."""
    holed = con.sql("from judgments where hash(query_id, item_id) % 3 > 0 or relevance = 3")
    run = con.sql(
        "select run.*, country from run join (select distinct query_id, country from judgments) using (query_id)"
    )
    measures = ["ndcg@5", "precision@5"]
    page = written(con, tmp_path, run, holed, measures, by="country")
    known = rankhouse.value_bounds(run, holed, measures, top_grade=3, by="system", con=con)
    names = ["system", "measure", "lowest", "value", "highest", "n_unjudged"]
    expected = {row[:2]: row[2:] for row in known.project(", ".join(names)).fetchall()}
    shown = page.table("holes")
    assert {(row[0], row[1]) for row in shown} == expected.keys()
    for system, measure, *figures, n_unjudged in shown:
        *bounds, n = expected[system, measure]
        assert [float(each) for each in figures] == pytest.approx(bounds, abs=5e-5)
        assert bounds[0] < bounds[1] < bounds[2] or measure == "precision@5"
        assert n_unjudged == f"{n:,}"


def test_all_items_judged_leave_nothing_open(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    judged = con.sql(
        "from judgments union all by name"
        " select distinct query_id, item_id, 0 as relevance from run anti join judgments using (query_id, item_id)"
    )
    page = written(con, tmp_path, "run", judged, ["ndcg@5"])
    assert "What unjudged items leave open" not in page.root.text


RATED = """
    select query_id || item_id as unit_id, rater_id,
        hash(query_id, item_id) % 3 + hash(rater_id, item_id) % 2 as rating
    from judgments, (values ('ann'), ('bob'), ('cy')) as raters(rater_id)
"""


@pytest.mark.thorough
def test_labels_beside_runs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    ratings = con.sql(RATED)
    machine = con.sql(
        "select query_id, item_id, relevance + (hash(item_id, query_id) % 3 = 0)::int as grade from judgments"
    )
    columns = {"machine.relevance": "grade"}
    page = written(con, tmp_path, "run", "judgments", ["ndcg@5"], ratings=ratings, machine=machine, columns=columns)
    assert "labels" in {each.attributes["id"] for each in page.root.all("section")}
    given: dict[str, Any] = {"columns": columns, "con": con}
    known = rankhouse.grade_calibration("judgments", machine, **given).fetchall()
    rows = [row for row in page.table("grades") if row[0] != "all"][-len(known) :]
    assert [row[0] for row in rows] == [f"{grade:g}" for grade, *_ in known]
    for row, (_, mean, low, _, bias, *_, n_items, n_queries, n_machine) in zip(rows, known, strict=True):
        assert row[1].startswith(rounded(mean, digits_of(low, 2 * mean - low)))
        assert row[2].lstrip("+").startswith(rounded(bias, digits_of(low, 2 * mean - low)).lstrip("+"))
        assert row[3:] == [f"{n_items:,}", f"{n_queries:,}", f"{n_machine:,}"]
    (overall,) = rankhouse.grade_calibration("judgments", machine, per_grade=False, **given).fetchall()
    assert f"over {overall[-3]:,} items" in page.root.text
    (chart,) = page.data["figures"]["grades"]
    assert sorted(row["human_grade"] for row in rows_of(page, chart) if "bias" in row) == pytest.approx(
        sorted(row[1] for row in known)
    )
    assert {"raters", "grades", "confusion"} <= page.data["figures"].keys()


NUGGETS = """
    select query_id, item_id, fact, (hash(item_id, fact, 1) % 3) / 2 as support,
        case fact when 'who' then 'vital' else 'okay' end as importance
    from judgments, (values ('who'), ('when'), ('why')) as facts(fact)
    where hash(item_id, fact) % 5 = 0
"""


@pytest.mark.thorough
def test_nuggets_beside_runs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    nuggets = con.sql(NUGGETS)
    columns = {"nuggets.relevance": "support", "importance": "importance"}
    page = written(con, tmp_path, "run", "judgments", ["ndcg@5"], nuggets=nuggets, intents="fact", columns=columns)
    renamed = {"judgments.relevance": "support"}
    found = rankhouse.evaluate(
        "run", nuggets, "context_recall@5", by="system", intents="fact", columns=renamed, con=con
    )
    means = dict(found.project("system, value").fetchall())
    systems = [row[0] for row in page.table("nugget-means")]
    assert set(systems) == set(means)
    for row in page.table("nugget-means"):
        assert float(row[1].split()[0][:4]) == pytest.approx(means[row[0]], abs=0.01)
    # The first ranks by SQL of their own.
    ranks = [f"min(place) filter (where system = '{system}' and place <= 5)" for system in systems]
    known = con.sql(
        f"""
        with facts as ({NUGGETS}),
        placed as (
            select *, row_number() over (partition by system, query_id order by score desc, item_id desc) as place
            from run
        )
        select query_id, fact, count(distinct facts.item_id)::varchar,
            {", ".join(f"coalesce({rank}::varchar, 'never')" for rank in ranks)}
        from facts left join placed using (query_id, item_id)
        where support > 0
        group by query_id, fact
        """
    ).fetchall()
    missed = {row[:2]: row[2:] for row in known if "never" in row}
    shown = page.table("missed-nuggets")
    assert len(shown) == min(len(missed), 200) > 20
    for query, fact, importance, *figures in shown:
        assert tuple(figures) == missed[query, fact]
        assert importance == ("vital" if fact == "who" else "okay")
    never = sum(all(each == "never" for each in row[1:]) for row in missed.values())
    assert f"Found by no system in its first 5 items: {never:,}" in page.root.text


@pytest.mark.thorough
def test_groups_of_items(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    features = con.sql(
        "select item_id, size from (select distinct item_id from run), (values ('large'), ('small')) as sizes(size)"
        " where item_id <> 'd7' and (size = 'large') = (item_id < 'd3')"
    )
    given: dict[str, Any] = {"columns": {"feature": "size"}, "con": con}
    page = written(con, tmp_path, "run", "judgments", ["ndcg@5"], features=features, columns=given["columns"])
    known = rankhouse.group_exposure("run", "judgments", features, attention="log2", k=5, by="system", **given)
    shares = {
        (group or "no group known", system): (exposure, deserved, ratio, n_items)
        for system, group, _, _, exposure, deserved, ratio, _, _, _, _, _, n_items in known.fetchall()
    }
    rows = page.table("exposure")
    assert {(row[0], row[1]) for row in rows} == shares.keys()
    for group, system, exposure, deserved, ratio, n_items in rows:
        due = shares[group, system]
        assert (exposure, deserved) == (f"{100 * due[0]:.1f} %", f"{100 * due[1]:.1f} %")
        assert ratio == NOTHING if due[2] is None else float(ratio.split()[0]) == pytest.approx(due[2], abs=0.05)
        assert n_items == f"{due[3]:,}"
    fairness = rankhouse.recommendation_metrics("run", "awrf@5", features=features, by="system", **given).fetchall()
    shown = {row[0]: row[1:] for row in page.table("fairness")}
    assert shown.keys() == {row[0] for row in fairness}
    for system, _, _, _, value, _, n_unknown, *_ in fairness:
        assert float(shown[system][0].split()[0]) == pytest.approx(value, abs=0.01)
        assert shown[system][1] == f"{n_unknown:,}"
    (worst,) = (
        known.filter("size is not null" if "size" in known.columns else "feature is not null")
        .order("ratio")
        .limit(1)
        .fetchall()
    )
    assert f"{worst[0]} gives {worst[1]}" in page.root.text or "no group gets less" in page.root.text


@pytest.mark.thorough
def test_groups_of_items_over_time(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Lists of several days are rankings of one query."""
    run = con.sql("select run.*, judged.day from run join (select distinct day from judgments) as judged on true")
    features = con.sql("select distinct item_id, 'all' as feature from run")
    page = written(con, tmp_path, run, "judgments", ["ndcg@5"], features=features, time="day")
    assert {row[4].split()[0] for row in page.table("exposure")} == {"1.0000"}
    assert "fairness" not in page.root.text


def test_labels_alone(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ratings = con.sql(RATED)
    ratings.write_csv(str(tmp_path / "ratings.csv"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["rankhouse", "report", "--ratings", "ratings.csv"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code, capsys.readouterr().err
    page = Page(tmp_path / "report.html")
    assert [each.attributes["id"] for each in page.root.all("section")] == ["labels", "method"]
    ((_, value, *_),) = rankhouse.rater_agreement(ratings, level="ordinal", con=con).fetchall()
    (shown,) = (row[1] for row in page.table("raters") if row[0].endswith("ordinal"))
    assert float(shown.split()[0]) == pytest.approx(value, abs=0.01)
    # One rater agrees with nobody, and has no pair.
    alone = ratings.filter("rater_id = 'ann'")
    page = Page(rankhouse.report(ratings=alone, path=tmp_path / "alone.html", con=con))
    assert {row[1] for row in page.table("raters") if "alpha" in row[0]} == {NOTHING}
    assert "raters" not in page.data["figures"]


TEAMS = """
    select i // 4 as search_id, i // 4 % 9 as query_id, i % 4 as item_id, i % 4 + 1 as position,
        if((i % 4 + i // 4) % 2 = 0, 'a', 'b') as team, hash(i) % 4 < if((i % 4 + i // 4) % 2 = 0, 2, 1) as clicked
    from range(800) as rows(i)
"""
PLAYED = """
    select [0.5, 0.3, 0.2][i % 3 + 1] as logging_probability, [0.2, 0.3, 0.5][i % 3 + 1] as target_probability,
        hash(i) % 5 < i % 3 as earned, 0.3 as predicted_reward, 0.35 as target_predicted_reward
    from range(300) as rows(i)
"""


@pytest.mark.thorough
def test_logs_beside_runs(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    teams, played = con.sql(TEAMS), con.sql(PLAYED)
    columns = {"off_policy.reward": "earned"}
    given: dict[str, Any] = {"interleaving": teams, "off_policy": played, "columns": columns}
    with pytest.warns(UserWarning, match="the mean weight is 1.3"):
        page = written(con, tmp_path, "run", "judgments", ["ndcg@5"], **given)
    assert "online" in {each.attributes["id"] for each in page.root.all("section")}
    ((won, lost, tied, preference, *_, needed),) = rankhouse.interleaving(teams, con=con).fetchall()
    shown = {row[0]: row[1] for row in page.table("interleaving")}
    assert [shown[name] for name in ("Searches", "Won by a", "Won by b", "Tied", "Searches needed")] == [
        f"{each:,}" for each in (won + lost + tied, won, lost, tied, needed)
    ]
    assert float(shown["Preference for a"].split()[0]) == pytest.approx(preference, abs=0.01)
    known = rankhouse.off_policy(played, ["ips", "snips", "dm", "dr"], columns={"reward": "earned"}, con=con).fetchall()
    for row, (name, value, _, _, _, n, size, _) in zip(page.table("off_policy")[1:], known, strict=True):
        assert [row[0], row[2], row[3]] == [name, f"{n:,}", f"{size:,.0f}"]
        assert float(row[1].split()[0]) == pytest.approx(value, abs=0.01)
    assert page.table("interleaving_checks")[0][1:3] == ["100", "100"]
    assert dict(page.table("weights"))["Rows that the policy never plays"] == "0.0 %"
    assert "off_policy" in page.data["figures"]


def test_logs_alone(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    con.sql(TEAMS).write_csv(str(tmp_path / "teams.csv"))
    con.sql(PLAYED).project("* exclude (predicted_reward)").write_csv(str(tmp_path / "played.csv"))
    monkeypatch.chdir(tmp_path)
    command = ["--interleaving", "teams.csv", "--off-policy", "played.csv", "--columns", "off_policy.reward=earned"]
    monkeypatch.setattr(sys, "argv", ["rankhouse", "report", *command])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr().err
    assert not ended.value.code, said
    assert "significantly above 1: these are not the probabilities of the log" in said
    page = Page(tmp_path / "report.html")
    assert [each.attributes["id"] for each in page.root.all("section")] == ["online", "method"]
    # Predictions of what was played alone are no model.
    assert [row[0] for row in page.table("off_policy")] == ["the log itself", "ips", "snips"]
    first = con.sql(TEAMS).filter("position > 1 or team = 'a'")
    with pytest.warns(UserWarning, match="one system was first more often than chance allows"):
        rankhouse.report(interleaving=first.filter("search_id % 2 = 0"), path=tmp_path / "first.html", con=con)
    few = con.sql(PLAYED).limit(30).project("* replace (0.1 as target_probability)")
    with pytest.warns(UserWarning, match=r"for this policy, the log is worth only 2\d rows.*"):
        rankhouse.report(off_policy=few, columns={"reward": "earned"}, path=tmp_path / "few.html", con=con)


def test_finished_values_have_no_lists(con: duckdb.DuckDBPyConnection, tmp_path: Path, plain: Page) -> None:
    values = rankhouse.evaluate("run", "judgments", MEASURES, by="system", per_query=True, con=con)
    page = Page(rankhouse.report(values, path=tmp_path / "report.html", con=con))
    assert page.table("means") == plain.table("means")
    again = Page(rankhouse.report(values, None, ["ndcg@5"], tmp_path / "other.html", con=con))
    assert again.data["lists"] == {}
    assert again.data["measures"] == ["ndcg@5"]


def test_excluded_items_are_in_no_list(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    seen = con.sql("select distinct query_id, 'd1' as item_id from judgments")
    page = written(con, tmp_path, exclude=seen)
    assert not any(row[0] == "d1" for rows in page.data["lists"].values() for row in rows)
    assert all(min(row[2] for row in rows) == 1 for rows in page.data["lists"].values())
    found = rankhouse.evaluate("run", "judgments", MEASURES, by="system", exclude=seen, con=con)
    shown = means_of(found, "measure", "system")
    assert page.table("means") == [[m, shown[m, "new"], shown[m, "old"]] for m in MEASURES]


def test_inputs_are_counted_and_doubts_are_on_the_page_and_warned_of(
    con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    con.execute("delete from judgments where query_id = 'q3'")
    con.execute("delete from run where query_id = 'q4' and system = 'old'")
    with pytest.warns(rankhouse.InputWarning, match="lacks 1"):
        page = written(con, tmp_path)
    assert page.table("inputs")[0][:4] == ["new", "720", "60", "12"]
    assert page.table("inputs")[1][:4] == ["old", "708", "59", "12"]
    assert ["run", "query without judgments", "1", "query_id 'q3'"] in page.table("problems")
    assert any("'old' lacks 1" in each.text for each in page.root.all("li"))


def test_ties_are_those_of_the_audit(con: duckdb.DuckDBPyConnection, plain: Page) -> None:
    audit = rankhouse.tie_audit("run", "judgments", MEASURES, by="system", con=con)
    expected = audit.aggregate(
        "system, measure, avg(lowest) as low, avg(value) as own, avg(highest) as high"
    ).fetchall()
    assert sorted(tuple(row[:5]) for row in plain.table("ties")) == sorted(
        (row[0], row[1], *map(number, row[2:])) for row in expected
    )


def test_the_sql_makes_the_values(con: duckdb.DuckDBPyConnection, plain: Page) -> None:
    sql = plain.one("code").text
    expected = rankhouse.evaluate("run", "judgments", MEASURES, by="system", per_query=True, con=con)
    found = [
        {row[:3]: row[3] for row in each.project("system, query_id, measure, value").fetchall()}
        for each in (con.sql(sql), expected)
    ]
    assert found[0] == pytest.approx(found[1], abs=1e-12)


def test_an_older_file_is_replaced_or_left(con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    with pytest.raises(rankhouse.InputError):
        rankhouse.report("run", "judgments", ["ndgc@10"], path, con=con)
    assert path.read_text() == "old"
    rankhouse.report("run", "judgments", ["ndcg@10"], path, con=con)
    assert path.read_text().startswith("<!doctype html>")
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"runs": None},
            "nothing to report: give runs and judgments, predictions, a learning curve, ratings, preferences, tries or",
        ),
        ({"measures": ["ndgc@10"]}, "did you mean"),
        ({"by": "contry"}, "by: run and judgments have no column 'contry': did you mean 'country'"),
        ({"time": "date"}, "no column 'date'"),
        ({"time": 1}, "time is the name of a column, got 1"),
        ({"baseline": "newer"}, "baseline 'newer' is not one of the systems: did you mean 'new'"),
        ({"system": "sistem"}, "no column 'sistem'"),
        ({"path": "nowhere/report.html"}, "there is no folder 'nowhere'"),
        ({"path": "."}, "is a folder"),
        ({"path": 3}, "path is the name of a file, got 3"),
        ({"title": 3}, "title must be a string, got 3"),
        ({"crossings": "x"}, "crossings belong to a learning curve"),
        ({"learning_curve": "run"}, "learning_curve: "),
        ({"ratings": "run"}, "unit_id"),
        ({"machine": "run"}, "relevance"),
        ({"runs": None, "judgments": None, "machine": "judgments"}, "those of people: give judgments too"),
        ({"nuggets": "judgments"}, "nuggets needs intents"),
        ({"intents": "fact"}, "give nuggets"),
        ({"nuggets": "judgments", "intents": "fact"}, "nuggets, read as judgments: "),
        ({"runs": None, "judgments": None, "features": "run", "ratings": "run"}, "give runs and judgments"),
        ({"features": "run"}, "feature"),
        ({"features": "run", "exclude": "judgments"}, "give features or exclude"),
        ({"predictions": "run"}, "no column 'label'"),
        ({"predictions": "predictions", "columns": {"prediction": "label"}}, "a report needs scores"),
        ({"columns": {"scor": "x"}}, "did you mean 'score'"),
        ({"test": "z"}, "test"),
        ({"judgments": "empty"}, "is empty"),
        ({"runs": "empty_run"}, "is empty"),
    ],
)
def test_errors(con: duckdb.DuckDBPyConnection, tmp_path: Path, arguments: dict[str, Any], message: str) -> None:
    con.execute("create temp table empty as from judgments limit 0")
    con.execute("create temp table empty_run as from run limit 0")
    given: dict[str, Any] = {"runs": "run", "judgments": "judgments", "measures": ["ndcg@5"]}
    given |= {"path": tmp_path / "report.html", "con": con, **arguments}
    if given["runs"] is None:
        given.pop("measures")
    with pytest.raises(rankhouse.InputError, match=re.escape(message)):
        rankhouse.report(**given)
    assert not list(tmp_path.iterdir())
    con.execute("drop table empty; drop table empty_run")


@pytest.mark.parametrize("library", ["altair", "vl_convert"])
def test_the_extra_is_named_where_it_is_missing(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(rankhouse.InputError, match=re.escape("pip install 'rankhouse[report]'")):
        written(con, tmp_path)


def test_the_command(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("run", "judgments", "predictions"):
        con.sql(f"from {name}").write_parquet(str(tmp_path / f"{name}.parquet"))
    monkeypatch.chdir(tmp_path)
    command = "rankhouse report run.parquet -j judgments.parquet -m ndcg@5 -m map --by country --time day"
    monkeypatch.setattr(sys, "argv", [*command.split(), "--predictions", "predictions.parquet", "-o", "my.html"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    output, progress = capsys.readouterr()
    size = (tmp_path / "my.html").stat().st_size
    shown, *findings = output.splitlines()[-3:]
    assert shown == f"The report: my.html ({size / 1e6:.1f} MB)"
    assert findings[0] == "Ship new: significantly better than old by ndcg@5."
    assert findings[1].startswith("b has the largest area under the ROC curve")
    assert "rankhouse: Evaluating" in progress
    page = Page(tmp_path / "my.html")
    assert page.data["measures"] == ["ndcg@5", "average_precision"]
    assert {"time", "segments", "classifier"} <= {each.attributes["id"] for each in page.root.all("section")}


def test_the_command_names_what_is_wrong(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["rankhouse", "report", "-j", "judgments"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "nothing to report" in capsys.readouterr().err


def test_the_command_takes_a_learning_curve(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = con.sql("select *, 1 + (hash(query_id) % 4)::int as n_given from run")
    curve = rankhouse.learning_curve(run, "judgments", con=con)
    curve.write_csv(str(tmp_path / "curve.csv"))
    rankhouse.curve_crossings(run, "judgments", repetitions=20, con=con).write_csv(str(tmp_path / "crossings.csv"))
    monkeypatch.chdir(tmp_path)
    command = "rankhouse report --learning-curve curve.csv --crossings crossings.csv"
    monkeypatch.setattr(sys, "argv", command.split())
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code, capsys.readouterr().err
    page = Page(tmp_path / "report.html")
    (chart,) = page.data["figures"]["learning"]
    assert sorted(row["value"] for row in rows_of(page, chart)) == pytest.approx(
        sorted(row[0] for row in curve.project("value").fetchall())
    )


@pytest.mark.thorough
def test_of_many_pairs_a_few_have_charts(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = con.sql("select query_id, item_id, score, system || v as system from run, range(3) versions(v)")
    pairs = 6 * 5 // 2
    page = written(con, tmp_path, run, "judgments", MEASURES)
    assert f"10 of {pairs} pairs of systems have charts and rankings here, first of all those with" in page.html
    assert len(page.table("differences")) == pairs * len(MEASURES)
    # A matrix of the first measure is open, its rows by value; all else is folded.
    folds = [each for each in page.root.all("details") if each.attributes.get("class") == "fold"]
    assert [(each.all("table")[0].attributes["id"], "open" in each.attributes) for each in folds] == [
        (f"table-{name}-{place}", name == "matrix" and not place)
        for place in range(len(MEASURES))
        for name in ("matrix", "differences")
    ]
    values = [float(row[1]) for row in page.table("means")]
    assert values == sorted(values, reverse=True)
    matrix = page.table("matrix-0")
    assert [row[0] for row in matrix] == [row[0] for row in page.table("means")]
    signs = str.maketrans("+−", "−+")
    assert all(
        matrix[one][1 + other] == matrix[other][1 + one].translate(signs) for one in range(6) for other in range(6)
    )
    assert len(page.data["figures"]["differences"]) == 10 * len(MEASURES)
    # Where they would be too many, those of the pair that the finding is about are left.
    monkeypatch.setattr(sections, "MOST_BARS", -1)
    page = written(con, tmp_path, run, "judgments", MEASURES)
    shown = [(chart["m"], chart["p"]) for chart in page.data["figures"]["differences"]]
    assert shown == [(place, page.data["firstPair"]) for place in range(len(MEASURES))]
