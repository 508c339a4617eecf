"""The recipe of CONTRIBUTING.md for a family: a macro of its own in a copy of the checkout, in every way in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from project.test_recipes import ROOT, copied, run

RECIPE = ROOT / "tests/recipes/dwell_times"
# What the family is made of, and where it belongs.
NEW = {
    "declaration.sql": "macros/inputs/visits.sql",
    "macro.sql": "macros/online/dwell_times.sql",
    "function.py": "python/rankhouse/_online/dwell_times.py",
    "call.py": "tests/calls/dwell_times.py",
    "page.md": "docs/online/dwell-times.md",
}
# What ends a file of all families.
ADDED = {
    "arguments.yml": "tools/interface/arguments.yml",
    "results.yml": "tools/interface/results.yml",
    "command.txt": "python/rankhouse/cli/_online.py",
}
# What else is said of it: (file, text, what stands before or after the text).
TABLE_MACRO = '"dwell_times": rankhouse.table_macro_declared("dwell_times", rankhouse.reads_visits()), '
CHECKS = '"dwell_times": {"family": "visits", "needs": "visits", "declares": rankhouse.reads_visits}, '
CHANGES = [
    ("macros/duckdb/outside_dbt/table_macros.sql", '"agreement": {', TABLE_MACRO + '"agreement": {'),
    ("macros/reports/checks_of.sql", '"metric_trust": {', CHECKS + '"metric_trust": {'),
    ("macros/reports/checks_of.sql", "rankhouse.reads_tries(),", "rankhouse.reads_tries(), rankhouse.reads_visits(),"),
    (
        "python/rankhouse/__init__.pyi",
        "from rankhouse._online.interleaving import (\n    interleaving as",
        "from rankhouse._online.dwell_times import dwell_times as dwell_times\n"
        "from rankhouse._online.interleaving import (\n    interleaving as",
    ),
    (
        "mkdocs.yml",
        "      - Metrics that tell",
        "      - Dwell times: online/dwell-times.md\n      - Metrics that tell",
    ),
]
# Every suite that calls macros or lists them finds the family by itself: its tests of it, and at least how many.
SUITES = {
    "tests/project/test_typical_calls.py": ("dwell_times or every", 5),
    "tests/project/test_arguments.py": ("dwell_times or right or entry or sentence", 6),
    "tests/project/test_types.py": ("choices", 1),
    "tests/cli/test_commands.py": ("dwell_times", 1),
    "tests/cli/test_help.py": ("dwell", 3),
    "tests/docs/test_docs.py": ("dwell_times or dwell-times or every_public_macro or navigation", 7),
    "tests/duckdb_macros/test_table_macros.py": ("dwell_times", 6),
    "tests/inputs/test_names_of_results.py": ("dwell_times", 4),
    "tests/inputs/test_refusals.py": ("every_check or (visits and (answered or alike))", 8),
}
ON_AN_ENGINE = """
from warehouses import calls, sample
from warehouses.engines import VALUES, opened

assert calls.values in VALUES
sample.begin("redshift", None)
with opened("redshift") as session:
    found = [one for one in calls.values(session, "redshift") if one.measure == "dwell_times"]
assert len(found) == 8 and all(one.agrees for one in found), found
"""


@pytest.mark.thorough
def test_a_family_is_five_files_and_what_is_said_of_it(tmp_path: Path) -> None:
    """One test, since what is derived takes half a minute."""
    copied(tmp_path, ["tests", "extension", "integration_tests"])
    add_the_family(tmp_path)
    listed = (tmp_path / "docs/reference/cheat-sheet.md").read_text()
    row = "| [`dwell_times(visits)`](functions/dwell_times.md) | How long people stay with what they click"
    assert row in listed.partition("| Online | |")[2].partition("\n\n")[0]
    assert "macro dwell_times(visits, " in (tmp_path / "sql/table_macros.sql").read_text()
    passed = {}
    for suite, (chosen, _) in SUITES.items():
        said = run(tmp_path, "-m", "pytest", "-n", "0", "-v", suite, "-k", chosen)
        passed[suite] = int(re.findall(r" (\d+) passed", said)[-1])
    assert not {suite: n_passed for suite, n_passed in passed.items() if n_passed < SUITES[suite][1]}
    run(tmp_path, "-c", ON_AN_ENGINE)


@pytest.mark.thorough
def test_without_a_typical_call_one_test_says_what_is_missing(tmp_path: Path) -> None:
    copied(tmp_path, ["tests"])
    add_the_family(tmp_path, leaves_out="call.py", is_derived=False)
    said = run(tmp_path, "-m", "pytest", "-n", "0", "tests/project/test_typical_calls.py", "-k", "every", fails=True)
    assert "dwell_times: add a typical call in tests/calls/, with tables, arguments and truth" in said


def add_the_family(root: Path, leaves_out: str = "", is_derived: bool = True) -> None:
    for name, place in NEW.items():
        if name != leaves_out:
            (root / place).write_text((RECIPE / name).read_text())
    for name, place in ADDED.items():
        with (root / place).open("a") as file_of_all:
            file_of_all.write((RECIPE / name).read_text())
    for file, text, becomes in CHANGES:
        before = (root / file).read_text()
        assert before.count(text) == 1, (file, text)
        (root / file).write_text(before.replace(text, becomes))
    if is_derived:
        run(root, "tools/document.py", "cheat-sheet", "dwell_times")
