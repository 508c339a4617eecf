"""The SQL of the documentation in a page of the site, against Python, answer by answer: `make test-browser`."""

from __future__ import annotations

import collections
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from playwright.sync_api import Browser, Page

import document
import rankhouse
from runnable import runnable

pytest_plugins = ["site_in_chromium"]
PAGES = {page: [block["code"] for block in runnable(page.read_text())] for page in sorted(document.DOCS.rglob("*.md"))}
PAGES = {page: blocks for page, blocks in PAGES.items() if blocks}
FEW = ("start/duckdb.md", "comparison/decide.md", "tasks/classification.md", "reference/functions/metrics.md")
MOST_ROWS = 500
# Of the module that the page itself loads.
ENGINE = "const engine = await import(new URL('../../browser/engine.js', document.baseURI))"
RUN = f"""async (sql) => {{ {ENGINE}; let found = {{ columns: [], rows: [] }};
    try {{ for await (found of engine.run(sql, {MOST_ROWS})); return [found.columns, found.rows]; }}
    catch (problem) {{ return engine.reason(problem); }} }}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: str) -> Iterator[Page]:
    page = browser.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{site}start/duckdb/")
    page.evaluate(f"async () => {{ {ENGINE}; await engine.start(); }}")
    yield page
    page.close()


def as_json(value: Any) -> Any:
    """Decimals as numbers, and what JSON does not have as text."""
    return json.loads(json.dumps(value, default=lambda one: float(one) if hasattr(one, "as_tuple") else str(one)))


def alike(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)


def compared(page: Page, path: Path) -> tuple[collections.Counter[str], list[str]]:
    """How many statements of a documentation's page ran, and what differs."""
    counts, wrong = collections.Counter[str](), []
    con = duckdb.connect()
    rankhouse.register(con)
    page.evaluate(f"async () => {{ {ENGINE}; await engine.fresh(); }}")
    for block in PAGES[path]:
        for statement in duckdb.extract_statements(block):
            answer = con.execute(statement.query)
            columns = [column[0] for column in answer.description or []]
            wanted = [columns, as_json(answer.fetchmany(MOST_ROWS))]
            got = page.evaluate(RUN, statement.query)
            counts["statements"] += 1
            if isinstance(got, str):
                wrong.append(f"{statement.query.strip()[:200]}\n  {got}")
            elif columns not in ([], ["Count"], ["Success"]):
                counts["answers"] += 1
                # Rows without an order may come in another one.
                is_alike = alike(got, wanted) or (
                    got[0] == columns and alike(sorted(got[1], key=str), sorted(wanted[1], key=str))
                )
                if not is_alike:
                    wrong.append(f"{statement.query.strip()[:200]}\n  {got[1][:2]} is not {wanted[1][:2]}")
    con.close()
    return counts, wrong


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages write files."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FEW)
def test_some_pages_answer_as_python(page: Page, name: str) -> None:
    counts, wrong = compared(page, document.DOCS / name)
    assert counts["answers"] and wrong == []


@pytest.mark.thorough
def test_all_pages_answer_as_python(page: Page) -> None:
    counts, wrong = collections.Counter[str](), []
    begin = time.monotonic()
    for path in PAGES:
        of_page, faults = compared(page, path)
        counts += of_page
        wrong += [f"{path.relative_to(document.DOCS)}: {fault}" for fault in faults]
    print(f"\n{len(PAGES)} pages, {dict(counts)}, {time.monotonic() - begin:.0f} s")
    assert wrong == [], "\n".join(wrong)


def test_nothing_is_loaded_before_it_is_asked_for(browser: Browser, site: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}start/duckdb/", wait_until="networkidle")
    assert [each.rpartition("/")[2] for each in asked if "/browser/" in each] == ["run.js"]
    assert page.locator(".runs-offer").count() == 1
    page.goto(f"{site}how-to/search/", wait_until="networkidle")
    assert page.locator(".runs-offer").count() == 0
    page.close()


def test_a_changed_block_is_run_again(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.goto(f"{site}start/duckdb/")
    page.click("text=Run in this page")
    page.wait_for_selector("text=run it again", timeout=120_000)
    assert page.locator(".runs-answer table").count() == 3
    block = page.locator(".runs").nth(2)
    block.locator("code").fill("from metrics('search_run', 'search_judgments', measures := 'ndgc@10')")
    page.locator(".runs-again").nth(2).click()
    page.wait_for_selector(".runs-wrong")
    assert "did you mean 'ndcg'?" in page.inner_text(".runs-wrong")
    block.locator("code").fill("from metrics('search_run', 'search_judgments', measures := 'mrr', by := 'system')")
    page.locator(".runs-again").nth(2).click()
    page.locator(".runs-answer").nth(2).get_by_text("0.2500").first.wait_for()
    page.close()


def test_a_page_of_the_site_takes_another_ones_place(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.goto(f"{site}start/duckdb/")
    page.wait_for_selector(".runs-offer")
    page.click("a[href$='cheat-sheet/'] >> visible=true")
    page.wait_for_url("**/cheat-sheet/")
    page.wait_for_selector("h1:has-text('heat sheet')")
    assert page.locator(".runs-offer").count() == (1 if PAGES.get(document.DOCS / "reference/cheat-sheet.md") else 0)
    page.close()
