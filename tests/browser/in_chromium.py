"""The report in a browser: `make test-report`. Apart from `make test`, which needs no browser and skips nothing.

Pictures of every section are compared with those in `expected/`; `PICTURES=new make test-report` draws these anew.
"""

from __future__ import annotations

import csv
import io
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, BrowserContext, Page

import pages
import rankhouse
from chromium import chromium
from rankhouse._results.numbers import NOTHING, number
from rankhouse.plot import theme

EXPECTED = Path(__file__).parent / "expected"
MEASURES = ["ndcg@5", "ndcg@10", "average_precision", "precision@5", "precision@10"]
NEW = 'new <b>"x"</b></script><img src=x onerror=alert(1)>'
PHONE, DESK = 390, 1440
NARROW = 360
"""The narrowest telephone that is looked at."""
READY = "html[data-ready=true]"
SHRUNK = 4
MOST_DIFFERENT = 6.0
"""Grey levels of 255 in the mean of a section's small picture: fonts that differ by a hair are below, a chart that is
missing or has other colours is above (see test_the_tolerance_sees_a_missing_chart)."""
MOST_TALLER = 0.12
pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture(scope="session")
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    """The same rows by any version of DuckDB: nothing is random, nothing hashed."""
    with duckdb.connect() as con:
        con.execute(
            "create table run as select case s when 0 then 'old' else ? end as system, 'query ' || q as query_id,"
            " 'item-' || i as item_id, ((q * 7919 + i * 104729 + s * 31337) % 97)"
            " + case when i < 5 then 25 + 20 * s else 0 end as score"
            " from range(90) q(q), range(25) i(i), range(2) s(s)",
            [NEW],
        )
        con.execute(
            "create table judgments as select 'query ' || q as query_id, 'item-' || i as item_id,"
            " (i % 3 + 1)::int as relevance, ['de', 'fr', 'at'][1 + (q % 3)::int] as country,"
            " date '2026-01-01' + (q % 9)::int as day from range(90) q(q), range(7) i(i)"
        )
        con.execute(
            "create table predictions as select ['logit', 'trees'][1 + s::int] as system, i as row_id,"
            " ['de', 'fr', 'at'][1 + (i % 3)::int] as country,"
            " ((i * 7919) % 1000 + (i * (31337 + 7 * s)) % (500 - 300 * s)) / (1500 - 300 * s) as score,"
            " ((i * 7919) % 1000 + (i * 104729) % 600 > 900)::int as label"
            " from range(600) i(i), range(2) s(s)"
        )
        con.execute(
            "create table curve as select system, 'ndcg@10' as measure, n_given, base + slope * ln(n_given) as value,"
            " 90 as n_queries, 0.02 as std_error, value - 0.04 as ci_low, value + 0.04 as ci_high"
            " from (values ('old', 0.30, 0.03), ('new', 0.25, 0.07)) s(system, base, slope),"
            " (values (1), (2), (5), (10), (20)) g(n_given)"
        )
        yield con


@pytest.fixture(scope="session")
def report(con: duckdb.DuckDBPyConnection, tmp_path_factory: pytest.TempPathFactory) -> Path:
    crossings = con.sql(
        "select 'ndcg@10' as measure, 'new' as system, 'old' as other_system, 3.5 as crossing, 2.5 as ci_low,"
        " 5.0 as ci_high"
    )
    return rankhouse.report(
        "run",
        "judgments",
        MEASURES,
        tmp_path_factory.mktemp("report") / "report.html",
        by="country",
        time="day",
        predictions="predictions",
        learning_curve=con.table("curve"),
        crossings=crossings,
        title="Search <quality> & more",
        con=con,
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


class Opened:
    """A page in a browser, with all that went wrong on it."""

    def __init__(self, context: BrowserContext, path: Path) -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.problems.append(said.text))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", lambda dialog: (self.problems.append(dialog.message), dialog.dismiss()))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector(READY, timeout=120_000)


@contextmanager
def page_of(browser: Browser, report: Path, width: int, scheme: Any) -> Iterator[Page]:
    """The page in a window of its own; nothing is requested, nothing goes wrong."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, accept_downloads=True, reduced_motion="reduce"
    )
    opened = Opened(context, report)
    yield opened.page
    assert opened.problems == []
    assert {url.split("#")[0] for url in opened.requests if not url.startswith(("blob:", "data:"))} == {report.as_uri()}
    context.close()


@pytest.fixture
def opened(browser: Browser, report: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page at 1440 pixels, or as the test's parameter says."""
    with page_of(browser, report, *getattr(request, "param", (DESK, "light"))) as page:
        yield page


