"""A rule that is written once, in the package's macros, holds for dbt, for Python and for DuckDB's table macros."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MACRO = "macros/rating/rating_metrics.sql"
TABLE_MACROS = "macros/duckdb/outside_dbt/table_macros.sql"
SAYS = "max_ratings is a whole number of at least 1 and at most 10 million, got '0'"
# A new argument, max_ratings, and what it is: (file, text, what the text becomes).
CHANGES = [
    (
        "tools/interface/arguments.yml",
        "n_items:\n",
        "max_ratings:\n  kind: whole\n  from: 1\n  optional: true\n  text: How many ratings.\n\nn_items:\n",
    ),
    (MACRO, '"r2"], by=[], columns={})', '"r2"], by=[], columns={}, max_ratings=none)'),
    (
        MACRO,
        "rating_plan(predictions, measures, by, columns) -%}",
        "rating_plan(predictions, measures, by, columns, max_ratings) -%}",
    ),
    (
        MACRO,
        "{% macro rating_plan(predictions, measures, by, columns) %}",
        "{% macro rating_plan(predictions, measures, by, columns, max_ratings) %}"
        '{%- do rankhouse.check_arguments("rating_metrics", {"max_ratings": max_ratings}) -%}',
    ),
    (
        TABLE_MACROS,
        '"takes": "measures by",\n                    "columns": "rating prediction",',
        '"takes": "measures by max_ratings",\n                    "columns": "rating prediction",',
    ),
]
ASKED = """
import duckdb
import library
from interface import catalogue
from rankhouse._inputs.home import at_home
from rankhouse._installing.asked import make_function
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

for path, made in catalogue.derived().items():
    path.write_text(made())
with duckdb.connect() as con:
    with at_home(con) as home:
        make_function(home)
    con.execute("create table ratings as select 1.0 as rating, 2.5 as prediction")
    con.execute(next(made.create() for made in library.asking_macros() if made.name == "rating_metrics"))
    call = "from rating_metrics('ratings', measures := 'mae', max_ratings :="
    print(con.execute(f"select value {call} 1)").fetchall())
    for asked in (lambda: macros().rating_metrics("ratings", max_ratings=0), lambda: con.execute(f"{call} 0)")):
        try:
            asked()
        except (InputError, duckdb.Error) as error:
            print(str(error).splitlines()[0])
"""


def test_a_check_of_a_new_argument_is_written_once(tmp_path: Path) -> None:
    """Three files by hand; what is derived of the first is written in the copy."""
    assert len({file for file, *_ in CHANGES}) == 3
    for folder in ("macros", "python", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file, text, becomes in CHANGES:
        path = tmp_path / file
        before = path.read_text(encoding="utf-8")
        assert before.count(text) == 1, (file, text)
        path.write_text(before.replace(text, becomes), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-c", ASKED],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(str(tmp_path / each) for each in ("python", "tools"))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.splitlines() == ["[(1.5,)]", SAYS, f"Invalid Input Error: {SAYS}"], found.stderr
