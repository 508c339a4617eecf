"""examples/clicks, built by dbt in two evenings, against plain Python: counts, six methods, wrong pairs."""

from __future__ import annotations

import json
import re
import runpy
import xml.etree.ElementTree as ET
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import duckdb
import pytest

from dbt_projects import ROOT, dbt, installed
from helpers import click_models as twin
from helpers import searched

pytestmark = pytest.mark.thorough

BENCHMARKS = ROOT / "docs" / "reference" / "benchmarks.md"
METHODS = ("ctr", "coec", "pbm", "cascade", "dcm", "sdbn")
READERS = ("by position", "first click", "satisfied")
EVENING = "2026-03-10"
GUIDE = ROOT / "docs" / "labels" / "clicks.md"
HEALTH, PICTURE = ROOT / "docs" / "online" / "search-health.md", ROOT / "docs" / "images" / "search-health.svg"
PAGE, README = ROOT / "docs" / "labels" / "click-events.md", ROOT / "examples" / "clicks" / "README.md"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("example"), "examples/clicks")


@pytest.fixture(scope="module")
def con(project: Path) -> duckdb.DuckDBPyConnection:
    """A mark on an old day, made between two evenings, is still there: that day was not read again."""
    done = dbt(project, "build", "--select", "+counts", "--vars", f"{{until: {EVENING}}}", artifacts=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with duckdb.connect(str(project / "clicks.duckdb")) as con:
        assert con.execute("select max(day)::varchar from counts").fetchall() == [(EVENING,)]
        con.execute("insert into counts values ('2026-03-03', 'read again?', 'mark', 1, 0, 0)")
        con.execute("insert into counts values ('2026-03-08', 'read again?', 'late', 1, 0, 0)")
    done = dbt(project, "build", artifacts=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return duckdb.connect(str(project / "clicks.duckdb"), read_only=True)


def test_an_evening_reads_the_last_days_alone(con: duckdb.DuckDBPyConnection) -> None:
    marks = con.execute("select item_id from counts where query_id = 'read again?'").fetchall()
    assert marks == [("mark",)]
    days = con.execute("select count(distinct day), max(day)::varchar from counts").fetchall()
    assert days == [(14, "2026-03-15")]
    known = (
        "select day, query_id, item_id, position, count(*), sum(clicked::int) from searches"
        " where reader = 'by position' group by all"
    )
    for one, other in ((known, "from counts"), ("from counts where item_id <> 'mark'", known)):
        assert con.execute(f"select count(*) from ({one} except all {other})").fetchall() == [(0,)]


def test_three_kinds_of_events_give_one_log(con: duckdb.DuckDBPyConnection) -> None:
    columns = "day, search_id, query_id, item_id, position, clicked"
    for one, other in (("ubi_log", "solr_log"), ("solr_log", "ubi_log")):
        rows = con.execute(
            f"select count(*) from (select {columns} from {one} except all select {columns} from {other})"
        )
        assert rows.fetchall() == [(0,)]
    known = (
        "select day, search_id, query_id, item_id, position, clicked::int from searches where reader = 'by position'"
    )
    of_ga4 = f"select {columns.replace('search_id', 'split_part(search_id, chr(32), 3)::int')} from ga4_log"
    for one, other in ((of_ga4, known), (known, of_ga4)):
        assert con.execute(f"select count(*) from ({one} except all {other})").fetchall() == [(0,)]
    assert con.execute("select lowest, highest, impressions from ubi_findings").fetchall() == [(0, 5, 84000)]


def judged(log: list[twin.Search], method: str) -> dict[twin.Item, float]:
    counted = twin.cells(log)
    if method == "pbm":
        return twin.pbm(counted, 50)[0]
    return twin.followed(log, method) if method in ("cascade", "dcm", "sdbn") else getattr(twin, method)(counted)


@pytest.fixture(scope="module")
def errors(con: duckdb.DuckDBPyConnection) -> dict[tuple[str, str], tuple[float, float]]:
    rows = con.execute("select method, reader, wrong_pairs, error from errors").fetchall()
    return {(method, reader): tuple(rest) for method, reader, *rest in rows}


def test_errors_of_the_methods(
    con: duckdb.DuckDBPyConnection, errors: dict[tuple[str, str], tuple[float, float]]
) -> None:
    rows = con.execute("select query_id, item_id, attraction from truth").fetchall()
    attraction = {(query, item): value for query, item, value in rows}
    assert errors.keys() == {(method, reader) for method in METHODS for reader in READERS}
    for reader in READERS:
        lists: dict[int, twin.Search] = {}
        for search, query, item, click in con.execute(
            "select search_id, query_id, item_id, clicked::int from searches where reader = ? order by 1, position",
            [reader],
        ).fetchall():
            _, items, clicks = lists.setdefault(search, (query, [], []))
            items.append(item)  # type: ignore[attr-defined]
            clicks.append(click)  # type: ignore[attr-defined]
        for method in METHODS:
            found = judged(list(lists.values()), method)
            of_query = defaultdict(list)
            for query, item in found:
                of_query[query].append(item)
            pairs = [
                0.5 if abs(gap) < 1e-6 else float(gap * (attraction[query, one] - attraction[query, other]) < 0)
                for query, items in of_query.items()
                for one, other in combinations(items, 2)
                for gap in (found[query, one] - found[query, other],)
            ]
            scale = sum(attraction[item] for item in found) / sum(found.values())
            distances = [abs(value * scale - attraction[item]) for item, value in found.items()]
            known = (sum(pairs) / len(pairs), sum(distances) / len(distances))
            assert errors[method, reader] == pytest.approx(known, abs=1e-9), (method, reader)


def test_the_page_tells_the_errors(errors: dict[tuple[str, str], tuple[float, float]]) -> None:
    page = PAGE.read_text()
    for method in METHODS:
        shares = " | ".join(f"{100 * errors[method, reader][0]:.1f} %" for reader in READERS)
        assert f"| `{method}` | {shares} |" in page


def test_the_page_tells_the_benchmark() -> None:
    section = BENCHMARKS.read_text().partition("\n## Clicks\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    ratios = {row[0]: row[-1] for row in rows}
    page = " ".join(GUIDE.read_text().split())
    assert ratios["`click_judgments`, ctr"] == ratios["`click_judgments`, coec"] == "1.1"
    assert "take 1.1 times as long as that `group by` alone" in page
    (step,) = re.findall(r"processor seconds, ([\d.]+) times the group by", section)
    assert f"`pbm` reads counts, and each further step of it takes {step} times as long as the `group by`" in page


def test_what_clicks_decide(con: duckdb.DuckDBPyConnection) -> None:
    """Click-through rates have the better ranker lose, and surely so; the readme and the page say by how much."""
    texts = [" ".join(path.read_text().split()) for path in (README, PAGE)]
    ((live,), (new,)) = con.execute("select value from true_quality order by system").fetchall()
    rows = con.execute("select method, value, baseline_value, ci_low, ci_high from comparison").fetchall()
    found = {method: rest for method, *rest in rows}
    assert new > live and found["ctr"][3] < 0 < found["pbm"][2]
    for text in texts:
        assert f"{new:.3f} against {live:.3f}" in text
        for method in ("ctr", "pbm"):
            assert f"{found[method][0]:.3f} against {found[method][1]:.3f}" in text
    assert f"from {found['ctr'][2]:.3f} to {found['ctr'][3]:.3f}" in texts[0]


def test_search_health(con: duckdb.DuckDBPyConnection) -> None:
    """Of each day by brute force from what was simulated, without the package."""
    searches = con.execute("""
        select day, search_id, count(*), list(position) filter (where clicked)
        from searches where reader = 'by position' group by all
        union all
        select day, search_id, 0, null from empty_searches
    """).fetchall()
    days = defaultdict(list)
    for day, search, n_results, clicked in searches:
        days[day].append((search, n_results, clicked or []))
    found = con.execute("select day, measure, value, n, ci_low, ci_high from search_health").fetchall()
    assert len(found) == 14 * 6
    for day, measure, *row in found:
        own = days[day]
        known = searched.health(
            measure,
            {search: n_results for search, n_results, _ in own},
            {search: clicked for search, _, clicked in own},
            {search: f"client {search % 500}" for search, *_ in own},
        )
        value, n, _, low, high = known
        assert row == pytest.approx([value, n, low, high], abs=1e-9), (day, measure)


def test_what_ndcg_does_not_see(
    con: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches without results; the readme, the page and its picture say so."""
    rows = con.execute("""
        pivot (select day::varchar as day, measure, value from day_by_day) on measure
        in ('ndcg(gain=linear)@5', 'success@5', 'abandoned', 'no_result') using max(value) order by day
    """).fetchall()
    told = {day: " | ".join(f"{value:.3f}" for value in values) for day, *values in rows}
    pages = [README.read_text(), HEALTH.read_text()]
    for day in ("2026-03-10", "2026-03-11", "2026-03-12", "2026-03-13"):
        assert all(f"| {day} | {told[day]} |" in page for page in pages), told[day]
    monkeypatch.syspath_prepend(ROOT / "examples")
    runpy.run_path(str(ROOT / "examples" / "clicks" / "run.py"))["draw"](con, tmp_path / "drawn.svg")
    # Letters are as wide as the fonts of a machine; figures are not.
    now, then = (ET.fromstring(path.read_text()).get("aria-label") for path in (tmp_path / "drawn.svg", PICTURE))
    assert now == then, "run make demo-clicks, and copy day_by_day.svg there"


def test_events_of_a_file(tmp_path: Path) -> None:
    """Two applications, whose lists begin at 0 and at 1, in lines of a bulk request; then one that nobody expects."""
    lines = []
    for application, first, timestamp in (("shop", 0, "2026-01-01T10:00:00Z"), ("Chorus", 1, 1767261600000)):
        for place, item in enumerate("abc"):
            for action in ("impression", "click") if item == "b" else ("impression",):
                attributes = {"object": {"object_id": item}, "position": {"ordinal": first + place}}
                event = {"application": application, "action_name": action, "query_id": f"s {application}"}
                lines += [{"index": {"_index": "ubi_events"}}]
                lines += [{**event, "user_query": " Shoes", "timestamp": timestamp, "event_attributes": attributes}]
    lines += [{"application": "shop", "query_id": "s shop", "user_query": "Shoes", "timestamp": "2026-01-01T10:00:00Z"}]
    (tmp_path / "shop's events.ndjson").write_text("\n".join(map(json.dumps, lines)))
    project = installed(tmp_path, "examples/clicks")
    done = dbt(project, "build", "--select", "+ubi_log", UBI_EVENTS=str(tmp_path / "shop's events.ndjson"))
    assert done.returncode == 0, done.stdout + done.stderr
    with duckdb.connect(str(project / "clicks.duckdb")) as con:
        rows = con.execute("select * exclude search_id from ubi_log order by all").fetchall()
        assert [(name, str(day), *rest) for name, day, *rest in rows] == [
            (name, "2026-01-01", "shoes", item, place, int(item == "b"))
            for name in ("Chorus", "shop")
            for place, item in enumerate("abc", 1)
        ]
        found = con.execute("select application, lowest, highest, clicks from ubi_findings order by 1").fetchall()
        assert found == [("Chorus", 1, 3, 1), ("shop", 0, 2, 1)]
        expected = next((project / "target" / "compiled").rglob("first_positions.sql")).read_text()
        assert con.execute(expected).fetchall() == []
        con.execute("update raw_ubi_events set application = 'new' where application = 'shop'")
        assert con.execute(expected).fetchall() == [("new", 0, None)]
