"""The faults that tools/faults.py plants can be planted: `make test-faults` shows which tests find them.

And the mutants that it makes itself are small changes of what the macros do, other ones for each seed.
"""

from __future__ import annotations

import shlex
from contextlib import nullcontext
from pathlib import Path

import pytest

import faults
from faults import ROOT, SELECTION, TELL_ONLY_A_CHANGE, Fault, all_faults, are_too_many
from macro_code import callers_of, is_sql
from mutants import Mutant, can_be_read, drawn, macros_of
from random_faults import SECONDS, Result, called_for, nearest_files, own_folders, words_of

FAULTS = {fault.name: fault for fault in all_faults()}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_can_be_planted(name: str) -> None:
    fault = FAULTS[name]
    assert (ROOT / fault.file).read_text(encoding="utf-8").count(fault.text) == 1
    assert fault.text != fault.becomes
    assert fault.tests
    assert [test for test in fault.tests if not (ROOT / test).is_file()] == []


@pytest.mark.parametrize("source", ["a = 1\n", "a = 2\nb = 2\n"])
def test_a_table_that_is_out_of_date_is_refused(source: str) -> None:
    fault = Fault("two", "It is 3.", "two.py", "= 2", "= 3", ("tests/project/test_faults.py",))
    assert fault.planted("a = 2\n") == "a = 3\n"
    with pytest.raises(ValueError, match=r"the text of two is [02] times in two\.py"):
        fault.planted(source)


@pytest.mark.parametrize("test", TELL_ONLY_A_CHANGE)
def test_what_is_left_out_is_a_test(test: str) -> None:
    path, _, name = test.partition("::")
    assert f"def {name}" in Path(ROOT / path).read_text(encoding="utf-8")


def test_faults_are_looked_for_by_what_make_test_runs() -> None:
    makefile = Path(ROOT / "Makefile").read_text(encoding="utf-8")
    (quick,) = (line.removeprefix("QUICK := ") for line in makefile.splitlines() if line.startswith("QUICK := "))
    assert shlex.split(quick)[: len(SELECTION)] == [*SELECTION]
    assert "/pytest $(WORKERS) $(QUICK)\n" in makefile.split("\ntest: ")[1]


# Mutants.

MACROS = ROOT / "macros"
TEXT = """\
{# A macro > that 1 comment = says. #}
{% macro value(plan, k=10) %}
    {%- if plan.needs and k is not none -%}
        {{ exceptions.raise_compiler_error("k > 1, got " ~ k - 1) }}
    {%- endif -%}
    {%- set row = {"says": "1 and 2", "when": "score > 0"} -%}
    select {{ rankhouse.ratio("hits", plan.total) }} as value, '1 < 2' as label
    from run -- 3 or 4
    where rank between 1 and 5 and not is_late
{% endmacro %}
"""
BECOMES = {
    "comparison": ["k is none", "score >= 0", "score < 0"],
    "constant": [
        "k=11",
        "k=9",
        "score > 1",
        "between 2 and 5",
        "between 0 and 5",
        "between 1 and 6",
        "between 1 and 4",
    ],
    "condition": ["plan.needs or k", "needs  -%}", "if not plan", "5 or not is_late", "5 \n", "5 and is_late"],
    "arguments": ['ratio(plan.total, "hits")'],
}


def written(folder: Path, text: str) -> Path:
    (folder / "macros").mkdir()
    (folder / "macros" / "value.sql").write_text(text, encoding="utf-8")
    return folder / "macros"


def test_mutants_change_code_and_no_sentence(tmp_path: Path) -> None:
    (macro,) = macros_of(written(tmp_path, TEXT))
    changed = {(kind, TEXT[:start] + becomes + TEXT[end:]) for kind, start, end, becomes in macro.sites}
    assert {kind for kind, _ in changed} == BECOMES.keys()
    for kind, texts in BECOMES.items():
        for text in texts:
            (found,) = {each for each in changed if each[0] == kind and text in each[1]}
            changed.remove(found)
    assert not changed


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("case when n > 0 then 1 else 0 end as value", True),
        ("count(distinct rater) over (partition by ", True),
        ("the interval of a mean", False),
        ("more than ten rows", False),
        ("write option=value", True),
    ],
)
def test_a_string_is_sql_or_a_sentence(text: str, known: bool) -> None:
    assert is_sql(text) is known


def test_mutants_of_a_seed_are_the_same_and_can_be_read() -> None:
    first, again, other = (drawn(MACROS, 25, seed) for seed in (1, 1, 2))
    assert [str(mutant) for mutant in first] == [str(mutant) for mutant in again]
    # Two of 25 that are drawn from thousands may be the same one.
    assert len({str(mutant) for mutant in first} & {str(mutant) for mutant in other}) < 5
    for mutant in first:
        assert can_be_read(mutant.planted) and mutant.planted != mutant.source
        before, after = mutant.source.splitlines(), mutant.planted.splitlines()
        place, _, change = str(mutant).partition("\n")
        assert place == f"{mutant.file}:{mutant.line}: {mutant.kind}"
        assert before[: mutant.line - 1] == after[: mutant.line - 1]
        assert change == f"    - {before[mutant.line - 1].strip()}\n    + {after[mutant.line - 1].strip()}"


