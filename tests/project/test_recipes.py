"""The recipe of CONTRIBUTING.md for a measure: its two files in a copy of the checkout, and what is derived of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "tests/recipes"
COPIED = ["macros", "models", "python", "seeds", "sql", "tools", "docs", "tests/helpers", "tests/measures"]
COPIED += ["dbt_project.yml", "mkdocs.yml", "pyproject.toml", "README.md", "tests/ranking/test_expressions.py"]
WRITTEN = (".md", ".py", ".sql", ".svg", ".yml")
# Of the copy: the measure by brute force, as dbt renders it, as a table macro, and as an aggregate.
WAYS = """
import duckdb

import oracle
import rankhouse
from oracle import Measure
from tables import TIES, assert_same, every_measure, example, has_closed_form, read

asked = Measure("miss_rate", 3)
assert asked in every_measure(None, 3) and Measure("miss_rate") not in every_measure(None, 3)
assert read(asked)[0]["lower_is_better"] and "miss_rate" in {row[0] for row in rankhouse.measures().fetchall()}
case = example()
con = duckdb.connect()
case.load(con)
rankhouse.register(con)
for ties in TIES:
    assert has_closed_form(asked, ties)
    units = list(oracle.units(case.run, case.labels))
    expected = {query: value for (_, query, _), value in oracle.query_metrics(units, [asked], ties).items()}
    assert len(expected) == 11 and len(set(expected.values())) > 2
    rendered = con.sql(case.sql([asked], ties=ties)).project("query_id, value").fetchall()
    assert_same(dict(rendered), expected)
    called = f"from query_metrics('run', 'judgments', measures := ['miss_rate@3'], ties := '{ties}')"
    assert_same(dict(con.sql(called).project("query_id, value").fetchall()), expected)
    if ties == "worst":
        rows = "run full join judgments using (query_id, item_id)"
        aggregate = f"select query_id, miss_rate_at_k(relevance, score, 3) from {rows} group by query_id"
        found = dict(con.execute(aggregate).fetchall())
        assert_same({query: found[query] for query in expected}, expected)
"""


@pytest.mark.thorough
def test_a_measure_is_two_files(tmp_path: Path) -> None:
    """One test, since what is derived takes half a minute; of the pages it is those of the measure alone."""
    add_the_measure(tmp_path)
    assert_it_is_listed_and_documented(tmp_path)
    # Every way in gives the values of its truth, and its formula is tried.
    run(tmp_path, "-c", WAYS)
    chosen = "miss_rate or every_measure_formula"
    assert "3 passed" in run(tmp_path, "-m", "pytest", "-v", "tests/ranking/test_expressions.py", "-k", chosen)


def copied(root: Path, more: list[str]) -> None:
    """The checkout, of the tests what is named."""
    for name in [name for name in COPIED if name.partition("/")[0] not in more] + more:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, root / name)


def add_the_measure(root: Path) -> None:
    copied(root, ["tests"])
    shutil.copy(RECIPE / "miss_rate.sql", root / "macros/measures/ranking")
    shutil.copy(RECIPE / "miss_rate.py", root / "tests/measures/ranking")
    run(root, "tools/document.py", "miss_rate")


def run(root: Path, *arguments: str, fails: bool = False) -> str:
    """Python of the copy alone: nothing of it is taken from the checkout, or kept for it."""
    paths = os.pathsep.join(str(root / folder) for folder in ("python", "tests", "tests/helpers", "tools"))
    own = {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(root / ".cache")}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=root, env=os.environ | own, capture_output=True, text=True)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout


def is_same(original: Path, copied: Path) -> bool:
    return original.is_file() and original.read_bytes() == copied.read_bytes()


def assert_it_is_listed_and_documented(copy: Path) -> None:
    files = [path.relative_to(copy) for path in copy.rglob("*") if path.is_file() and path.suffix in WRITTEN]
    changed = {name.as_posix() for name in files if not is_same(ROOT / name, copy / name)}
    assert changed == {
        "docs/measures/index.md",
        "docs/measures/miss_rate.md",
        "macros/catalogue/ranking_catalogue.sql",
        "macros/duckdb/aggregates.sql",
        "macros/duckdb/aggregates.yml",
        "macros/measures/ranking/measures.yml",
        "macros/measures/ranking/miss_rate.sql",
        "mkdocs.yml",
        "sql/rankhouse.sql",
        "tests/measures/ranking/miss_rate.py",
    }
    page = (copy / "docs/measures/miss_rate.md").read_text()
    assert "Share of the first k items that are not relevant." in page and r"\text{miss rate@}k" in page
    assert "`miss_rate@4` = `(4 - 2) / 4` = **0.5**" in page
    assert re.search(r"^miss_rate@4 +0\.5$", page, re.MULTILINE), "the example is executed"
    assert "- miss_rate: measures/miss_rate.md\n" in (copy / "mkdocs.yml").read_text()
    assert "- name: miss_rate_at_k\n" in (copy / "macros/duckdb/aggregates.yml").read_text()
