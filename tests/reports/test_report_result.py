"""What `report` returns, and what is seen while it works."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import duckdb
import pytest

import rankhouse
from rankhouse._inputs.progress import tell
from rankhouse._reporting.page import libraries
from rankhouse._reporting.progress import STEPS, steps_shown
from rankhouse._reporting.result import Report

FOUND = "Ship dense & co: it is better."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    report = Report("a page.html")
    report.write_text("x" * 100_000)
    report.findings = (FOUND,)
    return report


def test_an_interpreter_shows_the_size_and_what_was_found(shown: Report) -> None:
    assert repr(shown) == f"a page.html (0.1 MB)\n{FOUND}"
    assert (str(shown), shown, isinstance(shown, Path)) == ("a page.html", Path("a page.html"), True)
    assert repr(shown.with_name("none.html")) == "none.html"


def test_a_notebook_shows_a_link(shown: Report, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = '<a href="a%20page.html" target="_blank">a page.html</a> (0.1 MB)'
    assert shown._repr_html_() == f"{link}<br>Ship dense &amp; co: it is better."
    elsewhere = Report(tmp_path_factory.mktemp("elsewhere") / "page.html")
    assert f'href="{Path(elsewhere).as_uri()}"' in elsewhere._repr_html_()


def test_a_report_has_the_sentence_of_its_page(tmp_path: Path) -> None:
    with duckdb.connect() as con:
        con.execute(
            "create table run as select q as query_id, d as item_id, hash(q, d) % 1000 as score, d % 3 = 0 as relevance"
            " from range(6) as queries(q), range(9) as items(d)"
        )
        report = rankhouse.report("run", None, ["ndcg@3"], tmp_path / "page.html", con=con)
    (finding,) = report.findings
    assert finding.partition(":")[0] in report.read_text(encoding="utf-8") and repr(report).endswith(finding)


def test_a_bar_shows_the_steps_to_who_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with steps_shown():
        for step in range(STEPS + 2):
            tell(f"Step {step}")
        written = sys.stderr.getvalue()
    assert all(f"Step {step} ..." in written for step in range(STEPS + 2))
    assert sys.stderr.getvalue().endswith("\r"), "the bar stays"


def test_nobody_looks_at_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    with steps_shown():
        tell("Step")
    assert capsys.readouterr() == ("", "")


def test_the_chart_library_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import vl_convert

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    libraries.cache_clear()
    made = libraries()
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda _: pytest.fail("it was made again"))
    libraries.cache_clear()
    assert libraries() == made and "vegaEmbed" in made
    (kept,) = (tmp_path / "rankhouse" / "scripts").iterdir()
    assert vl_convert.__version__ in kept.name
