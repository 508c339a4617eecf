"""The notebooks of examples/notebooks run from top to bottom, without a warning, and show what they are stored with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

import notebooks
import rankhouse

pytestmark = pytest.mark.thorough

PATHS = notebooks.paths()


def test_there_are_four() -> None:
    assert [path.stem for path in PATHS] == ["classifier", "rag_retriever", "recommender", "search_engine"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_notebooks_run_without_a_warning(path: Path, tmp_path: Path) -> None:
    stored = notebooks.read(path)
    # In a process of its own: what a client of kernels leaves to the garbage collector is none of the tests' affair.
    command = [sys.executable, notebooks.__file__, str(path), str(tmp_path / path.name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = notebooks.printed(notebooks.read(tmp_path / path.name))
    assert [text for kind, text in said if kind in ("stderr", "error")] == []
    # Figures may differ in their last digits with the version of scikit-learn; what kind of thing is shown may not.
    assert [kind for kind, _ in said] == [kind for kind, _ in notebooks.printed(stored)], (
        "run: python tools/notebooks.py"
    )
    pictures = [text for kind, text in said if kind == "image"]
    assert pictures
    # A kernel with nothing enabled in Altair: the cell is not empty where there is no network.
    assert all(text.startswith("<svg ") for text in pictures)
    assert "<script" not in (tmp_path / path.name).read_text(encoding="utf-8")
    assert path.stat().st_size < 400_000


def in_notebook(relation: duckdb.DuckDBPyRelation) -> dict[str, Any]:
    shown: Any = relation
    bundle: dict[str, Any] = shown._repr_mimebundle_()
    return bundle


def test_results_show_as_tables_in_notebooks() -> None:
    run = [{"query_id": "q", "item_id": f"d{place}", "score": -place, "system": "<b>"} for place in range(3)]
    result = rankhouse.evaluate(run, {"q": {"d1": 1}}, ["ndcg@2", "mrr"], by="system")
    bundle = in_notebook(result)
    assert bundle["text/plain"] == repr(result)
    table = bundle["text/html"]
    assert table.count("<tr>") == 3
    assert "&lt;b&gt;" in table
    assert "<b>" not in table
    # 1 / log2(3) and 1 / 2.
    assert '<td style="text-align: right">0.6309</td>' in table
    assert '<td style="text-align: right">0.5000</td>' in table
    assert table.endswith("<p>2 rows</p>")
