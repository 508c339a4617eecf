"""Both pages in Debian's Firefox: `make test-browser-all`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest
from files import rows, written
from served import ROOT

import rankhouse

pytest_plugins = ["site_in_chromium"]
PROGRAM = Path(__file__).with_name("in_firefox.mjs")
MODULES = ROOT / ".venv-site"
NAMES = ("firefox-esr", "firefox")
MISSING = "these pages are tested in Firefox, which is not here: apt-get install firefox-esr"


@pytest.mark.thorough
def test_firefox_shows_the_numbers_of_python(site: str, tmp_path: Path) -> None:
    firefox = next(filter(None, map(shutil.which, NAMES)), None)
    assert firefox, MISSING
    with duckdb.connect() as con:
        rows(con, 2_000)
        written(con, tmp_path)
        files = [tmp_path / name for name in ("bm25.run", "dense.run", "qrels.txt")]
        command = ["node", PROGRAM, MODULES, firefox, site, *files]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=240).stdout)
        wanted = rankhouse.evaluate("run", "judgments", ["ndcg@10", "map"], by="system", per_query=True, con=con)
        expected = wanted.project("system, measure, query_id, value").order("all").fetchall()
    assert found["wrong"] == []
    assert [row[:3] for row in found["values"]] == [[*row[:3]] for row in expected]
    assert [row[3] for row in found["values"]] == pytest.approx([row[3] for row in expected], abs=1e-12)
    assert found["documentation"].endswith("run it again.")
