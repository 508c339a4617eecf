"""Runs the tests that look at a mutant: `python tools/faults.py --random 100 --seed 1`.

The nearest first: the typical calls of the public macros that come to the changed one, the test files that name these,
and what else the folder of the macro has. Tests that are known not to call the macro are left out. Each run has a
process of its own, forked from one that has imported what takes long.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from macro_code import callers_of, constants_of
from mutants import Mutant

FIRST, MOST = 2, 6
"""Files of tests that are asked before any other, and in all, beside those of the macro's own folder."""
NEAREST = 8
"""Typical calls that are asked at most."""
TYPICAL = "tests/project/test_typical_calls.py"
DECLARED = (
    "tests/project/test_defaults.py::test_defaults_of_options_are_those_of_the_truth",
    "tests/project/test_limits.py",
    "tests/ranking/test_properties.py::test_limits_are_those_that_are_described",
)
CHECKS = "tests/inputs/test_refusals.py"
"""What looks at the checks of inputs, which every family has."""
FOLDERS = {
    "inputs": ["inputs"],
    "catalogue": ["inputs"],
    "reports": ["reports", "inputs"],
    "duckdb": ["duckdb_macros"],
    "dbt": ["reports", "dbt_package"],
    "measures/agreement": ["comparison"],
    "measures/tries": ["answers"],
}
"""Where the tests are of a folder of macros, if not in one of the same name."""
HEAVY = (
    "duckdb hypothesis jinja2 numpy pandas polars pyarrow pytest scipy.stats sklearn.metrics statsmodels.api typer yaml"
)
SECONDS = 150
"""That the tests of a mutant take at most; on a busy machine, those that were left may find it."""
LONGEST = 60.0
"""CPU seconds of one test, which no test takes: the mutant has made a query endless."""
ENDED_WELL = (0, 5)
"""All tests pass, or none is left of those that are asked for."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


ENDLESS = f"a test that has not ended after {LONGEST:g} CPU seconds"
BROKEN = "pytest itself"
Recorded = dict[str, set[str]]
"""Of each test the macros that it has called."""


ANYTHING = "*"
"""In place of macros that a test calls in another process, where nobody sees them."""
OF_DBT = "tests/dbt_package/"
"""Whose tests share processes of dbt."""


class Recorder:
    """Of pytest: leaves out the tests that are known not to call a macro, and records what the others call."""

    def __init__(self, macros: set[str], known: Recorded) -> None:
        self.macros, self.known = macros | {ANYTHING}, known
        self.found: Recorded = {}
        self.shared: Recorded = {}
        self.here: set[str] = set()

    def pytest_collection_modifyitems(self, config: Any, items: list[Any]) -> None:
        from rankhouse._rendering import jinja

        def recorded(macro: jinja.PackageMacro, /, *args: Any, **kwargs: Any) -> Any:
            """What it replaces, not a call of that: a macro that calls many others is as deep as Python goes."""
            self.here.add(macro.macro.name)
            return macro._called(*args, **kwargs) if macro.has_parameters or args or kwargs else copy(macro.constant)

        sys.addaudithook(self.heard)
        jinja.PackageMacro.__call__ = recorded  # type: ignore[assignment,method-assign]
        left_out = [item for item in items if self.known.get(item.nodeid) and not self.known[item.nodeid] & self.macros]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in {*left_out}]

    def heard(self, event: str, _: object) -> None:
        if event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
            self.here.add(ANYTHING)

    def pytest_runtest_setup(self, item: Any) -> None:
        """What its fixtures call may be called for all tests of the file."""
        self.here = self.shared.setdefault(item.nodeid.partition("::")[0], set())

    def pytest_runtest_call(self, item: Any) -> None:
        self.here = self.found.setdefault(item.nodeid, set())
        signal.setitimer(signal.ITIMER_PROF, LONGEST)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.found.pop(report.nodeid, None)

    @property
    def recorded(self) -> Recorded:
        unseen = {test: {ANYTHING} if test.startswith(OF_DBT) else set() for test in self.found}
        return {
            test: called | self.shared[test.partition("::")[0]] | unseen[test] for test, called in self.found.items()
        }


@dataclass(frozen=True)
class Result:
    """found: the first test that fails, "" for none."""

    mutant: Mutant
    found: str
    seconds: float

    def __str__(self) -> str:
        missed = "NOT FOUND" if self.seconds < SECONDS else "NOT FOUND before time was up"
        return f"{self.mutant}\n    {self.found or missed}, {self.seconds:.0f} s"


class Tests:
    """Of a copy of the checkout."""

    def __init__(self, copy: Path, arguments: Sequence[str]) -> None:
        self.copy, self.arguments = copy, list(arguments)
        self.log, self.record = copy.parent / "log", copy.parent / "record"
        self.known: Recorded = {}
        self.ended: set[str] = set()
        """Files of tests that have run to their end."""
        for name in HEAVY.split():
            with suppress(ImportError):
                importlib.import_module(name)

    def result(self, mutant: Mutant) -> Result:
        start = time.monotonic()
        path = self.copy / mutant.file
        path.write_text(mutant.planted, encoding="utf-8")
        try:
            found = self.found(mutant, start + SECONDS)
        finally:
            path.write_text(mutant.source, encoding="utf-8")
        if (
            found
            and found != ENDLESS
            and self.first_failure([found], SECONDS, called_for(self.copy / "macros", mutant.macro))
        ):
            self.arguments.append(f"--deselect={found}")
            return self.result(mutant)
        return Result(mutant, found, time.monotonic() - start)

    def found(self, mutant: Mutant, deadline: float) -> str:
        macros = called_for(self.copy / "macros", mutant.macro)
        for tests in asked(self.copy, mutant):
            left = [test for test in tests if self.may_call(test, macros)]
            if left and (found := self.first_failure(left, deadline - time.monotonic(), macros)):
                return found
        return ""

    def may_call(self, tests: str, macros: set[str]) -> bool:
        """Whether a test, or one of a file, may: it has not been seen to call others only."""
        seen = [called for test, called in self.known.items() if test.startswith(tests)]
        return tests not in self.ended or any(not called or called & (macros | {ANYTHING}) for called in seen)

    def first_failure(self, tests: Sequence[str], seconds: float, macros: set[str] | None = None) -> str:
        """Of these tests, as far as they call one of the macros."""
        pid = os.fork()
        if not pid:
            self._run(tests, macros)
        deadline = time.monotonic() + max(seconds, 1)
        while True:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > deadline:
                os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return ""
            time.sleep(0.05)
        with suppress(FileNotFoundError, ValueError):
            self.known |= {
                test: {*called} for test, called in json.loads(self.record.read_text(encoding="utf-8")).items()
            }
            self.record.unlink()
        if os.waitstatus_to_exitcode(status) in ENDED_WELL:
            self.ended |= {*tests} if macros else set()
            return ""
        if os.waitstatus_to_exitcode(status) == -signal.SIGPROF:
            return ENDLESS
        text = self.log.read_text(encoding="utf-8")
        names = FAILED.findall(text)
        if not names and "Interrupted" not in text and "INTERNALERROR" not in text:
            raise RuntimeError(f"pytest says neither that tests pass nor that one fails:\n{text}")
        return str(names[0]) if names else BROKEN

    def _run(self, tests: Sequence[str], macros: set[str] | None) -> None:
        """In the forked process, which it ends."""
        status = 70
        try:
            os.setsid()
            log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for output in (1, 2):
                os.dup2(log, output)
            os.chdir(self.copy)
            here = [str(self.copy / each) for each in ("python", "tests", "tests/helpers", "tools", "extension")]
            sys.path[:0] = here
            # Else every run compiles all that it imports, and rewrites its assertions.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            sys.dont_write_bytecode = False
            os.environ |= {"PYTHONPATH": os.pathsep.join(here), "XDG_CACHE_HOME": str(self.copy.parent / "cache")}
            import pytest

            recorder = Recorder(macros or set(), self.known)
            plugins = [recorder] if macros else []
            # What has been imported already is not rewritten.
            quiet = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
            status = int(pytest.main([*self.arguments, *quiet, *tests], plugins=plugins))
            found = {test: [*called] for test, called in recorder.recorded.items()}
            self.record.write_text(json.dumps(found), encoding="utf-8")
        except BaseException:  # noqa: BLE001  (of another process)
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


def asked(copy: Path, mutant: Mutant) -> Iterator[list[str]]:
    """The tests that look at a mutant, in turn."""
    callers = distances(copy / "macros", mutant.macro)
    calls = [name for name in callers if name in public_macros(copy)][:NEAREST]
    files = nearest_files(copy, {Path(mutant.file).stem: 0} | callers)
    own = [file for file in files if file.split("/")[1] in own_folders(mutant.file)]
    others = sorted((file for file in files if file not in own), key=CHECKS.__ne__)
    declared = DECLARED if mutant.file.startswith(("macros/measures", "macros/catalogue")) else ()
    yield [*declared, *(f"{TYPICAL}::test_sql_of_dbt_gives_the_truth[{name}]" for name in calls)]
    in_all = [*own, *others[:MOST]]
    yield in_all[:FIRST]
    yield sorted(in_all[FIRST:], key=CHECKS.__ne__)


def own_folders(file: str) -> list[str]:
    parts = file.split("/")
    within = "/".join(parts[1:3])
    return FOLDERS.get(within, FOLDERS.get(parts[1], [parts[2] if parts[1] == "measures" else parts[1]]))


def distances(folder: Path, macro: str) -> dict[str, int]:
    """Those that come to a macro, the nearest first, and over how many others."""
    callers = callers_of(folder)
    found, waiting = {macro: 0}, [macro]
    for name in waiting:
        for other in sorted(callers.get(name, ())):
            if other not in found:
                found[other] = found[name] + 1
                waiting.append(other)
    return found


def called_for(folder: Path, macro: str) -> set[str]:
    """A macro, and those without parameters that come to it: these are called once, and kept."""
    found = [macro]
    for name in found:
        found += [
            other for other in callers_of(folder).get(name, ()) if other in constants_of(folder) and other not in found
        ]
    return {*found}


@cache
def public_macros(copy: Path) -> set[str]:
    """Those that make a query, each of which has a typical call."""
    files = [
        path for path in (copy / "macros").glob("*/*.yml") if path.parent.name not in ("dbt", "duckdb", "catalogue")
    ]
    return {name for path in files for name in re.findall(r"^- name: (\w+)$", path.read_text(), re.MULTILINE)}


@cache
def typical_calls(copy: Path) -> dict[str, str]:
    """Of each public macro with a typical call the function of Python that does the same."""
    found = {}
    for path in sorted((copy / "tests" / "calls").glob("*.py")):
        for macro, rest in re.findall(r'macro="(\w+)"(.*?)(?=macro="|\Z)', path.read_text(encoding="utf-8"), re.DOTALL):
            function = re.search(r'function="(\w+)"', rest)
            found[macro] = function[1] if function else macro
    return found


@cache
def words_of(copy: Path) -> dict[str, Counter[str]]:
    """The words of each file of tests, but for those of pages, which are long, and of the tool itself."""
    found = {}
    for path in sorted((copy / "tests").rglob("test_*.py")):
        if path.parent.name != "docs" and path.stem != "test_faults":
            text = path.read_text(encoding="utf-8").replace("-", "_")
            found[path.relative_to(copy).as_posix()] = Counter(re.findall(r"\w+", text))
    return found


def nearest_files(copy: Path, callers: dict[str, int]) -> list[str]:
    """Those first that often name the macro or what comes to it soon, and few others do."""
    words, functions = words_of(copy), typical_calls(copy)
    scores = dict.fromkeys(words, 0.0)
    for name, distance in callers.items():
        for word in {
            name,
            functions.get(name, name),
            re.sub(r"^(?:test|declare|value|default_|duckdb_|duckdb_macro_)_", "", name),
        }:
            naming = [file for file in words if word in words[file]]
            for file in naming:
                scores[file] += words[file][word] ** 0.5 / (1 + distance) / len(naming)
    return sorted(scores, key=lambda file: (-scores[file], file))