@pytest.fixture(scope="session")
def looked_at(browser: Browser, report: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page for all tests that only look."""
    with page_of(browser, report, *request.param) as page:
        yield page


@pytest.fixture(scope="session")
def written(report: Path) -> pages.Page:
    return pages.Page(report)


SIZES = [(width, scheme) for width in (PHONE, DESK) for scheme in ("light", "dark")]
LOOKED_AT = pytest.mark.parametrize("looked_at", SIZES, indirect=True)


@LOOKED_AT
def test_every_chart_is_drawn_and_named(looked_at: Page, written: pages.Page) -> None:
    figures = looked_at.locator("[data-figure]")
    assert figures.count() == len(written.data["figures"])
    for place in range(figures.count()):
        figure = figures.nth(place)
        svg = figure.locator(".plot svg")
        assert svg.get_attribute("role") == "img"
        assert len(svg.get_attribute("aria-label") or "") > 20
        assert svg.locator("path, rect, line").count() > 5
        assert figure.locator("h3").inner_text()


@LOOKED_AT
def test_the_page_does_not_scroll_sideways(looked_at: Page) -> None:
    assert looked_at.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    # Nor does any chart; tables do, inside themselves.
    assert (
        looked_at.evaluate(
            "[...document.querySelectorAll('.plot')].filter((plot) => plot.scrollWidth > plot.clientWidth + 1)"
            ".map((plot) => plot.parentElement.id)"
        )
        == []
    )


CONTRAST = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3]));
  const light = ([r, g, b]) => {
    const part = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((back, layer) => over(layer, back), [255, 255, 255]);
  };
  const ratio = (front, back) => {
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element.closest("script, style, .unseen, .skip, noscript")) continue;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    if (!box.width || !box.height || style.visibility === "hidden") continue;
    const inSvg = element instanceof SVGElement;
    const back = behind(element.closest("svg")?.parentElement || element);
    const front = over(rgba(inSvg ? style.fill : style.color), back);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const own = ratio(front, back);
    if (own < (isLarge ? 3 : 4.5)) {
      found.push(`${own.toFixed(2)} ${element.tagName} ${walker.currentNode.textContent.trim().slice(0, 40)}`);
    }
  }
  // Marks of charts and their legends. Grids are no marks, and bands of intervals say again what tips do.
  const kinds = ".mark-symbol path, .mark-line path, .mark-rule line, .mark-rect path";
  const marks = [...document.querySelectorAll(`.plot svg :is(${kinds})`)]
    .filter((mark) => !mark.closest(".role-axis-grid") && !mark.closest("[opacity='0']"));
  for (const mark of marks) {
    const style = getComputedStyle(mark), back = behind(mark.closest("svg").parentElement);
    let faint = 1;
    for (let at = mark; at.tagName !== "svg"; at = at.parentElement) faint *= Number(getComputedStyle(at).opacity);
    const seen = (each) => style[each] !== "none" && rgba(style[each])[3] > 0;
    const drawn = ["fill", "stroke"].filter(seen).map((each) => {
      const [r, g, b, a] = rgba(style[each]);
      return ratio(over([r, g, b, a * faint * Number(style[`${each}Opacity`])], back), back);
    });
    const best = Math.max(0, ...drawn), figure = mark.closest("[data-figure]").dataset.figure;
    if (drawn.length && best < 3) found.push(`${best.toFixed(2)} mark of ${figure}`);
  }
  return [...new Set(found), ...(marks.length > 50 ? [] : [`only ${marks.length} marks`])];
}
"""


@pytest.mark.parametrize("opened", SIZES, indirect=True)
def test_texts_and_marks_have_contrast(opened: Page) -> None:
    opened.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert opened.evaluate(CONTRAST) == []
    # A faint mark would be seen.
    opened.add_style_tag(content="#figure-summary .mark-symbol path { opacity: 0.3 }")
    assert {found.partition(" ")[2] for found in opened.evaluate(CONTRAST)} == {"mark of summary"}


@LOOKED_AT
def test_what_scrolls_can_be_focused_and_is_named(looked_at: Page) -> None:
    assert (
        looked_at.evaluate(
            "[...document.querySelectorAll('.scroll, pre')].filter((each) => each.tabIndex !== 0 ||"
            " each.getAttribute('role') !== 'region' ||"
            " !(each.getAttribute('aria-label') || each.getAttribute('aria-labelledby')))"
            ".map((each) => each.outerHTML.slice(0, 80))"
        )
        == []
    )


@LOOKED_AT
def test_numbers_of_every_system_are_seen(looked_at: Page) -> None:
    """The classifier's systems have other names than those of the runs."""
    assert looked_at.locator("#table-classifier thead th:visible").all_inner_texts() == ["measure", "logit", "trees"]
    assert looked_at.locator("#table-classifier tbody td").first.is_visible()


@LOOKED_AT
def test_differences_are_seen_without_scrolling_to_the_side(looked_at: Page) -> None:
    tables = ["#table-differences", "#moved", "#table-classifier-differences", "#table-classifier-differences-country"]
    for table in tables:
        heads = looked_at.locator(f"{table} thead th").all_inner_texts()
        cell = looked_at.locator(f"{table} tbody tr").first.locator("th, td").nth(heads.index("difference"))
        box = cell.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= looked_at.evaluate("innerWidth"), table
        assert looked_at.evaluate("(each) => each.closest('.scroll').scrollLeft", cell.element_handle()) == 0
    # Of two systems both are.
    for table in ("#table-means", "#table-classifier"):
        box = looked_at.locator(f"{table} tbody tr").first.locator("td").nth(1).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= looked_at.evaluate("innerWidth"), table


def test_every_system_is_seen_on_a_narrow_phone(
    browser: Browser, con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    """Five side by side, and the best may be the last."""
    names = ["bm25", "dense_retriever_v2", "hybrid reranked", "logistic_regression", "x"]
    run = con.sql(
        "select list_extract(?, 1 + s::int) as system, query_id, item_id, score + (s * 7) % 5 * (length(item_id) % 3)"
        " as score from run, range(5) s(s) where system = 'old'",
        params=[names],
    )
    predictions = con.sql(
        "select list_extract(?, 1 + s::int) as system, row_id, label, score * (1 - s / 10) as score"
        " from predictions, range(5) s(s) where system = 'logit'",
        params=[names],
    )
    path = rankhouse.report(run, "judgments", MEASURES, tmp_path / "report.html", predictions=predictions, con=con)
    with page_of(browser, path, NARROW, "light") as page:
        for table in ("#table-means", "#table-classifier"):
            assert page.locator(f"{table} thead th").count() == 6
            is_whole = "(each) => each.offsetWidth <= each.closest('.scroll').clientWidth"
            assert page.locator(table).evaluate(is_whole), table
            cells = page.locator(f"{table} tbody tr:first-child :is(th, td)").all()
            ends = [box["x"] + box["width"] for cell in cells if (box := cell.bounding_box())]
            assert len(ends) == 6
            assert max(ends) <= NARROW, table


def test_classifiers_alone_show_their_numbers(browser: Browser, con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    path = rankhouse.report(predictions="predictions", path=tmp_path / "report.html", con=con)
    with page_of(browser, path, DESK, "light") as page:
        assert page.locator("#table-classifier thead th:visible").count() == 3
        assert page.locator("#table-classifier tbody tr").first.locator("td:visible").count() == 2


def test_matrices_of_labels_and_preferences_are_drawn(
    browser: Browser, con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    """Their colours are of numbers, not of names."""
    ratings = con.sql(
        "select u as unit_id, 'rater ' || r as rater_id, (u * 7 + r * (u % 3 = 0)::int) % 3 as rating"
        " from range(30) u(u), range(3) r(r)"
    )
    verdicts = con.sql(
        "select q as query_id, ['a', 'b', 'c'][1 + q % 3] as system_a, ['b', 'c', 'a'][1 + q % 3] as system_b,"
        " ['a', 'b', 'a', 'tie', 'b'][1 + q % 5] as winner from range(90) q(q)"
    )
    path = rankhouse.report(ratings=ratings, preferences=verdicts, path=tmp_path / "a.html", con=con)
    with page_of(browser, path, DESK, "light") as opened:
        figures = opened.locator("[data-figure]")
        names = [figures.nth(place).get_attribute("data-figure") for place in range(figures.count())]
        assert names == ["raters", "board", "win_rates", "order_effect"]
        assert opened.locator(".plot svg").count() == len(names)


def test_of_twelve_systems_the_first_measure_is_open(
    browser: Browser, con: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    lab = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{MICROSCOPE} lab"
    names = [lab, "a name that is too long for its column, and is cut", *(f"system {place}" for place in range(10))]
    run = con.sql(
        "select list_extract(?, 1 + s::int) as system, query_id, item_id, score + (s * 7) % 12 as score"
        " from run, range(12) s(s) where system = 'old'",
        params=[names],
    )
    path = rankhouse.report(run, "judgments", MEASURES, tmp_path / "report.html", con=con)
    with page_of(browser, path, DESK, "light") as page:
        assert page.evaluate("document.documentElement.scrollHeight") < 15_000
        assert page.locator("#comparison table:visible").count() == 1
        cut = page.locator("#table-matrix-0 bdi", has_text="too long")
        assert cut.get_attribute("title") == names[1]
        assert cut.evaluate("(each) => each.scrollWidth > each.clientWidth")
        assert page.locator("#figure-summary svg text", has_text=lab).count() > 0
        grey, text = page.locator("#table-matrix-0").evaluate(
            "(each) => [getComputedStyle(each.querySelector('td.muted')).color, getComputedStyle(document.body).color]"
        )
        assert grey != text


def tip_of(opened: Page, figure: str, place: int = 0) -> dict[str, str]:
    """What is told of a chart's mark, by its titles."""
    mark = opened.locator(f"#figure-{figure} svg path[aria-roledescription='point']").nth(place)
    mark.scroll_into_view_if_needed()
    # Not to where another mark, or its tip, may be.
    opened.mouse.move(0, 0)
    mark.hover(force=True)
    tip = opened.locator("#vg-tooltip-element")
    tip.wait_for(state="visible")
    rows = tip.locator("tr").all_inner_texts()
    return dict(row.split("\t") for row in rows)


def test_tooltips_tell_the_figures_as_the_tables_do(opened: Page) -> None:
    heads = opened.locator("#table-means thead th bdi").all_inner_texts()
    told = [tip_of(opened, "summary", place) for place in range(2 * len(MEASURES))]
    assert {(each["measure"], each["system"]) for each in told} == {(m, s) for m in MEASURES for s in (NEW, "old")}
    for each in told:
        row = opened.locator("#table-means tbody tr").nth(MEASURES.index(each["measure"]))
        cell = row.locator("td").nth(heads.index(each["system"]) - 1)
        assert cell.inner_text().split("\n")[0].rstrip("ab") == each["mean"]
        assert cell.locator(".small").inner_text() == f"{each['from']} to {each['to']}"
        assert each["queries"] == "90"
    for place in range(len(MEASURES)):
        each = tip_of(opened, "comparison", place)
        row = opened.locator("#table-differences tbody tr").nth(MEASURES.index(each["measure"]))
        difference, interval, p = row.locator("td").all_inner_texts()[:3]
        expected = (each["difference"], f"{each['from']} to {each['to']}", each["adjusted p"])
        assert (difference.split("\n")[0].strip("▲▼"), interval, p) == expected
    for figure in ("cutoffs", "segment-0", "time", "learning", "classifier-segment-0"):
        each = tip_of(opened, figure)
        assert float(each["from"]) < float(each.get("mean") or each["ndcg@10"]) < float(each["to"])
        # Two digits of the half of the interval.
        assert {len(each[name].partition(".")[2]) for name in ("from", "to")} <= {2, 3}
    # Names are text there too.
    assert opened.locator("#vg-tooltip-element img, #vg-tooltip-element b").count() == 0


def test_names_are_isolated_and_cut(browser: Browser, con: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Those that the page's script writes, too: a name from right to left turns nothing round it."""
    query, item = (
        f"{word} of a name that is much too long for its column, {'on and ' * 8}on" for word in ("query", "item")
    )
    hebrew = "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET} 1"
    systems = [hebrew, f"a system whose name is much too long as well, {'on and ' * 8}on"]
    run = con.sql(
        "select list_extract(?, 1 + (system = 'old')::int) as system, replace(query_id, 'query', ?) as query_id,"
        " replace(item_id, 'item', ?) as item_id, score from run",
        params=[systems, query, item],
    )
    judgments = con.sql(
        "select replace(query_id, 'query', ?) as query_id, replace(item_id, 'item', ?) as item_id, relevance,"
        " 'a country with a name that is much too long, and on and on and on and on and on' as country from judgments",
        params=[query, item],
    )
    path = rankhouse.report(
        run, judgments, ["ndcg@5"], tmp_path / "report.html", by="country", predictions="predictions", con=con
    )
    with page_of(browser, path, DESK, "light") as page:
        for place in (
            "#moved .name",
            "#lists .name:not(.grade)",
            ".matrix h4",
            ".moved .subtitle",
            "#filters fieldset label",
        ):
            assert page.locator(place).count() > 0, place
            assert page.locator(f"{place}:not(:has(bdi))").count() == 0, place
        names = page.locator("#moved bdi, #lists bdi")
        assert names.filter(has_text="too long").count() > 30
        for name in names.filter(has_text="too long").all():
            if not name.is_visible():
                continue
            assert name.get_attribute("title") == name.inner_text()
            assert name.evaluate("(each) => each.scrollWidth > each.clientWidth || !!each.closest('h4, .subtitle')")
        assert page.locator("#moved thead bdi", has_text=hebrew).get_attribute("title") in (None, "")


def test_a_click_on_a_query_shows_its_lists(opened: Page, written: pages.Page) -> None:
    bars = opened.locator("#figure-differences svg path[aria-roledescription='bar']")
    bars.last.scroll_into_view_if_needed()
    bars.last.click()
    heading = opened.locator("#lists h4").inner_text()
    moved = written.data["moved"][0]["rows"]
    best = max(moved, key=lambda row: row[1])
    tied = {f"Query {row[0]}" for row in moved if row[1] == best[1]}
    assert heading in tied
    assert_lists(opened, written, heading.removeprefix("Query "))


def assert_lists(opened: Page, written: pages.Page, unit: str) -> None:
    rows = written.data["lists"][unit]
    shown = [
        opened.locator("#lists tbody tr").nth(place).locator("th, td").all_inner_texts()
        for place in range(opened.locator("#lists tbody tr").count())
    ]
    assert len(shown) == 20
    for rank, (place, left, left_grade, right, right_grade, moved) in enumerate(shown, 1):
        # The systems' ranks stand in the order of their names: the older one is compared with the new one.
        (own,) = (row for row in rows if row[3] == rank)
        (other,) = (row for row in rows if row[2] == rank)
        assert (place, left, right) == (str(rank), other[0], own[0])
        assert right_grade == ("not judged" if own[1] is None else f"● {own[1]}")
        assert left_grade == ("not judged" if other[1] is None else f"● {other[1]}")
        by = own[2] - rank
        assert moved == ("=" if by == 0 else f"▲ {by}" if by > 0 else f"▼ {-by}")


@pytest.mark.parametrize("opened", [(PHONE, "light"), (DESK, "light")], indirect=True)
def test_everything_is_reached_by_keyboard(opened: Page, written: pages.Page) -> None:
    opened.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    reached: list[str] = []
    name = (
        "(() => { const at = document.activeElement; return at.id || (at.dataset.unit !== undefined && 'query')"
        " || (at.dataset.csv !== undefined && 'csv') || (at.dataset.theme && 'theme') || at.name || at.tagName; })()"
    )
    # Its outline is seen.
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    for _ in range(400):
        opened.keyboard.press("Tab")
        reached.append(opened.evaluate(name))
        if reached[-1] == "BODY":
            break
        assert opened.evaluate(outline) != "none", reached[-1]
        if reached[-1] == "query" and reached.count("query") == 1:
            opened.keyboard.press("Enter")
            unit = opened.locator("#lists h4").inner_text().removeprefix("Query ")
            assert_lists(opened, written, unit)
            opened.evaluate("document.querySelector('#moved button').focus()")
    wanted = ["theme", "measure", "subset", "system", "csv", "query", "threshold"]
    assert [each for each in wanted if each not in reached] == []
    places = [reached.index(each) for each in ("theme", "measure", "csv", "query", "threshold")]
    assert places == sorted(places)


def test_the_slider_moves_the_confusion_matrix(
    opened: Page, written: pages.Page, con: duckdb.DuckDBPyConnection
) -> None:
    slider = opened.locator("#threshold")
    thresholds = written.data["confusion"]["thresholds"]
    names = ["best_f1_threshold"]
    best, *_ = rankhouse.classifier_metrics("predictions", names, by="system", con=con).project("value").fetchall()
    first = thresholds.index(best[0])
    assert opened.locator("#threshold-value").inner_text() == f"{best[0]:.6g}"
    slider.focus()
    for _ in range(7):
        opened.keyboard.press("ArrowRight")
    chosen = thresholds[first + 7]
    assert opened.locator("#threshold-value").inner_text() == f"{chosen:.6g}"
    assert slider.get_attribute("aria-valuetext") == f"score of {chosen:.6g}"
    expected = rankhouse.confusion("predictions", [chosen], by="system", con=con).project("system, tp, fn, fp, tn")
    for place, (system, *counts) in enumerate(expected.fetchall()):
        matrix = opened.locator(".matrix").nth(place)
        assert matrix.locator("h4").inner_text() == system
        shown = [text.split("\n")[0] for text in matrix.locator("tbody td").all_inner_texts()]
        assert [int(text.replace(",", "")) for text in shown] == counts
        tp, fn, fp, tn = counts
        figures = dict(zip(matrix.locator("dt").all_inner_texts(), matrix.locator("dd").all_inner_texts(), strict=True))
        assert figures == {
            "precision": number(tp / (tp + fp)),
            "recall": number(tp / (tp + fn)),
            "f1": number(2 * tp / (2 * tp + fp + fn)),
            "accuracy": number((tp + tn) / sum(counts)),
            "false positive rate": number(fp / (fp + tn)),
        }
    opened.keyboard.press("End")
    assert opened.locator(".matrix dd").first.inner_text() in (NOTHING, number(0), number(1))


def drawn_anew(opened: Page, change: Any) -> None:
    before = opened.locator("#figure-summary").get_attribute("data-ready")
    change()
    opened.wait_for_function(
        "(before) => [...document.querySelectorAll('[data-figure]')]"
        ".every((each) => Number(each.dataset.ready) > before)",
        arg=int(before or 0),
    )


def test_filters_choose_systems(opened: Page) -> None:
    def points() -> int:
        return opened.locator("#figure-summary svg path[aria-roledescription='point']").count()

    assert points() == 2 * len(MEASURES)
    colours = opened.locator("#figure-summary svg path[aria-roledescription='point']").evaluate_all(
        "(marks) => [...new Set(marks.map((mark) => mark.getAttribute('fill')))]"
    )
    drawn_anew(opened, lambda: opened.locator("input[name=system][value='0']").uncheck())
    assert points() == len(MEASURES)
    left = opened.locator("#figure-summary svg path[aria-roledescription='point']").first.get_attribute("fill")
    # The system that is left keeps its colour.
    assert left == colours[1]
    assert opened.locator("#table-means thead th:visible").all_inner_texts()[1:] == ["old(b)"]
    assert opened.locator("#table-differences tbody tr:visible").count() == 0
    # One always stays.
    opened.locator("input[name=system][value='1']").click()
    assert opened.locator("input[name=system]:checked").count() == 1


def test_filters_choose_a_segment_and_a_measure(opened: Page, written: pages.Page) -> None:
    assert opened.locator("#subset option").all_inner_texts() == [
        "All queries",
        "country: at",
        "country: de",
        "country: fr",
    ]
    drawn_anew(opened, lambda: opened.locator("#subset").select_option("2"))
    shown = [
        opened.locator("#table-means tbody tr:visible").nth(place).locator("td").all_inner_texts()
        for place in range(len(MEASURES))
    ]
    assert [[text.split("\n")[0].rstrip("ab") for text in row] for row in shown] == [
        row[1:] for row in written.table("means", 2)
    ]
    assert "Among country de" in opened.locator("#figure-summary .subtitle").inner_text()
    assert "Among country de" in opened.locator("#figure-differences .subtitle").inner_text()
    groups = opened.locator("#moved tbody td:nth-child(5)").all_inner_texts()
    assert groups
    assert set(groups) == {"de"}
    drawn_anew(opened, lambda: opened.locator("#subset").select_option("0"))
    drawn_anew(opened, lambda: opened.locator("#measure").select_option("2"))
    for figure in ("differences", "distribution", "segment-0", "time"):
        assert "average_precision" in opened.locator(f"#figure-{figure} h3").inner_text()
    assert "average_precision" in opened.locator(".moved .subtitle").inner_text()
    assert "average_precision" in opened.locator(".state").inner_text()


def test_a_segment_rewrites_the_first_screen(opened: Page, written: pages.Page) -> None:
    """What is said of all queries goes, and comes back."""
    sentences = {
        each.attributes["data-among"]: each.all("p")[-1].text
        for each in written.root.all("div")
        if each.attributes.get("data-among", "all") != "all" and each.all("p")
    }
    finding = opened.locator("header .finding:visible").first
    assert finding.inner_text() == sentences["0"]
    drawn_anew(opened, lambda: opened.select_option("#subset", "1"))
    assert finding.inner_text() == sentences["1"] != sentences["0"]
    (column, value) = written.data["subsets"][1]
    assert f"Among {column} {value}" in opened.locator("header h2:visible").all_inner_texts()
    assert opened.locator("#summary .note:visible").count() == 1
    drawn_anew(opened, lambda: opened.select_option("#subset", "0"))
    assert finding.inner_text() == sentences["0"]


def test_a_system_has_one_colour(browser: Browser, tmp_path: Path) -> None:
    """Of six systems, in the chart of means, in the differences of the chosen pair, and in distributions."""
    rows = " union all ".join(
        f"select '{name}' as system, q as query_id, 'ndcg' as measure, 'ndcg' as metric, null::bigint as k,"
        f" 0.3 + 0.02 * {place} + 0.01 * ((q * (7 + {place})) % 11) as value from range(80) t(q)"
        for place, name in enumerate("abcdef")
    )
    with duckdb.connect() as con:
        path = rankhouse.report(con.sql(rows), None, ["ndcg"], tmp_path / "report.html", con=con)
    data = pages.Page(path).data
    palette = [colour.lower() for colour in data["light"]["range"]["category"]]
    with page_of(browser, path, 1440, "light") as opened:
        fills = """name => [...document.querySelectorAll(`[data-figure=${name}] svg .mark-rect path`)]
            .map((path) => path.getAttribute("fill").toLowerCase())"""
        own, other = (data["systems"].index(name) for name in data["pairs"][data["firstPair"]])
        assert set(opened.evaluate(fills, "differences")) == {palette[own], palette[other]}
        assert list(dict.fromkeys(opened.evaluate(fills, "distribution"))) == palette[:6]


def test_csv_has_the_rows_of_the_chart(opened: Page, con: duckdb.DuckDBPyConnection) -> None:
    found = rankhouse.evaluate("run", "judgments", MEASURES, by="system", con=con)
    with opened.expect_download() as download:
        opened.locator("#figure-summary [data-csv]").click()
    assert download.value.suggested_filename == "summary.csv"
    text = Path(download.value.path()).read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    expected = {(row[1], row[0]): row[4] for row in found.fetchall()}
    assert {(row["measure"], row["system"]): float(row["value"]) for row in rows} == {
        key: float(f"{value:.9g}") for key, value in expected.items()
    }
    # A panel for each system; their rows are together.
    with opened.expect_download() as download:
        opened.locator("#figure-distribution [data-csv]").click()
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8"), newline="")))
    assert sum(int(row["n"]) for row in rows) == 2 * 90
    with opened.expect_download() as download:
        opened.locator("#figure-summary [data-svg]").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("<svg")


def test_colours_follow_the_system_and_the_switch(opened: Page) -> None:
    def label() -> str:
        return str(opened.locator("#figure-summary svg .role-axis-label text").first.get_attribute("fill")).lower()

    light, dark = (each["axis"]["labelColor"].lower() for each in (theme.LIGHT, theme.DARK))
    assert label() == light
    drawn_anew(opened, lambda: opened.locator("[data-theme=dark]").last.click())
    assert label() == dark
    assert opened.locator(".theme [aria-pressed=true]").inner_text() == "Dark"
    assert opened.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 28)"
    drawn_anew(opened, lambda: opened.locator(".theme [data-theme=auto]").click())
    assert label() == light
    drawn_anew(opened, lambda: opened.emulate_media(color_scheme="dark"))
    assert label() == dark


def test_print(opened: Page) -> None:
    opened.emulate_media(media="print")
    assert opened.locator("nav").is_hidden()
    assert opened.locator(".tools").first.is_hidden()
    assert opened.locator("h1").is_visible()
    opened.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    # SQL is for the screen, opened or not.
    opened.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert opened.locator("#method pre").is_hidden()
    assert opened.locator("#method details").is_hidden()
    assert opened.locator(".verdict").first.is_visible()
    # Charts are drawn for the screen, and nothing of them is cut on paper.
    narrow = opened.add_style_tag(content="main { width: 640px }")
    cut = (
        "[...document.querySelectorAll('.plot svg')].filter((svg) => svg.getBoundingClientRect().width >"
        " svg.closest('.plot').clientWidth + 1).length"
    )
    assert opened.evaluate(cut) == 0
    narrow.evaluate("(each) => each.remove()")
    pdf = opened.pdf(format="A4", print_background=True)
    assert pdf.startswith(b"%PDF")
    assert len(pdf) > 50_000
    # Pages that are half empty would be 19.
    assert 10 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 16


def test_tables_are_read_without_scripts(browser: Browser, report: Path, written: pages.Page) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert "need JavaScript" in page.locator("noscript").first.inner_text()
    cells = page.locator("#table-means tbody tr:not([hidden]) td:visible").all_inner_texts()
    assert [text.split("\n")[0].rstrip("ab") for text in cells] == [
        text for row in written.table("means") for text in row[1:]
    ]
    context.close()


def test_names_are_text(opened: Page) -> None:
    assert opened.title() == "Search <quality> & more"
    assert opened.locator("h1").inner_text() == "Search <quality> & more"
    assert opened.locator("body img").count() == 0
    assert NEW in opened.locator("#table-means thead").inner_text()
    assert opened.evaluate("typeof window.alert") == "function"


def test_a_large_evaluation(browser: Browser, tmp_path: Path) -> None:
    """100,000 queries of two systems: at most 3 MB, which open in seconds."""
    with duckdb.connect() as con:
        con.execute(
            "create table run as select ['old', 'new'][1 + s::int] as system, 'query-' || q as query_id,"
            " 'item-' || (q * 13 + i) as item_id, (q * 7919 + i * 104729 + s * 31337) % 10007 as score"
            " from range(100000) q(q), range(10) i(i), range(2) s(s)"
        )
        con.execute(
            "create table judgments as select 'query-' || q as query_id, 'item-' || (q * 13 + i) as item_id,"
            " 1 + (q + i) % 3 as relevance, ['de', 'fr', 'at'][1 + (q % 3)::int] as country"
            " from range(100000) q(q), range(0, 10, 3) i(i)"
        )
        started = time.perf_counter()
        path = rankhouse.report("run", "judgments", path=tmp_path / "large.html", by="country", con=con)
        seconds = time.perf_counter() - started
    size = path.stat().st_size
    print(f"100,000 queries of two systems: {size / 1e6:.2f} MB in {seconds:.0f} s")
    assert size <= 3_000_000
    context = browser.new_context(viewport={"width": PHONE, "height": 900})
    opened = Opened(context, path)
    assert opened.problems == []
    assert "of 100,000 queries" in opened.page.locator("#figure-differences .subtitle").inner_text()
    context.close()


def test_texts_of_charts_in_notebooks_are_whole(browser: Browser) -> None:
    """Laid out by vl-convert and drawn by a browser: both take a letter for as wide."""
    outside = (
        "() => { const svg = document.querySelector('svg'), whole = svg.getBoundingClientRect();"
        " return [...svg.querySelectorAll('text')].filter((text) => { const box = text.getBoundingClientRect();"
        " return box.left < whole.left || box.right > whole.right; }).map((text) => text.textContent); }"
    )
    page = browser.new_page()
    charts = sorted((Path(__file__).parents[2] / "docs" / "images" / "charts").glob("*.svg"))
    assert len(charts) > 10
    for chart in charts:
        page.set_content(chart.read_text(encoding="utf-8"))
        assert page.evaluate(outside) == [], chart.name
    page.close()


# Pictures.

STEADY = """
() => {
  document.querySelector('.made time').textContent = '2026-01-01 12:00 UTC';
  [...document.querySelectorAll('.facts dt')].filter((each) => each.textContent === 'Versions')
    .forEach((each) => { each.nextElementSibling.textContent = 'rankhouse, DuckDB, CPython'; });
}
"""


def pictures(opened: Page) -> dict[str, Image.Image]:
    """Small pictures of the beginning and of every section."""
    opened.evaluate(STEADY)
    found = {}
    names = ["top", *opened.locator("section").evaluate_all("(all) => all.map((each) => each.id)")]
    for name in names:
        part = opened.locator("header.top" if name == "top" else f"section#{name}")
        picture = Image.open(io.BytesIO(part.screenshot())).convert("RGB")
        found[name] = picture.resize((picture.width // SHRUNK, picture.height // SHRUNK), Image.Resampling.BOX)
    return found


def difference(one: Image.Image, other: Image.Image) -> float:
    """In the mean of all points of the smaller picture's size, 0 to 255."""
    same = one.resize(other.size, Image.Resampling.BOX)
    return sum(ImageStat.Stat(ImageChops.difference(same, other)).mean) / 3


@LOOKED_AT
def test_pictures(looked_at: Page, request: pytest.FixtureRequest) -> None:
    width, scheme = request.node.callspec.params["looked_at"]
    wrong = []
    for name, picture in pictures(looked_at).items():
        path = EXPECTED / f"{width}-{scheme}-{name}.png"
        if os.environ.get("PICTURES") == "new":
            picture.quantize(48, dither=Image.Dither.NONE).save(path, optimize=True)
            continue
        expected = Image.open(path).convert("RGB")
        taller = picture.height / expected.height - 1
        by = difference(picture, expected)
        if abs(taller) > MOST_TALLER or by > MOST_DIFFERENT:
            wrong.append(f"{path.name}: {by:.1f} grey levels apart, {taller:+.0%} in height")
    assert wrong == [], "look at the page; if it is as it should be: PICTURES=new make test-report"


def test_the_tolerance_sees_a_missing_chart(opened: Page) -> None:
    whole = pictures(opened)
    # A rule holds for a chart that is drawn anew meanwhile, too.
    hidden = opened.add_style_tag(content=".plot svg { visibility: hidden }")
    without = pictures(opened)
    hidden.evaluate("(each) => each.remove()")
    for name in ("segments", "time", "learning"):
        assert difference(without[name], whole[name]) > 1.0, name
    drawn_anew(opened, lambda: opened.locator(".theme [data-theme=dark]").click())
    assert difference(pictures(opened)["time"], whole["time"]) > 10 * MOST_DIFFERENT
