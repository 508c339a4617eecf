"""The faults that tools/faults.py plants can be planted: `make test-faults` shows which tests find them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from faults import ROOT, SELECTION, TELL_ONLY_A_CHANGE, Fault, all_faults

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
