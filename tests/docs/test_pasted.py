"""Each page with Python is one program: pasted from its top into an empty process, it runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from markdown import markdown

import document
import pasted

WRITTEN = document.written_pages()
PAGES = [page for page in WRITTEN if pasted.has_python(page.read_text())]
DERIVED = sorted({*document.DOCS.rglob("*.md")} - {*WRITTEN})
OF_MEASURES = [page for page in DERIVED if pasted.has_python(page.read_text())]
PAGE = """# A page: of SQL

Words.

```python
import duckdb

con = duckdb.connect()
```

```sql
create table t as select 1 as a;
from t;
```

```text
a
```

<!-- not run -->
```python
1 / 0
```

More words.
"""


def name_of(path: Path) -> str:
    return str(path.relative_to(document.ROOT))


@pytest.mark.thorough
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_run_when_pasted(page: Path, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(document.ROOT / "python"), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-"]
    program = pasted.program(page.read_text())
    done = subprocess.run(
        command, cwd=tmp_path, input=program, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("page", OF_MEASURES, ids=name_of)
def test_pages_of_measures_run_when_pasted(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(pasted.program(page.read_text()), name_of(page), "exec"), {})


def test_measures_have_pages() -> None:
    assert len(OF_MEASURES) >= 90


def test_sql_is_given_to_con() -> None:
    assert pasted.program(PAGE) == (
        "import duckdb\n\ncon = duckdb.connect()\n\n"
        'con.sql("""\ncreate table t as select 1 as a;\nfrom t;\n""").show()\n'
    )
    assert pasted.program("# Only SQL\n\n```sql\nselect 1\n```\n") == ""


def test_notebooks_have_the_page_in_their_cells() -> None:
    made = nbformat.reads(pasted.notebook(PAGE), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(made)
    assert [cell.cell_type for cell in made.cells] == ["markdown", "code", "code", "markdown"]
    assert made.cells[0].source == "# A page: of SQL\n\nWords."
    assert json.loads(pasted.notebook(PAGE))["metadata"]["kernelspec"]["language"] == "python"


def test_the_site_offers_both_below_the_heading() -> None:
    shown = markdown(PAGE, extensions=["pymdownx.superfences", "pasted"])
    assert re.findall(r'download="([^"]+)"', shown) == ["a-page-of-sql.py", "a-page-of-sql.ipynb"]
    assert shown.index("<h1>") < shown.index("one program") < shown.index("Words")
    assert "one program" not in markdown("# Words\n\nand words", extensions=["pasted"])
