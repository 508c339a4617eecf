"""The page that evaluates files in a tab, against rankhouse in Python: `make test-browser`."""

from __future__ import annotations

import contextlib
import csv
import functools
import http.server
import io
import re
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import duckdb
import pytest
from files import rows, written
from playwright.sync_api import Browser, Page, Route

import rankhouse

pytest_plugins = ["site_in_chromium"]
MEASURES = ["ndcg@10", "map", "mrr@10", "P@5"]
ENGINE = "const engine = await import(new URL('../browser/engine.js', document.baseURI))"
LINK = "#m=ndcg%4010+map+mrr%4010+P%405"
HOSTILE = "<img src=x onerror=alert(1)>'\"; drop table run; --"
RENAMED = {
    "run": "system, query_id as qid, item_id as docno, score as distance",
    "judgments": "query_id as topic, item_id as docid, relevance as grade",
}
COLUMNS = {
    "run.query_id": "qid",
    "run.item_id": "docno",
    "score": "distance",
    "judgments.query_id": "topic",
    "judgments.item_id": "docid",
    "relevance": "grade",
}
TYPES = (
    "select {'a': 0.8, 'b': [0.25, 1e30::decimal(38, 2)]} as s, 0.1::decimal(4, 3) as d, 9007199254740993 as n,"
    " time '10:20:30' as t, date '2024-02-29' as day"
)
QUERIED = f"async (sql) => {{ {ENGINE}; return (await engine.query(sql)).rows }}"
BLOCKED = """for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })"""
PICTURE = """address => new Promise((done) => {
    const image = new Image(); image.onload = image.onerror = done; image.src = address + '/image' })"""
