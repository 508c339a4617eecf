"""The SQL of each page, pasted from its top into DuckDB's command line after LOAD: `make test-extension`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from clients import OLDER

import binary
import document
from pasted import BLOCK

PAGES = [document.ROOT / "README.md", *sorted(document.DOCS.rglob("*.md"))]
# As docs/start/duckdb.md has it.
OPENED = f"load '{binary.FILE}';\nset search_path = 'memory.main,rankhouse.main';\n"
MADE_IN_PYTHON = re.compile(r"\bcon\.(execute|sql)\(|\.create\(|read_csv|\.write_")


def sql_of(page: Path) -> str:
    """Its blocks of SQL; none where its tables are made in Python, which tests/docs/test_pasted.py runs."""
    blocks = [block for block in BLOCK.finditer(page.read_text()) if not block["skip"]]
    if any(block["language"] == "python" and MADE_IN_PYTHON.search(block["code"]) for block in blocks):
        return ""
    asked = [block["code"].rstrip().rstrip(";") for block in blocks if block["language"] == "sql"]
    return "".join(f"{sql};\n" for sql in asked)


@pytest.mark.parametrize("page", list(filter(sql_of, PAGES)), ids=lambda page: str(page.relative_to(document.ROOT)))
def test_sql_runs_when_pasted(page: Path, tmp_path: Path) -> None:
    command = [OLDER / "duckdb", "-unsigned", "-bail", "-csv", ":memory:"]
    told = OPENED + sql_of(page)
    done = subprocess.run(command, input=told, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
