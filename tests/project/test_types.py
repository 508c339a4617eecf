"""The types say what the catalogue has, and a type checker holds a user's script to them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from mypy import api

from rankhouse import types
from rankhouse._inputs.checks import CHECKS
from rankhouse._rendering.jinja import macros

ROOT = Path(__file__).parents[2]
SCRIPT = """
import duckdb
import rankhouse

con = duckdb.connect()
judgments = con.table("judgments")
found = rankhouse.evaluate(
    "run", judgments, ["ndcg@10"], ties="average", queries="all", unjudged="drop", pool="retrieved",
    convention="trec_eval", check="full", con=con,
)
rows: list[tuple[object, ...]] = found.fetchall()
rankhouse.tie_audit([{"query_id": 1, "item_id": 2, "score": 0.5}], judgments, queries="run")
rankhouse.explain({"q1": {"d1": 1.0}}, judgments, ties="best", source="ranx")
"""
# A user's script needs the types of rankhouse, DuckDB and Python alone: to read all others takes most of the time.
UNREAD = ["IPython", "altair", "narwhals", "numpy", "pandas", "polars", "pyarrow", "pydantic", "pyspark", "rich"]
UNREAD += ["scipy", "typer", "vl_convert"]
CONFIGURATION = f"[mypy]\nstrict = true\n[mypy-{','.join(f'{name}.*' for name in UNREAD)}]\nfollow_imports = skip\n"
WRONG = {
    'ties="avg"': "ties",
    'queries="every"': "queries",
    'unjudged="skip"': "unjudged",
    'pool="all"': "pool",
    'check="yes"': "check",
}


# Types that are not called like their argument.
NAMES = {
    "method": "SplitMethod",
    "new_users": "New",
    "new_items": "New",
    "sample_negatives.by": "Drawn",
    "compare_classifiers.test": "ClassifierTest",
    "change_from_previous.interval": "ChangeInterval",
    "mean_intervals.method": "IntervalMethod",
    "rater_agreement.method": "AgreementMethod",
    "rater_agreement.weights": "KappaWeights",
    "merge_ratings.method": "MergeMethod",
    "merge_ratings.ties": "MergeTies",
    "interleaving.method": "InterleavingMethod",
    "interleaving.test": "InterleavingTest",
    "interleaving_searches.method": "InterleavingMethod",
    "order": "JudgingOrder",
    "click_judgments.method": "ClickMethod",
    "position_bias.method": "BiasMethod",
}


def test_every_choice_of_the_table_has_its_type() -> None:
    table = {name: spec["choices"] for name, spec in macros("duckdb").arguments().items() if "choices" in spec}
    typed = {NAMES.get(name, name.title().replace("_", "")): choices for name, choices in table.items()}
    typed |= {"ConventionName": sorted(macros("duckdb").conventions()), "Check": list(CHECKS)}
    literals = {name: get_args(kind) for name, kind in vars(types).items() if get_origin(kind) is Literal}
    assert {name: list(choices) for name, choices in literals.items()} == typed


@pytest.mark.thorough
def test_a_script_of_a_user_is_checked(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(SCRIPT)
    calls = [f'rankhouse.evaluate("run", "judgments", {wrong})' for wrong in WRONG]
    calls.append("rankhouse.evaluate(1.5)")
    (tmp_path / "wrong.py").write_text("import rankhouse\n" + "\n".join(calls) + "\n")
    scripts = [str(tmp_path / name) for name in ("right.py", "wrong.py")]
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(CONFIGURATION)
    cache = ROOT / ".mypy_cache" / "scripts"
    said, _, _ = api.run(["--config-file", str(configuration), "--cache-dir", str(cache), *scripts])
    errors = [line for line in said.splitlines() if ": error: " in line]
    assert [line.split(":")[1] for line in errors] == [str(number + 2) for number in range(len(calls))], said
    for line, argument in zip(errors, WRONG.values(), strict=False):
        assert f'Argument "{argument}" to "evaluate" has incompatible type' in line