pytestmark = pytest.mark.filterwarnings("ignore::rankhouse.InputWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    with duckdb.connect() as con:
        rows(con, 10_000)
        written(con, folder)
    return folder


@contextlib.contextmanager
def opened(
    browser: Browser, site: str, link: str = LINK, script: str = "", expected: str = "", **context: Any
) -> Iterator[Page]:
    """The page when it is ready. Only what is expected may go wrong on it, and it may ask only the site."""
    own = browser.new_context(**context)
    page, wrong, asked = own.new_page(), list[str](), list[str]()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    if script:
        page.add_init_script(script)
    try:
        page.goto(f"{site}evaluate/{link}")
        page.wait_for_selector("body[data-ready]")
        yield page
        assert [each for each in wrong if not expected or expected not in each] == []
        assert [each for each in asked if not each.startswith((site, "blob:", "data:"))] == []
    finally:
        own.close()


def tables(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    for table in ("run", "judgments"):
        con.execute(f"create table {table} as from '{folder / table}.csv'")


def give(page: Page, runs: Sequence[Path], judgments: Path) -> None:
    page.set_input_files("#runs", runs)
    page.locator("#state", has_text=re.compile(r"Now the judgments|Choose them| s\.$")).wait_for()
    page.set_input_files("#judgments", judgments)


def done(page: Page) -> None:
    page.locator("#state.wrong, #state:text-matches(' s\\\\.$')").wait_for()
    assert page.inner_text("#state").endswith(" s.")
    page.wait_for_selector("body:not([aria-busy])")


def exported(page: Page, button: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(saved(page, f"{button} as CSV").decode(), newline="")))


def saved(page: Page, button: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(download.value.path()).read_bytes()


def same(
    found: list[dict[str, str]], wanted: duckdb.DuckDBPyRelation, figures: Sequence[str], keys: Sequence[str]
) -> float:
    """Rows by their keys; the largest difference of a figure."""
    names, worst = wanted.columns, 0.0
    expected = [dict(zip(names, row, strict=True)) for row in wanted.fetchall()]
    by_key = {tuple(row[key] for key in keys): row for row in found}
    assert len(by_key) == len(expected) == len(found)
    for row in expected:
        own = by_key[tuple(str(row[key]) for key in keys)]
        for figure in figures:
            if row[figure] is None:
                assert own[figure] == ""
            else:
                worst = max(worst, abs(float(own[figure]) - float(row[figure])))
    assert worst < 1e-12
    return worst


FORMS = {
    "csv": (["run.csv"], "judgments.csv"),
    "parquet": (["run.parquet"], "judgments.parquet"),
    "trec": (["bm25.run", "dense.run"], "qrels.txt"),
    "packed": (["bm25.run.gz", "dense.run"], "qrels.txt"),
}
FIGURES = ("value", "n_queries", "n_missing", "std_error", "ci_low", "ci_high")


@pytest.mark.parametrize("form", FORMS)
def test_numbers_are_those_of_python(browser: Browser, site: str, folder: Path, form: str) -> None:
    runs, judgments = FORMS[form]
    with opened(browser, site) as page, duckdb.connect() as con:
        give(page, [folder / name for name in runs], folder / judgments)
        done(page)
        tables(con, folder)
        wanted = rankhouse.evaluate("run", "judgments", MEASURES, by="system", con=con)
        same(exported(page, "means"), wanted, FIGURES, ("system", "measure"))
        by_query = rankhouse.evaluate("run", "judgments", MEASURES, by="system", per_query=True, con=con)
        same(exported(page, "values by query"), by_query, ("value",), ("system", "measure", "query_id"))
        compared = rankhouse.compare("run", "judgments", MEASURES, con=con)
        figures = ("difference", "ci_low", "ci_high", "p_value", "p_adjusted", "wins", "ties", "losses")
        same(exported(page, "comparison"), compared.relation, figures, ("system", "baseline", "measure"))
        decided = rankhouse.decision(by_query, measure="ndcg@10", con=con).fetchall()[0]
        verdict = page.inner_text("#decision .verdict")
        assert verdict.startswith(decided[0]) and f"{decided[1]} against {decided[2]}" in verdict


@pytest.mark.parametrize("form", ["csv", "parquet", "trec"])
def test_copied_calls_give_the_same_numbers(
    browser: Browser, site: str, folder: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, judgments = FORMS[form]
    monkeypatch.chdir(folder)
    with opened(browser, site, f"{LINK}&c=ranx&t=average&q=all" + ("" if form == "trec" else "&by=country")) as page:
        give(page, [folder / name for name in runs], folder / judgments)
        done(page)
        keys = ("system", "measure") if form == "trec" else ("system", "country", "measure")
        means, sql, python = exported(page, "means"), page.text_content("#as_sql"), page.text_content("#as_python")
    assert sql and python
    with duckdb.connect() as con:
        same(means, first_of(con, sql), FIGURES, keys)
    printed = printed_by(python)
    if form == "trec":
        for name, relation in printed[:2]:
            same([row for row in means if row["system"] == name], relation, FIGURES, ("measure",))
    else:
        same(means, printed[0][0], FIGURES, keys)


def first_of(con: duckdb.DuckDBPyConnection, sql: str) -> duckdb.DuckDBPyRelation:
    """The first answer of the SQL that the page offers."""
    rankhouse.register(con)
    answers = [con.sql(statement.query) for statement in duckdb.extract_statements(sql)]
    return next(answer for answer in answers if answer.columns != ["Count"])


def printed_by(python: str) -> list[tuple[Any, ...]]:
    printed: list[tuple[Any, ...]] = []
    exec(python, {"print": lambda *given, **_: printed.append(given)})
    return printed


def test_parquet_holds_what_csv_holds(browser: Browser, site: str, folder: Path, tmp_path: Path) -> None:
    with opened(browser, site) as page, duckdb.connect() as con:
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        for table, keys in (("means", ["system", "measure"]), ("values by query", ["system", "measure", "query_id"])):
            (tmp_path / f"{table}.parquet").write_bytes(saved(page, f"{table} as Parquet"))
            kept = con.sql(f"from '{tmp_path}/{table}.parquet'")
            assert kept.columns == [*exported(page, table)[0]]
            same(exported(page, table), kept, ["value", "k"], keys)


def test_columns_with_other_names_are_proposed(browser: Browser, site: str, folder: Path, tmp_path: Path) -> None:
    with duckdb.connect() as con:
        for table, chosen in RENAMED.items():
            con.execute(f"copy (select {chosen} from '{folder / table}.csv') to '{tmp_path / table}.csv'")
        with opened(browser, site) as page:
            give(page, [tmp_path / "run.csv"], tmp_path / "judgments.csv")
            # As the package says it; nothing is chosen that may reverse a ranking.
            said = page.locator("#columns_of_run .wrong")
            assert "a high score is good: if low values of 'distance' are" in said.inner_text()
            page.locator("#state", has_text="Now the runs").wait_for()
            page.locator("#columns_of_run select").nth(2).select_option("distance")
            done(page)
            assert "'distance' is read as a score" in said.inner_text()
            wanted = rankhouse.evaluate(
                tmp_path / "run.csv", tmp_path / "judgments.csv", MEASURES, by="system", con=con, columns=COLUMNS
            )
            same(exported(page, "means"), wanted, FIGURES, ("system", "measure"))


def test_ids_are_texts_and_decimals_are_what_they_are(browser: Browser, site: str, tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("query_id,item_id,score\n007,010,0.5\n007,10,0.5\n7,9,0.1\n")
    (tmp_path / "judgments.csv").write_text("query_id,item_id,relevance\n007,10,1\n7,9,2\n")
    with opened(browser, site) as page:
        give(page, [tmp_path / "run.csv"], tmp_path / "judgments.csv")
        done(page)
        found = {(row["query_id"], row["measure"]): float(row["value"]) for row in exported(page, "values by query")}
        # Of equal scores the item whose id is last by its text comes first: 10, then 010.
        assert found["007", "ndcg@10"] == 1 and found["7", "ndcg@10"] == 1
        (answer,) = page.evaluate(QUERIED, TYPES)
        assert answer == [{"a": 0.8, "b": [0.25, 1e30]}, 0.1, "9007199254740993", "10:20:30", "2024-02-29"]


def test_types_are_those_of_all_lines(
    browser: Browser, site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of a column of a CSV file until late, and ids that Parquet has as numbers."""
    lines = [
        f"{q},{i},{1 / (1 + (q * 7 + i * 13) % 31)},{'late' if q == 2_999 else 1}"
        for q in range(3_000)
        for i in range(10)
    ]
    (tmp_path / "run.csv").write_text("query_id,item_id,score,slot\n" + "\n".join(lines) + "\n")
    with duckdb.connect() as con, opened(browser, site) as page:
        con.execute(
            "create table judgments as select q as query_id, q % 10 as item_id, 1 as relevance from range(3000) r(q)"
        )
        con.execute(f"copy judgments to '{tmp_path}/judgments.parquet'")
        give(page, [tmp_path / "run.csv"], tmp_path / "judgments.parquet")
        done(page)
        con.execute(f"create table run as from read_csv('{tmp_path}/run.csv', all_varchar = true)")
        texts = con.sql("select query_id::varchar as query_id, item_id::varchar as item_id, relevance from judgments")
        run = con.sql("select query_id, item_id, score::double as score from run")
        means, sql, python = exported(page, "means"), page.text_content("#as_sql"), page.text_content("#as_python")
        same(means, rankhouse.evaluate(run, texts, MEASURES, con=con), FIGURES, ("measure",))
    assert sql and python
    monkeypatch.chdir(tmp_path)
    with duckdb.connect() as con:
        same(means, first_of(con, sql), FIGURES, ("measure",))
    same(means, printed_by(python)[0][0], FIGURES, ("measure",))


def test_files_are_dropped(browser: Browser, site: str) -> None:
    drop = """([zone, name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        const dropped = new DragEvent('drop', { dataTransfer: data, cancelable: true });
        document.getElementById(zone).closest('label').dispatchEvent(dropped);
    }"""
    with opened(browser, site) as page:
        page.evaluate(drop, ["runs", "run.csv", "query_id,item_id,score\nq1,a,1\nq1,b,2\n"])
        page.locator("#state", has_text="Now the judgments").wait_for()
        page.evaluate(drop, ["judgments", "j.csv", "query_id,item_id,relevance\nq1,a,1\n"])
        done(page)
        assert {row["measure"]: row["value"] for row in exported(page, "means")}["reciprocal_rank@10"] == "0.5"


def test_what_is_wrong_with_the_files_stands_before_the_numbers(browser: Browser, site: str, tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("query_id,item_id,score\nq1,a,1\nq1,a,2\nq9,b,1\nq1,c,\n")
    (tmp_path / "judgments.csv").write_text("query_id,item_id,relevance\nq1,a,1\nq2,b,1\n")
    with opened(browser, site) as page, duckdb.connect() as con:
        give(page, [tmp_path / "run.csv"], tmp_path / "judgments.csv")
        page.locator("#state.wrong").wait_for()
        told = page.inner_text("#problems")
        rankhouse.register(con)
        tables(con, tmp_path)
        wanted = con.sql("from input_problems('run', 'judgments') select problem, example").fetchall()
        assert len(wanted) == page.locator("#problems tbody tr").count() > 2
        assert all(problem in told and (example or "") in told for problem, example in wanted)
        assert "query 'q1' has item 'a' more than once" in page.inner_text("#state")
        assert page.is_hidden("#means")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.csv", b"", "empty.csv is empty"),
        ("head.csv", b"query_id,item_id,score\n", "head.csv is empty"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "picture.png"),
        ("list.json", b'[{"query_id": 1}]', "is JSON, which this page does not read"),
        ("words.txt", b"nothing but\nwords of a\nletter\n", "words.txt"),
        (
            "bad.run",
            b"q1 Q0 a 1 0.5 bm25\nq1 Q0 b 2 high bm25\n",
            "bad.run: 1 line is not 'qid Q0 docid rank",
        ),
        ("torn.parquet", b"PAR1" + bytes(100), "torn.parquet"),
    ],
)
def test_a_file_that_is_no_table(
    browser: Browser, site: str, tmp_path: Path, folder: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with opened(browser, site) as page:
        page.set_input_files("#runs", tmp_path / name)
        page.locator("#state.wrong").wait_for()
        assert said in page.inner_text("#state")
        # The page goes on.
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)


def test_what_a_convention_needs_stands_before_the_numbers(browser: Browser, site: str, folder: Path) -> None:
    with opened(browser, site, f"{LINK}&c=ranx") as page:
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        told = page.inner_text("#problems")
        with pytest.raises(rankhouse.InputError, match="needs untied scores, which does not hold for 50 of the qu"):
            rankhouse.evaluate(folder / "run.csv", folder / "judgments.csv", MEASURES, by="system", convention="ranx")
        assert "ranx: needs untied scores" in told and "query_id 'q0'" in told


def test_hostile_names_and_values_stay_text(browser: Browser, site: str, tmp_path: Path) -> None:
    quoted = HOSTILE.replace('"', '""')
    lines = [
        f'"{system}","{query}","{item}",{score},"{quoted}"'
        for system in (quoted, "=HYPERLINK(1)")
        for query in (quoted, "=1+1", "q3")
        for item, score in ((quoted, 2 * (system == quoted)), ("@x", 1))
    ]
    (tmp_path / "run.csv").write_text(f'system,query_id,item_id,score,"{quoted}"\n' + "\n".join(lines) + "\n")
    judged = f'"{quoted}","{quoted}",1\n=1+1,@x,2\nq3,@x,1\n'
    (tmp_path / "judgments.csv").write_text(f"query_id,item_id,relevance\n{judged}")
    with opened(browser, site) as page:
        give(page, [tmp_path / "run.csv"], tmp_path / "judgments.csv")
        done(page)
        page.locator("#by input").first.check()
        page.click("#evaluate")
        page.wait_for_selector("#state:has-text('rows of runs')")
        done(page)
        page.locator("#moved button").first.click()
        page.wait_for_selector("#lists table")
        assert HOSTILE in page.inner_text("#lists")
        means = exported(page, "means")
        assert {row["system"] for row in means} == {HOSTILE, "'=HYPERLINK(1)"}
        html = saved(page, "these tables as one page of HTML").decode()
        assert page.locator("main img, #results script").count() == 0
        sql, python = page.text_content("#as_sql"), page.text_content("#as_python")
        other = page.context.new_page()
        other.set_content(html)
        assert other.locator("img, script").count() == 0 and HOSTILE in other.inner_text("body")
        assert other.locator("button, details").count() == 0 and other.locator("table").count() >= 4
        other.close()
    assert sql and python
    with duckdb.connect() as con, contextlib.chdir(tmp_path):
        assert len(first_of(con, sql).fetchall()) == len(means)
        assert printed_by(python)


class _Second(http.server.BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()
        self.wfile.write(b"a,b\n1,2\n")

    do_HEAD = do_POST = do_GET  # noqa: N815

    def log_message(self, *_: Any) -> None:
        pass


def test_nothing_leaves_the_tab(browser: Browser, site: str) -> None:
    """Neither the page nor its worker can ask another server, which would answer."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Second))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    own = browser.new_context()
    page = own.new_page()
    page.goto(f"{site}evaluate/")
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    _Second.asked.clear()
    fetched = "address => fetch(address + '/page').then(() => 'went', () => 'refused')"
    assert page.evaluate(fetched, address) == "refused"
    assert page.evaluate("address => navigator.sendBeacon(address + '/beacon', 'x') && 0", address) is not None
    read = f"async (sql) => {{ {ENGINE}; return engine.query(sql).then(() => 'went', () => 'refused') }}"
    assert page.evaluate(read, f"from read_csv('{address}/worker.csv')") == "refused"
    assert page.evaluate(read, "install parquet; load parquet") == "refused"
    page.evaluate(PICTURE, address)
    time.sleep(0.5)
    assert _Second.asked == []
    own.close()
    server.shutdown()
    server.server_close()


def test_it_works_without_a_network_once_it_is_loaded(browser: Browser, site: str, folder: Path) -> None:
    with opened(browser, site) as page:
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        page.wait_for_selector("[data-chart=differences] svg")
        assert exported(page, "means")
        assert b"<svg" in saved(page, "these tables as one page of HTML")


def test_a_telephone_shows_values_first(browser: Browser, site: str, folder: Path) -> None:
    with opened(browser, site, viewport={"width": 360, "height": 780}) as page:
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        # Measures, and the values of both systems, without scrolling.
        assert page.eval_on_selector("#means table", "table => table.getBoundingClientRect().right") <= 360
        # A number is not elided, nor broken.
        heights = page.eval_on_selector_all("#means td", "cells => cells.map((cell) => cell.offsetHeight)")
        assert max(heights) < 80


@pytest.mark.parametrize(
    ("link", "points"),
    [
        ("m=ndcg+map&k=5%2C20", {"Means by system": 8, "ndcg by cutoff": 4, "average_precision by cutoff": 4}),
        ("m=ndcg%4010+map&by=country", {"ndcg@10 by country": 4}),
        ("m=ndcg%4010", {"Means by system": 2}),
    ],
)
def test_charts_are_those_of_the_report(
    browser: Browser, site: str, folder: Path, link: str, points: dict[str, int]
) -> None:
    """points: a title, and how many means stand below it."""
    with opened(browser, site, f"#{link}") as page:
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        page.wait_for_selector("[data-chart=differences] svg")
        figures = page.locator("figure:has(svg)")
        titles = figures.locator("figcaption").all_inner_texts()
        assert titles[:-2] == [*points] and titles[-2] == "Differences of the means, with their intervals"
        for place, n_points in enumerate(points.values()):
            chart = figures.nth(place)
            assert chart.locator(".role-legend-label text").all_text_contents() == ["bm25", "dense"]
            assert chart.locator(".mark-symbol.role-mark path").count() == n_points
            assert (chart.locator("svg").bounding_box() or {"width": 0})["width"] > 700


def test_a_link_restores_settings_and_holds_no_data(browser: Browser, site: str, folder: Path) -> None:
    link = "#m=ndcg(gain%3Dlinear,+ideal%3Dk)+recall%40100&k=5%2C20&by=country&b=dense&t=average&q=run"
    with opened(browser, site, link) as page:
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        means = exported(page, "means")
        assert {row["country"] for row in means} == {"de", "fr"}
        assert {(row["metric"], row["k"]) for row in means} == {("ndcg", "5"), ("ndcg", "20"), ("recall", "100")}
        link = page.evaluate("location.href")
        assert page.input_value("#baseline") == "dense" and page.input_value("#ties") == "average"
        assert not re.search(r"q\d|d\d\d|judgments|run\.csv", link.partition("#")[2].replace("q=run", ""))
    with opened(browser, site, "#" + link.partition("#")[2]) as page:
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        assert exported(page, "means") == means


def test_measures_are_completed_and_wrong_ones_refused(browser: Browser, site: str, folder: Path) -> None:
    with opened(browser, site) as page:
        names = page.eval_on_selector_all("#known option", "found => found.map((each) => each.value)")
        assert {"ndcg@10", "map@10", "rbp@10"} <= set(names)
        give(page, [folder / "run.csv"], folder / "judgments.csv")
        done(page)
        page.fill("#measure", "ndgc@10")
        page.keyboard.press("Enter")
        page.click("#evaluate")
        page.locator("#state.wrong").wait_for()
        assert page.inner_text("#state") == "unknown measure 'ndgc@10': did you mean 'ndcg'?"


def test_memory_that_ends_is_said(browser: Browser, site: str, tmp_path: Path) -> None:
    """As a device of a quarter of a gigabyte."""
    with duckdb.connect() as con:
        rows(con, 2_000_000)
        con.execute(f"copy run to '{tmp_path}/run.csv'")
    script = "Object.defineProperty(navigator, 'deviceMemory', { get: () => 0.25 })"
    with opened(browser, site, script=script, expected="Out of Memory") as page:
        page.set_input_files("#runs", tmp_path / "run.csv")
        page.locator("#state.wrong").wait_for()
        assert "memory is full" in page.inner_text("#state")
        page.click("#example")
        page.locator("#state:not(.wrong)").wait_for()
        done(page)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("delete window.WebAssembly", "This browser has no WebAssembly"),
        ("delete window.DecompressionStream", "This browser is too old"),
    ],
)
def test_a_browser_that_lacks_something_says_so(browser: Browser, site: str, script: str, said: str) -> None:
    own = browser.new_context()
    own.add_init_script(script)
    page = own.new_page()
    page.goto(f"{site}evaluate/")
    page.locator("#state.wrong").wait_for()
    assert said in page.inner_text("#state")
    page.goto(f"{site}start/duckdb/")
    page.click("text=Run in this page")
    page.locator(".runs-offer", has_text=said).wait_for()
    own.close()


def test_another_duckdb_is_refused(browser: Browser, site: str) -> None:
    def of_the_future(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=text.replace("[1,5]", "[99,0]"), content_type="text/javascript")

    own = browser.new_context()
    page = own.new_page()
    page.route("**/browser/*.js", of_the_future)
    page.goto(f"{site}evaluate/")
    page.locator("#state.wrong").wait_for()
    assert page.inner_text("#state").startswith("This page needs DuckDB 99.0 or newer, and has v1.")
    own.close()


def test_storage_is_not_needed(browser: Browser, site: str) -> None:
    with opened(browser, site, script=BLOCKED) as page:
        page.click("#example")
        done(page)


@pytest.mark.thorough
def test_three_million_rows(browser: Browser, site: str, tmp_path: Path) -> None:
    with duckdb.connect() as con, opened(browser, site) as page:
        rows(con, 3_000_000)
        con.execute(f"copy run to '{tmp_path}/run.csv'; copy judgments to '{tmp_path}/judgments.csv'")
        give(page, [tmp_path / "run.csv"], tmp_path / "judgments.csv")
        page.locator("#state", has_text=re.compile(r"runs, .* s\.$")).wait_for(timeout=300_000)
        print("\n", page.inner_text("#state"))
        page.wait_for_selector("body:not([aria-busy])")
        wanted = rankhouse.evaluate("run", "judgments", MEASURES, by="system", con=con)
        print("largest difference", same(exported(page, "means"), wanted, FIGURES, ("system", "measure")))