@pytest.mark.parametrize(
    ("found", "seconds", "says"),
    [
        ("tests/a.py::test", 7.4, "tests/a.py::test, 7 s"),
        ("", 60.6, "NOT FOUND, 61 s"),
        ("", SECONDS + 1, f"NOT FOUND before time was up, {SECONDS + 1} s"),
    ],
)
def test_a_result_shows_the_place_the_change_and_what_found_it(found: str, seconds: float, says: str) -> None:
    mutant = Mutant("constant", "macros/a.sql", "a", 4, 5, "3", "a\n  1 + 2\nb\n")
    assert str(Result(mutant, found, seconds)).splitlines() == [
        "macros/a.sql:2: constant",
        "    - 1 + 2",
        "    + 3 + 2",
        f"    {says}",
    ]


def test_only_what_duckdb_runs_is_changed() -> None:
    callers = callers_of(MACROS)
    names = {macro.name for macro in macros_of(MACROS)}
    assert names <= callers.keys()
    assert {"alert_line", "duckdb__mean_of", "publish", "declare_ndcg", "precision_at_k"} <= callers.keys()
    assert not {"postgres__real", "default__mean_of", "spark__walked_step"} & callers.keys()
    assert not {name for name in names if name.startswith("says_")}
    assert "alert_summary" in callers["alert_line"]


@pytest.mark.parametrize(
    ("macro", "file", "folders"),
    [
        ("alert_line", "macros/dbt/alerts.sql", {"reports", "dbt_package"}),
        ("smoothed", "macros/labels/click_log.sql", {"labels"}),
        ("declare_ndcg", "macros/measures/ranking/dcg.sql", {"ranking"}),
        ("rbo", "macros/measures/agreement/rbo.sql", {"comparison"}),
        ("double", "macros/sql/double.sql", {"sql"}),
    ],
)
def test_the_tests_of_the_folder_come_first(macro: str, file: str, folders: set[str]) -> None:
    assert {*own_folders(file)} == folders
    assert macro in called_for(MACROS, macro)
    assert {*nearest_files(ROOT, {macro: 0})} == words_of(ROOT).keys()


def test_files_that_name_a_macro_or_its_function_come_first() -> None:
    assert nearest_files(ROOT, {"alert_summary": 0})[0] in (
        "tests/project/test_macro_calls.py",
        "tests/reports/test_alert_verdicts.py",
    )
    assert nearest_files(ROOT, {"position_bias": 0})[0].startswith("tests/labels/")


@pytest.mark.parametrize(("n_survivors", "status"), [(1, 0), (10, 1)])
def test_a_night_lists_its_survivors_and_fails_where_they_are_too_many(
    n_survivors: int, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = [Mutant(kind, f"macros/{kind}.sql", "a", 0, 1, "3", "1 + 2") for kind in ["constant", *["word"] * 39]]

    class Found:
        def __init__(self, *_: object) -> None:
            self.left = n_survivors

        def result(self, mutant: Mutant) -> Result:
            self.left -= 1
            return Result(mutant, "" if self.left >= 0 else "tests/a.py::test", 1.0)

    monkeypatch.setattr(faults, "copied", lambda: nullcontext(ROOT))
    monkeypatch.setattr(faults, "drawn", lambda *_: made)
    monkeypatch.setattr(faults, "Tests", Found)
    assert faults.at_random(40, 7, 20.0) == status
    told, _, listed = capsys.readouterr().out.partition("\nfound by no test:\n")
    assert told.startswith("--random 40 --seed 7\nmacros/constant.sql:1: constant\n")
    assert told.split()[-12:] == [
        *("kind", "planted", "found", "constant", "1", "0", "word", "39", str(40 - n_survivors)),
        *("all", "40", str(40 - n_survivors)),
    ]
    survivor = "macros/{0}.sql:1: {0}\n    - 1 + 2\n    + 3 + 2\n    NOT FOUND, 1 s\n"
    assert listed == survivor.format("constant") + survivor.format("word") * (n_survivors - 1)


def test_a_night_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(faults, "copied", lambda: nullcontext(ROOT))
    monkeypatch.setattr(faults, "Tests", lambda *_: None)
    assert faults.at_random(1, 7, -1.0) == 0
    assert "\nstopped after -1 minutes\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("survivors", "mutants", "known"),
    [(0, 40, False), (4, 40, False), (9, 40, False), (10, 40, True), (10, 100, False), (20, 100, True), (0, 0, False)],
)
def test_survivors_are_too_many_beyond_chance(survivors: int, mutants: int, known: bool) -> None:
    """By scipy: binom.sf(8, 40, 0.1) is 0.0155, binom.sf(9, 40, 0.1) 0.0051."""
    assert are_too_many(survivors, mutants) is known
